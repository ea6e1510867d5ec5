"""Traditional games of counters that step and hop: an entry of data each."""
