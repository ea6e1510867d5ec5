"""What all pages, routes and WebSockets share."""
