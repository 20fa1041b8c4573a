"""Riichi City's records: what the server offered and said against the replay, and what a record says twice."""

from auditor.core.events import DISCARD, TEDASHI, Event
from auditor.testing.riichicity_records import served
from auditor.testing.simulate import Simulation
from scenarios import CASES, Case, Play, case, rules_of

FORM = "riichicity"


class RecordedTable(Simulation, Play):
    """A whole game that plays itself."""


def record(name: str, point: str, number: int, rules: str, **switches: str) -> None:
    """Declare a whole game as the server records it, judged by what its head says.

    Args:
        name: Of the fixture.
        point: What it shows.
        number: Of the simulated game.
        rules: By which it is played.
        switches: Of the head, by their names there.
    """

    def build() -> Play:
        play = RecordedTable(number, rules_of(rules))
        play.play()
        play.game = served(play.game, play.rules, **switches)
        return play

    CASES.append(Case(f"record/riichi-city/{name}", point, "auto", FORM, build))


record("four", "A ranked match of four players, with all that the server says of it.", 5, "riichi-city")
record("three", "A ranked match of three players, with all that the server says of it.", 38, "riichi-city-sanma")
record("room", "A friends' room whose switches ask for two han and allow open riichi, with chips and yakitori.", 38,
       "riichi-city-room", gamePlay="1003", fangFu="2", isKaiLiZhi="1", isLuck="1", isShaoJi="1")  # fmt: skip


@case(
    "turn/tsumogiri/riichi-city",
    "Riichi City's record puts a tile elsewhere than in the last place of the hand, where it was just drawn.",
    rules="riichi-city",
    form=FORM,
)
def _(play: Play) -> None:
    play.hand({1: "147m147p147s1234z"}, avoid="9m")
    play.turn().draw("9m")
    play.add(Event(DISCARD, 1, play.held(1, "9m")[0], mark=TEDASHI)).finds("turn/tsumogiri", 1).turn()
