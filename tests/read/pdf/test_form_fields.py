"""Values of form fields are lines of the page."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from quire.read import open_source
from tests.read import making


def form(canvas: Canvas) -> None:
    fields = canvas.acroForm
    fields.textfield(name="name", value="Ada Lovelace", x=50, y=500, width=200, height=20, fontSize=10)
    fields.textfield(name="empty", value="", x=50, y=450, width=200, height=20)
    fields.textfield(name="secret", value="hidden", x=50, y=400, width=200, height=20, fieldFlags="password")
    fields.checkbox(name="yes", checked=True, x=50, y=350, size=12)
    fields.checkbox(name="no", checked=False, x=50, y=300, size=12)


def test_filled_fields_are_lines_and_passwords_are_not(tmp_path: Path):
    with open_source(making.pdf(tmp_path / "a.pdf", form)) as source:
        lines = source.page(1).lines
    assert [line.text for line in lines] == ["Ada Lovelace", "☑", "☐"]


def test_a_value_lies_in_its_field(tmp_path: Path):
    with open_source(making.pdf(tmp_path / "a.pdf", form)) as source:
        line = source.page(1).lines[0]
    bottom = making.SIZE[1] - 500
    assert 50 <= line.x0 < line.x1 <= 250
    assert bottom - 20 <= line.y0 < line.y1 <= bottom
    assert line.words[1].space


def test_a_check_box_over_a_printed_one_is_that(tmp_path: Path):
    def printed(canvas: Canvas) -> None:
        for y in (350, 300):
            canvas.setFont("ZapfDingbats", 10)
            canvas.drawString(50, y, "\u2751")
            canvas.setFont("Helvetica", 10)
            canvas.drawString(62, y, "Camping")
        canvas.acroForm.checkbox(name="yes", checked=True, x=49, y=348, size=12)
        canvas.acroForm.checkbox(name="no", checked=False, x=49, y=298, size=12)

    with open_source(making.pdf(tmp_path / "a.pdf", printed)) as source:
        assert [line.text for line in source.page(1).lines] == ["☑ Camping", "❑ Camping"]
