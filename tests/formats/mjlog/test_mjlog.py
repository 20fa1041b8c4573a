"""The mjlog reader and writer: each element by itself, melds, names, and the two ways to the elements."""

import gc
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.bad_inputs import GOOD
from support.mjlog_logs import END, GAME_FIELDS, HAND_FIELDS, INIT, facts, game_of, hand_of, log, results
from support.paths import ROOT

from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DISCARD,
    DORA,
    DRAW,
    EXHAUSTIVE,
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    NO_SEAT,
    NORTH,
    NOT_RECORDED,
    OPEN_KAN,
    PON,
    RIICHI,
    TRIPLE_RON,
    TSUMOGIRI,
    UNSPECIFIED,
    Deposit,
    Disconnection,
    Event,
    FinalResult,
    Game,
    Meld,
    Player,
    Ryuukyoku,
    Win,
)
from auditor.core.program import collection_paused
from auditor.core.reading import log_id_from_name, read
from auditor.core.reading.meld_code import MeldCodeError, decode_meld, encode_meld
from auditor.core.rulesets import choose
from auditor.core.tiles import UNKNOWN
from auditor.formats import mjlog
from auditor.formats.mjlog.fast import _TURNS, _turn_at
from auditor.formats.mjlog.vocabulary import TILE_EVENTS, Values

assert {"seats", "attributes", "result"} < set(GAME_FIELDS)
assert {"dealt", "events", "disconnections"} < set(HAND_FIELDS)


# ---- elements


@pytest.mark.parametrize(
    ("element", "event"),
    [
        ("<T0/>", Event(DRAW, 0, 0)),
        ("<W135/>", Event(DRAW, 3, 135)),
        ("<U/>", Event(DRAW, 1, UNKNOWN)),
        ("<D16/>", Event(DISCARD, 0, 16)),
        ("<G88 />", Event(DISCARD, 3, 88)),
        ("<F1></F1>", Event(DISCARD, 2, 1)),
        ('<DORA hai="77"/>', Event(DORA, NO_SEAT, 77)),
        ('<REACH who="2" step="1"/>', Event(RIICHI, 2)),
        ('<REACH who="2" ten="250,250,240,250" step="2"/>', Deposit(2, (25000, 25000, 24000, 25000))),
        ('<REACH who="2" step="2"/>', Deposit(2)),
        ('<N who="1" m="22559"/>', Event(CHI, 1, 40, (39, 44), 0)),
        ('<N who="0" m="31241"/>', Event(PON, 0, 82, (81, 83), 1)),
        ('<N who="3" m="31249"/>', Event(ADDED_KAN, 3, 80, (82, 81, 83), 0)),
        ('<N who="2" m="23042"/>', Event(OPEN_KAN, 2, 90, (88, 89, 91), 0)),
        ('<N who="2" m="23040"/>', Event(CLOSED_KAN, 2, 88, (88, 89, 90, 91), 2)),
        ('<N who="1" m="30752"/>', Event(NORTH, 1, 120, (), 1)),
    ],
)
def test_an_element_is_an_event(element: str, event: Event) -> None:
    assert hand_of(element).events == [event]


def test_a_win_with_everything() -> None:
    (win,) = hand_of(
        '<AGARI ba="2,1" hai="4,8,12,53,54" m="31241,30752" machi="12" ten="40,12000,2" yaku="1,1,52,3,53,0" '
        'yakuman="39,42" doraHai="1,2" doraHaiUra="" who="0" fromWho="3" paoWho="2" '
        'sc="250,136,240,0,250,0,250,-126" owari="386,48.6,240,-6.0,250,5.0,124,-47.6"/>'
    ).events
    assert win == Win(
        0, 3, 12, hand=(4, 8, 12, 53, 54), melds=(Meld(NORTH, 120, (), 0), Meld(PON, 82, (81, 83), 1)), fu=40,
        points=12000, limit=2, yaku=((1, 1), (52, 3), (53, 0), (39, 13), (42, 13)), dora=(1, 2), ura=(), honba=2,
        sticks=1, scores=(25000, 24000, 25000, 25000), deltas=(13600, 0, 0, -12600), pao_seat=2,
    )  # fmt: skip


