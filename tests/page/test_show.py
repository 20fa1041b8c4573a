"""`auditor show`: a log, a hand, a position."""

import pytest
from support.paths import FIXTURES

from auditor.core.errors import NoGameError
from auditor.page.show import GameRef, ShowError, show, show_wall

KAN = str(FIXTURES / "riichi/kan-waits/fires.mjlog")
WIN = str(FIXTURES / "stick/award/silent.mjlog")


def test_a_log_is_one_line_a_hand() -> None:
    lines = list(show(GameRef(KAN)))
    assert "ruleset tenhou (the log's GO type is 9)" in lines[0]
    assert lines[1].split() == ["hand", "0", "E1-0", *["25000"] * 4, "exhaustive"]


def test_a_position_shows_hand_river_waits_and_the_finding() -> None:
    text = "\n".join(show(GameRef(KAN, hand=0, event=11)))
    assert "hand   3444m778899s333z + 4m" in text
    assert "river  riichi:9p" in text
    assert "  waits for 2m (4 unseen, 2 in the wall), 3m (3 unseen), 5m (4 unseen)" in text
    assert "event 11: seat 0 makes a closed kan 4444m" in text
    assert "riichi/kan-waits violation" in text


def test_a_hand_shows_how_its_win_is_scored() -> None:
    lines = list(show(GameRef(WIN, hand=0)))
    start = next(place for place, line in enumerate(lines) if line.startswith("  reading"))
    said = {line.split()[0]: line for line in lines[start:] if line.startswith("  ")}
    assert said["yaku"].startswith("  yaku         double riichi 2")
    assert said["fu"].startswith("  fu           20 base")
    assert said["base"].startswith("  base points  ")


@pytest.mark.parametrize(
    ("path", "hand", "event", "message"),
    [
        (KAN, 5, None, "there is no hand 5; the log has the hands 0"),
        (KAN, 0, 999, "hand 0 has the events 0 to"),
        (KAN, None, 3, "--event needs --hand"),
        ("nothing-here.mjlog", None, None, "nothing-here.mjlog"),
    ],
)
def test_what_cannot_be_shown_is_told(path: str, hand: int | None, event: int | None, message: str) -> None:
    with pytest.raises((NoGameError, ShowError), match=message.replace("--", "-?-?")):
        list(show(GameRef(path, hand=hand, event=event)))


def test_a_wall_shows_deal_draws_and_dead_wall() -> None:
    lines = show_wall(GameRef(str(FIXTURES / "wall/seed/silent.mjlog"), hand=0))
    assert lines[0] == "E1 honba 0"
    assert len([line for line in lines if line.startswith("seat")]) == 4
    live = [line for line in lines if line.startswith(("live", "     "))]
    tiles = " ".join(line[10:] for line in live).split()
    assert len([tile for tile in tiles if tile != "|"]) == 70
    assert tiles.index("|") == 30, "the bar ends what was drawn"
    assert [line.split()[0] for line in lines[-3:]] == ["kan", "dora", "ura"]


def test_a_hand_without_a_seed_has_no_known_wall() -> None:
    with pytest.raises(ShowError, match="no shuffle seed"):
        show_wall(GameRef(KAN, hand=0))
