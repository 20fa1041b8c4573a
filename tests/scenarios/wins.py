"""Wins: the claim, the hand, its yaku and value, and what the log shows of them."""

from auditor.core.yaku import HAITEI, RINSHAN, TSUMO
from scenarios import Play, case

TANYAO = "23456m456p45688s"
"""Waits for 1m, 4m and 7m: pinfu, and on 4m and 7m tanyao."""


def _win(play: Play, *, seat: int = 1, hand: str = TANYAO, on: str = "7m", **facts: object) -> Play:
    """Seat 1 wins on a tile that seat 3 discards, in its first go-around but after its first discard."""
    play.hand({seat: hand}, avoid=on, indicator="1z")
    play.turn().turn().turn().turn(on)
    play.ron(seat, **facts)
    return play


@case("win/claim/fires", "Ron on a tile other than the last discard.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m")
    play.turn("7m").finds("note/passed-win", 1).turn().turn()
    wanted = play.current.events[1].tile
    play.win(1, 2, wanted).finds("win/claim", 1)


@case("win/claim/no-draw", "A self-draw by a seat that has drawn nothing.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m")
    play.turn().win(1, 1, play.take("7m")).finds("win/claim", 1)


@case("win/claim/silent", "Ron on the last discard.")
def _(play: Play) -> None:
    _win(play)


@case("win/claim/chankan", "Ron on a tile just added to a kan.")
def _(play: Play) -> None:
    play.hand({1: "23m456789p45688s", 3: "44m147p258p28s123z"}, avoid="444m")
    play.turn("4m").finds("note/passed-win", 1).pon(3, "44m").discard("3z").turn().turn().turn()
    play.draw("4m").added_kan("4m").ron(1)


@case("win/shape/fires", "Ron on a tile that completes nothing.")
def _(play: Play) -> None:
    play.hand({1: "2356m456p456s188s"}, avoid="9m")
    play.turn().turn().turn().turn("9m").ron(1, points=1000, deltas=(0, 1000, 0, -1000)).finds("win/shape", 1)


@case("win/shape/silent", "Ron on the tile between.")
def _(play: Play) -> None:
    _win(play, hand="24678m456p45688s", on="3m")


@case("win/no-yaku/fires", "Ron on the 2m between 1m and 3m: no pinfu, no tanyao, no riichi.")
def _(play: Play) -> None:
    _win(play, hand="13456m567p45688s", on="2m", points=1000, deltas=(0, 1000, 0, -1000)).finds("win/no-yaku", 1)


@case("win/no-yaku/silent", "Ron on the 3m between 2m and 4m: tanyao.")
def _(play: Play) -> None:
    _win(play, hand="24456m567p45688s", on="3m")


