"""Bad inputs by name: what users, broken downloads and attackers feed a reader of logs."""

import bz2
import json
import lzma
import struct
from collections.abc import Callable, Iterator

from auditor.core.events import Game
from auditor.core.reading import read
from auditor.edit.convert import convert
from support.majsoul_bad_inputs import majsoul_inputs
from support.packing import database, packed, tarred, zipped, zstd
from support.paths import FIXTURES

GOOD = (FIXTURES / "riichi" / "kan-waits" / "silent.mjlog").read_bytes()


def _game() -> Game:
    game = next(read(GOOD, "x"))
    assert isinstance(game, Game)
    return game


MJLOG = GOOD.decode()
TENHOU6 = convert(_game(), "tenhou6").text
MJAI = convert(_game(), "mjai").text.splitlines()


def _changed(text: str, old: str, new: str) -> bytes:
    assert old in text, old
    return text.replace(old, new, 1).encode()


def _json(change: Callable[[dict[str, object]], object]) -> bytes:
    log = json.loads(TENHOU6)
    change(log)
    return json.dumps(log, ensure_ascii=False).encode()


def _hand(change: Callable[[list[object]], object]) -> bytes:
    def of_log(log: dict[str, object]) -> None:
        hands = log["log"]
        assert isinstance(hands, list)
        change(hands[0])

    return _json(of_log)


def _set(place: int, value: object) -> bytes:
    def of_hand(hand: list[object]) -> None:
        hand[place] = value

    return _hand(of_hand)


def _line(number: int, change: Callable[[dict[str, object]], object]) -> bytes:
    lines = list(MJAI)
    event = json.loads(lines[number])
    change(event)
    lines[number] = json.dumps(event)
    return "\n".join(lines).encode()


LAUGHS = '<!DOCTYPE mjloggm [<!ENTITY a "ha">' + "".join(
    [f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 10}">' for level in range(9)]
)
DEEP = "[" * 100_000


