"""The examples of a check as text: the fixture in which it fires and that in which it is silent, where they differ."""

from collections.abc import Callable
from typing import Final, NamedTuple

from auditor.core import rulesets
from auditor.core.audit.game import Audit, audit_game
from auditor.core.checks.check import Check
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.errors import RulesetError
from auditor.core.events import NO_SEAT, RIICHI, Event, Game, Ryuukyoku, Win
from auditor.core.program import data_folder
from auditor.core.reading import FORMATS, read
from auditor.core.reading.embedded_verdict import verdict_in
from auditor.core.results import Finding
from auditor.core.table.table import replay_to
from auditor.core.units import EventIndex, HandIndex, SeatIndex
from auditor.core.yaku import NAMES
from auditor.output.catalogue import filled
from auditor.page.position import counters, event_list, overview, seat_lines

FIRES: Final = "fires"
SILENT: Final = "silent"

EVENTS_BEFORE: Final = 2
"""How many events before the deciding one are listed."""
AFTER_RIICHI: Final = 2
"""How many events after a riichi are listed: its discard and its stick."""
HANDS_LISTED: Final = 2


class Example(NamedTuple):
    """A fixture of a check. point: what it shows. rules: its ruleset. look: the deciding point it names, if any."""

    path: str
    point: str
    rules: str
    look: "DecidingPoint | None"
    data: bytes


class DecidingPoint(NamedTuple):
    """Where an example is decided. hand: its position in the game. event: None for the deal. seat: None for none."""

    hand: HandIndex
    event: EventIndex | None
    seat: SeatIndex | None


def example_of(check: str, stem: str) -> Example | None:
    """The fixture of a check, FIRES or SILENT; None where there is none, or where fixtures are not installed."""
    folder = data_folder("fixtures")
    for ending in dict.fromkeys([".mjlog", ".json", ".jsonl", *[format.ending for format in FORMATS]]):
        log = folder.joinpath(*check.split("/"), f"{stem}{ending}")
        if log.is_file():
            data = log.read_bytes()
            if (verdict := verdict_in(data)) is not None:
                point = None if verdict.look is None else DecidingPoint(*verdict.look)
                return Example(f"fixtures/{check}/{stem}{ending}", verdict.point, verdict.rules, point, data)
    return None


class Drawn(NamedTuple):
    """An example drawn as text. lines: [] where it cannot be audited. finding: of the check, where it fires."""

    example: Example
    lines: list[str]
    finding: Finding | None


def drawn_examples(check: Check, find_rules: Callable[[str], str] = str) -> tuple[Drawn | None, Drawn | None]:
    """The example in which a check fires and the one in which it is silent; None for a missing one. find_rules: maps
    the ruleset that a fixture names to what `rulesets.choose` takes.
    """
    fires, silent = example_of(check.id, FIRES), example_of(check.id, SILENT)
    fired, quiet = _audited(fires, find_rules), _audited(silent, find_rules)
    finding = next((one for one in fired.findings if one.check == check.id), None) if fired else None
    if fired is None or finding is None:
        return _undrawn(fires), _undrawn(silent)
    places = [number for number, hand in enumerate(fired.game.hands) if hand.index == finding.hand]
    number = places[0] if places else len(fired.game.hands) - 1  # the last hand for a finding without one
    point = DecidingPoint(number, finding.event, finding.seat)
    first = None if fires is None else Drawn(fires, point_lines(fired, point, check), finding)
    if silent is None or quiet is None:
        return first, _undrawn(silent)
    look = silent.look or most_similar(fired.game, point, quiet.game)
    return first, Drawn(silent, point_lines(quiet, look, check), None)


def _undrawn(example: Example | None) -> Drawn | None:
    return None if example is None else Drawn(example, [], None)


def _audited(example: Example | None, find_rules: Callable[[str], str]) -> Audit | None:
    if example is None:
        return None
    game = next(read(example.data, example.path))
    if not isinstance(game, Game):
        return None
    try:
        return audit_game(game, rulesets.choose(find_rules(example.rules), game)[0])
    except RulesetError:
        return None


