# build: compiled
"""What a log leaves out everywhere it does not record: taken back from a game read, or filled in from the rest of it.

For formats in which what is left out reads as nothing: as zero, false or an empty list. Left out of every entry of a
log (a tool took it out, or never kept it) it says nothing; left out of some entries only, it is what it reads as. A log
is told from one in which nothing is true by the rest of it: it leaves out honba if no hand has any, and some hand must.
"""

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Final

from mypy_extensions import i64

from auditor.core import events
from auditor.core.errors import Problem
from auditor.core.events import Contradiction, Deposit, Event, Game, Hand, Ryuukyoku, Win, melded_tiles
from auditor.core.reading.building import STICK, shared_discard, tenpai_by_payment
from auditor.core.text import seats_text
from auditor.core.units import EventIndex, HandIndex, SeatIndex

_MARKS: Final = "which discards are tsumogiri"
_TENPAI: Final = "who is tenpai"
_SEAT_TENPAI: Final = [f"whether seat {seat} is tenpai" for seat in range(events.SEATS)]
_SHOWN: Final = "whose the hands shown are"
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
_DRAWN: Final = "what is drawn"
_DISCARDED: Final = "what is discarded"
_CALLS: Final = "which calls are made"
_CHI: Final = "which claims are chi"
_KANS: Final = "which kans are made"
_NAMED: Final = [f"{name}{way}" for name in events.KIND_NAMES for way in ("", " by tsumogiri")]
_WHOSE: Final = [f"whose each {name} is" for name in _NAMED]
_WHICH: Final = [f"which tile each {name} is of" for name in _NAMED]
"""The facts of an event of each kind, at twice its number, and one more for a discard by tsumogiri."""
_OF_TURNS: Final = {_DRAWN, _DISCARDED, *_WHICH[2:4], *_WHOSE[2:4], _WHOSE[0], _WHICH[0]}
"""What draws and discards state."""
_OF_SELF_DRAW: Final = ("whose each self-draw is", "which tile each self-draw takes")
_OF_RON: Final = ("whose each ron is", "which tile each ron takes")
_OF_WINS: Final = {_HANDS, _MELDS, _URA}
_OF_OFFERS: Final = {f"{what}{events.KIND_NAMES[kind]}" for what in (_OFFERS, _WHOM) for kind in (0, 1)}
_TURNS: Final = 1 << events.DRAW | 1 << events.DISCARD
_OF_CALLS: Final = (1 << events.DEPOSIT) - 1 | 1 << events.DORA
"""The kinds of events, a bit each, of which `_see_turns` sees what must be stated."""
_WITH_STICKS: Final = 1 << events.RIICHI | 1 << events.DEPOSIT
_CHECKS: Final = {
    _URA: "dora/ura", _HANDS: "win/record", _MELDS: "win/record", _DEPOSITS: "stick/deposit",
    _DEPOSITS_AT_CALLS: "stick/deposit", _OF_CLOSED: "dora/timing", _OF_OPEN: "dora/timing",
}  # fmt: skip
"""By fact, the check that does not judge where it is left out; checks that find out by themselves are not named."""


class _Statements:
    """What the entries of a log state of facts: `stated` are those that some entry states; of the rest `needed` are
    those of which at least `least` entries must have stated something. settled: the kinds of events, a bit each, of
    which all facts are stated, that of the draw for turns, that of the discard for turns and that there are calls."""

    def __init__(self, least: int = 1) -> None:
        self.least = least
        self.settled: i64 = 0
        self.stated: set[str] = set()
        self.needed: Counter[str] = Counter()

    def add(self, fact: str, is_stated: bool, is_needed: bool = True) -> None:
        """Add an entry."""
        if is_stated:
            self.stated.add(fact)
        elif is_needed and fact not in self.stated:
            self.needed[fact] += 1

    def left_out(self) -> set[str]:
        """The facts that the log leaves out everywhere."""
        return {fact for fact, number in self.needed.items() if number >= self.least} - self.stated


