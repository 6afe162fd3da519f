"""What a stretch of pages tells of itself, and what it is told: small records that can be pickled.

They stand in the order of the steps of `stretch.Stretch`.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from quire.layout import page_continuation
from quire.layout.furniture import repeated_images
from quire.layout.furniture.page_numbers import Candidate
from quire.layout.furniture.repeated_lines import Trace
from quire.layout.furniture.sidebar_contents import Sides
from quire.layout.headings import declared_headings, heading_levels
from quire.layout.headings.style_clusters import Look
from quire.layout.text import list_items
from quire.layout.text.block_drafts import Draft
from quire.layout.text.right_to_left import Writing
from quire.model.block import Block, Furniture
from quire.model.document import PageInfo
from quire.model.page import Page, Picture, Style


class Seen(NamedTuple):
    """What a stretch shows before anything is known of the document."""

    heights: dict[int, float]  # of its pages by number, points
    styles: Counter[Style]  # how much text, by its width in points, has each style
    marginals: list[list[repeated_images.Marginal]]  # by page
    leftward: dict[int, Writing]  # of its pages by number that are not written from left to right
    sides: Sides  # what stands at the sides of its slides


class Margins(NamedTuple):
    """What a page has at its ends."""

    traces: list[Trace]
    numbers: list[Candidate]


class Parted(NamedTuple):
    """What becomes of a page's rows at its ends; in the order of the pages."""

    back: frozenset[int]  # indices of rows taken that stay in the flow
    number: Candidate | None


class Ground(NamedTuple):
    """What is known of the document when its pages are laid out."""

    ornaments: frozenset[str]  # names of pictures
    numbers_only: bool  # nothing but page numbers is furniture


class LaidOut(NamedTuple):
    """What a stretch tells once it is laid out."""

    sample: list[str]  # texts that tell the language
    entries: list[declared_headings.Entry]
    run_ins: int
    ends: page_continuation.Ends
    first: Draft | None  # what other stretches need to know of the first draft


class Titling(NamedTuple):
    """What is needed to look for titles."""

    run_ins: bool  # whether they are a habit of the document
    titles: frozenset[str]  # that stand in its contents
    after: Draft | None  # the first draft of the next stretch


class Titled(NamedTuple):
    """What a stretch knows of titles."""

    looks: dict[Look, tuple[int, int]]
    present: set[str]  # titles of the contents


class Guide(NamedTuple):
    """What is known of the document when its headings are told."""

    printed: declared_headings.Known
    looks: list[Look]  # of titles


class Headed(NamedTuple):
    """What a stretch tells of its headings."""

    styles: Counter[Style]
    text_first: bool | None  # whether it begins with a text that `subtitles.is_text`; None without drafts


class Unmarking(NamedTuple):
    """What is needed to tell headings from what looks like them."""

    styles: Counter[Style]  # of the document
    text_follows: bool
    first: bool  # the document begins with this stretch
    alone: bool  # the document has one page
    named: bool  # entries of contents are looked up


class Outline(NamedTuple):
    """The headings and possible items of a stretch."""

    titles: list[heading_levels.Title]
    first_titles: int
    numbered: list[list_items.Numbered]
    drafts: int


class Marks(NamedTuple):
    """What was decided of a stretch's drafts."""

    levels: list[int]
    title: int | None  # index among its headings
    headings: frozenset[str]  # of the document, folded, where it has contents
    items: list[list_items.Numbered]


class Head(NamedTuple):
    """What a stretch begins with and may belong to the one before it."""

    drafts: list[Draft]
    pages: dict[int, Page]  # of the drafts, without words
    notes: dict[int, dict[str, str]]
    whole: bool  # all of the stretch


class Joining(NamedTuple):
    """What is needed to make blocks."""

    rooms: page_continuation.Rooms
    words: frozenset[str] | None  # of the document; None where the stretch is all of it
    heads: list[Head]  # of the next stretches, which this one goes on with


class Built(NamedTuple):
    """The part of the document that a stretch is."""

    blocks: list[Block]
    pages: list[PageInfo]
    furniture: list[Furniture]
    ornaments: list[Picture]
