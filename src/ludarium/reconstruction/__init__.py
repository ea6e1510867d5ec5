"""Half-known games: their gaps filled from known ones, and each filling judged, with reasons."""
