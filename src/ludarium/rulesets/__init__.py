"""Knowledge of rulesets and of families of games, as data for any reader."""
