"""Rulesets of Go: the boards, by whose rules points are counted, komi and handicap."""

from __future__ import annotations

from collections.abc import Mapping

from ludarium.errors import RulesetError
from ludarium.phrases import counted, say
from ludarium.rules.boards.points import PointBoard
from ludarium.rules.boards.sizes import sized_rulesets
from ludarium.rules.game import Ruleset
from ludarium.rules.go_states import (
    AGA,
    AGREED_TYPES,
    BOARDS,
    CHINESE,
    JAPANESE,
    KOMI,
    SIZED,
)
from ludarium.rules.part_choices import ListedChoices, PartChoice

__all__ = [
    "CHOICES",
    "RULESETS",
    "chosen_parts",
    "gtp_setup",
    "handicap_points",
    "mixed_ruleset",
    "ruleset_of_choices",
]

LAWS = {"chinese": CHINESE, "japanese": JAPANESE, "aga": AGA}
LAW_NAMES = {
    "chinese": say("Chinese rules"),
    "japanese": say("Japanese rules"),
    "aga": say("AGA rules"),
}
LAW_NOTES = {
    "chinese": say("Players agree on dead stones; stones and surrounded points count."),
    "japanese": say("Players agree on dead stones; surrounded points and prisoners count."),
    "aga": say("Players agree on dead stones; stones and surrounded points count."),
}
LAW_SOURCES = {
    "chinese": say("Chinese Weiqi Association, Rules of Go (2002)"),
    "japanese": say("Nihon Ki-in, The Japanese Rules of Go (1989)"),
    "aga": say("American Go Association, Rules of Go (1991)"),
}
PLAIN = "tromp-taylor"
NO_AGREEMENT_NOTE = say("No agreement: dead stones have to be taken.")
USUAL_KOMI = {"chinese": "7.5", "japanese": "6.5", "aga": "7.5"}
KOMIS = ("0", "0.5", "5.5", "6.5", "7", "7.5")
SIDES_OF = {f"{board.row_count}": state for state, board in SIZED.items()}
HANDICAPS = tuple(map(str, range(2, 10)))
MOST_HANDICAP = {"9": 5, "13": 5, "19": 9}


def agreed_ruleset(side: str, law: str, komi: str, handicap: int, name: str = "") -> Ruleset:
    """The ruleset of these choices; name: by default the one that lists them."""
    taken = {"size": side, "counting": law, "komi": komi, "handicap": f"{handicap}"}
    title = say("{side} × {side}, {rules}", side=side, rules=LAW_NAMES[law])
    if not name:
        facts = {"komi": komi, "handicap": handicap}
        title = say("{ruleset}, komi {komi}, handicap {handicap}", ruleset=title, **facts)
    return Ruleset(
        name=name or LISTED.name_of(taken),
        title=title,
        source=LAW_SOURCES[law],
        notes=LAW_NOTES[law],
        parameters=(AGREED_TYPES[SIDES_OF[side]], LAWS[law], round(2 * float(komi)), handicap),
    )


def usual_komi(law: str, handicap: int) -> str:
    """White's points for moving second: with a handicap they only avoid draws."""
    return "0.5" if handicap else USUAL_KOMI[law]


def usual_words(law: str, handicap: int) -> str:
    return say("as usual: {komi}", komi=usual_komi(law, handicap))


