"""The riichi kans of the texts that the rules come from, case by case, and a log for each."""

from typing import NamedTuple

from auditor.events import CHOMBO, FOUR_RIICHI, OPEN_RIICHI, RIICHI, Event
from auditor.yaku import IPPATSU
from auditor.yaku import RIICHI as RIICHI_YAKU
from scenarios import Play, case

WAITS_ONLY = ["mahjong-soul", "mahjong-soul-sanma", "majiang", "tenhou", "tenhou-sanma"]
"""The rulesets that compare waits only; all others ask for every reading."""


class Kan(NamedTuple):
    """A case: a hand in riichi, the tile drawn, the tile of the kan, and the verdicts.

    text: the ruleset named after the text it is from. by_waits, by_readings: "legal", or the check after ``riichi/``
    that the kan offends, where a ruleset compares the waits only and where it asks for every reading.
    """

    text: str
    hand: str
    draw: str
    kan: str
    by_waits: str
    by_readings: str

    @property
    def name(self) -> str:
        """A short name: text, hand and kan."""
        return f"{self.text}/{self.hand}-{self.kan}"


KANS = [
    Kan("wiki", "3444m778899s333z", "4m", "4m", "kan-waits", "kan-waits"),
    Kan("wiki", "3444m778899s333z", "3z", "3z", "legal", "legal"),
    Kan("wiki", "111m222333p5678s", "1m", "1m", "legal", "legal"),
    Kan("wiki", "111m222333p5678s", "2p", "2p", "legal", "legal"),
    Kan("wiki", "111m222333p5678s", "3p", "3p", "legal", "legal"),
    Kan("zh", "111m111p111s66z77z", "1p", "1p", "legal", "legal"),
    Kan("zh", "111m111p111s66z77z", "1s", "1s", "legal", "legal"),
    Kan("zh", "111m111p111s66z77z", "1m", "1m", "legal", "legal"),
    # "compute": the waits shrink to 3p 7p with each of the three kans, so the looser rule forbids them too.
    Kan("zh", "3344455566677p", "4p", "4p", "kan-waits", "kan-waits"),
    Kan("zh", "3344455566677p", "5p", "5p", "kan-waits", "kan-waits"),
    Kan("zh", "3344455566677p", "6p", "6p", "kan-waits", "kan-waits"),
    Kan("zh", "111222333m111z4z", "1m", "1m", "legal", "kan-shape"),
    Kan("zh", "111222333m111z4z", "2m", "2m", "legal", "kan-shape"),
    Kan("zh", "111222333m111z4z", "3m", "3m", "legal", "kan-shape"),
    Kan("zh", "111222333m111z4z", "1z", "1z", "legal", "legal"),
    Kan("zh", "123p333345s78m11z", "6s", "3s", "kan-drawn", "kan-drawn"),
    Kan("ema-2012", "111222333m34p55z", "1m", "1m", "legal", "kan-shape"),
    Kan("ema-2012", "111222333m34p55z", "2m", "2m", "legal", "kan-shape"),
    Kan("ema-2012", "111222333m34p55z", "3m", "3m", "legal", "kan-shape"),
    Kan("quebec", "123m555p999s66z77z", "5p", "5p", "legal", "legal"),
    Kan("quebec", "123m555p999s66z77z", "9s", "9s", "legal", "legal"),
    Kan("quebec", "34522m555p78999s", "9s", "9s", "kan-waits", "kan-waits"),
    Kan("quebec", "34522m555p78999s", "5p", "5p", "legal", "legal"),
    Kan("quebec", "1112444s234m678p", "1s", "1s", "legal", "kan-shape"),
]


def _play(play: Play, one: Kan, verdict: str) -> None:
    # A fourth five is the red one where the set has it.
    has_red = play.rules.game.red_fives and one.draw[0] == "5" and one.hand.count("5") >= 3
    drawn = "0" + one.draw[1] if has_red and "555" in one.hand else one.draw
    play.hand({0: one.hand}, avoid=drawn).draw().riichi().go_round().draw(drawn)
    passes_win = bool(play.table.pending_seats)
    drawn_at = play.last_event
    play.closed_kan(one.kan)
    if passes_win:
        play.finds("note/passed-win", 0, event=drawn_at)
    if verdict != "legal":
        play.finds(f"riichi/{verdict}", 0, event=play.last_event - 1)
    play.draw().discard().end()


def _declare(one: Kan, rules: str, verdict: str) -> None:
    def script(play: Play) -> None:
        _play(play, one, verdict)

    point = f"{one.text}: {one.hand} draws {one.draw}; a kan of {one.kan} is {verdict}."
    case(f"cases/{one.text}/{one.hand}-{one.kan}-{rules}", point, rules=rules)(script)


