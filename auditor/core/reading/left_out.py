# build: compiled
"""What a log leaves out everywhere it does not record: taken back from a game read, or filled in from the rest of it.

For formats in which what is left out reads as nothing: as zero, false or an empty list. Left out of every entry of a
log (a tool took it out, or never kept it) it says nothing; left out of some entries only, it is what it reads as. A log
is told from one in which nothing is true by the rest of it: it leaves out honba if no hand has any, and some hand must.
"""

from collections import Counter
from itertools import pairwise, zip_longest
from typing import Final

from auditor.core import events
from auditor.core.errors import Problem
from auditor.core.events import Contradiction, Deposit, Event, Game, Hand, Ryuukyoku, Win, melded_tiles
from auditor.core.reading.building import STICK, shared_discard
from auditor.core.text import seats_text
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventIndex, SeatIndex

_MARKS: Final = "which discards are tsumogiri"
_TENPAI: Final = "who is tenpai"
_URA: Final = "ura indicators"
_HANDS: Final = "the winners' hands"
_MELDS: Final = "the winners' melds"
_PAID_BEFORE: Final = (events.FOUR_WINDS, events.FOUR_RIICHI, events.FOUR_KANS, events.UNSPECIFIED)
_TAKING: Final = (events.CHI, events.PON, events.OPEN_KAN, events.WIN)
_OFFERS: Final = "what the server offers "
_WHOM: Final = "whom the server offers "
_DEPOSITS: Final = "sticks paid before draws"
_DEPOSITS_AT_CALLS: Final = "sticks paid before calls"
_CALLERS: Final = "who makes calls"
_OF_CLOSED: Final = "when the indicators of closed kans are turned"
_OF_OPEN: Final = "when the indicators of open kans are turned"
_HAN_OF_LIMIT: Final = 5
_LEAST_OF_OTHERS: Final = 8000
_LEAST_OF_DEALER: Final = 12000
"""The han, and the points of a win of the dealer or of another seat, from which on a limit applies."""
_NAMED: Final = [f"{name}{way}" for name in events.KIND_NAMES for way in ("", " by tsumogiri")]
_WHOSE: Final = [f"whose each {name} is" for name in _NAMED]
_WHICH: Final = [f"which tile each {name} is of" for name in _NAMED]
"""The facts of an event of each kind, at twice its number, and one more for a discard by tsumogiri."""
_CHECKS: Final = {
    _URA: "dora/ura", _HANDS: "win/record", _MELDS: "win/record", _DEPOSITS: "stick/deposit",
    _DEPOSITS_AT_CALLS: "stick/deposit", _OF_CLOSED: "dora/timing", _OF_OPEN: "dora/timing",
}  # fmt: skip
"""By fact, the check that does not judge where it is left out; checks that find out by themselves are not named."""


class _Statements:
    """What the entries of a log state of facts: `stated` are those that some entry states; of the rest `needed` are
    those of which at least `least` entries must have stated something."""

    def __init__(self, least: int = 1) -> None:
        self.least = least
        self.stated: set[str] = set()
        self.needed: Counter[str] = Counter()

    def add(self, fact: str, is_stated: bool, is_needed: bool = True) -> None:
        """Add an entry."""
        if is_stated:
            self.stated.add(fact)
        elif is_needed and fact not in self.stated:
            self.needed[fact] += 1

    def left_out(self, fact: str) -> bool:
        """Whether the log leaves a fact out everywhere."""
        return self.needed[fact] >= self.least and fact not in self.stated

    def left_out_of(self, *facts: str) -> bool:
        """Whether the log leaves out everywhere a fact that begins with one of these words."""
        return any([fact.startswith(facts) and self.left_out(fact) for fact in [*self.needed]])


def do_without(game: Game, *, has_honba: bool = False, has_tenpai: bool = False) -> Problem | None:
    """Take back what the log of a game leaves out everywhere, or fill it in; `Game.left_out` says what is not judged.

    has_honba, has_tenpai: whether the log is known to state honba and who is tenpai, whatever it says. Returns a
    problem where it cannot be followed without what it leaves out.
    """
    said, must = _Statements(), _Statements()
    said.add(_TENPAI, has_tenpai, False)
    for hand, following in zip_longest(game.hands, game.hands[1:]):
        _see_sticks(hand, said, must)
        _see_turns(hand, must)
        _see_tiles(hand, said)
        _see_offers(hand, said)
        _see_end(hand, following, said, must)
    missing = sorted(must.needed.keys() - must.stated)
    if missing:
        return Problem("", f"the log does not say {' or '.join(missing)}: it cannot be followed")
    for hand in game.hands if said.needed.keys() - said.stated else ():
        _take_back_turns(hand, said)
        _take_back_end(hand, said)
    game.marks_recorded = game.marks_recorded and not said.left_out(_MARKS)
    if said.left_out(_OF_CLOSED) or said.left_out(_OF_OPEN):
        kinds = {event.kind for hand in game.hands for event in hand.events}
        game.indicators_recorded = events.DORA in kinds
    _name_unjudged(game, said)
    if said.left_out_of(_OFFERS, _WHOM):
        game.left_out.append(("server/offer", "the record does not hold all that the server offers"))
    fill_counters(game, has_honba=has_honba)
    return None


