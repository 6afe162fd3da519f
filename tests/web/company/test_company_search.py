"""Lists and search over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import jsonschema
import pytest

from quire.web import ROUTES
from quire.web.openapi import document
from tests.company.catalogues import CHINESE, make

pytestmark = pytest.mark.anyio

API = document(ROUTES, version="1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    return make(tmp_path / "companies")


def component(name: str) -> dict:
    return {"$ref": f"#/components/schemas/{name}", "components": API["components"]}


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("q=样例", ["400008", "400009", "838006"]),
        ("q=晨光", ["838006"]),
        ("q=83800", ["838006"]),
        ("q=cgyl", ["838006"]),
        ("q=江苏晨光样列科技股份有限公司", ["838006"]),
        ("q=样例&省份=上海", ["400008", "400009"]),
        ("q=样例&limit=1&offset=1", ["400009"]),
        ("q=没有的", []),
        ("", ["400008", "400009", "430001", "838006"]),
        ("q=example", []),
    ],
)
async def test_chinese_companies(client, query, codes):
    answer = await client.get(f"/company?{query}")
    body = answer.json()
    assert list(body) == ["query", "total", "companies", "next"]
    assert [row["公司代码"] for row in body["companies"]] == codes
    jsonschema.validate(body, component("CompanyList"))
    for row in body["companies"]:
        assert (await client.get(row["url"])).json()["公司代码"] == row["公司代码"]


@pytest.mark.parametrize(
    ("query", "symbols"), [("q=exam", ["EXMPL"]), ("q=brx.b", ["BRX-B"]), ("q=exampel", ["EXMPL"]), ("", ["BRX-B", "EXMPL"])]
)  # fmt: skip
async def test_american_companies(client, query, symbols):
    body = (await client.get(f"/us?{query}")).json()
    assert [row["symbol"] for row in body["companies"]] == symbols
    jsonschema.validate(body, component("UsCompanyList"))


async def test_a_market(client):
    body = (await client.get("/us/nyse")).json()
    assert body == {
        "market": "nyse",
        "total": 1,
        "companies": [{"symbol": "BRX-B", "name": "Brackish & Sons, Inc.", "url": "http://quire.test/us/nyse/brx-b"}],
    }
    jsonschema.validate(body, component("Market"))
    assert (await client.get("/us/NASDAQ?q=brx")).json() == {"market": "nasdaq", "total": 0, "companies": []}
    assert (await client.get("/us?market=nyse")).json()["total"] == 1


async def test_pages(client):
    gathered, address = [], "/company?q=样例&limit=2"
    while address:
        body = (await client.get(address)).json()
        assert body["total"] == 3
        gathered += [row["公司代码"] for row in body["companies"]]
        address = body["next"]
    assert gathered == ["400008", "400009", "838006"]


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/company?limit=0", "limit"),
        ("/company?limit=501", "limit"),
        ("/company?limit=x", "limit"),
        ("/company?offset=-1", "offset"),
        ("/company?q=a&q=b", "once"),
        (f"/company?q={'x' * 201}", "200"),
        ("/company?cursor=zzz", "cursor"),
        ("/company?cursor=zzz&offset=1", "either"),
        ("/us?market=lse", "market"),
        ("/us/nyse?limit=", "limit"),
    ],
)
async def test_bad_parameters(client, path, word):
    answer = await client.get(path)
    assert answer.status_code == 400
    assert list(answer.json()) == ["detail"]
    assert word in answer.json()["detail"]


async def test_who_finds_nothing_waits_for_a_new_register(client, folder, clock, site):
    assert (await client.get("/company?q=后来")).json()["total"] == 0
    make(folder, [{**CHINESE[0], "公司代码": "899999", "公司简称": "后来样例", "公司名称": "后来样例股份有限公司"}])
    clock.advance(1)
    answers = await asyncio.gather(client.get("/company?q=后来"), client.get("/company/后来样例/json"))
    assert answers[0].json()["total"] == 1
    assert answers[1].json()["公司代码"] == "899999"
    assert not site.companies.is_loading


@pytest.mark.parametrize("path", ["/company?q=样例", "/us?q=exam", "/us/nyse", "/us/nyse?limit=1&q=brx"])
async def test_lists_answer_conditional_requests(client, path):
    first = await client.get(path)
    assert first.status_code == 200
    etag, modified = first.headers["etag"], first.headers["last-modified"]
    assert first.headers["cache-control"] == "private, max-age=3600"
    for condition in ({"if-none-match": etag}, {"if-none-match": f'W/{etag}, "x"'}, {"if-modified-since": modified}):
        again = await client.get(path, headers=condition)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert (await client.get(path, headers={"if-none-match": '"other"'})).status_code == 200


async def test_the_tag_of_a_list_changes_with_its_companies(client, site, folder):
    before = (await client.get("/company?q=样例")).headers["etag"]
    make(folder, [{**CHINESE[0], "公司名称": "另一样例股份有限公司"}])
    await site.companies.register(newest=True)
    site.companies._next_look = 0
    await client.get("/company/838006/json")
    await site.companies.register(newest=True)
    assert (await client.get("/company?q=样例")).headers["etag"] != before
