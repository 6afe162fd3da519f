"""What a reader sees on a page: words in lines, rules, fills, pictures, links; nothing inferred.

The small types are named tuples, not dataclasses: a page holds thousands, the accelerator builds
them in C, and a frozen dataclass costs five times as much to make (measured).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from quire.model.geometry import Box

MATHS = "maths"
"""The font name of words that layout made of a formula in running text; their text is "$...$" with its LaTeX."""


DRAWN = "Drawn"
"""The font of words that are drawn and not written: bullets of lists."""


class Style(NamedTuple):
    """How a word is set. Equal styles of a document are the same object (interned by the reader)."""

    font: str  # family as the file names it, without a subset prefix: "NimbusRomNo9L-Medi"
    size: float  # points, as rendered (after the text matrix), rounded to 0.1
    bold: bool
    italic: bool
    mono: bool
    color: int  # 0xRRGGBB
    rise: int = 0  # 1 superscript, -1 subscript, 0 on the line


class Word(NamedTuple):
    """A run of glyphs of one style without a gap inside; never empty, never only white space.

    A change of style inside a written word gives two `Word`s, the second with ``space=False``.
    Text is in reading (logical) order and normalised: ligatures taken apart, kangxi radicals and
    compatibility ideographs folded, no control characters, no soft hyphens except at a line's end.
    """

    text: str
    x0: float
    y0: float  # top: baseline minus the font's ascent (a line's words share it, roughly)
    x1: float
    y1: float  # bottom: baseline plus the font's descent
    baseline: float  # y of the baseline for upright text; x of it for text turned by 90 or 270
    style: Style
    space: bool  # whether a space precedes it in its line; False for the first word
    mcid: int = -1  # marked-content id for the page's tags; -1 none
    blank: bool = False  # whether a space glyph stands before it; a program sets tabs and its own numbers apart without

    @property
    def box(self) -> Box:
        """The word's box."""
        return Box(self.x0, self.y0, self.x1, self.y1)