def test_a_win_with_next_to_nothing() -> None:
    (win,) = hand_of('<AGARI who="1" fromWho="1" machi="12"/>').events
    assert win == Win(1, 1, 12, melds=(), dora=())
    text = (ROOT / "fixtures/yaku/honitsu/wins.mjlog").read_text("utf-8")
    for old, new, found in (
        ("", "", []), (' doraHai="98"', "", []),
        ('ten="40', 'ten="0', ["win/value"]),
    ):  # fmt: skip
        game = game_of(text.replace(old, new).encode())
        assert [one.check for one in audit_game(game, choose("auto", game)[0]).findings] == found
    hands = re.findall(r"<INIT.*(?=</mjloggm>)", text, re.DOTALL)
    again = game_of(text.replace("</mjloggm>", hands[0].replace(' doraHai="98"', "") + "</mjloggm>").encode())
    assert [one.events[-1].dora for one in again.hands if isinstance(one.events[-1], Win)] == [(98,), ()]


@pytest.mark.parametrize(
    ("attributes", "draw_type"),
    [
        ('ba="0,0"', EXHAUSTIVE),
        ('type="nm" ba="0,0"', NAGASHI_MANGAN),
        ('type="yao9"', NINE_TERMINALS),
        ('type="kaze4"', FOUR_WINDS),
        ('type="reach4"', FOUR_RIICHI),
        ('type="kan4"', FOUR_KANS),
        ('type="ron3"', TRIPLE_RON),
        ('owari=""', UNSPECIFIED),
        ("", UNSPECIFIED),
    ],
)
def test_the_types_of_draw(attributes: str, draw_type: str) -> None:
    (draw,) = hand_of(f'<RYUUKYOKU {attributes} hai1="4,5" hai2=""/>').events
    assert isinstance(draw, Ryuukyoku)
    assert draw.draw_type == draw_type
    assert draw.shown == (None, (4, 5), (), None)
    says_tenpai = draw_type in (EXHAUSTIVE, NAGASHI_MANGAN)
    assert draw.tenpai == ((False, True, True, False) if says_tenpai else None)


def test_the_scores_of_a_draw() -> None:
    (draw,) = hand_of('<RYUUKYOKU ba="3,2" sc="250,15,240,-15,240,-15,250,15"/>').events
    assert isinstance(draw, Ryuukyoku)
    assert (draw.honba, draw.sticks) == (3, 2)
    assert draw.scores == (25000, 24000, 24000, 25000)
    assert draw.deltas == (1500, -1500, -1500, 1500)


def test_the_head_of_a_hand() -> None:
    shuffled = INIT.replace('seed="0,0,0,2,4,130"', 'seed="6,2,1,2,4,130" shuffle="mt19937ar,1,2"')
    hand = game_of(log(shuffled.replace('oya="0"', 'oya="2"'))).hands[0]
    assert (hand.index, hand.round, hand.name, hand.honba, hand.sticks) == (0, 6, "S3", 2, 1)
    assert (hand.dealer, hand.dice, hand.indicator, hand.shuffle) == (2, (3, 5), 130, "mt19937ar,1,2")
    assert hand.scores == (25000, 25000, 25000, 25000)
    assert hand.dealt[1] == (1, 5, 9, 13, 18, 21, 25, 29, 33, 37, 41, 45, 49)
    assert (hand.events, hand.is_finished) == ([], False)


