"""Siblings of headings are headings."""

from __future__ import annotations

import pytest

from quire.layout.headings.sibling_titles import SiblingCount, count_siblings, heading_siblings, mark_siblings
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import BODY, line, style

LOOK = style(12.0, bold=True)


def draft(text: str, kind: Kind = Kind.TEXT, look: object = LOOK) -> Draft:
    return Draft(1, rows_of([line(text, 72, 100, look)]), kind, left=72, right=540)


def marked(*drafts: Draft) -> list[str]:
    mark_siblings(drafts, heading_siblings([count_siblings(drafts)]))
    return [one.text for one in drafts if one.kind is Kind.HEADING]


@pytest.mark.parametrize("names", [("1.1 Soil", "1.2 Tools", "1.3 Seeds"), ("Phase 1", "Phase 2", "Phase 3")])
def test_what_is_numbered_and_set_as_headings_are_is_one(names: tuple[str, str, str]) -> None:
    first, second, third = names
    assert marked(draft(first, Kind.HEADING), draft(second), draft(third, Kind.HEADING)) == [*names]


@pytest.mark.parametrize(
    "other",
    [
        draft("1.2 Tools are needed in every garden."),  # a sentence
        draft("1.2 Tools", look=BODY),  # another style
        draft("1.2.1 Tools"),  # another depth
        draft("Tools"),  # no number
        draft("1.2 Tools", Kind.TABLE),
    ],
)
def test_others_stay_what_they_are(other: Draft) -> None:
    kind = other.kind
    assert len(marked(draft("1.1 Soil", Kind.HEADING), other, draft("1.3 Seeds", Kind.HEADING))) == 2
    assert other.kind is kind


def test_few_headings_among_many_siblings_prove_nothing() -> None:
    some = [draft("1.1 Soil", Kind.HEADING), draft("1.2 Tools", Kind.HEADING), *(draft(f"2.{n} Bed") for n in range(6))]
    assert len(marked(*some)) == 2
    assert len(marked(draft("1.1 Soil", Kind.HEADING), draft("1.2 Tools"))) == 1


def test_numbers_of_lists_are_no_siblings() -> None:
    assert marked(*(draft(f"({n}) Bed", Kind.HEADING) for n in (1, 3)), draft("(2) Bed")) == ["(1) Bed", "(3) Bed"]


def test_siblings_are_counted_over_all_ranges_of_a_document() -> None:
    parts = [[draft("1.1 Soil", Kind.HEADING)], [draft("1.2 Tools")], [draft("1.3 Seeds", Kind.HEADING)]]
    counts = [count_siblings(part) for part in parts]
    assert [*counts[1].values()] == [SiblingCount(0, 1)]
    mark_siblings(parts[1], heading_siblings(counts))
    assert parts[1][0].kind is Kind.HEADING
