"""Collects questions: a position that is played, what is asked of it, and the answers of both sources.

The first source is the program: its live table says what is legal, its table what a hand pays. The second is the
`Referee`. Where they differ, or what the question rests on is not certain by its source, the question stays open.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

from auditor.core.checks import BY_ID
from auditor.core.events import Ryuukyoku, Win
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.core.rulesets.loading import sources_of
from auditor.core.table.next_hand import ending, next_honba, next_round
from auditor.core.text import as_json
from auditor.core.tiles import WIND_LETTERS, parse_tiles
from auditor.formats.mjai import writer
from auditor.server.live import LiveTable
from auditor.testing.scenario import Scenario
from support.conformance.referee import Referee

RULES: Final = ("tenhou", "mahjong-soul", "m-league", "wrc-2025", "ema-2016", "tenhou-sanma", "mahjong-soul-sanma")
NAMES: Final = ("A", "B", "C", "D")
OPEN: Final = "open"
SOURCES: Final = ("auditor", "referee")
_LEFT_OUT: Final = {"scores", "deltas", "fu", "hora_points", "tehais", "tenpais"}
"""What an answer would be read from, or what follows from other events."""
NEXT: Final = ("honba", "dealer", "round")
PAID: Final = ("deltas", "sticks")
FACTS: Final = {"rounds": NEXT, "end": ("is_over",), "draw": (*PAID, *NEXT, "is_over")}
"""What is asked for in a topic; elsewhere it is what is paid. So one fault of an engine shows in one topic."""
Question = dict[str, Any]


def mjai(text: str) -> str:
    """A tile as an event writes it, from its text in notation: ``0m`` is ``5mr``, ``1z`` is ``E``."""
    if text[0] == "0":
        return f"5{text[1]}r"
    return "ESWNPFC"[int(text[0]) - 1] if text[1] == "z" else text


def tiles(notation: str) -> list[str]:
    """Tiles in notation as events write them."""
    return [mjai(text) for text in parse_tiles(notation)]


def events_of(play: Scenario) -> list[dict[str, Any]]:
    """The hand that is being played, as mjai events, with nothing in them that would answer a question."""
    lines = [json.loads(line) for line in writer.write(play.game).splitlines()]
    kept: list[dict[str, Any]] = [{"type": "start_game", "names": list(NAMES[: play.game.players])}]
    for line in lines[1:]:
        if line["type"] == "start_kyoku":
            kept[1:] = [line]  # of several hands the last
        elif line["type"] not in ("end_kyoku", "end_game"):
            kept.append({name: value for name, value in line.items() if name not in _LEFT_OUT})
    return kept


class Questions:
    """The questions under a ruleset. open_because: the reason of each open one, by id."""

    def __init__(self, rules: str) -> None:
        self.name = rules
        self.rules = load(rules)
        self.players = self.rules.game.players
        self.sources = sources_of(rules)
        self.asked: dict[str, Question] = {}
        self.counts: Counter[tuple[str, object]] = Counter()
        self.open_because: dict[str, str] = {}

    def random(self, family: str) -> Random:
        """The source of a family's choices: the same under every ruleset of so many players."""
        return Random(f"{family} {self.players}")

    def play(self) -> Scenario:
        """A new game under the ruleset."""
        return Scenario(self.name)

    # ------------------------------------------------------------------------------------------------ asking

    def ask(
        self, topic: str, play: Scenario, action: dict[str, Any], rests_on: str, why: str, most: int = 5,
        is_open: str = "",
    ) -> None:  # fmt: skip
        """Ask whether an action is legal now.

        rests_on: the setting or check whose source decides. why: the reason where it is legal. most: questions of this
        reason and answer that are kept. is_open: why nobody can know.
        """
        events = events_of(play)
        if not self._is_of_one_set(events):
            return
        table = LiveTable(self.rules)
        referee = Referee(self.rules)
        for event in events:
            faults = [one for one in table.feed(event) if one.severity != NOTE]
            assert not faults, (self.name, topic, faults, events)
            referee.apply(event)
        finding = table.legal(action)
        legal = finding is None
        if self.counts[topic + why, legal] >= most:
            return
        self.counts[topic + why, legal] += 1
        second = referee.legal(action)
        reason = is_open or self._uncertain(rests_on)
        if legal != second:
            reason = reason or f"sources differ: auditor {legal}, referee {second}"
        question = {
            "topic": topic, "rules": self.name, "seat": action.get("actor", 0), "events": events,
            **self._hand(referee, action, topic), "action": action,
            "legal": OPEN if reason else legal, "why": why if finding is None else finding.message,
            "source": self.source(rests_on),
        }  # fmt: skip
        self._add(question, reason)

    def follows(self, topic: str, play: Scenario, rests_on: str, why: str, is_open: str = "") -> None:
        """Ask what follows from the last events of a hand."""
        events = events_of(play)
        if not self._is_of_one_set(events):
            return
        referee = Referee(self.rules)
        for event in events:
            referee.apply(event)
        facts = FACTS.get(topic, PAID)
        expected = {fact: value for fact, value in self._expected(play).items() if fact in facts}
        reason = is_open or self._uncertain(rests_on)
        try:
            settled = referee.settled()
            second: dict[str, Any] | str = {fact: value for fact, value in settled.items() if fact in facts}
        except ValueError as error:
            second = str(error)
        if second != expected:
            reason = reason or f"sources differ: auditor {expected}, referee {second}"
        wins = referee.wins if len(referee.wins) == 1 else [{}]
        question = {
            "topic": topic, "rules": self.name, "events": events, **self._hand(referee, wins[0], topic),
            "expected": OPEN if reason else expected, "why": why,
            "source": self.source(rests_on),
        }  # fmt: skip
        self._add(question, reason)

    @staticmethod
    def _hand(referee: Referee, win: dict[str, Any], topic: str) -> dict[str, Any]:
        """The hand that a question is about, where nothing but it decides: for those who know hands and no table."""
        is_played = win in referee.wins
        if win.get("type") != "hora" or topic in ("liability", *FACTS):
            return {}
        if not is_played and not referee.is_drawn_by(win["actor"], win["target"]):
            return {}
        return {
            "hand": referee.win(win["actor"], win["target"], win["pai"], win.get("ura_markers", ())).told(
                referee.start["honba"], referee.sticks
            )
        }

    def _is_of_one_set(self, events: list[dict[str, Any]]) -> bool:
        """Whether no more copies of a tile are seen than the set has, of a plain five one less where there is a red."""
        seen: list[str] = []
        for event in events:
            seen += [tile for hand in event.get("tehais", ()) for tile in hand]
            seen += [event["pai"]] if event["type"] == "tsumo" else []
            seen += [event["dora_marker"]] if "dora_marker" in event else []
        seen += next((event["ura_markers"] for event in events if "ura_markers" in event), [])
        fewer = {f"5{suit}" for suit in "mps"} if any(self.rules.game.reds) else set()
        return all([count <= 4 - (tile in fewer) - 3 * tile.endswith("r") for tile, count in Counter(seen).items()])

    def count(self, topic: str, why: str) -> int:
        """How many questions of a topic were asked with that reason."""
        return sum([1 for one in self.asked.values() if (one["topic"], one["why"]) == (topic, why)])

    def _expected(self, play: Scenario) -> dict[str, Any]:
        """What follows by the program's own table."""
        table, deltas = play.table, [0, 0, 0, 0]
        last = play.current.events[-1]
        if not isinstance(last, Win | Ryuukyoku):
            deltas[table.due] = -table.stick
            return {"deltas": deltas[: self.players], "sticks": table.sticks + 1}
        for event in play.current.events:
            if isinstance(event, Win | Ryuukyoku):
                assert event.deltas is not None
                deltas = [one + more for one, more in zip(deltas, event.deltas, strict=True)]
        is_over = bool(ending(table))
        after: dict[str, Any] = {}
        if not is_over:
            number = next_round(table)
            name = f"{WIND_LETTERS[number // 4]}{number % 4 + 1}"
            after = {"dealer": number % 4, "round": name, "honba": next_honba(table)}
        return {"deltas": deltas[: self.players], "sticks": table.sticks, **after, "is_over": is_over}

    def _add(self, question: Question, reason: str) -> None:
        asked = {name: question.get(name) for name in ("topic", "rules", "events", "action")}
        digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:10]
        name = f"{self.name}/{question['topic']}/{digest}"
        self.asked[name] = {"id": name} | question
        if reason:
            self.open_because[name] = reason

    # ------------------------------------------------------------------------------------------------ sources

    def _uncertain(self, rests_on: str) -> str:
        text = self.sources.get(rests_on, "")
        return f"{rests_on}: {text}" if "not certain" in text else ""

    def source(self, rests_on: str) -> str:
        """Where the rule is written: of a setting its value and source, of a check its first source."""
        if rests_on in BY_ID:
            return f"{rests_on}: {BY_ID[rests_on].sources[0]}"
        section, key = rests_on.split(".")
        value = getattr(getattr(self.rules, section), key)
        text = self.sources.get(rests_on, self.rules.source)
        return f"{rests_on} = {json.dumps(value, ensure_ascii=False)}: {text}"

    def lines(self) -> str:
        """The questions as JSON lines, by topic and id."""
        ordered = sorted(self.asked.values(), key=lambda one: (one["topic"], one["id"]))
        return "".join([as_json(one, separators=(",", ":")) + "\n" for one in ordered])

    def record(self) -> str:
        """What confirms each answer, as JSON lines: its sources, or why it is open."""
        rows = []
        for name in sorted(self.asked, key=lambda one: (self.asked[one]["topic"], one)):
            reason = self.open_because.get(name)
            rows.append({"id": name, "open": reason} if reason else {"id": name, "agreed": list(SOURCES)})
        return "".join([as_json(row, separators=(",", ":")) + "\n" for row in rows])


Family = Callable[[Questions], None]
"""Asks questions of one kind."""
