"""Riichi City's records: what the server offered and said against the replay, and what a record says twice."""

from auditor.events import DISCARD, TEDASHI, Event
from scenarios import Play, case

FORM = "riichicity"


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
