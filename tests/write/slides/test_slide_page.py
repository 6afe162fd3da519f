"""A page as shapes."""

from __future__ import annotations

from quire.model.block import Figure, Formula, Furniture, Place, Role, Span, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.write.slides.slide_page import SlidePage
from tests import documents as make

PAGE = PageInfo(1, 960, 540)
TITLE = make.heading(1, "A title")


def shapes(*blocks: object, furniture: tuple[Furniture, ...] = ()) -> list[str]:
    page = SlidePage(Document((PAGE,), blocks, furniture), PAGE, blocks, (960.0, 540.0), 1)
    return list(page.shapes(lambda target: None, lambda name: "rId1"))


def test_pictures_lie_behind_tables_and_text() -> None:
    table = Table(make.grid(("a",)), (make.place(),), (make.span("Table 1"),))
    found = shapes(make.paragraph("text"), table, Figure(make.picture(), (make.place(),), (make.span("Figure 1"),)))
    assert [markup[3:].partition(">")[0] for markup in found] == ["pic", "graphicFrame", "sp", "sp", "sp"]
    assert "Table 1" in found[3]
    assert "Figure 1" in found[4]


def test_side_marks_are_turned() -> None:
    stamp = Furniture(Role.MARGIN, (Span("arXiv:1234", make.BODY),), Place(1, Box(5, 100, 20, 400)))
    assert 'vert="vert270"' in shapes(furniture=(stamp,))[0]


def test_only_the_own_number_is_a_field() -> None:
    pieces = tuple(
        Furniture(Role.PAGE_NUMBER, (Span(text, make.BODY),), Place(1, Box(900, 500, 910, 510))) for text in ("1", "9")
    )
    assert ["slidenum" in markup for markup in shapes(furniture=pieces)] == [True, False]


def test_type_in_a_font_that_may_be_missing_shrinks_into_its_box() -> None:
    def fitting(font: str) -> str:
        return shapes(TITLE, make.paragraph(Span("text", make.BODY._replace(font=font))))[1]

    assert "<a:normAutofit/>" in fitting("Georgia")
    assert "<a:spAutoFit/>" in fitting("Arial")


def test_a_displayed_formula_and_its_number() -> None:
    formula = Formula("x", (make.place(),), "x^{2}", "(7)")
    label, equation = shapes(formula)
    assert "(7)" in label
    assert equation.startswith("<mc:AlternateContent")
    assert "(7)" not in equation
    assert "AlternateContent" not in shapes(Formula("x", (make.place(),)))[0]
