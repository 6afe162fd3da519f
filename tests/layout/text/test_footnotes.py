"""Footnotes."""

from __future__ import annotations

from quire.layout.text import footnotes
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from quire.model.page import Rule
from tests.layout.pages import RAISED, block, line, of, page, prose, style, word

SMALL = style(8.0)


def text_with_mark(mark="1"):
    marked = of([word("ends", 72, 100), word("here.", 95, 100, space=True), word(mark, 120, 97, RAISED)])
    return Draft(1, rows_of([marked, *block(prose(40, 460), 72, 112)]), left=72, right=540)


def foot(*lines):
    return Draft(1, rows_of(list(lines)), left=72, right=540)


def test_notes_are_parted_by_their_marks():
    draft = foot(
        line("1 The first note runs over", 72, 700, SMALL),
        line("two rows.", 72, 710, SMALL),
        line("2 The second.", 72, 720, SMALL),
    )
    found = footnotes.mark_footnotes([text_with_mark(), draft], page(), 10.0)
    assert [(one.kind, one.mark, len(one.rows)) for one in found[1:]] == [(Kind.NOTE, "1", 2), (Kind.NOTE, "2", 1)]


def test_a_short_rule_above_is_evidence_too():
    rule = Rule(72, 690, 172, 690, 0.5, 0)
    plain = Draft(1, rows_of(block(prose(40, 460), 72, 112)), left=72, right=540)
    found = footnotes.mark_footnotes([plain, foot(line("* A remark.", 72, 700, SMALL))], page(rules=(rule,)), 10.0)
    assert found[1].kind is Kind.NOTE


def test_the_rest_of_a_note_from_the_page_before_is_a_note_without_mark():
    rule = Rule(72, 680, 216, 680, 0.5, 0)
    rest, first = foot(line("where the survey ends.", 72, 690, SMALL)), foot(line("1 The first note", 72, 700, SMALL))
    found = footnotes.mark_footnotes([text_with_mark(), rest, first], page(rules=(rule,)), 10.0)
    assert [(one.kind, one.mark) for one in found[1:]] == [(Kind.NOTE, ""), (Kind.NOTE, "1")]
    rest = foot(line("where the survey ends.", 72, 690, SMALL))
    assert footnotes.mark_footnotes([text_with_mark(), rest, first], page(), 10.0)[1].kind is Kind.TEXT


def test_circled_marks_count():
    small = foot(
        line("① The first note", 72, 700, SMALL),
        line("② The second", 72, 710, SMALL),
        line("④ no mark", 72, 720, SMALL),
    )
    found = footnotes.mark_footnotes([text_with_mark("①"), small], page(), 10.0)
    assert [(one.mark, len(one.rows)) for one in found[1:]] == [("①", 1), ("②", 2)]


def test_small_type_without_mark_or_rule_is_no_note():
    found = footnotes.mark_footnotes([text_with_mark(), foot(line("Source: the bank", 72, 700, SMALL))], page(), 10.0)
    assert found[1].kind is Kind.TEXT


def test_type_of_the_text_size_is_no_note():
    found = footnotes.mark_footnotes([text_with_mark(), foot(line("1 Not a note", 72, 700))], page(), 10.0)
    assert found[1].kind is Kind.TEXT


def test_type_of_the_text_size_under_the_rule_is_a_note_if_its_mark_is_raised_or_referred_to():
    rule = Rule(72, 690, 216, 690, 0.5, 0)
    for lines in (
        line("1 A note", 72, 700),
        of([word("2", 72, 697, RAISED), word("Its mark is raised.", 78, 700)]),
    ):
        found = footnotes.mark_footnotes([text_with_mark(), foot(lines)], page(rules=(rule,)), 10.0)
        assert found[1].kind is Kind.NOTE
    found = footnotes.mark_footnotes([text_with_mark(), foot(line("3 Rice", 72, 700))], page(rules=(rule,)), 10.0)
    assert found[1].kind is Kind.TEXT


