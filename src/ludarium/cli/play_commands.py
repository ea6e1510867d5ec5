"""Commands that play: games, rules, play, join."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.cli.options import (
    PLAY,
    AsJson,
    GameName,
    MovesText,
    PositionText,
    RulesetName,
    SeatNumber,
    complete_agent,
    complete_game,
    known_game,
    position_of,
    print_json,
)
from ludarium.cli.work import output, print_text
from ludarium.extras import require
from ludarium.play.endings import refuse_unplayable
from ludarium.rules.game import Game
from ludarium.rules.seat_counts import seats_in_words
from ludarium.rulesets.selection import FILTERS, all_games, chosen_values, game_entry, select

__all__ = ["app"]

app = typer.Typer()


def passing(key: str) -> Any:
    """The option that gives values of a filter of games."""
    found = next(one for one in FILTERS if one.key == key)
    return typer.Option(
        f"--{key}",
        metavar="|".join(found.options),
        help=f"{found.title}: only games with this; may be given several times.",
        show_default=False,
    )


def listed(game: Game) -> dict[str, Any]:
    """A game in the list for programs."""
    entry = game_entry(game, str)
    return {**entry, "rulesets": [ruleset.name for ruleset in game.rulesets]}


@app.command(
    epilog="Examples: ludarium games; ludarium games checkers; "
    "ludarium games --kind hunt --region europe --json",
    rich_help_panel=PLAY,
)
def games(
    text: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="Only those that are called so, in any language, with a slip forgiven.",
            show_default=False,
        ),
    ] = "",
    kind: Annotated[list[str] | None, passing("kind")] = None,
    seats: Annotated[list[str] | None, passing("seats")] = None,
    board: Annotated[list[str] | None, passing("board")] = None,
    period: Annotated[list[str] | None, passing("period")] = None,
    region: Annotated[list[str] | None, passing("region")] = None,
    chance: Annotated[list[str] | None, passing("chance")] = None,
    length: Annotated[list[str] | None, passing("length")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, with their seats and rulesets; the first ruleset is the default. Of several
    values of an option any one will do.
    """
    wanted = {
        "kind": kind,
        "seats": seats,
        "board": board,
        "period": period,
        "region": region,
        "chance": chance,
        "length": length,
    }
    chosen = chosen_values([(key, one) for key, values in wanted.items() for one in values or ()])
    found = select(all_games(), chosen, text)
    if as_json:
        print_json([listed(game) for game in found.games])
        return
    if found.near:
        told = (
            "These are called something like it:" if found.games else "Nor like it: ludarium games"
        )
        output.print(f"No game is called so. {told}", highlight=False)
    elif not found.games:
        output.print("No game is like that.", highlight=False)
    for game in found.games:
        output.print(
            f"[bold]{game.name}[/]  {seats_in_words(game.seat_counts)}; rulesets: "
            f"{' '.join(ruleset.name for ruleset in game.rulesets)}",
            highlight=False,
        )
        output.print(f"  {game.summary}", highlight=False, markup=False)
        if game.other_names:
            others = ", ".join(dict.fromkeys(name.text for name in game.other_names))
            output.print(f"  Also called {others}.", highlight=False, markup=False)
    for name, fault in catalogue.faults().items():
        output.print(f"{name}  left out: {fault}", highlight=False, markup=False, soft_wrap=True)


@app.command(
    epilog="Examples: ludarium rules aiyawatstani; ludarium rules chess -r standard",
    rich_help_panel=PLAY,
)
def rules(game: GameName, ruleset: RulesetName = None) -> None:
    """Print a game's rules and its rulesets, with their sources; or one ruleset with its rules in
    sentences, from which it can be programmed.
    """
    chosen = catalogue.find(game)
    if ruleset is None:
        print_text(chosen.rules)
        for point in chosen.disagreements:
            output.print(f"\n[bold]Where the sources disagree[/]: {point.about}", highlight=False)
            for text in point.says:
                output.print(f"  - {escape(text)}", highlight=False)
            output.print(f"  Here: {point.here}", highlight=False)
    for one in chosen.rulesets if ruleset is None else [chosen.ruleset(ruleset)]:
        known = one.reconstruction
        output.print(
            f"\n[bold]{one.name}[/] ({one.title}). {one.notes}\n  Source: {one.source}",
            highlight=False,
        )
        if one.mark:
            output.print(f"  Mark: {one.mark}", highlight=False)
        if known:
            output.print(
                f"  Scores: combined {known.combined}, cultural {known.cultural}, conceptual "
                f"{known.conceptual}, geographical {known.geographical} (~{known.kilometres} km); "
                f"based on: {', '.join(known.based_on)}",
                highlight=False,
            )
        if ruleset is not None and chosen.sentences:
            for sentence in chosen.sentences(one):
                output.print(f"  - {sentence}", highlight=False)
    if ruleset is None and chosen.sentences:
        first = chosen.rulesets[0].name
        output.print(
            f"\nA ruleset in sentences: ludarium rules {chosen.name} -r {first}", highlight=False
        )


@app.command(
    epilog="Examples: ludarium play [dim]asks what to play[/]; ludarium play ahyoheek human "
    "mcts:1s random",
    rich_help_panel=PLAY,
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's name, or its file; asked for if left out.",
            autocompletion=complete_game,
            callback=known_game,
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="Who sits in each seat: human, random, level:N, mcts:N, mcts:Ts.",
            autocompletion=complete_agent,
        ),
    ] = None,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    position: PositionText = None,
    moves: MovesText = "",
    seed: Annotated[
        int | None, typer.Option("--seed", help="What the bots' randomness comes from.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Add the game's record to this file.")
    ] = None,
) -> None:
    """Play a game in the terminal: people at one keyboard, and bots.

    By default a human plays against mcts:1s. Where there is no terminal to type into, bots play a
    game to the end.
    """
    from ludarium.cli.table import choose_game, default_players, play_at_terminal

    name = game or choose_game()
    number = seats if seats is not None or not players else len(players)
    first = position_of(name, ruleset, number, position, moves)
    refuse_unplayable(first)
    play_at_terminal(first, players or default_players(first.seats), seed, save)


@app.command(
    epilog="Example: ludarium join http://localhost:8000/table/k3v9q2ma --name Ana",
    rich_help_panel=PLAY,
)
def join(
    address: Annotated[
        str, typer.Argument(metavar="URL", help="The table's address, as the invitation says.")
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", help="How you are called there; by default as on this computer."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", min=0, help="The seat to take; by default the first that is free."),
    ] = None,
    code: Annotated[
        str | None, typer.Option("--code", help="Take a seat back with its code.")
    ] = None,
    token: Annotated[
        Path | None,
        typer.Option(
            "--token", help="The file that keeps who you are; one of your own for each player."
        ),
    ] = None,
    who: Annotated[
        str | None,
        typer.Option(
            "--agent",
            help="Let this agent play, such as mcts:1s; see: ludarium agents.",
            autocompletion=complete_agent,
        ),
    ] = None,
) -> None:
    """Play at a live table from this terminal: take a free seat, go on with yours, or watch."""
    require("client", "Joining a live table")
    from ludarium.cli.join import default_name, join_table
    from ludarium.cli.seat_tokens import default_token_file

    named = default_name() if name is None else name
    player = agent(who) if who else None
    join_table(address, named, seat, code, token or default_token_file(), player)
