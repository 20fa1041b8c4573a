# build: compiled
"""Wins: the claim, the hand, its yaku and value, and how the log records them."""

from auditor.core.checks import doubt, wording
from auditor.core.checks.check import Check, Report
from auditor.core.checks.win_values import claims_riichi, has_ura, is_complete, yaku_counted
from auditor.core.checks.wording import CHOMBO_SETTINGS, EMA_WINNING, WIKI_SCORING, penalty_clause, term, tile_of_seat
from auditor.core.events import ADDED_KAN, CLOSED_KAN, NORTH, NOT_RECORDED, WIN, Event, Meld, Win, meld_of
from auditor.core.hand.blocks import block_text
from auditor.core.hand.decompose import WonReading
from auditor.core.hand.value import least_han
from auditor.core.phrases import Phrase, listed, word
from auditor.core.results import MISMATCH, VIOLATION, Arguments, ListItem, Message, Term, Value, as_data
from auditor.core.table.seat import Seat, is_orphan_wait
from auditor.core.table.table import ACTION_DUE, OVER, REACTION_DUE, REPLACEMENT_DUE, Table
from auditor.core.tiles import KIND_TEXT, UNKNOWN
from auditor.core.units import LimitNumber, SeatIndex, Tile, YakuHan
from auditor.core.yaku import LIMIT_NAMES, NAMES, NO_LIMIT, RIICHIS, SUUKANTSU, UNKNOWN_YAKU, URA_DORA, YAKUMAN


class WinClaim(Check):
    """`win/claim`."""

    id = "win/claim"
    severity = VIOLATION
    title = "A win on a tile that is not there to win on."
    why = "A win takes the tile just drawn, the tile just discarded, or one just added to a kan or set aside."
    sources = (EMA_WINNING,)
    settings = ("scoring.kokushi_closed_kan",)
    messages = {
        "after-draw": "{seat:Who} wins after the hand was drawn.",
        "none-drawn": "{seat:Who} wins by self-draw, but has just drawn nothing.",
        "other-drawn": "{seat:Who} wins by self-draw on {tile}, but has just drawn {drawn}.",
        "no-tile": "{seat:Who} wins on {tile}, but no tile is there to win on.",
        "other-tile": "{seat:Who} wins on {tile}, but the last tile is {last}.",
        "closed-kan": "{seat:Who} wins on {tile}, a tile of a closed kan, which this ruleset does not let it rob.",
    }
    relies_on = doubt.TURN | doubt.TILE
    may_rely_on = doubt.TILE
    spoils = doubt.HAND | doubt.TURN | doubt.VALUE | doubt.OUTCOME
    may_spoil = doubt.POINTS | doubt.STICKS
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the winning tile by what was just drawn, discarded or added."""
        known = len(report.findings)
        if table.ryuukyoku is not None:
            report.add(self, event.seat, "after-draw", expected=Term("no-win"), actual=Term("a-win"))
        elif event.seat == event.from_seat:
            self._judge_tsumo(table, event, report)
        else:
            self._judge_ron(table, event, report)
        if (table.wins or table.ryuukyoku is not None) and len(report.findings) > known:
            report.spoil(self, doubt.POINTS | doubt.STICKS)  # the hand has been paid for already

    def _judge_tsumo(self, table: Table, event: Event, report: Report) -> None:
        seat = table.seats[event.seat]
        if table.phase != ACTION_DUE or table.due != event.seat:
            report.add(self, event.seat, "none-drawn", expected=Term("a-tile-just-drawn"), actual=Term("none"))
        elif not _same(event.tile, seat.drawn) and not report.is_faulty(seat.last_draw):
            drawn, tile = report.texts.tile(seat.drawn), report.texts.tile(event.tile)
            arguments = {"tile": tile, "drawn": drawn}
            report.add(self, event.seat, "other-drawn", arguments, expected=drawn, actual=tile)

    def _judge_ron(self, table: Table, event: Event, report: Report) -> None:
        last = table.last
        is_first = table.phase == REACTION_DUE and not table.wins and event.tile >= 0
        if is_first and last is not None and last.seat == event.from_seat and last.tile == event.tile:
            return  # a fast path: nearly every ron is the first on the last discard
        actual = tile_of_seat(report.texts.tile(event.tile), event.from_seat)
        arguments: dict[str, Value] = {"tile": actual}
        phases = (REACTION_DUE, REPLACEMENT_DUE) if not table.wins else (OVER,)
        if last is None or table.phase not in phases or (table.wins and table.wins[0].is_tsumo):
            report.add(self, event.seat, "no-tile", arguments, expected=Term("a-discard"), actual=actual)
        elif last.seat != event.from_seat or not _same(event.tile, last.tile):
            there = report.texts.tile(last.tile)
            arguments["last"] = tile_of_seat(there, last.seat)
            expected = tile_of_seat(there, last.seat)
            report.add(self, event.seat, "other-tile", arguments, expected=expected, actual=actual)
        elif last.kind == CLOSED_KAN and not (
            table.rules.scoring.kokushi_closed_kan and is_orphan_wait(table.seats[event.seat])
        ):
            none = Phrase("no-win-on-closed-kan")
            report.add(self, event.seat, "closed-kan", arguments, expected=none, actual=actual)


def _same(tile: Tile, other: Tile) -> bool:
    """Whether two tiles are of the same kind, or one of them is hidden."""
    return tile < 0 or other < 0 or tile >> 2 == other >> 2


class WinShape(Check):
    """`win/shape`."""

    id = "win/shape"
    severity = VIOLATION
    title = "A win with a hand that is not complete."
    why = "A hand wins with four sets and a pair, seven different pairs, or thirteen orphans."
    sources = (EMA_WINNING,)
    settings = ("penalties.false_win", *CHOMBO_SETTINGS)
    messages = {"shape": "{seat:Who} wins on {tile} with {hand}, which waits for {waits}.{penalty}"}
    relies_on = doubt.HAND | doubt.TURN | doubt.VALUE | doubt.TILE
    spoils = doubt.VALUE | doubt.OUTCOME  # most likely another seat won
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the winner's hand."""
        seat = table.seats[event.seat]
        if not isinstance(event, Win) or not seat.is_known or event.tile < 0 or is_complete(table, event):
            return
        tile = report.texts.tile(event.tile)
        arguments: Arguments = {
            "tile": tile, "hand": _hand_text(seat, report), "waits": wording.waits_shown(seat.waits),
            "penalty": penalty_clause(table.rules.penalties.false_win, table.rules),
        }  # fmt: skip
        report.add(self, event.seat, "shape", arguments, expected=arguments["waits"], actual=tile)


