"""Every search chooses what it chose while it was compiled for each game by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from golden_searches import chosen, chosen_in_batch, positions, tablebase_of
from playing import DISTINCT

GOLDEN: dict[str, Any] = json.loads(
    Path(__file__).with_name("golden_searches.json").read_text(encoding="utf-8")
)


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", DISTINCT)
def test_searches_choose_the_same(name: str) -> None:
    golden = GOLDEN[name]
    assert [as_json(chosen(position)) for position in positions(name)] == golden["positions"]
    if "batched" in golden:
        assert as_json(chosen_in_batch(name)) == golden["batched"]
    if "tablebase" in golden:
        assert tablebase_of(name) == golden["tablebase"]
