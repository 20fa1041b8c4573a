"""Real tenhou.net/6 logs: every entry is explained, and gives the same events as the mjlog of the game."""

import json
import os
from pathlib import Path

import pytest
from support.game_comparison import comparable_hand
from support.packing import unpacked

from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DISCARD,
    DORA,
    DRAW,
    NORTH,
    NOT_RECORDED,
    OPEN_KAN,
    PON,
    RIICHI,
    Game,
    Hand,
    Win,
)
from auditor.core.reading import read
from auditor.formats import tenhou6

CORPUS = Path(os.environ.get("AUDITOR_CORPUS", "no corpus"))
TENHOU6 = sorted((CORPUS / "tenhou6").glob("*"))
OF_ANOTHER_ENGINE = {"24.xml", "25.xml"}
"""Their dealers do not follow from the rounds, and their limits not from the points, which this format cannot say."""
MJLOG = [path for path in sorted((CORPUS / "mjlog").glob("*")) if path.name not in OF_ANOTHER_ENGINE]
TWINS = [(path, twin) for path in TENHOU6 for twin in MJLOG if "gm-" in path.stem and path.stem in twin.name]
OF_THE_ORDER_NOT_CERTAIN: set[str] = set()

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="AUDITOR_CORPUS names no folder of real logs")


def games_of(path: Path) -> list[Game]:
    games = list(read(unpacked(path), path.name))
    assert all(isinstance(game, Game) for game in games), games
    return [game for game in games if isinstance(game, Game)]


def raw_hands(path: Path) -> list[list[list[object]]]:
    text = path.read_text(encoding="utf-8")
    try:
        return list(json.loads(text)["log"])
    except json.JSONDecodeError:
        return [fields for line in text.splitlines() if line for fields in json.loads(line)["log"]]


@pytest.mark.parametrize("path", TENHOU6, ids=lambda path: path.name)
def test_every_entry_of_a_log_is_explained(path: Path) -> None:
    (game,) = games_of(path)
    assert {hand.unexplained_from for hand in game.hands} == {NOT_RECORDED}
    assert all(hand.order_is_certain for hand in game.hands) == (path.name not in OF_THE_ORDER_NOT_CERTAIN)
    hands = raw_hands(path)
    assert len(game.hands) == len(hands)
    for one, fields in zip(game.hands, hands, strict=True):
        assert one.is_finished
        assert_ids_are_sound(one)
        for seat in range(4):
            kinds = [event.kind for event in one.events if event.seat == seat]
            incoming, outgoing = fields[5 + 3 * seat], fields[6 + 3 * seat]
            assert sum(kind in (DRAW, CHI, PON, OPEN_KAN) for kind in kinds) == len(incoming)
            played = sum(kind in (DISCARD, CLOSED_KAN, ADDED_KAN, NORTH, OPEN_KAN) for kind in kinds)
            assert played == len(outgoing)
            assert sum(kind == RIICHI for kind in kinds) == sum("r" in str(entry) for entry in outgoing)
    (again,) = tenhou6.read(tenhou6.write(game).encode(), path.name)
    assert isinstance(again, Game)
    assert [comparable_hand(one, True) for one in again.hands] == [comparable_hand(one, True) for one in game.hands]


def assert_ids_are_sound(one: Hand) -> None:
    """Every tile from the wall has an id of its own, and every tile played is one that the seat holds."""
    held = [set(tiles) for tiles in one.dealt]
    seen = [one.indicator, *[tile for tiles in one.dealt for tile in tiles]]
    for event in one.events:
        if event.kind == DRAW:
            seen.append(event.tile)
            held[event.seat].add(event.tile)
        elif event.kind == DORA:
            seen.append(event.tile)
        elif event.kind in (DISCARD, ADDED_KAN, NORTH):
            held[event.seat].remove(event.tile)
        elif event.kind in (CHI, PON, OPEN_KAN, CLOSED_KAN):
            assert set(event.tiles) <= held[event.seat]
            held[event.seat] -= set(event.tiles)
            assert len(set(event.tiles)) == len(event.tiles)
    wins = [event for event in one.events if isinstance(event, Win)]
    seen += {tile for win in wins for tile in win.ura or ()}
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("path", MJLOG, ids=lambda path: path.name)
def test_a_game_of_another_format_written_and_read_keeps_its_events(path: Path) -> None:
    for game in games_of(path):
        (again,) = tenhou6.read(tenhou6.write(game).encode(), path.name)
        assert isinstance(again, Game), again
        assert all(hand.order_is_certain and hand.unexplained_from == NOT_RECORDED for hand in again.hands)
        assert (again.log_id, again.players, again.red_fives, again.seats, again.result) == (
            game.log_id, game.players, game.red_fives, game.seats, game.result,
        )  # fmt: skip
        for one, other in zip(game.hands, again.hands, strict=True):
            assert comparable_hand(other, game.red_fives) == comparable_hand(one, game.red_fives)
            assert_ids_are_sound(other)


@pytest.mark.parametrize(("path", "twin"), TWINS, ids=lambda path: path.name)
def test_a_game_in_both_formats_has_the_same_events(path: Path, twin: Path) -> None:
    (game,) = games_of(path)
    (other,) = games_of(twin)
    hands = {(one.round, one.honba): one for one in other.hands if one.is_finished}
    common = [one for one in game.hands if (one.round, one.honba) in hands]
    assert common
    for one in common:
        assert comparable_hand(one, True) == comparable_hand(hands[one.round, one.honba], True)
