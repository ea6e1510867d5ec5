"""Names of players as they are shown: people's own, birds for bots, beasts for guests."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.phrases import Phrase, say
from ludarium.tables.guests import BEASTS, beast_of
from ludarium.tables.names import BOT_NAMES, DELETED
from ludarium.tables.programs import PROGRAM
from ludarium.tables.table import Table

__all__ = ["bot_title", "chair_names", "display_names", "guests_of", "shown_names"]


def is_level(level: str) -> bool:
    """Return whether a bot's setting is a level, not the name of a net or a program."""
    return level.isdecimal() and 1 <= int(level) <= len(BOT_NAMES)


def bot_name(bot: str, number: int = 0) -> Phrase:
    """The name of a bot, which is told by all of its text, or by what follows the colon where it is
    a level or a net. number: among those of it, from 1; 0 if it is the only one.
    """
    setting = bot.rpartition(":")[2]
    if is_level(setting):
        name = BOT_NAMES[int(setting) - 1]
    elif bot.startswith(PROGRAM):
        name = say("Program {name}", name=setting)
    else:
        name = say("Net {name}", name=setting)
    return say("{name} {number}", name=name, number=number) if number else name


def bot_title(bot: str) -> Phrase:
    """The name of a bot with its level, where one is chosen or ranked. bot: as of `bot_name`."""
    level = bot.rpartition(":")[2]
    if not is_level(level):
        return bot_name(bot)
    return say("{name} (level {level})", name=bot_name(level), level=level)


def display_names(seats: Sequence[tuple[str | None, str | None, int | None]]) -> list[str | None]:
    """Display names of seats, given as agent, name, and number of a guest's beast.

    None for free seats, and for people who have neither name nor beast.
    """
    agents, guests = [agent for agent, _, _ in seats], [guest for _, _, guest in seats]
    names: list[str | None] = []
    for seat, (agent, name, guest) in enumerate(seats):
        number = agents[: seat + 1].count(agent) if agents.count(agent) > 1 else 0
        # in tournaments bots have names
        if name == DELETED:
            names.append(DELETED)
        elif agent:
            names.append(name or bot_name(agent, number))
        elif name or guest is None:
            names.append(name or None)
        else:
            number = guests[: seat + 1].count(guest) if guests.count(guest) > 1 else 0
            beast = BEASTS[guest % len(BEASTS)]
            names.append(say("{name} {number}", name=beast, number=number) if number else beast)
    return names


def guests_of(table: Table) -> list[int | None]:
    """The number of each guest's beast; None for whoever else sits there, and where one holds
    several seats, which are told apart by their own names.
    """
    held = [holder for chair in table.chairs for holder in chair.holders[:1]]
    return [
        beast_of(chair.holders[0])
        if chair.holders
        and not (chair.is_bot or chair.name or chair.account)
        and held.count(chair.holders[0]) == 1
        else None
        for chair in table.chairs
    ]


def chair_names(table: Table) -> list[str | None]:
    """Display names of the players; None for those without a name."""
    seats = zip(table.chairs, guests_of(table), strict=True)
    return display_names([(chair.agent, chair.name, guest) for chair, guest in seats])


def shown_names(table: Table) -> list[str]:
    """Display names of all seats; the seat's own name where there is no other."""
    return [
        name or seat_name
        for name, seat_name in zip(chair_names(table), table.options.rules.seat_names, strict=False)
    ]
