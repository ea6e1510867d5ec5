"""JSON of a table for one reader."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from ludarium.draw.words import renamed
from ludarium.eventlog import codes
from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import Phrase, counted, say
from ludarium.play.joint import NOT_CHOOSING
from ludarium.tables.chairs import Offer
from ludarium.tables.display_names import chair_names, display_names, guests_of, shown_names
from ludarium.tables.entries import CODEC, Chose, Opened
from ludarium.tables.places import place_json
from ludarium.tables.state import MOST_MISSED
from ludarium.tables.table import Table
from ludarium.tables.throw_proofs import chance_json

__all__ = [
    "is_seat_code",
    "localised_summary",
    "public_entry",
    "result_text",
    "seat_code",
    "summary",
    "table_json",
    "you_json",
]

Translator = Callable[[str], str]
BESIDE = ("former", "guest")
"""Fields of a stored summary's seats that follow from others, or give their name."""
HIDDEN_DEAL = "?"
"""The text of what chance decided, as long as not all may see it."""


def table_json(
    table: Table,
    translate: Translator,
    now: float,
    here: Sequence[bool],
    moves_from: int = 0,
    claimable_at: float | None = None,
    spectators: int = 0,
) -> dict[str, Any]:
    """The public state of the table.

    here: whether each seat is connected. moves_from: the number of moves that the reader already
    has. claimable_at, spectators: as `LiveTable` has them.
    """
    options = table.options
    game = options.rules
    fields: dict[str, Any] = {
        "id": table.id,
        "version": table.version,
        "game": options.game,
        "title": translate(game.title),
        "ruleset": options.ruleset,
        "ruleset_title": translate(game.ruleset(options.ruleset).title),
        "status": table.status,
        "clock": options.clock.to_json(),
        "takebacks": table.may_take_back,
        "moves_to_undo": table.moves_to_undo,
        "may_be_called_off": table.may_be_called_off,
        "called_off_by": table.called_off_by,
        "claimable_at": claimable_at,
        "spectators": spectators,
        "repetition": options.repetition,
        "draws": table.has_draws,
        "watch": options.watch,
        "listed": options.listed,
        "simultaneous": table.simultaneous,
        "hides": game.hides,
        "origin": table.origin,
        "tournament": options.tournament,
        "invited": options.invited,
        "quick_pairing": options.quick_pairing,
        "created": table.created,
        "seats": [
            seat_json(table, seat, name, translate, now, here)
            for seat, name in enumerate(chair_names(table))
        ],
        "ply": table.ply,
        "movers": list(table.position.movers) if table.record and table.status == "live" else [],
        "chance": chance_json(table),
        "deadline": table.deadline,
        "began": table.began if table.status == "live" else None,
        "now": now,
        "moves_from": moves_from,
        "moves": moves_json(table, moves_from),
        "offer": offer_json(table.offer) if table.offer else None,
        "place": place_json(table.place, translate) if table.place else None,
        "rematch": {"wanted": sorted(table.rematch_wanted), "table": table.rematch},
        "greeting": None,
        "result": result_json(table, translate),
    }
    if table.greeting:
        said, version = table.greeting
        fields["greeting"] = {"seat": said.seat, "greeting": said.greeting, "version": version}
    if table.simultaneous:
        fields["round"] = {
            "number": table.ply + 1,
            "bots_ready": not table.waiting_bots,
            "most_missed": MOST_MISSED,
            "last": [opened_json(chose) for chose in table.opened],
        }
    return fields


def offer_json(offer: Offer) -> dict[str, Any]:
    return {
        "kind": offer.what,
        "seat": offer.seat,
        "agreed": sorted(offer.agreed),
        "version": offer.version,
    }


def seat_json(
    table: Table,
    seat: int,
    name: str | None,
    translate: Translator,
    now: float,
    here: Sequence[bool],
) -> dict[str, Any]:
    chair = table.chairs[seat]
    chose = table.chosen.get(seat)
    return {
        "seat": seat,
        "seat_name": translate(table.options.rules.seat_names[seat]),
        # people's own names are not translated
        "name": translate(name) if isinstance(name, Phrase) else name,
        "kind": None if chair.free else "bot" if chair.is_bot else "person",
        "agent": chair.agent,
        "account": chair.account,
        "here": chair.is_bot or here[seat],
        "gone": chair.gone,
        "missed": chair.missed,
        "chosen": chose is not None,
        "commitment": chose.commitment if chose else None,
        "left": table.left(seat, now),
        "uncounted": table.uncounted(seat, now),
        "in_period": chair.in_period,
        "running": table.running(seat),
        "resigning": resigning_text(table, seat, translate),
    }


