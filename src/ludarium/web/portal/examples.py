"""Examples of what anybody can add: each runs as a test."""

from __future__ import annotations

__all__ = ["GAME", "RULESET", "SOURCE", "TRANSLATION"]

GAME = """\
ludarium new mygame          # writes mygame.py, a small game that runs
ludarium check mygame.py     # says what is wrong, with file, line and cure
ludarium serve --game mygame.py
"""
"""Commands that make a game, check it and serve it."""
RULESET = """\
Ruleset(
    name="forward",
    title=say("Only forward"),
    source=say("Ludii game database, which gives {literature}", literature="Murray 1951: 67"),
    notes=say("Counters step forward alone."),
    leaves_open=("stopping",),
    parameters=CounterRules(
        Setup("22222/22222/22.11/11111/11111"),
        Parts(
            both=Piece(Step("forward"), HopCapture()),
            continues=True,
            ends=(End("cannot move", "next", "loses"),),
        ),
    ),
)
"""
"""A ruleset of a game of counters."""
SOURCE = """\
{
 "key": "murray-1951",
 "authors": ["Murray, Harold James Ruthven"],
 "year": 1951,
 "title": "A History of Board-Games Other than Chess",
 "where": "Oxford",
 "kind": "book",
 "known": "named",
 "by": "ludii",
 "cited": ["Murray 1951"]
}
"""
"""An entry of the bibliography."""
TRANSLATION = """\
#: rules/kinds.py
msgid "Race games"
msgstr "Závodní hry"
"""
"""An entry of a catalogue of translations."""
