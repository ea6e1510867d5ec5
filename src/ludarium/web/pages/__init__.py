"""HTML pages. Everything that happens on them goes through the API."""
