"""Draws with their chances, and the walls of games: luck sums to zero, and agrees with the log."""

import os
from collections.abc import Iterator
from functools import cache
from math import sqrt
from pathlib import Path

import pytest
from support.legal_games import played
from support.packing import unpacked
from support.shanten_hands import lowering_kinds

from auditor.core.audit.game import Audit, audit_game
from auditor.core.events import ADDED_KAN, CLAIMS, CLOSED_KAN, DORA, DRAW, Game, Win, replace_game, replace_hand
from auditor.core.reading import read
from auditor.core.rulesets import choose
from auditor.core.table.record import DRAWN_FIELDS, NO_VALUE, WallRows
from auditor.core.table.recorder import TurnRecorder
from auditor.core.table.table import Table
from auditor.core.table.tile_locations import IN_WALL
from auditor.core.tiles import KINDS_IN_PLAY, TILES
from auditor.core.yaku import NAMES

FORMS = ("mjlog", "tenhou6", "mjai", "majsoul", "majiang", "mleague")
NEEDS_CORPUS = pytest.mark.skipif(not os.environ.get("AUDITOR_CORPUS"), reason="AUDITOR_CORPUS names no folder of logs")


def watched(game: Game) -> Audit:
    rules, _ = choose("auto", game)
    return audit_game(game, rules, watch=TurnRecorder(False, True))


def seen(audit: Audit) -> list[WallRows]:
    return [record.wall for record in audit.records if record.wall is not None]


def draws_of(rows: WallRows) -> Iterator[dict[str, int]]:
    for start in range(0, len(rows.draws), len(DRAWN_FIELDS)):
        yield dict(zip(DRAWN_FIELDS, rows.draws[start : start + len(DRAWN_FIELDS)], strict=True))


class Luck:
    """Draws that improved their hand, less the chances that they had. variance: of the sum."""

    def __init__(self) -> None:
        self.draws = 0
        self.sum = 0.0
        self.variance = 0.0

    def add(self, seen: list[WallRows]) -> None:
        for rows in seen:
            for draw in draws_of(rows):
                if draw["in_wall"] not in (0, NO_VALUE):
                    chance = draw["useful_in_wall"] / draw["in_wall"]
                    self.draws += 1
                    self.sum += draw["improved"] - chance
                    self.variance += chance * (1 - chance)

    @property
    def z(self) -> float:
        """The mean in standard errors."""
        return self.sum / sqrt(self.variance)


@cache
def played_audit(number: int, rules: str) -> Audit:
    return watched(played(number, rules))


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_luck_sums_to_nothing(rules: str) -> None:
    luck = Luck()
    for number in range(12):
        luck.add(seen(played_audit(number, rules)))
    assert luck.draws > 3000
    assert abs(luck.z) < 3


def followed(game: Game) -> list[WallRows]:
    """What a watch of a replay without checks keeps of each hand."""
    rules, _ = choose("auto", game)
    lookout = TurnRecorder(False, True)
    found = []
    for hand in game.hands:
        table = Table(hand, game.players, rules, game.red_tiles)
        lookout.start(table, None)
        for event in hand.events:
            lookout.before(table, event)
            table.apply(event)
            lookout.after(table, event)
        assert table.record.wall is not None
        found.append(table.record.wall)
    return found


@cache
def corpus_luck() -> dict[int, Luck]:
    lucks = {3: Luck(), 4: Luck()}
    for path in sorted(Path(os.environ["AUDITOR_CORPUS"]).rglob("*")):
        if path.is_file() and path.parts[-2] in FORMS:
            for game in read(unpacked(path), path.name):
                if isinstance(game, Game):
                    lucks[game.players].add(followed(game))
    return lucks


@NEEDS_CORPUS
@pytest.mark.parametrize(("players", "draws"), [(4, 200_000), (3, 20_000)])
def test_luck_sums_to_nothing_on_real_games(players: int, draws: int) -> None:
    luck = corpus_luck()[players]
    assert luck.draws > draws
    assert abs(luck.z) < 3