def test_the_head_of_a_game() -> None:
    game = game_of(
        log(
            '<SHUFFLE seed="mt19937ar-sha512-n288-base64,AbC=" ref="r"/>',
            '<GO type="169" lobby="7994" title="t" rule=",,1" ranking="" csrule="0F"/>',
            '<UN n0="%E6%9D%B1" n1="b%20c" n2="&lt;d&gt;" n3="" dan="0,9,10,20" rate="1500.00,1612.5,2200.01,0" '
            'sx="M,F,C,M" gold="1,2,3,4"/>',
            '<TAIKYOKU oya="3"/>',
            INIT,
            END.replace("/>", ' owari="250,5.0,250,-15.0,250,-5.0,250,15.0" ratio="0,1"/>'),
        ),
        "logs/2012110112gm-0009-7447-14ec5c8d&tw=1.mjlog",
    )
    assert (game.format, game.log_id) == ("mjlog", "2012110112gm-0009-7447-14ec5c8d")
    assert (game.players, game.red_fives, game.rule_bits, game.lobby) == (4, True, 169, 7994)
    assert game.attributes == {
        "ref": "r", "title": "t", "rule": ",,1", "ranking": "", "csrule": "0F", "gold": "1,2,3,4", "ratio": "0,1",
    }  # fmt: skip
    assert (game.seed, game.first_dealer) == ("mt19937ar-sha512-n288-base64,AbC=", 3)
    assert game.seats == [
        Player("東", "新人", 1500.0, "M"), Player("b c", "1級", 1612.5, "F"), Player("<d>", "初段", 2200.01, "C"),
        Player("", "天鳳位", 0.0, "M"),
    ]  # fmt: skip
    assert game.result == FinalResult((25000,) * 4, (5.0, -15.0, -5.0, 15.0))
    assert (game.marks_recorded, game.copies_recorded) == (False, True)


@pytest.mark.parametrize(
    ("rule_bits", "players", "red_fives"), [(0x09, 4, True), (0x19, 3, True), (0x0B, 4, False), (0x1B, 3, False)]
)
def test_the_rule_bits(rule_bits: int, players: int, red_fives: bool) -> None:
    game = game_of(log(f'<GO type="{rule_bits}"/>', '<UN n0="a" n1="b" n2="c" n3=""/>', INIT))
    assert (game.players, game.red_fives, game.lobby) == (players, red_fives, NOT_RECORDED)
    assert len(game.seats) == players


def test_a_cut_log_of_three_players_is_known_by_the_empty_fourth_hand() -> None:
    game = game_of(log(re.sub('hai3="[^"]*"', 'hai3=""', INIT), "<T52/>"))
    assert (game.players, game.hands[0].dealt[3]) == (3, ())
    assert game_of(log(INIT, "<T52/>")).players == 4


@pytest.mark.parametrize("header", ["", '<GO type="25"/>'])
def test_three_players_may_be_written_with_three_numbers(header: str) -> None:
    def written(fourth: str, pair: str) -> Game:
        init = re.sub('hai3="[^"]*"', 'hai3=""', INIT).replace("250,250,250,250", f"350,350,350{fourth}")
        riichi = f'<T52/><REACH who="0" step="1"/><D52/><REACH who="0" ten="340,350,350{fourth}" step="2"/>'
        owari = f'owari="360,10.0,340,-5.0,340,-5.0{pair}"'
        return game_of(log(header, init, riichi, f'<RYUUKYOKU ba="0,1" sc="340,20,350,-10,350,-10{pair}" {owari}/>'))

    game, four = written("", ""), written(",0", ",0,0")
    assert facts(game) == facts(four)
    assert game.hands[0].scores == (35000, 35000, 35000, 0)
    assert game.result == FinalResult((36000, 34000, 34000, 0), (10.0, -5.0, -5.0, 0.0))


def test_three_numbers_of_four_players_are_refused() -> None:
    (problem,) = read(log('<GO type="9"/>', INIT.replace("250,250,250,250", "250,250,250")), "")
    assert "expected 4 numbers separated by commas" in str(problem)


def test_marks_are_kept_where_a_log_has_them() -> None:
    game = game_of(log(INIT, "<T52/><d52/><U53/><E1/>"))
    assert game.marks_recorded
    assert [event.mark for event in game.hands[0].events] == [NOT_RECORDED, TSUMOGIRI, NOT_RECORDED, NOT_RECORDED]


