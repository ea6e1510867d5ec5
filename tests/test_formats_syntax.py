"""Files as other programs write them, format by format."""

from __future__ import annotations

import base64
import io
import random
import re
import struct
from pathlib import Path

import chess
import chess.pgn
import pytest

import ludarium
from ludarium import formats
from ludarium.errors import PositionError
from ludarium.formats import FileFault, FileGame, Source
from ludarium.formats.wthor import header_of
from ludarium.play.record import Record


def one(text: str | bytes, name: str) -> FileGame:
    """The only game of a text, which is sound."""
    (game,) = formats.read(text, name)
    assert isinstance(game, FileGame), str(game)
    return game


def moves_of(text: str | bytes, name: str) -> list[str]:
    """The moves of the main line, of a record that holds."""
    record = one(text, name).record()
    assert Record.from_json(record.to_json()).moves == record.moves
    return record.moves


# PGN


def written_by_another(seed: int) -> chess.pgn.Game:
    """A random game of chess with variations, comments and signs."""
    source, game = random.Random(seed), chess.pgn.Game()
    game.headers.update(White="Ann", Black="Bob", Opening="none")
    game.comment = "before all"
    node: chess.pgn.GameNode = game
    for _ in range(40):
        board = node.board()
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material():
            break
        main, other = source.choice(legal), source.choice(legal)
        node = node.add_main_variation(main)
        node.set_clock(source.randrange(6000))
        if other != main:
            aside = node.parent.add_variation(other, starting_comment="or", comment="so")
            aside.nags.add(source.choice((1, 2, 14)))
            for move in list(aside.board().legal_moves)[:2]:
                aside.add_variation(move)
    return game


def told(game: chess.pgn.Game) -> list[object]:
    """All that a game of python-chess has, line breaks apart."""
    found: list[object] = [dict(game.headers)]
    waiting: list[chess.pgn.GameNode] = [game]
    while waiting:
        node = waiting.pop()
        found.append(node.uci() if isinstance(node, chess.pgn.ChildNode) else "")
        found.append((node.comment.split(), node.starting_comment.split(), sorted(node.nags)))
        waiting += node.variations
    return found


@pytest.mark.parametrize("seed", range(4))
def test_pgn_is_as_another_reader_has_it(seed: int) -> None:
    before = written_by_another(seed)
    text = formats.written(one(str(before), "pgn"), "pgn")
    assert isinstance(text, str)
    after = chess.pgn.read_game(io.StringIO(text))
    assert after is not None
    assert not after.errors
    assert told(after) == told(before)


def test_pgn_of_the_past_is_read() -> None:
    text = '[White "M\u00fcller"]\n[Black "\u0160ach \u2013"]\n\n1.e4 e5 2.Nf3!? N *\n'
    for data in (
        text.encode("cp1252"),
        text.encode(),
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode("cp1252"),
    ):
        game = one(data, "pgn")
        assert game.players == ("Müller", "Šach –")
        assert [node.remark.nags for node in game.nodes if node.remark] == [[5, 146]]


def test_a_start_of_its_own_keeps_its_number() -> None:
    text = '[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 30"]\n\n30... Kd7 31. a8=Q 1/2-1/2'
    written = formats.written(one(text, "pgn"), "pgn")
    assert isinstance(written, str)
    assert written.endswith("\n30... Kd7 31. a8=Q 1/2-1/2\n\n")
    assert one(text, "pgn").record().reason == "agreement"


def test_null_moves_are_left_out_of_variations_as_another_writer_has_them() -> None:
    """All else is as it is without them, whichever word stands for them."""
    for seed in range(3):
        game, source = written_by_another(seed), random.Random(seed)
        plain = str(game)
        nodes = [node for node in game.mainline() if not node.board().is_game_over()]
        for node in source.sample(nodes, 4):
            null = node.add_variation(chess.Move.null(), comment="threatens", nags=[1])
            null.add_variation(next(iter(null.board().legal_moves)), comment="this")
        for word in ("--", "Z0", "0000", "@@@@"):
            read = one(str(game).replace("--", word), "pgn")
            assert read.notes == ["4 × variation left out from a null move on"]
            assert formats.written(read, "pgn") == formats.written(one(plain, "pgn"), "pgn")


@pytest.mark.parametrize(
    ("told", "result"),
    [
        *((told, "1/2-1/2") for told in ("1/2-1/2", "1/2", "½-½", "½–½", "½")),
        *(("1–0", "1-0"), ("0–1", "0-1"), ("*", "*")),
    ],
)
def test_results_are_read_as_people_write_them(told: str, result: str) -> None:
    """In the moves, or in a header alone; they are written as the standard has them."""
    for text in (f"1. e4 e5 {told}", f'[Result "{told}"]\n\n1. e4 e5 *'):
        game = one(text, "pgn")
        assert len(game.main_line()) == 3
        again = chess.pgn.read_game(io.StringIO(str(formats.written(game, "pgn"))))
        assert again is not None
        assert (again.headers["Result"], again.errors) == (result, [])


