"""One game being played: positions, records, agents, and matches between agents."""
