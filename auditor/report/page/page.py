"""Writes a page: its data and the cards of the findings, into the template beside this module, with its labels."""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple

from auditor.board import faces, svg
from auditor.program import version
from auditor.report.location import game_name
from auditor.report.page.cards import Album, Contents
from auditor.report.page.data import MOST_SHOWN, PageData, PageGame, sample_findings
from auditor.report.score_chart import score_chart
from auditor.report.standings import SeatResult, Session, Standing, standings
from auditor.report.summary import Summary, most_common
from auditor.sources import file_name, input_name
from auditor.text import as_json, plural, without_controls

_HANDS_NAMED: Final = 3


def verdict_text(summary: Summary) -> str:
    """The answer in a sentence: ``3 of 8 games have faults; 5 are clean``."""
    sentence = summary.verdict.sentence(with_checks=False) or "no game could be read"
    return sentence[0].upper() + sentence[1:]


Label = Callable[[PageGame], str]


def labels(games: list[PageGame]) -> Label:
    """What to call each of games: by its file, with the whole path where files of several folders are called alike, and
    with its number where the file holds several games.
    """
    inputs = {(game.result.path, game.result.member) for game in games}
    names = Counter([file_name(*one) for one in inputs])

    def label(game: PageGame) -> str:
        name = file_name(game.result.path, game.result.member)
        return game_name(game.result, game.game, name if names[name] == 1 else "")

    return label


def hands_in_part(page_data: PageData, label: Label) -> list[tuple[str, int, list[tuple[str, str]]]]:
    """Why hands could not be judged in full: the reason, how many, and the first of them as (game, hand)."""
    reasons: dict[str, list[tuple[str, str]]] = {}
    for game in page_data.games:
        for hand, reason in game.summary.in_part:
            reasons.setdefault(reason, []).append((label(game), hand))
    return [(reason, len(hands), hands[:_HANDS_NAMED]) for reason, hands in reasons.items()]


def points_text(points: int | None) -> str:
    """Points with their thousands apart; a dash where there are none."""
    return "–" if points is None else f"{points:,}".replace("-", "−")


def signed(number: float | None) -> str:
    """A difference with its sign; a dash where there is none."""
    return "–" if number is None else f"{number:+,g}".replace("-", "−")


def score_text(score: float | None) -> str:
    """A final score in thousands, signed, to a tenth; a dash where there is none."""
    return "–" if score is None else f"{score:+.1f}".replace("-", "−")


MOST_GAMES: Final = 60
"""Games listed one by one, those with faults first."""
MOST_PLAYERS: Final = 60
MOST_SEATS: Final = 60
MOST_PROBLEMS: Final = 100
MOST_REASONS: Final = 40
"""Rows of the other tables."""


class ReportError(Exception):
    """The page cannot be made; the message says what to do."""


class PageRun(NamedTuple):
    """How the page was asked for. title: at its head. rest: how to get all findings."""

    title: str
    rest: str


