"""Tenhou's mjlog (XML), and what it says of the rules."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final

from auditor.core.errors import Problem
from auditor.core.events import NOT_RECORDED, Game
from auditor.core.reading.format import MOST_HANDS, TOO_MANY_HANDS, Format, check_text, write_by
from auditor.core.reading.stated_rules import LobbyPoints, Phrase, StatedRules, rules_by_bits, rules_by_text

NAME: Final = "mjlog"
ROOT: Final = "mjloggm"
"""The outermost element."""
_ROOT_BEGINS: Final = b"<" + ROOT.encode()


def matches(head: bytes) -> bool:
    """Whether data that begins with `head` (from its first visible character) is an mjlog."""
    return head.startswith(b"<") and _ROOT_BEGINS in head


_USUAL_LOBBY: Final = ["0FE0BF0B", "0000001F"]
"""The first fields of a ``csrule`` where the lobby plays by the server's usual rules but for its points."""


def stated_rules(game: Game) -> StatedRules:
    """What the header of an mjlog says of its rules."""
    bits = game.rule_bits
    if bits == NOT_RECORDED:
        return rules_by_text(game)
    if not game.copies_recorded:  # then another program wrote it, whatever stands in GO
        return StatedRules(Phrase("copies-told-apart", number=bits))
    lobby = game.attributes.get("csrule", "")
    stated = rules_by_bits(bits, _evidence(bits))
    return stated._replace(has_lobby_rules=lobby != "", points=_lobby_points(lobby, game.players))


@lru_cache(maxsize=256)
def _evidence(bits: int) -> Phrase:
    return Phrase("go-type", place="GO type", said=bits)


def _lobby_points(csrule: str, players: int) -> LobbyPoints | None:
    """The points of a ``csrule``: its fields 5, 6 and 22 to 24. None where it changes more, or leaves these out."""
    fields = csrule.split(",")
    try:
        start, returned = int(fields[4]), int(fields[5])
        below = tuple([float(field) for field in fields[21 : 21 + players - 1]])
    except (ValueError, IndexError):
        return None
    if fields[:2] != _USUAL_LOBBY or len(below) != players - 1:
        return None
    return LobbyPoints(start, returned, below)


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read the game of an input if it holds any hand, and say what could not be read."""
    from auditor.formats.mjlog import fast

    data, cut = _within_limits(data)
    if (reader := fast.read(data, name)) is None:
        try:
            from auditor.formats.mjlog import thorough  # imports lxml, which takes longer than reading the log
        except ImportError:
            yield Problem("", "an mjlog that is not of the usual form is read by lxml, which is not installed")
            return
        reader = thorough.read(data, name)
    reader.finish()
    game = reader.game
    if game.hands:
        if reader.repeats_tiles():
            from auditor.formats.mjlog import first_copies

            if first_copies.tells_no_copies(game):
                first_copies.choose_copies(game)
        if reader.may_lack():
            from auditor.core.reading import left_out

            left_out.do_without_ends(game)
        yield game
    yield from reader.problems
    if cut:
        yield Problem(cut, TOO_MANY_HANDS)


_HAND_START: Final = b"<INIT"
_LEAST_HAND: Final = 64


def _within_limits(data: bytes) -> tuple[bytes, str]:
    """A log, cut after the most hands that a game may have, and where it was cut, "" if nowhere. Raises ReadError."""
    cut = ""
    if len(data) > MOST_HANDS * _LEAST_HAND and data.count(_HAND_START) > MOST_HANDS:
        parts = data.split(_HAND_START, MOST_HANDS + 1)[:-1]
        data = _HAND_START.join(parts) + f"</{ROOT}>".encode()
        cut = f"hand {MOST_HANDS}"
    check_text(data)
    return data, cut


write = partial(write_by, "auditor.formats.mjlog.writer")
FORMAT: Final[Format] = Format(
    NAME, "Tenhou mjlog (XML)", ".mjlog", matches, read, write, stated_rules=stated_rules, richness=7,
    holds_any_play=True, lists_yakuman=True,
)  # fmt: skip
