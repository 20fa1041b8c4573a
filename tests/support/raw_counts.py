"""The expected answers of queries on real logs, counted from their raw text or from the results of the audit."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from auditor.core.results import InputResult, ReportedFinding
from auditor.core.yaku import NAMES as YAKU_NAMES
from support.raw_mjlog import RawGame, RawHand, RawRiichi, RawWin
from support.wait_shapes import completions, shapes_of

Rows = list[tuple[Any, ...]]
LIMITS = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
WINDS = "ESWN"
DORA, URA, RED = 52, 53, 54
IPPATSU = 2
SHOWN = "2022010820gm-00a9-0000-7318ce85"
"""The game for queries about one game."""


class Corpus(NamedTuple):
    """The logs parsed from raw text, and the results of their audit."""

    games: list[RawGame]
    results: list[InputResult]


def hands(logs: Corpus) -> Iterator[tuple[RawGame, RawHand]]:
    """The finished hands."""
    return ((game, hand) for game in logs.games for hand in game.hands if hand.is_finished)


def riichis(logs: Corpus) -> Iterator[tuple[RawGame, RawHand, RawRiichi]]:
    """The accepted riichis in finished hands."""
    return ((game, hand, riichi) for game, hand in hands(logs) for riichi in hand.accepted)


def declared(logs: Corpus) -> Iterator[tuple[RawGame, RawHand, RawRiichi]]:
    """The riichis declared in finished hands, whether or not the declaration tile was won on."""
    return ((game, hand, riichi) for game, hand in hands(logs) for riichi in hand.riichis)


def wins(logs: Corpus) -> Iterator[tuple[RawGame, RawHand, RawWin]]:
    return ((game, hand, win) for game, hand in hands(logs) for win in hand.wins)


def is_riichi(hand: RawHand, win: RawWin) -> bool:
    return hand.riichi_of(win.seat) is not None


def won_by(win: RawWin) -> str:
    return "tsumo" if win.is_tsumo else "ron"


def counted(counts: Counter[Any]) -> Rows:
    """The counts as sorted rows of key and number."""
    return sorted((*(key if isinstance(key, tuple) else (key,)), number) for key, number in counts.items())


def mean(values: Sequence[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def faults(result: InputResult) -> list[ReportedFinding]:
    return [one for one in result.findings() if one.finding.severity != "note"]


# The expected answer of each query, as sorted rows of some of its columns.


def findings(logs: Corpus) -> Rows:
    everything = [one for result in logs.results for one in result.findings()]
    return counted(Counter((finding.severity, finding.check, game.log) for finding, game, _ in everything))


def faults_by_player(logs: Corpus) -> Rows:
    names = [game.player(finding.seat) for result in logs.results for finding, game, _ in faults(result)]
    found = Counter(name for name in names if name is not None)
    played = Counter(name for game in logs.games for name in game.names for _ in game.hands)
    return sorted((name, played[name], number) for name, number in found.items())


def faults_by_lobby(logs: Corpus) -> Rows:
    by_path = {result.path: result for result in logs.results}
    rows: dict[tuple[Any, str], list[int]] = defaultdict(lambda: [0, 0])
    for game in logs.games:
        result = by_path[str(game.path)]
        row = rows[int(game.lobby) if game.lobby else None, result.games[0].ruleset]
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
    """Count by the audit's notes, which name the seat."""
    by_path = {str(game.path): game for game in logs.games}
    number = 0
    for result in logs.results:
        for finding, *_ in result.findings():
            if finding.check == "note/furiten-riichi":
                hand = by_path[result.path].hands[finding.hand or 0]
                number += hand.is_finished and hand.riichi_of(finding.seat or 0) is not None
    return [(False, sum(1 for _ in riichis(logs)) - number), (True, number)]


def rates(found: list[tuple[RawHand, RawRiichi]]) -> tuple[Any, ...]:
    """The number of riichis, the shares of their outcomes, and the mean gain of the hands."""
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


def won_riichis_by_wait(logs: Corpus) -> Counter[int]:
    """The number of won riichis without a later kan, by the number of kinds that the winner waited for."""
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
        if hand.draw in ("exhaustive", "nagashi mangan") and hand.tenpai is not None:
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
    found: dict[tuple[str, int], list[list[int | None]]] = defaultdict(lambda: [[], [], []])
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


def scores_over_a_game(logs: Corpus) -> Rows:
    game = next(game for game in logs.games if game.log_id == SHOWN)
    moments = [game.hands[0].start, *[hand.end for hand in game.hands]]
    return [(number, seat, points[seat]) for number, points in enumerate(moments) for seat in range(4)]


def game_length(logs: Corpus) -> Rows:
    by_path = {result.path: result for result in logs.results}
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for game in logs.games:
        if game.final:
            found[by_path[str(game.path)].games[0].ruleset, game.length].append(len(game.hands))
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
