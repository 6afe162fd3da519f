"""Cards of slides: drawn boxes with their own text, read one by one."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from quire.layout.order.boxed_panels import outlined_boxes
from quire.layout.order.page_order import OrderedPage, order_page
from quire.layout.order.paragraph_split import split_paragraphs
from quire.layout.order.reading_order import item_atom, line_atom, read_order
from quire.layout.tables import ruled as ruled_tables
from quire.model.geometry import Box, bounds
from quire.model.page import Line, Page

# Smaller boxes are bullets and highlights; larger ones are panels that the whole page is on.
_LEAST_AREA = 900.0
_LEAST_HEIGHT = 14.0
_MOST_SHARE = 0.55
_SLACK = 3.0
# In type sizes: white between the rows of one text, the words of one line, a list's marker and its text.
_ROW_GAP, _WORD_GAP, _MARKER_GAP = 0.9, 1.2, 4.0
_ONE_ROW = 0.4  # type sizes between the baselines of one line
_MARKER = 3  # characters of a list marker at most
_MOST_LINES = 400  # a slide with more of them is a page of text


class Card(NamedTuple):
    """A drawn box and the lines inside it."""

    box: Box
    lines: tuple[Line, ...]


def order_cards(page: Page, lines: Sequence[Line], turned: Sequence[Line], skipped: Container[str]) -> OrderedPage:
    """A page of cards as drafts in reading order; no paragraph or table covers two cards.

    Arguments as for `quire.layout.order.page_order.order_page`.
    """
    used = {index for table in ruled_tables.find(page, lines) for index in table.lines}
    cards = find_cards(page, [line for index, line in enumerate(lines) if index not in used])
    outer = order_page(
        page, [line for index, line in enumerate(lines) if index in used], turned, skipped, labelled=False
    )
    parts = [[draft] for draft in outer.drafts if draft.picture is None or not _is_under(draft.box, cards)]
    boxes = [part[0].box for part in parts]
    for number, card in enumerate(cards, len(outer.order.columns)):
        inner = read_order(line_atom(line) for line in card.lines)
        parts.append([draft for column in inner.columns for draft in split_paragraphs(column, page.number, number)])
        boxes.append(card.box)
    order = read_order(item_atom(box, index) for index, box in enumerate(boxes))
    indices = [part for column in order.columns for part in column.parts if isinstance(part, int)]
    return OrderedPage([draft for index in indices for draft in parts[index]], order, outer.turned)


def find_cards(page: Page, lines: Sequence[Line]) -> list[Card]:
    """The lines of a page as cards: lines in one drawn box, split where they are far apart."""
    boxes = sorted(_boxes(page), key=lambda box: box.area)
    owned: dict[Box | None, list[Line]] = {}
    for line in lines:
        owner = next((box for box in boxes if box.holds(line.box, _SLACK)), None)
        owned.setdefault(owner, []).append(line)
    groups = [group for inside in owned.values() for group in _together(inside)]
    return [Card(bounds(line.box for line in group), tuple(group)) for group in groups]


def _together(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines in groups: one below the other without much white, or beside each other like the words of a line."""
    if len(lines) > _MOST_LINES:
        return [list(lines)]
    group = list(range(len(lines)))
    for index, line in enumerate(lines):
        for other in range(index):
            if group[index] != group[other] and _are_near(lines[other], line):
                old, new = group[index], group[other]
                group = [new if number == old else number for number in group]
    found: dict[int, list[Line]] = {}
    for index, line in enumerate(lines):
        found.setdefault(group[index], []).append(line)
    return list(found.values())


def _are_near(a: Line, b: Line) -> bool:
    """Whether two lines belong to one text: overlapping columns and close rows, or one row and a narrow gap."""
    size = max(a.words[0].style.size, b.words[0].style.size)
    across = max(a.x0, b.x0) - min(a.x1, b.x1)
    if abs(a.baseline - b.baseline) < _ONE_ROW * size:
        first = a if a.x0 <= b.x0 else b
        return across < (_MARKER_GAP if len(first.text.strip()) <= _MARKER else _WORD_GAP) * size
    return across < 0 and max(a.y0, b.y0) - min(a.y1, b.y1) < _ROW_GAP * size


def _boxes(page: Page) -> Iterator[Box]:
    """The boxes of the size of a card: filled, outlined, or pictures."""
    drawn = (*(fill.box for fill in page.fills), *(picture.box for picture in page.pictures))
    for box in (*drawn, *outlined_boxes(page.rules)):
        if box.height >= _LEAST_HEIGHT and _LEAST_AREA <= box.area <= _MOST_SHARE * page.width * page.height:
            yield box


def _is_under(box: Box, cards: Sequence[Card]) -> bool:
    """Whether text of a card is on a picture, which is then part of the card."""
    return any(box.holds(line.box, _SLACK) for card in cards for line in card.lines)
