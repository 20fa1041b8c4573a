"""Every yaku: a log with a win that has it, and one with the nearest hand that does not."""

from auditor.core import yaku as y
from auditor.core.events import NOT_RECORDED
from auditor.core.yaku import NAMES
from scenarios import Play, case

PLAIN = "234m567m34p678s55s"
"""Waits for 2p and 5p: pinfu, tanyao on 5p."""
WIND = "22p345p678s45m"
"""Waits for 3m and 6m, with a triplet of honours beside it."""

# Yaku: hand and winning tile that have it, hand and winning tile that miss it; the winner is in riichi, but "damaten"
# where riichi would hide the point. Seats: who wins, 1 (south) unless said; round: 0 east, 4 south, 8 west.
SHAPES: dict[int, tuple[str, str, str, str]] = {
    y.PINFU: (PLAIN, "5p", "234m567m35p678s55s", "4p"),
    y.TANYAO: (PLAIN, "5p", "123m567m34p678s55s", "5p"),
    y.IIPEIKOU: ("223344m567p67s99p", "8s", "234m345m567p67s99p", "8s"),
    y.HAKU: (WIND + "555z", "6m", WIND + "444z", "6m"),
    y.HATSU: (WIND + "666z", "6m", WIND + "444z", "6m"),
    y.CHUN: (WIND + "777z", "6m", WIND + "444z", "6m"),
    y.CHIITOITSU: ("1133m5577p2299s4z", "4z", "223344m667788p5s", "5s"),
    y.CHANTA: ("123m789m12p99s777z", "3p", "123m678m12p99s777z", "3p"),
    y.ITTSUU: ("123456m89m345p11s", "7m", "123345m89m345p11s", "7m"),
    y.SANSHOKU_DOUJUN: ("345m345p34s678s11z", "5s", "345m345p45s678s11z", "6s"),
    y.SANSHOKU_DOUKOU: ("222m222p22s456s99m", "2s", "222m222p33s456s99m", "3s"),
    y.SANANKOU: ("222m444p888s12s99m", "3s", "222m444p88s123s99m", "8s"),
    y.SHOUSANGEN: ("55z234m45p666z777z", "6p", "55z234m45p666z444z", "6p"),
    y.HONROUTOU: ("111m99p111z999s44z", "9p", "111m99p111z888s44z", "9p"),
    y.TOITOI: ("22p33s444z999m777p", "3s", "22p34s444z999m777p", "5s"),
    y.RYANPEIKOU: ("223344m667788p5s", "5s", "223344m567678p5s", "5s"),
    y.JUNCHAN: ("123m789m12p99s111s", "3p", "123m789m12p99s777z", "3p"),
    y.HONITSU: ("123m456m78m11z222z", "9m", "123m456m78m11z222s", "9m"),
    y.CHINITSU: ("123456m78m11m222m", "9m", "123456m78m11z222m", "9m"),
    y.DAISANGEN: ("23m99p555z666z777z", "1m", "23m55z999p666z777z", "1m"),
    y.SUUANKOU_TANKI: ("222m444p666s888s9s", "9s", "222m444p666s88s99s", "9s"),
    y.TSUUIISOU: ("11z22z333z555z666z", "2z", "11m22z333z555z666z", "2z"),
    y.RYUUIISOU: ("223344s66s88s666z", "8s", "223344s66s88s777z", "8s"),
    y.CHINROUTOU: ("11m99m111p999p111s", "9m", "11m99m111p999p111z", "9m"),
    y.CHUUREN: ("1123455678999m", "1m", "1112345556789m", "9m"),
    y.JUNSEI_CHUUREN: ("1112345678999m", "5m", "1112345678899m", "9m"),
    y.KOKUSHI: ("119m19p19s123456z", "7z", "1199m1199p1199s1z", "1z"),
    y.KOKUSHI_13: ("19m19p19s1234567z", "1z", "119m19p19s123456z", "7z"),
    y.DAISUUSHII: ("5p111z222z333z444z", "5p", "55p11z222z333z444z", "5p"),
    y.SHOUSUUSHII: ("44z45m111z222z333z", "6m", "99m45m111z222z333z", "6m"),
}

WINDS = {
    y.SEAT_EAST: (0, "1z", 4),
    y.SEAT_EAST + 1: (1, "2z", 0),
    y.SEAT_EAST + 2: (2, "3z", 0),
    y.SEAT_EAST + 3: (3, "4z", 0),
}
"""Seat winds: seat, tile, round."""


