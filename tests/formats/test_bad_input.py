"""Bad input: a clear message for each, never an exception, and whatever can be read is read."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support import mjai_logs, tenhou6_logs
from support.mjlog_logs import END, INIT, log
from support.packing import packed
from support.paths import FIXTURES

from auditor.core import reading as formats
from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem, ReadError
from auditor.core.events import Game, replace_game, replace_hand
from auditor.core.reading import Format, read
from auditor.core.rulesets import load
from auditor.core.sources import InputItem, open_sources
from auditor.formats import mjlog

NEXT = INIT.replace('seed="0,0,0', 'seed="1,0,0')


def outcome(data: bytes) -> tuple[list[int] | None, list[str]]:
    """The indexes of the hands read (None without a game), and the problems as they are shown."""
    hands: list[int] | None = None
    problems = []
    for result in read(data, "log.xml"):
        if isinstance(result, Game):
            assert hands is None
            hands = [hand.index for hand in result.hands]
        else:
            problems.append(str(result))
    return hands, problems


EXPECTED = "; expected " + " or ".join([format.title for format in formats.FORMATS])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "nothing but white space"),
        (b"\xef\xbb\xbf \n\t", "nothing but white space"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary data"),
        (b"SQLite format 3\0", "binary data"),
        (bytes(range(256)), "binary data"),
        (b"<!DOCTYPE html>\n<html><body>404</body></html>", "an HTML page"),
        (b"<html><head></head></html>", "an HTML page"),
        (b"<?xml version='1.0'?><!-- c --><rss><channel/></rss>", "XML with the outermost element <rss>"),
        (b"<?xml version='1.0'?>", "XML without an element"),
        (b"{}", "JSON that is no log"),
        (b"[1, 2, 3]", "JSON that is no log"),
        (b"a line\n" * 80 + b"\0", "text that begins with 'a line\\na line\\na line'"),
        (b"a" * 511 + b"\x01", "binary data"),
        (b"a" * 512 + b"\x01", f"text that begins with {'a' * 20!r}"),
        (b"\x7f", "binary data"),
        (b"Dear sir or madam, please find", "text that begins with 'Dear sir or madam, p'"),
        ("ログではない".encode("shift_jis"), "text that begins with '���O�ł͂Ȃ�'"),
        ("東一局".encode("utf-16"), "text that begins with '東一局'"),
    ],
)
def test_what_is_no_log_is_named(data: bytes, message: str) -> None:
    assert outcome(data) == (None, [message + EXPECTED])


SHEET = "a score sheet: han, fu, riichi and points of hands, without the tiles by which they are judged"


@pytest.mark.parametrize(
    "data",
    [
        b'{"players": ["a", "b", "c", "d"], "rounds": [{"winner": 0, "han": 3, "fu": 30, "riichi": [0]}]}',
        b"round,winner,loser,Han,Fu,riichi\nE1,a,b,3,30,a\n",
        b'"round"; "han"; "fu"\r\n"E1"; 3; 30\r\n',
        b"E1: ron a from b 3han 30fu riichi a",
    ],
)
def test_a_score_sheet_is_named(data: bytes) -> None:
    assert outcome(data) == (None, [SHEET + EXPECTED])


@pytest.mark.parametrize("header", ["", '<GO type="169"/>'])
def test_a_log_without_a_tile_is_a_score_sheet(header: str) -> None:
    """Nor is it one of three players for lack of a fourth hand."""
    init = re.sub('(hai[0-3])="[^"]*"', r'\1=""', INIT)
    win = '<AGARI ba="0,0" ten="30,8000,1" yaku="1,1" who="0" fromWho="1" machi="0" sc="250,80,250,-80,250,0,250,0"/>'
    sheets = [log(header, init, '<REACH who="0" step="1"/>', win)]
    drawn = tenhou6_logs.hand({}, ["流局"], dealt={seat: [] for seat in range(4)})
    sheets.append(json.dumps(tenhou6_logs.log(drawn)).encode())
    start = {**mjai_logs.START, "tehais": [[]] * 4}
    sheets.append(mjai_logs.log({"type": "hora", "actor": 0, "target": 1, "fu": 30}, start=start))
    for data in sheets:
        assert outcome(data) == (None, [SHEET])


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_white_space_before_a_log_is_passed_over_as_far_as_four_heads(mark: bytes) -> None:
    data = log(INIT, END)
    assert outcome(mark + b" " * (4 * formats.HEAD_BYTES - len(data)) + data) == ([0], [])
    assert outcome(mark + b" " * (4 * formats.HEAD_BYTES) + data) == (None, ["nothing but white space" + EXPECTED])


REFUSED = "a DOCTYPE is refused: an mjlog has none, and its entities could be an attack on the reader"
LAUGHS = '<!DOCTYPE mjloggm [<!ENTITY a "ha">' + "".join(
    [f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 10}">' for level in range(9)]
)
EXTERNAL = '<!DOCTYPE mjloggm [<!ENTITY file SYSTEM "file:///etc/hostname">]>'


@pytest.mark.parametrize(
    "data",
    [
        f'{LAUGHS}]><mjloggm ver="2.3"><UN n0="&j;"/>{INIT}</mjloggm>'.encode(),
        f'{EXTERNAL}<mjloggm ver="2.3"><UN n0="&file;"/>{INIT}</mjloggm>'.encode(),
        f'{EXTERNAL}<mjloggm ver="2.3">{INIT}&file;</mjloggm>'.encode(),
        f'<!DOCTYPE mjloggm SYSTEM "http://127.0.0.1:9/mjlog.dtd"><mjloggm ver="2.3">{INIT}</mjloggm>'.encode(),
        f'{LAUGHS}]><mjloggm ver="2.3"><UN n0="&j;"/>{INIT}</mjloggm>'.encode("utf-16"),
    ],
)
def test_a_document_type_is_refused(data: bytes) -> None:
    assert outcome(data) == (None, [REFUSED])


@pytest.mark.parametrize(
    ("data", "hands", "problems"),
    [
        # whole logs
        (log(), None, ["the log holds no hand (no INIT element)"]),
        (
            log("<T1/>", "<D1/>", INIT, END),
            [0],
            ["element 1 <T1>: expected INIT before the first event; the events up to INIT are left out"],
        ),
        # what the reader does not know is named, and the rest is read
        (log(INIT, "<FOO/>", END), [0], ["element 2 <FOO>, hand 0 (E1): unknown element; it is left out"]),
        (log("<FOO/>", INIT, END), [0], ["element 1 <FOO>: unknown element; it is left out"]),
        (
            log(INIT, '<T2 t="1"/><T3 t="3"/><U4 t="3"/><FOO/><FOO/>', NEXT, "<FOO/>"),
            [0, 1],
            [
                "element 2 <T2>, hand 0 (E1): unknown attribute t='1'; it is left out (and 1 more like it)",
                "element 4 <U4>, hand 0 (E1): unknown attribute t='3'; it is left out",
                "element 5 <FOO>, hand 0 (E1): unknown element; it is left out (and 2 more like it)",
            ],
        ),
        (
            log(INIT, END.replace("/>", ' bar="1"/>')),
            [0],
            ["element 2 <RYUUKYOKU>, hand 0 (E1): unknown attribute bar='1'; it is left out"],
        ),
        (log(INIT, '<T2 t="1"/>'), [0], ["element 2 <T2>, hand 0 (E1): unknown attribute t='1'; it is left out"]),
        (
            log(INIT, END).replace(b"2.3", b'2.3" x="1'),
            [0],
            ["element 0 <mjloggm>: unknown attribute x='1'; it is left out"],
        ),
        (log(INIT, "<D1/> foo ", END), [0], ["element 2 <D1>, hand 0 (E1): text 'foo' follows it; it is left out"]),
        (
            log(INIT, "<D1><D2/></D1>", END),
            [0],
            ["element 2 <D1>, hand 0 (E1): expected an empty element; what is inside it is left out"],
        ),
        # a value that cannot be right costs its hand
        (
            log(INIT, "<T136/>", END, NEXT, END),
            [1],
            ["element 2 <T136>, hand 0 (E1): expected a tile 0 to 135, not 136; the hand is left out"],
        ),
        (
            log(INIT, END, NEXT, '<DORA hai="136"/>', "<T2/>", '<N who="9" m="0"/>'),
            [0],
            ['element 4 <DORA>, hand 1 (E2): attribute hai="136": expected a tile 0 to 135; the hand is left out'],
        ),
        (
            log(INIT, '<DORA hai="-1"/>', NEXT),
            [1],
            ['element 2 <DORA>, hand 0 (E1): attribute hai="-1": expected a tile 0 to 135; the hand is left out'],
        ),
        (
            log(INIT, "<DORA/>", NEXT),
            [1],
            ["element 2 <DORA>, hand 0 (E1): attribute hai is missing; the hand is left out"],
        ),
        (
            log(INIT, '<N who="4" m="1"/>', NEXT),
            [1],
            ['element 2 <N>, hand 0 (E1): attribute who="4": expected a seat 0 to 3; the hand is left out'],
        ),
        (
            log(INIT, '<N who="0" m="chi"/>', NEXT),
            [1],
            ['element 2 <N>, hand 0 (E1): attribute m="chi": expected a whole number; the hand is left out'],
        ),
        (
            log(INIT, '<N who="0" m="65535"/>', NEXT),
            [1],
            [
                "element 2 <N>, hand 0 (E1): 65535 is the code of no meld: it sets bits that a chi does not have; "
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<N who="0" m="34816"/>', NEXT),
            [1],
            [
                "element 2 <N>, hand 0 (E1): 34816 is the code of no meld: it names tile 136, tiles are 0 to 135; "
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<N who="0" m="99999"/>', NEXT),
            [1],
            [
                "element 2 <N>, hand 0 (E1): 99999 is the code of no meld: a meld code has 16 bits (0 to 65535); "
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<REACH who="0" step="3"/>', NEXT),
            [1],
            ['element 2 <REACH>, hand 0 (E1): attribute step="3": expected 1 or 2; the hand is left out'],
        ),
        (
            log(INIT, '<REACH who="0" step="2" ten="250,250,250"/>', NEXT),
            [1],
            [
                'element 2 <REACH>, hand 0 (E1): attribute ten="250,250,250": expected 4 numbers separated by commas; '
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<RYUUKYOKU type="kan5"/>', NEXT),
            [1],
            [
                'element 2 <RYUUKYOKU>, hand 0 (E1): attribute type="kan5": expected one of yao9, kaze4, reach4, kan4, '
                "ron3, nm, or no type; the hand is left out"
            ],
        ),
        (
            log(INIT, '<RYUUKYOKU ba="0" />', NEXT),
            [1],
            [
                'element 2 <RYUUKYOKU>, hand 0 (E1): attribute ba="0": expected 2 numbers separated by commas; '
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<RYUUKYOKU sc="250,0,250,0,250,0" />', NEXT),
            [1],
            [
                'element 2 <RYUUKYOKU>, hand 0 (E1): attribute sc="250,0,250,0,250,0": expected 8 numbers separated '
                "by commas; the hand is left out"
            ],
        ),
        (
            log(INIT, '<AGARI who="0" fromWho="0" machi="1" yaku="1"/>', NEXT),
            [1],
            [
                'element 2 <AGARI>, hand 0 (E1): attribute yaku="1": expected pairs of a yaku and its han; '
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<AGARI who="0" fromWho="0" machi="1" yaku="99,1"/>', NEXT),
            [1],
            [
                'element 2 <AGARI>, hand 0 (E1): attribute yaku="99,1": expected yaku numbers 0 to 54, not 99; '
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<AGARI who="0" fromWho="0" machi="1" hai="1,2,x"/>', NEXT),
            [1],
            [
                'element 2 <AGARI>, hand 0 (E1): attribute hai="1,2,x": expected tiles 0 to 135 separated by commas; '
                "the hand is left out"
            ],
        ),
        (
            log(INIT, '<AGARI who="0" fromWho="0" machi="1" owari="250,5,1,1,1,1,1"/>', NEXT),
            [1],
            [
                'element 2 <AGARI>, hand 0 (E1): attribute owari="250,5,1,1,1,1,1": expected 8 numbers separated by '
                "commas; the hand is left out"
            ],
        ),
        (
            log(INIT, '<AGARI who="0" fromWho="0" machi="1" owari="250,nan,1,1,1,1,1,1"/>', NEXT),
            [1],
            [
                'element 2 <AGARI>, hand 0 (E1): attribute owari="250,nan,1,1,1,1,1,1": expected decimal numbers '
                "separated by commas; the hand is left out"
            ],
        ),
        (
            log(INIT.replace('seed="0,0,0,2,4,130"', 'seed="0,0,0"'), "<T1/>", END, NEXT, END),
            [1],
            ['element 1 <INIT>: attribute seed="0,0,0": expected 6 numbers separated by commas; hand 0 is left out'],
        ),
        (
            log(INIT.replace("2,4,130", "2,4,136"), "<T1/>", END, NEXT, END),
            [1],
            [
                'element 1 <INIT>: attribute seed="0,0,0,2,4,136": expected a tile 0 to 135 as the indicator; '
                "hand 0 is left out"
            ],
        ),
        (
            log(INIT, END, INIT.replace('oya="0"', 'oya="4"'), "<T1/>", END, NEXT),
            [0, 2],
            ['element 3 <INIT>: attribute oya="4": expected a seat 0 to 3; hand 1 is left out'],
        ),
        # the head of the game
        (
            log('<GO type="four"/>', INIT),
            [0],
            ['element 1 <GO>: attribute type="four": expected a whole number'],
        ),
        (
            log('<UN n0="a" n1="b" dan="1,2"/>', INIT),
            [0],
            ['element 1 <UN>: attribute dan="1,2": expected 4 numbers separated by commas'],
        ),
        (log("<BYE/>", INIT), [0], ["element 1 <BYE>: attribute who is missing"]),
        # a text that is cut off
        (
            log(INIT, END, NEXT, "<T52/>")[:-15],
            [0],
            ["line 1, column 556: the text ends before </mjloggm>; it is cut off; the hand before it is read"],
        ),
        (
            log(INIT, END, "\n", NEXT, END, "\n", INIT, END)[:-30],
            [0, 1],
            ["line 3, column 284: the text ends before </mjloggm>; it is cut off; the 2 hands before it are read"],
        ),
        (
            log(INIT, END)[:300],
            None,
            ["line 1, column 301: the text ends before </mjloggm>; it is cut off; no complete hand comes before it"],
        ),
        # another encoding
        (
            log(INIT, END, NEXT, "<T52/>\xff", END).decode().encode("latin-1"),
            [0],
            ["line 1, column 561: the byte 0xff is not UTF-8; the hand before it is read"],
        ),
    ],
)
def test_a_damaged_log_is_read_as_far_as_it_can_be(data: bytes, hands: list[int] | None, problems: list[str]) -> None:
    assert outcome(data) == (hands, problems)


@pytest.mark.parametrize("data", [b"", b"no markup", b"<", b'<?xml version="1.0"?>'])
def test_what_is_no_document_is_told_by_the_reader_itself(data: bytes) -> None:
    """Where nothing has looked at the first bytes before."""
    (problem,) = mjlog.read(data, "x")
    assert isinstance(problem, Problem)


def test_a_result_is_not_kept_without_the_hand_that_gave_it() -> None:
    end = END.replace("/>", ' owari="250,5.0,250,-5.0,250,-15.0,250,15.0"/>')
    for last, has_result in ((end, True), (end.replace('ba="0,0"', 'ba="0"'), False)):
        game = next(iter(read(log(INIT, END, NEXT, last), "")))
        assert isinstance(game, Game)
        assert (game.result is not None) == has_result


@pytest.mark.parametrize(
    ("data", "hands", "problem"),
    [
        (
            log(INIT, END.replace("/>", ' owari="250,0,250,0,250,0,250,0" owari="1"/>')),
            [0],
            r"line 1, column \d+: attribute owari comes twice on one element; the first is read",
        ),
        (
            log(INIT, END, NEXT, END, "<T1>", NEXT, END),
            [0, 1],
            r"line 1, column \d+: the XML is broken here \(.*\); the 2 hands before it are read",
        ),
        (
            log(INIT, END, "<D1 & ", NEXT, END),
            None,
            r"line 1, column \d+: the XML is broken here \(.*\); no complete hand comes before it",
        ),
    ],
)
def test_xml_that_is_not_well_formed(data: bytes, hands: list[int] | None, problem: str) -> None:
    """The place and the words in brackets are the XML library's."""
    hands_read, problems = outcome(data)
    assert hands_read == hands
    assert len(problems) == 1
    assert re.fullmatch(problem, problems[0])


