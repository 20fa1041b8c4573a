"""The fast readers give exactly what the thorough ones give, problems and lines included, or decline.

For every format that has both, on simulated games and, if available, real ones, unchanged and with mistakes in them.
"""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.legal_games import legal
from support.majsoul_encodings import binary, browser_old, flat_list
from support.majsoul_reading import PLAYS, read_json, read_protobuf, written

from auditor.core.errors import Problem
from auditor.core.events import CHI, DISCARD, DORA, DRAW, NO_SEAT, NOT_RECORDED, OPEN_KAN, PON, RIICHI, Event, Game
from auditor.core.reading.format import BoundedCache
from auditor.formats import majiang, mjai, mjx, tenhou6
from auditor.formats.majiang import fast as majiang_fast
from auditor.formats.majiang.schema import HAND_DECODER
from auditor.formats.majsoul import document
from auditor.formats.majsoul import fast as majsoul_fast
from auditor.formats.mjai import fast as mjai_fast
from auditor.formats.mjai.reader import value_of_line
from auditor.formats.mjai.vocabulary import tile_code
from auditor.formats.mjlog import fast as mjlog_fast
from auditor.formats.mjlog import thorough as mjlog_thorough
from auditor.formats.mjlog.reader import MjlogReader
from auditor.formats.mjx import fast as mjx_fast
from auditor.testing.majsoul_records import browser

MISTAKES = 12
"""Copies with a mistake of an input, for each seed."""


def facts(value: Any) -> Any:
    """All that an object holds, its objects too."""
    if isinstance(value, (list, tuple)):
        return [facts(one) for one in value]
    if isinstance(value, dict):
        return {key: facts(one) for key, one in value.items()}
    if value is None or isinstance(value, (int, float, str, bytes)):
        return value
    names = [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name))]
    return [type(value).__name__, *[(name, facts(getattr(value, name))) for name in names]]


def results(found: Iterator[Game | Problem]) -> Any:
    return facts(list(found))


# ---------------------------------------------------------------------------------------------------- the formats


def check_mjlog(data: bytes) -> bool:
    reader = mjlog_fast.read(data, "log")
    if reader is None:
        return False
    outcomes = []
    for one in (reader, mjlog_thorough.read(data, "log")):
        assert isinstance(one, MjlogReader)
        one.finish()
        outcomes.append([facts(one.game), facts(one.problems)])
    assert outcomes[0] == outcomes[1]
    return True


TOO_LONG = b" " * 100
"""Before a line of mjai: it is not remembered then."""


def check_mjai(data: bytes) -> bool:
    """Lines that were met, and the whole with and without them."""
    first = results(mjai.read(data, "log"))
    assert results(mjai.read(data, "log")) == first
    thorough = results(mjai.read(data.replace(b"\n", b"\n" + TOO_LONG), "log"))
    assert without_columns(first) == without_columns(thorough)
    known = [(line, mjai_fast.turn_at(line + LINE_ENDS, 0), mjai_fast.read(line)) for line in data.split(b"\n")]
    for line, *events in known:
        for event in [event for event in events if event is not None]:
            assert_is_said(event, value_of_line(line.decode("utf-8", "replace")))
    return any([turn is not None and event is not None for _, turn, event in known])


LINE_ENDS = b"\n" * 100
WORDS = {"tsumo": DRAW, "dahai": DISCARD, "chi": CHI, "pon": PON, "daiminkan": OPEN_KAN, "reach": RIICHI, "dora": DORA}


def assert_is_said(event: mjai_fast.KnownLine, message: dict[str, Any]) -> None:
    """Whether a message says all that its event holds."""
    assert WORDS.get(message["type"], mjai_fast.HAND_END if message["type"] == "end_kyoku" else None) == event.kind
    tile, own = message.get("pai", message.get("dora_marker")), message.get("consumed", [])
    codes = tuple([tile_code(one, "") for one in own])
    assert (event.code, event.own) == (0 if tile is None else tile_code(tile, ""), codes)
    assert (event.seat, event.from_seat) == (message.get("actor", NO_SEAT), message.get("target", NO_SEAT))
    assert event.mark == (mjai_fast.mark_of(message.get("tsumogiri")) if event.kind == DISCARD else NOT_RECORDED)


def test_usual_turns_of_mjai_have_places_of_their_own() -> None:
    turns = []
    tiles = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + ["5mr", "5pr", "5sr", *"ESWNPFC?"]
    for seat, tile in product(range(4), tiles):
        turns.append(f'{{"type":"tsumo","actor":{seat},"pai":"{tile}"}}')
        turns += [f'{{"type":"dahai","actor":{seat},"pai":"{tile}","tsumogiri":{flag}}}' for flag in ("true", "false")]
    for line in turns:
        mjai_fast.learn(line.encode(), value_of_line(line))
    assert all([mjai_fast.turn_at(line.encode() + LINE_ENDS, 0) for line in turns])


def without_columns(outcome: Any) -> str:
    """What is read, without the columns in which JSON breaks."""
    return re.sub(r"(line 1 column|char|byte) \d+", r"\1", repr(outcome))


