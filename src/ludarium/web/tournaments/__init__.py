"""Tournaments: routes, WebSockets and pages."""
