"""Options of our engine that hosts set by `setoption`."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterator

from ludarium.agents import LEVELS
from ludarium.cli.dialects import Dialect
from ludarium.errors import LudariumError, choice_of

__all__ = ["EngineOptions"]

MOST_MEMORY = 1024  # MB
MOST_LINES = 32
NUMBER = re.compile(r"[0-9]{1,9}")
# what hosts set unasked, and what means nothing here
PASSED_OVER = ("uci_analysemode", "ponder", "uci_opponent", "usemillisec", "uci_chess960")


@dataclasses.dataclass
class EngineOptions:
    """The options, as they stand. variant: what the host calls the game; empty for that which it
    takes for granted.
    """

    variant: str = ""
    level: int = 0
    """A level of strength, 1 to 8; 0 for the agent that the engine was started with."""
    threads: int = 1
    """Threads of an analysis."""
    memory: int = 64
    """Size of the transposition table in MB."""
    lines: int = 1
    """The number of moves, the best ones, that an analysis tells."""

    def lines_of_hello(self, dialect: Dialect) -> Iterator[str]:
        """The lines that declare the options."""
        if dialect.bare_options:
            for line in self.lines_of_hello(dialect._replace(bare_options=False)):
                if "UCI_" not in line:
                    yield line.replace("option name ", "option ")
            yield "option usemillisec type check default true"
            return
        if self.variant:
            yield (f"option name UCI_Variant type combo default {self.variant} var {self.variant}")
        yield f"option name Level type spin default 0 min 0 max {LEVELS}"
        yield f"option name Threads type spin default 1 min 1 max {os.cpu_count() or 1}"
        yield f"option name Hash type spin default 64 min 1 max {MOST_MEMORY}"
        yield f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}"
        yield "option name UCI_AnalyseMode type check default false"

    def set(self, text: str) -> None:
        """Set what the words after `setoption` say. Raises LudariumError."""
        name, value = _parts(text)
        bounds: dict[str, tuple[str, int, int]] = {
            "level": ("level", 0, LEVELS),
            "threads": ("threads", 1, os.cpu_count() or 1),
            "hash": ("memory", 1, MOST_MEMORY),
            "hashsize": ("memory", 1, MOST_MEMORY),
            "multipv": ("lines", 1, MOST_LINES),
        }
        if name in PASSED_OVER:
            return
        if name == "uci_variant":
            if value != (self.variant or value):
                raise LudariumError(
                    f"UCI_Variant {value[:40]}: this engine was started for {self.variant}"
                )
            return
        if name not in bounds:
            raise LudariumError(choice_of("option", name[:40], [*bounds, "uci_variant"]))
        field, least, most = bounds[name]
        expected = f"expected a whole number from {least} to {most}"
        if not value:
            words = ("name", name, "value") if text.split(maxsplit=1)[0] == "name" else (name,)
            example = " ".join(("setoption", *words, f"{most}"))
            raise LudariumError(f"option {name} without a value: {expected}, as in {example!r}")
        if not NUMBER.fullmatch(value) or not least <= int(value) <= most:
            raise LudariumError(f"option {name} is {value[:40]!r}: {expected}")
        setattr(self, field, int(value))


def _parts(text: str) -> tuple[str, str]:
    """Name and value, whether `name` and `value` stand before them or not."""
    words = text.split()
    if words[:1] != ["name"]:
        name, *value = words or [""]
        return name.casefold(), " ".join(value)
    name, _, told = f"{' '.join(words[1:])} ".partition(" value ")
    return name.strip().casefold(), told.strip()
