"""Builds the site, with the judge in a browser: ``python web/build.py -o site/``.

Makes a folder for any host of static files: the judge, the documentation, and `judge.html`, which is the judge in one
file that needs no server. All in the judge that is not of this project comes from two package registries, in the
versions and with the hashes of ``package-lock.json`` and ``wheels.txt``, which npm and pip check; it is kept in a cache
for the next build. The page then loads nothing from elsewhere. The same sources and versions give the same bytes.

Needs npm and node 20, and the extra ``site`` of the project.
"""

import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from docs import build_docs

WEB: Final = Path(__file__).resolve().parent
ROOT: Final = WEB.parent
PYODIDE: Final = "pyodide"
DUCKDB: Final = "@duckdb/duckdb-wasm"
MOMENT: Final = (2020, 1, 1, 0, 0, 0)
WHEELS_FOR: Final = (
    "--platform=pyemscripten_2026_0_wasm32", "--platform=manylinux2014_x86_64", "--python-version=3.14",
    "--implementation=cp", "--abi=cp314", "--abi=none", "--only-binary=:all:",
)  # fmt: skip
SQL: Final = "sql.zip"
ARCHIVES: Final = ("python.zip", "app.zip", SQL)
"""Python's standard library, the program, and what of it only SQL needs."""
ENGINE: Final = "pyodide.asm.wasm"
"""Of Pyodide, beside its scripts and what is taken of Python's standard library."""
HEAD: Final = """"use strict";
self.imported = self.importScripts.bind(self);
self.importScripts = () => { throw new Error("no script but the page's own"); };
"""
"""Before Pyodide's scripts, which import an empty one to see whether this is a classic worker, and would refuse it. The
policy forbids that script, of which Firefox complains on the console."""
SITE: Final = "/lib/python3.14/site-packages"
"""Where Pyodide's Python looks for packages."""
REPLACED: Final = {
    "engine.py": "duckdb.py",
    "etree.py": "lxml/etree.py",
    "store_arrow.py": "auditor/core/store/arrow.py",
}
"""The page's modules in place of DuckDB's and lxml's packages, and of the module that needs pyarrow: wasm has none."""
SOURCES: Final = ("*.py", "*.toml", "*.css", "*.js", "*.html", "*.sql", "*.tsv", "*.json", "*.txt", "*.svg", "*.proto")


class Asset(NamedTuple):
    """A file that the page loads. content: as the page gets it."""

    name: str
    content: bytes


def fetched(cache: Path) -> tuple[Path, Path]:
    """The folder of npm's packages and that of wheels, which are fetched where the cache has none of this lock."""
    locks = [WEB / "package.json", WEB / "package-lock.json", WEB / "wheels.txt"]
    folder = cache / hashlib.sha256(b"".join([path.read_bytes() for path in locks])).hexdigest()[:16]
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as name:
            made = Path(name, "made")
            made.mkdir()
            for path in locks[:2]:
                shutil.copy(path, made)
            _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], made)
            wheels = ["--no-deps", "--require-hashes", *WHEELS_FOR, "-r", str(locks[2]), "-d", str(made / "wheels")]
            _run([sys.executable, "-m", "pip", "download", "--quiet", *wheels], made)
            made.rename(folder)
    return folder / "node_modules", folder / "wheels"


def _run(command: list[str], folder: Path) -> str:
    """Run a command. Returns what it prints. Raises SystemExit with its errors where it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise SystemExit(f"{command[0]} is not installed, and the page is built with it.") from None
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def python_archives(packages: Path, wheels: Path) -> tuple[list[Asset], str]:
    """The archives of Python modules, made by Pyodide's Python, and how many modules are in them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with zipfile.ZipFile(folder / "site.zip", "w") as archive:
            for inside, content in _site(wheels):
                archive.writestr(zipfile.ZipInfo(inside, MOMENT), content)
        shutil.copy(WEB / "python" / "bundle.py", folder)
        told = _run(["node", str(WEB / "bundle.mjs"), str(packages / PYODIDE), name], folder)
        return [Asset(one, (folder / one).read_bytes()) for one in ARCHIVES], told.strip()