def _hand_text(seat: Seat, report: Report) -> str:
    """The hand without the tile just drawn, and its melds, as in ``23456m (555z)``."""
    held = report.texts.tiles([tile for tile in seat.concealed if tile != seat.drawn])
    melds = "".join([f" ({report.texts.tiles(meld_of(meld).all_tiles())})" for meld in seat.melds])
    return held + melds


class WinNoYaku(Check):
    """`win/no-yaku`."""

    id = "win/no-yaku"
    severity = VIOLATION
    title = "A win without a yaku, or under the minimum han in force."
    why = "A hand needs a yaku to win; dora are none, and some tables ask for more han."
    sources = (EMA_WINNING,)
    settings = (
        "scoring.minimum_han", "scoring.two_han_honba", "scoring.open_tanyao", "penalties.false_win", *CHOMBO_SETTINGS,
    )  # fmt: skip
    messages = {
        "no-yaku": "{seat:Who} wins on {tile} with {hand}, whose yaku are worth {han} han of the {least} "
            "needed.{penalty}",
    }  # fmt: skip
    relies_on = doubt.HAND | doubt.TURN | doubt.VALUE | doubt.RIICHI | doubt.WALL
    spoils = doubt.VALUE
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a complete hand by its yaku."""
        if not isinstance(event, Win):
            return
        win_value = report.win_values.judge(table, event)
        if claims_riichi(table, event):
            return  # `win/yaku` reports a recorded riichi that was not declared
        if win_value.value is not None and not win_value.value.is_enough:
            least = least_han(table.rules, table.hand.honba)
            arguments: Arguments = {
                "tile": report.texts.tile(event.tile), "hand": _hand_text(table.seats[event.seat], report),
                "han": win_value.value.yaku_han, "least": least,
                "penalty": penalty_clause(table.rules.penalties.false_win, table.rules),
            }  # fmt: skip
            expected, actual = [Phrase("n-han", han=han) for han in (least, win_value.value.yaku_han)]
            report.add(self, event.seat, "no-yaku", arguments, expected=expected, actual=actual)


class WinMultiple(Check):
    """`win/multiple`."""

    id = "win/multiple"
    severity = VIOLATION
    title = "Winners of one discard that the ruleset would not let win together, or in the wrong order."
    why = (
        "Where several may win on one discard they are settled in turn from the discarder's right; at some tables only "
        "the nearest wins, at others three wins end the hand as a draw."
    )
    sources = (EMA_WINNING, wording.TENHOU_MANUAL)
    settings = ("scoring.head_bump", "scoring.triple_ron")
    messages = {
        "head-bump": "{seat:Who} wins together with {winner:who}; only the nearest seat may.",
        "triple-ron": "{seat:Who} is the third to win on one discard, which this ruleset takes for a draw.",
        "order": "{seat:Who} is settled after {winner:who}, which sits farther on.",
        "second-win": "{seat:Who} wins a second time.",
    }
    relies_on = doubt.TURN | doubt.OUTCOME
    may_spoil = doubt.POINTS | doubt.STICKS | doubt.VALUE | doubt.OUTCOME
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a second or third winner, and at the first win whether one seat wins twice."""
        if event.seat == event.from_seat:
            return
        if not table.wins:
            self._judge_repeated(table, report)
            return
        order = [(win.seat - event.from_seat) % table.players for win in table.wins]
        turn = (event.seat - event.from_seat) % table.players
        scoring = table.rules.scoring
        if scoring.head_bump:
            arguments, actual = {"winner": table.wins[0].seat}, Phrase("n-winners", number=len(order) + 1)
            if report.add(self, event.seat, "head-bump", arguments, expected=Term("one-winner"), actual=actual):
                report.spoil(self, doubt.OUTCOME)  # no rule says what a win that is not allowed pays
        elif len(order) == 2 and scoring.triple_ron == "abort":
            draw, three = Term("an-abortive-draw"), Term("three-winners")
            if report.add(self, event.seat, "triple-ron", expected=draw, actual=three):
                report.spoil(self, doubt.OUTCOME)
        elif turn <= order[-1]:
            arguments, expected = {"winner": table.wins[-1].seat}, Phrase("in-turn-from-the-discarders-right")
            report.add(self, event.seat, "order", arguments, expected=expected, actual=Term("out-of-turn"))

    def _judge_repeated(self, table: Table, report: Report) -> None:
        winners: list[SeatIndex] = []
        for index in range(report.event, len(table.hand.events)):
            event = table.hand.events[index]
            if event.kind == WIN and event.seat in winners:
                due, shown = Term("one-win"), Term("two-wins")
                report.add(self, event.seat, "second-win", expected=due, actual=shown, event=index)
                report.spoil(self, doubt.POINTS | doubt.STICKS | doubt.VALUE | doubt.OUTCOME)
            winners.append(event.seat)


