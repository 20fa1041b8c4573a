"""What an engine has answered: the scorecard by topic, wrong answers with their position, and forms for builds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from auditor.conformance.engine import FAILED, NOT_ANSWERED, RIGHT, WRONG, Answered
from auditor.conformance.suite import SUITE_VERSION, Question
from auditor.core.events import WIN, Game
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.rulesets import load
from auditor.core.table.table import replay_to
from auditor.core.text import as_json, escaped, escaped_lines, markdown_cell, plural, printable
from auditor.output.ci import xml_attribute, xml_report
from auditor.page.position import position

ALL: Final = "all"
_VERDICTS: Final = (RIGHT, WRONG, NOT_ANSWERED, FAILED)
_COLOURS: Final = ((100, "#4c1"), (98, "#97ca00"), (90, "#dfb317"), (0, "#e05d44"))  # from so many of a hundred on


class Scorecard:
    """The answers of an engine to the questions under a ruleset. counts: by topic, how many had which verdict."""

    def __init__(self, rules: str, answered: Iterable[Answered]) -> None:
        self.rules = rules
        self.answered = list(answered)
        self.counts: dict[str, Counter[str]] = {}
        for one in self.answered:
            for topic in (one.question.topic, ALL):
                self.counts.setdefault(topic, Counter())[one.verdict] += 1

    @property
    def faults(self) -> list[Answered]:
        """The wrong answers and failures, in the order of the suite."""
        return [one for one in self.answered if one.verdict in (WRONG, FAILED)]

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """A row per topic, and the last for all: its name, the number of questions, and of each verdict."""
        for topic in [*sorted(self.counts.keys() - {ALL}), ALL]:
            counts = self.counts.get(topic, Counter())
            yield (topic, str(counts.total()), *[str(counts[verdict]) for verdict in _VERDICTS])

    def lines(self) -> list[str]:
        """The scorecard for people, and why questions were not answered."""
        rows = [("topic", "asked", *_VERDICTS), *self._rows()]
        text = ["".join([f"{row[0]:<18}", *[f"{cell:>14}" for cell in row[1:]]]) for row in rows]
        reasons = Counter([one.reason for one in self.answered if one.verdict == NOT_ANSWERED])
        return [*text, *[f"not answered, {plural(count, 'time')}: {why}" for why, count in reasons.most_common()]]

    def markdown(self) -> str:
        """The scorecard as a table."""
        rows = [("topic", "asked", *_VERDICTS), ("---", *["---:"] * 5), *self._rows()]
        return "".join([f"| {' | '.join([markdown_cell(cell) for cell in row])} |\n" for row in rows])

    def badge(self) -> str:
        """A badge (SVG): how many of a hundred answers were right."""
        counts = self.counts.get(ALL, Counter())
        share = counts[RIGHT] * 100 // max(counts.total() - counts[NOT_ANSWERED], 1)
        colour = next(colour for least, colour in _COLOURS if share >= least)
        left, right = f"riichi conformance {SUITE_VERSION}", f"{self.rules} {share}%"
        start, end = 7 * len(left) + 10, 7 * (len(left) + len(right)) + 20
        texts = [((start, left), start / 2), ((end - start, right), (start + end) / 2)]
        words = [f'<text x="{middle:g}" y="14">{escaped(text)}</text>' for (_, text), middle in texts]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{end}" height="20" role="img">'
            f"<title>{escaped(left)}: {escaped(right)}</title>"
            f'<rect width="{start}" height="20" fill="#555"/>'
            f'<rect x="{start}" width="{end - start}" height="20" fill="{colour}"/>'
            f'<g fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11">{"".join(words)}</g>'
            "</svg>\n"
        )

    def junit(self) -> str:
        """JUnit's XML: a test case per question, with a failure where the answer is wrong."""
        cases = []
        for one in self.answered:
            inside = ""
            if one.verdict == NOT_ANSWERED:
                inside = f"<skipped message={xml_attribute(one.reason)}/>"
            elif one.verdict != RIGHT:
                text = escaped_lines("\n".join([printable(line) for line in explained(one)]))
                tag = "failure" if one.verdict == WRONG else "error"
                inside = f"<{tag} message={xml_attribute(question_text(one.question))}>{text}</{tag}>"
            name = f"classname={xml_attribute(one.question.topic)} name={xml_attribute(one.question.id)}"
            cases.append(f"<testcase {name}>{inside}</testcase>\n")
        counts = self.counts.get(ALL, Counter())
        return "".join(xml_report(cases, len(cases), counts[WRONG], counts[FAILED]))


def question_text(question: Question) -> str:
    """What a question asks, in a line."""
    if question.action is None:
        return f"what follows from {as_json(question.events[-1])}?"
    return f"is {as_json(question.action)} legal now?"


def explained(one: Answered) -> list[str]:
    """A wrong answer in lines: the question, the answer, what is right and why, and the position."""
    question = one.question
    given = one.reason if one.verdict == FAILED else as_json(one.given)
    lines = [f"answered: {given}", f"right:    {as_json(question.answer)}", f"why:      {question.why}"]
    lines += [f"source:   {question.source}", *drawn(question)]
    return [f"{question.id}: {question_text(question)}", *[f"  {line}" for line in lines]]


def drawn(question: Question) -> list[str]:
    """The position of a question, as ``auditor show`` prints it: before a win or draw, where it ends with one."""
    lines = "".join([as_json(event) + "\n" for event in question.events])
    game = next(iter(FORMAT_BY_NAME["mjai"].read(lines.encode(), question.id)))
    assert isinstance(game, Game)
    hand = game.hands[-1]
    ends = [place for place, event in enumerate(hand.events) if event.kind >= WIN]
    return position(game, replay_to(game, hand, ends[0] if ends else len(hand.events), load(question.rules)))
