"""Office files and messages for tests."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pptx
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches


def word(path: Path) -> Path:
    """A report with a title, headings, a list in a list, emphasis, a link, tracked changes and a merged table."""
    made = docx.Document()
    made.core_properties.title = "Annual"
    made.add_paragraph("River report", style="Title")
    made.add_heading("Water", level=1)
    said = made.add_paragraph("Levels ")
    said.add_run("rose").bold = True
    said.add_run(" by 3 %.")
    for tag, text in (("ins", " Inserted."), ("del", " Deleted.")):
        change = OxmlElement(f"w:{tag}")
        run = OxmlElement("w:r")
        inner = OxmlElement("w:t" if tag == "ins" else "w:delText")
        inner.text = text
        inner.set(qn("xml:space"), "preserve")
        run.append(inner)
        change.append(run)
        said._p.append(change)
    hidden = made.add_paragraph("").add_run("hidden")
    hidden.font.hidden = True
    for text, style in (
        ("one", "List Bullet"),
        ("inside", "List Bullet 2"),
        ("two", "List Bullet"),
        ("first", "List Number"),
    ):
        made.add_paragraph(text, style=style)
    table = made.add_table(rows=3, cols=3)
    for row in range(3):
        for col in range(3):
            table.cell(row, col).text = f"{row}{col}"
    table.cell(0, 0).merge(table.cell(0, 1)).text = "wide"
    table.cell(1, 2).merge(table.cell(2, 2)).text = "tall"
    made.add_heading("Deeper", level=2)
    made.save(str(path))
    return path


def slides(path: Path) -> Path:
    """Two slides and a hidden one: title, bullets on two levels, a table, a chart, notes."""
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text = "Outlook"
    frame = first.placeholders[1].text_frame
    frame.text = "Demand grows"
    deeper = frame.add_paragraph()
    deeper.text, deeper.level = "in the north", 1
    last = frame.add_paragraph()
    last.text = "Prices fall"
    first.notes_slide.notes_text_frame.text = "Say hello first."
    second = made.slides.add_slide(made.slide_layouts[5])
    second.shapes.title.text = "Figures"
    table = second.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for at, text in enumerate(("Item", "2026", "Water", "12")):
        table.cell(at // 2, at % 2).text = text
    data = CategoryChartData()
    data.categories = ["2025", "2026"]
    data.add_series("Rain", (1.5, 2))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(4), Inches(4), Inches(2), data)
    third = made.slides.add_slide(made.slide_layouts[5])
    third.shapes.title.text = "Hidden"
    third._element.set("show", "0")
    made.save(str(path))
    return path


def workbook(path: Path) -> Path:
    """A sheet with a note, a table with formats and formulas' values, another table, and a hidden sheet."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Rain"
    sheet["B2"] = "Measured by hand"
    rows = [["Month", "mm", "Share"], ["May", 1234.5, 0.25], ["June", -3, 0.755]]
    for at, row in enumerate(rows, 4):
        for col, value in enumerate(row, 2):
            cell = sheet.cell(at, col, value)
            if isinstance(value, int | float):
                cell.number_format = "#,##0.00" if col == 3 else "0.0%"
    sheet.cell(9, 1, "x")
    sheet.cell(10, 2, "y")
    other = made.create_sheet("Secret")
    other["A1"] = "hidden"
    other.sheet_state = "hidden"
    made.save(str(path))
    return path


def mail(path: Path, *attachments: tuple[str, bytes]) -> Path:
    """A message in HTML and plain text with attachments."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Lin <lin@example.org>", "a@example.org", "Offer 水"
    message["Date"] = "Fri, 06 Mar 2026 08:30:00 +0000"
    message.set_content("Plain words.")
    message.add_alternative("<p>Dear <b>all</b>,</p><ul><li>one</li></ul>", subtype="html")
    for name, content in attachments:
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    path.write_bytes(bytes(message))
    return path


def repacked(path: Path, **changes: bytes) -> Path:
    """A package in which parts (their names with __ for / and _ for .) have another content."""
    names = {
        key.replace("__", "/").replace("_", ".").replace("/.rels/", "/_rels/"): value for key, value in changes.items()
    }
    body = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in names:
                new.writestr(name, old.read(name))
        for name, content in names.items():
            new.writestr(name, content)
    path.write_bytes(body.getvalue())
    return path
