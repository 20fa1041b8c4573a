"""Games as logs, in every format that the project can write: those of `auditor convert`, and Mahjong Soul's records."""

from auditor.events import Game
from auditor.formats import WRITABLE, majsoul
from auditor.rulesets.model import Ruleset
from auditor.testing import majsoul_records, majsoul_shapes


def log_of(game: Game, rules: Ruleset, format: str, comment: str = "") -> str:
    """A game as a log.

    rules: what a Mahjong Soul's record says of it is by these (furiten flags, offers); its wall is made up and hashed.
    format: one that `auditor convert` writes, or ``majsoul``. comment: what stands at its head. Raises ValueError for
    another format, and for what the format cannot say.
    """
    if format == majsoul.NAME:
        head = majsoul_records.head(game)
        return majsoul_shapes.browser(head, majsoul_records.records(game, rules), comment) + "\n"
    known = WRITABLE.get(format)
    if known is None or known.write is None:
        raise ValueError(f"no format {format!r}; give one of {', '.join([*WRITABLE, majsoul.NAME])}")
    return known.write(game, comment)
