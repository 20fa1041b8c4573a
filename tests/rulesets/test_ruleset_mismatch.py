"""Games that contradict the named ruleset: siblings, what is not judged, and what the run reports."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.paths import FIXTURES
from support.run_settings import run_settings
from support.small_logs import load, tiny_log

from auditor.cli import cli, reporter
from auditor.core.audit import work
from auditor.core.audit.executors import inline
from auditor.core.audit.game import audit_game
from auditor.core.audit.run import run
from auditor.core.errors import RulesetError
from auditor.core.events import Game, Hand
from auditor.core.reading import read
from auditor.core.results import EVERY_CHECK, GameResult, InputResult, Unjudged
from auditor.core.rulesets import choose, names, settings_key
from auditor.core.rulesets import load as ruleset
from auditor.core.rulesets.choice import RulesetMismatch, mismatch_of
from auditor.core.sources import InputItem
from auditor.core.tiles import RED_FIVES, red_tiles_of
from auditor.output.ruleset_texts import ruleset_text
from auditor.output.summary import Summary, summary_lines
from auditor.page.show import GameRef, show

THREE = FIXTURES / "cases" / "zh" / "passed-north-in-riichi.mjlog"
"""A game of three players with a fault."""

FOUR_OF_30000 = tuple(
    [name for name in names() if (one := ruleset(name).game).players == 4 and one.start_points == 30000]
)
WITH_REDS = tuple([name for name in FOUR_OF_30000 if ruleset(name).game.red_fives])


def game(
    points: tuple[int, ...] = (25000,) * 4,
    players: int = 4,
    *,
    format: str = "mjlog",
    reds: tuple[int, ...] = RED_FIVES,
    recorded: bool = True,
    start: tuple[int, int, int] = (0, 0, 0),
    text: str = "",
) -> Game:
    """A game with the start of its first hand. start: that hand's index, round and honba."""
    made = Game(format)
    made.players, made.rule_text = players, text
    made.red_tiles, made.reds_recorded = reds, recorded
    made.copies_recorded = format == "mjlog"
    index, round, honba = start
    made.hands = [Hand(index, round, honba, 0, 0, points, ((),) * 4, 0)]
    return made


NO_REDS = game(reds=())
POINTS = "each seat starts with 25000 points, not 30000"
REDS = "red fives are in play, of which the ruleset has none"
SANMA = (35000, 35000, 35000, 0)


@pytest.mark.parametrize(
    ("rules", "log", "told"),
    [
        ("tenhou", game(), None),
        ("auto", game((30000,) * 4), None),
        ("wrc", game(), ("wrc", (POINTS, REDS), ("tenhou",))),
        ("wrc", NO_REDS, ("wrc", (POINTS,), ("auto",))),
        ("wrc", game((30000,) * 4, reds=()), None),
        # The log must hold the start, and the seats must start alike.
        ("ema-2012", game(start=(1, 0, 0)), None),
        ("ema-2012", game(start=(0, 1, 0)), None),
        ("ema-2012", game(start=(0, 0, 1)), None),
        ("ema-2012", game((25000, 25000, 25000, 24000)), None),
        ("tenhou", game((30000,) * 4), ("tenhou", ("each seat starts with 30000 points, not 25000",), WITH_REDS)),
        (
            "tenhou",
            game((30000,) * 4, format="mjai", reds=(), recorded=False),
            ("tenhou", ("each seat starts with 30000 points, not 25000",), FOUR_OF_30000),
        ),
        ("tenhou", game((1000,) * 4), ("tenhou", ("each seat starts with 1000 points, not 25000",), ())),
        (
            "tenhou",
            game((1000,) * 4, text="雀魂"),
            ("tenhou", ("each seat starts with 1000 points, not 25000",), ()),
        ),
        # Red fives, where the log leaves no doubt of them.
        ("tenhou", NO_REDS, ("tenhou", ("no red fives are in play, of which the ruleset has 3",), ("auto",))),
        ("tenhou", game(reds=(), recorded=False), None),
        ("ema-2016", game((30000,) * 4, recorded=False), None),
        ("ema-2016", game((30000,) * 4, format="mjai", recorded=False), ("ema-2016", (REDS,), WITH_REDS)),
        ("ema-2016", game((30000,) * 4, format="mjai", reds=(), recorded=False), None),
        (
            "tenhou",
            game(reds=red_tiles_of((1, 2, 1))),
            ("tenhou", ("4 red fives are in play, not 3",), ("auto",)),
        ),
        ("tenhou", game(format="mjai", reds=red_tiles_of((1, 2, 1)), recorded=False), None),
        (
            "tenhou",
            game(reds=red_tiles_of((0, 2, 1))),
            ("tenhou", ("the red fives in play are of other suits than the ruleset's",), ("auto",)),
        ),
        # Three players: the sibling judges, where there is one.
        ("tenhou", game(SANMA, 3), None),
        ("tenhou-sanma", game(), None),
        ("mahjong-soul", game(SANMA, 3), None),
        (
            "mahjong-soul",
            game((40000, 40000, 40000, 0), 3, reds=()),
            (
                "mahjong-soul-sanma",
                (
                    "each seat starts with 40000 points, not 35000",
                    "no red fives are in play, of which the ruleset has 2",
                ),
                (),
            ),
        ),
        ("wrc", game(SANMA, 3), ("wrc", ("there are three players, not four",), ("tenhou-sanma",))),
        (
            "wrc",
            game(SANMA, 3, text="三玉の間南喰赤"),
            ("wrc", ("there are three players, not four",), ("mahjong-soul-sanma",)),
        ),
    ],
)
def test_what_the_start_of_a_game_says_against_a_ruleset(
    rules: str, log: Game, told: tuple[str, tuple[str, ...], tuple[str, ...]] | None
) -> None:
    assert mismatch_of(rules, log) == (None if told is None else RulesetMismatch(*told))