def test_connections_are_kept_beside_the_events() -> None:
    back = '<UN n1="b"/>'
    game = game_of(
        log(
            '<UN n0="a" n1="b" n2="c" n3="d"/>', '<BYE who="1"/>', INIT, "<T52/>", back, '<BYE who="3"/>', "<D52/>",
            END, '<BYE who="0"/>', INIT, END, '<UN n0="a"/>',
        )
    )  # fmt: skip
    first, second = game.hands
    assert [event.kind for event in first.events] == [event.kind for event in hand_of("<T52/><D52/>", END).events]
    assert first.disconnections == [
        Disconnection(0, 1, False), Disconnection(1, 1, True), Disconnection(1, 3, False), Disconnection(3, 0, False),
    ]  # fmt: skip
    assert second.disconnections == [Disconnection(1, 0, True)]
    assert len(game.seats) == 4


@pytest.mark.parametrize(
    "sc", ["250,10,5,1,250,-10,5,-1,250,0,5,0,250,0,5,0", "250,10,250,-10,250,0,250,0,5,1,5,-1,5,0,5,0"]
)
def test_parlour_chips_are_kept_apart_from_the_points(sc: str) -> None:
    init = INIT.replace("/>", ' chip="5,5,5,5"/>')
    owari = "260,6.0,1,240,-6.0,-1,250,0,0,250,0,0"
    game = game_of(
        log(init, f'<AGARI hai="0,4" who="0" fromWho="1" machi="4" sc="{sc}" chip="6,4,5,5" owari="{owari}"/>')
    )
    (win,) = game.hands[0].events
    assert isinstance(win, Win)
    assert (win.scores, win.deltas) == ((25000,) * 4, (1000, -1000, 0, 0))
    assert game.result is None
    assert game.attributes == {
        "hand 0 INIT chip": "5,5,5,5", "hand 0 event 0 AGARI chip": "6,4,5,5", "hand 0 event 0 AGARI sc": sc,
        "hand 0 event 0 AGARI owari": owari,
    }  # fmt: skip
    assert facts(game_of(mjlog.write(game).encode())) == facts(game)


def test_what_says_nothing_is_skipped() -> None:
    plain = game_of(log(INIT, "<T52/>", END))
    for data in (
        log("<!-- a = comment -->", INIT, "<?processing x?>", "<T52/>", "<!-- <D3/> -->", END),
        b"\xef\xbb\xbf" + log(INIT, "<T52/>", END),
        b'\n <?xml version="1.0" encoding="UTF-8"?>\n' + log(INIT, "\n  <T52/>\r\n", END) + b"\n<!-- end -->\n",
        log(INIT, "<T52/>", END).decode().encode("utf-16"),
        log(INIT, "<T52></T52>", END),
    ):
        assert facts(game_of(data)) == facts(plain)


# ---- melds