@pytest.mark.parametrize(("rules", "number"), [("tenhou", 3), ("tenhou-sanma", 4)])
def test_a_draw_has_the_chance_that_the_position_gives_it(rules: str, number: int) -> None:
    game = played(number, rules)
    audit = played_audit(number, rules)
    in_play = KINDS_IN_PLAY[game.players]
    for hand, rows in zip(game.hands, seen(audit), strict=True):
        expected = []
        table = Table(hand, game.players, audit.ruleset, game.red_tiles)
        for event in hand.events:
            if event.kind == DRAW:
                seat = table.seats[event.seat]
                lowering = lowering_kinds(seat.concealed_kinds(), len(seat.melds), game.players)
                left = [tile >> 2 for tile in range(TILES) if table.where(tile) == IN_WALL and in_play >> tile // 4 & 1]
                useful = sum(lowering >> kind & 1 for kind in left)
                expected.append((event.seat, lowering >> (event.tile >> 2) & 1, useful, len(left), table.index))
            table.apply(event)
        assert [
            (
                draw["seat"],
                draw["improved"],
                draw["useful_in_wall"],
                draw["in_wall"],
                draw["event"] | draw["event_high"] << 8,
            )
            for draw in draws_of(rows)
        ] == expected
        others = {draw["unseen"] - draw["in_wall"] for draw in draws_of(rows)}
        assert max(others) <= 13 * (game.players - 1)


@pytest.mark.parametrize(("rules", "number"), [("tenhou", 11), ("tenhou-sanma", 4)])
def test_the_wall_is_the_one_that_was_drawn_from(rules: str, number: int) -> None:
    game = played(number, rules)
    for hand, rows in zip(game.hands, seen(played_audit(number, rules)), strict=True):
        assert rows.agrees
        assert rows.wall is not None
        draws = [event.tile for event in hand.events if event.kind == DRAW]
        assert rows.drawn + rows.replaced == len(draws)
        held = [rows.wall.draw(place) for place in range(rows.drawn)]
        held += [rows.wall.replacement(place) for place in range(rows.replaced)]
        assert sorted(tile for tile in held if tile is not None) == sorted(draws)
        turned = [event.tile for event in hand.events if event.kind == DORA]
        assert [rows.wall.indicator(place + 1) for place in range(len(turned))] == turned


def test_a_wall_that_a_tile_contradicts_answers_nothing() -> None:
    game = played(11)
    hand = game.hands[0]
    events = list(hand.events)
    first, later = [place for place, event in enumerate(events) if event.kind == DRAW][3:5]
    draw, other = events[first], events[later]
    events[first] = type(draw)(DRAW, draw.seat, other.tile)
    faulty = replace_game(game, hands=[replace_hand(hand, events=events)], result=None)
    (rows,) = seen(watched(faulty))
    assert rows.wall is not None
    assert not rows.agrees
    assert not rows.riichis
    assert not rows.wins


def test_dora_and_ura_of_the_wall_are_those_that_a_win_was_paid_for() -> None:
    riichis = 0
    for number in range(12):
        game = played(number)
        for hand, rows in zip(game.hands, seen(played_audit(number, "tenhou")), strict=True):
            for win in rows.wins:
                event = hand.events[win.event]
                assert isinstance(event, Win)
                assert event.yaku is not None
                han = {NAMES[yaku]: han for yaku, han in event.yaku}
                if max(han.values()) >= 13:
                    continue
                assert sum(win.dora) == han.get("dora", 0)
                if "riichi" in han or "double riichi" in han:
                    assert sum(win.ura) == han.get("ura dora", 0)
                    riichis += 1
    assert riichis > 10


def test_tiles_to_come_are_counted_from_the_wall_and_the_calls() -> None:
    """Where nobody calls or makes a kan after a riichi, its own draws are as the wall had them."""
    compared = 0
    for number in range(12):
        game = played(number)
        for hand, rows in zip(game.hands, seen(played_audit(number, "tenhou")), strict=True):
            for riichi in rows.riichis:
                after = hand.events[riichi.event :]
                assert (riichi.draws_to_win > 0) == (riichi.own > 0)
                assert riichi.own <= riichi.to_come
                if any(event.kind in (*CLAIMS, CLOSED_KAN, ADDED_KAN) for event in after):
                    continue
                own = [event for event in after if event.kind == DRAW and event.seat == riichi.seat]
                is_tsumo = any(
                    isinstance(event, Win) and event.is_tsumo and event.seat == riichi.seat for event in after
                )
                if is_tsumo:
                    assert riichi.draws_to_win == len(own)
                else:
                    assert not 0 < riichi.draws_to_win <= len(own)
                compared += 1
    assert compared > 20
