"""Majiang's own games: clean under the rule object they were played by, every win worth and paid what it says, and the
same events after a journey through each other format."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from support.conversions import converted, faces
from support.packing import unpacked

from auditor.core.audit.game import Audit, audit_game
from auditor.core.events import Game, Ryuukyoku, Win
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose, load
from auditor.core.table.ledger import final_points, final_scores
from auditor.core.table.next_hand import ending, is_end_unknown
from auditor.core.table.table import deal
from auditor.core.table.winning import payment_of_win, value_of_win
from auditor.formats import majiang
from auditor.formats.majiang.rules import RULE_FILE


@cache
def audits(corpus: Path) -> list[tuple[str, Audit]]:
    """Every game with its audit, under the rule object beside it, or else Majiang's default rules."""
    found = []
    for path in sorted((corpus / "majiang").rglob("*.json*")):
        if path.name == RULE_FILE:
            continue
        rule = path.parent / RULE_FILE
        data = unpacked(path)
        assert majiang.matches(data[:4096]), path
        for number, game in enumerate(read(data, path.name)):
            assert isinstance(game, Game), game
            rules = load(str(rule)) if rule.exists() else choose("auto", game)[0]
            name = f"{path.parent.name}/{path.name}" if rule.exists() else f"{path.name}, {number}"
            found.append((name, audit_game(game, rules)))
    return found


def test_every_game_is_clean_under_its_rules(corpus: Path) -> None:
    """Rotation, counters, abortive draws and the end of the game are among what is judged."""
    counts: Counter[str] = Counter()
    for name, audit in audits(corpus):
        assert not audit.problems, name
        assert [one for one in audit.findings if one.severity != NOTE] == [], name
        for hand, record in zip(audit.game.hands, audit.records, strict=True):
            assert record.stopped_at is None
            counts["hands"] += 1
            counts["draws"] += isinstance(hand.events[-1], Ryuukyoku)
        counts["games"] += 1
        counts["games with a rule object"] += "/" in name
    print(dict(counts))
    assert counts["games with a rule object"] == 66 < counts["games"]


def test_every_win_is_worth_and_paid_what_it_says(corpus: Path) -> None:
    counts: Counter[str] = Counter()
    for name, audit in audits(corpus):
        for hand in audit.game.hands:
            table = deal(audit.game, hand, audit.ruleset)
            for event in hand.events:
                if isinstance(event, Win):
                    value = value_of_win(table, event.seat, event.from_seat, event.tile, event.ura or ())
                    assert value is not None, name
                    paid = payment_of_win(table, value, event.seat, event.from_seat)
                    shown = sorted(one for one in event.yaku or () if one[1])
                    assert shown == sorted(one for one in value.yaku if one[1]), name
                    assert (event.points, event.deltas) == (paid.points, paid.total), name
                    assert event.fu in (-1, value.fu), name
                    counts["wins"] += 1
                    counts["yaku"] += len(shown)
                table.apply(event)
    print(dict(counts))
    assert counts["wins"] > 400


def test_every_game_ends_where_it_must_with_the_scores_that_follow(corpus: Path) -> None:
    counts: Counter[str] = Counter()
    for name, audit in audits(corpus):
        game, result = audit.game, audit.game.result
        if "/" not in name:
            continue
        last = deal(game, game.hands[-1], audit.ruleset)
        for event in game.hands[-1].events:
            last.apply(event)
        assert ending(last) or is_end_unknown(last), name
        assert result is not None, name
        assert result.scores is not None, name
        assert result.places is not None, name
        points = final_points(last.scores, last.sticks, audit.ruleset)
        assert list(result.points or ()) == points, name
        assert list(result.scores) == pytest.approx(final_scores(points, audit.ruleset)), name
        counts["final scores"] += 1
        counts["rotations"] += len(game.hands) - 1
    print(dict(counts))
    assert counts["final scores"] == 66


@pytest.mark.parametrize("target", FORMAT_BY_NAME)
def test_the_events_of_real_paipu_are_the_same_in_every_format(target: str, corpus: Path) -> None:
    """Up to what a format cannot say: red fives that are not the usual, an order that none of it explains."""
    counts: Counter[str] = Counter()
    for name, audit in audits(corpus):
        again = converted(audit.game, target)
        if again is None:
            counts["no form"] += 1
            continue
        assert faces(again) == faces(audit.game), name
        found = audit_game(again, audit.ruleset).findings
        assert [one for one in found if one.severity != NOTE] == [], name
        counts["same"] += 1
        counts["hands"] += len(again.hands)
    print(target, dict(counts))
    assert counts["same"] > 60