def test_comments_after_the_result_are_of_the_game() -> None:
    games = [
        *formats.read("1. e4 1-0 {won\nwell} ; so\n\n1. d4 {x} * {y}\n1. c4 0-1 {never", "pgn")
    ]
    assert [str(game) for game in games if isinstance(game, FileFault)] == [
        "5:11: a comment without its end: expected }"
    ]
    told = [game.nodes[-1].remark for game in games if isinstance(game, FileGame)]
    assert [remark and remark.comment for remark in told] == ["won well so", "x y", None]


def test_signs_of_text_are_those_of_the_standard() -> None:
    game = one("1. e4 ∞ e5 ± 2. ♘f3 ⩲ ♞c6 □ 3. ♙d4 TN *", "pgn")
    assert game.record().moves == ["e4", "e5", "Nf3", "Nc6", "d4"]
    assert [node.remark.nags for node in game.nodes if node.remark] == [
        *([13], [16], [14], [7], [146]),
    ]


@pytest.mark.parametrize("castles", ["0-0", "0-0+", "0-0!", "O-O+", "o-o", "0-0#", "e1g1", "0-0?!"])
def test_castling_is_read_with_zeros_and_signs(castles: str) -> None:
    text = f"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.{castles} Nf6 1-0"
    assert moves_of(text, "pgn")[6:] == ["O-O", "Nf6"]


SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


def test_moves_after_the_end_are_read_and_marked() -> None:
    """Nobody claimed the third repetition, and then fifty moves."""
    game = one(SHUFFLE * 3 + "e4 *", "pgn")
    assert (len(game.record().moves), game.notes) == (13, [])
    long = one(SHUFFLE * 26 + "e4 *", "pgn")
    assert len(long.nodes) == 1 + 4 * 26 + 1
    assert len(long.record().moves) == len(long.study().positions) - 1 == 100
    assert formats.lost_in(long, "records") == {"moves after the end": 5}
    assert moves_of(formats.written(long, "pgn"), "pgn") == long.record().moves
    dead = one('[FEN "8/8/8/3k4/8/3K4/8/4B3 w - - 0 1"]\n\n1. Bd2 Kd6 2. Bc3 *', "pgn")
    assert dead.notes == ["3 moves after the end of the game"]


@pytest.mark.parametrize(
    "line", ["1. H2-E2 H9-G7", "1. C2=5 H8+7", "1. h2e2 h9g7", "1. 炮二平五 马８进７"]
)
def test_pgn_of_xiangqi_is_read_in_all_notations(line: str) -> None:
    text = f'[Game "Chinese Chess"]\n[Red "Ann"]\n\n{line} 0-1'
    assert moves_of(text, "pgn") == ["Ch3-e3", "Hh10-g8"]
    assert one(text, "pgn").record().returns == (-1, 1)


# SGF

OGS = r"""(;FF[4]CA[UTF-8]GM[1]DT[2024-01-02]PC[OGS]PB[ann]PW[bob]BR[5k]RE[W+6.5]
SZ[9]KM[5.5]RU[Japanese]
;B[ee]BL[100.5](;W[ge]C[hi \] there \\]TR[ee]AR[ee:ge]LB[dd:A][cc:B];B[ce];W[];B[tt])(;W[eg]))
"""


def test_sgf_keeps_all_that_it_says() -> None:
    game = one(OGS, "sgf")
    assert game.players == ("ann", "bob")
    assert moves_of(OGS, "sgf") == ["e5", "g5", "c5", "pass", "pass"]
    remark = game.nodes[2].remark
    assert remark is not None
    assert (remark.comment, remark.properties) == ("hi ] there \\", {"LB": ["dd:A", "cc:B"]})
    assert [(mark.start, mark.end, mark.colour) for mark in remark.marks] == [
        ("e5", None, "blue"),
        ("e5", "g5", "green"),
    ]
    text = formats.written(game, "sgf")
    again = one(text, "sgf")
    assert (again.nodes, again.headers, again.properties) == (
        game.nodes,
        game.headers,
        game.properties,
    )
    assert formats.written(again, "sgf") == text
    assert game.record().returns == (-1, 1)


