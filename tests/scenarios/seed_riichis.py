"""Riichi in the texts that the rules come from: who may declare it, when, how, and what it must show."""

from auditor.core.events import FOUR_RIICHI, OPEN_RIICHI, RIICHI, Event
from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m: pinfu, and on 4m and 7m tanyao."""
OTHER_WAIT = "56m234567p23488s"
"""Waits for 4m and 7m."""


def _declares_late(text: str, tiles_left: int, seat: int, legal: bool) -> None:
    """A fixture of a riichi with so many tiles left."""
    verdict = "legal" if legal else "illegal"

    @case(
        f"cases/{text}/riichi-{tiles_left}-tiles-left", f"{text}: riichi with {tiles_left} tiles left is {verdict}.",
        rules=text,
    )  # fmt: skip
    def _(play: Play) -> None:
        play.hand({seat: WAIT})
        while play.table.wall_left > tiles_left + 1 or play.turn_seat != seat:
            play.turn()
        play.draw().riichi()
        if not legal:
            play.finds("riichi/wall", seat, event=play.last_event - 2)
        play.end()


for _text, _least in (("wiki", 4), ("ema-2012", 4), ("quebec", 5), ("zh", 4), ("m-league", 1)):
    for _left in (_least, _least - 1):
        if _left:
            _declares_late(_text, _left, (69 - _left) % 4, _left >= _least)


def _poor(play: Play) -> None:
    play.hand({1: WAIT}, round=1, scores=(play.rules.game.start_points * 4 - 60900, 900, 30000, 30000), avoid="9p")
    play.draw("9p").riichi("9p")


@case("cases/wiki/riichi-900-points", "Riichi with 900 points, where scores may not fall below zero.", rules="wiki")
def _(play: Play) -> None:
    _poor(play)
    play.finds("riichi/points", 1, event=1).end()


@case("cases/ema-2012/riichi-900-points", "Riichi with 900 points, where scores may fall below zero.", rules="ema-2012")
def _(play: Play) -> None:
    _poor(play)
    play.end()


@case("riichi/open/fires", "Riichi declared open, which Tenhou does not have.", form="tenhou6")
def _(play: Play) -> None:
    open_riichi(play)
    play.finds("riichi/open", 1, event=play.last_event - 2).go_round().turn()


@case("riichi/open/silent", "Riichi declared open, where the ruleset has it.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    open_riichi(play)
    play.go_round().turn()


def open_riichi(play: Play, seat: int = 1, tile: str = "9p") -> None:
    if not play.game.hands:
        play.hand({1: WAIT, 2: OTHER_WAIT}, avoid="9p9s7m")
        play.turn().turn().turn().turn().go_round(seat)
    play.draw(tile).add(Event(RIICHI, seat, mark=OPEN_RIICHI)).discard(tile).deposit(seat)


@case("draw/not-shown/fires", "Four riichis end the hand; one seat does not show its own.", rules="zh")
def _(play: Play) -> None:
    _four_riichis(play)
    shown = (*[tuple(sorted(seat.concealed)) for seat in play.table.seats[:3]], None)
    play.ryuukyoku(FOUR_RIICHI, shown=shown).finds("draw/not-shown", 3)


@case("draw/not-shown/silent", "Four riichis end the hand; all show theirs.", rules="zh")
def _(play: Play) -> None:
    _four_riichis(play)
    play.ryuukyoku(FOUR_RIICHI, shown=tuple([tuple(sorted(seat.concealed)) for seat in play.table.seats]))


@case("draw/tenpai/riichi-not-shown", "Of two seats in riichi one does not show its hand and pays as noten.")
def _(play: Play) -> None:
    _two_riichis(play)
    shown = (None, None, tuple(sorted(play.table.seats[2].concealed)), None)
    play.ryuukyoku(shown=shown, tenpai=(False, False, True, False), deltas=(-1000, -1000, 3000, -1000))
    play.finds("draw/tenpai", 1)


def _two_riichis(play: Play) -> None:
    play.hand({1: WAIT, 2: OTHER_WAIT}, avoid="9p9s")
    play.turn().draw("9p").riichi("9p").draw("9s").riichi("9s").play_out()


@case("cases/ema-2012/furiten-riichi-ron", "Riichi while furiten is allowed; a ron in it is not.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="1m9p7m")
    play.turn().turn("1m").go_round().draw("9p").riichi("9p")
    play.finds("note/furiten-riichi", 1, event=play.last_event - 2).turn("7m").ron(1, ura="1z")
    play.finds("furiten/discard", 1)


@case("cases/ema-2012/furiten-riichi-tsumo", "A furiten riichi wins by self-draw.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="1m9p7m")
    play.turn().turn("1m").go_round().draw("9p").riichi("9p")
    play.finds("note/furiten-riichi", 1, event=play.last_event - 2).go_round().draw("7m").tsumo(ura="1z")


@case("cases/zh/karaten-riichi", "Riichi on a tile of which none can be left is allowed.", rules="zh")
def _(play: Play) -> None:
    play.hand({1: "123456m456p78s17z"}, avoid="9s77z", indicator="7z")
    play.turn("7z").turn().turn("7z").turn().turn().draw("9s").riichi("1z")
    play.finds("note/karaten-riichi", 1, event=play.last_event - 2).end()


NOTEN = "123456m456p77s15z"


def _noten_riichi(play: Play) -> None:
    play.hand({1: NOTEN, 3: WAIT}, avoid="9m7m")
    play.turn().draw("9m").riichi("9m").finds("riichi/noten", 1, event=3)


@case("cases/zh/noten-riichi-drawn", "A noten riichi, shown at the exhaustive draw: one finding.", rules="zh")
def _(play: Play) -> None:
    _noten_riichi(play)
    play.end()


@case("cases/quebec/noten-riichi-other-wins", "Another seat wins: the noten riichi's stick is its.", rules="quebec")
def _(play: Play) -> None:
    _noten_riichi(play)
    play.turn().turn().turn().turn().turn("7m").ron(3)


@case("cases/wiki/declaration-tile-won-on", "A ron on the declaration tile: no riichi, no stick.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: "123456p456s7m77z8s", 2: OTHER_WAIT}, avoid="8s")
    play.turn().turn().turn().turn().turn().draw("8s").riichi("7m", deposit=False).ron(2)


@case("cases/wiki/declaration-tile-claimed", "The declaration tile is claimed: the riichi stands.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT, 3: "99p147m258p258s12z"}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").pon(3, "99p").discard("2z").go_round(1).draw("7m").tsumo(ura="1z")


@case("cases/quebec/red-five-exchanged", "The drawn red five stays, a plain one goes.", rules="quebec", form="tenhou6")
def _(play: Play) -> None:
    play.hand({1: "123456m456p7788s"}, avoid="9m0m")
    play.turn().draw("9m").riichi("9m").go_round().draw("0m").discard("5m").finds("riichi/discard", 1)
    play.go_round().turn()


FOUR_WAITS = {0: "123456m11p45699s", 1: "234567m22p345s11z", 2: "345678p33s456s22z", 3: "88m456789p123s33z"}


def _four_riichis(play: Play) -> None:
    play.hand(FOUR_WAITS, avoid="5z6z7z7z")
    for tile in ("5z", "6z", "7z", "7z"):
        play.draw(tile).riichi(tile)


@case("cases/ema-2012/four-riichi-draw", "Four riichis end the hand, where the ruleset has it.", rules="ema-2012")
def _(play: Play) -> None:
    _four_riichis(play)
    shown = tuple([tuple(sorted(seat.concealed)) for seat in play.table.seats])
    play.ryuukyoku(FOUR_RIICHI, shown=shown)


@case("cases/ema-2012/four-riichi-not-shown", "All must show their hands; one does not.", rules="ema-2012")
def _(play: Play) -> None:
    _four_riichis(play)
    shown = (*[tuple(sorted(seat.concealed)) for seat in play.table.seats[:3]], None)
    play.ryuukyoku(FOUR_RIICHI, shown=shown).finds("draw/not-shown", 3)


@case("cases/quebec/four-riichi-not-shown", "At an abortive draw nobody must show a hand.", rules="quebec")
def _(play: Play) -> None:
    _four_riichis(play)
    shown = (*[tuple(sorted(seat.concealed)) for seat in play.table.seats[:3]], None)
    play.ryuukyoku(FOUR_RIICHI, shown=shown)


@case("cases/ema-2012/four-riichi-missed", "Play goes on after the fourth riichi.", rules="ema-2012")
def _(play: Play) -> None:
    _four_riichis(play)
    play.draw().finds("draw/missed").discard()


@case("cases/ema-2016/four-riichi-draw", "Four riichis end the hand, which 2016 does not know.", rules="ema-2016")
def _(play: Play) -> None:
    _four_riichis(play)
    play.ryuukyoku(FOUR_RIICHI).finds("draw/abortive")


@case("cases/wiki/double-riichi", "Riichi with the first discard: double riichi, in riichi's place.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").go_round().turn().go_round(1).draw("7m").tsumo(ura="1z")


FOUR_OWN = "1111m234p567s789s"


@case("cases/ema-2012/four-own-copies", "Waiting only for a tile of which one has four is noten.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: FOUR_OWN}, avoid="9p")
    play.turn().draw("9p").riichi("9p").finds("riichi/noten", 1, event=3).go_round().turn()


@case("cases/wiki/four-own-copies-count", "Where such a wait counts, the riichi stands.", rules="four-copies")
def _(play: Play) -> None:
    play.hand({1: FOUR_OWN}, avoid="9p")
    play.turn().draw("9p").riichi("9p").play_out()
    shown = (None, tuple(sorted(play.table.seats[1].concealed)), None, None)
    play.ryuukyoku(shown=shown, tenpai=(False, True, False, False), deltas=(-1000, 3000, -1000, -1000))
