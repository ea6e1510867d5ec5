"""Games in files of other programs: what is of one game in a format such as PGN or SGF
(`ludarium.rules.interchange`).
"""
