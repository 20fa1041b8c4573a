"""Writes inputs for the fuzzer to start from: short games as Mahjong Soul's records, in every shape::

python tests/fuzz/majsoul_seeds.py FOLDER
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def write(folder: Path) -> None:
    """Write each game of the tests in each shape."""
    from support.majsoul_encodings import ENCODINGS, HEADLESS
    from support.majsoul_plays import four_players, three_players

    from auditor.testing.majsoul_records import ERAS, head, records

    folder.mkdir(parents=True, exist_ok=True)
    for play in (four_players(), three_players()):
        for era in ERAS:
            found = records(play.game, play.rules, era)
            for name, encode in (ENCODINGS | HEADLESS).items():
                path = folder / f"{play.game.players} players, {era}, {name}"
                path.write_bytes(encode(head(play.game), found))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
