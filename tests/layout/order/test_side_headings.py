"""Headings in a column of their own beside their texts."""

from __future__ import annotations

from quire.layout.order.reading_order import line_atom, read_order
from quire.layout.order.side_headings import heading_parts
from quire.layout.text.text_rows import Row
from tests.layout.pages import BODY, BOLD, block, line, prose

LEFT, RIGHT = 72.0, 200.0


def page_of(look=BOLD, drop=0.0):
    """Three headings at the side, the second of two lines, each beside paragraphs."""
    heads, texts, y = [], [], 100.0
    for number, words in enumerate(("Purpose", "Scope of the|whole work", "Review")):
        heads.append(block(words.split("|"), LEFT, y + drop, look))
        own = [*block(prose(30, 300, start=number), RIGHT, y), *block(prose(30, 300, start=9), RIGHT, y + 80)]
        texts.append(own)
        y += 80 + 12 * (len(own) - len(own) // 2) + 24
    return heads, texts


def atoms(groups):
    return [line_atom(one) for group in groups for one in group]


def test_each_heading_comes_before_its_text():
    heads, texts = page_of()
    found = heading_parts(atoms(heads), atoms(texts))
    assert [[atom.line.text for atom in part] for part in found] == [
        [one.text for one in part] for pair in zip(heads, texts, strict=True) for part in pair
    ]
    order = read_order(atoms(heads) + atoms(texts))
    read = [part.text for column in order.columns for part in column.parts if isinstance(part, Row)]
    assert read == [one.text for pair in zip(heads, texts, strict=True) for part in pair for one in part]


def test_labels_that_are_not_bold_or_stand_beside_the_middle_of_a_text_are_none():
    heads, texts = page_of(look=BODY)
    assert heading_parts(atoms(heads), atoms(texts)) == []
    heads, texts = page_of(drop=24.0)
    assert heading_parts(atoms(heads), atoms(texts)) == []


def test_labels_beside_short_cells_are_none():
    labels = [line(f"Label {n}", LEFT, 100 + 30 * n, BOLD) for n in range(4)]
    cells = [line(f"cell {n}", RIGHT, 100 + 10 * n) for n in range(12)]
    assert heading_parts(atoms([labels]), atoms([cells])) == []
    assert heading_parts([], atoms([cells])) == []
