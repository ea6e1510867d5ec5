"""Whole games in a real browser, by mouse, touch and keyboard; and what pages must not have."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

import ludarium
from browsing import CHROMIUM, DESK, PHONE, TOO_WIDE, Player, check_accessible, players, served
from ludarium.draw.board_styles import BOARD_STYLES
from ludarium.draw.piece_sets import PIECE_SETS
from ludarium.languages import LANGUAGES
from ludarium.play.position import Position
from ludarium.rules.generic import CHANCE
from playing import DISTINCT, RELATED, SAMPLE, drawn
from serving import free_port

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")

# a short one of those that are data on one engine
PLAYED = [*(name for name in DISTINCT if name not in (*SAMPLE, *RELATED)), "fanoron-telo"]
SEATS = {"ahyoheek": 3}
RULESETS = {
    "backgammon": "hyper",
    "hex": "7",
    "dotsandboxes": "2",
    "international": "russian",
}
# Whole games that are short, where random ones are long.
SHORT_GAMES = {
    "aiyawatstani": "C5-E5 C7-C5 E5xC7 E7-E5 C7-E7 C9-C7 E7-D6 E9-E7",
    "alquerque": "B2-C3 B3-B2 C3-B3 B2-C3 B1-B2",
    "xiangqi": "Cb3-b6 Af10-e9 Cb6-c6 Hh10-g8 Pa4-a5 Ch8-h10 Cc6xc10",
    "chess": "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
    "connect4": "e e f e g f d",
    "draughts": """
        11-16 24-19 9-14 22-18 6-9 25-22 2-6 18-15 9-13 15-11 8x15 15x24 27x20 20x11 11x2 3-7 2x11
        10-15 11x18 18x9 9x2 13-17 21x14 4-8 23-19 12-16 19x12 12x3 1-6 2x9""",
    "go": "e5 c3 e3 pass g4 pass pass",
    "gomoku": "h8 g9 i8 h10 j8 k8 g8 i7 f8",
    "hex": "d1 a1 d2 a2 d3 a3 d4 a4 d5 a5 d6 a6 d7",
    "international": """
        c3-b4 f6-e5 b2-c3 d6-c5 b4xd6 d6xf4 c7-d6 f4-e5 d6xf4 e3xg5 h6xf4 g3xe5 e7-d6 e5xc7 c7xa5
        d8-e7 c1-b2 e7-d6 h2-g3 f8-e7 g3-f4 d6-e5 f4xd6 d6xf8 f8xh6 h8-g7 h6xf8 a7-b6 a5xc7 b8xd6
        f8xc5""",
    "morris": "a7 a4 c4 d7 b2 d2 g4 f4 c5 c3 e5 d5 e4 e3 g7 g1 f2 b4",
    "othello": "c4 c5 c6 c3 c2 d6 e6 b4 a4",
    "oware": "b1 a2 b1 c2 b1 b2 c1 d2 f1 e2 d1 e2 a1 f2 f1 b2 d1 c2 e1 b2 b1 e2 f1",
    "tafl": "f4-f6 d5-f5 b4-b5 d3-f3 d6-a6 d4-d6 b5-d5",
    "yoxii": "e5/4f5 f6/1e5 g5/4f4 f6/4e6 g5/4g4 f6/2e7 g5/1f6",
}
MEANS = ("mouse", "touch", "keyboard")


def seated(people: list[Player], game: str, **options: Any) -> str:
    """A table at which all sit, in order: the first opened it, the others came by its address."""
    table = people[0].open_table(game=game, seats=len(people), sit=["me"], **options)
    for player in people:
        player.visit(table)
        if player is not people[0]:
            player.take_seat()
            expect(player.page.locator("#near")).to_contain_text(player.name)
    return table


def game_moves(game: str, seats: int) -> list[dict[int, str]]:
    """A whole game: for each turn, the moves by seat."""
    position = ludarium.start(game, RULESETS.get(game), seats)
    if game in SHORT_GAMES:
        turns = []
        for move in SHORT_GAMES[game].split():
            turns.append({position.movers[0]: move})
            position = position.play(move)
        assert position.over
        return turns
    chance = random.Random(3)
    turns = []
    while not position.over:
        moves = {seat: chance.choice(position.legal_for(seat)) for seat in position.movers}
        turns.append({seat: move.text for seat, move in moves.items()})
        position = position.play(moves)
    return turns


def play_by_chance(people: list[Player]) -> None:
    """Play a game with chance to its end; every browser must come to every position."""
    source, means = random.Random(3), itertools.cycle(MEANS)
    while (table := people[0].api(f"/tables/{people[0].table}"))["status"] == "live":
        (seat,) = table["movers"]
        legal = people[seat].api(f"/tables/{people[seat].table}/legal")["legal"][str(seat)]
        people[seat].make(seat, source.choice(legal)["move"], next(means))
        after = table
        while after["ply"] == table["ply"] or after["movers"] == [CHANCE]:
            people[0].page.wait_for_timeout(20)
            after = people[0].api(f"/tables/{people[0].table}")
        for player in people:
            expect(player.page.locator("#board")).to_have_attribute("data-ply", str(after["ply"]))


def play_out(people: list[Player], game: str, *by: str) -> Position:
    """Play the whole game; every browser must show every position."""
    means = itertools.cycle(by)
    position = ludarium.start(game, RULESETS.get(game), len(people))
    for ply, turn in enumerate(game_moves(game, len(people)), 1):
        for seat, move in turn.items():
            people[seat].make(seat, move, next(means))
        position = position.play(dict(turn))
        for player in people:
            expect(player.page.locator("#board")).to_have_attribute("data-ply", str(ply))
    return position


@pytest.mark.parametrize("game", PLAYED)
def test_a_whole_game_by_all_means(browser: Browser, address: str, game: str) -> None:
    """One move by mouse, the next by touch, the next by keyboard."""
    with players(
        browser,
        address,
        SEATS.get(game, 2),
        viewport=DESK,
        has_touch=True,
        reduced_motion="reduce",
    ) as people:
        ruleset = RULESETS.get(game)
        seated(people, game, **({"ruleset": ruleset} if ruleset else {}))
        if ludarium.find(game).has_chance:
            play_by_chance(people)
            expect(people[0].page.locator(".ending")).to_be_visible()
            people[0].page.get_by_text("Check that chance was fair").click()
            expect(people[0].page.locator(".ending")).to_contain_text("Checked: all")
        else:
            check_end(people, play_out(people, game, *MEANS))


def test_a_whole_game_on_a_phone(browser: Browser, address: str) -> None:
    """By touch, and with what moves on the board."""
    with players(browser, address, 2, viewport=PHONE, has_touch=True, is_mobile=True) as people:
        seated(people, "ahyoheek")
        check_end(people, play_out(people, "ahyoheek", "touch"))


def check_end(people: list[Player], last: Position) -> None:
    for player in people:
        shown = player.api(f"/tables/{player.table}")
        assert shown["status"] == "over"
        assert shown["result"]["returns"] == list(last.returns)
        expect(player.page.locator("#turn")).to_contain_text(shown["result"]["text"])
        assert player.api(f"/tables/{player.table}/scene")["text"] == last.text


PAGES = [
    "/",
    "/play/yoxii?with=bot",
    "/play/ahyoheek?with=friends",
    "/rules",
    "/rules/yoxii",
    "/rules/fair-choices",
    "/rules/aiyawatstani/ludii-4",
    "/rules/gomoku/swap",
    "/families/counters",
    "/account",
    "/games",
    "/ranking",
    "/api/docs",
    "/catalogue?kind=hunt",
    "/map",
    "/concepts/drama",
    "/concepts/like/chess/standard",
    "/parts",
    "/references",
    "/downloads",
    "/about",
]


def test_pages_are_accessible(browser: Browser, address: str) -> None:
    """In the dark; pages that look closely are looked at in the light, and tables in both."""
    with players(
        browser, address, 1, viewport=PHONE, color_scheme="dark", reduced_motion="reduce"
    ) as [reader]:
        for path in PAGES:
            reader.page.goto(address + path)
            check_accessible(reader.page, path)


@pytest.mark.parametrize(
    ("game", "scheme"), [("yoxii", "light"), ("aiyawatstani", "dark"), ("ahyoheek", "light")]
)
def test_tables_are_accessible(browser: Browser, address: str, game: str, scheme: Any) -> None:
    """While it waits for players, in the middle of the game, and at its end."""
    with players(
        browser, address, 2, viewport=DESK, color_scheme=scheme, reduced_motion="reduce"
    ) as people:
        table = people[0].open_table(game=game, seats=2, sit=["me"])
        people[0].visit(table)
        check_accessible(people[0].page, "waiting")
        people[1].visit(table)
        people[1].take_seat()
        expect(people[1].page.locator("#near")).to_contain_text(people[1].name)
        for ply, turn in enumerate(game_moves(game, 2)[:2], 1):
            for seat, move in turn.items():
                people[seat].make(seat, move, "mouse")
            for player in people:
                expect(player.page.locator("#board")).to_have_attribute("data-ply", str(ply))
        for player in people:
            check_accessible(player.page, "in mid-game")
        resign(people[0].page)
        expect(people[1].page.locator("[data-me-name]")).to_have_text(people[1].name)
        for player, outcome in zip(people, ("You lost", "You won"), strict=True):
            expect(player.page.locator("#turn")).to_contain_text(outcome)
            expect(player.page.locator("#turn")).to_contain_text("resigns")
            expect(player.page.locator(".ending h2")).to_have_text(outcome)
            expect(player.page).to_have_title(re.compile(outcome))
            check_accessible(player.page, "at the end")


def resign(page: Page) -> None:
    """Which takes a second click, and not one that is the half of a double click."""
    page.get_by_role("button", name="Resign").dblclick()
    expect(page.get_by_text("Give up this game?")).to_be_visible()
    page.get_by_role("button", name=re.compile("resign", re.IGNORECASE)).last.click()


@pytest.mark.parametrize("game", ["yoxii", "backgammon"])
def test_resigning_is_not_confirmed_where_it_was_asked(
    browser: Browser, address: str, game: str
) -> None:
    """Beside other actions, and as the only one, in windows of all sizes."""
    with players(browser, address, 1, reduced_motion="reduce") as [player]:
        page = player.page
        player.visit(player.open_table(game=game, sit=["me", "me"]))
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            asked = page.locator("[data-action=resign]").bounding_box()
            page.locator("[data-action=resign]").click()
            confirmed = page.locator("[data-action=yes]").bounding_box()
            assert asked
            assert confirmed
            apart = (
                asked["x"] + asked["width"] <= confirmed["x"]
                or confirmed["x"] + confirmed["width"] <= asked["x"]
                or asked["y"] + asked["height"] <= confirmed["y"]
                or confirmed["y"] + confirmed["height"] <= asked["y"]
            )
            assert apart, (width, height, asked, confirmed)
            page.locator("[data-action=no]").click()


def test_no_page_scrolls_sideways(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport={"width": 320, "height": 640}) as [reader]:
        table = reader.open_table(
            game="ahyoheek", seats=5, sit=["me", "level:1", "level:1", "level:1", "level:1"]
        )
        for path in [*PAGES, f"/table/{table}"]:
            reader.page.goto(address + path)
            assert reader.page.evaluate(TOO_WIDE) <= 0, f"{path} when it has come"
        expect(reader.page.locator("#board svg")).to_be_visible()
        assert reader.page.evaluate(TOO_WIDE) <= 0, "the table"


CUT_OFF = """() => [...document.querySelectorAll(".seat-name, .round-table th, .turn-text")]
    .filter((one) => one.checkVisibility()
        && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
    .map((one) => one.textContent)"""


@pytest.mark.parametrize("locale", ["en", "cs"])
def test_names_are_not_cut_off(browser: Browser, address: str, locale: str) -> None:
    """Those of bots, and of people who share a phone; while they choose, and when a round has been
    counted.
    """
    with players(browser, address, 1, viewport=PHONE, locale=locale) as [host]:
        host.name = "Bohumil Nováček"
        host.visit(
            host.open_table(
                game="ahyoheek", seats=5, sit=["me", "level:1", "level:1", "level:1", "me"]
            )
        )
        for seat in (0, 4):
            host.page.locator("#curtain button").click(timeout=30_000)
            assert host.page.evaluate(CUT_OFF) == []
            host.make(seat, "P", "mouse")
        expect(host.page.locator("#round table")).to_be_visible()
        assert host.page.evaluate(CUT_OFF) == []


def test_people_who_share_a_device_have_names(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport=PHONE) as [host]:
        host.page.goto(address)
        own_name = host.page.get_by_label("Your name at the table")
        own_name.fill("Maximilian of the longest names")
        own_name.press("Enter")
        expect(host.page.locator("#my-name-fault")).to_contain_text("expected at most 24")
        host.complaints.clear()  # the browser's own word on what was refused
        host.page.goto(f"{address}/play/ahyoheek?with=here")
        host.page.locator('.pick:has([name=seats][value="3"])').click()
        for at, name in enumerate(("Ana", "Petr", "Eva")):
            host.page.locator(".guest").nth(at).fill(name)
        host.page.locator("[data-start]").click()
        for name in ("Ana", "Petr", "Eva"):
            host.page.get_by_role("button", name=f"I am {name}").click()
            host.page.get_by_role("button", name="pen", exact=True).click()
        expect(host.page.locator("#round tbody th")).to_have_text(["Ana", "Petr", "Eva"])


def test_a_table_for_its_players_only(browser: Browser, address: str) -> None:
    """Others are told so, and a player who was forgotten comes back with the code alone."""
    with players(browser, address, 2, viewport=PHONE) as (owner, other):
        table = owner.open_table(game="yoxii", sit=["level:1", "me"], watch="players")
        code = owner.api(f"/tables/{table}")["you"]["codes"]["1"]
        other.page.goto(f"{address}/table/{table}")
        expect(
            other.page.get_by_role("heading", name="Only the players may watch this table.")
        ).to_be_visible()
        check_accessible(other.page, "closed")
        other.page.goto("about:blank")
        other.page.goto(f"{address}/table/{table}#seat={code}")
        expect(other.page).to_have_title(re.compile("Your turn|Waiting"))
        expect(other.page.locator("#board svg")).to_be_visible()
        other.complaints.clear()  # browsers say themselves that something was refused


def test_the_page_comes_back_when_the_server_does(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with (
        served(tmp_path, port) as address,
        players(browser, address, 2, viewport=DESK) as (first, second),
    ):
        seated([first, second], "yoxii")
        first.make(0, "d5/3d6", "mouse")
        expect(second.page.locator("#board")).to_have_attribute("data-ply", "1")
        with served(tmp_path, port, after=first.page.locator("#connection").wait_for):
            second.make(1, "e5/2e4", "mouse")
            for player in (first, second):
                expect(player.page.locator("#connection")).to_be_hidden()
                expect(player.page.locator("#board")).to_have_attribute("data-ply", "2")
            for offline in (True, False):
                first.context.set_offline(offline)
                expect(first.page.locator("#connection")).to_be_visible(visible=offline)
            for player in (first, second):
                player.page.goto("about:blank")
                player.complaints.clear()  # browsers say themselves that a connection failed


def test_a_move_that_nobody_answers_is_sent_again(browser: Browser, address: str) -> None:
    """A connection may only seem to stand."""
    sent: list[dict[str, Any]] = []
    asked: list[str] = []

    def lose_the_first(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            sent.append(json.loads(message))
            if len(sent) > 1:
                server.send(message)

        socket.on_message(pass_on)

    with players(browser, address, 2, viewport=DESK) as (first, second):
        first.page.clock.install()
        first.page.route_web_socket(re.compile("/watch"), lose_the_first)
        seated([first, second], "yoxii")
        first.page.on("request", lambda request: asked.append(request.method))
        first.make(0, "d5/3d6", "mouse")
        expect(first.page.locator("#board")).to_have_attribute("data-ply", "0")
        for _ in range(2):  # until it gives up, and until it looks at the table
            first.page.clock.fast_forward(10_000)
        for player in (first, second):
            expect(player.page.locator("#board")).to_have_attribute("data-ply", "1")
        assert [(message["type"], message["ply"]) for message in sent] == [("move", 0)] * 2
        assert "POST" not in asked


def test_a_move_after_signing_up_in_another_tab(browser: Browser, address: str) -> None:
    """The page's WebSocket was opened by the guest whom nobody is any more."""
    with players(browser, address, 1, viewport=DESK) as [player]:
        player.visit(player.open_table(game="yoxii", sit=["me", "me"]))
        expect(player.page.locator("#turn")).to_contain_text("Move the totem")
        asked(player, "/accounts", name=unused_name("Twotabs"), password="a long password")
        for ply, (seat, move) in enumerate([(0, "d5/3d6"), (1, "e5/2e4")], 1):
            player.make(seat, move, "mouse")
            expect(player.page.locator("#board")).to_have_attribute("data-ply", str(ply))


def test_signing_out_leaves_nothing_of_the_account_in_other_tabs(
    browser: Browser, address: str
) -> None:
    with players(browser, address, 1, viewport=DESK) as [player]:
        player.page.goto(address)
        name = unused_name("Twotabsout")
        asked(player, "/accounts", name=name, password="a long password")
        other = player.context.new_page()
        other.goto(f"{address}/account")
        expect(other.get_by_role("heading", name=name)).to_be_visible()
        player.page.goto(f"{address}/account")
        player.page.get_by_role("button", name="Sign out", exact=True).click()
        for page in (player.page, other):
            expect(page.get_by_role("heading", name="You are a guest")).to_be_visible()


def test_whoever_stops_looking_too_late_stays_in_the_game(browser: Browser, address: str) -> None:
    with players(browser, address, 2, viewport=PHONE, reduced_motion="reduce") as people:
        ana, petr = (player.page for player in people)
        held: list[Route] = []
        link = "[data-alone=wait]"
        ana.goto(f"{address}/play/leduc")
        ana.locator(link).click()
        expect(ana.get_by_text("Looking for an opponent")).to_be_visible()
        ana.route("**/api/tables/*/seats/*", lambda route: held.append(route))
        ana.get_by_role("button", name="Stop looking").click()
        petr.goto(f"{address}/play/leduc")
        petr.locator(link).click()
        expect(petr.locator("#turn")).to_be_visible()
        held[0].continue_()
        expect(ana.get_by_text("you can resign, but not leave")).to_be_visible()
        expect(ana.locator("#turn")).to_be_visible()
        assert ana.url == petr.url
        people[0].complaints.clear()  # browsers say themselves that a request was refused


def test_one_click_starts_a_game_against_a_bot(browser: Browser, address: str) -> None:
    """The options of a game keep the level that was chosen there."""
    with players(browser, address, 1, viewport=PHONE) as [visitor]:
        for game, level in (("yoxii", "3"), ("hex", "3"), ("yoxii", "5")):
            visitor.page.goto(f"{address}/play/{game}?with=bot")
            expect(visitor.page.locator("#seat-1")).to_have_value(f"level:{level}")
            if game == "yoxii":
                visitor.page.locator("#seat-1").select_option("level:5")
        visitor.page.goto(f"{address}/play/yoxii?with=bot")
        visitor.page.locator("#seat-1").select_option("level:1")
        visitor.page.locator("[data-start]").click()
        expect(visitor.page).to_have_title(re.compile("Your turn.* vs Wren$"), timeout=20_000)
        expect(visitor.page.locator("#far")).to_contain_text("level 1")
        visitor.table = visitor.page.url.rpartition("/")[2]
        before = visitor.api(f"/tables/{visitor.table}")
        [seat] = before["you"]["seats"]
        visitor.make(
            seat,
            visitor.api(f"/tables/{visitor.table}/legal")["legal"][str(seat)][0]["move"],
            "mouse",
        )
        expect(visitor.page.locator("#board")).to_have_attribute(
            "data-ply", str(before["ply"] + 2), timeout=30_000
        )


def test_play_now_is_a_game_at_once_and_another_may_take_the_place_of_the_bot(
    browser: Browser, address: str
) -> None:
    with players(browser, address, 2, viewport=PHONE, reduced_motion="reduce") as people:
        ana, petr = (player.page for player in people)
        for page in (ana, petr):
            page.goto(address)
        pick = '.picks [data-game="yoxii"] a'
        ana.locator(pick).click()
        expect(ana.locator("#turn")).to_contain_text(re.compile("Your turn|Wren"))
        expect(ana.locator("#far")).to_contain_text("level 1")
        petr.locator(pick).click()
        expect(ana.get_by_text("wants to play this game, too")).to_be_visible()
        check_accessible(ana, "somebody asks for the place of the bot")
        waiting = petr.locator("[data-play-now]").first  # on the page of the game
        expect(waiting).to_have_attribute("aria-busy", "true")
        ana.get_by_role("button", name=re.compile("^Play ")).click()
        petr.wait_for_url(ana.url)
        for page in (ana, petr):
            expect(page.locator("#far")).not_to_contain_text("level 1")
            expect(page.locator("#notices .card")).to_have_count(0)


def test_two_who_click_play_now_meet(browser: Browser, address: str) -> None:
    with players(browser, address, 3, viewport=PHONE, reduced_motion="reduce") as people:
        ana, petr, eva = (player.page for player in people)
        link = "[data-alone=wait]"
        petr.goto(address)
        crowd = petr.locator('#games [data-game="kuhn"] small')
        expect(crowd).to_have_text("1 min")
        ana.goto(f"{address}/play/kuhn")
        ana.locator(link).click()
        expect(ana.get_by_text("Looking for an opponent")).to_be_visible()
        check_accessible(ana, "waiting for an opponent")
        expect(crowd).to_have_text("1 is waiting")
        petr.goto(f"{address}/play/kuhn")
        petr.locator(link).click()
        for page in (ana, petr):
            expect(page.locator("#turn")).to_be_visible()
            expect(page.locator("#pairing")).to_be_hidden()
        eva.clock.install()
        eva.goto(f"{address}/rules/kuhn")
        eva.locator(".prose-end [data-play-now]").click()
        expect(eva.locator("#turn")).to_be_visible()  # with a bot, at once
        eva.goto(f"{address}/play/hex")
        eva.locator(link).click()
        expect(eva.get_by_text("Looking for an opponent")).to_be_visible()
        expect(eva.get_by_text("Nobody has come yet")).to_be_hidden()
        expect(eva.locator(".pairing-waited")).to_contain_text(":")  # its timers run
        eva.clock.fast_forward(21_000)
        eva.get_by_role("button", name="Play Blackbird (level 3)").click()
        expect(eva.locator("#turn")).to_be_visible()


def test_the_lobby_shows_more_tables_to_who_asks(browser: Browser, tmp_path: Path) -> None:
    with (
        served(tmp_path) as address,
        players(browser, address, 1, viewport=PHONE) as [visitor],
    ):
        visitor.page.goto(address)
        for _ in range(14):
            asked(visitor, "/tables", game="yoxii", sit=["me"], listed=True)
        visitor.page.goto(address)
        rows = visitor.page.locator("ul[data-open] > li")
        expect(rows).to_have_count(11)
        check_accessible(visitor.page, "a long list")
        more = visitor.page.get_by_role("button", name="and 4 more")
        more.click()
        expect(rows).to_have_count(14)
        expect(rows.nth(10).get_by_role("link")).to_be_focused()
        expect(more).to_have_count(0)


def test_a_challenge_by_name(browser: Browser, address: str) -> None:
    annabel, petronius = unused_name("Annabel"), unused_name("Petronius")
    with players(browser, address, 2, viewport=PHONE, reduced_motion="reduce") as people:
        ana, petr = (player.page for player in people)
        for page, name in ((ana, annabel), (petr, petronius)):
            page.goto(address)
            page.evaluate(
                """async (name) => {
                    const { api } = await import("/static/shared/api.js");
                    await api.post("/accounts", { name, password: "a long password" });
                }""",
                name,
            )
        petr.goto(f"{address}/people/{annabel}")
        petr.get_by_role("button", name="Follow").click()
        petr.goto(address)
        expect(petr.locator("[data-open-empty]")).not_to_contain_text("Looking for tables")
        ana.goto(f"{address}/people/{petronius}")
        button = ana.locator(".challenge > summary")
        place = button.bounding_box()
        button.click()
        expect(ana.locator(".challenge-games").first).to_be_visible()
        assert button.bounding_box() == place
        check_accessible(ana, "a person to challenge")
        further = ana.locator(".challenge-games").get_by_text("Fanoron-telo")
        expect(further).to_be_hidden()
        ana.locator(".challenge [type=search]").fill("telo")
        expect(further).to_be_visible()
        expect(ana.locator(".challenge-games a:visible")).to_have_count(1)
        ana.locator(".challenge [type=search]").fill("")
        expect(further).to_be_hidden()
        ana.locator(".challenge-games").get_by_text("Kuhn poker").click()
        expect(ana.get_by_text(f"A challenge to {petronius}")).to_be_visible()
        expect(ana.locator("[data-start]")).to_have_text("Open the table")
        ana.locator("[data-start]").click()
        expect(ana.locator("#free-seats")).to_contain_text(f"kept for {petronius}")
        expect(petr.locator(".mine")).to_contain_text("Challenge")
        petr.locator(".mine .own-link").click()
        expect(petr.locator("#invitation-title")).to_have_text(
            f"{annabel} challenges you to Kuhn poker"
        )
        expect(petr).to_have_title(f"{annabel} challenges you to Kuhn poker")
        petr.get_by_role("button", name="Accept").click()
        expect(petr.locator("#turn")).to_be_visible()
        petr.goto(address)
        expect(petr.locator("[data-followed]")).to_have_text(f"{annabel} plays")
        people[1].visit(people[0].open_table(game="hex", sit=["me"], invite=petronius))
        ana.goto(petr.url)
        ana.get_by_role("button", name="Withdraw the challenge").click()
        for page in (ana, petr):
            expect(page.locator("#turn")).to_contain_text(f"{annabel} withdrew the challenge.")


def test_a_phone_reaches_every_page_by_a_menu(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport=PHONE, locale="cs") as [visitor]:
        page = visitor.page
        page.goto(address)
        menu = page.locator(".bar-menu summary")
        for link in page.locator(".bar-menu a").all():
            expect(link).to_be_hidden()
        for where in ("/rules", "/puzzles", "/tournaments", "/ranking"):
            menu.focus()
            page.keyboard.press("Enter")
            check_accessible(page, f"menu of {page.url}")
            page.locator(f'.bar-menu a[href="{where}"]').click()
            page.wait_for_url(f"**{where}")
            assert page.evaluate(TOO_WIDE) == 0
        menu.click()
        page.keyboard.press("Escape")
        expect(page.locator(".bar-menu")).not_to_have_attribute("open", "")
        expect(menu).to_be_focused()
        menu.click()
        page.locator("main").click(position={"x": 8, "y": 300})
        expect(page.locator(".bar-menu")).not_to_have_attribute("open", "")


def test_the_last_moves_stand_below_the_board_of_a_phone(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as [visitor]:
        page = visitor.page
        visitor.visit(visitor.open_table(game="connect4", seats=2, sit=["me", "me"]))
        strip = page.locator("#strip")
        expect(strip).to_contain_text("No moves yet.")
        height = strip.bounding_box()
        for ply in range(6):
            legal = visitor.api(f"/tables/{visitor.table}/legal")["legal"][str(ply % 2)]
            visitor.make(ply % 2, legal[ply]["move"], "mouse")
            expect(strip.locator("button")).to_have_count(ply + 1)
        assert strip.bounding_box() == height, "the board stays where it is"
        last = strip.locator("button").last
        expect(last).to_have_attribute("aria-current", "step")
        expect(last).to_be_in_viewport()
        strip.locator("button").nth(1).click()
        expect(page.locator("#board")).to_have_attribute("data-ply", "2")
        expect(strip.locator("button").nth(1)).to_have_attribute("aria-current", "step")
        check_accessible(page, "moves below the board")


def test_an_offer_moves_nothing_on_a_phone(browser: Browser, address: str) -> None:
    """It lies over the last moves, in either language, and covers no player."""
    with (
        players(browser, address, 1, viewport=DESK) as [host],
        players(browser, address, 1, viewport=PHONE, has_touch=True, locale="cs-CZ") as [guest],
    ):
        table = host.open_table(game="chess", seats=2, sit=["me"])
        host.visit(table)
        guest.visit(table)
        guest.take_seat()
        expect(guest.page.locator("#near")).to_contain_text(guest.name)
        guest.page.locator("[data-close]").click()  # it says what the game is about
        host.make(0, "e4", "mouse")
        expect(guest.page.locator("#board")).to_have_attribute("data-ply", "1")
        around = [guest.page.locator(place) for place in ("#far", "#board", "#near", "#actions")]
        before = [place.bounding_box() for place in around]
        assert before[1]
        assert before[1]["width"] > 0.95 * PHONE["width"], "nothing takes room from the board"
        for name in ("Offer a draw", "Take back"):
            host.page.get_by_role("button", name=name).click()
            card = guest.page.locator("#notices .card")
            expect(card).to_be_visible()
            assert [place.bounding_box() for place in around] == before
            box, far, near = card.bounding_box(), *(before[n] for n in (1, 2))
            assert box
            assert far
            assert near
            assert far["y"] + far["height"] <= box["y"]
            assert box["y"] + box["height"] <= near["y"]
            check_accessible(guest.page, name)
            guest.page.get_by_role("button", name="Odmítnout").click()
            expect(card).to_have_count(0)


def test_a_game_from_elsewhere_is_opened_from_the_lobby(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport=PHONE, locale="cs-CZ") as [player]:
        page = player.page
        page.goto(address)
        page.locator("main").get_by_role("link", name="Otevřít partii odjinud").click()
        check_accessible(page, "import")
        page.get_by_label("Nebo sem partii vlož").fill("1. e4 e5 2. Nf3 Nc6 *")
        page.get_by_role("button", name="Otevřít", exact=True).click()
        expect(page.locator("#moves")).to_contain_text("Jc6")
        assert "/analysis/chess" in page.url


@pytest.mark.parametrize("window", [PHONE, {"width": 844, "height": 390}])
@pytest.mark.parametrize("game", ["backgammon", "yoxii"])
def test_the_end_of_a_game_leaves_the_board_where_it_was(
    browser: Browser, address: str, game: str, window: dict[str, int]
) -> None:
    """In a first game, too, which says above the board what it is about."""
    with players(browser, address, 1, viewport=window, has_touch=True) as [player]:
        player.visit(player.open_table(game=game, sit=["me", "me"]))
        page = player.page
        expect(page.locator("#first-game")).to_be_visible()
        board = page.locator("#board")
        before = board.bounding_box()
        page.locator("[data-action=resign]").click()
        page.locator("[data-action=yes]").click()
        expect(page.locator("#notices .ending")).to_be_visible()
        assert board.bounding_box() == before


def test_what_may_be_put_anywhere_is_not_marked(browser: Browser, address: str) -> None:
    """Only below the mouse; pieces that can be moved are marked before they are touched."""
    with players(browser, address, 1, viewport=DESK) as [player]:
        marks = player.page.locator("[data-target]")
        player.visit(player.open_table(game="chess", sit=["me", "me"]))
        expect(marks).to_have_count(10)
        player.visit(player.open_table(game="go", ruleset="chinese-9", sit=["me", "me"]))
        expect(player.page.locator("#board.choosing")).to_be_visible()
        expect(marks).to_have_count(0)
        player.page.locator('[data-layer="hits"] [data-site="e5"]').hover()
        expect(marks).to_have_count(1)
        player.touch("e5", "mouse")
        expect(player.page.locator("#board")).to_have_attribute("data-ply", "1")


def test_games_are_found_among_many(browser: Browser, address: str) -> None:
    """By a name in any language, by kinds, by keyboard, also on coming back; a favourite comes
    first the next time.
    """
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as [visitor]:
        page = visitor.page
        page.goto(address)
        names, shown = ludarium.names(), page.locator("#games [data-game]:visible")
        told, search = page.locator("[data-count]"), page.get_by_role("searchbox")
        expect(told).to_have_text(f"{len(names)} games")
        page.locator("h1").press("/")
        expect(search).to_be_focused()
        page.keyboard.type("LHARSKE")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("data-game", "liarsdice")
        expect(told).to_have_text(f"1 game of {len(names)}")
        expect(page.locator(".picks")).to_be_hidden()
        page.keyboard.press("Enter")
        expect(shown.get_by_role("link")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_contain_text("Liar")
        page.go_back()
        expect(search).to_have_value("LHARSKE")
        expect(shown).to_have_count(1)
        search.press("Escape")
        expect(shown).to_have_count(len(names))
        dice = [name for name in names if ludarium.find(name).has_chance]
        page.get_by_role("button", name="Dice or cards").click()
        expect(shown).to_have_count(len(dice))
        page.get_by_role("button", name="Quick", exact=True).click()
        for name in ("ur", "backgammon"):  # those that take long
            expect(page.locator(f"#games [data-game={name}]")).to_be_hidden()
        expect(shown).to_have_count(len(dice) - 2)
        page.get_by_role("button", name="Quick", exact=True).click()
        page.get_by_role("button", name="Dice or cards").click()
        search.fill("kaluhara")
        expect(page.get_by_text("These are called something like it")).to_be_visible()
        expect(shown.filter(has_text="Kalah")).to_be_visible()
        check_accessible(page, "something like it is found")
        search.fill("qqqqqq")
        expect(page.get_by_text("No game is like that.")).to_be_visible()
        check_accessible(page, "no game is found")
        page.get_by_role("button", name="Show all games").click()
        expect(shown).to_have_count(len(names))
        search.fill("NORTH AFRICA")  # by its place
        expect(page.get_by_role("link", name="Zamma")).to_be_visible()
        page.goto(f"{address}/play/zamma")
        page.get_by_role("button", name="Favourite: Zamma").click()
        page.goto(address)
        expect(shown.first).to_have_attribute("data-game", "zamma")
        page.get_by_role("button", name="Favourites").click()
        expect(shown).to_have_count(1)


def test_a_finger_aims_where_cells_are_small(browser: Browser, address: str) -> None:
    """A tap only marks a cell; a second one, or a finger that rests and slides, places a stone."""
    with players(
        browser, address, 1, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    ) as [player]:
        page = player.page
        player.visit(player.open_table(game="hex", ruleset="11", sit=["me", "me"], watch="link"))
        board, glass = page.locator("#board"), page.locator(".glass p")
        expect(board).to_have_attribute("data-ply", "0")

        def middle(site: str) -> dict[str, float]:
            box = page.locator(f'[data-layer="hits"] [data-site="{site}"]').bounding_box()
            assert box
            return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

        page.touchscreen.tap(**middle("f6"))
        expect(glass).to_contain_text("f6: touch again")
        page.touchscreen.tap(**middle("c3"))
        expect(glass).to_contain_text("c3: touch again")
        expect(board).to_have_attribute("data-ply", "0")
        page.touchscreen.tap(**middle("c3"))
        expect(board).to_have_attribute("data-ply", "1")
        expect(glass).to_have_count(0)
        finger = player.context.new_cdp_session(page)

        def touch(kind: str, *sites: str) -> None:
            points = [middle(site) for site in sites]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", "g6")
        expect(glass).to_have_text("g6")
        touch("touchMove", "h5")
        expect(glass).to_have_text("h5")
        touch("touchEnd")
        expect(board).to_have_attribute("data-ply", "2")
        expect(page.get_by_role("img", name="h5, blue stone")).to_have_count(1)
        assert not page.evaluate("scrollY")


WINDOWS = ((390, 844), (844, 390), (820, 1180), (1280, 720), (1440, 900))
MUST = (
    "#turn, [data-status=live] #board svg, [data-status=over] #board svg, #near .hand-item, "
    "#near .choices .button, #notices .button, #actions .button, #controls button, "
    "#table .move[aria-current], .round-table tr, .call .button, .study-steps button, "
    ".study-board svg, .study-board .hand-item, .study-board .choices .button"
)
# What must be seen or pressed and is cut off by the window or covered. Lists scroll, and on small
# screens rounds and moves are below the table or scroll beside it.
HIDDEN = """async (wanted) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const cut = (one, frame) => one.top < frame.top - 1 || one.left < frame.left - 1
        || one.bottom > frame.bottom + 1 || one.right > frame.right + 1;
    const small = innerWidth < 960;
    return [...document.querySelectorAll(wanted)].flatMap((one) => {
        const box = one.getBoundingClientRect();
        if (!one.checkVisibility() || !box.width) return [];
        if (one.closest(".middle") && (small || one.closest(".rounds"))) return [];
        const frames = [{ top: 0, left: 0, bottom: innerHeight, right: innerWidth }];
        for (const list of [".move-list", ".middle"]) {
            const around = one.closest(list);
            if (around) frames.push(around.getBoundingClientRect());
        }
        const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const there = document.elementFromPoint(...middle);
        if (frames.some((frame) => cut(box, frame))) return [`${one.outerHTML} is cut off`];
        const wide = one.matches(".hand-item") && one.scrollWidth > one.clientWidth + 1;
        if (wide) return [`${one.outerHTML} has words beyond its edge`];
        if (there && (one.contains(there) || there.contains(one))) return [];
        return [`${one.outerHTML} is under ${there?.outerHTML}`];
    });
}"""


def fits(player: Player, what: str) -> None:
    """All that must be seen is, in windows of all sizes."""
    for width, height in WINDOWS:
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.evaluate("scrollTo(0, 0)")  # a click may have scrolled
        hidden = player.page.evaluate(HIDDEN, MUST)
        assert not hidden, (what, width, height, hidden)


def unused_name(beginning: str) -> str:
    """A name that no account has, also where a test is tried again."""
    return f"{beginning}{next(COUNTED)}"


COUNTED = itertools.count(1)


def asked(player: Player, path: str, **body: Any) -> Any:
    """What the API answers to this player's request."""
    answer = player.context.request.post(
        f"{player.address}/api{path}", data=body, headers={"origin": player.address}
    )
    assert answer.ok, answer.text()
    return answer.json()


def at_one_table(people: list[Player], game: str, **options: Any) -> str:
    """A table of them all, whom no page shows yet."""
    host, *others = people
    for player in people:
        player.context.request.get(player.address)
    made = asked(host, "/tables", game=game, seats=len(people), sit=["me"], **options)
    host.table = made["id"]
    for seat, player in enumerate(others, 1):
        asked(player, f"/tables/{host.table}/seats/{seat}", name=f"Maximilian {player.name}")
    return host.table


def play_some(people: list[Player], moves: int) -> None:
    """So many random moves, fewer where the game is over."""
    source, table = random.Random(3), f"/tables/{people[0].table}"
    while moves and (now := people[0].api(table))["status"] == "live":
        if now["movers"] == [CHANCE]:
            continue
        for seat in now["movers"]:
            legal = people[seat].api(f"{table}/legal")["legal"].get(str(seat), [])
            if legal:
                move = source.choice(legal)["move"]
                asked(people[seat], f"{table}/moves", ply=now["ply"], seat=seat, move=move)
        moves -= 1


def test_everything_fits_every_window(browser: Browser, address: str) -> None:
    """Games, and each state of a table: nothing that must be seen or pressed is cut off or
    covered on a phone, held either way, on a tablet, and on desktops.
    """
    calm: dict[str, Any] = {"reduced_motion": "reduce"}
    with (
        players(browser, address, 1, locale="cs-CZ", **calm) as [reader],
        players(browser, address, 5, **calm) as people,
    ):
        for game in drawn(DISTINCT, 10):
            at_one_table([reader, people[1]], game, name="Kateřina Nováková")
            play_some([reader, people[1]], 4)
            reader.visit(reader.table)
            fits(reader, game)
        host, other = people[:2]
        host.visit(at_one_table(people, "ahyoheek", name="Kateřina Nováková"))
        for rounds in (1, 30):
            play_some(people, rounds)
            expect(host.page.locator("#round table")).to_be_visible()
            fits(host, "five at a table")
        table = at_one_table([host, other], "yoxii")
        play_some([host, other], 8)
        host.visit(table)
        for kind in ("takeback", "draw"):
            asked(other, f"/tables/{table}/offers", kind=kind, seat=1)
            expect(host.page.locator("#notices .button")).to_have_count(2)
            fits(host, kind)
            host.page.get_by_role("button", name="Decline").click()
            expect(host.page.locator("#notices .button")).to_have_count(0)
        host.page.locator("[data-action=resign]").click()
        fits(host, "asked whether to resign")
        play_some([host, other], 40)
        expect(host.page.locator(".ending")).to_be_visible()
        asked(other, f"/tables/{table}/rematches", seat=1)
        expect(host.page.locator(".waiting")).to_be_visible()
        fits(host, "over")
        host.page.goto(f"{address}/table/{table}/review")
        expect(host.page.locator(".study-steps button").first).to_be_visible()
        fits(host, "review")
        host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        board = host.page.locator("#board").bounding_box()
        labels = host.page.locator(".study-labels").bounding_box()
        assert board
        assert labels
        assert board["x"] + board["width"] <= labels["x"], "the board stays beside all else"
        for game in ("yoxii", "ahyoheek", "go", "liarsdice"):
            host.page.goto(f"{address}/analysis/{game}")
            expect(host.page.locator(".study-board svg").first).to_be_visible()
            fits(host, f"analysis of {game}")
        cup = asked(host, "/tournaments", name="Cup of the caverns", format="single", game="yoxii")
        for player in (host, other):
            asked(player, f"/tournaments/{cup['id']}/join", name=player.name)
        other.page.goto(address)
        host.visit(at_one_table([host, other], "yoxii"))
        asked(host, f"/tournaments/{cup['id']}/start")
        expect(host.page.locator(".call .button")).to_have_text("Go to your table")
        fits(host, "called")


def test_long_names_cover_nothing(browser: Browser, address: str) -> None:
    """Those of a tournament, which may be longer than others."""
    names = ("Maximiliana Wolfeschlegelsteinhausenberg", "Bartholomew Featherstonehaugh Cholmondel")
    with players(browser, address, 2, reduced_motion="reduce") as people:
        for player in people:
            player.context.request.get(address)
        clock = {"kind": "fischer", "minutes": 5, "increment": 5}
        options = {"online": True, "automatic": True, "clock": clock}
        cup = asked(people[0], "/tournaments", name="Cup", format="single", game="yoxii", **options)
        for player, name in zip(people, names, strict=True):
            asked(player, f"/tournaments/{cup['id']}/join", name=name)
            player.page.goto(f"{address}/tournament/{cup['id']}")
        asked(people[0], f"/tournaments/{cup['id']}/start")
        for player in people:
            player.page.wait_for_url("**/table/*")
            expect(player.page.locator("#board svg")).to_be_visible()
            fits(player, "long names")


def test_two_agree_on_dead_stones(browser: Browser, address: str) -> None:
    """By touch and by keyboard; the board stays where it is, and both see the same."""
    with players(
        browser, address, 2, viewport=PHONE, has_touch=True, reduced_motion="reduce"
    ) as people:
        table = at_one_table(people, "go", ruleset="chinese-9")
        for player in people:
            player.visit(table)
        black, white = people
        ply = 0

        def move(player: Player, text: str, by: str, plies: int = 1) -> None:
            nonlocal ply
            player.make(people.index(player), text, by)
            ply += plies
            for one in people:
                expect(one.page.locator("#board")).to_have_attribute("data-ply", str(ply))

        for player, text in ((black, "e5"), (white, "c3"), (black, "g3")):
            move(player, text, "touch")
        before = white.page.locator("#board").bounding_box()
        move(white, "pass", "touch")
        black.touch("pass", "keyboard")
        black.page.get_by_role("button", name="Not now").click()
        expect(black.page.get_by_role("dialog")).to_have_count(0)
        assert black.api(f"/tables/{table}")["ply"] == 4
        move(black, "pass", "keyboard")
        move(white, "e5", "touch")
        assert white.page.locator("#board").bounding_box() == before
        for player in people:
            fits(player, "agreement")
        move(white, "agree", "touch")
        move(black, "e5", "keyboard")
        expect(white.page.locator("#turn")).to_contain_text("You may move too")
        move(white, "c3", "touch", plies=2)  # out of turn: black yields it
        move(black, "agree", "keyboard", plies=2)
        move(white, "agree", "touch")
        for player in people:
            expect(player.page.locator(".ending")).to_be_visible()
            expect(player.page.locator("#near")).to_contain_text("territory")
        assert white.api(f"/tables/{table}")["result"]["winners"] == [0]


# On the page: a click may scroll it.
PLACES = """() => [...document.querySelectorAll("#actions button")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.dataset.action, x, y + scrollY, width, height];
})"""


def test_buttons_keep_their_places(browser: Browser, address: str) -> None:
    """Whatever they are of use for now, so that a double click never meets another one."""
    with players(browser, address, 2, reduced_motion="reduce") as people:
        host, other = people
        table = at_one_table(people, "yoxii")
        host.visit(table)
        host.page.get_by_role("button", name="Do not show again").click()
        for width, height in ((844, 390), (1280, 720)):
            host.page.set_viewport_size({"width": width, "height": height})
            places = host.page.evaluate(PLACES)
            assert [place[0] for place in places] == ["takeback", "draw", "resign"]
            takeback = host.page.locator("[data-action=takeback]")
            expect(takeback).to_be_disabled()
            play_some(people, 2)
            expect(takeback).to_be_enabled()
            assert host.page.evaluate(PLACES) == places
            takeback.dblclick()
            expect(host.page.get_by_role("button", name="Call it off")).to_be_visible()
            expect(takeback).to_be_disabled()
            assert host.page.evaluate(PLACES) == places
            version = host.api(f"/tables/{table}")["offer"]["version"]
            asked(other, f"/tables/{table}/answers", accept=True, seat=1, offer=version)
            expect(host.page.locator("#board")).to_have_attribute("data-ply", "0")
            assert host.page.evaluate(PLACES) == places


def test_a_rematch_after_a_game_without_a_move(browser: Browser, address: str) -> None:
    with players(browser, address, 2) as people:
        host, other = people
        host.visit(at_one_table(people, "yoxii"))
        asked(other, f"/tables/{host.table}/resignations", seat=1)
        host.page.get_by_role("button", name="Rematch").click()
        asked(other, f"/tables/{host.table}/rematches", seat=1)
        host.page.wait_for_url(lambda at: "/table/" in at and not at.endswith(host.table))


SHOW = """async ([game, lines]) => {
    const { Board } = await import("/static/board/board.js");
    const { api } = await import("/static/shared/api.js");
    const root = document.body.appendChild(document.createElement("div"));
    const [board, made, animate] = [new Board(root), [], Element.prototype.animate];
    Element.prototype.animate = function (frames, options) {
        const words = JSON.stringify(frames);
        const way = words.includes("rotate") ? "roll" : words.includes("0.02") ? "turn" : "other";
        made.push([way, options.duration <= 250]);
        return animate.call(this, frames, options);
    };
    for (const moves of lines) {
        const scene = await api.get(`/games/${game}/scene?moves=${moves}`);
        made.length = 0;
        board.show(scene);
    }
    await new Promise((done) => setTimeout(done, 200));
    root.remove();
    Element.prototype.animate = animate;
    return made;
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_dice_roll_and_cards_turn_over(browser: Browser, address: str, motion: Any) -> None:
    """In the time of a move, and not at all where the reader wants no motion."""
    with players(browser, address, 1, viewport=DESK, reduced_motion=motion) as [reader]:
        reader.page.goto(f"{address}/rules")
        for game, lines, way, least in (
            ("ur", ["", "2"], "roll", 4),
            ("liarsdice", ["3", "3,5"], "roll", 1),
            ("ahyoheek", ["P P", "P P,B B"], "turn", 4),
        ):
            made = reader.page.evaluate(SHOW, [game, lines])
            if motion == "reduce":
                assert made == [], game
            else:
                assert sum(one == way for one, _ in made) == least, (game, made)
                assert all(in_time for _, in_time in made), game


def test_a_seat_is_taken_back_by_its_code(browser: Browser, address: str) -> None:
    with players(browser, address, 2, viewport=DESK) as (owner, other_device):
        table = owner.open_table(game="yoxii", sit=["me", "level:1"])
        code = owner.api(f"/tables/{table}")["you"]["codes"]["0"]
        other_device.page.goto(f"{address}/table/{table}#seat={code}")
        expect(other_device.page).to_have_title(re.compile("Your turn"))
        assert other_device.api(f"/tables/{table}")["you"]["seats"] == [0]


def test_choices_are_checked_at_the_reveal(browser: Browser, address: str) -> None:
    with players(browser, address, 2, viewport=DESK) as people:
        seated(people, "ahyoheek")
        people[0].make(0, "P", "mouse")
        expect(people[1].page.locator("#board svg")).to_contain_text("")
        people[1].make(1, "B", "mouse")
        for player in people:
            expect(player.page.locator("#round")).to_contain_text("Checked")


def test_pages_speak_the_readers_language(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport=DESK, locale="cs-CZ") as [reader]:
        reader.page.goto(address)
        assert reader.page.locator("html").get_attribute("lang") == "cs"
        expect(reader.page.locator("h1")).to_have_text("Vyber si hru")
        reader.page.get_by_role("button", name="English", exact=True).click()
        expect(reader.page.locator("h1")).to_have_text("Choose a game")


def test_a_finished_game_can_be_stepped_through(browser: Browser, address: str) -> None:
    with players(browser, address, 2, viewport=DESK) as people:
        table = seated(people, "alquerque")
        play_out(people, "alquerque", "mouse")
        visitor = people[1]
        visitor.page.reload()
        expect(visitor.page.locator("#board")).to_have_attribute("data-ply", "5")
        visitor.page.keyboard.press("Home")
        expect(visitor.page.locator("#board")).to_have_attribute("data-ply", "0")
        visitor.page.keyboard.press("ArrowRight")
        expect(visitor.page.locator("#board")).to_have_attribute("data-ply", "1")
        drag(visitor.page, "A1", "C2", "Alt")
        expect(visitor.page.locator("#board .drawn-mark.blue")).to_have_count(1)
        visitor.page.keyboard.press("ArrowRight")
        expect(visitor.page.locator("#board .drawn-mark")).to_have_count(0)
        for name in ("record.jsonl", "board.svg", "animation.svg"):
            assert visitor.context.request.get(f"{address}/api/tables/{table}/{name}").ok


STUDY = [
    "/analysis/yoxii",
    "/analysis/ahyoheek?seats=3",
    "/puzzles",
    "/puzzles?game=yoxii",
    "/puzzles/yoxii-9c8caa",
]


def test_pages_that_look_closely_are_accessible(browser: Browser, address: str) -> None:
    with players(
        browser,
        address,
        1,
        viewport={"width": 320, "height": 640},
        color_scheme="light",
        reduced_motion="reduce",
    ) as [reader]:
        for path in STUDY:
            reader.page.goto(address + path)
            expect(reader.page.locator("#board svg, .puzzle-card").first).to_be_visible()
            if path.startswith("/analysis"):
                expect(reader.page.locator("#lines .move, #lines .mix").first).to_be_visible()
            check_accessible(reader.page, path)
            assert reader.page.evaluate(TOO_WIDE) <= 0, path


def chess_table(player: Player, moves: str) -> str:
    """A table at which the player has both sides, after these moves."""
    table = player.open_table(game="chess", sit=["me", "me"])
    for ply, move in enumerate(moves.split()):
        assert player.context.request.post(
            f"{player.address}/api/tables/{table}/moves",
            data={"ply": ply, "seat": ply % 2, "move": move},
            headers={"origin": player.address},
        ).ok
    return table


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}])
def test_a_promotion_is_chosen_on_its_square(
    browser: Browser, address: str, size: dict[str, Any]
) -> None:
    """By keyboard, with room for fingers, and nothing else moves."""
    options = {"viewport": size, "has_touch": True, "reduced_motion": "reduce"}
    with players(browser, address, 1, **options) as [player]:
        page = player.page
        player.visit(chess_table(player, "a4 b5 axb5 a6 bxa6 Bb7 axb7 h6"))
        choice, board = page.locator(".square-choice"), page.locator("#board")
        player.touch("b7", "mouse")
        before = page.locator("#near").bounding_box()
        player.touch("a8", "mouse")
        expect(choice.get_by_role("button")).to_have_count(4)
        assert page.locator("#near").bounding_box() == before
        around = board.bounding_box()
        assert around
        for button in choice.get_by_role("button").all():
            box = button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
            assert around["y"] <= box["y"]
            assert box["y"] + box["height"] <= around["y"] + around["height"]
        expect(choice.get_by_role("button", name="Queen")).to_be_focused()
        check_accessible(page, "the choice on a square")
        page.keyboard.press("Escape")
        expect(choice).to_have_count(0)
        expect(page.locator('[data-layer="hits"] [data-site="a8"]')).to_be_focused()
        player.touch("a8", "touch")
        expect(choice.get_by_role("button", name="Queen")).to_be_focused()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(board).to_have_attribute("data-ply", "9")
        assert player.api(f"/tables/{player.table}")["moves"][-1]["text"] == "bxa8=R"


def test_moves_are_confirmed_and_promotion_is_automatic_by_choice(
    browser: Browser, address: str
) -> None:
    """Settings of nonsense are as if they were not there."""
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as [player]:
        page, board = player.page, player.page.locator("#board")
        choice = page.locator(".square-choice")
        set_both = """(value) => {
            for (const name of ['confirm', 'automatic'])
                localStorage.setItem(`ludarium.${name}`, value);
        }"""
        page.goto(address)
        page.evaluate(set_both, '"nonsense"')
        player.visit(chess_table(player, "a4 b5 axb5 a6 bxa6 Bb7 axb7"))
        player.touch("h7", "mouse")
        player.touch("h6", "mouse")
        expect(board).to_have_attribute("data-ply", "8")
        page.evaluate(set_both, "true")
        page.reload()
        player.touch("b7", "mouse")
        player.touch("a8", "mouse")
        expect(choice.get_by_role("button")).to_have_count(2)
        choice.get_by_role("button", name="Take back").click()
        expect(choice).to_have_count(0)
        expect(board).to_have_attribute("data-ply", "8")
        player.touch("a8", "mouse")
        choice.get_by_role("button", name="Make the move").click()
        expect(board).to_have_attribute("data-ply", "9")
        assert player.api(f"/tables/{player.table}")["moves"][-1]["text"] == "bxa8=Q"


def test_captured_pieces_are_shown_and_nothing_moves(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as [player]:
        page = player.page
        player.visit(chess_table(player, "e4 d5"))
        before = [page.locator(f"#{side}").bounding_box() for side in ("far", "board", "near")]
        player.touch("e4", "mouse")
        player.touch("d5", "mouse")
        taken = page.locator(".seat-captured:visible")
        expect(taken).to_have_count(1)
        expect(taken).to_have_accessible_name("captured: black pawn; ahead by 1")
        after = [page.locator(f"#{side}").bounding_box() for side in ("far", "board", "near")]
        assert after == before


def test_boards_pieces_and_coordinates_are_chosen(browser: Browser, address: str) -> None:
    """At the table and on the analysis board, kept on the device; nonsense that is kept is as if it
    was not there. Nothing on the page moves.
    """
    with players(browser, address, 1, viewport=DESK, reduced_motion="reduce") as [player]:
        page, root = player.page, player.page.locator("html")
        page.goto(address)
        for name, value in (("boards", '"marble"'), ("pieces", "[3]"), ("coordinates", "{")):
            page.evaluate(
                "([key, set]) => localStorage.setItem(key, set)", [f"ludarium.{name}", value]
            )
        chosen = page.evaluate("async () => (await import('/static/shared/appearance.js')).CHOICES")
        assert chosen["boards"] == ["own", *BOARD_STYLES]
        assert chosen["pieces"] == list(PIECE_SETS)
        player.visit(chess_table(player, "e4"))
        for name, (usual, *_) in chosen.items():
            expect(root).to_have_attribute(f"data-{name}", usual)
        if not page.locator("#setting-boards").is_visible():
            page.get_by_role("button", name="More").click()
        where = [page.locator(f"#{part}").bounding_box() for part in ("board", "near")]
        page.locator("#setting-boards").select_option("slate")
        page.locator("#setting-pieces").select_option("flat")
        page.locator("#setting-coordinates").select_option("inside")
        expect(page.locator(".lud-board .lud-set-flat").first).to_be_visible()
        expect(page.locator(".lud-board .lud-not-flat").first).to_be_hidden()
        expect(page.locator(".lud-inside text").first).to_be_visible()
        expect(page.locator(".lud-outside text").first).to_be_hidden()
        assert where == [page.locator(f"#{part}").bounding_box() for part in ("board", "near")]
        page.goto(f"{address}/analysis/chess")
        expect(page.locator("#setting-boards")).to_have_value("slate")
        expect(root).to_have_attribute("data-pieces", "flat")
        page.locator("#setting-coordinates").select_option("none")
        expect(page.locator(".lud-board .lud-labels").first).to_be_hidden()
        check_accessible(page, "the analysis board")


def test_a_review_leads_to_the_analysis_board(browser: Browser, address: str) -> None:
    """By keyboard: through the game, along the better line, and on from there."""
    with players(browser, address, 1, viewport=DESK, reduced_motion="reduce") as [player]:
        page = player.page
        table = player.open_table(game="yoxii", sit=["me", "me"])
        player.visit(table)
        expect(page.get_by_role("link", name="Review")).to_have_count(0)
        for ply, move in enumerate(("e5/3f5", "d5/4e5", "c4/1d4", "c5/4c4")):
            assert player.context.request.post(
                f"{address}/api/tables/{table}/moves",
                data={"ply": ply, "seat": ply % 2, "move": move},
                headers={"origin": address},
            ).ok
        expect(page.locator("#board")).to_have_attribute("data-ply", "4")
        resign(page)
        page.get_by_role("link", name="Review").click()
        expect(page.locator("#summary")).to_be_visible(timeout=30_000)
        curve = page.get_by_role("slider")
        curve.focus()
        page.keyboard.press("Home")
        expect(curve).to_have_attribute("aria-valuenow", "0")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#board")).to_have_attribute("data-ply", "1")
        expect(page.locator("#told h2")).to_contain_text("e5/3f5")
        expect(curve).to_have_attribute("aria-valuetext", re.compile("%, estimated$"))
        bar = page.locator("#evaluation-bar")
        expect(bar).to_have_accessible_name(re.compile("^White: [0-9]+%, estimated$"))
        height = page.locator("#board").bounding_box()
        page.locator("#told .line .move").first.press("Enter")
        expect(page.locator("#where")).to_contain_text("In the line: move 1 of")
        expect(bar).to_be_hidden()
        assert page.locator("#board").bounding_box() == height
        check_accessible(page, "the review")
        page.get_by_role("button", name="Back to the game").press("Enter")
        page.get_by_role("link", name="Analyse from here").press("Enter")
        expect(page.locator("#lines .line")).to_have_count(3)
        expect(bar).to_have_accessible_name(re.compile("^Red: [0-9]+%, estimated$"))
        expect(page.locator("#moves .move")).to_have_text(["e5/3f5"])
        page.locator("#lines .line .move").first.press("Enter")
        expect(page.locator("#moves .move")).to_have_count(2)
        page.get_by_role("button", name="Take back").press("Enter")
        expect(page.locator("#board")).to_have_attribute("data-ply", "1")
        page.get_by_label("Which games").select_option("engine")
        page.locator("#openings-table .move").first.press("Enter")
        expect(page.locator("#board")).to_have_attribute("data-ply", "2")


def test_a_game_from_elsewhere_is_reviewed_on_the_analysis_board(
    browser: Browser, address: str
) -> None:
    """Pasted as PGN; a better line is a variation of it, and the review goes on along the game."""
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as [player]:
        page = player.page
        page.goto(f"{address}/analysis/chess")
        game = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 *'
        page.get_by_label("Or paste a game").fill(game)
        page.get_by_role("button", name="Open", exact=True).click()
        page.get_by_role("button", name="Review this game").press("Enter")
        expect(page.locator("#summary table")).to_be_visible(timeout=60_000)
        expect(page.locator("#progress")).to_be_hidden(timeout=60_000)
        expect(page.get_by_role("button", name="Review this game")).to_be_hidden()
        expect(page.locator("#summary thead th")).to_have_text(["Ann", "Bob"])
        expect(page.get_by_role("button", name="Next mistake")).to_be_focused()
        sign = page.locator("#moves .mark")
        expect(sign.first).to_be_visible()
        page.get_by_role("button", name="Next mistake").press("Enter")
        expect(page.locator("#moves .move[aria-current] .mark")).to_be_visible()
        told = page.locator("#told h2").inner_text()
        moves, marks = page.locator("#moves .move").count(), sign.count()
        page.locator("#told .line .move").first.press("Enter")
        expect(page.locator("#moves .move")).to_have_count(moves + 1)
        assert page.locator("#told h2").inner_text() == told
        expect(sign).to_have_count(marks)
        curve = page.get_by_role("slider")
        curve.press("ArrowDown")
        expect(page.locator("#told h2")).not_to_have_text(told)
        check_accessible(page, "the analysis board with a review")


def test_a_review_tells_of_its_reader_first(browser: Browser, address: str) -> None:
    """Each sees the own choices and habits before those of the other."""
    with players(browser, address, 2, viewport=PHONE, reduced_motion="reduce") as people:
        table = at_one_table(people, "ahyoheek", name=people[0].name)
        play_some(people, 100)
        for player in people:
            player.page.goto(f"{address}/table/{table}/review")
            for blocks in (".mix-of", ".habit"):
                first = player.page.locator(f"{blocks} h3").first
                expect(first).to_contain_text(player.name)


def test_a_study(browser: Browser, address: str) -> None:
    """A tree with variations, comments and marks: made by keyboard and mouse, kept when the page is
    left, sent in its address, saved, and copied by somebody else.
    """
    with players(browser, address, 2, viewport=DESK, reduced_motion="reduce") as [writer, reader]:
        page = writer.page
        page.goto(f"{address}/analysis/yoxii?moves=e5/3f5,d5/4e5")
        tree, current = page.locator("#moves .move"), page.locator("#moves [aria-current]")
        expect(current).to_have_text("d5/4e5")
        page.keyboard.press("ArrowLeft")
        expect(current).to_have_text("e5/3f5")
        for identity in ludarium.start("yoxii").play("e5/3f5").parse_move("e6/1d6").touches:
            writer.touch(identity, "keyboard")
        expect(current).to_have_text("e6/1d6")
        expect(page.locator("#moves .tree-row")).to_have_count(2)
        page.keyboard.press("Tab")
        page.locator("#moves [aria-current]").focus()
        page.keyboard.press("ArrowUp")
        expect(current).to_have_text("d5/4e5")
        page.keyboard.press("ArrowDown")
        page.get_by_role("button", name="Promote variation").press("Enter")
        expect(tree.nth(1)).to_have_text("e6/1d6")
        page.get_by_role("button", name="Delete from here").press("Enter")
        expect(tree).to_have_count(2)
        page.get_by_role("button", name="Bring back").press("Enter")
        expect(tree).to_have_count(3)
        page.get_by_label("Comment on this position").fill("Bold")
        drag(page, "b4", "e3", "Shift")
        expect(page.locator("#board .drawn-mark.red")).to_have_count(1)
        page.get_by_role("button", name="Draw arrows and rings").press("Enter")
        writer.touch("c3", "keyboard")
        writer.touch("c3", "keyboard")
        expect(page.locator("#board .drawn-mark")).to_have_count(2)
        assert "Ring around c3, green" in page.locator(".board [role=status]").all_inner_texts()[0]
        check_accessible(page, "a study")
        expect(page).to_have_url(re.compile("#tree="))
        sent = page.url
        page.reload()
        expect(tree).to_have_count(3)
        reader.page.goto(sent)
        share(page, reader.page)


STEP_ROWS = """() => new Set([...document.querySelectorAll("#steps :is(button, label)")]
    .filter((one) => one.checkVisibility())
    .map((one) => Math.round(one.getBoundingClientRect().top))).size"""


def test_buttons_below_a_phones_board_are_one_row(browser: Browser, address: str) -> None:
    """Also while somebody draws: more would be over the board."""
    with players(browser, address, 1, locale="cs-CZ") as [reader]:
        page = reader.page
        page.goto(f"{address}/analysis/yoxii")
        pen = page.get_by_role("button", name="Kreslit šipky a kroužky")
        for width, height in ((390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            for drawing in ("true", "false"):
                pen.click()
                expect(pen).to_have_attribute("aria-pressed", drawing)
                assert page.evaluate(STEP_ROWS) == 1, (width, height, drawing)
        page.set_viewport_size({"width": 390, "height": 844})
        moves = page.get_by_role("heading", name="Tahy").bounding_box()
        lines = page.get_by_role("heading", name="Nejlepší varianty").bounding_box()
        assert moves
        assert lines
        assert moves["y"] < lines["y"], "comments are near the board"


def share(page: Page, other: Page) -> None:
    """Save the study, and let somebody else read and copy it."""
    other.get_by_role("button", name="e6/1d6").click()
    expect(other.locator("#board .drawn-mark")).to_have_count(2)
    expect(other.get_by_label("Comment on this position")).to_have_value("Bold")
    page.get_by_label("Title").fill("Bold moves")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page).to_have_url(re.compile("/study/"))
    other.goto(page.url)
    expect(other.get_by_label("Title")).to_have_value("Bold moves")
    other.get_by_label("Comment on this position").fill("Mine now")
    other.get_by_role("button", name="Save a copy").click()
    expect(other).not_to_have_url(page.url)
    expect(page.locator("#study-status")).to_contain_text("Only you can change it")
    page.get_by_text("Your studies").click()
    expect(page.locator("#study-rows")).to_contain_text("Bold moves")
    page.get_by_role("button", name="Delete Bold moves").click()
    expect(page.locator("#study-rows a")).to_have_count(0)


def drag(page: Page, start: str, end: str, key: str) -> None:
    """Draw an arrow with the right mouse button."""
    page.keyboard.down(key)
    for step, site in (("down", start), ("up", end)):
        box = page.locator(f'[data-layer="hits"] [data-site="{site}"]').bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        getattr(page.mouse, step)(button="right")
    page.keyboard.up(key)


def test_premoves(browser: Browser, address: str) -> None:
    """Chosen while the other thinks, by mouse and by keyboard; made, refused, or taken back."""
    clock = {"kind": "fischer", "minutes": 5, "increment": 3}
    with players(browser, address, 2, viewport=DESK, reduced_motion="reduce") as [white, black]:
        seated([white, black], "chess", clock=clock)
        turn, board = black.page.locator("#turn"), black.page.locator("#board")

        def choose(by: str, *sites: str) -> None:
            board.locator("svg").hover()
            expect(board).to_have_class(re.compile("premoving"))
            for site in sites:
                black.touch(site, by)
            expect(turn).to_contain_text("if it is legal then")

        choose("mouse", "e7", "e5")
        expect(board.locator(".halo.ahead")).to_have_count(2)
        expect(black.page.locator("#voice")).to_contain_text("Premove. e5, if it is legal then")
        assert "premove" not in str(white.api(f"/tables/{white.table}")).lower()
        check_accessible(black.page, "a premove")
        white.make(0, "e4", "mouse")
        expect(board).to_have_attribute("data-ply", "2")
        expect(white.page.locator("#board")).to_have_attribute("data-ply", "2")
        choose("keyboard", "e5", "d4")  # a capture that only one reply allows
        black.page.keyboard.press("Escape")
        expect(board.locator(".halo.ahead")).to_have_count(0)
        choose("keyboard", "e5", "d4")
        black.page.locator('[data-site="a6"]').click(button="right")
        expect(board.locator(".halo.ahead")).to_have_count(0)
        choose("keyboard", "e5", "d4")
        white.make(0, "Nf3", "mouse")
        expect(black.page.locator(".notice")).to_contain_text("is not legal any more")
        expect(turn).to_contain_text("Your turn")
        expect(board).to_have_attribute("data-ply", "3")


def test_the_first_tap_of_a_premove_counts(browser: Browser, address: str) -> None:
    """Also where it asks what can be chosen: no mouse was over the board before."""
    clock = {"kind": "fischer", "minutes": 5, "increment": 3}
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True}
    with players(browser, address, 2, reduced_motion="reduce", **phone) as people:
        black = people[1]
        black.visit(at_one_table(people, "chess", clock=clock))
        black.touch("e7", "touch")
        expect(black.page.locator("#turn")).to_contain_text("Now touch a marked place")
        black.touch("e5", "touch")
        expect(black.page.locator("#turn")).to_contain_text("e5, if it is legal then")


def test_conditional_moves(browser: Browser, address: str) -> None:
    """Played on the board ahead, kept, made by the server, and seen by nobody else."""
    clock = {"kind": "days", "days": 2}
    with players(browser, address, 2, viewport=DESK, reduced_motion="reduce") as [red, white]:
        seated([red, white], "yoxii", clock=clock)
        waits = white if red.api(f"/tables/{red.table}")["movers"] == [0] else red
        moves, page = red if waits is white else white, waits.page
        seat = 1 if waits is white else 0
        position = ludarium.start("yoxii")
        line = []
        page.get_by_role("button", name="If… then…").click()
        for number, by in enumerate(("mouse", "keyboard", "keyboard", "mouse")):
            expect(page.locator("#board")).to_have_attribute("data-ply", str(number))
            move = position.legal[0]
            for identity in move.touches:
                waits.touch(identity, by)
            line.append(move.text)
            position = position.play(move)
        words = page.locator("#conditional [role=status]")
        expect(words).to_contain_text(f"then {line[3]}")
        page.set_viewport_size({"width": 844, "height": 390})
        assert words.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), "all is told"
        page.set_viewport_size({"width": 1280, "height": 800})
        check_accessible(page, "conditional moves")
        page.keyboard.press("Escape")
        expect(page.locator("#board")).to_have_attribute("data-ply", "0")
        page.get_by_role("button", name="If… then…").press("Enter")
        for identity in ludarium.start("yoxii").legal[0].touches:
            waits.touch(identity, "keyboard")
        expect(page.locator("#turn")).to_contain_text(f"your answer to {line[0]}")
        for identity in ludarium.start("yoxii").play(line[0]).parse_move(line[1]).touches:
            waits.touch(identity, "mouse")
        page.get_by_role("button", name="Keep").click()
        rows = page.locator("#conditional li")
        expect(rows).to_have_text(f"If {line[0]}, then {line[1]}×")
        page.reload()
        expect(rows).to_have_count(1)
        page.set_viewport_size({"width": 844, "height": 390})
        row, delete = rows.bounding_box(), rows.get_by_role("button").bounding_box()
        assert row
        assert delete
        assert row["height"] == delete["height"], "it is one line beside its button"
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(moves.page.locator("#conditional")).to_be_hidden()
        moves.make(1 - seat, line[0], "mouse")
        for player in (red, white):
            expect(player.page.locator("#board")).to_have_attribute("data-ply", "2")
        expect(rows).to_have_count(0)
        notices = page.locator(".notices-choice")
        notices.evaluate("(one) => (one.hidden = false)")  # as where the browser can have them
        expect(notices).to_have_css("display", "flex")
        asked(moves, f"/tables/{red.table}/resignations", seat=1 - seat)
        expect(notices).to_have_css("display", "none")


HEIGHTS = """async () => {
    await Promise.all(document.getAnimations().map((one) => one.finished));
    await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll("#board .piece")].map(
        (piece) => new DOMMatrix(getComputedStyle(piece).transform).f);
}"""


def test_a_puzzle(browser: Browser, address: str) -> None:
    """Nothing is touched before the solver touches it; a wrong move is refuted; the right one
    solves it, and that is remembered.
    """
    with players(browser, address, 1, viewport=PHONE, has_touch=True, is_mobile=True) as [solver]:
        page = solver.page
        puzzle = solver.api("/puzzles/yoxii-9c8caa")
        page.goto(f"{address}/puzzles/yoxii-9c8caa")
        [step] = puzzle["steps"]
        wrong = next(move for move, answer in step["refutations"].items() if answer)
        position = ludarium.parse(f"yoxii/{puzzle['ruleset']} {puzzle['position']}")
        expect(page.locator("#told")).to_contain_text("Exactly one move wins")
        assert {move.touches[0] for move in position.legal} == {"e5"}
        expect(page.locator('#board [aria-label*=", touched"]')).to_have_count(0)
        solver.touch("e5", "touch")
        expect(page.locator('#board [aria-label^="e5, totem"]')).to_have_count(1)
        heights = page.evaluate(HEIGHTS)
        assert heights == sorted(heights), "the totem's head is hidden"
        page.keyboard.press("Escape")
        for move, words in ((wrong, f"{wrong} does not win"), (step["move"], "Solved!")):
            for identity in position.parse_move(move).touches:
                solver.touch(identity, "touch")
            expect(page.locator("#told")).to_contain_text(words)
            if move == wrong:
                expect(page.locator("#board")).to_have_attribute("data-ply", "2")  # it was answered
                page.get_by_role("button", name="Try again").tap()
        page.goto(f"{address}/puzzles?game=yoxii")
        expect(page.locator('[data-puzzle="yoxii-9c8caa"]')).to_contain_text("solved")
        page.goto(f"{address}/puzzles")
        expect(page.locator('[data-puzzles~="yoxii-9c8caa"]')).to_contain_text("1 solved")
        today = solver.api("/puzzles/today")["id"]
        page.evaluate(
            "(id) => localStorage.setItem('ludarium.solved', JSON.stringify([id]))", today
        )
        page.reload()
        expect(page.locator("[data-today] .badge")).to_have_text("solved")
        page.locator(f'[data-today="{today}"] a').tap()
        expect(page).to_have_url(re.compile(f"/puzzles/{today}$"))
        expect(page.locator("#told")).to_contain_text(re.compile("[Ee]xactly one move"))


def test_a_lesson(browser: Browser, address: str) -> None:
    """Right and wrong moves by the mouse and by the keyboard alone, to the end."""
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as people:
        page = people[0].page
        page.goto(f"{address}/rules/yoxii")
        page.locator(".prose-end").get_by_text("Learn by playing").click()
        told = page.locator("#told")
        expect(told).to_contain_text("Step 1 of 5")
        check_accessible(page, "a lesson")
        for touched in ("e5", "white-1", "e6"):
            people[0].touch(touched, "mouse")
        expect(told).to_contain_text("Not quite")
        page.keyboard.press("Enter")  # Try again
        for touched in ("d5", "white-2", "d6"):
            people[0].touch(touched, "keyboard")
        expect(told).to_contain_text("Right!")
        page.keyboard.press("Enter")  # Go on
        expect(told).to_contain_text("Step 2 of 5")
        page.get_by_role("button", name="Step 5").click()
        expect(told).to_contain_text("which stone")
        for touched in ("d1", "white-3", "c1"):
            people[0].touch(touched, "mouse")
        expect(told).to_contain_text("White wins 7 to 7, by 3 stones to 2")
        expect(told.locator("[data-play-now]")).to_be_focused()
        page.goto(f"{address}/learn/ahyoheek")
        people[0].touch("beetle", "mouse")
        expect(told).to_contain_text("Not quite")
        page.get_by_role("button", name="Try again").click()
        people[0].touch("pen", "mouse")
        expect(told).to_contain_text("Right!")


def test_a_first_game_says_what_it_is_about(browser: Browser, address: str) -> None:
    moves = [turn[ply % 2] for ply, turn in enumerate(game_moves("connect4", 2))]
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as people:
        page = people[0].page
        strip = page.locator("#first-game")
        tables = [people[0].open_table(game="connect4", sit=["me", "me"]) for _ in range(2)]
        people[0].visit(tables[0])
        expect(strip).to_contain_text("four discs in a row")
        page.reload()
        expect(strip).to_be_visible()
        for ply, move in enumerate(moves):
            people[0].make(ply % 2, move, "mouse")
            expect(page.locator("#board")).to_have_attribute("data-ply", str(ply + 1))
        expect(page.locator(".ending")).to_contain_text("The goal: Be the first to have four discs")
        people[0].visit(tables[1])
        expect(page.locator("#turn")).to_be_visible()
        expect(strip).to_be_hidden()
        other = people[0].open_table(game="yoxii", sit=["me", "me"])
        people[0].visit(other)
        expect(strip).to_contain_text("A circle is worth 1")
        page.set_viewport_size({"width": 844, "height": 390})
        left = "(one) => one.scrollHeight - one.clientHeight"
        assert strip.locator("p").evaluate(left) <= 1, "all of it is in sight"
        page.set_viewport_size({"width": 390, "height": 844})
        board, more = page.locator("#board"), strip.get_by_role("button", name="The whole goal")
        large = board.bounding_box()
        assert large
        assert large["height"] > 300, "two lines of it leave the board its room"
        more.click()
        expect(strip.get_by_role("link", name="Learn by playing")).to_be_visible()
        assert strip.locator("p").evaluate(left) <= 1, "all of it is in sight"
        more.click()
        wide = "(width) => document.querySelector('#board').getBoundingClientRect().width === width"
        page.wait_for_function(wide, arg=large["width"])  # it is fitted in the next frame
        assert board.bounding_box() == large
        strip.get_by_role("button", name="Do not show again").click()
        expect(strip).to_be_hidden()
        page.reload()
        expect(page.locator("#turn")).to_be_visible()
        expect(strip).to_be_hidden()


def test_positions_in_a_guide_are_alive(browser: Browser, address: str) -> None:
    """By keyboard: through the moves that are shown, and on with moves of the reader's own, also
    where several choose together.
    """
    with players(browser, address, 1, viewport=DESK, reduced_motion="reduce") as [reader]:
        page = reader.page
        page.goto(f"{address}/rules/ahyoheek")
        shown = page.locator('figure[data-moves="P B P P, P . B E, P . P B, P . E ."]')
        shown.scroll_into_view_if_needed()
        words = shown.locator(".stepper-words strong")
        expect(words).to_have_text("4 of 4: P . E .")
        shown.get_by_role("button", name="From the start").press("Enter")
        expect(words).to_have_text("The start")
        shown.get_by_role("button", name="Next move").press("Enter")
        expect(words).to_have_text("1 of 4: P B P P")
        tried = page.locator('figure[data-try="yes"]').first
        tried.scroll_into_view_if_needed()
        words = tried.locator(".stepper-words strong")
        again = tried.get_by_role("button", name="Start over")
        for seat in (1, 2):
            expect(words).to_have_text(f"Choose for Seat {seat}")
            expect(again).to_be_hidden()
            tried.locator('button[data-hand="pen"]').press("Enter")
        expect(words).to_have_text("Choose for Seat 1")  # of the next round
        again.press("Enter")
        expect(again).to_be_hidden()
        assert not reader.complaints


def test_many_outcomes_leave_the_board_its_size(browser: Browser, address: str) -> None:
    """By keyboard: they are opened, left without a choice, and chosen from."""
    with players(browser, address, 1, viewport=DESK, reduced_motion="reduce") as [reader]:
        page = reader.page
        page.goto(f"{address}/analysis/backgammon")
        chooser = page.locator(".outcomes summary")
        expect(chooser).to_be_visible()
        board = page.locator("#board svg").first
        size = board.bounding_box()
        outcome = page.locator('[data-button="chance:31"]')
        chooser.press("Enter")
        outcome.focus()
        outcome.press("Escape")
        expect(outcome).to_be_hidden()
        expect(chooser).to_be_focused()
        chooser.press("Enter")
        assert board.bounding_box() == size
        outcome.press("Enter")
        expect(page.locator("#board")).to_have_attribute("data-ply", "1")
        expect(chooser).to_be_hidden()
        assert board.bounding_box() == size


def test_puzzles_of_a_game_are_found(browser: Browser, address: str) -> None:
    """On a phone, by a part of the game's name in either language."""
    with players(browser, address, 1, viewport=PHONE) as [reader]:
        page = reader.page
        page.goto(f"{address}/puzzles")
        shown = page.locator("[data-puzzles]:visible")
        assert shown.count() > 50
        assert page.evaluate(TOO_WIDE) == 0
        search = page.get_by_role("searchbox", name="Find a game")
        search.fill("piskvorky")
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text("Gomoku")
        search.fill("qqqqqq")
        page.get_by_role("button", name="Show all games").click()
        shown.filter(has_text="Yoxii").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles: Yoxii")


def test_rules_print_on_two_pages(browser: Browser, address: str) -> None:
    """Those with the most sentences, in both languages."""
    longest = sorted(
        (len(game.sentences(ruleset)) if game.sentences else 0, name, ruleset.name)
        for name, game in ((name, ludarium.find(name)) for name in ludarium.names())
        for ruleset in game.rulesets
    )
    for language in LANGUAGES:
        with browser.new_context(locale=language) as context:
            page = context.new_page()
            for _, name, ruleset in longest[-3:]:
                page.goto(f"{address}/rules/{name}/{ruleset}")
                printed = page.pdf(prefer_css_page_size=True)
                assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2, (name, ruleset)
