"""Functions that are called when something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, ParamSpec

__all__ = ["Subscribers"]

Arguments = ParamSpec("Arguments")


class Subscribers(Generic[Arguments]):
    """The functions that hear of one kind of event, in the order in which they were added."""

    def __init__(self) -> None:
        self._functions: list[Callable[Arguments, Any]] = []

    def add(self, function: Callable[Arguments, Any]) -> None:
        """Call this function from now on too."""
        self._functions.append(function)

    def __call__(self, *arguments: Arguments.args, **options: Arguments.kwargs) -> None:
        """Call all functions."""
        for function in tuple(self._functions):
            function(*arguments, **options)

    def __iter__(self) -> Iterator[Callable[Arguments, Any]]:
        return iter(tuple(self._functions))

    def __len__(self) -> int:
        return len(self._functions)
