"""The riichi kans of the texts that the rules come from, case by case, and a log for each."""

from typing import NamedTuple

from auditor.core.rulesets.model import RiichiKan
from scenarios import Play, case
from scenarios.seed_riichis import open_riichi


class Kan(NamedTuple):
    """A case: a hand in riichi, the tile drawn, the tile of the kan, and the verdicts.

    text: the ruleset named after the text it is from. by_waits, by_readings: "legal", or the check after ``riichi/``
    that the kan offends, where a ruleset compares the waits only and where it asks for every reading.
    """

    text: str
    hand: str
    draw: str
    kan: str
    by_waits: str
    by_readings: str

    @property
    def name(self) -> str:
        """A short name: text, hand and kan."""
        return f"{self.text}/{self.hand}-{self.kan}"

    def verdict(self, kan: RiichiKan) -> str:
        """The verdict under a ruleset with this value of `riichi.kan`."""
        return {"never": "kan-forbidden", "waits": self.by_waits, "interpretations": self.by_readings}[kan]


KANS = [
    Kan("wiki", "3444m778899s333z", "4m", "4m", "kan-waits", "kan-waits"),
    Kan("wiki", "3444m778899s333z", "3z", "3z", "legal", "legal"),
    Kan("wiki", "111m222333p5678s", "1m", "1m", "legal", "legal"),
    Kan("wiki", "111m222333p5678s", "2p", "2p", "legal", "legal"),
    Kan("wiki", "111m222333p5678s", "3p", "3p", "legal", "legal"),
    Kan("zh", "111m111p111s66z77z", "1p", "1p", "legal", "legal"),
    Kan("zh", "111m111p111s66z77z", "1s", "1s", "legal", "legal"),
    Kan("zh", "111m111p111s66z77z", "1m", "1m", "legal", "legal"),
    # "compute": the waits shrink to 3p 7p with each of the three kans, so the looser rule forbids them too.
    Kan("zh", "3344455566677p", "4p", "4p", "kan-waits", "kan-waits"),
    Kan("zh", "3344455566677p", "5p", "5p", "kan-waits", "kan-waits"),
    Kan("zh", "3344455566677p", "6p", "6p", "kan-waits", "kan-waits"),
    Kan("zh", "111222333m111z4z", "1m", "1m", "legal", "kan-shape"),
    Kan("zh", "111222333m111z4z", "2m", "2m", "legal", "kan-shape"),
    Kan("zh", "111222333m111z4z", "3m", "3m", "legal", "kan-shape"),
    Kan("zh", "111222333m111z4z", "1z", "1z", "legal", "legal"),
    Kan("zh", "123p333345s78m11z", "6s", "3s", "kan-drawn", "kan-drawn"),
    Kan("ema-2012", "111222333m34p55z", "1m", "1m", "legal", "kan-shape"),
    Kan("ema-2012", "111222333m34p55z", "2m", "2m", "legal", "kan-shape"),
    Kan("ema-2012", "111222333m34p55z", "3m", "3m", "legal", "kan-shape"),
    Kan("quebec", "123m555p999s66z77z", "5p", "5p", "legal", "legal"),
    Kan("quebec", "123m555p999s66z77z", "9s", "9s", "legal", "legal"),
    Kan("quebec", "34522m555p78999s", "9s", "9s", "kan-waits", "kan-waits"),
    Kan("quebec", "34522m555p78999s", "5p", "5p", "legal", "legal"),
    Kan("quebec", "1112444s234m678p", "1s", "1s", "legal", "kan-shape"),
]


def _play(play: Play, one: Kan, verdict: str) -> None:
    # A fourth five is the red one where the set has it.
    has_red = play.rules.game.red_fives and one.draw[0] == "5" and one.hand.count("5") >= 3
    drawn = "0" + one.draw[1] if has_red and "555" in one.hand else one.draw
    play.hand({0: one.hand}, avoid=drawn).draw().riichi().go_round().draw(drawn)
    passes_win = bool(play.table.pending_seats)
    drawn_at = play.last_event
    play.closed_kan(one.kan)
    if passes_win:
        play.finds("note/passed-win", 0, event=drawn_at)
    if verdict != "legal":
        play.finds(f"riichi/{verdict}", 0, event=play.last_event - 1)
    play.draw().discard().end()


def _declare(one: Kan, rules: str, verdict: str) -> None:
    def script(play: Play) -> None:
        _play(play, one, verdict)

    point = f"{one.text}: {one.hand} draws {one.draw}; a kan of {one.kan} is {verdict}."
    case(f"cases/{one.text}/{one.hand}-{one.kan}-{rules}", point, rules=rules)(script)


for _one in KANS:
    _declare(_one, "tenhou", _one.by_waits)
    _declare(_one, _one.text, _one.by_readings)


@case("cases/zh/open-riichi-tsumo", "Open riichi is worth one han more.", rules="open-riichi", form="tenhou6")
def _(play: Play) -> None:
    open_riichi(play)
    play.go_round().draw("7m").tsumo(ura="1z")
