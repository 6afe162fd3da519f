"""Dumps over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.company.catalogues import make

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    return make(tmp_path / "companies")


@pytest.mark.parametrize(("path", "key", "count"), [("/company/dump", "公司代码", 4), ("/us/dump", "symbol", 2)])
async def test_lines(client, path, key, count):
    answer = await client.get(path)
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert "companies-" in answer.headers["content-disposition"]
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert len({row[key] for row in rows}) == count
    assert (await client.head(path)).status_code == 200


async def test_quads(client):
    answer = await client.get("/us/dump?format=nquads")
    assert answer.headers["content-type"] == "application/n-quads"
    assert len(answer.text.splitlines()) == 2
    assert (await client.get("/us/dump?format=xml")).json() == {"detail": "format must be one of jsonl, nquads."}


async def test_only_some_at_a_time(client, site):
    site.companies.dumps = 2
    answer = await client.get("/company/dump")
    assert answer.status_code == 503
    site.companies.dumps = 0
    await client.get("/company/dump")
    assert site.companies.dumps == 0
