"""The handler of invoices: one element a page whatever happens. Recognition itself is told what to find."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.errors import BadRequest, DamagedDocument, DocumentTooBig, OutOfMemory, ProtectedDocument, UnsupportedType
from quire.invoice.invoice import KEYS, Check, Invoice, Origin, Value
from quire.jobs import HANDLERS, invoice_task
from quire.jobs.invoice_task import may_hold_code, recognise_file, run
from quire.model.barcode import Barcode
from quire.model.geometry import Box
from quire.model.page import Page, Picture, PictureKind, Rule, TextSource
from quire.read import open_source
from tests.invoice import forms
from tests.invoice.ofd_forms import write_ofd
from tests.invoice.pages import page as source_page
from tests.invoice.test_embedded_xml import CII, UBL
from tests.invoice.test_fattura_pa import BODY, lot
from tests.jobs.sources import FakeSource, page

TODAY = date(2026, 1, 2)
WHOLE = ("invoice_number", "invoice_date", "total_amount")


def pdf(path: Path, *texts: str, password: str = "") -> Path:
    canvas = Canvas(str(path), encrypt=password or None)
    for text in texts:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


class Core:
    """Stands for recognition: notes what it was given, finds the words of a page as keys."""

    def __init__(self) -> None:
        self.given: list[tuple[int, bool, bool]] = []  # page, codes, look
        self.before: dict[int, list[int]] = {}  # page: the pages before it that it was given

    def __call__(
        self,
        page: Page,
        *,
        attachments: Any,
        codes: Sequence[Barcode] = (),
        today: Any,
        look: Any = None,
        before: Sequence[Page] = (),
    ) -> list[Invoice]:
        self.before[page.number] = [one.number for one in before]
        self.given.append((page.number, bool(codes), look is not None))
        words = [word.text for line in page.lines for word in line.words]
        if "boom" in words:
            raise ValueError("boom")
        if "memory" in words:
            raise MemoryError
        checks = (Check("sum", "no", holds="wrong" not in words),)
        return [Invoice(page.number, {word: Value(word, word, Origin.TEXT) for word in words}, checks=checks)]


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch) -> Core:
    made = Core()
    monkeypatch.setattr(invoice_task, "read_invoices", made)
    code = Barcode("01,10", Box(0, 0, 1, 1))
    monkeypatch.setattr(
        invoice_task, "page_qr_codes", lambda source, page: [code] if source.image(page.number, 200.0) else []
    )
    return made


def with_picture(made: Page, width: float = 50.0, height: float = 50.0) -> Page:
    box = Box(20.0, 20.0, 20.0 + width, 20.0 + height)
    return replace(made, pictures=(Picture("p", made.number, box, PictureKind.IMAGE, 100, 100),))


class Source(FakeSource):
    def image(self, number: int, dpi: float) -> object:
        if number == 3:
            raise DamagedDocument
        return object()

    def look(self, number: int, box: Box, *, scale: float) -> list[object]:
        return []


def opened(monkeypatch: pytest.MonkeyPatch, *pages: Page) -> None:
    monkeypatch.setattr(invoice_task, "open_source", lambda path, password, ocr: Source(*pages))
    monkeypatch.setattr(invoice_task, "attachments", lambda path, password: [])


def request(source: Path, **options: str) -> dict[str, Any]:
    target = source.parent / "out"
    target.mkdir()
    return {
        "task_id": "id",
        "kind": "invoice.json",
        "filename": "发票.PDF",
        "source": str(source),
        "target": str(target),
        "options": {"ocr": "0"} | options,
    }


def test_both_arrays_are_saved(tmp_path: Path, core: Core):
    seen: list[tuple[int, int]] = []
    made = run(request(pdf(tmp_path / "in.pdf", "one", "two")), lambda done, total: seen.append((done, total)))
    assert made == {
        "result": "result.json",
        "filename": "发票.json",
        "images": ["details.json"],
        "pages": 2,
        "warnings": [],
        "doubts": [0, 0],
    }
    assert seen == [(0, 2), (1, 2), (2, 2)]
    plain, details = (json.loads((tmp_path / "out" / name).read_bytes()) for name in ("result.json", "details.json"))
    assert [one["page"] for one in plain] == [1, 2]
    assert [list(one) for one in plain] == [["page", "total_tokens", "fields"]] * 2
    assert all("details" in one for one in details)


def test_a_document_that_is_no_invoice_has_a_warning(tmp_path: Path):
    made = run(request(pdf(tmp_path / "in.pdf", "Dear Sir or Madam,")), lambda done, total: None)
    assert made["warnings"] == ["No invoice was found in the document."]


def test_no_page_is_ever_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, core: Core):
    """A page that cannot be read, one whose recognition fails, and an empty one."""
    source = Source(page(1, "one"), page(2, "boom"), page(3), page(4, "four"))
    read = source.page
    monkeypatch.setattr(source, "page", lambda number: read(9) if number == 4 else read(number))
    opened(monkeypatch)
    monkeypatch.setattr(invoice_task, "open_source", lambda path, password, ocr: source)
    found = recognise_file(tmp_path / "a.pdf", today=TODAY)
    assert [one.page for one in found.invoices] == [1, 2, 3, 4]
    for at in (1, 3):
        pairs = found.invoices[at].pairs()
        assert pairs[:12] == [(key, "") for key in KEYS]
        assert json.loads(dict(pairs)["checks"]) == [
            {"rule": "page_readable", "holds": False, "message": "The page could not be read."}
        ]
    assert found.warnings == ("Page 4 could not be read.",)


def test_codes_are_looked_for_only_where_the_text_leaves_doubt(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, core: Core
):
    whole = page(1, " ".join(WHOLE))
    doubted = with_picture(page(2, " ".join((*WHOLE, "wrong"))))
    undrawn = with_picture(page(3, "invoice_number"))
    scan = replace(page(4, " ".join(WHOLE)), source=TextSource.OCR)
    opened(monkeypatch, whole, doubted, undrawn, scan)
    recognise_file(tmp_path / "a.pdf", today=TODAY)
    assert core.given == [
        (1, False, False),
        (2, False, False),
        (2, True, False),
        (3, False, False),
        (3, False, False),
        (4, True, True),
    ]


@pytest.mark.parametrize(
    ("width", "height", "found"),
    [(50, 50, True), (66, 60, True), (20, 20, False), (100, 70, False), (595, 397, True), (300, 30, False)],
)
def test_a_code_may_stand_in_a_square_or_a_large_picture(width: float, height: float, found: bool):
    assert may_hold_code(with_picture(page(1, "x"), width, height)) is found


def test_a_code_may_be_drawn():
    lines = [Rule(float(at), 10.0, float(at), 12.0, 0.5, 0) for at in range(150)]
    assert may_hold_code(replace(page(1, "x"), rules=tuple(lines)))
    assert not may_hold_code(replace(page(1, "x"), rules=tuple(lines[:100])))
    assert may_hold_code(replace(page(1), source=TextSource.NONE))


def test_a_page_is_read_with_the_three_before_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, core: Core):
    opened(monkeypatch, *(page(number, "x") for number in range(1, 6)))
    recognise_file(tmp_path / "a.pdf", today=TODAY)
    assert core.before == {1: [], 2: [1], 3: [1, 2], 4: [1, 2, 3], 5: [2, 3, 4]}


def test_memory_is_the_whole_documents_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, core: Core):
    opened(monkeypatch, page(1, "memory"))
    with pytest.raises(OutOfMemory):
        recognise_file(tmp_path / "a.pdf", today=TODAY)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", UnsupportedType),
        (b"%PDF-1.7\n%garbage", DamagedDocument),
        (b"just a text", UnsupportedType),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, DamagedDocument),
    ],
)
def test_bad_files_are_errors_of_the_document(tmp_path: Path, content: bytes, error: type[Exception]):
    (tmp_path / "in.pdf").write_bytes(content)
    with pytest.raises(error):
        recognise_file(tmp_path / "in.pdf")


def test_passwords_ranges_and_caps(tmp_path: Path, core: Core):
    source = pdf(tmp_path / "in.pdf", "one", "two", password="open")
    with pytest.raises(ProtectedDocument):
        recognise_file(source)
    assert [one.page for one in recognise_file(source, password="open", pages="2").invoices] == [2]
    with pytest.raises(DocumentTooBig):
        recognise_file(source, password="open", page_cap=1)


def test_the_handler_is_known():
    assert HANDLERS["invoice.json"] == "quire.jobs.invoice_task:run"


def test_a_file_none_of_whose_pages_can_be_read_is_damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, core: Core):
    opened(monkeypatch)  # it says that it has no page, and is asked for two
    monkeypatch.setattr(invoice_task, "page_numbers", lambda ranges, count: [1, 2])
    with pytest.raises(DamagedDocument):
        recognise_file(tmp_path / "a.pdf", today=TODAY)


@pytest.mark.parametrize(
    ("data", "number"), [(b"\xef\xbb\xbf\n" + UBL.encode(), "U-1"), (CII.encode("utf-16"), "F-77")]
)
def test_an_invoice_in_xml_needs_no_print(tmp_path: Path, data: bytes, number: str):
    path = tmp_path / "a.xml"
    path.write_bytes(data)
    told: list[tuple[int, int]] = []
    (found,) = recognise_file(path, today=TODAY, progress=lambda done, of: told.append((done, of))).invoices
    assert (found.page, found.text("invoice_number")) == (1, number)
    assert {value.source for value in found.fields.values()} == {Origin.XML}
    assert ("sum", True) in {(check.rule, check.holds) for check in found.checks}
    assert told == [(0, 1), (1, 1)]


def test_a_lot_in_xml_gives_one_element_for_each_invoice(tmp_path: Path):
    path = tmp_path / "lot.xml"
    path.write_bytes(lot(*(BODY.format(number=at, sum="") for at in (5, 6, 7))))
    found = recognise_file(path, pages="2-3", today=TODAY).invoices
    assert [(one.page, one.text("invoice_number")) for one in found] == [(2, "6"), (3, "7")]
    with pytest.raises(BadRequest):
        recognise_file(path, pages="4", today=TODAY)


@pytest.mark.parametrize("kind", ["digital", "digital-special", "e-ordinary", "special"])
def test_an_ofd_file_gives_what_its_print_says(tmp_path: Path, kind: str):
    facts = forms.make(tmp_path / "a.pdf", kind, 44, qr=False)
    with open_source(tmp_path / "a.pdf") as source:
        write_ofd(tmp_path / "a.ofd", [source.page(1)])
    (found,) = recognise_file(tmp_path / "a.ofd").invoices
    assert {key: found.text(key) for key in facts.fields} == facts.fields
    assert [item.amount for item in found.items] == [row["amount"] for row in facts.rows]
    assert {value.source for value in found.fields.values()} == {Origin.TEXT}
    write_ofd(tmp_path / "b.ofd", [source_page((50, 40, "打印"))], attached=forms.einvoice_xml(facts))
    (attached,) = recognise_file(tmp_path / "b.ofd").invoices
    assert attached.fields["total_amount"].source is Origin.XML
    with pytest.raises(BadRequest):
        recognise_file(tmp_path / "a.ofd", pages="2")


@pytest.mark.parametrize(
    "data",
    [
        b"<?xml version='1.0'?><a/>",
        b"<Invoice>",
        b"<!DOCTYPE x [<!ENTITY a 'b'>]><Invoice>&a;</Invoice>",
        b"<" * 5_000_000,
    ],
)
def test_xml_that_is_no_invoice_is_damaged(tmp_path: Path, data: bytes):
    (tmp_path / "a.xml").write_bytes(data)
    with pytest.raises(DamagedDocument):
        recognise_file(tmp_path / "a.xml", today=TODAY)
