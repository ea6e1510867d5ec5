"""Dice and cards at live tables: thrown fairly, and seen by those only who may see them."""

from __future__ import annotations

import dataclasses
import itertools
import re
from hashlib import sha256
from typing import Any

import pytest

from ludarium import catalogue
from ludarium.tables import requests
from ludarium.tables.entries import Moved, Opened, Sat
from ludarium.tables.report import public_entry, table_json
from ludarium.tables.table import Table, fold
from ludarium.tables.throw_proofs import throws_json
from ludarium.tables.throws import new_seed, seed_commitment
from recording import READ, Recorder, same
from tables_help import HOST, NEW_YEAR, SECRET, Site, Visitor

TABLE = "k3v9q2ma"
OPTIONS: dict[str, Any] = {
    "game": "ur",
    "ruleset": "short",
    "seats": 2,
    "clock": {"kind": "none"},
}


def played(seed: str, *shares: str) -> list[Any]:
    """The log of a game of dice in which both play the first legal move, each with a share."""
    log: list[Any] = [
        Opened(
            at=NEW_YEAR,
            options=OPTIONS,
            host=HOST,
            seed=seed,
            commitment=seed_commitment(TABLE, seed),
        )
    ]
    log += [
        Sat(at=NEW_YEAR, seat=seat, name="", holder=str(seat), share=f"{seat:02x}")
        for seat in range(2)
    ]
    table = fold(TABLE, log)
    for share in itertools.chain(shares, itertools.repeat("")):
        if table.status == "over":
            return log
        (seat,) = table.waiting
        move = table.position.legal_for(seat)[0].text
        log.append(Moved(at=NEW_YEAR, seat=seat, move=move, share=share))
        table = table.after(log[-1])
    raise AssertionError("there is no end of shares")


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_throws_follow_from_seed_and_shares() -> None:
    check_throws(played("5eed", "aa", "bb", "", "cc"))


def test_moves_are_undone_until_dice_are_thrown_and_throws_still_follow() -> None:
    """Shares that came with undone moves count, as everybody has seen them."""
    options = {
        **OPTIONS,
        "game": "backgammon",
        "ruleset": catalogue.find("backgammon").ruleset().name,
    }
    log: list[Any] = played("5eed")[:3]
    log[0] = dataclasses.replace(log[0], options=options)
    table, undone = fold(TABLE, log), 0
    for n in itertools.count():
        if table.status == "over":
            break
        (seat,) = table.waiting
        if table.moves_to_undo and n % 3 == 0:
            before = table.position.before
            log.append(requests.undo(table, seat, str(seat), table.ply, NEW_YEAR))
            table = table.after(log[-1])
            assert table.position == before
            undone += 1
        else:
            move = table.position.legal_for(seat)[-1].text
            log.append(Moved(at=NEW_YEAR, seat=seat, move=move, share=f"{n:04x}"))
            table = table.after(log[-1])
    assert undone > 5
    check_throws(log)


def check_throws(log: list[Any]) -> None:
    """As docs/fair-choices.md describes it, computed once more by what is public after the end."""
    table = fold(TABLE, log)
    told = throws_json(TABLE, log)
    assert told["commitment"] == digest("ludarium-seed/1 k3v9q2ma 5eed")
    assert len(told["throws"]) == table.throws > 20
    shares, by_version = told["commitment"], {}
    for version, entry in enumerate(log, 1):
        public = public_entry(entry, version, table)
        if public.get("share"):
            shares = digest(f"ludarium-share/1 {shares} {public['share']}")
        by_version[version] = shares
    for throw in told["throws"]:
        text = f"ludarium-throw/1 k3v9q2ma {throw['number']} 5eed {by_version[throw['version']]}"
        weights = [weight for _, weight in throw["outcomes"]]
        left = int(digest(text), 16) % sum(weights)
        sums = itertools.accumulate(weights)
        place = next(n for n, top in enumerate(sums) if left < top)
        assert throw["outcome"] == throw["outcomes"][place][0]


def test_nobody_alone_decides() -> None:
    def throws(seed: str, *shares: str) -> list[str]:
        return [one["outcome"] for one in throws_json(TABLE, played(seed, *shares))["throws"]]

    assert throws("5eed", "aa") == throws("5eed", "aa")
    for other in (throws("5eee", "aa"), throws("5eed", "ab"), throws("5eed", "aa", "01")):
        assert throws("5eed", "aa") != other
    assert throws("5eed", "aa")[0] == throws("5eed", "ab")[0]  # made before that share
    assert len({new_seed() for _ in range(100)}) == 100


