"""Drafts to the blocks of the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from quire.latex import plain
from quire.layout.maths import display_formulas
from quire.layout.order.paragraph_breaks import text_start
from quire.layout.text import code_blocks, list_items
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.contents_tables import ends_with_leader, without_leader
from quire.layout.text.footnotes import note_id
from quire.layout.text.line_spans import LINE_END, merge_spans, spans_of
from quire.layout.text.list_markers import ListEntry, nest_items
from quire.layout.text.right_to_left import mirrored_rule, unmirrored_rows
from quire.layout.text.tab_stops import has_space_glyphs, is_typed, is_typed_heading, number_stop, tab_stops_of
from quire.layout.text.tagged_paragraphs import element_of, is_blank_between
from quire.layout.text.text_rows import Row
from quire.model.block import (
    Block,
    Code,
    Figure,
    Formula,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Span,
    TabStop,
)
from quire.model.page import Line, Link, Page, Style
from quire.model.traversal import spans_after, text_of

_ENDS = tuple('.!?:;。！？：；…)）”"')  # of a paragraph of a note

_RETURN, _VARIATION = "↩", "\ufe0e"
"""What Markdown ends a note with, and the character that asks for a plain one."""

_SET_IN = 0.5
"""Type sizes that a paragraph of an item and a nested item stand further in than the item at least."""


def numbered_notes(drafts: Iterable[Draft]) -> dict[int, dict[str, str]]:
    """The ids of the footnotes of whole pages, by page and printed mark."""
    notes: dict[int, dict[str, str]] = {}
    for draft in drafts:
        if draft.kind is Kind.NOTE and not draft.note:
            own = notes.setdefault(draft.page, {})
            own.setdefault(draft.mark, note_id(draft.page, draft.mark, len(own) + 1))
    return notes


@dataclass(slots=True)
class Builder:
    """Builds blocks from drafts."""

    pages: Mapping[int, Page]
    vocabulary: Container[str]
    notes: Mapping[int, Mapping[str, str]]  # as `numbered_notes` of the same pages
    blanks: bool = True  # whether any space of the document is a glyph
    nests: bool = False  # as `list_items.hold_paragraphs`
    leaders: bool = False  # keep the leader dots of contents: a page of them alone has nothing else to show what it is
    _glyphs: dict[int, bool] = field(default_factory=dict)  # by page, whether spaces are glyphs

    def blocks(self, drafts: Sequence[Draft]) -> list[Block]:
        """The blocks of all drafts; runs of items become lists."""
        blocks: list[Block] = []
        run: list[Draft] = []
        held: list[Draft] = []  # footnotes printed between two items of one list: they follow the list
        for at, draft in enumerate(drafts):
            if run and draft.kind is Kind.NOTE:
                held.append(draft)
                continue
            if draft.kind is Kind.ITEM or (run and _belongs(run, drafts, at, nests=self.nests)):
                run.append(draft)
                continue
            blocks += self._closed(run, held)
            run, held = [], []
            blocks.append(self._block(draft))
        return blocks + self._closed(run, held)

    def _closed(self, run: Sequence[Draft], held: Sequence[Draft]) -> list[Block]:
        lists = self._lists(run) if run else []
        return [*lists, *(self._block(draft) for draft in held)]

    # --- single blocks ---------------------------------------------------------------------------

    def _block(self, draft: Draft) -> Block:
        places = self._places(draft)
        above = bool(draft.caption) and _is_above(draft.caption[0], draft)
        at = Place(draft.caption[0].page, draft.caption[0].box) if draft.caption else None
        if draft.kind is Kind.TABLE and draft.table is not None:
            caption = self._caption(draft)
            if not caption:
                return draft.table
            return replace(draft.table, caption=caption, caption_above=above, caption_place=at)
        if draft.kind is Kind.FIGURE and draft.picture is not None:
            return Figure(draft.picture, places, self._caption(draft), caption_above=above, caption_place=at)
        if draft.kind is Kind.HEADING:
            spans, glyphs = self._spans(draft), self._has_glyphs(draft.page)
            number = number_stop(draft.rows[0], spans, glyphs=glyphs)
            rest = [stop for stop in self._stops(draft, spans) if number is None or stop.at > number.at]
            stops = tuple([number, *rest] if number else rest)
            typed = number is None and is_typed_heading(draft.rows[0], glyphs=glyphs)
            return Heading(draft.level, spans, places, draft.title, stops, draft.confidence, typed)
        if draft.kind is Kind.CODE:
            return self._code(draft, places)
        if draft.kind is Kind.FORMULA:
            return self._formula(draft, places)
        if draft.kind is Kind.NOTE:
            return self._note(draft, places)
        spans = self._spans(draft)
        if not self.leaders and (draft.kind is Kind.ENTRY or ends_with_leader(draft.text)):
            spans = tuple(span._replace(text=without_leader(span.text)) for span in spans)
        if draft.kind is Kind.ENTRY:
            number = number_stop(draft.rows[0], spans, glyphs=self._has_glyphs(draft.page))
            stops = (number,) if number else ()
        else:
            stops = self._stops(draft, spans)
        paragraph = Paragraph(spans, places, draft.align, draft.indent, _pitch(draft), stops)
        return Quote((paragraph,), places) if draft.kind is Kind.QUOTE else paragraph

    def _has_glyphs(self, page: int) -> bool:
        if page not in self._glyphs:
            own = has_space_glyphs(self.pages[page].lines)
            self._glyphs[page] = self.blanks if own is None else own
        return self._glyphs[page]

    def _formula(self, draft: Draft, places: tuple[Place, ...]) -> Formula:
        page = self.pages[draft.page]
        rules = page.rules
        if draft.rows[0].lines[0].mirrored:
            draft = replace(draft, rows=self._rows_on_paper(draft))
            rules = tuple([mirrored_rule(rule, page.width) for rule in rules])
        text, label = display_formulas.split_label(draft.rows)
        latex = display_formulas.formula_latex(draft, rules)
        return Formula(plain(latex) or text, places, latex, label)

    def _code(self, draft: Draft, places: tuple[Place, ...]) -> Code:
        rows: list[Row] = []
        elements: list[int] = []
        for part in (draft, *draft.continuations):
            own, tags = self._rows_on_paper(part), self.pages[part.page].tags
            named = [element_of(row.lines[-1].words[-1], tags) if tags else None for row in own]
            numbers = [-1 if element is None else element.number for element in named]
            if elements and numbers.count(numbers[0]) > 1 < elements.count(elements[-1]):  # parted by the page's end
                numbers = [elements[-1] if number == numbers[0] else number for number in numbers]
            rows += own
            elements += numbers
        fill = code_blocks.background_color(draft, self.pages[draft.page])
        starts = code_blocks.paragraph_starts(rows, elements)
        return Code(code_blocks.code_text(rows), places, _most_common_style(rows), fill, starts)

    def _rows_on_paper(self, draft: Draft) -> list[Row]:
        rows = draft.rows
        return unmirrored_rows(rows, self.pages[draft.page].width) if rows[0].lines[0].mirrored else rows

    def _note(self, draft: Draft, places: tuple[Place, ...]) -> Note:
        first, *further = [
            spans_of(_lines(part), links=self._links(part.page), vocabulary=self.vocabulary)
            for part in (draft, *draft.continuations)
        ]
        texts: list[Block] = [Paragraph(_without_mark(first, draft.mark), places)]
        for spans in further:
            texts = _with_rest(texts, Paragraph(spans, places))
        if isinstance(texts[-1], Paragraph):
            texts[-1] = replace(texts[-1], spans=_without_return(texts[-1].spans))
        name = draft.note or self.notes[draft.page][draft.mark]
        return Note(name, draft.mark, tuple(texts), places, end=bool(draft.note))

    def _spans(self, draft: Draft) -> tuple[Span, ...]:
        """The joined text of a draft and its continuations."""
        spans = self._own_spans(draft)
        if not draft.continuations:
            return spans
        parts = list(spans)
        for before, part in pairwise((draft, *draft.continuations)):
            breaks = _typed_breaks(before, part) if parts else ""
            parts += [
                parts[-1]._replace(text=breaks, link=None, note=None) if breaks else LINE_END,
                *self._own_spans(part),
            ]
        return merge_spans(parts, self.vocabulary)

    def _own_spans(self, draft: Draft) -> tuple[Span, ...]:
        return spans_of(
            _lines(draft),
            links=self._links(draft.page),
            vocabulary=self.vocabulary,
            notes=self.notes.get(draft.page),
        )

    def _stops(self, draft: Draft, spans: Sequence[Span]) -> tuple[TabStop, ...]:
        row = draft.rows[0]
        return tab_stops_of(row, spans, self.vocabulary) if len(draft.rows) == 1 and len(row.lines) > 1 else ()

    def _caption(self, draft: Draft) -> tuple[Span, ...]:
        parts: list[Span] = []
        for caption in draft.caption:
            parts += [LINE_END, *self._own_spans(caption)] if parts else self._own_spans(caption)
        return merge_spans(parts, self.vocabulary)

    def _links(self, page: int) -> Sequence[Link]:
        return self.pages[page].links

    def _places(self, draft: Draft) -> tuple[Place, ...]:
        return tuple(Place(part.page, part.box) for part in (draft, *draft.continuations))

    # --- lists -----------------------------------------------------------------------------------

    def _lists(self, run: Sequence[Draft]) -> list[Block]:
        return [self._list(entries) for entries in _alike(nest_items(run))]

    def _list(self, entries: Sequence[ListEntry]) -> List:
        items = tuple(self._item(entry) for entry in entries)
        places = tuple(place for entry in entries for place in self._entry_places(entry))
        first = entries[0].draft.marker
        ordered = first is not None and first.value > 0
        return List(items, _merged_places(places), ordered=ordered, start=first.value if first and ordered else 1)

    def _item(self, entry: ListEntry) -> Item:
        marker = entry.draft.marker
        whole = self._spans(entry.draft)
        spans = _without(whole, _printed_length(whole, marker.text) if marker else 0)
        cut = sum(len(span.text) for span in whole) - sum(len(span.text) for span in spans)
        stops = tuple([one._replace(at=one.at - cut) for one in self._stops(entry.draft, whole) if one.at > cut])
        places = self._places(entry.draft)
        indent = max(entry.draft.indent, 0.0)  # of a first row that is indented: the others begin at the edge
        text = Paragraph(spans, places, indent=indent, pitch=_pitch(entry.draft), stops=stops)
        blocks: list[Block] = [text] if spans else []
        blocks += [self._block(draft) for draft in entry.more]
        blocks += [self._list(children) for children in _alike(entry.children)]
        numbered = marker is not None and marker.value > 0 and entry.draft.role not in list_items.ITEMS
        typed = numbered and marker is not None and is_typed(entry.draft.rows[0], marker.text)
        return Item(marker.text if marker else "", tuple(blocks), typed)

    def _entry_places(self, entry: ListEntry) -> list[Place]:
        own = [place for draft in (entry.draft, *entry.more) for place in self._places(draft)]
        return own + [place for child in entry.children for place in self._entry_places(child)]


def join_notes(blocks: Sequence[Block]) -> list[Block]:
    """The blocks of a document, with the rest of a footnote on the next page, which has no mark, in its note."""
    kept: list[Block] = []
    last = -1  # index of the last note
    for block in blocks:
        if isinstance(block, Note):
            before = kept[last] if last >= 0 else None
            if isinstance(before, Note) and not block.mark and block.places[0].page == before.places[-1].page + 1:
                texts = list(before.blocks)
                for text in block.blocks:
                    texts = _with_rest(texts, text)
                kept[last] = replace(before, blocks=tuple(texts), places=before.places + block.places)
                continue
            last = len(kept)
        kept.append(block)
    return kept


def _with_rest(blocks: Sequence[Block], rest: Block) -> list[Block]:
    """Paragraphs of a note with one that follows: it goes on with the last unless that ends a sentence."""
    last = blocks[-1]
    if not isinstance(last, Paragraph) or not isinstance(rest, Paragraph) or text_of(last.spans).endswith(_ENDS):
        return [*blocks, rest]
    places = last.places + tuple([place for place in rest.places if place not in last.places])
    return [*blocks[:-1], replace(last, spans=merge_spans([*last.spans, LINE_END, *rest.spans]), places=places)]


def _is_above(caption: Draft, draft: Draft) -> bool:
    return caption.page == draft.page and caption.box.y1 <= draft.box.y0 + caption.size


def _pitch(draft: Draft) -> float:
    """Points from line to line in the part of a paragraph that has most lines; 0 for single lines."""
    rows = max((part.rows for part in (draft, *draft.continuations)), key=len) if draft.continuations else draft.rows
    return (rows[-1].baseline - rows[0].baseline) / (len(rows) - 1) if len(rows) > 1 else 0.0


def _typed_breaks(before: Draft, part: Draft) -> str:
    """The line breaks that an author typed between two parts of one element: two where a line is blank."""
    if not (0 <= before.element == part.element and (before.page, before.column) == (part.page, part.column)):
        return ""
    rows = before.rows if len(before.rows) > 1 else part.rows
    return "\n\n" if is_blank_between(before.rows[-1], part.rows[0], rows) else "\n"


def _lines(draft: Draft) -> list[Line]:
    return [line for row in draft.rows for line in row.lines]


def _belongs(run: Sequence[Draft], drafts: Sequence[Draft], at: int, *, nests: bool) -> bool:
    """Whether the draft at `at` is a further paragraph of the last item: an item that is nested in the list follows.

    Word processors know no paragraphs of an item: what stands at the indent of its text is one of its own, but without
    it nested items would lose what they are nested in. Where `nests`, it is the item's.
    """
    draft = drafts[at]
    if nests and _is_set_in(run, draft):
        return True
    after = drafts[at + 1] if at + 1 < len(drafts) else draft
    if draft.kind is not Kind.TEXT or not draft.rows or after.kind is not Kind.ITEM or draft.page != run[-1].page:
        return False
    edge = min(one.rows[0].x0 for one in run) + _SET_IN * draft.size
    return draft.column == run[-1].column and min(draft.rows[0].x0, after.rows[0].x0) > edge


def _is_set_in(run: Sequence[Draft], draft: Draft) -> bool:
    """Whether a text begins where the text of the last item does, on its page and in its column."""
    item = next(one for one in reversed(run) if one.kind is Kind.ITEM)
    place = (draft.page, draft.column)
    if draft.kind is not Kind.TEXT or not draft.rows or item.marker is None:
        return False
    if place != (run[-1].page, run[-1].column) or place != (item.page, item.column):
        return False
    row, slack = item.rows[0], _SET_IN * draft.size
    start = text_start(row, item.marker)
    return start > row.x0 + slack and abs(min([one.x0 for one in draft.rows]) - start) < slack


def _alike(entries: Sequence[ListEntry]) -> list[list[ListEntry]]:
    """Entries split into lists of one numbering scheme."""
    lists: list[list[ListEntry]] = []
    for entry in entries:
        before = lists[-1][-1].draft.marker if lists else None
        marker = entry.draft.marker
        if before and marker and (before.value > 0) == (marker.value > 0) and _continues(before.value, marker.value):
            lists[-1].append(entry)
        else:
            lists.append([entry])
    return lists


def _continues(before: int, after: int) -> bool:
    return after == 0 or before < after <= before + 1


def _printed_length(spans: tuple[Span, ...], marker: str) -> int:
    """Characters of the spans that print a marker in front; they have no space where Chinese characters meet."""
    text, left, length = text_of(spans), len("".join(marker.split())), 0
    while left and length < len(text):
        left -= not text[length].isspace()
        length += 1
    return length


def _without(spans: tuple[Span, ...], length: int) -> tuple[Span, ...]:
    """The spans without their first `length` characters, and without white space that is then in front."""
    rest = text_of(spans)[length:]
    return spans_after(spans, length + len(rest) - len(rest.lstrip()))


def _without_mark(spans: tuple[Span, ...], mark: str) -> tuple[Span, ...]:
    """A note's text without its printed mark and the dot or bracket around that."""
    text = text_of(spans)
    length = text.find(mark) + len(mark)
    while text[length : length + 1] and text[length] in ".)）]:":
        length += 1
    return _without(spans, length)


def _without_return(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """A note's text without the arrow that leads back to its mark."""
    if not text_of(spans[-1:]).rstrip().rstrip(_VARIATION).endswith(_RETURN):
        return spans
    last = spans[-1]._replace(text=spans[-1].text.rstrip().rstrip(_VARIATION + _RETURN).rstrip())
    return (*spans[:-1], last) if last.text else spans[:-1]


def _merged_places(places: Sequence[Place]) -> tuple[Place, ...]:
    """One place for each run of places on one page."""
    merged_places: list[Place] = []
    for place in places:
        if merged_places and merged_places[-1].page == place.page:
            merged_places[-1] = Place(place.page, merged_places[-1].box.union(place.box))
        else:
            merged_places.append(place)
    return tuple(merged_places)


def _most_common_style(rows: Sequence[Row]) -> Style:
    """The style of most characters: the words of programs are coloured by their kinds."""
    counts: Counter[Style] = Counter()
    for row in rows:
        for line in row.lines:
            for word in line.words:
                counts[word.style] += len(word.text)
    return counts.most_common(1)[0][0]
