"""Headings whose numbers Word counts."""

from __future__ import annotations

import re

from quire.model.block import Heading, Place, TabStop
from quire.model.geometry import Box
from quire.model.table import Align
from quire.model.traversal import text_of
from quire.write.word.block_columns import Columns
from quire.write.word.numbered_headings import HeadingNumbers
from quire.write.word.numbering import Numbering
from tests import documents as make

COLUMNS = Columns({1: Box(72, 72, 522, 770)})


def heading(text: str, at: int | None = None, x0: float = 100.0, *, typed: bool = False) -> Heading:
    stops = () if at is None else (TabStop(at, x0, 300),)
    return Heading(1, (make.span(text, make.BOLD),), (Place(1, Box(72, 100, 300, 114)),), stops=stops, typed=typed)


def counted(*blocks: Heading) -> tuple[list[tuple[str, str, str]], str]:
    """The text, level and list of each, and the definitions."""
    numbering = Numbering()
    titles = HeadingNumbers(numbering, COLUMNS)
    found = []
    for block in blocks:
        one = titles.counted(block, 450, Align.LEFT)
        if one is None:
            found.append((text_of(block.spans), "", ""))
            continue
        level, number = re.findall(r'w:val="(\d+)"', one.parts["numPr"])
        found.append((text_of(one.block.spans), level, number))
    return found, numbering.part().decode()


def test_numbers_are_counted_level_by_level() -> None:
    found, definitions = counted(heading("1 Scope", 1), heading("1.1 Terms", 3), heading("2 Aims", 1))
    assert found == [("Scope", "0", "1"), ("Terms", "1", "1"), ("Aims", "0", "1")]
    assert 'w:lvlText w:val="%1.%2"' in definitions


def test_a_jump_begins_a_new_list_with_its_number() -> None:
    found, definitions = counted(heading("1. Scope", 2), heading("5. Aims", 2))
    assert found == [("Scope", "0", "1"), ("Aims", "0", "2")]
    assert '<w:start w:val="5"/>' in definitions


def test_typed_numbers_and_other_texts_stay() -> None:
    found, _ = counted(heading("1 Scope"), heading("Institute 2016", 9), heading("3Scope"))
    assert [text for text, level, _ in found if not level] == ["1 Scope", "Institute 2016", "3Scope"]


def test_the_title_stands_where_it_did() -> None:
    titles = HeadingNumbers(Numbering(), COLUMNS)
    one = titles.counted(heading("1 Scope", 1, x0=100.0), 450, Align.LEFT)
    assert one is not None
    assert one.parts["ind"] == '<w:ind w:left="560" w:hanging="560"/>'
    middle = titles.counted(heading("2 Aims", 1), 450, Align.CENTER)
    assert middle is not None
    assert middle.parts["ind"] == '<w:ind w:left="0" w:firstLine="0"/>'


def test_later_stops_go_on() -> None:
    block = heading("1 Scope 2016", 1)
    block = Heading(1, block.spans, block.places, stops=(*block.stops, TabStop(7, 500, 522)))
    one = HeadingNumbers(Numbering(), COLUMNS).counted(block, 450, Align.LEFT)
    assert one is not None
    assert text_of(one.block.spans) == "Scope 2016"
    assert [stop.at for stop in one.block.stops] == [5]


def test_one_way_to_number_is_counted_or_typed() -> None:
    typed = [heading("1. Scope", typed=True), heading("2. Terms", typed=True)]
    headings = [*typed, heading("3. Aims", 2), heading("1.1 Uses", 3)]
    titles = HeadingNumbers(Numbering(), COLUMNS, headings)
    assert [titles.counted(one, 450, Align.LEFT) is not None for one in headings] == [False, False, False, True]


def test_a_number_that_shows_nothing_goes_with_the_others() -> None:
    headings = [heading("1. Scope", 2), heading("1.1. Terms", 4), heading("1.2.Uses"), heading("2.Aims")]
    titles = HeadingNumbers(Numbering(), COLUMNS, [*headings, heading("1.1.1. Links"), heading("(a) Files")])
    found = [titles.counted(one, 450, Align.LEFT) for one in [*headings, heading("1.1.1. Links"), heading("(a) Files")]]
    assert [one and text_of(one.block.spans) for one in found] == ["Scope", "Terms", "Uses", "Aims", "Links", None]
    typed = [heading("1. Scope", typed=True), heading("1.1.Terms")]
    titles = HeadingNumbers(Numbering(), COLUMNS, typed)
    assert [titles.counted(one, 450, Align.LEFT) for one in typed] == [None, None]


def test_numbers_that_are_no_figures() -> None:
    romans = [heading(f"{number}. Scope", len(number) + 1) for number in ("I", "II", "III", "IV", "V", "VI")]
    found, definitions = counted(*romans, heading("第二章 Scope", 3))
    assert [number for _, _, number in found] == ["1"] * 6 + ["2"]
    assert 'w:numFmt w:val="upperRoman"' in definitions
    assert 'w:lvlText w:val="第%1章"' in definitions