@case("win/multiple/fires", "Double ron, the farther seat settled first.")
def _(play: Play) -> None:
    play.hand({1: TANYAO, 2: "56m234567p23488s"}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(2).ron(1).finds("win/multiple", 1)


@case("win/multiple/triple", "Three win on one discard, where that is an abortive draw.")
def _(play: Play) -> None:
    play.hand({0: "56m345678p34599s", 1: TANYAO, 2: "56m234567p23488s"}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(0).ron(1).ron(2).finds("win/multiple", 2)


@case("win/multiple/twice", "The log has the one win of a hand twice.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m").turn().turn().turn().turn("7m").ron(1).ron(1).finds("win/multiple", 1)


@case("win/multiple/silent", "Double ron, the nearer seat first; it alone gets the honba.")
def _(play: Play) -> None:
    play.hand({1: TANYAO, 2: "56m234567p23488s"}, avoid="7m", honba=1)
    play.turn().turn().turn().turn("7m").ron(1).ron(2).look()


@case("win/record/fires", "The hand shown at the win has a tile in the place of another.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m")
    play.turn().turn().turn().turn("7m")
    hand = sorted([*play.table.seats[1].concealed, play.current.events[-1].tile])
    play.ron(1, hand=(play.take("9p"), *hand[1:])).finds("win/record", 1)


@case("win/record/melds", "The win shows no meld, though the seat has called pon.")
def _(play: Play) -> None:
    play.hand({1: "23456m456p55z88s1z"}, avoid="5z7m")
    play.turn("5z").pon(1, "55z").discard("1z").turn().turn("7m").ron(1, melds=()).finds("win/record", 1)


@case("win/record/silent", "The hand shown at the win is the one that was dealt and drawn.")
def _(play: Play) -> None:
    play.hand({1: "23456m456p55z88s1z"}, avoid="5z7m")
    play.turn("5z").pon(1, "55z").discard("1z").turn().turn("7m").ron(1)


@case("win/yaku/fires", "The log counts a dora that the hand does not hold.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m", indicator="1z")
    play.turn().turn().turn().turn("7m")
    right = play.value(1, 3)
    play.ron(1, yaku=(*right.yaku, (52, 1))).finds("win/yaku", 1)


@case("win/yaku/ippatsu", "The log counts ippatsu, though a pon came between.")
def _(play: Play) -> None:
    play.hand({1: TANYAO, 3: "11m147p258p28s123z"}, avoid="9p1m7m9s", indicator="1z")
    play.turn().turn("9s").turn().turn().turn().draw("9p").riichi("9p").turn("1m").finds("note/passed-win", 1)
    play.pon(3, "11m").discard("3z").turn().draw("7m")
    value = play.value(1, 1, ura="1z")
    play.tsumo(ura="1z", yaku=(*value.yaku, (2, 1))).finds("win/yaku", 1)


@case("win/yaku/silent", "Riichi and ippatsu, with nothing between.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="9p7m9s", indicator="1z")
    play.turn().turn("9s").go_round().draw("9p").riichi("9p").go_round().draw("7m").tsumo(ura="1z")


KAN_WAIT = "234m34p678s55s999m"
"""Waits for 2p and 5p; the fourth 9m makes a kan."""


def _last_replacement(play: Play) -> None:
    play.hand({0: KAN_WAIT}, avoid="9m5p1z", indicator="1z").until_left(2)
    play.draw("9m").closed_kan("9m", dora="1z").draw("5p")
    assert play.table.wall_left == 0


@case("win/yaku/haitei-rinshan", "The last tile of all is a replacement tile: the log counts haitei beside rinshan.")
def _(play: Play) -> None:
    _last_replacement(play)
    play.tsumo(yaku=(*play.value(0, 0).yaku, (HAITEI, 1))).finds("win/yaku", 0)


@case("win/yaku/haitei-rinshan-silent", "The last tile of all is a replacement tile: rinshan, and no haitei.")
def _(play: Play) -> None:
    _last_replacement(play)
    assert [number for number, _ in play.value(0, 0).yaku] == [TSUMO, RINSHAN]
    play.tsumo()


@case("win/value/fires", "One fu step too many: 40 fu for 30.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m", indicator="1z")
    play.turn().turn().turn().turn("7m").ron(1, fu=40).finds("win/value", 1)


@case("win/value/points", "The points of the win are those of one han more.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m", indicator="1z")
    play.turn().turn().turn().turn("7m")
    play.ron(1, points=2 * play.payment(1, 3, counters=False)[1]).finds("win/value", 1)


@case("win/value/silent", "Seven pairs are 25 fu, whatever they are made of.")
def _(play: Play) -> None:
    _win(play, hand="2288m3366p4477s1z", on="1z")


@case("win/claim/after-draw", "A ron after the hand was drawn.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m").until_left(1).turn("7m")
    play.ryuukyoku()
    last = play.last_event - 1
    discard = play.current.events[last]
    play.win(1, discard.seat, discard.tile).finds("win/claim", 1)


@case("win/claim/late", "Ron on a discard after the next seat has drawn.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m").turn().turn().turn("7m").draw().finds("note/passed-win", 1, event=5)
    play.win(1, 2, play.current.events[5].tile).finds("win/claim", 1)


@case("win/claim/other-seat", "Ron on the last discard, but another seat named as its discarder.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m").turn().turn().turn().turn("7m")
    play.win(1, 2, play.current.events[-1].tile).finds("win/claim", 1)


@case("win/claim/other-tile", "A self-draw on a tile other than the one drawn.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m").turn().draw()
    play.win(1, 1, play.take("7m")).finds("win/claim", 1)


ORPHANS = "119m19p19s123456z"
"""Waits for 7z."""


def _closed_kan(play: Play) -> None:
    play.hand({1: ORPHANS, 3: "777z147m258p258s6p"}, avoid="7z").turn().turn().turn()
    play.draw("7z").closed_kan("7z", turn_dora=False).ron(1)


@case("win/claim/closed-kan", "Thirteen orphans rob a closed kan where that is not allowed.")
def _(play: Play) -> None:
    _closed_kan(play)
    play.finds("win/claim", 1)


@case("win/claim/closed-kan-silent", "Thirteen orphans rob a closed kan where that is allowed.", rules="mahjong-soul")
def _(play: Play) -> None:
    _closed_kan(play)


@case("win/shape/tsumo", "A self-draw that completes nothing.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="9p").turn().draw("9p").tsumo(points=1000, deltas=(-500, 1100, -300, -300))
    play.finds("win/shape", 1)


@case("win/shape/six-kinds", "Seven pairs of which two are of the same tile.")
def _(play: Play) -> None:
    _win(play, hand="1111m3366p4477s1z", on="1z", points=1600, deltas=(0, 1600, 0, -1600)).finds("win/shape", 1)


@case("win/no-yaku/dora", "A dora is no yaku.")
def _(play: Play) -> None:
    play.hand({1: "13456m567p45688s"}, avoid="2m", indicator="1m").turn().turn().turn().turn("2m")
    play.ron(1, yaku=((52, 1),), points=1300, fu=40, deltas=(0, 1300, 0, -1300)).finds("win/no-yaku", 1)


@case("win/no-yaku/open", "A hand of runs that would be pinfu, were it closed.")
def _(play: Play) -> None:
    play.hand({1: "13m23456p45688s1z"}, avoid="2m1p").turn("2m").chi(1, "13m").discard("1z")
    play.turn().turn("1p").ron(1, points=1000, deltas=(0, 1000, 0, -1000)).finds("win/no-yaku", 1)


@case("win/no-yaku/minimum", "Tanyao is one han, where two are needed.", rules="two-han")
def _(play: Play) -> None:
    _win(play, hand="24678m456p45688s", on="3m", points=1300, deltas=(0, 1300, 0, -1300)).finds("win/no-yaku", 1)


@case("win/no-yaku/minimum-silent", "Tanyao and pinfu are two han, where two are needed.", rules="two-han")
def _(play: Play) -> None:
    _win(play)


@case("win/multiple/head-bump", "Two win on one discard, where only the nearer may.", rules="m-league")
def _(play: Play) -> None:
    play.hand({1: TANYAO, 2: "56m234567p23488s"}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(1).ron(2).finds("win/multiple", 2)


@case("win/multiple/triple-paid", "Three win on one discard, where all are paid.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({0: "56m345678p34599s", 1: TANYAO, 2: "56m234567p23488s"}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(0).ron(1).ron(2)


@case("win/record/copy", "The hand shown has another copy of one of its tiles.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m").turn().turn().turn().turn("7m")
    hand = [*play.table.seats[1].concealed, play.current.events[-1].tile]
    first = min(hand)
    play.ron(1, hand=tuple(sorted([first ^ 1, *[tile for tile in hand if tile != first]]))).finds("win/record", 1)


@case("win/record/tile", "The winning tile shown is another copy than the one discarded.")
def _(play: Play) -> None:
    play.hand({1: TANYAO}, avoid="7m").turn().turn().turn().turn("7m")
    play.win(1, 3, play.current.events[-1].tile ^ 1).finds("win/record", 1)


@case("win/yaku/lacks", "The log leaves out pinfu, and pays for tanyao alone.")
def _(play: Play) -> None:
    _win(play, yaku=((8, 1),), points=1000, deltas=(0, 1000, 0, -1000)).finds("win/yaku", 1)


@case("win/yaku/riichi", "The log counts a riichi that was not declared, on a hand without another yaku.")
def _(play: Play) -> None:
    _win(play, hand="13456m567p45688s", on="2m", yaku=((1, 1),), fu=40, points=1300, deltas=(0, 1300, 0, -1300))
    play.finds("win/yaku", 1)


@case("win/yaku/reading", "Three runs of one kind are read, though three concealed triplets are worth more.")
def _(play: Play) -> None:
    play.hand({1: "222333444m67s11z"}, avoid="8s", indicator="5z").turn().turn().turn().turn("8s")
    play.ron(1, yaku=((9, 1),), fu=40, points=1300, deltas=(0, 1300, 0, -1300)).finds("win/yaku", 1)


@case("win/value/limit", "A baiman is recorded as a mangan, and paid as a baiman.")
def _(play: Play) -> None:
    _win(play, hand="123m456m78m11z222z", on="9m", limit=1).finds("win/value", 1)


SANSHOKU = "234m234p34s678s55s"
"""On 2s four han and 30 fu."""


@case("win/value/kiriage", "Four han and 30 fu are rounded up to a mangan, where 7700 points are due.")
def _(play: Play) -> None:
    _win(play, hand=SANSHOKU, on="2s", limit=1, points=8000, deltas=(0, 8000, 0, -8000)).finds("win/value", 1)


@case("pay/win/kiriage", "Four han and 30 fu are paid as a mangan; the log has no points of the win.", form="mjai")
def _(play: Play) -> None:
    _win(play, hand=SANSHOKU, on="2s", points=-1, deltas=(0, 8000, 0, -8000)).finds("pay/win", 1)


@case("pay/win/not-kiriage", "Four han and 30 fu are paid below a mangan.", rules="m-league", form="mjai")
def _(play: Play) -> None:
    _win(play, hand=SANSHOKU, on="2s", points=-1, deltas=(0, 7700, 0, -7700)).finds("pay/win", 1)


@case("win/value/kiriage-silent", "Four han and 30 fu are a mangan, as the ruleset says.", rules="m-league")
def _(play: Play) -> None:
    _win(play, hand=SANSHOKU, on="2s", limit=1, points=8000, deltas=(0, 8000, 0, -8000))


for _rules, _is_due in (("ema-2016", False), ("ema-2025", True), ("jpml-a", False), ("saikouisen", True)):

    @case(f"win/value/{_rules}-kiriage{'-silent' * _is_due}",
          f"Four han and 30 fu are rounded up to a mangan, {'as due' if _is_due else 'where 7700 points are due'}.",
          rules=_rules)  # fmt: skip
    def _(play: Play, is_due: bool = _is_due) -> None:
        _win(play, hand=SANSHOKU, on="2s", limit=1, points=8000, deltas=(0, 8000, 0, -8000))
        if not is_due:
            play.finds("win/value", 1)
