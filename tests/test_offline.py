"""The installed page: what its service worker keeps for when there is no network, and notices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browsing import check_accessible, served
from ludarium.web.analysis.guides import shown_positions
from ludarium.web.http.pages import worker_script
from ludarium.web.http.static_files import static_address
from serving import free_port
from tables_help import Site

OPEN = """async (options) => {
    const { api } = await import("/static/shared/api.js");
    return (await api.post("/tables", options)).id;
}"""
READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"
SHOWN = """async () => {
    for (let tries = 0; tries < 20; tries += 1) {
        const found = await self.registration.getNotifications();
        if (found.length) {
            return found.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return [];
}"""
KEPT = "(address) => caches.match(address).then(Boolean)"
CACHED = """async (name) => {
    const cache = await caches.open(name);
    return (await cache.keys()).map((one) => new URL(one.url).pathname);
}"""


def test_the_worker_knows_its_version(tmp_path: Path) -> None:
    script, place = worker_script(), static_address()
    assert script.startswith(f'self.version="{place.rpartition("/")[2]}";')
    with Site.opened(tmp_path) as site:
        visitor = site.visitor()
        answer = visitor.get("/worker.js")
        assert (answer.text, answer.headers["cache-control"]) == (script, "no-cache")
        manifest = visitor.get("/static/shared/manifest.webmanifest").json()
        for icon in manifest["icons"]:
            drawn = visitor.get(icon["src"])
            assert drawn.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = (int.from_bytes(drawn.content[at : at + 4]) for at in (16, 20))
                assert icon["sizes"] == f"{width}x{height}"


def test_games_and_rules_without_a_network(browser: Browser, tmp_path: Path) -> None:
    """As last seen, marked as such; what was never seen is an excuse. Signing out forgets it."""
    with served(tmp_path, free_port()) as address:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion="reduce"
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(address)
        assert page.evaluate(READY) in ("activating", "activated")
        table = page.evaluate(OPEN, {"game": "yoxii", "sit": ["me", "level:1"]})
        page.goto(f"{address}/rules/yoxii")
        expect(page.locator("h1")).to_contain_text("Yoxii")
        page.goto(f"{address}/games")
        expect(page.locator(".own-board")).to_have_attribute("data-ply", "0")
        for path in ("/games", "/rules/yoxii", "/kept/games", f"/kept/board/{table}"):
            wait_for(page, "pages", path)
        last = len(shown_positions("yoxii", "en"))
        page.wait_for_function(KEPT, arg=f"/rules/yoxii/pictures/{last}.svg?language=en")
        page.close()
        check_notice(context, address, table)
        context.set_offline(True)
        page = context.new_page()
        page.goto(f"{address}/games")
        expect(page.locator("[data-connection]")).to_contain_text("You are offline.")
        expect(page.locator(".own-game")).to_contain_text("Your turn")
        expect(page.locator(".own-board")).to_have_attribute("data-ply", "0")
        page.goto(f"{address}/rules/yoxii")
        expect(page.locator("h1")).to_contain_text("Yoxii")
        picture = page.locator("figure.position img").last
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("picture => picture.naturalWidth") > 0
        page.goto(f"{address}/ranking")
        expect(page.locator("h1")).to_have_text("You are offline")
        check_accessible(page, "offline")
        context.set_offline(False)
        page.goto(f"{address}/account")
        page.locator("#up-name").fill("Ana")
        page.locator("#up-password").fill("a long password")
        page.get_by_role("button", name="Make the account").click()
        page.get_by_role("button", name="I have kept it").click()
        page.get_by_text("Delete the account").click()
        check_accessible(page, "an account")
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("heading", name="You are a guest")).to_be_visible()
        assert sorted(page.evaluate(CACHED, "pages")) == ["/games", "/offline", "/rules"]
        context.close()


def wait_for(page: Page, cache: str, path: str) -> None:
    for _ in range(200):
        if path in page.evaluate(CACHED, cache):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"{path} is not kept")


def check_notice(context: BrowserContext, address: str, table: str) -> None:
    """What comes from a push service is shown, but not where a page of the site is looked at."""
    context.grant_permissions(["notifications"], origin=address)
    page = context.new_page()
    page.goto(f"{address}/rules")
    control = context.new_cdp_session(page)
    found: list[str] = []
    control.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    control.send("ServiceWorker.enable")
    path = f"/table/{table}"
    told = {"title": "Yoxii", "body": "It is your turn.", "turns": 1}
    while not found:
        page.wait_for_timeout(50)

    def deliver(leads: str) -> list[dict[str, str]]:
        """Send a notice that leads there; which ones are shown then."""
        data = json.dumps({**told, "path": leads})
        control.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": address, "registrationId": found[0], "data": data},
        )
        (worker,) = context.service_workers
        shown: list[dict[str, str]] = worker.evaluate(SHOWN)
        return shown

    assert deliver("/games") == []
    page.goto("about:blank")
    for _ in range(20):  # the browser may take the page that was left for one that is looked at
        if shown := deliver(path):
            break
    assert shown == [{"title": "Yoxii", "body": "It is your turn.", "tag": path, "data": path}]
    page.close()
