# build: plain
"""The rules of a game on Mahjong Soul, by its room and the switches of its record.

A ranked room plays by the ruleset as it is. Rooms made by players (friends' and contest rooms) have switches. The
server leaves out those that are off or 0, so that these cannot be told from missing ones. A short set has only a few;
the others are as the client shows them, which is as in ranked rooms. A full set has all that are on. A record without
a head does not name its room: then the ranked rules are assumed, except for what the hands themselves show.

Sources: the client's list of a room's rules (uiscript, ``detail_rule``) for the defaults; the switches of contest rooms
as their tools set them (``have_helelianzhuang``: the dealer deals again after a win, and so on).
"""

import json
from typing import Any, Final

import msgspec

from auditor.core.events import ADDED_KAN, DORA, DRAW, OPEN_KAN, Event, Game, Ryuukyoku, Win
from auditor.core.phrases import Phrase
from auditor.core.reading.stated_rules import REMARK
from auditor.core.rulesets.model import Renchan, Ruleset
from auditor.core.rulesets.records import ALL_CHECKS, UnjudgedChecks
from auditor.core.units import Points, YakuNumber
from auditor.core.yaku import RENHOU, RIICHIS, SUUKANTSU, TANYAO, UNKNOWN_YAKU, URA_DORA
from auditor.formats.majsoul.header import is_ranked
from auditor.formats.majsoul.schema import MESSAGES

VARIANTS: Final = (
    "amusement_switches", "beishuizhizhan_mode", "begin_open_mode", "chuanma", "dora3_mode", "field_spell_mode",
    "huansanzhang", "hunzhiyiji_mode", "jiuchao_mode", "muyu_mode", "reveal_discard", "tianming_mode",
    "wanxiangxiuluo_mode", "xuezhandaodi", "yongchang_mode", "zhanxing",
)  # fmt: skip
"""Switches of variants with other tiles, turns or payments, which this program does not know."""

_LOCAL_YAKU: Final = "guyi_mode"
_FULL_SET: Final = (
    "have_liujumanguan", "have_biao_dora", "have_gang_biao_dora", "have_li_dora", "have_gang_li_dora",
    "have_sifenglianda", "have_sigangsanle", "have_sijializhi", "have_jiuzhongjiupai", "have_helelianzhuang",
    "have_helezhongju", "have_tingpailianzhuang", "have_tingpaizhongju", "have_yifa", "have_nanruxiru",
)  # fmt: skip
"""Switches that are on in ranked rooms: a set with any of them is a full set."""

_EVENTS_FROM: Final = 33
"""Rooms of matched players from this number on are events with rules of their own."""
_LENGTHS: Final = {1: 1, 2: 2}
"""Winds played, by the last digit of the mode."""

VALUE_CHECKS: Final = ("pay/honba", "pay/win", "stick/award", "win/no-yaku", "win/value", "win/yaku")
"""The checks that local yaku make impossible."""
SHARE_CHECKS: Final = ("draw/nagashi", "pay/honba", "pay/win", "stick/award", "win/value")
"""The checks that rest on what a self-draw pays."""


def variant_of(game: Game) -> str:
    """What makes a game a variant, which is not judged, in the words of its record; "" for no variant."""
    switches = _object(game, "detail_rule")
    named = [name for name, value in switches.items() if value and (name in VARIANTS or _is_unknown(name, value))]
    if _object(game, "testing_environment"):
        named.append("testing_environment")
    if int(game.attributes.get("mode_id", "0")) >= _EVENTS_FROM and is_ranked(game):
        named.append(f"mode_id {game.attributes['mode_id']}")
    category = game.attributes.get("category")
    if category is not None and int(category) not in _CATEGORIES:
        named.append(f"category {category}")
    return ", ".join(sorted(named))


def _is_unknown(name: str, value: Any) -> bool:
    """Whether a switch is for an unknown mode or rule, was added by an editor of records, or has an unknown value."""
    if name not in _KNOWN:
        return name.lower().endswith(("mode", "value")) or name.startswith(("_", "have", "enable", "disable"))
    low, high = _BOUNDS.get(name, (-1_000_000 if name.startswith("shunweima_") else 0, 1_000_000))
    return not isinstance(value, int) or not low <= value <= high


_BOUNDS: Final = {"enable_renhe": (0, 2), "enable_baopai_extend_settings": (0, 2), "liqibang_value": (100, 100_000)}
_KNOWN: Final = frozenset([field.name for field in MESSAGES["GameDetailRule"]])
"""The switches in the schema of the records."""


