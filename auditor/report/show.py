"""``auditor show``: a log's hands, a hand's events, a position, or a hand's wall, as text."""

from auditor import rulesets
from auditor.audit.game import Audit, audit_game
from auditor.checks.wall_cursor import WallCursor
from auditor.events import Game, Hand, Win
from auditor.formats import read
from auditor.problems import Problem
from auditor.report.position import (
    event_list,
    event_text,
    overview,
    position,
    replay_to,
    tile_names,
    wall_text,
    win_explained,
)
from auditor.sources import SourceProblem, open_sources
from auditor.units import EventIndex, HandIndex


class ShowError(ValueError):
    """A log, hand or event that cannot be shown; the message says why."""


def show(path: str, hand: HandIndex | None, event: EventIndex | None, rules: str, game_number: int = 0) -> list[str]:
    """The lines for a log (no hand), for a hand of it (no event), or for the position before an event.

    hand, event: indexes from 0, as in findings. game_number: which game of a file that holds several. Raises
    ShowError, and RulesetError for `rules`.
    """
    game = _game(path, game_number)
    ruleset, reason = rulesets.choose(rules, game, path)
    audit = audit_game(game, ruleset)
    if hand is None:
        if event is not None:
            raise ShowError("--event needs --hand")
        return [f"{game.log_id or path}, ruleset {ruleset.name} ({reason})", *overview(game, audit.records)]
    shown = _hand(game, hand)
    if event is None:
        return _whole_hand(audit, shown)
    if not 0 <= event < len(shown.events):
        raise ShowError(f"hand {hand} has the events 0 to {len(shown.events) - 1}, not {event}")
    table = replay_to(game, shown, event, ruleset)
    current = shown.events[event]
    lines = [*position(game, table), "", f"event {event}: {event_text(current, tile_names(game))}"]
    if isinstance(current, Win):
        lines += ["", *win_explained(game, table, current)]
    return lines + _findings(audit, hand, event)


def show_wall(path: str, hand: HandIndex, game_number: int = 0) -> list[str]:
    """The lines for a hand's wall, published or by the seed. Raises ShowError where there is none."""
    game = _game(path, game_number)
    shown = _hand(game, hand)
    walls = WallCursor(game)
    for earlier in game.hands:
        wall = walls.find(earlier)
        if earlier is shown:
            if wall is None:
                raise ShowError(f"hand {hand} has no known wall: {walls.unproven or 'the seed does not fit it'}")
            return [f"{shown.name} honba {shown.honba}", *wall_text(game, shown, wall)]
    return []


def _whole_hand(audit: Audit, hand: Hand) -> list[str]:
    game = audit.game
    place = [one.index for one in game.hands].index(hand.index)
    table = replay_to(game, hand, len(hand.events), audit.ruleset)
    lines = [*event_list(game, hand, audit.records[place]), "", *position(game, table)]
    for index, event in enumerate(hand.events):
        if isinstance(event, Win):
            before = replay_to(game, hand, index, audit.ruleset)
            lines += ["", event_text(event, tile_names(game)), *win_explained(game, before, event)]
    return lines + _findings(audit, hand.index, None)


def _findings(audit: Audit, hand: HandIndex, event: EventIndex | None) -> list[str]:
    found = [one for one in audit.findings if one.hand == hand and (event is None or one.event == event)]
    return [""] * bool(found) + [f"{one.check} {one.severity}: {one.message}" for one in found]


def _hand(game: Game, index: HandIndex) -> Hand:
    for hand in game.hands:
        if hand.index == index:
            return hand
    known = ", ".join([str(hand.index) for hand in game.hands])
    raise ShowError(f"there is no hand {index}; the log has the hands {known}")


def _game(path: str, number: int) -> Game:
    games: list[Game] = []
    problems: list[str] = []
    for item in open_sources([path]):
        if isinstance(item, SourceProblem):
            problems.append(f"{item.path}: {item.problem}")
            continue
        for found in read(item.data, item.member or item.path):
            if isinstance(found, Problem):
                problems.append(f"{item.path}: {found}")
            else:
                games.append(found)
    if not games:
        raise ShowError(problems[0] if problems else f"{path}: holds no game")
    if not 0 <= number < len(games):
        raise ShowError(f"{path}: holds {len(games)} games; give --game 0 to {len(games) - 1}")
    return games[number]
