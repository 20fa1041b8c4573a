"""The calculation behind a payment: for a win its tiles, reading, yaku, fu, limit and who pays what and why; for a
draw who is tenpai and what that pays. What is due is shown next to what the log records.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.checks.win import comparable_yaku, yaku_text
from auditor.core.checks.win_values import WinValues, has_ura
from auditor.core.events import Event, Game, Ryuukyoku, Win, meld_of
from auditor.core.hand.blocks import KINDS_OF
from auditor.core.hand.payment import Payment, chips
from auditor.core.hand.value import Value
from auditor.core.rulesets.choice import wrong_players
from auditor.core.table.draws import counted_tenpai, due_of_draw, nagashi_winners
from auditor.core.table.table import Table
from auditor.core.table.winning import liabilities, sticks_awarded
from auditor.core.text import plural
from auditor.core.tiles import KIND_TEXT, tile_names
from auditor.core.units import Points, Tile
from auditor.core.yaku import LIMIT_NAMES, NAMES, NO_LIMIT
from auditor.page.words import TileRow, Words, joined, plain, player_of, with_tiles, words


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
    title = words(
        f"{player_of(game, win.seat)} wins on ", _row(names, [win.tile]),
        " by self-draw" if win.is_tsumo else f" from {player_of(game, win.from_seat)}",
    )  # fmt: skip
    wrong = wrong_players(table.rules, table.players)
    lines = [Step("hand", _hand_words(table, win, names))]
    if wrong:
        return PaymentCalculation(title, (*lines, Step("value", (f"not scored: {wrong}",))), (), ())
    judged = WinValues().judge(table, win)
    value, paid = judged.value, judged.paid
    if value is None:
        known = table.seats[win.seat].is_known and win.tile >= 0
        text = "the hand is not complete" if known else "the hand is hidden"
        return PaymentCalculation(title, (*lines, Step("value", (text,))), (), _rows(game, table, [], None, win.deltas))
    lines += _value_lines(win, value)
    if paid is None:
        lines.append(Step("value", ("the yaku are too few to win with",)))
        return PaymentCalculation(title, tuple(lines), (), _rows(game, table, [], None, win.deltas))
    lines += _payment_lines(game, table, win, value, paid)
    columns = [("hand", paid.hand), (f"{table.hand.honba} honba", paid.honba), ("sticks", paid.sticks),
               ("liable", paid.pao)]  # fmt: skip
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
        parts += [" and the closed kan " if meld.kind == events.CLOSED_KAN else " and ",
                  _row(names, sorted(meld_of(meld).all_tiles()))]  # fmt: skip
    if seat.norths:
        parts.append(f", {plural(len(seat.norths), 'north')} aside")
    return words(*parts, ", on ", _row(names, [win.tile]))


def _value_lines(win: Win, value: Value) -> list[Step]:
    """The steps to a value: reading, yaku, fu and base points."""
    blocks = [words(TileRow(tuple([KIND_TEXT[kind] for kind in KINDS_OF[block]]))) for block in value.reading.blocks]
    winning = TileRow((KIND_TEXT[value.reading.winning],))
    completed = TileRow(tuple([KIND_TEXT[kind] for kind in KINDS_OF[value.reading.completed]]))
    lines = [Step("reading", words(*joined(blocks, " "), "; the ", winning, " completes ", completed))]
    due = [(number, han) for number, han in value.yaku if han]
    yaku = [(f"{NAMES[number]} {han}",) for number, han in due]
    recorded = ""
    if win.yaku is not None and comparable_yaku(win.yaku, True) != comparable_yaku(value.yaku, True):
        recorded = yaku_text([one for one in win.yaku if one[1]])
    lines.append(Step("yaku", words(*joined(yaku), f": {value.han} han"), recorded))
    if value.fu_parts:
        parts = [words(f"{fu} ", *with_tiles(reason)) for reason, fu in value.fu_parts]
        total = sum([fu for _, fu in value.fu_parts])
        rounded = "" if total == value.fu else f", rounded up to {value.fu}"
        same = win.fu in (events.NOT_RECORDED, 0, value.fu)
        lines.append(Step("fu", words(*joined(parts, " + "), f" = {total}{rounded}"), "" if same else f"{win.fu} fu"))
    lines.append(Step("base points", (_base_text(value),), _recorded_limit(win, value)))
    return lines


def _base_text(value: Value) -> str:
    """The base points, and the fu and han or the limit that give them."""
    if value.yakuman:
        return f"{value.base:,} for {'one yakuman' if value.yakuman == 1 else f'{value.yakuman} yakuman'}"
    if value.limit != NO_LIMIT:
        return f"{value.base:,}, a {LIMIT_NAMES[value.limit]}"
    return f"{value.base:,} for {value.fu} fu and {value.han} han (each han doubles {value.fu} × 4)"


def _recorded_limit(win: Win, value: Value) -> str:
    """The limit that the log records, where it differs; else ""."""
    if win.limit in (events.NOT_RECORDED, value.limit) or not 0 <= win.limit < len(LIMIT_NAMES):
        return ""
    return f"limit {LIMIT_NAMES[win.limit]}"


def _payment_lines(game: Game, table: Table, win: Win, value: Value, paid: Payment) -> list[Step]:
    """The points for the hand, the honba and the sticks, and who is liable."""
    same = win.points in (events.NOT_RECORDED, paid.points)
    dealer = "the dealer" if win.seat == table.hand.dealer else "no dealer"
    lines = [Step("points", (f"{paid.points:,} ({dealer} wins)",), "" if same else f"{win.points:,}")]
    if any(paid.honba):
        each = table.rules.sticks.honba
        lines.append(Step("honba", (f"{table.hand.honba} × {each} = {paid.honba[win.seat]:,}",)))
    taken = sticks_awarded(table, win.seat, WinValues().takes_honba(table, win))
    if taken:
        lines.append(Step("sticks", (f"{taken} × {table.stick:,} = {paid.sticks[win.seat]:,} from the table",)))
    if value.yakuman:
        liable = [f"{player_of(game, seat)} for {NAMES[number]}" for number, seat in liabilities(table, win.seat)
                  if number in [one for one, _ in value.yaku] and number in table.rules.scoring.pao]  # fmt: skip
        if liable:
            lines.append(Step("liable (pao)", (", ".join(liable),)))
    worth = table.rules.riichi.chip_points
    if worth and chips(value):
        lines.append(Step("chips", (f"{chips(value)}, of {worth} points each",)))
    return lines


_DRAWS: Final = {events.EXHAUSTIVE: "exhaustive draw", events.NAGASHI_MANGAN: "nagashi mangan", events.CHOMBO: "chombo"}


def draw_calculation(game: Game, table: Table, draw: Ryuukyoku) -> PaymentCalculation:
    """The calculation for a draw that is about to be applied."""
    title = words(f"The hand is drawn: {_DRAWS.get(draw.draw_type, draw.draw_type)}")
    lines: list[Step] = []
    if draw.draw_type == events.EXHAUSTIVE:
        tenpai = counted_tenpai(table, draw)
        shown = [player_of(game, seat) for seat in range(table.players) if tenpai[seat]]
        lines.append(Step("tenpai", (", ".join(shown) or "nobody",)))
        lines.append(Step("noten payments", (f"{table.rules.draws.noten_points:,} in all, where some are tenpai",)))
    elif draw.draw_type == events.NAGASHI_MANGAN:
        winners = nagashi_winners(table)
        lines.append(Step("nagashi mangan", (", ".join([player_of(game, seat) for seat in winners]) or "nobody",)))
    elif draw.draw_type in events.ABORTIVE:
        lines.append(Step("payments", ("none: the draw is abortive",)))
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
        recorded = f"   (recorded: {line.recorded})" if line.recorded else ""
        lines.append(f"  {line.name:<{width}}  {plain(line.due)}{recorded}")
    for row in calculation.rows:
        if not row.due and not row.recorded:
            continue
        named = zip(calculation.columns, row.parts, strict=True)
        parts = ", ".join([f"{name} {part:+,}" for name, part in named if part])
        due = "" if row.due is None else f"{row.due:+,}"
        is_shown = row.recorded is not None and (row.is_wrong or row.due is None)
        wrong = f"   recorded {row.recorded:+,}" if is_shown else ""
        lines.append(f"  {row.player}: {due}{f' ({parts})' if len(calculation.columns) > 1 and parts else ''}{wrong}")
    return lines
