"""A fault has the same name, seat and kind of event in every format that can say it, or it is known why not."""

import random
import re

import pytest
from support.legal_games import begun, played

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.mutation.faults import FAULTS
from auditor.mutation.mutate import written

TENHOU = load("tenhou")
GAMES = (0, 3)

NO_SEED = "the log holds no seed of the wall: a tile that is not the wall's is found by what it contradicts"
NO_COPY = "the log does not tell the four copies of a tile apart: which of them is too many is not known"
NO_ORDER = "the log does not record the order between seats, which is rebuilt from the calls"
NO_DEALER = "the log holds no dealer but that of the round"
NO_TIME = "an indicator stands with the event after which it is written"
NO_DRAW = "the log deals the dealer the first draw with the hand"
NO_TENPAI = "the log shows by the payments alone who is tenpai"
NO_STICK = "the log holds neither the sticks paid nor the points at the start of hands"

OF_THE_WALL = {
    "deal-exchanged": NO_SEED, "draw-altered": NO_SEED, "first-indicator-altered": NO_SEED,
    "kan-indicator-altered": NO_SEED, "indicator-turned-again": NO_SEED, "ura-indicator-altered": NO_SEED,
    "tile-drawn-that-another-holds": NO_COPY,
}  # fmt: skip
OTHERWISE = {
    "majsoul": OF_THE_WALL | {"tile-missing-from-a-deal": NO_DRAW},
    "riichicity": OF_THE_WALL | {"tile-missing-from-a-deal": NO_DRAW},
    "mjscore": OF_THE_WALL
    | {"indicator-missing-at-a-win": NO_TIME, "indicator-left-out": NO_TIME, "void-stick-charged-and-awarded": NO_STICK}
    | {"noten-payment-of-a-draw-where-nobody-pays": NO_TENPAI},
    "mjx": OF_THE_WALL,
    "majiang": OF_THE_WALL | {"indicator-turned-for-a-win": NO_TIME},
    "mjai": OF_THE_WALL | {"indicator-missing-at-a-win": NO_TIME, "indicator-left-out": NO_TIME},
    "tenhou6": OF_THE_WALL
    | {"indicator-missing-at-a-win": NO_TIME, "indicator-left-out": NO_TIME, "round-skipped": NO_DEALER}
    | {"call-dropped": NO_ORDER, "call-of-a-discard-that-is-missing": NO_ORDER, "discard-dropped": NO_ORDER}
    | {"draw-doubled": NO_ORDER, "draw-dropped": NO_ORDER, "noten-payment-of-a-draw-where-nobody-pays": NO_TENPAI},
}
"""By format, the faults that it shows otherwise than an mjlog, and why."""


def named(game: Game) -> list[tuple[str, int | None, int | None, int | None]]:
    """The check, hand, seat and kind of event of each finding."""
    found = [one for one in audit_game(game, TENHOU).findings if one.severity != NOTE]
    return [
        (one.check, one.hand, one.seat, None if one.event is None else game.hands[one.hand or 0].events[one.event].kind)
        for one in found
    ]


@pytest.mark.slow
@pytest.mark.parametrize("format", OTHERWISE)
def test_a_fault_is_the_same_in_a_format_that_can_say_it(format: str) -> None:
    otherwise, same = set(), 0
    for fault in FAULTS.values():
        if fault.check is None or fault.put_into_records or fault.format:
            continue
        for number in GAMES:
            mutant = fault.mutant_of(begun(number), TENHOU, random.Random(number))
            copy = None if mutant is None else written(mutant.game, format)
            found = [] if copy is None else named(copy[1])
            if mutant is None or not found or len(named(mutant.game)) != 1:
                continue  # there is no spot for it, or the format cannot say it
            assert len(found) == 1, (fault.name, number)  # whatever it is called
            same += found == named(mutant.game)
            if found != named(mutant.game):
                otherwise.add(fault.name)
    assert otherwise <= OTHERWISE[format].keys()
    assert same > 80


def test_a_stick_charged_for_a_tile_won_on_is_void_in_every_format() -> None:
    mutant = FAULTS["void-stick-charged-and-awarded"].mutant_of(begun(1), TENHOU, random.Random(0))
    assert mutant is not None
    for format in ("majiang", "mjai", "tenhou6"):
        copy = written(mutant.game, format)
        assert copy is not None
        assert [one[:3] for one in named(copy[1])] == [("stick/void", mutant.hand, mutant.seat)], format


def test_a_draw_too_many_is_one_fault_where_the_order_is_not_recorded() -> None:
    """The last draw of the hand is then one beyond the wall, and a draw too many at once."""
    for number, seed in ((101, 3), (102, 0)):
        mutant = FAULTS["draw-doubled"].mutant_of(played(number), TENHOU, random.Random(seed))
        copy = None if mutant is None else written(mutant.game, "tenhou6")
        assert copy is not None
        assert len(named(copy[1])) == 1, number


@pytest.mark.parametrize("format", ["mjscore", "mjai"])
def test_a_payment_is_one_fault_where_all_points_follow_from_it(format: str) -> None:
    """A seat that would be below zero by it plays on, declares riichi, and has its place at the end of the game."""
    for name in ("ron-paid-double", "ron-doubled", "self-draw-doubled"):
        for number in (3, 5, 7, 9):
            mutant = FAULTS[name].mutant_of(played(number), TENHOU, random.Random(number))
            copy = None if mutant is None else written(mutant.game, format)
            if mutant is None or copy is None:
                continue
            text = re.sub(r', ?"scores": ?\[[^]]*\]', "", copy[0]) if format == "mjai" else copy[0]
            (game,) = read(text.encode(), "log")
            assert isinstance(game, Game)
            found = [one for one in audit_game(game, TENHOU).findings if one.severity != NOTE]
            assert [(one.check, one.hand, one.seat) for one in found] == [
                (FAULTS[name].check, mutant.hand, mutant.seat)
            ], (name, number)
