"""The page of wikis, as a browser without JavaScript uses it."""

from __future__ import annotations

import contextlib

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.tasks.builds.job_states import JobStatus
from quire.tasks.builds.phase_progress import Progress, note
from quire.web.console.translations import TEXTS
from quire.web.server import listen
from quire.wiki.wiki_folder import Wiki
from tests.web.console.test_keys_page import sign_in, token
from tests.web.wiki.test_content_routes import walden
from tests.web.wiki.test_job_routes import add, be, engine, other, wikis
from tests.web.wikis import finish

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
    assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}/in-the-woods?watch=1")
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


async def test_the_page_of_a_wiki_says_how_far_its_job_is(client, ours, add, be, wikis):
    made = await add()
    slug, job_id = made["wiki_slug"], made["job_id"]
    page = (await client.get(f"{PAGE}/{slug}")).text
    assert TEXTS["en"]["place_in_queue"].format(place=1) in page
    assert TEXTS["en"]["not_ready_yet"] in page
    be(job_id, JobStatus.READY)
    wikis.builds.tell(job_id, [("log", {"level": "info", "msg": "Chapter <3>"})])
    be(job_id, JobStatus.RUNNING, phase="grow")
    (wikis.shelf.folder(slug) / "log").mkdir(exist_ok=True)
    note(wikis.shelf.folder(slug), Progress("grow", 3, 12))
    page = (await client.get(f"{PAGE}/{slug}?watch=1")).text
    assert 'max="12" value="3"' in page
    assert "Chapter &lt;3&gt;" in page
    assert 'data-live="on"' in page
    assert f"/console/wikis/{slug}/pause" in page
    paused = await do(client, slug, "pause", ours, **{"from": "page"})
    assert (paused.status_code, paused.headers["location"]) == (303, f"{PAGE}/{slug}?watch=1")
    refused = await do(client, slug, "pause", ours, **{"from": "page"})
    assert (refused.status_code, 'id="job-title"' in refused.text) == (409, True)
    page = (await client.get(f"{PAGE}/{slug}")).text
    assert f"/console/wikis/{slug}/start" in page
    assert 'data-live="off"' in page


async def test_the_page_of_a_finished_wiki_leads_to_its_preview(client, ours, walden):
    page = (await client.get(f"{PAGE}/{walden}")).text
    assert f"/console/wikis/{walden}/serve" in page
    assert (await do(client, walden, "serve", ours, **{"from": "page"})).status_code == 303
    assert f"/preview/{walden}/" in (await client.get(f"{PAGE}/{walden}")).text


async def test_the_page_of_anothers_wiki_is_not_shown(client, nobody, site, walden):
    _, secret = site.keys.create(NewKey("t", "mallory"))
    await sign_in(client, secret)
    assert (await client.get(f"{PAGE}/{walden}")).status_code == 403
    assert (await client.get(f"{PAGE}/nothing")).status_code == 404
    _, narrow = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.PARSE})))
    await sign_in(client, narrow)
    assert (await client.get(f"{PAGE}/{walden}")).status_code == 403


async def test_a_port_that_another_preview_takes_in_between_is_no_trouble(client, ours, walden, wikis, monkeypatch):
    """What looks free may be taken a moment later; then the next free port is tried."""
    with contextlib.ExitStack() as probing:
        free = [probing.enter_context(listen("127.0.0.1", 0)).getsockname()[1] for _ in range(4)]
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("quire.web.console.wikis_page._is_free", lambda _: True)
        monkeypatch.setattr("quire.web.console.wikis_page.PORTS", range(port, port + 1))
        assert (await do(client, walden, "serve", ours, port="")).status_code == 503
        assert not Wiki.open(wikis.shelf.folder(walden)).config.get("PORT")
        monkeypatch.setattr("quire.web.console.wikis_page.PORTS", [port, *free])
        assert (await do(client, walden, "serve", ours, port="")).status_code == 303
    assert Wiki.open(wikis.shelf.folder(walden)).config["PORT"] in map(str, free)


@pytest.mark.parametrize("place", [PAGE, f"{PAGE}/{{slug}}"])
async def test_a_page_that_no_longer_refreshes_shows_how_the_job_ended(
    client, ours, add, wikis, engine, monkeypatch, place
):
    job = (await add())["job_id"]
    finish(wikis, engine, job, JobStatus.READY)
    read = wikis.story.heads

    def heads(jobs):
        wikis.builds.complete(job)  # after the page has read the job, and before it asks whether more is to come
        return read(jobs)

    monkeypatch.setattr(wikis.story, "heads", heads)
    page = (await client.get(place.format(slug=wikis.builds.find(job).slug))).text
    assert 'data-live="on"' not in page
    assert 'class="state completed"' in page


async def test_the_list_refreshes_until_a_ready_wiki_is_improved(client, ours, add, wikis, engine):
    job = (await add())["job_id"]
    finish(wikis, engine, job, JobStatus.READY)
    assert 'data-live="on"' in (await client.get(PAGE)).text
    wikis.builds.complete(job)
    assert 'data-live="on"' not in (await client.get(PAGE)).text
