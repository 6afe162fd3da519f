"""The samples of statements and invoices through tasks and slots: what was drawn comes out again.

The expectations are what `samples/makers` wrote, never what a run gave.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from quire.jobs import HANDLERS
from quire.store.database import connect
from quire.store.file_store import LocalFiles
from quire.tasks.engine import Capacity, Tasks
from quire.tasks.task_states import NewTask, Task

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
DIGITAL = {
    "invoice_type": "电子发票（增值税专用发票）",
    "invoice_code": "",
    "invoice_number": "25442000000031104017",
    "invoice_date": "2025-03-06",
    "buyer_name": "灰码头水务技术有限公司",
    "buyer_tax_id": "91330100MA2HMT07DJ",
    "seller_name": "青屿湾仪表有限公司",
    "seller_tax_id": "91440300MA5QYW01XU",
    "amount": "14710.50",
    "tax_rate": "13%",
    "tax_amount": "1912.36",
    "total_amount": "16622.86",
}


class Product:
    """Tasks of this process, and what they store."""

    def __init__(self, tasks: Tasks, files: LocalFiles) -> None:
        self.tasks, self.files = tasks, files

    def run(self, kind: str, name: str) -> Task:
        """The task of a sample, once it is done."""
        task = self.tasks.submit(NewTask("ann", "k", kind, Path(name).name, SAMPLES / name))
        done = asyncio.run(self.tasks.wait(task.id, owner="ann", seconds=100))
        assert (done.status, done.error) == ("done", None)
        return done

    def stored(self, name: str) -> Any:
        """A stored array."""
        return json.loads(b"".join(self.files.open(name)))


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory, sqlite: Any) -> Iterator[Product]:
    folder = tmp_path_factory.mktemp("products")
    files = LocalFiles(folder / "files")
    engine = connect(sqlite.fresh())
    tasks = Tasks(engine, files)
    tasks.launch(HANDLERS, Capacity(slots=1, seconds=100, memory=3 << 30, scratch=folder / "scratch"))
    yield Product(tasks, files)
    tasks.close()
    engine.dispose()


def figure(text: str) -> Decimal:
    bare = text.replace(",", "")
    return -Decimal(bare[1:-1]) if bare.startswith("(") else Decimal(bare)


def by_label(element: dict[str, Any]) -> dict[str, list[str]]:
    """The rows of an element by their labels, without spaces."""
    return {row[0].replace("　", "").strip(): row[1:] for row in element["tables"][0]}


@pytest.fixture(scope="module")
def chinese(product: Product) -> tuple[Task, list[dict[str, Any]], list[dict[str, Any]]]:
    """The task, its array and its array with details."""
    task = product.run("finance.xlsx", "statements/statements-zh.pdf")
    names = [product.tasks.image_file(task, name) for name in ("result.json", "details.json")]
    return task, product.stored(names[0]), product.stored(names[1])


def test_every_statement_is_found_in_order(chinese):
    task, plain, details = chinese
    assert [one["type_index"] for one in plain] == [0, 1, 2, 0, 1, 2]
    assert [one["details"]["scope"] for one in details] == ["consolidated"] * 3 + ["parent"] * 3
    assert [one["details"]["pages"] for one in details] == [[2, 3], [4], [5], [6, 7], [8], [9]]
    assert {(one["details"]["unit"], one["details"]["currency"]) for one in details} == {("元", "CNY")}
    assert (task.pages_done, task.pages_total, task.warnings) == (9, 9, ())


@pytest.mark.parametrize("at", [0, 3])
def test_the_balance_sheets_balance_as_they_were_drawn(chinese, at: int):
    rows = by_label(chinese[1][at])
    assets, funds = rows["资产总计"], rows["负债和所有者权益（或股东权益）总计"]
    assert assets == funds
    parts = [figure(rows[name][1]) for name in ("流动资产合计", "非流动资产合计")]
    assert sum(parts) == figure(assets[1])
    assert rows["货币资金"][0] == "七、1"
    assert all(not one for one in rows["流动资产："])


def test_cash_goes_from_year_to_year(chinese):
    rows = by_label(chinese[1][2])
    closing, opening = rows["六、期末现金及现金等价物余额"], rows["加：期初现金及现金等价物余额"]
    assert opening[1] == closing[2]
    assert by_label(chinese[1][0])["货币资金"][1:] == closing[1:]


def test_no_check_fails_on_figures_that_fit_together(chinese):
    failing = [check for one in chinese[2] for check in one["details"]["checks"] if not check["holds"]]
    assert failing == []


def test_the_workbook_has_the_same_figures(product: Product, chinese, tmp_path: Path):
    task, plain, _ = chinese
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"".join(product.files.open(product.tasks.result_file(task))))
    book = openpyxl.load_workbook(path)
    assert book.sheetnames[0] == "资产负债表 合并"
    for sheet, element in zip(book.worksheets, plain, strict=True):
        cells = [cell.value for row in sheet.iter_rows() for cell in row]
        numbers = {float(value) for value in cells if isinstance(value, int | float)}
        printed = {float(figure(cell)) for row in element["tables"][0][1:] for cell in row[2:] if cell}
        assert printed <= numbers


def test_the_english_statements(product: Product):
    task = product.run("finance.xlsx", "statements/statements-en.pdf")
    result = product.stored(product.tasks.image_file(task, "result.json"))
    assert [one["type_index"] for one in result] == [0, 1, 2]
    rows = by_label(result[0])
    assert rows["Total assets"] == rows["Total liabilities and shareholders’ equity"]
    flows = by_label(result[2])
    assert flows["Repayments of debt"][0].startswith("(")
    assert result[1]["tables"][0][0][1:] == ["2025", "2024", "2023"]


def test_a_digital_invoice(product: Product):
    task = product.run("invoice.json", "invoices/digital-invoice.pdf")
    result = product.stored(product.tasks.result_file(task))
    assert [one["page"] for one in result] == [1]
    fields = {field["key"]: field["value"] for field in result[0]["fields"]}
    assert {key: fields[key] for key in DIGITAL} == DIGITAL
    assert list(fields)[:12] == list(DIGITAL)
    assert len(json.loads(fields["line_items"])) == 2
    details = product.stored(product.tasks.image_file(task, "details.json"))
    assert not [check for check in details[0]["details"]["checks"] if not check["holds"]]


@pytest.mark.parametrize("name", ["ordinary-invoice.pdf", "scanned-invoice.png"])
def test_an_ordinary_invoice_as_text_and_as_a_scan(product: Product, name: str):
    task = product.run("invoice.json", f"invoices/{name}")
    fields = {field["key"]: field["value"] for field in product.stored(product.tasks.result_file(task))[0]["fields"]}
    expected = {
        "invoice_code": "044032500111",
        "invoice_number": "31104206",
        "invoice_date": "2025-03-06",
        "buyer_name": "灰码头水务技术有限公司",
        "seller_name": "青屿湾仪表有限公司",
        "amount": "452.83",
        "tax_rate": "6%",
        "tax_amount": "27.17",
        "total_amount": "480.00",
    }
    assert {key: fields[key] for key in expected} == expected