def page_html(page_data: PageData, run: PageRun, contents: Contents, most: int = MOST_SHOWN) -> str:
    """The page. contents: inputs that are at hand. most: findings shown. Raises ReportError without Jinja2."""
    environment = _environment()
    album = Album(contents)
    label = environment.filters["label"] = labels(page_data.games)
    corrected = _corrected(page_data)
    cards = [album.card(shown) for shown in sample_findings(page_data.findings, most)]
    script = _asset("page.js")
    values: dict[str, Any] = {
        "run": run,
        "version": version(),
        "verdict": verdict_text(page_data.summary),
        "in_part": hands_in_part(page_data, label),
        "summary": page_data.summary,
        "style": svg.style() + _asset("page.css"),
        "script": script,
        "script_hash": b64encode(sha256(script.encode()).digest()).decode(),
        "symbols": faces.symbols(),
        "cards": cards,
        "found": sum(page_data.counts.values()),
        "checks": _counts(Counter([str(card.row["check"]) for card in cards])),
        "players": _counts(Counter([card.player for card in cards if card.player])),
        "games_with": _counts(Counter([card.game for card in cards])),
        "counts": [(check, number) for check, number in most_common(page_data.counts)],
        "evening": _evening(page_data),
        "games": _games_shown(page_data),
        "put_right": corrected[:MOST_SEATS],
        "more_put_right": max(len(corrected) - MOST_SEATS, 0),
        "more_games": max(len(page_data.games) - MOST_GAMES, 0),
        "unjudged": _unjudged(page_data),
        "figures": page_data.figures,
        "problems": [(input_name(result.path, result.member), problem.place, problem.message)
                     for result, problem in page_data.problems[:MOST_PROBLEMS]],
        "more_problems": max(len(page_data.problems) - MOST_PROBLEMS, 0),
        "positions": _script_json({**album.atlas.as_object(), "hands": album.hands}),
    }  # fmt: skip
    page: str = environment.get_template("page.html").render(values)
    # A name may hold half a character, which no file can.
    return page.encode("utf-8", "replace").decode("utf-8")


def require_templates() -> None:
    """Raise ReportError where Jinja2 is not installed."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise ReportError("a report needs Jinja2, which is not installed: pip install 'auditor[report]'") from None


def _environment() -> Any:
    require_templates()
    from jinja2 import BaseLoader, Environment, StrictUndefined
    from markupsafe import Markup

    def drawn(text: str) -> Markup:
        """What the program itself draws, with every text in it escaped."""
        return Markup(without_controls(text))

    class Assets(BaseLoader):
        """The templates beside this module."""

        def get_source(self, environment: Any, template: str) -> Any:
            return _asset(template), template, lambda: True

    environment = Environment(loader=Assets(), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True, finalize=_shown)  # fmt: skip
    environment.filters |= {
        "drawn": drawn,
        "points": points_text,
        "signed": signed,
        "score": score_text,
        "counted": plural,
        "json": _script_json,
        "chart": score_chart,
    }
    return environment


def _shown(value: object) -> object:
    """What is written for a value: of a text no sign that XML and HTML forbid. Drawings are safe already."""
    return without_controls(value) if type(value) is str else value


def _asset(name: str) -> str:
    return files("auditor.report.page").joinpath(name).read_text("utf-8")


def _script_json(value: object) -> str:
    """JSON that may be in any element or attribute of HTML, and in a script."""
    text = as_json(value, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _counts(counts: "Counter[str]") -> list[tuple[str, int]]:
    return sorted(counts.items())


def _evening(page_data: PageData) -> list[tuple[int, list[Standing], int]]:
    """The standings: of each number of players that number, the first players, and how many more there are."""
    results = list(page_data.results)
    tables = Session((), standings(results, 4), standings(results, 3))
    return [
        (players, list(table[:MOST_PLAYERS]), max(len(table) - MOST_PLAYERS, 0))
        for players, table in ((4, tables.four), (3, tables.three))
        if table
    ]


def _games_shown(page_data: PageData) -> Iterable[PageGame]:
    """The games listed one by one, in their order: those with faults first where there are too many."""
    by_weight = sorted(range(len(page_data.games)), key=lambda index: (not page_data.games[index].faults, index))
    return [page_data.games[index] for index in sorted(by_weight[:MOST_GAMES])]


def _corrected(page_data: PageData) -> list[tuple[PageGame, SeatResult]]:
    """The seats that should have other points than the log gives them, game by game."""
    return [(game, seat) for game in page_data.games for seat in game.summary.result.seats if seat.difference]


def _unjudged(page_data: PageData) -> list[tuple[str, str, int]]:
    """Checks, why they could not judge, and in how many hands."""
    return [
        (unjudged.checks_text, unjudged.reason, hands)
        for unjudged, hands in most_common(page_data.summary.unjudged)[:MOST_REASONS]
    ]
