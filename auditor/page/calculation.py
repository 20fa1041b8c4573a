"""The calculation behind a payment: for a win its tiles, reading, yaku, fu, limit and who pays what and why; for a
draw who is tenpai and what that pays. What is due is shown next to what the log records.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.checks.win import comparable_yaku
from auditor.core.checks.win_values import WinValues, has_ura, takes_honba, yaku_counted
from auditor.core.checks.wording import LANGUAGE, in_numbers, said
from auditor.core.events import Event, Game, Ryuukyoku, Win, meld_of
from auditor.core.hand.blocks import KINDS_OF
from auditor.core.hand.payment import Payment, chips
from auditor.core.hand.value import Value
from auditor.core.rulesets.choice import wrong_players
from auditor.core.table.draws import counted_tenpai, due_of_draw, nagashi_winners
from auditor.core.table.table import Table
from auditor.core.table.winning import liabilities, sticks_awarded
from auditor.core.tiles import KIND_TEXT, tile_names
from auditor.core.units import Points, Tile
from auditor.core.yaku import LIMIT_NAMES, NAMES, NO_LIMIT
from auditor.page.answers import how_won, yaku_words
from auditor.page.words import TileRow, Words, in_words, joined, plain, player_of, with_tiles, words


class Step(NamedTuple):
    """A line of a calculation. recorded: what the log has instead; "" where it has the same or nothing."""

    name: str
    due: Words
    recorded: str = ""


class PaymentRow(NamedTuple):
    """What a player gains or pays. parts: the points in each column. due, recorded: in all; None where unknown."""

    player: str
    parts: tuple[Points, ...]
    due: Points | None
    recorded: Points | None

    @property
    def is_wrong(self) -> bool:
        """Whether the log records another amount than the one due."""
        return self.due is not None and self.recorded is not None and self.due != self.recorded


class PaymentCalculation(NamedTuple):
    """The calculation for a win or a draw. title: what happened. lines: its steps. columns: the reasons for payments.
    rows: one per seat played; () where nothing is known about the payment.
    """

    title: Words
    lines: tuple[Step, ...]
    columns: tuple[str, ...]
    rows: tuple[PaymentRow, ...]


def calculation_of(game: Game, table: Table, event: Event) -> PaymentCalculation | None:
    """The calculation for a win or a draw that is about to be applied; None for any other event."""
    if isinstance(event, Win):
        return win_calculation(game, table, event)
    return draw_calculation(game, table, event) if isinstance(event, Ryuukyoku) else None


def win_calculation(game: Game, table: Table, win: Win) -> PaymentCalculation:
    """The calculation for a win that is about to be applied, by the same values as in the checks."""
    names = tile_names(game.red_tiles)
    winner, how = player_of(game, win.seat), how_won(game, win.from_seat, win.is_tsumo)
    title = in_words("wins-on", "{player} wins on {tile} {how}", player=winner, tile=_row(names, [win.tile]), how=how)
    wrong = wrong_players(table.rules, table.players)
    lines = [Step(said("step-hand", "hand"), _hand_words(table, win, names))]
    if wrong:
        why = in_words("not-scored", "not scored: {why}", why=LANGUAGE.get().text(wrong))
        return PaymentCalculation(title, (*lines, Step(said("step-value", "value"), why)), (), ())
    judged = WinValues().judge(table, win)
    value, paid = judged.value, judged.paid
    if value is None:
        known = table.seats[win.seat].is_known and win.tile >= 0
        hidden, partial = said("hand-hidden", "the hand is hidden"), said("hand-partial", "the hand is not complete")
        lines.append(Step(said("step-value", "value"), (partial if known else hidden,)))
        return PaymentCalculation(title, tuple(lines), (), _rows(game, table, [], None, win.deltas))
    lines += _value_lines(game, win, value)
    if paid is None:
        lines.append(Step(said("step-value", "value"), in_words("too-few-yaku", "the yaku are too few to win with")))
        return PaymentCalculation(title, tuple(lines), (), _rows(game, table, [], None, win.deltas))
    lines += _payment_lines(game, table, win, value, paid)
    columns = [
        (said("column-hand", "hand"), paid.hand),
        (said("column-honba", "{honba} honba", honba=table.hand.honba), paid.honba),
        (said("column-sticks", "sticks"), paid.sticks), (said("column-liable", "liable"), paid.pao),
    ]  # fmt: skip
    used = [column for column in columns if any(column[1])]
    due = paid.total if has_ura(table, win) else None
    return PaymentCalculation(title, tuple(lines), tuple([name for name, _ in used]),
                              _rows(game, table, [part for _, part in used], due, win.deltas))  # fmt: skip


def _row(names: tuple[str, ...], tiles: Sequence[Tile]) -> TileRow:
    """Tiles by the names of a game; hidden ones are left out."""
    return TileRow(tuple([names[tile] for tile in tiles if tile >= 0]))


def _hand_words(table: Table, win: Win, names: tuple[str, ...]) -> Words:
    """The winner's concealed tiles, its melds, and the winning tile."""
    seat = table.seats[win.seat]
    held = sorted(seat.concealed)
    if win.is_tsumo and win.tile in held:
        held.remove(win.tile)
    parts: list[TileRow | str] = [_row(names, held)]
    for meld in seat.melds:
        closed = said("and-closed-kan", " and the closed kan ") if meld.kind == events.CLOSED_KAN else ""
        parts += [closed or said("and-meld", " and "), _row(names, sorted(meld_of(meld).all_tiles()))]
    if seat.norths:
        parts.append(said("norths-aside", ", {norths:north|norths} aside", norths=len(seat.norths)))
    return in_words("hand-on", "{hand}, on {tile}", hand=words(*parts), tile=_row(names, [win.tile]))


