"""The doubt protocol: what a finding puts in doubt is declared, and the catalogue's order follows from it."""

import ast
import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from scenarios import Play

import auditor.core.checks
from auditor.core.checks import BY_ID, CATALOGUE, doubt
from auditor.core.checks.check import Check, Report
from auditor.core.checks.doubt import FACETS, Doubts
from auditor.core.events import CHI, DISCARD, DRAW, KIND_NAMES, WIN, Event

FOLDER = Path(auditor.core.checks.__file__).parent
JUDGING = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "doubt")

REGARDLESS = {
    "call/chi-seat": ("judged by the seats, whatever tiles are claimed", ("call/riichi", "tiles/not-held")),
    "call/fifth-kan": ("judged by the kans made before, whatever tiles this one takes", ("tiles/not-held",)),
    "call/kuikae": ("judges a discard after a claim, the other one after a draw", ("riichi/discard",)),
    "call/last-tile": (
        "judged by the tiles left before the call", ("call/fifth-kan", "call/riichi", "tiles/not-held"),
    ),
    "draw/missed": (
        "judged by what lies on the table before the event, whatever the event is",
        ("call/meld", "call/riichi", "call/target", "tiles/duplicate", "wall/overdraw", "wall/seed"),
    ),
    "draw/noten-riichi": (
        "judged by the hand shown, whoever else shows one or is paid", ("draw/nagashi", "draw/not-shown", "draw/tenpai")
    ),
    "honba/carry": (
        "the counter that a draw records is the hand's or the next, however the hand was drawn",
        ("draw/abortive", "draw/early", "draw/nagashi", "draw/not-shown", "draw/tenpai"),
    ),
    "note/open-kan": ("a seat that has not paid is in riichi all the same", ("stick/deposit",)),
    "riichi/kan-drawn": ("a seat that has not paid is in riichi all the same", ("stick/deposit",)),
    "riichi/kan-forbidden": ("a seat that has not paid is in riichi all the same", ("stick/deposit",)),
    "riichi/kan-shape": ("a seat that has not paid is in riichi all the same", ("stick/deposit",)),
    "riichi/kan-waits": ("a seat that has not paid is in riichi all the same", ("stick/deposit",)),
    "riichi/open": ("judged by the mark of the declaration, void or not", ("riichi/points", "riichi/wall")),
    "stick/deposit": ("judged by the points before the payment, whoever is counted tenpai", ("draw/tenpai",)),
    "stick/leak": (
        "judged by the points before the payment, however the hand ended",
        ("draw/abortive", "draw/not-shown", "draw/tenpai"),
    ),
    "stick/void": (
        "judged by the declaration tile that lies there, whatever is claimed or paid", ("draw/tenpai", "win/claim"),
    ),
    "wall/overdraw": ("judged by the tiles left, whatever tile is drawn", ("tiles/duplicate",)),
    "wall/seed": ("judges only hands of the right size", ("tiles/hand-size",)),
    "win/multiple": ("judged by the seats that win, whatever hands they show", ("win/record",)),
    "win/no-yaku": ("dora are no yaku", ("dora/timing",)),
    "win/record": ("judged by hand and melds, whatever was turned", ("dora/timing",)),
    "win/shape": ("judged by hand and melds, whatever was turned", ("dora/timing",)),
}  # fmt: skip
"""Checks that stand before some that spoil what they rely on, because what these find cannot have misled them: why."""

KNOTS = {
    "a hand after which none could follow; then which hand follows, and with what": (
        "game/end", "game/rotation", "game/carry", "stick/final",
    ),
    "an event that does not fit: at the wrong moment, then none in itself, then against wall and hands, then the end": (
        "turn/order", "draw/missed", "draw/early", "call/meld", "call/target", "call/riichi", "wall/seed",
        "wall/overdraw", "tiles/missing", "tiles/duplicate", "tiles/not-held", "turn/tsumogiri",
        "riichi/discard", "stick/deposit", "win/claim", "dora/timing",
        "draw/abortive", "draw/not-shown", "draw/tenpai", "draw/nagashi",
    ),
    "a declaration: what it is first, then what it needs": ("riichi/repeat", "riichi/points", "riichi/wall"),
    "the value of a win: whether the hand wins, then how it is shown, then what it is worth": (
        "win/shape", "win/no-yaku", "win/record", "dora/ura", "win/yaku", "win/value",
    ),
    "points: those before the payment, then the sticks, which are exact, then the rest of the payment": (
        "stick/void", "stick/deposit", "stick/carry", "stick/leak", "stick/award-seat", "stick/award", "pay/honba",
        "pay/win", "draw/nagashi", "pay/noten", "pay/chombo",
    ),
}  # fmt: skip
"""Checks each of which spoils what the other relies on: the order in which they explain what is seen, and its sense."""


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))


