"""Draws the icons of an installed page from the site's own: `.venv/bin/python tools/make_icons.py`.

Needs Chromium and Playwright, as the tests do.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[1] / "src" / "ludarium" / "web" / "static" / "shared"
GROUND = "#17695f"  # of the icon; systems cut it to their own shape
SAFE = 0.72  # of a maskable icon's width, as no system cuts off more than a circle of 0.8
ICONS = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-maskable.png": (512, SAFE)}


def main() -> None:
    drawn = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (size, share) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = GROUND if share < 1 else "transparent"
            width = round(size * share)
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;"
                f"background:{ground}}}svg{{display:block;width:{width}px}}</style>{drawn}"
            )
            page.screenshot(path=FOLDER / name, omit_background=share == 1)
        browser.close()


if __name__ == "__main__":
    main()
