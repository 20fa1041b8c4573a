"""``auditor mutate``: copies of legal logs with one fault each, and the finding expected in each.

Expectations follow from how a fault is injected, never from what auditor finds: the copies are a benchmark for any
auditor, this one included. Which copies are made depends on the contents of the logs and the seed alone.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.audit.game import audit_game, is_disabled
from auditor.core.errors import Problem, ReadError, RulesetError
from auditor.core.events import Deposit, Game, Ryuukyoku, ServerRecord, Win, replace_event, replace_game, replace_hand
from auditor.core.files.atomic import temporary_folder
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.reading.logs import budget_fault
from auditor.core.results import NOTE
from auditor.core.rulesets import AUTO, choose, load
from auditor.core.rulesets.choice import choice_of, contradictions
from auditor.core.rulesets.model import Ruleset
from auditor.core.sources import InputItem, SourceProblem, input_name, open_sources
from auditor.core.text import as_json, file_stem
from auditor.core.units import EventIndex, HandIndex, SeatIndex
from auditor.edit.convert import ConvertError, losses, rewritten
from auditor.edit.output import Folder, companion_rules
from auditor.formats import majsoul
from auditor.formats.mleague import NAME as M_LEAGUE
from auditor.mutation.faults import FAULTS, FaultKind
from auditor.mutation.faults.legal import LegalRecords, Mutant
from auditor.mutation.recorded import RECORD_SPLITTERS, RecordedGame

EXPECTED_FILE: Final = "expected.jsonl"
_LOSSES_COVERED_BY_NEEDS: Final = ("which copy of a tile", "the dice")
"""Conversion losses that rule a copy out only for faults whose `needs` name what is lost."""
_NEED_INDICATORS: Final = ("dora/", "win/", "pay/")
"""The families of checks that skip hands with kans unless the log is known to record all indicators."""
RECORDS_ONLY: Final = (majsoul.NAME, M_LEAGUE)
"""The formats whose logs get the faults in their records alone: a log written anew would lack what servers and people
say beside the play. Riichi City's writer keeps that."""
_HAND_ATTRIBUTE: Final = "hand "
"""The prefix of the attributes of single hands (chips), which a writer cannot assign to the hands that are left."""


_OMITTABLE_FACTS: Final = {
    events.WIN: events.WIN_FACTS,
    events.RYUUKYOKU: tuple([name for name in events.DRAW_FACTS if name != "tenpai"]),
    events.DEPOSIT: ("scores",),
}
"""The facts of an event that a format may lack without ruling a copy out. `tenpai` is not one of them: a format may
omit it because it cannot express the faulty value."""


class ExpectedLine(NamedTuple):
    """A line of ``expected.jsonl``: the only finding that a file must give.

    check: None for a legal twin, several where one of these must find the fault, in its hand (None among them: or
    none). hand, seat, event: as in findings, None where it has none. rules: the ruleset to judge by, or ``auto``.
    """

    file: str
    fault: str
    check: str | tuple[str | None, ...] | None
    hand: HandIndex | None
    seat: SeatIndex | None
    event: EventIndex | None
    rules: str

    def line(self) -> str:
        """The line as JSON, with its newline."""
        return as_json(self._asdict()) + "\n"


class WrittenMutant(NamedTuple):
    """A mutant as written. rules: the ruleset to judge it by (a name, a file or ``auto``)."""

    text: str
    game: Game
    mutant: Mutant
    rules: str


class LegalSource:
    """A legal game, its ruleset, and its records if its format has faults of these.

    spec: names the ruleset, as for `rulesets.choose`.
    """

    def __init__(self, game: Game, rules: Ruleset, recorded: RecordedGame | None = None, spec: str = AUTO) -> None:
        # What a server states about single events would be wrong about the events that replace them.
        self.game = game if game.format in RECORDS_ONLY and recorded is not None else _without_server_records(game)
        self.rules = rules
        self.spec = spec
        self.recorded = recorded
        self._written: dict[str, tuple[str, Game] | None] = {}

    def written(self, format: str) -> tuple[str, Game] | None:
        """The game written in a format, and the same text read back; None where the format cannot express it."""
        if format not in self._written:
            self._written[format] = written(self.game, format)
        return self._written[format]


