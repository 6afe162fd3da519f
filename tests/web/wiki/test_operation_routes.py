"""Overview, preview sites and butlers over HTTP."""

from __future__ import annotations

import contextlib
import random
import socket

import httpx
import pytest

from quire.errors import BadRequest
from quire.tasks.builds.butler_round import JOURNAL
from quire.tasks.builds.event_journal import Journal
from quire.tasks.process_identity import is_alive
from quire.web.wiki.operation_routes import preview_port
from quire.wiki.wiki_folder import Wiki
from tests.tasks.conftest import until
from tests.web.wiki.test_content_routes import walden
from tests.web.wiki.test_job_routes import add, engine, fits, other, wikis

__all__ = ["add", "engine", "other", "walden", "wikis"]

pytestmark = pytest.mark.anyio


def free_port() -> int:
    """A port below those that the system gives to connections: these come and go beside the test."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@pytest.fixture(autouse=True)
def no_site_stays(wikis):
    yield
    wikis.previews.close()


async def test_a_site_runs_stops_and_runs_again(client, walden, wikis):
    port = free_port()
    Wiki.open(wikis.shelf.folder(walden)).configure(PORT=str(port))
    path = f"/api/v1/wiki/{walden}/serve"
    body = fits(await client.post(path), "Served")
    assert body["url"] == f"http://quire.test:{port}/preview/walden/"
    assert (await client.post(path)).json() == body
    address = f"http://127.0.0.1:{port}/preview/walden"
    async with httpx.AsyncClient(trust_env=False) as reader:
        page = await reader.get(f"{address}/page/pond")
        assert page.status_code == 200
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert (await reader.get(f"{address}/page/none")).status_code == 404
    shown = fits(await client.get("/api/v1/wikis-overview"), "Overview")["wikis"][0]
    assert shown["serve"] == {"running": True, "pid": body["pid"], "url": body["url"]}
    assert (shown["page_count"], shown["coverage"], shown["latest_review_at"]) == (3, 1.0, "2026-01-01T00:00:00Z")
    again = fits(await client.post(f"{path}/restart"), "ServeState")
    assert again["pid"] != body["pid"]
    assert not is_alive(body["pid"])
    for _ in range(2):
        stopped = fits(await client.post(f"{path}/stop"), "ServeState")
        assert stopped == {"ok": True, "slug": walden, "running": False}
    assert not is_alive(again["pid"])
    assert (await client.post(f"{path}/restart")).json()["running"] is True


async def test_a_site_whose_process_was_killed_does_not_run(client, walden, wikis):
    import os
    import signal

    Wiki.open(wikis.shelf.folder(walden)).configure(PORT=str(free_port()))
    pid = (await client.post(f"/api/v1/wiki/{walden}/serve")).json()["pid"]
    os.kill(pid, signal.SIGKILL)
    until(lambda: not is_alive(pid))
    assert (await client.get("/api/v1/wikis-overview")).json()["wikis"][0]["serve"]["running"] is False
    assert (await client.post(f"/api/v1/wiki/{walden}/serve")).json()["pid"] != pid


@pytest.mark.parametrize("port", ["", "x", "0", "80", "1023", "65536", "-1", "8 000", "99999999"])
async def test_ports_that_cannot_be(client, walden, wikis, port):
    Wiki.open(wikis.shelf.folder(walden)).configure(PORT=port)
    for word in ("", "/restart"):
        answer = await client.post(f"/api/v1/wiki/{walden}/serve{word}")
        assert (answer.status_code, "PORT" in answer.json()["error"]) == (400, True)


async def test_a_port_that_is_taken(client, walden, wikis):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        Wiki.open(wikis.shelf.folder(walden)).configure(PORT=str(taken.getsockname()[1]))
        answer = await client.post(f"/api/v1/wiki/{walden}/serve")
    assert answer.status_code == 400
    assert "already in use" in answer.json()["error"]


@pytest.mark.parametrize(
    "text",
    [
        "---\nPORT: 8123\n---\n",
        '---\nPORT: "8123"\n---\n',
        "PORT: 8123",
        "PORT=8123\n",
        "# Settings\n\n- PORT: 8123\n",
        "* **PORT**: 8123\n",
        "| PORT | 8123 |\n",
        "port: `8123`\n",
        "---\nNAME: a\n---\nText\nPORT = 8123\n",
    ],
)
def test_the_port_is_read_as_people_write_it(tmp_path, text):
    (tmp_path / "local").mkdir()
    (tmp_path / "local" / "config.md").write_text(text)
    assert preview_port(tmp_path) == 8123


@pytest.mark.parametrize("text", ["", "PORTS: 8123", "the port is 8123", "---\nPORT:\n---\n"])
def test_no_port_is_read_where_none_is(tmp_path, text):
    (tmp_path / "local").mkdir()
    (tmp_path / "local" / "config.md").write_text(text)
    with pytest.raises(BadRequest):
        preview_port(tmp_path)


async def test_nothing_is_shown_or_improved_before_it_is_ready(client, add):
    slug = (await add())["wiki_slug"]
    for path, body in (("serve", None), ("serve/restart", None), ("butler", {})):
        answer = await client.post(f"/api/v1/wiki/{slug}/{path}", json=body)
        assert (path, answer.status_code) == (path, 409)
    assert (await client.put(f"/api/v1/wiki/{slug}/butler/config", json={"rounds": 1})).status_code == 409
    assert (await client.post(f"/api/v1/wiki/{slug}/serve/stop")).status_code == 200


async def test_a_butler_starts_once_and_stops(client, walden):
    path = f"/api/v1/wiki/{walden}/butler"
    assert fits(await client.post(path), "ButlerState") == {
        "ok": True,
        "slug": walden,
        "running": True,
        "rounds": 0,
        "auto": True,
        "model": None,
    }
    assert (await client.post(path, json={"rounds": 3})).status_code == 409
    shown = (await client.get("/api/v1/wikis-overview")).json()["wikis"][0]["butler"]
    assert shown == {"running": True, "round": 0, "rounds": 0}
    for _ in range(2):
        assert fits(await client.post(f"{path}/stop"), "ButlerStopped")["running"] is False
    body = fits(await client.post(path, json={"rounds": 1000, "auto": False, "model": "m"}), "ButlerState")
    assert (body["rounds"], body["auto"], body["model"]) == (1000, False, "m")


async def test_a_butler_that_nobody_asked_for_makes_way(client, walden, wikis):
    from quire.tasks.builds.butler_table import ButlerConfig

    one = wikis.shelf.find(walden)
    wikis.butlers.start(one.id, ButlerConfig(rounds=3), asked=False)
    assert (await client.post(f"/api/v1/wiki/{walden}/butler", json={"rounds": 7})).json()["rounds"] == 7
    assert wikis.butlers.find(one.id).asked


@pytest.mark.parametrize(
    "body",
    [
        {"rounds": -1},
        {"rounds": 1001},
        {"rounds": 1.5},
        {"rounds": "3"},
        {"rounds": True},
        {"rounds": None},
        {"auto": "yes"},
        {"model": 7},
        {"model": "x" * 201},
        {"interval_s": -1},
        {"max_cost_usd": -0.1},
        {"max_cost_usd": "1"},
        {"max_cost_usd": True},
        [],
    ],
)
async def test_orders_that_cannot_be(client, walden, body):
    assert (await client.post(f"/api/v1/wiki/{walden}/butler", json=body)).status_code == 400
    assert (await client.put(f"/api/v1/wiki/{walden}/butler/config", json=body)).status_code == 400


async def test_a_butler_is_told_otherwise_while_it_runs(client, walden, wikis):
    await client.post(f"/api/v1/wiki/{walden}/butler", json={"rounds": 9})
    path = f"/api/v1/wiki/{walden}/butler/config"
    body = fits(await client.put(path, json={"interval_s": 60, "max_cost_usd": 1.5}), "ButlerConfig")
    assert (body["running"], body["rounds"], body["interval_s"], body["max_cost_usd"]) == (True, 9, 60, 1.5)
    assert (await client.put(path, json={"max_cost_usd": None})).json()["max_cost_usd"] is None
    for wrong in ({}, {"colour": 1}):
        assert (await client.put(path, json=wrong)).status_code == 400
    await client.post(f"/api/v1/wiki/{walden}/butler/stop")
    await client.post(f"/api/v1/wiki/{walden}/butler", json={"rounds": 1})
    assert wikis.butlers.find(wikis.shelf.find(walden).id).orders.interval_s == 60


async def test_the_butlers_log(client, walden, wikis):
    path = f"/api/v1/wiki/{walden}/butler/log"
    assert fits(await client.get(path), "ButlerLog")["lines"] == []
    written = Journal(wikis.shelf.folder(walden) / JOURNAL)
    for number in range(5):
        written.tell("log", {"level": "warning", "msg": f"round {number}"})
    written.close()
    body = fits(await client.get(f"{path}?tail=2"), "ButlerLog")
    assert ([line.partition(" ")[2] for line in body["lines"]], body["total_lines"]) == (
        ["WARNING round 3", "WARNING round 4"],
        5,
    )
    assert (await client.get(f"{path}?tail=0")).status_code == 400


async def test_others_are_kept_out(client, walden, other):
    for method, path in (
        ("POST", "serve"),
        ("POST", "serve/stop"),
        ("POST", "serve/restart"),
        ("POST", "butler"),
        ("POST", "butler/stop"),
        ("PUT", "butler/config"),
    ):
        answer = await client.request(method, f"/api/v1/wiki/{walden}/{path}", headers=other, json={"rounds": 1})
        assert (path, answer.status_code) == (path, 403)
        answer = await client.request(method, f"/api/v1/wiki/none/{path}", json={"rounds": 1})
        assert (path, answer.status_code) == (path, 404)


async def test_a_wiki_whose_folder_is_gone_is_still_listed(client, walden, wikis):
    import shutil

    shutil.rmtree(wikis.shelf.folder(walden))
    body = fits(await client.get("/api/v1/wikis-overview"), "Overview")
    assert body["wikis"][0]["page_count"] == 0
    assert (await client.get(f"/api/v1/pages?wiki={walden}")).status_code == 404
