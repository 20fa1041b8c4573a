# build: hot
"""What a log leaves out everywhere it does not record: taken back from a game read, or filled in from the rest of it.

For formats in which what is left out reads as nothing: as zero, false or an empty list. Left out of every entry of a
log (a tool took it out, or never kept it) it says nothing; left out of some entries only, it is what it reads as. A log
is told from one in which nothing is true by the rest of it: it leaves out honba if no hand has any, and some hand must.
"""

from itertools import pairwise
from typing import Final

from mypy_extensions import i64

from auditor.core import events
from auditor.core.errors import Problem
from auditor.core.events import Contradiction, Deposit, Event, Game, Hand, Ryuukyoku, Win, melded_tiles
from auditor.core.phrases import Phrase, word
from auditor.core.reading.building import STICK, shared_discard, tenpai_by_payment
from auditor.core.units import EventIndex, HandIndex, SeatIndex

_MARKS: Final = 1 << 0
_TENPAI: Final = 1 << 1
_SHOWN: Final = 1 << 2
_URA: Final = 1 << 3
_HANDS: Final = 1 << 4
_MELDS: Final = 1 << 5
_HAN: Final = 1 << 6
_FU: Final = 1 << 7
_LIMIT: Final = 1 << 8
_YAKU: Final = 1 << 9
_DEPOSITS: Final = 1 << 10
_DEPOSITS_AT_CALLS: Final = 1 << 11
_CALLERS: Final = 1 << 12
_OF_CLOSED: Final = 1 << 13
_OF_OPEN: Final = 1 << 14
_SEAT_TENPAI: Final = 1 << 15
_SEATS_TENPAI: Final = 15 << 15
_OFFERS: Final = 1 << 19
_WHOM: Final = 1 << 24
_INDICATORS: Final = 1 << 29
_ALL_OFFERS: Final = 1023 << 19
_OF_OFFERS: Final = 0b110_00110 << 19
"""Facts that a game can be followed without, a bit each: which discards are tsumogiri; who is tenpai; whose the hands
shown are; of wins the indicators, ura indicators, hands, melds, han, fu, limits and yaku; the sticks paid before draws,
and before calls; who makes calls; when the indicators of closed kans are turned, and of open ones; whether each seat is
tenpai; and what the server offers, and to whom, at the first event, draws, discards, chi and pon (`_OF_OFFERS`: at
two)."""
_WHOSE: Final = 1 << 0
_WHICH: Final = 1 << 18
_DRAWN: Final = 1 << 36
_DISCARDED: Final = 1 << 37
_CALLS: Final = 1 << 38
_CHI: Final = 1 << 39
_KANS: Final = 1 << 40
_DEALERS: Final = 1 << 41
_ENDS: Final = 1 << 42
_ROUNDS: Final = 1 << 43
_BY_SELF_DRAW: Final = 1 << 44
_BY_RON: Final = 1 << 45
_WINNERS: Final = 1 << 46
_TILES_WON: Final = 1 << 48
_TAKEN_FROM: Final = 1 << 50
_DECLARERS: Final = 1 << 51
_PAYERS: Final = 1 << 52
_NAMED: Final = [f"{name}{way}" for name in events.KIND_NAMES[: events.DEPOSIT] for way in ("", " by tsumogiri")]
_MUST: Final = [
    *[f"whose each {name} is" for name in _NAMED], *[f"which tile each {name} is of" for name in _NAMED],
    "what is drawn", "what is discarded", "which calls are made", "which claims are chi", "which kans are made",
    "who deals", "how hands end", "which round it is", "which wins are by self-draw", "which wins are by ron",
    "whose each self-draw is", "whose each ron is", "which tile each self-draw takes", "which tile each ron takes",
    "whose tiles wins take", "who declares riichi", "whose the sticks paid before draws are",
    "whose the sticks paid before calls are",
]  # fmt: skip
"""Facts without which it cannot be followed, a bit each in this order. Those of an event of each kind are at twice its
number, and one more for a discard by tsumogiri; those of rons behind those of self-draws."""
_OF_TURNS: Final = _DRAWN | _DISCARDED | 13 * (_WHOSE | _WHICH)
_OF_WINS: Final = _HANDS | _MELDS | _URA
_PAID_BEFORE: Final = (events.FOUR_WINDS, events.FOUR_RIICHI, events.FOUR_KANS, events.UNSPECIFIED)
_TAKING: Final = (events.CHI, events.PON, events.OPEN_KAN, events.WIN)
_HAN_OF_LIMIT: Final = 5
_LEAST_OF_OTHERS: Final = 8000
_LEAST_OF_DEALER: Final = 12000
"""The han, and the points of a win of the dealer or of another seat, from which on a limit applies."""
_WITH_STICKS: Final = 1 << events.RIICHI | 1 << events.DEPOSIT
_CHECKS: Final = [
    (_URA, "ura indicators", "dora/ura"), (_HANDS, "the winners' hands", "win/record"),
    (_MELDS, "the winners' melds", "win/record"), (_SHOWN, "whose the hands shown at draws are", "draw/tenpai"),
    (_DEPOSITS, "sticks paid before draws", "stick/deposit"),
    (_DEPOSITS_AT_CALLS, "sticks paid before calls", "stick/deposit"),
    (_OF_CLOSED, "when the indicators of closed kans are turned", "dora/timing"),
    (_OF_OPEN, "when the indicators of open kans are turned", "dora/timing"),
]  # fmt: skip
"""Facts, and the check that does not judge where each is left out; checks that find out by themselves are not here."""


