"""One game being played: positions, records, and the protocol of agents."""