def win(play: Play, hand: str, tile: str, *, seat: int = 1, round: int = 0, tsumo: bool = False) -> None:
    """The seat waits with the hand, declares riichi on its second turn, and wins two turns later."""
    play.hand({seat: hand}, avoid=tile, round=round)
    first = play.current.dealer
    play.turn()
    play.go_round(seat) if seat != first else play.go_round()
    if play.table.seats[seat].turn == 0:
        play.turn().go_round()
    play.draw().riichi().go_round().turn()
    if tsumo:
        play.go_round().draw(tile).tsumo()
    else:
        other = (seat + 2) % 4
        play.go_round(other).turn(tile).ron(seat)


def declare(
    number: int, which: str, point: str, hand: str, tile: str, *, seat: int = 1, round: int = 0, tsumo: bool = False
) -> None:
    """Declare one fixture of a yaku."""

    def script(play: Play) -> None:
        win(play, hand, tile, seat=seat, round=round, tsumo=tsumo)

    case(f"yaku/{slug(number)}/{which}", point)(script)


def slug(number: int) -> str:
    """A yaku's name as a folder."""
    return NAMES[number].replace(" ", "-")


for _number, (_hand, _tile, _miss, _missing) in SHAPES.items():
    declare(_number, "wins", f"{_hand} on {_tile}: {NAMES[_number]}.", _hand, _tile)
    declare(_number, "misses", f"{_miss} on {_missing}: no {NAMES[_number]}.", _miss, _missing)

for _number, (_seat, _tile, _round) in WINDS.items():
    _hand = WIND + 3 * _tile[0] + "z"
    _other = (_seat + 1) % 4
    declare(_number, "wins", f"{_hand} by seat {_seat}.", _hand, "6m", seat=_seat, round=_round)
    declare(_number, "misses", f"{_hand} by seat {_other}.", _hand, "6m", seat=_other, round=_round)

for _place in range(4):
    _hand = WIND + 3 * str(_place + 1) + "z"
    _miss_round = 4 if _place != 1 else 0
    _winner = 3
    declare(
        y.ROUND_EAST + _place, "wins", f"{_hand} in the {'ESWN'[_place]} round.", _hand, "6m", seat=_winner,
        round=4 * _place,
    )  # fmt: skip
    declare(
        y.ROUND_EAST + _place, "misses", f"{_hand} in another round.", _hand, "6m", seat=_winner, round=_miss_round,
    )  # fmt: skip

declare(y.SUUANKOU, "wins", "Four concealed triplets by self-draw.", "222m444p666s88s99p", "9p", tsumo=True)
declare(
    y.SUUANKOU, "misses", "The same by ron: the last triplet is not concealed.", "222m444p666s88s99p", "9p", tsumo=False
)
declare(y.TSUMO, "wins", "A concealed hand by self-draw.", PLAIN, "5p", tsumo=True)
declare(y.TSUMO, "misses", "The same hand by ron.", PLAIN, "5p")


@case("yaku/riichi/wins", "Riichi on the second turn.")
def _(play: Play) -> None:
    win(play, PLAIN, "5p")


@case("yaku/riichi/misses", "Riichi on the first turn is double riichi instead.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p").turn().draw().riichi().go_round().turn().turn("5p").ron(1)


@case("yaku/double-riichi/wins", "Riichi on the first turn, no call before it.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p").turn().draw().riichi().go_round().turn().turn("5p").ron(1)


@case("yaku/double-riichi/misses", "Riichi on the first turn, but after another seat's pon.")
def _(play: Play) -> None:
    play.hand({2: PLAIN, 1: "55z147m147p147s1p9p"}, avoid="5p5z")
    play.turn("5z").pon(1, "55z").discard("9p").draw().riichi().turn().turn("5p").ron(2)


@case("yaku/ippatsu/wins", "The declarer's next draw, no call between.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p").turn().turn().go_round().draw().riichi().go_round().draw("5p").tsumo()


@case("yaku/ippatsu/misses", "The declarer's next draw, but a pon between.")
def _(play: Play) -> None:
    play.hand({1: PLAIN, 3: "11m147p258p19s123z"}, avoid="5p1m").turn().turn().go_round().draw().riichi()
    play.turn("1m").pon(3, "11m").discard("3z").turn().draw("5p").tsumo()


@case("yaku/chankan/wins", "Ron on a tile added to a pon.")
def _(play: Play) -> None:
    play.hand({1: PLAIN, 3: "22p147m369p19s123z"}, avoid="22p").turn("2p").finds("note/passed-win", 1)
    play.pon(3, "22p").discard("3z").turn().turn().turn().draw("2p").added_kan("2p").ron(1)


@case("yaku/chankan/misses", "Ron on the same tile discarded.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p").turn().turn().turn().turn("5p").ron(1)


@case("yaku/rinshan-kaihou/wins", "A win on the replacement tile of a closed kan.")
def _(play: Play) -> None:
    play.hand({1: "234m34p678s55s999m"}, avoid="9m5p").turn().draw("9m").closed_kan("9m").draw("5p").tsumo()


