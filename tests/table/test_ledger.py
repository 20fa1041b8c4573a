"""The ledger of a hand: who pays whom, how much, and what for."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from scenarios import Play, rules_of
from scenarios.settings import dragons

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.events import CHOMBO, FOUR_WINDS, NAGASHI_MANGAN

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
TABLE = 4

Entry = tuple[str, int, int, int]
"""Reason, from, to, points."""


def ron(play: Play) -> None:
    """Pinfu and tanyao on two honba, a stick of an earlier hand, and one of seat 0's."""
    play.hand({0: "234m567p789s1122z", 1: WAIT}, avoid="7m9p", indicator="1z", honba=2, sticks=1)
    play.draw("9p").riichi("9p").turn().turn().turn("7m").ron(1)


def tsumo(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z", honba=2, sticks=1).turn().turn().go_round().draw("7m").tsumo()


def two_rons(play: Play) -> None:
    play.hand({1: WAIT, 2: "56m234567p23488s"}, avoid="7m", indicator="1z", honba=1, sticks=1)
    play.turn().turn().turn().turn("7m").ron(1).ron(2)


def liable_ron(play: Play) -> None:
    dragons(play, "23m9p124s556677z9p", "1m", "1s2s4s", honba=2, sticks=1)
    play.go_round(3).turn("1m").ron(1, pao_seat=0)


def liable_tsumo(play: Play) -> None:
    dragons(play, "23m9p124s556677z9p", "1m", "1s2s4s", honba=2, sticks=1)
    play.go_round(1).draw("1m").tsumo(pao_seat=0)


def liable_for_one_of_two(play: Play) -> None:
    """Tsuuiisou beside daisangen: where liability is for a yakuman only, all pay for the other."""
    dragons(play, "11z22z556677z123s", "1z", "1s2s3s", honba=2)
    play.go_round(1).draw("1z").tsumo(pao_seat=0)


def odd_counters(play: Play) -> None:
    """Points beyond the win's that three cannot share in hundreds are none of the honba."""
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().go_round().draw("7m")
    play.tsumo(deltas=(-1400, 2800, -700, -700))


def one_tenpai(play: Play) -> None:
    play.hand({1: WAIT}).end()


def two_tenpai(play: Play) -> None:
    play.hand({1: WAIT, 2: "56m234567p23488s"}).end()


def nagashi(play: Play) -> None:
    play.hand().play_out().ryuukyoku(NAGASHI_MANGAN, deltas=(-4000, 8000, -2000, -2000), tenpai=(False,) * 4)


def nothing_paid(play: Play) -> None:
    play.hand(avoid="4444z").turn("4z").turn("4z").turn("4z").turn("4z").ryuukyoku(FOUR_WINDS)


def chombo(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p").turn().draw("9p").riichi("9p").turn()
    play.ryuukyoku(CHOMBO, deltas=(4000, 2000, -8000, 2000), shown=None, tenpai=None)


def leaking(play: Play) -> None:
    """The noten pay more than the tenpai seat gets: the rest is nobody's."""
    play.hand({1: WAIT}).play_out().ryuukyoku(deltas=(-1000, 3000, -1000, -1500))


@pytest.mark.parametrize(
    ("played", "rules", "ledger"),
    [
        (
            ron,
            "tenhou",
            [("riichi", 0, TABLE, 1000), ("sticks", TABLE, 1, 2000), ("honba", 3, 1, 600), ("hand", 3, 1, 2000)],
        ),
        (
            tsumo,
            "tenhou",
            [
                ("sticks", TABLE, 1, 1000),
                ("honba", 0, 1, 200),
                ("hand", 0, 1, 1300),
                ("honba", 2, 1, 200),
                ("hand", 2, 1, 700),
                ("honba", 3, 1, 200),
                ("hand", 3, 1, 700),
            ],
        ),
        (
            two_rons,
            "tenhou",
            [("sticks", TABLE, 1, 1000), ("honba", 3, 1, 300), ("hand", 3, 1, 2000), ("hand", 3, 2, 2000)],
        ),
        (
            liable_ron,
            "tenhou",
            [("sticks", TABLE, 1, 1000), ("honba", 0, 1, 600), ("pao", 0, 1, 16000), ("hand", 3, 1, 16000)],
        ),
        (
            liable_ron,
            "honba-by-discarder",
            [("sticks", TABLE, 1, 1000), ("pao", 0, 1, 16000), ("honba", 3, 1, 600), ("hand", 3, 1, 16000)],
        ),
        (liable_tsumo, "tenhou", [("sticks", TABLE, 1, 1000), ("honba", 0, 1, 600), ("pao", 0, 1, 32000)]),
        (
            liable_for_one_of_two,
            "pao-for-yakuman",
            [("honba", 0, 1, 600), ("pao", 0, 1, 48000), ("hand", 2, 1, 8000), ("hand", 3, 1, 8000)],
        ),
        (odd_counters, "tenhou", [("hand", 0, 1, 1400), ("hand", 2, 1, 700), ("hand", 3, 1, 700)]),
        (one_tenpai, "tenhou", [("noten", 0, 1, 1000), ("noten", 2, 1, 1000), ("noten", 3, 1, 1000)]),
        (two_tenpai, "tenhou", [("noten", 0, 1, 1500), ("noten", 3, 2, 1500)]),
        (nagashi, "tenhou", [("nagashi", 0, 1, 4000), ("nagashi", 2, 1, 2000), ("nagashi", 3, 1, 2000)]),
        (nothing_paid, "tenhou", []),
        (
            chombo,
            "zh",
            [
                ("riichi", 1, TABLE, 1000),
                ("chombo", 2, 0, 4000),
                ("chombo", 2, 1, 2000),
                ("chombo", 2, 3, 2000),
                ("riichi", TABLE, 1, 1000),
            ],
        ),
        (
            leaking,
            "tenhou",
            [("noten", 0, 1, 1000), ("noten", 2, 1, 1000), ("noten", 3, 1, 1000), ("noten", 3, TABLE, 500)],
        ),
    ],
)
def test_the_ledger_of_a_hand(played: Callable[[Play], None], rules: str, ledger: list[Entry]) -> None:
    play = Play(rules_of(rules))
    played(play)
    audit = audit_game(play.game, rulesets.load(rules_of(rules)))
    either = replace(play.rules, scoring=replace(play.rules.scoring, pao_honba="either"))
    assert audit_game(play.game, either).findings == audit.findings  # whoever pays the honba of a liability
    records = audit.records
    entries = [(one.reason, one.from_account, one.to_account, one.points) for one in records[0].ledger]
    assert entries == ledger
    ends = list(play.game.hands[0].scores)
    for _, giver, taker, points in ledger:
        if giver != TABLE:
            ends[giver] -= points
        if taker != TABLE:
            ends[taker] += points
    assert records[0].end_scores == ends