def _any_of(gone: set[str], *words: str) -> bool:
    """Whether any of the facts begins with one of these words."""
    return any([fact.startswith(words) for fact in gone])


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
    said.add(_TENPAI, has_tenpai, False)
    said.stated |= {*_SEAT_TENPAI, *([_SHOWN] if any([hand.server is not None for hand in game.hands]) else [])}
    kinds = [_see_stated(hand, own, said, must) for hand, own in zip(game.hands, calls, strict=True)]
    for index, hand in enumerate(game.hands):
        if (kinds[index] | _TURNS) & ~must.settled & _OF_CALLS and not must.stated >= _facts_of(kinds[index]):
            _see_turns(hand, calls[index], said, must)
        if kinds[index] & _WITH_STICKS:
            _see_sticks(hand, calls[index], said, must)
        _see_offers(hand, calls[index], said)
        _see_end(game, index, calls[index], said, must)
    missing = sorted(must.left_out())
    if missing:
        return Problem("", f"the log does not say {' or '.join(missing)}: it cannot be followed")
    gone = said.left_out()
    for hand in game.hands if gone else ():
        _take_back_turns(hand, gone)
        _take_back_end(hand, game.players, gone)
    game.marks_recorded = game.marks_recorded and _MARKS not in gone
    game.callers_recorded = _CALLERS not in gone
    if _OF_CLOSED in gone or _OF_OPEN in gone:
        game.indicators_recorded = any([own >> events.DORA & 1 for own in kinds])
    _name_unjudged(game, gone)
    if _any_of(gone, _OFFERS, _WHOM):
        game.left_out.append(("server/offer", "the record does not hold all that the server offers"))
    fill_counters(game, has_honba=has_honba)
    return None


def do_without_ends(game: Game) -> None:
    """The same for what the ends of hands leave out, in a format where nothing else reads as false by being left out.

    What a single end leaves out may be a fault.
    """
    said = _Statements(least=2)
    said.stated |= {"limit", _SHOWN}  # the fu or the place says them
    must = _Statements()
    for index in range(len(game.hands)):
        _see_end(game, index, None, said, must)
    gone = said.left_out()
    for hand in game.hands if gone else ():
        _take_back_end(hand, game.players, gone)
    _name_unjudged(game, gone)


def _name_unjudged(game: Game, gone: set[str]) -> None:
    for fact, check in _CHECKS.items():
        if fact in gone:
            game.left_out.append((check, f"the log does not record {fact}"))


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


def _see_stated(hand: Hand, calls: list[EventIndex], said: _Statements, must: _Statements) -> i64:
    """See what the events of a hand up to its end state. Returns which kinds of events it has, a bit each.

    Nine of ten are draws and discards, which soon have stated all that they can; so have most kinds of calls.
    """
    place: EventIndex = 0
    while not must.settled & 1 << events.DRAW and place < len(hand.events):
        if hand.events[place].kind <= events.DISCARD:
            _see_event(place, hand.events[place], said, must)
            if must.stated >= _OF_TURNS:
                must.settled |= 1 << events.DRAW
        place += 1
    callers = [one.event for one in hand.contradictions if _names_first_seat(one)]
    kinds: i64 = 0
    for index in calls:
        event = hand.events[index]
        kind: i64 = event.kind
        kinds |= 1 << kind
        if kind > events.RIICHI or must.settled >> kind & 1:
            continue
        _see_event(index, event, said, must)
        if kind <= events.OPEN_KAN:
            must.add(_CALLS, True)
            must.add(_CHI, kind != events.CHI, len({tile >> 2 for tile in melded_tiles(event)}) == 1)
            said.add(_CALLERS, event.seat > 0 and index not in callers, index in callers)
        if kind in events.KANS:
            must.add(_KANS, True)
            must.settled |= 1 << events.DORA
        if kind in events.KANS and hand.server is not None:  # elsewhere an indicator is an entry of its own
            _see_indicator(hand, index, said)
        elif (kind > events.OPEN_KAN or _CALLERS in said.stated) and must.stated >= _facts_of(1 << kind):
            must.settled |= 1 << kind
    if not must.settled & 1 << events.DISCARD and must.stated >= _facts_of(0):
        must.settled |= 1 << events.DISCARD
    return kinds


def _see_event(index: EventIndex, event: Event, said: _Statements, must: _Statements) -> None:
    """See what an event states by itself."""
    kind, is_tsumogiri = event.kind, event.mark == events.TSUMOGIRI
    place = 2 * kind + is_tsumogiri
    must.add(_WHOSE[place], event.seat > 0 and index > 0, False)
    must.add(_WHICH[place], event.tile != 0, False)
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
            said.add(_OF_CLOSED if is_closed else _OF_OPEN, kind == events.DORA)
        if is_due or kind in events.KANS:
            return


