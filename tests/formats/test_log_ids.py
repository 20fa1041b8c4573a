"""Log ids: which server's game an id names, and the address of its viewer."""

import pytest

from auditor.core.reading.log_ids import is_mahjong_soul_id, log_id_from_name
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


def test_each_game_is_shown_by_its_own_viewer() -> None:
    assert viewer_link(MAHJONG_SOUL, 3, 2) == f"https://mahjongsoul.game.yo-star.com/?paipu={MAHJONG_SOUL}"
    assert viewer_link(TENHOU, 3, 2) == f"https://tenhou.net/0/?log={TENHOU}&tw=2&ts=3"
    assert viewer_link("", 3, 2) is None
