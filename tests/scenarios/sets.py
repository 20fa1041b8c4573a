"""The set and the deal: without red fives, with them where the ruleset has none, with more; the dealer's 14th tile."""

from auditor.core.events import DISCARD, TEDASHI, TSUMOGIRI, Event
from auditor.core.tiles import RED_FIVES
from auditor.core.yaku import RED_FIVE
from auditor.testing.majsoul_records import SHORT
from scenarios import ALL_FORMS, Play, case
from scenarios.table_values import WITH_YAKU, worth_under

FIVES = "23m345567p34588s"
"""Waits for 1m and 4m, with three fives."""
WITH_REDS = "23m340567p34088s"
"""The same, two of them red."""


def _win(play: Play, hand: str) -> None:
    play.hand({1: hand}, avoid="4m", indicator="5z").turn().turn().turn().turn("4m")


def _miscounted(play: Play, hand: str, rules: str, reds: tuple[int, ...]) -> Play:
    _win(play, hand)
    return play.ron(1, **worth_under(play, rules, 1, 3, reds))


for _rules in ("tenhou", "wiki", "quebec", "zh", "mahjong-soul", "m-league", "ema-2012"):

    @case(f"win/yaku/{_rules}-no-reds-silent", "A set without red fives, where the ruleset has them.", rules=_rules,
          form=ALL_FORMS, red_fives=False)  # fmt: skip
    def _(play: Play) -> None:
        _win(play, FIVES)
        play.ron(1).hand().end()

    @case(f"win/yaku/{_rules}-no-reds", "A set without red fives; two are counted all the same.", rules=_rules,
          form=WITH_YAKU, red_fives=False)  # fmt: skip
    def _(play: Play, rules: str = _rules) -> None:
        _miscounted(play, FIVES, rules, RED_FIVES).finds("win/yaku", 1).hand().end()

    @case(f"win/yaku/{_rules}-no-reds", "A set without red fives; two are counted all the same.", rules=_rules,
          form="mjai", red_fives=False)  # fmt: skip
    def _(play: Play, rules: str = _rules) -> None:
        _miscounted(play, FIVES, rules, RED_FIVES).finds("win/value", 1).hand().end()


for _rules in ("ema-2016", "wrc"):

    @case(f"win/yaku/{_rules}-reds-silent", "Tiles with red fives, which count as plain: the ruleset has none.",
          rules=_rules, form=ALL_FORMS, red_fives=True)  # fmt: skip
    def _(play: Play) -> None:
        _win(play, WITH_REDS)
        play.ron(1).hand().end()

    @case(f"win/yaku/{_rules}-reds", "Tiles with red fives, two of which are counted; the ruleset has none.",
          rules=_rules, form=WITH_YAKU, red_fives=True)  # fmt: skip
    def _(play: Play, rules: str = _rules) -> None:
        _miscounted(play, WITH_REDS, rules, RED_FIVES).finds("win/yaku", 1).hand().end()

    @case(f"win/yaku/{_rules}-reds", "Tiles with red fives, two of which are counted; the ruleset has none.",
          rules=_rules, form="mjai", red_fives=True)  # fmt: skip
    def _(play: Play, rules: str = _rules) -> None:
        _miscounted(play, WITH_REDS, rules, RED_FIVES).finds("win/value", 1).hand().end()


NO_REDS = {
    "tenhou6": ("tenhou", "13,25,25", "13,52,25"),
    "mjai": ("tenhou", '"3m","5p"', '"3m","5pr"'),
    "majsoul": ("mahjong-soul", '"3m","5p"', '"3m","0p"'),
    "majiang": ("majiang-no-reds", "p555s123", "p055s123"),
}
"""Formats whose logs, or rule objects, say that the set has no red fives; how fives are written, and with a red one."""

for _form, (_rules, _plain, _red) in NO_REDS.items():
    _judge = _rules if _form == "majiang" else "auto"
    _check = "tiles/duplicate" if _form == "majiang" else "log/contradiction"

    @case(f"{_check}/no-reds-{_form}", "A red five, though the log or its rule object says that there are none.",
          rules=_rules, judged_by=_judge, form=_form, red_fives=False)  # fmt: skip
    def _(play: Play, check: str = _check, plain: str = _plain, red: str = _red) -> None:
        play.of_era(SHORT).hand({1: "23m555p123s44567z"}, avoid="5p").in_text(plain, red).finds(
            check, 1, event=None
        ).end()
        if check == "log/contradiction":
            play.hand({2: "24m5555p123s4456z"}).end()  # all four are there, and none is too many

    @case(f"{_check}/no-reds-{_form}-silent", "A set without red fives, as the log or its rule object says.",
          rules=_rules, judged_by=_judge, form=_form, red_fives=False)  # fmt: skip
    def _(play: Play) -> None:
        play.hand({1: "23m5555p123s4456z"}).end()


