"""Play at a live table from a terminal: a client of the server's API."""

from __future__ import annotations

import contextlib
import functools
import getpass
import queue
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import orjson
from rich.markup import escape
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludarium.cli.console import has_keyboard, output, typed
from ludarium.cli.seat_tokens import read_tokens, save_tokens
from ludarium.cli.work import prepare_agents
from ludarium.draw.terminal import terminal
from ludarium.errors import LudariumError, MoveError
from ludarium.play.agent import Agent
from ludarium.play.joint import Move
from ludarium.play.position import Position, parse, start
from ludarium.play.turn_taking import TakenTurn, turn_to_take
from ludarium.play.turns import read_turn
from ludarium.printable import printable_line
from ludarium.tables.clocks import Clock

__all__ = ["join_table"]

ADDRESS = re.compile(r"(?P<server>https?://[^/]+)/table/(?P<table>[a-z0-9]+)/?", re.IGNORECASE)
HELP = (
    "Type a move, or: legal, undo, resign, draw, takeback, accept, decline, claim win, claim draw, "
    "rematch, say GREETING, seat code, quit."
)
RECONNECT = 1.0  # seconds between tries
REFUSED = (4403, 4404)
FORBIDDEN, TOO_OFTEN, FAULT = 403, 429, 500


class RefusalError(LudariumError):
    """A refusal by the server, in its own words."""

    def __init__(self, words: str, status: int) -> None:
        super().__init__(words)
        self.status = status


