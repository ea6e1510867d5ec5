"""Checks of the extra `cuda`, before anything of CUDA is imported."""

from __future__ import annotations

import importlib.util

from ludarium.errors import LudariumError

__all__ = ["require_numba_cuda"]


def require_numba_cuda() -> None:
    """Raises LudariumError where numba-cuda is not installed."""
    # Numba alone has a `numba.cuda`, too, which imports, and fails later
    if importlib.util.find_spec("numba_cuda") is None:
        raise LudariumError("numba-cuda is not installed: pip install 'ludarium[cuda]'")
