"""A page as drafts in reading order."""

from __future__ import annotations

from quire.layout.order.page_order import order_page
from quire.layout.text.block_drafts import Kind
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page, Picture, PictureKind, Rule
from tests.layout.pages import block, line, page, prose


def drafts_of(shown: Page, **more: object):
    return order_page(shown, list(shown.lines), [], frozenset(), **more).drafts  # type: ignore[arg-type]


def grid(top: float) -> tuple[list[Line], list[Rule]]:
    lines = [line(f"r{r}c{c}", 105 + 100 * c, top + 14 + 20 * r) for r in range(3) for c in range(3)]
    rules = [Rule(100, top + 20 * r, 400, top + 20 * r, 0.5, 0) for r in range(4)]
    return lines, rules + [Rule(100 + 100 * c, top, 100 + 100 * c, top + 60, 0.5, 0) for c in range(4)]


def test_tables_and_figures_are_between_their_paragraphs() -> None:
    cells, rules = grid(200)
    picture = Picture("p1-1", 1, Box(72, 400, 300, 500), PictureKind.IMAGE, 10, 10)
    above, below = block(prose(40, 460), 72, 100), block(prose(40, 460), 72, 300)
    found = drafts_of(page(below, cells, above, rules=rules, pictures=[picture]))
    assert [draft.kind for draft in found] == [Kind.TEXT, Kind.TABLE, Kind.TEXT, Kind.FIGURE]
    assert found[1].table is not None
    assert found[3].picture == picture


def test_text_that_is_turned_stays_in_its_cell() -> None:
    cells, rules = grid(200)
    turned = [one._replace(angle=270) for one in cells[1:3]]
    beside = line("stamp", 20, 240)._replace(angle=270)
    upright = [cells[0], *cells[3:]]
    found = order_page(page(cells, rules=rules), upright, [*turned, beside], frozenset())
    (table,) = [draft.table for draft in found.drafts]
    assert table is not None
    assert [cell.text for cell in table.grid.cells][:3] == ["r0c0", "r0c1", "r0c2"]
    assert found.turned == [beside]


def test_pictures_of_the_furniture_are_no_figures() -> None:
    picture = Picture("logo", 1, Box(72, 400, 300, 500), PictureKind.IMAGE, 10, 10)
    shown = page(block(prose(40, 460), 72, 100), pictures=[picture])
    found = order_page(shown, list(shown.lines), [], frozenset({"logo"})).drafts
    assert [draft.kind for draft in found] == [Kind.TEXT]


def test_no_other_text_continues_in_a_panel() -> None:
    boxes = [Fill(72 + 200 * n, 300, 232 + 200 * n, 380, 0xEEEEEE) for n in range(2)]
    tiles = [block([f"Panel {n}", "holds its text"], 82 + 200 * n, 330) for n in range(2)]
    found = drafts_of(page(block(prose(60, 460), 72, 100), *tiles, fills=boxes))
    panels = [draft.panel for draft in found if "anel" in draft.text]
    assert len(set(panels)) == 2
    assert min(panels) >= 0
    assert found[0].panel < 0


def test_boxes_of_a_diagram_are_no_panels() -> None:
    boxes = [Fill(100 + 200 * n, 300, 200 + 200 * n, 360, 0x4472C4) for n in range(2)]
    labels = [block([f"Do {n}", "at once"], 110 + 200 * n, 325) for n in range(2)]
    diagram = Picture("p1-1", 1, Box(100, 220, 400, 360), PictureKind.DRAWING, 0, 0)
    shown = page(line("USER", 230, 240), *labels, fills=boxes, pictures=[diagram])
    [found] = drafts_of(shown)
    assert found.kind is Kind.FIGURE
    assert found.picture is not None
    assert found.picture.alt == "USER Do 0 Do 1 at once at once"
    beside = diagram._replace(box=Box(100, 300, 400, 360))
    assert len(drafts_of(page(line("USER", 230, 240), *labels, fills=boxes, pictures=[beside]))) > 1


def test_every_line_is_in_one_draft() -> None:
    columns = [block(prose(120, 215, start=n), 72 + 245 * n, 100) for n in range(2)]
    cells, rules = grid(600)
    shown = page(*columns, cells, rules=rules)
    order = order_page(shown, list(shown.lines), [], frozenset())
    rows = [row for draft in order.drafts for row in draft.rows]
    assert sum(len(row.lines) for row in rows) == len(columns[0]) + len(columns[1])
    assert [draft.column for draft in order.drafts] == sorted(draft.column for draft in order.drafts)
