"""Live tables: seats, clocks, secret choices, the log and its storage, and bots."""
