"""Environments for reinforcement learning: many games of one kind, moved on in one call."""