def all_melds() -> Iterator[Meld]:
    """Every meld of seat 1: all sequences, copies and claimed tiles, from every seat."""
    for from_seat in range(4):
        for suit in range(3):
            for first in range(36 * suit, 36 * suit + 28, 4):
                for copies in range(64):
                    tiles = [first + copies % 4, first + 4 + copies // 4 % 4, first + 8 + copies // 16]
                    for claimed in tiles:
                        yield Meld(CHI, claimed, tuple([tile for tile in tiles if tile != claimed]), from_seat)
        for kind in range(34):
            four = [4 * kind + copy for copy in range(4)]
            for outside in four:
                three = [tile for tile in four if tile != outside]
                for claimed in three:
                    others = tuple([tile for tile in three if tile != claimed])
                    yield Meld(PON, claimed, others, from_seat)
                    yield Meld(ADDED_KAN, outside, (claimed, *others), from_seat)
                if from_seat != 1:
                    yield Meld(OPEN_KAN, outside, tuple(three), from_seat)
            if from_seat == 1:
                yield Meld(CLOSED_KAN, four[0], tuple(four), from_seat)
    for tile in range(136):
        yield Meld(NORTH, tile, (), 1)


def test_every_meld_has_its_own_code() -> None:
    codes = set()
    melds = list(all_melds())
    for meld in melds:
        code = encode_meld(meld, 1)
        assert decode_meld(code, 1) == meld
        codes.add(code)
    assert len(codes) == len(melds)


def test_every_code_is_of_a_meld_or_refused() -> None:
    melds = 0
    for code in range(1 << 16):
        try:
            meld = decode_meld(code, 2)
        except MeldCodeError:
            continue
        melds += 1
        again = encode_meld(meld, 2)
        assert again == code or (meld.kind == CLOSED_KAN and again >> 8 == code >> 8 & ~3)
    assert melds == 4 * 21 * 64 * 3 + 2 * 4 * 34 * 4 * 3 + 4 * 136 + 136


@pytest.mark.parametrize(
    "meld",
    [
        Meld(CHI, 0, (4, 12), 3),
        Meld(CHI, 28, (32, 36), 3),
        Meld(CHI, 0, (4,), 3),
        Meld(PON, 0, (1, 4), 3),
        Meld(PON, 0, (0, 1), 3),
        Meld(OPEN_KAN, 0, (1, 2), 3),
        Meld(ADDED_KAN, 0, (1, 2), 3),
        Meld(DRAW, 0, (), 0),
    ],
)
def test_what_is_no_meld_has_no_code(meld: Meld) -> None:
    with pytest.raises(MeldCodeError, match="no meld code says"):
        encode_meld(meld, 0)


# ---- the names of logs


@pytest.mark.parametrize(
    ("name", "log_id"),
    [
        ("2012110112gm-0009-7447-14ec5c8d", "2012110112gm-0009-7447-14ec5c8d"),
        ("/a/2012110112gm-0009-7447-14ec5c8d&tw=1.mjlog", "2012110112gm-0009-7447-14ec5c8d"),
        ("https://tenhou.net/0/?log=2022010103gm-00a9-0000-5c7d32a5&tw=2", "2022010103gm-00a9-0000-5c7d32a5"),
        ("2009010100gm-00a9-0000-x0123456789ab.xml", "2009010100gm-00a9-0000-x0123456789ab"),
        ("20070815gm-0001-0000-14ec5c8d.xml", "20070815gm-0001-0000-14ec5c8d"),
        ("2023010203gm-0009-12345-14ec5c8d", "2023010203gm-0009-12345-14ec5c8d"),
        ("game-1.xml", ""),
        ("2012110112gm-0009-7447-14ec5c8", ""),
        ("992012110112gm-0009-7447-14ec5c8d", ""),
    ],
)
def test_the_log_id_of_a_name(name: str, log_id: str) -> None:
    assert log_id_from_name(name) == log_id


# ---- the writer


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=4, max_size=4),
    st.lists(st.integers(0, 25), min_size=4, max_size=4),
    st.lists(st.integers(0, 999999), min_size=4, max_size=4),
    st.text(st.sampled_from('-<>&" =a')),
)
def test_names_survive_writing(names: list[str], grades: list[int], ratings: list[int], comment: str) -> None:
    game = game_of(log(INIT, END))
    game.seats = [
        Player(name, mjlog.vocabulary.grade_name(grade), rating / 100, "M")
        for name, grade, rating in zip(names, grades, ratings, strict=True)
    ]
    assert facts(game_of(mjlog.write(game, comment).encode())) == facts(game)


def test_what_mjlog_cannot_say_is_not_written() -> None:
    game = game_of(log(INIT, END))
    game.hands[0].scores = (25050, 25000, 25000, 24950)
    with pytest.raises(ValueError, match="mjlog writes points in hundreds; 25050 are not"):
        mjlog.write(game)
    game = game_of(log(INIT))
    game.result = FinalResult((25000,) * 4, None)
    with pytest.raises(ValueError, match="the last hand has none"):
        mjlog.write(game)
    game.hands[0].events = [Ryuukyoku(NINE_TERMINALS)]
    assert "owari" not in mjlog.write(game)
    game.result = FinalResult((25000,) * 4, (0.0,) * 4)
    assert 'owari="' in mjlog.write(game)