def test_the_seed_is_told_when_the_game_is_over() -> None:
    log = played("5eed")
    before, after = fold(TABLE, log[:-1]), fold(TABLE, log)
    assert (before.status, after.status) == ("live", "over")
    for table, told in ((before, False), (after, True)):
        shown = f"{table_json(table, str, NEW_YEAR, [False] * 2)}{public_entry(log[0], 1, table)}"
        assert ("5eed" in shown) == told


def test_a_throw_is_not_taken_back() -> None:
    table = fold(TABLE, played("5eed")[:8])
    assert not table.may_take_back
    assert not table_json(table, str, NEW_YEAR, [False] * 2)["takebacks"]


def test_logs_without_seeds_can_be_read() -> None:
    """As they were written before there was chance."""
    table = Table("old")
    options = {**OPTIONS, "game": "yoxii", "ruleset": "standard"}
    table.apply(Opened(at=NEW_YEAR, options=options, host=HOST))
    assert table.commitment == ""


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, dict[str, Recorder]]]:
    """Eight tables with two cards each, as they were dealt, with what each reader received before
    the end.
    """
    found = []
    with Site.opened(tmp_path_factory.mktemp("server")) as site:
        players = {"Ana": site.visitor("Ana"), "Petr": site.visitor("Petr")}
        readers = {
            **players,
            "watcher": site.visitor("Watcher", **{"accept-language": "cs"}),
            "stranger": site.newcomer(origin=site.address),
        }
        for reader in readers.values():
            reader.get("/")  # who comes for the first time gets a cookie
        for _ in range(8):
            table = players["Ana"].open("kuhn", "me", None)
            players["Petr"].sit(table, 1)
            recorders = {name: record(table, name, reader) for name, reader in readers.items()}
            players["Ana"].move(table, 0, 2, "bet")
            for name, reader in readers.items():
                record(table, name, reader, recorders[name])
            assert readers["stranger"].refused("GET", f"/api/tables/{table}/throws") == "not-now"
            players["Petr"].move(table, 1, 3, "fold")
            moves = players["Ana"].table(table)["moves"]
            found.append(("".join(move["text"] for move in moves[:2]), recorders))
    return found


def record(table: str, name: str, reader: Visitor, recorder: Recorder | None = None) -> Recorder:
    """Look everywhere, with all that differs between two tables under one name."""
    recorder = recorder or Recorder()
    first = len(recorder.received)
    recorder.read(table, **{name: reader})
    for viewer in (0, 1):
        with reader.watching(f"/tables/{table}/watch?scene=1&viewer={viewer}") as watch:
            watch.next()
            recorder.keep_messages(f"{name} hears", watch)
    cut = [
        (what, re.sub(r'"here":(true|false)', "", same(received, [table])).encode())
        for what, received in recorder.received[first:]
        if "/api/tables?" not in what and not what.endswith((": /", ": /account"))  # of all tables
    ]
    recorder.received[first:] = cut
    return recorder


@pytest.mark.parametrize("name", ["Ana", "Petr", "watcher", "stranger"])
def test_nothing_depends_on_a_card_that_is_not_shown(
    dealt: list[tuple[str, dict[str, Recorder]]], name: str
) -> None:
    known = {"Ana": slice(0, 1), "Petr": slice(1, 2)}.get(name, slice(0, 0))
    alike: dict[str, list[tuple[str, list[Any]]]] = {}
    for cards, recorders in dealt:
        alike.setdefault(cards[known], []).append((cards, recorders[name].received))
    for group in alike.values():
        for cards, received in group[1:]:
            for (what, one), (_, other) in zip(group[0][1], received, strict=True):
                assert one == other, (
                    f"{what} tells {group[0][0]} from {cards}: {difference(one, other)}"
                )
    assert len({cards for cards, _ in dealt}) > 2  # else nothing was compared


def difference(one: bytes, other: bytes) -> str:
    """Where two recordings begin to differ, with what is around it."""
    pairs = enumerate(zip(one, other, strict=False))
    at = next((n for n, (sign, other_sign) in pairs if sign != other_sign), 0)
    return f"...{one[max(0, at - 100) : at + 60]!r} but ...{other[max(0, at - 100) : at + 60]!r}"


def test_what_is_shown_is_recorded(dealt: list[tuple[str, dict[str, Recorder]]]) -> None:
    """The same recording tells a player's own cards apart: it looks closely enough."""
    told = {cards[0]: recorders["Ana"].all for cards, recorders in dealt}
    assert len(set(told.values())) == len(told) > 1
    assert len(READ) > 10
    assert SECRET not in str(told)
