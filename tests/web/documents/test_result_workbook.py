"""Statements and invoices of many tasks as one file."""

from __future__ import annotations

import csv
import io

import openpyxl
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.invoice.invoice import Invoice
from quire.jobs import invoice_json, statement_task
from quire.web.state.site import Site
from tests.jobs import statements as make
from tests.jobs.test_result_review import FIELDS
from tests.web.fakes import FakeTasks

pytestmark = pytest.mark.anyio

PDF = b"%PDF-1.7\n" + b"x" * 500
STATEMENTS = statement_task.result_json(make.extraction(holds=False), details=True)
INVOICE = invoice_json.result_json([Invoice(1, FIELDS)], details=True)
FINANCE, INVOICES = "/api/finance/extract", "/api/invoice/recognize"


async def submit(client, path: str, name: str, **fields: str) -> str:
    answer = await client.post(path, data=fields, files={"file": (name, PDF)})
    return answer.json()["task_id"]


def table(answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


async def test_the_statements_of_a_batch_are_one_workbook(client, tasks: FakeTasks):
    for name in ("a.pdf", "b.pdf"):
        tasks.finish(await submit(client, FINANCE, name, client_ref="run 7"), b"PK", {"details.json": STATEMENTS})
    tasks.fail(await submit(client, FINANCE, "bad.pdf", client_ref="run 7"), "The file is damaged.")
    await submit(client, FINANCE, "late.pdf", client_ref="run 7")  # has not ended
    answer = await client.get("/api/finance/workbook?client_ref=run 7")
    assert answer.status_code == 200
    assert "statements.xlsx" in answer.headers["content-disposition"]
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert [name[:2] for name in book.sheetnames] == ["总览", "a ", "a ", "b ", "b "]
    overview = "\n".join(str(cell.value) for row in book.worksheets[0].iter_rows() for cell in row if cell.value)
    assert "a.pdf" in overview
    assert "The file is damaged." in overview
    assert "late.pdf" not in overview
    rows = table(await client.get("/api/finance/workbook?client_ref=run 7&format=csv"))
    assert {row["file"] for row in rows} == {"a.pdf", "b.pdf"}
    assert {"canonical_item", "period_end", "doubts"} <= set(rows[0])


async def test_the_invoices_of_chosen_tasks_are_one_table(client, tasks: FakeTasks):
    ids = [await submit(client, INVOICES, name) for name in ("a.pdf", "b.pdf", "c.pdf")]
    for one in ids:
        tasks.finish(one, b"[]", {"details.json": INVOICE})
    answer = await client.get(f"/api/invoice/workbook?ids={ids[0]},{ids[2]}&format=csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert [(row["file"], row["total_amount"]) for row in table(answer)] == [("a.pdf", "118.00"), ("c.pdf", "118.00")]
    book = await client.get(f"/api/invoice/workbook?ids={ids[1]}")
    assert openpyxl.load_workbook(io.BytesIO(book.content)).worksheets[0].max_row == 3


@pytest.mark.parametrize(
    ("query", "status"), [("", 400), ("?client_ref=none", 404), ("?ids=x", 404), ("?client_ref=a&format=ods", 400)]
)
async def test_what_is_not_there_or_wrong(client, query: str, status: int):
    assert (await client.get(f"/api/finance/workbook{query}")).status_code == status


async def test_only_own_tasks_of_the_service_and_only_with_its_scope(nobody, client, site: Site, tasks: FakeTasks):
    mine = await submit(client, FINANCE, "a.pdf")
    tasks.finish(mine, b"PK", {"details.json": STATEMENTS})
    assert (await client.get(f"/api/invoice/workbook?ids={mine}")).status_code == 404
    for scope, status in ((Scope.FINANCE, 404), (Scope.INVOICE, 403)):
        secret = site.keys.create(NewKey(str(scope), "wang", scopes=frozenset({scope})))[1]
        headers = {"authorization": f"Bearer {secret}"}
        assert (await nobody.get(f"/api/finance/workbook?ids={mine}", headers=headers)).status_code == status


async def test_an_archive_can_be_one_table(client, nobody, site: Site, tasks: FakeTasks):
    one = await submit(client, INVOICES, "a.pdf", client_ref="run 8")
    tasks.finish(one, b"[]", {"details.json": INVOICE})
    tasks.fail(await submit(client, INVOICES, "bad.pdf", client_ref="run 8"), "The file is damaged.")
    address = "/api/tasks/archive?client_ref=run 8"
    rows = table(await client.get(f"{address}&format=csv"))
    assert sorted(row["file"] for row in rows) == ["a.pdf", "bad.pdf"]
    book = await client.get(f"{address}&format=xlsx")
    assert "invoices.xlsx" in book.headers["content-disposition"]
    assert (await client.get(f"{address}&format=zip")).headers["content-type"] == "application/zip"
    assert (await client.get(f"{address}&format=tar")).status_code == 400
    assert (await client.get(f"{address}&format=csv&kind=pdf2word")).status_code == 404
    tasks.finish(await submit(client, FINANCE, "b.pdf", client_ref="run 8"), b"PK", {"details.json": STATEMENTS})
    assert (await client.get(f"{address}&format=csv")).status_code == 400
    statements = table(await client.get(f"{address}&format=csv&kind=finance"))
    assert {row["file"] for row in statements} == {"b.pdf"}
    narrow = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.PARSE})))[1]
    answer = await nobody.get(f"{address}&format=csv&kind=finance", headers={"authorization": f"Bearer {narrow}"})
    assert answer.status_code == 403
