"""`ludarium serve`: starts the web server, with progress while it compiles."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import typer

from ludarium import catalogue
from ludarium.cli.work import errors, output
from ludarium.errors import LudariumError
from ludarium.game_files import is_path
from ludarium.play.endings import refuse_faulty
from ludarium.play.trials import refuse_unending
from ludarium.search.live_code import is_game_compiled, is_search_compiled
from ludarium.tables.nets import Nets
from ludarium.tables.programs import Programs
from ludarium.web.app import opened_app
from ludarium.web.background.warmup import one_of_each_engine
from ludarium.web.config import Config
from ludarium.web.http.connections import Bounds
from ludarium.web.server import compile_all, listening, load_game, serve

__all__ = ["default_database", "serve_games"]

EVERYWHERE = ("0.0.0.0", "::")  # listen to all networks


def default_database() -> str:
    """The default database file, in the system's data folder.

    LUDARIUM_DATA overrides it.
    """
    folder = Path(os.environ.get("LUDARIUM_DATA") or typer.get_app_dir("ludarium"))
    return str(folder / "tables.db")


def serve_games(
    host: str,
    port: int,
    config: Config,
    browser: bool = False,
    wait: bool = False,
    nets: Sequence[str] = (),
    engines: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C. browser: open the page in one. wait: compile all games first. nets: as of
    `Nets`, also for the games of files. engines: as of `Programs`.

    Raises LudariumError.
    """
    named = sound_games(config.games)
    known = Nets(nets)
    programs = Programs(engines)
    bound = listening(host, port)
    names = one_of_each_engine(named)
    searches = is_search_compiled()
    missing = [name for name in names if not (searches and is_game_compiled(catalogue.find(name)))]
    later, stored = tuple(missing), tuple(name for name in names if name not in missing)
    if wait:
        compile_with_progress(missing)
        for name in names:
            if name not in catalogue.faults():
                load_game(name)
        later = stored = ()
    port = bound.getsockname()[1]
    for_all = host in EVERYWHERE
    here, there = (
        f"http://{'127.0.0.1' if for_all else in_address(host)}:{port}",
        f"http://{in_address(own_address())}:{port}" if for_all else "",
    )

    def ready(_: object) -> None:
        output.print(
            f"[bold]Ludarium[/] is at [bold]{here}/[/]  (Ctrl-C stops it)", highlight=False
        )
        if there:
            output.print(f"Others on your network find it at [bold]{there}/[/]", highlight=False)
        if later:
            games = "1 game is" if len(later) == 1 else f"{len(later)} games are"
            output.print(
                f"{games} being compiled, once: until then bots play weaker there.", highlight=False
            )
        sys.stdout.flush()
        if browser and (
            sys.platform in ("darwin", "win32")
            or os.environ.get("DISPLAY")
            or os.environ.get("WAYLAND_DISPLAY")
        ):
            webbrowser.open(here)

    bounds = Bounds.fitting(config.connections)
    config = dataclasses.replace(
        config,
        address=there,
        origins=(*config.origins, here),  # --host may be a name
        to_compile=later,
        to_load=stored,
        connections=bounds.each,
        games=tuple(filter(is_path, config.games)),
        nets=known,
        programs=programs,
    )
    serve(opened_app(config), bound, ready, bounds, config.limited)


def sound_games(given: Sequence[str]) -> set[str]:
    """The names of these games, of the files that can be read and played. The others, and those of
    other packages that are at fault, are withheld, and warned of: none keeps a server from serving.
    """
    named = set()
    for path in given:
        name = path
        if not is_path(path):
            named.add(catalogue.find(path).name)
            continue
        try:
            refuse_unending(path)
            name = catalogue.named(path)
            refuse_faulty(catalogue.find(name))
            named.add(name)
        except LudariumError as error:
            catalogue.withhold(name, str(error))
    for name in catalogue.names():
        game = catalogue.find(name)
        if name not in named and not catalogue.is_own(game):
            try:
                refuse_unending(name)
                refuse_faulty(game)
            except LudariumError as error:
                catalogue.withhold(name, str(error))
    return named


def compile_with_progress(names: Sequence[str]) -> None:
    """Compile these games, and say so while it lasts."""
    if not names:
        return
    with errors.status("Compiling the games, once ...") as status:
        for number, name in enumerate(compile_all(names), 1):
            told = f"Compiling the games, once ... {name} is ready ({number} of {len(names)})"
            status.update(told)
            if not errors.is_terminal:  # where a status shows nothing
                errors.print(told, highlight=False)


def in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def own_address() -> str:
    """The address of this computer on its network."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # sends nothing: only asks which of our addresses would be used
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()
