"""Numbers as people read them."""

from __future__ import annotations

__all__ = ["number_text"]


def number_text(value: float, percent: bool) -> str:
    """A number in English: three digits that count, or whole thousands."""
    if percent:
        return f"{value:.1%}"
    return f"{value:,.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}"
