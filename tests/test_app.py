"""The wiring: settings become parts that work together."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from quire import app
from quire.access.keys import NewKey
from quire.errors import BadSetting, Unavailable
from quire.jobs import HANDLERS
from quire.settings import Settings
from quire.web import application
from quire.write import WRITERS


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data_dir=tmp_path / "data",
        base_url="https://quire.example.org",
        download_host="https://files.example.org",
        link_ttl=60,
        rate_submit=2,
        retention_days=1,
        page_cap=7,
    )


def test_the_settings_reach_the_site(settings: Settings):
    app.migrate(settings)
    with app.open_parts(settings) as made:
        site = app.make_site(settings, made)
        assert (site.base_url, site.download_host, site.link_seconds) == (settings.base_url, settings.download_host, 60)
        assert (site.rate_submit.limit, site.rate_read.limit, site.page_cap) == (2, 600, 7)
        assert site.ready() == dict.fromkeys(
            ("database", "files", "wikis", "companies", "writing", "space", "slots"), True
        )


def test_what_is_written_is_for_the_owner_only(settings: Settings):
    settings.data_dir.mkdir(mode=0o755)  # as a mounted volume is
    app.migrate(settings)
    with app.open_parts(settings) as made:
        made.keys.create(NewKey("t", "lin"))
    written = [*settings.data_dir.rglob("*")]
    assert written
    assert all(path.stat().st_mode & 0o077 == 0 for path in written)


def test_the_service_takes_a_document_and_keeps_its_task(settings: Settings):
    async def talk() -> None:
        with app.open_parts(settings) as made:
            secret = made.keys.create(NewKey("t", "lin"))[1]
            transport = httpx.ASGITransport(application(app.make_site(settings, made)))
            async with httpx.AsyncClient(
                transport=transport, base_url="http://t", headers={"x-api-key": secret}
            ) as client:
                answer = await client.post("/api/parse/pdf2word", files={"file": ("a.pdf", b"%PDF-1.7\nx")})
                task = made.tasks.get(answer.json()["task_id"], owner="lin")
                assert (task.kind, task.filename, dict(task.options)) == ("parse.docx", "a.pdf", {"page_cap": "7"})
                metrics = (await client.get("/metrics")).text
                assert 'quire_tasks{status="pending"} 1.0' in metrics
                assert 'quire_capacity{what="workers"} 0.0' in metrics

    app.migrate(settings)
    asyncio.run(talk())


def test_every_submission_has_a_handler_and_a_writer():
    from quire.web.documents.conversion_routes import CONVERSIONS

    assert {f"parse.{to}" for to in CONVERSIONS.values()} == {kind for kind in HANDLERS if kind.startswith("parse.")}
    assert set(CONVERSIONS.values()) == set(WRITERS)


def test_migrating_again_changes_nothing(settings: Settings):
    app.migrate(settings)
    with app.key_store(settings) as keys:
        keys.create(NewKey("t", "lin"))
    app.migrate(settings)
    with app.key_store(settings) as keys:
        assert len(keys.all()) == 1


def test_links_of_one_process_open_in_another(settings: Settings):
    app.migrate(settings)
    with app.open_parts(settings) as one, app.open_parts(settings) as other:
        assert one.secret == other.secret
        assert len(one.secret) >= 32


def test_a_given_link_secret_is_used(settings: Settings):
    from dataclasses import replace

    app.migrate(settings)
    with app.open_parts(replace(settings, link_secret="a secret of the operator")) as made:
        assert made.secret == b"a secret of the operator"


def test_a_database_without_tables_says_what_to_do(settings: Settings):
    with pytest.raises(Unavailable, match="quire migrate"), app.open_parts(settings):
        pass


def test_a_database_that_goes_is_not_ready(settings: Settings, caplog):
    app.migrate(settings)
    with app.open_parts(settings) as made:
        site = app.make_site(settings, made)
        made.keys._engine.dispose()
        shutil.rmtree(settings.data_dir)
        assert site.ready()["database"] is False


@pytest.mark.parametrize("url", ["sqlite:///:memory:", "sqlite://"])
def test_a_database_that_no_other_process_can_share(settings: Settings, url: str):
    from dataclasses import replace

    with pytest.raises(BadSetting, match="QUIRE_DATABASE_URL"), app.open_parts(replace(settings, database_url=url)):
        pass


@pytest.mark.parametrize("prefix", ["s3://quire", "s3://quire/files/tasks", "s3://quire/files", "s3://quire/{owner}"])
def test_documents_are_not_taken_from_the_file_store(settings: Settings, prefix: str):
    from dataclasses import replace

    app.migrate(settings)
    over = replace(settings, files_url="s3://quire/files/", source_buckets=frozenset({prefix}))
    beside = replace(over, source_buckets=frozenset({"s3://quire/files-in", "s3://quire/in/{owner}"}))
    with app.open_parts(settings) as made:
        with pytest.raises(BadSetting, match="must not reach into the file store"):
            app.make_site(over, made)
        assert app.make_site(beside, made).source_buckets.allowed == beside.source_buckets


def test_a_book_becomes_a_wiki(settings: Settings):
    text = "# Pottery\n\n" + "\n\n".join(f"## Part {n}\n\nA *kiln* is an oven that fires clay {n}." for n in range(9))

    async def talk(made: app.Parts) -> str:
        secret = made.keys.create(NewKey("t", "lin"))[1]
        transport = httpx.ASGITransport(application(app.make_site(settings, made)))
        headers = {"x-api-key": secret}
        async with httpx.AsyncClient(transport=transport, base_url="http://t/api/v1", headers=headers) as client:
            added = (await client.post("/upload", files={"file": ("a.md", text.encode())}, data={"lang": "en"})).json()
            stream = await client.get(f"/jobs/{added['job_id']}/stream")  # ends with the job
            pages = (await client.get(f"/pages?wiki={added['wiki_slug']}")).json()
            assert pages["total"] > 0
            return stream.text

    app.migrate(settings)
    with app.open_parts(settings) as made, app.working(settings, made):
        told = asyncio.run(talk(made))
    assert told.rstrip().endswith('data: {"status":"completed"}')


def test_slots_know_the_model_that_helps_with_invoices_and_no_key():
    whole = Settings(
        llm_base_url="http://127.0.0.1:9/v1", llm_api_key="sk-x", llm_model="m", llm_prices=(("m", 1.0, 2.0),)
    )
    assert app._capacity(whole).network is False
    capacity = app._capacity(replace(whole, llm_invoices=True))
    assert capacity.network is True
    assert [*capacity.extras] == ["invoice.json", "wiki.plan"]
    assert capacity.extras["wiki.plan"]["model"]["key"] == ""  # a slot that reads books is given no key
    assert "sk-x" not in repr(capacity)


def test_what_new_work_needs_is_looked_at(settings: Settings, monkeypatch):
    app.migrate(settings)
    with app.open_parts(settings) as made:
        site = app.make_site(settings, made)
        monkeypatch.setattr(app, "has_room", lambda _: False)
        assert site.ready()["space"] is False
        monkeypatch.setattr(app, "check_writable", lambda _: 1 / 0)
        state = site.ready()
        assert (state["writing"], state["database"], state["slots"]) == (False, True, True)