def test_handicap_komi_and_passes_of_go() -> None:
    old = "(;FF[3]GaMe[1]SiZe[19]HAndicap[2]AddBlack[pd][dp]KoMi[0.5];White[dd];B[pp];W[tt];B[])"
    game = one(old, "sgf")
    assert game.first.state == ludarium.start("go", game.ruleset.name).state
    assert game.record().moves == ["d16", "q4", "pass", "pass"]
    assert one("(;SZ[9]KM[3.75];B[aa];B[bb])", "sgf").notes == [
        "pass added, as one side moved twice",
        "komi 3.75, played with 6.5",
    ]
    resumed = one("(;SZ[9];B[aa];W[];B[];W[];B[bb];W[cc])", "sgf")
    assert resumed.record().moves[-3:] == ["resume", "b8", "c7"]
    after = one("(;SZ[9]RU[Tromp-Taylor];B[aa];W[];B[];W[ee];B[bb])", "sgf")
    assert after.notes == ["2 moves after the end of the game"]
    placed = one("(;SZ[9]AB[aa][bb:cc]AW[dd]PL[B];B[ff])", "sgf")
    assert formats.written(placed, "sgf").count("AB[aa][bb:cc]") == 1  # type: ignore[arg-type]


def test_a_position_within_a_game_of_go_tells_what_is_lost() -> None:
    position = ludarium.start("go", "japanese-9").play("a1").play("b1").play("j9").play("a2")
    record = Record(ludarium.parse(position.text), ("A", "B"))
    record.play("e5")
    game = formats.game_of(record)
    lost = formats.lost_in(game, "sgf")
    assert lost["ko, prisoners and the count of moves at the start"] == 1
    assert moves_of(formats.written(game, "sgf"), "sgf") == ["e5"]


def test_agreement_on_dead_stones_comes_back() -> None:
    record = Record.new("go", ruleset="chinese-9")
    for move in ["a1", "e5", "pass", "pass", "a1", "agree", "agree"]:
        record.play(move)
    text = formats.written(formats.game_of(record), "sgf")
    assert one(text, "sgf").record().to_json() == record.to_json()


def test_hex_gomoku_and_othello_have_their_words() -> None:
    assert moves_of("(;GM[11]SZ[11];B[a3];W[swap-pieces];B[c3];W[resign])", "sgf") == [
        *("a3", "swap", "c3")
    ]
    assert moves_of("(;GM[4]SZ[15];B[hh];W[ha])", "sgf") == ["h8", "h15"]
    assert moves_of("(;GM[2];B[dc];W[cc])", "sgf") == ["d3", "c3"]


GNU = """(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[gnubg]PB[user]RU[Crawford]RE[W+1]
;W[31hefe]LU[0.1]A[0][hefe E];B[double];W[drop])
(;FF[4]GM[6]MI[length:5][game:1][ws:0][bs:1]PW[gnubg]PB[user]RU[Crawford]
;B[42lpln];W[61fehb])
"""


def test_backgammon_of_gnu_is_read() -> None:
    """Each game of a match is one of its own, which begins with the score."""
    first, second = (found for found in formats.read(GNU, "sgf") if isinstance(found, FileGame))
    assert first.record().moves == ["31", "8/5", "6/5", "double", "drop"]
    assert not first.record().over
    assert second.first.text.endswith(" 1- 0 1 before - ?")
    assert second.record().moves == ["24", "13/9", "13/11", "roll", "61", "6/5", "8/2"]
    again = "".join(str(formats.written(game, "sgf")) for game in (first, second))
    assert [found.nodes for found in formats.read(again, "sgf") if isinstance(found, FileGame)] == [
        first.nodes,
        second.nodes,
    ]


# PDN


def test_captures_of_draughts_are_one_move_there() -> None:
    record = Record.new("draughts")
    for move in [
        "11-15",
        "22-18",
        "15x22",
        "25x18",
        "10-15",
        "18x11",
        "8x15",
        "21-17",
        "4-8",
        "17-13",
        "9-14",
    ]:
        record.play(move)
    text = str(formats.written(formats.game_of(record), "pdn"))
    assert "1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11" in text
    assert moves_of(text, "pdn") == record.moves


def test_pdn_of_servers_is_read() -> None:
    text = '[GameType "20"]\n[White "a"]\n[Result "2-0"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n'
    game = one(text, "pdn")
    assert game.record().moves == ["32-28", "19-23", "28x19", "14x23"]
    assert game.record().returns == (1, -1)
    assert '[Result "2-0"]' in str(formats.written(game, "pdn"))
    numbers = '[GameType "25"]\n\n1. 22-18 9-13 *'
    assert moves_of(numbers, "pdn") == ["c3-d4", "b6-a5"]
    placed = '[GameType "21"]\n[FEN "B:W18,K10:B1-3,K22."]\n\n1. 22x15x6 *'
    assert moves_of(placed, "pdn") == ["22x15", "15x6"]


# Matches, WTHOR

MATCH = """\
; [Site "FIBS"]
 3 point match

 Game 1
 Ann : 0                          Bob : 0
  1)                              31: 8/5 6/5
  2) 42: 8/4 6/4                   Doubles => 2
  3)  Takes                       66: 24/18(2) 13/7(2)
  4) 11: 6/5(4)
      Wins 2 points

 Game 2
 Ann : 2                          Bob : 0
  1) 31: 8/5 6/5                  52: 13/8 24/22
"""


