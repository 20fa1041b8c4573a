"""All formats together: each is listed once, recognized among the others, and gives the rules that its logs state."""

import json
from pathlib import Path

import pytest
from support import format_examples
from support.paths import FIXTURES

from auditor import formats
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, FORMATS, Format, detect, read, rules_stated_by
from auditor.core.reading.stated_rules import M_LEAGUE, MAHJONG_SOUL, MAJIANG, TENHOU, LobbyPoints, StatedRules

UUID = "210815-6da08e40-2605-42fb-a5e3-f8aa5940362a"
LOG = FIXTURES / "riichi" / "kan-waits" / "silent.mjlog"


def test_every_package_is_in_the_list_once() -> None:
    packages = [path.parent.name for path in Path(formats.__file__).parent.glob("*/__init__.py")]
    assert sorted(format.name for format in FORMATS) == sorted(packages)


@pytest.mark.parametrize("format", FORMAT_BY_NAME.values(), ids=list(FORMAT_BY_NAME))
def test_a_log_is_of_the_format_that_wrote_it(format: Format) -> None:
    game = next(read(LOG.read_bytes(), LOG.name))
    assert isinstance(game, Game)
    assert detect(format.write(game, "").encode()) is format


def test_the_page_shows_each_format_as_it_is_written() -> None:
    text = format_examples.PAGE.read_text("utf-8")
    assert text == format_examples.with_examples(text), "run python tests/generate.py"


def test_nothing_is_read_from_what_lies_beside_logs() -> None:
    rules = json.dumps({"場数": 1, "赤牌": {"m": 1, "p": 1, "s": 1}}, ensure_ascii=False)
    assert list(read(rules.encode(), "rule.json")) == []


def game(format: str, *, bits: int | None = None, text: str = "", log_id: str = "", **attributes: str) -> Game:
    made = Game(format)
    made.rule_text, made.log_id = text, log_id
    made.attributes = attributes
    if bits is not None:
        made.rule_bits = bits
    return made


LOBBY = "0FE0BF0B,0000001F,,,30000,40000,30000,,,,,,,,,,,,,,,5,-5,-15"
GO = "the log's GO type is"
TEXT = "the log's rule text is"


@pytest.mark.parametrize(
    ("log", "stated"),
    [
        (game("mjlog"), StatedRules()),
        (game("mjlog", bits=0x09), StatedRules(f"{GO} 9", TENHOU, 2, True)),
        (game("mjlog", bits=0x05), StatedRules(f"{GO} 5", TENHOU, 1, False)),
        (game("mjlog", bits=0x0209), StatedRules(f"{GO} 521", TENHOU, 2, True, has_house_rules=True)),
        (
            game("mjlog", bits=0x09, csrule=LOBBY),
            StatedRules(
                f"{GO} 9", TENHOU, 2, True, has_lobby_rules=True, points=LobbyPoints(30000, 40000, (5, -5, -15))
            ),
        ),
        (game("mjlog", bits=0x09, csrule="x"), StatedRules(f"{GO} 9", TENHOU, 2, True, has_lobby_rules=True)),
        (game("tenhou6", text="般東"), StatedRules(f"{TEXT} '般東'", TENHOU, 1, False)),
        (game("tenhou6", text="鳳南喰赤"), StatedRules(f"{TEXT} '鳳南喰赤'", TENHOU, 2, True)),
        (game("tenhou6", text="Friday"), StatedRules("the log's rule text 'Friday' is not one that is known")),
        (
            game("tenhou6", text="Jade Room East"),
            StatedRules(f"{TEXT} 'Jade Room East', a room of Mahjong Soul", MAHJONG_SOUL, 1, True),
        ),
        (game("mjai", kyoku_first="4"), StatedRules("the log says kyoku_first 4, one wind", winds=1)),
        (game("mjai", kyoku_first="0"), StatedRules()),
        (game("tenhou6", kyoku_first="4"), StatedRules()),
        (game("majiang"), StatedRules(server=MAJIANG)),
        (game("majiang", text="般東"), StatedRules(f"{TEXT} '般東'", TENHOU, 1, False)),
        (game("mleague"), StatedRules("the log is one of the M-League's viewer", ruleset=M_LEAGUE)),
        (game("of another's"), StatedRules()),
    ],
)
def test_what_a_log_states_of_its_rules(log: Game, stated: StatedRules) -> None:
    assert rules_stated_by(log) == stated


@pytest.mark.parametrize("name", ["mjlog", "tenhou6", "mjai", "majiang"])
def test_an_id_of_mahjong_soul_tells_its_rules_in_every_format(name: str) -> None:
    stated = rules_stated_by(game(name, log_id=UUID, kyoku_first="4"))
    assert (stated.server, stated.winds, stated.has_house_rules) == (MAHJONG_SOUL, 2, True)
