"""Drafts to blocks."""

from __future__ import annotations

import pytest

from quire.layout.block_builder import Builder, join_notes, numbered_notes
from quire.layout.text.block_drafts import Draft, Kind, Marker
from quire.layout.text.list_markers import marker_of
from quire.layout.text.text_rows import rows_of
from quire.model.block import Block, Code, Heading, List, Note, Paragraph, Place, Span, Table
from quire.model.geometry import Box
from quire.model.page import Line, Tag
from quire.model.table import Grid
from quire.model.traversal import text_of
from tests.layout.pages import line, page


def draft(kind: Kind, *lines: Line, number: int = 1, **more: object) -> Draft:
    return Draft(number, rows_of(list(lines)), kind, 72.0, 540.0, **more)  # type: ignore[arg-type]


def item(text: str, x: float, y: float, number: int = 1) -> Draft:
    marker: Marker | None = marker_of(text)
    return draft(Kind.ITEM, line(text, x, y), number=number, marker=marker)


def built(*drafts: Draft):
    pages = {one.page: page(number=one.page) for one in drafts}
    return Builder(pages, frozenset(), numbered_notes(drafts)).blocks(drafts)


def texts(found: List) -> list[str]:
    return [text_of(one.blocks[0].spans) for one in found.items if isinstance(one.blocks[0], Paragraph)]


def test_runs_of_items_are_lists_without_their_markers() -> None:
    found = built(item("1. one", 72, 100), item("2. two", 72, 112), draft(Kind.TEXT, line("After it.", 72, 140)))
    assert [type(one) for one in found] == [List, Paragraph]
    assert texts(found[0]) == ["one", "two"]
    assert (found[0].ordered, found[0].start) == (True, 1)


def test_a_number_that_does_not_follow_begins_another_list() -> None:
    found = built(item("3. three", 72, 100), item("4. four", 72, 112), item("1. one", 72, 124))
    assert [one.start for one in found] == [3, 1]


def test_notes_between_items_follow_the_list() -> None:
    note = draft(Kind.NOTE, line("1 A note.", 72, 700), mark="1")
    found = built(item("1. one", 72, 100), note, item("2. two", 72, 80, number=2))
    assert [type(one) for one in found] == [List, Note]
    assert [place.page for place in found[0].places] == [1, 2]


def test_the_rest_of_a_note_on_the_next_page_is_in_it() -> None:
    def note(text: str, mark: str, page: int) -> Note:
        spans = (Span(text),)
        places = (Place(page, Box(72, 700, 300, 710)),)
        return Note(f"n{page}{mark}", mark, (Paragraph(spans, places),), places)

    between = Paragraph((Span("Text."),), (Place(2, Box(72, 100, 300, 110)),))
    found = join_notes([note("It goes", "1", 1), between, note("on here.", "", 2), note("Another", "2", 2)])
    assert [type(one) for one in found] == [Note, Paragraph, Note]
    assert texts_of_note(found[0]) == ["It goes on here."]
    assert [[place.page for place in one.places] for one in (found[0], found[0].blocks[0])] == [[1, 2], [1, 2]]
    later = join_notes([note("It ends.", "1", 1), note("Not its rest", "", 3)])
    assert [texts_of_note(one) for one in later] == [["It ends."], ["Not its rest"]]
    assert texts_of_note(join_notes([note("It ends.", "1", 1), note("A further one", "", 2)])[0]) == [
        "It ends.",
        "A further one",
    ]


def texts_of_note(note: Block) -> list[str]:
    assert isinstance(note, Note)
    return [text_of(one.spans) for one in note.blocks if isinstance(one, Paragraph)]


@pytest.mark.parametrize(("x", "kinds", "parts"), [(72, [List, Paragraph, List], 1), (100, [List], 3)])
def test_text_below_an_item_is_in_it_where_a_nested_item_follows(
    x: float, kinds: list[type[Block]], parts: int
) -> None:
    further = draft(Kind.TEXT, line("Text below it.", 84.5, 124))
    found = built(item("1. one", 72, 100), further, item("2. two" if x == 72 else "• two", x, 148))
    assert [type(one) for one in found] == kinds
    assert [one.start for one in found if isinstance(one, List)] == [1, 2][: kinds.count(List)]
    assert isinstance(found[0], List)
    assert len(found[0].items[0].blocks) == parts


@pytest.mark.parametrize(
    ("x", "number", "nests", "parts"), [(84.5, 1, True, 2), (72, 1, True, 1), (84.5, 2, True, 1), (84.5, 1, False, 1)]
)
def test_text_where_the_text_of_an_item_begins_is_in_it_in_markup(
    x: float, number: int, *, nests: bool, parts: int
) -> None:
    drafts = [item("1. one", 72, 100), draft(Kind.TEXT, line("Text below it.", x, 124), number=number)]
    pages = {one: page(number=one) for one in (1, 2)}
    found = Builder(pages, frozenset(), {}, nests=nests).blocks([*drafts, draft(Kind.TEXT, line("After it.", 72, 148))])
    assert isinstance(found[0], List)
    assert len(found[0].items[0].blocks) == parts
    assert len(found) == 4 - parts


