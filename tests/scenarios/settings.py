"""A log for each setting that the other fixtures do not tell: under another value it would be judged differently."""

from auditor.core.events import EXHAUSTIVE
from auditor.core.yaku import DAISANGEN, DAISUUSHII, SUUKANTSU, TSUUIISOU
from scenarios import Play, case
from scenarios.draws import nagashi

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""


def dragons(play: Play, hand: str, drawn: str, gone: str, *, honba: int = 0, sticks: int = 0) -> None:
    """Seat 1 melds three dragons, the last from the dealer, discards as many tiles, and waits for the tile drawn."""
    play.hand({1: hand}, avoid="5z6z7z" + drawn, indicator="1p", honba=honba, sticks=sticks)
    for place, dragon in enumerate("567"):
        play.go_round(0).turn(f"{dragon}z").pon(1, f"{dragon}{dragon}z").discard(gone[2 * place : 2 * place + 2])


@case("settings/scoring/open_tanyao", "An open hand wins by tanyao alone.")
def _(play: Play) -> None:
    play.hand({1: "55p234m67m345s88s1z"}, avoid="5p8m", indicator="1z")
    play.turn("5p").pon(1, "55p").discard("1z").turn().turn("8m").ron(1)


@case("settings/scoring/double_wind_fu", "A pair of seat and round wind makes 42 fu, rounded up to 50, of 40.")
def _(play: Play) -> None:
    play.hand({0: "234m567m999p34s11z"}, avoid="2s6z", indicator="6p")
    play.draw("6z").riichi("6z").go_round(2).turn("2s")
    assert play.value(0, 2, ura="1p").fu == 50
    play.ron(0, ura="1p")


@case("settings/scoring/rinshan_fu", "The self-draw of a replacement tile makes 42 fu, rounded up to 50, of 40.")
def _(play: Play) -> None:
    play.hand({1: "555p222s67m345m88m"}, avoid="0p5m", indicator="1z")
    play.turn().draw("0p").closed_kan("5p", dora="1z").draw("5m")
    assert play.value(1, 1).fu == 50
    play.tsumo()


@case(
    "settings/scoring/tsumo_loss", "Of a self-draw or a nagashi among three nobody pays the missing share.",
    rules="tenhou-sanma",
)  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: "111m456p45s66677z"}, avoid="6s", indicator="1z")
    play.turn().draw("6s")
    play.tsumo()
    nagashi(play, {1: "22446688p24688s"})
    play.end_of_wall()


@case("settings/scoring/pao_scope", "Daisangen and tsuuiisou self-drawn: the liable seat pays for both.")
def _(play: Play) -> None:
    dragons(play, "11z22z556677z123s", "1z", "1s2s3s")
    play.go_round(1).draw("1z")
    assert {number for number, _ in play.value(1, 1).yaku} == {DAISANGEN, TSUUIISOU}
    assert play.payment(1, 1) == (-64000, 64000, 0, 0)
    play.tsumo(pao_seat=0)


@case("settings/scoring/pao_honba", "Daisangen by ron from another seat than the liable one, which pays the honba.")
def _(play: Play) -> None:
    dragons(play, "23m9p124s556677z9p", "1m", "1s2s4s", honba=2)
    play.go_round(3).turn("1m")
    assert play.payment(1, 3) == (-16600, 32600, 0, -16000)
    play.ron(1, pao_seat=0)


@case(
    "settings/scoring/pao", "Four kans self-drawn: the seat that fed the fourth pays it all.", rules="suukantsu-pao",
)  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: "111m222p333s444z9p"}, avoid="1m2p3s4z9p", indicator="7z")
    play.turn()
    for tile in ("1m", "2p", "3s"):
        play.draw(tile).closed_kan(tile)
    play.draw().discard().go_round(3).turn("4z").open_kan(1, "444z").draw("9p")
    assert {number for number, _ in play.value(1, 1).yaku} == {SUUKANTSU}
    play.tsumo(pao_seat=3)


@case("settings/scoring/pao-four-winds", "Daisuushii self-drawn: the seat that fed the fourth wind pays it all.")
def _(play: Play) -> None:
    play.hand({1: "9p1245s11223344z"}, avoid="1z2z3z4z9p", indicator="1p")
    for wind, gone in ("11", "22", "34", "45"):
        play.go_round(0).turn(f"{wind}z").pon(1, f"{wind}{wind}z").discard(f"{gone}s")
    play.go_round(1).draw("9p")
    assert DAISUUSHII in {number for number, _ in play.value(1, 1).yaku}
    assert play.payment(1, 1) == (-32000, 32000, 0, 0)
    play.tsumo(pao_seat=0)


@case("settings/draws/four_own_copies", "A hand that waits for a tile of which it holds four, three in a pon.")
def _(play: Play) -> None:
    play.hand({1: "444m123p456789s1z"}, avoid="4m")
    play.turn("4m").pon(1, "44m").discard("1z").play_out().ryuukyoku(EXHAUSTIVE)
    play.hand().end()


@case("settings/game/all_last_tenpai_stop", "The leading dealer is tenpai in the last hand, and the game ends.")
def _(play: Play) -> None:
    play.hand({3: WAIT}, round=7, scores=(20000, 20000, 20000, 40000)).end().final()


@case("settings/game/target_points", "Somebody has exactly 30000 after the last round, and the game ends.")
def _(play: Play) -> None:
    play.hand(round=7, scores=(24000, 30000, 23000, 23000)).end().final()


@case("settings/game/target_points-missed", "Nobody has more than 29900 after the last round: the west is played.")
def _(play: Play) -> None:
    play.hand(round=7, scores=(24000, 29900, 23100, 23000)).end().hand().turn()


@case(
    "settings/scoring/renhou",
    "A ron before one's first draw adds five han to pinfu and sanshoku.",
    rules="renhou-five-han",
)
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="1m", indicator="1z").turn("1m")
    assert play.value(1, 0).han == 8
    play.ron(1)


@case(
    "settings/draws/noten_each",
    "Two tenpai hands of three share 2,000 points.",
    rules="riichi-city-sanma",
)
def _(play: Play) -> None:
    play.hand({0: "123p456p789p11s23s", 1: "123s456s789s11p99m", 2: "147p147s19m12345z"}, avoid="14s9m1p")
    play.end()