def _value_lines(game: Game, win: Win, value: Value) -> list[Step]:
    """The steps to a value: reading, yaku, fu and base points."""
    blocks = [words(TileRow(tuple([KIND_TEXT[kind] for kind in KINDS_OF[block]]))) for block in value.reading.blocks]
    winning = TileRow((KIND_TEXT[value.reading.winning],))
    completed = TileRow(tuple([KIND_TEXT[kind] for kind in KINDS_OF[value.reading.completed]]))
    text = "{blocks}; the {tile} completes {completed}"
    reading = in_words("step-reading-of", text, blocks=joined(blocks, " "), tile=winning, completed=completed)
    lines = [Step(said("step-reading", "reading"), reading)]
    due = [(number, han) for number, han in value.yaku if han]
    yaku = [(yaku_words([one]),) for one in due]
    recorded = ""
    counted = yaku_counted(win, [value.yaku], game.format)
    if win.yaku is not None and comparable_yaku(counted, True) != comparable_yaku(value.yaku, True):
        recorded = yaku_words([one for one in win.yaku if one[1]])
    listed = in_words("step-yaku-han", "{yaku}: {han} han", yaku=joined(yaku), han=value.han)
    lines.append(Step(said("step-yaku", "yaku"), listed, recorded))
    if value.fu_parts:
        parts = [words(f"{fu} ", *with_tiles(LANGUAGE.get().text(reason))) for reason, fu in value.fu_parts]
        total = sum([fu for _, fu in value.fu_parts])
        rounded = "" if total == value.fu else said("rounded-up", ", rounded up to {fu}", fu=value.fu)
        same = win.fu in (events.NOT_RECORDED, 0, value.fu)
        fu_sum = words(*joined(parts, " + "), f" = {total}{rounded}")
        lines.append(Step(said("step-fu", "fu"), fu_sum, "" if same else said("n-fu", "{fu} fu", fu=win.fu)))
    lines.append(Step(said("step-base", "base points"), (_base_text(value),), _recorded_limit(win, value)))
    return lines


def _base_text(value: Value) -> str:
    """The base points, and the fu and han or the limit that give them."""
    if value.yakuman:
        if value.yakuman == 1:
            return said("base-yakuman", "{base} for one yakuman", base=f"{value.base:,}")
        text = "{base} for {yakuman} yakuman"
        return said("base-several-yakuman", text, base=f"{value.base:,}", yakuman=value.yakuman)
    if value.limit != NO_LIMIT:
        limit = LANGUAGE.get().text(LIMIT_NAMES[value.limit])
        return said("base-limit", "{base}, a {limit}", base=f"{value.base:,}", limit=limit)
    text = "{base} for {fu} fu and {han} han (each han doubles {fu} × 4)"
    return said("base-fu-han", text, base=f"{value.base:,}", fu=value.fu, han=value.han)


def _recorded_limit(win: Win, value: Value) -> str:
    """The limit that the log records, where it differs; else ""."""
    if win.limit in (events.NOT_RECORDED, value.limit) or not 0 <= win.limit < len(LIMIT_NAMES):
        return ""
    return said("limit-of", "limit {limit}", limit=LANGUAGE.get().text(LIMIT_NAMES[win.limit]))


