"""A player's page: results over time, a profile with the usual figures of sites, and notable hands with their boards.

All figures are answers of named queries, which the page names; only pictures are computed here.
"""

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core import rulesets
from auditor.core.checks import BY_ID
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.errors import NoGameError, RulesetError
from auditor.core.events import Game
from auditor.core.phrases import Phrase
from auditor.core.reading import read
from auditor.core.rulesets import AUTO
from auditor.core.sources import OpenedPath, SourceProblem, address_of, file_name, open_sources
from auditor.core.store import queries
from auditor.core.store.queries import QueryResult
from auditor.core.store.selection import EVERYTHING, GameFilter
from auditor.core.text import escaped
from auditor.output.location import hand_text
from auditor.output.tables import ShownColumn, shown_columns, value_words
from auditor.page.board.focus import focus_of
from auditor.page.calculation import PaymentCalculation
from auditor.page.cards import Contents, content_game
from auditor.page.hands import BoardView, HandBook
from auditor.page.templates import drawn, points_text, rendered, script_json

if TYPE_CHECKING:
    import duckdb

PROFILE: Final = "player-amae-koromo"
RESULTS: Final = "player-results"
HANDS: Final = "player-hands"
LUCK: Final = "luck-by-player"
_EVERYBODY_ELSE: Final = "(everybody else)"

_GROUPS: Final = (
    ("Results", ("recorded_matches", "total_rounds", "average_rank", "rank_1_rate", "rank_2_rate", "rank_3_rate",
                 "rank_4_rate", "busting_rate", "average_match_points", "gain_per_round", "top_2_rate")),
    ("Style", ("win_rate", "deal_in_rate", "tsumo_rate", "dama_rate", "exhaustive_draw_rate", "draw_tenpai_rate",
               "call_rate", "riichi_rate", "average_turns_to_win", "average_win_score", "average_deal_in_score")),
    ("Riichi", ("riichi_win_rate", "deal_in_after_riichi_a", "riichi_payment", "average_riichi_hand_value",
                "average_riichi_deal_in", "first_riichi", "chasing_riichi", "chased_rate", "average_riichi_turn",
                "riichi_draw_rate", "ippatsu_rate", "uradora_rate", "furiten_rate", "multi_sided_riichi",
                "good_hand_riichi")),
    ("Deal-ins", ("deal_in_while_riichi", "deal_in_while_open", "tsumo_hit_as_dealer", "tsumo_hit_as_dealer_points")),
)  # fmt: skip
"""The figures of the profile by topic, in the order of the sites."""
DEFINITION: Final = re.compile(r"-- (\w+): (.*(?:\n *--   .*)*)")
"""The comment above a figure of a query: its names on the sites, and what: they are."""
_AXES: Final = ("win_rate", "deal_in_rate", "riichi_rate", "call_rate", "draw_tenpai_rate", "tsumo_rate")
"""The figures on the axes of the radar chart of style."""


class PlayerPageOptions(NamedTuple):
    """The options of the page. name: as in the logs, in any case. title: at its head. most: how many hands of a kind.
    static: as in `PageOptions`; then the latest games are listed, and hands are not drawn, but have addresses.
    has_terminal: as in `PageOptions`.
    """

    name: str
    title: str
    most: int = 6
    static: str = ""
    has_terminal: bool = True


class FigureRow(NamedTuple):
    """A figure of the profile. own, interval: the player's. others: everybody else's. number: of what, the cases."""

    name: str
    own: str
    interval: str
    others: str
    number: str
    what: str


class PlayerHand(NamedTuple):
    """A hand worth looking at. id: of its element. why: deal-in, near-miss, furiten, kan, or the check with a finding
    or note in it. where: its game, round and honba. what: what it shows, as text; "" for a kan. board: None if the log
    cannot be opened; `missing` says why.
    """

    id: str
    why: str
    where: str
    what: str
    board: BoardView | None
    calculation: PaymentCalculation | None
    missing: str
    path: str = ""