def most_similar(game: Game, point: DecidingPoint, other: Game) -> DecidingPoint:
    """The point of another game most like this one: an event of the same kind, closest in seat, hand and index."""
    hand = min(point.hand, len(other.hands) - 1)
    if point.event is None:
        return DecidingPoint(hand, None, point.seat)
    fired = game.hands[point.hand].events[point.event]
    alike = [
        (event.seat != fired.seat, number != point.hand, abs(index - point.event), number, index)
        for number, hand_of in enumerate(other.hands)
        for index, event in enumerate(hand_of.events)
        if event.kind == fired.kind
    ]
    if not alike:
        return DecidingPoint(hand, len(other.hands[hand].events) - 1, point.seat)
    number, index = min(alike)[-2:]
    seat = other.hands[number].events[index].seat if point.seat == fired.seat else point.seat
    return DecidingPoint(number, index, seat)


def point_lines(audit: Audit, point: DecidingPoint, check: Check) -> list[str]:
    """A point of a game as lines: the last hands for checks between hands, else the seats concerned and the events."""
    game = audit.game
    if check.judges_game or (point.event is None and (point.seat is None or point.hand > 0)):
        lines = overview(game, audit.records)
        end = len(lines) if check.judges_game else point.hand + 1
        return lines[max(end - HANDS_LISTED - check.judges_game, 0) : end]
    hand = game.hands[point.hand]
    table = replay_to(game, hand, point.event or 0, audit.ruleset)
    lines = [counters(game, table)]
    event = None if point.event is None else hand.events[point.event]
    for seat in table.seats[: table.players]:
        if seat.seat in _concerned(event, point.seat):
            lines += seat_lines(game, table, seat)
    if event is not None and point.event is not None:
        start = max(point.event - EVENTS_BEFORE, 0)
        after = point.event + 1 + (AFTER_RIICHI if event.kind == RIICHI else 0)
        lines += ["", *event_list(game, hand, audit.records[point.hand])[start:after], *_recorded(event, game)]
    return lines


def _concerned(event: Event | None, seat: SeatIndex | None) -> set[SeatIndex]:
    """The seats to draw: of the finding, the actor and the source of the tile; all for a draw that concerns no seat."""
    if event is None:
        return {seat} if seat is not None else set()
    if isinstance(event, Ryuukyoku) and seat is None:
        return set(range(4))
    return {one for one in (seat, event.seat, event.from_seat) if one not in (None, NO_SEAT)}


def _recorded(event: Event, game: Game) -> list[str]:
    """The points, yaku and payments that the log records for a win or a draw, as a line; [] for none."""
    parts = []
    if isinstance(event, Win) and event.points >= 0:
        points = said("n-points", "{points} points", points=event.points)
        parts.append(points + (said("and-fu", ", {fu} fu", fu=event.fu) if event.fu > 0 else ""))
    if isinstance(event, Win) and event.yaku:
        parts.append(", ".join([f"{LANGUAGE.get().text(NAMES[number])} {han}" for number, han in event.yaku]))
    if isinstance(event, Win | Ryuukyoku) and event.deltas is not None and any(event.deltas):
        parts.append(said("pays", "pays {amounts:+}", amounts=list(event.deltas[: game.players])))
    return [said("recorded-parts", "recorded: {parts:; }", parts=parts)] if parts else []


def check_text(check: Check) -> str:
    """One check in full."""
    lines = [f"{check.id}  ({LANGUAGE.get().text(check.severity)})", *filled(check.said("title"))]
    if check.why:
        lines += ["", said("heading-why", "why"), *filled(check.said("why"))]
    if check.sources:
        lines += ["", said("heading-sources", "sources"), *[f"  {source}" for source in check.sources]]
    if check.settings:
        from auditor.core.rulesets.settings import settings
        from auditor.output.ruleset_texts import meaning_of

        lines += ["", said("heading-settings", "settings that change it")]
        for key in check.settings:
            lines += filled(f"{key}: {meaning_of(settings()[key])}")
    titles = said("heading-example", "an example"), said("heading-no-fault", "and no fault")
    for title, one in zip(titles, drawn_examples(check), strict=True):
        if one is not None:
            lines += ["", title, *filled(one.example.point), f"  {one.example.path}"]
            lines += [f"    {line}".rstrip() for line in ["", *one.lines]] if one.lines else []
            lines += [] if one.finding is None else ["", *filled(LANGUAGE.get().finding(one.finding).message)]
    return "\n".join(lines) + "\n"