def test_a_bad_file_among_good_ones_costs_itself_alone(tmp_path: Path) -> None:
    good = log(INIT, END)
    for name, data in {
        "1-good.xml": good,
        "2-cut.mjlog": packed(good)[:-20],
        "3-empty": b"",
        "4-picture.png": b"\x89PNG\r\n\x1a\n",
        "5-good.mjlog": packed(good),
    }.items():
        (tmp_path / name).write_bytes(data)
    seen = []
    for item in open_sources([str(tmp_path)]):
        results = list(read(item.data, item.path)) if isinstance(item, InputItem) else [item]
        seen.append([isinstance(result, Game) for result in results])
    assert seen == [[True], [False], [False], [False], [True]]


def broken(error: Exception) -> Callable[[bytes, str], object]:
    """A reader that fails after its first game."""

    def read_and_fail(data: bytes, name: str) -> object:
        yield Game("broken")
        raise error

    return read_and_fail


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ReadError("line 3", "expected a hand"), "line 3: expected a hand"),
        (KeyError("x"), "the broken reader failed on this input: KeyError: 'x'"),
        (RecursionError("too deep"), "the broken reader failed on this input: RecursionError: too deep"),
    ],
)
def test_a_readers_own_fault_becomes_a_problem(monkeypatch: pytest.MonkeyPatch, error: Exception, message: str) -> None:
    reader = Format("broken", "a broken format", ".broken", lambda head: True, broken(error), mjlog.write)  # type: ignore[arg-type]
    monkeypatch.setattr(formats, "_imported", lambda module: reader)
    game, problem = read(b"x", "")
    assert isinstance(game, Game)
    assert str(problem) == message


