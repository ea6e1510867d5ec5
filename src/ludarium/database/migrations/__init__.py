"""Changes of the database's tables, applied in order when a server starts."""
