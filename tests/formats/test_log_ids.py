"""Log ids: which server's game an id names, and the address of its viewer."""

import pytest

from auditor.core.reading.log_ids import is_mahjong_soul_id, log_id_from_name
from auditor.core.reading.no_logs import bare_id, game_pages_in, log_ids_in
from auditor.core.results import viewer_link

TENHOU = "2012110112gm-0009-7447-14ec5c8d"
MAHJONG_SOUL = "210815-01234567-89ab-cdef-0123-456789abcdef"


@pytest.mark.parametrize(
    ("name", "log_id"),
    [
        (MAHJONG_SOUL, MAHJONG_SOUL),
        (f"records/{MAHJONG_SOUL}.bin", MAHJONG_SOUL),
        (f"https://mahjongsoul.game.yo-star.com/?paipu={MAHJONG_SOUL}_a925124703_2", MAHJONG_SOUL),
        (f"game-{MAHJONG_SOUL}.json", MAHJONG_SOUL),
        (f"9{MAHJONG_SOUL}", ""),
        (f"{MAHJONG_SOUL}0", ""),
        (MAHJONG_SOUL.upper(), ""),
        ("01234567-89ab-cdef-0123-456789abcdef.bin", ""),
    ],
)
def test_mahjong_souls_id_of_a_name(name: str, log_id: str) -> None:
    assert log_id_from_name(name) == log_id


@pytest.mark.parametrize(
    ("log_id", "is_one"), [(MAHJONG_SOUL, True), (TENHOU, False), ("", False), (f"x-{MAHJONG_SOUL}", False)]
)
def test_whose_id_it_is(log_id: str, is_one: bool) -> None:
    assert is_mahjong_soul_id(log_id) is is_one


def in_cipher(log_id: str) -> str:
    """Mahjong Soul's id as its anonymous addresses have it: each sign moved on by its place and 17."""
    order = "0123456789abcdefghijklmnopqrstuvwxyz"
    return "".join([one if one == "-" else order[(order.index(one) + 17 + at) % 36] for at, one in enumerate(log_id)])


def test_an_anonymous_id_of_mahjong_soul_is_that_of_its_game() -> None:
    hidden = in_cipher(MAHJONG_SOUL)
    assert hidden == "jjjsmr-oqsuwy02-579b-egik-79bd-gikmoqsuwy02"
    assert log_id_from_name(f"https://game.mahjongsoul.com/?paipu={hidden}_a925124703_2") == MAHJONG_SOUL
    assert log_ids_in(f"{hidden}_a1_2 {MAHJONG_SOUL}\n{hidden}__2".encode()) == [MAHJONG_SOUL]
    assert log_id_from_name(in_cipher(hidden)) == ""
    assert log_ids_in(b"abcdef-abcdefgh-abcd-abcd-abcd-abcdefghijkl") == []


def test_riichi_citys_id_has_a_seat() -> None:
    assert log_ids_in(
        b"cu8hpmpbimvtg7crj7fg@2, xcu8hpmpbimvtg7crj7fg@2, cu8hpmpbimvtg7crj7fg@2a cu8hpmpbimvtg7crj7fg"
    ) == ["cu8hpmpbimvtg7crj7fg"]
    assert log_id_from_name("cu8hpmpbimvtg7crj7fg@0.json") == "cu8hpmpbimvtg7crj7fg"
    assert log_id_from_name("cu8hpmpbimvtg7crj7fg.json") == ""


@pytest.mark.parametrize(
    ("text", "log_id"),
    [
        (TENHOU, TENHOU),
        (MAHJONG_SOUL, MAHJONG_SOUL),
        (f"{MAHJONG_SOUL}_a925124703", MAHJONG_SOUL),
        (f"{in_cipher(MAHJONG_SOUL)}_a925124703_2", MAHJONG_SOUL),
        (f"{in_cipher(MAHJONG_SOUL)}__2", MAHJONG_SOUL),
        ("L001_S014_0012_02A", "L001_S014_0012_02A"),
        ("cu8hpmpbimvtg7crj7fg@2", "cu8hpmpbimvtg7crj7fg"),
        ("cu8hpmpbimvtg7crj7fg", "cu8hpmpbimvtg7crj7fg"),
        (f"{TENHOU}.mjlog", ""),
        (f"logs/{MAHJONG_SOUL}", ""),
        ("abcdefghijklmnopqrst", ""),
        ("cu8hpmpbimvtg7crj7fg@name", ""),
    ],
)
def test_a_text_that_is_nothing_but_an_id(text: str, log_id: str) -> None:
    assert bare_id(text) == log_id


REPORT = "https://mjai.ekyu.moe/report/96113a5b9f2e286b.json"
RIICHI_DEV = "https://riichi.dev/games/01234567-89ab-cdef-0123-456789abcdef"


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        (REPORT, [REPORT]),
        ("see https://mjai.ekyu.moe/report/96113a5b9f2e286b.html#kyoku-6-0.", [REPORT]),
        ("https://mjai.ekyu.moe/killerducky/?data=/report/96113a5b9f2e286b.json", [REPORT]),
        ("https://mjai.ekyu.moe/killerducky/?data=%2Freport%2F96113a5b9f2e286b.json", [REPORT]),
        ("https://mjai.ekyu.moe/progress?task=96113a5b9f2e286b", [REPORT]),
        ("https://mjai.ekyu.moe/zh-cn.html", []),
        (f"[a]({RIICHI_DEV}) (riichi.dev/games/01234567-89ab-cdef-0123-456789abcdef)", [RIICHI_DEV]),
        ("https://mjai.app/games/137/250/0", ["https://mjai.app/games/137/250/0"]),
        ("https://mjai.app/docs https://riichi.dev/docs", []),
    ],
)
def test_pages_from_which_a_log_can_be_saved(text: str, pages: list[str]) -> None:
    assert game_pages_in(text) == pages


def test_each_game_is_shown_by_its_own_viewer() -> None:
    assert viewer_link(MAHJONG_SOUL, 3, 2) == f"https://mahjongsoul.game.yo-star.com/?paipu={MAHJONG_SOUL}"
    assert viewer_link(TENHOU, 3, 2) == f"https://tenhou.net/0/?log={TENHOU}&tw=2&ts=3"
    assert viewer_link("", 3, 2) is None