def _without_server_records(game: Game) -> Game:
    """A copy of a game without its server records, except the walls."""
    hands = []
    for hand in game.hands:
        own = hand.server
        wall = None if own is None else ServerRecord(own.wall, own.md5, own.sha256, own.salt, own.salt_sha256)
        hands.append(hand if own is None else replace_hand(hand, server=wall))
    return game if all([hand.server is None for hand in hands]) else replace_game(game, hands=hands)


def mutation(fault: FaultKind, legal: LegalSource, rng: Random, format: str) -> WrittenMutant | None:
    """Copy a legal game with the fault in it, written in a format; None where the game has no spot for the fault.

    None also where the format cannot express it: it cannot be written, or reads back differently, such as an unpaid
    stick in a format that does not record payments; and where the rules disable the check.
    """
    if fault.check is not None and is_disabled(fault.check, legal.rules.off):
        return None
    is_of_records = legal.recorded is not None and format in RECORDS_ONLY
    if fault.put_into_records is not None or is_of_records:
        return _mutation_of_records(fault, legal, rng)
    mutant = fault.mutant_of(legal.game, legal.rules, rng)
    made = None if mutant is None else _written_mutant(mutant, format)
    without = legal.written(format)
    if mutant is None or made is None or without is None or made[0] == without[0]:
        return None
    if not fault.is_recorded(made[1]) or not _survives_reread(mutant.game, made[1], fault.check or ""):
        return None
    known = {loss.what: loss.times for loss in losses(legal.game, without[1])}
    put = replace_game(mutant.game, red_tiles=made[1].red_tiles) if mutant.false_reds else mutant.game
    for loss in losses(round_tripped(put, made[1]), made[1]):
        if loss.what not in _LOSSES_COVERED_BY_NEEDS and (loss.what not in known or loss.times > known[loss.what]):
            return None
    return WrittenMutant(made[0], made[1], mutant, legal.spec)


def _written_mutant(mutant: Mutant, format: str) -> tuple[str, Game] | None:
    """A mutant written in a format, and the same text read back; None where the format cannot express it."""
    made = written(mutant.game, format)
    if not mutant.false_reds or made is None:
        return made
    if (with_reds := written(replace_game(mutant.game, red_tiles=mutant.false_reds), format)) is None:
        return None
    header, _, _ = made[0].partition("\n")  # the header that says there are no red fives
    text = header + "\n" + with_reds[0].partition("\n")[2]
    games = list(read(text.encode(), f"{mutant.game.log_id}.log"))
    return (text, games[0]) if len(games) == 1 and isinstance(games[0], Game) else None


def _survives_reread(game: Game, again: Game, check: str) -> bool:
    """Whether a game reads back with the same seats tenpai (some formats show them by payments alone), and with the
    indicators or yaku that a check needs."""
    if check.startswith(_NEED_INDICATORS) and game.indicators_recorded and not again.indicators_recorded:
        return False
    if check == "win/yaku" and _wins_without_yaku(again) > _wins_without_yaku(game):
        return False
    ends = [
        (event.tenpai, other.tenpai)
        for hand, copy in zip(game.hands, again.hands, strict=True)
        for event, other in zip(hand.events[-1:], copy.events[-1:], strict=False)
        if isinstance(event, Ryuukyoku) and isinstance(other, Ryuukyoku)
    ]
    return all([put is None or read is None or put == read for put, read in ends])


def _wins_without_yaku(game: Game) -> int:
    return sum([win.yaku is None for hand in game.hands for win in hand.wins])


def _mutation_of_records(fault: FaultKind, legal: LegalSource, rng: Random) -> WrittenMutant | None:
    if fault.put_into_records is None or legal.recorded is None or legal.recorded.format != fault.format:
        return None
    records = LegalRecords(legal.recorded, legal.rules, rng)
    place = fault.change_records(records)
    game = None if place is None else records.recorded.game()
    if place is None or game is None:
        return None
    left_out = {one[0] for one in game.left_out if one not in legal.game.left_out}
    if fault.check in left_out or not fault.is_recorded(game):
        return None  # nothing else in the log states it
    mutant = Mutant(game) if fault.check is None else Mutant(game, place.hand, place.seat, place.event)
    return WrittenMutant(records.recorded.text(), game, mutant, legal.spec)


