"""Writes the fixtures: each scenario as a log that contains its verdict. `python tests/generate.py` calls it."""

from scenarios import Case, Play, all_cases, rules_of

from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.reading.embedded_verdict import ExpectedFinding, ExpectedVerdict, verdict_in
from auditor.testing import majsoul_records
from support import mjscore_logs, mleague_logs
from support.paths import FIXTURES, fixture_logs


def text_of(case: Case) -> str:
    """The fixture's log, with its point and its findings in the comment at its head."""
    play = case.build()
    text = _written(case, play)
    for old, new in play.replaced:
        assert text.count(old) == 1, f"{old} stands {text.count(old)} times in {case.name}"
        text = text.replace(old, new)
    return text


def _written(case: Case, play: Play) -> str:
    finds = tuple([ExpectedFinding(*one) for one in play.expected])
    comment = ExpectedVerdict(case.point, case.rules, finds, play.looked_at).comment()
    if case.form == "majsoul":
        return majsoul_records.browser(majsoul_records.head(play.game), play.records(), comment) + "\n"
    if case.form == "mleague":
        return mleague_logs.write(play.game, comment, play.retyped)
    if case.form == "mjscore":
        return mjscore_logs.write(play.game, comment)
    return FORMAT_BY_NAME[case.form].write(play.game, comment)


def rules_in(data: bytes) -> str:
    """The ruleset that a fixture names for itself, as `rulesets.choose` takes it."""
    carried = verdict_in(data)
    assert carried is not None, "a fixture must carry its verdict"
    return rules_of(carried.rules)


def write() -> None:
    """Write all fixtures and remove those whose scenario is gone."""
    written = set()
    for case in all_cases():
        path = FIXTURES / case.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(case), "utf-8")
        written.add(path)
    for path in fixture_logs():
        if path not in written:
            path.unlink()
