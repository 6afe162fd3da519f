"""Health for people, balancers and Prometheus."""

from __future__ import annotations

import httpx
import pytest

from quire.clock import FakeClock
from quire.web import application
from quire.web.state.site import Site
from tests.web.fakes import make_site

pytestmark = pytest.mark.anyio


async def test_a_well_service(site: Site, clock: FakeClock, nobody):
    clock.advance(90)
    answer = await nobody.get("/api/v1/health")
    assert answer.status_code == 200
    checks = {"database": "ok", "files": "ok"}
    well = {"ok": True, "status": "ok", "version": "9.9.9", "uptime_s": 90}
    assert answer.json() == {**well, "checks": checks, "isolation": "complete"}
    assert (await nobody.get("/livez")).text == "ok\n"
    assert (await nobody.get("/readyz")).text == "database: ok\nfiles: ok\n"


@pytest.mark.parametrize("fault", [{"database": False, "files": True}, RuntimeError("/secret/path")])
async def test_a_part_that_does_not_answer(tmp_path, fault):
    def ready() -> dict[str, bool]:
        if isinstance(fault, Exception):
            raise fault
        return fault

    site = make_site(tmp_path, ready=ready)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application(site)), base_url="http://t") as client:
        health = await client.get("/api/v1/health")
        ready_ = await client.get("/readyz")
        live = await client.get("/livez")
    assert (health.status_code, ready_.status_code, live.status_code) == (503, 503, 200)
    assert health.json()["ok"] is False
    assert "secret" not in health.text + ready_.text
    site.keys._engine.dispose()


async def test_the_parts_are_asked_gently(tmp_path, clock):
    asked = []
    site = make_site(tmp_path, clock, ready=lambda: asked.append(1) or {"database": True})
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application(site)), base_url="http://t") as client:
        for _ in range(10):
            await client.get("/readyz")
        clock.advance(2)
        await client.get("/readyz")
    assert len(asked) == 2
    site.keys._engine.dispose()


async def test_not_ready_while_closing(nobody, site: Site):
    site.closing.set()
    assert (await nobody.get("/readyz")).status_code == 503
    assert (await nobody.get("/livez")).status_code == 200


async def test_without_room_for_new_work_reading_goes_on(tmp_path):
    """Health tells the truth; a balancer keeps a process that can still show what there is."""
    site = make_site(tmp_path, ready=lambda: {"database": True, "writing": False, "space": False, "slots": False})
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application(site)), base_url="http://t") as client:
        health = await client.get("/api/v1/health")
        ready = await client.get("/readyz")
    assert health.status_code == 503
    assert health.json()["checks"] == {"database": "ok", "writing": "failed", "space": "failed", "slots": "failed"}
    assert (ready.status_code, ready.text) == (200, "database: ok\nwriting: failed\nspace: failed\nslots: failed\n")
    site.keys._engine.dispose()


@pytest.mark.parametrize("gap", [{"isolation": lambda: False}, {"slots_keep_network": True}])
async def test_health_says_when_isolation_is_incomplete(tmp_path, gap):
    site = make_site(tmp_path, **gap)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application(site)), base_url="http://t") as client:
        health = await client.get("/api/v1/health")
    assert (health.status_code, health.json()["isolation"]) == (200, "incomplete")
    site.keys._engine.dispose()
