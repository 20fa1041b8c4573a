"""Counters and sticks: two han from a number of counters on, what several winners get, who pays them with liability."""

from scenarios import ALL_FORMS, Play, case

PINFU = "56m345678p34599s"
"""Waits for 4m and 7m, for pinfu."""
TANYAO = "56m234567p23488s"
"""Waits for 4m and 7m, for pinfu and tanyao."""
WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m: pinfu, and on 4m and 7m tanyao."""
PAIRS = "1133m5577p2299s4z"
"""Waits for 4z, for seven pairs."""


def _late(play: Play, hands: dict[int, str], avoid: str, *, honba: int, sticks: int = 0, indicator: str = "6z") -> Play:
    """A hand with so many counters and sticks on the table, dealt by seat 3."""
    points = play.rules.game.start_points
    scores = (points - 1000 * sticks, points, points, points)
    return play.hand(hands, avoid=avoid, indicator=indicator, honba=honba, sticks=sticks, round=3, scores=scores)


def _won(play: Play, hand: str, tile: str, honba: int, *, indicator: str = "6z", riichi: bool = False) -> Play:
    """Seat 2 wins on the discard of seat 0."""
    _late(play, {2: hand}, tile + "9p", honba=honba, indicator=indicator).go_round(2)
    play.draw("9p").riichi("9p") if riichi else play.turn("9p")
    return play.go_round(0).turn(tile).ron(2)


@case("win/no-yaku/five-counters", "One han of yaku with five counters, where two are needed.", rules="ema-2012",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _won(play, PINFU, "7m", 5).finds("win/no-yaku", 2)


@case("win/no-yaku/five-counters-dora", "One han of yaku and two dora with five counters: dora are not counted.",
      rules="ema-2012", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _won(play, PINFU, "7m", 5, indicator="8s").finds("win/no-yaku", 2)


@case("win/no-yaku/four-counters-silent", "One han of yaku with four counters.", rules="ema-2012", form=ALL_FORMS)
def _(play: Play) -> None:
    _won(play, PINFU, "7m", 4).hand().end()


@case("win/no-yaku/five-counters-silent", "Two yaku of one han with five counters.", rules="ema-2012", form=ALL_FORMS)
def _(play: Play) -> None:
    _won(play, TANYAO, "7m", 5).hand().end()


@case("win/no-yaku/five-counters-one-yaku-silent", "One yaku of two han with five counters.", rules="ema-2012",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _won(play, PAIRS, "4z", 5).hand().end()


@case("win/no-yaku/five-counters-riichi-silent", "Riichi, ippatsu and pinfu with five counters.", rules="ema-2012",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _won(play, PINFU, "7m", 5, riichi=True).hand().end()


for _rules in ("ema-2016", "wrc", "m-league", "tenhou", "mahjong-soul"):

    @case(f"win/no-yaku/five-counters-{_rules}-silent", "One han of yaku with five counters, where it is enough.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _won(play, PINFU, "7m", 5).hand().end()


def _two_win(play: Play) -> None:
    """Seats 1 and 2 wait for the 7m that seat 0 discards; two counters."""
    _late(play, {1: WAIT, 2: TANYAO}, "7m", honba=2).go_round(0).turn("7m")


EACH = ("ema-2012", "ema-2016")
NEAREST = ("tenhou", "mahjong-soul", "wiki", "quebec", "zh")

for _rules in (*EACH, *NEAREST):
    _gets = "is" if _rules in EACH else "is not"

    @case(f"pay/honba/{_rules}-two-winners-silent", f"Two win: the farther {_gets} paid the counters too.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _two_win(play)
        play.rons(1, 2).hand().end()

    @case(f"pay/honba/{_rules}-two-winners", f"Two win: the farther {_gets} to be paid the counters; the log differs.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play, more: int = -600 if _rules in EACH else 600) -> None:
        _two_win(play)
        play.ron(1, before=(2,))
        far = play.payment(2, 0)
        play.ron(2, deltas=(far[0] - more, far[1], far[2] + more, far[3])).finds("pay/honba", 2).hand().end()


for _rules in ("wrc", "m-league"):

    @case(f"win/multiple/{_rules}-two-winners", "Two win on one discard, where only the nearest does.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _two_win(play)
        play.rons(1, 2).finds("win/multiple", 2).hand().end()

    @case(f"win/multiple/{_rules}-two-winners-paid-apart",
          "Two win on one discard, both paid the counters, where only the nearest wins.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _two_win(play)
        play.ron(1, before=(2,))
        far = play.payment(2, 0)
        play.ron(2, deltas=(far[0] - 600, far[1], far[2] + 600, far[3])).finds("win/multiple", 2).hand().end()

    @case(f"win/multiple/{_rules}-nearest-silent", "The nearest of two who wait wins alone.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _two_win(play)
        play.ron(1).hand().end()


def _two_win_riichi(play: Play, winner: int) -> None:
    """As `_two_win`, with one of the winners and seat 3 in riichi, one counter, and a stick from before."""
    _late(play, {1: WAIT, 2: TANYAO, 3: "11178999p123s11z"}, "7m55z", honba=1, sticks=1).go_round(winner)
    play.draw("5z").riichi("5z").go_round(3).draw("5z").riichi("5z").go_round(0).turn("7m")


for _rules in EACH:

    @case(f"stick/award/{_rules}-near-in-riichi-silent",
          "Two win, the nearer in riichi: it gets its own stick, that of a third seat and the one from before.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _two_win_riichi(play, 1)
        play.rons(1, 2).hand().end()

    @case(f"stick/award/{_rules}-far-in-riichi-silent",
          "Two win, the farther in riichi: it gets its own stick back, the nearer the other two.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _two_win_riichi(play, 2)
        play.rons(1, 2).hand().end()

    @case(f"stick/award/{_rules}-far-in-riichi",
          "Two win, the farther in riichi: the nearer gets its stick too, as on Tenhou.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _two_win_riichi(play, 2)
        play.ron(1).finds("stick/award", 1)
        far = play.payment(2, 0)
        play.ron(2, sticks=0, deltas=(far[0], far[1], far[2], far[3])).hand().end()


def _daisangen(play: Play) -> None:
    """Seat 1 has melded three dragons, the last from seat 0, and wins on the 1m of seat 3; two counters."""
    hands = {1: "23m9p124s556677z9p"}
    _late(play, hands, "5z6z7z1m", honba=2, indicator="1z").go_round(0)
    for dragon, gone in (("5z", "1s"), ("6z", "2s"), ("7z", "4s")):
        play.go_round(0).turn(dragon).pon(1, dragon[0] * 2 + "z").discard(gone)
    play.go_round(3).turn("1m")


LIABLE = (-16600, 32600, 0, -16000)
DISCARDER = (-16000, 32600, 0, -16600)

for _rules, _due, _wrong in (
    ("ema-2016", DISCARDER, LIABLE), ("tenhou", LIABLE, DISCARDER), ("mahjong-soul", LIABLE, DISCARDER),
    ("m-league", LIABLE, DISCARDER),
):  # fmt: skip

    @case(f"pay/honba/{_rules}-liability-silent",
          "A ron shared with the liable seat: the counters are paid by whom the rules name.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play, due: tuple[int, ...] = _due) -> None:
        _daisangen(play)
        assert play.payment(1, 3) == due
        play.ron(1, pao_seat=0)

    @case(f"pay/honba/{_rules}-liability", "A ron shared with the liable seat: the wrong one pays the counters.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play, wrong: tuple[int, ...] = _wrong) -> None:
        _daisangen(play)
        play.ron(1, pao_seat=0, deltas=wrong).finds("pay/win", 1)


for _rules in ("ema-2012", "wrc"):
    for _who, _paid in (("liable", LIABLE), ("discarder", DISCARDER)):

        @case(f"pay/honba/{_rules}-{_who}-silent", f"The {_who} pays the counters, of which the text does not speak.",
              rules=_rules, form=ALL_FORMS)  # fmt: skip
        def _(play: Play, paid: tuple[int, ...] = _paid) -> None:
            _daisangen(play)
            play.ron(1, pao_seat=0, deltas=paid)

    @case(f"pay/honba/{_rules}-liability-nobody", "A ron shared with the liable seat: the counters are paid by nobody.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _daisangen(play)
        play.ron(1, pao_seat=0, deltas=(-16000, 32000, 0, -16000)).finds("pay/honba", 1)