def do_without_ends(game: Game) -> None:
    """The same for what the ends of hands leave out, in a format where nothing else reads as false by being left out.

    What a single end leaves out may be a fault.
    """
    said = _Statements(least=2)
    said.add("limit", True)  # which these formats state with the fu
    for hand, following in zip_longest(game.hands, game.hands[1:]):
        _see_end(hand, following, said, _Statements())
    for hand in game.hands:
        _take_back_end(hand, said)
    _name_unjudged(game, said)


def _name_unjudged(game: Game, said: _Statements) -> None:
    for fact, check in _CHECKS.items():
        if said.left_out(fact):
            game.left_out.append((check, f"the log does not record {fact}"))


def _payments(hand: Hand) -> list[tuple[EventIndex, SeatIndex]]:
    """The deposits of a hand and the events before which one is missing, each with the seat in riichi, or NO_SEAT."""
    found: list[tuple[EventIndex, SeatIndex]] = []
    declaring = declarer = events.NO_SEAT
    for index, event in enumerate(hand.events):
        if event.kind == events.RIICHI:
            declaring = event.seat
        elif event.kind == events.DISCARD and event.seat == declaring:
            declarer, declaring = declaring, events.NO_SEAT
        elif event.kind == events.DEPOSIT or (
            declarer != events.NO_SEAT and event.kind != events.DORA and _takes_sticks(event)
        ):
            found.append((index, declarer))
            declarer = events.NO_SEAT
    return found


def _see_sticks(hand: Hand, said: _Statements, must: _Statements) -> None:
    """See who declares riichi, and when it is paid."""
    for index, declarer in _payments(hand):
        event = hand.events[index]
        is_paid = event.kind == events.DEPOSIT
        if is_paid:
            must.add("who declares riichi", declarer != events.NO_SEAT)
        place = index + is_paid
        if place < len(hand.events) and _takes_sticks(hand.events[place]):
            when = _deposit_before(hand.events[place])
            said.add(when, is_paid)
            must.add(f"whose the {when} are", is_paid and event.seat > 0, is_paid and declarer > 0)


def _takes_sticks(event: Event) -> bool:
    """Whether a stick is paid before an event: before each but a win, or a draw whose points may say it."""
    return event.kind < events.WIN or (isinstance(event, Ryuukyoku) and event.draw_type in _PAID_BEFORE)


def _deposit_before(event: Event) -> str:
    """The fact that a stick paid before an event is of."""
    return _DEPOSITS if event.kind in (events.DRAW, events.DORA) else _DEPOSITS_AT_CALLS


def _see_turns(hand: Hand, must: _Statements) -> None:
    """See whose turns there are, and what they consist of."""
    before, turn, made = events.NOT_RECORDED, events.NO_SEAT, False
    zeros: set[int] = set()
    for index, event in enumerate(hand.events):
        kind, seat = event.kind, event.seat
        if kind == events.DORA:
            must.add("which kans are made", False, not made)
        if kind > events.RIICHI:
            continue
        due = turn > 0
        if kind == events.DRAW:
            due = before == events.DISCARD and turn == 0
            must.add("what is drawn", index > 0, False)
            must.add("what is discarded", False, before == events.DRAW)
        elif kind == events.DISCARD:
            must.add("what is discarded", True)
            must.add("what is drawn", False, before == events.DISCARD)
            must.add("which calls are made", False, before == events.DISCARD)
        elif kind in events.CLAIMS:
            due = event.from_seat != turn
            must.add("which calls are made", True)
            must.add("which claims are chi", kind != events.CHI, len({tile >> 2 for tile in melded_tiles(event)}) == 1)
        place = 2 * kind + (event.mark == events.TSUMOGIRI)
        must.add(_WHOSE[place], seat > 0 and index > 0, due)
        must.add(_WHICH[place], event.tile != 0, place in zeros)
        if event.tile == 0:
            zeros.add(place)
        must.add("which kans are made", kind in events.KANS, False)
        made = made or kind in events.KANS
        if kind != events.RIICHI:
            before, turn = kind, seat


