"""Corrections over HTTP: the same places, checks and log as in the console; repeated calls and conflicts."""

from __future__ import annotations

import json

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from tests.web.console.test_review_page import ours as ours_of_tables
from tests.web.console.test_review_page import task_id as invoice_id
from tests.web.documents.test_corrected_documents import ours, task_id

__all__ = ["invoice_id", "ours", "ours_of_tables", "task_id"]

pytestmark = pytest.mark.anyio

SUM = {"place": "0/total_amount", "before": "118.00", "after": "113.00"}


@pytest.fixture
def call(nobody, secret):
    """Sends corrections of a task with a key."""

    async def send(task, *corrections, key=secret, **more):
        body = {"corrections": [*corrections], **more}
        headers = {"authorization": f"Bearer {key}"}
        return await nobody.post(f"/api/tasks/{task}/corrections", json=body, headers=headers)

    return send


async def test_a_value_is_corrected_and_the_checks_follow(call, site, tasks, invoice_id):
    answer = await call(invoice_id, SUM, state="approved")
    body = answer.json()
    assert (answer.status_code, body["state"]) == (200, "approved")
    (change,) = body["corrections"]
    assert (change["place"], change["before"], change["after"], change["by"]) == (*SUM.values(), "lin")
    assert all(check["holds"] for check in body["corrected"][0]["details"]["checks"])
    assert tasks.rows[invoice_id].failed_checks == 0
    again = await call(invoice_id, SUM)  # what is made already changes nothing, and ends no approval
    assert again.json() == body
    assert len(site.reviews.log.changes(invoice_id)) == 2
    other = await call(invoice_id, {"place": "0/seller_name", "after": "Else"})
    assert other.json()["state"] == "to_check"


async def test_whoever_has_not_seen_the_last_state_is_told(call, site, invoice_id):
    await call(invoice_id, SUM)
    late = await call(invoice_id, SUM | {"after": "119.00"}, {"place": "0/seller_name", "after": "Else"})
    assert (late.status_code, "is now “113.00”" in late.json()["detail"]) == (409, True)
    blind = await call(invoice_id, {"place": "0/seller_name", "after": "Else"}, seen=0)
    assert (blind.status_code, "meanwhile" in blind.json()["detail"]) == (409, True)
    assert len(site.reviews.log.changes(invoice_id)) == 1  # all of a call, or nothing
    assert (await call(invoice_id, {"place": "0/seller_name", "after": "Else"}, seen=1)).status_code == 200


async def test_a_cell_a_role_and_a_row_of_a_document(call, nobody, secret, task_id):
    texts = [{"place": "1/b2/1/1", "after": "120"}, {"place": "1/b1/role", "after": "heading1"}]
    assert (await call(task_id, *texts)).status_code == 200
    join = {"place": "1/b2/row/0", "after": "join"}
    assert (await call(task_id, join)).status_code == 400  # made twice, it would join another row
    joined = (await call(task_id, join, seen=2)).json()
    assert "Year 2025" in str(joined["corrected"])
    assert (await call(task_id, join, seen=2)).status_code == 409
    taken_back = (await call(task_id, {"place": "1/b2", "after": "as read"}, seen=3)).json()
    assert [block["id"] for block in taken_back["corrected"]] == ["b1"]
    headers = {"authorization": f"Bearer {secret}"}
    result = (await nobody.get(f"/api/parse/result/{task_id}?include=corrections", headers=headers)).json()
    assert {name: result[name] for name in taken_back} == taken_back


@pytest.fixture
def patch(nobody, secret):
    """Sends a JSON Patch over a result."""

    async def send(task, *operations):
        headers = {"authorization": f"Bearer {secret}", "content-type": "application/json-patch+json"}
        body = json.dumps([dict(zip(("op", "path", "value"), one, strict=True)) for one in operations])
        return await nobody.patch(f"/api/tasks/{task}/corrections", content=body, headers=headers)

    return send


