"""Renders a page: its data, the cards of the findings and labels, with the template next to this module."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from auditor.core.audit.work import Settings
from auditor.core.checks import BY_ID
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.program import UserError, collection_paused
from auditor.core.results import Unjudged, viewer_link
from auditor.core.sources import file_name, input_name
from auditor.output.location import game_name, hand_command, hands_command, place_text
from auditor.output.summary import Summary, most_common
from auditor.page.cards import Album, Card, Contents, hand_key, hand_link
from auditor.page.collect import InputCache, Note, collect
from auditor.page.data import MOST_SHOWN, PageData, PageFinding, PageGame, sample_findings
from auditor.page.hands import HandView, hand_view, hands_called
from auditor.page.score_chart import score_chart
from auditor.page.standing_tables import standings_tables
from auditor.page.templates import rendered, script_json

_HANDS_LISTED: Final = 24
_HANDS_NAMED: Final = 3


def verdict_text(summary: Summary) -> str:
    """The verdict as a sentence: ``3 of 8 games have faults; 5 are clean``."""
    sentence = summary.verdict.sentence(with_checks=False) or said("no-game", "no game could be read")
    return sentence[0].upper() + sentence[1:]


Label = Callable[[PageGame | PageFinding], str]


def labels(games: list[PageGame]) -> Label:
    """A function that labels each game: by its file, with the whole path where files of several folders have the same
    name, and with its number where the file holds several games.
    """
    inputs = {(game.result.path, game.result.member) for game in games}
    names = Counter([file_name(*one) for one in inputs])

    def label(game: PageGame | PageFinding) -> str:
        name = file_name(game.result.path, game.result.member)
        return game_name(game.result, game.game, name if names[name] == 1 else "")

    return label


def hands_in_part(page_data: PageData, label: Label) -> list[tuple[str, int, list[tuple[str, str]]]]:
    """Why hands could not be judged in full: each reason, the number of hands, and the first as (game, hand)."""
    reasons: dict[str, list[tuple[str, str]]] = {}
    for game in page_data.games:
        for hand, reason in game.summary.in_part:
            reasons.setdefault(reason, []).append((label(game), LANGUAGE.get().text(hand)))
    return [(reason, len(hands), hands[:_HANDS_NAMED]) for reason, hands in reasons.items()]


MOST_GAMES: Final = 60
"""How many games are listed one by one; those with faults have precedence."""
MOST_PLAYERS: Final = 60
MOST_SEATS: Final = 60
MOST_PROBLEMS: Final = 100
MOST_REASONS: Final = 40
"""The most rows of the other tables."""


class HandChoice(NamedTuple):
    """The hands to show in full. indexes: from 0. rounds: such as ``E3-1``, or ``E3`` for all hands of that round."""

    indexes: tuple[int, ...] = ()
    rounds: tuple[str, ...] = ()
    is_every: bool = False

    def __bool__(self) -> bool:
        return self.is_every or bool(self.indexes or self.rounds)


class HandChoiceError(UserError):
    """A requested hand or finding does not exist; the message says which do."""


class PageOptions(NamedTuple):
    """The options of a page. title: at its head. more_text: how to get all findings. hands: to show in full. teams: the
    team of each player. findings: the names of those that the page is about; () for all. prints: whether each finding
    is printed on a sheet to sign, not the verdict. static: the URL of style and script on a server; "" to have them in
    the page. most: the limit of findings shown. has_terminal: whether who reads it has one, for which it names
    commands. jobs, charts: as for `collect`.
    """

    title: str
    more_text: str
    hands: HandChoice = HandChoice()
    teams: Mapping[str, str] = {}
    findings: tuple[str, ...] = ()
    prints: bool = False
    static: str = ""
    most: int = MOST_SHOWN
    has_terminal: bool = True
    jobs: int | None = 1
    charts: bool | None = False


class PageHand(NamedTuple):
    """A hand shown in full. id: of its element. game: the label of its game. findings: the check and element id of each
    finding in it. link, official: URLs at tenhou.net/6 and of the server's viewer, or "". command: for a terminal.
    """

    id: str
    view: HandView
    game: str
    findings: list[tuple[str, str]]
    link: str
    official: str
    command: str


FEW_HANDS: Final = 24
"""Where nothing was found, and no hand is chosen, so many hands are offered: those of a game."""

MOST_HANDS_SHOWN: Final = 400
"""The most hands shown in full: with the answers for each position they stay below about ten megabytes."""


def report_page(
    inputs: InputCache, settings: Settings, options: PageOptions, data: PageData | None = None, note: Note | None = None
) -> tuple[str, PageData]:
    """Judge inputs: their page, and what was found. The command, the server and the page in a browser all make it so.

    inputs, settings, note: as in `collect`. data: collects the results; None to show every check, and no notes. Raises
    HandChoiceError for a hand or finding that does not exist, StoreError or RendererError where no charts can be drawn.
    """
    data = PageData() if data is None else data
    collect(inputs, settings, data, options.jobs, note or (lambda count, results: None), charts=options.charts)
    return page_html(data, options, inputs.contents), data


@collection_paused()
def page_html(page_data: PageData, options: PageOptions, contents: Contents) -> str:
    """The page of what was collected. contents: of the inputs in memory. Raises HandChoiceError."""
    album = Album(contents)
    label = labels(page_data.games)
    corrected = [(game, seat) for game in page_data.games for seat in game.summary.result.seats if seat.difference]
    found = sum(page_data.counts.values())
    sampled = sample_findings(_named(page_data.findings, options.findings), options.most)
    named = (lambda one: game_name(one.result, one.game)) if options.has_terminal else label  # a server names no folder
    cards = _cards(album, sampled, named)
    offers_hands = not (options.hands or options.findings or found) and page_data.summary.hands <= FEW_HANDS
    choice = HandChoice(is_every=True) if offers_hands else options.hands
    hands, hands_missing, more_hands = _hands(page_data, choice, album, cards)
    every, counted = page_data.games, page_data.counted()  # of too many those with faults are listed rather than others
    some = set(sorted(range(len(every)), key=lambda index: (not every[index].faults, index))[:MOST_GAMES])
    games, others = [[every[one] for one in range(len(every)) if (one in some) is listed] for listed in (True, False)]
    return rendered("page.html", {
        "options": options, "label": label, "score_chart": score_chart,
        "verdict": verdict_text(page_data.summary), "summary": page_data.summary,
        "in_part": hands_in_part(page_data, label), "several_games": len(page_data.games) > 1,
        "hands": hands, "hands_missing": hands_missing, "more_hands": more_hands,
        "offers_hands": offers_hands, "hands_command": hands_command,
        "cards": cards, "found": found, "listed": [] if options.findings else _listed(page_data, sampled, named),
        "checks": sorted(Counter([str(card.row["check"]) for card in cards]).items()),
        "players": sorted(Counter([card.player for card in cards if card.player]).items()),
        "games_with": sorted(Counter([card.game for card in cards]).items()),
        "counts": [(check, number) for check, number in most_common(page_data.counts)],
        "evening": standings_tables([(game.result.path, game.summary.result) for game in counted], options.teams),
        "copies": len(every) - len(counted),
        "most_players": MOST_PLAYERS,
        "is_misfit": page_data.summary.common_mismatch() is not None,
        "games": games, "other_games": others[:MOST_LISTED],
        "put_right": corrected[:MOST_SEATS],
        "more_put_right": max(len(corrected) - MOST_SEATS, 0),
        "more_games": max(len(page_data.games) - MOST_GAMES - MOST_LISTED, 0),
        "unjudged": _unjudged(page_data, label),
        "figures": page_data.figures, "charts_missing": page_data.charts_missing,
        "problems": [(input_name(result.path, result.member), problem.place, problem.message)
                     for result, problem in page_data.problems[:MOST_PROBLEMS]],
        "more_problems": max(len(page_data.problems) - MOST_PROBLEMS, 0),
        "positions": script_json(album.book.as_object()),
    })  # fmt: skip


def _named(findings: list[PageFinding], names: tuple[str, ...]) -> list[PageFinding]:
    """The findings that have one of the names; all without names. Raises HandChoiceError where a name is nobody's."""
    known = ", ".join(dict.fromkeys([one.finding.short_name for one in findings][:_HANDS_LISTED])) or "none"
    for name in names:
        if not any([one.finding.fingerprint.startswith(name) for one in findings]):
            raise HandChoiceError(f"there is no finding {name}; there are {known}.")
    return [one for one in findings if not names or one.finding.fingerprint.startswith(names)]