def _see_tiles(hand: Hand, said: _Statements) -> None:
    """See how tiles are discarded and called, and when indicators are turned."""
    contradicted = [one.event for one in hand.contradictions if _names_first_seat(one)]
    drawn, due = UNKNOWN, ""
    for index, event in enumerate(hand.events):
        kind = event.kind
        if due and (kind == events.DORA or kind == events.DISCARD or (kind == events.DRAW and due == _OF_CLOSED)):
            said.add(due, kind == events.DORA)
            due = ""
        if kind == events.DISCARD:
            said.add(_MARKS, event.mark == events.TSUMOGIRI, drawn == event.tile)
        elif kind in events.CLAIMS:
            said.add(_CALLERS, event.seat > 0 and index not in contradicted, index in contradicted)
        if kind in events.KANS and hand.server is not None:  # elsewhere an indicator is an entry of its own
            due = _OF_CLOSED if kind == events.CLOSED_KAN else _OF_OPEN
        if kind <= events.NORTH:
            drawn = event.tile if kind == events.DRAW else UNKNOWN


def _names_first_seat(one: Contradiction) -> bool:
    """Whether a call is not by the seat named, which is the first, as it reads where none is."""
    return one.about == events.ABOUT_CALL and one.actual.startswith(seats_text([0]))


def _see_offers(hand: Hand, said: _Statements) -> None:
    """See what the server offers at draws and at discards that are claimed, and to whom."""
    offers = [] if hand.server is None else hand.server.offers
    if not any(offers):
        return
    for index, event in enumerate(hand.events):
        others, first = offers[index] >> events.OFFER_BITS, offers[index] & (1 << events.OFFER_BITS) - 1
        is_out = event.kind == events.DISCARD
        if not is_out and event.kind not in (events.DRAW, events.CHI, events.PON):
            continue
        when = "first" if not index else events.KIND_NAMES[event.kind]
        is_needed = event.kind == events.DRAW
        if is_out:
            following = [
                one for one in hand.events[index + 1 : index + 4] if one.kind not in (events.DEPOSIT, events.DORA)
            ]
            is_needed = bool(following) and following[0].seat != event.seat and following[0].kind in _TAKING
        said.add(_OFFERS + when, bool(others or first), is_needed)
        said.add(_WHOM + when, others != 0, first != 0 and (event.seat == 0) == is_out)


def _see_end(hand: Hand, following: Hand | None, said: _Statements, must: _Statements) -> None:
    """See the round and dealer, and what the wins or the draw of a hand say."""
    first = hand.events[0] if hand.events else None
    opens = first is not None and first.kind == events.DRAW and first.seat != hand.dealer
    must.add("who deals", hand.round % events.SEATS > 0, hand.dealer > 0 or opens)
    if following is not None:
        must.add("how hands end", hand.is_finished)
        must.add("which round it is", following.round >= events.SEATS, following.round < hand.round)
    played = [event for event in hand.events if event.kind <= events.NORTH]
    if not hand.is_finished or not played:
        return
    last = played[-1]
    is_drawn = last.kind == events.DRAW
    declared = [event.seat for event in hand.events if event.kind == events.RIICHI]
    for win in hand.wins:
        calls = [event for event in played if event.seat == win.seat and events.DISCARD < event.kind < events.NORTH]
        must.add("which wins are by self-draw", win.is_tsumo, is_drawn and last.seat == win.seat)
        must.add("which wins are by ron", not win.is_tsumo, not is_drawn and last.seat != win.seat)
        way = "self-draw" if win.is_tsumo else "ron"
        must.add(f"whose each {way} is", win.seat > 0, _gains_nothing(win) or (last.seat > 0) == is_drawn)
        must.add(f"which tile each {way} takes", win.tile > 0, last.tile > 0)
        must.add("whose tiles wins take", win.from_seat > 0, last.seat > 0)
        said.add(_HANDS, len(win.hand or ()) > 1, len(calls) < events.SEATS)
        said.add(_MELDS, any([meld.kind != events.NORTH for meld in win.melds or ()]), bool(calls))
        for name, number in (("han", win.han), ("fu", win.fu)):
            said.add(name, number > 0)
        least = _LEAST_OF_DEALER if win.seat == hand.dealer else _LEAST_OF_OTHERS
        said.add("limit", win.limit > 0, win.points >= least if win.points > 0 else not 0 < win.han < _HAN_OF_LIMIT)
        said.add("yaku", any([han for _, han in win.yaku or ()]))
        said.add(_URA, bool(win.ura), win.seat in declared)
    draw = hand.events[-1]
    if isinstance(draw, Ryuukyoku) and draw.draw_type in events.TENPAI_DRAWS:
        due = list(hand.scores)
        for event in hand.events:
            if event.kind == events.DEPOSIT:
                due[event.seat] -= STICK
        is_paid = any(draw.deltas or ()) or (following is not None and list(following.scores) != due)
        said.add(_TENPAI, any(draw.tenpai or ()), is_paid or any(draw.shown or ()))


