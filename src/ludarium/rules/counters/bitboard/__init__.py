"""The bitboard back-end: on a regular board of at most 64 points one shift a direction moves a
whole set of counters, all of which step and hop alike.
"""
