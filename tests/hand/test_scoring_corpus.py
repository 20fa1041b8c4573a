"""Every win of real logs is scored as the server scored it: yaku, han, fu, limit, points and deltas.

The folder of logs is named by AUDITOR_CORPUS; without it the test is skipped.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.packing import unpacked

from auditor.core import yaku as y
from auditor.core.events import NO_SEAT, NORTH, WIN, Game, Hand, Win
from auditor.core.hand.blocks import blocks_of_melds
from auditor.core.hand.payment import payment
from auditor.core.hand.value import best_value
from auditor.core.hand.yaku_rules import FIRST_TURN_RIICHI, NO_RIICHI, USUAL_RIICHI, Circumstances
from auditor.core.rulesets import choose
from auditor.core.rulesets.model import Ruleset
from auditor.core.tiles import RED_FIVES
from auditor.formats.mjlog import read

CORPUS = os.environ.get("AUDITOR_CORPUS", "")
NOT_FROM_THE_SERVER = ("24.xml", "25.xml")
"""Written by other programs, which leave the winning tile out of the hand."""

pytestmark = pytest.mark.skipif(not CORPUS, reason="AUDITOR_CORPUS names no folder of real logs")

Recorded = tuple[object, ...]


def games() -> Iterator[tuple[str, Game]]:
    for path in sorted((Path(CORPUS) / "mjlog").iterdir()):
        if path.name in NOT_FROM_THE_SERVER:
            continue
        for game in read(unpacked(path), path.name):
            if isinstance(game, Game):
                yield path.name, game


def circumstances_of(game: Game, hand: Hand, win: Win) -> Circumstances:
    """The circumstances as the recorded yaku and indicators state them."""
    assert win.yaku is not None
    assert win.hand is not None
    assert win.melds is not None
    yaku = {number for number, _ in win.yaku}
    tiles = [*win.hand, *[tile for meld in win.melds for tile in meld.all_tiles()]]
    return Circumstances(
        (win.seat - hand.dealer) % game.players,
        hand.round // 4 % 4,
        win.is_tsumo,
        riichi=FIRST_TURN_RIICHI if y.DOUBLE_RIICHI in yaku else USUAL_RIICHI if y.RIICHI in yaku else NO_RIICHI,
        ippatsu=y.IPPATSU in yaku,
        rinshan=y.RINSHAN in yaku,
        chankan=y.CHANKAN in yaku,
        last_tile=bool({y.HAITEI, y.HOUTEI} & yaku),
        first_turn=bool({y.TENHOU, y.CHIIHOU} & yaku),
        red_fives=sum(tile in RED_FIVES for tile in tiles) if game.red_fives else 0,
        norths=sum(meld.kind == NORTH for meld in win.melds),
        dora=tuple(tile // 4 for tile in win.dora or ()),
        ura=tuple(tile // 4 for tile in win.ura or ()),
    )


def scored(game: Game, hand: Hand, win: Win, honba: int, rules: Ruleset) -> Recorded:
    assert win.hand is not None
    assert win.melds is not None
    assert win.deltas is not None
    kinds = tuple(tile // 4 for tile in win.hand)
    value = best_value(kinds, blocks_of_melds(win.melds), win.tile // 4, circumstances_of(game, hand, win), rules)
    assert value is not None
    assert value.is_enough
    liable = win.pao_seat
    paid = payment(
        value,
        win.seat,
        win.from_seat,
        hand.dealer,
        rules,
        honba,
        win.sticks,
        tuple((number, liable) for number in rules.scoring.pao) if liable != NO_SEAT else (),
    )
    yaku = sorted((number, han) for number, han in value.yaku if han)
    return (yaku, value.fu, value.limit, paid.points, paid.total[: len(win.deltas)])


def recorded(win: Win) -> Recorded:
    yaku = sorted((number, han) for number, han in win.yaku or () if han)
    return (yaku, win.fu, win.limit, win.points, win.deltas)


def test_every_win_is_scored_as_the_server_scored_it(capsys: pytest.CaptureFixture[str]) -> None:
    wins = 0
    disagreements: list[str] = []
    for name, game in games():
        rules, _ = choose("auto", game)
        for hand in game.hands:
            earlier = False
            for event in hand.events:
                if event.kind != WIN:
                    continue
                assert isinstance(event, Win)
                # The first of several winners takes all honba; the others' records name the counter all the same.
                ours = scored(game, hand, event, 0 if earlier else event.honba, rules)
                earlier = True
                wins += 1
                if ours != recorded(event):
                    disagreements.append(f"{name} {hand.name}-{hand.honba}: scored {ours}, recorded {recorded(event)}")
    with capsys.disabled():
        print(f" {wins} wins compared", end="")
    assert not disagreements, "\n".join(disagreements[:20])
    assert wins > 0
