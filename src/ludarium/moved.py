"""Modules and names that have moved, for one release: whoever imports one by its old name gets it,
with a warning.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__all__ = ["install", "renamed"]

MODULES = {
    "ludarium.rules.men": "ludarium.rules.chess_movegen",
    "ludarium.rules.roundtable": "ludarium.rules.simultaneous_table",
    "ludarium.rules.twentyfour": "ludarium.rules.backgammon_board",
    "ludarium.rules.boards.castle": "ludarium.rules.boards.tafl",
    "ludarium.rules.boards.chequers": "ludarium.rules.boards.draughts",
    "ludarium.rules.boards.flying": "ludarium.rules.boards.flying_kings",
    "ludarium.rules.boards.stones": "ludarium.rules.boards.piece_placement",
    "ludarium.rules.boards.straight": "ludarium.rules.boards.orthogonal",
    "ludarium.rules.boards.tworows": "ludarium.rules.boards.mancala",
    "ludarium.rules.lines.parts": "ludarium.rules.counters.parts",
    "ludarium.rules.hopping.parts": "ludarium.rules.counters.parts",
    "ludarium.rules.hopping.game": "ludarium.rules.counters.game",
    "ludarium.hints.finding": "ludarium.hints.cached_moves",
    "ludarium.hints.lines": "ludarium.hints.counters.bitboard",
}
"""The modules that the documentation named."""
NAMES = {
    "CastleBoard": "TaflBoard",
    "HoppingParts": "Parts",
    "HoppingRules": "CounterRules",
    "HoppingSetup": "Setup",
    "TwoRows": "MancalaBoard",
    "flanking": "custodial_captures",
    "flights": "draughts_moves",
    "hopping_game": "counter_game",
    "hopping_parts_of": "parts_of",
    "sallies": "tafl_moves",
    "sliding_straight": "orthogonal_slider",
}
"""Names within them."""


class _Moved(MetaPathFinder, Loader):
    """Finds a module by its old name."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        is_package = any(old.startswith(f"{name}.") for old in MODULES)
        return (
            ModuleSpec(name, self, is_package=is_package) if is_package or name in MODULES else None
        )

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if spec.name not in MODULES:
            return ModuleType(spec.name)
        new = MODULES[spec.name]
        warnings.warn(f"{spec.name} is {new} now", DeprecationWarning, stacklevel=2)
        module, moved = ModuleType(spec.name), import_module(new)

        def attribute(name: str) -> Any:
            return getattr(moved, NAMES.get(name, name))

        module.__dict__["__getattr__"] = attribute
        return module

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to execute."""


def renamed(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module some of whose names have changed, by their old names."""

    def attribute(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = names[name]
        warnings.warn(f"{module}.{name} is {new} now", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], new)

    return attribute


def install() -> None:
    """Let imports by old names work."""
    if not any(isinstance(finder, _Moved) for finder in sys.meta_path):
        sys.meta_path.append(_Moved())
