"""A wiki's own settings, what a model would cost for it, and its deletion, which asks first."""

from __future__ import annotations

import json
from dataclasses import replace

import httpx
import pytest

from quire.access.keys import NewKey
from quire.tasks.builds.job_states import JobStatus
from quire.web import application
from quire.web.console.wiki_pictures import PLAN
from quire.web.state.site import Site
from quire.wiki.wiki_folder import Wiki
from tests.web.console.test_keys_page import sign_in, token
from tests.web.fakes import FakeTasks
from tests.web.wiki.test_content_routes import walden
from tests.web.wiki.test_job_routes import add, be, engine, other, wikis

__all__ = ["add", "be", "engine", "other", "walden", "wikis"]

pytestmark = pytest.mark.anyio

PAGE, BIN = "/console/wikis", "/console/bin"


@pytest.fixture
async def ours(client, secret):
    return token(await sign_in(client, secret))


async def test_settings_are_those_of_one_wiki(client, ours, walden, wikis):
    form = {"token": ours, "name": "Woods", "port": "9123", "rounds": "5", "interval_s": "60", "max_cost_usd": "1.5"}
    assert (await client.post(f"{PAGE}/{walden}/settings", data=form)).status_code == 303
    one = wikis.shelf.find(walden)
    orders = wikis.butlers.find(one.id).orders
    assert (one.name, Wiki.open(wikis.shelf.local(one)).config["PORT"]) == ("Woods", "9123")
    assert (orders.rounds, orders.interval_s, orders.max_cost_micros) == (5, 60, 1_500_000)
    shown = (await client.get(f"{PAGE}/{walden}/settings")).text
    for value in ("Woods", "9123", "1.5", "No generic titles."):
        assert value in shown
    for name, wrong in (("name", ""), ("port", "80"), ("rounds", "x"), ("max_cost_usd", "-1"), ("interval_s", "1e3")):
        answer = await client.post(f"{PAGE}/{walden}/settings", data=form | {name: wrong})
        assert (name, answer.status_code, 'role="alert"' in answer.text) == (name, 400, True)
    assert wikis.shelf.find(walden).name == "Woods"


async def test_improving_is_set_up_when_the_wiki_is_ready(client, ours, add, wikis):
    slug = (await add())["wiki_slug"]
    assert 'name="rounds"' not in (await client.get(f"{PAGE}/{slug}/settings")).text
    await client.post(f"{PAGE}/{slug}/settings", data={"token": ours, "name": "A", "rounds": "5"})
    assert wikis.shelf.find(slug).name == "A"
    assert wikis.butlers.find(wikis.shelf.find(slug).id) is None  # the end of the job decides


async def test_a_deleted_wiki_waits_in_the_bin(client, ours, site, walden, wikis):
    asked = await client.post(f"{PAGE}/{walden}/delete", data={"token": ours})
    assert (asked.status_code, 'name="sure"' in asked.text) == (200, True)
    one = wikis.shelf.find(walden)
    done = await client.post(f"{PAGE}/{walden}/delete", data={"token": ours, "sure": "1"})
    assert (done.status_code, done.headers["location"]) == (303, PAGE)
    assert (wikis.shelf.all(), wikis.builds.of_wiki(one.id)) == ([], None)
    for path in (f"{PAGE}/{walden}", f"{PAGE}/{walden}/read/", f"/api/v1/pages?wiki={walden}"):
        assert (await client.get(path)).status_code == 404
    assert one.name not in (await client.get(PAGE)).text
    assert one.name in (await client.get(BIN)).text
    await client.post(BIN, data={"token": ours, "wiki": walden, "act": "restore"})
    assert (await client.get(f"{PAGE}/{walden}/read/")).status_code == 200
    assert wikis.builds.of_wiki(one.id).status is JobStatus.COMPLETED
    await client.post(f"{PAGE}/{walden}/delete", data={"token": ours, "sure": "1"})
    asked = await client.post(BIN, data={"token": ours, "wiki": walden, "act": "delete"})
    assert "cannot be undone" in asked.text
    assert wikis.shelf.all(binned=True)
    await client.post(BIN, data={"token": ours, "wiki": walden, "act": "delete", "sure": "1"})
    assert (wikis.shelf.all(binned=True), wikis.shelf.folder(walden).exists()) == ([], False)