def _cards(album: Album, findings: list[PageFinding], named: Label) -> list[Card]:
    """The cards of findings, each with the name of its finding as id; a second one of the same name has a number."""
    seen: Counter[str] = Counter()
    cards = []
    for one in findings:
        name = one.finding.short_name
        seen[name] += 1
        number = f"-{seen[name]}" if seen[name] > 1 else ""
        cards.append(album.card(one)._replace(id=f"finding-{name}{number}", game=named(one)))
    return cards


def _hands(
    page_data: PageData, choice: HandChoice, album: Album, cards: list[Card]
) -> tuple[list[PageHand], list[str], int]:
    """The chosen hands, why those of some games cannot be shown, and how many are left out. Raises HandChoiceError."""
    shown: list[PageHand] = []
    missing: list[str] = []
    more = 0
    known: list[str] = []
    label = labels(page_data.games)
    for number, game in enumerate(page_data.games if choice else ()):
        opened = album.opened(game.result, game.game, game.rules)
        if isinstance(opened, str):
            missing.append(f"{label(game)}: {opened.replace('no board', 'its hands are not shown', 1)}")
            continue
        hands = opened.game.hands
        known += [f"{hand.name}-{hand.honba}" for hand in hands]
        chosen = hands if choice.is_every else hands_called(opened.game, choice.indexes, choice.rounds)
        prefix = f"game-{number + 1}-" if len(page_data.games) > 1 else ""
        for hand in chosen:
            if len(shown) >= MOST_HANDS_SHOWN:
                more += 1
                continue
            key = hand_key(game.result, game.game, hand)
            view = hand_view(album.book, key, opened.game, hand, opened.rules)
            of_hand = [one for one in cards if one.picture and one.picture.board.hand == view.board.hand]
            found = [(str(card.row["check"]), card.id) for card in of_hand]
            shown.append(PageHand(
                f"{prefix}hand-{hand.index}", view, label(game), found,
                hand_link(opened.game, hand), viewer_link(game.game.log_id, hand.index, None) or "",
                hand_command(game.result, game.game, hand.index, game.rules),
            ))  # fmt: skip
    if choice and not shown and known:
        named = ", ".join([*[f"--hand {one}" for one in choice.indexes], *choice.rounds])
        names = list(dict.fromkeys(known))
        more_names = f" and {len(names) - _HANDS_LISTED} more" if len(names) > _HANDS_LISTED else ""
        there = ", ".join(names[:_HANDS_LISTED])
        raise HandChoiceError(f"no game has the hand {named}; there are {there}{more_names}.")
    return shown, missing, more


