"""Let the engine play itself, and write the opening books that come with the package.

    python tools/openings.py [GAME ...]

writes src/ludarium/analysis/books/GAME.json: of every game of two seats that move in turn and hide
nothing, in its first ruleset. Each game begins with a random move, so that all are tried. It takes
about two hours on one core.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import ludarium
from ludarium import catalogue
from ludarium.agents import agent
from ludarium.analysis import openings
from ludarium.analysis.openings import Book
from ludarium.matches.games import play_game, play_opening
from ludarium.play.record import Record
from ludarium.rules.game import Game
from ludarium.rules.listing import prepare_listing

BOOKS = Path(openings.__file__).parent / "books"
AGENT = "level:5"
GAMES = 200
RULESETS = {"go": "9"}
"""Those of games whose first would take long."""
RANDOM_MOVES = 1
DEEPEST = 16  # moves of each game that are counted
FEWEST = 2  # games of a position that is kept
LONGEST = 400  # moves of a game


def main() -> None:
    BOOKS.mkdir(exist_ok=True)
    for name in sys.argv[1:] or filter(is_for_a_book, catalogue.names()):
        write(catalogue.find(name))


def is_for_a_book(name: str) -> bool:
    game = catalogue.find(name)
    first = ludarium.start(game)
    return game.featured and first.seats == 2 and len(first.movers) == 1 and not game.has_chance


def write(game: Game) -> None:
    begin, book = time.perf_counter(), Book()
    prepare_listing(game)  # in plain Python the rules of some games take longer than the engine
    for seed in range(GAMES):
        players = agent(AGENT, 2 * seed), agent(AGENT, 2 * seed + 1)
        record = Record.new(
            game,
            [player.name for player in players],
            ruleset=RULESETS.get(game.name),
            repetition=game.repetition,
        )
        play_opening(record, RANDOM_MOVES, random.Random(seed))
        book.add(play_game(record, players, LONGEST), DEEPEST)
    file = BOOKS / f"{game.name}.json"
    file.write_text(book.to_json(FEWEST), encoding="utf-8")
    seconds = time.perf_counter() - begin
    print(f"{file.name}: {GAMES} games, {file.stat().st_size} bytes, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
