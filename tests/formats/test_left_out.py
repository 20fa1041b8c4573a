"""Quoting, order, added and omitted fields that mean nothing change nothing, for every field of each format; and what a
log leaves out everywhere accuses nobody."""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import mleague_logs, riichicity_samples
from support.left_out import CODECS, JSON, Codec, content, keys_of, without
from support.legal_games import legal
from support.majsoul_samples import Sample, made

from auditor.api import audit
from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.testing.simulate import Simulation

RULES = {"tenhou6": "tenhou", "mjai": "tenhou", "majiang": "majiang", "mleague": "m-league", "majsoul": "mahjong-soul"}
"""JSON formats, and the rules of the game that is tried in each."""


@cache
def text_of(format: str) -> str:
    if format == "majsoul":
        return made()[0].written().decode()
    if format == "mleague":
        game = Simulation(0, "m-league").play()
        game.log_id = "L001_S001_0000_01A"
        return mleague_logs.write(game)
    written = legal(12, format, RULES[format], whole=True).written(format)
    assert written is not None
    return written[0]


def changed(format: str, change: Callable[[Any], Any]) -> bytes:
    """A log with each of its JSON values changed."""
    if format == "mjai":
        return "\n".join([json.dumps(change(json.loads(line))) for line in text_of(format).splitlines()]).encode()
    return json.dumps(change(json.loads(text_of(format)))).encode()


def everywhere(of_value: Callable[[Any], Any], value: Any) -> Any:
    """A value of JSON with a change made to it and to all in it."""
    if isinstance(value, dict):
        value = {key: everywhere(of_value, one) for key, one in value.items()}
    elif isinstance(value, list):
        value = [everywhere(of_value, one) for one in value]
    return of_value(value)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "numbers in quotes": lambda value: str(value) if is_number(value) else value,
    "numbers with a point": lambda value: float(value) if is_number(value) else value,
    "numbers without quotes": lambda value: (
        int(value) if isinstance(value, str) and re.fullmatch(r"[1-9]\d{0,5}", value) else value
    ),
    "keys in another order": lambda value: dict(reversed(value.items())) if isinstance(value, dict) else value,
    "more keys": lambda value: {**value, "more": [1, {"a": None}], "": None} if isinstance(value, dict) else value,
}
LEFT_OUT = {
    "tenhou6": "ref title lobby dan rate sx name",
    "mjai": "kyoku_first bakaze honba kyotaku oya kyoku scores target tsumogiri names deltas",
    "majiang": "title qijia player changbang lizhibang point rank fu hupai fenpei",
    "mleague": "time id",
    "majsoul": "uuid start_time end_time accounts zhenting left_tile_count",
}
"""Keys that say nothing that the rest does not, or of which nothing is judged then; each is left out by itself."""


def game_of(data: bytes) -> Game:
    (game,) = read(data, "x.json")
    assert isinstance(game, Game), game
    return game


def events_of(game: Game) -> list[list[Any]]:
    return [
        [hand.round, hand.honba, hand.sticks, hand.scores, hand.dealt, *map(repr, hand.events)] for hand in game.hands
    ]


def faults(game: Game, format: str) -> list[str]:
    return [one.message for one in audit_game(game, load(RULES[format])).findings if one.severity != "note"]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("format", RULES)
def test_a_log_written_otherwise_reads_the_same(format: str, change: str) -> None:
    same = game_of(changed(format, lambda value: everywhere(CHANGES[change], value)))
    game = game_of(text_of(format).encode())
    assert events_of(same) == events_of(game)
    assert repr(same.result) == repr(game.result)


@pytest.mark.parametrize("format", LEFT_OUT)
def test_a_key_that_is_left_out_accuses_nobody(format: str) -> None:
    for key, is_null in product(LEFT_OUT[format].split(), (False, True)):

        def without(value: Any, key: str = key, is_null: bool = is_null) -> Any:
            if not isinstance(value, dict) or key not in value:
                return value
            return {name: None if name == key else one for name, one in value.items() if is_null or name != key}

        data = changed(format, partial(everywhere, without))
        assert data != changed(format, lambda value: value), f"{format} has no {key}"
        game = game_of(data)
        assert len(game.hands) == len(game_of(text_of(format).encode()).hands)
        assert faults(game, format) == [], (key, is_null)


EMPTY = {
    "SHUFFLE": "ref", "GO": "lobby", "UN": "dan rate sx", "TAIKYOKU": "oya",
    "AGARI": "hai doraHai yaku owari ba sc ten", "RYUUKYOKU": "ba sc", "REACH": "ten",
}  # fmt: skip
"""Attributes of mjlog that say nothing that the rest does not, or of which nothing is judged then."""
NEVER_EMPTY = {"ba", "sc", "ten", "owari"}
"""Lists of numbers, which an empty text is not."""