class Server:
    """The API of one table."""

    def __init__(self, address: str, tokens: Mapping[str, str]) -> None:
        try:
            parts = urlsplit(address)
            match = ADDRESS.fullmatch(urlunsplit(parts._replace(query="", fragment="")))
        except ValueError:  # half of an IPv6 address
            match = None
        if not match:
            raise LudariumError(
                f"{address!r} is no table: expected an address such as "
                "http://localhost:8000/table/k3v9q2ma"
            )
        self.table_id = match["table"]
        self._server = match["server"]
        self._http = httpx.Client(base_url=f"{self._server}/api/", timeout=20)
        self._socket: ClientConnection | None = None
        self._closed = threading.Event()
        self.token = tokens.get(self._server, "")
        if not self._knows_us():
            self.token = self._ask("POST", "identities", {"name": ""})["token"]
        self.tokens = {**tokens, self._server: self.token}

    def _knows_us(self) -> bool:
        """Return whether the server accepts our token, which a new database does not."""
        if not self.token:
            return False
        try:
            self._ask("GET", "me")
        except RefusalError as error:
            if error.status != FORBIDDEN:
                raise  # it may know us in a while
            return False
        return True

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        try:
            headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
            answer = self._http.request(method, path, json=body, headers=headers)
        except httpx.HTTPError as error:
            raise LudariumError(f"cannot reach {self._server}: {error}") from None
        try:
            data = answer.json()
        except ValueError:
            raise LudariumError(
                f"{self._server} answers with no JSON: expected a Ludarium server"
            ) from None
        if answer.is_error:
            raise RefusalError(str(data.get("error", answer.reason_phrase)), answer.status_code)
        return dict(data)

    def close(self) -> None:
        """Disconnect; then there is no more news."""
        self._closed.set()
        self._http.close()
        if self._socket:
            self._socket.close()

    def get(self, path: str = "") -> dict[str, Any]:
        return self._ask("GET", f"tables/{self.table_id}{path}")

    def look(self) -> str:
        """The text of the position, as we may see it."""
        return str(self.patiently(lambda: self.get("/scene"))["text"])

    def patiently(self, ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The answer, once the server can give one: it may be busy or away for a while, or find
        that we ask too often. Raises RefusalError where it refuses for good.
        """
        while True:
            try:
                return ask()
            except RefusalError as error:
                if error.status != TOO_OFTEN and error.status < FAULT:
                    raise
            except LudariumError:
                if self._closed.is_set():
                    raise
            self._closed.wait(RECONNECT)

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask("POST", f"tables/{self.table_id}{path}", body)

    def news(self) -> Iterator[dict[str, Any] | str]:
        """The table after each change, until we close; a sentence where the connection is lost.

        Raises RefusalError.
        """
        address = f"ws{self._server.removeprefix('http')}/api/tables/{self.table_id}/watch"
        while not self._closed.is_set():
            try:
                with connect(
                    address, additional_headers={"authorization": f"Bearer {self.token}"}
                ) as self._socket:
                    for message in self._socket:
                        data = orjson.loads(message)
                        if data["type"] == "table":
                            yield data["table"]
            except ConnectionClosed as error:
                if error.rcvd and error.rcvd.code in REFUSED:
                    raise RefusalError(
                        f"the server closed the table: {error.rcvd.reason}", error.rcvd.code - 4000
                    ) from None
                yield "The connection is lost; trying again ..."
            except (OSError, WebSocketException):
                yield "The server does not answer; trying again ..."
            self._closed.wait(RECONNECT)


class JoinedGame:
    """The client's state of the table."""

    def __init__(self) -> None:
        self.table: dict[str, Any] = {}
        self.moves: list[str] = []
        self.position: Position | None = None
        self.acted = 0
        """The table's version after the last move of an agent's."""
        self.asked: tuple[int, str] | None = None
        """The ply, and the move, or "resign", that a question was asked about."""

    def take_in(self, table: dict[str, Any], look: Callable[[], str]) -> None:
        """Follow a change. look: tells the position as we may see it."""
        self.moves[table["moves_from"] :] = [move["text"] for move in table["moves"]]
        if table["hides"] and table["status"] != "open":
            self.table, self.position = table, parse(look())
            return
        position = start(table["game"], table["ruleset"], len(table["seats"]))
        if (
            self.position is not None
            and len(self.moves) == self.table.get("ply", -1) + 1
            and table["moves_from"] == len(self.moves) - 1
        ):
            position = self.position.play(self.moves[-1])
        else:
            for move in self.moves:
                position = position.play(move)
        self.table, self.position = table, position

    @property
    def names(self) -> list[str]:
        return [printable_line(seat["name"] or seat["seat_name"]) for seat in self.table["seats"]]

    @property
    def own_turn(self) -> int | None:
        """The seat of ours that is to choose now."""
        if self.table["status"] != "live":
            return None
        return next(
            (
                seat
                for seat in self.table["you"]["seats"]
                if seat in self.table["movers"] and not self.table["seats"][seat]["chosen"]
            ),
            None,
        )

    @property
    def turn_to_take(self) -> TakenTurn | None:
        """The turn of the other that a seat of ours may take, where none of ours is to choose."""
        if self.table["status"] != "live" or self.own_turn is not None or self.position is None:
            return None
        own = self.table["you"]["seats"]
        return next((turn for seat in own if (turn := turn_to_take(self.position, seat))), None)


def join_table(
    address: str,
    name: str,
    seat: int | None,
    code: str | None,
    token_file: Path,
    player: Agent | None = None,
) -> None:
    """Take a seat at the table, or take one back with its code, and play until the game is over.

    player: an agent that plays in place of who types. Raises LudariumError.
    """
    with contextlib.closing(Server(address, read_tokens(token_file))) as server:
        save_tokens(token_file, server.tokens)
        sit_down(server, name, seat, code, player)
        play(server, player)


def sit_down(
    server: Server, name: str, seat: int | None, code: str | None, player: Agent | None
) -> None:
    table = server.get()
    if code is not None:
        table = server.post(f"/seats/{0 if seat is None else seat}/return", {"code": code})
    elif not table["you"]["seats"] and table["status"] == "open":
        free = [number for number, one in enumerate(table["seats"]) if one["kind"] is None]
        table = server.post(f"/seats/{free[0] if seat is None else seat}", {"name": name})
    if not table["you"]["seats"]:
        if player:
            raise LudariumError("there is no free seat for the agent at this table")
        output.print("You are watching.")
    if player:
        prepare_agents([player], start(table["game"], table["ruleset"], len(table["seats"])))


def play(server: Server, player: Agent | None = None) -> None:
    """Show the table after each change, and send typed commands, or the moves of an agent."""
    events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(server, events), daemon=True).start()
    if player is None:
        threading.Thread(target=read_keys, args=(events,), daemon=True).start()
    game = JoinedGame()
    while True:
        kind, value = events.get()
        if kind == "refused":
            raise value
        if kind == "end of input" or (kind == "typed" and value in ("quit", "exit")):
            return
        if kind == "news":
            over = show_news(game, value, server.look)
            if over and (player or not game.table["you"]["seats"]):
                return
            if player and events.empty():
                choose(server, game, player)
        elif game.table:
            answer(server, game, value)


