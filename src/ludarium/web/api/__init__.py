"""The HTTP API. Each module of routes has its request and response models beside it."""
