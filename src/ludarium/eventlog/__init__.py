"""Append-only logs: what live tables and tournaments share of mechanics, and none of decisions.

`codec` writes entries and reads them, `live` keeps the fold of a log in memory, changes it and
wakes who watches, `presence` knows who is connected, `codes` makes ids and codes.
"""
