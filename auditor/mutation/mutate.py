"""``auditor mutate``: copies of legal logs with one fault each, and what must be found in them.

What is expected follows from how the fault is put, never from what the auditor finds: the copies are a benchmark for
any auditor, this one among them. Which copies are made depends on the contents of the logs and the seed alone, not on
the names of the files or their order.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from auditor.audit.game import audit_game, is_disabled
from auditor.convert.game import ConvertError, losses, rewritten
from auditor.edit.output import Folder, companion_rules
from auditor.errors import Problem, ReadError, RulesetError
from auditor.events import (
    DEPOSIT,
    DRAW_FACTS,
    NOT_RECORDED,
    RYUUKYOKU,
    WIN,
    WIN_FACTS,
    Deposit,
    Game,
    Ryuukyoku,
    ServerRecord,
    Win,
    replace_event,
    replace_game,
    replace_hand,
)
from auditor.files.atomic import temporary_folder
from auditor.formats import FORMAT_BY_NAME, WRITABLE, read
from auditor.formats.logs import budget_fault
from auditor.mutation.faults import FAULTS, FaultKind, LegalRecords, Mutant
from auditor.mutation.recorded import TAKEN_APART, RecordedGame, split_records
from auditor.results import NOTE
from auditor.rulesets import AUTO, choose, load
from auditor.rulesets.choice import choice_of, contradictions
from auditor.rulesets.model import Ruleset
from auditor.sources import InputItem, SourceProblem, input_name, open_sources
from auditor.text import as_json, file_stem
from auditor.units import EventIndex, HandIndex, SeatIndex

EXPECTED_FILE: Final = "expected.jsonl"
_SAID_BY_NEEDS: Final = ("which copy of a tile", "the dice")
"""Losses that matter to those faults alone that need what is lost."""
_BY_INDICATORS: Final = ("dora/", "win/", "pay/")
"""The families that judge nothing of a hand with kans where the log is not known to record all indicators."""
_NOT_WRITTEN: Final = "hand "
"""How the attributes begin that belong to single hands: chips, which a writer cannot attribute to what is left."""


_FACTS: Final = {
    WIN: WIN_FACTS,
    RYUUKYOKU: tuple([name for name in DRAW_FACTS if name != "tenpai"]),
    DEPOSIT: ("scores",),
}
"""Facts that a format may leave out of an event. Who is tenpai it may leave out because it cannot be said."""


class ExpectedLine(NamedTuple):
    """A line of ``expected.jsonl``: what must be found in a file, and nothing else.

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
        return as_json(self._asdict()) + "\n"


class MadeCopy(NamedTuple):
    """A mutant as written. rules: what names the ruleset that judges it."""

    text: str
    game: Game
    mutant: Mutant
    rules: str


class Legal:
    """A legal game, the ruleset that judges it, and its records, where it is of a format that has no writer.

    spec: what names the ruleset.
    """

    def __init__(self, game: Game, rules: Ruleset, recorded: RecordedGame | None = None, spec: str = AUTO) -> None:
        # What a server says of single events would be wrong of others that are put in their place.
        self.game = game if game.format not in WRITABLE else _without_words(game)
        self.rules = rules
        self.spec = spec
        self.recorded = recorded
        self._written: dict[str, tuple[str, Game] | None] = {}

    def written(self, format: str) -> tuple[str, Game] | None:
        """The game in a format, and what is read of it again; None where the format cannot say it."""
        if format not in self._written:
            self._written[format] = written(self.game, format)
        return self._written[format]


def _without_words(game: Game) -> Game:
    """A game of whose servers nothing is left but the walls."""
    hands = []
    for hand in game.hands:
        own = hand.server
        wall = None if own is None else ServerRecord(own.wall, own.md5, own.sha256, own.salt, own.salt_sha256)
        hands.append(hand if own is None else replace_hand(hand, server=wall))
    return game if all([hand.server is None for hand in hands]) else replace_game(game, hands=hands)


def mutation(fault: FaultKind, legal: Legal, choice: Random, format: str) -> MadeCopy | None:
    """A copy of a legal game with the fault, in a format; None where the game has no place for it.

    None also where the format cannot hold it: it has no form for it, or what is read of it again is not what was put,
    such as a stick not paid in a format that does not record payments; and where the rules switch the check off.
    """
    if fault.check is not None and is_disabled(fault.check, legal.rules):
        return None
    if fault.put_into_records is not None or format not in WRITABLE:
        return _mutation_of_records(fault, legal, choice)
    mutant = fault.mutant_of(legal.game, legal.rules, choice)
    made = None if mutant is None else _written_mutant(mutant, format)
    without = legal.written(format)
    if mutant is None or made is None or without is None or made[0] == without[0]:
        return None
    if not fault.is_recorded(made[1]) or not _says_the_same(mutant.game, made[1], fault.check or ""):
        return None
    known = {loss.what: loss.times for loss in losses(legal.game, without[1])}
    put = replace_game(mutant.game, red_tiles=made[1].red_tiles) if mutant.false_reds else mutant.game
    for loss in losses(round_tripped(put, made[1]), made[1]):
        if loss.what not in _SAID_BY_NEEDS and (loss.what not in known or loss.times > known[loss.what]):
            return None
    return MadeCopy(made[0], made[1], mutant, legal.spec)


