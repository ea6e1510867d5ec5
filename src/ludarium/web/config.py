"""Settings of a server."""

from __future__ import annotations

import dataclasses

from ludarium.tables.nets import Nets
from ludarium.tables.programs import Programs

__all__ = ["NO_CONTACT", "Config"]

NO_CONTACT = "nobody@example.org"


@dataclasses.dataclass(frozen=True, slots=True)
class Config:
    """Settings of a server."""

    database: str
    """A URL or file name, see `Store.opened`."""
    address: str = ""
    """Base URL for others on the network; empty where only this machine reaches the server."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may write and whose names are this server's, such as a proxy's."""
    allowances: float = 1.0
    """The factor on the usual bounds of what visitors may have kept here; 0 for no bounds."""
    limited: bool = True
    """True if requests are rate-limited."""
    bot_pause: float = 0.6
    """Minimum seconds of a bot's move."""
    keep: float = 0.0
    """Seconds after which finished games of guests are deleted; 0 keeps them."""
    review: int = 6_000_000
    """States of the engine's search per reviewed game."""
    to_compile: tuple[str, ...] = ()
    """Names of games that are compiled while the server answers, one of each engine."""
    to_load: tuple[str, ...] = ()
    """Likewise of games whose machine code only has to be loaded."""
    connections: int = 256
    """Requests and WebSockets of one address at once."""
    contact: str = NO_CONTACT
    """The operator's e-mail address, which push services of browsers are told."""
    push_to: tuple[str, ...] = ()
    """Origins that notices may be sent to though they are no public hosts, for tests."""
    games: tuple[str, ...] = ()
    """Files of games, which are read again when they change."""
    nets: Nets = dataclasses.field(default_factory=Nets)
    """Nets that bots may play by beside the levels."""
    programs: Programs = dataclasses.field(default_factory=Programs)
    """Programs of others that bots may play by."""