RULESETS = (
    *sized_rulesets(SIZED, say("the rules of John Tromp and Bill Taylor"), NO_AGREEMENT_NOTE),
    *(
        agreed_ruleset(side, law, USUAL_KOMI[law], 0, f"{law}-{side}")
        for law in LAWS
        for side in SIDES_OF
    ),
)
AGREED = (("counting", tuple(LAWS)),)
"""The options with which komi and handicap can be chosen."""
CHOICES = (
    PartChoice(
        "size",
        say("Board"),
        tuple((side, say("{side} × {side}", side=side)) for side in SIDES_OF),
    ),
    PartChoice(
        "counting",
        say("Counting"),
        (*LAW_NAMES.items(), (PLAIN, say("Tromp and Taylor, without an agreement"))),
    ),
    PartChoice(
        "komi",
        say("Komi"),
        (("", usual_words("chinese", 0)), *((komi, komi) for komi in KOMIS)),
        needs=AGREED,
        worded=(
            ((("handicap", HANDICAPS),), "", usual_words("chinese", 2)),
            *(((("counting", (law,)),), "", usual_words(law, 0)) for law in LAWS),
        ),
    ),
    PartChoice(
        "handicap",
        say("Handicap"),
        (
            ("0", say("none")),
            *((n, counted("{n} stone", "{n} stones", int(n))) for n in HANDICAPS),
        ),
        needs=AGREED,
    ),
)
LISTED = ListedChoices(CHOICES, "a ruleset of go")


def chosen_parts(ruleset: Ruleset) -> dict[str, str]:
    """The options of a ruleset."""
    kind, *choices = ruleset.parameters
    side = f"{BOARDS[kind].row_count}"
    if not choices:
        return {"size": side, "counting": PLAIN, "komi": "", "handicap": "0"}
    law = next(name for name, number in LAWS.items() if number == choices[0])
    komi, handicap = f"{choices[1] / 2:g}", choices[2]
    usual = komi == usual_komi(law, handicap)
    return {
        "size": side,
        "counting": law,
        "komi": "" if usual else komi,
        "handicap": f"{handicap}",
    }


def gtp_setup(ruleset: Ruleset) -> tuple[str, ...]:
    """The size of the board and komi, as commands of GTP."""
    state, *choices = ruleset.parameters
    komi = choices[1] / 2 if choices else KOMI[state]
    return f"boardsize {chosen_parts(ruleset)['size']}", f"komi {komi:g}"


def ruleset_of_choices(chosen: Mapping[str, str]) -> str:
    """The name of the ruleset of these options; of those not known, the default."""
    taken = LISTED.nearest(chosen)
    if taken["counting"] == PLAIN:
        return taken["size"]
    taken["handicap"] = f"{min(int(taken['handicap']), MOST_HANDICAP[taken['size']])}"
    return mixed_ruleset(LISTED.name_of(taken)).name


def mixed_ruleset(name: str) -> Ruleset:
    """The ruleset of a name that lists its choices, as `parts:size=9,counting=aga,handicap=2`; what
    is left out is as usual. Raises RulesetError.
    """
    taken = LISTED.read(name)
    side, law, handicap = taken["size"], taken["counting"], int(taken["handicap"])
    if handicap > MOST_HANDICAP[side]:
        raise RulesetError(
            f"a handicap of {handicap} stones: on this board expected {MOST_HANDICAP[side]} at most"
        )
    if law == PLAIN:
        if taken["komi"] or handicap:
            raise RulesetError("the rules of Tromp and Taylor have a fixed komi and no handicap")
        return next(one for one in RULESETS if one.name == side)
    komi = taken["komi"] or usual_komi(law, handicap)
    mixed = agreed_ruleset(side, law, komi, handicap)
    return next((one for one in RULESETS if one.parameters == mixed.parameters), mixed)


def handicap_points(board: PointBoard, stones: int) -> tuple[str, ...]:
    """The star points on which so many handicap stones are placed."""
    columns = [board.place(board.index[star])[0] for star in board.stars]
    left, right, half = min(columns), max(columns), board.column_count // 2
    corners = [(right, right), (left, left), (right, left), (left, right)]
    sides = [(left, half), (right, half), (half, left), (half, right)]
    centre = [(half, half)] if stones > 4 and stones % 2 else []
    spots = (*corners, *sides)[: stones - len(centre)]
    return tuple(board.names[column + board.stride * row] for column, row in (*spots, *centre))