def player_html(
    connection: "duckdb.DuckDBPyConnection", options: PlayerPageOptions, contents: Contents,
    selection: GameFilter = EVERYTHING,
) -> str:  # fmt: skip
    """The page of a player, in the selected games. connection: a connection to a database that holds the player's
    games. options: the options of the page. contents: the contents of inputs in memory; others are opened again. Raises
    QueryError where no player has that name.
    """
    games = selection._replace(names=(options.name,))
    results = queries.run(connection, queries.load(RESULTS), {}, games)
    profile = queries.run(connection, queries.load(PROFILE), {}, games)
    found = queries.run(connection, queries.load(HANDS), {"most": str(options.most)}, games)
    book = HandBook()
    kinds = list(dict.fromkeys([(str(row["name"]), row["players"]) for row in results.as_dicts()]))
    return rendered("player.html", {
        "options": options,
        "persons": [
            (f"{person}, games of {players}" if len(kinds) > 1 else person, *_person(
                person, _of(results, players, person), _of(profile, players), options))
            for person, players in kinds
        ],
        "luck": _luck(connection, games),
        "hands": [_hand(row, number, book, None if options.static else contents)
                  for number, row in enumerate(found.as_dicts(), 1)],
        "queries": (RESULTS, PROFILE, HANDS, LUCK),
        "positions": script_json(book.as_object()),
    })  # fmt: skip


_MOST_GAMES: Final = 30
"""The most games listed on a server's page, which has a page of games."""


def _of(answer: QueryResult, players: object, person: str = "") -> QueryResult:
    """The rows of an answer for games of so many players, and of one of them."""
    at, name = answer.columns.index("players"), answer.columns.index("name")
    return answer._replace(rows=[row for row in answer.rows if row[at] == players and person in ("", row[name])])


def _person(
    name: str, played: QueryResult, figures: QueryResult, options: PlayerPageOptions
) -> tuple[int, list[ShownColumn], list[tuple[str, list[FigureRow]]], str, str]:
    """A player in games of one number of players: how many, those listed, the profile, and the two charts."""
    listed = played._replace(rows=played.rows[-_MOST_GAMES:] if options.static else played.rows)
    scores: list[Any] = [row["score"] for row in played.as_dicts()]
    profile = _profile(figures, name)
    return len(played.rows), shown_columns(listed)[2:], profile, radar(figures.as_dicts(), name), progress(scores)


def _profile(profile: QueryResult, person: str) -> list[tuple[str, list[FigureRow]]]:
    """The figures of a player by group, next to those of everybody else."""
    defined, spoken = DEFINITION.findall(queries.load(PROFILE).sql), LANGUAGE.get().said
    what = {name: spoken(f"figure.{name}", " ".join(text.replace("--", "").split())) for name, text in defined}
    texts = zip(*[column.texts for column in shown_columns(profile)], strict=True)
    rows = [dict(zip(profile.columns, row, strict=True)) for row in texts]
    own = {row["figure"]: row for row in rows if row["name"] == person}
    others = {row["figure"]: row for row in rows if row["name"] == value_words("name", _EVERYBODY_ELSE)}
    left = [figure for figure in own if not any([figure in figures for _, figures in _GROUPS])]
    every = {name: row["value"] or "–" for name, row in others.items()}
    made = {name: FigureRow(name, one["value"] or "–", one["interval"], every.get(name, ""), one["n"],
                            what.get(name, "")) for name, one in own.items()}  # fmt: skip
    return [
        (title, [made[name] for name in figures if name in made])
        for title, figures in (*_GROUPS, ("More", tuple(left)))
    ]


def _luck(connection: "duckdb.DuckDBPyConnection", games: GameFilter) -> list[ShownColumn]:
    """The player's luck of draws; [] where the database does not hold the walls."""
    from auditor.core.errors import QueryError

    try:
        return shown_columns(queries.run(connection, queries.load(LUCK), {}, games))
    except QueryError:
        return []


def _hand(row: dict[str, Any], number: int, book: HandBook, contents: Contents | None) -> PlayerHand:
    """A hand with its board, or with an address where contents is None. row: of the query HANDS."""
    path, member, index = row["path"], row["member"], row["game"] or 0
    where = f"{file_name(path, member)}, {hand_text(row['round'], row['honba'])}"
    empty = PlayerHand(f"hand-{number}", row["why"], where, _what(row), None, None, "")
    if contents is None:
        address = f"/games/{row['game_id']}/hands/{row['hand']}#hand-{row['hand']}-event-{row['event']}"
        return empty._replace(path=address)
    try:
        game = content_game(contents, path, member, index) or _opened_game(row)
        rules, _ = rulesets.choose(AUTO, game, OpenedPath(path), member or "")
        hand = next(one for one in game.hands if one.index == row["hand"])
        replayed = book.replayed((path, member, index, hand.index), game, hand, rules)
        focus = focus_of(game, hand, row["event"], rules)
        board = book.board(replayed, game, hand, focus, row["seat"])
    except (NoGameError, RulesetError, StopIteration, IndexError) as error:
        return empty._replace(missing=Phrase("no-board-opened", error=str(error)))
    calculation = replayed.calculations.get(row["event"])
    return empty._replace(board=board, calculation=calculation)


