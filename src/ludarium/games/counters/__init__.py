"""Traditional games of counters: an entry of data each."""
