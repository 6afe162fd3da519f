"""Texts that stand apart on one row."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.layout.text.line_spans import spans_of
from quire.layout.text.tab_stops import (
    are_form_rows,
    has_separate_texts,
    has_space_glyphs,
    is_counted,
    is_typed,
    is_typed_heading,
    number_stop,
    tab_stops_of,
)
from quire.layout.text.text_rows import row_of
from quire.model.block import Heading, List, Paragraph, TabStop
from quire.model.traversal import text_of
from tests.layout.pages import BOLD, META, block, line, of, page, prose, word


def stops(*lines):
    row = row_of(lines)
    return tab_stops_of(row, spans_of(row.lines), frozenset())


def test_texts_apart_are_told_with_their_edges():
    name, year = line("Larkspur Institute", 72), line("2016", 500)
    assert stops(name, year) == (TabStop(18, 500.0, 520.0),)


def test_three_texts_on_a_row():
    found = stops(line("Left", 72), line("Middle", 280), line("Right", 500))
    assert [(one.at, one.x0) for one in found] == [(4, 280.0), (11, 500.0)]


def test_white_between_words_is_none():
    assert stops(line("Larkspur", 72), line("Institute", 122)) == ()
    assert stops(line("One text alone", 72)) == ()


def test_letters_set_apart_are_one_word():
    assert stops(line("项", 72), line("目", 120)) == ()


def test_numbers_that_a_program_counts():
    """More than a word's space stands behind them, where spaces are no glyphs."""
    for number in ("1", "2.", "1.2", "10.3.1."):
        first = word(number, 72, 100)
        wide = row_of((of([first, word("Scope", first.x1 + 10, 100, space=True)]),))
        typed = row_of((of([first, word("Scope", first.x1 + 4, 100, space=True)]),))
        assert number_stop(wide, spans_of(wide.lines), glyphs=False) == TabStop(len(number), first.x1 + 10, wide.x1)
        assert number_stop(typed, spans_of(typed.lines), glyphs=False) is None
    years = row_of((of([word("Aims", 72, 100), word("2016", 120, 100, space=True)]),))
    assert number_stop(years, spans_of(years.lines), glyphs=False) is None
    apart = row_of((line("1", 72), line("Scope", 120)))
    assert number_stop(apart, spans_of(apart.lines), glyphs=False) == TabStop(1, 120.0, 145.0)


def numbered(number: str, white: float, *rest: str, blank: bool = False, blanks: bool = True):
    """A row of a number, white behind it, and a title; `blank` and `blanks` whether its spaces are glyphs."""
    words = [word(number, 72, 100)]
    for at, text in enumerate(rest):
        gap = white if not at else 4.0
        glyph = blank if not at else blanks
        words.append(word(text, words[-1].x1 + gap, 100, space=True)._replace(blank=glyph))
    return row_of((of(words),))


def test_a_number_without_a_space_glyph_is_a_programs():
    def at(row):
        stop = number_stop(row, spans_of(row.lines), glyphs=True)
        return stop and stop.at

    assert at(numbered("2.", 4.0, "Scope", "now")) == 2
    assert at(numbered("IV.", 4.0, "Scope")) == 3
    assert at(numbered("2.", 4.0, "Scope", blank=True)) is None
    assert at(numbered("2.", 30.0, "Scope", blank=True)) is None
    assert at(numbered("2.", 4.0, "Scope", "now", blanks=False)) is None  # its other spaces are no glyphs
    assert at(numbered("2.", 30.0, "Scope", "now", blanks=False)) == 2
    assert at(numbered("1.2", 3.0, "范围")) is None  # between a digit and a Chinese character there is white
    assert at(numbered("1.2", 6.0, "范围")) == 3


def test_a_number_with_a_space_glyph_is_typed():
    assert is_typed(numbered("2.", 4.0, "Scope", blank=True), "2.")
    assert not is_typed(numbered("2.", 4.0, "Scope"), "2.")
    assert not is_typed(numbered("2.Scope", 4.0, "now", blank=True), "2.")
    assert not is_typed(numbered("2.", 4.0), "2.")