def facets_in(expression: ast.expr) -> int:
    """The facets that an argument such as ``doubt.HAND | doubt.TURN`` names."""
    found = eval(ast.unparse(expression), {"doubt": doubt, **vars(doubt)})
    assert isinstance(found, int)
    return found


def calls_in(node: ast.AST) -> list[tuple[str, ast.Call]]:
    """Every call within, with the last name of what is called."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    return [(ast.unparse(call.func).split(".")[-1], call) for call in calls]


def asked_in(node: ast.AST) -> int:
    """What the code asks about whether it is in doubt, by itself or by a function of the package that does."""
    asked = 0
    for name, call in calls_in(node):
        if name == "is_in_doubt":
            asked |= facets_in(call.args[0])
        elif name == "is_faulty":
            asked |= doubt.TILE
        else:
            asked |= asked_by_functions().get(name, 0)
    return asked


@cache
def asked_by_functions() -> dict[str, int]:
    """What functions outside of checks ask about, by name."""
    return {
        part.name: facets_in(call.args[0])
        for module in JUDGING
        for part in tree_of(module).body
        if isinstance(part, ast.FunctionDef)
        for name, call in calls_in(part)
        if name == "is_in_doubt"
    }


def classes_of(check: Check) -> list[ast.ClassDef]:
    """The code of a check's class and of those that it is built on."""
    own = [cls for cls in type(check).__mro__ if cls.__module__.startswith("auditor.core.checks.")]
    return [
        part
        for cls in own
        for part in tree_of(cls.__module__.split(".")[-1]).body
        if isinstance(part, ast.ClassDef) and part.name == cls.__name__
    ]


@pytest.mark.parametrize("module", JUDGING)
def test_judging_functions_write_doubt_through_the_report_alone(module: str) -> None:
    parts = [part for part in tree_of(module).body if not (isinstance(part, ast.ClassDef) and part.name == "Report")]
    for node in [node for part in parts for node in ast.walk(part)]:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "doubts":
            assert node.attr in ("count_order", "is_in_doubt"), f"line {node.lineno} reaches for the doubts themselves"
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            assert not ast.unparse(node).startswith("report."), f"line {node.lineno} writes to the report"


@pytest.mark.parametrize("check", CATALOGUE, ids=lambda check: check.id)
def test_a_check_declares_what_it_spoils_and_asks_by_itself(check: Check) -> None:
    spoiled, asked = 0, 0
    for part in classes_of(check):
        asked |= asked_in(part)
        for name, call in calls_in(part):
            if name == "spoil":
                assert ast.unparse(call.args[0]) == "self"
                spoiled |= facets_in(call.args[1])
    assert names_of(spoiled) == names_of(check.may_spoil)
    assert names_of(asked) == names_of(check.may_rely_on)


def test_the_catalogue_holds_every_check() -> None:
    written = {
        (module, part.name)
        for module in JUDGING
        for part in tree_of(module).body
        if isinstance(part, ast.ClassDef) and any(ast.unparse(line).startswith("id = ") for line in part.body)
    }
    assert {(type(check).__module__.split(".")[-1], type(check).__name__) for check in CATALOGUE} == written


def names_of(facets: int) -> list[str]:
    return [name for bit, (name, _) in enumerate(FACETS) if facets >> bit & 1]


def test_each_facet_has_its_name() -> None:
    constants = {name: value for name, value in vars(doubt).items() if name.lower() in dict(FACETS)}
    assert {name: names_of(value) for name, value in constants.items()} == {name.upper(): [name] for name, _ in FACETS}


def spoiled_by(check: Check) -> int:
    """What every finding of a check spoils; the order rebuilt from the tiles is the turn."""
    return check.spoils | (doubt.TURN if check.spoils & doubt.ORDER else 0)


def misled_by(check: Check, other: Check) -> bool:
    """Whether a finding of `other` leaves in doubt what the check relies on, or asks about."""
    return spoiled_by(other) & (check.relies_on | check.may_rely_on) != 0


def moments() -> list[list[Check]]:
    """The checks asked at each moment, in their order."""
    kinds = range(len(KIND_NAMES))
    return [
        *[[check for check in CATALOGUE if kind in check.before_kinds] for kind in kinds],
        *[[check for check in CATALOGUE if kind in check.after_kinds] for kind in kinds],
        [check for check in CATALOGUE if check.judges_start],
        [check for check in CATALOGUE if check.judges_end],
        [check for check in CATALOGUE if check.judges_game],
    ]


def pairs() -> set[tuple[Check, Check]]:
    """Checks that are asked at one moment, the earlier first."""
    return {pair for checks in moments() for pair in combinations(checks, 2)}


def test_what_spoils_stands_before_what_relies_on_it() -> None:
    against = {
        (first.id, later.id) for first, later in pairs() if misled_by(first, later) and not misled_by(later, first)
    }
    assert against == {(first, later) for first, (_, others) in REGARDLESS.items() for later in others}


