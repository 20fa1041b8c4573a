"""The second implementation's arithmetic of payments: what a won hand is worth by the `mahjong` package, who pays it,
who deals next and whether the game is over. It takes nothing of the program but the settings of a ruleset.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld

from auditor.core.rulesets.model import Ruleset

LIABLE: Final = {39: "Daisangen", 49: "Dai Suushii", 51: "Suu Kantsu"}
LETTERS: Final = "ESWNPFC"
REDS: Final = {"5mr": 16, "5pr": 52, "5sr": 88}


class Win(NamedTuple):
    """A win and its circumstances. hand: concealed tiles, the winning one included. melds: type, tiles, target."""

    seat: int
    target: int
    tile: str
    hand: list[str]
    melds: list[tuple[str, tuple[str, ...], int]]
    dealer: int
    round: int
    players: int
    riichi: bool
    double: bool
    ippatsu: bool
    rinshan: bool
    chankan: bool
    last: bool
    first: bool
    norths: int
    indicators: list[str]
    ura: list[str]

    @property
    def is_tsumo(self) -> bool:
        return self.seat == self.target

    def told(self, honba: int, sticks: int) -> dict[str, Any]:
        """The hand as a question tells it: the tile that wins is the last of the concealed ones."""
        place = (self.seat - self.dealer) % self.players
        held = list(self.hand)
        held.remove(self.tile)
        on_last, on_first = self.last and not self.rinshan, self.first and not self.is_tsumo
        holds = {
            "riichi": self.riichi, "double riichi": self.riichi and self.double,
            "ippatsu": self.riichi and self.ippatsu, "rinshan": self.rinshan, "chankan": self.chankan,
            "haitei": on_last and self.is_tsumo, "houtei": on_last and not self.is_tsumo,
            "tenhou": self.first and self.is_tsumo and place == 0,
            "chiihou": self.first and self.is_tsumo and place > 0, "renhou": on_first,
        }  # fmt: skip
        return {
            "seat": self.seat, "target": self.target, "dealer": self.dealer, "tiles": [*held, self.tile],
            "melds": [
                {"type": kind if kind in ("chi", "pon") else "kan", "tiles": list(tiles), "is_open": kind != "ankan"}
                for kind, tiles, _ in self.melds
            ],
            "round_wind": LETTERS[self.round // 4], "seat_wind": LETTERS[place], "norths": self.norths,
            "circumstances": [name for name, is_so in holds.items() if is_so], "dora_markers": self.indicators,
            "ura_markers": self.ura, "honba": honba, "sticks": sticks,
        }  # fmt: skip


class Worth(NamedTuple):
    """What a hand is worth: its base points, of which `yakuman` single ones; yakuman of liability by number."""

    base: int
    yakuman: int
    liable: dict[int, int]


class Ids:
    """Gives each tile an id of the package: one of four, the red five's own for red ones."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def take(self, tile: str) -> int:
        if tile in REDS:
            self.used.add(REDS[tile])
            return REDS[tile]
        kind = 27 + LETTERS.index(tile) if tile in LETTERS else "mps".index(tile[1]) * 9 + int(tile[0]) - 1
        free = [one for one in range(4 * kind + 3, 4 * kind - 1, -1) if one not in self.used]
        wanted = next((one for one in free if one not in REDS.values()), free[0])
        self.used.add(wanted)
        return wanted


def _config(win: Win, rules: Ruleset) -> HandConfig:
    scoring = rules.scoring
    options = OptionalRules(
        has_open_tanyao=scoring.open_tanyao, has_aka_dora=any(rules.game.reds),
        has_double_yakuman=bool(scoring.double_yakuman),
        kazoe_limit=HandConstants.KAZOE_LIMITED if scoring.counted_yakuman else HandConstants.KAZOE_SANBAIMAN,
        kiriage=scoring.kiriage, fu_for_pinfu_tsumo=not scoring.pinfu_tsumo, renhou_as_yakuman=False,
        limit_to_sextuple_yakuman=False, is_three_player=win.players == 3,
    )  # fmt: skip
    seat_wind = (win.seat - win.dealer) % win.players
    return HandConfig(
        is_tsumo=win.is_tsumo, is_riichi=win.riichi, is_daburu_riichi=win.riichi and win.double,
        is_ippatsu=win.riichi and win.ippatsu, is_rinshan=win.rinshan, is_chankan=win.chankan,
        is_haitei=win.last and win.is_tsumo and not win.rinshan, is_houtei=win.last and not win.is_tsumo,
        is_tenhou=win.first and win.is_tsumo and seat_wind == 0,
        is_chiihou=win.first and win.is_tsumo and seat_wind != 0,
        is_renhou=win.first and not win.is_tsumo and scoring.renhou != "none",
        player_wind=EAST + seat_wind, round_wind=EAST + win.round // 4, options=options, num_nuki_dora=win.norths,
    )  # fmt: skip


