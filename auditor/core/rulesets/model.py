"""A ruleset as one typed, immutable object. Every field is a setting of the TOML files beside this module.

A setting says all of itself where it is declared, as data: what it means, for ``auditor rulesets NAME`` and the
messages about wrong files; what numbers are allowed (`Meta`); how tables differ in it (`Variants`), if unnamed.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from auditor.core import yaku
from auditor.core.tiles import REDS_OF_NUMBER

RiichiKan = Literal["never", "waits", "interpretations", "okuri"]
FuritenEnd = Literal["own draw", "own draw or call", "any call"]
Kuikae = Literal["allowed", "same tile", "same tile and suji"]
Renchan = Literal["never", "win", "tenpai", "any draw"]
Extension = Literal["none", "sudden death", "sudden death once the dealer passes", "hands"]
Rounding = Literal["none", "half up", "half down"]
PenaltyKind = Literal["none", "chombo", "mangan", "dead hand"]
"""The penalty of an offence: none that the rules name, a chombo, a mangan paid at once, or a dead hand."""

AbortiveDraw = Literal["nine terminals", "four winds", "four riichi", "four kans", "triple ron"]
DrawType = Literal["exhaustive", "nagashi mangan", AbortiveDraw]
"""As in `auditor.core.events`."""

RedCount = Annotated[int, Meta(ge=0, le=4)]
RedFives = Literal[0, 2, 3, 4] | tuple[RedCount, RedCount, RedCount]
"""The number of red fives in all, or those of man, pin and sou."""

Yakuman = Annotated[int, Meta(ge=yaku.TENHOU, le=yaku.SUUKANTSU)]
"""The number of a yakuman, as in `auditor.core.yaku`."""

Amount = Annotated[int, Meta(ge=0, le=1_000_000)]
"""An amount of points in a setting."""

OFTEN: Final = "often"
RARELY: Final = "rarely"
TABLE_VARIANTS: Final = "variants"
"""The key of a setting's `Variants` in the part of `Meta` that is not msgspec's."""


class Variants(msgspec.Struct, frozen=True):
    """How tables differ in a setting, for `auditor.unknown_rules`.

    Attributes:
        phrase: What follows "a table plays" for a value: ``{}`` is the value, ``!`` is ``with`` or ``without``.
        seen: OFTEN, or RARELY where only few games show which value is played.
        played: Numbers that tables play besides those of rulesets and logs; of a list the entries varied, () for all.
        left_open: Values by which a ruleset leaves the setting open; no table plays them.
        is_permission: Whether it says what players may do: an act looks alike whether it breaks one value or follows
            another.
        words: The words for values or entries that are numbers.
    """

    phrase: str
    seen: str
    played: tuple[object, ...] = ()
    left_open: tuple[object, ...] = ()
    is_permission: bool = False
    words: Mapping[int, str] | tuple[str, ...] = ()


def setting(meaning: str, phrase: str, seen: str, **more: Any) -> Meta:
    """Declare a setting in which tables differ. meaning: a phrase. phrase, seen, more: its `Variants`."""
    return Meta(description=meaning, extra={TABLE_VARIANTS: Variants(phrase, seen, **more)})


def fixed(meaning: str) -> Meta:
    """Declare a setting that is not varied: all logs state it, another is varied with it, or only texts show it."""
    return Meta(description=meaning, extra={TABLE_VARIANTS: None})


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a ruleset file."""