@pytest.mark.parametrize(
    ("named", "players", "taken", "reason"),
    [
        ("tenhou", 4, "tenhou", "as asked"),
        ("tenhou", 3, "tenhou-sanma", "tenhou, as asked, names it for three players"),
        ("tenhou-sanma", 4, "tenhou", "tenhou-sanma, as asked, names it for four players"),
        ("mahjong-soul", 3, "mahjong-soul-sanma", "mahjong-soul, as asked, names it for three players"),
        ("mahjong-soul-sanma", 4, "mahjong-soul", "mahjong-soul-sanma, as asked, names it for four players"),
        (
            "wiki",
            3,
            "wiki",
            "as asked; not judged: the ruleset wiki is for four players, the game has three",
        ),
    ],
)
def test_a_game_of_another_number_of_players_goes_to_the_sibling(
    named: str, players: int, taken: str, reason: str
) -> None:
    rules, why = choose(named, game(players=players))
    assert (rules.name, why) == (taken, reason)


@pytest.mark.parametrize(("name", "line"), [("tenhou", 'sibling = "tenhou-sanma"'), ("wrc", "")])
def test_a_ruleset_in_full_names_its_sibling(name: str, line: str) -> None:
    lines = ruleset_text(ruleset(name), {}).splitlines()
    assert [one for one in lines if one.startswith("sibling")] == ([line] if line else [])


def written(folder: Path, **texts: str) -> Path:
    """TOML files in a folder; the path of the first."""
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder / f"{next(iter(texts))}.toml"


THREE_OF_US = 'extend = "tenhou-sanma"\ntitle = "Three"\n'


def test_a_sibling_is_a_file_beside_the_ruleset_and_is_not_inherited(tmp_path: Path) -> None:
    club = written(tmp_path, club='extend = "tenhou"\nsibling = "three.toml"', three=THREE_OF_US)
    rules, _ = choose(str(club), game(players=3))
    assert (rules.name, rules.title) == ("three", "Three")
    child = written(tmp_path, child=f'extend = "{club}"')
    assert ruleset(str(child)).sibling is None
    assert ruleset(str(written(tmp_path, other='extend = "tenhou"'))).sibling is None


@pytest.mark.parametrize(
    ("sibling", "message"),
    [
        ('"no-such"', f"club.toml: sibling: there is no ruleset 'no-such': give one of {names()[0]},"),
        ('"gone.toml"', "gone.toml: cannot be read"),
        ('"bad.toml"', "bad.toml: there is no setting riich"),
        ('"tenhou"', "club.toml: sibling must be a ruleset for another number of players than 4, which tenhou is for"),
        ('"club.toml"', "club.toml: sibling must be a ruleset for another number of players than 4"),
        ("3", 'club.toml: sibling must be a text or "none", not 3'),
    ],
)
def test_a_sibling_that_is_none_is_told(tmp_path: Path, sibling: str, message: str) -> None:
    club = written(tmp_path, club=f'extend = "tenhou"\nsibling = {sibling}', bad='extend = "tenhou"\n[riich]')
    with pytest.raises(RulesetError) as told:
        ruleset(str(club))
    assert message in str(told.value)


def test_the_key_of_a_ruleset_holds_the_settings_of_its_sibling(tmp_path: Path) -> None:
    keys = {}
    for folder, three in (("a", ""), ("b", ""), ("c", "[riichi]\ntiles_left = 0")):
        (tmp_path / folder).mkdir()
        club = 'extend = "tenhou"\nsibling = "three.toml"'
        keys[folder] = settings_key(str(written(tmp_path / folder, club=club, three=THREE_OF_US + three)))
    assert keys["a"] == keys["b"] != keys["c"]


