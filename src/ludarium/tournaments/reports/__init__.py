"""Tournaments as files, pictures and sheets of paper."""
