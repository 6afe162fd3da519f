"""Numbering that prints exactly the markers of the source, as Word would count."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from quire.write.office.marker_format import Marker, NumberFormat, interpretations
from quire.write.word.numbering import Numbering
from tests.write.ooxml import W

FORMATS = {"decimal": str, "lowerLetter": lambda n: "abcdefghijklmnopqrstuvwxyz"[n - 1]}


def printed(numbering: Numbering, items: list[tuple[int, int]]) -> list[str]:
    """What Word prints for (numId, level) items: counters by list, restarted under a higher level's item."""
    tree = etree.fromstring(numbering.part())
    abstract = {e.get(W + "abstractNumId"): e for e in tree.iter(W + "abstractNum")}
    lists = {e.get(W + "numId"): abstract[e[0].get(W + "val")] for e in tree.iter(W + "num")}
    counters: dict[int, dict[int, int]] = {}
    out = []
    for number, level in items:
        levels = {int(e.get(W + "ilvl")): e for e in lists[str(number)].iter(W + "lvl")}
        counts = counters.setdefault(number, {})
        start = int(levels[level].find(W + "start").get(W + "val"))
        counts[level] = counts.get(level, start - 1) + 1
        for deeper in [at for at in counts if at > level]:
            del counts[deeper]
        text = levels[level].find(W + "lvlText").get(W + "val")
        for at, count in counts.items():
            text = text.replace(f"%{at + 1}", FORMATS[levels[at].find(W + "numFmt").get(W + "val")](count))
        out.append(text)
    return out


def counted(*markers: tuple[str, int]) -> list[str]:
    numbering = Numbering()
    counting = numbering.begin()
    return printed(
        numbering, [(counting.number(interpretations(marker)[0], level), level) for marker, level in markers]
    )


def test_nested_levels_start_again() -> None:
    items = [("1.", 0), ("a)", 1), ("b)", 1), ("2.", 0), ("a)", 1)]
    assert counted(*items) == [marker for marker, _ in items]


def test_numbers_of_the_levels_above() -> None:
    items = [("1.", 0), ("1.1", 1), ("1.2", 1), ("2.", 0), ("2.1", 1)]
    assert counted(*items) == [marker for marker, _ in items]


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3), st.booleans()), min_size=1, max_size=12))
def test_whatever_is_printed_is_what_word_prints(items: list[tuple[int, int, bool]]) -> None:
    markers = [
        (Marker(NumberFormat.DECIMAL, value, "", ".") if digits else Marker(NumberFormat.LOWER, value, "(", ")"), level)
        for value, level, digits in items
    ]
    numbering = Numbering()
    counting = numbering.begin()
    found = printed(numbering, [(counting.number(marker, level), level) for marker, level in markers])
    assert found == [
        f"{m.value}." if m.counter is NumberFormat.DECIMAL else f"({'abcdefghi'[m.value - 1]})" for m, _ in markers
    ]


def test_lists_do_not_count_across_each_other_and_bullets_are_shared() -> None:
    numbering = Numbering()
    one = numbering.begin().number(Marker(NumberFormat.DECIMAL, 1, "", "."), 0)
    two = numbering.begin().number(Marker(NumberFormat.DECIMAL, 1, "", "."), 0)
    bullet = Marker(NumberFormat.BULLET, 0, "•")
    assert one != two
    assert numbering.begin().number(bullet, 0) == numbering.begin().number(bullet, 3)


def test_common_bullets_are_those_of_word() -> None:
    numbering = Numbering()
    for sign in "•◦▪–":
        numbering.bullet(sign)
    levels = [abstract.find(W + "lvl") for abstract in etree.fromstring(numbering.part()).iter(W + "abstractNum")]
    shown = [(e.find(f"{W}rPr/{W}rFonts").get(W + "ascii"), e.find(W + "lvlText").get(W + "val")) for e in levels]
    assert shown == [("Symbol", "\uf0b7"), ("Courier New", "o"), ("Wingdings", "\uf0a7"), ("Arial", "–")]
