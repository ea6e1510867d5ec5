"""Ludarium: write a game's rules once, in one Python file, and get all the rest.

>>> import ludarium
>>> position = ludarium.start("yoxii")
>>> position = position.play("d5/3d6")
>>> position.movers, len(position.legal), position.over
((1,), 200, False)
>>> position.text
'yoxii/standard 3/2Y2/3T3/7/7/5/3 r'
"""

from __future__ import annotations

from ludarium import catalogue
from ludarium.catalogue import find, names
from ludarium.errors import LudariumError
from ludarium.play.agents import agent
from ludarium.play.position import Move, Position, parse, start
from ludarium.play.record import Record, read_records, write_records
from ludarium.rules.game import Game, Ruleset

__version__ = "0.1.0"

__all__ = [
    "Game",
    "LudariumError",
    "Move",
    "Position",
    "Record",
    "Ruleset",
    "agent",
    "catalogue",
    "find",
    "names",
    "parse",
    "read_records",
    "start",
    "write_records",
]