@pytest.mark.parametrize(("top", "number", "above"), [(80, 1, True), (220, 1, False), (80, 2, False)])
def test_a_caption_of_a_table_is_above_it_or_below(top: float, number: int, *, above: bool) -> None:
    caption = draft(Kind.CAPTION, line("Table 1", 72, top), number=number)
    table = Draft(1, kind=Kind.TABLE, table=Table(Grid(1, 1, ()), ()), place=Box(72, 100, 472, 200), caption=[caption])
    pages = {one: page(number=one) for one in (1, 2)}
    (found,) = Builder(pages, frozenset(), {}).blocks([table])
    assert isinstance(found, Table)
    assert found.caption_above is above


def test_ids_of_notes_are_unique_and_their_marks_removed() -> None:
    notes = [
        draft(Kind.NOTE, line(f"{mark}) Note {mark}.", 72, 700 + 10 * n), mark=mark) for n, mark in enumerate("12")
    ]
    found = built(*notes)
    assert len({one.id for one in found}) == 2
    assert [text_of(one.blocks[0].spans) for one in found] == ["Note 1.", "Note 2."]


def test_continuations_are_joined_and_keep_their_places() -> None:
    first = draft(Kind.TEXT, line("the inter-", 72, 700))
    first.continuations = [draft(Kind.TEXT, line("national part", 72, 80), number=2)]
    pages = {1: page(), 2: page(number=2)}
    [found] = Builder(pages, frozenset({"international"}), {}).blocks([first])
    assert isinstance(found, Paragraph)
    assert text_of(found.spans) == "the international part"
    assert [place.page for place in found.places] == [1, 2]


def test_headings_keep_level_and_title() -> None:
    [found] = built(draft(Kind.HEADING, line("Scope", 72, 100), level=2, title=True))
    assert isinstance(found, Heading)
    assert (found.level, found.title) == (2, True)


def test_entries_of_contents_keep_the_place_behind_their_counted_number() -> None:
    [found] = built(draft(Kind.ENTRY, line("1", 72, 100), line("Scope", 96, 100)))
    assert isinstance(found, Paragraph)
    assert [(stop.at, stop.x0) for stop in found.stops] == [(1, 96.0)]


def test_an_item_keeps_its_first_letter_where_its_marker_stands_apart() -> None:
    """Spans have no space between Chinese characters; the row has one behind the marker."""
    (found,) = built(item("（1） 数据项名", 72, 100))
    assert isinstance(found, List)
    assert texts(found) == ["数据项名"]


def test_rows_of_a_program_in_one_element_are_one_paragraph_also_over_the_end_of_a_page() -> None:
    def code(number: int, mcid: int) -> Draft:
        rows = [line("x = 1", 72, y) for y in (100, 112)]
        return draft(
            Kind.CODE, *[one._replace(words=(one.words[0]._replace(mcid=mcid),)) for one in rows], number=number
        )

    first = code(1, 0)
    first.continuations = [code(2, 1)]
    tags = {0: Tag(("Document", "P"), (0, 5)), 1: Tag(("Document", "P"), (0, 6))}
    pages = {number: page(number=number, tags=tags) for number in (1, 2)}
    (found,) = Builder(pages, frozenset(), {}).blocks([first])
    assert isinstance(found, Code)
    assert (found.text, found.starts) == ("x\nx\nx\nx", (0,))


def test_a_program_has_the_style_of_most_of_its_characters() -> None:
    """Its first word is often a keyword, in the colour of keywords."""
    first, *rest = line("import quire.layout.block_builder", 72, 100).words
    coloured = line("import", 72, 100)._replace(
        words=(first._replace(style=first.style._replace(color=0xAA0000)), *rest)
    )
    [found] = built(draft(Kind.CODE, coloured))
    assert isinstance(found, Code)
    assert found.style == first.style


def test_line_breaks_inside_an_element_are_kept() -> None:
    parts = [draft(Kind.TEXT, line(f"({n}) clause", 72, y), element=3) for n, y in ((1, 100), (2, 112), (3, 136))]
    first = parts[0]
    first.continuations = [*parts[1:], draft(Kind.TEXT, line("on a new page", 72, 72), number=2, element=3)]
    pages = {number: page(number=number) for number in (1, 2)}
    (found,) = Builder(pages, frozenset(), {}).blocks([first])
    assert isinstance(found, Paragraph)
    assert text_of(found.spans) == "(1) clause\n(2) clause\n\n(3) clause on a new page"
