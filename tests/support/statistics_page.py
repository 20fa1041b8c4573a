"""Generates the page of the statistics: each figure as its query defines it, and its value in real games.

The numbers come from a corpus outside the repository and are kept in `data/figures.json`; rewrite them with::

    python tests/support/statistics_page.py DATABASE

where the database was loaded with turns.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from auditor.core.store import queries
from support.paths import ROOT

DOCUMENT = ROOT / "docs" / "statistics.md"
NUMBERS = ROOT / "tests" / "data" / "figures.json"
LISTS = ("player-amae-koromo", "player-libriichi", "player-extra")

HEAD = re.compile(r" *-- (\w+): (.*)")
MORE = re.compile(r" *--   (.*)")
FIGURE = re.compile(r" *(rate|mean|mean_of|number)\((?:\n *)?'(\w+)'", re.MULTILINE)

INTRODUCTION = """# Player statistics

Made by `python tests/generate.py` from the comments of the queries, which are the definitions; `auditor query NAME
--show` tells them too.

    auditor audit fixtures/evening --db my.duckdb --with turns --fail-on never
    auditor query player-statistics --db my.duckdb --name "Maya Chen" --name "Jonas Weber"    # the usual ones
    auditor query player-amae-koromo --db my.duckdb --name "Maya Chen"    # every figure of the site, a row each
    auditor query player-libriichi --db my.duckdb --param by=month        # the same of libriichi, month by month
    auditor query player-by-opponent --db my.duckdb --name "Maya Chen"    # against each opponent

A figure has the name that a site gives it and means what that site's program counts; where two sites mean different
things by one word, both stand here, each in its list. A value is a numerator over a number `n`; a rate has its 95 %
interval (Wilson's), a mean one by its spread. `--name` takes players in any case and may be repeated, and counts only
their games: the others at their tables are one row more. `--since`, `--until`, `--room`, `--ruleset`, `--grade`,
`--players` and `--log` narrow the games as well, of any query; the line above an answer says what was counted.

A game counts once, however often its log was loaded: logs of one id, of one shuffle seed or of the same discards are
one game, of which the log with the most hands counts, then the fewest faults, names, a date (`--all-copies` counts all;
`copies-of-games` lists them; queries of the group audit are about logs, and see each). A player is a name within a
place: the server, or where a log does not tell it that of the other logs of its folder, else the folder. A name used
in several places has the place behind it; `auditor players --same Aki aki_2019` says which are one. Names that servers
and formats give to whom they do not name (NoName, `A`, 私) are nobody.
`--param by=` tells apart by month, year, room or ruleset,
`--param together=true` counts all players as one, `--players 3` or `4` keeps to one game. Games of three and
of four are never mixed.

- A *hand* is one that the log holds to its end, abortive draws included.
- A *call* is a chi, pon or open kan; closed and added kans and norths are none, so a hand with closed kans alone is
  closed.
- A *riichi* counts once declared, also where the declaring discard is won on; it *stood* if that was not.
- The *gain* of a win is all that it brought: payments, honba and the sticks of others, the own stick not. Of a
  double ron on Tenhou all sticks go to the first winner, and the second in riichi has its own taken off all the
  same.
- A *deal-in* is a hand in which a discard, or a kan or north that was robbed, was won on. amae-koromo counts a
  double ron as one, libriichi each win of it.
- An *exhaustive draw* is one for which the wall ran out, nagashi mangan included.
- A game that is over without final points in its log has those of the replay, with the sticks left on the table
  where the ruleset puts them.

The columns *four* and *three* are what the figures are over all players of {four} games of four and {three} of
three on Tenhou, most of them of its highest room: rates in percent.

"""

TITLES = {
    "player-amae-koromo": (
        "amae-koromo (雀魂牌譜屋)",
        "By its programs `amae-koromo-scripts`, `amae-koromo-couchdb` and `amae-koromo`; where these and the help "
        "texts of the site disagree, as the programs count. Not from logs: what Mahjong Soul's ranks are (安定段位, "
        "得点効率 and the like). Winning yaku (和了役集計) are in `wins-by-yaku`, places by seat (座席順位) in "
        "`placements-by-seat`.",
    ),
    "player-libriichi": (
        "libriichi (Mortal)",
        "By `stat.rs`. It knows games of four; of three the same rules are counted, of which those by points fail.",
    ),
    "player-extra": ("Figures of no site", "What neither counts, or counts otherwise."),
}


class Definition(NamedTuple):
    """A figure of a query: its kind (rate, mean or number), and what it counts."""

    name: str
    kind: str
    text: str


def definitions(query: str) -> list[Definition]:
    """The figures of a query, each with the comment above it."""
    sql = queries.load(query).sql
    found = []
    texts: list[str] = []
    for place, line in enumerate(lines := sql.splitlines()):
        if head := HEAD.fullmatch(line):
            texts = [head[1], head[2]]
        elif texts and (more := MORE.fullmatch(line)):
            texts.append(more[1])
        elif figure := FIGURE.match("\n".join(lines[place : place + 2])):
            assert texts, f"{query}: {figure[2]} has no comment"
            assert texts[0] == figure[2], f"{query}: the comment of {texts[0]} stands above {figure[2]}"
            found.append(Definition(figure[2], figure[1], " ".join(texts[1:])))
            texts = []
    return found


def document() -> str:
    """The page."""
    numbers = json.loads(NUMBERS.read_text("utf-8"))
    games = {players: round(numbers["player-amae-koromo"][players]["recorded_matches"][0]) for players in "43"}
    parts = [INTRODUCTION.format(four=games["4"] // 4, three=games["3"] // 3)]
    for query in LISTS:
        title, text = TITLES[query]
        parts += [f"## {title}\n\n{text}\n\n`auditor query {query}`\n\n", "| figure | what it is | four | three |\n"]
        parts.append("|---|---|---|---|\n")
        for one in definitions(query):
            four, three = [told(one, numbers[query][players][one.name]) for players in "43"]
            parts.append(f"| `{one.name}` | {one.text} | {four} | {three} |\n")
        parts.append("\n")
    return "".join(parts).rstrip() + "\n"


def told(figure: Definition, number: list[float | None]) -> str:
    """A number as the page shows it. number: numerator and n."""
    numerator, n = number
    if figure.kind == "number":
        return "" if numerator is None else f"{numerator:,.0f}"
    if not n or numerator is None:
        return ""
    value = numerator / n
    if figure.kind == "rate":
        return f"{100 * value:.2f}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3f}"


def numbers_of(database: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Numerator and n of each figure over all players, by query and number of players."""
    from auditor import api
    from auditor.core.store.selection import GameFilter

    found: dict[str, dict[str, dict[str, Any]]] = {}
    for query in LISTS:
        for row in api.query(query, database, selection=GameFilter(all_copies=True), together=True).as_dicts():
            of_players = found.setdefault(query, {}).setdefault(str(row["players"]), {})
            of_players[str(row["figure"])] = [row["numerator"], row["n"]]
    return found


def write() -> None:
    """Rewrite the page."""
    DOCUMENT.write_text(document(), "utf-8")


if __name__ == "__main__":
    NUMBERS.write_text(json.dumps(numbers_of(sys.argv[1]), indent=1) + "\n", "utf-8")