def test_a_match_goes_on_after_a_game_that_was_given_up() -> None:
    first, second = (found for found in formats.read(MATCH, "mat") if isinstance(found, FileGame))
    assert first.players == ("Ann", "Bob")
    assert first.record().moves[:4] == ["13", "8/5", "6/5", "roll"]
    assert first.notes == ["given up, and the match goes on in the next game"]
    assert second.first.text.endswith(" 1- 2 0 crawford - ?")
    again = "".join(str(formats.written(game, "mat")) for game in (first, second))
    games = [found for found in formats.read(again, "mat") if isinstance(found, FileGame)]
    assert [game.record().moves for game in games] == [
        first.record().moves,
        second.record().moves,
    ]


def test_wthor_has_names_beside_and_leaves_passes_out(tmp_path: Path) -> None:
    record = Record.new("othello")
    source = random.Random(8)
    while not record.over:
        record.play(source.choice(record.legal))
    assert "pass" in record.moves
    data = formats.written(formats.game_of(record), "wthor")
    assert isinstance(data, bytes)
    numbered = struct.pack("<HHH", 0, 1, 0) + data[6:]
    for suffix, names in ((".JOU", (b"Tastet", b"Pihlajap\xe4\xe4")), (".TRN", (b"Paris",))):
        length = 20 if suffix == ".JOU" else 26
        lines = b"".join(name.ljust(length, b"\0") for name in names)
        (tmp_path / f"W{suffix}").write_bytes(header_of(0) + lines)
    source_file = Source(header_of(1, 1998) + numbered, "w.wtb", tmp_path)
    (game,) = formats.read(source_file, "wthor")
    assert isinstance(game, FileGame)
    assert game.players == ("Pihlajapää", "Tastet")
    assert game.headers == {"Date": "1998.??.??", "Event": "Paris"}
    assert game.record().moves == record.moves


def test_xqf_of_either_kind_is_read() -> None:
    """Files of later versions have numbers added to their bytes, which the header tells."""
    text = '[Game "Chinese Chess"]\n[Red "许银川"]\n\n1. H2-E2 {好} (1. B2-E2 {so}) H9-G7 1-0'
    data = formats.written(one(text, "pgn"), "xqf")
    assert isinstance(data, bytes)
    game = one(data, "xqf")
    assert (game.players[0], game.record().returns) == ("许银川", (1, -1))
    assert formats.written(game, "xqf") == data
    assert [node.remark.comment for node in game.nodes if node.remark] == ["好", "so"]
    shorter = data[:1030]
    (fault,) = formats.read(shorter, "xqf")
    assert isinstance(fault, FileFault)


# Positions on one line


def gnu_id(theirs: list[int], mine: list[int]) -> str:
    """The position ID of checkers on the points 1 to 24 and the bar, as GNU's manual tells it: a 1
    for each checker of a point, and a 0 after each point, packed from the lowest bit on.
    """
    text = "".join("1" * count + "0" for count in theirs + mine).ljust(80, "0")
    data = bytes(int(text[at : at + 8][::-1], 2) for at in range(0, 80, 8))
    return base64.b64encode(data).decode().rstrip("=")


def test_ids_of_backgammon_are_read() -> None:
    start = [0] * 5 + [5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [2, 0]
    assert gnu_id(start, start) == "4HPwATDgc/ABMA"  # as the manual has it
    home = [0, 3, 2, 1, *[0] * 20, 1]
    position = ludarium.parse(f"backgammon {gnu_id(start, home)}")
    assert position.text == "backgammon/money bar:1,4:1,3:2,2:3 24:2,13:5,8:3,6:5 w ?"
    offered = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:D:2:4:0:7:10"
    assert ludarium.parse(f"backgammon/match-7 {offered}").text.endswith(" 2w 2 4 before b offered")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("backgammon XGID=abc", "expected 26 signs of points"),
        ("backgammon ++++++++++++++", "position"),
        (
            "backgammon/match-7 XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10",
            "a match to 5, expected one to 7",
        ),
        ("draughts B:W1,40:B2", "there is no cell '40'"),
        ("draughts B:X1", "expected W or B before pieces"),
    ],
)
def test_ids_that_are_none_are_refused(text: str, told: str) -> None:
    with pytest.raises(PositionError, match=re.escape(told)):
        ludarium.parse(text)


def test_fen_of_draughts_is_read_as_in_files() -> None:
    board = ludarium.parse("international/russian W:Wa1,Kc3:Bh8,b6")
    assert board.text == "international/russian 7b/8/1b6/8/8/2W5/8/w7 w - 0"
