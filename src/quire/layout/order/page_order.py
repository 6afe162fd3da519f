"""The tables, figures and columns of a page, as drafts in reading order."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quire.layout.order import boxed_panels, captioned_drawings, figure_regions
from quire.layout.order.paragraph_split import split_paragraphs
from quire.layout.order.program_frames import ProgramFrame
from quire.layout.order.reading_order import Column, ColumnRules, ReadingOrder, item_atom, line_atom, read_order
from quire.layout.order.separator_rules import barriers, dividers
from quire.layout.tables import extents, tagged_tables
from quire.layout.tables import ruled as ruled_tables
from quire.layout.tables import unruled as open_tables
from quire.layout.tables.grids import FoundTable
from quire.layout.tables.rule_frames import form_tops, have_headings
from quire.layout.text import contents_tables
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import NO_PITCHES, LinePitches
from quire.layout.text.text_rows import Row, rows_of
from quire.model.geometry import Box, bounds
from quire.model.page import Line, Page, Picture, PictureKind

# Points by which boxes may reach over the edge of their diagram, at least so many times as large as their row.
_SLACK, _BEYOND = 3.0, 2.0


@dataclass(slots=True)
class OrderedPage:
    """A page as drafts in reading order."""

    drafts: list[Draft]
    order: ReadingOrder
    turned: list[Line]  # turned lines that belong to no figure


@dataclass(frozen=True, slots=True)
class _Item:
    """A table, a figure, a program, or panels side by side."""

    box: Box
    table: FoundTable | None = None
    picture: Picture | None = None
    panels: tuple[_Panel, ...] | None = None
    lines: tuple[Line, ...] = ()  # of a table or program


class _Panel(NamedTuple):
    """The columns of a panel and the tables and figures in them."""

    order: ReadingOrder
    items: list[_Item]


def order_page(  # noqa: PLR0913 - what is known of the page and of its document
    page: Page,
    lines: Sequence[Line],
    turned: Sequence[Line],
    skipped: Container[str],
    *,
    programs: Sequence[ProgramFrame] = (),
    labelled: bool = True,
    pitches: LinePitches = NO_PITCHES,
    typescript: bool = False,
) -> OrderedPage:
    """The page's drafts: paragraphs, tables and figures in reading order.

    Tables with borders are found first, then figures with the labels inside, then the columns of
    what is left, and tables without borders last: those that the columns would cut, then those inside one column each.

    Args:
        page: The page.
        lines: Its upright lines without furniture.
        turned: Its other lines.
        skipped: Names of pictures that are furniture.
        programs: Its framed programs, whose lines and frames are not among the others.
        labelled: Whether text in a picture is part of it.
        pitches: Inside the paragraphs of the document.
        typescript: Most of the document is set in a fixed pitch.
    """
    ruled, lines, turned = _ruled(page, lines, turned)
    ruled = tagged_tables.with_tagged(page, lines, ruled)
    drawings = captioned_drawings.find(page, lines, turned, _grids(ruled)) if labelled else []
    if drawings:
        ruled = [one for one in ruled if not any(drawing.box.overlap(_place(one)) > 0 for drawing in drawings)]
    items = [_table(found, lines) for found in ruled] + [_Item(one.box, picture=one.picture) for one in drawings]
    items += [_Item(bounds([line.box for line in one.lines]), lines=one.lines) for one in programs]
    labels = frozenset[int]().union(*(one.lines for one in drawings))
    free = [line for line in _rest(lines, ruled) if id(line) not in labels]
    turned = [line for line in turned if id(line) not in labels]
    page = captioned_drawings.without(page, drawings)
    shelves = boxed_panels.panel_rows(page, free, [item.box for item in items])
    if shelves and labelled:
        diagrams = _diagrams(page, [*free, *turned], items, skipped)
        shelves = [row for row in shelves if not any(_is_part_of(row.box, box) for box in diagrams)]
    on_panels = frozenset([index for row in shelves for panel in row.panels for index in panel])
    texts = [[[free[index] for index in panel] for panel in row.panels] for row in shelves]
    free = [line for index, line in enumerate(free) if index not in on_panels] if shelves else free
    drawn = _disjoint(open_tables.find_certain(page, free))
    items += [_table(found, free) for found in drawn]
    free = _rest(free, drawn)
    boxes = [item.box for item in items]
    shown = [*free, *turned]
    placed = (
        figure_regions.find_figures(page, shown, boxes, skipped, labelled=labelled)
        if page.pictures or page.fills or page.rules
        else []
    )
    used = frozenset().union(*(one.lines for one in placed)) if placed else frozenset()
    items += [_Item(one.box, picture=one.picture) for one in placed]
    outside = [line for index, line in enumerate(turned, len(free)) if index not in used]
    free = [line for index, line in enumerate(free) if index not in used]

    rules = ColumnRules(barriers(page, lines), dividers(page, free, [item.box for item in items]))
    ground = _Ground(page, form_tops(page), rules, pitches, typescript)
    for row, own in zip(shelves, texts, strict=True):
        within = [[item for item in items if box.holds(item.box)] for box in row.boxes]
        items = [item for item in items if not any(box.holds(item.box) for box in row.boxes)]
        items.append(_Item(row.box, panels=tuple([_panel(ground, *one) for one in zip(own, within, strict=True)])))
    order = _flow(ground, free, items)
    return OrderedPage(_drafts(ground, order, items, 0), order, outside)


def _diagrams(page: Page, lines: Sequence[Line], items: Sequence[_Item], skipped: Container[str]) -> list[Box]:
    """The drawings with labels that would be figures if no panels were found."""
    drawn = {picture.name for picture in page.pictures if picture.kind is PictureKind.DRAWING}
    if not drawn:
        return []
    found = figure_regions.find_figures(page, lines, [item.box for item in items], skipped)
    return [one.box for one in found if one.lines and one.picture.name in drawn]


def _is_part_of(row: Box, diagram: Box) -> bool:
    """Whether panels side by side are boxes of a diagram, which reaches far beyond them and connects them to others."""
    return diagram.holds(row, _SLACK) and diagram.area > _BEYOND * row.area


def _ruled(
    page: Page, lines: Sequence[Line], turned: Sequence[Line]
) -> tuple[list[FoundTable], Sequence[Line], Sequence[Line]]:
    """The tables with borders, the lines with those that are turned in cells, and the other turned lines."""
    found = ruled_tables.find(page, lines)
    inside = [line for line in turned if any(_place(one).holds(line.box) for one in found)]
    if inside:
        every = [*lines, *inside]
        again = ruled_tables.find(page, every)
        if set(range(len(lines), len(every))) <= {index for one in again for index in one.lines}:
            held = {id(line) for line in inside}
            return again, every, [line for line in turned if id(line) not in held]
    return found, lines, turned


class _Ground(NamedTuple):
    """A page with what is drawn on it."""

    page: Page
    tops: Sequence[float]  # of its forms
    rules: ColumnRules
    pitches: LinePitches
    typescript: bool


def _flow(ground: _Ground, lines: Sequence[Line], items: list[_Item]) -> ReadingOrder:
    """The columns of these lines and items; the tables without borders that are found in them become items."""
    order = _ordered(lines, items, ground.rules)
    across = _across(ground, lines, order, items)
    if across:
        items += [_table(found, lines) for found in across]
        lines = _rest(lines, across)
        order = _ordered(lines, items, ground.rules)
    opened = [found for column in order.columns for found in _open_tables(ground, column)]
    gone = {id(line) for found, own in opened for line in own}
    items += [_Item(found.table.places[0].box, found, lines=tuple(own)) for found, own in opened]
    free = [line for line in lines if id(line) not in gone] if gone else lines
    moved = _settled(ground, free, items)
    if not opened and moved is None:
        return order
    return _ordered(free if moved is None else moved, items, ground.rules)


def _table(found: FoundTable, lines: Sequence[Line]) -> _Item:
    return _Item(found.table.places[0].box, found, lines=tuple([lines[index] for index in found.lines]))


def _settled(ground: _Ground, free: Sequence[Line], items: list[_Item]) -> list[Line] | None:
    """The lines that are left when tables take or leave rows, or None; the items are changed in place."""
    known = [extents.Known(item.table, item.lines) for item in items if item.table is not None]
    others = [item for item in items if item.table is None]
    now = extents.settled(ground.page, free, known, [item.box for item in others], typescript=ground.typescript)
    if {id(one.found) for one in now} == {id(one.found) for one in known}:
        return None
    items[:] = [*others, *[_Item(one.box, one.found, lines=one.lines) for one in now]]
    used = {id(line) for one in now for line in one.lines}
    return [line for line in free if id(line) not in used]


def _drafts(ground: _Ground, order: ReadingOrder, items: Sequence[_Item], first: int) -> list[Draft]:
    """The drafts of columns, which are numbered from `first` on; those of panels count on behind them."""
    found: list[Draft] = []
    after = first + len(order.columns)
    for number, column in enumerate(order.columns, first):
        for draft in split_paragraphs(column, ground.page.number, number, ground.pitches, ground.page.tags):
            item = items[draft.item] if draft.item >= 0 else None
            if item is None or item.panels is None:
                if item is not None:
                    _fill(draft, item)
                found.append(draft)
                continue
            for panel in item.panels:
                inner = _drafts(ground, panel.order, panel.items, after)
                for one in inner:
                    one.panel = after
                after += len(panel.order.columns)
                found += inner
    return found


def _panel(ground: _Ground, lines: Sequence[Line], items: list[_Item]) -> _Panel:
    """The text of a panel."""
    sure = open_tables.find_certain(ground.page, lines)
    items += [_table(found, lines) for found in sure]
    return _Panel(_flow(ground, _rest(lines, sure), items), items)


def _grids(tables: Sequence[FoundTable]) -> list[Box]:
    """Where tables of several rows and columns are; one of a cell is a frame."""
    return [_place(one) for one in tables if min(one.table.grid.rows, one.table.grid.cols) > 1]


def _place(found: FoundTable) -> Box:
    return found.table.places[0].box


def _disjoint(tables: list[FoundTable]) -> list[FoundTable]:
    """The tables without those that hold lines of a larger one: no line may be read twice."""
    used: set[int] = set()
    shared: set[int] = set()
    for found in sorted(tables, key=lambda one: -len(one.lines)):
        if used & found.lines:
            shared.add(id(found))
        else:
            used |= found.lines
    return [one for one in tables if id(one) not in shared] if shared else tables


def _rest(lines: Sequence[Line], tables: Sequence[FoundTable]) -> list[Line]:
    if not tables:
        return list(lines)
    used = frozenset().union(*(found.lines for found in tables))
    return [line for index, line in enumerate(lines) if index not in used]


def _ordered(lines: Sequence[Line], items: Sequence[_Item], rules: ColumnRules) -> ReadingOrder:
    atoms = [line_atom(line) for line in lines]
    placed = [item_atom(item.box, index, picture=item.picture is not None) for index, item in enumerate(items)]
    return read_order(atoms + placed, rules)


def _across(ground: _Ground, lines: Sequence[Line], order: ReadingOrder, items: Sequence[_Item]) -> list[FoundTable]:
    """The tables without borders that the columns would cut, none of them over an item."""
    if len(order.columns) == len(order.regions):
        return []
    at = {
        id(line): number
        for number, column in enumerate(order.columns)
        for part in column.parts
        if isinstance(part, Row)
        for line in part.lines
    }
    columns = {index: at[id(line)] for index, line in enumerate(lines)}
    found = _disjoint(open_tables.find_across(ground.page, lines, columns, typescript=ground.typescript))
    return [one for one in found if not any(one.table.places[0].box.overlap(item.box) > 0 for item in items)]


def _open_tables(ground: _Ground, column: Column) -> list[tuple[FoundTable, list[Line]]]:
    """The tables without borders between the items of a column, each with its lines."""
    found: list[tuple[FoundTable, list[Line]]] = []
    run: list[Row] = []
    for part in [*column.parts, -1]:
        if isinstance(part, Row):
            run.append(part)
            continue
        every = [line for row in run for line in row.lines]
        if sum(len(row.lines) > 1 for row in run) > 1 or have_headings(every, ground.tops):
            lines = [line for row in _without_contents(run) for line in row.lines]
            opened = _disjoint(open_tables.find(ground.page, lines, typescript=ground.typescript))
            found += [(one, [lines[index] for index in one.lines]) for one in opened]
        run = []
    return found


def _without_contents(rows: list[Row]) -> list[Row]:
    """The rows that are no entries of a table of contents."""
    runs = contents_tables.contents_runs(rows, titled=contents_tables.has_contents_heading(rows))
    return [row for index, row in enumerate(rows) if not any(a <= index < b for a, b in runs)]


def _fill(draft: Draft, item: _Item) -> None:
    draft.place = item.box
    if item.table is not None:
        draft.kind, draft.table = Kind.TABLE, item.table.table
    elif item.picture is not None:
        draft.kind, draft.picture = Kind.FIGURE, item.picture
    else:
        draft.kind, draft.rows, draft.place = Kind.CODE, rows_of(item.lines), None
