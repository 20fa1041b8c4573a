"""Kans where rules differ: after riichi beside one's own kan, robbed, passed, and the liability for the fourth."""

from scenarios import ALL_FORMS, Play, case

FOUR_PLAYERS = ("ema-2012", "ema-2016", "m-league", "mahjong-soul", "quebec", "tenhou", "wiki", "wrc", "zh")
BY_READINGS = ("ema-2012", "ema-2016", "m-league", "quebec", "wiki", "wrc", "zh")
"""Rulesets that ask after riichi that every reading of the hand keeps the triplet."""


def _after_own_kan(play: Play, first: str) -> None:
    """Seat 1 has made a kan of `first`, is in riichi with 1112s and two runs, and makes a kan of 1s.

    It waits for 2s and, unless they are all in its kan, for 3s.
    """
    play.hand({1: f"1112s234m567p{first[0] * 3}{first[1]}"}, avoid=f"{first}9m1s")
    play.turn().draw(first).closed_kan(first).draw("9m").riichi("9m").go_round().draw("1s").closed_kan("1s")


def _kan_that_ends_a_wait_in_its_own_kan(play: Play) -> None:
    _after_own_kan(play, "3s")
    if play.rules.draws.four_own_copies != "never":
        play.finds("note/open-kan", 1, event=play.last_event - 1)
    play.draw().discard().end()


for _check, _rules in (("fires", "tenhou"), ("silent", "m-league")):
    case(f"note/open-kan/{_check}", "The kan of 1s loses only the 3s, which the seat's own earlier kan holds.",
         rules=_rules)(_kan_that_ends_a_wait_in_its_own_kan)  # fmt: skip