def _at(first: i64, place: i64) -> i64:
    """The fact at a place from the first of several."""
    return first << place


class _Statements:
    """The facts that some entry of a log states, a bit each, and those that some, or several, must state and do not."""

    def __init__(self) -> None:
        self.stated: i64 = 0
        self.missed: i64 = 0
        self.missed_often: i64 = 0

    def add(self, fact: i64, is_stated: bool, is_needed: bool) -> None:
        """Add an entry."""
        if is_stated:
            self.stated |= fact
        elif is_needed:
            self.missed_often |= self.missed & fact
            self.missed |= fact


def calls_of(hand: Hand) -> list[EventIndex]:
    """The events of a hand that are neither draws nor discards."""
    return [index for index, event in enumerate(hand.events) if event.kind > events.DISCARD]


def do_without(
    game: Game, calls: list[list[EventIndex]], *, has_honba: bool = False, has_tenpai: bool = False
) -> Problem | None:
    """Take back what the log of a game leaves out everywhere, or fill it in; `Game.left_out` says what is not judged.

    calls: those of each hand, as `calls_of` gives them. has_honba, has_tenpai: whether the log is known to state honba
    and who is tenpai, whatever it says. Returns a problem where it cannot be followed without what it leaves out.
    """
    said, must = _Statements(), _Statements()
    said.stated = _SEATS_TENPAI | (_TENPAI if has_tenpai else 0)
    said.add(_SHOWN, any([hand.server is not None for hand in game.hands]), False)
    kinds: i64 = 0
    for index, hand in enumerate(game.hands):
        kinds |= _see_hand(hand, calls[index], said, must)
        _see_end(game, index, calls[index], said, must)
    if _facts_of(kinds) & ~must.stated:
        for index, hand in enumerate(game.hands):
            _see_turns(hand, calls[index], said, must)
    if missing := [name for place, name in enumerate(_MUST) if _at(1, place) & must.missed & ~must.stated]:
        return Problem("", f"the log does not say {' or '.join(sorted(missing))}: it cannot be followed")
    gone: i64 = said.missed & ~said.stated
    for hand in game.hands if gone else ():
        _take_back_turns(hand, gone)
        _take_back_end(hand, game.players, gone)
    game.marks_recorded = game.marks_recorded and not gone & _MARKS
    game.callers_recorded = not gone & _CALLERS
    if gone & (_OF_CLOSED | _OF_OPEN):
        game.indicators_recorded = kinds >> events.DORA & 1 != 0
    game.left_out += [(check, Phrase("not-recorded", fact=word(name))) for fact, name, check in _CHECKS if fact & gone]
    if gone & _ALL_OFFERS:
        game.left_out.append(("server/offer", Phrase("not-all-offers")))
    fill_counters(game, has_honba=has_honba)
    return None


def do_without_ends(game: Game) -> None:
    """The same for what the ends of hands leave out, in a format where nothing else reads as false by being left out.

    What a single end leaves out may be a fault.
    """
    said = _Statements()
    said.stated = _LIMIT | _SHOWN  # the fu or the place says them
    must = _Statements()
    for index in range(len(game.hands)):
        _see_end(game, index, None, said, must)
    gone: i64 = said.missed_often & ~said.stated
    for hand in game.hands if gone else ():
        _take_back_end(hand, game.players, gone)
    game.left_out += [(check, Phrase("not-recorded", fact=word(name))) for fact, name, check in _CHECKS if fact & gone]


