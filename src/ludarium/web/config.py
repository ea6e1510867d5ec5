"""What a server is started with."""

from __future__ import annotations

import dataclasses

__all__ = ["Config"]


@dataclasses.dataclass(frozen=True, slots=True)
class Config:
    """What a server is started with.

    database: an address or a file, see `Store.opened`. address: where others on the network reach
    the server; empty where only this machine does. origins: addresses besides its own from which
    pages may write, such as that of a proxy. limited: whether to limit how often one visitor may
    ask. bot_pause: seconds that a bot's move takes at least. review: seconds that the engine looks
    at a game to review it.
    """

    database: str
    address: str = ""
    origins: tuple[str, ...] = ()
    limited: bool = True
    bot_pause: float = 0.6
    review: float = 15.0
