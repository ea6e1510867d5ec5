"""WebSockets that send the state of tables, the lobby, tournaments and calls."""