def _payments(hand: Hand, calls: list[EventIndex]) -> list[tuple[EventIndex, SeatIndex]]:
    """The deposits of a hand and the events before which one is missing, each with the seat in riichi, or NO_SEAT."""
    found: dict[EventIndex, SeatIndex] = {}
    played = hand.events
    for index in calls:
        kind, seat = played[index].kind, played[index].seat
        if kind == events.DEPOSIT:
            found.setdefault(index, events.NO_SEAT)
        elif kind == events.RIICHI:
            due = index + 1
            while due < len(played) and (played[due].kind != events.DISCARD or played[due].seat != seat):
                due += 1
            due += 1
            while due < len(played) and played[due].kind == events.DORA:
                due += 1
            if due < len(played) and _takes_sticks(played[due]):
                found[due] = seat
    return sorted(found.items())


def _see_sticks(hand: Hand, calls: list[EventIndex], said: _Statements, must: _Statements) -> None:
    """See who declares riichi, and when it is paid."""
    for index, declarer in _payments(hand, calls):
        event = hand.events[index]
        is_paid = event.kind == events.DEPOSIT
        if is_paid:
            must.add(_DECLARERS, declarer != events.NO_SEAT, True)
        place = index + is_paid
        if place < len(hand.events) and _takes_sticks(hand.events[place]):
            when = _deposit_before(hand.events[place])
            said.add(when, is_paid, True)
            must.add(_at(_PAYERS, when != _DEPOSITS), is_paid and event.seat > 0, is_paid and declarer > 0)


def _takes_sticks(event: Event) -> bool:
    """Whether a stick is paid before an event: before each but a win, or a draw whose points may say it."""
    return event.kind < events.WIN or (isinstance(event, Ryuukyoku) and event.draw_type in _PAID_BEFORE)


def _deposit_before(event: Event) -> i64:
    """The fact that a stick paid before an event is of."""
    return _DEPOSITS if event.kind in (events.DRAW, events.DORA) else _DEPOSITS_AT_CALLS


def _see_hand(hand: Hand, calls: list[EventIndex], said: _Statements, must: _Statements) -> i64:
    """See what the events of a hand state; return the kinds of those that are neither draws nor discards, a bit each.

    Nine of ten are draws and discards, which soon have stated all that they can.
    """
    place: EventIndex = 0
    while must.stated & _OF_TURNS != _OF_TURNS and place < len(hand.events):
        if hand.events[place].kind <= events.DISCARD:
            _see_event(place, hand.events[place], said, must)
        place += 1
    callers = [one.event for one in hand.contradictions if _names_first_seat(one)]
    kinds: i64 = 0
    for index in calls:
        event = hand.events[index]
        kind: i64 = event.kind
        kinds |= _at(1, kind)
        if kind > events.RIICHI:
            continue
        _see_event(index, event, said, must)
        if kind <= events.OPEN_KAN:
            must.stated |= _CALLS
            must.add(_CHI, kind != events.CHI, len({tile >> 2 for tile in melded_tiles(event)}) == 1)
            said.add(_CALLERS, event.seat > 0 and index not in callers, index in callers)
        if kind == events.OPEN_KAN or kind == events.CLOSED_KAN or kind == events.ADDED_KAN:
            must.stated |= _KANS
            if hand.server is not None:  # elsewhere an indicator is an entry of its own
                _see_indicator(hand, index, said)
    if kinds & _WITH_STICKS:
        _see_sticks(hand, calls, said, must)
    if hand.server is not None and any(hand.server.offers):
        _see_offers(hand, hand.server.offers, calls, said)
    return kinds


def _see_event(index: EventIndex, event: Event, said: _Statements, must: _Statements) -> None:
    kind: i64 = event.kind
    is_tsumogiri = event.mark == events.TSUMOGIRI
    place: i64 = 2 * kind + is_tsumogiri
    must.add(_at(_WHOSE, place), event.seat > 0 and index > 0, False)
    must.add(_at(_WHICH, place), event.tile != 0, False)
    if kind <= events.DISCARD:
        must.add(_DISCARDED if kind else _DRAWN, kind > 0 or index > 0, False)
        said.add(_MARKS, is_tsumogiri, False)