def _object(game: Game, name: str) -> dict[str, Any]:
    value = json.loads(game.attributes.get(name, "{}"))
    return value if isinstance(value, dict) else {}


def by_record(game: Game, rules: Ruleset) -> tuple[Ruleset, str]:
    """The rules of a game by its record, and the reason. rules: those of ranked rooms for as many players."""
    if variant := variant_of(game):
        reason = Phrase("variant-of-mahjong-soul", variant=variant)
        return msgspec.structs.replace(rules, off=ALL_CHECKS), reason
    rules = _with_reds(rules, game)
    if "category" not in game.attributes and {"dora_count"}.issuperset(_object(game, "detail_rule")):
        return _by_what_shows(game, rules), Phrase("no-head-assumed", ruleset=rules.name)
    room = _Room(_object(game, "detail_rule"), game, rules)
    named = _CATEGORIES.get(int(game.attributes.get("category", "0")), Phrase("a-room"))
    return room.rules(), Phrase(f"head-names-mahjong-soul{'-rules' if room.switches else ''}", room=named)


def unjudged(game: Game) -> list[UnjudgedChecks]:
    """None in particular: what a room changes is off for all its games, and `why_off` says why."""
    return []


def why_off(game: Game) -> str:
    """Why checks are off for a game from a record of Mahjong Soul's."""
    if variant := variant_of(game):
        return Phrase("variant-unknown", variant=variant)
    if REMARK in game.attributes:
        return ""
    if "category" not in game.attributes and {"dora_count"}.issuperset(_object(game, "detail_rule")):
        return Phrase("no-head")
    return Phrase("room-rules-unknown")


_CATEGORIES: Final = {1: Phrase("a-friends-room"), 2: Phrase("a-matched-room"), 4: Phrase("a-contest-room")}