TWO_OF_PIN = "23m340067p34588s"
"""The same with both its 5p red."""


@case("tiles/duplicate/four-reds-silent", "Two red 5p in one hand, both counted, where the set has four red fives.",
      rules="four-reds", form=("tenhou6", "mjai"))  # fmt: skip
def _(play: Play) -> None:
    _win(play, TWO_OF_PIN)
    assert (RED_FIVE, 2) in play.value(1, 3).yaku
    play.ron(1).hand().end()


@case("win/value/four-reds-one-counted", "Two red 5p in one hand, of which the value counts one.", rules="four-reds",
      form="mjai")  # fmt: skip
def _(play: Play) -> None:
    _miscounted(play, TWO_OF_PIN, "tenhou", RED_FIVES).finds("win/value", 1)


@case("tiles/duplicate/six-reds-silent", "Two red fives of each suit in one hand, where the set has six.",
      rules="six-reds", form=("tenhou6", "mjai"))  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: "34600m34600p400s"}).end().hand().end()


@case("tiles/duplicate/two-reds-of-pin", "Two red 5p in one hand, where the set has three red fives.",
      rules="four-reds", judged_by="tenhou", form="mjai")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: TWO_OF_PIN}, round=7).finds("tiles/duplicate", 1, event=None).end()


@case("tiles/duplicate/three-reds-of-pin", "Three red 5p in two hands, where the set has two.", rules="four-reds",
      form=("tenhou6", "mjai"))  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: TWO_OF_PIN, 2: "147m0p258s123456z"}).finds("tiles/duplicate", 2, event=None).end()


def _fourteenth(play: Play, tile: str, mark: int, *, seat: int = 0) -> Play:
    """The seat draws 9m and discards `tile`, its only one, so marked."""
    play.hand({0: "147m147p147s1234z", 1: "258m258p258s1234z"}, avoid="99m").go_round(seat).draw("9m")
    return play.add(Event(DISCARD, seat, play.held(seat, tile)[0], mark=mark))


MARKED = ("tenhou6", "mjai")
"""Formats that mark discards."""

for _rules in ("mahjong-soul", "ema-2012", "ema-2016", "wrc"):

    @case(f"turn/tsumogiri/{_rules}-dealer-silent",
          "The dealer, dealt fourteen tiles, discards the one given as drawn, marked as from the hand.",
          rules=_rules, form=MARKED)  # fmt: skip
    def _(play: Play) -> None:
        _fourteenth(play, "9m", TEDASHI).end()

    @case(f"turn/tsumogiri/{_rules}-next-seat", "The next seat discards the tile drawn, marked as from the hand.",
          rules=_rules, form=MARKED)  # fmt: skip
    def _(play: Play) -> None:
        _fourteenth(play, "9m", TEDASHI, seat=1).finds("turn/tsumogiri", 1).end()

    @case(f"turn/tsumogiri/{_rules}-second-turn", "The dealer's second discard is the one drawn, marked otherwise.",
          rules=_rules, form=MARKED)  # fmt: skip
    def _(play: Play) -> None:
        _fourteenth(play, "9m", TEDASHI).go_round().draw("9m")
        play.add(Event(DISCARD, 0, play.held(0, "9m")[0], mark=TEDASHI)).finds("turn/tsumogiri", 0).end()


@case("turn/tsumogiri/mahjong-soul-dealer-kept-silent",
      "The dealer, dealt fourteen tiles, discards another than the one given as drawn, marked as that.",
      rules="mahjong-soul", form="mjai")  # fmt: skip
def _(play: Play) -> None:
    _fourteenth(play, "4z", TSUMOGIRI).end()


@case("turn/tsumogiri/dealer", "The dealer, dealt thirteen tiles, discards the one drawn, marked as from the hand.",
      form=MARKED)  # fmt: skip
def _(play: Play) -> None:
    _fourteenth(play, "9m", TEDASHI).finds("turn/tsumogiri", 0).end()