@pytest.mark.parametrize(
    ("draw", "element", "tenpai"),
    [
        (Ryuukyoku(EXHAUSTIVE), "", None),
        (Ryuukyoku(NAGASHI_MANGAN), ' type="nm"', None),
        (Ryuukyoku(EXHAUSTIVE, tenpai=(False,) * 4), ' ba="2,4"', (False,) * 4),
        (Ryuukyoku(EXHAUSTIVE, tenpai=(False,) * 4, honba=2, sticks=5), ' ba="2,5"', (False,) * 4),
        (Ryuukyoku(EXHAUSTIVE, tenpai=(True, False, False, False)), " hai0", (True, False, False, False)),
        (Ryuukyoku(EXHAUSTIVE, tenpai=(True, False, False, False), shown=(None, (8,), None, None)), " hai0",
         (True, False, False, False)),
    ],
)  # fmt: skip
def test_who_is_tenpai_is_what_the_log_says_or_not_said(
    draw: Ryuukyoku, element: str, tenpai: tuple[bool, ...] | None
) -> None:
    """Without counters, which Tenhou always writes, a draw at which no hand is shown does not say who is tenpai."""
    turn = '<T100/><D100/><REACH who="1" ten="250,240,250,250" step="2"/>'
    game = game_of(log(INIT.replace('seed="0,0,0', 'seed="0,2,3'), turn))
    draw.deltas = (0, 0, 0, 0)
    game.hands[0].events.append(draw)
    for hidden in (False, True):
        if hidden:  # then a hand that counts as tenpai is empty
            game.hands[0].dealt = ((),) * 4
        text = mjlog.write(game)
        shown = "" if hidden else "0,4,8,12,17,20,24,28,32,36,40,44,48"
        before, after = (element, "") if element != " hai0" else ("", f' hai0="{shown}"')
        assert f'<RYUUKYOKU{before} sc="250,0,240,0,250,0,250,0"{after}/>' in text
        again = game_of(text.encode()).hands[0].events[-1]
        assert isinstance(again, Ryuukyoku)
        assert (again.draw_type, again.tenpai) == (draw.draw_type, tenpai)


def test_a_win_that_shows_nothing_is_written_as_the_hand_is_by_the_play() -> None:
    """An added kan takes the place of its pon; of a hand that is not known whole, only the melds are written."""
    pon, kan = Meld(PON, 6, (4, 5), 0), Meld(ADDED_KAN, 7, (4, 5, 6), 0)
    calls = [
        Event(PON, 3, pon.tile, pon.tiles, 0),
        Event(DISCARD, 3, 68),
        Event(DRAW, 3, 7),
        Event(ADDED_KAN, 3, kan.tile, kan.tiles, 0),
    ]
    game = game_of(log(INIT))
    hand = game.hands[0]
    hand.dealt = (*hand.dealt[:3], (4, 5, 68, 15, 23, 27, 31, 35, 39, 43, 47, 51, 100))
    hand.events = [*calls, Event(DRAW, 3, 55), Win(3, 3, 55)]
    for drawn, missing in ((55, 0), (UNKNOWN, 0), (55, 1)):
        hand.dealt = (*hand.dealt[:3], hand.dealt[3][: 13 - missing])
        hand.events[-2] = Event(DRAW, 3, drawn)
        win = game_of(mjlog.write(game).encode()).hands[0].wins[0]
        assert win.melds == (kan,)
        assert win.hand == (None if drawn < 0 or missing else (15, 23, 27, 31, 35, 39, 43, 47, 51, 55, 100))


# ---- the two ways to the elements


ELEMENTS = [
    INIT, END, "<T52/>", "<d53 />", '<N who="1" m="22559"/>', "<FOO/>", '<T1 a="2"/>', '<DORA hai="x"/>', "<T136/>",
    '<D1 a="1" a="2"/>', '<REACH who="1" step="1"/>', '<DORA hai="5" a="1"/>', '<DORA\thai="5"\n/> ',
    '<DORA hai = "5"/>', '<DORA hai="5"/>"x', "\n", "<", ">", "&amp;", "text", "<!-- -->", "<G0/>", "<U135/>\n",
    "<U9/>\n\n", "<T/>", "<T00/>", "<T052/>", "<E52>", "<E52/", "<E5", "<T98765432109876543210/>", "<H5/>", "<D5 />\n",
    "<D5/>\r\n",
]  # fmt: skip