def listen(server: Server, events: queue.SimpleQueue[tuple[str, Any]]) -> None:
    try:
        for news in server.news():
            events.put(("news", news))
    except LudariumError as error:
        events.put(("refused", error))


def read_keys(events: queue.SimpleQueue[tuple[str, Any]]) -> None:
    while True:
        try:
            events.put(("typed", typed().strip()))
        except EOFError:
            events.put(("end of input", None))
            return


def show_news(game: JoinedGame, news: dict[str, Any] | str, look: Callable[[], str]) -> bool:
    """Show a change; whether the game is over. look: as of `JoinedGame.take_in`."""
    if isinstance(news, str):
        output.print(f"[yellow]{escape(news)}[/]")
        return False
    before = dict(game.table)
    game.take_in(news, look)
    table = game.table
    if not before or before["ply"] != table["ply"] or before["status"] != table["status"]:
        assert game.position is not None
        output.print(terminal(game.position.view, names=game.names))
    show_talk(before, game)
    if table["status"] == "open":
        free = sum(seat["kind"] is None for seat in table["seats"])
        output.print(f"Waiting for {free} more player{'s' * (free > 1)}.")
    elif table["status"] == "over":
        output.print(f"[bold]{escape(table['result']['text'])}[/]  (rematch, or quit)")
    elif game.own_turn is not None:
        output.print(
            f"[bold]{escape(game.names[game.own_turn])}, your move:[/] "
            f"{escape(clock_text(table, game.own_turn))}",
            highlight=False,
        )
    return bool(table["status"] == "over")


def show_talk(before: dict[str, Any], game: JoinedGame) -> None:
    """Show offers, greetings and rematch requests."""
    table, names = game.table, game.names
    offer, greeting, rematch = table["offer"], table["greeting"], table["rematch"]
    if (
        offer
        and (not before or before["offer"] != offer)
        and offer["seat"] not in table["you"]["seats"]
    ):
        what = "offers a draw" if offer["kind"] == "draw" else "asks to take the last move back"
        output.print(f"{escape(names[offer['seat']])} {what}: accept or decline.")
    if (
        greeting
        and before
        and before["greeting"] != greeting
        and greeting["seat"] not in table["you"]["seats"]
    ):
        output.print(
            f"{escape(names[greeting['seat']])}: {escape(greeting['greeting'].replace('-', ' '))}!"
        )
    if rematch["table"] and (not before or before["rematch"] != rematch):
        output.print(f"The rematch is at table {escape(rematch['table'])}.")


def clock_text(table: dict[str, Any], seat: int) -> str:
    left, in_period = table["seats"][seat]["left"], table["seats"][seat]["in_period"]
    return "" if left is None else Clock.from_json(table["clock"]).text(left, in_period)


def answer(server: Server, game: JoinedGame, typed: str) -> None:
    """Do what was typed; what the server refuses is said, and nothing is lost."""
    word, _, rest = typed.partition(" ")
    try:
        if word in ("help", "?") or not typed:
            output.print(HELP, highlight=False)
        elif word in ("legal", "seat"):
            output.print(
                legal_text(game, rest) if word == "legal" else codes_text(game),
                highlight=False,
                markup=False,
            )
        else:
            send(server, game, word, rest, typed)
    except LudariumError as error:
        output.print(f"[red]{escape(str(error))}[/]", highlight=False)


