"""Write zip archives of any number of distinct simulated games, for measuring lakes.

    python benchmarks/made_logs.py FOLDER --games 300000 [--played 500] [--hands 1]

Simulating a game takes longer than auditing it. So only --played games are simulated; the others are copies with the
suits permuted in each hand (six ways per hand), with other names and dates, and without the seed, since it would not
give the permuted walls. Every call with the same options writes the same games.
"""

import argparse
import re
import zipfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from auditor.core.events import Event, Hand, Meld, Player, replace_event
from auditor.core.tiles import UNKNOWN
from auditor.formats import mjlog
from auditor.testing.simulate import Simulation

IN_ARCHIVE = 1024
PLAYERS = 5_000
FIRST_DAY = date(2011, 1, 1)  # today's rules of Tenhou: since June 2010 a leading dealer who is tenpai stops
DAYS = 14 * 365
OF_A_SUIT = 36
EXCHANGES = ((1, 0, 2), (0, 2, 1)) * 3
"""Swaps that, applied one after the other, give each order of the three suits once, the original order last."""
_TILES = ("tile", "tiles", "hand", "melds", "dora", "ura", "shown")
_NONE = (UNKNOWN, (), None)


class PlayedGame(NamedTuple):
    """A game as text: its start with and without the seed, and each hand in each order of the suits."""

    seeded: str
    head: str
    hands: list[list[str]]


def exchanged(value: Any, suits: tuple[int, ...]) -> Any:
    """A tile, meld or event, or a sequence of them, with the suits exchanged."""
    if isinstance(value, int):
        return suits[value // OF_A_SUIT] * OF_A_SUIT + value % OF_A_SUIT if 0 <= value < 3 * OF_A_SUIT else value
    if isinstance(value, Meld):
        return Meld(value.kind, exchanged(value.tile, suits), exchanged(value.tiles, suits), value.from_seat)
    if isinstance(value, Event):
        tiles = {name: getattr(value, name, None) for name in _TILES}
        return replace_event(value, **{name: exchanged(one, suits) for name, one in tiles.items() if one not in _NONE})
    return value if value is None else type(value)([exchanged(one, suits) for one in value])


def exchange(hand: Hand, suits: tuple[int, ...]) -> None:
    """Exchange the suits of a hand in place."""
    for name in ("dealt", "indicator", "events"):
        setattr(hand, name, exchanged(getattr(hand, name), suits))


def play(number: int, most_hands: int | None) -> PlayedGame:
    """Simulate a game."""
    game = Simulation(number, most_hands=most_hands).play()
    game.seats = [Player(f"{{{seat}}}") for seat in range(4)]
    texts = []
    for suits in EXCHANGES:
        for hand in game.hands:
            exchange(hand, suits)
        texts.append(mjlog.write(game).removesuffix("</mjloggm>\n").split("<INIT "))
    head = texts[-1][0]
    return PlayedGame(
        head,
        re.sub("<SHUFFLE .*\n", "", head),
        [list(hand) for hand in zip(*[text[1:] for text in texts], strict=True)],
    )


def log_of(number: int, played: list[PlayedGame]) -> tuple[str, bytes]:
    """The file name and content of a game."""
    order, of_game = divmod(number, len(played))
    game = played[of_game]
    players = [(number * (seat + 1) * 7919 + seat * 104_729 + number // PLAYERS) % PLAYERS for seat in range(4)]
    content = game.head if order else game.seeded
    for seat, player in enumerate(players):
        content = content.replace(f"%7B{seat}%7D", f"player%20{player}")
    for hand in game.hands:
        order, colours = divmod(order, len(EXCHANGES))
        content += f"<INIT {hand[colours - 1]}"
    assert not order, "there are too few permutations for so many games: use a larger --played"
    day = FIRST_DAY + timedelta(days=number * DAYS // 1_000_003 % DAYS)
    return f"{day:%Y%m%d}{number % 24:02d}gm-00a9-0000-{number:08x}.mjlog", f"{content}</mjloggm>\n".encode()


def write(folder: Path, count: int, played: int, hands: int | None) -> None:
    """Write `count` games, IN_ARCHIVE per archive. hands: the most hands of a game."""
    games = [play(number, hands) for number in range(played)]
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, count, IN_ARCHIVE):
        with zipfile.ZipFile(
            folder / f"{start // IN_ARCHIVE:05d}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1
        ) as archive:
            for number in range(start, min(start + IN_ARCHIVE, count)):
                archive.writestr(*log_of(number, games))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where to write the archives")
    parser.add_argument("--games", type=int, default=20_000, help="how many games to write (default: 20000)")
    parser.add_argument("--played", type=int, default=500, help="how many of them to simulate (default: 500)")
    parser.add_argument("--hands", type=int, help="end each game after so many hands, to get many games quickly")
    given = parser.parse_args()
    write(given.folder, given.games, given.played, given.hands)