def _opened_game(row: dict[str, Any]) -> Game:
    """The game of a hand, read from its log if that is unchanged. row: of the query HANDS. Raises NoGameError."""
    for item in open_sources([address_of(row["path"], row["member"])]):
        if isinstance(item, SourceProblem):
            raise NoGameError(item.problem.message)
        if item.sha256 == row["sha256"]:
            found = read(item.data, file_name(item.path, item.member))
            return [one for one in found if isinstance(one, Game)][row["game"] or 0]
    raise NoGameError("its content is not what was audited")


def _what(row: dict[str, Any]) -> str:
    """What a hand shows, as text. row: of the query HANDS."""
    if row["points"] is not None:
        return Phrase("points-paid", points=points_text(row["points"]))
    if row["tiles"] is not None:
        return Phrase("others-drew", number=row["tiles"])
    if row["why"] == "furiten":
        return Phrase("riichi-was-furiten")
    return BY_ID[row["why"]].said("title") if row["why"] in BY_ID else ""


# ------------------------------------------------------------------------------------------------------ pictures

_SIZE: Final = 260
_RADIUS: Final = 84


def radar(rows: Sequence[dict[str, Any]], person: str) -> str:
    """The radar chart of a player's style as SVG: each figure relative to everybody else's, which is the middle ring.
    "" where there is nobody to compare with.
    """
    own = {row["figure"]: row["value"] for row in rows if row["name"] == person}
    others = {row["figure"]: row["value"] for row in rows if row["name"] == _EVERYBODY_ELSE}
    if not all([own.get(axis) is not None and others.get(axis) for axis in _AXES]):
        return ""
    text = LANGUAGE.get().text
    ratios = [min(own[axis] / others[axis], 2.0) / 2 for axis in _AXES]
    spokes = "".join([f"M0 0L{_point(index, 1)}" for index in range(len(_AXES))])
    words = [(*_point(index, 1.22).split(), escaped(text(axis.replace("_", " ")))) for index, axis in enumerate(_AXES)]
    rates = [f"{text(axis.replace('_', ' '))} {100 * own[axis]:.1f}% ({100 * others[axis]:.1f}%)" for axis in _AXES]
    title = escaped(said("style-beside", "Style, beside everybody else in brackets: {rates:, }", rates=rates))
    outer = spokes + _ring([1.0] * len(_AXES))
    middle = _ring([0.5] * len(_AXES))
    return drawn("radar", half=_SIZE // 2, title=title, outer=outer, middle=middle, own=_ring(ratios), words=words)


def _point(index: int, length: float) -> str:
    angle = 2 * math.pi * index / len(_AXES) - math.pi / 2
    return f"{_RADIUS * length * math.cos(angle):.1f} {_RADIUS * length * math.sin(angle):.1f}"


def _ring(lengths: Sequence[float]) -> str:
    return "M" + "L".join([_point(index, length) for index, length in enumerate(lengths)]) + "Z"


_WIDTH: Final = 640
_HEIGHT: Final = 160


def progress(scores: Sequence[float | None]) -> str:
    """A chart of the sum of a player's scores game by game as SVG; "" for fewer than two games with a score."""
    known = [score for score in scores if score is not None]
    if len(known) < 2:
        return ""
    sums = [sum(known[: index + 1]) for index in range(len(known))]
    low, high = min(0.0, *sums), max(0.0, *sums)
    span = (high - low) or 1.0
    heights = [_HEIGHT - 20 - (_HEIGHT - 40) * (one - low) / span for one in sums]
    line = "L".join([f"{50 + (_WIDTH - 70) * index / (len(sums) - 1):.1f} {y:.1f}" for index, y in enumerate(heights)])
    zero = _HEIGHT - 20 - (_HEIGHT - 40) * (0.0 - low) / span
    text = "Sum of the scores after each of {games} games, at last {last}"
    title = escaped(said("sum-of-scores", text, games=len(sums), last=f"{sums[-1]:+.1f}"))
    labels = [(44, f"{zero + 4:.1f}", "0"), (44, f"{heights[-1] + 4:.1f}", f"{sums[-1]:+.1f}")]
    return drawn("progress", width=_WIDTH, height=_HEIGHT, title=title, zero=f"{zero:.1f}", line=line, labels=labels)