def test_of_two_that_spoil_each_other_the_order_is_explained() -> None:
    mutual = {(first.id, later.id) for first, later in pairs() if misled_by(first, later) and misled_by(later, first)}
    ordered = {pair for checks in KNOTS.values() for pair in combinations(checks, 2)}
    assert mutual <= ordered, sorted(mutual - ordered)
    tied = {check for pair in mutual for check in pair}
    assert tied == {check for checks in KNOTS.values() for check in checks}
    places = [check.id for check in CATALOGUE]
    for sense, checks in KNOTS.items():
        assert sorted(checks, key=places.index) == list(checks), sense


def test_doubt_is_of_each_seat_apart() -> None:
    doubts = Doubts(order_recorded=True)
    doubts.spoil(doubt.HAND | doubt.WALL, 2)
    assert [doubts.is_in_doubt(doubt.HAND, seat) for seat in range(4)] == [False, False, True, False]
    assert doubts.is_in_doubt(doubt.HAND)  # of any seat
    assert not doubts.is_in_doubt(doubt.RIICHI)
    assert doubts.is_in_doubt(doubt.WALL, 0)


@pytest.mark.parametrize(("recorded", "in_doubt"), [(True, False), (False, True)])
def test_tiles_in_doubt_leave_the_turn_in_doubt_where_the_order_was_rebuilt(recorded: bool, in_doubt: bool) -> None:
    doubts = Doubts(order_recorded=recorded)
    doubts.spoil(doubt.HAND | doubt.ORDER, 1)
    assert doubts.is_in_doubt(doubt.TURN) == in_doubt


@pytest.mark.parametrize(
    ("order", "recorded", "in_doubt"),
    [
        ([True] * 3, True, True),
        ([True] * 4, True, False),
        ([True, True, True, False, True], True, True),
        ([False, True, True, True, True], True, False),
        ([True] * 9, False, True),
    ],
)
def test_four_events_in_order_end_the_doubt_about_the_turn(order: list[bool], recorded: bool, in_doubt: bool) -> None:
    doubts = Doubts(order_recorded=recorded)
    doubts.spoil(doubt.TURN, 0)
    for fits in order:
        doubts.count_order(fits)
    assert doubts.is_in_doubt(doubt.TURN) == in_doubt


def test_doubt_about_points_and_round_reaches_into_the_start_of_the_next_hand() -> None:
    doubts = Doubts(order_recorded=True)
    everything = sum(1 << bit for bit in range(len(FACETS))) & ~doubt.TILE
    doubts.spoil(everything, 1)
    doubts.open_hand()
    assert names_of(doubts.facets) == ["points", "sticks", "honba", "round", "outcome"]
    assert not doubts.is_in_doubt(doubt.HAND | doubt.RIICHI)
    doubts.spoil(doubt.HONBA | doubt.HAND | doubt.TURN, 1)  # the counter was in doubt already
    doubts.begin_play()
    assert names_of(doubts.facets) == ["turn"]
    assert doubts.is_in_doubt(doubt.HAND, 1)


@pytest.mark.parametrize(
    ("kind", "seat", "from_seat", "found", "relying", "is_silent"),
    [
        (CHI, 2, 1, "call/kuikae", "call/target", True),
        (WIN, 3, 1, "call/kuikae", "win/claim", True),
        (WIN, 1, 1, "call/kuikae", "win/claim", False),
        (DRAW, 2, 1, "call/kuikae", "call/target", False),
        (CHI, 2, 1, "note/passed-win", "call/target", False),
    ],
)
def test_a_tile_is_in_doubt_where_the_event_that_gave_it_has_a_finding(
    kind: int, seat: int, from_seat: int, found: str, relying: str, is_silent: bool
) -> None:
    play = Play()
    play.hand().turn().turn()
    report = Report(play.game, play.rules)
    report.open_hand(play.table)
    report.event = play.last_event
    assert play.current.events[report.event].kind == DISCARD
    assert add_any(report, found, 1)
    play.current.events.append(Event(kind, seat, 0, (), from_seat))
    report.event += 1
    assert add_any(report, relying, seat) is not is_silent


def add_any(report: Report, check: str, seat: int) -> bool:
    """Have a check report something, in any of its messages."""
    message_id, template = next(iter(BY_ID[check].messages.items()))
    return report.add(BY_ID[check], seat, message_id, dict.fromkeys(re.findall(r"\{(\w+)", template), ""))


def test_a_check_spoils_only_what_it_declares() -> None:
    play = Play()
    play.hand()
    report = Report(play.game, play.rules)
    report.spoil(BY_ID["honba/carry"], doubt.POINTS)
    assert report.is_in_doubt(doubt.POINTS)
    with pytest.raises(AssertionError, match="honba/carry spoils what it does not declare"):
        report.spoil(BY_ID["honba/carry"], doubt.POINTS | doubt.WALL)
