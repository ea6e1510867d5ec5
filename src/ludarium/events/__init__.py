"""What spans several games: tournaments, ranking-points, ratings.

Pure logic, without files, clocks or networks.

A tournament is the fold of its log. `requests` decides on the next entry of the log or refuses;
`Tournament.after` gives the state with it; `formats` says who plays whom next, who stands where,
and who has won.
"""
