# build: plain
"""The protobuf messages of Mahjong Soul's records, as far as they are used, described in a table of the project's own.

Field numbers and names are the server's. Of types that look alike on the wire the cheapest is declared: the wrapper of
a record as a message that is decoded with its parent, packed flags and parts that are rarely needed as bytes. Fields
that are not named here are ignored.
"""

from functools import cache
from typing import Any, Final

from auditor.core.reading.protobuf import MessageField, class_in, fields_in, pool_of

_PACKAGE: Final = "auditor.majsoul"

MESSAGES: Final[dict[str, str]] = {
    "Wrapper": "1 string name, 2 bytes data",
    "ResGameRecord": "1 Error error, 3 RecordGame head, 4 bytes data, 5 string data_url",
    "Error": "1 uint32 code",
    # The head: who played where, by which rules, and how it ended.
    "RecordGame": (
        "1 string uuid, 2 uint32 start_time, 3 uint32 end_time, 5 GameConfig config, 11 *AccountInfo accounts, "
        "12 GameEndResult result"
    ),
    "AccountInfo": "2 uint32 seat, 3 string nickname, 7 AccountLevel level, 8 AccountLevel level3",
    "AccountLevel": "1 uint32 id, 2 uint32 score",
    "GameConfig": "1 uint32 category, 2 GameMode mode, 3 GameMetaData meta",
    "GameMetaData": "1 uint32 room_id, 2 uint32 mode_id, 3 uint32 contest_uid",
    "GameMode": "1 uint32 mode, 6 GameDetailRule detail_rule, 7 GameTestingEnvironmentSet testing_environment",
    "GameTestingEnvironmentSet": "1 uint32 paixing, 2 uint32 left_count, 3 uint32 field_spell_var",
    "GameDetailRule": (
        "3 uint32 dora_count, 4 uint32 shiduan, 5 uint32 init_point, 6 uint32 fandian, 7 bool can_jifei, "
        "8 uint32 tianbian_value, 9 uint32 liqibang_value, 10 uint32 changbang_value, 11 uint32 noting_fafu_1, "
        "12 uint32 noting_fafu_2, 13 uint32 noting_fafu_3, 14 bool have_liujumanguan, 15 bool have_qieshangmanguan, "
        "16 bool have_biao_dora, 17 bool have_gang_biao_dora, 18 bool ming_dora_immediately_open, "
        "19 bool have_li_dora, 20 bool have_gang_li_dora, 21 bool have_sifenglianda, 22 bool have_sigangsanle, "
        "23 bool have_sijializhi, 24 bool have_jiuzhongjiupai, 25 bool have_sanjiahele, 26 bool have_toutiao, "
        "27 bool have_helelianzhuang, 28 bool have_helezhongju, 29 bool have_tingpailianzhuang, "
        "30 bool have_tingpaizhongju, 31 bool have_yifa, 32 bool have_nanruxiru, 33 uint32 jingsuanyuandian, "
        "34 int32 shunweima_2, 35 int32 shunweima_3, 36 int32 shunweima_4, 39 bool have_zimosun, "
        "40 bool disable_multi_yukaman, 41 uint32 fanfu, 42 uint32 guyi_mode, 43 uint32 dora3_mode, "
        "44 uint32 begin_open_mode, 45 uint32 jiuchao_mode, 46 uint32 muyu_mode, 47 uint32 open_hand, "
        "48 uint32 xuezhandaodi, 49 uint32 huansanzhang, 50 uint32 chuanma, 51 uint32 reveal_discard, "
        "52 uint32 field_spell_mode, 53 uint32 zhanxing, 54 uint32 tianming_mode, 60 bool disable_leijiyiman, "
        "62 uint32 disable_double_yakuman, 63 uint32 disable_composite_yakuman, 64 uint32 enable_shiti, "
        "65 uint32 enable_nontsumo_liqi, 66 uint32 disable_double_wind_four_fu, 67 uint32 disable_angang_guoshi, "
        "68 uint32 enable_renhe, 69 uint32 enable_baopai_extend_settings, 70 uint32 yongchang_mode, "
        "71 uint32 hunzhiyiji_mode, 72 uint32 wanxiangxiuluo_mode, 73 uint32 beishuizhizhan_mode, "
        "74 *uint32 amusement_switches"
    ),
    "GameEndResult": "1 *PlayerItem players",
    "PlayerItem": "1 uint32 seat, 2 int32 total_point, 3 int32 part_point_1",
    # The records: in the first generation each in a wrapper, in the second in actions, others of which have no record.
    "GameDetailRecords": "1 *Wrapper records, 2 uint32 version, 3 *GameAction actions",
    "GameAction": "3 Wrapper result",
    "RecordNewRound": (
        "1 uint32 chang, 2 uint32 ju, 3 uint32 ben, 4 string dora, 5 *int32 scores, 6 uint32 liqibang, "
        "7 *string tiles0, 8 *string tiles1, 9 *string tiles2, 10 *string tiles3, 12 bytes operation, 13 string md5, "
        "14 string paishan, 16 *string doras, 22 string sha256, 24 string saltSha256, 25 string salt"
    ),
    "RecordDealTile": (
        "1 uint32 seat, 2 string tile, 5 bytes liqi, 6 *string doras, 7 bytes zhenting, 8 bytes operation"
    ),
    "RecordDiscardTile": (
        "1 uint32 seat, 2 string tile, 3 bool is_liqi, 5 bool moqie, 6 bytes zhenting, 8 *string doras, "
        "9 bool is_wliqi, 10 *bytes operations"
    ),
    "RecordChiPengGang": (
        "1 uint32 seat, 2 uint32 type, 3 *string tiles, 4 *uint32 froms, 5 bytes liqi, 7 bytes zhenting, "
        "8 bytes operation"
    ),
    "RecordAnGangAddGang": "1 uint32 seat, 2 uint32 type, 3 string tiles, 6 *string doras, 7 *bytes operations",
    "RecordBaBei": "1 uint32 seat, 6 *string doras, 7 *bytes operations, 8 bool moqie",
    "RecordHule": (
        "1 *HuleInfo hules, 2 *int32 old_scores, 3 *int32 delta_scores, 5 *int32 scores, 7 *string doras, "
        "9 int32 baopai"
    ),
    "HuleInfo": (
        "1 *string hand, 2 *string ming, 3 string hu_tile, 4 uint32 seat, 5 bool zimo, 7 bool liqi, 8 *string doras, "
        "9 *string li_doras, 10 bool yiman, 11 uint32 count, 12 *FanInfo fans, 13 uint32 fu, 14 string title, "
        "15 uint32 point_rong, 16 uint32 point_zimo_qin, 17 uint32 point_zimo_xian, 18 uint32 title_id, "
        "21 uint32 baopai"
    ),
    "FanInfo": "1 string name, 2 uint32 val, 3 uint32 id",
    "RecordNoTile": "1 bool liujumanguan, 2 *NoTilePlayerInfo players, 3 *NoTileScoreInfo scores",
    "NoTilePlayerInfo": "3 bool tingpai, 4 *string hand",
    "NoTileScoreInfo": "2 *int32 old_scores, 3 *int32 delta_scores",
    "RecordLiuJu": "1 uint32 type, 3 uint32 seat, 4 *string tiles, 5 bytes liqi",
    "LiQiSuccess": "1 uint32 seat, 2 int32 score, 3 uint32 liqibang, 4 bool failed",
    "OptionalOperationList": "1 uint32 seat, 2 *OptionalOperation operation_list",
    "OptionalOperation": "1 uint32 type",
}
"""The fields of each message, as `auditor.core.reading.protobuf` reads them."""


@cache
def fields_of(message: str) -> tuple[MessageField, ...]:
    """The fields of a message."""
    return fields_in(MESSAGES[message])


RENAMED: Final = {"saltSha256": "salt_sha256"}
"""The server's names that are spelled differently here."""

PARTS: Final = {"liqi": "LiQiSuccess", "operation": "OptionalOperationList", "operations": "OptionalOperationList"}
"""The messages in fields that are declared as bytes here: parts of a record that are rarely needed."""


@cache
def message_class(name: str) -> Any:
    """The class of a message. The protobuf package is imported only where it is needed."""
    return class_in(_pool(), _PACKAGE, name)


@cache
def _pool() -> Any:
    return pool_of(_PACKAGE, MESSAGES, RENAMED)