def resigning_text(table: Table, seat: int, translate: Translator) -> str | None:
    """The sentence that tells what a seat loses by resigning, where games differ in that."""
    loss = table.record.resignation(seat) if table.record else None
    return translate(loss.told) if loss and loss.told else None


def opened_json(chose: Chose) -> dict[str, Any]:
    """A revealed choice, with the nonce that verifies its commitment."""
    return {
        "seat": chose.seat,
        "round": chose.round,
        "choice": chose.choice,
        "nonce": chose.nonce,
        "commitment": chose.commitment,
    }


def moves_json(table: Table, since: int) -> list[dict[str, Any]]:
    """The moves from index `since` on: the seat that moved, None for chance, or the choices of all
    seats.

    What chance dealt is not told before the game is over, where not all may see it.
    """
    record = table.record
    if record is None:
        return []
    secret = table.viewpoint(()) is not None
    moves: list[dict[str, Any]] = []
    positions = itertools.islice(record.backwards(), 1, None)
    for number in range(len(record.moves) - 1, since - 1, -1):
        text, before = record.moves[number], next(positions)
        made: dict[str, Any] = {"seat": before.to_move}
        if table.simultaneous:
            made = {"choices": choices_of(text)}
        if before.by_chance:
            made = {"seat": None, "chance": True}
            text = HIDDEN_DEAL if secret else text
        moves.append({"text": text, "seconds": record.seconds[number], **made})
    return moves[::-1]


def choices_of(joint: str) -> dict[str, str]:
    """The choices of a round by seat, parsed from its joint move."""
    return {
        str(seat): choice for seat, choice in enumerate(joint.split()) if choice != NOT_CHOOSING
    }


def result_json(table: Table, translate: Translator) -> dict[str, Any] | None:
    if table.status != "over":
        return None
    if table.record is None:
        return {
            "reason": "abandoned",
            "returns": [],
            "winners": [],
            "all_lost": False,
            "text": translate(closed_text(table)),
        }
    game, returns = table.options.rules, table.record.returns
    return {
        "reason": table.record.reason,
        "returns": list(returns),
        "winners": list(game.winners(returns)),
        "all_lost": game.all_lost(returns),
        "text": translate(result_text(table)),
    }


def closed_text(table: Table) -> str:
    """Return the reason why a table was closed before its game began, in a sentence."""
    challenged = table.options.invited
    if challenged and table.declined:
        return say("{name} declined the challenge.", name=challenged)
    if challenged and table.withdrawn:
        name = next((shown_names(table)[seat] for seat in table.people), "")
        return say("{name} withdrew the challenge.", name=name)
    if challenged:
        return say("The challenge was not answered.")
    return say("Nobody came to play.")


def result_text(table: Table) -> str:
    """The result of the game, in a sentence."""
    assert table.record is not None
    names, record = shown_names(table), table.record
    best = max(record.returns)
    winner = next(
        name for name, gained in zip(names, record.returns, strict=True) if gained == best
    )
    loser = next(
        (name for name, gained in zip(names, record.returns, strict=True) if gained < best), winner
    )
    points = points_won(table, best)
    match record.reason:
        case "resignation" | "time" if len(names) > 2:
            return say("All others have left: {winner} wins", winner=winner)
        case "resignation" if loser == winner:
            return say("A draw: one resigned, whom the other could not beat any more")
        case "time" if loser == winner:
            late = names[table.position.movers[0]]
            return say(
                "A draw: {loser} has run out of time, but could not be beaten any more", loser=late
            )
        case "resignation" if points:
            return say(
                "{loser} resigns: {winner} wins {points}", loser=loser, winner=winner, points=points
            )
        case "resignation":
            return say("{loser} resigns: {winner} wins", loser=loser, winner=winner)
        case "time" if points:
            return say(
                "{loser} has run out of time: {winner} wins {points}",
                loser=loser,
                winner=winner,
                points=points,
            )
        case "time":
            return say("{loser} has run out of time: {winner} wins", loser=loser, winner=winner)
        case "agreement":
            return say("A draw by agreement")
        case "dead-position":
            return say("A draw: nobody can win any more")
        case "repetition":
            if len(set(record.returns)) > 1:
                return say("The same position for the third time: {winner} wins", winner=winner)
            return say("A draw: the same position for the third time")
        case "forfeit" if loser == winner:
            return say("A draw: {loser} has left the game", loser=names[table.position.movers[0]])
        case "forfeit":
            return say("{loser} has left the game: {winner} wins", loser=loser, winner=winner)
        case "abandoned" if table.called_off_by is not None:
            return say("{player} has called the game off", player=names[table.called_off_by])
        case "abandoned" if table.is_too_long:
            return say("The game grew too long: it was closed")
        case "abandoned":
            return say("Nobody played on: the game was closed")
    return renamed(table.position.view.status, table.position.view, names)


