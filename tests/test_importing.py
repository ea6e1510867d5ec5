"""Players from CSV: every encoding and separator that spreadsheets write; what does not fit is
named, and nothing is half imported.
"""

from __future__ import annotations

import pytest

from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.encodings import ENCODINGS, TOLD, decoder
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.importing import Row, add_all, read_players
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports.exporting import as_csv
from ludarium.tournaments.tournament import Tournament

PETR = Actor("organiser", "Petr")
TEXT = "name,rating\nAna,1500\nŽofie,\n"
FOUND = [Row(2, "Ana", 1500.0, None), Row(3, "Žofie", None, None)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_spreadsheets_write(encoding: str, separator: str, end: str) -> None:
    data = TEXT.replace(",", separator).replace("\n", end).encode(encoding)
    assert read_players(data) == FOUND


def test_what_excel_writes_beside() -> None:
    """The line that tells the separator, groups of digits, and decimal commas."""
    text = "sep=;\r\nname;rating\r\nAna;1 600\r\nEva;1.650,5\r\nIda;1,700\r\nOto;1600.5\r\n"
    ratings = [(row.number, row.rating) for row in read_players(text.encode())]
    assert ratings == [(3, 1600), (4, 1650.5), (5, 1700), (6, 1600.5)]


@pytest.mark.parametrize(
    "name",
    ["\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\U0001f468\u200d\U0001f469\u200d\U0001f467"],
)
def test_names_keep_the_joiners_of_their_script(name: str) -> None:
    assert read_players(f"name\n{name}\n".encode())[0].name == name
    plain = name.replace("\u200c", "").replace("\u200d", "")
    with pytest.raises(TournamentError, match="row 3"):  # the same but for a joiner
        read_players(f"name\n{name}\n{plain}\n".encode())


def test_two_columns_of_names_are_both_told() -> None:
    with pytest.raises(TournamentError, match=r"columns 1 and 3 are both 'name'.*'Name'.*'Player'"):
        read_players(b"Name,Elo,Player\nAna,1500,Ana\n")


def test_other_columns_quotes_and_headings() -> None:
    data = 'Rtg;Klub;HRÁČ;Bot\n1500,5;"a;b";"Nová,\nAna";\n;;  Petr ;level:3\n\n;;;\n'.encode()
    assert read_players(data) == [
        Row(2, "Nová, Ana", 1500.5, None),
        Row(4, "Petr", None, "level:3"),
    ]


def test_an_encoding_that_is_named() -> None:
    data = TEXT.encode("cp1250")
    assert read_players(data, "windows-1250") == FOUND
    with pytest.raises(
        TournamentError,
        match="row 3, byte 1: not UTF-8 text; expected UTF-8 or UTF-16, or that the encoding is "
        "named",
    ):
        read_players(data)
    with pytest.raises(TournamentError, match="there is no encoding 'klingon'"):
        read_players(data, "klingon")


@pytest.mark.parametrize(
    "name", ["CP1250", "windows_1250", "latin2", "ISO-8859-2", "UTF8", "utf-8-sig", "utf_16"]
)
def test_other_names_of_encodings(name: str) -> None:
    assert read_players(TEXT.encode(name), name) == FOUND


@pytest.mark.parametrize("name", ["punycode", "idna", "unicode_escape", "raw_unicode_escape", "x"])
def test_encodings_that_no_spreadsheet_writes(name: str) -> None:
    with pytest.raises(
        TournamentError, match=f"there is no encoding '{name}' here: expected one of utf-8, utf-16"
    ):
        read_players(b"a" * 2_000_000, name)


def test_all_that_is_read_is_told() -> None:
    told = TOLD.replace(" to ", ", ").split(", ")
    assert set(told) <= set(ENCODINGS)
    for name in ENCODINGS:
        assert decoder(name) == name
        assert read_players("name\nAna\n".encode(name), name) == [Row(2, "Ana", None, None)]


def test_more_rows_than_players() -> None:
    with pytest.raises(TournamentError, match="there are more than 11000 rows"):
        read_players(b"name\n" + b"a\n" * 12_000)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("\n\n", "the file is empty"),
        ("nick,rating\nAna,1\n", "row 1: there is no column 'name', only 'nick' and 'rating'"),
        ("name,name\nAna,Ana\n", "row 1: columns 1 and 2 are both 'name'"),
        (
            "name,rating\nAna,1500\nBor,strong\n",
            "row 3, column 'rating': 'strong' is no rating: expected a number",
        ),
        ("name,rating\nAna,nan\n", "row 2, column 'rating'"),
        ("name,rating\nAna,1500,7\n", "row 2: 3 values for 2 columns"),
        ("name,rating\n,1500\n", "row 2, column 'name': the name of a player is ''"),
        ("name\nAna\nBor\n\nana\n", "row 5, column 'name': ana is in row 2 already"),
        ('name\n"Ana\n', "row 2: unexpected end of data"),
        ("name\nA\x00na\n", "row 2"),
    ],
)
def test_what_does_not_fit(text: str, message: str) -> None:
    with pytest.raises(TournamentError, match=message):
        read_players(text.encode())


def test_all_or_none() -> None:
    event = Tournament("t").after(
        requests.create(PETR, 0.0, "T", Options.checked(format="swiss", game="yoxii"))
    )
    event = event.after(requests.add(event, PETR, 1.0, "Bor"))
    with pytest.raises(TournamentError, match="row 3: there is a player bor already"):
        add_all(event, PETR, 2.0, read_players(b"name\nAna\nbor\n"))
    with pytest.raises(
        TournamentError, match="row 3: There is no bot 'levl:3': expected level:1 to level:8"
    ):
        add_all(event, PETR, 2.0, read_players(b"name,bot\nAna,\nRobot,levl:3\n"))
    assert len(event.players) == 1
    entries = add_all(event, PETR, 2.0, read_players(b"name,bot\nAna,\nRobot,level:3\n"))
    assert [entry.KIND for entry in entries] == ["added", "added"]
    assert len(event.players) == 1, "deciding changes nothing"
    for entry in entries:
        event = event.after(entry)
    assert (event.players[PlayerId(3)].name, event.players[PlayerId(3)].agent) == (
        "Robot",
        "level:3",
    )


def test_what_is_exported_is_imported() -> None:
    event = Tournament("t").after(
        requests.create(PETR, 0.0, "T", Options.checked(format="swiss", game="yoxii"))
    )
    for entry in add_all(event, PETR, 1.0, read_players(TEXT.encode())):
        event = event.after(entry)
    again = read_players(as_csv(event).encode())
    assert {(row.name, row.rating) for row in again} == {(row.name, row.rating) for row in FOUND}
