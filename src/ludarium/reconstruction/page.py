"""A reconstruction as one HTML page that needs nothing else, for screens, phones and paper."""

from __future__ import annotations

from markupsafe import Markup

from ludarium.draw.report import template
from ludarium.draw.svg import svg
from ludarium.draw.worldmap import Spot, world_map
from ludarium.play.position import start
from ludarium.reconstruction.aspects import ASPECTS
from ludarium.reconstruction.family import Known
from ludarium.reconstruction.play import SKILLED, UNSKILLED
from ludarium.reconstruction.reconstruct import SCORES, Ranked, Reconstruction
from ludarium.rules.game import PARTS
from ludarium.rules.lines.words import end_sentence
from ludarium.rules.provenance import kilometres_between
from ludarium.version import __version__

__all__ = ["page"]

BEST = 20  # candidates that are listed
MAPPED = 10  # candidates whose sources are on the map


WORDS = {
    ("continues", "no"): "one hop a turn",
    ("continues", "yes"): "captures go on",
    ("capturing", "may"): "captures are free",
    ("capturing", "must"): "captures are compulsory",
    ("capturing", "huff"): "who does not capture is huffed",
    ("gap", "no"): "captures without a gap",
    ("gap", "yes"): "captures with a gap",
    ("closing", "no"): "all rows stay",
    ("closing", "yes"): "empty rows close",
    ("kings", "none"): "no kings",
}


def shown(found: Reconstruction, one: Ranked) -> str:
    """A candidate in a few words: its filled answers, the end in sentences of its own."""
    names = found.game.seat_names[0], found.game.seat_names[1]
    filled = [(aspect, one.candidate.answers[aspect]) for aspect in one.candidate.based_on]
    words = "; ".join(
        WORDS.get((aspect, answer), f"{ASPECTS[aspect].title.lower()}: {answer}")
        for aspect, answer in filled
        if aspect != "ends"
    )
    sentences = [f"{words[:1].upper()}{words[1:]}."] if words else []
    if "ends" in one.candidate.based_on:
        sentences += [end_sentence(end, names) for end in one.candidate.parts.ends] or [
            "Who cannot move passes."
        ]
    return " ".join(sentences)


def page(found: Reconstruction) -> str:
    """The HTML page."""
    evidence = found.evidence
    ranks = {one: rank for rank, one in enumerate(found.candidates, 1)}
    same = {name: one for one in found.candidates for name in one.rulesets}
    published = [
        (name, ranks[same[name]] if name in same else None, same.get(name))
        for name in evidence.rulesets
    ]
    return str(
        template("ludarium.reconstruction", "reconstruction.html").render(
            found=found,
            evidence=evidence,
            aspects=ASPECTS,
            scores=SCORES,
            best=found.candidates[:BEST],
            published=published,
            shown=lambda one: shown(found, one),
            sentences=lambda one: sentences(found, one),
            away=lambda known: kilometres_between(evidence.place, known.place),
            percent=lambda share: f"{100 * share:.0f}%",
            board=Markup(svg(start(found.game).view)),
            map=Markup(map_of(found)),
            skilled=SKILLED,
            unskilled=UNSKILLED,
            version=__version__,
        )
    )


def sentences(found: Reconstruction, one: Ranked) -> tuple[str, ...]:
    """The rules of a candidate in words."""
    assert found.game.sentences is not None
    return found.game.sentences(found.game.ruleset(PARTS + one.candidate.parts.text))


def map_of(found: Reconstruction) -> str:
    """Draw the map of where the best candidates' sources were played."""
    place = found.evidence.place
    sources: dict[Known, None] = {}
    for one in found.candidates[:MAPPED]:
        sources.update(dict.fromkeys(one.candidate.based_on.values()))
    spots = [Spot(found.evidence.title, place.latitude, place.longitude, main=True)]
    spots += [Spot(one.title, one.place.latitude, one.place.longitude) for one in sources]
    return world_map(spots, f"Where {found.evidence.title} and its neighbours were played")