def _site(wheels: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the program, its data and its packages, by their paths on the way of imports."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            is_foreign = "manylinux" in wheel.name
            for inside in sorted(archive.namelist()):
                is_code = not inside.endswith((".pyi", "/")) and ".dist-info" not in inside
                if is_code and not (is_foreign and inside.endswith(".so")):
                    yield inside, archive.read(inside)
    for pattern in SOURCES:
        for path in sorted((ROOT / "auditor").rglob(pattern)):
            inside = path.relative_to(ROOT).as_posix()
            if "/compiled/" not in inside and inside not in REPLACED.values():
                yield inside, path.read_bytes()
    for path in sorted((ROOT / "queries").glob("*.sql")):
        yield f"auditor/queries/{path.name}", path.read_bytes()
    for path in sorted((WEB / "python").glob("*.py")):
        if path.name != "bundle.py":
            yield REPLACED.get(path.name, path.name), path.read_bytes()
    yield "pyproject.toml", f'[project]\nname = "auditor"\nversion = "{_version()}"\n'.encode()


def _version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def _digest(content: bytes) -> str:
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def policy(scripts: list[str], *, hosted: bool) -> str:
    """The policy of the page: its own scripts and the report's, by their hashes; no address, or only its own."""
    hashes = " ".join([f"'sha256-{_digest(one.encode())}'" for one in scripts])
    own = "'self'" if hosted else ""
    return "; ".join([
        "default-src 'none'",
        f"script-src {hashes} {'blob: ' if hosted else ''}'wasm-unsafe-eval'",
        f"worker-src blob: {own}".strip(),
        f"connect-src {own or repr('none')}",
        "style-src 'unsafe-inline'",
        "img-src data: blob:",
        "frame-src blob:",
        f"manifest-src {own or repr('none')}",
        "base-uri 'none'",
        "form-action 'none'",
    ])  # fmt: skip


def python_engine(packages: Path) -> Asset:
    """Pyodide's scripts as one that is no module: not every browser lets the worker of a page from a file import."""
    loader = (packages / PYODIDE / "pyodide.js").read_text("utf-8").partition("//# sourceMappingURL=")[0]
    module = (packages / PYODIDE / "pyodide.asm.mjs").read_text("utf-8")
    for mark, text in (("import.meta.url", "self.location.href"), ("export default ", "self.createPyodideModule = ")):
        module = module.replace(mark, text)
    return Asset("engine.js", f"{HEAD}{loader}\n(function () {{\n{module}\n}})();\n".encode())


def sql_engine(packages: Path) -> Asset:
    """DuckDB's script for workers, whose calls wait for their answers, with the Arrow that it asks for.

    Both are as their packages have them: modules for Node, which a function around each makes scripts.
    """
    arrow = (packages / "apache-arrow" / "Arrow.es2015.min.js").read_text("utf-8")
    duckdb = (packages / DUCKDB / "dist" / "duckdb-browser-blocking.cjs").read_text("utf-8")
    parts = [
        "(function () {\n", arrow, "\n}).call(self);\n",
        "(function () {\nconst module = { exports: {} }, exports = module.exports, require = () => self.Arrow;\n",
        duckdb, "\nself.duckdb = module.exports;\n})();\n",
    ]  # fmt: skip
    return Asset("duckdb.js", "".join(parts).encode())


def chart_engine(packages: Path) -> Asset:
    """Vega-Lite and Vega, with the interpreter by which they need no code made of texts."""
    names = (
        "vega/build/vega.min.js",
        "vega-lite/build/vega-lite.min.js",
        "vega-interpreter/build/vega-interpreter.min.js",
    )
    return Asset("vega.js", "\n".join([(packages / name).read_text("utf-8") for name in names]).encode())


def page(assets: list[Asset], lock: str, *, hosted: bool) -> str:
    """The page: with the hashes of its assets where it is hosted, else with the assets themselves.

    lock: what Pyodide is to know of its packages.
    """
    template = (WEB / "index.html").read_text("utf-8")
    texts = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((WEB / "texts").glob("*.json"))}
    facts = {
        "hosted": hosted,
        "texts": texts,
        "worker": (WEB / "worker.js").read_text("utf-8"),
        "hashes": {one.name: _digest(one.content) for one in assets},
        "lock": lock,
        "site": SITE,
    }
    script = (WEB / "page.js").read_text("utf-8").replace("/* facts */ null", _in_script(facts))
    held = [] if hosted else [
        f'<script type="text/plain" id="asset-{one.name}">{base64.b64encode(packed(one.content)).decode()}</script>'
        for one in assets
    ]  # fmt: skip
    report = (ROOT / "auditor" / "page" / "page.js").read_text("utf-8")
    parts = {
        "{{ policy }}": policy([script, report], hosted=hosted),
        "{{ style }}": (WEB / "page.css").read_text("utf-8"),
        "{{ assets }}": "\n".join(held),
        "{{ script }}": script,
    }
    for mark, text in parts.items():
        template = template.replace(mark, text)
    # So that the page has words before its script runs.
    return re.sub(
        r'(data-text="([\w.]+)"[^>]*>)(?=</)', lambda found: found[1] + escape(texts["en"][found[2]]), template
    )