def _gains_nothing(win: Win) -> bool:
    return win.deltas is not None and win.deltas[win.seat] <= 0


def _take_back_turns(hand: Hand, said: _Statements) -> None:
    """Take back, or fill in, what the events of a hand up to its end leave out."""
    if said.left_out(_CALLERS):
        hand.contradictions = [one for one in hand.contradictions if one.about != events.ABOUT_CALL]
    if said.left_out(_MARKS):
        hand.events[:] = [
            shared_discard(event.seat, event.tile, events.NOT_RECORDED) if event.kind == events.DISCARD else event
            for event in hand.events
        ]
    if hand.server is not None and said.left_out_of(_OFFERS, _WHOM):
        hand.server.offers = []
    if said.left_out_of(_DEPOSITS, _DEPOSITS_AT_CALLS):
        for index, declarer in reversed(_payments(hand)):
            event = hand.events[index]
            if event.kind == events.DEPOSIT:
                hand.events[index] = Deposit(event.seat)  # for the points after it lack those paid before
            elif said.left_out(_deposit_before(event)):
                _insert(hand, index, Deposit(declarer))


def _insert(hand: Hand, index: EventIndex, event: Event) -> None:
    """Put an event into a hand without lines, and into what its server says of each."""
    hand.events.insert(index, event)
    if hand.server is not None:
        hand.server.furiten.insert(index, events.NOT_RECORDED)
        if hand.server.offers:
            hand.server.offers.insert(index, 0)
        hand.server.sticks = {at + (at >= index): sticks for at, sticks in hand.server.sticks.items()}


def _take_back_end(hand: Hand, said: _Statements) -> None:
    """Take back what the wins or the draw of a hand leave out."""
    for win in hand.wins:
        win.hand = None if said.left_out(_HANDS) else win.hand
        win.melds = None if said.left_out(_MELDS) else win.melds
        win.han = events.NOT_RECORDED if said.left_out("han") else win.han
        win.fu = events.NOT_RECORDED if said.left_out("fu") else win.fu
        win.limit = events.NOT_RECORDED if said.left_out("limit") else win.limit
        win.yaku = None if said.left_out("yaku") else win.yaku
        win.ura = None if said.left_out(_URA) else win.ura
    draw = hand.events[-1] if hand.events else None
    if isinstance(draw, Ryuukyoku) and draw.draw_type in events.TENPAI_DRAWS and said.left_out(_TENPAI):
        draw.tenpai = None
        draw.deltas = draw.deltas if any(draw.deltas or ()) else None


def fill_counters(game: Game, *, has_honba: bool, has_sticks: bool = False) -> None:
    """Give the hands of a game the honba and the sticks that those before them leave, where its log has none at all.

    has_honba, has_sticks: whether the log is known to state them, whatever it says.
    """
    honba, sticks = [0], [0]
    for hand, following in pairwise(game.hands):
        is_next = following.index == hand.index + 1 and 0 <= following.round - hand.round <= 1
        is_known = hand.is_finished and is_next
        honba.append(0 if not is_known or (hand.wins and following.dealer != hand.dealer) else honba[-1] + 1)
        paid = sum([event.kind == events.DEPOSIT for event in hand.events])
        sticks.append(0 if not is_known or hand.wins else sticks[-1] + paid)
    if not has_honba and any(honba) and not any([hand.honba for hand in game.hands]):
        game.left_out.append(("honba/carry", "the log does not record honba"))
        for hand, number in zip(game.hands, honba, strict=True):
            hand.honba = number
    if not has_sticks and any(sticks) and not any([hand.sticks for hand in game.hands]):
        game.left_out.append(("stick/carry", "the log does not record the sticks on the table"))
        for hand, number in zip(game.hands, sticks, strict=True):
            hand.sticks = number