class Line(NamedTuple):
    """Words on one baseline whose gaps are ordinary word spaces.

    A wide gap (a column gutter, the space between table cells) or a vertical rule between two words
    ends the line, so one visual row of a table gives one `Line` per cell.
    """

    words: tuple[Word, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    angle: int = 0  # 0, 90, 180, 270: clockwise turn of the reading direction
    vertical: bool = False  # glyphs are upright one below the other (CJK vertical writing)
    mirrored: bool = False  # its places are those on a mirror image of the page; never of a reader's lines

    @property
    def box(self) -> Box:
        """The line's box."""
        return Box(self.x0, self.y0, self.x1, self.y1)

    @property
    def text(self) -> str:
        """The words with their spaces."""
        words = self.words
        if len(words) == 1 and not words[0].space:  # many: cells of tables
            return words[0].text
        return "".join([" " + word.text if word.space else word.text for word in words])


class Rule(NamedTuple):
    """A drawn straight line, horizontal or vertical (strokes, and filled rectangles thinner than 3 points)."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float  # of the stroke
    color: int

    @property
    def horizontal(self) -> bool:
        """Whether it runs from left to right."""
        return self.x1 - self.x0 >= self.y1 - self.y0


class Fill(NamedTuple):
    """A filled rectangle (cell shading, boxes); never the white page background."""

    x0: float
    y0: float
    x1: float
    y1: float
    color: int

    @property
    def box(self) -> Box:
        """Its box."""
        return Box(self.x0, self.y0, self.x1, self.y1)


class PictureKind(StrEnum):
    """Where a picture's pixels come from."""

    IMAGE = "image"  # an image object of the file
    DRAWING = "drawing"  # vector art, rasterised from the page


class Picture(NamedTuple):
    """A placed picture. Its PNG bytes come from `Source.picture` when a writer needs them."""

    name: str  # unique in the document, [a-z0-9-]+; the file is images/<name>.png
    page: int
    box: Box  # where it is placed, cut to the page
    kind: PictureKind
    width: int  # pixels; 0 when not known before rendering
    height: int
    objects: tuple[int, ...] = ()  # the reader's own handles (indices of page objects)
    alt: str = ""  # alternative text from the tags


class Backdrop(NamedTuple):
    """What a page shows behind its text: drawings, fills, pictures that are no figures; PNG from `Source.picture`."""

    name: str  # unique in the document
    page: int
    figures: tuple[Picture, ...] = ()  # are figures of their own, which the backdrop leaves out
    tables: tuple[Box, ...] = ()  # what is drawn inside is left out
    text: bool = False  # whether the text is shown too: that of a page whose text cannot be read


class Link(NamedTuple):
    """A clickable area: a web address, or a page of the same document."""

    box: Box
    uri: str | None
    page: int | None = None  # 1-based target page
    y: float | None = None  # target height on that page


class Mark(NamedTuple):
    """Small art in front of a line, which may be a list marker."""

    line: int  # its index among the lines of the page
    box: Box
    sign: str  # the character that shows it
    look: str  # equal for marks that look the same
    offset: int  # points from its outer edge to the text of its line
    plain: bool  # a disc, circle, square or picture as large as a bullet


class Tag(NamedTuple):
    """A structure element that owns marked content (ISO 32000-1, 14.7): role path from the root."""

    roles: tuple[str, ...]  # standard types, outermost first: ("Document", "Sect", "H1")
    path: tuple[int, ...]  # identity of each of these elements in the document, to tell neighbours apart
    alt: str = ""


class TextSource(StrEnum):
    """Where the words of a page come from."""

    NATIVE = "native"  # the text layer
    HIDDEN = "hidden"  # an invisible text layer over a picture (somebody's OCR)
    OCR = "ocr"  # our recognition
    NONE = "none"


Steps = tuple[tuple[tuple[str, float], ...], ...]
"""What a reader saw at each step along a line: the characters that may stand there, and how likely each does ("" for
none), the likeliest first. () for a line that was read surely, or was not recognised."""


class LineScore(NamedTuple):
    """How surely the characters of a line were recognised, 0..1."""

    weakest: float
    mean: float
    rival: float  # how likely any of them is another one, or one is missing beside it


@dataclass(frozen=True, slots=True)
class Page:
    """A page as read, upright: page rotation and crop box are applied."""

    number: int
    width: float
    height: float
    label: str = ""
    lines: tuple[Line, ...] = ()  # in the order of the file (content stream), not yet of reading
    rules: tuple[Rule, ...] = ()
    fills: tuple[Fill, ...] = ()
    pictures: tuple[Picture, ...] = ()
    links: tuple[Link, ...] = ()
    marks: tuple[Mark, ...] = ()
    tags: Mapping[int, Tag] = field(default_factory=dict)  # by marked-content id
    source: TextSource = TextSource.NATIVE
    needs_ocr: bool = False  # no usable text: a scan, unmapped fonts, text as curves
    turned: int = 0  # degrees clockwise by which the reader turned the page so that most text is upright
    confidences: tuple[float, ...] = ()  # of recognised text, 0..1, parallel to `lines`; () for a text layer
    hidden: int = 0  # letters and digits in the file that cannot be seen on the page and are not in `lines`
    unknown: int = 0  # characters drawn as shapes, or whose font does not say what they mean; they are not in `lines`
    unread: tuple[Box, ...] = ()  # ink of a recognised page that looks like text and could not be read
    scores: tuple[LineScore, ...] = ()  # of recognised text, parallel to `lines`; () for a text layer
    steps: tuple[Steps, ...] = ()  # of recognised text, parallel to `lines`; () for a text layer
    lost: float = 0.0  # of the length of the text that recognition saw on the page, the share that it could not read


class OutlineItem(NamedTuple):
    """An entry of the document's outline (bookmarks)."""

    level: int  # 1 = top
    title: str
    page: int | None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the file says about itself; "" or None when it does not."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: str = ""
    creator: str = ""
    producer: str = ""
    language: str = ""  # BCP 47 as in the file
    created: str = ""  # ISO 8601
    modified: str = ""
    tagged: bool = False
