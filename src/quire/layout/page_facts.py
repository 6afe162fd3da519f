"""Arguments and results of the steps of `page_range.PageRange`: small records that can be pickled, in order of use.

`...Facts` come out of a range, `...Context` and `...Decision` go into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from quire.layout import page_continuation
from quire.layout.furniture import repeated_images
from quire.layout.furniture.furniture_decision import MarginDecision
from quire.layout.headings import declared_headings, heading_levels
from quire.layout.headings.heading_choice import Part
from quire.layout.headings.style_clusters import TitleStyle
from quire.layout.text import endnotes, list_items
from quire.layout.text.block_drafts import Draft
from quire.layout.text.body_style import BodyStyle, LinePitches, PitchCounts
from quire.layout.text.right_to_left import Direction
from quire.model.block import Block, Furniture
from quire.model.document import PageInfo
from quire.model.page import Page, Picture, Style


class RangeFacts(NamedTuple):
    """What a range knows before anything about the whole document is decided."""

    heights: dict[int, float]  # of its pages by number, points
    styles: Counter[Style]  # how much text, by its width in points, has each style
    margin_pictures: list[list[repeated_images.MarginPicture]]  # by page
    directions: dict[int, Direction]  # of its pages, by number, that hold right-to-left text
    pitches: PitchCounts  # from row to row inside paragraphs
    blanks: bool  # whether a space is a glyph


class MarginContext(NamedTuple):
    """What pages need to know to judge the rows at their ends."""

    body: BodyStyle
    alone: bool  # the document has one page


class LayoutContext(NamedTuple):
    """Decisions about the document that page layout needs."""

    ornaments: frozenset[str]  # names of pictures
    furniture: Sequence[MarginDecision]  # by page
    pitches: LinePitches
    several: bool  # the document has several pages


class LayoutFacts(NamedTuple):
    """What a range knows once its pages are laid out."""

    sample: list[str]  # texts to guess the language from
    entries: list[declared_headings.ContentsEntry]
    ends: page_continuation.TextEnds
    first: Draft | None  # its first draft, as other ranges see it
    notes: endnotes.NoteFacts


class TitleContext(NamedTuple):
    """What a range needs to look for titles."""

    titles: frozenset[str]  # that are in its contents
    after: Draft | None  # the first draft of the next range
    notes: endnotes.EndnoteDecision
    listed: frozenset[str]  # that stand in lists which may be contents


class TitleFacts(NamedTuple):
    """Styles and titles found in a range."""

    looks: dict[TitleStyle, tuple[int, int]]
    present: set[str]  # titles of the contents
    standing: set[str]  # titles of lists that are paragraphs, too


class HeadingContext(NamedTuple):
    """Decisions about the document that heading detection needs."""

    printed: declared_headings.KnownLevels
    looks: list[TitleStyle]  # of titles
    alone: bool  # the document has one page


class HeadingFacts(NamedTuple):
    """What a range's paragraphs are by themselves."""

    parts: list[Part]  # none if the document has one page
    titles: list[heading_levels.Title]  # its headings
    first_titles: int  # how many of them are where the title is of a document that begins with the range


class OutlineFacts(NamedTuple):
    """The headings and possible list items of a range."""

    titles: list[heading_levels.Title]
    first_titles: int  # as `HeadingFacts`
    numbered: list[list_items.PossibleItem]
    drafts: int


class HeadingDecision(NamedTuple):
    """The decisions about the drafts of a range."""

    levels: list[int]
    title: int | None  # index among its headings
    items: list[list_items.PossibleItem]


class RangeHead(NamedTuple):
    """The drafts at the start of a range that may continue the range before."""

    drafts: list[Draft]
    pages: dict[int, Page]  # of the drafts, without words
    notes: dict[int, dict[str, str]]
    whole: bool  # the whole range


class BuildContext(NamedTuple):
    """What a range needs to build blocks."""

    rooms: page_continuation.PageRooms
    words: frozenset[str] | None  # of the document; None if the range is the whole document
    heads: list[RangeHead]  # of the next ranges, continuing this one
    blanks: bool  # whether a space of the document is a glyph
    nests: bool  # as `list_items.hold_paragraphs`
    alone: bool = False  # the document has one page


class RangeBlocks(NamedTuple):
    """The part of the document that a range gives."""

    blocks: list[Block]
    pages: list[PageInfo]
    furniture: list[Furniture]
    ornaments: list[Picture]
