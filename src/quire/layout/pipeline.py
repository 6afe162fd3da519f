"""Pages to a document: facts of page ranges, decisions over the whole document, their application to each range.

    read_pages   what is drawn in front of lines               -> drawn list markers
    prepare      lines, styles, pictures in the margins        -> body style, repeated pictures
    margins      rows at the ends of pages                     -> running headers and footers, page numbers
    lay_out      tables, figures, reading order, paragraphs, notes, captions, code, formulas, quotations -> drafts
    mark ...     paragraphs that look and behave like titles   -> headings and their levels, list items
    build        paragraphs and tables joined over pages       -> blocks

The steps on the left are methods of `page_range.PageRange`; decisions over the facts of all ranges are made here, in
the modules that they belong to. Pages in several ranges, each in its own process, give the same document as in one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from quire.layout import block_builder, page_continuation
from quire.layout.furniture import (
    furniture_decision,
    page_numbers,
    repeated_images,
    repeated_lines,
    running_sections,
)
from quire.layout.furniture.furniture_choice import DocumentEnds
from quire.layout.furniture.furniture_decision import MarginDecision
from quire.layout.headings import (
    declared_headings,
    heading_choice,
    heading_detection,
    heading_levels,
    style_clusters,
)
from quire.layout.page_facts import (
    BuildContext,
    HeadingContext,
    HeadingDecision,
    HeadingFacts,
    LayoutContext,
    LayoutFacts,
    MarginContext,
    OutlineFacts,
    RangeBlocks,
    RangeHead,
    TitleContext,
)
from quire.layout.page_range import PageRange
from quire.layout.text import drawn_markers, endnotes, list_items, right_to_left
from quire.layout.text.body_style import BodyStyle, PitchCounts, body_style_of, usual_pitches
from quire.layout.text.language_guess import language_of
from quire.model.document import Document
from quire.model.page import Metadata, OutlineItem, Page, Style

Given = TypeVar("Given")
Answer = TypeVar("Answer")
One = TypeVar("One")


class PageRanges(Protocol):
    """The page ranges of a document, in order, in this process or in others."""

    def __len__(self) -> int:
        """The number of ranges."""

    def ask(self, step: Callable[[PageRange, Given], Answer], given: Sequence[Given]) -> list[Answer]:
        """Run a step, a method of `PageRange`, on each range with its own argument; the results in order."""


class LocalRanges:
    """Page ranges in this process."""

    def __init__(self, ranges: Sequence[PageRange]) -> None:
        self._ranges = ranges

    def __len__(self) -> int:
        """The number of ranges."""
        return len(self._ranges)

    def ask(self, step: Callable[[PageRange, Given], Answer], given: Sequence[Given]) -> list[Answer]:
        """Run a step on each range with its own argument; the results in order."""
        return [step(page_range, own) for page_range, own in zip(self._ranges, given, strict=True)]


def arrange(
    pages: Iterable[Page],
    *,
    meta: Metadata,
    outline: Sequence[OutlineItem] = (),
    flow: bool = True,
    page_count: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """Lay out pages as a document: blocks in reading order, furniture apart.

    Args:
        pages: The pages, in order.
        meta: What the file says about itself.
        outline: The file's bookmarks.
        flow: Join paragraphs and tables over columns and pages; otherwise every block stays on its page.
        page_count: Pages of the source; 0 when `pages` are all.
        progress: Called with the number of pages read so far.
    """
    alone = LocalRanges([PageRange(_counted(pages, progress), flow=flow)])
    return arrange_ranges(alone, meta=meta, outline=outline, page_count=page_count)


def arrange_ranges(
    ranges: PageRanges, *, meta: Metadata, outline: Sequence[OutlineItem] = (), page_count: int = 0
) -> Document:
    """Lay out page ranges as one document.

    Args:
        ranges: Of all its pages; no step was run on them yet.
        meta: What the file says about itself.
        outline: The file's bookmarks.
        page_count: Pages of the source; 0 when these are all.
    """
    looks = drawn_markers.marker_looks(ranges.ask(PageRange.read_pages, [None] * len(ranges)))
    facts = ranges.ask(PageRange.prepare, [looks] * len(ranges))
    heights = {number: height for one in facts for number, height in one.heights.items()}
    styles: Counter[Style] = Counter()
    for one in facts:
        styles.update(one.styles)
    body = body_style_of(styles)
    ornaments = repeated_images.repeated_names([own for one in facts for own in one.margin_pictures])
    furniture = _furniture(ranges, body, outline, alone=len(heights) == 1)
    counts: PitchCounts = Counter()
    for one in facts:
        counts.update(one.pitches)
    pitches = usual_pitches(counts)
    several = len(heights) > 1
    laid_out = ranges.ask(PageRange.lay_out, [LayoutContext(ornaments, own, pitches, several) for own in furniture])
    _mark_headings(ranges, laid_out, outline, alone=len(heights) == 1)
    rooms = page_continuation.page_rooms([one.ends for one in laid_out], heights)
    blanks = any(one.blanks for one in facts)
    nests = list_items.hold_paragraphs(meta)
    built = _build_blocks(ranges, rooms, blanks=blanks, nests=nests, alone=len(heights) == 1)
    document = Document(
        pages=tuple([info for one in built for info in one.pages]),
        blocks=tuple(block_builder.join_notes([block for one in built for block in one.blocks])),
        furniture=tuple([piece for one in built for piece in one.furniture]),
        meta=meta,
        outline=tuple(outline),
        language=meta.language or language_of([text for one in laid_out for text in one.sample]),
        body_size=body.size,
        page_count=page_count or len(heights),
        ornaments=tuple([picture for one in built for picture in one.ornaments]),
    )
    turned = {number: writing for one in facts for number, writing in one.directions.items()}
    return right_to_left.restore_places(document, turned) if turned else document


def _counted(pages: Iterable[Page], progress: Callable[[int], None] | None) -> Iterator[Page]:
    for number, page in enumerate(pages, 1):
        yield page
        if progress:
            progress(number)


# --- furniture -------------------------------------------------------------------------------------


def _furniture(
    ranges: PageRanges, body: BodyStyle, outline: Sequence[OutlineItem], *, alone: bool
) -> list[Sequence[MarginDecision]]:
    """What is furniture, by range and page."""
    margins = ranges.ask(PageRange.margins, [MarginContext(body, alone)] * len(ranges))
    pages = [page for own in margins for page in own]
    repeated = repeated_lines.repetitions(pages)
    inside: Counter[tuple[str, float]] = Counter()
    sought = repeated_lines.sought_lines(pages, repeated)
    if sought:
        for found in ranges.ask(PageRange.count_inside, [sought] * len(ranges)):
            inside.update(found)
    numbers = page_numbers.number_sequences([page.numbers for page in pages])
    decisions = furniture_decision.decide_furniture(DocumentEnds(pages, repeated, inside, numbers, body.size))
    names = running_sections.section_names(pages, decisions, [item.title for item in outline])
    if names:
        wanted = running_sections.names_by_page(names)
        said: Counter[tuple[int, str]] = Counter()
        for counted in ranges.ask(PageRange.count_names, [wanted] * len(ranges)):
            said.update(counted)
        stay = running_sections.unsaid(names, said)
        decisions = furniture_decision.keep_rows(pages, decisions, stay)
    return _by_range(decisions, [len(own) for own in margins])


def _by_range(items: Sequence[One], sizes: Sequence[int]) -> list[Sequence[One]]:
    """The items, one per page, in lists of these sizes."""
    parts: list[Sequence[One]] = []
    start = 0
    for size in sizes:
        parts.append(items[start : start + size])
        start += size
    return parts


# --- headings and items ----------------------------------------------------------------------------


def _mark_headings(
    ranges: PageRanges, laid_out: Sequence[LayoutFacts], outline: Sequence[OutlineItem], *, alone: bool
) -> None:
    """Mark headings and list items; `alone`: the document has one page."""
    entries = [entry for one in laid_out for entry in one.entries]
    contents = declared_headings.contents_levels([entry for entry in entries if not entry.listed])
    titles = frozenset(contents)
    lists = [entry for entry in entries if entry.listed]
    listed = frozenset(entry.title for entry in lists)
    after = _following([one.first for one in laid_out])
    notes = endnotes.find_endnotes([one.notes for one in laid_out])
    sizes = [one.notes.drafts for one in laid_out]
    of_ranges = [
        endnotes.of_range(notes, start, start + size) for start, size in zip(_starts(sizes), sizes, strict=True)
    ]
    contexts = [TitleContext(titles, one, own, listed) for one, own in zip(after, of_ranges, strict=True)]
    titled = ranges.ask(PageRange.find_title_styles, contexts)
    present: set[str] = set()
    standing: set[str] = set()
    for own in titled:
        present |= own.present
        standing |= own.standing
    guide = HeadingContext(
        declared_headings.known_levels(
            outline, contents, len(present), declared_headings.listed_levels(lists, standing)
        ),
        style_clusters.title_styles([one.looks for one in titled]),
        alone,
    )
    headed = ranges.ask(PageRange.mark_headings, [guide] * len(ranges))
    chosen = [None] * len(ranges) if alone else _choose_headings(headed)
    outlines = ranges.ask(PageRange.choose_headings, chosen)
    ranges.ask(PageRange.set_levels, _heading_decisions(outlines))


def _choose_headings(headed: Sequence[HeadingFacts]) -> list[dict[int, float] | None]:
    """The headings of a document by the places of their drafts, how sure each is, for each range."""
    parts = [part for one in headed for part in one.parts]
    chosen = heading_choice.choose(parts, title_place(headed))
    sizes = [len(one.parts) for one in headed]
    return [
        {at - start: sure for at, sure in chosen.items() if start <= at < start + size}
        for start, size in zip(_starts(sizes), sizes, strict=True)
    ]


def title_place(headed: Sequence[HeadingFacts]) -> int | None:
    """The place of the document's title among the drafts of all ranges; None without one."""
    titles = [title for one in headed for title in one.titles]
    places = [at for at, part in enumerate([part for one in headed for part in one.parts]) if part.heading]
    first = next((one.first_titles for one in headed if one.parts), 0)
    begins = [  # further rows of a title are no headings of their own
        n
        for n, place in enumerate(places)
        if not n or place != places[n - 1] + 1 or titles[n].style != titles[n - 1].style
    ]
    drafts = sum(len(one.parts) for one in headed)
    top = heading_detection.find_title([titles[n] for n in begins], sum(n < first for n in begins), drafts)
    return None if top is None else places[begins[top]]


