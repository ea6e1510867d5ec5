"""Games of counters that step and hop on boards of points and lines, each an entry of data."""
