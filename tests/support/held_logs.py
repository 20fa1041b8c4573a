"""Pages and reports of other programs with a log in them, made as those programs make them."""

import html
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from auditor.core.events import Game, replace_game
from auditor.core.reading import FORMAT_BY_NAME

ADDRESS = "https://tenhou.net/5/#json="
FRAME = "https://tenhou.net/5/?tw=1#json="


def hands_of(game: Game) -> list[str]:
    """The hands of a game as tenhou.net/6 logs, without needless spaces."""
    write = FORMAT_BY_NAME["tenhou6"].write
    assert write is not None
    logs = [json.loads(write(replace_game(game, hands=[hand], result=None), "")) for hand in game.hands]
    return [json.dumps(log, ensure_ascii=False, separators=(",", ":")) for log in logs]


def events_of(game: Game) -> list[str]:
    """The lines of a game in mjai."""
    write = FORMAT_BY_NAME["mjai"].write
    assert write is not None
    return write(game, "").splitlines()


def encoded(log: str) -> str:
    """A log as the part of an address that Python's ``quote`` and JavaScript's ``encodeURIComponent`` make of it."""
    return quote(log, safe="!'()*~")


def in_browser(log: str) -> str:
    """The same as a browser's line of addresses gives it: brackets and commas stay."""
    return log.replace("%", "%25").replace('"', "%22").replace(" ", "%20")


def reviewer_page(parts: Sequence[str], log_id: str = "") -> str:
    """A page of mjai-reviewer. parts: the HTML of each hand."""
    facts = f"<dt>log id</dt>\n<dd>{log_id}</dd>" if log_id else ""
    links = "".join([f'<a href="#kyoku-{number}-0">hand</a>\n' for number in range(len(parts))])
    body = "\n".join([f"<section>{part}</section>" for part in parts])
    return f'<!DOCTYPE html>\n\n<html lang="en">\n<body>\n{links}<dl>{facts}</dl>\n{body}\n</body></html>\n'


def frame(log: str) -> str:
    """A frame with a log, escaped as its templates escape: slashes too."""
    shown = html.escape(log).replace("/", "&#x2F;").replace("&#39;", "&#x27;")
    return f'<iframe src="{FRAME}{shown}"\n  class="tenhou" loading="lazy"></iframe>'


def short_frame(log: str) -> str:
    """The same made as short as HTML allows: between the signs that need the fewest escapes."""
    return f"<iframe class=tenhou src='{FRAME}{log.replace('&', '&amp;').replace(chr(39), '&#39')}'></iframe>"


def bare_frame(log: str) -> str:
    """The same between no signs at all."""
    shown = log.replace("&", "&amp;").replace(" ", "&#32;").replace(">", "&gt;")
    return f"<iframe class=tenhou src={FRAME}{shown}></iframe>"


def field_of_text(log: str) -> str:
    """A field to copy a log from; a page that a browser saved with all its parts has only this."""
    return f'<iframe src="report_files/saved.html"></iframe><textarea rows="5" readonly>{html.escape(log)}</textarea>'


def viewer_page(lines: Sequence[str]) -> str:
    """A page of Mortal's log viewer."""
    text = "\n".join(lines)
    split = "`.trim().split('\\n').map(s => JSON.parse(s))"
    return (
        f"<!DOCTYPE html>\n<html><head>\n  <script>\n    allActions = `\n{text}\n    {split}\n  </script></head></html>"
    )


def archive_page(lines: Sequence[str], between: str = ",\n") -> str:
    """A page of the player of mjai's first server, from which that viewer comes."""
    text = between.join(lines).replace("/", "\\/")
    script = f"\n allActions = [{text}];\n resourceDir = 'x.files';\n"
    return f"<!DOCTYPE html>\n<html><head>\n<script>{script}</script></head></html>"


def report(game: Game, **extra: Any) -> dict[str, Any]:
    """A report of mjai-reviewer as an object."""
    splits = [json.loads(log) for log in hands_of(game)]
    events = [json.loads(line) for line in events_of(game)]
    review = {"total_reviewed": 0, "kyokus": []}
    head = {"engine": "Mortal", "game_length": "Hanchan", "version": "1.5.10", "review": review, "player_id": 1}
    return {**head, "split_logs": splits, "mjai_log": events, "lang": "en", **extra}


PARTS = (frame, short_frame, bare_frame, field_of_text)
"""How a page of mjai-reviewer may show a hand."""
IN_ADDRESSES = (str, encoded, in_browser)
"""How an address may hold a log."""
