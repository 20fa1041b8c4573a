"""Fuzzes what is given beside logs: rulesets, settings files, verdicts, baselines, lists of ids, files of single hands.

Each input becomes a file in an empty folder with a log, and the commands that read it are run there in this process.
"""

import gzip
import json
import os
import re
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec.json
from click.testing import CliRunner
from support.legal_games import played
from support.paths import FIXTURES

from auditor import cli
from auditor.core.events import Game, replace_game
from auditor.core.rulesets import names
from auditor.edit.convert import convert
from auditor.formats.mjai.rules import STATED_FIELDS
from auditor.formats.mjx.writer import states
from fuzz import mutations

AUDIT: Final = ("audit", "--format", "jsonl", "--notes", "--fail-on", "never", "--jobs", "1")
_FAULTY: Final = FIXTURES / "call/chi-seat/fires.mjlog"
_LOG: Final = "log.mjlog"
COMMANDS: Final[dict[str, tuple[str, tuple[tuple[str, ...], ...]]]] = {
    "ruleset": ("x.toml", (("rulesets", "--check", "x.toml"), (*AUDIT, _LOG, "--rules", "x.toml"))),
    "rule-object": ("x.json", (("rulesets", "--check", "x.json"), (*AUDIT, _LOG, "--rules", "x.json"))),
    "settings": ("auditor.toml", (("audit", "--jobs", "1", "--format", "jsonl", _LOG),)),
    "project": ("pyproject.toml", (("audit", "--jobs", "1", "--format", "jsonl", _LOG),)),
    "verdict": (f"{_LOG}.verdict.toml", (("verify", "."), ("verify", _LOG, "--rules", "tenhou"))),
    "comment": ("verdict.mjlog", (("verify", "verdict.mjlog"),)),
    "language": ("x.toml", ((*AUDIT, _LOG, "--lang", "x.toml"),)),
    "baseline": ("known.jsonl", (
        (*AUDIT, _LOG, "--baseline", "known.jsonl"), (*AUDIT, _LOG, "--baseline", "known.jsonl", "--update-baseline"),
        (*AUDIT, _LOG, "--baseline", "known.jsonl"),
    )),
    "ids": ("list", (("ids", "list"), ("ids", "."))),
    "join": ("", ((*AUDIT, "hands", "--join"), ("convert", "hands", "--join", "--to", "mjai", "-o", "out/"))),
    "headers": ("log.mjson", ((*AUDIT, "log.mjson"), ("convert", "log.mjson", "--to", "tenhou6"))),
}  # fmt: skip
"""The file that an input of each kind becomes, and the commands that read it."""
_TOML: Final = ("ruleset", "settings", "project", "verdict", "language")
_CODES: Final = (0, 1, 2, 3)
_SECONDS: Final = re.compile(r"\b\d+[.,]\d(?=\D)")  # as any language says how long a run took
_SOURCES: Final = 3
"""Hands of a game in files of their own."""


def output_of(kind: str, data: bytes) -> list[str]:
    """The exit code and output of each command that reads an input. Raises AssertionError for the program's faults."""
    before = Path.cwd()
    folder = Path(tempfile.mkdtemp(prefix="auditor-fuzz-"))
    try:
        os.chdir(folder)
        name, commands = COMMANDS[kind]
        if name:
            Path(name).write_bytes(data)
            Path(_LOG).write_bytes(_FAULTY.read_bytes())
        else:
            Path("hands").mkdir()
            for number, line in enumerate(data.split(b"\n"), 1):
                Path(f"hands/{number}.json").write_bytes(line)
        return [one for command in commands for one in _ran(command)]
    finally:
        os.chdir(before)
        shutil.rmtree(folder)


def _ran(command: tuple[str, ...]) -> tuple[str, str, str]:
    result = CliRunner().invoke(cli.cli, command, prog_name="auditor")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in _CODES, f"{command[0]} ends with {result.exit_code}"
    for fault in ("reader failed", "internal error", "Traceback"):
        assert fault not in result.output, result.output[:300]
    # What a hint calls the program by, and how long it took, are another in each build.
    return str(result.exit_code), result.stdout.replace(sys.executable, "python"), _SECONDS.sub("", result.stderr)