def bad_inputs() -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the bytes of each bad input."""
    yield from _mjlog()
    yield from _tenhou6()
    yield from _mjai()
    yield from majsoul_inputs()
    yield from _packed()
    yield from _others()


def _mjlog() -> Iterator[tuple[str, bytes]]:
    whole = MJLOG.encode()
    yield "mjlog-cut-in-the-root", whole[:12]
    yield "mjlog-cut-in-the-header", whole[: whole.index(b"<INIT") - 4]
    yield "mjlog-cut-in-an-attribute", whole[: whole.index(b"hai1") + 12]
    yield "mjlog-cut-after-init", whole[: whole.index(b"<T")]
    yield "mjlog-cut-in-play", whole[: whole.index(b"<REACH") + 3]
    yield "mjlog-cut-before-the-end", whole[: whole.rindex(b"</")]
    yield "mjlog-seat-4", _changed(MJLOG, 'oya="0"', 'oya="4"')
    yield "mjlog-tile-136", _changed(MJLOG, "<REACH", "<T136/><REACH")
    yield "mjlog-word-for-a-number", _changed(MJLOG, '<REACH who="0"', '<REACH who="north"')
    yield "mjlog-three-scores", _changed(MJLOG, 'ten="250,250,250,250"', 'ten="250,250,250"')
    yield "mjlog-huge-number", _changed(MJLOG, 'ten="250,', f'ten="{"9" * 5000},')
    yield "mjlog-negative-round", _changed(MJLOG, 'seed="0,', 'seed="-1,')
    yield "mjlog-attribute-twice", _changed(MJLOG, 'oya="0"', 'oya="0" oya="0"')
    yield "mjlog-attribute-missing", _changed(MJLOG, ' seed="0,', ' sead="0,')
    yield "mjlog-unknown-element", _changed(MJLOG, "<REACH", "<SURPRISE/><REACH")
    yield "mjlog-no-meld", _changed(MJLOG, "<REACH", '<N who="1" m="65535"/><REACH')
    yield "mjlog-entity-bomb", f'{LAUGHS}]><mjloggm ver="2.3"><UN n0="&j;"/></mjloggm>'.encode()
    yield (
        "mjlog-external-entity",
        (b'<!DOCTYPE mjloggm [<!ENTITY f SYSTEM "file:///etc/hostname">]><mjloggm ver="2.3"><UN n0="&f;"/></mjloggm>'),
    )
    yield "mjlog-external-dtd", b'<!DOCTYPE mjloggm SYSTEM "http://127.0.0.1:9/x.dtd"><mjloggm ver="2.3"/>'
    yield "mjlog-not-utf-8", _changed(MJLOG, "<REACH", "<!-- X --><REACH").replace(b" X ", b" \xff ")
    yield "mjlog-wrong-encoding-named", b'<?xml version="1.0" encoding="KLINGON"?>' + whole
    yield "mjlog-null-byte", whole.replace(b"<REACH", b"\0<REACH", 1)
    yield "mjlog-nested-deep", b'<mjloggm ver="2.3">' + b"<a>" * 5000
    yield "mjlog-many-events", _changed(MJLOG, "<REACH", 2000 * '<REACH who="0" step="1"/>' + "<REACH")
    yield "mjlog-no-hand", b'<mjloggm ver="2.3"></mjloggm>'


def _tenhou6() -> Iterator[tuple[str, bytes]]:
    yield "tenhou6-cut", TENHOU6[: len(TENHOU6) // 2].encode()
    yield "tenhou6-cut-in-a-text", TENHOU6[: TENHOU6.index("南")].encode()
    yield "tenhou6-nested-deep", b'{"log": ' + DEEP.encode()
    yield "tenhou6-no-log", _json(lambda log: log.pop("log"))
    yield "tenhou6-log-is-a-text", _json(lambda log: log.update(log="east"))
    yield "tenhou6-log-is-empty", _json(lambda log: log.update(log=[]))
    yield "tenhou6-key-twice", TENHOU6.replace("{", '{"log": 1, ', 1).encode()
    yield "tenhou6-names-are-numbers", _json(lambda log: log.update(name=[1, 2, 3, 4]))
    yield "tenhou6-five-names", _json(lambda log: log.update(name=["A", "B", "C", "D", "E"]))
    yield "tenhou6-hand-is-short", _hand(lambda hand: hand.__delitem__(slice(5, None)))
    yield "tenhou6-round-is-a-text", _set(0, "E1")
    yield "tenhou6-round-99", _set(0, [99, 0, 0])
    yield "tenhou6-two-scores", _set(1, [25000, 25000])
    yield "tenhou6-scores-huge", _set(1, [10**30, 25000, 25000, 25000])
    yield "tenhou6-indicator-99", _set(2, [99])
    yield "tenhou6-hand-of-texts", _set(4, ["1m"] * 13)
    yield "tenhou6-draws-are-null", _set(5, None)
    yield "tenhou6-meld-of-no-kind", _set(5, ["x111111"])
    yield "tenhou6-result-of-numbers", _set(16, [1, 2, 3])
    yield "tenhou6-result-without-winner", _set(16, ["和了", [0, 0, 0, 0]])
    yield "tenhou6-winner-9", _set(16, ["和了", [0, 0, 0, 0], [9, 0, 0, "満貫8000点"]])
    yield "tenhou6-infinity", _set(1, [float("inf"), 0, 0, 0])
    yield "tenhou6-two-lines-one-bad", (TENHOU6.strip() + "\n{broken\n").encode()
    yield "tenhou6-address-without-log", b"https://tenhou.net/6/#json=%7B%22title%22"


def _mjai() -> Iterator[tuple[str, bytes]]:
    whole = "\n".join(MJAI).encode()
    yield "mjai-cut-in-a-line", whole[: whole.rindex(b"dahai")]
    yield "mjai-key-twice", whole.replace(b'"actor"', b'"pai":"9m","actor"', 1)
    yield "mjai-line-of-words", "\n".join([*MJAI[:5], "tsumo 1m", *MJAI[5:]]).encode()
    yield "mjai-no-start", "\n".join(MJAI[2:]).encode()
    yield "mjai-unknown-event", _line(3, lambda event: event.update(type="tsumogiri"))
    yield "mjai-no-type", _line(3, lambda event: event.pop("type"))
    yield "mjai-actor-7", _line(2, lambda event: event.update(actor=7))
    yield "mjai-actor-is-true", _line(2, lambda event: event.update(actor=True))
    yield "mjai-tile-10m", _line(2, lambda event: event.update(pai="10m"))
    yield "mjai-tile-is-a-list", _line(2, lambda event: event.update(pai=["1m"]))
    yield "mjai-scores-are-words", _line(1, lambda event: event.update(scores="many"))
    yield "mjai-a-score-is-true", _line(1, lambda event: event.update(scores=[True, 25000, 25000, 25000]))
    yield "mjai-hands-of-two", _line(1, lambda event: event.update(tehais=[["1m"], ["2m"]]))
    yield "mjai-wind-x", _line(1, lambda event: event.update(bakaze="X"))
    yield "mjai-round-5", _line(1, lambda event: event.update(kyoku=5))
    yield "mjai-many-events", "\n".join([*MJAI[:2], *(MJAI[2:4] * 1000), *MJAI[4:]]).encode()
    yield "mjai-nested-deep", (MJAI[0] + "\n" + DEEP).encode()
    yield "mjai-not-utf-8", whole.replace(b"tsumo", b"tsu\xffmo", 1)


def _packed() -> Iterator[tuple[str, bytes]]:
    zeros = bytes(8 << 20)
    for name, compress in (("gzip", packed), ("bzip2", bz2.compress), ("xz", lzma.compress), ("zstd", zstd.compress)):
        whole = compress(GOOD)
        yield f"{name}-cut", whole[:-9]
        yield f"{name}-corrupt", whole[:30] + bytes([whole[30] ^ 0xFF]) + whole[31:-7] + b"\xff" + whole[-6:]
        yield f"{name}-bomb", compress(zeros)
    archive = zipped(("one.mjlog", GOOD), ("two.mjlog", GOOD + b" "))
    central = archive.rindex(b"PK\x01\x02")
    yield "zip-cut", archive[:-30]
    yield "zip-bomb", zipped(("zeros", zeros))
    yield "zip-claims-2-gb", archive[: central + 24] + struct.pack("<I", 2 << 30) + archive[central + 28 :]
    yield "zip-encrypted", archive[: central + 8] + b"\x01\x08" + archive[central + 10 :]
    yield (
        "zip-in-zip-in-zip",
        zipped(("a", zipped(("b", zipped(("c", zipped(("d", zipped(("e", zipped(("f", GOOD)))))))))))),
    )
    yield "zip-names-of-other-folders", zipped(("../../../etc/passwd", b"root"), ("/tmp/x\x1b[2J", b"x"))
    yield "zip-empty-member", zipped(("0-bytes.mjlog", b""))
    yield "tar-cut", tarred(("one.mjlog", GOOD))[:900]
    yield "tar-name-of-another-folder", tarred(("../../x", b"no log"))
    rows = database("logs", "log_id, date, log_content", ("2020010203gm-00a9-0000-00000001", 1, packed(GOOD)[:-9]))
    yield "sqlite-row-cut", rows
    yield "sqlite-corrupt", rows[:3000]
    yield "sqlite-of-something-else", database("players", "id, name", (1, "A"))
    yield "7z-archive", b"7z\xbc\xaf\x27\x1c" + bytes(40)


def _others() -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "white-space", b" \n\t\n"
    yield "picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    yield "html-error-page", b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>"
    yield (
        "list-of-ids",
        b'12:33 | 20 | x | <a href="http://tenhou.net/0/?log=2012110112gm-0009-7447-14ec5c8d">log</a><br>',
    )
    yield "addresses-without-logs", b"https://tenhou.net/0/?log=2012110112gm-0009-7447-14ec5c8d&tw=1\n"
    yield "letter", b"Dear sir or madam, please find my logs attached"
    yield "other-json", b'{"players": [], "rounds": 8}'
    yield "other-xml", b"<?xml version='1.0'?><rss><channel/></rss>"
    yield "pickle", b"\x80\x04\x95\x0c\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01K\x02e."
