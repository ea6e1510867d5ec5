"""Bridges to interfaces that other projects define; each needs that project to be installed."""
