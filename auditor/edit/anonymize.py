"""``auditor anonymize``: logs without what shows whose games they were and when, and with the same findings.

Names, grades, ratings, ids, lobbies, titles, dates, seeds and hashes are removed: whatever is not play, unless the
choice of the ruleset needs it. Games are rewritten from their events, so that nothing unknown gets through; formats
that may hold more than that remove names themselves (`Format.anonymize`). Each log is then read again and judged.

The tiles stay as they were, so whoever has the original log can still find the game.
"""

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import quote

from auditor.core.errors import Problem, ReadError
from auditor.core.events import NOT_RECORDED, Game, Player, replace_game
from auditor.core.reading import FORMATS, Format, detect, read, rules_stated_by
from auditor.core.reading.format import anonymous_name
from auditor.core.reading.logs import GameLog
from auditor.core.reading.stated_rules import rule_words
from auditor.core.rulesets import AUTO
from auditor.core.sources import InputItem, input_name
from auditor.core.table.wall import without_seed
from auditor.edit.output import EditError, FindingKey, companion_rules, finding_keys, findings_of, rules_of
from auditor.formats.majiang.rules import RULE_FILE
from auditor.formats.mjai import KYOKU_FIRST
from auditor.formats.riichicity.header import FIRST_POSITION, HEAD_SWITCHES

KEPT_ATTRIBUTES: Final = ("csrule", "qijia", KYOKU_FIRST, FIRST_POSITION, *HEAD_SWITCHES)
"""Attributes of a game's header that say something about its rules or seats."""
SOME_LOBBY: Final = 1
"""In place of another lobby's number than 0: that there is one says that the table may have rules of its own."""
_CHIPS: Final = re.compile(r"hand \d+ .*")
"""Attributes of single hands (`auditor.formats.mjlog.vocabulary.hand_fact`): chips, which are points."""

_IDS_OF_NO_GAME: Final = (
    "", "000000-00000000-0000-0000-0000-000000000000", "2008000000gm-0000-0000-00000000",
    "2009000000gm-0000-0000-00000000", "2010120000gm-0000-0000-00000000",
)  # fmt: skip
"""Ids that name no game, but show the server, or which of Tenhou's former rules applied."""

_SHORT: Final = 4
"""A shorter name is searched for only as a whole string: it may well be a word of the format."""


class Anonymous(NamedTuple):
    """An anonymized log.

    data: the content of the file. ending: of the file. log_id: an id that the file's name must contain, because the
    format does not hold it, or "". rule_object: to be written next to the file, as it lay next to the input; "" for
    none. games: how many. lost_findings, new_findings: those only in the original, and only in this log. leaked: names,
    ids, seeds or ratings still in the data. problems: what could not be read, and is left out.
    """

    data: bytes
    ending: str
    log_id: str
    rule_object: str
    games: int
    lost_findings: tuple[FindingKey, ...]
    new_findings: tuple[FindingKey, ...]
    leaked: tuple[str, ...]
    problems: tuple[Problem, ...]

    def lines(self, *, is_alone: bool) -> list[str]:
        """What the user must know about the log, line by line. is_alone: whether the user named the file to write."""
        lines = [f"not read, and not in it: {problem}" for problem in self.problems]
        lines += [f"found no more: {one}" for one in self.lost_findings]
        lines += [f"found, and not before: {one}" for one in self.new_findings]
        lines += [f"still in it: {one!r}" for one in self.leaked]
        if is_alone and self.rule_object:
            lines.append(f"it is judged by the {RULE_FILE} that lies next to the log: put that next to the file too")
        if is_alone and self.log_id:
            lines.append(f"the rules of its time hold where the file's name has {self.log_id} in it")
        return lines


def anonymous_game(game: Game, log_id: str = "", rule_text: str | None = None) -> Game:
    """A game without what shows whose it was and when. log_id, rule_text: its new ones; None keeps words on rules."""
    seats = [Player(anonymous_name(seat) if player.name else "") for seat, player in enumerate(game.seats)]
    kept = [name for name in game.attributes if name in KEPT_ATTRIBUTES or _CHIPS.fullmatch(name)]
    attributes = {name: game.attributes[name] for name in kept}
    lobby = SOME_LOBBY if rules_stated_by(game).is_in_lobby else NOT_RECORDED
    return replace_game(
        without_seed(game), log_id=log_id, seats=seats, attributes=attributes, lobby=lobby,
        rule_text=rule_words(game.rule_text) if rule_text is None else rule_text,
    )  # fmt: skip


