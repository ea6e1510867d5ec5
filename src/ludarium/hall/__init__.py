"""Tournaments on a server: their logs in its database, their games at its live tables."""