def test_pages_whose_spaces_are_no_glyphs():
    set_by_tex = numbered("2.", 4.0, *["word"] * 10, blanks=False)
    assert not has_space_glyphs(set_by_tex.lines)
    assert has_space_glyphs((*set_by_tex.lines, *numbered("2.", 4.0, "a", "word").lines))
    assert has_space_glyphs(numbered("1.2", 4.0, "范围", "范围", blanks=False).lines) is None


def test_where_spaces_are_no_glyphs_their_white_shows_who_numbered_a_heading():
    def typed(white, *, glyphs, blank=False):
        return is_typed_heading(numbered("1.2", white, "范围", blank=blank), glyphs=glyphs)

    assert typed(5.0, glyphs=False)
    assert not typed(10.0, glyphs=False)  # as wide as a tab
    assert not typed(1.0, glyphs=False)
    assert not typed(5.0, glyphs=True)
    assert typed(5.0, glyphs=True, blank=True)
    assert not is_typed_heading(numbered("Scope", 5.0, "now", blank=True), glyphs=True)


def test_the_white_of_a_tab_without_a_space_glyph_shows_that_a_program_counted():
    assert is_counted(numbered("1.2", 8.0, "Scope"))
    assert not is_counted(numbered("1.2", 4.0, "Scope"))
    assert not is_counted(numbered("1.2", 8.0, "Scope", blank=True))
    assert not is_counted(numbered("Scope", 8.0, "now"))
    assert not is_counted(row_of((line("2.", 72),)))


def test_a_page_without_spaces_goes_with_the_document():
    """WPS prints no space glyphs, and a page of Chinese text has no other words that show it."""

    big = BOLD._replace(size=18.0)
    number = word("2.", 72, 100, big)
    title = of([number, word("范围", number.x1 + 8, 100, big, space=True)])
    body = block(["这里的正文没有任何空格也没有字母" * 2] * 6, 72, 130)
    for blank in (True, False):
        apart = of([word("见", 72, 100), word("表", 90, 100, space=True)._replace(blank=blank)])
        document = arrange([page(title, body), page(apart, *block(["其他正文" * 9] * 6, 72, 130), number=2)], meta=META)
        found = [one for one in document.blocks if isinstance(one, Heading) and text_of(one.spans).startswith("2.")]
        assert [one.typed for one in found] == [not blank]


def test_rows_of_a_form_are_apart():
    a, b = (row_of((line("Name", 72, y), line("Place", 300, y))) for y in (100.0, 112.0))
    assert are_form_rows(a, b)
    assert has_separate_texts(a)
    assert not are_form_rows(a, row_of((line("Only one", 72, 124.0),)))


def test_blocks_have_them():
    """Headings, paragraphs and items; their texts are as ever."""
    title = [line("Hydrologist, Water Board", 72, 100, BOLD), line("2016", 500, 100, BOLD)]
    place = [line("Flood modelling", 72, 300), line("Bristol", 470, 300)]
    items = [line("• Winter", 90, 500), line("2017", 440, 500), line("• Summer", 90, 512), line("• Autumn", 90, 524)]
    texts = [block(prose(100, 440), 72, top, to=520) for top in (130, 330, 550)]
    document = arrange([page(title, place, items, *texts)], meta=META)
    found = {}
    for one in document.blocks:
        inner = [child for item in one.items for child in item.blocks] if isinstance(one, List) else [one]
        for child in inner:
            if isinstance(child, Heading | Paragraph):
                found[text_of(child.spans)[:12]] = [(stop.at, stop.x0) for stop in child.stops]
    assert found["Hydrologist,"] == [(24, 500.0)]
    assert found["Flood modell"] == [(15, 470.0)]
    assert found["Winter 2017"] == [(6, 440.0)]
    assert found["The survey e"] == []


def test_texts_apart_at_one_edge_are_entries_even_with_little_white():
    def entry(name, number, at):
        return row_of([line(name, 72), line(number, at)])

    assert are_form_rows(entry("Ann Larkspur", "u17", 160), entry("Bo Thistle", "u19", 160))
    assert not are_form_rows(entry("Ann Larkspur", "u17", 160), entry("Bo Thistle", "u19", 150))
