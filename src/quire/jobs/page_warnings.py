"""Sentences about what may be wrong or missing in a document: on which pages, what, and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from statistics import fmean

from quire.jobs.page_ranges import name_pages
from quire.jobs.text_audit import has_text
from quire.model.block import UNSURE_HEADING, Figure, Heading, Table
from quire.model.document import Document, PageInfo
from quire.model.page import TextSource
from quire.model.traversal import own_spans, walk

MIN_HIDDEN = 12
"""Letters and digits of a page that cannot be seen: fewer are the ends of cut words, marks and numbers."""

MIN_UNKNOWN = 10
"""Characters of a page without a meaning: fewer are bullets and signs of symbol fonts."""

UNSURE = 0.7
"""A table of less confidence is worth a look: of 20 such among 269 of a fresh draw 16 were wrong. Chosen on that draw
and on 739 tables before it, of which 78 had less and half of these were wrong."""

UNSURE_OUTLINE, FEW = 0.65, 3
"""So many headings whose mean confidence is less than this are an uncertain outline: of 15 such documents of 14 owners,
among 318 tagged ones, 13 had an F1 of headings below .8 (a sixth of all had). Chosen with these in view."""

MIN_MIXED = 4
"""Places of a page where one or two Latin letters stand between letters of an Indic or Southeast Asian script: in
subsets of older fonts they are conjuncts. Nine of nine examination papers in Bengali have as many on most pages."""

_SCRIPT = "[\u0900-\u0dff\u0e81-\u0eff\u1000-\u109f\u1780-\u17ff]"  # Devanagari to Sinhala, Lao, Burmese, Khmer
_MIXED = re.compile(rf"{_SCRIPT}[A-Za-z]{{1,2}}(?={_SCRIPT})")

_Doubt = tuple[Callable[[PageInfo], bool], str, str]
DOUBTS: tuple[_Doubt, ...] = (
    (
        lambda page: page.hidden >= MIN_HIDDEN,
        "Page {} holds text that cannot be seen (covered, cut off, invisible, hidden layer); it was left out.",
        "{} pages hold text that cannot be seen (covered, cut off, invisible, hidden layer); it was left out ({}).",
    ),
    (
        lambda page: page.unknown >= MIN_UNKNOWN and not page.needs_ocr,
        "Page {} has characters drawn as shapes or without a meaning in their font; its text lacks them.",
        "{} pages have characters drawn as shapes or without a meaning in their font; the text lacks them ({}).",
    ),
    (
        lambda page: page.uncertain_reading,
        "Page {} was hard to read (handwriting, poor print, unknown script): letters may be wrong or missing.",
        "{} pages were hard to read (handwriting, poor print, unknown script): letters may be wrong or missing ({}).",
    ),
    (
        lambda page: page.long_s,
        "Page {} is set in old type, whose long s (ſ) was read as f in many words.",
        "{} pages are set in old type, whose long s (ſ) was read as f in many words ({}).",
    ),
    (
        lambda page: page.uncertain_order,
        "Page {} has texts side by side whose reading order is uncertain.",
        "{} pages have texts side by side whose reading order is uncertain ({}).",
    ),
    (
        lambda page: page.text_in_figures,
        "Page {} has most of its text in a figure; it describes the figure and is not part of the text.",
        "{} pages have most of their text in figures; it describes the figures and is not part of the text ({}).",
    ),
    (
        lambda page: page.uncertain_formulas > 0,
        "Page {} has a formula that could not be read reliably; it is shown as a picture.",
        "{} pages have formulas that could not be read reliably; they are shown as pictures ({}).",
    ),
)
"""What is looked for on each page, and the sentence about one page and about several."""


def text_warnings(document: Document, *, tried: bool, late: bool = False) -> tuple[str, ...]:
    """What a reader should know of the text of a document.

    Args:
        document: as it was read and arranged.
        tried: recognition was wanted; else pages that need it are told so.
        late: recognition stopped, because the time of the document was used up.
    """
    unread = tuple(page.number for page in document.pages if page.needs_ocr)
    found = _unread_warning(unread, tried=tried, late=late)
    if not found and not has_text(document):
        found = ("No text was found: the result is empty or shows only pictures.",)
    return (*found, *_figure_warning(document, tried=tried), *page_warnings(document.pages), *_block_warnings(document))


def page_warnings(pages: Iterable[PageInfo]) -> tuple[str, ...]:
    """The sentences about pages, one for each kind of doubt."""
    pages = list(pages)
    sentences: list[str] = []
    for applies, one, several in DOUBTS:
        sentences += _told(tuple(page.number for page in pages if applies(page)), one, several)
    return tuple(sentences)


def _told(numbers: tuple[int, ...], one: str, several: str) -> tuple[str, ...]:
    """The sentence about one page or about several; none about no page."""
    if not numbers:
        return ()
    if len(numbers) == 1:
        return (one.format(numbers[0]),)
    return (several.format(len(numbers), name_pages(numbers)),)


def _block_warnings(document: Document) -> tuple[str, ...]:
    """Sentences about pages with tables that may be wrong or headings that may not be ones, and about all headings."""
    tables: set[int] = set()
    headings: set[int] = set()
    sure: list[float] = []
    mixed: Counter[int] = Counter()
    for block in walk(document.blocks):
        pages = [place.page for place in block.places[:1]]
        for page in pages:
            mixed[page] += sum(len(_MIXED.findall(span.text)) for span in own_spans(block))
        if isinstance(block, Table) and block.grid.confidence < UNSURE:
            tables.update(pages)
        elif isinstance(block, Heading):
            sure += [] if block.title else [block.confidence]
            headings.update(pages if block.confidence < UNSURE_HEADING else ())
    outline = len(sure) >= FEW and fmean(sure) < UNSURE_OUTLINE
    return (
        *_told(
            tuple(sorted(page for page, count in mixed.items() if count >= MIN_MIXED)),
            "Page {} mixes letters of two scripts inside words; its fonts may name letters wrongly.",
            "{} pages mix letters of two scripts inside words; their fonts may name letters wrongly ({}).",
        ),
        *_told(
            tuple(sorted(tables)),
            "Page {} has a table whose rows, columns or extent may be wrong.",
            "{} pages have tables whose rows, columns or extent may be wrong ({}).",
        ),
        *_told(
            tuple(sorted(headings)),
            "Page {} has a heading that may not be one.",
            "{} pages have headings that may not be headings ({}).",
        ),
        *(("The headings are uncertain: some may not be headings, and some may be missing.",) if outline else ()),
    )


def _figure_warning(document: Document, *, tried: bool) -> tuple[str, ...]:
    """A sentence about pages that show only pictures, whose words are not in the text."""
    shown = {place.page for block in document.blocks if isinstance(block, Figure) for place in block.places}
    pages = tuple(
        page.number
        for page in document.pages
        if tried and page.source is TextSource.NONE and not page.needs_ocr and page.number in shown
    )
    return _told(
        pages,
        "Page {} shows only pictures; words in them are not part of the text.",
        "{} pages show only pictures; words in them are not part of the text ({}).",
    )


def _unread_warning(pages: tuple[int, ...], *, tried: bool, late: bool) -> tuple[str, ...]:
    """A sentence about pages whose text is not there: recognition failed, had no time left or was not wanted."""
    if not pages:
        return ()
    named = name_pages(pages)
    if tried:
        what, it = (f"Page {named}", "it") if len(pages) == 1 else (f"Pages {named}", "them")
        if late:
            return (f"{what} could not be recognised within the time limit of one document: convert {it} separately.",)
        return (f"{what} could not be recognised: left as in the file.",)
    return (
        f"Page {named} shows text that only recognition could read."
        if len(pages) == 1
        else f"{len(pages)} pages show text that only recognition could read ({named}).",
    )