def input_of(kind: str, number: int) -> bytes:
    """The input of a number, always the same."""
    choice = Random(f"{kind} {number}")
    found = _seeds(kind)
    one = choice.choice(found)
    if kind in _TOML:
        return _toml_changed(one, choice)
    if kind == "comment":
        return _comment_changed(one, choice)
    if kind == "headers":
        return _header_changed(one, found, choice)
    return mutations.changed(one, found, choice)


def _comment_changed(data: bytes, choice: Random) -> bytes:
    """A log with words, numbers or lines of its comment changed."""
    start, end = data.index(b"<!--") + 4, data.index(b"-->")
    lines = data[start:end].split(b"\n")
    for _ in range(choice.randint(1, 3)):
        place = choice.randrange(len(lines))
        parts = re.split(rb"([ =])", lines[place])
        one, other = (
            choice.randrange(len(parts)),
            choice.choice((b"", b"9" * 5000, b"-1", b"0", b"None", b"x", b"=", b"\xb2")),
        )
        parts[one] = choice.choice((other, choice.choice(parts)))
        lines[place : place + choice.choice((0, 1, 1))] = [b"".join(parts)]
    return data[:start] + b"\n".join(lines) + data[end:]


def _toml_changed(data: bytes, choice: Random) -> bytes:
    """TOML with some lines changed: values, keys and tables, what they are called and where they stand."""
    for _ in range(choice.randint(1, 4)):
        lines = data.split(b"\n")
        place, to = choice.randrange(len(lines)), choice.randrange(len(lines))
        key, separator, value = lines[place].partition(b" = ")
        how = choice.randrange(9)
        if how == 0:
            del lines[place]
        elif how == 1:
            lines.insert(to, lines[place])
        elif how == 2:
            lines[place], lines[to] = lines[to], lines[place]
        elif how in (3, 4, 5) and separator:
            lines[place] = key + b" = " + choice.choice(_VALUES)
        elif how == 6 and separator:
            lines[place] = choice.choice(_KEYS) + b" = " + value
        elif how == 7:
            lines.insert(place, choice.choice(_LINES))
        else:
            data = mutations.changed(data, [data], choice)
            continue
        data = b"\n".join(lines)
    return data


_VALUES: Final = (
    b"0", b"-1", b"1", b"3", b"99999999999", b"9" * 5000, b"-" + b"9" * 30, b"0x" + b"f" * 5000, b"1e999", b"nan",
    b"-inf", b"0.5", b"true", b"false", b'""', b'"x"', b'"\\u0000"', b'"\\u0000.toml"', b'"\\u001b[31m\\n::error::"',
    b'"\\U0010ffff"', b'"' + b"m" * 5000 + b'.toml"', b'"x.toml"', b'"x.json"', b'"."', b'"../.toml"', b'"tenhou"',
    b'"auto"', b'"tenhou|wrc"', b'"riichi/noten"', b'"riichi,win"', b"[]", b"[[]]", b"[" * 200 + b"]" * 200,
    b"[" * 5000, b"{}", b"{a = 1}", b"{a = {b = {c = []}}}", b'[{}, "x", 1]', b'["a", "b"]', b"1979-05-27",
    b"1979-05-27T07:32:00Z", b"07:32:00", b"9999-12-31T23:59:60Z", b"'''\n\n'''", b'["all"]', b'["*", "**", "["]',
)  # fmt: skip
_KEYS: Final = (
    b"a", b'""', b'"\\u0000"', b"a.b.c", b"extend", b"sibling", b"name", b"title", b"rules", b"finds", b"look",
    b"check", b"game", b"member", b"seat", b"baseline", b"select", b"include", b"fail-on", b"off", b"players",
    b"x" * 5000, b".".join([b"a"] * 3000),
)  # fmt: skip
_LINES: Final = (
    b"[game]", b"[riichi]", b"[sources]", b"[sources.game]", b"[scoring.pao]", b"[[finds]]", b"[tool]",
    b"[tool.auditor]", b"[[tool.auditor]]", b"[" + b".".join([b"a"] * 2000) + b"]", b'extend = "x.toml"',
    b'extend = "tenhou"', b"off = 1", b'sibling = "x.toml"', b'name = "\\u202e"', b"\xff", b"\0", b"\xef\xbb\xbf",
)  # fmt: skip


