"""The scripts and styles of the pages, as files."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ludarium.web.services.static_files import Scripts, modules_of, static_address

STATIC = Path(__file__).parents[1] / "src/ludarium/web/static"
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


def test_a_page_asks_for_all_modules_of_its_script_at_once() -> None:
    """The modules that are preloaded are those that a browser comes to, import by import."""
    every = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")]
    for path in every:
        directly = re.findall(r'from "(\.[^"]+)"', (STATIC / path).read_text(encoding="utf-8"))
        directly += re.findall(
            r'^import "(\.[^"]+)"', (STATIC / path).read_text(encoding="utf-8"), re.MULTILINE
        )
        found = modules_of(path)
        assert path not in found
        for one in directly:
            module = os.path.normpath(os.path.join(os.path.dirname(path), one))
            assert module in found, f"{path} imports {module}"
            assert set(modules_of(module)) - {path} <= set(found)
        scripts = Scripts()
        tags = scripts(path)
        assert tags.count("modulepreload") == len(found)
        assert "modulepreload" not in scripts(path)  # a page asks once
        assert tags.endswith(f'src="{static_address()}/{path}"></script>')


def test_templates_name_files_that_exist_by_their_version() -> None:
    templates = STATIC.parent / "templates"
    named = [
        (file.name, name)
        for file in templates.rglob("*.html")
        for name in re.findall(
            r'\{\{ static \}\}/([^"]+)"|\{\{ script\("([^"]+)"\) \}\}',
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
