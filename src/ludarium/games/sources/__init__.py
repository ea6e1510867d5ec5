"""The points on which the sources of games disagree."""
