"""Shared by all tests."""

from __future__ import annotations

import os

import pytest

import ludarium
from ludarium.rules.game import Game


@pytest.fixture(params=ludarium.names())
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return ludarium.find(request.param)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]  # noqa: ANN201
    """In CI nothing may be skipped, other than what needs a GPU: a test that does not run there runs nowhere."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") and "gpu" not in item.keywords:
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
