"""The language of scenarios: every example of docs/scenarios.md runs, and its table names every word."""

import inspect
import re

import pytest
from support.paths import ROOT

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.rulesets import choose
from auditor.testing import Scenario

PAGE = (ROOT / "docs" / "scenarios.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int) -> None:
    exec(compile(EXAMPLES[number], f"docs/scenarios.md, example {number + 1}", "exec"), {})


def words() -> list[str]:
    return [name for name, _ in inspect.getmembers(Scenario) if not name.startswith("_")]


def test_the_table_names_every_word_and_its_parameters() -> None:
    table = " ".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE))
    named = set(re.findall(r"[`\s]([a-z_]+)(?:\(|`)", table))
    assert named - {"table", "game"} == set(words())
    for word, given in re.findall(r"`(\w+)\(([^`)]*)\)`", table):
        member = Scenario.__init__ if word == "Scenario" else getattr(Scenario, word)
        known = set(inspect.signature(member).parameters) | {"tiles", "ura", "id"}
        assert {name.strip(" =") for name in given.split(",") if name.strip()} <= known, word


@pytest.mark.parametrize("format", [*FORMAT_BY_NAME, "majsoul"])
def test_a_log_in_every_format(format: str) -> None:
    play = Scenario("mahjong-soul").hand({1: "234567m55p23478s"}, avoid="6s").turn("6s").ron(1)
    (game,) = [one for one in read(play.log(format, "A comment.").encode(), "x") if isinstance(one, Game)]
    assert game.format == format
    assert [event.kind for event in game.hands[0].events] == [event.kind for event in play.current.events]
    assert "A comment." in play.log(format, "A comment.")


@pytest.mark.parametrize("rules", ["mahjong-soul", "mahjong-soul-sanma"])
def test_a_game_without_red_fives_is_of_a_room_without_them(rules: str) -> None:
    play = Scenario(rules, red_fives=False).hand({1: "23p345567p34588s"}, avoid="4p").go_round(0).turn("4p").ron(1)
    (game,) = [one for one in read(play.log("majsoul").encode(), "x") if isinstance(one, Game)]
    chosen, _ = choose("auto", game)
    assert chosen.game.red_fives == (0, 0, 0)
    assert [one.check for one in audit_game(game, chosen).findings] == []


def test_a_format_that_there_is_not_is_told() -> None:
    with pytest.raises(ValueError, match="no format 'xml'; give one of mjlog, majiang, mjx, majsoul, riichicity, "):
        Scenario().hand({}).log("xml")


def test_the_same_calls_give_the_same_log() -> None:
    def made() -> str:
        return Scenario().hand({0: "123456m456p2478s"}).go_round(3).log()

    assert made() == made()
