"""``auditor mutate``: copies of legal logs with one fault each, and what must be told of them.

What is expected follows from how the fault is put, never from what the auditor finds: the copies are a benchmark for
any auditor, this one among them. Which copies are made depends on the contents of the logs and the seed alone, not on
the names of the files or their order.
"""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from auditor.audit.game import audit_game, is_off
from auditor.convert.game import losses
from auditor.copying import DRAW_FACTS, WIN_FACTS, changed_event, changed_game, changed_hand
from auditor.edit.files import Folder, rule_object_beside
from auditor.events import DEPOSIT, NOT_RECORDED, RYUUKYOKU, WIN, Deposit, Game, Ryuukyoku, Win
from auditor.findings import NOTE
from auditor.formats import FORMAT_BY_NAME, WRITABLE, read
from auditor.problems import Problem, ReadError
from auditor.rulesets import AUTO, RulesetError, choose
from auditor.rulesets.model import Ruleset
from auditor.sources import Item, SourceProblem, open_sources
from auditor.testing.faults import FAULTS, Fault, LegalRecords, Mutant
from auditor.testing.recorded import TAKEN_APART, RecordedGame, taken_apart
from auditor.units import EventIndex, HandIndex, SeatIndex

EXPECTED_FILE: Final = "expected.jsonl"
_KEPT_GAMES: Final = 256
"""So many inputs stay read, for the next faults."""
_SAID_BY_NEEDS: Final = ("which copy of a tile", "the dice")
"""Losses that matter to those faults alone that need what is lost."""
_NOT_WRITTEN: Final = "hand "
"""How the attributes begin that tell of single hands: chips, of which a writer would not know where they have gone."""


_FACTS: Final = {
    WIN: WIN_FACTS,
    RYUUKYOKU: tuple([name for name in DRAW_FACTS if name != "tenpai"]),
    DEPOSIT: ("scores",),
}
"""Facts that a format may leave out of an event. Who is tenpai it may leave out because it cannot be said."""


class Expected(NamedTuple):
    """A line of ``expected.jsonl``: what must be told of a file, and nothing else.

    check: None for a legal twin. hand, seat, event: as in findings, None where the finding names none. rules: the
    ruleset to judge by, or ``auto``.
    """

    file: str
    fault: str
    check: str | None
    hand: HandIndex | None
    seat: SeatIndex | None
    event: EventIndex | None
    rules: str

    def line(self) -> str:
        """The line, with its end."""
        return json.dumps(self._asdict(), ensure_ascii=False) + "\n"


class Made(NamedTuple):
    """A mutant as written."""

    text: str
    game: Game
    mutant: Mutant


class Legal:
    """A legal game, the ruleset that judges it, and its records, where it is of a format that has no writer."""

    def __init__(self, game: Game, rules: Ruleset, recorded: RecordedGame | None = None) -> None:
        self.game = game
        self.rules = rules
        self.recorded = recorded
        self._written: dict[str, tuple[str, Game] | None] = {}

    def written(self, format: str) -> tuple[str, Game] | None:
        """The game in a format, and what is read of it again; None where the format cannot say it."""
        if format not in self._written:
            self._written[format] = written(self.game, format)
        return self._written[format]


def mutation(fault: Fault, legal: Legal, choice: Random, format: str) -> Made | None:
    """A copy of a legal game with the fault, in a format; None where the game has no place for it.

    None also where the format cannot tell it: it has no form for it, or what is read of it again is not what was put,
    such as a stick not paid in a format that does not record payments; and where the rules switch the check off.
    """
    if fault.check is not None and is_off(fault.check, legal.rules):
        return None
    if fault.put_into_records is not None or format not in WRITABLE:
        return _mutation_of_records(fault, legal, choice)
    mutant = fault.mutant_of(legal.game, legal.rules, choice)
    made = None if mutant is None else written(mutant.game, format)
    without = legal.written(format)
    if mutant is None or made is None or without is None or made[0] == without[0]:
        return None
    if not fault.is_recorded(made[1]):
        return None
    known = {loss.what: loss.times for loss in losses(legal.game, without[1])}
    for loss in losses(as_held(mutant.game, made[1]), made[1]):
        if loss.what not in _SAID_BY_NEEDS and (loss.what not in known or loss.times > known[loss.what]):
            return None
    return Made(made[0], made[1], mutant)


def _mutation_of_records(fault: Fault, legal: Legal, choice: Random) -> Made | None:
    if fault.put_into_records is None or legal.recorded is None or legal.recorded.format != fault.format:
        return None
    records = LegalRecords(legal.recorded, legal.rules, choice)
    place = fault.put_into_records(records)
    game = None if place is None else records.recorded.game()
    if place is None or game is None:
        return None
    told = Mutant(game) if fault.check is None else Mutant(game, place.hand, place.seat, place.event)
    return Made(records.recorded.text(), game, told)


def written(game: Game, format: str) -> tuple[str, Game] | None:
    """A game in a format, and what is read of it again; None where the format cannot say it."""
    write = WRITABLE[format].write
    try:
        text = "" if write is None else write(game, "")
    except ValueError:
        return None
    again = [one for one in WRITABLE[format].read(text.encode(), f"{game.log_id}.log") if isinstance(one, Game)]
    is_whole = len(again) == 1 and len(again[0].hands) == len(game.hands)
    return (text, again[0]) if is_whole else None


