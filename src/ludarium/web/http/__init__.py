"""The foundations of all pages, routes and WebSockets."""
