"""From a finished statements task into a company's record over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Role
from quire.web.state.site import Site
from tests.company.making import MILL, RIVER, bring, write
from tests.web.fakes import FakeTasks

pytestmark = pytest.mark.anyio

UPLOAD = {"file": ("Report.pdf", b"%PDF-1.7\n" + b"x" * 64, "application/pdf")}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    bring(tmp_path / "companies", write(tmp_path, "a.jsonl", RIVER, MILL))
    return tmp_path / "companies"


def details(company: str, kind: int = 0) -> bytes:
    cells = [None, {"page": 3, "box": [1.5, 2, 3, 4], "value": "7"}]
    found = {
        "company": company,
        "scope": "consolidated",
        "unit": "元",
        "multiplier": 1,
        "periods": [None, {"label": "2016", "end": "2016-12-31"}],
        "rows": [{"kind": "item", "level": 0, "item": "cas:货币资金", "cells": cells}],
    }
    return json.dumps([{"tables": [[["货币资金", "7"]]], "type_index": kind, "details": found}]).encode()


async def task(client: httpx.AsyncClient, site: Site, content: bytes) -> str:
    answer = await client.post("/api/finance/extract", files=UPLOAD)
    found: str = answer.json()["task_id"]
    tasks = site.tasks
    assert isinstance(tasks, FakeTasks)
    tasks.finish(found, b"PK", {"details.json": content})
    return found


async def test_a_dry_run_shows_the_changes_and_the_real_one_makes_them(client, site):
    wanted = {"task_id": await task(client, site, details("长河（样例）科技股份有限公司")), "dry_run": True}
    change = {
        "pointer": "/资产负债表/货币资金/2016-12-31",
        "before": "(5,000)",
        "after": "7",
        "page": "3",
        "box": "1.5 2 3 4",
    }
    answer = await client.post("/company/830001/reports", json=wanted)
    assert answer.status_code == 200, answer.text
    assert answer.json()["changes"] == [change]
    assert (answer.json()["outcome"], answer.json()["edition"], answer.json()["remarks"]) == ("changed", 1, [])
    assert (await client.get("/company/830001/json")).json() == RIVER
    assert (await client.post("/company/830001/reports", json={**wanted, "dry_run": False})).status_code == 403
    _, secret = site.keys.create(NewKey("clerk", "ann", Role.ADMIN))
    client.headers["authorization"] = f"Bearer {secret}"
    answer = await client.post("/company/830001/reports", json={**wanted, "dry_run": False})
    assert (answer.json()["changes"], answer.json()["edition"]) == ([change], 2)
    site.companies._next_look = 0
    made = (await client.get("/company/830001/json")).json()
    assert made["资产负债表"]["货币资金"] == {"2015-12-31": "311,203,457.71", "2016-12-31": "7"}
    turtle = (await client.get("/company/830001/rdf")).text
    assert f'dct:title "task {wanted["task_id"]}"' in turtle


async def test_a_report_that_names_another_company_is_remarked(client, site):
    wanted = {"task_id": await task(client, site, details("Mill Incorporated")), "dry_run": True}
    answer = await client.post("/company/830001/reports", json=wanted)
    assert answer.json()["remarks"] == ["the report names “Mill Incorporated”, which is MILL"]
    answer = await client.post("/us/nyse/mill/reports", json=wanted)
    assert answer.json()["remarks"] == []
    assert answer.json()["changes"][0]["pointer"] == "/balance sheet/货币资金/Dec 31, 2016"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/company/830001/reports", b"[]", 400),
        ("/company/830001/reports", b'{"task_id": 5}', 400),
        ("/company/830001/reports", b'{"task_id": "unknown", "dry_run": true}', 404),
        ("/company/999999/reports", b'{"task_id": "unknown", "dry_run": true}', 404),
    ],
)
async def test_what_cannot_be_entered_is_refused(client, path, body, status):
    assert (await client.post(path, content=body)).status_code == status


async def test_a_report_without_statements_is_refused_with_the_reason(client, site):
    wanted = {"task_id": await task(client, site, details("", kind=4)), "dry_run": True}
    answer = await client.post("/company/830001/reports", json=wanted)
    assert answer.status_code == 400
    assert "no balance sheet" in answer.json()["detail"]
