"""What is printed: sheets with boards and pieces, and addresses that last."""

from __future__ import annotations

import json
import re
from html import unescape
from xml.etree import ElementTree

import httpx
import pytest

import ludarium
from ludarium.draw.paper import HEIGHT, MARGIN, WIDTH, loose_pieces
from ludarium.languages import LANGUAGES
from playing import DISTINCT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("game", "seats", "pieces"),
    [("yoxii", 2, 18 + 18 + 1), ("aiyawatstani", 2, 20 + 20), ("ahyoheek", 5, 5 * (3 + 9))],
)
def test_all_pieces_are_cut_out(address: str, game: str, seats: int, pieces: int) -> None:
    """Of Ahyoheek three cards and three markers of each symbol a seat: it holds at most seven."""
    loose = loose_pieces(ludarium.start(game, seats=seats).view)
    assert sum(one.number for one in loose) == pieces
    ruleset = ludarium.find(game).rulesets[0].name
    page = unescape(httpx.get(f"{address}/rules/{game}/{ruleset}").text)
    sheets = re.findall(r'href="(/rules/[^"]+/paper/pieces-\d\.svg[^"]*)"', page)
    drawn = [ElementTree.fromstring(httpx.get(address + sheet).text) for sheet in sheets]
    lines = [line for sheet in drawn for line in sheet.findall(f"{SVG}rect")]
    assert len(lines) == pieces
    for line in lines:
        x, y, width, height = (float(line.attrib[key]) for key in ("x", "y", "width", "height"))
        assert x >= MARGIN
        assert y >= MARGIN
        assert x + width <= WIDTH - MARGIN
        assert y + height <= HEIGHT - MARGIN


@pytest.mark.parametrize("game", DISTINCT)
def test_every_board_fits_a_sheet(address: str, game: str) -> None:
    ruleset = ludarium.find(game).rulesets[0].name
    found = httpx.get(f"{address}/rules/{game}/{ruleset}/paper/board.svg").text
    sheet = ElementTree.fromstring(found)
    assert (sheet.attrib["width"], sheet.attrib["height"]) == ("210mm", "297mm")
    board = sheet.find(f"{SVG}svg")
    assert board is not None
    x, y, width, height = (float(board.attrib[key]) for key in ("x", "y", "width", "height"))
    assert x >= MARGIN
    assert x + width <= WIDTH - MARGIN + 0.01
    assert y + height <= HEIGHT - MARGIN
    missing = httpx.get(f"{address}/rules/{game}/{ruleset}/paper/pieces-99.svg")
    assert missing.status_code == 404


def test_addresses_that_last(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        page = client.get("/id/DLP.GameRulesets.3037").headers["location"]
        assert page == "/rules/aiyawatstani/ludii-4"
        assert client.get("/id/yoxii").headers["location"] == "/rules/yoxii/standard"
        for name in ludarium.names():
            for ruleset in ludarium.find(name).rulesets:
                found = client.get(f"/id/{name}/{ruleset.name}").headers["location"]
                assert found == f"/rules/{name}/{ruleset.name}"
        for odd in ("DLP.GameRulesets.3036", "yoxi", "x" * 10_000, "yoxii/bot", "yoxi/both"):
            answer = client.get(f"/id/{odd}")
            assert answer.status_code == 404, odd
            assert "There is no" in unescape(answer.text)
        czech = client.get("/rules/yoxii/bot", headers={"accept-language": "cs"}).text
        assert "Until neither can move" not in czech
        assert "Dokud může aspoň jeden" in czech


def test_machines_are_told_what_a_page_is_about(address: str) -> None:
    for language in LANGUAGES:
        page = httpx.get(
            f"{address}/rules/aiyawatstani/ludii-4", headers={"accept-language": language}
        ).text
        (told,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
        known = json.loads(told)
        assert (known["@type"], known["@id"]) == ("Game", f"{address}/id/aiyawatstani/ludii-4")
        assert known["identifier"]["value"] == "DLP.GameRulesets.3037"
        assert known["sameAs"].endswith("?keyword=Aiyawatstani&variant=3037")
        assert known["sameAs"] in unescape(page)
        assert known["numberOfPlayers"]["maxValue"] == 2
