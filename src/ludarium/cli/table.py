"""A game at the terminal: people who type at one keyboard, and bots."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.cli.console import has_keyboard, typed
from ludarium.cli.work import check_writable, interruptible, output, prepare_agents, print_text
from ludarium.draw.terminal import terminal
from ludarium.errors import AgentError, LudariumError, UnknownGameError
from ludarium.play.agent import Agent, thought_of
from ludarium.play.position import Move, Position
from ludarium.play.record import Record
from ludarium.play.record_files import add_records
from ludarium.play.turns import read_turn

__all__ = ["choose_game", "default_players", "play_at_terminal"]

HUMAN = "human"
HELP = """Type a move in the game's notation, or one of:
  legal [BEGINNING]   the legal moves, or those that begin so
  undo                take back to your last choice
  hint                ask a bot for advice (1 second)
  words               the position in words
  rules               the rules of the game
  resign              give up
  quit                stop here"""


def choose_game() -> str:
    """Ask which game to play."""
    games = [catalogue.find(name) for name in catalogue.names()]
    names = [game.name for game in games if game.featured]
    if not has_keyboard():
        return names[0]
    output.print("[bold]What would you like to play?[/]")
    for number, name in enumerate(names, 1):
        output.print(f"  {number}  {escape(catalogue.find(name).summary)}", highlight=False)
    if len(names) < len(games):
        others = len(games) - len(names)
        output.print(f"  or one of {others} others by its name: ludarium games", highlight=False)
    while True:
        answer = ask("Number or name: ").strip()
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        try:
            return catalogue.find(catalogue.named(answer)).name
        except UnknownGameError as error:
            output.print(f"[red]{escape(str(error))}[/]", highlight=False)


def default_players(seats: int) -> list[str]:
    """A human against bots; bots alone where there is no terminal to type into."""
    return [HUMAN, *["mcts:1s"] * (seats - 1)] if has_keyboard() else ["mcts:0.2s"] * seats


class Stopped(Exception):
    """A person asked to stop, or the input ended."""


class UndoRequested(Exception):
    """A person asked to take a move back."""


class ResignRequested(Exception):
    """A person gave up."""


REQUESTS: dict[str, type[Exception]] = {
    "undo": UndoRequested,
    "resign": ResignRequested,
    "quit": Stopped,
    "exit": Stopped,
}


def play_at_terminal(
    first: Position, players: Sequence[str], seed: int | None, save: Path | None
) -> None:
    """Play from this position to the end, or until somebody stops; add the record to the file
    `save`. Raises AgentError.
    """
    if len(players) != first.seats:
        raise AgentError(
            f"{len(players)} players ({', '.join(players)}), expected one for each of "
            f"{first.seats} seats"
        )
    seated = [
        None if text == HUMAN else agent(text, None if seed is None else seed + seat)
        for seat, text in enumerate(players)
    ]
    names = [
        first.game.seat_names[seat]
        if who is None
        else f"{first.game.seat_names[seat]} ({who.name})"
        for seat, who in enumerate(seated)
    ]
    record = Record(
        first,
        tuple(who.name if who else HUMAN for who in seated),
        seed=seed,
        repetition=first.game.repetition,
    )
    check_writable(added_to=save)
    prepare_agents(seated, first)
    if None in seated:
        output.print(
            f"[bold]{first.game.title}[/], {first.ruleset.title}. Type [bold]help[/] for help.",
            highlight=False,
        )
    try:
        chance = random.Random(seed)
        while not record.over:
            let_chance_decide(record, chance)
            show(record, names, seated)
            if not record.over:
                record = play_turn(record, seated, names)
        show(record, names, seated)
        announce(record, names)
    except Stopped:
        output.print("Stopped.")
    finally:  # after Ctrl-C as well: no game is lost
        if save and (record.moves or record.over):
            add_records(save, [record])
            output.print(f"Saved to {save}.", markup=False, highlight=False)


def let_chance_decide(record: Record, source: random.Random) -> None:
    """Throw and deal, as long as it is the turn of chance."""
    while record.position.by_chance:
        move = record.position.outcome(source)
        if not record.first.game.hides:
            output.print(f"Chance: [bold]{escape(move.text)}[/]", highlight=False)
        record.play(move)


def show(record: Record, names: Sequence[str], seated: Sequence[Agent | None]) -> None:
    """Show the position, as far as the person at the keyboard may see it."""
    position = record.position
    people = [seat for seat, who in enumerate(seated) if who is None]
    if position.game.hides and people and not record.over:
        own = [seat for seat in people if seat in position.movers] or people
        if len(people) > 1 and seated[position.movers[0]] is None:
            ask(f"{names[own[0]]}, press Enter when nobody else looks> ")
            output.clear()
        position = position.seen_by(own[0] if len(own) == 1 else None)
    output.print()
    output.print(terminal(position.view, names=names))


def announce(record: Record, names: Sequence[str]) -> None:
    """Say how the game ended."""
    game = record.first.game
    winners = [names[seat] for seat in game.winners(record.returns)]
    result = f"{' and '.join(winners)} {'win' if winners[1:] else 'wins'}" if winners else "a draw"
    if game.all_lost(record.returns):
        result = "everybody loses" if names[1:] else f"{names[0]} loses"
    output.print(
        f"\n[bold]{escape(result)}[/], by {record.reason}, after {len(record.moves)} moves.",
        highlight=False,
    )


def play_turn(record: Record, seated: Sequence[Agent | None], names: Sequence[str]) -> Record:
    """Let all seats that choose make their choice.

    Returns the record to go on with: a shorter one after an undo.
    """
    begin = time.perf_counter()
    moves: dict[int, Any] = {}
    further: list[Move] = []  # of a whole turn that a person typed
    for seat in record.position.movers:
        position = record.position.seen_by(seat)
        who = seated[seat]
        try:
            if who:
                moves[seat] = bot_choice(who, position, seat, names)
            else:
                moves[seat], *further = human_choice(
                    position, seat, seated, names, loss_told(record, seat)
                )
        except UndoRequested:
            return taken_back(record, seated)
        except ResignRequested:
            resign(record, seat)
            return record
    for seat, move in moves.items():
        if seated[seat] or len(moves) > 1:
            output.print(
                f"{escape(names[seat])}: "
                f"[bold]{escape(str(move))}[/]{thoughts(seated[seat], move)}",
                highlight=False,
            )
    record.play(moves, time.perf_counter() - begin)
    for move in further:
        record.play(move, 0.0)
    return record


def bot_choice(who: Agent, position: Position, seat: int, names: Sequence[str]) -> Move:
    with output.status(f"{escape(names[seat])} is thinking ..."):
        return interruptible(lambda: who.choose(position, seat))


def thoughts(who: Agent | None, move: Move) -> str:
    """The bot's evaluation of its move, in words."""
    thought = thought_of(who, move) if who else None
    if thought is None:
        return ""
    return (
        f"  [dim]{thought.work:,} {thought.unit} in {thought.seconds:.1f} s, {thought.label} value "
        f"{thought.value:+.2f}[/]"
    )


