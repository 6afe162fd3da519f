"""Numbered titles on the first row of their text."""

from __future__ import annotations

from quire.layout.headings import run_in_headings
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.text_rows import rows_of
from quire.model.page import Line, Style
from tests.layout.pages import block, line, of, prose, style, word

NORM = BodyStyle(10.0, "Serif", bold=False, color=0)


def begun(title: str, text: str, y: float, face: Style) -> Line:
    """A row that begins with a title in another face."""
    words, x = [], 72.0
    for part, look in [*((one, face) for one in title.split()), *((one, style()) for one in text.split())]:
        words.append(word(part, x, y, look, space=bool(words)))
        x = words[-1].x1 + 3.0
    return of(words)


def paragraph(number: str, face: Style, *, title: str = "Notation of maps.") -> Draft:
    rows = [begun(f"{number} {title}", "Let us write", 100, face), *block(prose(200, 460), 72, 112)]
    return Draft(1, rows_of(rows), left=72, right=540, space_above=10)


def test_titles_are_parted_from_their_text() -> None:
    faces = (style(bold=True), style(italic=True), style(bold=True))
    drafts = run_in_headings.split_run_ins([paragraph(f"2.{n}.", face) for n, face in enumerate(faces, 1)], NORM)
    assert [draft.text for draft in drafts[::2]] == [f"2.{n}. Notation of maps." for n in (1, 2, 3)]
    assert all(draft.kind is Kind.HEADING for draft in drafts[::2])
    assert all(draft.text.startswith("Let us write") and draft.kind is Kind.TEXT for draft in drafts[1::2])


def test_two_are_no_habit() -> None:
    drafts = [paragraph(f"2.{n}.", style(bold=True)) for n in (1, 2)]
    assert run_in_headings.count_run_ins(drafts, NORM) == 2
    assert not run_in_headings.are_habit(2)
    assert run_in_headings.are_habit(3)


def test_numbers_of_the_text_and_rows_without_a_stop_are_no_titles() -> None:
    plain = [paragraph(f"2.{n}", style()) for n in (1, 2, 3)]
    open_ended = [paragraph(f"2.{n}", style(bold=True), title="Notation") for n in (1, 2, 3)]
    whole = [Draft(1, rows_of([line(f"2.{n} All of it.", 72, 100, style(bold=True))])) for n in (1, 2, 3)]
    for drafts in (plain, open_ended, whole):
        assert run_in_headings.count_run_ins(drafts, NORM) == 0
        assert run_in_headings.split_run_ins(drafts, NORM) == drafts
