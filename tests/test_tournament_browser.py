"""Tournaments in a real browser: a whole one from the form to the champion, and what its pages must
not have.
"""

from __future__ import annotations

import contextlib
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from browsing import CHROMIUM, DESK, PHONE, TOO_WIDE, Player, check_accessible, players

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")


def choose_game(page: Page, title: str) -> None:
    """Choose a game by its title, found by the search of the form."""
    page.get_by_role("searchbox", name="Find a game").fill(title)
    page.locator("label.game-row").filter(has_text=title).click()


def announce(organiser: Player, name: str, bots: int, **choices: str) -> str:
    """Announce a tournament of Ahyoheek by the form, and let bots enter. Gives its address."""
    page = organiser.page
    page.goto(f"{organiser.address}/tournaments")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("What it is called").fill(name)
    choose_game(page, "Ahyoheek")
    page.get_by_text("More choices").click()
    for label, value in choices.items():
        page.locator(f"[name={label}]").fill(value)
    page.get_by_role("button", name="Announce it").click()
    page.wait_for_url("**/tournament/*")
    page.get_by_label("Bots").fill(str(bots))
    page.get_by_label("Level").select_option("level:1")
    page.locator("form.bots button").click()
    expect(page.locator(".standings tbody tr")).to_have_count(bots)
    return page.url


def test_a_new_tournament_begins_with_a_game_of_the_organiser(
    browser: Browser, address: str
) -> None:
    """A featured one at first, then what was played, then what the last tournament was of."""
    with players(browser, address, 1, viewport=DESK) as [organiser]:
        page = organiser.page
        game = page.locator("[name=game]:checked")
        page.goto(f"{address}/tournaments/new")
        expect(game).to_have_value("ahyoheek")
        organiser.open_table(game="hex", sit=["me", "me"])
        page.goto(f"{address}/tournaments/new")
        expect(game).to_have_value("hex")
        page.get_by_label("What it is called").fill("Memory")
        page.get_by_role("searchbox", name="Find a game").fill("fely")
        expect(page.locator("[data-game]:visible")).to_have_count(2)  # the chosen one stays
        choose_game(page, "Felli")
        page.get_by_role("button", name="Announce it").click()
        page.wait_for_url("**/tournament/*")
        page.goto(f"{address}/tournaments/new")
        expect(game).to_have_value("felli")


def join(player: Player, url: str) -> None:
    player.page.goto(url)
    player.page.get_by_label("Your name").fill(player.name)
    player.page.get_by_role("button", name="Enter").click()
    expect(player.page.locator(".mine-panel")).to_contain_text("You are in")


def play_on(player: Player) -> None:
    """Choose, where the player's table waits for it; once the game is over, go back to the
    tournament.
    """
    player.table = player.page.url.rpartition("/")[2]
    table = player.api(f"/tables/{player.table}")
    if table["status"] == "over":
        player.page.get_by_role("link", name="Back to the tournament").click()
        # from there it may have gone on to the next table already
        player.page.wait_for_url(lambda at: not at.endswith(player.table))
        return
    (seat,) = table["you"]["seats"]
    if (
        seat in table["movers"]
        and not table["seats"][seat]["chosen"]
        and table["round"]["bots_ready"]
    ):
        choice = random.choice(player.api(f"/tables/{player.table}/legal")["legal"][str(seat)])[
            "touches"
        ][-1]
        player.page.locator(f'button[data-hand="{choice}"], button[data-button="{choice}"]').click()
        player.page.wait_for_timeout(50)  # for the answer


def test_a_tournament_of_two_browsers_and_bots_to_the_champion(
    browser: Browser, address: str
) -> None:
    """The organiser plays, too; pages take players to their tables by themselves, and call them
    from wherever they are.
    """
    with players(browser, address, 2, viewport=DESK) as people:
        organiser = people[0]
        url = announce(organiser, "Cup of the caverns", 4, size="3", lives="1", no_show="60")
        for player in people:
            join(player, url)
        identity = url.rpartition("/")[2]
        people[1].page.goto(f"{address}/rules")
        organiser.page.goto(url)
        organiser.page.get_by_role("button", name="Start, and draw the first round").click()
        call = people[1].page.locator(".call")
        expect(call).to_contain_text("Cup of the caverns: your next game is at table")
        expect(call).to_contain_text(
            re.compile(r"Come and move within (1:00:00|59:\d\d), or you forfeit")
        )
        expect(people[1].page).to_have_title(re.compile(r"^[\d:]+ Your next game is waiting - "))
        call.get_by_role("link", name="Go to your table").click()
        while organiser.api(f"/tournaments/{identity}")["state"] != "over":
            for player in people:
                if "/table/" in player.page.url:
                    play_on(player)
                else:
                    player.page.wait_for_timeout(50)  # until it is taken to its table
        champion = next(
            row["name"]
            for row in organiser.api(f"/tournaments/{identity}/standings")["standings"]
            if row["rank"] == 1
        )
        for player in people:
            player.page.goto(url)
            expect(player.page.locator(".event-champion")).to_have_text(f"{champion} has won")


