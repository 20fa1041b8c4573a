# build: plain
"""What a load replaces: the same contents by other rules, files whose content has changed, inputs without games."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from auditor.core.store import schema
from auditor.core.store.contents import Contents, KnownKeys
from auditor.core.store.schema import run_statement

if TYPE_CHECKING:
    import duckdb


class ReplacedJudgement(NamedTuple):
    """An earlier judgement that a load has replaced.

    rules, version: as in `sources`. inputs: how many inputs had it. first, last: the first and last day on which they
    were loaded, such as ``2026-01-02`` (UTC).
    """

    rules: str
    version: str
    inputs: int
    first: str
    last: str


class Replaceable:
    """What loads into a database may have to replace, in memory, so that a load of new inputs need not search it.

    It may have too much: each costs only a needless search. judgement: the rules and version of this run, as statements
    take them. others: reads the contents judged by other rules or another version.
    """

    def __init__(
        self, connection: "duckdb.DuckDBPyConnection", judgement: dict[str, str], others: Callable[[], KnownKeys]
    ) -> None:
        self.connection = connection
        self._judgement = judgement
        self._others = others
        self._replaced: Counter[tuple[str, str, str]] = Counter()
        self._deleted: Counter[tuple[str, str, str]] = Counter()
        self._otherwise: KnownKeys | None = None
        self._without_games: set[tuple[str, str]] = set()

    def reread(self) -> None:
        """Have what may be replaced read anew from the database, at the next load."""
        self._otherwise = None

    def judgements(self) -> list[ReplacedJudgement]:
        """The judgements that the loads so far have replaced, those with the most inputs first."""
        days: dict[tuple[str, str], list[str]] = {}
        inputs: Counter[tuple[str, str]] = Counter()
        for (rules, version, day), count in self._replaced.items():
            days.setdefault((rules, version), []).append(day)
            inputs[rules, version] += count
        replaced = [ReplacedJudgement(*key, inputs[key], min(of_key), max(of_key)) for key, of_key in days.items()]
        return sorted(replaced, key=lambda one: (-one.inputs, one))

    def _has_any(self, sources: Any, contents: Contents) -> bool:
        """Whether the database may have one of these contents, or an input without a game at one of these paths.

        contents: those of this run.
        """
        if (otherwise := self._otherwise) is None:
            otherwise = self._otherwise = self._others()
            self._without_games = set(run_statement(self.connection, "without_games").fetchall())
        for path, member, sha256 in _columns(sources, "path", "member", "sha256"):
            if (path, member) in self._without_games:
                return True
            if sha256 is not None and (contents.is_stored(sha256) or bytes.fromhex(sha256) in otherwise):
                return True
        return False

    def note_loaded(self, sources: Any, games: Any) -> None:
        """Note inputs that a transaction, now over, has loaded, and what it replaced."""
        self._replaced += self._deleted
        self._deleted = Counter()
        with_games = set(games.column("source_id").to_pylist())
        for path, member, source_id in _columns(sources, "path", "member", "source_id"):
            if source_id not in with_games:
                self._without_games.add((path, member))

    def replace(
        self, tables: dict[str, Any], contents: list[str], known: Contents, *, follows_files: bool
    ) -> tuple[set[str], bool]:
        """Delete what earlier loads stored for the same contents and inputs. known: the contents of this run.

        Returns the contents that are gone, because their file has another one now; and whether anything was deleted.
        """
        self._deleted = Counter()
        if not follows_files and not self._has_any(tables["sources"], known):
            return set(), False
        execute = self.connection.execute
        inputs = tables["sources"].column("source_id").to_pylist()
        new_games = tables["games"].column("game_id").to_pylist()
        given = {**self._judgement, "contents": contents, "inputs": inputs}
        sources = run_statement(self.connection, "of_contents", **given).fetchall()
        old = [source_id for source_id, current in sources if not current or source_id in inputs]
        old += self._unreadable(tables["sources"])
        if follows_files:
            old += self._superseded(tables["sources"])
        if not old:
            return set(), False
        self._deleted = self._otherwise_judged(old)
        games = run_statement(self.connection, "games_replaced", sources=old, games=new_games).fetchall()
        game_ids = [game_id for (game_id,) in games]
        for table in schema.GAME_TABLES if game_ids else ():
            execute(f"DELETE FROM {schema.stored_name(table)} WHERE game_id IN (SELECT unnest(?))", [game_ids])
        execute("DELETE FROM problems WHERE source_id IN (SELECT unnest(?))", [old])
        execute("DELETE FROM sources WHERE source_id IN (SELECT unnest(?)) RETURNING sha256", [old])
        deleted = self.connection.fetchall()
        gone = {sha256 for (sha256,) in deleted if sha256}.difference(contents)
        return gone.difference(self._current(list(gone))) if gone else gone, True

    def _current(self, contents: list[str]) -> list[str]:
        """Those of the contents that are loaded with the rules and version of this run."""
        rows = run_statement(self.connection, "current", **self._judgement, contents=contents).fetchall()
        return [sha256 for (sha256,) in rows]

    def _otherwise_judged(self, sources: list[str]) -> "Counter[tuple[str, str, str]]":
        """The number of these inputs with games and other rules or another version, by rules, version and day."""
        rows = run_statement(self.connection, "otherwise_judged", **self._judgement, sources=sources).fetchall()
        return Counter({(rules, version, day): inputs for rules, version, day, inputs in rows})

    def _unreadable(self, sources: Any) -> list[str]:
        """The keys of loaded inputs without games whose path is read again now."""
        paths = set(_columns(sources, "path", "member"))
        rows = run_statement(self.connection, "unreadable", paths=[path for path, _ in paths]).fetchall()
        return [source_id for source_id, path, member in rows if (path, member) in paths]

    def _superseded(self, sources: Any) -> list[str]:
        """The keys of loaded inputs whose file now has another content; not those whose content is also elsewhere."""
        columns = _columns(sources, "path", "member", "source_id")
        new = {(path, member): source_id for path, member, source_id in columns}
        rows = run_statement(self.connection, "superseded", paths=[path for path, _ in new]).fetchall()
        return [key for key, path, member in rows if new.get((path, member), key) != key]


def _columns(table: Any, *names: str) -> Iterator[tuple[Any, ...]]:
    """Iterate over the rows of an Arrow table, with only these columns."""
    return zip(*[table.column(name).to_pylist() for name in names], strict=True)