# fmt: off
class GameRules(Section, frozen=True):
    """Players, tiles, length and the end of the game."""

    players: Annotated[Literal[3, 4], fixed("seats played")] = 4
    red_fives: Annotated[RedFives, setting(
        "red fives in the set: how many (2 are 5p and 5s, of 4 two are 5p), or those of man, pin and sou; what a log "
        "says of its own set goes before it", "with {} red fives", OFTEN, played=(0, 2, 3, 4))] = 0
    dealer_tiles: Annotated[Literal[13, 14], setting(
        "tiles dealt to the dealer: with 14 there is no first draw, and no mark of the first discard means anything",
        "with {} tiles dealt to the dealer", RARELY)] = 13
    length: Annotated[Literal[0, 1, 2, 4], setting(
        "winds played: 0 one hand alone, 1 the east wind, 2 east and south, 4 all of them",
        "{}", OFTEN, words={0: "one hand", 1: "the east wind", 2: "two winds", 4: "four winds"})] = 2
    start_points: Annotated[Amount, setting(
        "points of each seat at the start", "with {} points at the start", OFTEN)] = 25000
    target_points: Annotated[Amount | None, setting(
        "points that somebody must have for the game to end; none: it ends anyhow",
        "with a target of {} points", OFTEN, played=(None,))] = None
    return_points: Annotated[Amount, setting(
        "points that the final score counts from", "with scores from {} points on", OFTEN)] = 30000
    extension: Annotated[Extension, setting(
        "what follows the last round where nobody has reached the target, for a wind at most: none; sudden death: the "
        "game ends with the first hand that leaves a seat at the target; sudden death once the dealer passes: but not "
        "while the dealer deals again, unless all_last_stop ends it; hands: extension_hands more, and then the "
        "question is put again", "with the extension {}", OFTEN)] = "none"
    extension_hands: Annotated[int, Meta(ge=1, le=16), setting(
        "rounds of an extension by hands", "with extensions of {} hands", RARELY, played=(1, 2, 4))] = 4
    bust: Annotated[bool, setting(
        "a score below zero ends the game", "! an end where a seat falls below zero", OFTEN)] = False
    bust_at_zero: Annotated[bool, setting(
        "and so does a score of zero", "! an end where a seat falls to zero", RARELY)] = False
    all_last_stop: Annotated[bool, setting(
        "a dealer who leads after winning in the last hand, or a draw that repeats the deal, ends the game",
        "! an end by the leading dealer", OFTEN)] = False
    renchan: Annotated[Renchan, setting(
        "when the dealer deals again: never (but after an abortive draw); win; tenpai: also at an exhaustive draw "
        "while tenpai; any draw", "with repeats of the dealer by {}", OFTEN)] = "tenpai"
    all_last_tenpai_stop: Annotated[bool | None, setting(
        "all_last_stop counts for tenpai too; none: not known, either is right",
        "! an end by the leading dealer who is tenpai", OFTEN, left_open=(None,))] = True
    placement: Annotated[tuple[float, ...] | None, setting(
        "bonus of each place in thousands; none: not judged", "with bonuses of {}", OFTEN, left_open=(None,))] = None
    placement_ties: Annotated[Literal["seat", "share"], setting(
        "equal points: seat: the nearer to the first dealer is ahead; share: they share the bonuses",
        "so that equal points go by {}", RARELY)] = "seat"
    final_rounding: Annotated[Rounding, setting(
        "final points in whole thousands: none: they are not; half up: 500 is one; half down: it is none; the first "
        "takes what is left over", "with scores rounded {}", OFTEN)] = "none"

    @property
    def reds(self) -> tuple[int, int, int]:
        """The numbers of red fives of man, pin and sou."""
        number = self.red_fives
        return REDS_OF_NUMBER[number] if isinstance(number, int) else number


class RiichiRules(Section, frozen=True):
    """Declaring riichi, and what may follow it."""

    points: Annotated[Amount, setting(
        "points needed to declare; 0 where scores may fall below zero",
        "with riichi from {} points on", RARELY, played=(0, 1000), is_permission=True)] = 1000
    tiles_left: Annotated[int, Meta(ge=0, le=70), setting(
        "tiles that must be left in the live wall at the declaration",
        "with riichi while {} tiles are left", RARELY, played=(0, 1, 4), is_permission=True)] = 4
    stick: Annotated[int, Meta(ge=100, le=100_000), setting(
        "the deposit in points; 5000 is known as super riichi",
        "with sticks of {} points", OFTEN, played=(1000, 5000))] = 1000
    kan: Annotated[RiichiKan, setting(
        "closed kans allowed after riichi: never; waits: the tiles that the hand is a form for stay the same; "
        "interpretations: the waits that can win stay, and every reading of the hand keeps the triplet; okuri: also "
        "without the drawn tile where the waits stay",
        "with closed kans after riichi by {}", RARELY, is_permission=True)] = "waits"
    void_at_triple_ron: Annotated[bool, setting(
        "a riichi whose declaration tile three seats win on does not stand where that draws the hand; false: not "
        "known, and a stick that is paid is not judged", "! sticks given back at a triple ron", RARELY)] = True
    double_han: Annotated[Literal[1, 2], setting(
        "han of a riichi declared in the first go-around (double riichi); with 1 logs may call it either",
        "with {} han for double riichi", RARELY)] = 2
    ippatsu: Annotated[bool, setting("ippatsu counts", "! ippatsu", OFTEN)] = True
    ura_dora: Annotated[bool, setting("a winner in riichi turns ura indicators", "! ura dora", OFTEN)] = True
    noten_penalty: Annotated[PenaltyKind, fixed(
        "what a riichi with a hand that is not waiting costs, once it is shown")] = "none"
    open_riichi: Annotated[Literal["none", "hand", "waits"], setting(
        "riichi declared open: none; hand: the whole hand is shown; waits: the tiles waited with are",
        "with open riichi showing {}", RARELY, is_permission=True)] = "none"
    open_riichi_han: Annotated[int, Meta(ge=0, le=12), setting(
        "han of an open riichi beyond riichi's own",
        "with {} han more for open riichi", RARELY, played=(0, 1, 2), is_permission=True)] = 1
    open_riichi_yakuman: Annotated[bool, setting(
        "a discard into an open riichi pays a yakuman, unless the discarder is in riichi",
        "! a yakuman for discards into open riichi", RARELY, is_permission=True)] = False
    indicator_neighbours: Annotated[bool, setting(
        "after a win in riichi the tile before each indicator is dora too (super riichi)",
        "! dora on both sides of indicators", OFTEN)] = False
    chip_points: Annotated[Amount, fixed(
        "points of a chip (祝仪), of which a win in riichi brings one for ippatsu and one for each ura dora, apart "
        "from its points; 0: there are none. Shown with a win; no log's chips are judged")] = 0


