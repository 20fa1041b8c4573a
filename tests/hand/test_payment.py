"""Who pays what: shares of four and three players, honba, sticks and liability."""

import random

import msgspec
import pytest
from support.scoring_cases import FOUR, THREE, score, with_scoring
from support.scoring_hands import random_win

from auditor.core import yaku as y
from auditor.core.hand.payment import Payment, payment, ron_points, tsumo_points
from auditor.core.hand.value import Value, best_value
from auditor.core.rulesets.model import Ruleset

PAO = (y.DAISANGEN, y.DAISUUSHII)
DAISANGEN = score("234m5p +5p (555z) (666z) (777z)")
BESIDE = score("22z11z +1z (555z) (666z) (777z)")
"""Daisangen and tsuuiisou."""


@pytest.mark.parametrize(
    ("base", "child", "dealer", "child_tsumo", "dealer_tsumo"),
    [
        (240, 1000, 1500, (500, 300), 500),
        (320, 1300, 2000, (700, 400), 700),
        (400, 1600, 2400, (800, 400), 800),
        (480, 2000, 2900, (1000, 500), 1000),
        (960, 3900, 5800, (2000, 1000), 2000),
        (1280, 5200, 7700, (2600, 1300), 2600),
        (1600, 6400, 9600, (3200, 1600), 3200),
        (1920, 7700, 11600, (3900, 2000), 3900),
        (2000, 8000, 12000, (4000, 2000), 4000),
        (3000, 12000, 18000, (6000, 3000), 6000),
        (4000, 16000, 24000, (8000, 4000), 8000),
        (6000, 24000, 36000, (12000, 6000), 12000),
        (8000, 32000, 48000, (16000, 8000), 16000),
        (16000, 64000, 96000, (32000, 16000), 32000),
    ],
)
def test_points_of_base_points(
    base: int, child: int, dealer: int, child_tsumo: tuple[int, int], dealer_tsumo: int
) -> None:
    assert ron_points(base, False) == child
    assert ron_points(base, True) == dealer
    assert tsumo_points(base, False, FOUR) == child_tsumo
    assert tsumo_points(base, True, FOUR) == (0, dealer_tsumo)


def test_three_players_lose_or_share_the_missing_seats_part() -> None:
    sharing = with_scoring(THREE, tsumo_loss=False)
    assert tsumo_points(2000, False, THREE) == (4000, 2000)
    assert tsumo_points(2000, False, sharing) == (5000, 3000)
    assert tsumo_points(2000, True, sharing) == (0, 6000)
    assert tsumo_points(240, False, sharing) == (600, 400)


MANGAN = score("222m444p888s12s99m +3s riichi red=1")


@pytest.mark.parametrize(
    ("winner", "from_seat", "dealer", "rules", "honba", "sticks", "total"),
    [
        (1, 2, 0, FOUR, 0, 0, (0, 8000, -8000, 0)),
        (1, 2, 0, FOUR, 2, 3, (0, 11600, -8600, 0)),
        (0, 2, 0, FOUR, 1, 1, (13300, 0, -12300, 0)),
        (1, 1, 0, FOUR, 0, 0, (-4000, 8000, -2000, -2000)),
        (1, 1, 0, FOUR, 2, 1, (-4200, 9600, -2200, -2200)),
        (3, 3, 3, FOUR, 1, 0, (-4100, -4100, -4100, 12300)),
        (1, 2, 0, THREE, 1, 1, (0, 9200, -8200, 0)),
        (1, 1, 0, THREE, 1, 1, (-4100, 7200, -2100, 0)),
        (0, 0, 0, THREE, 1, 0, (8200, -4100, -4100, 0)),
        (1, 1, 0, with_scoring(THREE, tsumo_loss=False), 1, 0, (-5100, 8200, -3100, 0)),
    ],
)
def test_payment(
    winner: int, from_seat: int, dealer: int, rules: Ruleset, honba: int, sticks: int, total: tuple[int, ...]
) -> None:
    assert MANGAN.limit == 1
    assert payment(MANGAN, winner, from_seat, dealer, rules, honba, sticks).total == total


def test_without_counters_and_sticks() -> None:
    assert payment(MANGAN, 1, 2, 0, FOUR).total == (0, 8000, -8000, 0)


def test_a_payment_is_split_by_reason() -> None:
    paid = payment(MANGAN, 1, 1, 0, FOUR, 2, 1)
    assert paid.hand == (-4000, 8000, -2000, -2000)
    assert paid.honba == (-200, 600, -200, -200)
    assert paid.sticks == (0, 1000, 0, 0)
    assert paid.pao == (0, 0, 0, 0)
    assert paid.points == 8000


def test_the_ruleset_sets_the_size_of_honba_and_stick() -> None:
    rules = msgspec.structs.replace(
        FOUR,
        sticks=msgspec.structs.replace(FOUR.sticks, honba=1500),
        riichi=msgspec.structs.replace(FOUR.riichi, stick=5000),
    )
    assert payment(MANGAN, 1, 2, 0, rules, 1, 1).total == (0, 14500, -9500, 0)
    assert payment(MANGAN, 1, 1, 0, rules, 1, 0).total == (-4500, 9500, -2500, -2500)


def pay_liable(value: Value, from_seat: int, liabilities: tuple[tuple[int, int], ...], rules: Ruleset) -> Payment:
    """Seat 1 wins, seat 0 deals, one honba."""
    return payment(value, 1, from_seat, 0, rules, 1, 0, liabilities)


WHOLE = FOUR
PART = with_scoring(pao_scope="yakuman")
PART_DISCARDER = with_scoring(pao_scope="yakuman", pao_honba="discarder")
BOTH_WAYS = with_scoring(pao_scope="yakuman", pao=(y.DAISANGEN, y.SUUKANTSU))


