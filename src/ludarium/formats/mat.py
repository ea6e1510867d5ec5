"""Matches of two in two columns, as JellyFish writes them (.mat): dice, moves and the cube.

A file is a match, or several one after the other. Single games for points, in a match to 0 points,
are games of their own. Where a game of a match is given up, the next one does not follow from its
moves: the match goes on in another game, which begins with the score.

Source: the export of JellyFish 3.0 as GNU Backgammon reads and writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludarium.formats.file_game import FileGame, Result
from ludarium.formats.game_tree import MOST_NODES, FileFault, GameTree, TreeNode, main_line
from ludarium.formats.resolving import OWN_RULESET, resolved
from ludarium.formats.results import returns_of, returns_told
from ludarium.formats.source import FileError, Source
from ludarium.formats.writing import form_of, headers_of, tree_of
from ludarium.rules import generic

__all__ = ["read_mat", "written_mat"]

COMMENT = re.compile(r"\s*;\s*\[(\w+(?: \d)?)\s+\"(.*)\"\]\s*$")
MATCH = re.compile(r"\s*(\d{1,3}) point match", re.IGNORECASE)
GAME = re.compile(r"\s*Game (\d{1,4})\s*$", re.IGNORECASE)
SCORE = re.compile(r"\s*(.{1,200}?) : (\d{1,3})\s+(\S.{0,200}?) : (\d{1,3})\s*$")
TURN = re.compile(r"\s*(\d{1,5})\)(.*)$", re.DOTALL)
WIN = re.compile(r"(.*?)Wins (\d{1,4}) points?", re.IGNORECASE)
CELL = re.compile(
    r"[1-6][1-6]:|Doubles(?: =>)? *\d*|Redoubles|Takes|Accepts|Drops|Passes|Rejects|\?\?\?\?",
    re.IGNORECASE,
)
GIVEN_UP = re.compile(r"([01]) (\d+)")
"""The winner and the points of a game that was given up, as the result's text."""
LONGEST_LINE = 1000
SCORE_HEADER = "Score"
"""The header of ours that tells the score at the start: of both, and 1 after a Crawford game."""
COLUMN = 33
"""The place where the second column begins."""