def _see_indicator(hand: Hand, index: EventIndex, said: _Statements) -> None:
    """See whether the indicator of a kan is turned before what follows it."""
    is_closed = hand.events[index].kind == events.CLOSED_KAN
    for event in hand.events[index + 1 :]:
        kind = event.kind
        is_due = kind == events.DORA or kind == events.DISCARD or (kind == events.DRAW and is_closed)
        if is_due:
            said.add(_OF_CLOSED if is_closed else _OF_OPEN, kind == events.DORA, True)
        if is_due or kind in events.KANS:
            return


def _facts_of(kinds: i64) -> i64:
    """What events of these kinds, with draws and discards, state if they state all."""
    facts: i64 = _OF_TURNS | _CALLS
    kind: i64
    for kind in range(events.CHI, events.DEPOSIT):
        if kinds >> kind & 1:
            facts |= _at(_WHOSE | _WHICH, 2 * kind)
            if kind <= events.OPEN_KAN:
                facts |= _CHI
    return facts | (_KANS if kinds >> events.DORA & 1 else 0)


def _see_turns(hand: Hand, calls: list[EventIndex], said: _Statements, must: _Statements) -> None:
    """See what the turns of a hand must state, and what they consist of: once turns are settled, at its calls alone."""
    made = False
    zeros: i64 = 0
    is_settled = (_OF_TURNS | _CALLS) & ~must.stated == 0
    for index in calls if is_settled else range(len(hand.events)):
        event = hand.events[index]
        kind = event.kind
        if kind == events.DORA:
            must.add(_KANS, False, not made)
        if kind > events.RIICHI:
            continue
        last = index - 1
        while last >= 0 and hand.events[last].kind > events.NORTH:
            last -= 1
        before, turn = (
            (hand.events[last].kind, hand.events[last].seat) if last >= 0 else (events.NO_SEAT, events.NO_SEAT)
        )
        due = turn > 0
        if kind == events.DRAW:
            due = before == events.DISCARD and turn == 0
            must.add(_DISCARDED, False, before == events.DRAW)
        elif kind == events.DISCARD:
            must.add(_DRAWN, False, before == events.DISCARD)
            must.add(_CALLS, False, before == events.DISCARD)
            said.add(_MARKS, False, before == events.DRAW and hand.events[last].tile == event.tile)
        elif kind in events.CLAIMS:
            due = event.from_seat != turn
        place: i64 = 2 * kind + (event.mark == events.TSUMOGIRI)
        must.add(_at(_WHOSE, place), False, due)
        must.add(_at(_WHICH, place), False, zeros >> place & 1 != 0)
        if event.tile == 0:
            zeros |= _at(1, place)
        made = made or kind in events.KANS


def _names_first_seat(one: Contradiction) -> bool:
    """Whether a call is not by the seat named, which is the first, as it reads where none is."""
    return one.about == events.ABOUT_CALL and one.actual.startswith("seat 0")


def _see_offers(hand: Hand, offers: list[int], calls: list[EventIndex], said: _Statements) -> None:
    """See what the server offers at draws and at discards that are claimed, and to whom."""
    for index in [0, *calls] if said.stated & _OF_OFFERS == _OF_OFFERS else range(len(hand.events)):
        event = hand.events[index]
        others, first = offers[index] >> events.OFFER_BITS, offers[index] & (1 << events.OFFER_BITS) - 1
        is_out = event.kind == events.DISCARD
        if not is_out and event.kind not in (events.DRAW, events.CHI, events.PON):
            continue
        when: i64 = event.kind + 1 if index else 0
        is_needed = event.kind == events.DRAW
        if is_out:
            following = [
                one for one in hand.events[index + 1 : index + 4] if one.kind not in (events.DEPOSIT, events.DORA)
            ]
            is_needed = bool(following) and following[0].seat != event.seat and following[0].kind in _TAKING
        said.add(_at(_OFFERS, when), bool(others or first), is_needed)
        said.add(_at(_WHOM, when), others != 0, first != 0 and (event.seat == 0) == is_out)


