"""What `ludarium prepare` compiles is all that live tables run."""

from __future__ import annotations

import subprocess
import sys

from ludarium.rules.game import Game
from ludarium.search.live_code import compile_game, compile_searches

AT_A_TABLE = """
import sys
import ludarium
from numba.core.event import install_recorder
from ludarium.analysis.review import review
from ludarium.errors import AgentError
from ludarium.play.record import Record
from ludarium.rules.listing import prepare_listing
from ludarium.search.engine_choice import choose_engine
from ludarium.search.levels import LevelAgent

game = ludarium.find(sys.argv[1])
with install_recorder("numba:compile") as compiled:
    prepare_listing(game)
    for ruleset in game.rulesets:
        for seats in sorted(set(game.seats)):
            position = ludarium.start(game, ruleset.name, seats)
            record = Record(position, tuple(map(str, range(seats))))
            for ply in range(4):
                if record.over:
                    break
                at = record.position
                if at.by_chance:
                    record.play(at.legal[0].text)
                    continue
                bot = LevelAgent(1 + 2 * (ply % 2), seed=ply)
                record.play({seat: bot.choose(at, seat) for seat in at.movers})
                try:
                    choose_engine(at).analyse(at, seconds=0.02)
                    review(record, nodes=50)
                except AgentError:
                    pass  # the game is none that is analysed
for _, event in compiled.buffer:
    if event.is_start:
        print(event.data["dispatcher"])
"""


def test_bots_analyses_and_reviews_compile_nothing_more(game: Game) -> None:
    compile_searches()
    compile_game(game)
    found = subprocess.run(
        [sys.executable, "-c", AT_A_TABLE, game.name], capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.stderr, found.returncode) == ("", "", 0)
