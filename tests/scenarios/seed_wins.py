"""Furiten and wins in riichi in the texts that the rules come from."""

from auditor.core.events import FOUR_RIICHI
from auditor.core.yaku import DORA, DOUBLE_RIICHI, IPPATSU
from auditor.core.yaku import RIICHI as RIICHI_YAKU
from scenarios import Play, case
from scenarios.seed_riichis import FOUR_WAITS, WAIT, open_riichi
from scenarios.table_values import worth_under


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


@case("cases/zh/passed-north-in-riichi", "A north passed in riichi: no ron for the rest.", rules="zh-sanma")
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


@case("cases/ema-2012/ura-without-riichi", "Ura indicators shown for a winner without riichi.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(1, ura="1z", show_ura=True).finds("dora/ura", 1)


@case("cases/zh/okuri-kan", "A kan without the drawn tile, where the looser local rule allows it.", rules="okuri")
def _(play: Play) -> None:
    play.hand({0: "123p333345s78m11z"}, avoid="9p6s")
    play.draw("9p").riichi("9p").go_round().draw("6s").closed_kan("3s").draw().discard().end()


@case("cases/zh/open-riichi-han-missing", "The han of an open riichi left out.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    open_riichi(play)
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
    open_riichi(play)
    play.turn().turn("7m").ron(1, ura="1z")


@case("cases/zh/open-riichi-by-riichi", "From a seat in riichi: no yakuman.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    open_riichi(play)
    play.draw("9s").riichi("9s").turn().go_round(2).draw("7m").discard("7m").finds("note/passed-win", 2)
    play.expected[-1] = ("note/passed-win", 0, play.last_event - 1, 2)
    play.ron(1, ura="1z")


@case("cases/zh/super-riichi", "A stick of 5000 points, taken by the winner.", rules="super-riichi")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").go_round().turn().turn("7m").ron(1, ura="1z")


@case("cases/zh/chips", "祝仪: ippatsu and two ura dora bring three chips.", rules="chips")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").turn().turn().turn("7m").ron(1, ura="7s")


def _super_riichi(play: Play) -> Play:
    """A riichi whose indicator, 7p, is behind the 6p of the hand."""
    play.hand({1: WAIT}, avoid="9p7m", indicator="7p").turn().draw("9p").riichi("9p")
    return play.go_round().turn().turn("7m")


@case("cases/zh/super-riichi-neighbours", "超立直: the tile before the indicator is dora as well as the one behind it.",
      rules="super-riichi")  # fmt: skip
def _(play: Play) -> None:
    _super_riichi(play)
    assert (DORA, 1) in play.value(1, 3, ura="1z").yaku
    play.ron(1, ura="1z")


@case("cases/zh/super-riichi-one-neighbour", "超立直: the tile before it is not counted.", rules="super-riichi")
def _(play: Play) -> None:
    _super_riichi(play)
    play.ron(1, ura="1z", **worth_under(play, "zh", 1, 3)).finds("win/yaku", 1)


@case("cases/zh/drawn-north-in-riichi", "三人: after riichi a north that is drawn may be set aside.", rules="zh-sanma")
def _(play: Play) -> None:
    play.hand({1: "123456p45688s11z"}, avoid="4z1z8s9p", indicator="5z").turn().draw("9p").riichi("9p")
    play.go_round(1).draw("4z").north().draw().discard().end()


@case("cases/zh/held-north-in-riichi", "三人: after riichi a north that was held may not.", rules="zh-sanma")
def _(play: Play) -> None:
    play.hand({1: "123456p45699s44z"}, avoid="9p9s4z3s", indicator="5z").turn().draw("9p").riichi("9p")
    play.go_round(1).draw().north().finds("riichi/discard", 1).draw().discard().end()


@case("cases/zh/riichi-after-a-north", "三人: a north set aside before it makes a first riichi a plain one.",
      rules="zh-sanma")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: "123456p45688s11z", 0: "4z147p258p369s167z"}, avoid="1z8s9p", indicator="5z")
    play.draw().north().draw().discard().draw("9p").riichi("9p").go_round(0).turn("8s").ron(1, ura="2z")
    value = dict(play.table.wins[-1].yaku or ())
    assert RIICHI_YAKU in value
    assert DOUBLE_RIICHI not in value