class WinRecord(Check):
    """`win/record`."""

    id = "win/record"
    severity = MISMATCH
    title = "The recorded hand, melds or winning tile are not those replayed."
    why = "A win shows the hand that was dealt, drawn and melded, and the indicators that were turned."
    sources = ("the log itself: deal, draws, calls and discards",)
    messages = {
        "tile": "{seat:Who} wins on {due}; the log shows {shown}.",
        "hand": "{seat:Who} wins with {due}; the log shows {shown}.",
        "melds": "{seat:Who} has melded {due:; }; the win shows {shown:; }.",
    }
    relies_on = doubt.HAND | doubt.TURN | doubt.VALUE | doubt.TILE
    spoils = doubt.VALUE | doubt.OUTCOME  # perhaps another seat won
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge what the win shows by the position."""
        if not isinstance(event, Win):
            return
        seat = table.seats[event.seat]
        if not seat.is_known:
            return
        tsumo = event.is_tsumo
        tile = seat.drawn if tsumo else (table.last.tile if table.last is not None else event.tile)
        if event.tile != tile and report.game.copies_recorded:
            due, shown = report.texts.copies([tile]), report.texts.copies([event.tile])
            report.add(self, event.seat, "tile", {"due": due, "shown": shown}, expected=due, actual=shown)
            return
        if event.hand is not None and not _shows_hand(event.hand, seat, tile, tsumo, report):
            held = _held(seat, tile, tsumo)
            due, shown = report.texts.tiles(held), report.texts.tiles(event.hand)
            if due == shown:  # the same faces, but other copies of them
                due = report.texts.copies([tile for tile in held if tile not in event.hand])
                shown = report.texts.copies([tile for tile in event.hand if tile not in held])
            report.add(self, event.seat, "hand", {"due": due, "shown": shown}, expected=due, actual=shown)
            return
        if event.melds is None or _are_alike(seat, event.melds):
            return
        melds = sorted([_meld_key(meld_of(meld), report) for meld in seat.melds])
        melds += sorted([_meld_key(Meld(NORTH, north, (), 0), report) for north in seat.norths])
        recorded = sorted([_meld_key(meld, report) for meld in event.melds if meld.kind != NORTH])
        recorded += sorted([_meld_key(meld, report) for meld in event.melds if meld.kind == NORTH])
        if melds != recorded:
            texts = [listed("; ", one) if one else Phrase("no-melds") for one in (melds, recorded)]
            arguments: Arguments = {"due": melds or Term("no-melds"), "shown": recorded or Term("no-melds")}
            report.add(self, event.seat, "melds", arguments, expected=texts[0], actual=texts[1])


def _held(seat: Seat, tile: Tile, tsumo: bool) -> list[Tile]:
    """The winner's concealed tiles, sorted, the winning one among them."""
    return sorted(seat.concealed if tsumo else [*seat.concealed, tile])