def _see_end(
    game: Game, index: HandIndex, calls: list[EventIndex] | None, said: _Statements, must: _Statements
) -> None:
    """See the round and dealer, and what the wins or the draw of a hand say. calls: None if they are not known yet."""
    hand = game.hands[index]
    following = game.hands[index + 1] if index + 1 < len(game.hands) else None
    first = hand.events[0] if hand.events else None
    opens = first is not None and first.kind == events.DRAW and first.seat != hand.dealer
    must.add(_DEALERS, hand.round % events.SEATS > 0, hand.dealer > 0 or opens)
    if following is not None:
        must.add(_ENDS, hand.is_finished, True)
        must.add(_ROUNDS, following.round >= events.SEATS, following.round < hand.round)
    place = len(hand.events) - 1
    while place >= 0 and hand.events[place].kind > events.NORTH:
        place -= 1
    if not hand.is_finished or place < 0:
        return
    for win in _wins_of(hand):
        _see_win(hand, win, hand.events[place], said, must)
        if said.stated & _OF_WINS != _OF_WINS:
            _see_shown(hand, win, calls_of(hand) if calls is None else calls, said)
    draw = hand.events[-1]
    if isinstance(draw, Ryuukyoku):
        _see_tenpai(draw, game.players, said)
    if not isinstance(draw, Ryuukyoku) or draw.draw_type not in events.TENPAI_DRAWS or said.stated & _TENPAI:
        return
    due = list(hand.scores)
    for event in hand.events:
        if event.kind == events.DEPOSIT:
            due[event.seat] -= STICK
    is_paid = any(draw.deltas or ()) or (following is not None and list(following.scores) != due)
    said.add(_TENPAI, any(draw.tenpai or ()), is_paid or any(draw.shown or ()))


def _see_tenpai(draw: Ryuukyoku, players: int, said: _Statements) -> None:
    """See of which seats a draw says that they are tenpai, and whose the hands are that it shows."""
    counted, paid = draw.tenpai, _paid_tenpai(draw, players)
    if counted is not None:
        for seat, is_stated in enumerate(counted):
            said.add(_at(_SEAT_TENPAI, seat), is_stated, paid is not None and paid[seat])
        said.add(_SHOWN, any(counted[1:]), paid is not None and paid != counted)


def _paid_tenpai(draw: Ryuukyoku, players: int) -> tuple[bool, ...] | None:
    """The seats that count as tenpai by what a draw pays: where it pays nothing and one seat is left, that one too."""
    if draw.draw_type != events.EXHAUSTIVE or draw.deltas is None:
        return None
    is_last = draw.tenpai is not None and sum(draw.tenpai) == players - 1
    everybody = tuple([seat < players for seat in range(events.SEATS)])
    return tenpai_by_payment(draw.deltas) or (everybody if is_last else None)


def _wins_of(hand: Hand) -> list[Win]:
    return [event for event in hand.events[1 - events.SEATS :] if isinstance(event, Win)]


def _see_win(hand: Hand, win: Win, last: Event, said: _Statements, must: _Statements) -> None:
    """See what a win says. last: the last event of play before it."""
    is_drawn = last.kind == events.DRAW
    must.add(_BY_SELF_DRAW, win.is_tsumo, is_drawn and last.seat == win.seat)
    must.add(_BY_RON, not win.is_tsumo, not is_drawn and last.seat != win.seat)
    gains_nothing = win.deltas is not None and win.deltas[win.seat] <= 0
    must.add(_at(_WINNERS, not win.is_tsumo), win.seat > 0, gains_nothing or (last.seat > 0) == is_drawn)
    must.add(_at(_TILES_WON, not win.is_tsumo), win.tile > 0, last.tile > 0)
    must.add(_TAKEN_FROM, win.from_seat > 0, last.seat > 0)
    said.add(_HANDS, len(win.hand or ()) > 1, False)
    said.add(_MELDS, any(meld.kind != events.NORTH for meld in win.melds or ()), False)
    said.missed |= _INDICATORS | _FU  # a single win without is enough
    said.add(_INDICATORS, bool(win.dora), True)
    said.add(_URA, bool(win.ura), False)
    said.add(_HAN, win.han > 0, win.han == 0)
    said.add(_FU, win.fu > 0, win.fu == 0)
    least = _LEAST_OF_DEALER if win.seat == hand.dealer else _LEAST_OF_OTHERS
    has_limit = win.points >= least if win.points > 0 else not 0 < win.han < _HAN_OF_LIMIT
    said.add(_LIMIT, win.limit > 0, has_limit and win.limit == 0)
    said.add(_YAKU, any([han for _, han in win.yaku or ()]), True)


def _see_shown(hand: Hand, win: Win, calls: list[EventIndex], said: _Statements) -> None:
    """See what a win must show, by the calls of its hand."""
    own = [hand.events[index].kind for index in calls if hand.events[index].seat == win.seat]
    melds = sum([kind < events.NORTH for kind in own])
    said.add(_HANDS, False, melds < events.SEATS)
    said.add(_MELDS, False, melds > 0)
    said.add(_URA, False, events.RIICHI in own)


