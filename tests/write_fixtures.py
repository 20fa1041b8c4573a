"""Writes every scenario to `fixtures/`: run after a scenario is new or has changed."""

import re
from pathlib import Path

import majsoul_records
import majsoul_shapes
from scenarios import Case, Expected, all_cases

from auditor.formats import mjai, mjlog, tenhou6

FIXTURES = Path(__file__).parent.parent / "fixtures"
WRITERS = {"mjlog": mjlog.write, "tenhou6": tenhou6.write, "mjai": mjai.write}
MAHJONG_SOUL = "majsoul"


def text_of(case: Case) -> str:
    """The fixture's log, its point and its findings in the comment at its head."""
    game, expected = case.play()
    lines = [case.point, f"Judged by: {case.rules}"]
    lines += [f"Finds: {_finding_text(one)}" for one in expected] or ["Finds nothing."]
    comment = "\n".join(lines)
    if case.form == MAHJONG_SOUL:
        return majsoul_shapes.browser(majsoul_records.head(game), case.records(), comment) + "\n"
    return WRITERS[case.form](game, comment)


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


def main() -> None:
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
    print(f"{len(written)} fixtures")


if __name__ == "__main__":
    main()
