"""Records as lists of plain objects: of made-up games, and of real ones in whatever form."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

from auditor.core.rulesets import choose
from auditor.core.tiles import red_tiles_of
from auditor.formats.majsoul.writer import Record
from auditor.mutation.recorded import RECORD_SPLITTERS
from auditor.testing.majsoul_records import ERAS, SHORT, browser, head, records
from auditor.testing.simulate import Simulation
from support.majsoul_encodings import binary
from support.majsoul_plays import four_players, three_players

GAMES = {"mahjong-soul": 6, "mahjong-soul-sanma": 3}
"""The number of simulated games to put faults into, with walls of every era, by ruleset."""


_AS_RANKED = dict.fromkeys(
    (
        "have_liujumanguan", "have_biao_dora", "have_gang_biao_dora", "have_li_dora", "have_gang_li_dora",
        "have_sifenglianda", "have_sigangsanle", "have_sijializhi", "have_jiuzhongjiupai", "have_helelianzhuang",
        "have_helezhongju", "have_tingpailianzhuang", "have_tingpaizhongju", "have_yifa", "have_nanruxiru",
    ),
    True,
) | {
    "shiduan": 1, "init_point": 25000, "fandian": 30000, "changbang_value": 300, "liqibang_value": 1000,
    "noting_fafu_1": 1000, "noting_fafu_2": 1500, "noting_fafu_3": 3000,
}  # fmt: skip
ROOMS: tuple[dict[str, Any], ...] = (_AS_RANKED | {"dora_count": 3}, _AS_RANKED | {"can_jifei": True, "dora_count": 0})
"""Settings of rooms of friends: in the first a score below zero ends nothing, the second has no red fives."""


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
    """Simulated games under Mahjong Soul's rules, and two that contain everything."""
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
def rooms() -> list[Sample]:
    """Simulated games in the rooms of ROOMS."""
    return [_in_a_room(number, **switches) for number, switches in enumerate(ROOMS, 1)]


def _in_a_room(number: int, **switches: Any) -> Sample:
    """A simulated game in a room of friends."""
    played = Simulation(number, "mahjong-soul", most_hands=1)
    first_hand = records(played.play(), played.rules)
    (recorded,) = RECORD_SPLITTERS["majsoul"](browser(head(played.game, **switches), first_hand).encode())
    read = recorded.game()
    assert read is not None
    again = Simulation(number, "mahjong-soul")
    again.rules = choose("auto", read)[0]
    again.game.red_tiles = red_tiles_of(again.rules.game.reds) if any(again.rules.game.reds) else ()
    game = again.play()
    return Sample(f"a room, {number}", head(game, **switches), records(game, again.rules, SHORT))


@cache
def real(corpus: Path) -> list[Sample]:
    """The real games, each from its records in JSON or, without it, in bytes."""
    return [
        Sample(path.name, dict(game.head) or None, game.records)
        for path in sorted((corpus / "majsoul").glob("native-*/*"))
        for game in RECORD_SPLITTERS["majsoul"](path.read_bytes())
    ]