def check_majiang(data: bytes) -> bool:
    first = results(majiang.read(data, "log"))
    assert results(majiang.read(data, "log")) == first
    found = majiang_fast.read(data)
    spaced = data
    for hand in [] if found is None else found[1]:
        spaced = spaced.replace(hand.raw, hand.raw.replace(b"}}", b"} }"))
        for known, decoded in zip(hand.entries, HAND_DECODER.decode(hand.raw), strict=True):
            entry = majiang_fast.KnownEntry(decoded, known.colons)
            entry.piece, entry.size = known.piece, known.size
            assert facts(entry) == facts(known)
        assert hand.colons == hand.raw.count(b":")
    assert results(majiang.read(spaced, "log")) == first
    return found is not None


ESCAPED = b'"event\\u0073"'


def check_mjx(data: bytes) -> bool:
    """States with events that were met and not, and with the key of events in an escape, by which all are decoded."""
    first = results(mjx.read(data, "log"))
    assert results(mjx.read(data, "log")) == first
    thorough = results(mjx.read(data.replace(b'"events"', ESCAPED), "log"))
    assert without_columns(first) == without_columns(thorough)
    lines = data.splitlines()
    return not any([isinstance(one, Problem) for one in mjx.read(data, "log")]) and all(
        [isinstance(mjx_fast.decode(line).public_observation.events[0], Event) for line in lines]
    )


def check_tenhou6(data: bytes) -> bool:
    """Entries as numbers, of which a draw and its discard are known at once, and as text."""
    as_text = re.sub(rb"(?<=[\[,])(?<!\[\[)([1-9]\d)(?=[,\]])", rb'"\1"', data)  # not the number of a hand
    games, thorough = [[one for one in tenhou6.read(text, "log") if isinstance(one, Game)] for text in (data, as_text)]
    assert facts(games) == facts(thorough)
    return as_text != data


def check_majsoul_text(data: bytes) -> bool:
    assert read_json(data, thoroughly=False) == read_json(data, thoroughly=True)
    return bool(document.records_at_once(data)[0])


def check_majsoul_bytes(data: bytes) -> bool:
    assert read_protobuf(data, thoroughly=False) == read_protobuf(data, thoroughly=True)
    return majsoul_fast.read(data) is not None


# ------------------------------------------------------------------------------------------------------- the inputs


@cache
def played(name: str) -> list[bytes]:
    """Inputs of a format that are written here."""
    if name == "majsoul":
        records = [written(one) for one in PLAYS]
        texts = [shape(*one) for one in records for shape in (browser, browser_old)]
        return [text.encode() for text in texts + [flat_list(*one)[1:-1] for one in records]]
    if name == "majsoul bytes":
        return [binary(written(one)[1], generation=generation, wrap=False) for one in PLAYS for generation in (1, 2)]
    if name == "mjx":
        return [mjx.write(legal(number).game).encode() for number in range(3)]
    games = [legal(number).written(name) for number in range(3)]
    return [game[0].encode() for game in games if game is not None]


CHECKS: dict[str, Callable[[bytes], bool]] = {
    "mjlog": check_mjlog,
    "mjai": check_mjai,
    "majiang": check_majiang,
    "mjx": check_mjx,
    "tenhou6": check_tenhou6,
    "majsoul": check_majsoul_text,
    "majsoul bytes": check_majsoul_bytes,
}


def mistaken(data: bytes, chance: random.Random) -> bytes:
    """The data with a byte changed, put in or left out, some of it twice or gone, or cut off."""
    index, other = chance.randrange(len(data)), chance.randrange(len(data))
    sign = bytes([chance.choice((chance.randrange(256), data[other]))])
    kind = chance.randrange(6)
    if kind == 0:
        return data[:index] + sign + data[index + 1 :]
    if kind == 1:
        return data[:index] + sign + data[index:]
    if kind == 2:
        return data[:index] + data[index + chance.choice((1, 1, 2, 5)) :]
    if kind == 3:
        return data[:index] + data[other : other + chance.choice((1, 4, 20, 200))] + data[index:]
    if kind == 4:
        return data[:index] + bytes([data[index] ^ 1 << chance.randrange(8)]) + data[index + 1 :]
    return data[:index]


@pytest.mark.parametrize("name", CHECKS)
def test_games_played_here_are_read_fast(name: str) -> None:
    assert all([CHECKS[name](data) for data in played(name)])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", CHECKS)
