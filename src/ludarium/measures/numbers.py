"""Numbers as people read them."""

from __future__ import annotations

__all__ = ["decimals", "number_text"]


def decimals(value: float) -> int:
    """The number of decimals that show three significant digits, or whole thousands."""
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2


def number_text(value: float, percent: bool) -> str:
    """A number in English, with as many decimals."""
    return f"{value:.1%}" if percent else f"{value:,.{decimals(value)}f}"