CUT = log(INIT, "<T52/>", '<N who="1" m="22559"/>', END, NEXT, END)


@pytest.mark.parametrize("cut", range(8, len(CUT), 7))
def test_a_log_cut_anywhere_gives_its_complete_hands(cut: int) -> None:
    next_begins = CUT.index(NEXT.encode()) + len(NEXT)
    assert outcome(CUT[:cut]) == (
        [0] if cut >= next_begins else None,
        [
            f"line 1, column {cut + 1}: the text ends before </mjloggm>; it is cut off; "
            + ("the hand before it is read" if cut >= next_begins else "no complete hand comes before it")
        ],
    )


def test_a_limit_that_is_none_is_a_finding(tmp_path: Path) -> None:
    """Found by fuzzing: a limit beyond the yakuman was looked up in the names of limits."""
    fixture = FIXTURES / "cases" / "wiki" / "ippatsu.mjlog"
    text = re.sub(r' ten="(\d+),(\d+),\d"', r' ten="\1,\2,7"', fixture.read_text("utf-8"))
    game = next(read(text.encode(), "x"))
    assert isinstance(game, Game)
    audit = audit_game(game, load("tenhou"))
    assert audit.problems == []
    assert any(["limit 7" in str(one.actual) for one in audit.findings])


def test_three_players_have_no_fourth_dealer() -> None:
    """Found by fuzzing: what counts by seat failed at a dealer that nobody is."""
    path = FIXTURES / "game" / "end" / "tenhou-sanma-extension-dealer-stays.mjlog"
    game = next(read(path.read_bytes(), path.name))
    assert isinstance(game, Game)
    hand = replace_hand(game.hands[0], round=game.hands[0].round // 4 * 4 + 3, dealer=3)
    for format in ("mjlog", "majsoul", "riichicity", "tenhou6", "mjai"):
        write = formats.FORMAT_BY_NAME[format].write
        hands, problems = outcome(write(replace_game(game, hands=[hand]), "").encode())
        assert (hands or [], len(problems)) == ([], 1), format
        assert "expected a seat 0 to 2" in problems[0] or "expected a number from 1 to 3" in problems[0]
