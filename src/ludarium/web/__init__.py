"""The web server: HTTP API, WebSockets and pages."""
