"""Records as lists of plain objects: of games made here, and of real ones out of whatever they lie in."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

from auditor.mutation.recorded import split_records
from auditor.testing.majsoul_records import ERAS, Record, browser, head, records
from auditor.testing.simulate import Simulation
from support.majsoul_encodings import binary
from support.majsoul_plays import four_players, three_players

GAMES = {"mahjong-soul": 6, "mahjong-soul-sanma": 3}
"""Games of the project's own that faults are put into, of every era of walls, by their ruleset."""


class Sample:
    """A game: its name, its head (or none), and its records."""

    def __init__(self, name: str, game_head: dict[str, Any] | None, found: list[Record]) -> None:
        self.name = name
        self.head = game_head
        self.records = found

    def copied(self) -> "Sample":
        return Sample(self.name, copy.deepcopy(self.head), copy.deepcopy(self.records))

    def written(self) -> bytes:
        """The game as bytes: with its head in a browser's JSON, without it in protobuf."""
        if self.head is None:
            return binary(self.records)
        return browser(self.head, self.records).encode()


@cache
def made() -> list[Sample]:
    """Games that play themselves by Mahjong Soul's rules, and two that have everything."""
    found = []
    for ruleset, games in GAMES.items():
        for number in range(games):
            played = Simulation(number, ruleset)
            game = played.play()
            era = ERAS[number % len(ERAS)]
            found.append(Sample(f"{ruleset} {number}, {era}", head(game), records(game, played.rules, era)))
    for play in (four_players(), three_players()):
        found.append(Sample(f"with everything, {play.game.players}", head(play.game), records(play.game, play.rules)))
    return found


@cache
def real(corpus: Path) -> list[Sample]:
    """The real games, of each the record that lies in JSON or, without it, in bytes."""
    return [
        Sample(path.name, dict(game.head) or None, game.records)
        for path in sorted((corpus / "majsoul").glob("native-*/*"))
        for game in split_records("majsoul", path.read_bytes())
    ]
