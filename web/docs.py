"""The documentation as pages of the site: its Markdown, the README and what stands beside it, made by MkDocs.

MkDocs checks every link, and the build fails at one that leads nowhere. What leads into the sources becomes plain text.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
ROOT: Final = WEB.parent
BESIDE: Final = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""What stands beside the folder of the documentation, by its name there."""
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_MOMENT: Final = "1577836800"


def build_docs(target: Path) -> None:
    """Write the pages into a folder. Raises SystemExit where MkDocs is not installed, or a link leads nowhere."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        docs = folder / "docs"
        shutil.copytree(ROOT / "docs", docs)
        for source, inside in BESIDE.items():
            text = (ROOT / source).read_text("utf-8").replace("(docs/", "(")
            (docs / inside).write_text(_linked(text, docs, docs / inside), "utf-8")
        for path in sorted(docs.rglob("*.md")):
            if path.name not in BESIDE.values() or path.parent != docs:
                path.write_text(_linked(path.read_text("utf-8"), docs, path), "utf-8")
        shutil.copy(WEB / "mkdocs.yml", folder)
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-d", str(target.resolve())]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": _MOMENT, "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if "No module named mkdocs" in done.stderr:
        raise SystemExit("the documentation is made by MkDocs: pip install '.[site]'; --judge-alone leaves it out.")
    if done.returncode:
        raise SystemExit(f"the documentation could not be made:\n{done.stdout}\n{done.stderr}")


def _linked(text: str, docs: Path, page: Path) -> str:
    """A page whose links out of the documentation lead to their copies in it, or are plain text."""

    def link(found: "re.Match[str]") -> str:
        mark, words, address = found.groups()
        place, hash, anchor = address.partition("#")
        if not place or ":" in place:
            return found[0]
        there = (page.parent / place).resolve()
        if there.is_relative_to(docs.resolve()):
            if (there / "README.md").is_file():
                there /= "README.md"
            inside = os.path.relpath(there, page.parent.resolve()).replace(os.sep, "/")
            return f"{mark}[{words}]({inside}{hash}{anchor})"
        copy = BESIDE.get(os.path.relpath(there, docs.parent.resolve()))
        if copy is None:
            return str(words)
        return f"{mark}[{words}]({os.path.relpath(docs / copy, page.parent)}{hash}{anchor})"

    return _LINK.sub(link, text)