def written(game: Game, format: str) -> tuple[str, Game] | None:
    """A game written in a format, and the same text read back; None where the format cannot express it."""
    try:
        return rewritten(game, format)
    except ConvertError:
        return None


def round_tripped(game: Game, again: Game) -> Game:
    """A game without those facts of wins, draws and deposits that its written and reread copy lacks.

    A format omits them from a fault and from its legal twin alike, so they are not compared; everything else is.
    """
    hands = []
    for hand, copy in zip(game.hands, again.hands, strict=True):
        compared = list(hand.events)
        for place, (event, other) in enumerate(zip(hand.events, copy.events, strict=False)):
            if event.kind == other.kind and isinstance(event, Win | Ryuukyoku | Deposit):
                facts = {name: getattr(other, name) for name in _OMITTABLE_FACTS[event.kind]}
                absent = {name: fact for name, fact in facts.items() if fact is None or fact == events.NOT_RECORDED}
                compared[place] = replace_event(event, **absent)
        hands.append(replace_hand(hand, events=compared))
    return replace_game(game, hands=hands)


class LegalLogs:
    """Iterates over the legal logs among inputs, one input at a time, keeping none of those already processed.

    leave_out: called with the name of each log that is not legal, and the reason.
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

    def games_of(self, item: InputItem) -> list[LegalSource]:
        """The legal games of an input."""
        found = []
        for legal in self._sources_of(item):
            if isinstance(legal, LegalSource):
                found.append(legal)
            else:
                self.leave_out(input_name(item.path, item.member), legal)
        return found

    def rules_of(self, game: Game, item: InputItem) -> tuple[Ruleset, str]:
        """The ruleset to judge a game by, and the spec that chooses it. Raises RulesetError.

        An assumed ruleset is chosen by its name, so that findings under it are not demoted to notes.
        """
        choice = choice_of(self.rules, game, item.path, item.member)
        if self.rules == AUTO and choice.is_assumed:
            named = load(choice.rules.name)
            if not contradictions(named, game):
                return named, named.name
        return choice.rules, self.rules

    def _sources_of(self, item: InputItem) -> Iterator[LegalSource | str]:
        """Yield the legal games of an input, and a reason for each game that is not used."""
        for game in read(item.data, input_name(item.path, item.member)):
            if isinstance(game, Problem):
                yield str(game)
                continue
            if self.to is None and game.format in RECORD_SPLITTERS:
                yield from self._recorded(game.format, item)
                return
            try:
                yield self._legal(game, item)
            except RulesetError as error:
                yield str(error)
            if fault := budget_fault(item.budget, game):
                yield fault
                return

    def _recorded(self, format: str, item: InputItem) -> Iterator[LegalSource | str]:
        """Yield the same for an input in a format whose records get faults."""
        try:
            games = RECORD_SPLITTERS[format](item.data)
        except (ReadError, ValueError):
            yield "its records cannot be taken apart"
            return
        for recorded in games:
            if (game := recorded.game()) is None:
                yield "its records cannot be written as they were read"
            else:
                yield self._judged(game, item, recorded)
                if fault := budget_fault(item.budget, game):
                    yield fault
                    return

    def _legal(self, game: Game, item: InputItem) -> LegalSource | str:
        """The game, or the reason why it is not used."""
        format = self.to or game.format
        if any([name.startswith(_HAND_ATTRIBUTE) for name in game.attributes]):
            return "a room with chips"
        again = written(game, format)
        return f"{format} cannot hold it" if again is None else self._judged(again[1], item)

    def _judged(self, game: Game, item: InputItem, recorded: RecordedGame | None = None) -> LegalSource | str:
        """The game with its rules, or the reason why it is not used: it has faults."""
        if not game.hands:
            return "it holds no hand"
        rules, spec = self.rules_of(game, item)
        audit = audit_game(game, rules)
        faults = [one.check for one in audit.findings if one.severity != NOTE]
        if faults or audit.problems or any([record.stopped_at is not None for record in audit.records]):
            return f"it has faults of its own: {', '.join(faults[:3])}"
        return LegalSource(game, rules, recorded, spec)


class LegalInput:
    """An input and its legal games, which are read lazily. digest: of its contents."""

    def __init__(self, item: InputItem, logs: LegalLogs) -> None:
        self.item = item
        self.digest = sha256(item.data).hexdigest()
        self._logs = logs

    @cached_property
    def games(self) -> list[LegalSource]:
        """The legal games."""
        return self._logs.games_of(self.item)

    def mutation(self, fault: FaultKind, seed: int) -> WrittenMutant | None:
        """A copy, with the fault, of the first game that has a spot for it and keeps its rules with it."""
        for number, legal in enumerate(self.games):
            rng = Random(f"{seed} {fault.name} {self.digest} {number}")
            if (made := mutation(fault, legal, rng, legal.game.format)) is None:
                continue
            rules, _ = choose(legal.spec, made.game, self.item.path, self.item.member)
            if rules == legal.rules:
                return made
        return None


class Copy(NamedTuple):
    """A copy with a fault. key: its sort key among those of the fault. instead_of: the key of one that it replaces."""

    fault: FaultKind
    key: str
    made: WrittenMutant
    item: InputItem
    instead_of: str | None


def mutants(logs: LegalLogs, faults: Iterable[FaultKind], each: int, seed: int) -> Iterator[Copy]:
    """Yield copies of `each` logs with each fault, one per log; fewer where fewer logs have a spot for it.

    The logs are read once. Which are chosen depends on an order derived only from their contents, the fault and the
    seed; so a copy may replace one that was yielded before.
    """
    taken: dict[str, list[str]] = {fault.name: [] for fault in faults}
    for one in logs:
        for name, keys in taken.items():
            key = sha256(f"{seed} {name} {one.digest}".encode()).hexdigest()
            if key in keys or (len(keys) == each and key > keys[-1]):
                continue
            if (made := one.mutation(FAULTS[name], seed)) is not None:
                insort(keys, key)
                yield Copy(FAULTS[name], key, made, one.item, keys.pop() if len(keys) > each else None)


class _StagedCopy(NamedTuple):
    """A copy that is not placed yet: what is expected of it, and what its file needs."""

    expected: ExpectedLine
    ending: str
    log_id: str
    rule_object: str


def write_mutants(
    logs: LegalLogs, folder: str, faults: Iterable[str], each: int, seed: int
) -> Iterator[tuple[FaultKind, int]]:
    """Write mutants and the findings expected in them. Yields each fault with its number of copies. Raises EditError.

    folder: to write to. faults: names in FAULTS. each: how many logs per fault. seed: selects the logs and spots.
    """
    made: dict[str, dict[str, _StagedCopy]] = {name: {} for name in sorted(faults)}
    target = Folder(folder)
    expected: list[ExpectedLine] = []
    with temporary_folder() as spool:
        for copy in mutants(logs, [FAULTS[name] for name in made], each, seed):
            of_fault = made[copy.fault.name]
            if copy.instead_of is not None:
                del of_fault[copy.instead_of]
                (spool / copy.instead_of).unlink()
            (spool / copy.key).write_bytes(copy.made.text.encode())
            of_fault[copy.key] = _staged(copy)
        for name, of_fault in made.items():
            for count, key in enumerate(sorted(of_fault), 1):
                one = of_fault[key]
                file = "-".join([name, str(count), *filter(None, [file_stem(one.log_id)])]) + one.ending
                path = target.add((spool / key).read_bytes(), file, one.rule_object)
                expected.append(one.expected._replace(file=path.relative_to(target.path).as_posix()))
            yield FAULTS[name], len(of_fault)
    target.add("".join([one.line() for one in sorted(expected)]).encode(), EXPECTED_FILE)


def _staged(copy: Copy) -> _StagedCopy:
    place, fault, game, rules = copy.made.mutant, copy.fault, copy.made.game, copy.made.rules
    rule_object = companion_rules(copy.item.path, copy.item.member) if rules == AUTO else ""
    expected = ExpectedLine("", fault.name, fault.checks or fault.check, place.hand, place.seat, place.event, rules)
    return _StagedCopy(expected, FORMAT_BY_NAME[game.format].ending, game.log_id, rule_object)
