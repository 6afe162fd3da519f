"""The vocabulary is served at its IRIs."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph
import pytest

from tests.company.catalogues import BASE, make

pytestmark = pytest.mark.anyio


async def test_terms_need_no_key(nobody, tmp_path: Path):
    before = await nobody.get("/vocabulary")
    assert b"http://quire.test/vocabulary#" in before.content
    make(tmp_path / "companies")


async def test_terms_have_the_base_of_the_documents(nobody, tmp_path: Path):
    make(tmp_path / "companies")
    answer = await nobody.get("/vocabulary")
    assert answer.headers["content-type"] == "text/turtle; charset=utf-8"
    subjects = {one.subject.value for one in pyoxigraph.parse(answer.content, format=pyoxigraph.RdfFormat.TURTLE)}
    assert f"{BASE}/vocabulary#listingDate" in subjects


async def test_items_need_one(client, nobody, tmp_path: Path):
    make(tmp_path / "companies")
    for part in ("items", "printed"):
        answer = await client.get(f"/vocabulary/{part}")
        assert answer.status_code == 200
        list(pyoxigraph.parse(answer.content, format=pyoxigraph.RdfFormat.TURTLE))
    assert (await nobody.get("/vocabulary/items", headers={"authorization": ""})).status_code == 401
