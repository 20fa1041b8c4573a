"""Renders the templates of pages: the filters that format values, and the assets that every page contains.

`rendered` makes a page from values alone; nothing here reads a log or queries a database.
"""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from auditor.core.checks.wording import LANGUAGE, in_numbers, said
from auditor.core.program import version
from auditor.core.text import as_json, escaped, plural, without_controls
from auditor.output.summary import ruleset_line
from auditor.page.board import faces, svg
from auditor.page.board.faces import symbol_id
from auditor.page.words import TileRow, Word, Words, with_tiles

if TYPE_CHECKING:
    from jinja2 import Environment

COMPILED_TEMPLATES: Final = "compiled"
"""The folder of the templates compiled to Python, which a wheel contains."""


def rendered(template: str, values: dict[str, Any]) -> str:
    """A page: a template of this folder rendered with values, and with the style, script and tiles of every page."""
    script = asset("page.js")
    common = {
        "version": version(), "style": svg.style() + asset("page.css"), "symbols": faces.symbols(),
        "script": script, "script_hash": b64encode(sha256(script.encode()).digest()).decode(),
    }  # fmt: skip
    page: str = environment().get_template(template).render({**common, **values})
    # A name may hold a lone surrogate, which cannot be encoded.
    return page.lstrip().encode("utf-8", "replace").decode("utf-8")


def drawn(macro: str, **values: object) -> str:
    """A drawing by a macro of ``drawings.html``. Texts among the values are escaped already."""
    marked = {name: safe_markup(value) if isinstance(value, str) else value for name, value in values.items()}
    drawing: str = getattr(environment().get_template("drawings.html").module, macro)(**marked)
    return str(drawing).replace("\n", "")


@cache
def environment() -> "Environment":
    """The Jinja environment of all templates, with the filters for points, words and drawings."""
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined

    folder = str(files("auditor.page"))
    made = Environment(
        loader=ChoiceLoader([ModuleLoader(f"{folder}/{COMPILED_TEMPLATES}"), FileSystemLoader(folder)]),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_shown,
        optimized=False,  # no constant folding: it would take half of the compile time
    )  # fmt: skip
    made.globals |= {
        "said": said, "language": lambda: LANGUAGE.get().code, "ruleset_line": ruleset_line,
        "in_language": lambda text_id, english: LANGUAGE.get().said(text_id, english),
    }  # fmt: skip
    made.filters |= {
        "spoken": lambda text: text if text is None else LANGUAGE.get().text(text), "numbers": in_numbers,
        "safe_markup": safe_markup, "points": points_text, "signed": signed, "score": score_text, "counted": plural,
        "capitalize_first": lambda text: text[:1].upper() + text[1:], "json": script_json, "words": words_html,
        "tiles": lambda text: words_html(with_tiles(str(text))),
    }  # fmt: skip
    return made


def safe_markup(text: str) -> Any:
    """Markup drawn by the program itself, in which every text is escaped already."""
    from markupsafe import Markup

    return Markup(without_controls(text))


def words_html(sentence: Words) -> Any:
    """Words as HTML: texts escaped, tiles drawn."""
    return safe_markup("".join([_word_html(word) for word in sentence]))


def _word_html(word: Word) -> str:
    if isinstance(word, TileRow):
        tiles = "".join([_tile_html(tile) for tile in word.tiles])
        return f'<span class="tiles" role="img" aria-label="{" ".join(word.tiles)}">{tiles}</span>'
    return escaped(word)


@cache
def _tile_html(tile: str) -> str:
    return f'<svg viewBox="0 0 30 41"><use href="#{symbol_id(tile)}"/></svg>'


def _shown(value: Any) -> Any:
    """The value that a template writes: text or markup (joined texts are) without the characters that HTML forbids."""
    text = without_controls(value) if isinstance(value, str) else value
    return safe_markup(text) if hasattr(value, "__html__") else text


def asset(name: str) -> str:
    """The text of a file in this folder."""
    return files("auditor.page").joinpath(name).read_text("utf-8")


def script_json(value: object) -> str:
    """JSON that is safe in any element or attribute of HTML, and in a script."""
    text = as_json(value, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def points_text(points: int | None) -> str:
    """Points with thousands separators; a dash for None."""
    return "–" if points is None else in_numbers(f"{points:,}").replace("-", "−")


def signed(number: float | None) -> str:
    """A difference with its sign; a dash for None."""
    return "–" if number is None else (in_numbers(f"{number:+,g}").replace("-", "−") if number else "0")


def score_text(score: float | None) -> str:
    """A final score in thousands, signed, with one decimal; a dash for None."""
    return "–" if score is None else f"{score:+.1f}".replace("-", "−")
