"""Every query on real logs, against counts taken from the raw text or from what the audit returned."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import duckdb
import pytest
from raw_mjlog import RawGame, RawHand, RawRiichi, RawWin

from auditor.audit.worker import Result
from auditor.store import queries
from auditor.yaku import NAMES as YAKU_NAMES

Rows = list[tuple[Any, ...]]
LIMITS = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
WINDS = "ESWN"
DORA, URA, RED = 52, 53, 54
IPPATSU = 2


class Corpus(NamedTuple):
    """The logs as raw text has them, and the results of their audit."""

    games: list[RawGame]
    results: list[Result]


@pytest.fixture(scope="module")
def logs(raw_games: list[RawGame], loaded: tuple[str, list[Result]]) -> Corpus:
    return Corpus(raw_games, loaded[1])


def hands(logs: Corpus) -> Iterator[tuple[RawGame, RawHand]]:
    """The hands that end."""
    return ((game, hand) for game in logs.games for hand in game.hands if hand.is_finished)


def riichis(logs: Corpus) -> Iterator[tuple[RawGame, RawHand, RawRiichi]]:
    """The riichis that stood in them."""
    return ((game, hand, riichi) for game, hand in hands(logs) for riichi in hand.accepted)


def wins(logs: Corpus) -> Iterator[tuple[RawGame, RawHand, RawWin]]:
    return ((game, hand, win) for game, hand in hands(logs) for win in hand.wins)


def is_riichi(hand: RawHand, win: RawWin) -> bool:
    return hand.riichi_of(win.seat) is not None


def won_by(win: RawWin) -> str:
    return "tsumo" if win.is_tsumo else "ron"


def counted(counts: Counter[Any]) -> Rows:
    """The counts as rows, each key before its number."""
    return sorted((*(key if isinstance(key, tuple) else (key,)), number) for key, number in counts.items())


def mean(values: list[int]) -> float | None:
    return sum(values) / len(values) if values else None


def faults(result: Result) -> list[Any]:
    return [(row, name) for row, name in result.findings if row[8] != "note"]


# What each query must give, as sorted rows of some of its columns.


def findings(logs: Corpus) -> Rows:
    return counted(Counter((row[8], row[7], row[0]) for result in logs.results for row, _ in result.findings))


def faults_by_player(logs: Corpus) -> Rows:
    found = Counter(name for result in logs.results for _, name in faults(result) if name is not None)
    played = Counter(name for game in logs.games for name in game.names for _ in game.hands)
    return sorted((name, played[name], number) for name, number in found.items())


def faults_by_lobby(logs: Corpus) -> Rows:
    by_path = {result.path: result for result in logs.results}
    rows: dict[tuple[Any, str], list[int]] = defaultdict(lambda: [0, 0])
    for game in logs.games:
        result = by_path[str(game.path)]
        row = rows[int(game.lobby) if game.lobby else None, result.rulesets[0][0]]
        row[0] += 1
        row[1] += len(faults(result))
    return sorted(((*key, *row) for key, row in rows.items()), key=str)


def fault_rate_over_time(logs: Corpus) -> Rows:
    by_path = {result.path: result for result in logs.results}
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in logs.games:
        row = rows[f"{game.log_id[:4]}-01-01" if game.log_id else "None"]
        row[0] += 1
        row[1] += len(game.hands)
        row[2] += len(faults(by_path[str(game.path)]))
    return sorted((year, *row) for year, row in rows.items())


def same_game_twice(logs: Corpus) -> Rows:
    by_seed: dict[str, list[str]] = defaultdict(list)
    for game in logs.games:
        if game.seed and game.seed.startswith("mt19937ar"):
            by_seed[game.seed].append(game.log_id or str(game.path))
    return sorted((len(names),) for names in by_seed.values() if len(set(names)) > 1)


def furiten_riichis(logs: Corpus) -> Rows:
    """By the notes of the audit, which name the seat."""
    by_path = {str(game.path): game for game in logs.games}
    number = 0
    for result in logs.results:
        for row, _ in result.findings:
            if row[7] == "note/furiten-riichi":
                hand = by_path[result.path].hands[row[1] or 0]
                number += hand.is_finished and hand.riichi_of(row[4] or 0) is not None
    return [(False, sum(1 for _ in riichis(logs)) - number), (True, number)]


def riichi_by_seat_and_turn(logs: Corpus) -> Rows:
    return counted(Counter((riichi.seat, riichi.turn) for _, _, riichi in riichis(logs) if riichi.turn <= 18))


def rates(found: list[tuple[RawHand, RawRiichi]]) -> tuple[Any, ...]:
    """Number, and shares of outcomes, of riichis, and what the hands brought."""
    ends = Counter(hand.riichi_outcome(riichi) for hand, riichi in found)
    number = len(found)
    gained = mean([hand.gained(riichi.seat) for hand, riichi in found])
    return (
        number, (ends["tsumo"] + ends["ron"]) / number, ends["tsumo"] / number, ends["dealt in"] / number, gained,
    )  # fmt: skip


def riichis_by(key: Callable[[RawHand, RawRiichi], Any]) -> Callable[[Corpus], Rows]:
    def rows(logs: Corpus) -> Rows:
        found: dict[Any, list[tuple[RawHand, RawRiichi]]] = defaultdict(list)
        for _, hand, riichi in riichis(logs):
            found[key(hand, riichi)].append((hand, riichi))
        return sorted((name, *rates(group)) for name, group in found.items())

    return rows


def chase(hand: RawHand, riichi: RawRiichi) -> str:
    if len(hand.accepted) == 1:
        return "alone"
    return "chased" if hand.accepted[0] is riichi else "chasing"


def won_riichis_by_wait(logs: Corpus) -> Counter[int]:
    """Won riichis by the number of kinds that would have completed the hand that was won with."""
    found: Counter[int] = Counter()
    for _, hand, riichi in riichis(logs):
        for win in hand.wins:
            if win.seat == riichi.seat and not riichi.kans:
                found[sum(bool(shapes_of(kinds, kind)) for kind, kinds in completions(win))] += 1
    return found


def riichi_figures(logs: Corpus) -> Rows:
    rows = []
    for players in (3, 4):
        found = [(hand, win) for game, hand, win in wins(logs) if game.players == players]
        riichi = [win for hand, win in found if is_riichi(hand, win)]
        shown = sum(win.ura_indicators for win in riichi)
        ura = sum(win.han_of(URA) for win in riichi if win.ura_indicators)
        rows.append((players, len(found), len(riichi), len(riichi) / len(found), shown, ura, ura / shown))
    return rows


def ippatsu_and_ura(logs: Corpus) -> Rows:
    found: dict[tuple[str, int], list[RawWin]] = defaultdict(list)
    for _, hand, win in wins(logs):
        if is_riichi(hand, win):
            found[won_by(win), win.ura_indicators].append(win)
    return sorted(
        (
            *key, len(group), sum(IPPATSU in win.numbers for win in group) / len(group),
            sum(win.han_of(URA) > 0 for win in group) / len(group), mean([win.han_of(URA) for win in group]),
        )
        for key, group in found.items()
    )  # fmt: skip


def riichi_sticks(logs: Corpus) -> Rows:
    found: Counter[tuple[str, str]] = Counter()
    for _, hand in hands(logs):
        takers = {win.seat for win in hand.wins if win.sticks}
        for seat in hand.deposits:
            fate = "taken back" if seat in takers else "lost" if takers else "left"
            found["dealer" if seat == hand.dealer else "other", fate] += 1
    return counted(found)


def wins_with_riichi(logs: Corpus) -> Rows:
    found = [(won_by(win), is_riichi(hand, win)) for _, hand, win in wins(logs)]
    return sorted((name, sum(name == won for won, _ in found), found.count((name, True))) for name in ("ron", "tsumo"))


def hand_outcomes(logs: Corpus) -> Rows:
    found: dict[str, list[RawHand]] = defaultdict(list)
    for _, hand in hands(logs):
        found[hand.outcome].append(hand)
    return sorted(
        (name, len(group), mean([hand.draws for hand in group]), mean([bool(hand.accepted) for hand in group]))
        for name, group in found.items()
    )


def tenpai_at_draw(logs: Corpus) -> Rows:
    found: dict[tuple[int, int], list[RawHand]] = defaultdict(list)
    for game, hand in hands(logs):
        if hand.draw == "exhaustive" and hand.tenpai is not None:
            found[game.players, sum(hand.tenpai)].append(hand)
    return sorted((*key, len(group), sum(len(hand.accepted) for hand in group)) for key, group in found.items())


def wins_by_yaku(logs: Corpus) -> Rows:
    everything = [win for _, _, win in wins(logs)]
    found = Counter(number for win in everything for number, han in win.yaku if han)
    return sorted(
        (YAKU_NAMES[number], count, count / len(everything), sum(win.han_of(number) for win in everything))
        for number, count in found.items()
    )


def wins_by_han_and_fu(logs: Corpus) -> Rows:
    found: Counter[tuple[int, int | None]] = Counter()
    for _, _, win in wins(logs):
        han = sum(han for _, han in win.yaku)
        if win.limit != 5:
            found[han, win.fu if han < 5 else None] += 1
    return sorted(((*key, number) for key, number in found.items()), key=str)


def wins_by_limit(logs: Corpus) -> Rows:
    found: dict[str, list[tuple[RawHand, RawWin]]] = defaultdict(list)
    for _, hand, win in wins(logs):
        found[LIMITS[win.limit]].append((hand, win))
    return sorted(
        (
            name, len(group), mean([is_riichi(hand, win) for hand, win in group]),
            mean([win.seat in hand.callers for hand, win in group]), mean([win.points for _, win in group]),
        )
        for name, group in found.items()
    )  # fmt: skip


def wins_by_turn(logs: Corpus) -> Rows:
    return counted(Counter(win.turn for _, _, win in wins(logs)))


def value_by_seat_and_round(logs: Corpus) -> Rows:
    found: dict[tuple[str, int], list[list[int]]] = defaultdict(lambda: [[], [], []])
    for game, hand in hands(logs):
        for seat in range(game.players):
            row = found[WINDS[hand.round // 4], (seat - hand.dealer) % game.players + 1]
            row[0].append(hand.gained(seat))
            row[1] += [win.points for win in hand.wins if win.seat == seat]
    return sorted((*key, len(row[0]), len(row[1]), mean(row[1]), mean(row[0])) for key, row in found.items())


def dora_and_red_fives(logs: Corpus) -> Rows:
    found: dict[tuple[int, str], list[RawWin]] = defaultdict(list)
    for game, hand, win in wins(logs):
        if win.limit != 5:
            name = "riichi" if is_riichi(hand, win) else "open" if win.seat in hand.callers else "closed"
            found[game.players, name].append(win)
    return sorted(
        (
            *key, len(group), *(mean([win.han_of(number) for win in group]) for number in (DORA, URA, RED)),
            sum(win.han_of(DORA) for win in group) / sum(win.indicators for win in group),
        )
        for key, group in found.items()
    )  # fmt: skip


def all_players(logs: Corpus) -> Rows:
    rows = []
    for players in (3, 4):
        found = [hand for game, hand in hands(logs) if game.players == players]
        seats = [(hand, seat) for hand in found for seat in range(players)]
        rows.append(
            (
                players,
                len(seats),
                sum(hand.has_won(seat) for hand, seat in seats) / len(seats),
                sum(hand.has_dealt_in(seat) for hand, seat in seats) / len(seats),
                sum(hand.riichi_of(seat) is not None for hand, seat in seats) / len(seats),
                sum(seat in hand.callers for hand, seat in seats) / len(seats),
            )
        )
    return rows


def seats_of(logs: Corpus) -> dict[tuple[str, int], list[tuple[RawHand, int]]]:
    found: dict[tuple[str, int], list[tuple[RawHand, int]]] = defaultdict(list)
    for game, hand in hands(logs):
        for seat, name in enumerate(game.names):
            found[name, game.players].append((hand, seat))
    return found


def player_statistics(logs: Corpus) -> Rows:
    placed: dict[tuple[str, int], list[int]] = defaultdict(list)
    for game in logs.games:
        for name, place in zip(game.names, game.places, strict=False):
            placed[name, game.players].append(place)
    rows = []
    for (name, players), seats in seats_of(logs).items():
        places = placed[name, players]
        won = [[win for win in hand.wins if win.seat == seat] for hand, seat in seats]
        paid = [
            -sum(win.deltas[seat] for win in hand.wins if win.from_seat == seat)
            for hand, seat in seats
            if hand.has_dealt_in(seat)
        ]
        rows.append(
            (
                name,
                players,
                len(seats),
                mean(places),
                places.count(1) / len(places) if places else None,
                sum(map(bool, won)) / len(seats),
                len(paid) / len(seats),
                sum(hand.riichi_of(seat) is not None for hand, seat in seats) / len(seats),
                sum(seat in hand.callers for hand, seat in seats) / len(seats),
                mean([win.points for own in won for win in own]),
                mean(paid),
                mean([hand.gained(seat) for hand, seat in seats]),
            )
        )
    return sorted(rows)


def deal_in_rate(logs: Corpus) -> Rows:
    found: dict[str, list[tuple[RawHand, int]]] = defaultdict(list)
    for (name, _), seats in seats_of(logs).items():
        found[name] += seats
    return sorted(
        (
            name, len(seats), sum(hand.has_dealt_in(seat) for hand, seat in seats),
            sum(win.from_seat == seat != win.seat for hand, seat in seats for win in hand.wins),
        )
        for name, seats in found.items()
    )  # fmt: skip


def player_riichi(logs: Corpus) -> Rows:
    found: dict[str, list[tuple[RawHand, RawRiichi]]] = defaultdict(list)
    for game, hand, riichi in riichis(logs):
        found[game.names[riichi.seat]].append((hand, riichi))
    return sorted((name, *rates(group)) for name, group in found.items())


def sticks_by_player(logs: Corpus) -> Rows:
    paid = Counter(game.names[seat] for game in logs.games for hand in game.hands for seat in hand.deposits)
    return sorted((name, 1000 * number) for name, number in paid.items())


def deal_ins_between_players(logs: Corpus) -> Rows:
    found: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game, hand, win in wins(logs):
        if not win.is_tsumo:
            row = found[game.names[win.from_seat], game.names[win.seat]]
            row[0] += 1
            row[1] += is_riichi(hand, win)
            row[2] -= win.deltas[win.from_seat]
    return sorted((*key, *row) for key, row in found.items())


def wins_by_value(logs: Corpus) -> Rows:
    bounds = [0, 2000, 4000, 6000, 8000, 12000, 16000, 24000, 32000]
    names = [f"{low} to {high - 100}" for low, high in pairwise(bounds)] + [f"{bounds[-1]} and more"]
    found: dict[tuple[str, str], list[tuple[RawHand, RawWin]]] = defaultdict(list)
    for _, hand, win in wins(logs):
        found[names[bisect_right(bounds, win.points) - 1], won_by(win)].append((hand, win))
    return sorted(
        (*key, len(group), mean([is_riichi(hand, win) for hand, win in group]), mean([win.points for _, win in group]))
        for key, group in found.items()
    )


def placements_by_player(logs: Corpus) -> Rows:
    return counted(
        Counter(
            (game.names[seat], place)
            for game in logs.games
            if game.players == 4
            for seat, place in enumerate(game.places)
            if game.names[seat] not in ("", "NoName")
        )
    )


def scores_over_a_game(logs: Corpus) -> Rows:
    game = next(game for game in logs.games if game.log_id == SHOWN)
    moments = [game.hands[0].start, *[hand.end for hand in game.hands]]
    return [(number, seat, points[seat]) for number, points in enumerate(moments) for seat in range(4)]


def game_length(logs: Corpus) -> Rows:
    by_path = {result.path: result for result in logs.results}
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for game in logs.games:
        if game.final:
            found[by_path[str(game.path)].rulesets[0][0], game.length].append(len(game.hands))
    return sorted((*key, len(group), min(group), max(group)) for key, group in found.items())


def game_results(logs: Corpus) -> Rows:
    return sorted(
        (len(game.hands), sorted((100 * points for points in game.final), reverse=True)) for game in logs.games
    )


def comebacks(logs: Corpus) -> Rows:
    rows = []
    for game in logs.games:
        for winner in [seat for seat, place in enumerate(game.places) if place == 1]:
            deficit = max(max(hand.start) - hand.start[winner] for hand in game.hands)
            if deficit >= 10000:
                rows.append((winner, deficit, min(hand.start[winner] for hand in game.hands)))
    return sorted(rows)


def busts(logs: Corpus) -> Rows:
    return sorted(
        (seat, hand.start[seat], hand.end[seat], hand.outcome)
        for game in logs.games
        for hand in game.hands
        for seat in range(game.players)
        if hand.end[seat] < 0 <= hand.start[seat]
    )


# Shapes of waits, by trying every way to divide a hand.


def completions(win: RawWin) -> Iterator[tuple[int, list[int]]]:
    """Each kind with the hand that it would have made of the tiles that the winner waited with."""
    waiting = list(win.hand)
    if len(waiting) % 3 == 2:  # one program leaves the winning tile out
        waiting.remove(win.tile)
    for kind in range(34):
        if waiting.count(kind) < 4:
            yield kind, [*waiting, kind]


def shapes_of(kinds: list[int], tile: int) -> set[str]:
    """The shapes that a tile may have completed in a hand of sets and a pair, seven pairs or orphans."""
    orphans = {0, 8, 9, 17, 18, 26, *range(27, 34)}
    if set(kinds) == orphans and len(kinds) == 14:
        return {"juusanmen" if kinds.count(tile) == 2 else "kokushi"}
    found = {"tanki"} if len(kinds) == 14 and sorted(Counter(kinds).values()) == [2] * 7 else set()
    for pair in set(kinds):
        rest = Counter(kinds)
        rest[pair] -= 2
        if rest[pair] >= 0:
            for sets in divisions(rest):
                found |= {"tanki"} if pair == tile else set()
                for low, is_run in sets:
                    if not is_run:
                        found |= {"shanpon"} if low == tile else set()
                    elif tile == low + 1:
                        found.add("kanchan")
                    elif tile == low or tile == low + 2:
                        is_edge = (tile == low and low % 9 == 6) or (tile == low + 2 and low % 9 == 0)
                        found.add("penchan" if is_edge else "ryanmen")
    return found


def divisions(rest: Counter[int]) -> Iterator[list[tuple[int, bool]]]:
    """The ways to divide tiles into sets: pairs (lowest kind, whether it is a run)."""
    low = min((kind for kind, number in rest.items() if number), default=None)
    if low is None:
        yield []
        return
    options = [((low, False), (low, low, low))]
    if low < 27 and low % 9 < 7:
        options.append(((low, True), (low, low + 1, low + 2)))
    for block, tiles in options:
        left = Counter(rest)
        left.subtract(tiles)
        if min(left.values()) >= 0:
            for sets in divisions(left):
                yield [block, *sets]


SHOWN = "2022010820gm-00a9-0000-7318ce85"

OUTCOMES = "win_rate, tsumo_rate, deal_in_rate, average_gain"

CHECKS: dict[str, tuple[dict[str, str], str, Callable[[Corpus], Rows]]] = {
    "findings": ({}, "severity, check, log, findings", findings),
    "faults-by-player": ({}, "name, hands, faults", faults_by_player),
    "faults-by-lobby": ({}, "lobby, ruleset, games, faults", faults_by_lobby),
    "fault-rate-over-time": ({"unit": "year"}, "starting, games, hands, faults", fault_rate_over_time),
    "problems": ({}, "path", lambda _: []),
    "same-game-twice": ({}, "games", same_game_twice),
    "furiten-riichi-worth": ({}, "furiten, riichis", furiten_riichis),
    "riichi-by-seat-and-turn": ({}, "seat, turn, riichis", riichi_by_seat_and_turn),
    "riichi-by-turn": ({}, f"turn, riichis, {OUTCOMES}", riichis_by(lambda _, riichi: riichi.turn)),
    "chasing-riichi": ({}, f"riichi, riichis, {OUTCOMES}", riichis_by(chase)),
    "kan-after-riichi": ({}, f"kans, riichis, {OUTCOMES}", riichis_by(lambda _, riichi: riichi.kans)),
    "riichi-figures": (
        {},
        "players, wins, riichi_wins, riichi_share, ura_indicators, ura_dora, ura_per_indicator",
        riichi_figures,
    ),
    "ippatsu-and-ura": ({}, "won_by, ura_indicators, wins, ippatsu_rate, ura_rate, average_ura", ippatsu_and_ura),
    "riichi-sticks": ({}, "paid_by, fate, sticks", riichi_sticks),
    "wins-with-riichi": ({}, "won_by, wins, with_riichi", wins_with_riichi),
    "hand-outcomes": ({}, "outcome, hands, average_draws, with_riichi", hand_outcomes),
    "tenpai-at-draw": ({}, "players, tenpai_seats, hands, seats_in_riichi", tenpai_at_draw),
    "wins-by-yaku": ({}, "yaku, wins, share, han", wins_by_yaku),
    "wins-by-han-and-fu": ({}, "han, fu, wins", wins_by_han_and_fu),
    "wins-by-limit": ({}, "limit_name, wins, riichi_share, open_share, average_points", wins_by_limit),
    "wins-by-turn": ({}, "turn, wins", wins_by_turn),
    "value-by-seat-and-round": (
        {}, "round_wind, seat_wind, hands, wins, average_points, average_gain", value_by_seat_and_round,
    ),
    "dora-and-red-fives": (
        {},
        "players, hand, wins, average_dora, average_ura, average_red_fives, dora_per_indicator",
        dora_and_red_fives,
    ),
    "all-players": ({}, "players, seat_hands, win_rate, deal_in_rate, riichi_rate, call_rate", all_players),
    "player-statistics": (
        {},
        "name, players, hands, average_placement, first, win_rate, deal_in_rate, riichi_rate, call_rate, average_win,"
        " average_deal_in, average_gain",
        player_statistics,
    ),
    "deal-in-rate": ({}, "name, hands, deal_ins, wins_paid", deal_in_rate),
    "player-riichi": ({}, f"name, riichis, {OUTCOMES}", player_riichi),
    "sticks-by-player": ({}, "name, deposited", sticks_by_player),
    "deal-ins-between-players": ({}, "discarder, winner, rons, on_riichi, points_paid", deal_ins_between_players),
    "wins-by-value": ({}, "value, won_by, wins, riichi_share, average_points", wins_by_value),
    "placements-by-player": ({"most": "1000000"}, "name, placement, games", placements_by_player),
    "scores-over-a-game": ({"log": SHOWN}, "hand, seat, points", scores_over_a_game),
    "game-length": ({}, "ruleset, length, games, fewest, most", game_length),
    "game-results": ({}, "hands, points", game_results),
    "comebacks": ({}, "seat, deficit, lowest", comebacks),
    "busts": ({}, "seat, points_before, points_after, outcome", busts),
}  # fmt: skip
"""For each query parameters, the columns that are checked, and what must stand there; the order is not checked."""

PRECISION = {
    "average_placement": 0.0051, "average_draws": 0.051, "average_points": 0.51, "average_gain": 0.51,
    "average_win": 0.51, "average_deal_in": 0.51,
}  # fmt: skip
"""How far a column is from the exact value at most, being rounded; others have four places."""

APART = {
    "ledger-balance",
    "furiten-riichi", "riichi-by-wait", "riichi-kans", "hand-events", "wins-by-wait", "findings-by-ruleset",
    "how-far-checked",
}  # fmt: skip
"""Queries checked by tests of their own, or in other modules."""


def answer(database: duckdb.DuckDBPyConnection, name: str, **given: str) -> list[dict[str, Any]]:
    found = queries.run(database, queries.load(name), given)
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def test_every_query_is_checked() -> None:
    assert set(CHECKS) | APART == set(queries.names())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_the_answer_is_what_the_raw_text_gives(database: duckdb.DuckDBPyConnection, logs: Corpus, name: str) -> None:
    given, columns, expected = CHECKS[name]
    found = [
        tuple(str(row[column]) if column == "starting" else row[column] for column in columns.split(", "))
        for row in answer(database, name, **given)
    ]
    due = expected(logs)
    assert len(found) == len(due)
    for own, other in zip(sorted(found, key=sorting_key), sorted(due, key=sorting_key), strict=True):
        for column, value, count in zip(columns.split(", "), own, other, strict=True):
            due_value = pytest.approx(count, abs=PRECISION.get(column, 6e-5)) if isinstance(count, float) else count
            assert value == due_value, (column, own)


def sorting_key(row: tuple[Any, ...]) -> str:
    return str([value for value in row if not isinstance(value, float)])


def test_the_ledger_balances_but_for_a_log_whose_scores_jump(database: duckdb.DuckDBPyConnection) -> None:
    """In one log, which another program wrote, a draw states points that already hold its payments."""
    rows = answer(database, "ledger-balance")
    unproven = {row["log"] for row in rows}
    assert len(unproven) == 1
    assert unproven <= {
        row[0] for row in database.execute("SELECT game_id FROM v_findings WHERE severity <> 'note'").fetchall()
    }


def test_furiten_riichis_by_outcome(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    rows = [row for row in answer(database, "furiten-riichi") if row["furiten"]]
    assert sum(row["riichis"] for row in rows if row["outcome"] != "unfinished") == furiten_riichis(logs)[1][1]
    assert {row["outcome"] for row in rows} <= {"tsumo", "dealt in", "other win", "draw", "unfinished"}


def test_kans_after_riichi(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    rows = answer(database, "riichi-kans")
    assert len(rows) == sum(riichi.kans for game in logs.games for hand in game.hands for riichi in hand.accepted)
    assert all(row["legal"] for row in rows)


def test_the_events_of_a_hand(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    rows = answer(database, "hand-events", log=SHOWN, hand="1")
    assert len(rows) == next(game for game in logs.games if game.log_id == SHOWN).hands[1].elements


def test_won_riichis_by_the_size_of_the_wait(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    """A kan may take a wait away (for tiles of its own kind), so hands with one may differ."""
    found: Counter[int] = Counter()
    for row in answer(database, "riichi-by-wait"):
        found[row["kinds"]] += round(row["win_rate"] * row["riichis"])
    due = won_riichis_by_wait(logs)
    kans = sum(riichi.kans > 0 for _, hand, riichi in riichis(logs) if hand.has_won(riichi.seat))
    assert sum(found.values()) == sum(due.values()) + kans
    assert sum((found - due).values()) == kans


def test_wins_by_shape(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    """Each shape at least as often as no other shape was possible, and at most as often as it was."""
    only: Counter[str] = Counter()
    possible: Counter[str] = Counter()
    for _, _, win in wins(logs):
        shapes = shapes_of(win.hand, win.tile)
        possible.update(shapes)
        only.update(shapes if len(shapes) == 1 else ())
    found: Counter[str] = Counter()
    for row in answer(database, "wins-by-wait"):
        found[row["machi"]] += row["wins"]
    assert sum(found.values()) == sum(1 for _ in wins(logs))
    assert sum(only.values()) > 0.8 * sum(found.values())
    for shape, number in found.items():
        assert only[shape] <= number <= possible[shape]


PUBLISHED = [
    ("all-players", "win_rate", 0.19, 0.23),
    ("all-players", "deal_in_rate", 0.10, 0.14),
    ("all-players", "riichi_rate", 0.16, 0.23),
    ("all-players", "call_rate", 0.28, 0.38),
    ("riichi-figures", "riichi_share", 0.40, 0.50),
    ("riichi-figures", "ura_per_indicator", 0.28, 0.42),
]


@pytest.mark.parametrize(("name", "column", "low", "high"), PUBLISHED)
def test_the_figures_are_those_that_players_know(
    database: duckdb.DuckDBPyConnection, name: str, column: str, low: float, high: float
) -> None:
    """Four players on Tenhou, and the two figures of the rule texts."""
    (row,) = answer(database, name, players="4")
    assert low <= row[column] <= high


def test_every_query_runs_without_parameters(database: duckdb.DuckDBPyConnection) -> None:
    for name in queries.names():
        assert queries.run(database, queries.load(name), {}).columns


def test_views_keep_the_rows_of_their_tables(database: duckdb.DuckDBPyConnection) -> None:
    for view in ("hands", "wins", "riichis", "findings"):
        row = database.execute(f"SELECT (SELECT count(*) FROM v_{view}), (SELECT count(*) FROM {view})").fetchone()
        assert row is not None
        assert row[0] == row[1], view