def test_games_with_mistakes(name: str, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(MISTAKES):
        CHECKS[name](mistaken(chance.choice(played(name)), chance))


@pytest.mark.parametrize("name", ["mjlog", "mjai", "majiang", "mjx", "tenhou6", "majsoul"])
@pytest.mark.slow
def test_real_logs_with_mistakes_and_without(name: str, corpus: Path) -> None:
    chance = random.Random(name)
    paths = [path for path in sorted((corpus / name).rglob("*")) if path.is_file() and path.stat().st_size < 1 << 18]
    for path in paths if len(paths) < 100 else paths[::10]:
        data = path.read_bytes()
        check = CHECKS[name if name != "majsoul" or data[:1] in (b"{", b"[") else "majsoul bytes"]
        for one in (data, mistaken(data, chance), mistaken(data, chance)):
            check(one)


HEAD = b'<mjloggm ver="2.3">'
PLAY = b"""<GO type="9" lobby="0"/>
<UN n0="A" n1="B" n2="C" n3="D" dan="1,1,1,1" rate="1500.00,1500.00,1500.00,1500.00" sx="M,M,M,M"/><TAIKYOKU oya="0"/>
<INIT seed="0,0,0,0,1,98" ten="250,250,250,250" oya="0" hai0="0,1" hai1="4,5" hai2="8,9" hai3="12,13"/>
<T17/>
<D17/>
</mjloggm>
"""


@pytest.mark.parametrize(
    ("text", "is_fast"),
    [
        (HEAD + b"<!-- a comment -->" + PLAY, True),
        (HEAD + b"\n<!-- over\r\n\ttwo lines: <T12/> & \xe9\x9b\x80 -->\n" + PLAY, True),
        (b'<?xml version="1.0"?>\n<!-- -->' + HEAD + PLAY, True),
        (b"<!---->" + HEAD + PLAY, True),
        (b'<!-- --><?xml version="1.0"?>' + HEAD + PLAY, False),
        (HEAD + b"<!-- two -- hyphens -->" + PLAY, False),
        (HEAD + b"<!-- three --->" + PLAY, False),
        (HEAD + b"<!-- control \x0c -->" + PLAY, False),
        (HEAD + b"<!-- no UTF-8 \xff -->" + PLAY, False),
        (HEAD + b"<!-- one --><!-- two -->" + PLAY, False),
        (HEAD + b"<!-- no end " + PLAY, False),
        (HEAD + b"text <!-- --> text" + PLAY, False),
        (b'<mjloggm ver="<!-- -->">' + PLAY, False),
        (b"<mjloggm <!-- --> ver='2.3'>" + PLAY, False),
        (b'<mjloggm a=">', False),
        (b'<mjloggm a="><!-- -->">' + PLAY, False),
        (HEAD + b" " * 256 + b"<!-- too far -->" + PLAY, False),
    ],
)
def test_a_comment_at_the_head_of_an_mjlog_is_passed_over(text: bytes, is_fast: bool) -> None:
    assert check_mjlog(text) == is_fast


@pytest.mark.parametrize("element", [b"<T17/>", b'<REACH who="0" step="1"/>'])
@pytest.mark.parametrize("end", [b"</mjloggm>", b'<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0"/></mjloggm>'])
@pytest.mark.parametrize(("events", "is_fast"), [(990, True), (1100, False)])
def test_a_hand_of_too_many_events_is_read_thoroughly(element: bytes, end: bytes, events: int, is_fast: bool) -> None:
    text = HEAD + PLAY.replace(b"<D17/>\n</mjloggm>", element * events + end)
    assert check_mjlog(text) == is_fast


STATE = played("mjx")[0].splitlines()[0]
OTHERS = b'"events": [{"tile": 5}]'
OTHERS_ESCAPED = OTHERS.replace(b'"events"', ESCAPED)


@pytest.mark.parametrize(
    ("usual", "instead"),
    [
        (b'"tile": 1', b'"tile": 01'),
        (b'"tile": 1', b'"tile": 136, "open": 1'),
        (b'}, {"type"', b'},, {"type"'),
        (b'}, {"type"', b'} {"type"'),
        (b'}, {"type"', b'},\x0b{"type"'),
        (b'}]}, "private', b'},]}, "private'),
        (b'"events": [', b'"events": [' + b"{}, " * 1000),
        (b'"events"', OTHERS + b', "events"'),
        (b'"events"', OTHERS_ESCAPED + b', "events"'),
        (b'"events"', b'"events": [5], "events"'),
        (b'}]}, "private', b"}], " + OTHERS + b'}, "private'),
        (b'}]}, "private', b"}], " + OTHERS_ESCAPED + b'}, "private'),
        (b'}]}, "private', b'}], "events": [5]}, "private'),
        (b'"publicObs', b'"publicObservation": {' + OTHERS + b'}, "publicObs'),
        (b'"privateObs', b'"publicObservation": {' + OTHERS + b'}, "privateObs'),
        (b'{"publicObs', b'{"hiddenState": {' + OTHERS + b'}, "publicObs'),
    ],
)
def test_a_state_of_mjx_that_is_wrong_or_has_a_key_twice(usual: bytes, instead: bytes) -> None:
    changed = STATE.replace(usual, instead, 1)
    assert changed != STATE
    check_mjx(changed)


def test_a_cache_is_cleared_when_full() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2, {"stays": 0})
    entries = cache.entries
    cache.add("one", 1)
    assert entries == {"stays": 0, "one": 1}
    cache.add("two", 2)
    assert entries == cache.entries == {"stays": 0, "two": 2}
