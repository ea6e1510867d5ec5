"""A release has one version, wherever one is stated."""

from __future__ import annotations

import re
from pathlib import Path

import ludarium

PROJECT = Path(ludarium.__file__).parents[2]


def test_all_files_state_one_version() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (PROJECT / "CITATION.cff").read_text(encoding="utf-8")
    latest, date = re.findall(r"^## (\S+) \((\S+)\)$", changelog, re.MULTILINE)[0]
    assert latest == ludarium.__version__
    assert f"\nversion: {latest}\ndate-released: {date}\n" in citation


def test_changes_stand_under_a_version_or_under_unreleased() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *others = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    dated = re.compile(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)")
    assert first == "Unreleased" or dated.fullmatch(first)
    assert all(dated.fullmatch(heading) for heading in others)