def _in_script(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")


def _lock(packages: Path) -> str:
    """What Pyodide is to know of its packages: which Python it is, and that there are none to fetch."""
    lock = json.loads((packages / PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}}, sort_keys=True)


def packed(content: bytes) -> bytes:
    """Content as every browser unpacks it."""
    return gzip.compress(content, 9, mtime=0)


def build(target: Path, cache: Path, *, packs: bool = True) -> None:
    """Write the site, and print what it was made of. packs: whether to pack each by Brotli, which takes long."""
    packages, wheels = fetched(cache)
    archives, told = python_archives(packages, wheels)
    lock = _lock(packages)
    engine = Asset(ENGINE, (packages / PYODIDE / ENGINE).read_bytes())
    assets = [python_engine(packages), engine, *[one for one in archives if one.name != SQL]]
    database = Asset("duckdb.wasm", (packages / DUCKDB / "dist" / "duckdb-eh.wasm").read_bytes())
    later = [database, sql_engine(packages), chart_engine(packages), *[one for one in archives if one.name == SQL]]
    target.mkdir(parents=True, exist_ok=True)
    for asset in (*assets, *later):
        (target / asset.name).write_bytes(asset.content)
    (target / "index.html").write_text(page([*assets, *later], lock, hosted=True), "utf-8")
    offline = (WEB / "offline.js").read_text("utf-8")
    whole = b"".join([*[one.content for one in assets], (target / "index.html").read_bytes()])
    names = json.dumps(["./", *[one.name for one in assets]])
    offline = offline.replace("/* stamp */", hashlib.sha256(whole).hexdigest()[:16]).replace("/* names */ []", names)
    (target / "offline.js").write_text(offline, "utf-8")
    (target / "judge.html").write_text(page(assets, lock, hosted=False), "utf-8")
    if packs:
        _run(["node", str(WEB / "brotli.mjs"), str(target)], WEB)
    locked = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    for name in json.loads((WEB / "package.json").read_text("utf-8"))["dependencies"]:
        one = locked[f"node_modules/{name}"]
        print(f"made of {name} {one['version']} ({one['integrity']})")
    for wheel in sorted(wheels.glob("*.whl")):
        print(f"  {wheel.name} (sha256-{hashlib.sha256(wheel.read_bytes()).hexdigest()})")
    print(f"{told}")
    for path in sorted(target.iterdir()):
        print(f"{path.stat().st_size:>10,}  {path.name}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=Path("site"), help="the folder to write into")
    usual = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"), "auditor-web")
    parser.add_argument("--cache", type=Path, default=usual, help="where packages are kept for the next build")
    parser.add_argument(
        "--no-brotli", action="store_true", help="leave out the packed files, which take most of the time"
    )
    parser.add_argument("--judge-alone", action="store_true", help="leave out the documentation")
    given = parser.parse_args()
    given.output = given.output.resolve()  # node works in a folder of its own
    build(given.output, given.cache, packs=not given.no_brotli)
    if not given.judge_alone:
        build_docs(given.output / "docs")


if __name__ == "__main__":
    main()
