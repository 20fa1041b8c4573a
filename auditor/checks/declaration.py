"""What a check says of itself: its text, what it judges, what it relies on and what it puts in doubt."""

from typing import ClassVar

from auditor.units import EventKind, Facets


class Declaration:
    """The head of a check.

    id, severity: fixed names. title: one sentence, what it flags. why: the rule in words a referee accepts.
    sources: where the rule is written. settings: the keys of a ruleset that change what it finds, or what that says.

    relies, spoils: what the judgement rests on and what its finding puts in doubt, as facets of `doubt`; of HAND and
    RIICHI, those of the finding's seat. also_relies: what the judging function asks about itself: of other seats, or
    where a finding rests on less than the others. also_spoils: what it puts in doubt by `Report.spoil`: of other
    seats, in some cases only, or where it stays silent itself.

    before_kinds, after_kinds: the event kinds it judges. judges_start, judges_end, judges_game: further moments.
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
    judges_start: ClassVar[bool] = False
    judges_end: ClassVar[bool] = False
    judges_game: ClassVar[bool] = False
