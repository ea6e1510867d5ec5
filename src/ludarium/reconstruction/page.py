"""A reconstruction as one HTML page that needs nothing else, for screens, phones and paper."""

from __future__ import annotations

from markupsafe import Markup

from ludarium.draw.report import template
from ludarium.draw.svg import svg
from ludarium.draw.worldmap import Spot, world_map
from ludarium.play.position import start
from ludarium.reconstruction.aspects import ASPECTS
from ludarium.reconstruction.family import KnownRuleset
from ludarium.reconstruction.play import SKILLED, UNSKILLED
from ludarium.reconstruction.reconstruct import SCORES, Ranked, Reconstruction
from ludarium.rules.counters.words import end_sentence
from ludarium.rules.part_choices import PARTS
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


def shown(reconstruction: Reconstruction, one: Ranked) -> str:
    """A candidate in a few words: its filled answers, the end in sentences of its own."""
    names = reconstruction.game.seat_names[0], reconstruction.game.seat_names[1]
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


def page(reconstruction: Reconstruction) -> str:
    """The HTML page."""
    evidence = reconstruction.evidence
    ranks = {one: rank for rank, one in enumerate(reconstruction.candidates, 1)}
    same = {name: one for one in reconstruction.candidates for name in one.rulesets}
    published = [
        (name, ranks[same[name]] if name in same else None, same.get(name))
        for name in evidence.rulesets
    ]
    return str(
        template("ludarium.reconstruction", "reconstruction.html").render(
            reconstruction=reconstruction,
            evidence=evidence,
            aspects=ASPECTS,
            scores=SCORES,
            best=reconstruction.candidates[:BEST],
            published=published,
            shown=lambda one: shown(reconstruction, one),
            sentences=lambda one: sentences(reconstruction, one),
            away=lambda known: kilometres_between(evidence.place, known.place),
            percent=lambda share: f"{100 * share:.0f}%",
            board=Markup(svg(start(reconstruction.game).view)),
            map=Markup(map_of(reconstruction)),
            skilled=SKILLED,
            unskilled=UNSKILLED,
            version=__version__,
        )
    )


def sentences(reconstruction: Reconstruction, one: Ranked) -> tuple[str, ...]:
    """The rules of a candidate in words."""
    assert reconstruction.game.sentences is not None
    return reconstruction.game.sentences(
        reconstruction.game.ruleset(PARTS + one.candidate.parts.text)
    )


def map_of(reconstruction: Reconstruction) -> str:
    """Draw the map of where the best candidates' sources were played."""
    place = reconstruction.evidence.place
    sources: dict[KnownRuleset, None] = {}
    for one in reconstruction.candidates[:MAPPED]:
        sources.update(dict.fromkeys(one.candidate.based_on.values()))
    spots = [Spot(reconstruction.evidence.title, place.latitude, place.longitude, main=True)]
    spots += [Spot(one.title, one.place.latitude, one.place.longitude) for one in sources]
    return world_map(spots, f"Where {reconstruction.evidence.title} and its neighbours were played")
