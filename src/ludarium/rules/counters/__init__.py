"""Games of counters on boards of points joined by lines, such as Alquerque: one language of parts,
in which a ruleset is data that reads like its rule sheet, and two back-ends that play it.

The bitboard back-end plays the fewest games, and those fastest; the neighbour table plays them all.
"""
