"""The contract of stores of logs: the first commit of a number wins, and all of it is written or
nothing, wherever the process is killed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from databases import engine_of, killed_at_each_statement, rows_of
from ludarium.cli import desk
from ludarium.database import schema
from ludarium.database.store import LONG, Store, database_url
from ludarium.database.upgrade import upgrade
from ludarium.database.writer import Writer
from ludarium.eventlog.store import Commit, StreamName
from ludarium.tables import requests as table_requests
from ludarium.tables.projections import commit_of as commit_of_table
from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Added, Entry, log_to_text
from ludarium.tournaments.options import Options
from ludarium.tournaments.server.projections import commit_of as commit_of_tournament
from ludarium.tournaments.tournament import fold
from serving import database_of
from tables_help import Desk

KINDS = ["sqlite", "postgresql"]
ORGANISER = Actor("organiser", "Petr")


def table_commits() -> list[Commit]:
    """A table is opened; one who sat down leaves and comes again, another comes, and moves."""
    table = Desk("yoxii", "ana", "")
    commits = [commit_of_table(table.table, *table.log)]

    def note(act: Callable[..., None], *arguments: object) -> None:
        before = table.table
        act(*arguments)
        commits.append(commit_of_table(table.table, table.log[-1], before=before))

    note(table.ask, table_requests.leave, 0, "ana")
    note(table.seat, 0, "ana")
    note(table.seat, 1, "petr")
    note(table.move, "e5/3f5")
    return commits


def tournament_log() -> list[Entry]:
    """A tournament is announced, a list of players comes, and it starts."""
    options = Options.checked(format="lives", game="ahyoheek")
    log = [requests.create(ORGANISER, 1.0, "Cup", options, seed=1, holder="petr")]
    for number in range(LONG + 1):
        log.append(Added(at=2.0, by="organiser:Petr", name=f"P{number}", holder=f"p{number}"))
    return [*log, requests.start(fold("cup", log), ORGANISER, 3.0)]


def tournament_commits() -> list[Commit]:
    """The same in three steps."""
    log = tournament_log()
    return [
        commit_of_tournament(fold("cup", log[:last]), log[first:last])
        for first, last in ((0, 1), (1, len(log) - 1), (len(log) - 1, len(log)))
    ]


COMMITS: dict[StreamName, Callable[[], list[Commit]]] = {
    "table": table_commits,
    "tournament": tournament_commits,
}


@pytest.mark.parametrize("stream", COMMITS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_commit_is_written_whole_or_not_at_all(
    kind: str, stream: StreamName, tmp_path: Path
) -> None:
    with database_of(kind, tmp_path) as database:
        url = database_url(database)
        upgrade(url)
        with engine_of(url).begin() as connection:  # its size grows with the log
            row = {"kind": "tournament", "id": "cup", "holder": "petr", "size": 0, "since": 0.0}
            row |= {"address": "", "network": ""}
            connection.execute(schema.owned.insert(), row)
        for commit in COMMITS[stream]():
            before = rows_of(url)

            def write(commit: Commit = commit) -> None:
                writer = Writer(url, "here")
                assert writer.write([commit]) == [True]
                writer.close()

            kills = 0
            for _ in killed_at_each_statement(write):
                assert rows_of(url) == before
                kills += 1
            assert kills >= 3  # entries, the row for lists, the end of the transaction
            after = rows_of(url)
            assert after != before
            write()
            assert rows_of(url) == after, "what was written, but not acknowledged, is not repeated"


@pytest.mark.parametrize("kind", KINDS)
def test_of_rivals_the_first_wins(kind: str, tmp_path: Path) -> None:
    """They come at once, with commits of other logs, of which none is held up."""

    async def check(database: str) -> None:
        async with Store.opened(database) as store:
            first, second = table_commits()[0], tournament_commits()[0]
            rivals = [
                one._replace(entries=(('{"kind": "other"}', "{}"),)) for one in (first, second)
            ]
            bystander = first._replace(log_id="another", row={**first.row, "id": "another"})
            commits = [first, second, *rivals, bystander]
            written = await asyncio.gather(*map(store.append, commits))
            assert written == [True, True, False, False, True]
            for commit in (first, second):
                assert len(await store.load(commit.stream, commit.log_id)) == len(commit.entries)
            again = await asyncio.gather(*map(store.append, commits))
            assert again == written

    with database_of(kind, tmp_path) as database:
        asyncio.run(check(database))


def test_the_desk_keeps_the_same_contract(tmp_path: Path) -> None:
    path, log = tmp_path / "cup.event", tournament_log()
    assert desk.append(path, 1, log[:1])
    assert not desk.append(path, 1, log[:1])
    assert desk.append(path, 2, log[1:])
    before = path.read_bytes()
    assert before.decode() == log_to_text(log)
    assert not desk.append(path, 2, log[1:2]), "another command was first"
    assert path.read_bytes() == before