def _shows_hand(shown: tuple[Tile, ...], seat: Seat, tile: Tile, tsumo: bool, report: Report) -> bool:
    """Whether the shown tiles are those held; some programs leave the winning tile out.

    The fast path is for nearly every log: as many tiles as are held, strictly ascending, each of which is held.
    """
    last = UNKNOWN
    are_held = len(shown) == seat.size + (0 if tsumo else 1)
    for one in shown:
        if one <= last or not (seat.holds(one) or (one == tile and not tsumo)):
            are_held = False
            break
        last = one
    if are_held:
        return True
    tiles = sorted(shown)
    held = _held(seat, tile, tsumo)
    if len(tiles) == len(held) - 1:
        tiles = sorted([*tiles, tile])
    return report.texts.are_same(tiles, held)


def _are_alike(seat: Seat, shown: tuple[Meld, ...]) -> bool:
    """Whether the shown melds are exactly the seat's, in order, as in nearly every log: a fast path without texts.

    Where not, they may still be the same melds, in another order or of other copies.
    """
    if seat.norths or len(shown) != len(seat.melds):
        return False
    for index, meld in enumerate(seat.melds):
        other = shown[index]
        if meld.kind != other.kind or meld.tile != other.tile or meld.tiles != other.tiles:
            return False
    return True


def _meld_key(meld: Meld, report: Report) -> str:
    name = "kan" if meld.kind == ADDED_KAN else ""
    return report.texts.tiles(meld.all_tiles()) + name