def test_a_tournament_page_takes_its_reader_to_the_table_once(
    browser: Browser, address: str
) -> None:
    """A table may open before the page is there, or after; who has left it for the tournament's
    page stays there.
    """
    with players(browser, address, 1, viewport=DESK) as [organiser]:
        url = announce(organiser, "Late news", 1, size="2", no_show="60")
        join(organiser, url)
        held: list[Route] = []
        late = organiser.page.context.new_page()
        late.route("**/static/*/bundle/*.js", lambda route: held.append(route), times=1)
        late.goto(url, wait_until="commit")
        expect(late.locator(".mine-panel")).to_be_visible()
        organiser.page.get_by_role("button", name="Start, and draw the first round").click()
        organiser.page.wait_for_url("**/table/*")
        assert held
        held[0].continue_()
        late.wait_for_url("**/table/*")
        late.get_by_role("link", name="Late news").click()
        late.wait_for_url(url)
        late.wait_for_timeout(500)
        assert late.url == url, "whoever leaves a table that is open is not sent back to it"
        elsewhere = f"{address}/table/{organiser.open_table(game='yoxii')}"
        late.goto(elsewhere)
        late.goto(url)
        late.wait_for_url(lambda at: "/table/" in at and at != elsewhere)


def test_who_leaves_the_table_without_a_move_is_told_what_it_waits_for(
    browser: Browser, address: str
) -> None:
    with players(browser, address, 1, viewport=DESK) as [player]:
        url = announce(player, "Gone for tea", 1, size="2", no_show="60")
        join(player, url)
        player.page.get_by_role("button", name="Start, and draw the first round").click()
        player.page.wait_for_url("**/table/*")
        player.page.goto(f"{address}/rules")
        call = player.page.locator(".call")
        expect(call).to_contain_text(
            re.compile("your game at table 1 against .+ waits for your move")
        )
        expect(call).to_contain_text(
            re.compile(r"\. Move within (1:00:00|59:\d\d), or you forfeit")
        )
        expect(player.page).to_have_title(re.compile(r"[\d:]+ Your game is waiting - "))


