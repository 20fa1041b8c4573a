"""``auditor show``: a game with hands and faults, a hand with events, a position, a wall, as text or as a picture."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from wcwidth import ljust, width

from auditor.core.audit.game import Audit
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.events import RYUUKYOKU, WIN, Event, Game, Hand
from auditor.core.program import UserError
from auditor.core.reading.logs import GameLog, SeveralGamesError, game_of, hand_of, hand_of_round
from auditor.core.results import NOTE
from auditor.core.rulesets import AUTO
from auditor.core.sources import address_of
from auditor.core.table.table import Table, replay_to
from auditor.core.table.wall import WallCursor
from auditor.core.text import plural, printable
from auditor.core.tiles import tile_names
from auditor.core.units import EventIndex, HandIndex, SeatIndex
from auditor.output.location import place_text
from auditor.page.calculation import calculation_lines, calculation_of
from auditor.page.notebook import PositionView
from auditor.page.position import event_list, event_text, overview, position, wall_text
from auditor.unknown_rules import audit_by


class GameRef(NamedTuple):
    """A reference to a game, and optionally to a hand, an event or a finding in it.

    address: as `open_sources` takes it. game: its number there, from 0; None for the only one. hand, event: from 0.
    round: the hand by its name, such as ``S1-2``. finding: the first letters of a finding's fingerprint. rules: the
    ruleset to judge by, as ``--rules`` takes it.
    """

    address: str
    game: int | None = None
    hand: HandIndex | None = None
    event: EventIndex | None = None
    round: str | None = None
    finding: str | None = None
    rules: str = AUTO


GAMES_LISTED: Final = 40
"""How many games of a folder or archive are listed; each must be read for that."""


class ShowError(UserError):
    """A log, hand or event that cannot be shown; the message says why."""


class Shown(NamedTuple):
    """An audited game to show, and the indexes of a hand and event, or None. reason: why its ruleset was chosen."""

    log: GameLog
    audit: Audit
    reason: str
    hand: HandIndex | None
    event: EventIndex | None


def open_game(ref: GameRef) -> Shown:
    """Read and audit a game. Raises NoGameError, SeveralGamesError, ShowError, and RulesetError for its rules."""
    log = game_of(ref.address, ref.game)
    audit, reason = audit_by(ref.rules, log.game, log.path, log.member)
    hand, event = ref.hand, ref.event
    if ref.finding is not None:
        hand, event = _place_of_finding(log, audit, ref.finding)
    if ref.round is not None:
        hand = hand_of_round(log.game, ref.round)
    if hand is None and event is not None:
        raise ShowError("--event needs --hand or --round")
    return Shown(log, audit, reason, hand, event)


def _place_of_finding(log: GameLog, audit: Audit, name: str) -> tuple[HandIndex | None, EventIndex | None]:
    """The hand and event of the finding with a name. Raises ShowError where there is none, or there are several."""
    if not (found := {(one.hand, one.event): one for one in audit.findings if one.fingerprint.startswith(name)}):
        names = ", ".join([f"{one.short_name} {one.check}" for one in audit.findings]) or "none"
        raise ShowError(f"{log.address}: there is no finding {name}; it has {names}")
    if len(found) > 1:
        ways = ", or ".join([f"{place_text(one.where)} (--{' --'.join(one.where.indexes('hand', 'event'))})"
                               for one in found.values()])  # fmt: skip
        raise ShowError(f"{log.address}: {len(found)} findings are named {name}; give the place of one: {ways}")
    return next(iter(found))


def show(ref: GameRef) -> Iterator[str]:
    """Yield the lines for a game (no hand), for a hand of it (no event), or for the position before an event. For an
    address with several games, and no hand, a list of them. Raises what `open_game` raises.
    """
    try:
        shown = open_game(ref)
    except SeveralGamesError as several:
        if (ref.hand, ref.event) != (None, None):
            raise
        yield from _among(ref, several.games)
        return
    game, audit = shown.log.game, shown.audit
    if shown.hand is None:
        of = {"log": game.log_id or shown.log.address, "why": LANGUAGE.get().text(shown.reason)}
        yield said("log-by-ruleset", "{log}, ruleset {ruleset} ({why})", ruleset=audit.ruleset.name, **of)
        yield from overview(game, audit.records)
        yield from _findings_listed(audit)
    elif shown.event is None:
        yield from _whole_hand(audit, hand_of(game, shown.hand))
    else:
        yield from _position(audit, hand_of(game, shown.hand), shown.event)


def position_svg(ref: GameRef, view: SeatIndex | None = None) -> str:
    """A position as an SVG document: before the event, or without one at the end of the hand. view: the seat at the
    bottom; None for the one that acts. Raises what `open_game` raises.
    """
    shown = open_game(ref)
    if shown.hand is None:
        raise ShowError("a picture needs --hand or --round, or --finding of a hand")
    hand = hand_of(shown.log.game, shown.hand)
    if shown.event is not None:
        _require_event(hand, shown.event)
    players = shown.log.game.players
    if view is not None and view >= players:
        raise ShowError(f"there is no seat {view} to view from; the game has the seats 0 to {players - 1}")
    return PositionView(shown.log.game, hand, shown.event, shown.audit.ruleset, view).svg()


def show_wall(ref: GameRef) -> list[str]:
    """The lines for a hand's wall, published or by its seed. Raises ShowError where there is none, and NoGameError."""
    log = game_of(ref.address, ref.game)
    if ref.round is None and ref.hand is None:
        raise ShowError("--wall needs --hand or --round")
    game = log.game
    hand = hand_of(game, hand_of_round(game, ref.round) if ref.round is not None else ref.hand or 0)
    walls = WallCursor(game)
    for earlier in game.hands:
        wall = walls.find(earlier)
        if earlier is hand:
            if wall is None:
                raise ShowError(f"hand {hand.index} has no known wall: {walls.unproven or 'the seed does not fit it'}")
            return [f"{hand.name} honba {hand.honba}", *wall_text(game, hand, wall)]
    return []


