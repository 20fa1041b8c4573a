"""The fixtures' files: each scenario as a log that carries its verdict. `python tests/generate.py` writes them."""

import re
from pathlib import Path

import mleague_logs
from scenarios import Case, Expected, all_cases

from auditor.formats import WRITABLE
from auditor.testing import majsoul_records, majsoul_shapes

FIXTURES = Path(__file__).parent.parent / "fixtures"
WRITERS = {name: format.write for name, format in WRITABLE.items() if format.write}
MAHJONG_SOUL = "majsoul"
M_LEAGUE = "mleague"
"""The formats that the tests alone can write."""


def text_of(case: Case) -> str:
    """The fixture's log, its point and its findings in the comment at its head."""
    play = case.build()
    lines = [case.point, f"Judged by: {case.rules}"]
    lines += [f"Finds: {_finding_text(one)}" for one in play.expected] or ["Finds nothing."]
    if play.looked_at is not None:
        lines.append("Look at: hand={} event={} seat={}".format(*play.looked_at))
    comment = "\n".join(lines)
    if case.form == MAHJONG_SOUL:
        return majsoul_shapes.browser(majsoul_records.head(play.game), play.records(), comment) + "\n"
    if case.form == M_LEAGUE:
        return mleague_logs.write(play.game, comment, play.retyped)
    return WRITERS[case.form](play.game, comment)


def _finding_text(finding: Expected) -> str:
    check, hand, event, seat = finding
    return f"{check} hand={hand} event={event} seat={seat}"


def expectation_of(text: str) -> tuple[str, list[Expected]]:
    """The ruleset and the findings that a fixture's own comment names."""
    rules = re.search(r"Judged by: ([\w-]+)", text)
    assert rules, "a fixture must name the ruleset that judges it"
    found = re.findall(r"Finds: (\S+) hand=(\d+) event=(\w+) seat=(\w+)", text.replace("\\n", "\n").replace('"', "\n"))
    return rules[1], [(check, int(hand), _number(event), _number(seat)) for check, hand, event, seat in found]


def _number(text: str) -> int | None:
    return None if text == "None" else int(text)


def write() -> None:
    """Write all fixtures and remove those whose scenario is gone."""
    written = set()
    for case in all_cases():
        path = FIXTURES / case.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(case), "utf-8")
        written.add(path)
    for path in FIXTURES.rglob("*.*"):
        if path.is_file() and path not in written:
            path.unlink()
