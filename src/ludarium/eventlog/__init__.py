"""Append-only logs: the mechanics shared by tables and tournaments.

`codec` serialises entries, `live` keeps folded logs in memory and notifies watchers, `presence`
tracks connections across servers, `codes` makes ids and codes.
"""
