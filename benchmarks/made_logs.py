"""Any number of simulated games with distinct contents, in zip archives: what a lake is measured with.

python benchmarks/made_logs.py FOLDER --games 300000 [--played 500] [--hands 1]

To play a game takes longer than to audit it, so only some are played; each further one is such a game with other
names, of another day. Games, seats, dates and sizes are the same on every run.
"""

import argparse
import re
import zipfile
from datetime import date, timedelta
from pathlib import Path

from auditor.formats import mjlog
from auditor.testing.simulate import Simulation

IN_ARCHIVE = 1024
PLAYERS = 5_000
FIRST_DAY = date(2011, 1, 1)  # Tenhou's rules of today: since June 2010 a leading dealer who is tenpai stops
DAYS = 14 * 365
_NAMES = re.compile(rb'n0="[^"]*" n1="[^"]*" n2="[^"]*" n3="[^"]*"')


def log_of(number: int, played: list[bytes]) -> tuple[str, bytes]:
    """The name and content of a game."""
    players = [(number * (seat + 1) * 7919 + seat * 104_729 + number // PLAYERS) % PLAYERS for seat in range(4)]
    told = " ".join([f'n{seat}="player%20{player}"' for seat, player in enumerate(players)])
    content, count = _NAMES.subn(told.encode(), played[number % len(played)], count=1)
    assert count == 1
    day = FIRST_DAY + timedelta(days=number * DAYS // 1_000_003 % DAYS)
    content = content.replace(b"<UN ", f"<!-- {number} --><UN ".encode(), 1)
    return f"{day:%Y%m%d}{number % 24:02d}gm-00a9-0000-{number:08x}.mjlog", content


def write(folder: Path, count: int, played: int, hands: int | None) -> None:
    """Write so many games, IN_ARCHIVE to an archive. hands: after so many each breaks off."""
    logs = [mjlog.write(Simulation(number, most_hands=hands).play()).encode() for number in range(played)]
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, count, IN_ARCHIVE):
        with zipfile.ZipFile(
            folder / f"{start // IN_ARCHIVE:05d}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1
        ) as archive:
            for number in range(start, min(start + IN_ARCHIVE, count)):
                archive.writestr(*log_of(number, logs))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--played", type=int, default=500)
    parser.add_argument("--hands", type=int, help="break each game off after so many: many games in little time")
    given = parser.parse_args()
    write(given.folder, given.games, given.played, given.hands)
