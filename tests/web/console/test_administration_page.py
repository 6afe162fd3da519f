"""Health, people, webhooks and settings, for whoever may manage keys."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Role, Scope
from quire.settings import MASKED, Settings, in_force
from quire.store.database import write
from quire.store.usage_log import UsageLog
from quire.tasks.task_states import Task, TaskStatus
from quire.tasks.task_table import insert_task
from quire.tasks.webhook_deliveries import Attempt, insert_delivery
from quire.web import application
from quire.web.console.translations_settings import DEFAULTS, MEANINGS
from quire.web.state.shown_settings import ShownSetting
from tests.web.console.test_keys_page import sign_in, token

pytestmark = pytest.mark.anyio

PAGE = "/console/administration"
PLACES = [PAGE, f"{PAGE}/people", f"{PAGE}/webhooks", f"{PAGE}/settings"]
SET = Settings(llm_api_key="sk-hush", database_url="postgresql://quire:hush@db/quire", rate_submit=7)


@pytest.fixture
async def managed(site, clock):
    settings = tuple(ShownSetting(*one) for one in in_force(SET))
    whole = replace(site, usage=UsageLog(site.keys._engine, clock), settings=settings)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(application(whole)), base_url="http://quire.test"
    ) as one:
        yield one
    await whole.companies.close()


async def test_only_who_manages_keys_gets_in(managed, nobody, site, secret):
    _, narrow = site.keys.create(NewKey("n", "root", Role.ADMIN, frozenset({Scope.PARSE})))
    for place in PLACES:
        assert (await managed.get(place)).status_code == 401
    for held in (secret, narrow):
        page = await sign_in(managed, held)
        assert PAGE not in page
        assert {(await managed.get(place)).status_code for place in PLACES} == {403}
        replayed = await managed.post(f"{PAGE}/webhooks/a", data={"token": token(page)})
        assert replayed.status_code == 403


async def test_health_is_said_in_sentences(managed, site, admin, monkeypatch):
    page = await sign_in(managed, admin)
    assert PAGE in page
    assert "Everything works." in (await managed.get(PAGE)).text
    monkeypatch.setattr(type(site.health_probe), "state", _down)
    ill = (await managed.get(PAGE, headers={"Accept-Language": "zh"})).text
    assert "数据库没有响应" in ill
    assert "有问题需要处理" in ill


async def _down(_):
    return {"database": False, "files": True}


async def test_people_have_their_keys_and_limits(managed, site, admin):
    key, _ = site.keys.create(NewKey("scanner", "wang", quota=50))
    site.keys.create(NewKey("unlimited", "lin"))
    await sign_in(managed, admin)
    page = (await managed.get(f"{PAGE}/people")).text
    assert f'href="/console/keys/{key.id}"' in page
    assert "0/50" in page
    assert page.index(">lin") < page.index(">wang")


async def test_deliveries_are_shown_and_sent_again(managed, site, tasks, admin, clock):
    task = Task("t1", "lin", "k", "parse.md", TaskStatus.DONE, "<b>.pdf", clock.now())
    tasks.rows["t1"] = task
    with write(site.keys._engine) as connection:
        insert_task(connection, task)
        insert_delivery(connection, task, "https://example.org/hook")
    one, claim = site.deliveries.take("w")
    site.deliveries.refused(one, claim, Attempt("2026-01-01T00:00:00Z", 500, "no", 0.1), final=True)
    form = token(await sign_in(managed, admin))
    page = (await managed.get(f"{PAGE}/webhooks")).text
    for text in ("&lt;b&gt;.pdf", "https://example.org/hook", "HTTP 500", "Failed"):
        assert text in page
    assert "example.org" not in (await managed.get(f"{PAGE}/webhooks?state=delivered")).text
    assert (await managed.post(f"{PAGE}/webhooks/t1", data={"token": form})).status_code == 303
    assert site.deliveries.of("t1")[0].state == "waiting"
    assert (await managed.post(f"{PAGE}/webhooks/none", data={"token": form})).status_code == 404


async def test_settings_are_shown_without_their_secrets(managed, admin):
    await sign_in(managed, admin)
    page = (await managed.get(f"{PAGE}/settings")).text
    assert "hush" not in page
    for text in (MASKED, "postgresql://", "@db/quire", "QUIRE_RATE_SUBMIT", ">7<"):
        assert text in page


def test_every_setting_has_its_meaning_in_chinese():
    shown = in_force(Settings())
    assert {one.name for one in shown} == set(MEANINGS)
    described = {one.default for one in shown if " " in one.default or one.default == "none"}
    assert described == set(DEFAULTS)
