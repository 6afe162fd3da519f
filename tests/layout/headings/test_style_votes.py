"""The paragraphs of one style and numbering decide together what is a heading."""

from __future__ import annotations

import pytest

from quire.layout.headings.style_votes import NONE_ELECTED, Votes, apply_votes, count_votes, elect
from quire.layout.pipeline import arrange
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.text_rows import rows_of
from quire.model.block import Heading
from quire.model.page import Style
from quire.model.traversal import text_of
from tests.layout.pages import BODY, META, block, line, page, prose, style

LOOK = style(12.0, bold=True)
TEXT = BodyStyle(10.0, BODY.font, bold=False, color=0)


def draft(text: str, kind: Kind = Kind.TEXT, look: Style = LOOK) -> Draft:
    return Draft(1, rows_of([line(text, 72, 100, look)]), kind, left=72, right=540)


def voted(*drafts: Draft, known: frozenset[int] = frozenset()) -> list[str]:
    apply_votes(drafts, TEXT, elect([count_votes(drafts, TEXT)]), known)
    return [one.text for one in drafts if one.kind is Kind.HEADING]


@pytest.mark.parametrize("names", [("1.1 Soil", "1.2 Tools", "1.3 Seeds"), ("Phase 1", "Phase 2", "Phase 3")])
def test_what_is_numbered_and_set_as_headings_are_is_one(names: tuple[str, str, str]) -> None:
    first, second, third = names
    more = [draft(name, Kind.HEADING) for name in (first, third) * 3]
    assert second in voted(*more, draft(second))


@pytest.mark.parametrize(
    "other",
    [
        draft("1.2 Tools", look=BODY),  # another style
        draft("Tools"),  # no number
        draft("• Tools"),
        draft("1.2 Tools", Kind.TABLE),
    ],
)
def test_others_stay_what_they_are(other: Draft) -> None:
    kind = other.kind
    assert len(voted(draft("1.1 Soil", Kind.HEADING), other, draft("1.3 Seeds", Kind.HEADING))) == 2
    assert other.kind is kind


def test_a_heading_among_many_labels_of_its_style_is_none_unless_the_file_says_so() -> None:
    def drafted() -> list[Draft]:
        labels = [draft(f"Label {chr(65 + n)} of the form") for n in range(12)]
        big = [draft(f"Chapter of {n}", Kind.HEADING, style(18.0)) for n in "abcd"]
        return [draft("Remarks", Kind.HEADING), *labels, *big]

    drafts = drafted()
    assert "Remarks" not in voted(*drafts)
    drafts = drafted()
    assert "Remarks" in voted(*drafts, known=frozenset({id(drafts[0])}))


def test_verdicts_are_counted_over_all_ranges_of_a_document() -> None:
    parts = [[draft(f"1.{n} Soil", Kind.HEADING)] for n in range(2, 9)]
    parts[1][0].kind = Kind.TEXT
    counts = [count_votes(part, TEXT) for part in parts]
    assert [*counts[1].values()] == [Votes(0, 1)]
    apply_votes(parts[1], TEXT, elect(counts), frozenset())
    assert parts[1][0].kind is Kind.HEADING


def test_a_heading_alone_in_its_style_stays() -> None:
    labels = [draft(f"Label {chr(65 + n)} of the form") for n in range(12)]
    parts = [draft(f"1.{n} Soil", Kind.HEADING, style(14.0)) for n in range(5)]
    assert voted(draft("The garden", Kind.HEADING, style(24.0)), *labels, *parts)[0] == "The garden"


def test_a_document_without_headings_elects_none() -> None:
    drafts = [draft(f"Line {chr(65 + n)}", look=BODY) for n in range(20)]
    assert voted(*drafts) == []
    assert elect([]) == NONE_ELECTED


def test_the_title_of_contents_is_not_elected_back() -> None:
    big = style(16.0)
    entries = [line(f"{name} {'.' * 60} {n}", 72, 130 + 14 * n) for n, name in enumerate(("Soil", "Tools", "Seeds"), 2)]
    pages = [page([line("Contents", 72, 90, big), *entries])]
    for n, name in enumerate(("Soil", "Tools", "Seeds"), 2):
        pages.append(page([line(name, 72, 90, big), *block(prose(150, 460), 72, 120)], number=n))
    found = [text_of(one.spans) for one in arrange(pages, meta=META).blocks if isinstance(one, Heading)]
    assert found == ["Soil", "Tools", "Seeds"]
