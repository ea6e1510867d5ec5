"""The shape of a record as JSON: its fields and their types."""

from __future__ import annotations

from typing import Any

from ludarium.errors import RecordError

__all__ = ["EDITION", "check_shape"]

EDITION = 4
"""The edition of how ends are judged, which is the version of the format: 1 went by the last
position of a repetition alone, and let whose time was up lose to who could not win; 2 knew of no
perpetual chase, and went on where nobody could win; in 3 who resigned lost all that a game can
ever cost. A game is judged by the edition in which it began."""
_SHAPE: dict[str, tuple[type, ...]] = {
    "ludarium": (int,),
    "game": (str,),
    "ruleset": (str,),
    "seats": (int,),
    "players": (list,),
    "seed": (int, type(None)),
    "start": (str, type(None)),
    "repetition": (int, type(None)),
    "moves": (list,),
}


def check_shape(fields: Any) -> None:
    """Raise RecordError where these are not the fields of a record."""
    if not isinstance(fields, dict) or "ludarium" not in fields:
        raise RecordError("not a record: expected a JSON object with the field 'ludarium'")
    if fields["ludarium"] not in range(1, EDITION + 1):
        raise RecordError(f"version {fields['ludarium']!r} of the format, expected 1 to {EDITION}")
    for name, kinds in _SHAPE.items():
        if name not in fields:
            raise RecordError(f"the field {name!r} is missing")
        if not isinstance(fields[name], kinds) or isinstance(fields[name], bool):
            raise RecordError(
                f"the field {name!r} is {fields[name]!r}, expected "
                f"{' or '.join(kind.__name__ for kind in kinds)}"
            )
    for name in ("players", "moves"):
        if not all(isinstance(item, str) for item in fields[name]):
            raise RecordError(f"the field {name!r} must hold strings only")
    seconds = fields.get("seconds") or []
    if (
        not isinstance(seconds, list)
        or len(seconds) not in (0, len(fields["moves"]))
        or not all(_is_time(item) for item in seconds)
    ):
        raise RecordError(
            "the field 'seconds' must hold one number or null for each of "
            f"{len(fields['moves'])} moves"
        )


def _is_time(item: object) -> bool:
    return item is None or (
        isinstance(item, int | float) and not isinstance(item, bool) and item >= 0
    )
