"""Wikis are read, searched and taken home in the console, with no port of their own."""

from __future__ import annotations

import io
import zipfile

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from tests.web.console.test_keys_page import sign_in
from tests.web.wiki.test_content_routes import walden
from tests.web.wiki.test_job_routes import add, be, engine, other, wikis

__all__ = ["add", "be", "engine", "other", "walden", "wikis"]

pytestmark = pytest.mark.anyio

PAGE = "/console/wikis"


@pytest.fixture
async def reader(client, secret, walden):
    await sign_in(client, secret)
    return client


async def test_a_wiki_is_read_below_the_console(reader, walden):
    begun = await reader.get(f"{PAGE}/{walden}/read")
    assert (begun.status_code, begun.headers["location"]) == (303, f"{PAGE}/{walden}/read/")
    start = await reader.get(f"{PAGE}/{walden}/read/")
    assert start.status_code == 200
    assert f'href="{PAGE}/{walden}"' in start.text  # the way back
    assert "script-src 'self'" in start.headers["content-security-policy"]
    assert "unsafe" not in start.headers["content-security-policy"]
    page = await reader.get(f"{PAGE}/{walden}/read/page/pond")
    assert "It is deep." in page.text
    hostile = await reader.get(f"{PAGE}/{walden}/read/page/湖")
    assert "<script>alert" not in hostile.text
    assert (await reader.get(f"{PAGE}/{walden}/read/assets/site.css")).headers["content-type"].startswith("text/css")
    missing = await reader.get(f"{PAGE}/{walden}/read/page/nobody")
    assert (missing.status_code, f'href="{PAGE}/{walden}/read/assets/site.css"' in missing.text) == (404, True)


async def test_a_search_leads_to_the_pages(reader, walden):
    found = (await reader.get(f"{PAGE}/{walden}/search", params={"q": "deep"})).text
    assert f'href="{PAGE}/{walden}/read/page/pond.html"' in found
    nothing = (await reader.get(f"{PAGE}/{walden}/search", params={"q": "<zebra>"})).text
    assert "&lt;zebra&gt;" in nothing
    assert 'class="results"' in (await reader.get(f"{PAGE}/{walden}/search?q=ice")).text
    assert 'class="results"' not in (await reader.get(f"{PAGE}/{walden}/search")).text


@pytest.mark.parametrize(("to", "name"), [("site", "index.html"), ("obsidian", ".md"), ("epub", "mimetype")])
async def test_a_wiki_is_taken_home(reader, walden, to, name, site):
    answer = await reader.get(f"{PAGE}/{walden}/export/{to}")
    assert answer.headers["content-disposition"].startswith("attachment")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert any(one.endswith(name) for one in archive.namelist())
        assert ".quire-export" not in archive.namelist()
    assert not [*site.staging.glob("export-*")]


async def test_one_file_has_everything_in_it(reader, walden):
    answer = await reader.get(f"{PAGE}/{walden}/export/html")
    assert answer.headers["content-disposition"].startswith('attachment; filename="walden.html"')
    assert "It is deep." in answer.text
    assert (await reader.get(f"{PAGE}/{walden}/export/exe")).status_code == 404


async def test_nobody_else_reads_it(reader, nobody, site, walden, add):
    _, foreign = site.keys.create(NewKey("t", "mallory"))
    _, narrow = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.PARSE})))
    places = [f"{PAGE}/{walden}/{place}" for place in ("read/", "read/page/pond", "search?q=deep", "export/html")]
    for secret in (foreign, narrow):
        await sign_in(nobody, secret)
        assert {(await nobody.get(place)).status_code for place in places} == {403}
    nobody.cookies.clear()
    for place in places:
        assert 'action="/console/sign-in"' in (await nobody.get(place)).text


async def test_what_is_not_written_yet_cannot_be_read(client, secret, add):
    slug = (await add())["wiki_slug"]
    await sign_in(client, secret)
    assert (await client.get(f"{PAGE}/{slug}/read/")).status_code == 409