def won_value(win: Win, rules: Ruleset) -> Worth | None:
    """What the hand is worth; None where it has no yaku."""
    ids = Ids()
    tile = ids.take(win.tile)
    rest = list(win.hand)
    rest.remove(win.tile)
    hand = [tile, *[ids.take(one) for one in rest]]
    types = {"chi": Meld.CHI, "pon": Meld.PON}
    melds = [
        Meld(types.get(kind, Meld.KAN), sorted([ids.take(one) for one in tiles]), kind != "ankan")
        for kind, tiles, _ in win.melds
    ]
    every = hand + [one for meld in melds for one in meld.tiles or ()]
    marks = [Ids().take(one) for one in win.indicators]
    ura = [Ids().take(one) for one in win.ura]
    found = HandCalculator.estimate_hand_value(every, tile, melds, marks, _config(win, rules), ura_dora_indicators=ura)
    if found.error == HandCalculator.ERR_NO_YAKU:
        return None
    if found.error or found.yaku is None:
        raise ValueError(f"{found.error}: {win}")
    limits = {one.name: one.han_closed or one.han_open for one in found.yaku if one.is_yakuman}
    if limits:
        singles = [(han or 13) // 13 for han in limits.values()]
        count = sum(singles) if rules.scoring.several_yakuman else max(singles)
        liable = {number: (limits[name] or 13) // 13 for number, name in LIABLE.items() if name in limits}
        return Worth(8000 * count, count, liable)
    han, fu = found.han or 0, found.fu or 0
    if rules.scoring.double_wind_fu == 2 and found.fu_details:
        double = [one for one in found.fu_details if one["reason"] == "double_valued_pair"]
        if double:
            fu = -(-(sum(one["fu"] for one in found.fu_details) - 2) // 10) * 10
    base = _base(han, fu, rules)
    is_renhou = win.first and not win.is_tsumo and rules.scoring.renhou == "mangan"
    return Worth(max(_base(han - 5, fu, rules), 2000) if is_renhou else base, 0, {})


def _base(han: int, fu: int, rules: Ruleset) -> int:
    if han >= 13:
        return 8000 if rules.scoring.counted_yakuman else 6000
    limits = ((11, 6000), (8, 4000), (6, 3000), (5, 2000))
    for least, base in limits:
        if han >= least:
            return base
    if rules.scoring.kiriage and (han, fu) in ((4, 30), (3, 60)):
        return 2000
    return min(fu << (2 + max(han, 0)), 2000)


def _up(points: int) -> int:
    return -(-points // 100) * 100


def _usual(win: Win, base: int) -> list[int]:
    """The payments of a hand of that base, without honba."""
    deltas = [0] * win.players
    if not win.is_tsumo:
        deltas[win.target] = -_up(base * (6 if win.seat == win.dealer else 4))
    else:
        for seat in range(win.players):
            if seat != win.seat:
                deltas[seat] = -_up(base * (2 if win.dealer in (win.seat, seat) else 1))
    deltas[win.seat] = -sum(deltas)
    return deltas


def liable_seats(win: Win, worth: Worth, rules: Ruleset) -> dict[int, int]:
    """The seats that are liable, each with how many single yakuman it pays for."""
    found: dict[int, int] = {}
    dragons = [meld for meld in win.melds if meld[1][0] in "PFC"]
    winds = [meld for meld in win.melds if meld[1][0] in "ESWN"]
    kans = [meld for meld in win.melds if meld[0] in ("ankan", "kakan", "daiminkan")]
    for number, melds, needed in ((39, dragons, 3), (49, winds, 4), (51, kans, 4)):
        if number in worth.liable and number in rules.scoring.pao and len(melds) == needed:
            kind, _, target = melds[-1]
            claimed = kind in (("daiminkan",) if number == 51 else ("pon", "daiminkan", "kakan"))
            if claimed:
                found[target] = found.get(target, 0) + worth.liable[number]
    return found


def payment(win: Win, worth: Worth, honba: int, rules: Ruleset) -> list[int]:
    """What each seat gains by the win, honba included, sticks not."""
    liable = liable_seats(win, worth, rules)
    counters = honba * rules.sticks.honba
    if not liable:
        deltas = _usual(win, worth.base)
        payers = [seat for seat in range(win.players) if seat != win.seat] if win.is_tsumo else [win.target]
        return _paid(deltas, win.seat, payers, counters // (len(payers) if win.is_tsumo else 1))
    if len(liable) > 1:
        raise ValueError("two liable seats: no source")
    ((seat, yakuman),) = liable.items()
    covered = worth.yakuman if rules.scoring.pao_scope == "hand" else min(yakuman, worth.yakuman)
    deltas = _usual(win, 8000 * (worth.yakuman - covered))
    part = 8000 * covered * (6 if win.seat == win.dealer else 4)
    if win.is_tsumo:
        if win.players == 3:
            part = -sum(one for place, one in enumerate(_usual(win, 8000 * covered)) if place != win.seat)
        deltas = _paid(deltas, win.seat, [seat], part)
        if covered == worth.yakuman or rules.scoring.pao_honba == "liable":
            return _paid(deltas, win.seat, [seat], counters)
        raise ValueError("who pays the counters of a self-draw that is shared: no source")
    deltas = _paid(deltas, win.seat, [seat], part // 2)
    deltas = _paid(deltas, win.seat, [win.target], part // 2)
    return _paid(deltas, win.seat, [seat if rules.scoring.pao_honba == "liable" else win.target], counters)


def _paid(deltas: list[int], winner: int, payers: Sequence[int], each: int) -> list[int]:
    after = list(deltas)
    for seat in payers:
        after[seat] -= each
        after[winner] += each
    return after


def next_deal(number: int, stays: bool, players: int) -> dict[str, Any]:
    """The next hand's round, as in ``E1``, and dealer."""
    if not stays:
        number += 2 if players == 3 and number % 4 == 2 else 1
    return {"dealer": number % 4, "round": f"{'ESWN'[number // 4 % 4]}{number % 4 + 1}"}


def is_over(rules: Ruleset, scores: list[int], number: int, dealer: int, stays: bool, *, is_abortive: bool) -> bool:
    """Whether the game ends after a hand of the round with that number."""
    game = rules.game
    if game.bust and min(scores) < 0:
        return True
    last = game.length * 4 - (1 if len(scores) == 4 else 2)
    if number < last:
        return False
    enough = game.target_points is None or max(scores) >= game.target_points
    leads = scores.index(max(scores)) == dealer
    if stays:
        return game.all_last_stop and not is_abortive and enough and leads
    return enough or game.extension == "none" or number >= last + 4
