"""The figures of amae-koromo and helpers for those of libriichi, recounted from the games of `raw_play`.

Both follow the sites' own programs: amae-koromo records facts about each seat of a hand and sums them up, libriichi
follows the events of one seat. A figure is a pair of numerator and n, the latter None for plain numbers.
"""

from collections import defaultdict
from itertools import pairwise
from typing import Any

from mahjong.shanten import Shanten

from support.raw_play import IPPATSU, URA, YAKUMAN, PlayedGame, PlayedHand, Won

Figures = dict[str, tuple[float, float | None]]


class Sums:
    """Sums and maxima by name."""

    def __init__(self) -> None:
        self.of: dict[str, float] = defaultdict(float)
        self.most: dict[str, float] = {}

    def add(self, name: str, amount: float = 1) -> None:
        self.of[name] += amount

    def at_most(self, name: str, amount: float) -> None:
        self.most[name] = max(self.most.get(name, amount), amount)


class Facts:
    """The facts of a seat of a hand that amae-koromo records."""

    def __init__(self) -> None:
        self.shanten = 0
        self.calls = 0
        self.riichi: float | None = None
        self.stood = False
        self.is_double = False
        self.is_furiten = False
        self.waits: list[int] = []
        self.unseen = 0
        self.won: Won | None = None
        self.gain = 0
        self.win_turn = 0.0
        self.deal_ins: list[Won] = []
        self.paid = 0
        self.pao = 0
        self.is_drawn = False
        self.tenpai: bool | None = None
        self.is_nagashi = False


ORPHANS = {0, 8, 9, 17, 18, 26, *range(27, 34)}


def is_complete(counts: list[int]) -> bool:
    """Whether concealed kinds form sets and a pair, seven pairs or thirteen orphans."""
    held = [kind for kind in range(34) if counts[kind]]
    if sum(counts) == 14 and ((len(held) == 7 and max(counts) == 2) or set(held) == ORPHANS):
        return True
    for pair in held:
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            if are_sets(rest):
                return True
    return False


def are_sets(rest: list[int]) -> bool:
    """Whether kinds can be divided into sets."""
    low = next((kind for kind in range(34) if rest[kind]), None)
    if low is None:
        return True
    for block in ([low] * 3, [low, low + 1, low + 2] if low < 27 and low % 9 < 7 else []):
        if block and all(rest[kind] >= block.count(kind) for kind in block):
            left = list(rest)
            for kind in block:
                left[kind] -= 1
            if are_sets(left):
                return True
    return False


def waits_of(counts: list[int]) -> list[int]:
    """The kinds that complete a concealed hand, except those it holds four of."""
    found = []
    for kind in range(34):
        if counts[kind] < 4:
            counts[kind] += 1
            if is_complete(counts):
                found.append(kind)
            counts[kind] -= 1
    return found


class _Table:
    """The visible tiles, and the concealed hands."""

    def __init__(self, hand: PlayedHand) -> None:
        self.held = [[tiles.count(kind) for kind in range(34)] for tiles in hand.dealt]
        self.seen = [0] * 34
        self.seen[hand.indicator] += 1
        self.rivers: list[list[int]] = [[] for _ in hand.dealt]
        self.is_untouched = True

    def apply(self, play: Any) -> None:
        kind = play[0]
        if kind == "dora":
            self.seen[play[1]] += 1
        elif kind == "draw":
            self.held[play[1]][play[2]] += 1
        elif kind in ("discard", "north", "added kan"):
            self._show(play[1], [play[2]])
            if kind == "discard":
                self.rivers[play[1]].append(play[2])
        elif kind in ("call", "closed kan"):
            self._show(play[1], play[2] if kind == "call" else [play[2]] * 4)
        if kind in ("north", "added kan", "call", "closed kan"):
            self.is_untouched = False

    def _show(self, seat: int, kinds: list[int]) -> None:
        for kind in kinds:
            self.held[seat][kind] -= 1
            self.seen[kind] += 1