async def test_a_wiki_that_is_built_is_stopped_before_it_goes(client, ours, add, be, wikis):
    made = await add()
    be(made["job_id"], JobStatus.RUNNING, runner="nobody")
    done = await client.post(f"{PAGE}/{made['wiki_slug']}/delete", data={"token": ours, "sure": "1"})
    assert (done.status_code, wikis.shelf.all()) == (303, [])
    await client.post(BIN, data={"token": ours, "wiki": made["wiki_slug"], "act": "restore"})
    assert wikis.builds.find(made["job_id"]).status is JobStatus.PAUSED


async def test_what_waits_is_not_built_in_the_bin(client, ours, add, wikis):
    made = await add()
    asked = await client.post(f"{PAGE}/{made['wiki_slug']}/delete", data={"token": ours})
    assert "build stops" not in asked.text
    await client.post(f"{PAGE}/{made['wiki_slug']}/delete", data={"token": ours, "sure": "1"})
    assert (wikis.builds.claim("w", 2), wikis.builds.queue().waiting) == (None, [])
    assert (await client.get("/api/v1/jobs")).json()["total"] == 0
    assert (await client.post(f"/api/v1/jobs/{made['job_id']}/start")).status_code == 404
    await client.post(BIN, data={"token": ours, "wiki": made["wiki_slug"], "act": "restore"})
    assert wikis.builds.claim("w", 2) is not None


async def test_others_change_nothing(client, nobody, ours, site, walden, wikis):
    assert (await client.post(f"{PAGE}/{walden}/delete", data={"token": "x", "sure": "1"})).status_code == 403
    theirs = token(await sign_in(nobody, site.keys.create(NewKey("t", "mallory"))[1]))
    for place in ("delete", "settings", "plan"):
        answer = await nobody.post(f"{PAGE}/{walden}/{place}", data={"token": theirs, "sure": "1", "name": "x"})
        assert answer.status_code == 403
    assert (await nobody.get(f"{PAGE}/{walden}/settings")).status_code == 403
    assert wikis.shelf.find(walden).name != "x"
    wikis.shelf.move_to_bin(wikis.shelf.find(walden))
    for act in ("restore", "delete"):
        await nobody.post(BIN, data={"token": theirs, "wiki": walden, "act": act, "sure": "1"})
    assert wikis.shelf.find(walden, binned=True).owner == "lin"


async def test_the_cost_of_a_model_is_known_before_it_is_asked(site: Site, tasks: FakeTasks, secret, add, wikis):
    slug = (await add(auto_start="0"))["wiki_slug"]
    with_model = replace(site, wikis=replace(wikis, model="large", budget_usd=2.0))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application(with_model)), base_url="http://q") as client:
        form = token(await sign_in(client, secret))
        page = (await client.get(f"{PAGE}/{slug}")).text
        assert f"{PAGE}/{slug}/plan" in page
        assert "2.00" in page
        assert 'name="auto_start"' in (await client.get(PAGE)).text
        assert (await client.post(f"{PAGE}/{slug}/plan", data={"token": form})).status_code == 303
        (task,) = tasks.rows.values()
        assert (task.kind, task.owner, tasks.contents[task.id][:1]) == (PLAN, "lin", b"#")
        assert 'data-live="on"' in (await client.get(f"{PAGE}/{slug}")).text
        calls = [
            {"phase": "grow", "name": "grow", "model": "large", "calls": 12, "input": 3400, "output": 560}
            | {"micros": 1_250_000, "at_most": False},
            {"phase": "butler", "name": "butler", "model": "large", "calls": 5, "input": 10, "output": 10}
            | {"micros": 250_000, "at_most": True},
        ]
        tasks.finish(task.id, json.dumps({"calls": calls}).encode())
        page = (await client.get(f"{PAGE}/{slug}")).text
        for text in ("$1.25", "$1.50", "3,400", "(at most)"):
            assert text in page


async def test_without_a_model_there_is_no_cost(client, ours, walden):
    assert f"{PAGE}/{walden}/plan" not in (await client.get(f"{PAGE}/{walden}")).text
    assert (await client.post(f"{PAGE}/{walden}/plan", data={"token": ours})).status_code == 400
