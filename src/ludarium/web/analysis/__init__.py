"""Analysis: reviews, openings, studies, guides, lessons and puzzles."""