def facts_of(hand: PlayedHand, players: int) -> list[Facts]:
    """The facts of each seat of a hand."""
    seats = [Facts() for _ in range(players)]
    table = _Table(hand)
    for seat, own in enumerate(seats):
        first = [hand.plays[0][2]] if seat == hand.dealer else []
        own.shanten = starting_shanten([*hand.dealt[seat], *first])
    discards = 0
    pending = -1
    for play in hand.plays:
        name = play[0]
        table.apply(play)
        if name == "riichi":
            seats[play[1]].riichi = discards / players + 1
            seats[play[1]].is_double = not table.rivers[play[1]] and table.is_untouched
            pending = play[1]
        elif name == "discard":
            discards += 1
            if play[1] == pending and not seats[pending].waits:
                _judge_riichi(seats[pending], table, pending)
        elif name == "stood":
            seats[play[1]].stood = True
        elif name == "call":
            seats[play[1]].calls += 1
        elif name == "win":
            _add_win(seats, play[1], discards / players + 1)
        elif name == "end":
            _add_end(seats, play)
    return seats


def starting_shanten(kinds: list[int]) -> int:
    """The shanten number by the `mahjong` package, for sets and a pair or seven pairs."""
    counts = [kinds.count(kind) for kind in range(34)]
    regular: int = Shanten.calculate_shanten_for_regular_hand(counts)
    pairs: int = Shanten.calculate_shanten_for_chiitoitsu_hand(counts)
    return min(regular, pairs)


def _judge_riichi(own: Facts, table: _Table, seat: int) -> None:
    own.waits = waits_of(table.held[seat])
    own.is_furiten = any(kind in table.rivers[seat] for kind in own.waits)
    own.unseen = sum(4 - table.seen[kind] - table.held[seat][kind] for kind in own.waits)


def _add_win(seats: list[Facts], won: Won, turn: float) -> None:
    winner = seats[won.seat]
    winner.won, winner.win_turn = won, turn
    winner.gain = won.deltas[won.seat] - (1000 if winner.stood else 0)
    losers = [seat for seat, points in enumerate(won.deltas) if points < 0]
    if won.seat == won.from_seat:
        if len(losers) == 1:
            seats[losers[0]].pao += -won.deltas[losers[0]]
        return
    seats[won.from_seat].deal_ins.append(won)
    seats[won.from_seat].paid -= won.deltas[won.from_seat]
    for seat in losers:
        if seat != won.from_seat:
            seats[seat].pao -= won.deltas[seat]


def _add_end(seats: list[Facts], play: Any) -> None:
    _, kind, tenpai, deltas = play
    for seat, own in enumerate(seats):
        own.is_drawn = kind in ("exhaustive", "nagashi mangan")
        if own.is_drawn and tenpai:
            own.tenpai = bool(tenpai[seat])
        own.is_nagashi = kind == "nagashi mangan" and deltas[seat] > 0


def scoring_han(won: Won) -> int:
    """The han as amae-koromo counts them: 13 at most, and 13 for each yakuman."""
    han = won.han or 0
    return han if won.is_yakuman else min(han, 13)


def add_amae_hand(sums: Sums, hand: PlayedHand, facts: list[Facts], seat: int) -> None:
    """Add one seat's hand."""
    own = facts[seat]
    sums.add("hands")
    for group in ("", " dealer" if seat == hand.dealer else " non-dealer"):
        sums.add(f"dealt{group}")
        sums.add(f"shanten{group}", own.shanten)
    if own.won:
        _add_amae_win(sums, own)
    if own.deal_ins:
        _add_amae_deal_in(sums, own, facts)
    if own.riichi is not None:
        _add_amae_riichi(sums, own, facts)
    sums.add("called", own.calls > 0)
    sums.add("nagashi", own.is_nagashi)
    if own.tenpai is not None:
        sums.add("told draws")
        sums.add("tenpai", own.tenpai)
    if own.is_drawn:
        sums.add("draws")
        sums.add("riichi draws", own.riichi is not None)
        sums.add("called draws", own.calls > 0)
    tsumo = [other for other in facts if other.won and other.won.seat == other.won.from_seat and other is not own]
    if tsumo:
        sums.add("tsumo paid")
        if seat == hand.dealer and tsumo[0].gain >= 8000:
            sums.add("dealer hit")
            sums.add("dealer hit points", tsumo[0].gain)


