"""Texts that do harm where they are shown unescaped, put into every text field of logs of every format."""

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from support.paths import FIXTURES

LOGS = {
    "mjlog": "call/chi-seat/fires.mjlog",
    "tenhou6": "cases/zh/open-riichi-by-riichi.json",
    "mjai": "call/meld/closed-kan.jsonl",
    "majiang": "dora/timing/majiang.json",
    "majsoul": "server/flag/fires.json",
    "mleague": "dora/timing/mleague.json",
}
CONTROLS = "\x1b]0;x\x07\x1b[31m\r\n::error::forged\x00\x85\u2028\u2029\u202e\u2066\u200f\x9b\x7f"
MARKUP = "<script>alert(1)</script>\"'&|`../../../up"
HOSTILE = (CONTROLS + MARKUP + "A" * 400, "=cmd|' /C calc'!A0", "::error::forged", "../../up", "\ud800")
"""Control characters come first, because long names are truncated."""
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
FORGED = re.compile(r"^\s*::error::forged", re.MULTILINE)
MORE: dict[str, dict[str, Any]] = {
    "tenhou6": {"ref": "", "title": ["", ""]},
    "mjai": {"preset": "", "rules": {"kuitan": ""}},
    "majiang": {"title": ""},
}
"""Fields that a format reads but the fixture lacks."""


def write_logs(folder: Path) -> None:
    """Write a log for each text field of each format and each hostile text, and some whose names are hostile."""
    folder.mkdir()
    for name, path in LOGS.items():
        data = (FIXTURES / path).read_text("utf-8")
        for field, text in enumerate(_mjlogs(data) if name == "mjlog" else _jsons(name, data)):
            ending = Path(path).suffix
            (folder / f"{name}-{field}{ending}").write_bytes(text.encode("utf-8", "surrogatepass"))
    log = (FIXTURES / LOGS["mjlog"]).read_bytes()
    (folder / "\x1b[31m\n::error::forged\u202e=cmd<script>.mjlog").write_bytes(log)
    with zipfile.ZipFile(folder / "packed.zip", "w") as archive:
        for number, text in enumerate(HOSTILE[:-1]):
            archive.writestr(zipfile.ZipInfo(f"{text[:200]}/{number}{text.replace(chr(0), '')}.mjlog"), log)


def _mjlogs(data: str) -> Iterator[str]:
    """Yield the log with each attribute that is not part of the play replaced, raw and percent-encoded."""
    for hostile in HOSTILE:
        encoded = quote(hostile, safe="", errors="surrogatepass")
        for match in re.finditer(r'(\w+)="([^"]*)"', data):
            if match[1] in (
                "ver",
                "n0",
                "n1",
                "dan",
                "rate",
                "sx",
                "lobby",
                "type",
                "oya",
                "ten",
                "hai0",
                "who",
                "seed",
            ):
                for text in (encoded, quoteattr(re.sub("[\x00-\x1f\ud800]", "", hostile))[1:-1]):
                    yield f"{data[: match.start(2)]}{text}{data[match.end(2) :]}"
        yield data.replace("<GO ", f'<SHUFFLE seed="{encoded}" ref="{encoded}"/><GO ')
        yield data.replace("A chi of", re.sub("[\x00-\x1f\ud800-]", "", hostile))


def _jsons(name: str, data: str) -> Iterator[str]:
    """Yield the log with each kind of text, and each kind of key, replaced."""
    is_lines = name == "mjai"
    document: Any = [json.loads(line) for line in data.splitlines()] if is_lines else json.loads(data)
    if name in MORE:
        (document[0] if is_lines else document).update(MORE[name])
    kinds: set[tuple[object, ...]] = set()

    def texts(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            kind = tuple([one if isinstance(one, str) else "*" for one in (*path, key)])
            if isinstance(inner, dict | list):
                yield from texts(inner, (*path, key))
            elif isinstance(inner, str) and kind not in kinds:
                kinds.add(kind)
                yield (*path, key)

    for path in [*texts(document, ())]:
        for hostile in HOSTILE:
            changed = json.loads(json.dumps(document))
            holder = changed
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = hostile
            yield "\n".join([json.dumps(line) for line in changed]) if is_lines else json.dumps(changed)
            if not hostile.startswith("\x1b"):
                continue
            if isinstance(path[-1], str):  # as a key, too; and below unescaped, as JSON allows
                holder[hostile] = holder.pop(path[-1])
                yield "\n".join([json.dumps(line) for line in changed]) if is_lines else json.dumps(changed)
            raw = re.sub("[\x00-\x1f]", "", hostile)
            holder[path[-1]] = raw
            lines = changed if is_lines else [changed]
            yield "\n".join([json.dumps(line, ensure_ascii=False) for line in lines])
