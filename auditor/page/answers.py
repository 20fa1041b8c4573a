# build: compiled
"""Answers a referee's questions about a position: waits and what is left of them, furiten and since when, who may win,
call, kan or declare riichi, and why not. Every answer is the replay's (`auditor.core.table`), here put into words.
"""

from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.checks.wording import LANGUAGE, in_numbers, said
from auditor.core.events import Event, Game
from auditor.core.hand.kan import KanEffect
from auditor.core.hand.payment import Payment
from auditor.core.hand.value import Value, least_han
from auditor.core.phrases import Phrase, listed, word
from auditor.core.table import options
from auditor.core.table import table as tables
from auditor.core.table.draws import abortive_condition
from auditor.core.table.recorder import VisibleTiles
from auditor.core.table.seat import NEVER, Seat
from auditor.core.table.table import ACTION_DUE, BY_DISCARD, DISCARD_DUE, IN_RIICHI, NOT_FURITEN, REACTION_DUE, Table
from auditor.core.table.winning import payment_of_win, value_of_win
from auditor.core.tiles import KIND_TEXT, mask_kinds, tile_names
from auditor.core.units import EventIndex, EventKind, Kind, KindMask, SeatIndex, Tile, YakuHan
from auditor.core.yaku import LIMIT_NAMES, NAMES, NO_LIMIT
from auditor.page.words import TileRow, Words, in_words, joined, plain, player_of, with_tiles

_TURN_ACTIONS: Final = (
    (events.OFFERS_RIICHI, events.RIICHI, "declare riichi"),
    (events.OFFERS_CLOSED_KAN, events.CLOSED_KAN, "make a closed kan"),
    (events.OFFERS_ADDED_KAN, events.ADDED_KAN, "add to a pon"),
    (events.OFFERS_NORTH, events.NORTH, "set a north aside"),
    (events.OFFERS_NINE_TERMINALS, events.RYUUKYOKU, "have the hand drawn for nine terminals"),
)  # fmt: skip
_CLAIMS: Final = (
    (events.OFFERS_PON, events.PON), (events.OFFERS_OPEN_KAN, events.OPEN_KAN), (events.OFFERS_CHI, events.CHI),
)  # fmt: skip


class Wait(NamedTuple):
    """A tile that a seat waits for. unseen: how many it does not see. in_wall: how many the wall has, live or dead."""

    kind: Kind
    unseen: int
    in_wall: int


class PossibleWin(NamedTuple):
    """A win that the shape of a hand allows. furiten: the kind that forbids a ron. value: None for a hand without one.
    paid: what each seat would pay if nobody else won.
    """

    tile: Tile
    from_seat: SeatIndex
    furiten: int
    value: Value | None
    paid: Payment | None


class TurnAction(NamedTuple):
    """An action that a hand allows a seat in its turn, and what forbids it ("" for nothing), both as text."""

    what: str
    forbidden_by: str


class RiichiKan(NamedTuple):
    """A closed kan of a seat in riichi: its effect on waits and readings, and the verdict of the ruleset."""

    effect: KanEffect
    verdict: str


class SeatAnswer(NamedTuple):
    """What is known about a seat in a position.

    waits: the tiles it waits for. furiten: the kind, as from `furiten_kind`. causes: the tiles that made it furiten,
    with their events. win: the win that its shape allows now. calls: the kinds of event by which it may claim the last
    discard. kans: the closed kans of a seat in riichi. actions: what else its hand allows in its turn. kuikae_kinds:
    the kinds that it may not discard after its call. is_known: False for hidden tiles, which have no other answers.
    """

    seat: SeatIndex
    is_known: bool
    waits: tuple[Wait, ...] = ()
    furiten: int = NOT_FURITEN
    causes: tuple[tuple[Tile, EventIndex], ...] = ()
    win: PossibleWin | None = None
    calls: tuple[int, ...] = ()
    kans: tuple[RiichiKan, ...] = ()
    actions: tuple[TurnAction, ...] = ()
    kuikae_kinds: tuple[Kind, ...] = ()


