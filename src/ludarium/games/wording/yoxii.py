"""The rules of Yoxii in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.yoxii import GRID, STOCK, BothState
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    ones, twos, threes, fours = STOCK
    yield say(
        "Equipment: a board of {cells} cells, a totem, and {stones} stones each for White and Red: "
        "{ones} of value 1, {twos} of value 2, {threes} of value 3 and {fours} of value 4.",
        cells=len(GRID.names),
        stones=sum(STOCK),
        ones=ones,
        twos=twos,
        threes=threes,
        fours=fours,
    )
    yield say(
        "The board has columns a to g from White's left and rows 1 to 7 from White's side, and in "
        "each corner three cells are missing: a1, b1 and a2, and the like."
    )
    yield say("Setup: the totem is on d4, in the middle, and the players have their stones.")
    yield say("White begins, and they take turns. Nobody may pass.")
    yield say(
        "In a turn a player moves the totem, which both share, and then places one of the own "
        "stones. The two together are one move."
    )
    yield say(
        "The totem goes to one of the 8 neighbouring cells, along a row, a column or a diagonal, "
        "if that is free."
    )
    yield say(
        "Or it goes in one of these directions over one or more stones of the player who moves it, "
        "which stand in an unbroken row from the cell next to it on, to the free cell directly "
        "behind them. It never goes over stones of the other player."
    )
    yield say(
        "Then the player places a stone, of any value that is left, on a free cell next to the "
        "totem, in any of the 8 directions from where it is now. The cell that it left is free."
    )
    yield say(
        "Only if all cells next to the totem are taken, the stone is placed on any free cell of "
        "the board."
    )
    yield say("Stones that were placed stay where they are.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.parameters is BothState:
        yield say(
            "Who cannot move the totem, or has no stone left, is passed over: the other player "
            "takes the turn. When neither player can take a turn, the game ends."
        )
    else:
        yield say("When the player whose turn it is cannot move the totem, the game ends.")
    yield say(
        "Each player adds up the values of the own stones on the 8 cells around the totem. Who has "
        "more points wins."
    )
    yield say(
        "With as many points, who has more stones around the totem wins; with as many of these, "
        "too, it is a draw."
    )