ROOTS = [
    '<mjloggm ver="2.3">', "<mjloggm>", '<mjloggm ver="2.3" a="1" >\n', '<mjloggm ver="2.3"', '<mjloggm ver="2.3"/>',
    '<mjloggm ver="2.3">>', '<mjloggm ver="2.3" ver="2.2">', '<mjloggm ver="2.3">text', '<mjloggm ver="2.3" b>',
    '<other ver="2.3">', "<mjloggm x y>",
]  # fmt: skip


LEFT_TO_LXML = b"\n" * 256 + b"<!-- this leaves all to lxml -->"


@given(st.sampled_from(ROOTS), st.lists(st.sampled_from(ELEMENTS), max_size=12))
def test_plain_text_is_read_as_lxml_reads_it(root: str, elements: list[str]) -> None:
    data = f"{root}{''.join(elements)}</mjloggm>".encode()
    assert results(data) == results(data + LEFT_TO_LXML)


SIGNS = st.sampled_from(["0", "1", "12", "35", "7", ",", "-", "+", " ", "_", "x", "\u0661"])
"""What numbers are written with, and what they are not."""


@given(st.lists(SIGNS, max_size=8).map("".join))
def test_tiles_are_read_sign_by_sign_as_they_are_by_their_names(text: str) -> None:
    names = {str(tile): tile for tile in range(136)}
    parts = text.split(",") if text else []
    if all([part in names for part in parts]):
        assert Values({"hai": text}).tiles("hai") == tuple([names[part] for part in parts])
    else:
        with pytest.raises(ValueError, match="expected tiles 0 to 135 separated by commas"):
            Values({"hai": text}).tiles("hai")


@given(st.lists(SIGNS, min_size=1, max_size=24).map("".join))
def test_numbers_are_read_sign_by_sign_as_python_reads_them(text: str) -> None:
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if numbers and len(text) <= 12 * len(numbers):
        assert Values({"sc": text}).numbers("sc") == numbers
    else:
        with pytest.raises(ValueError, match="expected whole numbers separated by commas"):
            Values({"sc": text}).numbers("sc")


def test_turns_are_told_byte_by_byte_as_they_are_by_their_texts() -> None:
    tags = [f"{letter}{tile}" for letter in "TUVWDEFGH" for tile in range(137)]
    for tag in [*tags, "T00", "T007", "T", "T1000", "Tx"]:
        data = f"<{tag}/><X/></mjloggm>".encode()
        turn, following = _turn_at(data, 0)
        event = TILE_EVENTS.get(tag) if len(tag) > 1 else None
        assert (_TURNS[turn] if turn >= 0 else None) == event, tag
        assert following == (-1 if event is None else len(tag) + 3)


def test_only_an_unusual_log_needs_lxml() -> None:
    """A usual one, with a comment too, is read where lxml is not installed; another one is a problem that names it."""
    program = """
import sys
sys.modules["lxml"] = None
from auditor.core.reading import read
usual = b'<mjloggm ver="2.3"><!-- a comment --><GO type="9" lobby="0"/></mjloggm>'
for data in (usual, usual.replace(b"></mjloggm>", b"></GO></mjloggm>")):
    print(*list(read(data, "log")))
"""
    lines = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert lines.splitlines() == [
        "the log holds no hand (no INIT element)",
        "an mjlog that is not of the usual form is read by lxml, which is not installed",
    ]


def test_a_broken_text_is_freed_while_the_collector_is_paused() -> None:
    """lxml's puller holds itself: a run, which pauses the collector, would hold every cut-off log that it met."""
    with collection_paused():
        for _ in range(3):
            assert any([isinstance(one, Problem) for one in read(GOOD[: len(GOOD) // 2], "a.mjlog")])
        assert [one for one in gc.get_objects() if type(one).__name__ == "XMLPullParser"] == []
