"""Hints: what makes algorithms stronger or faster at a game, and never changes its rules.

Static evaluations and their weights, symmetries, canonical states, hashes, generating moves all at
once. A game names its module as `Game.hints`; it is imported when it is first needed.
"""
