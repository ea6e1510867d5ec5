"""What routes share: reviews, scenes, drawings, ratings, guides, and who is asking."""
