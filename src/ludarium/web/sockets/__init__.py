"""WebSockets: tables, the lobby, tournaments and calls, told anew after each change."""
