"""Rooms about all games: a catalogue, measures, places, parts, sources and data sets."""