def _add_amae_win(sums: Sums, own: Facts) -> None:
    won = own.won
    assert won is not None
    sums.add("wins")
    sums.add("gain", own.gain)
    sums.add("win turns", own.win_turn)
    sums.add("tsumo", won.seat == won.from_seat)
    if own.riichi is not None:
        sums.add("riichi wins")
    elif own.calls:
        sums.add("open wins")
    else:
        sums.add("dama wins")
    yaku = dict(won.yaku or ())
    sums.add("ippatsu", yaku.get(IPPATSU, 0) > 0)
    sums.add("ura", yaku.get(URA, 0) > 0)
    if won.yaku and (won.is_yakuman or (won.han or 0) >= YAKUMAN):
        sums.add("yakuman")
        sums.add("counted yakuman", not won.is_yakuman)
    if won.yaku and not won.is_yakuman:
        sums.at_most("han", won.han or 0)


def _add_amae_deal_in(sums: Sums, own: Facts, facts: list[Facts]) -> None:
    sums.add("deal-ins")
    sums.add("paid", own.paid)
    sums.add("deal-ins riichi", own.riichi is not None)
    sums.add("deal-ins open", own.calls > 0)
    for won in own.deal_ins:
        winner = facts[won.seat]
        sums.add("dealt in")
        kind = "riichi" if winner.riichi is not None else "open" if winner.calls else "dama"
        sums.add(f"dealt in to {kind}")
        if scoring_han(won) > 5:
            sums.at_most("deal-in han", scoring_han(won))


def _add_amae_riichi(sums: Sums, own: Facts, facts: list[Facts]) -> None:
    assert own.riichi is not None
    sums.add("riichis")
    sums.add("riichi turns", own.riichi)
    sums.add("furiten", own.is_furiten)
    sums.add("double riichi", own.is_double)
    if own.waits:
        sums.add("known waits")
        sums.add("many kinds", len(own.waits) >= 2)
        sums.add("many tiles", own.unseen >= 6)
    if own.won:
        sums.add("riichi gain", own.gain)
        sums.add("riichi payment", own.gain)
    elif own.deal_ins or own.pao:
        lost = (own.paid or own.pao) + (1000 if own.stood else 0)
        sums.add("riichi lost", lost)
        sums.add("riichi payment", -lost)
        sums.add("stood deal-ins", bool(own.deal_ins) and own.stood)
    elif own.tenpai and not any(other.is_nagashi for other in facts):
        tenpai = sum(other.tenpai is True for other in facts)
        sums.add("riichi payment", {1: 3000, 2: 1500, 3: 1000, 4: 0}[tenpai] - 1000)
    else:
        sums.add("riichi payment", -1000)
    in_order = sorted(other.riichi for other in facts if other.riichi is not None)
    sums.add("first", own.riichi == in_order[0])
    sums.add("chasing", own.riichi > in_order[0])
    sums.add("chased", own.riichi < in_order[-1])


def final_points(game: PlayedGame) -> list[int]:
    """The points after the last hand, with sticks left on the table given to the first place."""
    last = game.hands[-1]
    points, sticks = list(last.start), last.sticks
    for play in last.plays:
        if play[0] == "stood":
            points[play[1]] -= 1000
            sticks += 1
        elif play[0] in ("win", "end"):
            deltas = play[1].deltas if play[0] == "win" else play[3]
            points = [one + change for one, change in zip(points, deltas, strict=True)]
            sticks = 0 if play[0] == "win" else sticks
    points[points.index(max(points))] += 1000 * sticks
    return points


def places(points: list[int], *, shared: bool = False) -> list[int]:
    """The place of each seat; of equal points the lower seat is first, unless they share the place."""
    return [
        1 + sum(other > own or (other == own and before < seat and not shared) for before, other in enumerate(points))
        for seat, own in enumerate(points)
    ]


def add_amae_game(sums: Sums, game: PlayedGame, seat: int) -> None:
    """Add one seat's game."""
    finished = [hand for hand in game.hands if hand.is_finished]
    sums.add("rounds", len(finished))
    repeats = 0
    for before, after in pairwise(finished):
        repeats = repeats + 1 if before.dealer == after.dealer == seat else 0
        sums.at_most("repeats", repeats)
    if not game.final:
        return
    place = places(game.final, shared=game.shares_places)[seat]
    sums.add("games")
    sums.add("places", place)
    sums.add(f"place {place}")
    sums.add(f"points {place}", game.final[seat])
    sums.add("points", game.final[seat])
    sums.add("change", game.final[seat] - game.hands[0].start[seat])
    sums.add("bust", game.final[seat] < 0)


