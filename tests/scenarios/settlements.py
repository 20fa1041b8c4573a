"""The end of the accounts: sticks left on the table, final scores, rounding, and a chombo taken off after the game."""

from auditor.core.events import CHOMBO
from scenarios import ALL_FORMS, Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""


def _left_over(play: Play, scores: tuple[int, ...]) -> None:
    """The last hand, drawn with `scores` and a stick from before on the table."""
    play.hand(round=7, sticks=1, honba=1, scores=scores).end()


def _with(points: tuple[int, ...], *added: int) -> tuple[int, ...]:
    return tuple([one + more for one, more in zip(points, added, strict=True)])


ONE_LEADS = (35000, 30000, 29000, 25000)
TWO_LEAD = (33000, 29000, 33000, 24000)
THREE_LEAD = (31000, 31000, 26000, 31000)


@case("stick/final/nobody-silent", "The stick left at the end of the game goes to nobody.", rules="wrc", form=ALL_FORMS)
def _(play: Play) -> None:
    _left_over(play, ONE_LEADS)
    play.final()


@case("stick/final/nobody", "The stick left goes to the first, where nobody gets it.", rules="wrc", form=ALL_FORMS)
def _(play: Play) -> None:
    _left_over(play, ONE_LEADS)
    play.final(points=_with(ONE_LEADS, 1000, 0, 0, 0)).finds("stick/final")


@case("stick/final/first-silent", "The stick left goes to the first.", rules="ema-2016", form=ALL_FORMS)
def _(play: Play) -> None:
    _left_over(play, ONE_LEADS)
    play.final(points=_with(ONE_LEADS, 1000, 0, 0, 0))


@case("stick/final/second", "The stick left goes to the second.", rules="ema-2016", form=ALL_FORMS)
def _(play: Play) -> None:
    _left_over(play, ONE_LEADS)
    play.final(points=_with(ONE_LEADS, 0, 1000, 0, 0)).finds("stick/final")


@case("stick/final/shared-silent", "Two seats lead alike and share the stick left.", rules="ema-2016", form=ALL_FORMS)
def _(play: Play) -> None:
    _left_over(play, TWO_LEAD)
    play.final(points=_with(TWO_LEAD, 500, 0, 500, 0))


