"""The server: HTTP API, WebSockets, pages."""
