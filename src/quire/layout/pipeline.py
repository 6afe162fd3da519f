"""Pages to a document: what pages tell of themselves, what is decided for all of them, what is done to each.

    see          lines, styles, pictures in the margins        -> the style of most text, ornaments
    margins ...  rows at the ends of pages                     -> what is repeated: headers, footers, page numbers
    lay_out      tables, figures, reading order, paragraphs, notes, captions, code, formulas, quotes -> drafts
    look ...     what behaves as titles                        -> headings and their levels, items of lists
    build        paragraphs and tables joined over pages       -> blocks

The steps on the left are those of `stretch.Stretch`; what they tell is decided here, in the modules that they belong to.
Pages that lie in several stretches, in processes of their own, give the same document as pages in one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from quire.layout import page_continuation
from quire.layout.furniture import repeated_images, repeated_lines, sidebar_contents
from quire.layout.furniture.page_numbers import sequences
from quire.layout.headings import declared_headings, heading_detection, heading_levels, run_in_headings, style_clusters
from quire.layout.page_facts import (
    Built,
    Ground,
    Guide,
    Head,
    Joining,
    LaidOut,
    Marks,
    Outline,
    Parted,
    Titling,
    Unmarking,
)
from quire.layout.page_range import Stretch
from quire.layout.text import list_items, right_to_left
from quire.layout.text.body_style import Norm, norm_of
from quire.layout.text.language_guess import language_of
from quire.model.document import Document
from quire.model.page import Metadata, OutlineItem, Page, Style

Given = TypeVar("Given")
Answer = TypeVar("Answer")
One = TypeVar("One")


class Stretches(Protocol):
    """The stretches of a document, in order; wherever they are."""

    def __len__(self) -> int:
        """How many there are."""

    def ask(self, step: Callable[[Stretch, Given], Answer], given: Sequence[Given]) -> list[Answer]:
        """What each answers to a step, a method of `Stretch`, with what is given to each."""


class Here:
    """Stretches in this process."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self._stretches = stretches

    def __len__(self) -> int:
        """How many there are."""
        return len(self._stretches)

    def ask(self, step: Callable[[Stretch, Given], Answer], given: Sequence[Given]) -> list[Answer]:
        """What each answers to a step."""
        return [step(stretch, own) for stretch, own in zip(self._stretches, given, strict=True)]


