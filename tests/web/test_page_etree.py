"""Unusual mjlogs are read in the page as they are elsewhere: its own parser takes and refuses what lxml does."""

import importlib.util
import random
import sys
from pathlib import Path

import pytest
from support.judge_site import WEB
from support.paths import FIXTURES

from auditor.formats.mjlog import thorough
from auditor.formats.mjlog.reader import MjlogReader

LOG = (FIXTURES / "evening" / "round-2-table-2.mjlog").read_text("utf-8").rpartition("?>")[2]
CUT = LOG.index("<INIT", LOG.index("<INIT") + 1)


def within(text: str) -> bytes:
    """The log with something between two of its hands."""
    return f"{LOG[:CUT]}{text}{LOG[CUT:]}".encode()


def declared(name: str, codec: str) -> bytes:
    return f'<?xml version="1.0" encoding="{name}"?>{LOG}'.encode(codec, "xmlcharrefreplace")


ALIKE = {
    "a comment": within("<!-- one --> hello <!-- two --> again <?more?> and again"),
    "UTF-16": declared("UTF-16", "utf-16"),
    "UTF-16 without a mark": declared("UTF-16", "utf-16-le"),
    "Shift JIS": declared("Shift_JIS", "cp932"),
    "EUC-JP": declared("EUC-JP", "euc_jp"),
    "Latin 1": declared("ISO-8859-1", "latin-1"),
    "no encoding": declared("nonsense", "utf-8"),
    "references": within('<A b="&amp;&#65;&#x42;"/>'),
    "tags of several lines": LOG.replace("<INIT ", "<INIT\n\n").encode() + b"<!-- -->",
    "doubled": LOG.replace("<INIT ", '<INIT seed="9,9,9,9,9,9" ').encode(),
    "doubled on several lines": LOG.replace("<INIT ", '<INIT\n oya="3"\n').encode(),
    "cut off": LOG[: CUT + 100].encode(),
    "cut off between tags": LOG[:CUT].encode(),
    "no end": LOG.replace("</mjloggm>", "</x>").encode(),
    "a byte": within("<A/>").replace(b"<A/>", b'<A b="\xff"/>'),
    "a type": b'<!DOCTYPE x [<!ENTITY a "b">]>' + within("<A/>"),
    "a type in UTF-16": f'<!DOCTYPE x [<!ENTITY a "b">]>{LOG}'.encode("utf-16"),
    "deep": within("<A>" * 255 + "</A>" * 255),
    "not empty": within("<A>x<B/></A>"),
    "characters": within("<![CDATA[x]]>"),
    "another root": b"<x><!-- --></x>",
    "no log": b"hello",
}  # fmt: skip
REFUSED = {
    "an entity": within('<A b="&foo;"/>'),
    "no character": within('<A b="&#0;"/>'),
    "a bracket": within('<A b="<"/>'),
    "a null byte": within('<A b="\0"/>'),
    "too deep": within("<A>" * 256 + "</A>" * 256),
    "two roots": LOG.encode() + b"<x/>",
    "a comment with hyphens": within("<!-- a -- b -->"),
}
BREAKS = (
    b"<", b">", b'"', b"&", b"&x;", b"\xff", b"\0", b"/>", b"<a>", b"</a>", b"<!--", b"-->", b"<!-- -->",
    b' a="1" a="2" ', b" x", b"<?x?>", b"<![CDATA[x]]>", b"]]>", b"=", b"\n",
)  # fmt: skip


def read(data: bytes) -> MjlogReader:
    reader = thorough.read(data, "log")
    reader.finish()
    return reader


def hands(reader: MjlogReader) -> list[object]:
    return [(hand.events, hand.lines) for hand in reader.game.hands]


def test_the_page_takes_and_refuses_what_lxml_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same words, but for those of a refusal that are the parser's own; whatever is broken, and where."""
    chance = random.Random(50)
    broken: dict[str, bytes] = {}
    for path in sorted(FIXTURES.rglob("*.mjlog"))[::20]:
        data = path.read_bytes()
        at = chance.randrange(len(data))
        for way, rest in enumerate((b"", chance.choice(BREAKS) + data[at:], data[at + chance.randrange(1, 30) :])):
            broken[f"{path} {way}"] = data[:at] + rest
    cases: dict[str, bytes] = {**ALIKE, **REFUSED, **broken}
    here = {name: read(data) for name, data in cases.items()}
    spec = importlib.util.spec_from_file_location("page_etree", Path(WEB, "python", "etree.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["page_etree"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(thorough, "etree", module)
    for name, data in cases.items():
        there = read(data)
        assert hands(there) == hands(here[name]), name
        assert bool(there.problems) == bool(here[name].problems), name
        if name in ALIKE:
            assert there.problems == here[name].problems, name
    assert all([here[name].problems for name in REFUSED])