def _with_reds(rules: Ruleset, game: Game) -> Ruleset:
    reds = [sum([tile // 36 == suit for tile in game.red_tiles]) for suit in range(3)]
    if tuple(reds) == rules.game.reds:
        return rules
    return msgspec.structs.replace(
        rules, game=msgspec.structs.replace(rules.game, red_fives=(reds[0], reds[1], reds[2]))
    )


class _Room:
    """The ranked rules with the switches of a room. off: the checks that the switches make impossible."""

    def __init__(self, switches: dict[str, Any], game: Game, base: Ruleset) -> None:
        self.switches = {name: value for name, value in switches.items() if value}
        self.is_full = any([name in self.switches for name in _FULL_SET])
        self.game = game
        self.base = base
        self.off: set[str] = set()

    def flag(self, name: str, usual: bool) -> bool:
        """Whether a switch is on. usual: whether it is in ranked rooms."""
        return name in self.switches or (usual and not self.is_full)

    def number(self, name: str, usual: int, *, zero: bool = False) -> int:
        """The value of a switch. usual: that in ranked rooms. zero: whether one missing in a full set means 0."""
        number = int(self.switches.get(name, 0))
        return number if number or (zero and self.is_full) else usual

    def rules(self) -> Ruleset:
        """The ruleset of the room."""
        base = self.base
        riichi = msgspec.structs.replace(
            base.riichi,
            stick=self.number("liqibang_value", base.riichi.stick),
            points=self.number("liqibang_value", base.riichi.points) if self._bust() else 0,
            ippatsu=self.flag("have_yifa", base.riichi.ippatsu),
            ura_dora=self.flag("have_li_dora", base.riichi.ura_dora),
            tiles_left=0 if self.flag("enable_nontsumo_liqi", False) else base.riichi.tiles_left,
        )
        sticks = msgspec.structs.replace(
            base.sticks, honba=self.number("changbang_value", base.sticks.honba, zero=True)
        )
        kuikae = "allowed" if self.flag("enable_shiti", False) else base.calls.kuikae
        return msgspec.structs.replace(
            base, game=self._game(), riichi=riichi, calls=msgspec.structs.replace(base.calls, kuikae=kuikae),
            sticks=sticks, scoring=self._scoring(), draws=self._draws(), dora=self._dora(), off=tuple(sorted(self.off)),
        )  # fmt: skip

    def _game(self) -> Any:
        base = self.base.game
        length = _LENGTHS.get(int(self.game.attributes.get("mode", "0")) % 10)
        wins_stop, tenpai_stops = self.flag("have_helezhongju", True), self.flag("have_tingpaizhongju", True)
        if length is None or self.number("tianbian_value", 0) or (tenpai_stops and not wins_stop):
            self.off.add("game/end")  # a single hand, an end at a high score, or a stop only by tenpai
        start = self.number("init_point", base.start_points)
        others = range(2, base.players + 1)
        placement = list(base.placement or ())
        for index in others:
            placement[index - 1] = float(self.number(f"shunweima_{index}", int(placement[index - 1]), zero=True))
        placement[0] = -sum(placement[1:])
        return msgspec.structs.replace(
            base, length=length or base.length, start_points=start,
            target_points=self.number("fandian", base.target_points or 0),
            return_points=self.number("jingsuanyuandian", max(start, 0)),
            extension=base.extension if self.flag("have_nanruxiru", True) else "none", bust=self._bust(),
            all_last_stop=wins_stop, all_last_tenpai_stop=tenpai_stops, renchan=self._renchan(),
            placement=tuple(placement),
        )  # fmt: skip

    def _bust(self) -> bool:
        """Whether a score below zero ends the game. If a short set lacks the switch, the game itself has to show it."""
        if "can_jifei" in self.switches or self.is_full:
            return self.flag("can_jifei", False)
        return self.base.game.bust and not (self.switches and _goes_on_below_zero(self.game))

    def _renchan(self) -> Renchan:
        by_win, by_tenpai = self.flag("have_helelianzhuang", True), self.flag("have_tingpailianzhuang", True)
        if by_tenpai and not by_win:
            self.off |= {"game/rotation", "honba/carry"}  # a repeat for tenpai only is not in `Renchan`
        return ("tenpai" if by_tenpai else "win") if by_win else "never"

    def _scoring(self) -> Any:
        base = self.base.scoring
        renhou: Any = {1: "mangan", 2: "yakuman"}.get(self.number("enable_renhe", 0), base.renhou)
        if self.flag(_LOCAL_YAKU, False):
            renhou = "yakuman"
            self.off |= set(VALUE_CHECKS)
        elif renhou == "mangan" and any([RENHOU in _yaku(win) for win in _wins(self.game)]):
            self.off |= set(VALUE_CHECKS)  # it is not known whether it adds to other yaku
        adds = not self.flag("disable_composite_yakuman", False) and not self.flag("disable_multi_yukaman", False)
        doubles = not self.flag("disable_double_yakuman", False) and not self.flag("disable_multi_yukaman", False)
        pao = {1: (*base.pao, SUUKANTSU), 2: ()}.get(self.number("enable_baopai_extend_settings", 0), base.pao)
        return msgspec.structs.replace(
            base, open_tanyao=self._open_tanyao(),
            double_wind_fu=2 if self.flag("disable_double_wind_four_fu", False) else base.double_wind_fu,
            kiriage=self.flag("have_qieshangmanguan", False),
            counted_yakuman=not self.flag("disable_leijiyiman", False), several_yakuman=adds,
            double_yakuman=base.double_yakuman if doubles else (), renhou=renhou,
            minimum_han=max(base.minimum_han, min(self.number("fanfu", 1), 13)), tsumo_loss=self._tsumo_loss(),
            kokushi_closed_kan=base.kokushi_closed_kan and not self.flag("disable_angang_guoshi", False),
            head_bump=self.flag("have_toutiao", False),
            triple_ron="abort" if self.flag("have_sanjiahele", False) else base.triple_ron, pao=pao,
        )  # fmt: skip

    def _open_tanyao(self) -> bool:
        """Whether open tanyao counts: if there are switches, one must name it or a win must show it."""
        if not self.switches or "shiduan" in self.switches:
            return True
        return any([TANYAO in _yaku(win) and bool(win.melds) for win in _wins(self.game)])

    def _tsumo_loss(self) -> bool:
        """Whether with three players a self-draw loses the share of the fourth: if so a set names it.

        Short sets from before there was such a switch do not, so that nothing is known without it. If the share is
        paid, it is not known how the two payers round their halves.
        """
        usual = self.base.scoring.tsumo_loss
        if self.game.players != 3 or not self.switches or "have_zimosun" in self.switches:
            return usual
        self.off |= set(SHARE_CHECKS if self.is_full else VALUE_CHECKS)
        return not self.is_full

    def _draws(self) -> Any:
        base = self.base.draws
        switches = {
            "nine terminals": "have_jiuzhongjiupai", "four winds": "have_sifenglianda",
            "four riichi": "have_sijializhi", "four kans": "have_sigangsanle",
        }  # fmt: skip
        abortive = [draw for draw in base.abortive if self.flag(switches.get(draw, ""), True)]
        if self.flag("have_sanjiahele", False) and self.game.players == 4:
            abortive.append("triple ron")
        return msgspec.structs.replace(
            base, abortive=tuple(abortive), nagashi_mangan=self.flag("have_liujumanguan", base.nagashi_mangan),
            noten_points=self._noten_points(),
        )  # fmt: skip

    def _noten_points(self) -> Points:
        """The noten payments in all (as with four players), from what each noten seat pays by the number tenpai."""
        players = self.game.players
        usual = self.base.draws.noten_points
        pool = usual if players == 4 else usual * 2 // 3
        pays = [
            self.number(f"noting_fafu_{tenpai}", pool // (players - tenpai), zero=True) for tenpai in range(1, players)
        ]
        pools = {pay * (players - tenpai) for tenpai, pay in enumerate(pays, start=1)}
        if len(pools) != 1:
            self.off.add("pay/noten")  # the payments do not divide one pool
            return usual
        return pools.pop() if players == 4 else pools.pop() * 3 // 2

    def _dora(self) -> Any:
        base = self.base.dora
        if not self.flag("have_biao_dora", True):
            self.off |= {*VALUE_CHECKS, "dora/timing", "dora/ura"}  # a game without dora indicators
        return msgspec.structs.replace(
            base,
            kan_dora=self.flag("have_gang_biao_dora", base.kan_dora),
            kan_ura=self.flag("have_gang_li_dora", base.kan_ura),
            open_kan="at once" if self.flag("ming_dora_immediately_open", False) else base.open_kan,
        )


def _by_what_shows(game: Game, rules: Ruleset) -> Ruleset:
    """The ranked rules, changed where the hands of a record show other rules, as a room made by players may have.

    It cannot be known whether the game had to end, or whether play had to stop for an abortive draw.
    """
    wins = _wins(game)
    off = {"draw/missed", "game/end"}
    if any([{UNKNOWN_YAKU, RENHOU} & set(_yaku(win)) for win in wins]):
        off |= set(VALUE_CHECKS)
    draws = [event.draw_type for hand in game.hands for event in hand.events if isinstance(event, Ryuukyoku)]
    seen: list[Any] = [draw for draw in ("four winds", "four riichi", "triple ron") if draw in draws]
    points = 0 if _goes_on_below_zero(game) else rules.riichi.points
    yaku = [one for win in wins for one in win.yaku or ()]
    has_ura = any([win.ura for win in wins]) or any([number == URA_DORA and han > 0 for number, han in yaku])
    has_ura = has_ura or not any([number in RIICHIS for number, _ in yaku])
    scoring = msgspec.structs.replace(
        rules.scoring,
        kiriage=_rounds_up(wins),
        triple_ron="abort" if "triple ron" in draws else rules.scoring.triple_ron,
    )
    abortive = (*rules.draws.abortive, *[draw for draw in seen if draw not in rules.draws.abortive])
    return msgspec.structs.replace(
        rules, riichi=msgspec.structs.replace(rules.riichi, ura_dora=has_ura, points=points), scoring=scoring,
        draws=msgspec.structs.replace(rules.draws, abortive=abortive),
        dora=msgspec.structs.replace(rules.dora, open_kan="at once" if _turns_at_once(game) else rules.dora.open_kan),
        off=tuple(sorted(off)),
    )  # fmt: skip


def _wins(game: Game) -> list[Win]:
    return [win for hand in game.hands for win in hand.wins]


def _yaku(win: Win) -> list[YakuNumber]:
    return [number for number, _ in win.yaku or ()]


def _rounds_up(wins: list[Win]) -> bool:
    """Whether every win of 30 fu 4 han and 60 fu 3 han is a mangan, and there is one."""
    limits = [win.limit for win in wins if (win.fu, win.han) in ((30, 4), (60, 3))]
    return bool(limits) and all([limit == 1 for limit in limits])


def _turns_at_once(game: Game) -> bool:
    """Whether every open or added kan with a replacement draw has its indicator before it, and there is one."""
    turned = []
    for hand in game.hands:
        for index, event in enumerate(hand.events):
            if event.kind in (OPEN_KAN, ADDED_KAN):
                following = _until_draw(hand.events[index + 1 :])
                if following and following[-1].kind == DRAW:
                    turned.append(following[0].kind == DORA)
    return bool(turned) and all(turned)


def _until_draw(events: list[Event]) -> list[Event]:
    """The events up to and including the first that is no new indicator."""
    for index, event in enumerate(events):
        if event.kind != DORA:
            return events[: index + 1]
    return []


def _goes_on_below_zero(game: Game) -> bool:
    """Whether a hand follows one that left a seat below zero."""
    return any([min(hand.scores) < 0 for hand in game.hands[1:]])
