"""Rules that only some tables play: liability for an open kan, wareme, an end at zero, yaku counted otherwise."""

from auditor.core.hand.payment import tsumo_points
from auditor.core.yaku import DOUBLE_RIICHI, HAITEI, RYUUIISOU, TSUMO
from scenarios import Play, case
from scenarios.settings import WAIT

FED = "234m34p678s55s999m"
"""Waits for 2p and 5p; a fourth 9m makes a kan."""


def _fed_kan(play: Play, *, honba: int = 0) -> None:
    """Seat 1 claims the dealer's 9m for an open kan, and draws the tile that it waits for."""
    play.hand({1: FED}, avoid="9m5p", indicator="1z", honba=honba).turn("9m")
    _claim(play)
    play.draw("5p")


def _claim(play: Play) -> None:
    play.open_kan(1, "999m")
    if play.table.rules.dora.open_kan == "at once":
        play.dora("2z")


def _chained_kans(play: Play) -> None:
    """Seat 1 claims the dealer's 9m, draws the fourth 1m for a closed kan, and then the tile that it waits for."""
    play.hand({1: "111m34p678s55s999m"}, avoid="1m9m5p", indicator="1z")
    play.turn("9m")
    _claim(play)
    play.draw("1m").closed_kan("1m", dora="3z").draw("5p")


@case("settings/scoring/open_kan_rinshan", "A win on the replacement tile of an open kan is paid by all.")
def _(play: Play) -> None:
    _fed_kan(play)
    play.tsumo()


@case(
    "pay/win/open-kan-feeder-silent", "A win on an open kan's replacement tile: who fed the kan pays all, honba too.",
    rules="riichi-city",
)  # fmt: skip
def _(play: Play) -> None:
    _fed_kan(play, honba=1)
    due = play.payment(1, 1)
    assert due[2:] == (0, 0)
    play.tsumo()


@case(
    "pay/win/open-kan-feeder-named-silent", "The log names the seat that fed the open kan as the one that pays.",
    rules="riichi-city",
)  # fmt: skip
def _(play: Play) -> None:
    _fed_kan(play)
    play.tsumo(pao_seat=0)


@case(
    "pay/win/open-kan-all", "All pay a win on an open kan's replacement tile, where who fed the kan is to pay it.",
    rules="riichi-city",
)  # fmt: skip
def _(play: Play) -> None:
    _fed_kan(play)
    dealer, each = tsumo_points(play.value(1, 1).base, False, play.table.rules)
    play.tsumo(deltas=(-dealer, dealer + 2 * each, -each, -each)).finds("pay/win", 1)


for _name in ("all", "feeder"):

    @case(
        f"pay/win/chained-kans-{_name}-silent",
        f"A closed kan after the open one, and a win: paid by {_name}. Texts differ.", rules="riichi-city",
    )  # fmt: skip
    def _(play: Play, is_fed: bool = _name == "feeder") -> None:
        _chained_kans(play)
        due = play.payment(1, 1)
        assert due[2] < 0
        play.tsumo(deltas=(-due[1], due[1], 0, 0) if is_fed else due)


@case(
    "pay/win/chained-kans", "A closed kan after the open one, and a win: a seat that fed nothing pays it all.",
    rules="riichi-city",
)  # fmt: skip
def _(play: Play) -> None:
    _chained_kans(play)
    due = play.payment(1, 1)
    play.tsumo(deltas=(0, due[1], -due[1], 0)).finds("pay/win", 1)


@case("settings/scoring/green_hatsu", "All green without a green dragon is a yakuman.")
def _(play: Play) -> None:
    _all_green(play)
    assert [number for number, _ in play.value(1, 0).yaku] == [RYUUIISOU]
    play.ron(1)


@case("win/yaku/green-without-hatsu-silent", "Without a green dragon a flush is no all green.", rules="npm")
def _(play: Play) -> None:
    _all_green(play)
    assert RYUUIISOU not in [number for number, _ in play.value(1, 0).yaku]
    play.ron(1)


@case("win/yaku/green-without-hatsu", "Without a green dragon it is counted as all green.", rules="npm")
def _(play: Play) -> None:
    _all_green(play)
    play.ron(1, yaku=((RYUUIISOU, 13),)).finds("win/yaku", 1)