def amae_figures(sums: Sums) -> Figures:
    """The figures of amae-koromo from its sums."""
    of, most = sums.of, sums.most
    figures: Figures = {
        "recorded_matches": (of["games"], None),
        "total_rounds": (of["rounds"], None),
        "average_rank": (of["places"], of["games"]),
        "busting_rate": (of["bust"], of["games"]),
        "average_match_points": (of["points"], of["games"]),
        "gain_per_round": (of["change"], of["rounds"]),
        "top_2_rate": (of["place 1"] + of["place 2"], of["games"]),
        "max_repeats": (most.get("repeats", 0), None),
        "yakuman": (of["yakuman"], None),
        "counted_yakuman": (of["counted yakuman"], None),
        "max_han": (most.get("han", -1), None),
        "nagashi_mangan": (of["nagashi"], None),
        "double_riichi": (of["double riichi"], None),
        "largest_deal_in_han": (most.get("deal-in han", -1), None),
        "net_win_efficiency": (of["gain"] - of["paid"], of["hands"]),
        "win_lose_difference": (of["wins"] - of["deal-ins"], of["hands"]),
        "deal_in_while_closed": (of["deal-ins"] - of["deal-ins riichi"] - of["deal-ins open"], of["deal-ins"]),
    }
    for place in range(1, 5):
        figures[f"rank_{place}_rate"] = (of[f"place {place}"], of["games"])
        figures[f"rank_{place}_average_points"] = (of[f"points {place}"], of[f"place {place}"])
    figures.update({name: (of[top], of[bottom]) for name, (top, bottom) in AMAE.items()})
    return figures


AMAE = {
    "win_rate": ("wins", "hands"),
    "deal_in_rate": ("deal-ins", "hands"),
    "tsumo_rate": ("tsumo", "wins"),
    "dama_rate": ("dama wins", "wins"),
    "exhaustive_draw_rate": ("draws", "hands"),
    "draw_tenpai_rate": ("tenpai", "told draws"),
    "call_rate": ("called", "hands"),
    "riichi_rate": ("riichis", "hands"),
    "average_turns_to_win": ("win turns", "wins"),
    "average_win_score": ("gain", "wins"),
    "average_deal_in_score": ("paid", "deal-ins"),
    "riichi_win_rate": ("riichi wins", "riichis"),
    "deal_in_after_riichi_a": ("deal-ins riichi", "riichis"),
    "deal_in_after_riichi_b": ("stood deal-ins", "riichis"),
    "riichi_payment": ("riichi payment", "riichis"),
    "average_riichi_hand_value": ("riichi gain", "riichi wins"),
    "average_riichi_deal_in": ("riichi lost", "deal-ins riichi"),
    "first_riichi": ("first", "riichis"),
    "chasing_riichi": ("chasing", "riichis"),
    "chased_rate": ("chased", "riichis"),
    "average_riichi_turn": ("riichi turns", "riichis"),
    "riichi_draw_rate": ("riichi draws", "riichis"),
    "ippatsu_rate": ("ippatsu", "riichi wins"),
    "furiten_rate": ("furiten", "riichis"),
    "multi_sided_riichi": ("many kinds", "known waits"),
    "good_hand_riichi": ("many tiles", "known waits"),
    "uradora_rate": ("ura", "riichi wins"),
    "tsumo_hit_as_dealer": ("dealer hit", "tsumo paid"),
    "tsumo_hit_as_dealer_points": ("dealer hit points", "dealer hit"),
    "deal_in_while_riichi": ("deal-ins riichi", "deal-ins"),
    "deal_in_while_open": ("deal-ins open", "deal-ins"),
    "deal_in_after_open": ("deal-ins open", "called"),
    "win_rate_after_open": ("open wins", "called"),
    "draw_rate_after_open": ("called draws", "called"),
    "win_efficiency": ("gain", "hands"),
    "deal_in_loss": ("paid", "hands"),
    "riichi_wins": ("riichi wins", "wins"),
    "open_wins": ("open wins", "wins"),
    "dama_wins": ("dama wins", "wins"),
    "dealt_in_to_riichi": ("dealt in to riichi", "dealt in"),
    "dealt_in_to_open": ("dealt in to open", "dealt in"),
    "dealt_in_to_dama": ("dealt in to dama", "dealt in"),
    "starting_shanten": ("shanten", "dealt"),
    "starting_shanten_dealer": ("shanten dealer", "dealt dealer"),
    "starting_shanten_non_dealer": ("shanten non-dealer", "dealt non-dealer"),
}
"""The sums for numerator and n of the other figures."""
