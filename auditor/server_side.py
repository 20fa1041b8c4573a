"""What a server itself says of a hand, in the records of servers that do."""

from typing import Final

from auditor.units import EventIndex, Points, SeatMask

OFFER_BITS: Final = 12
"""The bits of `ServerSide.offers` that each seat has."""
OFFERS_CHI: Final = 1 << 2
OFFERS_PON: Final = 1 << 3
OFFERS_CLOSED_KAN: Final = 1 << 4
OFFERS_OPEN_KAN: Final = 1 << 5
OFFERS_ADDED_KAN: Final = 1 << 6
OFFERS_RIICHI: Final = 1 << 7
OFFERS_TSUMO: Final = 1 << 8
OFFERS_RON: Final = 1 << 9
OFFERS_NINE_TERMINALS: Final = 1 << 10
OFFERS_NORTH: Final = 1 << 11
"""The bits of an offer, as Mahjong Soul numbers them; bit 1 is a discard."""


class ServerSide:
    """What a server's own record says of a hand beside its events.

    wall: the tiles of the wall as texts in one string, first to last; from the first tile dealt on, or from the first
    one after the dealer's fourteenth. md5, sha256: the published hashes of the wall (of `sha256` with the salt behind
    it), hexadecimal; salt_sha256: of the salt alone. "" where the record has none.
    furiten: for each event the seats (a mask) that the server holds for furiten after it, or
    `events.NOT_RECORDED`.
    offers: for each event what each seat is offered next: OFFER_BITS bits a seat, bit n for the action numbered n.
    sticks: for deposits, by their event, how many sticks lie on the table after them.
    end_scores: points of each seat after the hand, or None.
    """

    def __init__(self, wall: str = "", md5: str = "", sha256: str = "", salt: str = "", salt_sha256: str = "") -> None:
        self.wall = wall
        self.md5 = md5
        self.sha256 = sha256
        self.salt = salt
        self.salt_sha256 = salt_sha256
        self.furiten: list[SeatMask] = []
        self.offers: list[int] = []
        self.sticks: dict[EventIndex, int] = {}
        self.end_scores: tuple[Points, ...] | None = None