def send(server: Server, game: JoinedGame, word: str, rest: str, typed: str) -> None:
    own = game.table["you"]["seats"]
    if not own:
        raise MoveError("you are watching: there is nothing to do but quit")
    seat = {"seat": own[0] if game.own_turn is None else game.own_turn}
    match word:
        case "resign" if asks_before_resigning(game, seat["seat"]):
            pass
        case "resign":
            server.post("/resignations", seat)
        case "claim" if rest in ("win", "draw"):
            server.post("/claims", {**seat, "kind": rest})
        case "undo":
            server.post("/undone-moves", {**seat, "ply": game.table["ply"]})
        case "draw" | "takeback":
            server.post("/offers", {**seat, "kind": word})
        case "accept" | "decline":
            offering = game.table["offer"]["seat"] if game.table["offer"] else None
            seat = {"seat": next((one for one in own if one != offering), own[0])}
            version = game.table["offer"]["version"] if game.table["offer"] else None
            server.post("/answers", {**seat, "accept": word == "accept", "offer": version})
        case "rematch":
            server.post("/rematches", {"seat": own[0]})
        case "say":
            server.post("/greetings", {**seat, "greeting": rest.strip().replace(" ", "-")})
        case _:
            move(server, game, typed)


def asks_before_resigning(game: JoinedGame, seat: int) -> bool:
    """Tell a person at the keyboard, once a move, what the seat loses by resigning."""
    if game.table["may_be_called_off"]:
        return False
    told = game.table["seats"][seat].get("resigning") or "You give up this game."
    return asks_first(game, "resign", told, "resign")


def asks_first(game: JoinedGame, typed: str, told: str, to_do: str) -> bool:
    """Tell a person at the keyboard something, once a move, before what was typed is done."""
    asked = (game.table["ply"], typed)
    if not has_keyboard() or game.asked == asked:
        return False
    game.asked = asked
    output.print(f"{escape(told)} Type it again to {to_do}.", highlight=False)
    return True


def move(server: Server, game: JoinedGame, typed: str) -> None:
    seat, moves = meant(game, typed)
    assert game.position is not None
    question = game.position.view.question(moves[0].touches)
    if question and asks_first(game, typed, question, "do it"):
        return
    told = moves[0].text if len(moves) == 1 else typed
    made = server.post("/moves", {"ply": game.table["ply"], "seat": seat, "move": told})
    if "commitment" in made:
        commitment = escape(made["commitment"][:16])
        output.print(f"Chosen; its commitment is {commitment}...", highlight=False)


def meant(game: JoinedGame, typed: str) -> tuple[int, tuple[Move, ...]]:
    """The seat of ours that moves, and its moves: all of its turn, or one out of turn."""
    if turn := game.turn_to_take:
        return turn.seat, (turn.read(typed),)
    if game.own_turn is None or game.position is None:
        raise MoveError("it is not your turn: wait, or type help")
    return game.own_turn, read_turn(game.position, typed, game.own_turn)


def choose(server: Server, game: JoinedGame, player: Agent) -> None:
    """Send the move that the agent chooses, if it is its turn."""
    if not game.table or game.table["version"] < game.acted:
        return  # what came of its move is yet to be told
    while (seat := game.own_turn) is not None and game.position is not None:
        if seat not in game.position.movers:
            return  # the position is newer than the table: more is to be told
        chosen = player.choose(game.position.seen_by(seat), seat)
        move = {"ply": game.table["ply"], "seat": seat, "move": chosen.text}
        try:
            made = server.patiently(functools.partial(server.post, "/moves", move))
            game.acted = made["version"]
        except RefusalError as error:
            output.print(f"[yellow]{escape(str(error))}[/]", highlight=False)
            return  # such as too late: what happened comes next
        game.table["seats"][seat]["chosen"] = True  # for other seats of the agent's


def legal_text(game: JoinedGame, prefix: str) -> str:
    if turn := game.turn_to_take:
        legal = turn.legal
    elif game.own_turn is None or game.position is None:
        raise MoveError("it is not your turn")
    else:
        legal = game.position.legal_for(game.own_turn)
    texts = sorted(one.text for one in legal if one.text.casefold().startswith(prefix.casefold()))
    return "  ".join(texts) or f"none begins with {prefix!r}"


def codes_text(game: JoinedGame) -> str:
    codes = game.table["you"]["codes"]
    return "\n".join(f"seat {seat}: {code}" for seat, code in codes.items()) or "you have no seat"


def default_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a system without names of users
        return ""
