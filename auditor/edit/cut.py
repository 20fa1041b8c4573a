"""``auditor cut``: one hand of a game as a log of its own.

The hand keeps its round, counters and scores, and the game its rules, players and id. What is true only of the whole
game is left out: the other hands, and the result unless the hand is the last. The shuffle seed stays, for a log may
begin at a later hand; it is left out, too, where it does not prove the hand alone.
"""

import re
from collections import Counter
from typing import Final, NamedTuple

from auditor.core.events import NOT_RECORDED, WIN, Game, replace_game, replace_hand
from auditor.core.reading.logs import GameLog, hand_of
from auditor.core.table.wall import has_seed, without_seed
from auditor.core.units import EventIndex, HandIndex
from auditor.edit.output import EditedLog, EditError, FindingKey, checked_log, finding_keys, findings_of

_OF_A_HAND: Final = re.compile(r"hand (\d+) (?:event (\d+) )?(.*)")
"""The key of a fact of one hand in the attributes of a `Game` (`auditor.formats.mjlog.vocabulary.hand_fact`)."""


class Cut(NamedTuple):
    """A hand cut out of a game.

    written: the log. left_out: the parts of the game's header left out because they would cause new findings, a phrase
    each. lost_findings: of the hand, lost without the rest of the game. new_findings: not in the whole game; there are
    none unless the format cannot hold the hand.
    """

    written: EditedLog
    left_out: tuple[str, ...]
    lost_findings: tuple[FindingKey, ...]
    new_findings: tuple[FindingKey, ...]


def cut_game(game: Game, index: HandIndex, until: EventIndex | None = None) -> Game:
    """One hand of a game, as a game. index: as in findings. until: the last event that stays; None for all.

    Several wins on one tile are one end of the hand: all stay where the first does. Raises NoGameError where there is
    no such hand, and EditError where there is no such event.
    """
    hand = hand_of(game, index)
    last = len(hand.events) - 1 if until is None else until
    if until is not None and not 0 <= until < len(hand.events):
        raise EditError(f"hand {index} has the events 0 to {len(hand.events) - 1}, not {until}")
    while last + 1 < len(hand.events) and hand.events[last].kind == WIN == hand.events[last + 1].kind:
        last += 1
    is_end = last + 1 == len(hand.events)
    cut = replace_hand(
        hand, index=0, events=hand.events[: last + 1],
        disconnections=[one for one in hand.disconnections if one.event <= last + 1],
        contradictions=[one for one in hand.contradictions if one.event <= last],
        unexplained_from=hand.unexplained_from if is_end else NOT_RECORDED,
    )  # fmt: skip
    if cut.server is not None and not is_end:
        cut.server.end_scores = None
    result = game.result if is_end and hand is game.hands[-1] else None
    return replace_game(game, hands=[cut], attributes=_attributes(game, index, last), result=result)


def _attributes(game: Game, index: HandIndex, last: EventIndex) -> dict[str, str]:
    """The attributes of the game for a log of one hand, up to an event: facts of the hand are renamed to hand 0."""
    own: dict[str, str] = {}
    for name, value in game.attributes.items():
        if (match := _OF_A_HAND.fullmatch(name)) is None:
            own[name] = value
        elif int(match[1]) == index and (match[2] is None or int(match[2]) <= last):
            own[name.replace(f"hand {index} ", "hand 0 ", 1)] = value
    return own


def cut(log: GameLog, index: HandIndex, until: EventIndex | None = None, *, rules: str, to: str | None = None) -> Cut:
    """One hand of a log as a log of its own, if possible with no finding that the whole log does not have.

    index, until: as for `cut_game`. rules: the ruleset for both, as for `choose`. to: the format to write, if not the
    log's own. Raises EditError, NoGameError, and RulesetError.
    """
    format = to or log.game.format
    game = cut_game(log.game, index, until)
    before = Counter[FindingKey]()
    for one, number in finding_keys(findings_of(log, rules)).items():
        if one.hand == index:
            before[one._replace(hand=0)] = number
    cuts: list[Cut] = []
    for tried, left_out in _ways(game):
        log_written = checked_log(tried, format)
        after = finding_keys(findings_of(log, rules, log_written.game))
        lost_findings, new_findings = sorted(before - after, key=str), sorted(after - before, key=str)
        cuts.append(Cut(log_written, left_out, tuple(lost_findings), tuple(new_findings)))
        if not new_findings:
            return cuts[-1]
    return cuts[0]


def _ways(game: Game) -> list[tuple[Game, tuple[str, ...]]]:
    """The cut game, then variants of it with less and less of its header, each with what was left out."""
    ways: list[tuple[Game, tuple[str, ...]]] = [(game, ())]
    if has_seed(game):
        ways.append((without_seed(game), ("the shuffle seed",)))
    if game.result is not None:
        ways += [(replace_game(one, result=None), (*left, "the result of the game")) for one, left in ways]
    # A log without players is an excerpt, whose first hand is not judged as the start of a game.
    ways += [(replace_game(one, seats=[]), (*left, "the players")) for one, left in ways]
    return ways