@pytest.mark.parametrize("tag", EMPTY)
def test_an_attribute_that_is_left_out_accuses_nobody(tag: str) -> None:
    written = legal(12, "mjlog", whole=True).written("mjlog")
    assert written is not None
    for name, is_empty in product(EMPTY[tag].split(), (False, True)):
        if is_empty and name in NEVER_EMPTY:
            continue
        pattern = rf'(<{tag}\b[^>]*?) {name}="[^"]*"'
        text = re.sub(pattern, rf'\1 {name}=""' if is_empty else r"\1", written[0])
        game = game_of(text.encode())
        assert len(game.hands) == len(game_of(written[0].encode()).hands)
        found = [one.check for one in audit_game(game, load("tenhou")).findings if one.severity != "note"]
        assert found == [], (name, is_empty)


def test_attributes_in_another_order_and_quotes() -> None:
    written = legal(12, "mjlog", whole=True).written("mjlog")
    assert written is not None
    element, attribute = r'<([A-Za-z]+)((?: \w+="[^"]*")+)(/?>)', r' \w+="[^"]*"'

    def backwards(found: re.Match[str]) -> str:
        return f"<{found[1]}{''.join(re.findall(attribute, found[2])[::-1])}{found[3]}"

    turned = re.sub(element, backwards, written[0])
    game = game_of(written[0].encode())
    for text in (turned, written[0].replace('"', "'"), written[0].replace("/>", " />\n ")):
        assert text != written[0]
        assert events_of(game_of(text.encode())) == events_of(game)


def played(format: str) -> tuple[Codec, bytes]:
    """A game in a format, and how that is taken apart."""
    codec = CODECS.get(format, JSON)
    if format in ("majsoul", "majsoul bytes"):
        sample = made()[-2]
        head = sample.head if format == "majsoul" else None
        tree = [{"tag": name, "fields": fields} for name, fields in sample.copied().records]

        def dump(value: Any) -> bytes:
            records = [(one["tag"], one.get("fields", {})) for one in value]
            return Sample("", head, records).written()

        codec = Codec(lambda _: tree, dump)
        return codec, dump(tree)
    if format == "riichicity":
        return codec, riichicity_samples.made()[1].encode()
    if format == "mleague":
        return codec, text_of(format).encode()
    written = legal(WITH_KANS, format, RULES.get(format, "tenhou"), whole=True).written(format)
    assert written is not None
    return codec, written[0].encode()


WITH_KANS = 4
"""The number of a game with kans, honba and sticks."""


def judged(data: bytes) -> tuple[Counter[tuple[str, int | None, int | None]], list[str]]:
    """The faults found in a log under the rules that it states, by check, hand and seat; and its problems."""
    found: Counter[tuple[str, int | None, int | None]] = Counter()
    problems = []
    for game in read(data, "x.log"):
        if not isinstance(game, Game):
            problems.append(str(game))
            continue
        result = audit(game)
        assert not result.problems
        found.update((one.check, one.hand, one.seat) for one in result.findings if one.severity != NOTE)
    return found, problems


def accusations(codec: Codec, data: bytes, share: float = 1, least: int = 1) -> dict[str, list[object]]:
    """What a log is accused of that lacks keys everywhere, one at a time and all that it can be read without.

    Keys without which it cannot be read give a problem. share: of the keys that are tried. least: the fewest entries
    with a key that is tried.
    """
    tree = codec.load(data)
    faults, problems = judged(codec.dump(tree))
    entries = Counter(keys_of(tree))
    keys = [key for key in sorted(entries) if entries[key] >= least]
    tried = Random(len(data)).sample(keys, max(1, int(len(keys) * share)))
    found: dict[str, list[object]] = {}
    optional = set()
    for key in tried:
        accused, new = judged(codec.dump(without(tree, {key})))
        assert not any("failed on this input" in one for one in new), (key, new)
        if new == problems:
            optional.add(key)
            if accused - faults:
                found[".".join(key)] = [*(accused - faults)]
    accused, _ = judged(codec.dump(without(tree, optional)))
    return found | ({"all": [*(accused - faults)]} if accused - faults else {})


LEAST = {"mjlog": 3, "mjx": 3}
"""Formats that leave out what is none, or zero: in them a key of one or two entries may be left out by a fault."""
PLAYED = ("mjlog", "tenhou6", "mjai", "majiang", "mleague", "majsoul", "majsoul bytes", "riichicity", "mjx")


@pytest.mark.parametrize("format", PLAYED)
def test_what_a_log_leaves_out_everywhere_accuses_nobody(format: str) -> None:
    assert accusations(*played(format), least=LEAST.get(format, 1)) == {}


