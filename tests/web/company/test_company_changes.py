"""What changed since a moment, page by page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.company.making import MILL, RIVER, bring, write

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    bring(tmp_path / "companies", write(tmp_path, "a.jsonl", RIVER, MILL))
    bring(tmp_path / "companies", write(tmp_path, "b.jsonl", {**MILL, "description": "Grinds wheat."}), day=2)
    return tmp_path / "companies"


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("", ["830001", "MILL"]),
        ("since=2026-03-04", ["830001", "MILL"]),
        ("since=2026-03-05", ["MILL"]),
        ("since=2026-03-06T05:06:06Z", ["MILL"]),
        ("since=2026-03-06T05:06:07Z", []),
        ("since=2026-03-06T13:06:07%2B08:00", []),
        ("dataset=cn", ["830001"]),
    ],
)
async def test_documents_that_changed_after_a_moment(client, query, codes):
    body = (await client.get(f"/company/changes?{query}")).json()
    assert [row["code"] for row in body["changes"]] == codes
    assert (body["edition"], body["published"], body["next"]) == (2, "2026-03-06T05:06:07Z", None)


async def test_pages_follow_each_other(client):
    first = (await client.get("/company/changes?limit=1")).json()
    second = (await client.get("/company/changes", params={"limit": 1, "cursor": first["next"]})).json()
    assert [row["code"] for row in first["changes"] + second["changes"]] == ["830001", "MILL"]
    assert second["next"] is None
    assert (second["changes"][0]["version"], second["changes"][0]["market"]) == (2, "nyse")


@pytest.mark.parametrize("query", ["since=yesterday", "dataset=uk", "cursor=x", "limit=0"])
async def test_wrong_parameters(client, query):
    assert (await client.get(f"/company/changes?{query}")).status_code == 400


async def test_a_base_that_does_not_match_the_address_is_reported(site):
    assert "begin with http://quire.example.org" in site.companies.look_at_base()
