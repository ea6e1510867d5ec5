"""Tournaments as files, pictures and printed sheets."""
