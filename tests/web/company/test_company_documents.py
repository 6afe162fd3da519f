"""Documents of companies over HTTP: every name, every form, conditions, versions, and what is refused."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import brotli
import httpx
import pytest
import zstandard

from quire.access.keys import NewKey
from quire.access.permissions import Rate, Scope
from quire.clock import FakeClock
from quire.web import application
from quire.web.state.company_editions import Companies
from quire.web.state.site import Site
from tests.company.catalogues import AMERICAN, CHINESE, MOMENT, make
from tests.web.fakes import dispose, make_site

pytestmark = pytest.mark.anyio

NAME = "江苏晨光样例科技股份有限公司"
PATH = "/company/838006/json"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    return make(tmp_path / "companies")


@pytest.mark.parametrize(
    "name",
    [
        "838006",
        "838006.OC",
        "838006.nq",
        "晨光样例",
        NAME,
        "８３８００６",
        " 晨光 样例 ",
        NAME.replace("江苏", "江苏 "),
    ],
)
async def test_every_name_leads_to_the_document(client: httpx.AsyncClient, name):
    for encoding in ("utf-8", "gbk"):
        answer = await client.get(f"/company/{quote(name, safe='', encoding=encoding)}/json")
        assert answer.status_code == 200
        assert answer.json()["公司代码"] == "838006"


@pytest.mark.parametrize(
    ("form", "media_type"),
    [("json", "application/json"), ("jsonld", "application/ld+json"), ("rdf", "text/turtle; charset=utf-8")],
)
async def test_three_forms(client, form, media_type):
    answer = await client.get(f"/company/838006/{form}", headers={"accept-encoding": "identity"})
    assert answer.headers["content-type"] == media_type
    assert NAME in answer.content.decode()
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert answer.headers["cache-control"] == "private, max-age=3600"


@pytest.mark.parametrize(
    ("coding", "unpack"),
    [
        ("gzip", gzip.decompress),
        ("br", brotli.decompress),
        ("zstd", lambda body: zstandard.ZstdDecompressor().decompress(body)),
        ("identity", bytes),
    ],
)
async def test_codings_are_the_same_document_with_tags_of_their_own(client, coding, unpack):
    plain = (await client.get(PATH, headers={"accept-encoding": "identity"})).content
    async with client.stream("GET", PATH, headers={"accept-encoding": coding}) as answer:
        raw = b"".join([piece async for piece in answer.aiter_raw()])
    assert unpack(raw) == plain
    assert answer.headers.get("content-encoding", "identity") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    tags = set()
    for name in ("gzip", "br", "zstd", "identity"):
        head = await client.head(PATH, headers={"accept-encoding": name})
        tags.add(head.headers["etag"])
    assert len(tags) == 4
    assert all(tag.startswith('"') and tag.endswith('"') for tag in tags)


async def test_conditions(client):
    first = await client.get(PATH)
    for headers in (
        {"if-none-match": first.headers["etag"]},
        {"if-none-match": '"x", W/' + first.headers["etag"]},
        {"if-none-match": "*"},
        {"if-modified-since": first.headers["last-modified"]},
    ):
        again = await client.get(PATH, headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        for name in ("etag", "last-modified", "cache-control", "vary"):
            assert again.headers[name] == first.headers[name]
        assert "content-length" not in again.headers
    late = {"if-none-match": '"other"', "if-modified-since": first.headers["last-modified"]}
    other = await client.get(PATH, headers=late)
    assert other.status_code == 200


async def test_ranges_and_head(client):
    whole = await client.get(PATH, headers={"accept-encoding": "identity"})
    part = await client.get(PATH, headers={"accept-encoding": "identity", "range": "bytes=2-9"})
    assert (part.status_code, part.content) == (206, whole.content[2:10])
    assert part.headers["content-range"] == f"bytes 2-9/{len(whole.content)}"
    assert part.headers["content-length"] == "8"
    beyond = await client.get(PATH, headers={"accept-encoding": "identity", "range": "bytes=99999-"})
    assert beyond.status_code == 416
    assert beyond.headers["content-range"] == f"bytes */{len(whole.content)}"
    head = await client.head(PATH, headers={"accept-encoding": "identity"})
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "etag", "content-type"):
        assert head.headers[name] == whole.headers[name]


async def test_a_name_of_several_companies_gives_candidates(client):
    answer = await client.get(f"/company/{quote('上海同名样例股份有限公司')}/rdf")
    assert answer.status_code == 300
    body = answer.json()
    assert list(body) == ["detail", "candidates"]
    assert [list(row) for row in body["candidates"]] == [["公司代码", "公司名称", "url"]] * 2
    assert [row["公司代码"] for row in body["candidates"]] == ["400008", "400009"]
    for row in body["candidates"]:
        found = await client.get(row["url"])
        assert found.headers["content-type"].startswith("text/turtle")


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/company/838006/xml", "json, jsonld, rdf"),
        ("/company/838006/JSON", "json, jsonld, rdf"),
        ("/company/000000/json", "no such company"),
        ("/company/%EF%BC%88%EF%BC%89/json", "no such company"),
        ("/company/EXMPL/json", "no such company"),
        ("/us/lse/exmpl", "nyse, nasdaq"),
        ("/us/nyse/nothere", "no such company"),
        ("/us/nyse/exmpl", "on nasdaq"),
        ("/us/nyse/838006", "no such company"),
        ("/id/cn/000000", "no such company"),
        ("/id/us/nyse/EXMPL", "no such company"),
        ("/company/838006/json?version=2", "no version"),
        ("/company/838006/json?version=x", "no version"),
    ],
)
async def test_what_is_not_there(client, path, word):
    answer = await client.get(path)
    assert answer.status_code == 404
    assert list(answer.json()) == ["detail"]
    assert word in answer.json()["detail"]
    assert answer.headers["x-error-code"] == "not_found"
    assert "ratelimit" in answer.headers


@pytest.mark.parametrize("path", ["/company/%FF%FE/json", "/company/a%00b/json", "/us/nyse/%80"])
async def test_paths_that_are_no_text(client, path):
    answer = await client.get(path)
    assert answer.status_code == 400
    assert list(answer.json()) == ["detail"]


@pytest.mark.parametrize(
    ("path", "symbol"),
    [
        ("/us/nasdaq/exmpl", "EXMPL"),
        ("/us/NASDAQ/EXMPL", "EXMPL"),
        ("/us/nyse/brx.b", "BRX-B"),
        ("/us/nyse/brx-b", "BRX-B"),
        ("/us/nyse/brx/b", "BRX-B"),
        ("/us/nyse/brx%2Fb", "BRX-B"),
    ],
)
async def test_tickers(client, path, symbol):
    answer = await client.get(path)
    assert answer.status_code == 200
    assert answer.json()["symbol"] == symbol
    assert (await client.get(path + "/rdf")).headers["content-type"].startswith("text/turtle")


@pytest.mark.parametrize(
    ("accept", "end"),
    [("", "json"), ("text/turtle", "rdf"), ("application/ld+json", "jsonld"), ("text/html,*/*;q=0.1", "json"), ("image/png", "json")],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/id/cn/838006", "/company/838006", "/company/%E6%99%A8%E5%85%89%E6%A0%B7%E4%BE%8B"])
async def test_iris_lead_to_documents(client, path, accept, end):
    answer = await client.get(path, headers={"accept": accept})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"http://quire.test/company/838006/{end}"
    assert answer.headers["vary"] == "Accept"
    assert (await client.get(answer.headers["location"])).status_code == 200


async def test_american_iris(client):
    answer = await client.get("/id/us/nyse/BRX-B", headers={"accept": "text/turtle"})
    assert answer.headers["location"] == "http://quire.test/us/nyse/brx-b/rdf"
    assert (await client.get("/id/us/nyse/brx-b")).headers["location"] == "http://quire.test/us/nyse/brx-b"


async def test_versions(client, folder, clock: FakeClock):
    first = (await client.get(PATH)).json()
    changed = {**CHINESE[0], "公司简介": "新的"}
    make(folder, [changed], moment=MOMENT + timedelta(days=1))
    clock.advance(1)
    assert (await client.get(PATH)).json()["公司简介"] == "新的"
    body = (await client.get("/company/838006/history")).json()
    assert list(body) == ["公司代码", "公司名称", "versions"]
    assert [row["version"] for row in body["versions"]] == [2, 1]
    assert [row["modified"] for row in body["versions"]] == ["2026-03-07T08:30:02Z", "2026-03-06T08:30:02Z"]
    old = await client.get(body["versions"][1]["url"], headers={"accept-encoding": "identity"})
    assert old.json() == first
    assert old.headers["etag"].strip('"') == body["versions"][1]["etag"]
    us = (await client.get("/us/nyse/brx.b/history")).json()
    assert list(us) == ["symbol", "market", "versions"]


async def test_nothing_imported(nobody, secret, site: Site, tmp_path):
    empty = Companies(tmp_path / "nowhere", FakeClock())
    object.__setattr__(site, "companies", empty)
    for path in (PATH, "/company?q=x", "/us/nyse", "/company/dump", "/company/sparql?query=ASK{}", "/id/cn/1"):
        answer = await nobody.get(path, headers={"api_key": secret})
        assert answer.status_code == 404
        assert answer.json() == {"detail": "No companies have been imported yet."}
    assert (await nobody.get("/vocabulary")).status_code == 200


async def test_carriers_and_refusals(nobody, site, secret):
    other = site.keys.create(NewKey("other", "lin"))[1]
    narrow = site.keys.create(NewKey("narrow", "lin", scopes=frozenset({Scope.PARSE})))[1]
    assert (await nobody.get(PATH)).status_code == 401
    for headers in ({"api_key": secret}, {"x-api-key": secret}, {"authorization": f"Bearer {secret}"}):
        assert (await nobody.get(PATH, headers=headers)).status_code == 200
    assert (await nobody.get(f"{PATH}?api_key={secret}")).status_code == 200
    assert (await nobody.get(f"{PATH}?api_key={other}", headers={"api_key": secret})).status_code == 401
    assert (await nobody.get(PATH, headers={"api_key": secret, "x-api-key": other})).status_code == 401
    assert (await nobody.get(PATH, headers={"api_key": narrow})).status_code == 403
    assert (await nobody.get(PATH, headers={"api_key": "quire_" + "x" * 43})).status_code == 401
    assert (await nobody.post(PATH, headers={"api_key": secret})).status_code == 405


async def test_the_rate_counts(tmp_path):
    site = make_site(tmp_path, rate_read=Rate.reads(2))
    secret = site.keys.create(NewKey("t", "lin"))[1]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application(site)), base_url="http://quire.test") as one:
        answers = [await one.get(PATH, headers={"api_key": secret}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json() == {"detail": "Rate limit exceeded. Retry in 30 s."}
    assert answers[2].headers["retry-after"]
    await site.companies.close()
    dispose(site)


async def test_links_do_not_repeat_keys(nobody, secret):
    answer = await nobody.get(f"/us/nyse?limit=1&api_key={secret}")
    assert answer.status_code == 200
    assert secret not in answer.text + json.dumps(dict(answer.headers)) or "next" not in answer.headers.get("link", "")
    assert "api_key" not in answer.headers.get("link", "")
    assert len(AMERICAN) == 2


@pytest.mark.parametrize("tail", ["json", "history"])
async def test_a_name_in_gbk_that_is_utf8_by_chance_is_found(client, tmp_path, tail):
    name = "隆隆"
    assert name.encode("gbk").decode("utf-8") == "¡¡"
    make(
        tmp_path / "companies",
        [*CHINESE, {**CHINESE[0], "公司代码": "839999", "公司简称": name, "公司名称": "隆隆公司"}],
    )
    answer = await client.get(f"/company/{quote(name, encoding='gbk')}/{tail}")
    assert answer.status_code == 200
    assert answer.json()["公司代码"] == "839999"


async def test_figures_as_a_flat_list(client):
    answer = await client.get("/company/838006/json?form=observations")
    body = answer.json()
    assert (answer.status_code, body["公司代码"]) == (200, "838006")
    assert all(list(one)[:3] == ["section", "item", "period"] for one in body["observations"])
    again = await client.get(
        "/company/838006/json?form=observations", headers={"if-none-match": answer.headers["etag"]}
    )
    assert again.status_code == 304
    assert (await client.get("/us/nasdaq/exmpl?form=observations")).json()["symbol"] == "EXMPL"
    for wrong in ("/company/838006/rdf?form=observations", "/company/838006/json?form=table"):
        assert (await client.get(wrong)).status_code == 400