for _one in KANS:
    _declare(_one, "tenhou", _one.by_waits)
    _declare(_one, _one.text, _one.by_readings)


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
    _open_riichi(play)
    play.finds("riichi/open", 1, event=play.last_event - 2).go_round().turn()


@case("riichi/open/silent", "Riichi declared open, where the ruleset has it.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    _open_riichi(play)
    play.go_round().turn()


def _open_riichi(play: Play, seat: int = 1, tile: str = "9p") -> None:
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


@case("cases/wiki/declarer-takes-own-stick", "The declarer wins and gets the stick back.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").turn().turn("7m").ron(1, ura="1z")


@case("cases/ema-2012/stick-after-draw", "After a draw the stick stays for the next winner.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p")
    play.turn().draw("9p").riichi("9p").end()
    play.hand({2: OTHER_WAIT}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(2)


def _two_winners(play: Play) -> None:
    """Seats 1 and 2 in riichi win on seat 0's tile; one counter lies on the table."""
    scores = (play.rules.game.start_points,) * 4
    play.hand({1: WAIT, 2: OTHER_WAIT}, avoid="9p9s7m", honba=1, round=3, scores=scores)
    play.go_round(1).draw("9p").riichi("9p").draw("9s").riichi("9s").turn().turn("7m")


@case("cases/ema-2012/sticks-of-two-winners", "Each of two winners in riichi gets its own back.", rules="ema-2012")
def _(play: Play) -> None:
    _two_winners(play)
    near, far = _with_sticks(play, 1, -1), _with_sticks(play, 2, 1, honba=True)
    play.ron(1, ura="1z", deltas=near, sticks=1)
    play.ron(2, ura="1z", deltas=far, sticks=1)


@case("cases/ema-2012/sticks-to-the-nearest-winner", "The nearest takes the other's bet too.", rules="ema-2012")
def _(play: Play) -> None:
    _two_winners(play)
    far = _with_sticks(play, 2, 0, honba=True)
    play.ron(1, ura="1z", deltas=_with_sticks(play, 1, 0), sticks=2).finds("stick/award", 1)
    play.ron(2, ura="1z", deltas=far, sticks=0)


@case("cases/tenhou/sticks-of-two-winners", "Both sticks go to the nearest of two winners.", rules="tenhou")
def _(play: Play) -> None:
    _two_winners(play)
    play.ron(1, ura="1z")
    play.ron(2, ura="1z", deltas=_without_counters(play, 2), sticks=0)


@case("cases/tenhou/sticks-to-the-farther-winner", "The farther of two winners takes the sticks.", rules="tenhou")
def _(play: Play) -> None:
    _two_winners(play)
    near, far = _with_sticks(play, 1, -2), _with_sticks(play, 2, 2)
    play.ron(1, ura="1z", deltas=near, sticks=0)
    play.ron(2, ura="1z", deltas=far, sticks=2).finds("stick/award-seat", 2)


@case("cases/wiki/own-sticks-of-two-winners", "Each takes its own stick, and both the honba.", rules="own-sticks")
def _(play: Play) -> None:
    _two_winners(play)
    near, far = _with_sticks(play, 1, -1), _with_sticks(play, 2, 1, honba=True)
    play.ron(1, ura="1z", deltas=near, sticks=1)
    play.ron(2, ura="1z", deltas=far, sticks=1)


@case("cases/wiki/all-sticks-to-one-of-two", "The nearest takes the other's stick too.", rules="own-sticks")
def _(play: Play) -> None:
    _two_winners(play)
    far = _with_sticks(play, 2, 0, honba=True)
    due = list(_with_sticks(play, 1, 0))
    play.ron(1, ura="1z", deltas=tuple(due), sticks=2).finds("stick/award", 1)
    play.ron(2, ura="1z", deltas=far, sticks=0)


def _without_counters(play: Play, seat: int) -> tuple[int, ...]:
    return play.payment(seat, 0, counters=False)


def _with_sticks(play: Play, seat: int, sticks: int, *, honba: bool = False) -> tuple[int, ...]:
    """What a ron of the seat on seat 0 pays: of the first winner with so many sticks more than all, else alone."""
    first = seat == 1
    due = list(play.payment(seat, 0, counters=first))
    if honba:
        due[0] -= play.rules.sticks.honba
        due[seat] += play.rules.sticks.honba
    due[seat] += sticks * play.table.stick
    return tuple(due)


@case(
    "cases/ema-2012/discarded-wait-without-yaku",
    "A wait without yaku in the river: furiten.",
    rules="ema-2012",
)
def _(play: Play) -> None:
    play.hand({2: "234m456p789s1122z"}, avoid="1z2z")
    play.turn().turn().turn("2z").go_round(2).turn().turn().turn("1z").ron(2).finds("furiten/discard", 2)


@case("cases/ema-2012/passed-then-any-call", "A pon of another seat ends temporary furiten.", rules="ema-2012")
def _(play: Play) -> None:
    _passed_then_pon(play)


@case("cases/ema-2016/passed-then-any-call", "A pon of another seat does not end it since 2016.", rules="ema-2016")
def _(play: Play) -> None:
    _passed_then_pon(play)
    play.finds("furiten/temporary", 1)


def _passed_then_pon(play: Play) -> None:
    play.hand({1: WAIT, 0: "147m147p19s11234z"}, avoid="4m7m1z")
    play.turn("", "4z").turn().turn("4m").finds("note/passed-win", 1)
    play.turn("1z").pon(0, "11z").discard("7m").ron(1)


@case("cases/zh/passed-in-riichi", "A tile passed in riichi: no ron for the rest of the hand.", rules="zh")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="4m7m9p")
    play.turn().draw("9p").riichi("9p").turn("4m").finds("note/passed-win", 1)
    play.turn().turn().turn().turn("7m").ron(1, ura="1z").finds("furiten/riichi", 1)


@case("cases/zh/passed-north-in-riichi", "A north passed in riichi: no ron for the rest.", rules="tenhou-sanma")
def _(play: Play) -> None:
    play.hand({1: "123456p45699s44z"}, avoid="3s4z9s9p")
    play.turn().draw("9p").riichi("9p").draw("4z").north().finds("note/passed-win", 1).draw().discard()
    play.turn("9s").ron(1, ura="1z").finds("furiten/riichi", 1)


@case("cases/wiki/ippatsu", "A win before the declarer's next discard, no call in between: ippatsu.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").turn().turn("7m").ron(1, ura="1z")


@case("cases/wiki/ippatsu-after-own-kan", "One's own closed kan ends ippatsu; the log has it.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: "111m23456p45688s"}, avoid="9p1m7p")
    play.turn().draw("9p").riichi("9p").go_round().draw("1m").closed_kan("1m").draw("7p")
    value = play.value(1, 1, ura="1z2z")
    play.tsumo(ura="1z2z", yaku=(*value.yaku, (IPPATSU, 1))).finds("win/yaku", 1)


@case("cases/wiki/ippatsu-with-chankan", "A tile added to a kan is won on before the next discard.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: "23m456789p45688s", 3: "44m147p258p28s123z"}, avoid="44m9p")
    play.turn("4m").finds("note/passed-win", 1).pon(3, "44m").discard("3z").turn()
    play.draw("9p").riichi("9p").turn().draw("4m").added_kan("4m").ron(1, ura="1z")


@case("cases/wiki/ippatsu-without-riichi", "Ippatsu counted for a win without riichi.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m").turn().turn().turn().draw("7m").discard("7m")
    value = play.value(1, 3)
    play.ron(1, yaku=(*value.yaku, (IPPATSU, 1))).finds("win/yaku", 1)


@case("cases/wiki/rinshan-without-ippatsu", "The replacement tile of one's own kan wins: no ippatsu.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: "111m23456p45688s"}, avoid="9p1m7p")
    play.turn().draw("9p").riichi("9p").go_round().draw("1m").closed_kan("1m").draw("7p").tsumo(ura="1z2z")


@case("cases/wiki/double-riichi-beside-riichi", "Riichi counted beside double riichi.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m").turn().draw("9p").riichi("9p").go_round().turn().go_round(1).draw("7m")
    value = play.value(1, 1, ura="1z")
    play.tsumo(ura="1z", yaku=((RIICHI_YAKU, 1), *value.yaku)).finds("win/yaku", 1)


@case("cases/zh/passed-added-kan-in-riichi", "A tile passed in riichi, added to a kan: no ron.", rules="zh")
def _(play: Play) -> None:
    play.hand({1: "23m456789p45688s", 3: "44m147p258p28s123z"}, avoid="44m1m9p")
    play.turn("4m").finds("note/passed-win", 1).pon(3, "44m").discard("3z").turn()
    play.draw("9p").riichi("9p").go_round(3).draw("4m").added_kan("4m").finds("note/passed-win", 1)
    play.draw().dora().discard().turn("1m").ron(1).finds("furiten/riichi", 1)


@case("cases/zh/passed-self-draw-in-riichi", "A self-draw passed in riichi: no ron for the rest.", rules="zh")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m4m").turn().draw("9p").riichi("9p").go_round()
    play.draw("7m").finds("note/passed-win", 1).discard("7m").turn().turn().turn().turn().turn().turn("4m")
    play.ron(1, ura="1z").finds("furiten/discard", 1)


@case("cases/zh/noten-riichi-at-four-riichis", "Shown noten where four riichis end the hand.", rules="zh")
def _(play: Play) -> None:
    play.hand({**FOUR_WAITS, 3: "88m456789p12s113z"}, avoid="5z6z7z7z")
    for tile in ("5z", "6z", "7z", "7z"):
        play.draw(tile).riichi(tile)
    play.finds("riichi/noten", 3, event=play.last_event - 2)
    play.ryuukyoku(FOUR_RIICHI, shown=tuple([tuple(sorted(seat.concealed)) for seat in play.table.seats]))


@case("cases/wiki/double-riichi", "Riichi with the first discard: double riichi, in riichi's place.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").go_round().turn().go_round(1).draw("7m").tsumo(ura="1z")


@case("cases/ema-2012/ura-without-riichi", "Ura indicators shown for a winner without riichi.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(1, ura="1z", show_ura=True).finds("dora/ura", 1)


@case("cases/zh/okuri-kan", "A kan without the drawn tile, where the looser local rule allows it.", rules="okuri")
def _(play: Play) -> None:
    play.hand({0: "123p333345s78m11z"}, avoid="9p6s")
    play.draw("9p").riichi("9p").go_round().draw("6s").closed_kan("3s").draw().discard().end()


@case("cases/zh/open-riichi-tsumo", "Open riichi is worth one han more.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    _open_riichi(play)
    play.go_round().draw("7m").tsumo(ura="1z")


@case("cases/zh/open-riichi-han-missing", "The han of an open riichi left out.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    _open_riichi(play)
    play.go_round().draw("7m")
    value = play.value(1, 1, ura="1z")
    plain = [(number, han - 1 if number == RIICHI_YAKU else han) for number, han in value.yaku]
    play.tsumo(ura="1z", yaku=tuple(plain)).finds("win/yaku", 1)


@case(
    "cases/zh/open-riichi-dealt-into",
    "A discard into it pays a yakuman.",
    rules="open-riichi",
    form="tenhou6",
)
def _(play: Play) -> None:
    _open_riichi(play)
    play.turn().turn("7m").ron(1, ura="1z")


@case("cases/zh/open-riichi-by-riichi", "From a seat in riichi: no yakuman.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    _open_riichi(play)
    play.draw("9s").riichi("9s").turn().go_round(2).draw("7m").discard("7m").finds("note/passed-win", 2)
    play.expected[-1] = ("note/passed-win", 0, play.last_event - 1, 2)
    play.ron(1, ura="1z")


@case("cases/zh/super-riichi", "A stick of 5000 points, taken by the winner.", rules="super-riichi")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").go_round().turn().turn("7m").ron(1, ura="1z")


@case("cases/zh/super-riichi-short-stick", "A stick of 1000 points where 5000 are due.", rules="super-riichi")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p")
    play.turn().draw("9p").riichi("9p", deposit=False).deposit(1, points=1000).finds("stick/deposit", 1)
    play.go_round().turn()


def _annulled(play: Play, deltas: tuple[int, ...]) -> None:
    """Seat 1 is in riichi when seat 3 offends; the hand is dealt again."""
    play.hand({1: WAIT}, avoid="9p")
    play.turn().draw("9p").riichi("9p").turn().ryuukyoku(CHOMBO, shown=None, deltas=deltas)


@case("cases/zh/stick-after-chombo", "A hand annulled by chombo gives the stick back.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    play.hand().end()


@case("pay/chombo/fires", "The chombo of another seat than the dealer pays 4000 to each.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 4000, 4000, -12000))
    play.finds("pay/chombo", 3).hand().end()


@case("pay/chombo/silent", "It pays the dealer 4000 and the others 2000.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))


@case("pay/chombo/fires-after-the-game", "Points are taken off only after the game.", rules="wrc", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    play.finds("pay/chombo", 3)


@case("pay/chombo/silent-after-the-game", "Nothing is paid; the hand is dealt again.", rules="wrc", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (0, 0, 0, 0))
    play.hand().end()


@case("honba/carry/fires-after-chombo", "A counter is put out after a chombo.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    play.hand(honba=1).finds("honba/carry", event=None).end()


@case("game/carry/stick-kept-after-chombo", "The stick stays on the table after a chombo.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    left = tuple(score - 1000 * (seat == 1) for seat, score in enumerate(play.table.scores))
    play.hand(sticks=1, scores=left).finds("game/carry", 1, event=None).end()


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
