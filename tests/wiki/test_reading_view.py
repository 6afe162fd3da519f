"""The book's text as readers see it: lists, quotations, verse, tables and program text look like what they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from quire.wiki.block_style import NOTE_MARK, QUOTE_MARK, BlockStyle
from quire.wiki.figure import BookFigure
from quire.wiki.site.reading_view import passage_html


class _There:
    def picture(self, file: str) -> str:
        return f"pictures/{file}"


def test_items_stand_in_lists_and_lists_in_items():
    text = "Intro.\n\nOne.\n\nMore of one.\n\nInner.\n\nTwo.\n\nAfter."
    marks = [("•", 1), ("", 1), ("◦", 2), ("•", 1)]
    places = [text.index(word) for word in ("One.", "More", "Inner", "Two.")]
    shapes = [BlockStyle(at, *mark) for at, mark in zip(places, marks, strict=True)]
    assert passage_html(text, shapes=shapes).replace("\n", "") == (
        "<p>Intro.</p><ul><li><p>One.</p><p>More of "
        "one.</p><ul><li><p>Inner.</p></li></ul></li><li><p>Two.</p></li></ul><p>After.</p>"
    )


def test_numbered_items_keep_their_numbers():
    shapes = [BlockStyle(0, "3.", 1), BlockStyle(4, "4)", 1)]
    assert (
        passage_html("A.\n\nB.", shapes=shapes) == '<ol><li value="3"><p>A.</p></li><li value="4"><p>B.</p></li></ol>'
    )


@pytest.mark.parametrize("mark", ["(a)", "iv.", "甲、", "<b>"])
def test_other_marks_are_shown_as_printed(mark: str):
    tree = html.fragment_fromstring(passage_html("A.", shapes=[BlockStyle(0, mark, 1)]), create_parent="div")
    assert tree.xpath("string(//li/span[@class='mark'])") == mark


def test_a_passage_that_begins_inside_an_item_shows_no_mark_for_it():
    assert passage_html("Goes on.", shapes=[BlockStyle(0, "", 1)]) == '<ul><li class="on"><p>Goes on.</p></li></ul>'


def test_verse_keeps_its_lines():
    shown = passage_html("Tiger, tiger, burning <bright> in", shapes=[BlockStyle(0, breaks=(12, 19))])
    assert shown == "<p>Tiger, tiger,<br>burning<br>&lt;bright&gt; in</p>"


def test_quotations_and_notes():
    assert passage_html("Arma.", shapes=[BlockStyle(0, QUOTE_MARK)]) == "<blockquote><p>Arma.</p></blockquote>"
    assert passage_html("See.", shapes=[BlockStyle(0, NOTE_MARK)]) == '<p class="note">See.</p>'


def test_tables_with_headings_and_rows_of_different_lengths():
    shown = passage_html("Name | Size\na | 1\nb", shapes=[BlockStyle(0, "|1")])
    assert (
        shown == "<table><tbody><tr><th>Name</th><th>Size</th></tr><tr><td>a</td><td>1</td></tr>"
        "<tr><td>b</td><td></td></tr></tbody></table>"
    )


def test_long_program_text_is_shown_whole_and_what_follows_it_too():
    text = "Like:\n\n```\na\n…\n```\n\nSo."
    shown = passage_html(text, shapes=[BlockStyle(7, whole=("a\nb\n<c>", "d"))])
    assert (
        shown.split("\n", 1)[1].replace("\n", "|")
        == "<pre><code>a|b|&lt;c&gt;</code></pre>|<pre><code>d</code></pre>|<p>So.</p>"
    )


def test_shapes_are_found_behind_a_picture():
    plate = BookFigure("a.png", "p1", 4, "A", "Figure 1.", 0, 0)
    text = "One.\n\nFigure 1.\n\nItem."
    shown = passage_html(text, [plate], _There(), [BlockStyle(17, "•", 1)])
    assert shown.index("<figure>") < shown.index("<ul><li><p>Item.</p></li></ul>")


@given(
    st.text(max_size=60),
    st.lists(
        st.builds(
            BlockStyle,
            st.integers(0, 20),
            st.sampled_from(["", "•", "1.", ">", "|", "<i>"]),
            st.integers(0, 12),
            st.tuples(st.integers(0, 9)),
        ),
        max_size=4,
    ),
)
def test_any_text_and_any_shapes_give_elements_that_are_closed(text: str, shapes: list[BlockStyle]):
    from quire.wiki.site.site_content import without_control_characters

    shown = passage_html(without_control_characters(text), shapes=shapes)
    tree = html.fragment_fromstring(shown, create_parent="div")
    assert {one.tag for one in tree.iter()} <= {
        "div",
        "p",
        "br",
        "code",
        "pre",
        "ul",
        "ol",
        "li",
        "span",
        "blockquote",
        "table",
        "tbody",
        "tr",
        "td",
        "th",
        "math",
        "mrow",
        "mi",
        "mo",
        "mn",
        "sup",
        "sub",
    }
    assert "<i>" not in shown


def test_a_bar_in_a_displayed_formula_parts_no_cells():
    assert "<table" not in passage_html("$$\nP(A | B) = c\n$$")
    assert "<math" in passage_html("$$\nP(A | B) = c\n$$")
