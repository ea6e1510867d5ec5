"""How long a visitor with a slow phone waits: for the lobby, and from a click there to the board;
and with --moves, how long a move takes from one browser to the other.

A headless Chromium with an empty cache, a processor four times slower, 150 ms of latency and 1.6
Mbit/s opens the lobby, rests there, and begins a game against a bot; the clock stops when the board
can be touched. Medians of several visitors. A move is timed from the touch in one browser to the
change of the picture in the other, both on this machine, without a delay on the way, so it is the
time of the server and of both pages. Needs Playwright (group dev) and Chromium.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from rich.console import Console
from rich.table import Table
from tables import COMMAND, serving

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PHONE: ViewportSize = {"width": 390, "height": 844}
LATENCY = 150  # milliseconds from a request to the first byte of its answer
BYTES = 200_000  # a second, either way
SLOWER = 4  # times, the processor
WARMING = 10.0  # seconds that a server has for loading its machine code
console = Console()


def visit(browser: Browser, address: str, game: str, rest: float) -> dict[str, Any]:
    """Seconds to the lobby and from there to the board, with the requests of each."""
    # what a service worker fetches would not be slowed down
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, service_workers="block"
    )
    try:
        page = context.new_page()
        slow_down(page)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.removeprefix(address)))
        begin = time.perf_counter()
        page.goto(address)
        play = page.locator(f'.picks [data-game="{game}"] [data-play-now]')
        play.wait_for()
        lobby, first = time.perf_counter() - begin, len(asked)
        play.scroll_into_view_if_needed()
        time.sleep(rest)
        before = len(asked)
        begin = time.perf_counter()
        play.tap()
        page.locator('[data-layer="hits"] [data-site]').first.wait_for(state="attached")
        page.locator("#turn").wait_for()
        return {
            "lobby": lobby,
            "board": time.perf_counter() - begin,
            "lobby_requests": asked[:first],
            "resting_requests": asked[first:before],
            "board_requests": asked[before:],
        }
    finally:
        context.close()


def slow_down(page: Page) -> None:
    """Make a page as slow as on a cheap phone."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES,
            "uploadThroughput": BYTES,
        },
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


@contextmanager
def browsing() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a warm server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*COMMAND, str(Path(folder) / "tables.db"), "--wait"]
        with serving(command) as server, sync_playwright() as playwright:
            time.sleep(WARMING)
            arguments = ["--no-sandbox", "--disable-gpu"]
            yield (
                playwright.chromium.launch(executable_path=CHROMIUM, args=arguments),
                server.address,
            )


def measure(game: str, rest: float, visitors: int) -> list[dict[str, Any]]:
    with browsing() as (browser, address):
        return [visit(browser, address, game, rest) for _ in range(visitors)]


RELAYED = "hex"  # a game whose moves are one touch each
SEEN = """
() => {
  window.seen = new Promise((resolve) => {
    const look = () => {
      watcher.disconnect();
      resolve(performance.timeOrigin + performance.now());
    };
    const watcher = new MutationObserver(look);
    const pieces = document.querySelector("[data-layer=pieces]");
    watcher.observe(pieces, { childList: true, subtree: true });
  });
}
"""
TOUCHED = """
(site) => {
  const area = document.querySelector(`[data-layer="hits"] [data-site="${site}"]`);
  const { x, y, width, height } = area.getBoundingClientRect();
  const place = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, pointerId: 1 };
  const at = performance.timeOrigin + performance.now();
  area.dispatchEvent(new PointerEvent("pointerdown", place));
  area.dispatchEvent(new PointerEvent("pointerup", place));
  area.dispatchEvent(new MouseEvent("click", place));
  return at;
}
"""


def relay(moves: int) -> list[float]:
    """Seconds from the touch of one player to the picture of the other, of each move."""
    with browsing() as (browser, address):
        first, second = (browser.new_context().new_page() for _ in range(2))
        for page in (first, second):
            page.goto(address)
        opened = post(first, "/api/tables", {"game": RELAYED, "sit": ["me", None]})
        table = f"/tables/{opened['id']}"
        post(second, f"/api{table}/seats/1", {"name": None})
        players = [first, second]
        for page in players:
            page.goto(f"{address}/table/{opened['id']}")
            page.locator('[data-layer="hits"] [data-site]').first.wait_for(state="attached")
        times = []
        for ply in range(moves):
            mover, other = players[ply % 2], players[1 - ply % 2]
            site = mover.locator('[data-layer="hits"] .target').nth(ply).get_attribute("data-site")
            other.evaluate(SEEN)
            touched = mover.evaluate(TOUCHED, site)
            times.append((other.evaluate("window.seen") - touched) / 1000)
            time.sleep(0.3)
        return times


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    """The answer to a request that the page makes."""
    return page.evaluate(
        """([path, body]) => fetch(path, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }).then((answer) => answer.json())""",
        [path, body],
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--visitors", type=int, default=5)
    parser.add_argument("--rest", type=float, default=2.0, help="seconds in the lobby (2)")
    parser.add_argument("--requests", action="store_true", help="list what the last one asked for")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--moves", type=int, help="time so many moves from browser to browser")
    asked = parser.parse_args()
    if CHROMIUM is None:
        print("there is no Chromium: expected chromium or google-chrome", file=sys.stderr)
        return 2
    if asked.moves:
        times = sorted(1000 * seconds for seconds in relay(asked.moves))
        print(
            f"{len(times)} moves: median {statistics.median(times):.0f} ms, 95 of 100 within "
            f"{times[round(0.95 * (len(times) - 1))]:.0f} ms"
        )
        return 0
    found = measure(asked.game, asked.rest, asked.visitors)
    if asked.json:
        print(json.dumps(found))
        return 0
    table = Table(title=f"{asked.visitors} visitors, {asked.rest:g} s in the lobby")
    for name in ("", "median s", "least", "most", "requests"):
        table.add_column(name, justify="right" if name else "left")
    for name in ("lobby", "board"):
        times = [one[name] for one in found]
        numbers = (statistics.median(times), min(times), max(times))
        requests = len(found[-1][f"{name}_requests"])
        table.add_row(name, *(f"{number:.2f}" for number in numbers), str(requests))
    console.print(table)
    if asked.requests:
        for name in ("lobby", "resting", "board"):
            console.print(name, *found[-1][f"{name}_requests"], sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
