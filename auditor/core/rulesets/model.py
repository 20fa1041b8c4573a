"""A ruleset as one typed, immutable object. Every field is a setting of the TOML files beside this module.

What a setting means is next to it as data, so that ``auditor rulesets NAME`` and the messages about wrong files
can show it; `Meta` also holds what numbers are allowed.
"""

from functools import cache
from typing import Annotated, Literal

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


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a ruleset file."""


class GameRules(Section, frozen=True):
    """Players, tiles, length and the end of the game."""

    players: Annotated[Literal[3, 4], Meta(description="seats played")] = 4
    red_fives: Annotated[
        RedFives,
        Meta(
            description="red fives in the set: how many (2 are 5p and 5s, of 4 two are 5p), or those of man, pin and "
            "sou; what a log says of its own set goes before it"
        ),
    ] = 0
    dealer_tiles: Annotated[
        Literal[13, 14],
        Meta(
            description="tiles dealt to the dealer: with 14 there is no first draw, and no mark of the first discard "
            "means anything"
        ),
    ] = 13
    length: Annotated[
        Literal[0, 1, 2, 4],
        Meta(description="winds played: 0 one hand alone, 1 the east wind, 2 east and south, 4 all of them"),
    ] = 2
    start_points: Annotated[Amount, Meta(description="points of each seat at the start")] = 25000
    target_points: Annotated[
        Amount | None, Meta(description="points that somebody must have for the game to end; none: it ends anyhow")
    ] = None
    return_points: Annotated[Amount, Meta(description="points that the final score counts from")] = 30000
    extension: Annotated[
        Extension,
        Meta(
            description="what follows the last round where nobody has reached the target, for a wind at most: none; "
            "sudden death: the game ends with the first hand that leaves a seat at the target; sudden death once the "
            "dealer passes: but not while the dealer deals again, unless all_last_stop ends it; hands: extension_hands "
            "more, and then the question is put again"
        ),
    ] = "none"
    extension_hands: Annotated[int, Meta(ge=1, le=16, description="rounds of an extension by hands")] = 4
    bust: Annotated[bool, Meta(description="a score below zero ends the game")] = False
    all_last_stop: Annotated[
        bool, Meta(description="a dealer who leads after winning (or being tenpai) in the last hand ends the game")
    ] = False
    renchan: Annotated[
        Renchan,
        Meta(
            description="when the dealer deals again: never (but after an abortive draw); win; tenpai: also at an "
            "exhaustive draw while tenpai; any draw"
        ),
    ] = "tenpai"
    all_last_tenpai_stop: Annotated[
        bool | None, Meta(description="all_last_stop counts for tenpai too; none: not known, either is right")
    ] = True
    placement: Annotated[
        tuple[float, ...] | None, Meta(description="bonus of each place in thousands; none: not judged")
    ] = None
    placement_ties: Annotated[
        Literal["seat", "share"],
        Meta(description="equal points: seat: the nearer to the first dealer is ahead; share: they share the bonuses"),
    ] = "seat"
    final_rounding: Annotated[
        Rounding,
        Meta(
            description="final points in whole thousands: none: they are not; half up: 500 is one; half down: it is "
            "none; the first takes what is left over"
        ),
    ] = "none"

    @property
    def reds(self) -> tuple[int, int, int]:
        """The numbers of red fives of man, pin and sou."""
        number = self.red_fives
        return REDS_OF_NUMBER[number] if isinstance(number, int) else number

    @property
    def has_reds(self) -> bool:
        """Whether there are red fives."""
        return any(self.reds)


class RiichiRules(Section, frozen=True):
    """Declaring riichi, and what may follow it."""

    points: Annotated[Amount, Meta(description="points needed to declare; 0 where scores may fall below zero")] = 1000
    tiles_left: Annotated[
        int, Meta(ge=0, le=70, description="tiles that must be left in the live wall at the declaration")
    ] = 4
    stick: Annotated[
        int, Meta(ge=100, le=100_000, description="the deposit in points; 5000 is known as super riichi")
    ] = 1000
    kan: Annotated[
        RiichiKan,
        Meta(
            description="closed kans allowed after riichi: never; waits: the tiles that the hand is a form "
            "for stay the same; interpretations: the waits that can win stay, and every reading of the hand keeps the "
            "triplet; okuri: also without the drawn tile where the waits stay"
        ),
    ] = "waits"
    void_at_triple_ron: Annotated[
        bool,
        Meta(
            description="a riichi whose declaration tile three seats win on does not stand where that draws the hand; "
            "false: not known, and a stick that is paid is not judged"
        ),
    ] = True
    ippatsu: Annotated[bool, Meta(description="ippatsu counts")] = True
    ura_dora: Annotated[bool, Meta(description="a winner in riichi turns ura indicators")] = True
    noten_penalty: Annotated[
        PenaltyKind, Meta(description="what a riichi with a hand that is not waiting costs, once it is shown")
    ] = "none"
    open_riichi: Annotated[
        Literal["none", "hand", "waits"],
        Meta(description="riichi declared open: none; hand: the whole hand is shown; waits: the tiles waited with are"),
    ] = "none"
    open_riichi_han: Annotated[int, Meta(ge=0, le=12, description="han of an open riichi beyond riichi's own")] = 1
    open_riichi_yakuman: Annotated[
        bool, Meta(description="a discard into an open riichi pays a yakuman, unless the discarder is in riichi")
    ] = False
    indicator_neighbours: Annotated[
        bool, Meta(description="after a win in riichi the tile before each indicator is dora too (super riichi)")
    ] = False
    chip_points: Annotated[
        Amount,
        Meta(
            description="points of a chip (祝仪), of which a win in riichi brings one for ippatsu and one for "
            "each ura dora, apart from its points; 0: there are none. Shown with a win; no log's chips are judged"
        ),
    ] = 0


class FuritenRules(Section, frozen=True):
    """Furiten by a passed tile."""

    ends: Annotated[
        FuritenEnd, Meta(description="what ends the furiten of a tile passed by a hand that is not in riichi")
    ] = "own draw or call"


class CallRules(Section, frozen=True):
    """Chi, pon and kan."""

    kuikae: Annotated[Kuikae, Meta(description="swap-calling: what may not be discarded right after a chi or pon")] = (
        "same tile and suji"
    )
    last_tile: Annotated[bool, Meta(description="the last discard may be claimed for a meld")] = False
    kans: Annotated[int, Meta(ge=0, le=8, description="kans that all seats together may make")] = 4
    kan_penalty: Annotated[PenaltyKind, Meta(description="what a forbidden kan after riichi costs")] = "none"


class StickRules(Section, frozen=True):
    """Riichi sticks and honba."""

    honba: Annotated[int, Meta(ge=0, le=10_000, description="points a counter adds to a win, from all payers")] = 300
    several_winners: Annotated[
        Literal["nearest", "own, then nearest"],
        Meta(
            description="who of several winners takes the sticks: nearest: the one nearest to the discarder's right; "
            "own, then nearest: each its own of this hand, and the nearest the rest"
        ),
    ] = "nearest"
    honba_winners: Annotated[
        Literal["nearest", "each"], Meta(description="who of several winners is paid the honba")
    ] = "nearest"
    left_over: Annotated[
        Literal["first", "first, shared", "nobody"],
        Meta(
            description="who gets the sticks left at the end of the game: first: of equal ones the seat nearer to the "
            "first dealer; first, shared: all of them in equal parts; nobody"
        ),
    ] = "first"


class ScoringRules(Section, frozen=True):
    """Yaku, fu, limits and payments."""

    open_tanyao: Annotated[bool, Meta(description="tanyao counts with an open hand")] = True
    pinfu_tsumo: Annotated[bool, Meta(description="pinfu counts with a self-draw")] = True
    double_wind_fu: Annotated[
        Literal[2, 4] | None,
        Meta(description="fu of a pair that is seat and round wind; none: not known, either is so"),
    ] = 4
    rinshan_fu: Annotated[bool, Meta(description="the 2 fu of a self-draw count on a replacement tile")] = True
    kiriage: Annotated[bool, Meta(description="30 fu 4 han and 60 fu 3 han are a mangan")] = False
    counted_yakuman: Annotated[bool, Meta(description="13 han are a yakuman, else a sanbaiman")] = True
    several_yakuman: Annotated[bool, Meta(description="the yakuman of a hand add up")] = True
    double_yakuman: Annotated[tuple[Yakuman, ...], Meta(description="yakuman that count twice, by number")] = ()
    renhou: Annotated[
        Literal["none", "five han", "mangan", "yakuman"],
        Meta(
            description="a ron before one's first draw: none: nothing; five han: added to others; mangan: in the place "
            "of lesser yaku; yakuman"
        ),
    ] = "none"
    minimum_han: Annotated[int, Meta(ge=0, le=13, description="han needed to win, dora not among them")] = 1
    two_han_honba: Annotated[
        int,
        Meta(ge=0, le=100, description="counters from which on two han are needed to win (ryanhan shibari); 0: never"),
    ] = 0
    tsumo_loss: Annotated[
        bool, Meta(description="with three players the missing seat's share of a self-draw is paid by nobody")
    ] = True
    kokushi_closed_kan: Annotated[bool, Meta(description="thirteen orphans may rob a closed kan")] = False
    head_bump: Annotated[bool, Meta(description="of several only the nearest to the discarder's right wins")] = False
    triple_ron: Annotated[
        Literal["abort", "pay"], Meta(description="three wins on one discard: abort: a drawn hand; pay: all are paid")
    ] = "abort"
    pao: Annotated[tuple[Yakuman, ...], Meta(description="yakuman with liability, by number")] = (
        yaku.DAISANGEN,
        yaku.DAISUUSHII,
    )
    pao_scope: Annotated[
        Literal["hand", "yakuman"],
        Meta(description="what the liable seat pays for: hand: all of it; yakuman: that alone"),
    ] = "hand"
    pao_honba: Annotated[
        Literal["liable", "discarder", "either"],
        Meta(
            description="who pays the honba of a ron shared with the discarder, and of a self-draw that others share "
            "in: liable: the liable seat alone; discarder: not it; either: not known, and neither is wrong"
        ),
    ] = "liable"


class DrawRules(Section, frozen=True):
    """Drawn hands."""

    abortive: Annotated[tuple[AbortiveDraw, ...], Meta(description="the abortive draws that exist")] = ()
    nagashi_mangan: Annotated[bool, Meta(description="nagashi mangan is paid")] = True
    nagashi_is_win: Annotated[
        bool,
        Meta(
            description="nagashi mangan is a win that may be claimed: counters are paid with it, tenpai hands are not "
            "shown, and the dealer deals again only as its winner"
        ),
    ] = False
    noten_points: Annotated[Amount, Meta(description="points that the noten hands pay at an exhaustive draw")] = 3000
    noten_each: Annotated[
        bool,
        Meta(
            description="with three players each of two tenpai hands gains what one alone does, and the third pays both"
        ),
    ] = False
    noten_declaration: Annotated[
        bool, Meta(description="a tenpai hand that is not in riichi may be declared noten, and stay hidden")
    ] = False
    four_own_copies: Annotated[
        Literal["never", "melds", "always"],
        Meta(
            description="whether a hand counts as tenpai that waits only for tiles of which it holds all four itself: "
            "never; melds: where some of the four are in its melds; always"
        ),
    ] = "never"
    riichi_shows: Annotated[
        tuple[DrawType, ...], Meta(description="the draws at which a seat in riichi must show its hand")
    ] = ("exhaustive", "nagashi mangan")


class DoraRules(Section, frozen=True):
    """Dora indicators."""

    kan_dora: Annotated[bool, Meta(description="a kan turns an indicator")] = True
    kan_ura: Annotated[bool, Meta(description="and one of ura dora")] = True
    open_kan: Annotated[
        Literal["at once", "before discard"], Meta(description="when an open or added kan turns it")
    ] = "before discard"
    robbed_kan: Annotated[
        Literal["not turned", "either"],
        Meta(description="the indicator of a kan that is robbed, where one is turned at once: not turned, or either"),
    ] = "not turned"


class PenaltyRules(Section, frozen=True):
    """What false wins cost, and what a chombo is: named by findings, and followed where a log records one.

    How tenhou.net/6 records one: `auditor.formats.tenhou6`.
    """

    false_win: Annotated[
        PenaltyKind, Meta(description="what a win that is none costs: an incomplete hand, no yaku, a ron while furiten")
    ] = "none"
    chombo: Annotated[
        Literal["mangan", "after the game"],
        Meta(description="mangan: paid to the others, as for a mangan; after the game: taken off the score after it"),
    ] = "mangan"
    chombo_points: Annotated[
        Amount, Meta(description="points taken off after the game; where a mangan is paid it has no meaning")
    ] = 20000
    sticks_returned: Annotated[bool, Meta(description="the riichi sticks of the hand go back to who paid them")] = True
    replayed: Annotated[bool, Meta(description="the hand is dealt again, without a counter")] = True


class Ruleset(Section, frozen=True):
    """A table's rules."""

    name: Annotated[str, Meta(description="the name, as --rules takes it")]
    title: Annotated[str, Meta(description="what people call it")]
    source: Annotated[str, Meta(description="where the rules are published")]
    sibling: Annotated[
        str | None,
        Meta(
            description="the ruleset of the same table for the other number of players, by name or as a .toml file "
            "next to this one; none: such games are not judged"
        ),
    ] = None
    off: Annotated[tuple[str, ...], Meta(description="ids or families of checks that never fire under it")] = ()
    assumed: Annotated[
        tuple[str, ...],
        Meta(
            description="settings, or entries of lists such as draws.abortive.four winds, that are not known: what is "
            "right by another value of theirs is no fault"
        ),
    ] = ()
    game: GameRules = GameRules()
    riichi: RiichiRules = RiichiRules()
    furiten: FuritenRules = FuritenRules()
    calls: CallRules = CallRules()
    sticks: StickRules = StickRules()
    scoring: ScoringRules = ScoringRules()
    draws: DrawRules = DrawRules()
    dora: DoraRules = DoraRules()
    penalties: PenaltyRules = PenaltyRules()

    @property
    def with_two_fu(self) -> "Ruleset":
        """The same ruleset with 2 fu for a pair that is both seat and round wind."""
        return _with_two_fu(self)


@cache
def _with_two_fu(rules: Ruleset) -> Ruleset:
    return msgspec.structs.replace(rules, scoring=msgspec.structs.replace(rules.scoring, double_wind_fu=2))
