"""Real logs: every entry explained, and the same events as from the mjlog of the same game."""

import json
import os
from pathlib import Path

import pytest
from packing import unpacked

from auditor.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DISCARD,
    DORA,
    DRAW,
    EXHAUSTIVE,
    NAGASHI_MANGAN,
    NORTH,
    NOT_RECORDED,
    OPEN_KAN,
    PON,
    RIICHI,
    Deposit,
    Event,
    Game,
    Hand,
    Ryuukyoku,
    Win,
)
from auditor.formats import read, tenhou6
from auditor.tiles import RED_FIVES, UNKNOWN

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


def comparable_tile(tile: int, red_fives: bool) -> int:
    """A tile without its copy: the kind, or the id of a red five, or UNKNOWN."""
    if tile == UNKNOWN or (red_fives and tile in RED_FIVES):
        return tile + 1000
    return tile >> 2


def comparable(event: Event, red_fives: bool) -> tuple[object, ...]:
    """An event without copies, marks, and what the format does not hold."""

    def kinds(tiles: tuple[int, ...] | None) -> list[int] | None:
        return None if tiles is None else sorted(comparable_tile(tile, red_fives) for tile in tiles)

    tile = comparable_tile(event.tile, red_fives)
    if isinstance(event, Deposit):
        return (event.kind, event.seat)
    if isinstance(event, Win):
        fu = None if event.limit else event.fu
        worth = sorted(pair for pair in event.yaku or () if pair[1])
        deltas, pao_seat = event.deltas, event.pao_seat
        who = (event.kind, event.seat, event.from_seat, tile)
        return (*who, fu, event.points, event.limit, worth, deltas, pao_seat, kinds(event.dora), kinds(event.ura))
    if isinstance(event, Ryuukyoku):
        pays = event.draw_type in (EXHAUSTIVE, NAGASHI_MANGAN)
        tenpai = event.tenpai if event.draw_type == EXHAUSTIVE else None
        return (event.kind, event.draw_type, tenpai, event.deltas if pays else None)
    return (event.kind, event.seat, event.from_seat, tile, kinds(event.tiles[:1]), kinds(event.tiles[1:]))


def comparable_hand(one: Hand, red_fives: bool) -> list[object]:
    dealt = [sorted(comparable_tile(tile, red_fives) for tile in tiles) for tiles in one.dealt]
    start = (one.round, one.honba, one.sticks, one.dealer, one.scores, dealt, comparable_tile(one.indicator, red_fives))
    events = [comparable(event, red_fives) for event in one.events]
    if events and events[-1][0] == RIICHI:
        events.pop()  # the log ends before the discard that would carry the declaration
    return [start, *events]


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