def test_a_small_line_that_begins_with_an_exponent_is_no_note():
    raised = of([word("2", 72, 697, RAISED), word("x + y", 78, 700, SMALL)])
    found = footnotes.mark_footnotes([text_with_mark("1"), foot(raised)], page(), 10.0)
    assert [one.kind for one in found] == [Kind.TEXT] * 2


def test_lines_of_charts_and_fractions_are_no_rules_of_notes():
    plain = Draft(1, rows_of(block(prose(40, 460), 72, 112)), left=72, right=540)
    legend = foot(line("4 Threads", 200, 700, SMALL))
    for rule in (Rule(180, 690, 300, 690, 0.5, 0), Rule(200, 690, 230, 690, 0.5, 0)):  # beside it; a short one
        assert footnotes.mark_footnotes([plain, legend], page(rules=(rule,)), 10.0)[1].kind is Kind.TEXT
    over = foot(line("a sum of three terms above the bar", 200, 688, SMALL))
    found = footnotes.mark_footnotes([plain, over, legend], page(rules=(Rule(200, 690, 300, 690, 0.5, 0),)), 10.0)
    assert [one.kind for one in found] == [Kind.TEXT] * 3


def test_a_mark_set_apart_takes_the_text_beside_it():
    rule = Rule(72, 690, 216, 690, 0.5, 0)
    text = foot(line("https://example.org", 81, 703))
    found = footnotes.mark_footnotes(
        [text_with_mark("5"), foot(line("5", 72, 700, style(6.5))), text], page(rules=(rule,)), 10.0
    )
    assert [(one.kind, [row.text for row in one.rows]) for one in found[1:]] == [
        (Kind.NOTE, ["5", "https://example.org"])
    ]


def test_a_raised_mark_goes_before_the_figures_that_follow_it():
    raised = of([word("2", 72, 697, RAISED), word("20 samples suffice.", 76, 700, SMALL)])
    found = footnotes.mark_footnotes([text_with_mark("2"), foot(raised)], page(), 10.0)
    assert [(one.kind, one.mark) for one in found[1:]] == [(Kind.NOTE, "2")]


def test_marks_set_together_refer_to_each_note():
    notes = foot(line("2 The first.", 72, 700, SMALL), line("3 The second.", 72, 710, SMALL))
    found = footnotes.mark_footnotes([text_with_mark("23"), notes], page(), 10.0)
    assert [one.mark for one in found[1:]] == ["2", "3"]


def test_ids_are_unique_and_plain():
    assert footnotes.note_id(3, "1", 1) == "n3-1-1"
    assert footnotes.note_id(3, "*", 2) == "n3-2-x"


def test_small_bold_headings_below_the_first_note_are_none():
    title = foot(line("2. Soil and water", 72, 650, style(9.0, bold=True)))
    title.space_above = 12.0
    found = footnotes.mark_footnotes(
        [text_with_mark("2"), title, foot(line("2 The note.", 72, 700, SMALL))], page(), 10.0
    )
    assert [one.kind for one in found[1:]] == [Kind.TEXT, Kind.NOTE]
    assert found[1].space_above == 12.0


def test_notes_on_a_short_page_need_two_signs_and_no_text_behind_them():
    raised = of([word("1", 72, 297, RAISED), word("A note.", 80, 300, SMALL)])
    found = footnotes.mark_footnotes([text_with_mark(), foot(raised)], page(), 10.0)
    assert [one.kind for one in found] == [Kind.TEXT, Kind.NOTE]
    more = Draft(1, rows_of(block(prose(40, 460), 72, 400)), left=72, right=540)
    found = footnotes.mark_footnotes([text_with_mark(), foot(raised), more], page(), 10.0)
    assert [one.kind for one in found] == [Kind.TEXT] * 3
    plain = foot(line("1 A note.", 72, 300, SMALL))
    assert footnotes.mark_footnotes([text_with_mark(), plain], page(), 10.0)[1].kind is Kind.TEXT
