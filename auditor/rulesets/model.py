"""A ruleset as one typed, immutable object. Every field is a setting of the TOML files beside this module."""

from typing import Literal

import msgspec

RiichiKan = Literal["never", "waits", "interpretations", "okuri"]
FuritenEnd = Literal["own draw", "own draw or call", "any call"]
Kuikae = Literal["allowed", "same tile", "same tile and suji"]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a ruleset file."""


class GameRules(Section, frozen=True):
    """Players, tiles, length and the end of the game.

    length: winds played, 1 = east only, 2 = east and south. start_points, target_points: points; a game without a
    target (None) knows no extension. extension: what follows when nobody has reached the target.
    bust: a seat below zero ends the game. all_last_stop: a leading dealer who wins (or is tenpai) in the last hand
    ends the game. placement: bonus in points (thousands of the score) for places 1 to 4.
    """

    players: Literal[3, 4] = 4
    red_fives: Literal[0, 2, 3, 4] = 0
    length: Literal[1, 2, 4] = 2
    start_points: int = 25000
    target_points: int | None = None
    return_points: int = 30000
    extension: Literal["none", "sudden death"] = "none"
    bust: bool = False
    all_last_stop: bool = False
    tenpai_renchan: bool = True
    all_last_tenpai_stop: bool = True
    placement: tuple[float, ...] | None = None
    placement_ties: Literal["seat", "share"] = "seat"


class RiichiRules(Section, frozen=True):
    """Declaring riichi, and what may follow it.

    points: points needed to declare. tiles_left: tiles that must be left in the live wall. stick: size of the deposit
    in points. kan: which closed kans are allowed afterwards. four_own_copies: whether a hand whose only waits are
    tiles of which it holds all four itself may declare.
    """

    points: int = 1000
    tiles_left: int = 4
    stick: int = 1000
    kan: RiichiKan = "waits"
    ippatsu: bool = True
    ura_dora: bool = True
    noten_penalty: str = ""
    open_riichi: Literal["none", "hand", "waits"] = "none"
    open_riichi_han: int = 1
    open_riichi_yakuman: bool = False


class FuritenRules(Section, frozen=True):
    """When the furiten of a passed tile ends for a hand not in riichi, and whether a passed closed kan counts."""

    ends: FuritenEnd = "own draw or call"
    penalty: str = ""


class CallRules(Section, frozen=True):
    """Chi, pon and kan. last_tile: whether the last discard may be claimed for a meld."""

    kuikae: Kuikae = "same tile and suji"
    last_tile: bool = False
    kans: int = 4
    kan_penalty: str = ""


class StickRules(Section, frozen=True):
    """Riichi sticks and honba. shared: who takes them when several win on one discard."""

    honba: int = 300
    several_winners: Literal["nearest", "each honba"] = "nearest"
    left_over: Literal["first", "kept", "lost"] = "first"


class ScoringRules(Section, frozen=True):
    """Yaku, fu, limits and payments.

    open_tanyao: tanyao counts with an open hand. pinfu_tsumo: pinfu counts with a self-draw. double_wind_fu: fu of a
    pair that is both seat and round wind. kiriage: 30 fu 4 han and 60 fu 3 han are a mangan. counted_yakuman: 13 han
    are a yakuman (else a sanbaiman). several_yakuman: yakuman add up. double_yakuman: yaku numbers that count twice.
    renhou: what a ron before one's first draw is worth: five han added to others, a mangan in the place of lesser
    yaku, or a yakuman. minimum_han: han needed, dora not among them.
    tsumo_loss: with three players the share of the missing seat of a self-draw is lost (else the others pay it).
    kokushi_closed_kan: thirteen orphans may rob a closed kan. head_bump, triple_ron: several winners of a discard.
    pao: yakuman with liability. pao_scope: whether the liable seat pays the whole hand or only that yakuman.
    pao_honba: who pays the honba of a ron shared with the discarder (and of a self-draw that others share in, where
    it is "liable").
    """

    open_tanyao: bool = True
    pinfu_tsumo: bool = True
    double_wind_fu: Literal[2, 4] = 4
    rinshan_fu: bool = True
    kiriage: bool = False
    counted_yakuman: bool = True
    several_yakuman: bool = True
    double_yakuman: tuple[int, ...] = ()
    renhou: Literal["none", "five han", "mangan", "yakuman"] = "none"
    minimum_han: int = 1
    tsumo_loss: bool = True
    kokushi_closed_kan: bool = False
    head_bump: bool = False
    triple_ron: Literal["abort", "pay"] = "abort"
    pao: tuple[int, ...] = (39, 49)
    pao_scope: Literal["hand", "yakuman"] = "hand"
    pao_honba: Literal["liable", "discarder"] = "liable"


class DrawRules(Section, frozen=True):
    """Drawn hands. abortive: the abortive draws that exist, by their names in `auditor.events`.

    noten_points: the pool that noten hands pay. four_own_copies: whether a hand whose only waits are tiles of which it
    holds all four still counts as tenpai: never, where some of the four are in its melds, or always.
    """

    abortive: tuple[str, ...] = ()
    nagashi_mangan: bool = True
    noten_points: int = 3000
    four_own_copies: Literal["never", "melds", "always"] = "never"


class DoraRules(Section, frozen=True):
    """Dora indicators. kan_dora, kan_ura: whether a kan turns one. open_kan: when an open or added kan turns it."""

    kan_dora: bool = True
    kan_ura: bool = True
    open_kan: Literal["at once", "before discard"] = "before discard"


class Ruleset(Section, frozen=True):
    """A table's rules. name: as in ``--rules``. title: what people call it. source: where the rules are published.

    off: ids of checks that never fire under it.
    """

    name: str
    title: str
    source: str
    off: tuple[str, ...] = ()
    game: GameRules = GameRules()
    riichi: RiichiRules = RiichiRules()
    furiten: FuritenRules = FuritenRules()
    calls: CallRules = CallRules()
    sticks: StickRules = StickRules()
    scoring: ScoringRules = ScoringRules()
    draws: DrawRules = DrawRules()
    dora: DoraRules = DoraRules()