@cache
def _facts_of(kinds: int) -> frozenset[str]:
    """What a hand with events of these kinds states, if it states all: if the log does, the hand need not be seen."""
    facts = {*_OF_TURNS, _CALLS}
    for kind in range(events.CHI, events.RIICHI + 1):
        if kinds >> kind & 1:
            facts |= {_WHOSE[2 * kind], _WHICH[2 * kind]} | ({_CHI} if kind in events.CLAIMS else set())
    return frozenset(facts | ({_KANS} if kinds >> events.DORA & 1 else set()))


def _see_turns(hand: Hand, calls: list[EventIndex], said: _Statements, must: _Statements) -> None:
    """See what the turns of a hand must state, and what they consist of: once turns are settled, at its calls alone."""
    made = False
    zeros: set[int] = set()
    for index in calls if must.settled & 1 << events.DISCARD else range(len(hand.events)):
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
        place = 2 * kind + (event.mark == events.TSUMOGIRI)
        must.add(_WHOSE[place], False, due)
        must.add(_WHICH[place], False, place in zeros)
        if event.tile == 0:
            zeros.add(place)
        made = made or kind in events.KANS


def _names_first_seat(one: Contradiction) -> bool:
    """Whether a call is not by the seat named, which is the first, as it reads where none is."""
    return one.about == events.ABOUT_CALL and one.actual.startswith(seats_text([0]))


def _see_offers(hand: Hand, calls: list[EventIndex], said: _Statements) -> None:
    """See what the server offers at draws and at discards that are claimed, and to whom."""
    offers = [] if hand.server is None else hand.server.offers
    if not any(offers):
        return
    for index in [0, *calls] if said.stated >= _OF_OFFERS else range(len(hand.events)):
        event = hand.events[index]
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


def _see_end(
    game: Game, index: HandIndex, calls: list[EventIndex] | None, said: _Statements, must: _Statements
) -> None:
    """See the round and dealer, and what the wins or the draw of a hand say. calls: None if they are not known yet."""
    hand = game.hands[index]
    following = game.hands[index + 1] if index + 1 < len(game.hands) else None
    first = hand.events[0] if hand.events else None
    opens = first is not None and first.kind == events.DRAW and first.seat != hand.dealer
    must.add("who deals", hand.round % events.SEATS > 0, hand.dealer > 0 or opens)
    if following is not None:
        must.add("how hands end", hand.is_finished)
        must.add("which round it is", following.round >= events.SEATS, following.round < hand.round)
    place = len(hand.events) - 1
    while place >= 0 and hand.events[place].kind > events.NORTH:
        place -= 1
    if not hand.is_finished or place < 0:
        return
    for win in _wins_of(hand):
        _see_win(hand, win, hand.events[place], said, must)
        if not said.stated >= _OF_WINS:
            _see_shown(hand, win, calls_of(hand) if calls is None else calls, said)
    draw = hand.events[-1]
    if isinstance(draw, Ryuukyoku):
        _see_tenpai(draw, game.players, said)
    if not isinstance(draw, Ryuukyoku) or draw.draw_type not in events.TENPAI_DRAWS or _TENPAI in said.stated:
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
    if counted is not None and paid is not None:
        for fact, is_stated, is_due in zip(_SEAT_TENPAI, counted, paid, strict=True):
            said.add(fact, is_stated, is_due)
        said.add(_SHOWN, any(counted[1:]), paid != counted)


def _paid_tenpai(draw: Ryuukyoku, players: int) -> tuple[bool, ...] | None:
    """The seats that count as tenpai by what a draw pays: where it pays nothing and one seat is left, that one too."""
    if draw.draw_type != events.EXHAUSTIVE or draw.deltas is None:
        return None
    is_last = draw.tenpai is not None and sum(draw.tenpai) == players - 1
    everybody = tuple([seat < players for seat in range(events.SEATS)])
    return tenpai_by_payment(draw.deltas) or (everybody if is_last else None)


def _wins_of(hand: Hand) -> list[Win]:
    """The wins with which a hand ends."""
    return [event for event in hand.events[1 - events.SEATS :] if isinstance(event, Win)]