def _take_back_turns(hand: Hand, gone: i64) -> None:
    """Take back, or fill in, what the events of a hand up to its end leave out."""
    if gone & _CALLERS:
        hand.contradictions = [one for one in hand.contradictions if one.about != events.ABOUT_CALL]
    if gone & _MARKS:
        hand.events[:] = [
            shared_discard(event.seat, event.tile, events.NOT_RECORDED) if event.kind == events.DISCARD else event
            for event in hand.events
        ]
    if hand.server is not None and gone & _ALL_OFFERS:
        hand.server.offers = []
    if gone & (_DEPOSITS | _DEPOSITS_AT_CALLS):
        for index, declarer in reversed(_payments(hand, calls_of(hand))):
            event = hand.events[index]
            if event.kind == events.DEPOSIT:
                hand.events[index] = Deposit(event.seat)  # for the points after it lack those paid before
            elif gone & _deposit_before(event):
                _insert(hand, index, Deposit(declarer))


def _insert(hand: Hand, index: EventIndex, event: Event) -> None:
    """Put an event into a hand without lines, and into what its server says of each."""
    hand.events.insert(index, event)
    if hand.server is not None:
        hand.server.furiten.insert(index, events.NOT_RECORDED)
        if hand.server.offers:
            hand.server.offers.insert(index, 0)
        hand.server.sticks = {at + (at >= index): sticks for at, sticks in hand.server.sticks.items()}


def _take_back_end(hand: Hand, players: int, gone: i64) -> None:
    """Take back what the wins or the draw of a hand leave out."""
    for win in _wins_of(hand):
        win.hand = None if gone & _HANDS else win.hand
        win.melds = None if gone & _MELDS else win.melds
        win.han = events.NOT_RECORDED if gone & _HAN else win.han
        win.fu = events.NOT_RECORDED if gone & _FU else win.fu
        win.limit = events.NOT_RECORDED if gone & _LIMIT else win.limit
        win.yaku = None if gone & _YAKU else win.yaku
        win.ura = None if gone & _URA else win.ura
        win.dora = None if gone & _INDICATORS else win.dora
    draw = hand.events[-1] if hand.events else None
    if not isinstance(draw, Ryuukyoku):
        return
    if draw.draw_type in events.TENPAI_DRAWS and gone & _TENPAI:
        draw.tenpai = None
        draw.deltas = draw.deltas if any(draw.deltas or ()) else None
    paid = _paid_tenpai(draw, players)
    if gone & _SHOWN:
        draw.shown, draw.tenpai = None, paid
    elif draw.tenpai is not None and paid is not None:
        is_gone = [gone & _at(_SEAT_TENPAI, seat) != 0 for seat in range(events.SEATS)]
        counted = zip(draw.tenpai, paid, is_gone, strict=True)
        draw.tenpai = tuple([is_said or (is_paid and is_due) for is_said, is_paid, is_due in counted])


def fill_counters(game: Game, *, has_honba: bool, has_sticks: bool = False) -> None:
    """Give the hands of a game the honba and the sticks that those before them leave, where its log has none at all.

    has_honba, has_sticks: whether the log is known to state them, whatever it says.
    """
    has_honba = has_honba or any([hand.honba for hand in game.hands])
    has_sticks = has_sticks or any([hand.sticks for hand in game.hands])
    if has_honba and has_sticks:
        return
    honba, sticks = [0], [0]
    for hand, following in pairwise(game.hands):
        is_next = following.index == hand.index + 1 and 0 <= following.round - hand.round <= 1
        is_known, is_won = hand.is_finished and is_next, bool(_wins_of(hand))
        honba.append(0 if not is_known or (is_won and following.dealer != hand.dealer) else honba[-1] + 1)
        is_left = is_known and not is_won
        sticks.append(sticks[-1] + sum([one.kind == events.DEPOSIT for one in hand.events]) if is_left else 0)
    if not has_honba and any(honba):
        game.left_out.append(("honba/carry", Phrase("no-honba")))
        for hand, number in zip(game.hands, honba, strict=True):
            hand.honba = number
    if not has_sticks and any(sticks):
        game.left_out.append(("stick/carry", Phrase("no-sticks")))
        for hand, number in zip(game.hands, sticks, strict=True):
            hand.sticks = number