class Referee:
    """Answers for the positions of a hand, in order. `follow` must be called with each event before it is applied."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game = game
        self.table = table
        self.names = tile_names(game.red_tiles)
        self._visible = VisibleTiles(table)

    def follow(self, event: Event) -> None:
        """Take note of an event that is about to be applied."""
        self._visible.follow(event)

    def answers(self) -> list[SeatAnswer]:
        """The answer for each seat played, in the current position."""
        return [self._answer(seat) for seat in self.table.seats[: self.table.players]]

    def _answer(self, seat: Seat) -> SeatAnswer:
        table = self.table
        if not seat.is_known:
            return SeatAnswer(seat.seat, False)
        unseen, in_wall = self._visible.unseen[seat.seat], self._visible.in_wall
        waits = [Wait(kind, unseen.tiles(1 << kind), in_wall.tiles(1 << kind)) for kind in mask_kinds(seat.waits)]
        furiten = tables.furiten_kind(table, seat) if seat.waits else NOT_FURITEN
        answer = SeatAnswer(seat.seat, True, tuple(waits), furiten, furiten_causes(seat, furiten))
        if table.phase == tables.OVER and not table.pending_seats:
            return answer
        is_own_turn = table.due == seat.seat and table.phase in (ACTION_DUE, DISCARD_DUE)
        return answer._replace(
            win=self._win(seat),
            calls=() if table.phase != REACTION_DUE else claims(table, seat),
            kans=riichi_kans(table, seat) if is_own_turn else (),
            actions=turn_actions(table, seat) if is_own_turn and table.phase == ACTION_DUE else (),
            kuikae_kinds=kuikae_kinds(table, seat) if is_own_turn and table.phase == DISCARD_DUE else (),
        )

    def _win(self, seat: Seat) -> PossibleWin | None:
        table, last = self.table, self.table.last
        if table.phase == ACTION_DUE and table.due == seat.seat:
            tile, from_seat = seat.drawn, seat.seat
        elif last is not None and table.pending_seats >> seat.seat & 1 and last.seat != seat.seat:
            tile, from_seat = last.tile, last.seat
        else:
            return None
        if not options.is_winning_shape(seat, tile):
            return None
        furiten = NOT_FURITEN if from_seat == seat.seat else tables.furiten_kind(table, seat)
        value = value_of_win(table, seat.seat, from_seat, tile)
        paid = None
        if value is not None and value.is_enough:
            paid = payment_of_win(table, value, seat.seat, from_seat, is_nearest=True)
        return PossibleWin(tile, from_seat, furiten, value, paid)


def furiten_causes(seat: Seat, furiten: int) -> tuple[tuple[Tile, EventIndex], ...]:
    """The tiles that made a seat furiten, each with the event of its discard or its pass; () if it is not furiten."""
    if furiten == NOT_FURITEN:
        return ()
    if furiten == IN_RIICHI:
        return ((seat.riichi_passed_tile, seat.riichi_passed_event),)
    if furiten != BY_DISCARD:
        return ((seat.passed_tile, seat.passed_event),)
    river = zip(seat.river, seat.river_events, strict=True)
    return tuple([(tile, event) for tile, event in river if options.is_winning_shape(seat, tile)])


def claims(table: Table, seat: Seat) -> tuple[int, ...]:
    """The kinds of event by which a seat may claim the last discard."""
    last = table.last
    if last is None or last.seat == seat.seat or last.tile < 0:
        return ()
    return tuple([kind for offer, kind in _CLAIMS if options.hand_allows(table, seat, offer, last)
                  and not options.forbids_last_tile(table, kind)
                  and not (kind == events.OPEN_KAN and options.are_kans_used_up(table))])  # fmt: skip


def riichi_kans(table: Table, seat: Seat) -> tuple[RiichiKan, ...]:
    """The closed kans that the hand of a seat in riichi holds, legal or not."""
    if not seat.in_riichi or seat.drawn < 0:
        return ()
    kinds = sorted({tile >> 2 for tile in seat.concealed if seat.count(tile >> 2) == 4})
    effects = [options.riichi_kan_effect(table, seat, kind) for kind in kinds]
    rule, own_copies_count = table.rules.riichi.kan, table.rules.draws.four_own_copies != "never"
    return tuple([RiichiKan(one, one.verdict(rule, own_copies_count)) for one in effects if one is not None])


def turn_actions(table: Table, seat: Seat) -> tuple[TurnAction, ...]:
    """What else the hand of a seat allows in its turn: riichi, kans, a north, an abortive draw; legal or not."""
    drawn = table.hand.events[seat.last_draw] if seat.last_draw != NEVER else Event(events.DRAW, seat.seat, seat.drawn)
    return tuple([TurnAction(what, _forbidden_by(table, seat, kind)) for offer, kind, what in _TURN_ACTIONS
                  if options.hand_allows(table, seat, offer, drawn) and not (seat.in_riichi and kind != events.NORTH)
                  and (kind != events.RYUUKYOKU or may_abort(table))])  # fmt: skip


def may_abort(table: Table) -> bool:
    """Whether the seat whose turn it is may abort the hand for nine terminals and honours."""
    return events.NINE_TERMINALS in table.rules.draws.abortive and abortive_condition(table, events.NINE_TERMINALS)


def _forbidden_by(table: Table, seat: Seat, kind: EventKind) -> str:
    """What forbids an action that a hand allows, as text; "" for nothing."""
    if kind == events.RIICHI:
        if options.lacks_points(table, seat):
            return Phrase("points-needed", points=table.rules.riichi.points)
        return Phrase("tiles-needed", number=table.rules.riichi.tiles_left) if options.lacks_draws(table) else ""
    if kind == events.RYUUKYOKU:
        return ""
    if options.forbids_last_tile(table, kind):
        return Phrase("no-tile-is-left")
    is_used_up = kind != events.NORTH and options.are_kans_used_up(table)
    return Phrase("kans-made", number=table.rules.calls.kans) if is_used_up else ""


def kuikae_kinds(table: Table, seat: Seat) -> tuple[Kind, ...]:
    """The kinds in its hand that a seat may not discard right after its chi or pon (kuikae)."""
    if not seat.melds or seat.last_call != table.index - 1:
        return ()
    call = seat.melds[-1]
    held = sorted(set(seat.concealed_kinds()))
    return tuple([kind for kind in held if options.kuikae_fault(call, kind, table.rules)])


# ------------------------------------------------------------------------------------------------------ in words


def answer_words(referee: Referee, answer: SeatAnswer) -> list[Words]:
    """An answer as sentences: waits, furiten, and what the seat may do."""
    table = referee.table
    if not answer.is_known:
        return [in_words("hand-hidden", "the hand is hidden")]
    lines: list[Words] = []
    if answer.waits:
        waits = joined([_wait_words(wait) for wait in answer.waits])
        lines.append(in_words("waits-for", "waits for {waits}", waits=waits))
    if answer.furiten != NOT_FURITEN:
        lines.append(_furiten_words(referee, answer))
    if answer.win is not None:
        lines.append(_win_words(referee, answer.seat, answer.win))
    if answer.calls:
        calls = _either([events.KIND_NAMES[kind] for kind in answer.calls])
        lines.append(in_words("may-call", "may call {calls}", calls=calls))
    lines += [_kan_words(table, kan) for kan in answer.kans]
    if may := [action.what for action in answer.actions if not action.forbidden_by]:
        lines.append(in_words("may-do", "may {actions}", actions=_either(may)))
    for action in [action for action in answer.actions if action.forbidden_by]:
        what, why = LANGUAGE.get().text(action.what), LANGUAGE.get().text(action.forbidden_by)
        lines.append(in_words("may-not-do", "may not {action}: {why}", action=what, why=why))
    if answer.kuikae_kinds:
        tiles = mask_words(sum([1 << kind for kind in answer.kuikae_kinds]))
        lines.append(in_words("may-not-discard", "may not discard {tiles} right after this call", tiles=tiles))
    return lines


def _either(texts: list[str]) -> str:
    """Words of which each is possible: ``pon or chi``."""
    return LANGUAGE.get().text(listed(" or ", [word(text) for text in texts]))


def _wait_words(wait: Wait) -> Words:
    row = TileRow((KIND_TEXT[wait.kind],))
    if wait.in_wall == wait.unseen:
        return in_words("wait", "{tile} ({unseen} unseen)", tile=row, unseen=wait.unseen)
    text = "{tile} ({unseen} unseen, {in_wall} in the wall)"
    return in_words("wait-in-wall", text, tile=row, unseen=wait.unseen, in_wall=wait.in_wall)


def _furiten_words(referee: Referee, answer: SeatAnswer) -> Words:
    """The kind of furiten that a seat is in, and the tiles that caused it."""
    of_hand = referee.table.hand.events
    hidden = said("hidden-tile", "a hidden tile")
    causes = [
        in_words("discarded-tile", "{tile} (event {event})", event=event,
             tile=TileRow((referee.names[tile],)) if tile >= 0 else hidden)
        if answer.furiten == BY_DISCARD
        else in_words("passed-tile-of", "the {tile} of {player} (event {event})", tile=TileRow((referee.names[tile],)),
                  player=player_of(referee.game, of_hand[event].seat), event=event)
        for tile, event in answer.causes
    ]  # fmt: skip
    if answer.furiten == BY_DISCARD:
        return in_words("furiten-by-discard", "furiten: it has discarded {tiles}", tiles=joined(causes))
    if answer.furiten == IN_RIICHI:
        text = "furiten to the end of the hand: in riichi it has passed {tiles}"
        return in_words("furiten-in-riichi", text, tiles=joined(causes))
    ends = LANGUAGE.get().text(Phrase(f"until-{referee.table.rules.furiten.ends.replace(' ', '-')}"))
    return in_words("furiten-until", "furiten until {ends}: it has passed {tiles}", ends=ends, tiles=joined(causes))


def _win_words(referee: Referee, seat: SeatIndex, win: PossibleWin) -> Words:
    """A win with its value and payment, or why it is not allowed."""
    is_tsumo = win.from_seat == seat
    of_whom = how_won(referee.game, win.from_seat, is_tsumo)
    tile = TileRow((referee.names[win.tile],))
    if win.furiten != NOT_FURITEN:
        return in_words("may-not-win-furiten", "may not win on {tile} {how}: it is furiten", tile=tile, how=of_whom)
    if win.value is None or not win.value.is_enough or win.paid is None:
        han = 0 if win.value is None else win.value.yaku_han
        least = least_han(referee.table.rules, referee.table.hand.honba)
        text = "may not win on {tile} {how}: yaku worth {han} of the {least} han needed"
        return in_words("may-not-win-yaku", text, tile=tile, how=of_whom, han=han, least=least)
    ura = said("ura-not-counted", " (ura dora not counted)") if referee.table.seats[seat].in_riichi else ""
    text = "may win on {tile} {how}: {points} points for {value}{ura}"
    points, value = in_numbers(f"{win.paid.total[seat]:,}"), value_text(win.value)
    return in_words("may-win", text, tile=tile, how=of_whom, points=points, value=value, ura=ura)


def how_won(game: Game, from_seat: SeatIndex, is_tsumo: bool) -> str:
    """How a tile was won: ``by self-draw``, or ``from`` a player."""
    if is_tsumo:
        return said("by-self-draw", "by self-draw")
    return said("from-player", "from {player}", player=player_of(game, from_seat))


def yaku_words(yaku: list[YakuHan]) -> str:
    """Yaku with their han, as in ``riichi 1, dora 2``, in the language of what is printed."""
    named = [Phrase("yaku-and-han", yaku=word(NAMES[number]), han=han) for number, han in yaku]
    return LANGUAGE.get().text(listed(", ", named) if named else Phrase("no-yaku"))


def value_text(value: Value) -> str:
    """Yaku, han, fu and limit of a value on one line: ``riichi 1, dora 2: 3 han 40 fu``."""
    yaku = yaku_words([one for one in value.yaku if one[1]])
    limit = "" if value.limit == NO_LIMIT else f", {LANGUAGE.get().text(LIMIT_NAMES[value.limit])}"
    fu = said("value-fu", " {fu} fu", fu=value.fu) if value.fu else ""
    return said("value", "{yaku}: {han} han{fu}{limit}", yaku=yaku, han=value.han, fu=fu, limit=limit)


def _kan_words(table: Table, kan: RiichiKan) -> Words:
    """A closed kan in riichi, whether it is legal, and why."""
    effect = kan.effect
    kan_row, drawn = TileRow((KIND_TEXT[effect.kind],)), TileRow((KIND_TEXT[effect.drawn],))
    rule = f"riichi.kan = {table.rules.riichi.kan}"
    if kan.verdict == "legal":
        text = "closed kan of {kan} is legal: it keeps the waits {waits} ({rule})"
        return in_words("kan-legal", text, kan=kan_row, waits=mask_words(effect.waits_after), rule=rule)
    if kan.verdict == "open":
        text = "closed kan of {kan} may be legal: no source decides (note/open-kan; {rule})"
        return in_words("kan-open", text, kan=kan_row, rule=rule)
    why: dict[str, Words] = {
        "kan-forbidden": in_words("kan-forbidden", "the ruleset allows none after riichi"),
        "kan-drawn": in_words("kan-drawn", "it leaves the drawn {tile} in the hand", tile=drawn),
        "kan-waits": in_words("kan-waits", "the waits change from {before} to {after}",
                          before=mask_words(effect.waits_before), after=mask_words(effect.waits_after)),
        "kan-shape": in_words("kan-shape", "readings are lost: {readings}", readings=joined(
            [with_tiles(LANGUAGE.get().text(str(one))) for one in effect.lost], "; ")),
    }  # fmt: skip
    text = "closed kan of {kan} is not legal: {why} (riichi/{verdict}; {rule})"
    return in_words("kan-illegal", text, kan=kan_row, why=why[kan.verdict], verdict=kan.verdict, rule=rule)


def mask_words(mask: KindMask) -> Words:
    """The kinds of a mask as tiles; the word "nothing" for none."""
    return joined([(TileRow((KIND_TEXT[kind],)),) for kind in mask_kinds(mask)], " ") or in_words("no-tiles", "nothing")


def answers_at(game: Game, table: Table) -> list[list[str]]:
    """The answers for each seat played in the position on a table, as lines of text."""
    referee = Referee(game, table)
    for event in table.hand.events[: table.index]:
        referee.follow(event)
    return [[plain(line) for line in answer_words(referee, answer)] for answer in referee.answers()]
