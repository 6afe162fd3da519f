"""A run of text of one style: what paragraphs and table cells are made of."""

from __future__ import annotations

from typing import NamedTuple

from quire.model.page import MATHS, Style


class Span(NamedTuple):
    """A run of text of one style. Spaces are inside `text`; "\\n" is a line break that is meant."""

    text: str
    style: Style | None = None
    link: str | None = None  # an address, or "#p12" for a page of the document
    note: str | None = None  # id of the `Note` that this mark refers to; text is the mark

    @property
    def maths(self) -> bool:
        """Whether the text is LaTeX between dollar signs: one formula or several."""
        return self.style is not None and self.style.font == MATHS
