"""The examples on the page of the formats: one hand that the project plays, in each format that it can write."""

import re
from collections.abc import Callable

from scenarios import Play, rules_of

from auditor.events import Game
from auditor.formats import FORMATS, WRITABLE
from auditor.rulesets import load
from auditor.testing.majsoul_records import browser, head, records
from support import mjscore_logs, mjx_logs, mleague_logs
from support.paths import ROOT

PAGE = ROOT / "docs" / "formats.md"
WIDTH = 116
LINES = {"mjscore": 12}
MOST_LINES = 8
"""So many lines of an example are shown, but for those formats."""
BEGINS = {"majsoul": '{"name":".lq.RecordNewRound"'}
"""Where an example begins that has a long head."""
WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
OTHERS: dict[str, Callable[[Game], str]] = {
    "mjx": mjx_logs.write,
    "mjscore": mjscore_logs.write,
    "mleague": mleague_logs.write,
    "majsoul": lambda game: browser(head(game), records(game, load("mahjong-soul"))),
}
RULES = {"mleague": "m-league", "majsoul": "mahjong-soul", "majiang": "majiang", "riichicity": "riichi-city"}
"""By which a format's own games are played."""


def hand(rules: str) -> Game:
    """A riichi that is won on the next turn, with an ura indicator."""
    play = Play(rules_of(rules))
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z")
    return play.game


def example(name: str) -> str:
    """The beginning of the hand in a format, in lines that fit the page."""
    game = hand(RULES.get(name, "tenhou"))
    writer = WRITABLE[name].write if name in WRITABLE else None
    text = (OTHERS[name](game) if writer is None else writer(game, "")).strip()
    if name == "mjx":
        text = re.sub(r'"wall": \[[^\]]*\]', '"wall": [...]', text)
    begins = text.index(BEGINS[name]) if name in BEGINS else 0
    rows = [row for line in text[begins:].splitlines() for row in broken(line)]
    most = LINES.get(name, MOST_LINES)
    return "\n".join((["..."] if begins else []) + rows[:most] + (["..."] if len(rows) > most else []))


def broken(line: str) -> list[str]:
    """A line in lines that fit the page, each broken behind a comma or a space where it has one."""
    rows = []
    while len(line) > WIDTH:
        end = max(line.rfind(",", 0, WIDTH), line.rfind(" ", 0, WIDTH)) + 1 or WIDTH
        rows.append(line[:end].rstrip())
        line = line[end:]
    return [*rows, line]


def with_examples(text: str) -> str:
    """A page with each example in its place, behind ``<!-- example: NAME -->``."""
    for format in FORMATS:
        if format.name not in OTHERS and format.name not in WRITABLE:
            continue
        mark = f"<!-- example: {format.name} -->\n"
        assert mark in text, f"docs/formats.md lacks the line {mark.strip()}, with <!-- end --> behind it"
        before, after = text.split(mark, 1)
        rest = after.split("<!-- end -->", 1)[1]
        text = f"{before}{mark}\n```\n{example(format.name)}\n```\n\n<!-- end -->{rest}"
    return text


def write() -> None:
    """Write the page anew."""
    PAGE.write_text(with_examples(PAGE.read_text("utf-8")), "utf-8")
