"""The lobby: games to choose, open tables, quick pairing, own games."""
