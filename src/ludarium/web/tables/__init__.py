"""Tables: routes, WebSockets and pages."""
