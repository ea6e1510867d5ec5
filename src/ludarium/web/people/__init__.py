"""People: visitors, accounts, ratings, notices."""
