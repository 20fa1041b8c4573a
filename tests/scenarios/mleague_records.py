"""Games as the M-League's viewer records them: typed in from the broadcast, with tiles left out and payments net."""

from collections.abc import Callable

from auditor.core.events import DRAW, Event
from auditor.core.tiles import UNKNOWN
from scenarios import Command, Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
TENPAI = "123p456p789s1122z"
"""Waits for 1z and 2z."""


@case("tiles/missing/fires", "A drawn tile was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand(avoid="9m").turn("9m").turn()
    play.add(Event(DRAW, 2, UNKNOWN)).finds("tiles/missing", 2).discard_tile(play.take("1z")).end()


@case("tiles/missing/indicator", "The first indicator was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m")
    play.current.indicator = UNKNOWN
    play.finds("tiles/missing", event=None).turn().turn().turn().turn("7m").ron(1)


@case("tiles/missing/silent", "A whole hand as the viewer records it: every tile is there, an ura indicator too.",
      rules="m-league", form="mleague")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z").hand({2: TENPAI}).end()


@case("tiles/hand-size/mleague", "A tile of a hand dealt was left out.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: "23456m456p456s8s"}).finds("tiles/hand-size", 1, event=None).end()


@case("dora/timing/mleague-silent", "The indicator of every kan is turned at once.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({3: "11m999p258s28m123z"}, avoid="111m9p")
    play.turn("1m").pon(3, "11m").discard("3z").turn().turn().turn()
    play.draw("1m").added_kan("1m").dora().draw("9p").closed_kan("9p").draw().discard().end()
    play.hand({1: "444p147m258s1234z"}, avoid="4p").go_round(0).turn("4p").open_kan(
        1, "444p"
    ).dora().draw().discard().end()


@case("dora/timing/mleague", "The indicator of a closed kan was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: "111m147p258s1234z"}, avoid="1m").turn()
    play.draw("1m").closed_kan("1m", turn_dora=False).draw().finds("dora/timing", 1).discard().end()


@case("dora/ura/mleague", "The ura indicator was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z", show_ura=False).finds("dora/ura", 1)


@case("stick/leak/mleague-silent", "What a draw pays and a self-draw wins, typed in less the sticks of the hand.",
      rules="m-league", form="mleague")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: TENPAI}, avoid="9p", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p").end()
    play.hand({3: WAIT}, avoid="9p7m", indicator="1z").turn().go_round(3).draw("9p").riichi("9p").go_round(3)
    play.draw("7m").tsumo(ura="3z").hand().end()


@case("pay/win/mleague", "A winner's points were mistyped.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m")
    due = play.payment(1, 3)
    play.ron(1, deltas=(0, due[1] + 300, 0, due[3])).finds("pay/win", 1)


@case("turn/order/mleague", "A draw was left out.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand().turn().turn().turn(discard="")
    play.discard(seat=3).finds("turn/order", 3).go_round(3).end()


@case("stick/deposit/mleague", "A stick was left out.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p", deposit=False)
    play.finds("stick/deposit", 1, event=play.last_event - 1).end()


@case("game/final/mleague", "The sign of a final score was forgotten.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand(round=7, scores=(45000, 30000, 15000, 10000)).end().final(scores=(65.0, 10.0, 25.0, -50.0))
    play.finds("game/final")


# ---- what the record says twice


def of(commands: list[Command], cmd: str, *args: str) -> Command:
    """The first command of that name with these texts first."""
    return next(one for one in commands if one["cmd"] == cmd and one["args"][: len(args)] == list(args))


def retyped(cmd: str, *args: str, to: dict[int, str]) -> Callable[[list[Command]], object]:
    """Types other texts into the first command of that name with these texts first."""

    def change(commands: list[Command]) -> None:
        command = of(commands, cmd, *args)
        for place, text in to.items():
            command["args"][place] = text

    return change


def left_out(cmd: str, *args: str) -> Callable[[list[Command]], object]:
    """Leaves the first command of that name out."""

    def change(commands: list[Command]) -> None:
        commands.remove(of(commands, cmd, *args))

    return change


def typed(name: str, point: str) -> Callable[[Callable[[Play], object]], Callable[[Play], object]]:
    """A case in the viewer's format, played by the league's rules."""
    return case(name, point, rules="m-league", form="mleague")


@typed("log/contradiction/fires", "The dora named is not the one that its indicator makes.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").in_commands(retyped("dora", to={0: "4z"}))
    play.finds("log/contradiction", event=None).turn().turn().turn().turn("7m").ron(1)


@typed("log/contradiction/silent", "Whatever is typed in twice agrees.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "34p147m258s12345z"}, avoid="9p7m2p", indicator="1z").turn().turn("2p").chi(2, "34p")
    play.discard("1z").go_round(1).draw("9p").riichi("9p").go_round(3).turn("7m").ron(1, ura="3z")


@typed("log/contradiction/ura", "The ura dora named is not the one that its indicator makes.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z").in_commands(retyped("uradora", to={0: "7z"}))
    play.finds("log/contradiction")


@typed("log/contradiction/riichi-not-marked", "A riichi that was said is not marked at its discard.")
def _(play: Play) -> None:
    def unmark(commands: list[Command]) -> None:
        next(one for one in commands if "richi" in one["args"][2:])["args"].remove("richi")

    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.in_commands(unmark).finds("log/contradiction", 1, event=play.last_event - 1)
    play.go_round(3).turn("7m").ron(1, ura="3z")


@typed("log/contradiction/riichi-not-said", "A riichi that is marked and paid for was not said.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.in_commands(left_out("say", "B0", "richi")).finds("log/contradiction", 1, event=play.last_event - 2)
    play.go_round(3).turn("7m").ron(1, ura="3z")


@typed("log/contradiction/another-caller", "A pon is said by one seat and shown by another, who has not its tiles.")
def _(play: Play) -> None:
    play.hand({2: "11m258p258s12345z"}, avoid="1m").turn("1m").pon(2, "11m")
    play.in_commands(retyped("open", to={0: "D0"})).finds("log/contradiction", 3).discard("1z").end()


@typed("log/contradiction/another-call", "A chi is said, and a pon shown.")
def _(play: Play) -> None:
    play.hand({1: "11m258p258s12345z"}, avoid="1m").turn("1m").pon(1, "11m")
    play.in_commands(retyped("say", "B0", to={1: "chi"})).finds("log/contradiction", 1).discard("1z").end()


@typed("log/contradiction/winds", "The wind of a seat is not the one that the dealer gives it.")
def _(play: Play) -> None:
    play.hand().in_commands(retyped("kyokustart", to={7: "2z"})).finds("log/contradiction", 0, event=None).end()


@typed("log/contradiction/dealer", "The dealer named is another than the one that the seats' winds name.")
def _(play: Play) -> None:
    play.hand().end().hand().in_commands(retyped("kyokustart", "0", "B0", to={1: "C0"}))
    play.finds("log/contradiction", 2, event=None).end()


@typed("log/contradiction/win", "A self-draw is said, and a ron written down.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m").ron(1)
    play.in_commands(retyped("say", "B0", "ron", to={1: "tsumo"})).finds("log/contradiction", 1)


@typed("log/contradiction/no-result", "A hand is said to be over whose win was not typed in, nor what it pays.")
def _(play: Play) -> None:
    def forget(commands: list[Command]) -> None:
        commands.remove(of(commands, "agari"))
        for one in [one for one in commands if one["cmd"] == "point" and one["args"][1][0] in "+-"][:2]:
            commands.remove(one)

    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m")
    play.finds("log/contradiction").ron(1).in_commands(forget).hand().end()


@typed("game/final/mleague-places", "The places of two seats are exchanged.")
def _(play: Play) -> None:
    def exchange(commands: list[Command]) -> None:
        of(commands, "gameend")["args"][8:10] = ["A0_rank=1", "B0_rank=0"]

    play.hand(round=7, scores=(45000, 30000, 15000, 10000)).end().final().in_commands(exchange).finds("game/final")


@typed("game/final/mleague-silent", "Final scores and places as the last hand leaves them.")
def _(play: Play) -> None:
    play.hand(round=7, scores=(45000, 30000, 15000, 10000)).end().final()
