"""Rulesets as game descriptions of Ludii, another general game system."""
