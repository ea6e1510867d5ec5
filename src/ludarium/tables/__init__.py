"""Live tables: seats, clocks, secret choices, the event log and its storage, the bots that sit
there.
"""
