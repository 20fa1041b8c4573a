"""Drawn hands where rules differ: three wins on a tile, hands shown or declared noten, four kans, nagashi as a win."""

from auditor.core.events import FOUR_KANS, NAGASHI_MANGAN, TRIPLE_RON
from scenarios import ALL_FORMS, Play, case
from scenarios.draws import nagashi

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
PINFU = "56m345678p34599s"
"""Waits for 4m and 7m, for pinfu alone."""
TANYAO = "56m234567p23488s"
"""Waits for 4m and 7m."""
THREE = {0: PINFU, 1: WAIT, 2: TANYAO}
"""Three hands that wait for 4m and 7m; seat 1 also for 1m."""


def _triple(play: Play) -> Play:
    """The next seat discards the 7m that the others wait for."""
    return play.turn("7m").ryuukyoku(TRIPLE_RON)


def _passed(play: Play, *seats: int) -> Play:
    """The last tile is passed by those seats."""
    for seat in seats:
        play.finds("note/passed-win", seat)
    return play


@case("draw/abortive/triple-ron-discard-furiten",
      "Three wins on 7m end the hand; one of the three has discarded the 1m that it waits for too.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand(THREE, avoid="1m7m").turn().turn("1m").turn()
    _triple(play).finds("draw/abortive")


@case("draw/abortive/triple-ron-temporary-furiten", "Three wins on 7m end the hand; one of the three has passed a 1m.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand(THREE, avoid="1m7m").turn().turn()
    _passed(play.turn("1m"), 1)
    _triple(play).finds("draw/abortive")


@case("draw/abortive/triple-ron-riichi-furiten",
      "Three wins on 7m end the hand; one of the three has passed a 1m in riichi, rounds ago.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand(THREE, avoid="1m7m9p").turn().draw("9p").riichi("9p")
    _passed(play.turn("1m"), 1)
    play.turn().turn().turn().turn()
    _triple(play).finds("draw/abortive")


@case("draw/abortive/triple-ron-furiten-over-silent",
      "Three wins on 7m end the hand; one of the three has passed a 1m and drawn since.", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand(THREE, avoid="1m7m").turn().turn()
    _passed(play.turn("1m"), 1)
    play.turn().turn().turn().turn()
    _triple(play).hand().end()


@case("draw/abortive/triple-ron-no-yaku", "Three wins on 7m end the hand; the tile gives one of the three no yaku.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand(THREE | {0: "56m345p34599s111p"}, avoid="7m").turn().turn().turn()
    _triple(play).finds("draw/abortive")


@case("draw/abortive/triple-ron-added-kan",
      "Three seats rob one added kan, which ends the hand; one of them had discarded what was melded.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand(THREE | {3: "77m29m19p129s1233z"}, avoid="77m").turn().turn()
    _passed(play.turn("7m"), 0, 1).pon(3, "77m").discard("3z").turn().turn().turn()
    play.draw("7m").added_kan("7m").ryuukyoku(TRIPLE_RON).finds("draw/abortive").hand().end()


def _declaration_tile(play: Play, *, deposit: bool) -> Play:
    """The fourth seat's declaration tile, 7m, is what the three others wait for."""
    play.hand(THREE | {3: "7m123789p123s445z"}, avoid="5z").turn().turn().turn()
    return play.draw("5z").riichi("7m", deposit=deposit)


for _rules in ("tenhou", "wiki", "zh", "quebec"):

    @case(f"stick/void/{_rules}-triple-ron-unpaid-silent",
          "Three wins on a declaration tile end the hand; its stick is not paid.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _declaration_tile(play, deposit=False).ryuukyoku(TRIPLE_RON).hand().end()


for _rules in ("wiki", "zh", "quebec"):

    @case(f"stick/void/{_rules}-triple-ron-paid",
          "Three wins on a declaration tile end the hand; its stick is paid all the same.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _declaration_tile(play, deposit=True).finds("stick/void", 3).ryuukyoku(TRIPLE_RON).hand().end()


for _rules in ("ema-2012", "wrc", "m-league", "mahjong-soul"):

    @case(f"draw/abortive/{_rules}-triple-ron-paid",
          "Three wins on a declaration tile end the hand, its stick paid, where no such draw is known.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _declaration_tile(play, deposit=True).ryuukyoku(TRIPLE_RON).finds("draw/abortive").hand().end()


@case("stick/void/triple-ron-paid-silent", "The stick is paid, where it is not known whether it should be.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _declaration_tile(play, deposit=True).ryuukyoku(TRIPLE_RON).hand().end()


@case("stick/void/three-winners-silent", "Three are paid for a declaration tile; its stick is not paid.",
      rules="mahjong-soul", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _declaration_tile(play, deposit=False).rons(0, 1, 2).hand().end()


@case("stick/void/three-winners", "Three are paid for a declaration tile; its stick is paid too.",
      rules="mahjong-soul", form=("mjlog", "mjai"))  # fmt: skip
def _(play: Play) -> None:
    _declaration_tile(play, deposit=True).finds("stick/void", 3).rons(0, 1, 2).hand().end()


@case("stick/deposit/before-triple-ron-silent", "A riichi stood before three wins ended the hand: its stick stays.",
      rules="wiki", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _stood_before(play).hand().end()


@case("stick/carry/before-triple-ron", "A riichi stood before three wins ended the hand: its stick is gone.",
      rules="wiki", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _stood_before(play).hand(sticks=0).finds("stick/carry", event=None).end()


def _stood_before(play: Play) -> Play:
    play.hand(THREE, avoid="9p7m").turn().draw("9p").riichi("9p").turn()
    return _triple(play)


def _four_kans(play: Play, *, makers: int) -> None:
    """Four kans, the last with the last draw of the wall but one; seat 1 makes all of them, or seat 2 the third."""
    if makers == 1:
        play.hand({1: "222444m666888p1s"}, avoid="2m4m6p8p").turn()
    else:
        play.hand({1: "222444m888p1357s", 2: "666p1357m2468s13z"}, avoid="2m4m6p8p").turn()
    play.draw("2m").closed_kan("2m").draw("4m").closed_kan("4m")
    if makers == 2:
        play.draw().discard()
    play.draw("6p").closed_kan("6p").draw().discard()
    play.until_left(2).draw("8p").closed_kan("8p").draw().discard()
    assert play.table.wall_left == 0


@case("draw/abortive/four-kans-on-the-last-tile-silent", "The fourth kan, of two seats', takes the last tile.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _four_kans(play, makers=2)
    play.ryuukyoku(FOUR_KANS).hand().end()


@case("draw/abortive/four-kans-on-the-last-tile", "The fourth kan of one seat takes the last tile: no abortive draw.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _four_kans(play, makers=1)
    play.ryuukyoku(FOUR_KANS).finds("draw/abortive").hand().end()


def _drawn(play: Play, *tenpai: int, dealer_waits: bool = False, riichi: bool = False) -> Play:
    """Seats 1 and 2 wait, seat 1 perhaps in riichi, the dealer perhaps too; those named are counted tenpai."""
    play.hand({1: WAIT, 2: TANYAO} | ({0: PINFU} if dealer_waits else {}), avoid="9p").turn()
    play.draw("9p").riichi("9p") if riichi else play.turn("9p")
    play.play_out()
    shown = tuple([tuple(sorted(seat.concealed)) if seat.seat in tenpai else None for seat in play.table.seats])
    each = 3000 // len(tenpai)
    noten = -3000 // (4 - len(tenpai))
    deltas = tuple([each if seat in tenpai else noten for seat in range(4)])
    return play.ryuukyoku(shown=shown, tenpai=tuple([seat in tenpai for seat in range(4)]), deltas=deltas)


DECLARABLE = ("ema-2012", "ema-2016", "wrc", "m-league")
"""Rulesets by which a tenpai hand outside riichi may be declared noten."""

for _rules in DECLARABLE:

    @case(f"draw/tenpai/{_rules}-declared-noten-silent", "A tenpai hand is declared noten.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _drawn(play, 2).hand().end()

    @case(f"draw/tenpai/{_rules}-riichi-declared-noten", "A tenpai hand in riichi is declared noten.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _drawn(play, 2, riichi=True).finds("draw/tenpai", 1).hand().end()

    @case(f"draw/tenpai/{_rules}-noten-declared-tenpai", "A hand that waits for nothing is counted tenpai.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _drawn(play, 1, 2, 3).finds("draw/tenpai", 3).hand().end()

    @case(f"game/rotation/{_rules}-declared-noten-silent", "The dealer declares a tenpai hand noten: the deal passes.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _drawn(play, 1, 2, dealer_waits=True).hand(round=1).end()

    @case(f"game/rotation/{_rules}-declared-noten", "The dealer declares a tenpai hand noten: the dealer stays.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _drawn(play, 1, 2, dealer_waits=True).hand(round=0).finds("game/rotation", event=None).end()


for _rules in ("tenhou", "mahjong-soul", "wiki", "quebec", "zh"):

    @case(f"draw/tenpai/{_rules}-declared-noten", "A tenpai hand is declared noten, which these rules do not know.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _drawn(play, 2).finds("draw/tenpai", 1).hand().end()

    @case(f"draw/tenpai/{_rules}-riichi-not-shown", "A tenpai hand in riichi is not shown, and pays as noten.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _drawn(play, 2, riichi=True).finds("draw/tenpai", 1).hand().end()


NOTEN = "147m147p147s1234z"


def _hidden_riichi(play: Play, hand: str, *, shown: bool) -> Play:
    """Seat 1, whose tiles the log hides, is in riichi at an exhaustive draw, and shows its hand or does not."""
    play.hand({1: hand, 2: TANYAO}, avoid="9p").turn().draw("9p").riichi("9p").play_out()
    tiles = tuple(sorted(play.table.seats[1].concealed))
    own = tuple(sorted(play.table.seats[2].concealed))
    tenpai = (False, shown, True, False)
    deltas = (-1500, 1500, 1500, -1500) if shown else (-1000, -1000, 3000, -1000)
    play.ryuukyoku(shown=(None, tiles if shown else None, own, None), tenpai=tenpai, deltas=deltas)
    return play.hide(1)


@case("draw/noten-riichi/fires", "A riichi hand that was hidden is shown at the draw, and waits for nothing.",
      rules="quebec", form="mjai")  # fmt: skip
def _(play: Play) -> None:
    _hidden_riichi(play, NOTEN, shown=True).finds("draw/noten-riichi", 1).hand().end()


@case("draw/noten-riichi/silent", "A riichi hand that was hidden is shown at the draw, and waits.", rules="quebec",
      form="mjai")  # fmt: skip
def _(play: Play) -> None:
    _hidden_riichi(play, WAIT, shown=True).hand().end()


@case("draw/not-shown/hidden", "A riichi hand that was hidden is not shown at the draw.", rules="quebec", form="mjai")
def _(play: Play) -> None:
    _hidden_riichi(play, WAIT, shown=False).finds("draw/not-shown", 1).hand().end()


@case("draw/not-shown/hidden-silent", "A hand that was hidden and not in riichi is not shown at the draw.",
      rules="quebec", form="mjai")  # fmt: skip
def _(play: Play) -> None:
    _drawn(play, 2)
    play.hide(1).hand().end()


@case("draw/nagashi/ema-2012-counters-silent", "Nagashi mangan counts as a win: each pays 100 for the counter too.",
      rules="ema-2012", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    nagashi(play, honba=1)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=(-4100, 8300, -2100, -2100)).hand(round=1, honba=0).end()


@case("draw/nagashi/ema-2012-counters", "Nagashi mangan counts as a win: the counter is not paid.", rules="ema-2012",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    nagashi(play, honba=1)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=(-4000, 8000, -2000, -2000)).finds("draw/nagashi", 1).hand().end()


@case("draw/nagashi/counters", "Nagashi mangan is no win: the counter is paid all the same.", form=ALL_FORMS)
def _(play: Play) -> None:
    nagashi(play, honba=1)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=(-4100, 8300, -2100, -2100)).finds("draw/nagashi", 1).hand().end()


@case("draw/nagashi/ema-2012-stick-silent", "Nagashi mangan counts as a win, which takes the stick on the table.",
      rules="ema-2012", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    nagashi(play, honba=1, sticks=1)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=(-4100, 9300, -2100, -2100)).hand(round=1, honba=0).end()


@case("draw/nagashi/ema-2012-tenpai-dealer-silent",
      "Nagashi mangan of another seat counts as a win: the dealer, though tenpai, deals no more.", rules="ema-2012",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    nagashi(play, {0: PINFU})
    play.ryuukyoku(NAGASHI_MANGAN).hand(round=1, honba=0).end()


@case("game/rotation/ema-2012-nagashi", "Nagashi mangan of another seat counts as a win: the dealer, tenpai, stays.",
      rules="ema-2012", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    nagashi(play, {0: PINFU})
    play.ryuukyoku(NAGASHI_MANGAN).hand(round=0, honba=1).finds("game/rotation", event=None).end()


@case("game/rotation/nagashi-silent", "Nagashi mangan of another seat is a draw: the dealer, tenpai, stays.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    nagashi(play, {0: PINFU})
    shown = (tuple(sorted(play.table.seats[0].concealed)), None, None, None)
    play.ryuukyoku(NAGASHI_MANGAN, shown=shown, tenpai=(True, False, False, False)).hand(round=0, honba=1).end()


@case("draw/nagashi/ema-2012-not-claimed-silent", "Nagashi mangan counts as a win, which nobody claims.",
      rules="ema-2012", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    nagashi(play)
    play.end().hand().end()
