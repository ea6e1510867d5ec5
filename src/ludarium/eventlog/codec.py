"""Serialisation of log entries.

An entry is a frozen dataclass with a KIND. Fields named in PRIVATE are stored apart, because they
never leave a server.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from ludarium.errors import RecordError

__all__ = ["Codec", "Fields", "LogEntry"]

Fields = tuple[dict[str, Any], dict[str, Any]]
"""The public and the private fields of an entry, as JSON."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """An entry of a log."""

    KIND: ClassVar[str] = ""
    """The name of this kind of entry in the log."""
    PRIVATE: ClassVar[tuple[str, ...]] = ()
    """Names of the private fields."""
    at: float
    """The time at which it happened, in seconds since 1970."""


AnyEntry = TypeVar("AnyEntry", bound=LogEntry)


class Codec(Generic[AnyEntry]):
    """Serialises entries of these kinds.

    parts: dataclasses of fields that are tuples of instances, by field name.
    """

    def __init__(
        self, kinds: Iterable[type[AnyEntry]], parts: Mapping[str, type] | None = None
    ) -> None:
        self.kinds = {kind.KIND: kind for kind in kinds}
        self._parts = parts or {}

    def write(self, entry: AnyEntry) -> Fields:
        """The public fields, with the entry's kind, and the private fields."""
        public: dict[str, Any] = {"kind": entry.KIND}
        private: dict[str, Any] = {}
        for field in dataclasses.fields(entry):
            value = getattr(entry, field.name)
            if field.name in self._parts:
                value = [dataclasses.asdict(part) for part in value]
            (private if field.name in entry.PRIVATE else public)[field.name] = value
        return public, private

    def read(self, public: Mapping[str, Any], private: Mapping[str, Any]) -> AnyEntry:
        """The entry with these fields. Raises RecordError."""
        fields = {**public, **private}
        kind = self.kinds.get(fields.pop("kind", ""))
        if kind is None:
            raise RecordError(
                f"kind {public.get('kind')!r}, expected one of {', '.join(self.kinds)}"
            )
        try:
            return kind(**{name: self._value(name, value) for name, value in fields.items()})
        except TypeError as error:
            raise RecordError(f"{kind.KIND}: {error}") from None

    def _value(self, name: str, value: Any) -> Any:
        part = self._parts.get(name)
        if part is not None:
            value = [part(**{key: _frozen(field) for key, field in one.items()}) for one in value]
        return _frozen(value)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
