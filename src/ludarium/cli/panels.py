"""Groups of commands, as `ludarium --help` lists them."""

__all__ = ["AGENTS", "AUTHORS", "PLAY", "SERVE", "STUDY", "TOURNAMENTS"]

PLAY, STUDY, AGENTS = "Play", "Study", "Agents"
TOURNAMENTS, SERVE, AUTHORS = "Tournaments, ratings and records", "Serve", "Games of your own"