def _header_changed(data: bytes, others: list[bytes], choice: Random) -> bytes:
    """A log of mjai with something changed in the rules of its first line, or anywhere."""
    first, separator, rest = data.partition(b"\n")
    if choice.random() < 0.2:
        return mutations.changed(data, others, choice)
    head = msgspec.json.decode(first)
    for _ in range(choice.randint(1, 4)):
        name = choice.choice([*STATED_FIELDS, "x", "rules", "", "red", "preset"])
        value = choice.choice([*mutations.EXTREMES, "E", "S", 2, 3, 30000, True, False, False, True])
        where = choice.randrange(8)
        if where == 0 or not isinstance(head.get("rules"), dict):
            head[choice.choice(("rules", "preset", "names", "scores", "kyoku_first", "aka_flag", "id"))] = value
        elif where == 1:
            head["rules"].pop(name, None)
        else:
            head["rules"][name] = value
    with suppress(RecursionError):  # the deepest of the extremes cannot be written back
        first = msgspec.json.encode(head)
    return first + separator + rest


@cache
def _seeds(kind: str) -> list[bytes]:
    """The inputs of a kind to start from."""
    return [one.encode() if isinstance(one, str) else one for one in _MAKERS[kind]()]


def _rulesets() -> list[Any]:
    own = [(Path(cli.__file__).parents[1] / f"core/rulesets/{name}.toml").read_bytes() for name in names()]
    small = 'extend = "tenhou"\nname = "x"\ntitle = "own"\nsibling = "tenhou-sanma"\n[game]\nstart_points = 30000\n'
    return [*own, *[small + '[riichi]\nkan = "never"\n[sources.riichi]\nkan = "a page"\n'] * 20]


def _rule_objects() -> list[Any]:
    rules = {
        "配給原点": 25000,
        "場数": 2,
        "赤牌": {"m": 1, "p": 1, "s": 1},
        "順位点": ["20.0", "10.0", "-10.0", "-20.0"],
    }
    more = {
        "喰い替え許可レベル": 0,
        "途中流局あり": True,
        "最大同時和了数": 2,
        "切り上げ満貫あり": True,
        "トビ終了あり": True,
    }
    return [json.dumps(one, ensure_ascii=False) for one in (rules, rules | more, more)]


def _settings() -> list[Any]:
    text = 'rules = "tenhou"\nbaseline = "known.jsonl"\nselect = ["riichi", "win"]\nignore = "note"\n'
    text += 'include = ["*.mjlog"]\nexclude = "old/**"\nstrict = true\nfail-on = "violation"\n'
    return [text, 'rules = "x.toml"\nselect = "call/chi-seat"\n', 'include = "*"\n']


def _verdicts() -> list[Any]:
    found = 'check = "call/chi-seat"\nhand = 0\nevent = 3\nseat = 1\ngame = 0\n'
    return [f'point = "It says."\nrules = "tenhou"\n\n[[finds]]\n{found}', 'rules = "auto"\nfinds = []\n',
            f'rules = "x.toml"\n[[finds]]\n{found}\n[[finds]]\nmember = "a/b"\n{found}']  # fmt: skip


def _comments() -> list[Any]:
    found = "Finds: call/chi-seat hand=0 event=3 seat=1"
    texts = (
        f"Judged by: tenhou\n{found}",
        f"Judged by: auto\n{found} game=0\n{found}",
        "Judged by: x.toml\nFinds nothing.",
        "A point.\nJudged by: tenhou\nFinds nothing.\nLook at: hand=0 event=3 seat=-1",
    )
    log = _FAULTY.read_text("utf-8")
    start, end = log.index("<!--"), log.index("-->")
    return [f"{log[:start]}<!-- {text} {log[end:]}" for text in texts]


