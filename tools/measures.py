"""Measure all rulesets for the pages of the web, and write what comes with the package.

    python tools/measures.py [GAME ...]

writes src/ludarium/measures/shipped/GAME.AGENT.json: of random play for every game, and of a level
for those in AGENTS. It takes about half an hour on two cores.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from typing import Any

from ludarium import catalogue
from ludarium.measures.games import JUDGED, RANDOM
from ludarium.measures.library import SHIPPED
from ludarium.measures.measurement import measure

DIGITS = 5  # of a number that count
RULESETS = {"go": ["9"]}
"""Those of games whose others would take hours."""
AGENTS = {"level:4": 100}
"""Which agents play, besides random play, and how many games of each ruleset."""
FAMILY = ("aiyawatstani", "alquerque", "tuknanavuhpi", "yoxii")
"""The games that these agents play."""
RANDOM_GAMES = 1000
UNJUDGED = 0
"""In how many games the outlook is judged of games that share an engine: of some it would take
minutes a ruleset."""


def main() -> None:
    SHIPPED.mkdir(exist_ok=True)
    for name in sys.argv[1:] or catalogue.names():
        write(name, RANDOM, RANDOM_GAMES)
        for agent, games in AGENTS.items() if name in FAMILY else ():
            write(name, agent, games)


def write(name: str, agent: str, games: int) -> None:
    begin = time.perf_counter()
    game = catalogue.find(name)
    rulesets = RULESETS.get(name, [ruleset.name for ruleset in game.rulesets])
    judged = UNJUDGED if game.engine else JUDGED
    found = measure(
        game, rulesets, agent=agent, games=games, judged=judged, threads=os.cpu_count() or 1
    )
    file = SHIPPED / f"{name}.{agent.replace(':', '-')}.json"
    text = json.dumps(rounded(found.as_json()), indent=1)
    # an estimate a line
    text = re.sub(r'\{\s+("value": \S+)\s+("low": \S+)\s+("high": \S+)\s+\}', r"{\1 \2 \3}", text)
    file.write_text(text + "\n", encoding="utf-8")
    print(f"{file.name}: {time.perf_counter() - begin:.0f} s", flush=True)


def rounded(value: Any) -> Any:
    """The same with numbers of few digits, and without what can be worked out again."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items() if key != "differences"}
    return value


if __name__ == "__main__":
    main()
