"""Properties of rulesets as numbers with intervals, measured in games at random or of agents.

`statistics` estimates, `games` plays and surveys, `definitions` says what is measured,
`measurement` compares rulesets, and `page` writes a report.
"""
