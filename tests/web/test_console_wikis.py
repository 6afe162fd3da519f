"""The page of wikis, as a browser without JavaScript uses it."""

from __future__ import annotations

import pytest

from quire.access.keys import NewKey
from quire.access.rules import Scope
from quire.tasks.builds.status import JobStatus
from quire.wiki.folder import Wiki
from tests.web.test_console import sign_in, token
from tests.web.test_wiki_content import walden
from tests.web.test_wiki_jobs import add, be, engine, other, wikis

__all__ = ["add", "be", "engine", "other", "walden", "wikis"]

pytestmark = pytest.mark.anyio

PAGE = "/console/wikis"
BOOK = b"# Walden\n\nI went to the woods.\n"


@pytest.fixture(autouse=True)
def no_site_stays(wikis):
    yield
    wikis.previews.close()


@pytest.fixture
async def ours(client, secret):
    """The token of the forms of a client that is signed in."""
    return token(await sign_in(client, secret))


async def do(client, slug, act, form_token, **fields):
    return await client.post(f"{PAGE}/{slug}/{act}", data={"token": form_token, **fields})


async def test_a_book_is_sent_and_its_wiki_listed(client, ours, wikis):
    form = {"token": ours, "wiki_name": "In the <woods>", "lang": "en"}
    answer = await client.post(PAGE, data=form, files={"file": ("w.md", BOOK)})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}?watch=1")
    page = (await client.get(f"{PAGE}?watch=1")).text
    assert "In the &lt;woods&gt;" in page
    assert 'http-equiv="refresh"' in page
    wrong = await client.post(PAGE, data=form, files={"file": ("w.md", b"\x89PNG\r\n\x1a\n")})
    assert wrong.status_code == 400
    assert 'role="alert"' in wrong.text


async def test_forms_that_are_not_ours_change_nothing(client, ours, walden, wikis):
    assert (await client.post(PAGE, data={"token": "x"}, files={"file": ("b.md", BOOK + b"b")})).status_code == 403
    assert len(wikis.shelf.all("lin")) == 1
    assert (await do(client, walden, "butler", "x")).status_code == 403
    assert wikis.butlers.find(wikis.shelf.find(walden).id) is None
    assert (await do(client, walden, "burn", ours)).status_code == 404


async def test_a_preview_gets_a_free_port_starts_and_stops(client, ours, walden, wikis):
    for port in ("80", "x", "99999"):
        assert (await do(client, walden, "serve", ours, port=port)).status_code == 400
    assert (await do(client, walden, "serve", ours, port="")).status_code == 303
    port = Wiki.open(wikis.shelf.folder(walden)).config["PORT"]
    assert f":{port}/preview/{walden}/" in (await client.get(PAGE)).text
    assert (await do(client, walden, "stop", ours)).status_code == 303
    assert f":{port}/preview/{walden}/" not in (await client.get(PAGE)).text


async def test_a_butler_starts_and_stops(client, ours, walden, wikis):
    one = wikis.shelf.find(walden).id
    assert (await do(client, walden, "butler", ours)).status_code == 303
    assert wikis.butlers.find(one).running
    assert (await do(client, walden, "butler", ours)).status_code == 409
    assert (await do(client, walden, "butler-stop", ours)).status_code == 303
    assert not wikis.butlers.find(one).running


async def test_a_job_starts_and_pauses(client, ours, add, be, wikis):
    made = await add()
    slug, job_id = made["wiki_slug"], made["job_id"]
    assert (await do(client, slug, "serve", ours)).status_code == 409
    assert (await do(client, slug, "start", ours)).status_code == 409
    be(job_id, JobStatus.RUNNING)
    assert (await do(client, slug, "pause", ours)).status_code == 303
    assert wikis.builds.find(job_id).status is JobStatus.PAUSED
    assert (await do(client, slug, "start", ours)).status_code == 303
    assert wikis.builds.find(job_id).status is JobStatus.QUEUED


async def test_others_are_kept_out(client, site, walden):
    _, secret = site.keys.create(NewKey("t", "mallory"))
    theirs = token(await sign_in(client, secret))
    assert walden not in (await client.get(PAGE)).text
    assert (await do(client, walden, "butler", theirs)).status_code == 403
    _, narrow = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.PARSE})))
    mine = token(await sign_in(client, narrow))
    assert (await do(client, walden, "butler", mine)).status_code == 403
    assert (await client.post(PAGE, data={"token": mine}, files={"file": ("b.md", BOOK)})).status_code == 403


async def test_who_is_not_signed_in_sees_the_door(nobody, secret):
    assert 'action="/console/sign-in"' in (await nobody.get(PAGE)).text
    assert (await do(nobody, "walden", "serve", "x")).status_code == 401


async def test_the_number_of_pages_is_no_page_number_in_chinese(client, ours):
    shown = (await client.get("/console/wikis", headers={"Accept-Language": "zh-CN"})).text
    assert '<th scope="col">页面数</th>' in shown
    assert "页码" not in shown
