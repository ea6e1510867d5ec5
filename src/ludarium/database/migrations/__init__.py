"""Schema migrations, applied in order when a server starts."""
