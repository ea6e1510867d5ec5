"""The HTTP API: routes, and beside each module the shapes of what it takes and gives."""
