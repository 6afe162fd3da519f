"""Correct, approve and take home: the reading stays, the checks follow, and only its owner changes a result."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from quire.access.keys import NewKey
from quire.invoice.invoice import Check, Invoice
from quire.jobs import invoice_json, statement_task
from quire.store.database import write
from quire.tasks.task_states import Task
from quire.tasks.task_table import insert_task
from quire.web.state.site import Site
from tests.jobs import statements as make
from tests.jobs.test_result_review import FIELDS, SUM
from tests.web.console.test_documents_page import PAGE, send
from tests.web.console.test_keys_page import sign_in, token

pytestmark = pytest.mark.anyio

INVOICE = Invoice(1, FIELDS, checks=(SUM,))


@pytest.fixture
async def ours(nobody, secret):
    return token(await sign_in(nobody, secret))


@pytest.fixture
async def task_id(nobody, site, ours, tasks):
    """A done task with an invoice whose sum does not hold."""
    await send(nobody, "invoices", ours, "i.pdf", client_ref="batch 2026-01-02 03:04:05")
    (found,) = tasks.rows
    tasks.finish(found, b"[]", {"details.json": invoice_json.result_json([INVOICE], details=True)}, doubts=(1, 0))
    keep_row(site, tasks.rows[found])
    return found


def keep_row(site: Site, task: Task) -> None:
    """The row that the log of changes refers to; tasks of the fake have none."""
    with write(site.keys._engine) as connection:
        insert_task(connection, task)


def form_of(page: str) -> dict[str, str]:
    """The fields of the edit form."""
    return dict(re.findall(r'<input name="(v:[^"]+)" value="([^"]*)"', page))


async def test_a_field_is_corrected_in_the_form_of_its_invoice(nobody, ours, task_id):
    page = (await nobody.get(f"{PAGE}/{task_id}/result")).text
    assert 'href="?edit=0#s-1"' in page
    assert form_of(page) == {}
    fields = form_of((await nobody.get(f"{PAGE}/{task_id}/result?edit=0")).text)
    assert fields["v:0/total_amount"] == "118.00"
    form = {"token": ours, "element": "0"} | fields | {"v:0/total_amount": "113.00"}
    answer = await nobody.post(f"{PAGE}/{task_id}/correct", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}/{task_id}/result?saved=1#s-1")
    page = (await nobody.get(f"{PAGE}/{task_id}/result")).text
    assert 'class="corrected"' in page
    assert re.search(r"<s>118\.00</s> → <strong>113\.00</strong>", page)
    assert "Amount plus tax does not equal the total." not in page
    array = (await nobody.get(f"{PAGE}/{task_id}/corrected/json")).json()
    assert {"key": "total_amount", "value": "113.00"}.items() <= array[0]["fields"][11].items()
    assert "118.00" in (await nobody.get(f"{PAGE}/{task_id}/json")).text  # the reading stays
    rows = list(
        csv.DictReader(io.StringIO((await nobody.get(f"{PAGE}/{task_id}/corrected/csv")).content.decode("utf-8-sig")))
    )
    assert rows[0]["total_amount"] == "113.00"


async def test_invoices_of_earlier_releases_are_in_the_queue(nobody, ours, tasks, task_id):
    tasks.doubted(task_id, None, None)
    page = (await nobody.get(f"{PAGE}/review")).text
    assert "i.pdf" in page
    assert (tasks.rows[task_id].failed_checks, tasks.rows[task_id].low_values) == (1, 3)


async def test_the_interface_gives_the_reading_and_the_corrections(nobody, ours, secret, task_id):
    await nobody.post(f"{PAGE}/{task_id}/correct", data={"token": ours, "v:0/total_amount": "113.00"})
    address, headers = f"/api/invoice/result/{task_id}", {"authorization": f"Bearer {secret}"}
    plain = (await nobody.get(f"{address}?include=details", headers=headers)).json()
    assert "corrections" not in plain
    both = (await nobody.get(f"{address}?include=corrections", headers=headers)).json()
    assert both["result"] == plain["result"]
    assert both["state"] == "to_check"
    (change,) = both["corrections"]
    assert (change["place"], change["before"], change["after"], change["by"]) == (
        "0/total_amount",
        "118.00",
        "113.00",
        "lin",
    )
    assert {field["key"]: field["value"] for field in both["corrected"][0]["fields"]}["total_amount"] == "113.00"


async def test_what_cannot_be_corrected(nobody, site, ours, task_id):
    correct = f"{PAGE}/{task_id}/correct"
    assert (await nobody.post(correct, data={"token": ours, "v:9/total_amount": "1"})).status_code == 400
    assert (await nobody.post(correct, data={"token": "x", "v:0/total_amount": "1"})).status_code == 403
    _, other = site.keys.create(NewKey("t", "mallory"))
    theirs = {"token": token(await sign_in(nobody, other)), "v:0/total_amount": "1"}
    assert (await nobody.post(correct, data=theirs)).status_code == 404
    assert (await nobody.post(f"{PAGE}/{task_id}/approve", data=theirs | {"state": "approved"})).status_code == 404
    assert (await nobody.get(f"{PAGE}/{task_id}/corrected/xlsx")).status_code == 404
    assert site.reviews.log.changes(task_id) == []


async def test_approval_and_the_queue(nobody, ours, tasks, task_id):
    await send(nobody, "invoices", ours, "good.pdf")
    good = next(one for one in tasks.rows if one != task_id)
    sound = Invoice(1, FIELDS, checks=(Check("sum", "", holds=True),))
    tasks.finish(good, b"[]", {"details.json": invoice_json.result_json([sound], details=True)}, doubts=(0, 0))
    queue = (await nobody.get(f"{PAGE}/review")).text
    assert queue.index("i.pdf") < queue.index("good.pdf")
    await nobody.post(f"{PAGE}/{task_id}/approve", data={"token": ours, "state": "approved"})
    queue = (await nobody.get(f"{PAGE}/review?lang=zh")).text
    assert "i.pdf" not in queue
    assert "已确认 1 个。" in queue
    assert "Check again" in (await nobody.get(f"{PAGE}/{task_id}/result?lang=en")).text


async def test_a_batch_is_taken_home_as_one_file(nobody, ours, tasks, task_id):
    page = (await nobody.get(f"{PAGE}?ref=batch 2026-01-02 03:04:05")).text
    assert "1 of 1 done, 0 failed." in page
    links = [link.replace("&amp;", "&") for link in re.findall(rf'href="({PAGE}/book/[^"]+)"', page)]
    assert len(links) == 2
    book, table = [(await nobody.get(link)) for link in links]
    assert book.content.startswith(b"PK")
    assert "i.pdf" in table.text
    assert (await nobody.get(f"{PAGE}/book/csv?kind=parse.md")).status_code == 404
    assert (await nobody.get(f"{PAGE}/book/csv?kind=finance.xlsx")).status_code == 404  # there is none


async def test_a_cell_of_a_statement_is_corrected(nobody, site, ours, tasks):
    await send(nobody, "statements", ours, "s.pdf")
    (found,) = tasks.rows
    details = statement_task.result_json(make.extraction(holds=False), details=True)
    tasks.finish(found, b"PK", {"details.json": details})
    keep_row(site, tasks.rows[found])
    fields = form_of((await nobody.get(f"{PAGE}/{found}/result?edit=0")).text)
    name = next(name for name, text in fields.items() if text == "1,204,318.55")
    form = {"token": ours, "element": "0"} | fields | {name: "1,204,318.56"}
    assert (await nobody.post(f"{PAGE}/{found}/correct", data=form)).status_code == 303
    array = (await nobody.get(f"{PAGE}/{found}/corrected/json")).json()
    _, row, column = name.removeprefix("v:").split("/")
    assert array[0]["details"]["rows"][int(row)]["cells"][int(column)]["value"] == "1204318.56"
    assert (await nobody.get(f"{PAGE}/{found}/corrected/xlsx")).content.startswith(b"PK")
    assert json.loads((await nobody.get(f"{PAGE}/{found}/json")).text) == json.loads(details)