@case("yaku/rinshan-kaihou/misses", "The replacement tile is discarded; the next draw wins.")
def _(play: Play) -> None:
    play.hand({1: "234m34p678s55s999m"}, avoid="9m5p").turn().draw("9m").closed_kan("9m").draw().discard()
    play.go_round().draw("5p").tsumo()


@case("yaku/haitei/wins", "A win on the last tile of the wall.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p").until_left(1).draw("5p").tsumo()


@case("yaku/haitei/misses", "A win on the last tile but four.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p").until_left(5).draw("5p").tsumo()


@case("yaku/houtei/wins", "A win on the last discard.")
def _(play: Play) -> None:
    play.hand({3: PLAIN}, avoid="5p").until_left(1).turn("5p").ron(3)


@case("yaku/houtei/misses", "A win on the last discard but one.")
def _(play: Play) -> None:
    play.hand({3: PLAIN}, avoid="5p").until_left(2).turn("5p").ron(3)


@case("yaku/tenhou/wins", "The dealer wins on the first draw.")
def _(play: Play) -> None:
    play.hand({0: PLAIN}, avoid="5p").draw("5p").tsumo()


@case("yaku/tenhou/misses", "The dealer wins on the second draw.")
def _(play: Play) -> None:
    play.hand({0: PLAIN}, avoid="5p").turn().go_round().draw("5p").tsumo()


@case("yaku/chiihou/wins", "Another seat wins on its first draw, no call before it.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p").turn().draw("5p").tsumo()


@case("yaku/chiihou/misses", "Another seat wins on its first draw after a pon.")
def _(play: Play) -> None:
    play.hand({2: PLAIN, 1: "55z147m147p147s1p9p"}, avoid="5p5z")
    play.turn("5z").pon(1, "55z").discard("9p").draw("5p").tsumo()


KANS = ("2m", "4m", "6p", "8p")


@case("yaku/sankantsu/wins", "Three closed kans and a run.")
def _(play: Play) -> None:
    _kans(play, 3, "222444m666p1234s")


@case("yaku/sankantsu/misses", "Two closed kans, a triplet and a run.")
def _(play: Play) -> None:
    _kans(play, 2, "222444m666p1234s")


@case("yaku/suukantsu/wins", "Four closed kans.")
def _(play: Play) -> None:
    _kans(play, 4)


@case("yaku/suukantsu/misses", "Three closed kans and a triplet.")
def _(play: Play) -> None:
    _kans(play, 3)


def _kans(play: Play, number: int, hand: str = "222444m666888p1s") -> None:
    play.hand({1: hand}, avoid="2m4m6p8p1s").turn()
    for tile in KANS[:number]:
        play.draw(tile).closed_kan(tile)
    play.draw().discard()
    play.turn().turn("1s").ron(1)


@case("yaku/dora/wins", "The indicator 4p makes the 5p a dora.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p", indicator="4p").turn().turn().turn().turn("5p").ron(1)


@case("yaku/dora/misses", "The indicator 1z makes nothing of the hand a dora.")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="5p", indicator="1z").turn().turn().turn().turn("5p").ron(1)


@case("yaku/ura-dora/wins", "The ura indicator 4p makes the 5p an ura dora.")
def _(play: Play) -> None:
    _with_ura(play, "4p")


@case("yaku/ura-dora/misses", "The ura indicator 1z makes nothing of the hand an ura dora.")
def _(play: Play) -> None:
    _with_ura(play, "1z")


def _with_ura(play: Play, ura: str) -> None:
    play.hand({1: PLAIN}, avoid=f"5p{ura}", indicator="2z").turn().turn().go_round().draw().riichi().go_round()
    play.turn().turn("5p").ron(1, ura=ura)


@case("yaku/red-five/wins", "Ron on the red 5p.")
def _(play: Play) -> None:
    play.hand({1: "234m567m34p678s99s"}, avoid="0p").turn().turn().turn().turn("0p").ron(1)


@case("settings/game/red_fives", "A ron on what is the red 5p where there is one; no header says so.")
def _(play: Play) -> None:
    play.game.rule_bits = NOT_RECORDED
    play.hand({1: "234m567m34p678s99s"}, avoid="0p").turn().turn().turn().turn("0p").ron(1)


@case("yaku/red-five/misses", "Ron on a plain 5p.")
def _(play: Play) -> None:
    play.hand({1: "234m567m34p678s99s"}, avoid="5p").turn().turn().turn().turn("5p").ron(1)


@case("yaku/renhou/wins", "A ron before one's first draw, no call before it.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="2p").turn("2p").ron(1)


@case("yaku/renhou/misses", "A ron after one's first draw.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: PLAIN}, avoid="2p").turn().turn().turn("2p").ron(1)
