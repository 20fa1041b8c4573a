"""Parses a report's page as a browser without scripts would: elements, attributes and text."""

import json
from html.parser import HTMLParser
from typing import Any

from auditor.core.tiles import texts_joined

VOID = {"meta", "link", "input", "br", "img", "hr"}


class Element:
    """An element of a page."""

    def __init__(self, name: str, attributes: dict[str, str], parent: "Element | None") -> None:
        self.name = name
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def all(self, name: str = "", of_class: str = "") -> "list[Element]":
        """The descendants in document order, of this name and class if given."""
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                is_named = not name or child.name == name
                if is_named and (not of_class or of_class in child.attributes.get("class", "").split()):
                    found.append(child)
                found += child.all(name, of_class)
        return found

    def first(self, name: str = "", of_class: str = "") -> "Element":
        return self.all(name, of_class)[0]

    @property
    def text(self) -> str:
        """All text inside, with whitespace collapsed."""
        if "tiles" in self.attributes.get("class", "").split():
            return texts_joined(self.attributes["aria-label"].split())
        parts = [child if isinstance(child, str) else child.text for child in self.children]
        return " ".join(" ".join(parts).split())

    def details(self) -> dict[str, str]:
        """The terms and descriptions of the definition lists inside."""
        return {term.text: said.text for term, said in zip(self.all("dt"), self.all("dd"), strict=True)}


class Page(HTMLParser):
    """A page. root: contains its elements."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("", {}, None)
        self.feed(text)
        self.close()
        assert self.open is self.root, f"<{self.open.name}> is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.name == tag, f"</{tag}> closes <{self.open.name}>"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)

    @property
    def cards(self) -> list[Element]:
        return self.root.all("details", "finding")

    @property
    def positions(self) -> dict[str, Any]:
        """The positions to step through, as the page's script reads them."""
        script = next(one for one in self.root.all("script") if one.attributes.get("id") == "positions")
        told: dict[str, Any] = json.loads("".join([str(child) for child in script.children]))
        return told
