"""Pairing and seating."""