class FuritenRules(Section, frozen=True):
    """Furiten by a passed tile."""

    ends: Annotated[FuritenEnd, setting(
        "what ends the furiten of a tile passed by a hand that is not in riichi",
        "so that furiten ends with {}", RARELY, is_permission=True)] = "own draw or call"


class CallRules(Section, frozen=True):
    """Chi, pon and kan."""

    kuikae: Annotated[Kuikae, setting(
        "swap-calling: what may not be discarded right after a chi or pon",
        "with kuikae: {}", RARELY, is_permission=True)] = "same tile and suji"
    last_tile: Annotated[bool, setting(
        "the last discard may be claimed for a meld",
        "! calls of the last discard", RARELY, is_permission=True)] = False
    kans: Annotated[int, Meta(ge=0, le=8), setting(
        "kans that all seats together may make",
        "with {} kans at most", OFTEN, played=(0, 1, 2, 3, 4), is_permission=True)] = 4
    kan_penalty: Annotated[PenaltyKind, fixed("what a forbidden kan after riichi costs")] = "none"


class StickRules(Section, frozen=True):
    """Riichi sticks and honba."""

    honba: Annotated[int, Meta(ge=0, le=10_000), setting(
        "points a counter adds to a win, from all payers",
        "with honba of {} points", OFTEN, played=(0, 300, 600, 1500))] = 300
    several_winners: Annotated[Literal["nearest", "own, then nearest"], setting(
        "who of several winners takes the sticks: nearest: the one nearest to the discarder's right; own, then "
        "nearest: each its own of this hand, and the nearest the rest",
        "so that of several winners the sticks go to {}", OFTEN)] = "nearest"
    honba_winners: Annotated[Literal["nearest", "each"], setting(
        "who of several winners is paid the honba",
        "so that of several winners the honba goes to {}", OFTEN)] = "nearest"
    left_over: Annotated[Literal["first", "first, shared", "nobody"], setting(
        "who gets the sticks left at the end of the game: first: of equal ones the seat nearer to the first dealer; "
        "first, shared: all of them in equal parts; nobody",
        "so that the sticks left at the end go to {}", OFTEN)] = "first"