def test_the_desk_by_keyboard(browser: Browser, address: str) -> None:
    """Results are typed; the wall follows by itself; a file with a fault is refused in words."""
    with players(browser, address, 2, viewport=DESK) as [organiser, wall]:
        page = organiser.page
        page.goto(f"{address}/tournaments/new")
        page.get_by_label("What it is called").fill("In the hall")
        choose_game(page, "Yoxii")
        page.get_by_label("Format").select_option("double")
        page.get_by_text("In a hall").click()
        page.keyboard.press("Enter")
        page.wait_for_url("**/tournament/*")
        ends = "(form) => Math.round(form.getBoundingClientRect().bottom)"
        rows = [page.locator(form).evaluate(ends) for form in ("[data-several]", "[data-import]")]
        assert rows[0] == rows[1], "four forms are two rows of two"
        for name, text, words in (
            ("bad.csv", "name,rating\nAna,high\n", "row 2, column 'rating'"),
            ("good.csv", "name\nAna\n", ""),
        ):
            page.locator("#add-file").set_input_files(
                {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
            )
            page.get_by_role("button", name="Import").press("Enter")
            expect(page.locator("form[data-import] .fault")).to_contain_text(words)
        assert [text for text in organiser.complaints if "422" not in text] == []
        organiser.complaints.clear()  # the browser's own word on the file that was refused
        expect(page.locator(".standings tbody tr")).to_have_count(1)
        several = page.locator("form[data-several]")
        for text, words in (("Bor\nAna\n", "row 2: there is a player Ana"), ("Bor\n\n Cyr \n", "")):
            several.get_by_label("Several players").fill(text)
            several.get_by_role("button").press("Enter")
            expect(several.locator(".fault")).to_contain_text(words)
        organiser.complaints.clear()
        expect(page.locator(".standings tbody tr")).to_have_count(3)
        wall.page.clock.install()
        wall.page.goto(f"{page.url}/screen")
        page.get_by_role("button", name="Start, and draw").press("Enter")
        expect(page.get_by_role("button", name="Undo: A round of 1 match is drawn")).to_be_visible()
        while not page.locator(".event-champion").count():
            for choice in (
                page.locator("#tables .reports .button").first,
                page.get_by_role("button", name="Draw the next round"),
            ):
                if choice.count():
                    # the page may be drawn again meanwhile, and the button with it
                    with contextlib.suppress(Error):
                        button = choice.element_handle(timeout=1_000)
                        button.press("Enter")
                        button.wait_for_element_state("hidden")
                    break
        expect(page.locator(".bracket-frame img")).to_be_visible()
        assert page.locator(".bracket-frame img").evaluate(
            "(image) => image.complete && image.naturalWidth > 300"
        )
        expect(wall.page.locator(".wall-champion")).to_contain_text("has won")
        winner = wall.page.locator(".wall-winner")
        for _ in range(4):  # scenes, of which it is one
            if not winner.is_visible():
                wall.page.clock.fast_forward(8_000)
        expect(winner).to_be_visible()


def test_the_wall_shows_names_and_a_bracket_of_eight_whole(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport={"width": 1280, "height": 720}) as [organiser]:
        page, context = organiser.page, organiser.context

        def asked(path: str, **body: Any) -> Any:
            answer = context.request.post(
                f"{address}/api/tournaments{path}", data=body, headers={"origin": address}
            )
            assert answer.ok, answer.text()
            return answer.json()

        page.goto(address)
        options = {"format": "double", "game": "yoxii", "online": False, "automatic": False}
        cup = asked("", name="Cup of eight", **options)["id"]
        for name in ["Anna", "Bedřich", "Cyril", "Dana", "Eva", "Filip", "Gita", "Hugo"]:
            asked(f"/{cup}/players", name=f"{name} Svobodová")
        asked(f"/{cup}/start")
        number = 1
        while organiser.api(f"/tournaments/{cup}")["state"] != "over":
            for match in organiser.api(f"/tournaments/{cup}/rounds/{number}")["matches"]:
                winner = max(match["seats"])
                asked(f"/{cup}/matches/{match['number']}/results", winner=winner)
            if organiser.api(f"/tournaments/{cup}")["state"] != "over":
                asked(f"/{cup}/rounds")
                number += 1
        page.clock.install()
        page.goto(f"{address}/tournament/{cup}/screen")
        row = page.locator(".wall .standings tbody tr").first
        expect(row).to_be_visible()
        assert row.evaluate("(row) => row.offsetHeight") < 60, "a name takes one line"
        bracket = page.locator("#bracket")
        for _ in range(3):
            if not bracket.is_visible():
                page.clock.fast_forward(8_000)
        frame, picture = bracket.bounding_box(), bracket.locator("img").bounding_box()
        assert frame
        assert picture
        assert picture["width"] <= frame["width"] + 1, "all of it is in sight"
        assert picture["height"] <= frame["height"] + 1
        assert frame["y"] + frame["height"] <= 720


def test_pages_are_accessible_and_never_scroll_sideways(browser: Browser, address: str) -> None:
    with players(browser, address, 1, viewport=PHONE, reduced_motion="reduce") as [organiser]:
        url = announce(
            organiser, "A tournament with a rather long name, as they have", 5, no_show="60"
        )
        join(organiser, url)
        check(organiser, url)
        organiser.page.get_by_role("button", name="Start, and draw the first round").click()
        organiser.page.wait_for_url("**/table/*")
        check_accessible(organiser.page, "a table of a tournament")
        for path in ("/tournaments", "/tournaments/new", "/points"):
            check(organiser, address + path)
        for path in ("", "/screen", "/player/1", "/player/6"):
            check(organiser, url + path)


def check(reader: Player, url: str) -> None:
    reader.page.goto(url)
    for folded in reader.page.locator("details > summary").all():
        if folded.is_visible():
            folded.click()
    check_accessible(reader.page, url)
    assert reader.page.evaluate(TOO_WIDE) <= 0, url
