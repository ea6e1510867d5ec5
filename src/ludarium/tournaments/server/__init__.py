"""Tournaments on a server: kept in its database, played at its live tables."""
