"""Company IRIs without a key: a summary where the setting allows it, nothing otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pyoxigraph
import pytest

from quire.access.keys import NewKey
from quire.clock import FakeClock
from quire.web import application
from quire.web.state.site import Site
from tests.company.catalogues import BASE, make
from tests.web.fakes import dispose, make_site

pytestmark = pytest.mark.anyio

LEGAL_NAME = "http://www.w3.org/ns/regorg#legalName"


@pytest.fixture
def site(tmp_path: Path, clock: FakeClock) -> Iterator[Site]:
    make(tmp_path / "companies")
    made = make_site(tmp_path, clock, company_public=True)
    made.keys.create(NewKey("test", "lin"))
    yield made
    dispose(made)


async def test_json_tells_code_name_and_links_only(nobody):
    answer = await nobody.get("/id/cn/838006")
    assert answer.status_code == 200
    assert answer.json() == {
        "id": f"{BASE}/id/cn/838006",
        "公司代码": "838006",
        "公司简称": "晨光样例",
        "公司名称": "江苏晨光样例科技股份有限公司",
        "url": "http://quire.test/company/838006/json",
    }
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert "Authorization" in answer.headers["vary"]
    us = (await nobody.get("/id/us/nyse/brx-b")).json()
    assert (us["symbol"], us["market"], us["name"]) == ("BRX-B", "nyse", "Brackish & Sons, Inc.")
    assert set(us) == {"id", "symbol", "market", "name", "url"}


@pytest.mark.parametrize(("accept", "form"), [("text/turtle", "TURTLE"), ("application/ld+json", "JSON_LD")])
async def test_graphs_name_the_same_company(nobody, accept, form):
    answer = await nobody.get("/id/us/nasdaq/EXMPL", headers={"accept": accept})
    assert answer.headers["content-type"].startswith(accept)
    triples = list(pyoxigraph.parse(answer.content, format=getattr(pyoxigraph.RdfFormat, form)))
    assert {one.subject.value for one in triples} == {f"{BASE}/id/us/nasdaq/EXMPL"}
    assert [one.object.value for one in triples if one.predicate.value == LEGAL_NAME] == ["Example Corp"]


async def test_it_can_be_validated(nobody):
    first = await nobody.get("/id/cn/838006")
    again = await nobody.get("/id/cn/838006", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    turtle = await nobody.get("/id/cn/838006", headers={"accept": "text/turtle"})
    assert turtle.headers["etag"] != first.headers["etag"]


async def test_everything_else_needs_a_key(nobody, secret):
    for path in (
        "/company/838006",
        "/company/838006/json",
        "/company?q=838006",
        "/us/nyse",
        "/company/sparql?query=ASK{}",
    ):
        assert (await nobody.get(path)).status_code == 401
    assert (await nobody.get("/id/cn/000000")).status_code == 404
    assert (await nobody.get("/id/cn/838006", headers={"x-api-key": "wrong"})).status_code == 401
    assert (await nobody.get("/id/cn/838006", headers={"x-api-key": secret})).status_code == 303


async def test_without_the_setting_iris_need_a_key(tmp_path: Path, clock: FakeClock):
    (tmp_path / "other").mkdir()
    make(tmp_path / "other" / "companies")
    made = make_site(tmp_path / "other", clock)
    transport = httpx.ASGITransport(application(made))
    async with httpx.AsyncClient(transport=transport, base_url="http://quire.test") as client:
        assert (await client.get("/id/cn/838006")).status_code == 401
    await made.companies.close()
    dispose(made)
