"""The whole document."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from quire.model.block import Block, Furniture
from quire.model.geometry import Box
from quire.model.page import Backdrop, Fill, Metadata, OutlineItem, Picture, Rule, TextSource

CHAPTERS_DOUBTED = "The chapters may be wrong"
"""How a reader's warning begins that the headings of a text may be other lines."""


@dataclass(frozen=True, slots=True)
class Region:
    """A band of a page whose text is set in `columns` columns; regions of a page go from top to bottom."""

    box: Box
    columns: int = 1
    gap: float = 0.0  # between two columns, points


class Frame(NamedTuple):
    """A box drawn around texts of the flow: a cell of a form, a box of notes, or a listing."""

    box: Box
    ink: int = 0  # the colour of its rules, 0xRRGGBB
    stroke: float = 0.5  # how thick they are, points
    fill: int | None = None  # 0xRRGGBB


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page without its content."""

    number: int
    width: float
    height: float
    label: str = ""
    source: TextSource = TextSource.NATIVE
    needs_ocr: bool = False
    hidden: int = 0  # letters and digits in the file that cannot be seen on the page and were left out
    unknown: int = 0  # characters drawn as shapes, or whose font does not say what they mean; they are not in the text
    uncertain_order: bool = False  # it has texts side by side that may be meant in another order
    uncertain_formulas: int = 0  # formulas whose parts could not be told for sure; they are shown as pictures
    uncertain_reading: bool = False  # it was recognised, and many of its letters may be wrong or missing
    long_s: bool = False  # it was recognised, and its long s (ſ) reads as f
    text_in_figures: bool = False  # most of its text is labels of figures, and only in their descriptions
    margins: Box | None = None  # the box that holds the flow's text
    regions: tuple[Region, ...] = ()
    turned: int = 0  # degrees clockwise by which the source's page was turned
    line_confidences: tuple[tuple[Box, float], ...] = ()  # of a recognised page: its lines, how sure each is (0..1)
    backdrop: Backdrop | None = None  # only of documents laid out without flow
    signs: tuple[Picture, ...] = ()  # images too small for figures, and rules that are images; none without flow
    rules: tuple[Rule, ...] = ()  # horizontal ones between texts, from top to bottom; none without flow
    frames: tuple[Frame, ...] = ()  # drawn around texts, from top to bottom; none without flow
    grounds: tuple[Fill, ...] = ()  # filled behind texts, from top to bottom; none without flow


@dataclass(frozen=True, slots=True)
class Document:
    """Blocks in reading order, with the pages they came from."""

    pages: tuple[PageInfo, ...]
    blocks: tuple[Block, ...]
    furniture: tuple[Furniture, ...] = ()
    meta: Metadata = field(default_factory=Metadata)
    outline: tuple[OutlineItem, ...] = ()
    language: str = ""  # BCP 47, from the file or from the text: "zh", "en"
    body_size: float = 0.0  # the font size of most text, points
    page_count: int = 0  # of the source, even when only some pages were read
    warnings: tuple[str, ...] = ()
    levels_weighed: bool = False  # headings and levels were chosen over the whole text; numbers do not correct them
    ornaments: tuple[Picture, ...] = ()  # outside the flow: those that pages repeat at one place, such as logos
