"""Dora indicators of kans, and ura."""

from scenarios import ALL_FORMS, Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
PON = "11m147p258p28s123z"


def _added_kan(play: Play) -> Play:
    """Seat 3 adds 1m to its pon."""
    play.hand({3: PON}, avoid="111m")
    play.turn("1m").pon(3, "11m").discard("3z").turn().turn().turn()
    play.draw("1m").added_kan("1m")
    return play


@case("dora/timing/fires", "The indicator of an added kan is turned before the replacement draw.")
def _(play: Play) -> None:
    _added_kan(play).dora().finds("dora/timing").draw().discard().end()


@case("dora/timing/late", "The indicator of a closed kan is turned after the replacement draw.")
def _(play: Play) -> None:
    play.hand({1: "111m147p258s1234z"}, avoid="1m").turn()
    play.draw("1m").closed_kan("1m", turn_dora=False).draw().finds("dora/timing", 1).dora().discard().end()


@case("dora/timing/missing", "The indicator of an added kan is never turned.")
def _(play: Play) -> None:
    _added_kan(play).draw().discard().finds("dora/timing", 3).end()


@case("dora/timing/without-kan", "An indicator is turned without a kan.")
def _(play: Play) -> None:
    play.hand().turn().draw().dora().finds("dora/timing").discard().end()


@case("dora/timing/silent", "A closed kan turns its indicator at once, an added kan after the replacement draw.")
def _(play: Play) -> None:
    _added_kan(play).draw().dora().discard().end()
    play.hand({1: "111m147p258s1234z"}, avoid="1m").go_round(1)
    play.draw("1m").closed_kan("1m").draw().discard().end()


@case("dora/timing/two-kans", "The pending indicator of an added kan comes before the next kan's replacement draw.")
def _(play: Play) -> None:
    play.hand({3: "11m999p258s28m123z"}, avoid="111m9p")
    play.turn("1m").pon(3, "11m").discard("3z").turn().turn().turn()
    play.draw("1m").added_kan("1m").draw("9p").closed_kan("9p").dora().draw().discard().end()


@case("dora/timing/rinshan", "A win on the replacement tile of an added kan: its indicator is not turned.")
def _(play: Play) -> None:
    play.hand({3: "11m23456p45688s1z"}, avoid="111m1p")
    play.turn("1m").pon(3, "11m").discard("1z").turn().turn().turn()
    play.draw("1m").added_kan("1m").draw("1p").tsumo()


@case("dora/ura/fires", "Ura indicators shown for a winner who is not in riichi.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z")
    play.turn().turn().turn().turn("7m").ron(1, ura="3z", show_ura=True).finds("dora/ura", 1)


