"""Compiles the hot modules with mypyc while a wheel is built, where that works; the wheel is plain Python otherwise.

The environment variable ``AUDITOR_COMPILE`` decides: ``auto`` (the default) falls back to plain Python and says so,
``1`` fails where compiling does, ``0`` does not try. Editable installs stay plain. The sources go into the wheel beside
the compiled modules: both ways are one program.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "auditor/tiles.py",
    "auditor/yaku.py",
    "auditor/problems.py",
    "auditor/words.py",
    "auditor/events.py",
    "auditor/formats/copies.py",
    "auditor/formats/json_keys.py",
    "auditor/formats/log_id.py",
    "auditor/formats/mjlog/*.py",
    "auditor/formats/tenhou6/*.py",
    "auditor/formats/mjai/*.py",
    "auditor/formats/majsoul/parts.py",
    "auditor/formats/majsoul/reader.py",
    "auditor/formats/majsoul/replay.py",
    "auditor/formats/majsoul/result.py",
    "auditor/formats/majsoul/values.py",
    "auditor/formats/majsoul/words.py",
    "auditor/hand/*.py",
    "auditor/wall.py",
    "auditor/findings.py",
    "auditor/table/*.py",
    "auditor/checks/*.py",
    "auditor/audit/game.py",
    "auditor/store/columns.py",
)
"""What an audit spends its time in. Left out: modules that declare data for msgspec or click, and what runs rarely."""

CALL_OPTIONS = ("-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt")
"""Calls within the library, and into Python's, go straight to what is called: three in a hundred faster."""

EMPTY = ("auditor/formats/mjlog/__init__.py", "auditor/hand/__init__.py", "auditor/table/__init__.py")
"""Modules with nothing to compile."""


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook, named ``custom`` by hatchling's rule."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add what that gave to the wheel."""
        wanted = os.environ.get("AUDITOR_COMPILE", "auto")
        if self.target_name != "wheel" or version == "editable" or wanted == "0":
            return
        folder = Path(tempfile.mkdtemp(prefix="auditor-mypyc-"))
        made = subprocess.run(
            [sys.executable, __file__, str(folder)], cwd=self.root, capture_output=True, text=True, check=False
        )
        if made.returncode:
            reason = (made.stderr.strip() or made.stdout.strip()).splitlines()[-1:]
            if wanted == "1":
                raise RuntimeError(f"auditor could not be compiled:\n{made.stdout}\n{made.stderr}")
            self.app.display_warning(f"auditor is installed as plain Python: {' '.join(reason)}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in (folder / "lib").rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = str(path.relative_to(folder / "lib"))


def modules() -> list[str]:
    """The paths of the modules to compile, below the project's folder."""
    found = {str(path) for pattern in COMPILED for path in Path().glob(pattern)}
    return sorted(found - set(EMPTY))


def compile_modules(folder: Path) -> None:
    """Compile the modules into ``folder/lib``. Raises SystemExit, or what setuptools raises, where it does not work."""
    from mypyc.build import mypycify
    from setuptools import setup

    options = ["--strict", "--ignore-missing-imports", "--no-warn-unused-ignores", f"--cache-dir={folder / 'cache'}"]
    extensions = mypycify(
        [*options, *modules()],
        opt_level="3",
        debug_level="0",
        multi_file=True,
        target_dir=str(folder / "c"),
        group_name="auditor",
    )
    for extension in extensions:
        extension.extra_compile_args.extend(CALL_OPTIONS)
    arguments = [
        "--quiet", "build_ext", f"--build-lib={folder / 'lib'}", f"--build-temp={folder / 'temp'}",
        f"--parallel={os.cpu_count() or 1}",
    ]  # fmt: skip
    setup(name="auditor", packages=[], py_modules=[], ext_modules=extensions, script_args=arguments)


if __name__ == "__main__":
    compile_modules(Path(sys.argv[1]))
