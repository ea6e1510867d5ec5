"""Lines `info`, in which an engine tells of its search."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludarium.engines.centipawns import centipawns_of
from ludarium.play.agent import Thought
from ludarium.play.position import Move
from ludarium.search.engine import Analysis, Line

__all__ = ["analysis_infos", "thought_info"]


def analysis_infos(
    analysis: Analysis, several: bool, bare: bool, written: Callable[[Move], str]
) -> Iterator[str]:
    """A line for each line of play. several: whether they are numbered. bare: as of
    `Dialect.bare_scores`. written: how a move is written.
    """
    spent = (
        f"nodes {analysis.nodes} nps {analysis.nodes_per_second:.0f} "
        f"time {analysis.seconds * 1000:.0f}"
    )
    for number, line in enumerate(analysis.lines, 1):
        place = f"multipv {number} " if several else ""
        score = score_of(line)
        if bare:
            score = f"{centipawns_of(line.value)}"
        pv = " ".join(map(written, line.pv))
        yield f"info depth {line.depth} {place}score {score} {spent} pv {pv}"


def score_of(line: Line) -> str:
    """The score from the point of view of who moves: moves to the end where that is proved and
    counted, as in chess to mate; else centipawns by what can be expected.
    """
    if line.plies is None:
        return f"cp {centipawns_of(line.value)}"
    # of who wins: its own moves alone; of who loses: those that it still makes
    moves = (line.plies + 1) // 2 if line.value > 0 else max(1, line.plies // 2)
    return f"mate {moves if line.value > 0 else -moves}"


def thought_info(thought: Thought, value: float, pv: str, bare: bool) -> str:
    """The line of an agent that tells of its move. value: what it expects, -1 to 1. pv: its moves,
    as they are written.
    """
    kind = "" if bare else "cp "
    speed = thought.work / max(thought.seconds, 1e-9)
    return (
        f"info depth {max(1, len(thought.pv))} score {kind}{centipawns_of(value)} "
        f"nodes {thought.work} nps {speed:.0f} time {thought.seconds * 1000:.0f} pv {pv}"
    )
