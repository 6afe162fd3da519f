"""A language model as the phases see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from quire.wiki.passage import Passage

__all__ = ["Model"]


class Model(Protocol):
    """Takes over steps of the phases; each method may give None, then the rules do it."""

    def concepts(self, passages: Sequence[Passage], lang: str) -> Sequence[tuple[str, str, Sequence[str]]] | None:
        """Subjects named in a chunk, each (name, type, aliases)."""

    def write(self, title: str, evidence: Sequence[Passage], pages: Sequence[tuple[str, str]], lang: str) -> str | None:
        """The body of a page from its evidence; it links only to `pages`, (id, title), and cites every sentence."""