class Reader:
    """Reads one file, match by match."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._line = 0
        self._number = 0
        self._tags: dict[str, str] = {}
        self._length: int | None = None
        self._tree: GameTree | None = None
        self._won: tuple[int, int] | None = None
        self._ended: tuple[int, int] | None = None
        self._score = (0, 0)
        self._scored_at = 0  # moves, where the score was last compared
        self._names = ("", "")
        self._skipping = False
        self._column = COLUMN

    def games(self) -> Iterator[FileGame | FileFault]:
        """The matches and games of the file, and what is wrong with others. Raises FileError."""
        text = ""
        for piece in self._source.pieces():
            text += piece
            if not piece.endswith("\n") and len(text) <= LONGEST_LINE:
                continue
            whole = piece.endswith("\n")
            if len(text) > LONGEST_LINE and not self._skipping:
                yield self._fault(f"a line of more than {LONGEST_LINE} characters: expected a turn")
            elif not self._skipping or MATCH.match(text) or COMMENT.match(text):
                yield from self._read(text.rstrip("\r\n"))
            text = ""
            self._line += whole
        if text:
            yield from self._read(text)
        yield from self._end()

    def _fault(self, told: str, column: int = 1) -> FileFault:
        number = max(1, self._number)
        self._tree, self._skipping, self._length = None, True, None
        return FileFault(told, self._source.name, self._line + 1, column, number)

    def _read(self, line: str) -> Iterator[FileGame | FileFault]:
        if not line.strip():
            return
        if found := COMMENT.match(line):
            if self._tree is not None:
                yield from self._end()
                self._tags = {}
            self._tags[found[1]] = found[2]
            return
        if found := MATCH.match(line):
            yield from self._end()
            self._length, self._skipping, self._score = int(found[1]), False, (0, 0)
            return
        if line.lstrip().startswith(";"):
            return
        if self._length is None:
            self._number += 1
            yield self._fault("expected the length of a match, such as 7 point match")
        elif GAME.match(line):
            self._won, self._ended = None, self._won
            if not self._length or self._tree is None:
                self._won = self._ended
                yield from self._end()
                self._begin()
        elif self._tree is None:
            self._number += 1
            yield self._fault("expected a game, such as Game 1")
        elif found := TURN.match(line):
            yield from self._turn(found, line)
        elif found := WIN.match(line):
            self._won = (int(len(found[1]) >= self._column - 4), int(found[2]))
        elif found := SCORE.match(line):
            self._names = found[1].strip(), found[3].strip()
            self._column = found.start(3)
            yield from self._scored((int(found[2]), int(found[4])))
        else:
            yield self._fault(f"{line.strip()[:40]!r}: expected a turn, such as 1) 31: 8/5 6/5")

    def _begin(self) -> None:
        assert self._length is not None
        self._number += 1
        headers = {"Length": f"{self._length}", **self._tags}
        self._tree = GameTree(headers, line=self._line + 1, number=self._number)
        self._won = None

    def _scored(self, score: tuple[int, int]) -> Iterator[FileGame | FileFault]:
        """Go on with the match from this score; where the moves so far do not lead to it, in a new
        game.
        """
        tree = self._tree
        if tree is None or not self._length:
            return
        before = self._score
        self._score = score
        if score == before and len(tree.nodes) == self._scored_at:
            return
        self._scored_at = len(tree.nodes)
        if len(tree.nodes) > 1:
            game = resolved(tree, "mat", self._source)
            if isinstance(game, FileGame) and score_of(game, -1) == score:
                return
            self._won = self._ended
            yield from self._end()
            if isinstance(game, FileFault):
                self._skipping, self._length = True, None
                return
            self._begin()
        assert self._tree is not None
        if any(score):
            second = max(before) == self._length - 1
            self._tree.headers[SCORE_HEADER] = f"{score[0]} {score[1]} {int(second)}"

    def _turn(self, found: re.Match[str], line: str) -> Iterator[FileFault]:
        tree = self._tree
        assert tree is not None
        for side, start, word in cells(line, found.start(2), self._column):
            if word.startswith("?"):
                yield self._fault("a move that is not told: expected its dice", start + 1)
                return
            if len(tree.nodes) > MOST_NODES:
                yield self._fault(f"more than {MOST_NODES:,} moves: expected the end", start + 1)
                return
            node = TreeNode(len(tree.nodes) - 1, word, line=self._line + 1, column=start + 1)
            node.side = str(side)
            tree.nodes.append(node)

    def _end(self) -> Iterator[FileGame | FileFault]:
        """End the match, or the single game, that is being read."""
        tree, self._tree = self._tree, None
        if tree is None:
            return
        game = resolved(tree, "mat", self._source)
        if isinstance(game, FileGame):
            game.players = self._names
            game.headers = {
                name: value
                for name, value in tree.headers.items()
                if name not in ("Player 1", "Player 2", SCORE_HEADER)
            }
            game.result = self._result(game)
        yield game

    def _result(self, game: FileGame) -> Result:
        """The result of a game that its moves do not end, as where it was given up."""
        if generic.movers(game.nodes[-1].state) == 0 or self._won is None:
            return Result()
        if len(game.nodes) > 1 and score_of(game, -1) != score_of(game, -2):
            return Result()  # the last move has won it, and the points are counted
        seat, points = self._won
        if self._length:
            score = [*score_of(game, -1)]
            score[seat] += points
            if score[seat] < self._length:
                game.notes.append("given up, and the match goes on in the next game")
                return Result(None, "", f"{seat} {points}")
            return Result(returns_of(game.game, seat), "resignation")
        unit = game.game.points_of_return(game.ruleset) or 1.0
        share = min(1.0, points / unit)
        return Result((share, -share) if seat == 0 else (-share, share), "resignation")


def cells(line: str, start: int, column: int) -> Iterator[tuple[int, int, str]]:
    """The moves of a line, each with the player that makes it and where it begins."""
    found = [match.start() for match in CELL.finditer(line, start)]
    for number, at in enumerate(found):
        end = found[number + 1] if number + 1 < len(found) else len(line)
        side = number if len(found) > 1 else int(at >= column - 4)
        word = re.sub(r"(?i)\s*Wins \d+ points?.*", "", line[at:end]).strip()
        yield min(side, 1), at, word


def read_mat(source: Source) -> Iterator[FileGame | FileFault]:
    """The matches of a file, and what is wrong with others. Raises FileError."""
    return Reader(source).games()


def written_mat(game: FileGame) -> str:
    """The main line as a match. Raises FileError where it is none of the format."""
    form = form_of(game, "mat")
    tree = tree_of(game, form)
    headers = headers_of(game, form)
    length = headers.pop("Length")
    if game.first.state != game.game.start(game.ruleset, game.first.seats) and not any(
        game.first.state == form.read_start(game.ruleset, {SCORE_HEADER: f"{told} {second}"})
        for told in ["{} {}".format(*score_of(game, 0))]
        for second in (0, 1)
    ):
        raise FileError("a match that begins within a game: expected one from the start of a game")
    tags = {**{name: told for name, told in game.headers.items() if name != "Length"}, **headers}
    if OWN_RULESET not in headers:
        tags.pop(OWN_RULESET, None)
    lines = [f'; [{name} "{" ".join(value.split())}"]' for name, value in tags.items()]
    lines += [f" {length} point match"]
    games = [*single_games(game, tree.nodes)]
    name = game.players[0] or "?"
    width = max([COLUMN, *(len(f" {name} : {score[0]}  ") for score, *_ in games)])
    for number, (score, turns, won) in enumerate(games, 1):
        first, second = (
            f"{name or '?'} : {points}" for name, points in zip(game.players, score, strict=True)
        )
        lines += ["", f" Game {number}", f" {first:<{width - 1}}{second}"]
        lines += turn_lines(turns, width)
        if won is not None:
            seat, points = won
            told = f"Wins {points} point{'s' * (points != 1)}"
            lines.append(f"{' ' * (width if seat else 6)}{told}")
    return "\n".join([*lines, "", ""])


Single = tuple[tuple[int, int], list[tuple[int, str]], tuple[int, int] | None]


def single_games(game: FileGame, nodes: list[TreeNode]) -> Iterator[Single]:
    """Each game of the match: the score before it, its turns, and who won how many points."""
    line = game.main_line()
    words: list[TreeNode] = []
    for place in main_line(nodes)[1:]:
        if nodes[place].own:
            raise FileError(f"{nodes[place].word!r} at the end of the moves: expected whole turns")
        words.append(nodes[place])
    scores = [score_of(game, place) for place in line]
    ends = [at for at in range(1, len(line)) if scores[at] != scores[at - 1]]
    spoken = iter(words)
    begin = 0
    for end in [*ends, len(line) - 1]:
        if end == begin and ends:
            continue
        turns = turns_until(game, line, begin, end, spoken)
        before, after = scores[begin], scores[end]
        gained = [now - then for now, then in zip(after, before, strict=True)]
        won = (
            (int(gained[1] > 0), max(gained))
            if any(gained)
            else lone_win(game, end == len(line) - 1, after)
        )
        yield before, turns, won
        begin = end


def turns_until(
    game: FileGame, line: list[int], begin: int, end: int, spoken: Iterator[TreeNode]
) -> list[tuple[int, str]]:
    """The turns of one game, each with who makes it."""
    form = form_of(game, "mat")
    turns = []
    for at in range(begin + 1, end + 1):
        last = at == len(line) - 1
        if form.within(game.nodes[line[at]].state) and not last:
            continue
        node = next(spoken, None)
        if node is None:
            break
        turns.append((form.sides.index(node.side), node.word))
    return turns


def score_of(game: FileGame, place: int) -> tuple[int, int]:
    """The points of both players, of a game that has such."""
    state = game.nodes[place].state
    return (getattr(state, "white", 0), getattr(state, "black", 0))


def lone_win(game: FileGame, last: bool, score: tuple[int, int]) -> tuple[int, int] | None:
    """The winner and the points, of a game whose state does not count them; of a match that was
    given up, all points that the winner lacked.
    """
    if last and (told := GIVEN_UP.fullmatch(game.result.text)):
        return int(told[1]), int(told[2])
    returns = returns_told(game)
    if not last or returns is None:
        return None
    winner = int(returns[1] > 0)
    if length := int(headers_of(game, form_of(game, "mat"))["Length"]):
        return winner, max(1, length - score[winner])
    unit = game.game.points_of_return(game.ruleset) or 1.0
    return winner, max(1, round(max(returns) * unit))


def turn_lines(turns: list[tuple[int, str]], width: int) -> Iterator[str]:
    """The lines of numbered turns in two columns. width: of the first, in characters."""
    number, waiting = 0, ""
    for side, word in turns:
        if side == 0:
            if waiting:
                yield waiting.rstrip()
            number += 1
            waiting = f"{number:3}) {word:<{width - 5}}"
        else:
            if not waiting:
                number += 1
                waiting = f"{number:3}) {'':<{width - 5}}"
            yield f"{waiting}{word}".rstrip()
            waiting = ""
    if waiting:
        yield waiting.rstrip()
