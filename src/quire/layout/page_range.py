"""A page range: facts about its pages, and what is done to them once decisions about the whole document are made.

`pipeline` calls the steps in the order of this file: it runs one step on all ranges, decides over their results, and
passes the decision to the next step. A range may live in another process: arguments and results of a step
(`page_facts`) are small and can be pickled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from quire.layout import page_continuation
from quire.layout.block_builder import Builder, numbered_notes
from quire.layout.furniture import (
    furniture_detection,
    repeated_images,
    running_sections,
)
from quire.layout.furniture.end_rows import PageMargins
from quire.layout.furniture.repeated_lines import SoughtLine
from quire.layout.headings import (
    declared_headings,
    heading_choice,
    heading_detection,
    heading_levels,
    subtitles,
)
from quire.layout.headings.style_clusters import StyleClusters
from quire.layout.order.reading_order import Column
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
    RangeFacts,
    RangeHead,
    TitleContext,
    TitleFacts,
)
from quire.layout.page_layout import PageState, lay_out, line_texts, page_info, page_state, style_widths
from quire.layout.text import drawn_markers, endnotes, list_items
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle, count_pitches
from quire.layout.text.hyphen_compounds import Vocabulary, words_of
from quire.layout.text.language_guess import sample_of
from quire.layout.text.right_to_left import Direction
from quire.layout.text.text_rows import line_text
from quire.model.page import Page


class PageRange:
    """Consecutive pages of a document; each step is called once, in the order of the methods.

    Args:
        pages: The pages, in order.
        flow: See `pipeline.arrange`.
    """

    def __init__(self, pages: Iterable[Page], *, flow: bool = True) -> None:
        self._pages = pages
        self._flow = flow
        self._states: list[PageState] = []
        self._body = BodyStyle(0.0, "", bold=False, color=0)
        self._ends: list[furniture_detection.PageEnds] = []
        self._ornaments: frozenset[str] = frozenset()
        self._drafts: list[Draft] = []
        self._notes: dict[int, dict[str, str]] = {}
        self._links: dict[int, dict[str, str]] = {}  # to endnotes, by page and mark
        self._after: Draft | None = None
        self._looks: StyleClusters | None = None
        self._levels: dict[int, int] = {}  # known ones, by the identity of drafts

    # --- pages -----------------------------------------------------------------------------------

    def read_pages(self, _: None = None) -> drawn_markers.MarkCounts:
        """Read the pages, and count what is drawn in front of their lines."""
        pages = self._pages = list(self._pages)
        return drawn_markers.count_marks(pages if self._flow else ())  # slides show them in the backdrop

    def prepare(self, looks: frozenset[drawn_markers.MarkLook]) -> RangeFacts:
        """Prepare the lines, with drawn list markers of these looks in front of them."""
        marked = [drawn_markers.with_markers(page, looks) for page in self._pages]
        self._pages = ()
        self._states = [page_state(page) for page in marked]
        heights = self._heights()
        turned: dict[int, Direction] = {}
        for state in self._states:
            if state.direction is not Direction.LEFT_TO_RIGHT:
                turned[state.page.number] = state.direction
        marginals = [repeated_images.margin_pictures(state.page) for state in self._states]
        pitches = count_pitches([state.lines for state in self._states])
        lines = [line for state in self._states for line in state.lines]
        blanks = any(word.blank for line in lines for word in line.words)
        return RangeFacts(heights, style_widths(self._states), marginals, turned, pitches, blanks)

    def margins(self, context: MarginContext) -> list[PageMargins]:
        """The rows and numbers at the ends of each page."""
        self._body = context.body
        self._ends = [
            furniture_detection.PageEnds(state.page, state.lines, context.body, alone=context.alone)
            for state in self._states
        ]
        return [ends.margins for ends in self._ends]

    def count_inside(self, sought: frozenset[SoughtLine]) -> Counter[tuple[str, float]]:
        """How often the texts occur in the inner parts of pages, by text and size."""
        first = frozenset(word for word, _, _ in sought)
        wanted = frozenset((text, size) for _, text, size in sought)
        found: Counter[tuple[str, float]] = Counter()
        if wanted:
            for ends in self._ends:
                found.update(ends.count_inside(wanted, first))
        return found

    def count_names(self, wanted: Mapping[int, Sequence[str]]) -> Counter[tuple[int, str]]:
        """How often pages, by number, say the names that are wanted of them."""
        found: Counter[tuple[int, str]] = Counter()
        for state in self._states:
            names = wanted.get(state.page.number)
            if names:
                counted = running_sections.count_names([line_text(line) for line in state.lines], names)
                found.update({(state.page.number, name): count for name, count in counted.items()})
        return found

    def lay_out(self, context: LayoutContext) -> LayoutFacts:
        """Lay out each page: drafts in reading order."""
        self._ornaments = context.ornaments
        for state, ends, decision in zip(self._states, self._ends, context.furniture, strict=True):
            pieces, state.lines = ends.split_off(decision)
            state.furniture += pieces
        for state in self._states:
            cover = context.several and state.page.number == 1
            lay_out(state, self._body, context.ornaments, context.pitches, flow=self._flow, cover=cover)
        drafts = self._drafts = [draft for state in self._states for draft in state.drafts]
        return LayoutFacts(
            sample_of(line_texts(self._states)),
            [*declared_headings.contents_entries(drafts), *declared_headings.listed_entries(drafts)],
            page_continuation.text_ends(drafts, self._heights()),
            _shown(drafts[0]) if drafts else None,
            endnotes.note_facts(drafts if self._flow else ()),
        )

    @property
    def drafts(self) -> Sequence[Draft]:
        """Its drafts as they are after the last step."""
        return self._drafts

    @property
    def columns(self) -> Sequence[Column]:
        """The columns of its pages, laid out; those of panels are not among them."""
        return [column for state in self._states for column in state.order.columns]

    def _heights(self) -> dict[int, float]:
        return {state.page.number: state.page.height for state in self._states}

    # --- headings and items ----------------------------------------------------------------------

    def find_title_styles(self, titling: TitleContext) -> TitleFacts:
        """The styles whose drafts behave like titles, and which titles of the contents are in this range."""
        self._after = titling.after
        self._links = titling.notes.links
        self._drafts = endnotes.mark_endnotes(self._drafts, titling.notes.notes)
        self._looks = StyleClusters(self._drafts, self._body, self._after)
        return TitleFacts(
            self._looks.counts,
            declared_headings.present_titles(self._drafts, titling.titles) if titling.titles else set(),
            declared_headings.present_titles(self._drafts, titling.listed, listed=True) if titling.listed else set(),
        )

    def mark_headings(self, guide: HeadingContext) -> HeadingFacts:
        """Mark the headings, each by itself."""
        titles = self._looks.titles(guide.looks) if self._looks else frozenset()
        drafts = self._drafts
        levels = self._levels = heading_detection.mark_headings(
            drafts, self._body, guide.printed, titles, self._by_number(), after=self._after
        )
        if guide.alone:
            subtitles.unmark_subtitles(drafts, self._body, levels)
            return HeadingFacts([], [], 0)
        return HeadingFacts(heading_choice.parts_of(drafts, self._body, levels), *self._titles())

    def choose_headings(self, chosen: dict[int, float] | None) -> OutlineFacts:
        """Mark and unmark headings as chosen, places of drafts and how sure; None leaves them as they are."""
        drafts = self._drafts
        if chosen is not None:
            heading_choice.apply_choice(drafts, chosen)
        heading_detection.join_rows(drafts, self._levels)
        return OutlineFacts(*self._titles(), list_items.possible_items(drafts), len(drafts))

    def _titles(self) -> tuple[list[heading_levels.Title], int]:
        """The headings, and how many are where a title is."""
        heads = [draft for draft in self._drafts if draft.kind is Kind.HEADING]
        titles = [heading_levels.as_title(draft, self._levels.get(id(draft), 0)) for draft in heads]
        return titles, heading_detection.count_first_titles(self._drafts)

    def set_levels(self, marks: HeadingDecision) -> None:
        """Set the levels of headings and mark list items."""
        heads = [draft for draft in self._drafts if draft.kind is Kind.HEADING]
        for index, (draft, level) in enumerate(zip(heads, marks.levels, strict=True)):
            draft.level, draft.title = level, index == marks.title
        list_items.mark_items(self._drafts, marks.items)
        self._notes = numbered_notes(self._drafts)
        for page in self._heights():
            if page in self._links:
                self._notes[page] = self._links[page] | self._notes.get(page, {})

    def detach_head(self, first: bool) -> RangeHead:  # noqa: FBT001 - a step has one argument
        """Detach the drafts at the start that may continue the range before; none if this is the first range."""
        drafts = self._drafts
        end = (
            0
            if first
            else next((n for n in range(len(drafts)) if page_continuation.begins_anew(drafts, n)), len(drafts))
        )
        pages = {draft.page for draft in drafts[:end]}
        shown = {
            state.page.number: replace(state.page, lines=(), pictures=(), tags={})
            for state in self._states
            if state.page.number in pages
        }
        own = {page: marks for page, marks in self._notes.items() if page in pages}
        self._drafts = drafts[end:]
        return RangeHead(drafts[:end], shown, own, whole=end == len(drafts))

    # --- blocks ----------------------------------------------------------------------------------

    def words(self, _: None = None) -> frozenset[str]:
        """The lower-case words of its pages, evidence for hyphenation."""
        return words_of([state.page.lines for state in self._states])

    def build(self, joining: BuildContext) -> RangeBlocks:
        """The blocks of this range and of the detached heads that continue it."""
        drafts, pages, numbered = list(self._drafts), self._by_number(), dict(self._notes)
        for head in joining.heads:
            drafts += head.drafts
            pages |= head.pages
            numbered |= head.notes
        words = joining.words
        vocabulary = Vocabulary([state.page.lines for state in self._states]) if words is None else words
        if self._flow:
            drafts = page_continuation.join_continuations(drafts, joining.rooms)
        builder = Builder(
            pages, vocabulary, numbered, blanks=joining.blanks, nests=joining.nests, leaders=joining.alone
        )
        parts = [drafts] if self._flow else [list(own) for _, own in groupby(drafts, key=lambda one: one.page)]
        blocks = [block for part in parts for block in builder.blocks(part)]  # no list goes on on the next slide
        return RangeBlocks(
            blocks,
            [page_info(state, self._ornaments, flow=self._flow) for state in self._states],
            [piece for state in self._states for piece in state.furniture],
            [one for state in self._states for one in state.page.pictures if one.name in self._ornaments],
        )

    def _by_number(self) -> dict[int, Page]:
        return {state.page.number: state.page for state in self._states}


def _shown(draft: Draft) -> Draft:
    """A draft as the range before sees it: kind, place and first rows, without the rest."""
    return replace(draft, rows=draft.rows[:2], table=None, picture=None, caption=[], continuations=[])
