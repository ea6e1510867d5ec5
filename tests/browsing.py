"""Helpers of the tests in a real browser: a server of their own, and people who each sit at a
browser.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from forking import Forked, fork
from serving import ENVIRONMENT

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)

expect.set_options(timeout=20_000)  # of busy machines
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
NO_WORKER = "Service Worker registration blocked by Playwright"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@contextmanager
def served(
    folder: Path, port: int = 0, after: Callable[[], object] = lambda: None
) -> Iterator[str]:
    """A server process; what served at the port before is killed first, and `after` is called
    before this one starts.
    """
    if before := RUNNING.pop(port, None):
        before.kill()
        before.wait(10)
    after()
    arguments = [
        "serve",
        "--port",
        str(port),
        "--database",
        str(folder / "tables.db"),
        "--no-limits",
        "--wait",
        "--bot-pause",
        "0",
        "--review",
        "1000",
    ]
    process = fork(arguments, ENVIRONMENT, errors=2)
    found = re.search(r"http://[0-9.]+:([0-9]+)", process.stdout.readline())
    assert found, "the server did not start"
    RUNNING[int(found[1])] = process  # never 0, which stands for any free port
    try:
        yield found[0]
    finally:  # after a test that failed, too, as it may be tried again
        process.terminate()
        process.wait(10)
        process.close()


RUNNING: dict[int, Forked] = {}  # by the port that it listens on


class Player:
    """Somebody at a browser of their own, who complains of anything that the page complains of."""

    def __init__(self, context: BrowserContext, address: str, name: str) -> None:
        self.context, self.address, self.name = context, address, name
        self.complaints: list[str] = []
        self.table = ""
        self.page = context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.set_default_timeout(20_000)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and message.text != NO_WORKER:
            self.complaints.append(message.text)

    def api(self, path: str) -> Any:
        """What the API tells this browser."""
        answer = self.context.request.get(f"{self.address}/api{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def open_table(self, **options: Any) -> str:
        """Open a table from a page, as the pages' own scripts do."""
        self.page.goto(self.address)
        script = """async (options) => {
            const { api } = await import("/static/shared/api.js");
            return (await api.post("/tables", options)).id;
        }"""
        return str(self.page.evaluate(script, {"name": self.name, **options}))

    def visit(self, table: str) -> None:
        self.table = table
        self.page.goto(f"{self.address}/table/{table}")
        expect(self.page.locator("#board svg")).to_be_visible()

    def take_seat(self) -> None:
        """Sit down where a seat is free, as the invitation offers."""
        name = self.page.locator("#free-seats input")
        if name.count():
            name.first.fill(self.name)
        self.page.locator("#free-seats button").first.click()

    def make(self, seat: int, move: str, by: str) -> None:
        """Make a move by what it takes to touch, by the last of several paths; where it asks first,
        the answer is yes.
        """
        scene = self.api(f"/tables/{self.table}/scene")
        found = next(one for one in scene["legal"][str(seat)] if one["move"] == move)
        path = [found["touches"], *found["more_touches"]][-1]
        for identity in path:
            self.touch(identity, by)
        if any(button["id"] == path[-1] and button["question"] for button in scene["buttons"]):
            expect(self.page.get_by_role("dialog")).to_be_visible()
            self.page.keyboard.press("Enter")

    def touch(self, identity: str, by: str) -> None:
        """Touch a place on the board, a thing in hand, or a button."""
        site = self.page.locator(f'[data-layer="hits"] [data-site="{identity}"]')
        beside = self.page.locator(
            f'button[data-hand="{identity}"], button[data-button="{identity}"]'
        )
        expect(beside.or_(site).first).to_be_attached()  # a page asks for its position once open
        target = beside if beside.count() else site
        if by == "mouse":
            target.click()
        elif by == "touch":
            target.tap()
        elif beside.count():
            beside.focus()
            self.page.keyboard.press("Enter")
        else:
            self.walk_to(identity)
            self.page.keyboard.press("Enter")

    def walk_to(self, identity: str) -> None:
        """Go to a place with the arrow keys, from wherever the board has its focus."""
        self.page.keyboard.press("Tab")  # after a mouse, arrows step through the moves
        self.page.locator('[data-layer="hits"] [tabindex="0"]').focus()
        passed, chance = set(), random.Random(identity)
        for _ in range(200):
            here, there = self.page.evaluate(
                """(id) => [
                        document.activeElement,
                        document.querySelector(`[data-layer="hits"] [data-site="${id}"]`),
                    ].map((one) => [one.dataset.site, one.getBBox()]
                    ).map(([site, box]) => [
                            site,
                            box.x + box.width / 2,
                            box.y + box.height / 2,
                        ])""",
                identity,
            )
            if here[0] == there[0]:
                return
            across, down = there[1] - here[1], there[2] - here[2]
            if here[0] in passed:  # not all boards have a place wherever a row and a column meet
                key = chance.choice(("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"))
            elif abs(down) > 5:
                key = "ArrowDown" if down > 0 else "ArrowUp"
            else:
                key = "ArrowRight" if across > 0 else "ArrowLeft"
            passed.add(here[0])
            self.page.keyboard.press(key)
        raise AssertionError(f"the arrow keys lead to {sorted(passed)}, not to {identity}")

    def close(self) -> None:
        self.context.close()
        assert not self.complaints


@contextmanager
def players(browser: Browser, address: str, count: int, **options: Any) -> Iterator[list[Player]]:
    """So many people, each at a browser; without a service worker, which costs time."""
    options = {"service_workers": "block", **options}
    found = [
        Player(browser.new_context(**options), address, f"Player {chr(ord('A') + n)}")
        for n in range(count)
    ]
    yield found
    for player in found:
        player.close()


def check_accessible(page: Page, what: str) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, f"{what}: {found.generate_report()}"