def _among(ref: GameRef, games: Iterator[GameLog]) -> Iterator[str]:
    """Yield the lines for the only one of several games that has the round or finding, or a list of games."""
    if ref.round is None and ref.finding is None:
        yield f"{ref.address} holds several games; give one of these instead, or --game N, in their order from 0"
        yield from _list(games)
        return
    what = f"round {ref.round}" if ref.finding is None else f"finding {ref.finding}"
    having = [log for log in islice(games, GAMES_LISTED) if _has(ref, log)]
    more = f"; of more games than the first {GAMES_LISTED}, name one" if next(games, None) is not None else ""
    if not having:
        raise ShowError(f"{ref.address}: no game has the {what}{more}")
    if len(having) == 1 and not more:
        yield from show(ref._replace(address=address_of(having[0].path, having[0].member), game=having[0].number))
        return
    yield f"{ref.address} holds {plural(len(having), 'game')} with the {what}; give one of these instead{more}"
    yield from _list(iter(having))


def _has(ref: GameRef, log: GameLog) -> bool:
    """Whether a game has the round or the finding."""
    if ref.finding is not None:
        found = audit_by(ref.rules, log.game, log.path, log.member)[0].findings
        return any([one.fingerprint.startswith(ref.finding) for one in found])
    name = (ref.round or "").upper()
    return any([name in (hand.name, f"{hand.name}-{hand.honba}") for hand in log.game.hands])


def _list(games: Iterator[GameLog]) -> Iterator[str]:
    """Yield a line per game, with the argument that shows it."""
    listed = list(islice(games, GAMES_LISTED))
    several = {log.option for log in listed if log.number}
    options = [log.option + (f" --game {log.number}" if log.option in several else "") for log in listed]
    widest = max([width(option) for option in options])
    for log, option in zip(listed, options, strict=True):
        names = ", ".join([printable(seat.name) for seat in log.game.seats[: log.game.players] if seat.name])
        yield f"  {ljust(option, widest)}  {plural(len(log.game.hands), 'hand'):>8}  {names}".rstrip()
    if next(games, None) is not None:
        yield f"  and more; these are the first {GAMES_LISTED}"


def _findings_listed(audit: Audit) -> Iterator[str]:
    """Yield the faults of a game, each by its name, and how many notes there are."""
    notes = sum([finding.severity == NOTE for finding in audit.findings])
    if audit.findings:
        yield ""
    for finding in audit.findings:
        if finding.severity != NOTE:
            location = "" if finding.hand is None else f"{place_text(finding.where, by_event=True)}: "
            named = said("finding-named", "finding {name}", name=finding.short_name)
            yield f"{named}  {location}{finding.check} {LANGUAGE.get().text(finding.severity)}"
    if notes:
        yield said("notes-told", "{notes:note|notes}; auditor audit --notes tells them", notes=notes)


def _position(audit: Audit, hand: Hand, event: int) -> list[str]:
    """The position before an event, the event, and its findings."""
    game = audit.game
    _require_event(hand, event)
    table = replay_to(game, hand, event, audit.ruleset)
    current = hand.events[event]
    what = event_text(current, tile_names(game.red_tiles))
    lines = [*position(game, table), "", f"{said('event', 'event {event}', event=event)}: {what}"]
    lines += _calculation_lines(game, table, current)
    return lines + _findings(audit, hand.index, event)


def _calculation_lines(game: Game, table: Table, event: Event) -> list[str]:
    """The calculation behind the payment of an event that is about to be applied; [] where it pays nothing."""
    calculation = calculation_of(game, table, event)
    return [] if calculation is None else ["", *calculation_lines(calculation)]


def _require_event(hand: Hand, event: EventIndex) -> None:
    if not 0 <= event < len(hand.events):
        raise ShowError(f"hand {hand.index} has the events 0 to {len(hand.events) - 1}, not {event}")


def _whole_hand(audit: Audit, hand: Hand) -> list[str]:
    game = audit.game
    number = [one.index for one in game.hands].index(hand.index)
    table = replay_to(game, hand, len(hand.events), audit.ruleset)
    lines = [*event_list(game, hand, audit.records[number]), "", *position(game, table)]
    for index, event in enumerate(hand.events):
        if event.kind in (WIN, RYUUKYOKU):
            lines += _calculation_lines(game, replay_to(game, hand, index, audit.ruleset), event)
    return lines + _findings(audit, hand.index, None)


def _findings(audit: Audit, hand: HandIndex, event: EventIndex | None) -> list[str]:
    findings = [one for one in audit.findings if one.hand == hand and (event is None or one.event == event)]
    spoken = [(LANGUAGE.get().text(one.severity), LANGUAGE.get().finding(one)) for one in findings]
    return [""] * bool(spoken) + [f"{one.check} {grave} {one.short_name}: {one.message}" for grave, one in spoken]