def human_choice(
    position: Position,
    seat: int,
    seated: Sequence[Agent | None],
    names: Sequence[str],
    losing: str,
) -> tuple[Move, ...]:
    """The move that a person types, or those of a whole turn.

    losing: what is lost by resigning, in a sentence; empty where nobody can resign. Raises Stopped,
    Undone or Resigned instead, if the person asks for that.
    """
    people = [other for other in position.movers if seated[other] is None]
    offer_completion([move.text for move in position.legal_for(seat)])
    confirmed = ""
    while True:
        typed = ask(f"{names[seat]}> ", secret=len(people) > 1 and has_keyboard()).strip()
        word, _, rest = typed.partition(" ")
        command = word.casefold()
        if command == "resign" != confirmed and losing and has_keyboard():
            confirmed = command
            output.print(f"{escape(losing)} Type it again to resign.", highlight=False)
            continue
        if command in REQUESTS:
            raise REQUESTS[command]
        if not typed or answer(command, rest.strip().casefold(), position, seat):
            continue
        try:
            moves = read_turn(position, typed, seat)
            if typed == confirmed or not (question := question_before(position, moves)):
                return moves
            confirmed = typed
            output.print(f"{escape(question)} Type it again to do it.", highlight=False)
        except LudariumError as error:
            output.print(f"[red]{escape(str(error))}[/]", highlight=False)


