"""The pages: HTML for people. All that happens on them goes through the API."""
