"""What an edited log must keep: the findings of the log that it is made of, as the log itself says when read again."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from auditor.audit.game import audit_game
from auditor.convert.game import ConvertError, convert
from auditor.events import Game
from auditor.findings import Finding
from auditor.formats import FORMATS, WRITABLE, read
from auditor.logs import GameLog
from auditor.rulesets import choose
from auditor.rulesets.model import Ruleset
from auditor.units import EventIndex, HandIndex, SeatIndex


class EditError(ValueError):
    """A log that cannot be made as asked; the message says why, and what to do."""


class Told(NamedTuple):
    """A finding as it is compared between two logs, of all of whose words only the place in the log may change."""

    check: str
    hand: HandIndex | None
    event: EventIndex | None
    seat: SeatIndex | None
    message: str

    def __str__(self) -> str:
        event = "" if self.event is None else f" event {self.event}"
        return f"hand {self.hand}{event}: {self.check}: {self.message}"


def told(findings: Iterable[Finding]) -> Counter[Told]:
    """Findings as they are compared, each with how often it is told."""
    return Counter([Told(one.check, one.hand, one.event, one.seat, one.message) for one in findings])


def rules_of(log: GameLog, spec: str, game: Game | None = None) -> Ruleset:
    """The ruleset that judges a game of a log, or another made of it. spec: as for `choose`. Raises RulesetError."""
    return choose(spec, log.game if game is None else game, log.path, log.member)[0]


def findings_of(log: GameLog, spec: str, game: Game | None = None) -> list[Finding]:
    """What is found in a game of a log, or in another made of it. Raises RulesetError."""
    judged = log.game if game is None else game
    return audit_game(judged, rules_of(log, spec, judged)).findings


def format_for(game: Game, wanted: str | None) -> str:
    """The format to write a game in: the one wanted, else its own. Raises EditError where that cannot be written."""
    if wanted is not None or game.format in WRITABLE:
        return wanted or game.format
    title = next(format.title for format in FORMATS if format.name == game.format)
    raise EditError(f"{title} can be read, but not written: give --to {'|'.join(WRITABLE)}")


class Written(NamedTuple):
    """A game as written. game: what is read of the text. losses: what of it the format does not hold."""

    text: str
    game: Game
    losses: tuple[str, ...]


def written(game: Game, format: str) -> Written:
    """Write a game in a format, and read it again. Raises EditError where the format cannot say it."""
    try:
        conversion = convert(game, format)
    except ConvertError as error:
        raise EditError(str(error)) from None
    again = [one for one in read(conversion.text.encode(), f"{game.log_id}.log") if isinstance(one, Game)]
    return Written(conversion.text, again[0], tuple([str(loss) for loss in conversion.losses]))
