"""Games solved: what is proved of them, kept in tables."""
