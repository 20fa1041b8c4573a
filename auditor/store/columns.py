"""Audited games as columns, ready to be handed to DuckDB in bulk. Plain lists and arrays: fast to fill, easy to send.

The tables of few rows are lists of rows; events, a thousand a game, are packed.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from auditor.events import NOT_RECORDED, Game, Hand, Ryuukyoku, Win
from auditor.findings import Finding, FindingRow
from auditor.hand.machi import MACHI_NAMES, completed_machi, machi_bits
from auditor.hand.shapes import pack
from auditor.limits import LIMIT_NAMES
from auditor.rulesets.fit import Misfit
from auditor.rulesets.model import Ruleset
from auditor.store import tallies
from auditor.store.packed import EventColumns, Growing, TileCodes, codes_of
from auditor.store.play_columns import PlayColumns, add_wall_rows
from auditor.store.rows import (
    Row,
    game_row,
    hand_row,
    ledger_row,
    problem_row,
    riichi_row,
    ruleset_finding_row,
    seat_row,
    source_row,
    win_row,
    win_yaku_row,
)
from auditor.store.schema import ROW_TABLES
from auditor.table.ledger import ACCOUNT_NAMES
from auditor.table.record import HandRecord, RiichiRecord
from auditor.tiles import KIND_TEXT, WIND_LETTERS, mask_kinds, tile_names
from auditor.units import EventIndex, HandIndex, Points
from auditor.yaku import NAMES as YAKU_NAMES

_BASE32: Final = "abcdefghijklmnopqrstuvwxyz234567"

LOG_TIME: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)?gm-")


def key_of(*parts: str) -> str:
    """A stable key made from texts: 12 letters and digits (60 bits), short enough for DuckDB to join on fast."""
    digest = sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    number = int.from_bytes(digest[:8], "big") >> 4
    return "".join([_BASE32[number >> place & 31] for place in range(55, -1, -5)])


class Columns:
    """Rows of inputs and their audited games, collected until they are loaded together."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {table: [] for table in ROW_TABLES}
        self.events = EventColumns()
        self.plays = PlayColumns()

    def sizes(self) -> list[int]:
        """How far everything that grows has grown, for `cut`."""
        return [len(part) for part in self._parts()]

    def cut(self, sizes: list[int]) -> None:
        """Take away what was added since: a game that could be added only in part."""
        for part, size in zip(self._parts(), sizes, strict=True):
            del part[size:]

    def _parts(self) -> list[Growing]:
        return [*self.rows.values(), *self.events.parts(), *self.plays.parts()]

    def add_source(
        self,
        source_id: str,
        path: str,
        member: str | None,
        format: str | None,
        sha256: str | None,
        bytes: int | None,
        rules: str,
        version: str,
        problems: list[tuple[str, str]],
    ) -> None:
        """Add an input, and what of it could not be read: pairs (place, message)."""
        loaded_at = datetime.now(UTC).replace(tzinfo=None)
        self.rows["sources"].append(
            source_row(
                source_id=source_id,
                path=path,
                member=member,
                format=format,
                sha256=sha256,
                bytes=bytes,
                loaded_at=loaded_at,
                rules=rules,
                version=version,
            )
        )
        self.rows["problems"].extend(
            [
                problem_row(source_id=source_id, problem=number, place=place, message=message)
                for number, (place, message) in enumerate(problems)
            ]
        )

    def add_game(
        self,
        game_id: str,
        source_id: str,
        game: Game,
        ruleset: Ruleset,
        reason: str,
        records: list[HandRecord],
        findings: list[FindingRow],
        also_under: Mapping[str, list[Finding]],
        misfit: Misfit | None = None,
        *,
        is_over: bool = False,
        shuffle: str = "",
    ) -> None:
        """Add a game with all that belongs to it.

        also_under: what each further ruleset finds in it. is_over: whether it is known to end with its last hand.
        shuffle: its `shuffle_digest`.
        """
        rows = self.rows
        names = tile_names(game.red_tiles)
        codes = codes_of(game.red_tiles)
        rows["games"].append(
            game_row(
                game_id=game_id,
                log_id=game.log_id or None,
                source_id=source_id,
                format=game.format,
                ruleset=ruleset.name,
                players=game.players,
                length=ruleset.game.length,
                red_fives=game.red_fives,
                ruleset_reason=reason,
                started_at=log_time(game.log_id),
                lobby=_recorded(game.lobby),
                rule_bits=_recorded(game.rule_bits),
                rule_text=game.rule_text or None,
                shuffle=shuffle or None,
                also_under=list(also_under),
                misfit=list(misfit.ways) if misfit else [],
                fitting=list(misfit.fitting) if misfit else [],
            )
        )
        end = tallies.points_at_the_end(records[-1], game.players, ruleset) if is_over and records else []
        self._add_seats(game_id, game, end, ruleset.game.placement_ties == "share")
        replayed = {record.hand: record for record in records}
        self.plays.begin_game()
        for hand in game.hands:
            self._add_hand(game_id, game.players, hand, replayed[hand.index], names, codes)
        self.events.game_ids.append(game_id)
        self.events.game_hands.append(len(game.hands))
        self.plays.end_game(game_id)
        rows["findings"].extend([(game_id, *finding, number) for number, finding in enumerate(findings)])
        self._add_ruleset_findings(game_id, also_under)

    def _add_ruleset_findings(self, game_id: str, also_under: Mapping[str, list[Finding]]) -> None:
        for name, found in also_under.items():
            self.rows["ruleset_findings"].extend(
                [
                    ruleset_finding_row(
                        game_id=game_id,
                        ruleset=name,
                        finding=number,
                        hand=one.hand,
                        seat=one.seat,
                        event=one.event,
                        check=one.check,
                        severity=one.severity,
                        message=one.message,
                        expected=one.expected,
                        actual=one.actual,
                    )
                    for number, one in enumerate(found)
                ]
            )

    def _add_seats(self, game_id: str, game: Game, end: list[Points], shared: bool) -> None:
        start = game.hands[0].scores if game.hands else ()
        final = (game.result.points or ()) if game.result else ()
        scores = (game.result.scores or ()) if game.result else ()
        places = tallies.placements((final or scores or tuple(end))[: game.players], shared)
        for seat in range(game.players):
            player = game.seats[seat] if seat < len(game.seats) else None
            self.rows["seats"].append(
                seat_row(
                    game_id=game_id,
                    seat=seat,
                    name=player.name if player else None,
                    grade=player.grade if player else None,
                    rating=player.rating if player else None,
                    start_points=start[seat] if seat < len(start) else None,
                    final_points=final[seat] if seat < len(final) else None,
                    final_score=scores[seat] if seat < len(scores) else None,
                    placement=places[seat] if seat < len(places) else None,
                    end_points=end[seat] if seat < len(end) else None,
                )
            )

    def _add_hand(
        self,
        game_id: str,
        players: int,
        hand: Hand,
        record: HandRecord,
        names: tuple[str, ...],
        codes: TileCodes,
    ) -> None:
        rows = self.rows
        index = hand.index
        acts = self.events.add(hand, record, codes)
        self.plays.add(record, codes.names)
        add_wall_rows(rows, game_id, record, names)
        start = list(hand.scores[:players])
        end = record.end_scores[:players]
        rows["hands"].append(
            hand_row(
                game_id=game_id,
                hand=index,
                round=hand.name,
                round_wind=WIND_LETTERS[hand.round // 4 % 4],
                dealer=record.dealer,
                honba=record.honba,
                sticks=record.sticks,
                outcome=record.outcome,
                draws=record.draws,
                dora_indicators=[names[tile] for tile in record.indicators if tile >= 0],
                ura_indicators=[names[tile] for tile in record.ura if tile >= 0],
                deltas=[end[seat] - start[seat] for seat in range(len(start))],
                start_points=start,
                end_points=end,
                end_sticks=record.end_sticks,
                tenpai=_tenpai(players, hand),
                events=len(hand.events),
                checked_events=len(hand.events) if record.stopped_at is None else record.stopped_at,
                stopped_at=record.stopped_at,
                unjudged=record.unjudged,
                calls=tallies.calls_made(acts, players),
                starting_shanten=tallies.starting_shanten(hand, record, players),
            )
        )
        self._add_riichis(game_id, players, hand, record, acts)
        self._add_ledger(game_id, index, record)
        for place in tallies.wins_in(acts):
            win = hand.events[place]
            if isinstance(win, Win):
                self._add_win(game_id, players, hand, place, win, record, names, acts)

    def _add_riichis(self, game_id: str, players: int, hand: Hand, record: HandRecord, acts: bytes) -> None:
        for riichi in record.riichis:
            self.rows["riichis"].append(
                riichi_row(
                    game_id=game_id,
                    hand=hand.index,
                    seat=riichi.seat,
                    event=riichi.event,
                    turn=riichi.turn,
                    accepted=riichi.accepted,
                    double_riichi=riichi.double,
                    furiten=riichi.furiten,
                    waits=[KIND_TEXT[kind] for kind in mask_kinds(riichi.waits)],
                    tiles_left=riichi.tiles_left,
                    outcome=riichi.outcome,
                    machi=_machi_names(riichi),
                    discards=sum(tallies.discards_before(acts, riichi.event, players)),
                    unseen=tallies.unseen_waits(hand, riichi),
                )
            )

    def _add_ledger(self, game_id: str, hand: HandIndex, record: HandRecord) -> None:
        for number, entry in enumerate(record.ledger):
            self.rows["ledger"].append(
                ledger_row(
                    game_id,
                    hand,
                    entry.event,
                    entry.reason,
                    ACCOUNT_NAMES[entry.from_account],
                    ACCOUNT_NAMES[entry.to_account],
                    entry.points,
                    number,
                )
            )

    def _add_win(
        self,
        game_id: str,
        players: int,
        hand: Hand,
        place: EventIndex,
        win: Win,
        record: HandRecord,
        names: tuple[str, ...],
        acts: bytes,
    ) -> None:
        yaku = win.yaku
        limit = win.limit
        reading = record.won_readings.get(place)
        discards = tallies.discards_before(acts, place, players)
        self.rows["wins"].append(
            win_row(
                game_id=game_id,
                hand=hand.index,
                seat=win.seat,
                from_seat=win.from_seat,
                tile=names[win.tile] if win.tile >= 0 else None,
                riichi=any([riichi.accepted and riichi.seat == win.seat for riichi in record.riichis]),
                han=None if yaku is None else sum([han for _, han in yaku]),
                fu=_recorded(win.fu),
                points=_recorded(win.points),
                limit_name=LIMIT_NAMES[limit] if 0 <= limit < len(LIMIT_NAMES) else None,
                yaku=None if yaku is None else [YAKU_NAMES[number] for number, _ in yaku],
                machi=None if reading is None else completed_machi(reading),
                event=place,
                turn=discards[win.seat],
                honba=_recorded(win.honba),
                sticks=_recorded(win.sticks),
                deltas=None if win.deltas is None else list(win.deltas[:players]),
                pao_seat=win.pao_seat if win.pao_seat >= 0 else None,
                discards=discards,
            )
        )
        for number, (name, han) in enumerate(yaku or ()):
            self.rows["win_yaku"].append(
                win_yaku_row(game_id, hand.index, win.seat, YAKU_NAMES[name], han, place, number)
            )


def _machi_names(riichi: RiichiRecord) -> list[str]:
    """The shapes of a riichi's wait, in the order of MACHI_NAMES; [] of a hidden hand."""
    if not riichi.kinds:
        return []
    man, pin, sou, honours = pack(riichi.kinds)
    bits = machi_bits(man, pin, sou, honours, riichi.melds)
    return [name for place, name in enumerate(MACHI_NAMES) if bits >> place & 1]


def _tenpai(players: int, hand: Hand) -> list[bool] | None:
    """For each seat whether the log counts it tenpai at the draw that ends the hand, or None where it does not say."""
    last = hand.events[-1] if hand.events else None
    return list(last.tenpai[:players]) if isinstance(last, Ryuukyoku) and last.tenpai is not None else None


def log_time(log_id: str) -> datetime | None:
    """The hour at which the game began, from the log's id (server time), or None where the id tells none."""
    match = LOG_TIME.match(log_id)
    if not match:
        return None
    year, month, day, hour = match.groups()
    try:
        return datetime(int(year), int(month), int(day), int(hour or 0))
    except ValueError:
        return None


def _recorded(value: int) -> int | None:
    return None if value == NOT_RECORDED else value
