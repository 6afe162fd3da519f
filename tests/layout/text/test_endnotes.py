"""Endnotes."""

from __future__ import annotations

from quire.layout.text import endnotes
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.endnotes import NoteFacts
from quire.layout.text.footnotes import mark_footnotes
from quire.layout.text.text_rows import rows_of
from quire.model.page import Line
from tests.layout.pages import RAISED, block, line, of, page, prose, style, word

SMALL = style(8.0)


def draft(number: int, *lines: Line) -> Draft:
    return Draft(number, rows_of(list(lines)), left=72, right=540)


def text(number: int, *marks: str) -> Draft:
    words = [word("ends", 72, 100), word("here.", 95, 100, space=True)]
    words += [word(mark, 120 + 20 * at, 97, RAISED) for at, mark in enumerate(marks)]
    return draft(number, of(words), *block(prose(40, 460), 72, 112))


def note(number: int, mark: str, *, raised: bool = False) -> Draft:
    if raised:
        return draft(number, of([word(mark, 72, 197, RAISED), word("What is meant.", 82, 200, SMALL)]))
    return draft(number, line(f"{mark}. What is meant.", 72, 200))


def title(number: int, said: str = "Notes") -> Draft:
    return draft(number, line(said, 72, 150))


def found(*drafts: Draft) -> list[tuple[str, str]]:
    """The mark and the id of each draft of an endnote."""
    by_page: dict[int, list[Draft]] = {}
    for one in drafts:
        by_page.setdefault(one.page, []).append(one)
    laid = [one for number, own in by_page.items() for one in mark_footnotes(own, page(number=number), 10.0)]
    facts = endnotes.note_facts(laid)
    decision = endnotes.find_endnotes([facts])
    halves = [endnotes.note_facts(laid[:2]), endnotes.note_facts(laid[2:])]
    assert endnotes.find_endnotes(halves).links == decision.links  # cut anywhere
    return [(one.mark, one.note) for one in endnotes.mark_endnotes(laid, decision.notes) if one.note]


def test_notes_below_their_title_are_led_to_from_earlier_pages() -> None:
    assert found(text(1, "1"), text(2, "2"), title(3), note(3, "1"), note(3, "2")) == [("1", "e3-1"), ("2", "e3-2")]
    assert found(text(1, "1"), text(2, "2"), title(3, "Summary"), note(3, "1"), note(3, "2")) == []


def test_raised_marks_in_front_show_notes_too() -> None:
    marks = [
        mark for mark, _ in found(text(1, "i"), text(2, "ii"), note(3, "i", raised=True), note(3, "ii", raised=True))
    ]
    assert marks == ["i", "ii"]


def test_items_that_nothing_refers_to_are_no_notes() -> None:
    assert found(text(1), text(2), title(3), note(3, "1"), note(3, "2")) == []
    assert found(text(1, "2"), text(2, "2"), title(3), note(3, "1"), note(3, "2")) == []  # exponents


def test_each_chapter_counts_anew() -> None:
    chapters = [text(1, "1"), text(1, "2"), title(2), note(2, "1"), note(2, "2")]
    chapters += [text(3, "1"), title(4), note(4, "1")]
    assert found(*chapters) == [("1", "e2-1"), ("2", "e2-2"), ("1", "e4-3")]


def test_a_further_paragraph_belongs_to_its_note() -> None:
    more = draft(3, line("It goes on.", 72, 220))
    drafts = [text(1, "1"), text(2, "2"), title(3), note(3, "1"), more, note(3, "2")]
    assert found(*drafts) == [("1", "e3-1"), ("", "e3-1"), ("2", "e3-2")]


def test_notes_at_the_foot_of_their_page_stay_footnotes() -> None:
    foot = [
        draft(number, of([word(mark, 72, 697, RAISED), word("At the foot.", 82, 700, SMALL)]))
        for number, mark in ((1, "1"), (2, "2"))
    ]
    assert found(text(1, "1"), foot[0], text(2, "2"), foot[1]) == []


def test_a_mark_of_two_figures_goes_on_with_the_count() -> None:
    marks = [str(number) for number in range(1, 13)]
    decision = endnotes.find_endnotes(
        [_facts([text(1, *marks[:6]), text(2, *marks[6:]), title(3), *[note(3, one) for one in marks]])]
    )
    assert set(decision.links[1]) >= set(marks[:6])
    assert "12" in decision.links[2]


def test_a_mark_that_was_not_read_leads_to_its_note_from_pages_between() -> None:
    drafts = [text(1, "1", "2"), text(2, "4"), title(3), *[note(3, mark) for mark in "1234"]]
    decision = endnotes.find_endnotes([_facts(drafts)])
    assert decision.links[1]["3"] == decision.links[2]["3"]


def _facts(drafts: list[Draft]) -> NoteFacts:
    laid = [one for own in drafts for one in mark_footnotes([own], page(number=own.page), 10.0)]
    assert all(one.kind is not Kind.NOTE for one in laid)
    return endnotes.note_facts(laid)


def test_links_from_marks_show_notes_without_a_title() -> None:
    above = [text(1, "1"), text(1, "2")]
    notes = [draft(1, line(f"{mark}. What is meant.", 72, 400 + 40 * at)) for at, mark in enumerate("12")]
    for one, mark, target in zip(above, "12", (391.0, 440.0), strict=True):
        one.raised, one.targets = ((mark,),), ((1, target),)
    decision = endnotes.find_endnotes([endnotes.note_facts([*above, *notes])])
    assert [(one.mark, one.id) for one in decision.notes] == [("1", "e1-1"), ("2", "e1-2")]
    for one in above:
        one.targets = ((2, 100.0),)
    assert endnotes.find_endnotes([endnotes.note_facts([*above, *notes])]).notes == []