for _rules in FOUR_PLAYERS:

    @case(f"riichi/kan-waits/{_rules}-own-kan-silent",
          "The kan of 1s loses only the 3s, which the seat's own earlier kan holds.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _kan_that_ends_a_wait_in_its_own_kan(play)

    @case(f"riichi/kan-waits/{_rules}-own-kan", "The kan of 1s loses the 3s; the seat's own earlier kan is of 5s.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _after_own_kan(play, "8s")
        play.finds("riichi/kan-waits", 1, event=play.last_event - 1).draw().discard().end()


WINS_TOO = "4456777s234m678p"
"""Waits for 4s and 7s, before a kan of 7s and, by form, after it; the kan holds all 7s."""


def _kan_of_the_winning_tile(play: Play) -> None:
    play.hand({1: WINS_TOO}, avoid="9m7s").turn().draw("9m").riichi("9m").go_round().draw("7s")
    drawn = play.last_event
    play.closed_kan("7s").finds("note/passed-win", 1, event=drawn)


for _rules in ("tenhou", "mahjong-soul"):

    @case(f"riichi/kan-waits/{_rules}-winning-tile-silent",
          "A kan of the tile that would have won, after which the hand is a form for the same tiles.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _kan_of_the_winning_tile(play)
        play.draw().discard().end()


for _rules in BY_READINGS:

    @case(f"riichi/kan-waits/{_rules}-winning-tile", "A kan of the tile that would have won, which it makes no wait.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _kan_of_the_winning_tile(play)
        play.finds("riichi/kan-waits", 1, event=play.last_event - 1).draw().discard().end()


def _open_kan(play: Play, tile: str, own: str) -> None:
    """Seat 1 makes an open kan of a tile of seat 0, with its indicator when the rules turn it, and discards."""
    play.go_round(0).turn(tile).open_kan(1, own)
    if play.rules.dora.open_kan == "at once":
        play.dora().draw().discard()
    else:
        play.draw().dora().discard()


def _four_kans(play: Play, fourth: str) -> None:
    """Seat 1 makes four kans and waits for 9s: the fourth is of seat 0's 8s ("open"), or seat 1's own.

    Seat 0 has fed the first kan ("closed"), or the pon that the fourth is added to ("added").
    """
    play.hand({1: "222444m666p" + ("88s19s" if fourth == "added" else "888s9s")}, avoid="2m4m6p8s9s")
    if fourth == "added":
        play.turn("8s").pon(1, "88s").discard("1s")
    elif fourth == "closed":
        _open_kan(play, "6p", "666p")
    else:
        play.turn().turn()
    play.go_round(1).draw("2m").closed_kan("2m").draw("4m").closed_kan("4m")
    if fourth == "closed":
        play.draw("8s").closed_kan("8s").draw().discard()
        return
    play.draw("6p").closed_kan("6p")
    if fourth == "open":
        play.draw().discard()
        _open_kan(play, "8s", "888s")
    elif play.rules.dora.open_kan == "at once":
        play.draw("8s").added_kan("8s").dora().draw().discard()
    else:
        play.draw("8s").added_kan("8s").draw().dora().discard()


for _rules in ("pao-four-kans", "m-league"):
    for _fourth in ("added", "closed"):

        @case(f"pay/win/{_rules}-fourth-kan-{_fourth}-silent",
              f"Four kans by self-draw, the fourth {_fourth}: nobody is liable.", rules=_rules,
              form=ALL_FORMS)  # fmt: skip
        def _(play: Play, fourth: str = _fourth) -> None:
            _four_kans(play, fourth)
            play.go_round().draw("9s")
            assert play.payment(1, 1) == (-16000, 32000, -8000, -8000)
            play.tsumo().hand().end()

        @case(f"pay/win/{_rules}-fourth-kan-{_fourth}",
              f"Four kans by self-draw, the fourth {_fourth}: who fed another kan or its pon pays it all.",
              rules=_rules, form=ALL_FORMS)  # fmt: skip
        def _(play: Play, fourth: str = _fourth) -> None:
            _four_kans(play, fourth)
            play.go_round().draw("9s").tsumo(deltas=(-32000, 32000, 0, 0)).finds("pay/win", 1).hand().end()

    @case(f"pay/win/{_rules}-fourth-kan-open-silent", "Four kans by self-draw: who fed the fourth pays it all.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _four_kans(play, "open")
        play.go_round().draw("9s")
        assert play.payment(1, 1) == (-32000, 32000, 0, 0)
        play.tsumo(pao_seat=0)

    @case(f"pay/win/{_rules}-fourth-kan-open", "Four kans by self-draw: who fed the fourth pays no more than others.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _four_kans(play, "open")
        play.go_round().draw("9s").tsumo(deltas=(-16000, 32000, -8000, -8000)).finds("pay/win", 1)

    @case(f"pay/win/{_rules}-fourth-kan-open-ron-silent", "Four kans by ron: who fed the fourth pays half.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _four_kans(play, "open")
        play.turn("9s")
        assert play.payment(1, 2) == (-16000, 32000, -16000, 0)
        play.ron(1, pao_seat=0)


@case("pay/win/fourth-kan-open-silent", "Four kans by self-draw: nobody is liable, where the rules do not have it.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _four_kans(play, "open")
    play.go_round().draw("9s")
    assert play.payment(1, 1) == (-16000, 32000, -8000, -8000)
    play.tsumo()


RUN = "23m456789p45688s"
"""Waits for 1m and 4m."""


def _robbed(play: Play, *, turned: bool) -> Play:
    """Seat 1 robs the 4m that seat 3 adds to its pon, whose indicator may have been turned."""
    play.hand({1: RUN, 3: "44m147p258p28s123z"}, avoid="444m").turn("4m").finds("note/passed-win", 1)
    play.pon(3, "44m").discard("3z").turn().turn().turn().draw("4m").added_kan("4m")
    return play.dora() if turned else play


for _rules in ("m-league", "ema-2012", "ema-2016", "wrc", "tenhou", "mahjong-soul"):

    @case(f"dora/timing/{_rules}-robbed-silent", "An added kan is robbed, which turned no indicator.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _robbed(play, turned=False).ron(1)

    @case(f"dora/timing/{_rules}-robbed", "An added kan is robbed; it has turned its indicator.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _robbed(play, turned=True).ron(1).finds("dora/timing")


for _form in ("majiang", "majsoul"):

    @case(f"dora/timing/{_form}-form-robbed", "An added kan is robbed; an indicator is turned for it.",
          rules="majiang" if _form == "majiang" else "mahjong-soul", form=_form)  # fmt: skip
    def _(play: Play) -> None:
        _robbed(play, turned=True).ron(1).finds("dora/timing")


@case("dora/timing/robbed-turned-silent", "An added kan is robbed, which turned its indicator, where either is right.",
      rules="robbed-kan-dora", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _robbed(play, turned=True).ron(1)


@case("dora/timing/robbed-not-turned-silent", "An added kan is robbed, which turned none, where either is right.",
      rules="robbed-kan-dora", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _robbed(play, turned=False).ron(1)


ORPHANS = "119m19p19s123456z"
"""Waits for 7z."""


def _orphans(play: Play, hand: str = ORPHANS) -> Play:
    """Seat 3 makes a closed kan of 7z, which seat 1 robs."""
    play.hand({1: hand, 3: "777z28m258p258s36m"}, avoid="7z").turn().turn().turn().draw("7z")
    return play.closed_kan("7z", turn_dora=False)


for _rules in ("ema-2016", "mahjong-soul"):

    @case(f"win/claim/{_rules}-orphans-silent", "Thirteen orphans rob a closed kan.", rules=_rules, form=ALL_FORMS)
    def _(play: Play) -> None:
        _orphans(play).ron(1)

    @case(f"win/claim/{_rules}-no-orphans", "Another hand than thirteen orphans robs a closed kan.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        play.hand({1: RUN, 3: "444m17m258p258s13z"}, avoid="4m").turn().turn().turn().draw("4m")
        play.closed_kan("4m", turn_dora=False).ron(1).finds("win/claim", 1)


for _rules in ("tenhou", "m-league"):

    @case(f"win/claim/{_rules}-orphans", "Thirteen orphans rob a closed kan, which these rules do not allow.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _orphans(play).ron(1).finds("win/claim", 1)


def _passed_kan(play: Play, replacement: str) -> Play:
    """Seat 1 passes the 4m that seat 3 adds to its pon; seat 3 discards what it draws for the kan."""
    play.hand({1: RUN, 3: "44m17m258p258s123z", 0: "1m69m147p19s11236z"}, avoid="44m1m1z").turn("4m")
    play.finds("note/passed-win", 1).pon(3, "44m").discard("3z").turn().turn().turn().draw("4m").added_kan("4m")
    play.finds("note/passed-win", 1)
    if play.rules.dora.open_kan == "at once":
        return play.dora().draw(replacement).discard()
    return play.draw(replacement).dora().discard()


for _rules in ("ema-2012", "ema-2016", "tenhou"):

    @case(f"furiten/temporary/{_rules}-passed-kan",
          "Ron on 1m after a 4m added to a kan was passed: that kan is no later call.", rules=_rules,
          form=ALL_FORMS)  # fmt: skip
    def _(play: Play) -> None:
        _passed_kan(play, "1m").ron(1).finds("furiten/temporary", 1)


@case("furiten/temporary/ema-2012-passed-kan-then-call-silent",
      "Ron on 1m after a 4m added to a kan was passed, and another seat's pon.", rules="ema-2012",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _passed_kan(play, "1z").pon(0, "11z").discard("1m").ron(1)


@case("furiten/temporary/ema-2016-passed-kan-then-call",
      "Ron on 1m after a 4m added to a kan was passed, and another seat's pon, which ends nothing since 2016.",
      rules="ema-2016", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _passed_kan(play, "1z").pon(0, "11z").discard("1m").ron(1).finds("furiten/temporary", 1)


def _passed_then_kan(play: Play) -> Play:
    """Seat 1 passes a 4m that is discarded; the next seat makes a closed kan and discards a 1m."""
    play.hand({1: RUN, 3: "111s17m258p258s12z"}, avoid="4m1m1s").turn().turn().turn("4m")
    return play.finds("note/passed-win", 1).draw("1s").closed_kan("1s").draw("1m").discard().ron(1)


@case("furiten/temporary/ema-2012-then-kan-silent", "Ron on 1m after a passed 4m and another seat's later closed kan.",
      rules="ema-2012", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _passed_then_kan(play)


@case("furiten/temporary/ema-2016-then-kan",
      "Ron on 1m after a passed 4m and another seat's later closed kan, which ends nothing since 2016.",
      rules="ema-2016", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _passed_then_kan(play).finds("furiten/temporary", 1)
