"""The database of a server: logs of tables and tournaments, and accounts."""
