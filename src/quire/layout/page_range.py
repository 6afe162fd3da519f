"""A stretch of pages of a document: what each page tells of itself, and what is done to it once the document is known.

The steps are called in the order in which they stand here, by `arrange`, which asks all stretches of a document for one
step, decides what concerns all of them, and hands that to the next. A stretch may lie in another process: what goes into
a step and comes out of it (`facts`) is small and can be pickled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quire.layout import page_continuation
from quire.layout.block_builder import Builder, numbered_notes
from quire.layout.furniture import furniture_detection, repeated_images, sidebar_contents
from quire.layout.furniture.repeated_lines import Evidence, Outer, Sought
from quire.layout.headings import (
    declared_headings,
    heading_detection,
    heading_levels,
    run_in_headings,
    subtitles,
    title_block,
)
from quire.layout.headings.style_clusters import Looks
from quire.layout.page_facts import (
    Built,
    Ground,
    Guide,
    Head,
    Headed,
    Joining,
    LaidOut,
    Margins,
    Marks,
    Outline,
    Parted,
    Seen,
    Titled,
    Titling,
    Unmarking,
)
from quire.layout.page_layout import Sheet, info, lay_out, sheet_of, styles, texts
from quire.layout.text import list_items
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import Norm
from quire.layout.text.document_words import Vocabulary, words_of
from quire.layout.text.language_guess import sample_of
from quire.layout.text.right_to_left import Writing
from quire.model.page import Page


class Stretch:
    """Consecutive pages of a document. See the module for how it is used.

    Args:
        pages: The pages, in order.
        flow: See `arrange.arrange`.
    """

    def __init__(self, pages: Iterable[Page], *, flow: bool = True) -> None:
        self._pages = pages
        self._flow = flow
        self._sheets: list[Sheet] = []
        self._norm = Norm(0.0, "", bold=False, color=0)
        self._ends: list[furniture_detection.Ends] = []
        self._ornaments: frozenset[str] = frozenset()
        self._drafts: list[Draft] = []
        self._notes: dict[int, dict[str, str]] = {}
        self._after: Draft | None = None
        self._looks: Looks | None = None
        self._levels: dict[int, int] = {}  # known ones, by the identity of drafts

    # --- pages -----------------------------------------------------------------------------------

    def see(self, _: None = None) -> Seen:
        """Reads the pages."""
        self._sheets = [sheet_of(page, flow=self._flow) for page in self._pages]
        heights = {sheet.page.number: sheet.page.height for sheet in self._sheets}
        turned: dict[int, Writing] = {}
        for sheet in self._sheets:
            if sheet.writing is not Writing.RIGHTWARD:
                turned[sheet.page.number] = sheet.writing
        marginals = [repeated_images.marginals(sheet.page) for sheet in self._sheets]
        sides = sidebar_contents.sides([sheet.page for sheet in self._sheets], [sheet.lines for sheet in self._sheets])
        return Seen(heights, styles(self._sheets), marginals, turned, sides)

    def without_sidebars(self, repeated: frozenset[sidebar_contents.Key]) -> None:
        """Parts from the flow what is repeated at the sides of slides."""
        for sheet in self._sheets:
            side = sidebar_contents.sidebar(sheet.page, sheet.lines, repeated)
            if side:
                gone = set(map(id, side))
                sheet.lines = [line for line in sheet.lines if id(line) not in gone]
                sheet.furniture += furniture_detection.side_marks(sheet.page, side)

    def margins(self, norm: Norm) -> list[Margins]:
        """What the ends of the pages show, in a document whose text looks like that."""
        self._norm = norm
        self._ends = [furniture_detection.Ends(sheet.page, sheet.lines, norm.size) for sheet in self._sheets]
        return [Margins(ends.traces, ends.numbers) for ends in self._ends]

    def inside(self, sought: frozenset[Sought]) -> Counter[tuple[str, float]]:
        """How often texts stand in the inner parts of pages, by text and size."""
        first = frozenset(word for word, _, _ in sought)
        wanted = frozenset((text, size) for _, text, size in sought)
        found: Counter[tuple[str, float]] = Counter()
        if wanted:
            for ends in self._ends:
                found.update(ends.inside(wanted, first))
        return found

    def take(self, evidence: Sequence[Evidence]) -> list[Outer]:
        """What the pages take for furniture, with the evidence of repetition for each."""
        return [ends.take(own) for ends, own in zip(self._ends, evidence, strict=True)]

    def part(self, parted: Sequence[Parted]) -> bool:
        """Whether any page has lines beside its furniture."""
        rest = [ends.part(own.back, own.number) for ends, own in zip(self._ends, parted, strict=True)]
        return any(rest)

    def lay_out(self, ground: Ground) -> LaidOut:
        """Each page in reading order, parted into drafts."""
        self._ornaments = ground.ornaments
        for sheet, ends in zip(self._sheets, self._ends, strict=True):
            pieces, sheet.lines = ends.parted(numbers_only=ground.numbers_only)
            sheet.furniture += pieces
        for sheet in self._sheets:
            lay_out(sheet, self._norm, ground.ornaments, flow=self._flow)
        drafts = self._drafts = [draft for sheet in self._sheets for draft in sheet.drafts]
        heights = {sheet.page.number: sheet.page.height for sheet in self._sheets}
        return LaidOut(
            sample_of(texts(self._sheets)),
            declared_headings.entries(drafts),
            run_in_headings.count(drafts, self._norm),
            page_continuation.ends(drafts, heights),
            _shown(drafts[0]) if drafts else None,
        )

    # --- headings and items ----------------------------------------------------------------------

    def look(self, titling: Titling) -> Titled:
        """Which drafts behave as titles, and which titles of the contents are here."""
        self._after = titling.after
        if titling.run_ins:
            self._drafts = run_in_headings.parted(self._drafts, self._norm)
            if self._after is not None:
                self._after = run_in_headings.parted([self._after], self._norm)[0]
        self._looks = Looks(self._drafts, self._norm, self._after)
        return Titled(
            self._looks.counts, declared_headings.present(self._drafts, titling.titles) if titling.titles else set()
        )

    def mark(self, guide: Guide) -> Headed:
        """Marks the headings."""
        titles = self._looks.titles(guide.looks) if self._looks else frozenset()
        self._levels = heading_detection.mark(
            self._drafts, self._norm, guide.printed, titles, self._by_number(), after=self._after
        )
        first = self._drafts[0] if self._drafts else None
        return Headed(subtitles.styles(self._drafts), None if first is None else subtitles.is_text(first))

    def unmark(self, unmarking: Unmarking) -> Outline:
        """Takes back what only looks like headings."""
        drafts, levels = self._drafts, self._levels
        subtitles.unmark(drafts, self._norm, levels, unmarking.styles, text_follows=unmarking.text_follows)
        if unmarking.first:
            title_block.unmark(drafts, levels, self._norm, alone=unmarking.alone)
        titles = [
            heading_levels.as_title(
                draft, levels.get(id(draft), 0), declared_headings.fold(draft.text) if unmarking.named else ""
            )
            for draft in drafts
            if draft.kind is Kind.HEADING
        ]
        first = heading_detection.first_titles(drafts) if unmarking.first else 0
        return Outline(titles, first, list_items.numbered(drafts), len(drafts))

    def finish(self, marks: Marks) -> None:
        """Gives headings their levels and makes items."""
        heads = [draft for draft in self._drafts if draft.kind is Kind.HEADING]
        for index, (draft, level) in enumerate(zip(heads, marks.levels, strict=True)):
            draft.level, draft.title = level, index == marks.title
        declared_headings.mark_entries(self._drafts, marks.headings)
        list_items.mark(self._drafts, marks.items)
        self._notes = numbered_notes(self._drafts)

    def head(self, first: bool) -> Head:  # noqa: FBT001 - a step has one argument
        """What the stretch begins with and may belong to the one before it; it lets go of that, unless it is the first."""
        drafts = self._drafts
        end = 0 if first else next((n for n in range(len(drafts)) if page_continuation.begins(drafts, n)), len(drafts))
        pages = {draft.page for draft in drafts[:end]}
        shown = {
            sheet.page.number: replace(sheet.page, lines=(), pictures=(), tags={})
            for sheet in self._sheets
            if sheet.page.number in pages
        }
        own = {page: marks for page, marks in self._notes.items() if page in pages}
        self._drafts = drafts[end:]
        return Head(drafts[:end], shown, own, whole=end == len(drafts))

    # --- blocks ----------------------------------------------------------------------------------

    def words(self, _: None = None) -> frozenset[str]:
        """The words of its pages."""
        return words_of([sheet.page.lines for sheet in self._sheets])

    def build(self, joining: Joining) -> Built:
        """The blocks of the stretch and of the heads that it goes on with."""
        drafts, pages, numbered = list(self._drafts), self._by_number(), dict(self._notes)
        for head in joining.heads:
            drafts += head.drafts
            pages |= head.pages
            numbered |= head.notes
        words = joining.words
        vocabulary = Vocabulary([sheet.page.lines for sheet in self._sheets]) if words is None else words
        if self._flow:
            drafts = page_continuation.joined(drafts, joining.rooms)
        blocks = Builder(pages, vocabulary, numbered).blocks(drafts)
        return Built(
            blocks,
            [info(sheet, self._ornaments, flow=self._flow) for sheet in self._sheets],
            [piece for sheet in self._sheets for piece in sheet.furniture],
            [one for sheet in self._sheets for one in sheet.page.pictures if one.name in self._ornaments],
        )

    def _by_number(self) -> dict[int, Page]:
        return {sheet.page.number: sheet.page for sheet in self._sheets}


def _shown(draft: Draft) -> Draft:
    """A draft as those before it see it: its kind, its place, and its first rows."""
    return replace(draft, rows=draft.rows[:2], table=None, picture=None, caption=[], more=[])
