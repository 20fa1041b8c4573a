"""Every discard with its alternatives, against the position of the replay examined tile by tile."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.legal_games import played
from support.packing import unpacked
from support.shanten_hands import lowering_kinds

from auditor.core.audit.game import audit_game
from auditor.core.events import ADDED_KAN, DISCARD, NORTH, Event, Game
from auditor.core.hand.machi import MACHI_NAMES, waiting_machi
from auditor.core.hand.shanten import shanten
from auditor.core.reading import read
from auditor.core.rulesets import choose
from auditor.core.table.record import NO_VALUE, TURN_FIELDS
from auditor.core.table.recorder import TurnRecorder
from auditor.core.table.seat import Seat
from auditor.core.table.table import NOT_FURITEN, Table, furiten_kind
from auditor.core.table.tile_locations import VISIBLE
from auditor.core.tiles import KINDS_IN_PLAY, mask_kinds

PASSED = (DISCARD, ADDED_KAN, NORTH)
SIMULATED = [("tenhou", 3), ("tenhou", 11), ("tenhou-sanma", 4), ("wrc", 5)]


def rows_of(game: Game) -> dict[tuple[int, int], dict[str, int]]:
    """The fields of each discard of a watched game, by hand and event."""
    rules, _ = choose("auto", game)
    found = {}
    for record in audit_game(game, rules, watch=TurnRecorder(True, False)).records:
        assert record.turns is not None
        packed = record.turns.packed
        for start in range(0, len(packed), len(TURN_FIELDS)):
            row = dict(zip(TURN_FIELDS, packed[start : start + len(TURN_FIELDS)], strict=True))
            found[record.hand, row.pop("event") | row.pop("event_high") << 8] = row
    return found


def positions(game: Game) -> Iterator[tuple[Table, Event]]:
    """The table before each discard; it is applied when the next is asked for."""
    rules, _ = choose("auto", game)
    for hand in game.hands:
        table = Table(hand, game.players, rules, game.red_tiles)
        for event in hand.events:
            if event.kind == DISCARD:
                yield table, event
            table.apply(event)


def unseen_by(table: Table, seat: Seat, kinds: int) -> int:
    """Tiles of these kinds that lie neither in the seat's hand nor open."""
    return sum(
        table.where(tile) not in (VISIBLE, 1 + seat.seat)
        for kind in mask_kinds(kinds & KINDS_IN_PLAY[table.players])
        for tile in range(4 * kind, 4 * kind + 4)
    )


def options(table: Table, seat: Seat) -> dict[int, tuple[int, int, int]]:
    """For each kind that the seat can discard: the shanten number, the ukeire, and the kinds that this leaves."""
    kinds, melds = seat.concealed_kinds(), len(seat.melds)
    found = {}
    for kind in set(kinds):
        left = list(kinds)
        left.remove(kind)
        lowering = lowering_kinds(left, melds, table.players)
        found[kind] = (shanten(left, melds, table.players), unseen_by(table, seat, lowering), lowering)
    return found


@pytest.mark.parametrize(("rules", "number"), SIMULATED)
def test_a_discard_is_what_the_position_says(rules: str, number: int) -> None:
    game = played(number, rules)
    rows = rows_of(game)
    assert len(rows) == sum(event.kind == DISCARD for hand in game.hands for event in hand.events)
    for table, event in positions(game):
        row = rows[table.hand.index, table.index]
        seat = table.seats[event.seat]
        found = options(table, seat)
        number, ukeire, lowering = found[event.tile >> 2]
        least = min(one for one, _, _ in found.values())
        assert (row["seat"], row["turn"], row["tile"]) == (event.seat, seat.turn + 1, event.tile)
        assert (row["shanten"], row["ukeire"], row["ukeire_kinds"]) == (number, ukeire, lowering.bit_count())
        if seat.in_riichi:
            assert (row["shanten_least"], row["ukeire_best"]) == (number, ukeire)
        else:
            best = max(tiles for one, tiles, _ in found.values() if one == least)
            assert (row["shanten_least"], row["ukeire_best"]) == (least, best)
        assert row["in_riichi"] == seat.in_riichi
        assert row["closed"] == (not seat.is_open)
        assert row["tiles_left"] == table.wall_left
        assert row["declared"] <= row["could_riichi"] <= row["closed"]