@case("dora/ura/number", "One ura indicator for two dora indicators.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "111m147p258s1234z"}, avoid="9p1m7m", indicator="1z")
    play.turn().draw("9p").riichi("9p").draw("1m").closed_kan("1m", dora="2z").draw().discard().turn("7m")
    play.ron(1, ura="3z").finds("dora/ura", 1)


@case("dora/ura/silent", "A riichi winner shows as many ura as there are dora indicators.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "111m147p258s1234z"}, avoid="9p1m7m", indicator="1z")
    play.turn().draw("9p").riichi("9p").draw("1m").closed_kan("1m", dora="2z").draw().discard().turn("7m")
    play.ron(1, ura="33z")


@case("dora/timing/shown", "The win shows another indicator than the one turned.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m")
    play.ron(1, dora=(play.take("2z"),)).finds("dora/timing", 1)


@case("dora/timing/another-copy", "The win shows another copy of the indicator than the one turned.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m")
    play.ron(1, dora=(play.table.indicators[0] ^ 1,)).finds("dora/timing", 1)


@case("dora/timing/at-once", "An added kan's indicator waits for the discard, where it is due at once.", rules="wrc")
def _(play: Play) -> None:
    _added_kan(play).draw().finds("dora/timing", 3).dora().discard().end()


@case("dora/timing/at-once-silent", "An added kan turns its indicator at once, as the ruleset says.", rules="wrc")
def _(play: Play) -> None:
    _added_kan(play).dora().draw().discard().end()


@case("dora/timing/open-kan", "The indicator of an open kan is never turned.")
def _(play: Play) -> None:
    play.hand({3: "111m47p258p28s123z"}, avoid="1m").turn("1m").open_kan(3, "111m").draw().discard()
    play.finds("dora/timing", 3).end()


@case("dora/timing/robbed", "An added kan is robbed: no indicator is turned.")
def _(play: Play) -> None:
    play.hand({1: "23m456789p45688s", 3: "44m147p258p28s123z"}, avoid="444m")
    play.turn("4m").finds("note/passed-win", 1).pon(3, "44m").discard("3z").turn().turn().turn()
    play.draw("4m").added_kan("4m").ron(1)


def _kan_then_draw(play: Play, kan: str, *, turned: bool = False) -> Play:
    """Seat 3 makes a kan and draws the 1p that it waits for; the indicator may be turned before that draw."""
    if kan == "added":
        play.hand({3: "11m23456p45688s1z"}, avoid="111m15p", indicator="1z")
        play.turn("1m").pon(3, "11m").discard("1z").turn().turn().turn().draw("1m").added_kan("1m")
    else:
        play.hand({3: "111m23456p45688s"}, avoid="1m15p", indicator="1z")
        if kan == "open":
            play.turn("1m").open_kan(3, "111m")
        else:
            play.go_round(3).draw("1m").closed_kan("1m", turn_dora=False)
    return (play.dora("5p") if turned else play).draw("1p")


for _rules, _kan, _forms in (
    ("tenhou", "open", ALL_FORMS), ("tenhou", "added", ALL_FORMS), ("mahjong-soul", "added", ALL_FORMS),
    ("quebec", "open", ("mjlog",)), ("mahjong-soul", "open", ("majsoul",)),
):  # fmt: skip
    _name = f"dora/timing/{_forms[0] if len(_forms) == 1 else _rules}-{_kan}-kan-win"

    @case(_name, "The indicator that comes with the next discard is turned for a win.", rules=_rules, form=_forms)
    def _(play: Play, kan: str = _kan) -> None:
        _kan_then_draw(play, kan).dora("5p").tsumo().finds("dora/timing")

    @case(f"{_name}-silent", "A win on the replacement tile: no indicator is turned.", rules=_rules, form=_forms)
    def _(play: Play, kan: str = _kan) -> None:
        _kan_then_draw(play, kan).tsumo()


@case("dora/timing/majiang-open-kan-win", "The indicator that comes with the next discard stands before a win.",
      rules="majiang", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    _kan_then_draw(play, "open").dora("5p").tsumo().finds("dora/timing", event=3)  # beside the draw in this format


@case("dora/timing/majiang-open-kan-win-silent", "A win on the replacement tile: no indicator is turned.",
      rules="majiang", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    _kan_then_draw(play, "open").tsumo()


for _rules, _kan in (("m-league", "open"), ("ema-2012", "added"), ("tenhou", "closed")):

    @case(f"dora/timing/{_rules}-{_kan}-kan-win-missing", "The indicator is due at once, and missing at the win.",
          rules=_rules, form=("tenhou6", "mjai"))  # fmt: skip
    def _(play: Play, kan: str = _kan) -> None:
        _kan_then_draw(play, kan).tsumo().finds("dora/timing", 3)

    @case(f"dora/timing/{_rules}-{_kan}-kan-win-turned", "The indicator is turned at once, and counts at the win.",
          rules=_rules, form=ALL_FORMS)  # fmt: skip
    def _(play: Play, kan: str = _kan) -> None:
        _kan_then_draw(play, kan, turned=True).tsumo()


def _two_kans_then_draw(play: Play) -> Play:
    """Seat 3 makes an open kan, adds to a pon, turns one indicator and draws the 1p that it waits for."""
    play.hand({3: "111m44m23456p99s4z"}, avoid="1m44m15p", indicator="1z").turn("4m").pon(3, "44m").discard("4z")
    play.go_round(2).turn("1m").open_kan(3, "111m").draw("4m").added_kan("4m")
    return play.dora("3z").draw("1p")


@case("dora/timing/two-kans-win", "The indicators of both kans are turned for a win.", form=ALL_FORMS)
def _(play: Play) -> None:
    _two_kans_then_draw(play).dora("5p").tsumo().finds("dora/timing")


@case("dora/timing/two-kans-win-silent", "Two kans: the first one's indicator counts at the win.", form=ALL_FORMS)
def _(play: Play) -> None:
    _two_kans_then_draw(play).tsumo()


def _riichi(play: Play) -> None:
    """Seat 1 in riichi, and the 7m it waits for discarded by seat 3."""
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m")


@case("dora/ura/missing", "A riichi winner shows no ura indicator.")
def _(play: Play) -> None:
    _riichi(play)
    play.ron(1, ura="3z", show_ura=False).finds("dora/ura", 1)


@case("dora/ura/second-winner", "Two win, one of them in riichi: the other one shows the ura as well.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "56m234567p23488s"}, avoid="9p7m", indicator="1z")
    play.turn().turn().go_round().draw("9p").riichi("9p").go_round(3).turn("7m")
    play.ron(1, ura="3z").ron(2, ura="3z", show_ura=True).finds("dora/ura", 2)