async def test_a_json_patch_over_the_result_corrects_it(patch, nobody, secret, invoice_id):
    headers = {"authorization": f"Bearer {secret}"}
    result = (await nobody.get(f"/api/invoice/result/{invoice_id}?include=details", headers=headers)).json()["result"]
    at = next(number for number, field in enumerate(result[0]["fields"]) if field["key"] == "total_amount")
    path = f"/result/0/fields/{at}/value"
    answer = await patch(
        invoice_id, ("test", path, "118.00"), ("replace", path, "113.00"), ("replace", "/state", "approved")
    )
    body = answer.json()
    assert (answer.status_code, body["state"]) == (200, "approved")
    assert [(one["place"], one["before"], one["after"]) for one in body["corrections"]] == [tuple(SUM.values())]
    assert (await nobody.get(f"/api/tasks/{invoice_id}/corrections", headers=headers)).json() == body
    late = await patch(invoice_id, ("test", path, "118.00"), ("replace", "/0/fields/6/value", "Else"))
    assert late.status_code == 409
    only_a_test = await patch(invoice_id, ("test", path, "113.00"))
    assert (only_a_test.status_code, only_a_test.json()) == (200, body)


async def test_a_json_patch_of_a_document_names_its_places(patch, task_id):
    body = (await patch(task_id, ("replace", "/1/b2/1/1", "120"))).json()
    assert [(one["place"], one["after"]) for one in body["corrections"]] == [("1/b2/1/1", "120")]


@pytest.mark.parametrize(
    "operation",
    [
        ("add", "/result/0/fields/0/value", "x"),
        ("replace", "result/0/fields/0/value", "x"),
        ("replace", "/result/0/fields/0/value", 1),
        ("replace", "/result/0/fields/99/value", "x"),
        ("replace", "/result/0/fields/-1/value", "x"),
        ("replace", "/result/9/fields/0/value", "x"),
        ("replace", "/result/0/fields/0/key", "x"),
        ("replace", "/state", "perfect"),
    ],
)
async def test_a_patch_that_cannot_be_is_refused_whole(patch, site, invoice_id, operation):
    answer = await patch(invoice_id, ("replace", "/0/seller_name", "Else"), operation)
    assert answer.status_code == 400
    assert site.reviews.log.changes(invoice_id) == []


@pytest.mark.parametrize(
    "body",
    [
        {"corrections": {}},
        {"corrections": [1]},
        {"corrections": [{"place": "0/total_amount"}]},
        {"corrections": [{"place": "0/total_amount", "after": 1}]},
        {"corrections": [{"place": "0/total_amount", "after": "1", "before": 2}]},
        {"corrections": [SUM, SUM]},
        {"corrections": [{"place": "0/nothing", "after": "1"}]},
        {"corrections": [{"place": "9/total_amount", "after": "1"}]},
        {"corrections": [{"place": "", "after": "approved"}]},
        {"corrections": [{"place": "0/row/1", "after": "join"}], "seen": 0},
        {"corrections": [{"place": "0/seller_name", "after": "x" * 20_001}]},
        {"state": "done"},
        {"seen": True},
    ],
)
async def test_what_cannot_be_is_refused_whole(nobody, secret, site, invoice_id, body):
    headers = {"authorization": f"Bearer {secret}"}
    answer = await nobody.post(f"/api/tasks/{invoice_id}/corrections", json=body, headers=headers)
    assert answer.status_code == 400
    assert site.reviews.log.changes(invoice_id) == []


async def test_only_who_may_corrects(call, nobody, site, invoice_id):
    stranger = site.keys.create(NewKey("t", "mallory"))[1]
    narrow = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.PARSE})))[1]
    assert (await call(invoice_id, SUM, key=stranger)).status_code == 404
    assert (await call(invoice_id, SUM, key=narrow)).status_code == 403
    assert (await call("gone", SUM)).status_code == 404
    assert (await nobody.post(f"/api/tasks/{invoice_id}/corrections", json={})).status_code in {401, 403}
    assert site.reviews.log.changes(invoice_id) == []
