"""Faults in Mahjong Soul's records that need a hand dealt for them, which replaces one of the game's."""

from auditor.formats import majsoul
from auditor.formats.majsoul.rules import is_ranked
from auditor.mutation.faults.fault import FAULTS, LegalGame, LegalRecords, RecordLocation, fault_of_records, require
from auditor.mutation.faults.majsoul import START_RECORD
from auditor.testing.majsoul_records import records


def _put(log: LegalRecords, name: str) -> RecordLocation:
    """Put a fault of events into the game, and write its last hand as the server's records."""
    game = log.legal.game()
    put = FAULTS[name].put
    assert game is not None
    assert put is not None
    mutant = put(LegalGame(game, log.rules, log.rng))
    played = mutant.game
    written = records(played, log.rules)
    firsts = [at for at, (record, _) in enumerate(written) if record == START_RECORD]
    start = [at for at in range(len(log.records)) if log.recorded.begins_hand(at)][len(played.hands) - 1]
    log.records[start:] = written[firsts[-1] :]
    log.recorded.head = {key: value for key, value in log.recorded.head.items() if key != "result"}
    return RecordLocation(mutant.hand or 0, mutant.seat, mutant.event)


@fault_of_records(majsoul.NAME, "dora/timing")
def indicator_turned_for_a_win_in_the_record(log: LegalRecords) -> RecordLocation:
    """The indicator of an open kan is turned for a win on its replacement tile."""
    return _put(log, "indicator-turned-for-a-win")


@fault_of_records(majsoul.NAME, "dora/timing")
def indicator_missing_at_a_win_in_the_record(log: LegalRecords) -> RecordLocation:
    """The indicator of a closed kan is missing at the win on its replacement tile."""
    return _put(log, "indicator-missing-at-a-win")


@fault_of_records(majsoul.NAME, "dora/timing")
def indicator_turned_for_a_robbed_kan_in_the_record(log: LegalRecords) -> RecordLocation:
    """The indicator of an added kan is turned, and the kan is robbed."""
    return _put(log, "indicator-turned-for-a-robbed-kan")


@fault_of_records(majsoul.NAME, None, "dora/timing win/value")
def win_straight_after_a_kan_in_the_record(log: LegalRecords) -> RecordLocation:
    """A win on a replacement tile, or by robbing a kan, with the indicators that are due."""
    return _put(log, "win-straight-after-a-kan")


@fault_of_records(majsoul.NAME, "riichi/points")
def riichi_of_a_seat_that_cannot_pay_in_the_record(log: LegalRecords) -> RecordLocation:
    """In a ranked room a seat declares riichi with a hundred points less than it needs."""
    game = log.legal.game()
    require(game is not None and is_ranked(game))  # in other rooms what the server offers shows the rule
    return _put(log, "riichi-of-a-seat-that-cannot-pay")


@fault_of_records(majsoul.NAME, None, "riichi/points")
def riichi_below_zero_in_the_record(log: LegalRecords) -> RecordLocation:
    """In a room where scores may fall below zero, a seat declares riichi with fewer than none."""
    return _put(log, "riichi-below-zero")
