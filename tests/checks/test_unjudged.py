"""What a log does not record: the checks that need it are reported as not judged, and they find nothing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from scenarios import Case, all_cases, rules_of

from auditor.core import rulesets
from auditor.core.audit.game import Audit, audit_game
from auditor.core.checks import CATALOGUE, unjudged
from auditor.core.events import Game, Ryuukyoku, Win
from auditor.core.results import NOTE
from auditor.core.yaku import HAKU, UNKNOWN_YAKU, URA_DORA

CASES = {case.name: case for case in all_cases()}
NO_SEED = "wall/seed: the log has no shuffle seed"
NO_COPIES = "wall/seed: the log does not distinguish the four copies of a tile"


def no_copies(game: Game) -> None:
    game.copies_recorded = False
    game.marks_recorded = True


def no_copies_nor_marks(game: Game) -> None:
    game.copies_recorded = False


def no_indicators(game: Game) -> None:
    game.indicators_recorded = False


def no_indicator_times(game: Game) -> None:
    game.indicator_times_recorded = False


def wins(game: Game) -> list[Win]:
    return [event for hand in game.hands for event in hand.events if isinstance(event, Win)]


def draws(game: Game) -> list[Ryuukyoku]:
    return [event for hand in game.hands for event in hand.events if isinstance(event, Ryuukyoku)]


def no_ura(game: Game) -> None:
    no_copies(game)
    for win in wins(game):
        win.ura = None


def no_yaku(game: Game) -> None:
    for win in wins(game):
        win.yaku = None


def no_value(game: Game) -> None:
    for win in wins(game):
        win.fu = win.points = win.limit = -1


def no_payments(game: Game) -> None:
    for win in wins(game):
        win.scores = win.deltas = None
    for draw in draws(game):
        draw.scores = draw.deltas = None


def no_tenpai(game: Game) -> None:
    for draw in draws(game):
        draw.tenpai = draw.shown = None


def no_result(game: Game) -> None:
    game.result = None


def ambiguous(game: Game) -> None:
    game.hands[0].order_is_certain = False


def hidden(game: Game) -> None:
    for hand in game.hands:
        hand.dealt = (hand.dealt[0], (-1,) * 13, hand.dealt[2], (-1,) * 13)


RIICHI_WIN = "cases/wiki/ippatsu"
KAN = "riichi/kan-waits/silent"


@pytest.mark.parametrize(
    ("case", "hide", "told"),
    [
        (RIICHI_WIN, None, [NO_SEED]),
        (KAN, None, [NO_SEED]),
        ("wall/seed/silent", None, ["game/end, game/final, stick/final: the log ends before its game"]),
        (RIICHI_WIN, no_copies, [NO_COPIES]),
        (
            RIICHI_WIN,
            no_copies_nor_marks,
            [NO_COPIES, "turn/tsumogiri, riichi/discard: the log does not mark tiles discarded as they were drawn"],
        ),
        (
            KAN,
            no_indicators,
            [NO_SEED, "dora, win/yaku, win/value, pay/win: the log does not record the indicators that kans turn"],
        ),
        (RIICHI_WIN, no_indicators, [NO_SEED]),
        (
            KAN,
            no_indicator_times,
            [NO_SEED, "dora/timing: the log does not record when the indicators of kans were turned"],
        ),
        (RIICHI_WIN, no_indicator_times, [NO_SEED]),
        (
            RIICHI_WIN,
            no_ura,
            [NO_COPIES, "dora/ura, win/yaku, win/value, pay/win: the log does not record ura indicators"],
        ),
        ("furiten/discard/silent", no_ura, [NO_COPIES]),
        (RIICHI_WIN, no_yaku, [NO_SEED, "win/yaku: the log records no yaku"]),
        (RIICHI_WIN, no_value, [NO_SEED, "win/value: the log does not record what the win is worth"]),
        (
            RIICHI_WIN,
            no_payments,
            [NO_SEED, "pay, stick/award, stick/leak, game/carry: the log does not record what was paid"],
        ),
        ("draw/tenpai/silent", no_tenpai, [NO_SEED, "draw/tenpai: the log does not record who is tenpai"]),
        (
            RIICHI_WIN,
            ambiguous,
            [NO_SEED, "turn/order: several orders of play explain the hand; the likeliest is judged"],
        ),
    ],
)
def test_what_a_hand_hides(case: str, hide: Callable[[Game], None] | None, told: list[str]) -> None:
    game, _ = fresh(case)
    if hide is not None:
        hide(game)
    audit = audit_game(game, rulesets.load(rules_of(CASES[case].rules)))
    assert texts(audit) == told
    assert [one.check for one in audit.findings if one.severity != NOTE] == []


def texts(audit: Audit, hand: int = 0) -> list[str]:
    """What of a hand could not be judged."""
    return [str(one) for one in audit.records[hand].unjudged]


def fresh(name: str) -> tuple[Game, Case]:
    """A game of its own: what the tests change must not be seen by others."""
    case = CASES[name]
    return case.play()[0], case


def test_hidden_hands_are_told_by_seat_and_the_others_are_still_judged() -> None:
    game, case = fresh("riichi/discard/fires")
    seat = next(finding.seat for finding in audit_game(game, rulesets.load(case.rules)).findings)
    assert seat is not None
    others = [one for one in range(4) if one != seat]
    for hand in game.hands:
        hand.dealt = tuple([tiles if one == seat else (-1,) * 13 for one, tiles in enumerate(hand.dealt)])
    audit = audit_game(game, rulesets.load(case.rules))
    shown = " ".join([str(one) for one in others])
    assert f"tiles, riichi, furiten, win, draw: the tiles of seats {shown} are hidden" in texts(audit)
    assert [one.check for one in audit.findings if one.severity != NOTE] == ["riichi/discard"]


def test_a_game_without_its_final_points_and_wins_with_strange_yaku() -> None:
    game, case = fresh("game/final/silent")
    no_result(game)
    audit = audit_game(game, rulesets.load(case.rules))
    assert texts(audit, -1)[-1] == "game/final, stick/final: the log does not record the final points"
    assert not any(["final points" in one.reason for record in audit.records[:-1] for one in record.unjudged])
    game, case = fresh("game/final/silent")
    no_payments(game)
    lines = texts(audit_game(game, rulesets.load(case.rules)), -1)
    assert "game/final, stick/final: the log does not record what was paid" in lines
    cut = "game/end, game/final, stick/final: the log ends before its game"
    for first, last, is_told in ((0, 8, False), (7, 8, False), (0, 7, True), (3, 4, False)):  # an excerpt is not cut
        part, _ = fresh("evening/round-1-table-2")
        no_result(part)
        part.hands = part.hands[first:last]
        assert (cut in texts(audit_game(part, rulesets.load("tenhou")), -1)) is is_told
    for number, told, found in (
        (UNKNOWN_YAKU, ["win/yaku: the log names a yaku that is not known"], []),
        (HAKU, ["pay/honba, pay/win, win/value: the value is in doubt since win/yaku"], ["win/yaku"]),
        (URA_DORA, [], []),
    ):  # a yaku that is not known, or worth nothing, is not passed over
        game, case = fresh(RIICHI_WIN)
        for win in wins(game):
            win.yaku = (*[one for one in win.yaku or () if one[0] != number], (number, 0))
        audit = audit_game(game, rulesets.load(case.rules))
        assert texts(audit) == [NO_SEED, *told]
        assert [one.check for one in audit.findings if one.severity != NOTE] == found


def test_the_checks_that_house_rules_switch_off_are_told() -> None:
    game, _ = fresh(RIICHI_WIN)
    game.rule_bits = 0x0209
    rules, _ = rulesets.choose("auto", game)
    lines = texts(audit_game(game, rules))
    assert lines[-1].startswith("dora/timing, game/end,")
    assert lines[-1].endswith("win/yaku: the room plays by house rules that are not known")


def test_facts_name_checks_that_exist() -> None:
    source = Path(unjudged.__file__).with_name("unjudged.py").read_text(encoding="utf-8")
    facts = re.findall(r"""_reason\(hidden, "([^"]+)", """, source)
    assert len(facts) == source.count("    _reason(hidden,") > 10
    for fact in facts:
        for name in fact.split(", "):
            assert any([check.id == name or check.id.startswith(f"{name}/") for check in CATALOGUE]), name