@pytest.mark.parametrize(("rules", "number"), SIMULATED[:3])
def test_tenpai_and_its_waits_are_those_of_the_replay(rules: str, number: int) -> None:
    assert_tenpai_agrees(played(number, rules))


def assert_tenpai_agrees(game: Game) -> int:
    """Compare each discard with the replay's waits after it; how many leave a hand tenpai."""
    rules, _ = choose("auto", game)
    tenpai = 0
    lookout = TurnRecorder(True, False)
    width = len(TURN_FIELDS)
    for hand in game.hands:
        table = Table(hand, game.players, rules, game.red_tiles)
        lookout.start(table, None)
        turns = table.record.turns
        assert turns is not None
        for event in hand.events:
            lookout.before(table, event)
            table.apply(event)
            lookout.after(table, event)
            if event.kind != DISCARD:
                continue
            seat = table.seats[event.seat]
            row = dict(zip(TURN_FIELDS, turns.packed[-width:], strict=True))
            if not seat.is_known:
                assert row["shanten"] == NO_VALUE
                continue
            assert (row["shanten"] == 0) == bool(seat.waits), (game.source, hand, table.index - 1)
            assert (row["furiten"] != NO_VALUE) == bool(seat.waits)
            if seat.waits:
                tenpai += 1
                assert turns.waits[-1] == seat.waits
                assert row["furiten"] == (furiten_kind(table, seat) != NOT_FURITEN)
    return tenpai


@pytest.mark.skipif(not os.environ.get("AUDITOR_CORPUS"), reason="AUDITOR_CORPUS names no folder of logs")
@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai", "majsoul", "majiang", "mleague"])
@pytest.mark.slow
def test_tenpai_is_that_of_the_replay_in_every_hand_of_the_corpus(form: str) -> None:
    files = [path for path in sorted((Path(os.environ["AUDITOR_CORPUS"]) / form).rglob("*")) if path.is_file()]
    games = [game for path in files for game in read(unpacked(path), path.name) if isinstance(game, Game)]
    assert sum(assert_tenpai_agrees(game) for game in games) > 0


def test_shapes_are_those_of_the_whole_hand() -> None:
    game = played(3)
    rows = rows_of(game)
    checked = 0
    for table, event in positions(game):
        row = rows[table.hand.index, table.index]
        if row["shanten"] == 0:
            seat = table.seats[event.seat]
            kinds = seat.concealed_kinds()
            kinds.remove(event.tile >> 2)
            shapes = [name for bit, name in enumerate(MACHI_NAMES) if row["machi"] >> bit & 1]
            assert shapes == waiting_machi(kinds, len(seat.melds))
            checked += 1
    assert checked > 30


def test_safe_tiles_are_what_a_riichi_has_discarded_or_let_pass() -> None:
    """Counted again from the events: own discards, and all that passed after the declaration."""
    game = played(11)
    rules, _ = choose("auto", game)
    compared = 0
    for record, hand in zip(audit_game(game, rules, watch=TurnRecorder(True, False)).records, game.hands, strict=True):
        assert record.turns is not None
        against, genbutsu = list(record.turns.against), list(record.turns.genbutsu)
        safe = [bool(one) for one in record.turns.safe]
        table = Table(hand, game.players, rules, game.red_tiles)
        expected = []
        for event in hand.events:
            if event.kind == DISCARD:
                held = table.seats[event.seat].concealed_kinds()
                for other in table.seats:
                    if other.in_riichi and other.seat != event.seat:
                        passed = hand.events[other.riichi_discard : table.index]
                        kinds = {one.tile >> 2 for one in passed if one.kind in PASSED}
                        kinds |= {tile >> 2 for tile in other.river}
                        expected.append((other.seat, sum(kind in kinds for kind in held), event.tile >> 2 in kinds))
            table.apply(event)
        assert list(zip(against, genbutsu, safe, strict=True)) == expected
        compared += len(expected)
    assert compared > 10
