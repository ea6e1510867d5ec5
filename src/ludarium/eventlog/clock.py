"""The time of events, which no change of the system's clock disturbs."""

from __future__ import annotations

import time

__all__ = ["server_time"]


def _running() -> float:
    """Seconds for which the system has been running, asleep or not."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()  # which may stand still while the system is asleep


_STARTED = time.time() - _running()


def server_time() -> float:
    """Seconds since 1970, by the system's clock as it was when this process began.

    Who has 30 seconds left has them whether or not that clock is set meanwhile. What it was set to
    counts when the process is started again.
    """
    return _STARTED + _running()