NOT_JUDGED = Unjudged((EVERY_CHECK,), "the ruleset ema-2016 is for four players, the game has three")


def test_a_game_of_another_number_of_players_is_replayed_and_not_judged() -> None:
    log = next(read(THREE.read_bytes(), THREE.name))
    assert isinstance(log, Game)
    own = audit_game(log, ruleset("tenhou-sanma"))
    assert own.findings
    other = audit_game(log, ruleset("ema-2016"))
    assert (other.findings, other.problems) == ([], [])
    assert [record.unjudged for record in other.records] == [[NOT_JUDGED]] * len(log.hands)
    assert [record.end_scores for record in other.records] == [record.end_scores for record in own.records]
    shown = "\n".join(show(GameRef(str(THREE), hand=0, rules="ema-2016")))
    assert "not scored: the ruleset ema-2016 is for four players, the game has three" in shown


def result(ruleset: str = "wrc", *ways: str, fitting: tuple[str, ...] = ("tenhou",), games: int = 1) -> InputResult:
    """An input of so many games, each of which contradicts the ruleset in these ways."""
    mismatch = RulesetMismatch(ruleset, ways, fitting) if ways else None
    of_games = [GameResult(number, "x", "", ruleset, "as asked", mismatch=mismatch) for number in range(games)]
    return InputResult("x", None, games=of_games)


@pytest.mark.parametrize(
    ("results", "line"),
    [
        ([], ""),
        ([result()], ""),
        (
            [result("wrc", "A"), result()],
            "",
        ),
        (
            [result("wrc", "A", games=2), result()],
            "the ruleset wrc does not fit: in 2 of 3 games A; tenhou would fit (--rules tenhou)",
        ),
        ([result("wrc", "A"), result("wrc", "B"), result("wrc", "C")], ""),
        (
            [result("wrc", "A", "B", games=3), result("wrc", "B"), result(games=1)],
            "the ruleset wrc does not fit: in 4 of 5 games B, and in 3 A; tenhou would fit (--rules tenhou)",
        ),
        ([result("tenhou", "A"), result("tenhou-sanma", "A")], ""),
        (
            [result("tenhou", "A"), result("tenhou-sanma", "B", games=2)],
            "the ruleset tenhou-sanma does not fit: in 2 of 3 games B; tenhou would fit (--rules tenhou)",
        ),
        (
            [result("wrc", "A", fitting=("x",)), result("wrc", "A", fitting=("y", "z"), games=2), result("wrc", "B")],
            "the ruleset wrc does not fit: in 3 of 4 games A; y or z would fit (--rules NAME)",
        ),
        (
            [result("wrc", "A", fitting=("x", "y", "z"))],
            "the ruleset wrc does not fit: in 1 of 1 game A; x, y or z would fit (--rules NAME)",
        ),
        (
            [result("wrc", "A", fitting=())],
            "the ruleset wrc does not fit: in 1 of 1 game A; no ruleset that comes with the program does",
        ),
    ],
)
def test_what_more_than_half_of_the_games_contradict(results: list[InputResult], line: str) -> None:
    for order in (results, results[::-1]):
        summary = Summary()
        for one in order:
            summary.add(one)
        assert summary.mismatch_line() == line
        lines = summary_lines(summary, 1.0)
        assert (lines[-4] == line) if line else (" does not fit: " not in "\n".join(lines))


