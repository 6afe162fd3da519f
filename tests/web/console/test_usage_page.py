"""The page of use: sums by key and day, one's own or everybody's."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from quire.access.keys import NewKey
from quire.store.database import write
from quire.store.usage_log import Amount, Consumer, UsageLog, count
from quire.web import application
from tests.web.console.test_keys_page import sign_in

pytestmark = pytest.mark.anyio

PAGE = "/console/usage"


@pytest.fixture
async def counted(site, clock):
    """A client of a site on which lin and =wang have used something."""
    engine = site.keys._engine
    lin, _ = site.keys.create(NewKey("laptop", "lin"))
    today = clock.now().date()
    with write(engine) as connection:
        count(connection, today, Consumer(lin.id, "lin", "parse"), Amount(2, 30, 1500))
        count(connection, today - timedelta(days=3), Consumer(lin.id, "lin", "parse"), Amount(1, 4, 500))
        count(connection, today, Consumer("gone", "=wang", "wiki"), Amount(1, 0, 0, 1200, 50_000))
        count(connection, today - timedelta(days=40), Consumer(lin.id, "lin", "invoice"), Amount(7, 7, 7))
    transport = httpx.ASGITransport(application(replace(site, usage=UsageLog(engine, clock))))
    async with httpx.AsyncClient(transport=transport, base_url="http://quire.test") as made:
        yield made


async def test_an_administrator_sees_everybody(counted, admin):
    await sign_in(counted, admin)
    page = (await counted.get(PAGE)).text
    for text in ("lin", "=wang", "laptop", "34", "2.0", "1,200", "0.05", "<svg"):
        assert text in page
    assert "Invoices" not in page.partition("<main")[2]
    assert "Invoices" in (await counted.get(f"{PAGE}?days=90")).text.partition("<main")[2]
    only = (await counted.get(f"{PAGE}?owner=lin")).text.partition("<tbody")[2]
    assert "=wang" not in only


async def test_other_people_see_their_own(counted, secret):
    await sign_in(counted, secret)
    page = (await counted.get(f"{PAGE}?owner=%3Dwang")).text
    assert "laptop" in page
    assert "1,200" not in page
    rows = (await counted.get(f"{PAGE}?form=csv&owner=%3Dwang")).content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("day,owner,key,service,documents,pages,cpu_seconds")
    assert {row.split(",")[1] for row in rows[1:]} == {"lin"}


async def test_no_name_becomes_a_formula(counted, admin):
    await sign_in(counted, admin)
    rows = (await counted.get(f"{PAGE}?form=csv")).content.decode("utf-8-sig")
    assert ",'=wang," in rows


async def test_nothing_is_shown_without_a_session_or_figures(counted, nobody, secret):
    assert 'action="/console/sign-in"' in (await counted.get(PAGE)).text
    await sign_in(nobody, secret)
    assert (await nobody.get(PAGE)).status_code == 404
