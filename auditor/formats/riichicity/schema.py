# build: plain
"""msgspec types of Riichi City's JSON, with the fields that are read. The reader converts values of other types."""

from typing import Any, Final

import msgspec


class EventRecord(msgspec.Struct, rename="camel", gc=False):
    """An event of a hand. data: JSON in a string, or the object where a tool has decoded it. start_time: in ms."""

    event_type: int
    data: str | dict[str, Any] = ""
    user_id: int = 0
    start_time: Any = 0


class PlayerRecord(msgspec.Struct, rename="camel", gc=False):
    """A player, as each hand lists it. position: at the table, not counted from the first dealer; -1 if left out."""

    user_id: int
    position: int = -1
    nickname: str = ""
    points: int | None = None


class CityHandRecord(msgspec.Struct, rename="camel"):
    """A hand. hand_card_encode: the wall, as text; pai_shan: its tiles after the deal, as numbers."""

    hand_event_record: list[EventRecord]
    players: list[PlayerRecord] = []
    ben_chang_num: int | None = None
    chang_ci: int | None = None
    quan_feng: int | None = None
    hand_card_encode: str = ""
    hand_cards_sha256: str = msgspec.field(default="", name="handCardsSHA256")
    pai_shan: list[int] | None = None


class CityGameRecord(msgspec.Struct, rename="camel"):
    """A game, or a response of the server that holds one under ``data``. The fields of a head may be of any type."""

    hand_record: list[CityHandRecord] | None = None
    data: "CityGameRecord | None" = None
    key_value: Any = None
    player_count: Any = None
    remark: Any = None
    game_play: Any = None
    round: Any = None
    stage_type: Any = None
    init_points: Any = None
    fang_fu: Any = None
    is_ge_mu: Any = None
    is_gang_pay: Any = None
    is_kai_li_zhi: Any = None
    is_luck: Any = None
    is_shao_ji: Any = None
    match_stage: Any = None
    match_type: Any = None
    north_operate_type: Any = None
    stage_num: Any = None


class UserPoints(msgspec.Struct, gc=False):
    """A player's points at the start of a hand."""

    user_id: int = 0
    hand_points: int | None = None


class StartData(msgspec.Struct):
    """The start of a hand, as one seat sees it."""

    hand_cards: list[int]
    dealer_pos: int | None = None
    dices: list[int] | None = None
    bao_pai_card: int = 0
    quan_feng: int | None = None
    chang_ci: int | None = None
    ben_chang_num: int | None = None
    li_zhi_bang_num: int | None = None
    user_info_list: list[UserPoints] | None = None
    hand_cards_sha_256: str = ""


class TileWaited(msgspec.Struct, gc=False):
    """A tile that completes a hand. left_num: copies not visible. is_zhen_ting: furiten. is_wu_yi: no yaku."""

    ting_card: int
    left_num: int | None = None
    is_wu_yi: bool | None = None
    is_zhen_ting: bool | None = None


class DiscardWaits(msgspec.Struct, gc=False):
    """The waits after a discard."""

    discard_card: int
    ting_list: list[TileWaited] | None = None


class TurnData(msgspec.Struct, gc=False):
    """A seat's own turn: the tile drawn, 0 for none, and what is offered; None where a tool left it out."""

    in_card: int
    is_zi_mo: bool | None = None
    gang_cards: list[int] | None = None
    bu_gang_cards: list[int] | None = None
    is_gang_incard: bool | None = None
    is_can_lizhi: bool | None = None
    in_ting_info: list[DiscardWaits] | None = None
    is_nine_cards: bool | None = None
    is_kai_li_zhi: bool | None = None
    is_pull_north: bool | None = None


class OfferData(msgspec.Struct, gc=False):
    """What a seat is offered on a discard."""

    action_list: list[int] | None = None
    out_card: int = 0


class ActionData(msgspec.Struct, gc=False):
    """An action of a seat."""

    action: int
    card: int = 0
    user_id: int = 0
    group_cards: list[int] | None = None
    move_cards_pos: list[int] | None = None
    hand_cards: list[int] | None = None
    is_li_zhi: bool | None = None
    li_zhi_type: int = 0
    li_zhi_operate: int = 0


class RiichiData(msgspec.Struct, gc=False):
    """The user whose riichi is accepted."""

    user_id: int = 0


class WaitsData(msgspec.Struct, gc=False):
    """The waits of a hand in riichi."""

    ting_info: list[TileWaited] | None = None


class IndicatorData(msgspec.Struct, gc=False):
    """All indicators that kans have turned so far."""

    cards: list[int]


class FangRecord(msgspec.Struct, gc=False):
    """A yaku and its han."""

    fang_type: int
    fang_num: int | None = None


class CityWinRecord(msgspec.Struct):
    """A win, or at a draw a hand that is tenpai."""

    user_id: int
    fang_info: list[FangRecord] | None = None
    all_fang_num: int | None = None
    all_fu: int | None = None
    all_point: int | None = None
    bash_points: int | None = None
    user_cards: list[int] | None = None
    li_bao_card: list[int] | None = None
    ting_card_list: list[int] | None = None


class ProfitRecord(msgspec.Struct, gc=False):
    """What a hand brings a player: won sticks are in point_profit, a stick paid is in li_zhi_profit alone."""

    user_id: int
    point_profit: int | None = None
    li_zhi_profit: int | None = None
    user_point: int | None = None
    is_bao_pai: bool = False


class EndData(msgspec.Struct):
    """The end of a hand."""

    end_type: int
    win_info: list[CityWinRecord] | None = None
    user_profit: list[ProfitRecord] | None = None


class UserResult(msgspec.Struct, gc=False):
    """A player's final points, and ten times the score."""

    user_id: int
    point_num: int | None = None
    score: float | None = None


class GameEndData(msgspec.Struct):
    """The end of the game: its players in the order of rank."""

    user_data: list[UserResult]


ANY_JSON: Final = msgspec.json.Decoder()
CITY_RECORD: Final = msgspec.json.Decoder(CityGameRecord)
HEAD_FIELDS: Final = {one.encode_name: one.name for one in msgspec.structs.fields(CityGameRecord)[2:]}
"""The fields of a head, by their names in JSON."""
DATA_TYPES: Final[dict[int, Any]] = {
    1: StartData, 2: TurnData, 3: OfferData, 4: ActionData, 5: EndData, 6: GameEndData, 7: IndicatorData,
    8: RiichiData, 11: WaitsData,
}  # fmt: skip
"""The type of the data of each type of event."""
DATA_DECODERS: Final = {number: msgspec.json.Decoder(type) for number, type in DATA_TYPES.items()}