@pytest.mark.parametrize(
    ("value", "from_seat", "liable", "rules", "hand", "pao", "honba"),
    [
        # One yakuman: a self-draw is the liable seat's alone, a ron is halved with the discarder.
        (DAISANGEN, 1, 3, WHOLE, (0, 0, 0, 0), (0, 32000, 0, -32000), (0, 300, 0, -300)),
        (DAISANGEN, 2, 3, WHOLE, (0, 16000, -16000, 0), (0, 16000, 0, -16000), (0, 300, 0, -300)),
        (DAISANGEN, 3, 3, WHOLE, (0, 32000, 0, -32000), (0, 0, 0, 0), (0, 300, 0, -300)),
        (DAISANGEN, 2, 3, PART, (0, 16000, -16000, 0), (0, 16000, 0, -16000), (0, 300, 0, -300)),
        (DAISANGEN, 2, 3, PART_DISCARDER, (0, 16000, -16000, 0), (0, 16000, 0, -16000), (0, 300, -300, 0)),
        (DAISANGEN, 1, 3, PART_DISCARDER, (0, 0, 0, 0), (0, 32000, 0, -32000), (0, 300, 0, -300)),
        # Another yakuman beside it.
        (BESIDE, 1, 3, WHOLE, (0, 0, 0, 0), (0, 64000, 0, -64000), (0, 300, 0, -300)),
        (BESIDE, 2, 3, WHOLE, (0, 32000, -32000, 0), (0, 32000, 0, -32000), (0, 300, 0, -300)),
        (BESIDE, 1, 3, PART, (-16000, 32000, -8000, -8000), (0, 32000, 0, -32000), (0, 300, 0, -300)),
        (BESIDE, 1, 3, PART_DISCARDER, (-16000, 32000, -8000, -8000), (0, 32000, 0, -32000), (-100, 300, -100, -100)),
        (BESIDE, 2, 3, PART, (0, 48000, -48000, 0), (0, 16000, 0, -16000), (0, 300, 0, -300)),
        (BESIDE, 3, 3, PART, (0, 64000, 0, -64000), (0, 0, 0, 0), (0, 300, 0, -300)),
    ],
)
def test_pao(
    value: Value,
    from_seat: int,
    liable: int,
    rules: Ruleset,
    hand: tuple[int, ...],
    pao: tuple[int, ...],
    honba: tuple[int, ...],
) -> None:
    paid = pay_liable(value, from_seat, ((y.DAISANGEN, liable),), rules)
    assert (paid.hand, paid.pao, paid.honba) == (hand, pao, honba)


def test_pao_of_two_seats_for_two_yakuman() -> None:
    value = score("2p +2p (5555z) (6666z) (7777z) (1111z)")
    paid = pay_liable(value, 1, ((y.DAISANGEN, 3), (y.SUUKANTSU, 2)), BOTH_WAYS)
    assert (paid.hand, paid.pao) == ((0, 0, 0, 0), (0, 64000, -32000, -32000))


def test_pao_of_a_dealer_and_of_three_players() -> None:
    assert payment(DAISANGEN, 0, 0, 0, FOUR, 0, 0, ((y.DAISANGEN, 2),)).pao == (48000, 0, -48000, 0)
    assert payment(DAISANGEN, 1, 1, 0, THREE, 1, 0, ((y.DAISANGEN, 2),)).total == (0, 24200, -24200, 0)
    assert payment(DAISANGEN, 1, 2, 0, THREE, 1, 0, ((y.DAISANGEN, 0),)).total == (-16200, 32200, -16000, 0)


@pytest.mark.parametrize(
    ("value", "liabilities"),
    [
        (MANGAN, ((y.DAISANGEN, 3),)),
        (DAISANGEN, ()),
        (DAISANGEN, ((y.DAISUUSHII, 3),)),
        (DAISANGEN, ((y.DAISANGEN, 1),)),
        (score("5p +5p (1111m) (2222s) (3333p) (4444z)"), ((y.SUUKANTSU, 3),)),
    ],
)
def test_no_pao(value: Value, liabilities: tuple[tuple[int, int], ...]) -> None:
    assert pay_liable(value, 2, liabilities, WHOLE).total == pay_liable(value, 2, (), WHOLE).total


def test_one_yakuman_is_paid_once_where_yakuman_do_not_add_up() -> None:
    single = with_scoring(pao_scope="yakuman", several_yakuman=False)
    value = score("22z11z +1z (555z) (666z) (777z)", single)
    paid = pay_liable(value, 1, ((y.DAISANGEN, 3),), single)
    assert (paid.hand, paid.pao) == ((0, 0, 0, 0), (0, 32000, 0, -32000))


def test_payments_balance_with_the_table() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        win = random_win(rng)
        value = best_value(win.kinds, win.blocks, win.winning // 4, win.circumstances, win.rules)
        assert value is not None
        players = win.rules.game.players
        winner = win.circumstances.seat_wind
        from_seat = winner if win.circumstances.tsumo else (winner + 1) % players
        liabilities = tuple((number, rng.randrange(players)) for number in PAO)
        rules = with_scoring(win.rules, pao_scope=rng.choice(["hand", "yakuman"]))
        paid = payment(value, winner, from_seat, 0, rules, win.honba, win.sticks, liabilities)
        assert sum(paid.hand) == sum(paid.honba) == sum(paid.pao) == 0
        assert sum(paid.total) == 1000 * win.sticks
        assert paid.points == paid.total[winner] - paid.honba[winner] - 1000 * win.sticks
        assert all(points <= 0 for seat, points in enumerate(paid.total) if seat != winner)
        assert players == 4 or paid.total[3] == 0