def _payment_lines(game: Game, table: Table, win: Win, value: Value, paid: Payment) -> list[Step]:
    """The points for the hand, the honba and the sticks, and who is liable."""
    same = win.points in (events.NOT_RECORDED, paid.points)
    points = in_numbers(f"{paid.points:,}")
    won = said("points-of-child", "{points} (no dealer wins)", points=points)
    if win.seat == table.hand.dealer:
        won = said("points-of-dealer", "{points} (the dealer wins)", points=points)
    lines = [Step(said("step-points", "points"), (won,), "" if same else in_numbers(f"{win.points:,}"))]
    if any(paid.honba):
        each = table.rules.sticks.honba
        product = f"{table.hand.honba} × {each} = {paid.honba[win.seat]:,}"
        lines.append(Step(said("step-honba", "honba"), (in_numbers(product),)))
    if taken := sticks_awarded(table, win.seat, takes_honba(table, win)):
        gained = in_numbers(f"{paid.sticks[win.seat]:,}")
        text = "{taken} × {stick} = {points} from the table"
        sticks = said("from-table", text, taken=taken, stick=f"{table.stick:,}", points=gained)
        lines.append(Step(said("step-sticks", "sticks"), (sticks,)))
    if value.yakuman:
        liable = [said("liable-for", "{player} for {yaku}", player=player_of(game, seat),
                       yaku=LANGUAGE.get().text(NAMES[number])) for number, seat in liabilities(table, win.seat)
                  if number in [one for one, _ in value.yaku] and number in table.rules.scoring.pao]  # fmt: skip
        if liable:
            lines.append(Step(said("step-liable", "liable (pao)"), (", ".join(liable),)))
    worth = table.rules.riichi.chip_points
    if worth and chips(value):
        counted = said("chips-worth", "{chips}, of {points} points each", chips=chips(value), points=worth)
        lines.append(Step(said("step-chips", "chips"), (counted,)))
    return lines


_DRAWS: Final = {events.EXHAUSTIVE: "exhaustive draw", events.NAGASHI_MANGAN: "nagashi mangan", events.CHOMBO: "chombo"}


def draw_calculation(game: Game, table: Table, draw: Ryuukyoku) -> PaymentCalculation:
    """The calculation for a draw that is about to be applied."""
    drawn = LANGUAGE.get().text(_DRAWS.get(draw.draw_type, draw.draw_type))
    title = in_words("title-drawn", "The hand is drawn: {draw}", draw=drawn)
    nobody = said("nobody", "nobody")
    lines: list[Step] = []
    if draw.draw_type == events.EXHAUSTIVE:
        tenpai = counted_tenpai(table, draw)
        shown = [player_of(game, seat) for seat in range(table.players) if tenpai[seat]]
        lines.append(Step(said("step-tenpai", "tenpai"), (", ".join(shown) or nobody,)))
        text = "{points} in all, where some are tenpai"
        noten = said("noten-in-all", text, points=f"{table.rules.draws.noten_points:,}")
        lines.append(Step(said("step-noten", "noten payments"), (noten,)))
    elif draw.draw_type == events.NAGASHI_MANGAN:
        winners = nagashi_winners(table)
        names = ", ".join([player_of(game, seat) for seat in winners]) or nobody
        lines.append(Step(said("step-nagashi", "nagashi mangan"), (names,)))
    elif draw.draw_type in events.ABORTIVE:
        lines.append(Step(said("step-payments", "payments"), in_words("abortive-none", "none: the draw is abortive")))
    return PaymentCalculation(title, tuple(lines), (), _rows(game, table, [], due_of_draw(table, draw), draw.deltas))


def _rows(
    game: Game, table: Table, parts: Sequence[Sequence[Points]], due: Sequence[Points] | None,
    recorded: Sequence[Points] | None,
) -> tuple[PaymentRow, ...]:  # fmt: skip
    """A row for each seat played; () where neither what is due nor what was recorded is known."""
    if due is None and recorded is None:
        return ()
    return tuple([
        PaymentRow(
            player_of(game, seat), tuple([part[seat] for part in parts]), None if due is None else due[seat],
            None if recorded is None else recorded[seat],
        )
        for seat in range(table.players)
    ])  # fmt: skip


def calculation_lines(calculation: PaymentCalculation) -> list[str]:
    """A calculation as lines for a terminal."""
    width = max([len(line.name) for line in calculation.lines], default=0)
    lines = [plain(calculation.title)]
    for line in calculation.lines:
        instead = said("recorded-instead", "recorded: {recorded}", recorded=line.recorded)
        lines.append(f"  {line.name:<{width}}  {plain(line.due)}{f'   ({instead})' if line.recorded else ''}")
    for row in calculation.rows:
        if not row.due and not row.recorded:
            continue
        named = zip(calculation.columns, row.parts, strict=True)
        parts = ", ".join([f"{name} {part:+,}" for name, part in named if part])
        due = "" if row.due is None else f"{row.due:+,}"
        is_shown = row.recorded is not None and (row.is_wrong or row.due is None)
        wrong = f"   {said('recorded-amount', 'recorded {amount}', amount=f'{row.recorded:+,}')}" if is_shown else ""
        lines.append(f"  {row.player}: {due}{f' ({parts})' if len(calculation.columns) > 1 and parts else ''}{wrong}")
    return lines