def _written_mutant(mutant: Mutant, format: str) -> tuple[str, Game] | None:
    """A mutant in a format, and what is read of it again; None where the format cannot say it."""
    made = written(mutant.game, format)
    if not mutant.false_reds or made is None:
        return made
    with_reds = written(replace_game(mutant.game, red_tiles=mutant.false_reds), format)
    if with_reds is None:
        return None
    header, _, _ = made[0].partition("\n")  # which says that there are none
    text = header + "\n" + with_reds[0].partition("\n")[2]
    games = list(read(text.encode(), f"{mutant.game.log_id}.log"))
    return (text, games[0]) if len(games) == 1 and isinstance(games[0], Game) else None


def _says_the_same(game: Game, again: Game, check: str) -> bool:
    """Whether what is read of a game counts nobody else tenpai, as where a format shows that by the payments alone, and
    has the indicators that a check needs."""
    if check.startswith(_BY_INDICATORS) and game.indicators_recorded and not again.indicators_recorded:
        return False
    ends = [
        (event.tenpai, other.tenpai)
        for hand, copy in zip(game.hands, again.hands, strict=True)
        for event, other in zip(hand.events[-1:], copy.events[-1:], strict=False)
        if isinstance(event, Ryuukyoku) and isinstance(other, Ryuukyoku)
    ]
    return all([put is None or read is None or put == read for put, read in ends])


def _mutation_of_records(fault: FaultKind, legal: Legal, choice: Random) -> MadeCopy | None:
    if fault.put_into_records is None or legal.recorded is None or legal.recorded.format != fault.format:
        return None
    records = LegalRecords(legal.recorded, legal.rules, choice)
    place = fault.change_records(records)
    game = None if place is None else records.recorded.game()
    if place is None or game is None:
        return None
    mutant = Mutant(game) if fault.check is None else Mutant(game, place.hand, place.seat, place.event)
    return MadeCopy(records.recorded.text(), game, mutant, legal.spec)


def written(game: Game, format: str) -> tuple[str, Game] | None:
    """A game in a format, and what is read of it again; None where the format cannot say it."""
    try:
        return rewritten(game, format)
    except ConvertError:
        return None


def round_tripped(game: Game, again: Game) -> Game:
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
                events[place] = replace_event(event, **absent)
        hands.append(replace_hand(hand, events=events))
    return replace_game(game, hands=hands)


class LegalLogs:
    """The legal logs among inputs, one input at a time: nothing is kept of those that are through.

    leave_out: called for each log that is none, by its name, and why.
    """

    def __init__(
        self, paths: Iterable[str], rules: str, to: str | None,
        leave_out: Callable[[str, str], object] = lambda name, why: None,
    ) -> None:  # fmt: skip
        self.paths = list(paths)
        self.rules = rules
        self.to = to
        self.leave_out = leave_out

    def __iter__(self) -> Iterator["LegalInput"]:
        for item in open_sources(self.paths):
            if isinstance(item, SourceProblem):
                self.leave_out(input_name(item.path, item.member), str(item.problem))
            else:
                yield LegalInput(item, self)

    def games_of(self, item: InputItem) -> list[Legal]:
        """The legal games of an input."""
        found = []
        for legal in self._tried(item):
            if isinstance(legal, Legal):
                found.append(legal)
            else:
                self.leave_out(input_name(item.path, item.member), legal)
        return found

    def spec_of(self, game: Game, item: InputItem) -> str:
        """What names the rules of a game: where they are assumed the ruleset itself, by which findings are no notes.

        Raises RulesetError.
        """
        if self.rules != AUTO:
            return self.rules
        choice = choice_of(AUTO, game, item.path, item.member)
        is_named = choice.is_assumed and not contradictions(load(choice.rules.name), game)
        return choice.rules.name if is_named else AUTO

    def _tried(self, item: InputItem) -> Iterator[Legal | str]:
        """The games of an input; of each that is not taken why."""
        for game in read(item.data, input_name(item.path, item.member)):
            if isinstance(game, Problem):
                yield str(game)
                continue
            if self.to is None and game.format in TAKEN_APART:
                yield from self._recorded(game.format, item)
                return
            try:
                yield self._legal(game, item)
            except RulesetError as error:
                yield str(error)
            if fault := budget_fault(item.budget, game):
                yield fault
                return

    def _recorded(self, format: str, item: InputItem) -> Iterator[Legal | str]:
        """The same of an input in a format that has no writer."""
        try:
            games = split_records(format, item.data)
        except (ReadError, ValueError):
            yield "its records cannot be taken apart"
            return
        for recorded in games:
            game = recorded.game()
            if game is None:
                yield "its records cannot be written as they were read"
            else:
                yield self._judged(game, item, recorded)
                if fault := budget_fault(item.budget, game):
                    yield fault
                    return

    def _legal(self, game: Game, item: InputItem) -> Legal | str:
        """The game; or why it is not taken."""
        format = self.to or game.format
        if format not in WRITABLE:
            return f"{format} cannot be written; give --to {'|'.join(WRITABLE)}"
        if any([name.startswith(_NOT_WRITTEN) for name in game.attributes]):
            return "a room with chips"
        again = written(game, format)
        if again is None:
            return f"{format} cannot hold it"
        return self._judged(again[1], item)

    def _judged(self, game: Game, item: InputItem, recorded: RecordedGame | None = None) -> Legal | str:
        """A game with its rules; or why it is not taken: it has faults."""
        if not game.hands:
            return "it holds no hand"
        spec = self.spec_of(game, item)
        rules, _ = choose(spec, game, item.path, item.member)
        audit = audit_game(game, rules)
        faults = [one.check for one in audit.findings if one.severity != NOTE]
        if faults or audit.problems or any([record.stopped_at is not None for record in audit.records]):
            return f"it has faults of its own: {', '.join(faults[:3])}"
        return Legal(game, rules, recorded, spec)