def as_held(game: Game, again: Game) -> Game:
    """A game without the facts of wins, draws and deposits that another, read of what was written of it, does not hold.

    What a format leaves out is lost to a fault and to its legal twin alike; what it has otherwise is not.
    """
    hands = []
    for hand, copy in zip(game.hands, again.hands, strict=True):
        events = list(hand.events)
        for place, (event, other) in enumerate(zip(hand.events, copy.events, strict=False)):
            if event.kind == other.kind and isinstance(event, Win | Ryuukyoku | Deposit):
                facts = {name: getattr(other, name) for name in _FACTS[event.kind]}
                absent = {name: fact for name, fact in facts.items() if fact is None or fact == NOT_RECORDED}
                events[place] = changed_event(event, **absent)
        hands.append(changed_hand(hand, events=events))
    return changed_game(game, hands=hands)


class LegalLogs:
    """The legal logs among inputs. left_out: why others are none, by their names.

    Their contents are kept, and not their names: they are asked in an order that these do not change.
    """

    def __init__(self, paths: Iterable[str], rules: str, to: str | None) -> None:
        self.rules = rules
        self.to = to
        self.left_out: dict[str, str] = {}
        self.items: dict[str, Item] = {}
        for item in open_sources(paths):
            if isinstance(item, SourceProblem):
                self.left_out[item.path] = str(item.problem)
            else:
                self.items.setdefault(sha256(item.data).hexdigest(), item)
        self.games = lru_cache(_KEPT_GAMES)(self._games)

    def in_order(self, key: str) -> list[str]:
        """The digests of the inputs, in an order that depends on them and the key alone."""
        return sorted(self.items, key=lambda digest: sha256(f"{key} {digest}".encode()).digest())

    def _games(self, digest: str) -> list[Legal]:
        """The legal games of an input."""
        item = self.items[digest]
        found: list[Legal] = []
        for game in read(item.data, item.member or item.path):
            if isinstance(game, Game) and self.to is None and game.format in TAKEN_APART:
                return self._recorded(game.format, item)
            if isinstance(game, Problem):
                self.left_out[item.path] = str(game)
                continue
            try:
                legal = self._legal(game, item)
            except RulesetError as error:
                self.left_out[item.path] = str(error)
                continue
            if legal is not None:
                found.append(legal)
        return found

    def _recorded(self, format: str, item: Item) -> list[Legal]:
        """The legal games of an input in a format that has no writer."""
        found: list[Legal] = []
        try:
            games = taken_apart(format, item.data)
        except (ReadError, ValueError):
            self.left_out[item.path] = "its records cannot be taken apart"
            return found
        for recorded in games:
            game = recorded.game()
            if game is None:
                self.left_out[item.path] = "its records cannot be written as they were read"
                continue
            legal = self._judged(game, item, recorded)
            if legal is not None:
                found.append(legal)
        return found

    def _legal(self, game: Game, item: Item) -> Legal | None:
        format = self.to or game.format
        if format not in WRITABLE:
            self.left_out[item.path] = f"{format} cannot be written; give --to {'|'.join(WRITABLE)}"
            return None
        if any([name.startswith(_NOT_WRITTEN) for name in game.attributes]):
            self.left_out[item.path] = "a room with chips"
            return None
        again = written(game, format)
        if again is None:
            self.left_out[item.path] = f"{format} cannot hold it"
            return None
        return self._judged(again[1], item)

    def _judged(self, game: Game, item: Item, recorded: RecordedGame | None = None) -> Legal | None:
        """A game with its rules, if it has no faults."""
        rules, _ = choose(self.rules, game, item.path, item.member)
        audit = audit_game(game, rules)
        faults = [one.check for one in audit.findings if one.severity != NOTE]
        if faults or audit.problems or any([record.stopped_at is not None for record in audit.records]):
            self.left_out[item.path] = f"it has faults of its own: {', '.join(faults[:3])}"
            return None
        return Legal(game, rules, recorded)


def mutants(logs: LegalLogs, fault: Fault, each: int, seed: int) -> Iterator[tuple[Made, Item]]:
    """Copies of so many of the logs with a fault, one of each; fewer where fewer have a place for it."""
    made = 0
    for digest in logs.in_order(f"{seed} {fault.name}"):
        if made == each:
            return
        for number, legal in enumerate(logs.games(digest)):
            choice = Random(f"{seed} {fault.name} {digest} {number}")
            one = mutation(fault, legal, choice, legal.game.format)
            if one is not None:
                made += 1
                yield one, logs.items[digest]
                break


def write_mutants(
    logs: LegalLogs, folder: str, faults: Iterable[str], each: int, seed: int
) -> Iterator[tuple[Fault, int]]:
    """Write mutants and what is expected of them; yields each fault and how many logs have it. Raises EditError.

    folder: where. faults: names of FAULTS. each: how many logs of each. seed: which.
    """
    target = Folder(folder)
    expected: list[Expected] = []
    for name in sorted(faults):
        fault = FAULTS[name]
        count = 0
        for made, item in mutants(logs, fault, each, seed):
            count += 1
            parts = [name, str(count), *([made.game.log_id] if made.game.log_id else [])]
            rule_object = rule_object_beside(item.path, item.member) if logs.rules == AUTO else ""
            path = target.add(
                made.text.encode(), "-".join(parts) + FORMAT_BY_NAME[made.game.format].ending, rule_object
            )
            place = made.mutant
            file = path.relative_to(target.path).as_posix()
            expected.append(Expected(file, name, fault.check, place.hand, place.seat, place.event, logs.rules))
        yield fault, count
    target.add("".join([one.line() for one in sorted(expected)]).encode(), EXPECTED_FILE)
