"""The examples on the page of the formats: one made-up hand in each format."""

from collections.abc import Callable

from scenarios import Play, rules_of

from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, FORMATS
from auditor.core.rulesets import load
from auditor.testing.majsoul_records import browser, head, records
from support import mjscore_logs, mleague_logs
from support.paths import ROOT

PAGE = ROOT / "docs" / "formats.md"
WIDTH = 116
LINES = {"mjscore": 12}
MOST_LINES = 8
"""The most lines of an example that are shown, apart from the formats in LINES."""
BEGINS = {"majsoul": '{"name":".lq.RecordNewRound"'}
"""Text at which the example of a format with a long head starts."""
WAIT = "23456m456p45688s"
"""A hand that waits for 1m, 4m and 7m."""
OTHERS: dict[str, Callable[[Game], str]] = {
    "mjscore": mjscore_logs.write,
    "mleague": mleague_logs.write,
    "majsoul": lambda game: browser(head(game), records(game, load("mahjong-soul"))),
}
"""What writes the hand as of a server itself, and not as converted."""
RULES = {"mleague": "m-league", "majsoul": "mahjong-soul", "majiang": "majiang", "riichicity": "riichi-city"}
"""The ruleset for the hand in some formats."""


def hand(rules: str) -> Game:
    """A riichi that is won on the next turn, with an ura indicator."""
    play = Play(rules_of(rules))
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z")
    return play.game


def example(name: str) -> str:
    """The beginning of the hand in a format, wrapped to fit the page."""
    game = hand(RULES.get(name, "tenhou"))
    writer = FORMAT_BY_NAME[name].write
    text = (OTHERS[name](game) if name in OTHERS else writer(game, "")).strip()
    begins = text.index(BEGINS[name]) if name in BEGINS else 0
    rows = [row for line in text[begins:].splitlines() for row in broken(line)]
    most = LINES.get(name, MOST_LINES)
    return "\n".join((["..."] if begins else []) + rows[:most] + (["..."] if len(rows) > most else []))


def broken(line: str) -> list[str]:
    """Split a line into lines that fit the page, after a comma or a space where possible."""
    rows = []
    while len(line) > WIDTH:
        end = max(line.rfind(",", 0, WIDTH), line.rfind(" ", 0, WIDTH)) + 1 or WIDTH
        rows.append(line[:end].rstrip())
        line = line[end:]
    return [*rows, line]


def with_examples(text: str) -> str:
    """A page with each example inserted after its ``<!-- example: NAME -->``."""
    for format in FORMATS:
        mark = f"<!-- example: {format.name} -->\n"
        assert mark in text, f"docs/formats.md lacks the line {mark.strip()}, with <!-- end --> behind it"
        before, after = text.split(mark, 1)
        rest = after.split("<!-- end -->", 1)[1]
        text = f"{before}{mark}\n```\n{example(format.name)}\n```\n\n<!-- end -->{rest}"
    return text


def write() -> None:
    """Rewrite the page."""
    PAGE.write_text(with_examples(PAGE.read_text("utf-8")), "utf-8")