def _all_green(play: Play) -> None:
    """Seat 1 waits for 4s in its first go-around, and the dealer discards it after a round."""
    play.hand({1: "2233444666888s"}, avoid="4s", indicator="1z")
    play.turn().turn().go_round(0).turn("4s")


@case("game/end/at-zero-silent", "The game ends with a seat at zero, where that ends it.", rules="ends-at-zero")
def _(play: Play) -> None:
    _to_zero(play)
    play.final()


@case("game/end/at-zero", "The game goes on with a seat at zero, where that ends it.", rules="ends-at-zero")
def _(play: Play) -> None:
    _to_zero(play)
    play.hand().finds("game/end", event=None).end()


def _to_zero(play: Play) -> None:
    play.hand({2: WAIT}, round=1, avoid="7m", scores=(2000, 48000, 25000, 25000), indicator="1z")
    play.turn().turn().turn().turn("7m").ron(2)
    assert play.table.scores[0] == 0


for _name in ("riichi", "double riichi"):

    @case(
        f"win/yaku/one-han-{_name.replace(' ', '-')}-silent",
        f"A riichi on the first turn counts one han, and the log calls it {_name}.", rules="local-yaku",
    )  # fmt: skip
    def _(play: Play, is_double: bool = _name != "riichi") -> None:
        play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().draw("9p").riichi("9p").go_round().turn()
        play.go_round(1).draw("7m")
        yaku = play.value(1, 1, ura="1z").yaku
        assert DOUBLE_RIICHI not in [number for number, _ in yaku]
        named = tuple([(DOUBLE_RIICHI if number == 1 and is_double else number, han) for number, han in yaku])
        play.tsumo(ura="1z", yaku=named)


@case("win/yaku/haitei-and-rinshan-silent", "The last tile, a replacement tile, counts as both.", rules="local-yaku")
def _(play: Play) -> None:
    play.hand({0: "234m34p678s55s999m"}, avoid="9m5p1z", indicator="1z").until_left(2)
    play.draw("9m").closed_kan("9m", dora="1z").draw("5p")
    assert {TSUMO, HAITEI} < {number for number, _ in play.value(0, 0).yaku}
    play.tsumo()


def _ron(play: Play, honba: int = 0) -> tuple[int, ...]:
    play.hand({1: WAIT}, avoid="7m", indicator="1z", honba=honba).turn().turn().turn().turn("7m")
    return play.payment(1, 3)


@case("settings/scoring/wareme", "A ron is paid once, as it may be with wareme and is without.", rules="wareme")
def _(play: Play) -> None:
    _ron(play)
    play.ron(1)


@case("pay/win/wareme-ron-silent", "Wareme: a ron is paid double, its honba once.", rules="wareme")
def _(play: Play) -> None:
    paid = -_ron(play, 2)[3] * 2 - 600
    play.ron(1, deltas=(0, paid, 0, -paid))


@case(
    "win/value/wareme-points",
    "Wareme: the log gives a win the points that are paid, not those of its value.",
    rules="wareme",
)
def _(play: Play) -> None:
    paid = -_ron(play)[3] * 2
    play.ron(1, deltas=(0, paid, 0, -paid), points=paid).finds("win/value", 1)


@case("pay/win/wareme-tsumo-silent", "Wareme: one of those who pay for a self-draw pays double.", rules="wareme")
def _(play: Play) -> None:
    due = _tsumo(play)
    play.tsumo(deltas=(due[0], due[1] - due[2], 2 * due[2], due[3]))


@case(
    "pay/win/wareme-tsumo",
    "Wareme: nobody pays double for a self-draw, which one must.",
    rules="wareme",
)
def _(play: Play) -> None:
    _tsumo(play)
    play.tsumo().finds("pay/win", 1)


@case("pay/win/wareme-threefold", "Wareme: a ron is paid three times.", rules="wareme")
def _(play: Play) -> None:
    paid = -_ron(play)[3] * 3
    play.ron(1, deltas=(0, paid, 0, -paid)).finds("pay/win", 1)


def _tsumo(play: Play) -> tuple[int, ...]:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().draw("7m")
    return play.payment(1, 1)