class LegalInput:
    """An input, and the legal games in it, which are read when they are asked for. digest: of its contents."""

    def __init__(self, item: InputItem, logs: LegalLogs) -> None:
        self.item = item
        self.digest = sha256(item.data).hexdigest()
        self._logs = logs
        self._games: list[Legal] | None = None

    @property
    def games(self) -> list[Legal]:
        """The legal games."""
        if self._games is None:
            self._games = self._logs.games_of(self.item)
        return self._games

    def mutation(self, fault: FaultKind, seed: int) -> MadeCopy | None:
        """A copy of the first game that has a place for a fault, and is judged by the same rules with it."""
        for number, legal in enumerate(self.games):
            choice = Random(f"{seed} {fault.name} {self.digest} {number}")
            made = mutation(fault, legal, choice, legal.game.format)
            if made is None:
                continue
            rules, _ = choose(legal.spec, made.game, self.item.path, self.item.member)
            if rules == legal.rules:
                return made
        return None


class Copy(NamedTuple):
    """A copy with a fault. key: its place among those of the fault. instead_of: the key of one that it replaces."""

    fault: FaultKind
    key: str
    made: MadeCopy
    item: InputItem
    instead_of: str | None


def mutants(logs: LegalLogs, faults: Iterable[FaultKind], each: int, seed: int) -> Iterator[Copy]:
    """Copies of so many of the logs with each fault, one of each; fewer where fewer have a place for it.

    All logs are gone through once. An order of the logs, which depends on their contents, the fault and the seed alone,
    says which are taken; a copy may take the place of one that was yielded before.
    """
    taken: dict[str, list[str]] = {fault.name: [] for fault in faults}
    for one in logs:
        for name, keys in taken.items():
            key = sha256(f"{seed} {name} {one.digest}".encode()).hexdigest()
            if key in keys or (len(keys) == each and key > keys[-1]):
                continue
            made = one.mutation(FAULTS[name], seed)
            if made is not None:
                insort(keys, key)
                yield Copy(FAULTS[name], key, made, one.item, keys.pop() if len(keys) > each else None)


class _CopyMade(NamedTuple):
    """A line to come: what is expected of a copy, and what its file needs."""

    expected: ExpectedLine
    ending: str
    log_id: str
    rule_object: str


def write_mutants(
    logs: LegalLogs, folder: str, faults: Iterable[str], each: int, seed: int
) -> Iterator[tuple[FaultKind, int]]:
    """Write mutants and what is expected of them; yields each fault and how many logs have it. Raises EditError.

    folder: where. faults: names of FAULTS. each: how many logs of each. seed: which.
    """
    made: dict[str, dict[str, _CopyMade]] = {name: {} for name in sorted(faults)}
    target = Folder(folder)
    expected: list[ExpectedLine] = []
    with temporary_folder() as spool:
        for copy in mutants(logs, [FAULTS[name] for name in made], each, seed):
            of_fault = made[copy.fault.name]
            if copy.instead_of is not None:
                del of_fault[copy.instead_of]
                (spool / copy.instead_of).unlink()
            (spool / copy.key).write_bytes(copy.made.text.encode())
            of_fault[copy.key] = _copy_made(copy)
        for name, of_fault in made.items():
            for count, key in enumerate(sorted(of_fault), 1):
                one = of_fault[key]
                file = "-".join([name, str(count), *filter(None, [file_stem(one.log_id)])]) + one.ending
                path = target.add((spool / key).read_bytes(), file, one.rule_object)
                expected.append(one.expected._replace(file=path.relative_to(target.path).as_posix()))
            yield FAULTS[name], len(of_fault)
    target.add("".join([one.line() for one in sorted(expected)]).encode(), EXPECTED_FILE)


def _copy_made(copy: Copy) -> _CopyMade:
    place, fault, game, rules = copy.made.mutant, copy.fault, copy.made.game, copy.made.rules
    rule_object = companion_rules(copy.item.path, copy.item.member) if rules == AUTO else ""
    expected = ExpectedLine("", fault.name, fault.check, place.hand, place.seat, place.event, rules)
    return _CopyMade(expected, FORMAT_BY_NAME[game.format].ending, game.log_id, rule_object)
