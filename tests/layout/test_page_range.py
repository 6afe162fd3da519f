"""Pages in several stretches, as if each lay in a process of its own, give the document of pages in one."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.layout.page_range import PageRange
from quire.layout.pipeline import LocalRanges, arrange, arrange_ranges
from quire.model.block import Heading, List, Note, Paragraph, Table
from quire.model.geometry import Box
from quire.model.page import Line, OutlineItem, Page, Picture, PictureKind, Rule
from quire.model.traversal import text_of, walk
from tests.layout.pages import BODY, BOLD, META, RAISED, block, line, of, page, prose, style, word

PAGES = 12
NAMES = ["", "", "roses", "willow trees", "", "", "", "", "", "", "moss", "ivy and fern", "old oaks"]
ROWS = 36  # of a table of one page


class Apart:
    """Stretches of which nothing is seen but what crosses to another process."""

    def __init__(self, pages: Sequence[Page], cuts: Sequence[int], *, flow: bool = True) -> None:
        parts = pairwise([0, *sorted(cuts), len(pages)])
        self._here = LocalRanges([PageRange(pages[start:end], flow=flow) for start, end in parts])

    def __len__(self) -> int:
        return len(self._here)

    def ask(self, step: Callable[[PageRange, Any], Any], given: Sequence[Any]) -> list[Any]:
        answers = self._here.ask(step, pickle.loads(pickle.dumps(list(given))))
        found: list[Any] = pickle.loads(pickle.dumps(answers))
        return found


def report() -> list[Page]:
    """A document in which everything goes on over the next page: paragraphs, lists, tables, notes, running titles."""
    return [one_page(number) for number in range(1, PAGES + 1)]


def one_page(number: int) -> Page:
    lines: list[Line] = [line("The yearly report", 72, 40, style(8.0)), line(str(number), 300, 770)]
    rules: list[Rule] = []
    pictures = [Picture(f"p{number}-1", number, Box(470, 20, 540, 50), PictureKind.IMAGE, 70, 30)]
    if number == 1:
        lines += [line("How gardens are kept", 72, 90, style(22.0)), line("Contents", 72, 130, style(14.0))]
        lines += [line(f"{n} Part {n} of it ........ {n + 1}", 72, 160 + 14 * n) for n in range(2, 12)]
    elif number in (4, 5, 6):
        lines += [line(f"{9 * (number - 4) + n}. entry of the list", 72, 80 + 70 * n) for n in range(1, 10)]
    elif number in (7, 8, 9):
        drawn, rules = table(number)
        lines += drawn
    else:
        lines += text(number)
    return page(lines, rules=rules, pictures=pictures, number=number)


def table(number: int) -> tuple[list[Line], list[Rule]]:
    """A table from the top of a page to its foot, headed alike on each."""
    lines: list[Line] = []
    for row in range(ROWS):
        left, right = (f"row {number} {row}", str(100 * number + row)) if row else ("Name", "Sum")
        lines += [line(left, 76, 93 + 18 * row), line(right, 300, 93 + 18 * row)]
    rules = [Rule(72, 80 + 18 * n, 400, 80 + 18 * n, 0.5, 0) for n in range(ROWS + 1)]
    return lines, rules + [Rule(x, 80, x, 80 + 18 * ROWS, 0.5, 0) for x in (72, 250, 400)]


def text(number: int) -> list[Line]:
    """A paragraph from the page before, a heading, a paragraph with a note, one that goes on."""
    name = NAMES[number]
    title = line(f"{number} Part {number} of it", 72, 130, style(14.0))
    noted = of([word("with", 72, 280), word("a", 96, 280, space=True), word("note.", 106, 280, space=True),
                word("1", 132, 277, RAISED)])  # fmt: skip
    return [
        *block([f"national {name} that began on the page before {name} ends here, and more of {name}."], 72, 80),
        title,
        *block(prose(90, 460, start=number), 72, 160),
        noted,
        *block([*prose(60, 460, start=number)[:-1], "the inter-"], 72, 310, to=540),
        line(f"1 What {name} says of {name} in a note.", 72, 720, style(8.0)),
    ]


OUTLINE = [OutlineItem(1, "3 Part 3 of it", 3)]
REPORT = report()
WHOLE = {flow: arrange(REPORT, meta=META, outline=OUTLINE, flow=flow) for flow in (True, False)}


def test_the_report_has_what_can_go_wrong() -> None:
    blocks = list(walk(WHOLE[True].blocks))
    assert {type(block) for block in blocks} >= {Heading, Paragraph, List, Table, Note}
    assert any(len(one.places) > 1 for one in blocks if isinstance(one, Paragraph))
    assert any(len(one.places) > 2 for one in blocks if isinstance(one, Table))
    assert any("international" in text_of(one.spans) for one in blocks if isinstance(one, Paragraph))
    assert WHOLE[True].furniture
    assert WHOLE[True].ornaments


@pytest.mark.parametrize("flow", [True, False])
@pytest.mark.parametrize("cuts", [*[(n,) for n in range(1, PAGES)], (4, 8), (3, 6, 9), tuple(range(1, PAGES))])
def test_stretches_give_the_same_document(cuts: tuple[int, ...], flow: bool) -> None:
    apart = Apart(REPORT, cuts, flow=flow)
    assert arrange_ranges(apart, meta=META, outline=OUTLINE) == WHOLE[flow]


WORDS = ["1. one", "2. two", "• dot", "□ a long answer", "* note", "Chapter 1", "inter-", "goes on and", "A title", "7"]


@st.composite
def documents(draw: st.DrawFn) -> list[Page]:
    """Pages with few rows of all kinds, some of them empty."""
    pages = []
    for number in range(1, draw(st.integers(2, 5)) + 1):
        rows = draw(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([BODY, BOLD, style(14.0)])), max_size=6))
        places = draw(st.lists(st.integers(2, 47), min_size=len(rows), max_size=len(rows), unique=True))
        lines = [line(text, 72, 16 * at, look) for (text, look), at in zip(rows, sorted(places), strict=True)]
        pages.append(page(lines, number=number))
    return pages


@settings(max_examples=60, deadline=None)
@given(documents(), st.data())
def test_any_cut_gives_the_same_document(pages: list[Page], data: st.DataObject) -> None:
    cuts = data.draw(st.sets(st.integers(1, len(pages) - 1)))
    assert arrange_ranges(Apart(pages, sorted(cuts)), meta=META) == arrange(pages, meta=META)