class ScoringRules(Section, frozen=True):
    """Yaku, fu, limits and payments."""

    open_tanyao: Annotated[bool, setting("tanyao counts with an open hand", "! open tanyao", OFTEN)] = True
    pinfu_tsumo: Annotated[bool, setting("pinfu counts with a self-draw", "! pinfu with a self-draw", OFTEN)] = True
    double_wind_fu: Annotated[Literal[2, 4] | None, setting(
        "fu of a pair that is seat and round wind; none: not known, either is so",
        "with {} fu for a pair of double wind", OFTEN, left_open=(None,))] = 4
    rinshan_fu: Annotated[bool, setting(
        "the 2 fu of a self-draw count on a replacement tile",
        "! the fu of a self-draw on a replacement tile", OFTEN)] = True
    rinshan_haitei: Annotated[bool, setting(
        "a win on a replacement tile that is the last tile counts as both",
        "! wins on a replacement tile that is the last counted as both", RARELY)] = False
    kiriage: Annotated[bool, setting("30 fu 4 han and 60 fu 3 han are a mangan", "! kiriage", OFTEN)] = False
    counted_yakuman: Annotated[bool, setting(
        "13 han are a yakuman, else a sanbaiman", "! counted yakuman", OFTEN)] = True
    several_yakuman: Annotated[bool, setting("the yakuman of a hand add up", "! yakuman that add up", RARELY)] = True
    double_yakuman: Annotated[tuple[Yakuman, ...], setting(
        "yakuman that count twice, by number", "! a double yakuman for {}", RARELY, words=yaku.NAMES)] = ()
    green_hatsu: Annotated[bool, setting(
        "all green needs a green dragon", "! a green dragon needed for all green", RARELY)] = False
    renhou: Annotated[Literal["none", "five han", "mangan", "yakuman"], setting(
        "a ron before one's first draw: none: nothing; five han: added to others; mangan: in the place of lesser "
        "yaku; yakuman", "with renhou: {}", RARELY)] = "none"
    minimum_han: Annotated[int, Meta(ge=0, le=13), setting(
        "han needed to win, dora not among them",
        "with {} han at least", RARELY, played=(1, 2), is_permission=True)] = 1
    two_han_honba: Annotated[int, Meta(ge=0, le=100), setting(
        "counters from which on two han are needed to win (ryanhan shibari); 0: never",
        "with two han needed from {} honba on", RARELY, played=(0, 5), is_permission=True)] = 0
    tsumo_loss: Annotated[bool, setting(
        "with three players the missing seat's share of a self-draw is paid by nobody", "! tsumo loss", OFTEN)] = True
    kokushi_closed_kan: Annotated[bool, setting(
        "thirteen orphans may rob a closed kan",
        "! closed kans robbed by thirteen orphans", RARELY, is_permission=True)] = False
    # varied with triple_ron
    head_bump: Annotated[bool, fixed("of several only the nearest to the discarder's right wins")] = False
    triple_ron: Annotated[Literal["abort", "pay"], setting(
        "three wins on one discard: abort: a drawn hand; pay: all are paid",
        "so that {} may win on one discard", OFTEN)] = "abort"
    pao: Annotated[tuple[Yakuman, ...], setting(
        "yakuman with liability, by number",
        "! liability for {}", RARELY, played=yaku.LIABLE, words=yaku.NAMES)] = (yaku.DAISANGEN, yaku.DAISUUSHII)
    pao_scope: Annotated[Literal["hand", "yakuman"], setting(
        "what the liable seat pays for: hand: all of it; yakuman: that alone",
        "so that a liable seat pays for the {}", RARELY)] = "hand"
    pao_honba: Annotated[Literal["liable", "discarder", "either"], setting(
        "who pays the honba of a ron shared with the discarder, and of a self-draw that others share in: liable: the "
        "liable seat alone; discarder: not it; either: not known, and neither is wrong",
        "so that the honba of a liability is paid by {}", RARELY, left_open=("either",))] = "liable"
    open_kan_rinshan: Annotated[Literal["all", "feeder"], setting(
        "who pays a win on the replacement tile of an open kan: all, or the seat whose discard it claimed; after "
        "another kan in between sources differ, and neither is wrong",
        "with a win on an open kan's replacement tile paid by {}", RARELY)] = "all"
    wareme: Annotated[bool, setting(
        "the seat whose wall is broken pays and gains double for a win; which seat that is, and whether honba count "
        "double, is not judged", "! wareme", RARELY)] = False