def anonymize(item: InputItem, rules: str = AUTO) -> list[Anonymous]:
    """Anonymize the games of an input: one file each, or one for all where the format holds several.

    [] for an input without games or problems. rules: the ruleset for both, as for `choose`. Raises EditError for what
    cannot be read or written at all, and RulesetError.
    """
    name = input_name(item.path, item.member)
    entries = [*read(item.data, name)]
    games = [one for one in entries if isinstance(one, Game)]
    problems = tuple([one for one in entries if isinstance(one, Problem)])
    if not games:
        if problems:
            raise EditError(f"{name}: {problems[0]}")
        return []
    format = next(one for one in FORMATS if one.name == games[0].format)
    logs = [GameLog(item.path, item.member, number, game) for number, game in enumerate(games)]
    rule_object = companion_rules(item.path, item.member) if rules == AUTO else ""
    together = [logs] if format.is_joinable or format.anonymize is not None else [[log] for log in logs]
    return [
        _checked(part, item, format, rules, rule_object, problems if index == 0 else ())
        for index, part in enumerate(together)
    ]


def _checked(
    logs: list[GameLog], item: InputItem, format: Format, rules: str, rule_object: str, problems: tuple[Problem, ...]
) -> Anonymous:
    """Anonymize the games of one file, and compare their findings before and after. Raises EditError."""
    log_id = ""
    if format.anonymize is not None:
        try:
            data = format.anonymize(item.data)
        except (ReadError, ValueError) as error:
            raise EditError(f"{input_name(item.path, item.member)}: {error}") from None
    else:
        games = [judged_alike(log, rules) for log in logs]
        data = "".join([_text(game, format) for game in games]).encode()
        ids = {game.log_id for game in games if game.log_id} - {one.log_id for one in _games(data, "x")}
        log_id = min(ids, default="")
    again = _games(data, f"{log_id}.log")
    if len(again) != len(logs):
        raise EditError(f"{input_name(item.path, item.member)}: what was written cannot be read back whole")
    lost_findings: list[FindingKey] = []
    new_findings: list[FindingKey] = []
    for log, game in zip(logs, again, strict=True):
        before, after = finding_keys(findings_of(log, rules)), finding_keys(findings_of(log, rules, game))
        lost_findings += sorted(before - after, key=str)
        new_findings += sorted(after - before, key=str)
    leaked = [one for log in logs for one in still_in(data.decode("utf-8", "replace"), log.game)]
    return Anonymous(
        data, _ending(data, format), log_id, rule_object, len(logs), tuple(lost_findings), tuple(new_findings),
        tuple(leaked), problems,
    )  # fmt: skip


def judged_alike(log: GameLog, rules: str) -> Game:
    """The anonymous game, with an id of no game and a rule text where the choice of its ruleset needs them."""
    first = anonymous_game(log.game)
    if rules != AUTO:
        return first
    due = rules_of(log, rules)
    for rule_text in (None, log.game.rule_text, rule_words(log.game.attributes.get("title", ""))):
        for log_id in _IDS_OF_NO_GAME:
            game = anonymous_game(log.game, log_id, rule_text)
            if rules_of(log, rules, game) == due:
                return game
    return first


def _text(game: Game, format: Format) -> str:
    try:
        return format.write(game, "")
    except ValueError as error:
        raise EditError(f"{format.title} cannot hold a game of its own: {error}") from None


def _games(data: bytes, name: str) -> list[Game]:
    return [one for one in read(data, name) if isinstance(one, Game)]


def _ending(data: bytes, format: Format) -> str:
    detected = detect(data)
    return format.ending if isinstance(detected, Problem) else detected.ending


def identities(game: Game) -> Iterator[str]:
    """Yield what an anonymized log of a game must not contain: names, id, seeds, hashes, ratings, times."""
    yield from [game.log_id, game.seed.partition(",")[2]]
    for seat, player in enumerate(game.seats):
        if player.name != anonymous_name(seat):
            yield player.name
        if player.rating is not None:
            yield f"{player.rating:.2f}"
    yield from [game.attributes.get(name, "") for name in ("start_time", "end_time", "room_id", "contest_uid")]
    for hand in game.hands:
        yield hand.shuffle.partition(",")[2]
        if hand.server is not None:
            yield from [hand.server.md5, hand.server.sha256, hand.server.salt, hand.server.salt_sha256]


def still_in(text: str, game: Game) -> list[str]:
    """Those of a game's identities that a text contains, as they are, percent-encoded or as JSON."""
    leaked = []
    for one in dict.fromkeys(identities(game)):
        spellings = {one, *[quote(one, safe=safe, errors="replace") for safe in ("", "/")]}
        spellings |= {json.dumps(one, ensure_ascii=is_ascii)[1:-1] for is_ascii in (True, False)}
        if len(one) < _SHORT:
            spellings = {f'"{spelling}"' for spelling in spellings}
        if one and any([spelling in text for spelling in spellings]):
            leaked.append(one)
    return leaked