def points_won(table: Table, gained: float) -> str:
    """The points that a return stands for; empty where people count wins, or who gave up lost all
    that a game can ever cost, as by earlier editions.
    """
    if table.options.edition < 4:
        return ""
    unit = table.options.rules.points_of_return(table.options.rules.ruleset(table.options.ruleset))
    return counted("{n} point", "{n} points", round(gained * unit)) if unit else ""


def summary(table: Table) -> dict[str, Any]:
    """The table as lists show it, language-neutral; see `localised_summary`."""
    options = table.options
    return {
        "id": table.id,
        "game": options.game,
        "ruleset": options.ruleset,
        "status": table.status,
        "tournament": options.tournament,
        "invited": options.invited,
        "quick_pairing": options.quick_pairing,
        "seats": [
            None
            if chair.free
            else {
                "name": chair.name,
                "kind": "bot" if chair.is_bot else "person",
                "agent": chair.agent,
                "account": chair.account,
                **({"former": chair.former} if chair.former else {}),
                **({} if guest is None else {"guest": guest}),
            }
            for chair, guest in zip(table.chairs, guests_of(table), strict=True)
        ],
        "clock": options.clock.to_json(),
        "ply": table.ply,
        "created": table.created,
        "updated": table.changed,
        "ended": table.ended,
        "result": _short_result(table),
        **({} if table.rated or table.status != "over" else {"rated": False}),
    }


def _short_result(table: Table) -> dict[str, Any] | None:
    if table.status != "over":
        return None
    record = table.record
    return {
        "reason": record.reason if record else "abandoned",
        "returns": list(record.returns) if record else [],
    }


def localised_summary(
    summary: dict[str, Any], game_title: str, ruleset_title: str, translate: Translator
) -> dict[str, Any]:
    """A summary in the reader's language."""
    names = display_names(
        [
            (seat["agent"], seat["name"], seat.get("guest")) if seat else (None, None, None)
            for seat in summary["seats"]
        ]
    )
    seats = [
        seat
        and {
            **{field: value for field, value in seat.items() if field not in BESIDE},
            "name": translate(name) if isinstance(name, Phrase) else name,
        }
        for seat, name in zip(summary["seats"], names, strict=True)
    ]
    return {
        "invited": None,  # of tables opened before there was such a thing
        "quick_pairing": False,
        **{field: value for field, value in summary.items() if field != "rated"},
        "title": translate(game_title),
        "ruleset_title": translate(ruleset_title),
        "seats": seats,
    }


def public_entry(entry: LogEntry, version: int, table: Table) -> dict[str, Any]:
    """The public part of an entry. A choice is included once its round is over, and the seed of
    throws once the game is.
    """
    public, private = CODEC.write(entry)
    if isinstance(entry, Chose) and entry.round <= table.ply:
        public |= private
    if isinstance(entry, Opened) and table.status == "over" and entry.seed:
        public |= {"seed": entry.seed}
    return {"version": version, **public}


def seat_code(secret: str, table: Table, seat: int) -> str:
    """The 40-bit code by which an identity takes the seat back.

    Only servers of the same database can derive it.
    """
    chair = table.chairs[seat]
    return codes.short_code(secret, f"seat/1 {table.id} {seat} {chair.taken_at}")


def is_seat_code(secret: str, table: Table, seat: int, code: str) -> bool:
    """Return whether the code is the seat's, whatever its case and spacing."""
    return not table.chairs[seat].free and codes.is_code(code, seat_code(secret, table, seat))


def you_json(table: Table, holder: str, secret: str | None) -> dict[str, Any]:
    """The part of the table that only this identity may know. secret: the server's; without it
    there are no codes.
    """
    seats = table.seats_of(holder)
    codes = {} if secret is None else {seat: seat_code(secret, table, seat) for seat in seats}
    return {
        "seats": list(seats),
        "host": table.is_host(holder),
        "invited": bool(table.invited) and holder == table.invited,
        "codes": {str(seat): code for seat, code in codes.items()},
    }
