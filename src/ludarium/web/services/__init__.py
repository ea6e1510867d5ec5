"""Services shared by the API, pages and sockets."""
