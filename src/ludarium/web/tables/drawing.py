"""Slow drawings, in one worker thread, so that moves are not delayed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

from ludarium.draw.animation import animation
from ludarium.phrases import say
from ludarium.tables.display_names import shown_names
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table
from ludarium.web.people.visitors import Visitor

__all__ = ["MOST_ANIMATED", "Drawing"]

# moves of an animated picture, which takes a quarter of a second and is some hundred kilobytes
MOST_ANIMATED = 500
MOST_FOLLOWED = 200  # moves that a reader may have followed at no charge
KEPT = 64  # animated pictures
Result = TypeVar("Result")


class Drawing:
    """The drawing thread of a server, with a cache of animated pictures."""

    def __init__(self) -> None:
        self._board = CapacityLimiter(1)
        self._animations: OrderedDict[tuple[str, str], str] = OrderedDict()  # by table and language

    async def draw(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Run the work in the drawing thread."""
        return await to_thread.run_sync(work, *arguments, limiter=self._board)

    async def look(self, table: Table, seats: Sequence[int], admit: Callable[[int], None]) -> None:
        """Let what these seats see of the position be at hand, as it has to be followed through all
        moves where nobody looked on.

        admit: called with the number of moves if these are many.
        """
        if table.record is None:
            return
        position = table.seen(table.record.position, seats)
        if not position.has_view:
            if table.ply > MOST_FOLLOWED:
                admit(table.ply)
            await self.draw(lambda: position.view)

    async def animation(self, table: Table, visitor: Visitor, admit: Callable[[int], None]) -> str:
        """The finished game as an animated picture. Raises TableError.

        admit: called with the number of moves if they have to be drawn.
        """
        if table.record is None or table.status != "over":
            raise TableError("not-now", say("The animated picture is made when the game is over."))
        if table.ply > MOST_ANIMATED:
            message = say(
                "A game of {moves} moves is too long for an animated picture: expected at most "
                "{most}.",
                moves=table.ply,
                most=MOST_ANIMATED,
            )
            raise TableError("invalid", message)
        key = table.id, visitor.language
        picture = self._animations.get(key)
        if picture is None:
            admit(table.ply)
            # others may want it, too
            picture = await self.draw(lambda: self._animations.get(key) or animated(table, visitor))
        self._animations[key] = picture
        self._animations.move_to_end(key)
        if len(self._animations) > KEPT:
            self._animations.popitem(last=False)
        return picture


def animated(table: Table, visitor: Visitor) -> str:
    assert table.record is not None
    views = [position.view for position in table.record.positions()]
    return animation(views, names=shown_names(table), translate=visitor.translate)
