"""Games of counters on boards of points joined by lines."""
