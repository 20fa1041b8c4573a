"""What the fuzzer starts from: the project's fixtures and games that it plays itself, in every format and packing."""

import bz2
import json
import lzma
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from support import held_logs, mjscore_logs, mjx_logs, mleague_logs, riichicity_samples
from support.legal_games import played
from support.majsoul_encodings import ENCODINGS, HEADLESS
from support.majsoul_plays import four_players, three_players
from support.packing import database, packed, tarred, zipped, zstd

from auditor.core.events import Game, replace_game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.edit.convert import ConvertError, convert
from auditor.formats import mjx
from auditor.formats.mjx.writer import states as mjx_states
from auditor.testing.majsoul_records import ERAS, head, records

FIXTURES: Final = Path(__file__).parents[2] / "fixtures"
MOST_BYTES: Final = 2000
"""Of a fixture: a short log is read and judged a thousand times a second."""
GAMES: Final = 12
CONVERTED: Final = 8
"""Games converted to the form of a server, beside those that are as of the server itself."""
HANDS: Final = 2
"""So many of the hands of a game that is played."""


@cache
def _games() -> list[Game]:
    """Short games: some that are played, with a rule or a fault of every kind those of the fixtures."""
    games = []
    for number in range(GAMES):
        game = played(number, "tenhou-sanma" if number % 4 == 3 else "tenhou")
        start = number % max(len(game.hands) - HANDS, 1)
        games.append(replace_game(game, hands=game.hands[start : start + HANDS], result=None))
    for path in sorted(FIXTURES.rglob("*.mjlog")):
        if path.stat().st_size <= MOST_BYTES:
            games += [one for one in read(path.read_bytes(), path.name) if isinstance(one, Game)]
    return games


def _written(format: str) -> list[bytes]:
    texts = []
    for game in _games():
        try:
            texts.append(convert(game, format).text.encode())
        except ConvertError:
            continue
    return texts


def _majsoul() -> list[bytes]:
    found = []
    for play in (four_players(), three_players()):
        for era in ERAS:
            made = records(play.game, play.rules, era)
            found += [encode(head(play.game), made) for encode in (ENCODINGS | HEADLESS).values()]
    return found


def _mleague() -> list[bytes]:
    found = []
    for number in range(8):
        game = played(number, "m-league")
        short = replace_game(game, hands=game.hands[number : number + 1], log_id=f"L001_S001_{number:04d}_01A")
        text = mleague_logs.write(short)
        found += [text.encode(), mleague_logs.page(text).encode()]
    return found


def _mjx() -> list[bytes]:
    found = []
    for number in range(4):
        game = played(number, "tenhou")
        start = number % max(len(game.hands) - HANDS, 1)
        short = replace_game(game, hands=game.hands[start : start + HANDS], result=None)
        states = mjx_states(short)
        seen = json.dumps(mjx_logs.observation(states[0], number)).encode()
        found += [mjx.write(short).encode(), mjx_logs.delimited(states), mjx_logs.message(states[0]), seen]
        found.append(mjx_logs.message(mjx_logs.observation(states[0], number)))
    return found


def _mjscore() -> list[bytes]:
    found = []
    for number in range(6):
        game = played(number, "tenhou-sanma" if number == 3 else "tenhou")
        short = replace_game(game, hands=game.hands[: 1 + number % HANDS], result=None)
        text = mjscore_logs.write(short, is_tonpuso=number % 2 == 1)
        found += [text.encode(), text.encode("cp932")]
    return found


def _held() -> list[bytes]:
    found = []
    for number in range(4):
        game = played(number, "tenhou")
        short = replace_game(game, hands=game.hands[:HANDS], result=None)
        logs, lines = held_logs.hands_of(short), held_logs.events_of(short)
        found += [held_logs.reviewer_page(list(map(part, logs))) for part in held_logs.PARTS]
        found += [held_logs.viewer_page(lines), held_logs.archive_page(lines)]
        report = held_logs.report(short)
        found.append(json.dumps(report))
        found.append(json.dumps({key: value for key, value in report.items() if key != "mjai_log"}, indent=1))
        writers = held_logs.IN_ADDRESSES[number % 3 :] + held_logs.IN_ADDRESSES[: number % 3]
        links = [f"[hand]({held_logs.ADDRESS}{write(log)})" for write, log in zip(writers, logs, strict=False)]
        found.append("Hands to look at:\n* " + (" and " if number % 2 else ",\n* ").join(links))
    return [one.encode() for one in found]


def _archives() -> list[bytes]:
    logs = [seeds(format)[0] for format in FORMAT_BY_NAME]
    members = [(f"{number}/log", log) for number, log in enumerate(logs)]
    rows = [(f"2020010203gm-00a9-0000-0000000{number}", packed(log)) for number, log in enumerate(logs)]
    archives = [zipped(*members), tarred(*members), database("logs", "log_id, log_content", *rows)]
    compressors: list[Callable[[bytes], bytes]] = [packed, bz2.compress, lzma.compress, zstd.compress]
    return [*archives, *[compress(one) for compress in compressors for one in (logs[0], *archives[:2])]]


_OTHERS: Final[dict[str, Callable[[], list[bytes]]]] = {
    "majsoul": _majsoul, "mleague": _mleague, "mjx": _mjx, "mjscore": _mjscore,
}  # fmt: skip
_NO_FORMATS: Final = {"archive": _archives, "held": _held}


@cache
def seeds(format: str) -> list[bytes]:
    """The inputs of a format to start from, always the same; `archive`: of what is packed; `held`: of pages, reports
    and texts with logs in them."""
    if format in _NO_FORMATS:
        return _NO_FORMATS[format]()
    if format == "riichicity":
        return [*_written(format), *[text.encode() for text in riichicity_samples.short()]]
    return [*_OTHERS[format](), *_written(format)[:CONVERTED]] if format in _OTHERS else _written(format)