CORPUS = {
    "mjlog": ("mjlog/2022*", 6, 0.5), "tenhou6": ("tenhou6/20[12]*", 3, 1), "mjai": ("riichienv/*", 4, 0.5),
    "majiang": ("majiang/*/001*", 3, 0.5), "riichicity": ("riichicity/cd1a*", 1, 0.15),
    "majsoul": ("majsoul/native-json/2[135]*", 2, 0.15), "mleague": ("mleague/*.json", 1, 0.5),
    "mjx": ("mjx/encdec*", 2, 0.5),
}  # fmt: skip
"""By format: its real logs, how many are tried, and the share of their keys."""


@pytest.mark.parametrize("format", CORPUS)
def test_what_a_real_log_leaves_out_everywhere_accuses_nobody(format: str, corpus: Path) -> None:
    pattern, most, share = CORPUS[format]
    logs = [path for path in sorted(corpus.glob(pattern)) if path.name.count(".") > 0]
    for path in Random(format).sample(logs, min(most, len(logs))):
        assert accusations(CODECS.get(format, JSON), content(path), share, LEAST.get(format, 1)) == {}, path.name


SAID = [
    ("majsoul", "[]<RecordHule>.fields.hules[].hand", "win/record", "the log does not record the winners' hands"),
    ("majsoul", "[]<RecordDealTile>.fields.liqi", "stick/deposit", "the log does not record sticks paid before draws"),
    ("majsoul", "[]<RecordDealTile>.fields.operation", "server/offer", "the record does not hold all that the server"),
    ("majsoul", "[]<RecordChiPengGang>.fields.seat", "log/contradiction", "the log does not record who makes calls"),
    ("majsoul bytes", "[]<RecordNewRound>.fields.ben", "honba/carry", "the log does not record honba"),
    ("mjai", "[]<start_kyoku>.kyotaku", "stick/carry", "the log does not record the sticks on the table"),
    ("mjlog", "[]<AGARI>.a.doraHaiUra", "dora/ura", "the log does not record ura indicators"),
    ("mjx", "[].roundTerminal.noWinner.tenpais", "draw/tenpai", "the log does not record whose the hands shown at"),
]
"""A format, a key, a check that cannot judge without it, and how the reason begins."""


def lacking(format: str, key: str) -> list[Game | Problem]:
    codec, data = played(format)
    tree = codec.load(data)
    path, _, name = key.rpartition(".")
    assert (path, name) in keys_of(tree)
    return list(read(codec.dump(without(tree, {(path, name)})), "x.log"))


@pytest.mark.parametrize(("format", "key", "check", "reason"), SAID)
def test_what_a_log_leaves_out_is_said(format: str, key: str, check: str, reason: str) -> None:
    (game,) = lacking(format, key)
    assert isinstance(game, Game)
    unjudged = [one for record in audit(game).records for one in record.unjudged]
    assert any(check in one.checks and one.reason.startswith(reason) for one in unjudged)
    assert game_of(played(format)[1]).left_out == []


@pytest.mark.parametrize(
    ("key", "missing"),
    [
        ("[]<RecordDiscardTile>.fields.seat", "whose each discard is"),
        ("[]<RecordDealTile>.fields.seat", "whose each draw is"),
        ("[]<RecordHule>.fields.hules[].zimo", "which wins are by self-draw"),
        ("[]<RecordNewRound>.fields.ju", "who deals"),
    ],
)
def test_a_log_that_cannot_be_followed_is_one_problem(key: str, missing: str) -> None:
    for format in ("majsoul", "majsoul bytes"):
        (problem,) = lacking(format, key)
        assert isinstance(problem, Problem)
        assert missing in problem.message


def test_a_hand_not_shown_at_one_draw_is_told_where_another_draw_shows_whose_hands_they_are() -> None:
    """Also where all are tenpai at that other one, so that it pays nothing."""
    codec, data = played("mjx")
    tree = codec.load(data)
    drawn = [(hand, end) for hand, one in enumerate(tree) if (end := one["roundTerminal"].get("noWinner"))]
    for _, end in drawn:
        end |= {"tenChanges": [0] * 4, "tenpais": [{"who": seat, "hand": {"closedTiles": [0]}} for seat in range(4)]}
    place, end = drawn[0]
    end |= {"tenChanges": [-1000, -1000, -1000, 3000], "tenpais": []}
    found, _ = judged(codec.dump(tree))
    assert ("draw/tenpai", place, 3) in found


@pytest.mark.parametrize(
    ("format", "key"), [("mjai", "[]<start_kyoku>.honba"), ("majiang", ".log[][].qipai.changbang")]
)
def test_honba_left_out_everywhere_is_what_the_hands_leave(format: str, key: str) -> None:
    (game,) = lacking(format, key)
    assert isinstance(game, Game)
    honba = [hand.honba for hand in game.hands]
    assert any(honba)
    assert honba == [hand.honba for hand in game_of(played(format)[1]).hands]