def _see_win(hand: Hand, win: Win, last: Event, said: _Statements, must: _Statements) -> None:
    """See what a win says. last: the last event of play before it."""
    is_drawn = last.kind == events.DRAW
    must.add("which wins are by self-draw", win.is_tsumo, is_drawn and last.seat == win.seat)
    must.add("which wins are by ron", not win.is_tsumo, not is_drawn and last.seat != win.seat)
    whose, which = _OF_SELF_DRAW if win.is_tsumo else _OF_RON
    must.add(whose, win.seat > 0, _gains_nothing(win) or (last.seat > 0) == is_drawn)
    must.add(which, win.tile > 0, last.tile > 0)
    must.add("whose tiles wins take", win.from_seat > 0, last.seat > 0)
    said.add(_HANDS, len(win.hand or ()) > 1, False)
    said.add(_MELDS, any([meld.kind != events.NORTH for meld in win.melds or ()]), False)
    said.add(_URA, bool(win.ura), False)
    said.add("han", win.han > 0, win.han == 0)
    said.add("fu", win.fu > 0, win.fu == 0)
    least = _LEAST_OF_DEALER if win.seat == hand.dealer else _LEAST_OF_OTHERS
    has_limit = win.points >= least if win.points > 0 else not 0 < win.han < _HAN_OF_LIMIT
    said.add("limit", win.limit > 0, has_limit and win.limit == 0)
    said.add("yaku", any([han for _, han in win.yaku or ()]))


def _see_shown(hand: Hand, win: Win, calls: list[EventIndex], said: _Statements) -> None:
    """See what a win must show, by the calls of its hand."""
    own = [hand.events[index].kind for index in calls if hand.events[index].seat == win.seat]
    melds = sum([kind < events.NORTH for kind in own])
    said.add(_HANDS, False, melds < events.SEATS)
    said.add(_MELDS, False, melds > 0)
    said.add(_URA, False, events.RIICHI in own)


def _gains_nothing(win: Win) -> bool:
    return win.deltas is not None and win.deltas[win.seat] <= 0


def _take_back_turns(hand: Hand, gone: set[str]) -> None:
    """Take back, or fill in, what the events of a hand up to its end leave out."""
    if _CALLERS in gone:
        hand.contradictions = [one for one in hand.contradictions if one.about != events.ABOUT_CALL]
    if _MARKS in gone:
        hand.events[:] = [
            shared_discard(event.seat, event.tile, events.NOT_RECORDED) if event.kind == events.DISCARD else event
            for event in hand.events
        ]
    if hand.server is not None and _any_of(gone, _OFFERS, _WHOM):
        hand.server.offers = []
    if _any_of(gone, _DEPOSITS, _DEPOSITS_AT_CALLS):
        for index, declarer in reversed(_payments(hand, calls_of(hand))):
            event = hand.events[index]
            if event.kind == events.DEPOSIT:
                hand.events[index] = Deposit(event.seat)  # for the points after it lack those paid before
            elif _deposit_before(event) in gone:
                _insert(hand, index, Deposit(declarer))


def _insert(hand: Hand, index: EventIndex, event: Event) -> None:
    """Put an event into a hand without lines, and into what its server says of each."""
    hand.events.insert(index, event)
    if hand.server is not None:
        hand.server.furiten.insert(index, events.NOT_RECORDED)
        if hand.server.offers:
            hand.server.offers.insert(index, 0)
        hand.server.sticks = {at + (at >= index): sticks for at, sticks in hand.server.sticks.items()}


def _take_back_end(hand: Hand, players: int, gone: set[str]) -> None:
    """Take back what the wins or the draw of a hand leave out."""
    for win in _wins_of(hand):
        win.hand = None if _HANDS in gone else win.hand
        win.melds = None if _MELDS in gone else win.melds
        win.han = events.NOT_RECORDED if "han" in gone else win.han
        win.fu = events.NOT_RECORDED if "fu" in gone else win.fu
        win.limit = events.NOT_RECORDED if "limit" in gone else win.limit
        win.yaku = None if "yaku" in gone else win.yaku
        win.ura = None if _URA in gone else win.ura
    draw = hand.events[-1] if hand.events else None
    if not isinstance(draw, Ryuukyoku):
        return
    if draw.draw_type in events.TENPAI_DRAWS and _TENPAI in gone:
        draw.tenpai = None
        draw.deltas = draw.deltas if any(draw.deltas or ()) else None
    paid = _paid_tenpai(draw, players)
    if _SHOWN in gone:
        draw.shown, draw.tenpai = None, paid
    elif draw.tenpai is not None and paid is not None:
        counted = zip(draw.tenpai, paid, _SEAT_TENPAI, strict=True)
        draw.tenpai = tuple([is_said or (is_paid and fact in gone) for is_said, is_paid, fact in counted])


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
        game.left_out.append(("honba/carry", "the log does not record honba"))
        for hand, number in zip(game.hands, honba, strict=True):
            hand.honba = number
    if not has_sticks and any(sticks):
        game.left_out.append(("stick/carry", "the log does not record the sticks on the table"))
        for hand, number in zip(game.hands, sticks, strict=True):
            hand.sticks = number
