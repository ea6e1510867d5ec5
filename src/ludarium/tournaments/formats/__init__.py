"""The formats of tournaments: who plays whom next, and when it is over."""
