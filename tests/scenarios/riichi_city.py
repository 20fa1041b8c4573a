"""Riichi City's records: what the server offered and said against the replay, and what a record says twice."""

from collections.abc import Callable

from support.riichicity_records import served

from auditor.core.events import DISCARD, TEDASHI, Event, ServerRecord
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


def city(name: str, point: str) -> Callable[[Callable[[Play], object]], Callable[[Play], object]]:
    """A case in Riichi City's format, played by its rules."""
    return case(name, point, rules="riichi-city", form=FORM)


def said(play: Play) -> ServerRecord:
    """Add what the server says of the one hand; returns it, to be changed."""
    play.game = served(play.game, play.rules)
    server = play.game.hands[0].server
    assert server is not None
    return server


@city("server/replacement/fires", "The server takes the replacement tile of a closed kan for one from the live wall.")
def _(play: Play) -> None:
    play.hand({1: "1111m147p258s123z"}, avoid="3z").turn().draw("9s").closed_kan("1m").draw("9m")
    play.finds("server/replacement", 1)
    drawn = play.last_event
    play.discard("9m").end()
    said(play).turns[drawn].is_replacement = 0


@city("server/replacement/silent", "The server takes the tile drawn after a closed kan for a replacement tile.")
def _(play: Play) -> None:
    play.hand({1: "1111m147p258s123z"}, avoid="3z").turn().draw("9s").closed_kan("1m").draw("9m").look()
    play.discard("9m").end()
    said(play)


WAITING = "123m456p789s22z56s"
"""A hand that waits for 4s and 7s."""


@city("server/waits/fires", "The server counts a tile that was discarded among those that the seat does not see.")
def _(play: Play) -> None:
    play.hand({1: WAITING}, avoid="4s7s").turn().turn("9m").turn("4s").finds("note/passed-win", 1)
    play.turn().turn().draw("9m").finds("server/waits", 1)
    drawn = play.last_event
    play.discard("9m").end()
    stated = said(play).turns[drawn].waits
    assert stated is not None
    stated[0].tiles[0].left += 1


@city("server/waits/silent", "The server counts the tiles that a seat waits for and does not see; one was discarded.")
def _(play: Play) -> None:
    play.hand({1: WAITING}, avoid="4s7s").turn().turn("9m").turn("4s").finds("note/passed-win", 1)
    play.turn().turn().draw("9m").discard("9m").end()
    said(play)


@city("server/flag/waits", "The server says of a wait that it is not among the seat's discards; another wait is.")
def _(play: Play) -> None:
    play.hand({1: WAITING}, avoid="4s7s").turn().turn("7s").turn().turn().turn().draw("9m").finds("server/flag", 1)
    drawn = play.last_event
    play.discard("9m").end()
    stated = said(play).turns[drawn].waits
    assert stated is not None
    stated[0].tiles[0].furiten = 0


@city("server/offer/withheld", "The server does not offer a pon to a seat that holds two of the kind.")
def _(play: Play) -> None:
    play.hand({3: "99p147m258s12345z"}, avoid="9p").turn().turn("9p").finds("server/offer", 3)
    discard = play.last_event
    play.turn().turn().end()
    said(play).offers[discard] = 0