class WinYaku(Check):
    """`win/yaku`."""

    id = "win/yaku"
    severity = MISMATCH
    title = "The recorded yaku are not those of the hand (riichi, double riichi, ippatsu, ura and dora included)."
    why = "The reading of the hand that is worth most is scored, with all its yaku and dora."
    sources = (EMA_WINNING, "https://riichi.wiki/List_of_yaku")
    settings = (
        "game.red_fives", "riichi.ippatsu", "riichi.indicator_neighbours", "riichi.open_riichi_han",
        "riichi.open_riichi_yakuman", "scoring.open_tanyao", "scoring.pinfu_tsumo", "scoring.renhou",
        "scoring.several_yakuman", "scoring.double_yakuman", "scoring.green_hatsu", "scoring.rinshan_haitei",
        "riichi.double_han",
    )  # fmt: skip
    messages = {
        "has": "The win of {seat:who} with {hand} on {tile}: the log has {more:, }. Reading: {reading}.",
        "lacks": "The win of {seat:who} with {hand} on {tile}: the log lacks {less:, }. Reading: {reading}.",
        "has-and-lacks": "The win of {seat:who} with {hand} on {tile}: the log has {more:, } and lacks {less:, }. "
            "Reading: {reading}.",
        "no-difference": "The win of {seat:who} with {hand} on {tile}: the log . Reading: {reading}.",
        "yaku": "{yaku} {han}",
        "reading": "{blocks}, {tile} completing {completed}",
    }  # fmt: skip
    relies_on = doubt.VALUE_OF_WIN
    spoils = doubt.VALUE
    may_spoil = doubt.RIICHI | doubt.STICKS | doubt.POINTS
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the recorded yaku by those of the hand."""
        if not isinstance(event, Win) or event.yaku is None:
            return
        win_value = report.win_values.judge(table, event)
        false_riichi = claims_riichi(table, event)
        if win_value.value is None or not (win_value.value.is_enough or false_riichi):
            return
        shown = event.yaku
        if any(len(yaku) == len(shown) and all(one in shown for one in yaku) for yaku in win_value.alternatives):
            return  # a fast path: nearly every log has them, in one order or another
        with_ura = has_ura(table, event)
        recorded = comparable_yaku(yaku_counted(event, win_value.alternatives, report.game.format), with_ura)
        if table.rules.riichi.double_han == 1:
            recorded = sorted([(RIICHIS[0] if number in RIICHIS else number, han) for number, han in recorded])
        if any(number == UNKNOWN_YAKU for number, _ in event.yaku):
            return
        if any(comparable_yaku(yaku, with_ura) == recorded for yaku in win_value.alternatives):
            return
        due = comparable_yaku(win_value.value.yaku, with_ura)
        if win_value.value.yakuman and not table.rules.scoring.several_yakuman and _names_the_counted(recorded, due):
            return
        more = [yaku for yaku in recorded if yaku not in due]
        less = [yaku for yaku in due if yaku not in recorded]
        arguments: Arguments = {
            "hand": _hand_text(table.seats[event.seat], report), "tile": report.texts.tile(event.tile),
            "more": yaku_listed(more), "less": yaku_listed(less), "reading": _reading(win_value.value.reading),
        }  # fmt: skip
        message_id = ("has-and-lacks" if less else "has") if more else ("lacks" if less else "no-difference")
        expected, actual = [yaku_listed(yaku) or Term("no-yaku") for yaku in (due, recorded)]
        is_added = report.add(self, event.seat, message_id, arguments, expected=expected, actual=actual)
        if is_added and false_riichi:
            report.spoil(self, doubt.RIICHI | doubt.STICKS | doubt.POINTS, (event.seat,))


def _names_the_counted(recorded: list[YakuHan], due: list[YakuHan]) -> bool:
    """Whether a log names only yakuman of the hand, one of the highest worth included, where only that one counts."""
    most = max([han for _, han in due])
    return all(yaku in due for yaku in recorded) and any(han == most for _, han in recorded)


def comparable_yaku(yaku: tuple[YakuHan, ...], with_ura: bool) -> list[YakuHan]:
    """Yaku in a form to compare: sorted, without dora worth nothing, and without ura where the log hides them."""
    return sorted([one for one in yaku if (one[1] or one[0] <= SUUKANTSU) and (with_ura or one[0] != URA_DORA)])


def _reading(reading: WonReading) -> Message:
    """A reading as an argument of a message."""
    blocks = [block_text(block) for block in reading.blocks]
    completed = block_text(reading.completed)
    return Message("reading", {"blocks": blocks, "tile": KIND_TEXT[reading.winning], "completed": completed})


def yaku_listed(yaku: list[YakuHan]) -> list[Message]:
    """Yaku with their han, as items of a list in a message."""
    return [Message("yaku", {"yaku": term(NAMES[number]), "han": han}) for number, han in yaku]


class WinValueCheck(Check):
    """`win/value`."""

    id = "win/value"
    severity = MISMATCH
    title = "The recorded han, fu, limit or points are not those of the hand."
    why = "Han and fu give the limit or the base points, and these the points of the win."
    sources = (EMA_WINNING, WIKI_SCORING)
    settings = (
        "scoring.kiriage", "scoring.counted_yakuman", "scoring.several_yakuman", "scoring.double_yakuman",
        "scoring.double_wind_fu", "scoring.rinshan_fu", "scoring.tsumo_loss",
    )  # fmt: skip
    messages = {
        "value": "The win of {seat:who} with {hand} on {tile} is worth {han} han {fu} fu ({parts:; }), {points} "
            "points: {due:, }; the log has {shown:, }{by}.",
        "stated": "By what the log itself states of the win of {seat:who} it has {due:, }; the log has {shown:, }.",
        "part": "{fu} {reason}",
        "han": "{number} han",
        "fu": "{number} fu",
        "base": "{number} base points",
        "points": "{number} points",
        "limit": "limit {number}",
    }  # fmt: skip
    relies_on = doubt.VALUE
    may_rely_on = doubt.VALUE_OF_WIN
    spoils = doubt.VALUE
    may_spoil = doubt.OUTCOME
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge han, fu, limit and points by the value of the hand, or if that is in doubt by one another."""
        if not isinstance(event, Win):
            return
        if report.is_in_doubt(doubt.VALUE_OF_WIN, event.seat):
            from auditor.core.checks.other_payments import report_statements

            if report_statements(self, table, event, report):
                report.spoil(self, doubt.OUTCOME)
            return
        win_value = report.win_values.judge(table, event)
        value, paid = win_value.value, win_value.paid
        if value is None or paid is None or not has_ura(table, event):
            return
        due: list[ListItem] = []
        shown: list[ListItem] = []
        are_added = not value.yakuman or table.rules.scoring.several_yakuman
        if event.han not in (NOT_RECORDED, value.han) and are_added:
            due.append(Message("han", {"number": value.han}))
            shown.append(Message("han", {"number": event.han}))
        if event.fu != NOT_RECORDED and value.limit != YAKUMAN and event.fu != value.fu:
            due.append(Message("fu", {"number": value.fu}))
            shown.append(Message("fu", {"number": event.fu}))
        if event.limit != NOT_RECORDED and event.limit != value.limit:
            due.append(_limit(value.limit))
            shown.append(_limit(event.limit))
        if event.base != NOT_RECORDED and event.base != value.base and event.limit == value.limit:
            due.append(Message("base", {"number": value.base}))
            shown.append(Message("base", {"number": event.base}))
        if event.points != NOT_RECORDED and event.points != paid.points:
            due.append(Message("points", {"number": paid.points}))
            shown.append(Message("points", {"number": event.points}))
        if due:
            from auditor.core.checks.other_payments import kiriage_clause

            parts = [(why if isinstance(why, Phrase) else word(why), fu) for why, fu in value.fu_parts]
            arguments: Arguments = {
                "hand": _hand_text(table.seats[event.seat], report), "tile": report.texts.tile(event.tile),
                "han": value.han, "fu": value.fu, "points": paid.points, "due": due, "shown": shown,
                "parts": [Message("part", {"fu": fu, "reason": as_data(reason)}) for reason, fu in parts],
                "by": kiriage_clause(table, event, value),
            }  # fmt: skip
            report.add(self, event.seat, "value", arguments, expected=due, actual=shown)


def _limit(limit: LimitNumber) -> Term | Message:
    if limit == NO_LIMIT:
        return Term("no-limit")
    return wording.term(LIMIT_NAMES[limit]) if 0 < limit < len(LIMIT_NAMES) else Message("limit", {"number": limit})