class DrawRules(Section, frozen=True):
    """Drawn hands."""

    abortive: Annotated[tuple[AbortiveDraw, ...], setting(
        "the abortive draws that exist",
        "! the draw by {}", RARELY, played=("four kans", "four riichi", "four winds", "nine terminals"))] = ()
    # triple ron, the fifth, is varied with scoring.triple_ron
    nagashi_mangan: Annotated[bool, setting("nagashi mangan is paid", "! nagashi mangan", RARELY)] = True
    nagashi_is_win: Annotated[bool, setting(
        "nagashi mangan is a win that may be claimed: counters are paid with it, tenpai hands are not shown, and the "
        "dealer deals again only as its winner", "! nagashi mangan as a win", RARELY)] = False
    noten_points: Annotated[Amount, setting(
        "points that the noten hands pay at an exhaustive draw",
        "with {} points from noten hands", OFTEN, played=(0, 3000))] = 3000
    noten_each: Annotated[bool, setting(
        "with three players each of two tenpai hands gains what one alone does, and the third pays both",
        "! two tenpai hands that gain as one does", OFTEN)] = False
    noten_declaration: Annotated[bool, setting(
        "a tenpai hand that is not in riichi may be declared noten, and stay hidden",
        "! tenpai hands declared noten", OFTEN, is_permission=True)] = False
    four_own_copies: Annotated[Literal["never", "melds", "always"], setting(
        "whether a hand counts as tenpai that waits only for tiles of which it holds all four itself: never; melds: "
        "where some of the four are in its melds; always",
        "so that waits all in one's own hand count {}", RARELY)] = "never"
    riichi_shows: Annotated[tuple[DrawType, ...], setting(
        "the draws at which a seat in riichi must show its hand",
        "! riichi hands shown at the draw by {}", RARELY, is_permission=True)] = ("exhaustive", "nagashi mangan")


class DoraRules(Section, frozen=True):
    """Dora indicators."""

    kan_dora: Annotated[bool, setting("a kan turns an indicator", "! kan dora", OFTEN)] = True
    kan_ura: Annotated[bool, setting("and one of ura dora", "! kan ura dora", OFTEN)] = True
    open_kan: Annotated[Literal["at once", "before discard"], setting(
        "when an open or added kan turns it", "with the indicator of an open kan {}", OFTEN)] = "before discard"
    robbed_kan: Annotated[Literal["not turned", "either"], setting(
        "the indicator of a kan that is robbed, where one is turned at once: not turned, or either",
        "so that the indicator of a robbed kan is {}", RARELY)] = "not turned"


class PenaltyRules(Section, frozen=True):
    """What false wins cost, and what a chombo is: named by findings, and followed where a log records one.

    How tenhou.net/6 records one: `auditor.formats.tenhou6`.
    """

    false_win: Annotated[PenaltyKind, fixed(
        "what a win that is none costs: an incomplete hand, no yaku, a ron while furiten")] = "none"
    chombo: Annotated[Literal["mangan", "after the game"], setting(
        "mangan: paid to the others, as for a mangan; after the game: taken off the score after it",
        "with chombo: {}", RARELY)] = "mangan"
    chombo_points: Annotated[Amount, setting(
        "points taken off after the game; where a mangan is paid it has no meaning",
        "with {} points for a chombo", RARELY, played=(20000, 40000))] = 20000
    sticks_returned: Annotated[bool, setting(
        "the riichi sticks of the hand go back to who paid them", "! sticks given back after a chombo", RARELY)] = True
    replayed: Annotated[bool, setting(
        "the hand is dealt again, without a counter", "! hands dealt again after a chombo", RARELY)] = True


class Ruleset(Section, frozen=True):
    """A table's rules."""

    name: Annotated[str, fixed("the name, as --rules takes it")]
    title: Annotated[str, fixed("what people call it")]
    source: Annotated[str, fixed("where the rules are published")]
    sibling: Annotated[str | None, fixed(
        "the ruleset of the same table for the other number of players, by name or as a .toml file next to this one; "
        "none: such games are not judged")] = None
    off: Annotated[tuple[str, ...], fixed("ids or families of checks that never fire under it")] = ()
    assumed: Annotated[tuple[str, ...], fixed(
        "settings, or entries of lists such as draws.abortive.four winds, that are not known: what is right by "
        "another value of theirs is no fault")] = ()
    game: GameRules = GameRules()
    riichi: RiichiRules = RiichiRules()
    furiten: FuritenRules = FuritenRules()
    calls: CallRules = CallRules()
    sticks: StickRules = StickRules()
    scoring: ScoringRules = ScoringRules()
    draws: DrawRules = DrawRules()
    dora: DoraRules = DoraRules()
    penalties: PenaltyRules = PenaltyRules()
    # fmt: on

    @property
    def with_two_fu(self) -> "Ruleset":
        """The same ruleset with 2 fu for a pair that is both seat and round wind."""
        return _with_two_fu(self)


@lru_cache(64)
def _with_two_fu(rules: Ruleset) -> Ruleset:
    return msgspec.structs.replace(rules, scoring=msgspec.structs.replace(rules.scoring, double_wind_fu=2))