def log_of(points: int, number: int = 0) -> bytes:
    """A cut-off log whose seats start with so many points, of another content for each number."""
    each = str(points // 100)
    log = tiny_log(points=points // 100).replace(b",250,250,250", f",{each},{each},{each}".encode())
    return log + f"<!-- {number} -->".encode()


def logs_in(folder: Path, *starts: int) -> str:
    """A folder of such logs, before them a file that is none."""
    folder.mkdir(exist_ok=True)
    (folder / "00-nonsense.xml").write_bytes(b"nonsense")
    for number, points in enumerate(starts):
        (folder / f"{number + 1:02}.xml").write_bytes(log_of(points, number))
    return str(folder)


def told_of(*arguments: str) -> list[str]:
    """The lines on standard error of an audit; with --format json the last is the summary."""
    run = CliRunner().invoke(cli, ["audit", *arguments, "--strict", "--fail-on", "never"])
    return run.stderr.splitlines() + run.stdout.splitlines()[-1:]


MISFIT = "the ruleset ema-2012 does not fit: in {} each seat starts with 25000 points, not 30000; {}"
TENHOU = "tenhou would fit (--rules tenhou)"


@pytest.mark.parametrize("database", [(), ("--db", "x.duckdb")])
@pytest.mark.parametrize(
    ("rules", "starts", "early", "late"),
    [
        ("auto", (25000, 25000), "", ""),
        ("tenhou", (25000, 25000), "", ""),
        ("ema-2012", (25000, 30000), "", ""),
        ("ema-2012", (25000, 25000, 30000), "2 of 3 games so far", "2 of 3 games"),
        # The first three logs of a chunk with the nonsense, then three more chunks.
        ("ema-2012", (25000, 25000, 30000, *[30000] * 9), "2 of 3 games so far", ""),
        ("ema-2012", (30000, 30000, 25000, *[25000] * 9), "", "10 of 12 games"),
    ],
)
def test_a_run_says_first_and_again_at_its_end_that_the_ruleset_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    rules: str,
    starts: tuple[int, ...],
    early: str,
    late: str,
    database: tuple[str, ...],
) -> None:
    monkeypatch.setattr(work, "UNIT_INPUTS", 4)
    monkeypatch.setattr(reporter, "FIRST_RESULTS", 4)
    monkeypatch.chdir(tmp_path)
    logs = logs_in(tmp_path / "logs", *starts)
    for _ in range(2):  # the second time from the database
        lines = told_of(logs, "--rules", rules, "--format", "json", "--jobs", "1", *database)
        seconds = next(place for place, line in enumerate(lines) if line.endswith(" s"))
        expected = [MISFIT.format(part, TENHOU) if part else "" for part in (early, late)]
        assert lines[0] == expected[0] or (not early and "nonsense" in lines[0])
        assert lines[seconds - 1] == expected[1] or (not late and "does not fit" not in lines[seconds - 1])
        assert sum("does not fit" in line for line in lines) == bool(early) + bool(late)
        told = json.loads(lines[-1].removeprefix('"summary": ').removesuffix("}"))["misfit"]
        way = {"way": "each seat starts with 25000 points, not 30000", "games": int(late.split()[0])} if late else {}
        assert told == ({"ruleset": "ema-2012", "ways": [way], "fitting": ["tenhou"]} if late else None)


def test_inputs_without_games_keep_the_line_for_the_first_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reporter, "FIRST_RESULTS", 1)
    lines = told_of(logs_in(tmp_path, 25000), "--rules", "ema-2012", "--jobs", "1")
    assert "nonsense" in lines[0]
    assert lines[1] == MISFIT.format("1 of 1 game so far", TENHOU)


def test_the_first_results_come_as_early_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait for no input but those of the first chunk and the next, by which the processes are chosen."""
    monkeypatch.setattr(work, "UNIT_INPUTS", 2)
    taken = []

    def slowly() -> Iterator[InputItem]:
        for number in range(10):
            taken.append(number)
            yield InputItem(f"{number}.xml", "", log_of(25000, number))

    results = run(slowly(), run_settings("ema-2012"), inline())
    assert [next(results).path for _ in range(2)] == ["0.xml", "1.xml"]
    assert taken == [0, 1, 2, 3]


def test_a_fault_of_another_number_of_players_is_told_as_not_judged() -> None:
    log = str(THREE)
    assert "furiten/riichi violation" in CliRunner().invoke(cli, ["audit", log, "--rules", "tenhou"]).stdout
    run = CliRunner().invoke(cli, ["audit", log, "--rules", "ema-2016", "--verbose"])
    assert (run.exit_code, run.stdout) == (0, "")
    assert run.stderr.splitlines()[0] == (
        "the ruleset ema-2016 does not fit: in 1 of 1 game so far there are three players, not four; "
        "tenhou-sanma would fit (--rules tenhou-sanma)"
    )
    assert f"not judged in 1 hand: everything ({NOT_JUDGED.reason})" in run.stderr
    assert "ruleset ema-2016: 1 game (as asked; not judged: " in run.stderr


def test_a_misfit_and_what_is_not_judged_are_told_again_from_the_database(tmp_path: Path) -> None:
    settings = run_settings("ema-2016", "ema-2016@1", "1")
    inputs = [InputItem("3.mjlog", "", THREE.read_bytes()), InputItem("4.xml", "", log_of(25000))]
    first, second = [load(tmp_path / "x", inputs, settings=settings) for _ in range(2)]
    mismatches = [one.games[0].mismatch for one in first]
    assert [one and one.fitting for one in mismatches] == [("tenhou-sanma",), ("tenhou",)]
    assert first[0].games[0].unjudged == [(NOT_JUDGED, 1)]
    assert [one.is_known for one in second] == [True, True]
    assert [one.games for one in second] == [one.games for one in first]
