"""The neighbour-table back-end: any board and all parts; games on boards of this package share one
machine code.
"""
