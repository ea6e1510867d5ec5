"""The scripts and styles of the pages, as files."""

from __future__ import annotations

from pathlib import Path

import pytest

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