def question_before(position: Position, moves: Sequence[Move]) -> str:
    """The question before these moves of a person at the keyboard; empty where there is none."""
    return position.view.question(moves[0].touches) if has_keyboard() else ""


def answer(command: str, rest: str, position: Position, seat: int) -> bool:
    """Answer a question about the position; False where it is none."""
    if command in ("help", "?"):
        output.print(HELP, highlight=False, markup=False)
    elif command == "legal":
        texts = sorted(
            move.text for move in position.legal_for(seat) if move.text.casefold().startswith(rest)
        )
        output.print(
            "  ".join(texts) or f"none begins with {rest!r}", highlight=False, markup=False
        )
    elif command == "words":
        output.print(position.words(), highlight=False, markup=False)
    elif command == "rules":
        print_text(position.game.rules)
    elif command == "hint":
        give_hint(position, seat)
    else:
        return False
    return True


def ask(prompt: str, *, secret: bool = False) -> str:
    """A line from the keyboard. Raises Stopped at the end of the input."""
    try:
        return typed(f"(not shown) {prompt}" if secret else prompt, secret=secret)
    except EOFError:
        output.print()
        raise Stopped from None


def offer_completion(texts: Sequence[str]) -> None:
    """Let the Tab key complete moves, where the terminal can."""
    try:
        import readline
    except ImportError:  # not on every system
        return

    def complete(text: str, state: int) -> str | None:
        fitting = [move for move in sorted(texts) if move.casefold().startswith(text.casefold())]
        return fitting[state] if state < len(fitting) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def give_hint(position: Position, seat: int) -> None:
    from ludarium.search.mcts import MctsAgent

    helper = MctsAgent(seconds=1.0)
    prepare_agents([helper], position)
    with output.status("Thinking ..."):
        report = interruptible(lambda: helper.search(position, seat))
    for candidate in report.candidates[:3]:
        sure = "proved" if candidate.proved else "estimated"
        output.print(
            f"  [bold]{escape(candidate.move.text)}[/]  {sure} value {candidate.value:+.2f}, "
            f"{candidate.visits:,} of {report.simulations:,} playouts",
            highlight=False,
        )


def loss_told(record: Record, seat: int) -> str:
    """The sentence that tells what is lost by resigning now; empty where nobody can resign."""
    if record.first.seats > 2:
        return ""
    loss = record.resignation(seat)
    return loss.told if loss and loss.told else "You give up this game."


def resign(record: Record, seat: int) -> None:
    """End a game of two: the other seat has won.

    At a larger table the others would lose their game with it.
    """
    if record.first.seats > 2:
        output.print("Resigning is for games of two; type quit to leave.")
        return
    record.lose([seat], "resignation")


def taken_back(record: Record, seated: Sequence[Agent | None]) -> Record:
    """The record up to the last choice of a person before this one."""
    positions = list(record.positions())[:-1]
    while positions and (
        positions[-1].by_chance or not any(seated[seat] is None for seat in positions[-1].movers)
    ):
        positions.pop()
    if not positions:
        output.print("There is nothing to take back.")
        return record
    kept = len(positions) - 1
    return Record(
        record.first,
        record.players,
        record.seed,
        record.repetition,
        record.moves[:kept],
        record.seconds[:kept],
    )
