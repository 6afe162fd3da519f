"""The Reconciliation Service API over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.company.catalogues import make

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    return make(tmp_path / "companies")


async def test_it_says_what_it_offers(client):
    body = (await client.get("/company/reconcile")).json()
    assert body["versions"] == ["0.2"]
    assert {"name", "identifierSpace", "schemaSpace", "view"} <= set(body)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_names_become_companies(client, method):
    queries = {
        "q0": {"query": "江苏晨光样例科技股份有限公司"},
        "q1": {"query": "江苏晨光样列科技股份有限公司"},
        "q2": {"query": "样例", "limit": 2},
        "q3": {"query": "brackish", "type": "us"},
        "q4": {"query": "brackish", "type": "cn"},
        "q5": {"query": " "},
    }
    sent = {"queries": json.dumps(queries)}
    answer = await (client.get("/company/reconcile", params=sent) if method == "GET" else client.post("/company/reconcile", data=sent))  # fmt: skip
    body = answer.json()
    assert list(body) == list(queries)
    (best,) = body["q0"]["result"]
    assert (best["id"], best["score"], best["match"]) == ("cn/838006", 100.0, True)
    assert (await client.get(f"/id/{best['id']}")).status_code == 303
    (near,) = body["q1"]["result"]
    assert (near["id"], near["match"]) == ("cn/838006", False)
    assert near["score"] < best["score"]
    assert len(body["q2"]["result"]) == 2
    (american,) = body["q3"]["result"]
    assert (american["id"], american["type"][0]["id"]) == ("us/nyse/BRX-B", "us")
    assert (await client.get(f"/id/{american['id']}")).status_code == 303
    assert body["q4"]["result"] == body["q5"]["result"] == []


@pytest.mark.parametrize(
    "queries",
    [
        "x",
        "[]",
        '{"q": {}}',
        '{"q": {"query": 1}}',
        '{"q": {"query": "a", "limit": 0}}',
        '{"q": {"query": "a", "type": "eu"}}',
        json.dumps({str(at): {"query": "a"} for at in range(101)}),
    ],
)
async def test_bad_queries(client, queries):
    answer = await client.get("/company/reconcile", params={"queries": queries})
    assert (answer.status_code, list(answer.json())) == (400, ["detail"])


@pytest.mark.parametrize(
    ("sent", "word"),
    [
        ({"files": {"queries": (None, '{"q0": {"query": "brackish"}}')}}, "Content-Type"),
        ({"json": {"queries": {"q0": {"query": "brackish"}}}}, "Content-Type"),
        ({"content": '{"q0": {"query": "brackish"}}'}, "Content-Type"),
        ({"data": {"query": "brackish"}}, "no field queries"),
        ({"data": {"extend": '{"ids": ["cn/838006"], "properties": []}'}}, "extend is not offered"),
        ({}, "no field queries"),
    ],
)
async def test_a_post_without_queries_in_a_form_is_no_question_for_the_manifest(client, sent, word):
    answer = await client.post("/company/reconcile", **sent)
    assert (answer.status_code, list(answer.json())) == (400, ["detail"])
    assert word in answer.json()["detail"]
    assert answer.headers["x-error-code"] == "bad_request"


async def test_what_is_not_offered_is_not_in_the_manifest(client):
    assert not {"suggest", "preview", "extend"} & set((await client.get("/company/reconcile")).json())
    answer = await client.get("/company/reconcile", params={"extend": "{}"})
    assert (answer.status_code, list(answer.json())) == (400, ["detail"])