def arrange(
    pages: Iterable[Page],
    *,
    meta: Metadata,
    outline: Sequence[OutlineItem] = (),
    flow: bool = True,
    page_count: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """The document that the pages show: blocks in reading order, furniture apart.

    Args:
        pages: The pages, in order.
        meta: What the file says about itself.
        outline: The file's bookmarks.
        flow: Join paragraphs and tables over columns and pages; otherwise every block stays on its page.
        page_count: Pages of the source; 0 when `pages` are all.
        progress: Called with the number of pages read so far.
    """
    alone = Here([Stretch(_counted(pages, progress), flow=flow)])
    return arranged(alone, meta=meta, outline=outline, page_count=page_count)


def arranged(
    stretches: Stretches, *, meta: Metadata, outline: Sequence[OutlineItem] = (), page_count: int = 0
) -> Document:
    """The document that stretches of pages show together.

    Args:
        stretches: Of all its pages; nothing was asked of them yet.
        meta: What the file says about itself.
        outline: The file's bookmarks.
        page_count: Pages of the source; 0 when these are all.
    """
    seen = stretches.ask(Stretch.see, [None] * len(stretches))
    heights = {number: height for one in seen for number, height in one.heights.items()}
    styles: Counter[Style] = Counter()
    for one in seen:
        styles.update(one.styles)
    norm = norm_of(styles)
    repeated = sidebar_contents.repeated([one.sides for one in seen])
    if repeated:
        stretches.ask(Stretch.without_sidebars, [repeated] * len(stretches))
    numbers_only = _part_furniture(stretches, norm)
    ground = Ground(repeated_images.repeated([own for one in seen for own in one.marginals]), numbers_only)
    laid_out = stretches.ask(Stretch.lay_out, [ground] * len(stretches))
    _mark(stretches, laid_out, outline, alone=len(heights) == 1)
    rooms = page_continuation.rooms([one.ends for one in laid_out], heights)
    built = _built(stretches, rooms)
    document = Document(
        pages=tuple([info for one in built for info in one.pages]),
        blocks=tuple([block for one in built for block in one.blocks]),
        furniture=tuple([piece for one in built for piece in one.furniture]),
        meta=meta,
        outline=tuple(outline),
        language=meta.language or language_of([text for one in laid_out for text in one.sample]),
        body_size=norm.size,
        page_count=page_count or len(heights),
        ornaments=tuple([picture for one in built for picture in one.ornaments]),
    )
    turned = {number: writing for one in seen for number, writing in one.leftward.items()}
    return right_to_left.placed(document, turned) if turned else document


def _counted(pages: Iterable[Page], progress: Callable[[int], None] | None) -> Iterator[Page]:
    for number, page in enumerate(pages, 1):
        yield page
        if progress:
            progress(number)


# --- furniture -------------------------------------------------------------------------------------


def _part_furniture(stretches: Stretches, norm: Norm) -> bool:
    """Whether only page numbers are furniture: no page would have anything left."""
    margins = stretches.ask(Stretch.margins, [norm] * len(stretches))
    sizes = [len(own) for own in margins]
    traces = [page.traces for own in margins for page in own]
    evidence = repeated_lines.evidence(traces)
    sought = repeated_lines.sought(traces, evidence)
    if sought:
        inside: Counter[tuple[str, float]] = Counter()
        for found in stretches.ask(Stretch.inside, [sought] * len(stretches)):
            inside.update(found)
        evidence = repeated_lines.without_content(traces, evidence, inside)
    taken = stretches.ask(Stretch.take, _by_stretch(evidence, sizes))
    back = repeated_lines.kept_back([page for own in taken for page in own], norm.size)
    numbers = sequences([page.numbers for own in margins for page in own])
    parted = [Parted(own, numbers.get(index)) for index, own in enumerate(back)]
    return not any(stretches.ask(Stretch.part, _by_stretch(parted, sizes)))


def _by_stretch(items: Sequence[One], sizes: Sequence[int]) -> list[Sequence[One]]:
    """The items, one of each page, in parts of these sizes."""
    parts: list[Sequence[One]] = []
    start = 0
    for size in sizes:
        parts.append(items[start : start + size])
        start += size
    return parts


# --- headings and items ----------------------------------------------------------------------------


def _mark(stretches: Stretches, laid_out: Sequence[LaidOut], outline: Sequence[OutlineItem], *, alone: bool) -> None:
    """Have headings and items marked; `alone` says that the document has one page."""
    entries = [entry for one in laid_out for entry in one.entries]
    contents = declared_headings.contents(entries)
    titles = frozenset(contents)
    habit = run_in_headings.are_habit(sum(one.run_ins for one in laid_out))
    after = _following([one.first for one in laid_out])
    titled = stretches.ask(Stretch.look, [Titling(habit, titles, one) for one in after])
    present: set[str] = set()
    for own in titled:
        present |= own.present
    guide = Guide(
        declared_headings.known(outline, contents, len(present)),
        style_clusters.of_titles([one.looks for one in titled]),
    )
    headed = stretches.ask(Stretch.mark, [guide] * len(stretches))
    styles: Counter[Style] = Counter()
    for one in headed:
        styles.update(one.styles)
    first = next((n for n, one in enumerate(headed) if one.text_first is not None), 0)
    follows = _following([one.text_first for one in headed])
    unmarking = [Unmarking(styles, bool(text), n == first, alone, bool(entries)) for n, text in enumerate(follows)]
    stretches.ask(Stretch.finish, _marks(stretches.ask(Stretch.unmark, unmarking)))


def _following(firsts: Sequence[One | None]) -> list[One | None]:
    """For each stretch the first of the next one that has any."""
    found: list[One | None] = []
    after: One | None = None
    for first in reversed(firsts):
        found.append(after)
        after = after if first is None else first
    return found[::-1]


def _marks(outlines: Sequence[Outline]) -> list[Marks]:
    """What is decided of the headings and items of a document."""
    titles = [title for one in outlines for title in one.titles]
    drafts = sum(one.drafts for one in outlines)
    top = heading_detection.title_among(titles, sum(one.first_titles for one in outlines), drafts)
    levels = heading_levels.levels(titles, top)
    names = frozenset(title.name for title in titles)
    chosen = list_items.chosen(
        [
            one._replace(at=one.at + start)
            for own, start in zip(outlines, _starts([own.drafts for own in outlines]), strict=True)
            for one in own.numbered
        ]
    )
    marks: list[Marks] = []
    for own, start, first in zip(
        outlines, _starts([own.drafts for own in outlines]), _starts([len(own.titles) for own in outlines]), strict=True
    ):
        end = first + len(own.titles)
        of_stretch = [one._replace(at=one.at - start) for one in chosen if start <= one.at < start + own.drafts]
        title = top - first if top is not None and first <= top < end else None
        marks.append(Marks(levels[first:end], title, names, of_stretch))
    return marks


def _starts(sizes: Sequence[int]) -> list[int]:
    """Where parts of these sizes begin in the whole."""
    return [sum(sizes[:index]) for index in range(len(sizes))]


# --- blocks ----------------------------------------------------------------------------------------


def _built(stretches: Stretches, rooms: page_continuation.Rooms) -> list[Built]:
    """The parts of the document; what a stretch begins with and may belong to the one before it is built there."""
    if len(stretches) == 1:
        return stretches.ask(Stretch.build, [Joining(rooms, None, [])])
    words = frozenset().union(*stretches.ask(Stretch.words, [None] * len(stretches)))
    given: list[list[Head]] = [[] for _ in range(len(stretches))]
    heads = stretches.ask(Stretch.head, [number == 0 for number in range(len(stretches))])
    owner = 0
    for number, head in enumerate(heads):
        given[owner].append(head)
        if not head.whole:
            owner = number
    return stretches.ask(Stretch.build, [Joining(rooms, words, own) for own in given])
