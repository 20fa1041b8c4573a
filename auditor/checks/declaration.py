"""What a check says of itself: its text, what it judges, what it relies on and what it puts in doubt."""

from typing import ClassVar, Final

from auditor.units import EventKind, Facets, Needs

UNUSUAL: Final = 1 << 0
"""The draw or discard is not like nearly all of them: out of turn, of a tile that cannot be there, and the like."""
PASSING: Final = 1 << 1
"""A seat could have won on the tile that is passed now."""
KAN_MADE: Final = 1 << 2
"""A kan has been made in the hand."""
DECLARATION: Final = 1 << 3
"""The tile of a declaration has just been discarded, and nobody has acted since."""
SITUATIONS: Final = 1 << 4
"""So many situations there are of these at a draw or a discard (`auditor.checks.situation` tells which it is)."""

CONTRADICTIONS: Final = 1 << 4
"""The log contradicts itself somewhere."""
SERVER_SIDE: Final = 1 << 5
"""The log holds what the server itself says of a hand."""
ALL_TILES: Final = 1 << 6
"""The log hides no tile from anybody."""
OF_A_GAME: Final = CONTRADICTIONS | SERVER_SIDE | ALL_TILES
"""What is so throughout a game, or not at all."""


class Declaration:
    """The head of a check.

    id, severity: fixed names. title: one sentence, what it flags. why: the rule in words a referee accepts.
    sources: where the rule is written. settings: the keys of a ruleset that change what it finds, or what that says.

    relies, spoils: what the judgement rests on and what its finding puts in doubt, as facets of `doubt`; of HAND and
    RIICHI, those of the finding's seat. also_relies: what the judging function asks about itself: of other seats, or
    where a finding rests on less than the others. also_spoils: what it puts in doubt by `Report.spoil`: of other
    seats, in some cases only, or where it stays silent itself.

    before_kinds, after_kinds: the event kinds it judges. judges_start, judges_end, judges_game: further moments.
    needs: what must be so for it to find anything, one of the constants above, or 0: else it is not asked, neither in a
    game nor, of the other constants, at a draw or a discard, which are nine of ten events.
    """

    id: ClassVar[str] = ""
    severity: ClassVar[str] = ""
    title: ClassVar[str] = ""
    why: ClassVar[str] = ""
    sources: ClassVar[tuple[str, ...]] = ()
    settings: ClassVar[tuple[str, ...]] = ()
    relies: ClassVar[Facets] = 0
    also_relies: ClassVar[Facets] = 0
    spoils: ClassVar[Facets] = 0
    also_spoils: ClassVar[Facets] = 0
    before_kinds: ClassVar[tuple[EventKind, ...]] = ()
    after_kinds: ClassVar[tuple[EventKind, ...]] = ()
    needs: ClassVar[Needs] = 0
    judges_start: ClassVar[bool] = False
    judges_end: ClassVar[bool] = False
    judges_game: ClassVar[bool] = False