def _languages() -> list[Any]:
    texts = [(Path(cli.__file__).parents[1] / f"languages/{code}.toml").read_text("utf-8") for code in ("ja", "fr")]
    return [
        'language = "x"\nname = "X"\n[tiles]\n1z = "E"\n[words]\nwho = "S{seat}"\n[said]\nturn = "T{turn}"\n',
        *texts,
    ]


def _baselines() -> list[Any]:
    texts = []
    for path in (_FAULTY, FIXTURES / "evening"):
        result = CliRunner().invoke(cli.cli, [*AUDIT, str(path)], prog_name="auditor")
        texts.append(result.stdout)
    return texts + ["\n".join(text.splitlines()[:2]) for text in texts]


def _lists() -> list[Any]:
    first, second = "2020010100gm-0009-0000-0a1b2c3d", "2020010123gm-00a9-0000-x0123456789ab"
    line = f'00:01 | 25 | 四般南喰赤－ | <a href="http://tenhou.net/0/?log={first}">牌譜</a> | Aki(+50.0)<br>\n'
    flash = b"\0\xbf\0\0\x01TCSO\0\x04\0\0\0\0\0\x06mjinfo\0\0\0\0\x04log0\x02\0=file=" + first.encode()
    soul = (
        "https://mahjongsoul.game.yo-star.com/?paipu=210815-6da08e40-2605-42fb-a5e3-f8aa5940362a_a1 L001_S014_0012_02A"
    )
    pages = f"https://mjai.ekyu.moe/report/96113a5b9f2e286b.html\n{first}\ncu8hpmpbimvtg7crj7fg@2\nriichi.dev/games/"
    return [line * 3, gzip.compress(line.encode(), mtime=0), flash, soul, pages,
            "list([\n{file:'scc2020010100.html.gz',size:1}]);",
            json.dumps({"log0": f"file={first}&un0=Aki", "log1": f"file={second}"}),
            f"\1log0\1{first}\1{second}".encode("utf-16-le")]  # fmt: skip


def _hands() -> list[Any]:
    found = []
    for number in range(4):
        game = played(number, "tenhou")
        lines = [_alone(game, index) for index in range(min(_SOURCES, len(game.hands)))]
        found += ["\n".join(lines), "\n".join([json.dumps(one) for one in states(game)[:_SOURCES]])]
    return found


def _alone(game: Game, index: int) -> str:
    """A hand as a file of tenhou.net/6 on one line."""
    text = convert(replace_game(game, hands=game.hands[index : index + 1], result=None), "tenhou6").text
    return json.dumps(json.loads(text), ensure_ascii=False)


def _headers() -> list[Any]:
    found = []
    for number in range(6):
        game = played(number, "tenhou-sanma" if number % 3 == 2 else "tenhou")
        text = convert(replace_game(game, hands=game.hands[:1], result=None), "mjai").text
        head, rest = text.split("\n", 1)
        known: dict[str, Any] = dict.fromkeys(STATED_FIELDS, True)
        known |= {"player_count": 4, "starting_points": 25000, "game_length": "S", "sudden_death_target": 30000}
        known |= {"honba_value": 300, "double_wind_fu": 2, "noten_penalty_pool": 3000}
        found.append(json.dumps(json.loads(head) | {"rules": known, "preset": "tenhou"}) + "\n" + rest)
    return found


_MAKERS: Final = {
    "ruleset": _rulesets, "rule-object": _rule_objects, "settings": _settings, "verdict": _verdicts, "ids": _lists,
    "project": lambda: [f"[tool.auditor]\n{one}" for one in _settings()], "baseline": _baselines, "join": _hands,
    "headers": _headers, "language": _languages, "comment": _comments,
}  # fmt: skip