class ListedCheck(NamedTuple):
    """The findings of a check that have no board on the page. rows: the game, location and message of each."""

    check: str
    title: str
    number: int
    rows: list[tuple[str, str, str]]


MOST_LISTED: Final = 6000
"""The most findings listed without a board."""


def _listed(page_data: PageData, sampled: list[PageFinding], named: Label) -> list[ListedCheck]:
    """The findings that the page does not show with a board, by check, the most common first, and by game."""
    shown = {id(one.finding) for one in sampled}
    rest = [one for one in page_data.findings if id(one.finding) not in shown]
    left = MOST_LISTED
    listed = []
    for check, number in most_common(Counter([one.finding.check for one in rest])):
        of_check = [one for one in rest if one.finding.check == check][:left]
        left -= len(of_check)
        rows = [
            (named(one), place_text(one.finding.where, one.game.player(one.finding.seat)),
             one.finding.message_without_penalty)
            for one in of_check
        ]  # fmt: skip
        title = BY_ID[check].said("title") if check in BY_ID else ""
        listed.append(ListedCheck(check, title, number, sorted(rows, key=lambda row: row[0])))
    return listed


def _unjudged(page_data: PageData, label: Label) -> list[tuple[str, str, int, list[str]]]:
    """Checks that could not judge something: the checks, the reason, the number of hands, and the games."""
    games: dict[Unjudged, list[str]] = {}
    for game in page_data.games:
        for unjudged, _ in game.game.unjudged:
            games.setdefault(unjudged, []).append(label(game))
    return [
        (unjudged.checks_text, unjudged.reason, hands, games.get(unjudged, []))
        for unjudged, hands in most_common(page_data.summary.unjudged)[:MOST_REASONS]
    ]
