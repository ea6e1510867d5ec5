"""The scripts and styles of the pages, as files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludarium.web.http.bundles import DESCRIPTION, STATIC, Bundle, bundle_text, modules_of, text_of
from ludarium.web.http.named_bundles import bundle_names
from ludarium.web.http.pages import phrases_address
from tables_help import Site

WIDEST = 100  # columns, as of Python


@pytest.mark.parametrize("suffix", ["js", "css"])
def test_no_line_is_wider_than_code_may_be(suffix: str) -> None:
    files = list(STATIC.rglob(f"*.{suffix}"))
    assert files
    too_wide = [
        f"{path.relative_to(STATIC)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert not too_wide


SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))


@pytest.mark.parametrize("path", SCRIPTS)
def test_a_script_in_one_file_has_all_that_it_imports(path: str) -> None:
    """In an order in which each module is there before another takes something from it."""
    text = bundle_text(path.removesuffix(".js").replace("/", ".") + ".js")
    assert text is not None
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    made: dict[str, set[str]] = {}
    for part in re.split(r"^// (?=[\w-]+/[\w-]+\.js$)", text, flags=re.MULTILINE)[1:]:
        name, code = part.split("\n", 1)
        variable = re.match(r"const (\$m\d+) = ", code)
        exported = re.search(r"^return \{ (.*) \};\n\}\)\(\);$", code, re.MULTILINE)
        assert variable
        assert exported
        for taken, source in re.findall(r"^const \{ (.*) \} = (\$m\d+);$", code, re.MULTILINE):
            wanted = {one.partition(":")[0].strip() for one in taken.split(",")}
            assert wanted <= made[source], f"{name} takes what is not exported"
        made[variable[1]] = set(exported[1].split(", "))
    assert len(made) == len(modules_of(path)) + 1


@pytest.mark.parametrize("path", SCRIPTS)
def test_what_bundles_leave_out_of_a_script_is_comments(path: str) -> None:
    text = text_of(path)
    for found in DESCRIPTION.finditer(text):
        first, *others = found[0].splitlines()
        assert first.lstrip().startswith("/**")
        assert all(line.lstrip().startswith("*") for line in others)
    assert not re.search(r"^ *(/\*)?\* @(param|returns)", DESCRIPTION.sub("", text), re.MULTILINE)


def test_a_page_asks_for_one_file_of_each_kind() -> None:
    scripts = Bundle(".js", "/static/1")
    assert scripts.tag == ""
    for path in ("pages/site.js", "pages/lobby.js", "pages/site.js"):
        assert scripts(path) == ""
    address = "/static/1/bundle/pages.site,pages.lobby.js"
    assert scripts.tag == f'<script type="module" src="{address}"></script>'


@pytest.mark.parametrize(
    "name",
    ["", "shared.nothing.js", "pages.site", "pages.site.py", "...app.js", "pages/site.js"],
)
def test_bundles_of_files_that_there_are_not(name: str) -> None:
    assert bundle_text(name) is None


def test_bundles_are_those_of_pages() -> None:
    """With each condition of a page met or not."""
    lobby = "pages.site,pages.lobby.js"
    assert {lobby, "pages.site,pages.game-calls,pages.lobby.js"} <= bundle_names()
    assert "pages.lobby,pages.site.js" not in bundle_names()
    assert len(bundle_names()) < 150
    assert all(bundle_text(name) for name in bundle_names())


def test_templates_name_files_that_exist_by_their_version() -> None:
    templates = STATIC.parent / "templates"
    named = [
        (file.name, name)
        for file in templates.rglob("*.html")
        for name in re.findall(
            r'\{\{ static \}\}/([^"]+)"|\{\{ (?:script|style)\("([^"]+)"\) \}\}',
            file.read_text(encoding="utf-8"),
        )
    ]
    assert len(named) > 40
    for file, (style, code) in named:
        assert (STATIC / (style or code)).is_file(), f"{file} names {style or code}"
    unversioned = {
        line
        for file in templates.rglob("*.html")
        for line in re.findall(r'"(/static/[^"]+)"', file.read_text(encoding="utf-8"))
    }
    # an installed page keeps the address of its manifest
    assert unversioned == {"/static/shared/manifest.webmanifest"}


def test_what_is_the_same_for_all_is_compressed(tmp_path: Path) -> None:
    with Site.opened(tmp_path) as site:
        reader = site.newcomer()
        for path in (phrases_address("cs"), "/worker.js", "/paints.css"):
            packed = reader.get(path)
            assert packed.headers["content-encoding"] == "gzip"
            plain = reader.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert packed.text == plain.text
            assert int(packed.headers["content-length"]) < len(plain.content) / 2