@case("stick/final/shared", "Two seats lead alike; the nearer to the first dealer gets the stick, which they share.",
      rules="ema-2016", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _left_over(play, TWO_LEAD)
    play.final(points=_with(TWO_LEAD, 1000, 0, 0, 0)).finds("stick/final")


@case("stick/final/three-share-silent", "Three seats lead alike and share the stick: the nearest gets what is over.",
      rules="m-league", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    scores = _with(THREE_LEAD, -5000, -5000, -5000, -5000)
    _left_over(play, scores)
    play.final(points=_with(scores, 400, 300, 0, 300))


@case("stick/final/three-share", "Three seats lead alike and share the stick: the farthest gets what is over.",
      rules="m-league", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    scores = _with(THREE_LEAD, -5000, -5000, -5000, -5000)
    _left_over(play, scores)
    play.final(points=_with(scores, 300, 300, 0, 400)).finds("stick/final")


TWO_REACHED = (31000, 18500, 31000, 18500)


@case("stick/final/not-shared-silent", "Two seats lead alike; the nearer to the first dealer gets the stick.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _left_over(play, TWO_REACHED)
    play.final(points=_with(TWO_REACHED, 1000, 0, 0, 0))


@case("stick/final/not-shared", "Two seats lead alike and share the stick, which the nearer gets.", form=ALL_FORMS)
def _(play: Play) -> None:
    _left_over(play, TWO_REACHED)
    play.final(points=_with(TWO_REACHED, 500, 0, 500, 0)).finds("stick/final")


def _three_lead(play: Play, *scores: float) -> None:
    """Three seats end with 30000 each, and share the bonuses of the three places."""
    play.hand(round=7, scores=(30000, 30000, 10000, 30000), honba=1).end().final(scores=scores)


for _place, _scores in enumerate(((16.8, 16.6, -50.0, 16.6), (16.7, 16.7, -50.0, 16.6))):

    @case(f"game/final/m-league-three-share-{_place}-silent", "Three equal firsts share three bonuses, in tenths.",
          rules="m-league", form=("mjlog", "tenhou6"))  # fmt: skip
    def _(play: Play, scores: tuple[float, ...] = _scores) -> None:
        _three_lead(play, *scores)


@case("game/final/m-league-three-share", "Of three equal firsts one gets the first's bonus, which they share.",
      rules="m-league", form=("mjlog", "tenhou6"))  # fmt: skip
def _(play: Play) -> None:
    _three_lead(play, 50.0, 10.0, -50.0, -10.0)
    play.finds("game/final")


def _annulled(play: Play, times: int = 1) -> None:
    """So many hands annulled by a chombo, and the last hand of the game, drawn."""
    for _ in range(times):
        play.hand(round=7, honba=0, sticks=0).turn().ryuukyoku(CHOMBO, shown=None, deltas=(0, 0, 0, 0))
    play.hand().end()


def _settled(play: Play, *penalties: float) -> None:
    """The final scores, less a penalty of each seat in thousands."""
    play.final()
    result = play.game.result
    assert result is not None
    assert result.scores is not None
    result.scores = tuple([score - less for score, less in zip(result.scores, penalties, strict=True)])


for _rules in ("ema-2016", "wrc", "m-league"):

    @case(f"game/final/{_rules}-chombo-silent", "A chombo is taken off one seat's score after the game.", rules=_rules,
          form="tenhou6")  # fmt: skip
    def _(play: Play) -> None:
        _annulled(play)
        _settled(play, 0, 0, 20, 0)

    @case(f"game/final/{_rules}-chombo-unpunished", "A chombo is taken off nobody's score after the game.",
          rules=_rules, form="tenhou6")  # fmt: skip
    def _(play: Play) -> None:
        _annulled(play)
        _settled(play, 0, 0, 0, 0)
        play.finds("game/final")

    @case(f"game/final/{_rules}-chombo-twice", "One chombo is taken off the scores of two seats.", rules=_rules,
          form="tenhou6")  # fmt: skip
    def _(play: Play) -> None:
        _annulled(play)
        _settled(play, 20, 0, 20, 0)
        play.finds("game/final")


@case("game/final/two-chombo-silent", "Two chombo of one seat are taken off its score.", rules="wrc", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, 2)
    _settled(play, 0, 0, 40, 0)


@case("game/final/two-chombo-two-seats-silent", "A chombo each of two seats.", rules="wrc", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, 2)
    _settled(play, 20, 0, 0, 20)


@case("game/final/two-chombo-one-punished", "Of two chombo one is taken off.", rules="wrc", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, 2)
    _settled(play, 0, 20, 0, 0)
    play.finds("game/final")


@case("game/final/chombo-size", "A chombo of 20000 points is taken off as 10.", rules="ema-2016", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play)
    _settled(play, 0, 10, 0, 0)
    play.finds("game/final")


@case("game/final/penalty-without-chombo", "20 are taken off a score, and no hand was annulled.", rules="ema-2016",
      form=("mjlog", "tenhou6"))  # fmt: skip
def _(play: Play) -> None:
    _annulled(play, 0) if play.game.hands else play.hand(round=7).end()
    _settled(play, 0, 20, 0, 0)
    play.finds("game/final")


@case("game/final/mangan-chombo-silent", "A chombo paid at once as a mangan leaves the final scores alone.",
      rules="ema-2012", form="tenhou6")  # fmt: skip
def _(play: Play) -> None:
    play.hand(round=7, honba=0, sticks=0).turn().ryuukyoku(CHOMBO, shown=None, deltas=(-8000, 2000, 2000, 4000))
    play.hand().end()
    _settled(play, 0, 0, 0, 0)


# 28500 is 1500 below 30000, 15400 and 14600 are 15 below; the first, with 41500, takes what is left over.
HALF_UP = (51.0, 9.0, -25.0, -35.0)
HALF_DOWN = (52.0, 8.0, -25.0, -35.0)
EXACT = (51.5, 8.5, -24.6, -35.4)


def _rounded(rules: str, scores: tuple[float, ...], how: str, is_right: bool) -> None:
    name = f"game/final/{rules}-{how}" + ("-silent" if is_right else "")

    @case(name, f"-1.5 points and others, scored {how.replace('-', ' ')}.", rules=rules, form=("mjlog", "tenhou6"))
    def _(play: Play) -> None:
        play.hand(round=7, scores=(41500, 28500, 15400, 14600), honba=1).end().final(scores=scores)
        if not is_right:
            play.finds("game/final")


_rounded("whole-points", HALF_UP, "rounded-half-up", True)
_rounded("whole-points", HALF_DOWN, "rounded-half-down", False)
_rounded("whole-points", EXACT, "exactly", False)
_rounded("whole-points-down", HALF_DOWN, "rounded-half-down", True)
_rounded("whole-points-down", HALF_UP, "rounded-half-up", False)
_rounded("whole-points-down", EXACT, "exactly", False)
_rounded("tenhou", EXACT, "exactly", True)
_rounded("tenhou", HALF_UP, "rounded-half-up", True)
_rounded("tenhou", HALF_DOWN, "rounded-half-down", False)