def _following(firsts: Sequence[One | None]) -> list[One | None]:
    """For each range the first draft of the next range that has any."""
    found: list[One | None] = []
    after: One | None = None
    for first in reversed(firsts):
        found.append(after)
        after = after if first is None else first
    return found[::-1]


def _heading_decisions(outlines: Sequence[OutlineFacts]) -> list[HeadingDecision]:
    """The decisions about headings and list items, for each range."""
    titles = [title for one in outlines for title in one.titles]
    drafts = sum(one.drafts for one in outlines)
    first = next((one.first_titles for one in outlines if one.drafts), 0)
    top = heading_detection.find_title(titles, first, drafts)
    levels = heading_levels.levels(titles, top)
    chosen = list_items.choose_items(
        [
            one._replace(at=one.at + start)
            for own, start in zip(outlines, _starts([own.drafts for own in outlines]), strict=True)
            for one in own.numbered
        ]
    )
    marks: list[HeadingDecision] = []
    for own, start, first in zip(
        outlines, _starts([own.drafts for own in outlines]), _starts([len(own.titles) for own in outlines]), strict=True
    ):
        end = first + len(own.titles)
        of_range = [one._replace(at=one.at - start) for one in chosen if start <= one.at < start + own.drafts]
        title = top - first if top is not None and first <= top < end else None
        marks.append(HeadingDecision(levels[first:end], title, of_range))
    return marks


def _starts(sizes: Sequence[int]) -> list[int]:
    """The start of each part when parts of these sizes are put together."""
    return [sum(sizes[:index]) for index in range(len(sizes))]


# --- blocks ----------------------------------------------------------------------------------------


def _build_blocks(
    ranges: PageRanges, rooms: page_continuation.PageRooms, *, blanks: bool, nests: bool, alone: bool
) -> list[RangeBlocks]:
    """The blocks of each range; the drafts at a range's start that may continue the one before are built there."""
    if len(ranges) == 1:
        return ranges.ask(PageRange.build, [BuildContext(rooms, None, [], blanks, nests, alone)])
    words = frozenset().union(*ranges.ask(PageRange.words, [None] * len(ranges)))
    given: list[list[RangeHead]] = [[] for _ in range(len(ranges))]
    heads = ranges.ask(PageRange.detach_head, [number == 0 for number in range(len(ranges))])
    owner = 0
    for number, head in enumerate(heads):
        given[owner].append(head)
        if not head.whole:
            owner = number
    return ranges.ask(PageRange.build, [BuildContext(rooms, words, own, blanks, nests) for own in given])
