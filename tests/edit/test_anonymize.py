"""`auditor anonymize` removes who played and when, and keeps the findings."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from click.testing import CliRunner, Result
from support.majsoul_encodings import ENCODINGS, HEADLESS
from support.paths import FIXTURES, fixture_logs

from auditor.cli import cli
from auditor.core.events import Disconnection, Game, Player, Ryuukyoku, replace_game, replace_hand
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.reading.logs import GameLog
from auditor.core.reading.stated_rules import rule_words
from auditor.core.sources import InputItem, open_sources
from auditor.edit.anonymize import Anonymous, anonymize, anonymous_game, identities, still_in
from auditor.edit.output import EditError, rules_of
from auditor.testing import majsoul_records
from auditor.testing.simulate import Simulation

NAMES = ("Ännchen & Co", "百合子", "<b>", 'O"Brien')
SHUFFLE = "mt19937ar,1a2b3c4d,5e6f7081"


def named_game(number: int = 1) -> Game:
    """A played game full of what tells whose it is."""
    game = Simulation(number).play()
    game.log_id = "2016031200gm-0089-7447-14ec5c8d"
    game.lobby = 7447
    game.seats = [Player(name, "七段", 2012.34 + place, "M") for place, name in enumerate(NAMES)]
    game.attributes = {"title": "Cup of Nowhere", "gold": "9,8,7,6", "ref": "xyz"}
    game.hands[0].disconnections = [Disconnection(3, 1, False), Disconnection(9, 1, True)]
    return game


def items(*paths: Path) -> Iterator[InputItem]:
    for item in open_sources([str(path) for path in paths]):
        assert isinstance(item, InputItem)
        yield item


def assert_the_same(log: Anonymous, name: str) -> None:
    assert (log.lost_findings, log.new_findings, log.leaked, log.problems) == ((), (), (), ()), name


def spelled(name: str) -> tuple[str, ...]:
    """A name as formats write it."""
    return name, quote(name, safe=""), json.dumps(name)[1:-1], name.replace("&", "&amp;").replace("<", "&lt;")


@pytest.mark.parametrize("format", FORMAT_BY_NAME)
def test_nothing_of_the_header_stays(format: str) -> None:
    game = named_game()
    write = FORMAT_BY_NAME[format].write
    text = write(game, "a comment")
    (log,) = anonymize(InputItem("x/2016031200gm-0089-7447-14ec5c8d.log", "", text.encode()))
    assert_the_same(log, format)
    clean = log.data.decode()
    told = (*NAMES, game.log_id, game.seed, "七段", "2012.34", "Cup of Nowhere", "comment", "7447")
    assert [one for name in told for one in spelled(name) if one in clean] == []
    again = next(iter(read(log.data, "x")))
    assert isinstance(again, Game)
    assert [player.name for player in again.seats] == ["seat0", "seat1", "seat2", "seat3"]
    assert len(again.hands) == len(game.hands)


def test_who_left_and_came_back_stays_without_a_name() -> None:
    log = anonymize(InputItem("x.mjlog", "", FORMAT_BY_NAME["mjlog"].write(named_game(), "").encode()))[0]
    assert b"<BYE" in log.data
    assert b'<UN n1="seat1"/>' in log.data


def test_fixtures_keep_their_findings() -> None:
    # A red five of a set that has none cannot be written again: what it shows is told to be gone.
    paths = [one for one in fixture_logs() if "wall" not in one.parts and "no-reds" not in one.stem][::25]
    assert len(paths) > 40
    for item in items(*paths):
        for log in anonymize(item):
            assert_the_same(log, item.path)


def test_what_only_the_seed_proves_is_told_to_be_gone() -> None:
    (item,) = items(FIXTURES / "wall" / "seed" / "fires.mjlog")
    (log,) = anonymize(item)
    assert [one.check for one in log.lost_findings] == ["wall/seed"]
    assert log.lines(is_alone=True)[0].startswith("found no more: hand 0 event")


# ---- the choice of the ruleset


@pytest.mark.parametrize(
    ("log_id", "kept"),
    [
        ("2008031200gm-0001-0000-14ec5c8d", "2008000000gm-0000-0000-00000000"),
        ("2009031200gm-0001-0000-14ec5c8d", "2009000000gm-0000-0000-00000000"),
        ("2010111200gm-0001-0000-14ec5c8d", "2010120000gm-0000-0000-00000000"),
        ("2016031200gm-0001-0000-14ec5c8d", ""),
    ],
)
def test_an_old_game_keeps_an_id_that_tells_its_age_alone(log_id: str, kept: str) -> None:
    game = replace_game(named_game(), log_id=log_id, rule_bits=1)  # one wind: its bonuses were others
    for format in ("mjlog", "tenhou6"):
        text = FORMAT_BY_NAME[format].write(game, "")
        (log,) = anonymize(InputItem(f"{log_id}.log", "", text.encode()))
        again = next(iter(read(log.data, f"{log.log_id}.log")))
        assert isinstance(again, Game)
        assert again.log_id == kept
        assert log.log_id == (kept if format == "mjlog" else "")
        assert rules_of(GameLog("", "", 0, again), "auto") == rules_of(GameLog("", "", 0, game), "auto")


def test_a_seed_leaves_the_name_of_its_generator_where_that_is_old() -> None:
    game = named_game()
    game.seed = ""
    game.hands = [replace_hand(hand, shuffle=SHUFFLE) for hand in game.hands]
    assert {hand.shuffle for hand in anonymous_game(game).hands} == {"mt19937ar,"}
    game = replace_game(named_game(), seed="mt19937ar-sha512-n288,12,34")
    assert anonymous_game(game).seed == "mt19937ar-sha512-n288,"
    assert anonymous_game(named_game()).seed == ""


def test_a_room_of_mahjong_soul_stays_one() -> None:
    game = replace_game(
        named_game(), log_id="210815-6da08e40-2605-42fb-a5e3-f8aa5940362a", rule_text="Aki's cup: 南喰赤"
    )
    text = FORMAT_BY_NAME["tenhou6"].write(game, "")
    (log,) = anonymize(InputItem("x.json", "", text.encode()))
    again = next(iter(read(log.data, "x")))
    assert isinstance(again, Game)
    assert (again.rule_text, again.log_id) == ("南喰赤", "000000-00000000-0000-0000-0000-000000000000")


def test_rules_that_a_title_names_stay() -> None:
    game = replace_game(
        named_game(), log_id="", rule_text="Aki's cup", attributes={"title": "Aki's cup 最高位戦ルール"}
    )
    text = FORMAT_BY_NAME["tenhou6"].write(game, "")
    (log,) = anonymize(InputItem("x.json", "", text.encode()))
    again = next(iter(read(log.data, "x")))
    assert isinstance(again, Game)
    assert (again.rule_text, "title" in again.attributes) == ("最高位戦ルール", False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("玉の間南喰赤", "玉の間南喰赤"),
        ("Jade Room South", "Jade Room South"),
        ("三般東喰赤速", "三般東喰赤速"),
        ("雀魂三友人戦南喰赤", "雀魂三友人戦南喰赤"),
        ("Easter cup", ""),
        ("Aki's cup, 日本プロ麻雀連盟公式ルール", "日本プロ麻雀連盟公式ルール"),
    ],
)
def test_the_words_of_a_rule_text(text: str, words: str) -> None:
    assert rule_words(text) == words


def test_a_rule_object_stays_beside_its_logs(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    for name, length in (("a", 1), ("b", 2), ("c", 1)):
        (logs / name).mkdir(parents=True)
        (logs / name / "x.json").write_text(FORMAT_BY_NAME["majiang"].write(named_game(), ""), "utf-8")
        (logs / name / "rule.json").write_text(json.dumps({"場数": length, "連荘方式": 2}), "utf-8")
    (logs / "aa").mkdir()
    (logs / "aa" / "x.json").write_bytes((logs / "a" / "x.json").read_bytes())
    (logs / "aa" / "rule.json").write_text(json.dumps({"場数": 1, "owner": "Aki"}), "utf-8")
    result = run(str(logs), "-o", str(tmp_path / "out"))
    found = sorted([str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.json")])
    assert found == [
        "rules-1/0001.json", "rules-1/0003.json", "rules-1/rule.json", "rules-2/0002.json", "rules-2/rule.json",
    ]  # fmt: skip
    assert json.loads((tmp_path / "out" / "rules-2" / "rule.json").read_text("utf-8")) == {"場数": 2, "連荘方式": 2}
    assert "3 games written" in result.stderr
    assert (result.exit_code, "rule.json: there is no switch owner" in result.stderr) == (3, True)


# ---- formats that remove names themselves


@pytest.mark.parametrize("encoding", [*ENCODINGS, *HEADLESS])
def test_mahjong_souls_records_in_every_shape(encoding: str) -> None:
    played = Simulation(4, "mahjong-soul")
    game = played.play()
    write = (ENCODINGS | HEADLESS)[encoding]
    head = majsoul_records.head(game)
    head["accounts"][0]["nickname"] = NAMES[1]
    data = write(head, majsoul_records.records(game, played.rules))
    (log,) = anonymize(InputItem("x.bin", "", data))
    assert_the_same(log, encoding)
    text = log.data.decode()
    hashes = [value for _, record in majsoul_records.records(game, played.rules) for value in _hashes(record)]
    wrong = [one for one in (NAMES[1], "Beni", majsoul_records.UUID, "1767225600", "1001", *hashes) if one in text]
    assert wrong == []
    again = next(iter(read(log.data, "x")))
    assert isinstance(again, Game)
    assert [hand.scores for hand in again.hands] == [hand.scores for hand in game.hands]
    assert again.hands[0].server is not None
    assert again.hands[0].server.wall


def _hashes(record: dict[str, object]) -> list[str]:
    return [str(record[name]) for name in ("sha256", "saltSha256", "salt") if name in record]


def test_a_record_of_the_m_league(tmp_path: Path) -> None:
    (item,) = items(FIXTURES / "tiles" / "missing" / "fires.json")
    commands = json.loads(item.data)
    commands[0]["time"] = "2023-04-28 21:21:00"
    (log,) = anonymize(InputItem("L001_S014_0012_02A.json", "", json.dumps(commands).encode()))
    assert_the_same(log, "M-League")
    assert all([one not in log.data.decode() for one in ("2023", "L001_S014", "Aki", "Beni")])


def test_several_games_of_a_text_stay_in_one_file() -> None:
    """Formats that remove names themselves keep a file whole, though they have writers."""
    text = FORMAT_BY_NAME["mjscore"].write(named_game(), "") + FORMAT_BY_NAME["mjscore"].write(named_game(2), "")
    (log,) = anonymize(InputItem("mjscore.txt", "", text.encode()))
    assert_the_same(log, "mjscore")
    assert log.games == 2


# ---- the command


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["anonymize", *arguments])


def test_exit_codes(tmp_path: Path) -> None:
    fires = str(FIXTURES / "riichi" / "kan-waits" / "fires.mjlog")
    seed = str(FIXTURES / "wall" / "seed" / "fires.mjlog")
    (tmp_path / "no-log.txt").write_text("nothing", "utf-8")
    out = tmp_path / "one.mjlog"
    assert run(fires, "-o", str(out)).exit_code == 0
    assert [path.name for path in tmp_path.glob("*.mjlog")] == ["one.mjlog"]
    result = run(fires, seed, "-o", str(tmp_path / "two"))
    assert (result.exit_code, sorted([path.name for path in (tmp_path / "two").iterdir()])) == (
        1, ["0001.mjlog", "0002.mjlog"],
    )  # fmt: skip
    assert "2 games written" in result.stderr
    assert "with other findings in some of them" in result.stderr
    assert run(fires, str(tmp_path / "no-log.txt"), "-o", str(tmp_path / "three")).exit_code == 3
    assert run(fires, "-o", str(tmp_path / "four/"), "--rules", "none").exit_code == 2


def test_several_games_need_a_folder(tmp_path: Path) -> None:
    evening = str(FIXTURES / "evening" / "round-1-table-2.mjlog")
    from support.packing import zipped

    archive = tmp_path / "two.zip"
    data = Path(evening).read_bytes()
    archive.write_bytes(zipped(("a.mjlog", data), ("b.mjlog", data)))
    result = run(str(archive), "-o", str(tmp_path / "one.mjlog"))
    assert (result.exit_code, "holds several logs; give a folder with -o" in result.stderr) == (2, True)
    assert not (tmp_path / "one.mjlog").exists()


def test_what_still_stands_in_a_text_is_found() -> None:
    game = named_game()
    for name in NAMES:
        assert still_in(f'<UN n0="{quote(name)}"/>', game) == [name]
        assert still_in(json.dumps(["x", name]), game) == [name]
    assert still_in("A name such as <b> in a text that is no name", game) == []
    assert still_in(f'seed="{game.seed}" rate="2013.34"', game) == [game.seed.partition(",")[2], "2013.34"]


def test_what_is_no_log_is_told() -> None:
    with pytest.raises(EditError, match="expected Tenhou mjlog"):
        anonymize(InputItem("x.txt", "", b"hello"))
    assert anonymize(InputItem("rule.json", "", '{"場数": 1, "連荘方式": 2}'.encode())) == []


# ---- real logs


def told_by_the_text(data: bytes) -> set[str]:
    """Names, ids, seeds and ratings of a real log, found without the program."""
    text = data.decode("utf-8", "replace")
    found = set(re.findall(r'<UN [^>]*?\bn0="([^"]*)" n1="([^"]*)" n2="([^"]*)" n3="([^"]*)"', text)[:1] or [()])
    names = {unquote(name) for group in found for name in group}
    ratings = {one for group in re.findall(r'\brate="([^"]*)"', text) for one in group.split(",")} - {"1500.00"}
    names |= ratings | set(re.findall(r'\b(?:seed|shuffle)="mt[^,]*,([^"]{60,})"', text))
    if text.lstrip()[:1] in ("{", "["):
        for key in ("name", "player", "names"):
            for group in re.findall(rf'"{key}"\s*:\s*(\[[^\[\]]*\])', text):
                names |= {one.split("\n")[0] for one in json.loads(group) if isinstance(one, str)}
        names |= set(re.findall(r'"(?:nickname|nickName|ref|uuid)"\s*:\s*"([^"]+)"', text))
        names |= set(re.findall(r'"(?:account_id|accountId)"\s*:\s*(\d{5,})', text))
        names |= set(re.findall(r'"(?:md5|sha256|saltSha256|salt)"\s*:\s*"([^"]+)"', text))
        names |= {f"{float(one):.2f}" for group in re.findall(r'"rate"\s*:\s*\[([^\]]*)\]', text)
                  for one in group.split(",") if one.strip() not in ("", "null", "0")} - {"1500.00"}  # fmt: skip
    return {name for name in names if len(name) > 3}


EVERY = {"mjlog": 25, "majiang": 7, "riichienv": 3, "tenhou6": 2}
"""Of many real logs every so many-th."""


@pytest.mark.parametrize("format", ["mjlog", "tenhou6", "mjai", "majiang", "majsoul", "mleague", "riichienv"])
def test_real_logs(corpus: Path, format: str) -> None:
    searched = games = 0
    for place, item in enumerate(open_sources([str(corpus / format)])):
        if not isinstance(item, InputItem) or item.path.endswith(".txt") or place % EVERY.get(format, 1):
            continue
        names = told_by_the_text(item.data)
        for log in anonymize(item):
            assert_the_same(log, item.path)
            text = log.data.decode()
            left = [name for name in names if name in text or quote(name, safe="") in text]
            assert left == [], item.path
            games += log.games
        searched += len(names)
    assert games
    assert searched or format not in ("mjlog", "tenhou6", "majsoul")


def test_identities_of_a_game_are_what_is_searched() -> None:
    found = set(identities(named_game()))
    assert {*NAMES, "2016031200gm-0089-7447-14ec5c8d", "2012.34"} <= found


def test_a_drawn_game_stays_as_it_is() -> None:
    """What is not in the header stays, whatever it is."""
    game = named_game(3)
    again = anonymous_game(game)
    assert [[event.key() for event in hand.events] for hand in again.hands] == [
        [event.key() for event in hand.events] for hand in game.hands
    ]
    assert any([isinstance(event, Ryuukyoku) for hand in again.hands for event in hand.events])
