"""`quire_client` against the installed service, against the application in this process, and against faults."""

from __future__ import annotations

import base64
import hashlib
import hmac
import inspect
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import anyio
import httpx
import pikepdf
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from quire.access.keys import NewKey
from quire.cli import main as quire_main
from quire.clock import FakeClock
from quire.tasks.task_states import TaskStatus
from quire.tasks.webhook_sender import secret_of, signature
from quire.web import application
from quire_client import (
    ApiError,
    AsyncClient,
    Client,
    ClientError,
    ConnectionLost,
    StillRunning,
    TaskFailed,
    WebhookRejected,
    verify_webhook,
)
from quire_client.command import main
from quire_client.requests import Retries
from tests.running_service import first_key, running_service
from tests.web.fakes import FakeTasks, dispose, make_site

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
NO_PAUSE = Retries(first=0.0)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a running service and a key."""
    with running_service(tmp_path_factory.mktemp("service") / "data") as address:
        yield address, first_key(address)


class Awaited:
    """An `AsyncClient` whose methods are awaited in a loop of its own thread, so that tests of `Client` try it, too."""

    def __init__(self, client: AsyncClient, portal: BlockingPortal) -> None:
        self._client, self._portal = client, portal

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*args: object, **more: object) -> Any:
            return self._portal.call(self._value, name, args, more)

        return call

    async def _value(self, name: str, args: tuple[object, ...], more: dict[str, object]) -> Any:
        found = getattr(self._client, name)(*args, **more)
        return [one async for one in found] if inspect.isasyncgen(found) else await found


@pytest.fixture(params=["blocking", "asynchronous"])
def client(service: tuple[str, str], request: pytest.FixtureRequest) -> Iterator[Client]:
    address, key = service
    if request.param == "blocking":
        with Client(address, key, http=httpx.Client(trust_env=False, timeout=90)) as made:
            yield made
        return
    with start_blocking_portal() as portal:
        awaited = Awaited(AsyncClient(address, key, http=httpx.AsyncClient(trust_env=False, timeout=90)), portal)
        yield cast("Client", awaited)
        awaited.close()


def answering(*answers: httpx.Response | Exception, **options: object) -> tuple[Client, list[httpx.Request]]:
    """A client whose service gives these answers in turn, and the requests that it gets."""
    left, got = list(answers), list[httpx.Request]()

    def answer(request: httpx.Request) -> httpx.Response:
        request.read()
        got.append(request)
        one = left.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    http = httpx.Client(transport=httpx.MockTransport(answer))
    return Client("http://quire.test/", "secret", http=http, **{"retries": NO_PAUSE, **options}), got


# a stranger's five minutes


def test_documents_statements_and_invoices(client: Client, tmp_path: Path):
    seen: list[tuple[int, int]] = []
    made = client.parse(SAMPLES / "annual-report-en.pdf", pages="1-3", progress=lambda *pages: seen.append(pages))
    assert "Bluefen Water" in made.text
    assert made.filename == "annual-report-en.md"
    assert made.duration > 0
    (tmp_path / "page.html").write_text("<html><h1>Walnut</h1>", encoding="utf-8")
    assert client.parse(tmp_path / "page.html").text == "# Walnut\n"
    saved = client.convert(SAMPLES / "annual-report-en.pdf", tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert {path.name for path in (tmp_path / "images").iterdir()} == {Path(name).name for name in saved.images}
    assert saved.images
    statements = client.statements(SAMPLES / "statements" / "statements-en.pdf")
    assert statements[0]["details"]["kind"] == "balance_sheet"
    client.workbook(statements, tmp_path / "statements.xlsx")
    assert (tmp_path / "statements.xlsx").read_bytes().startswith(b"PK")
    invoices = client.invoices(SAMPLES / "invoices" / "digital-invoice.pdf")
    assert invoices.values()[0]["invoice_number"]


def test_a_folder_with_a_bad_file(client: Client, tmp_path: Path):
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.pdf").write_bytes((SAMPLES / "briefing-slides.pdf").read_bytes())
    (folder / "deep" / "b.pdf").write_bytes(b"%PDF-1.7 not a document")
    (folder / "c.pdf").write_bytes(b"no PDF at all")
    (folder / "notes.txt").write_text("not sent")
    counts: list[tuple[int, int]] = []
    april = f"april {tmp_path.name}"
    found = client.many(folder, client_ref=april, progress=lambda *count: counts.append(count))
    assert [Path(one.source).name for one in found] == ["a.pdf", "c.pdf", "b.pdf"]
    assert [bool(one.result) for one in found] == [True, False, False]
    assert found[1].error.startswith("Unsupported file type")
    assert counts[-1] == (3, 3)
    rows = client.tasks(client_ref=april)
    assert {row.status for row in rows} == {"done", "failed"}
    client.archive(april, tmp_path / "april.zip")
    assert (tmp_path / "april.zip").read_bytes().startswith(b"PK")
    client.delete(rows[0].id)
    assert len(client.tasks(client_ref=april)) == 1


def test_a_result_is_corrected(client: Client, tmp_path: Path):
    task = client.submit(SAMPLES / "invoices" / "digital-invoice.pdf", "invoices", client_ref=tmp_path.name)
    client.wait(task, timeout=60)
    assert client.corrections(task)["corrections"] == []
    place, wanted = "0/seller_name", {"0/seller_name": "Lakeside Paper Co."}
    made = client.correct(task, wanted, seen=0, approved=True)
    assert (made["state"], made["corrections"][0]["after"]) == ("approved", wanted[place])
    assert client.correct(task.id, wanted)["corrections"] == made["corrections"]
    assert client.corrections(task.id) == made
    for other in ({"seen": 0}, {"before": {place: "Nobody Ltd."}}):
        with pytest.raises(ApiError) as refused:
            client.correct(task, {place: "Seaside Paper Co."}, **other)
        assert refused.value.status == 409
    assert client.correct(task, approved=False)["state"] == "to_check"
    client.archive(tmp_path.name, tmp_path / "all.csv", to="csv")
    assert "Lakeside Paper Co." in (tmp_path / "all.csv").read_text(encoding="utf-8-sig")


def test_many_files_in_one_call(client: Client, tmp_path: Path, service: tuple[str, str], monkeypatch, capsys):
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7 not a document")
    (tmp_path / "c.pdf").write_bytes(b"no PDF at all")
    sources = [SAMPLES / "briefing-slides.pdf", tmp_path / "b.pdf", tmp_path / "c.pdf"]
    sent = client.submit_batch(sources, pages="1-2", idempotency_key=tmp_path.name)
    assert client.submit_batch(sources, pages="1-2", idempotency_key=tmp_path.name).id == sent.id
    counts: list[tuple[int, int]] = []
    batch = client.wait_batch(sent, timeout=60, progress=lambda *count: counts.append(count))
    assert [item.status for item in batch.items] == ["done", "failed", "refused"]
    assert (batch.kind, counts[-1]) == ("pdf2markdown", (3, 3))
    assert batch.items[2].error.startswith("Unsupported file type")
    assert batch.items[0].task is not None
    assert "#" in client.wait(batch.items[0].task).text
    client.archive(batch, tmp_path / "all.zip")
    assert (tmp_path / "all.zip").read_bytes().startswith(b"PK")
    for mixed in ([SAMPLES / "briefing-slides.pdf", "https://example.org/a.pdf"], ["s3://a/b", "s3://a/c"]):
        with pytest.raises(ClientError, match="either of files or of URLs"):
            client.submit_batch(mixed)
    for ask in (client.submit_batch, client.submit):
        with pytest.raises(ApiError, match="takes no documents from buckets"):
            ask("s3://reports/in")
    with pytest.raises(ApiError, match="not allowed"):
        client.parse("http://127.0.0.1/a.pdf")
    for name, value in (("QUIRE_SERVER", service[0]), ("QUIRE_KEY", service[1]), ("NO_PROXY", "*")):
        monkeypatch.setenv(name, value)
    assert main(["batch", str(SAMPLES / "invoices" / "digital-invoice.pdf"), "--to", "invoices"]) == 0
    assert "invoice_number" in capsys.readouterr().out
    assert main(["batch", str(SAMPLES / "briefing-slides.pdf"), "-o", str(tmp_path / "results.zip")]) == 0
    assert (tmp_path / "results.zip").stat().st_size > 100


def test_a_locked_document_and_its_password(
    client: Client, tmp_path: Path, service: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch
):
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(SAMPLES / "briefing-slides.pdf") as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(user="open sesame", owner="o"))
    with pytest.raises(TaskFailed, match="protected by a password"):
        client.parse(locked)
    assert client.parse(locked, password="open sesame").text.startswith("#")
    assert client.convert(locked, tmp_path / "a.md", password="open sesame").task_id
    assert client.many([locked], password="open sesame")[0].result
    batch = client.wait_batch(client.submit_batch([locked], password="open sesame"))
    assert batch.counts["done"] == 1
    for name, value in (("QUIRE_SERVER", service[0]), ("QUIRE_KEY", service[1]), ("NO_PROXY", "*")):
        monkeypatch.setenv(name, value)
    command = ["parse", str(locked), "--output", str(tmp_path / "out")]
    assert main(command) == 1
    assert capsys.readouterr().err.endswith("protected by a password; give it with --password or QUIRE_PASSWORD.\n")
    assert main([*command, "--password", "wrong"]) == 1
    monkeypatch.setenv("QUIRE_PASSWORD", "open sesame")
    assert main(command) == 0


def test_every_method_is_the_same_for_both(client: Client, service: tuple[str, str]):
    """What the other tests leave out; companies are not in this installation."""
    names = {name for name in vars(Client) | vars(AsyncClient) if not name.startswith("_")}
    assert names == {"events", "close"}
    assert client.me()["username"] == "admin"
    assert client.webhook_secret().startswith("whsec_")
    assert isinstance(client.wikis(), list)
    task = client.submit(SAMPLES / "invoices" / "digital-invoice.pdf", "statements")
    assert list(client.wait(task, timeout=60)) == []
    content, media_type = client.result_file("finance", task.id)
    assert (content[:2], media_type.endswith("sheet")) == (b"PK", True)
    batch = client.submit_batch([SAMPLES / "briefing-slides.pdf"])
    assert client.batch(batch.id).id == batch.id
    for ask in (
        client.company,
        client.find_companies,
        client.observations,
        lambda name: client.reconcile([name]),
        lambda name: client.us_company("nyse", name),
        client.sparql,
    ):
        with pytest.raises(ApiError):
            ask("nobody")
    with pytest.raises(ApiError, match="There is no such job"):
        next(iter(client.events(10_000)))


def test_a_wiki_from_book_to_cited_page(client: Client):
    job = client.build_wiki(SAMPLES / "books" / "bookbinding-en.md", lang="en", slug="bookbinding")
    events = list(client.events(job.id))
    assert [int(event.id) for event in events] == list(range(1, len(events) + 1))
    assert events[-1].type == "done"
    assert client.job(job.id).status in {"ready", "completed"}
    hit = client.search(job.wiki, "glue of the spine")[0]
    page = client.wiki_page(job.wiki, hit.page_id)
    assert page.body
    assert page.sources[0]["quote"]


def test_the_shell(service: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    monkeypatch.setenv("QUIRE_SERVER", service[0])
    monkeypatch.setenv("QUIRE_KEY", service[1])
    monkeypatch.setenv("NO_PROXY", "*")
    assert main(["parse", str(SAMPLES / "briefing-slides.pdf"), "--pages", "1-2", "-o", str(tmp_path)]) == 0
    assert (tmp_path / "briefing-slides.md").stat().st_size > 100
    monkeypatch.setattr("sys.argv", ["quire", "remote", "invoices", str(SAMPLES / "invoices" / "digital-invoice.pdf")])
    capsys.readouterr()
    assert quire_main() == 0
    assert next(iter(json.loads(capsys.readouterr().out).values()))["result"][0]["page"] == 1
    assert main(["company", "nobody"]) == 1
    assert "quire-remote: " in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["parse"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["parse", "gone.pdf"], "gone.pdf: There is no file gone.pdf."),
        (["parse", "."], "There is nothing to send"),
        (["invoices", "."], "There is nothing to send"),
        (["batch", "."], "There is nothing to send"),
        (["--key", "wrong", "tasks"], "Could not validate credentials. Check the key (--key or QUIRE_KEY)."),
    ],
)
def test_the_shell_says_what_to_do(
    service: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch,
    arguments: list[str],
    sentence: str,
):
    for name, value in (("QUIRE_SERVER", service[0]), ("QUIRE_KEY", service[1]), ("NO_PROXY", "*")):
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 1
    assert capsys.readouterr().err.startswith(f"quire-remote: {sentence}")


# the asynchronous client, over the application in this process


@pytest.mark.anyio
async def test_the_asynchronous_client_does_the_same(tmp_path: Path):
    site = make_site(tmp_path, FakeClock())
    tasks = site.tasks
    assert isinstance(tasks, FakeTasks)
    key = site.keys.create(NewKey("test", "lin"))[1]
    http = httpx.AsyncClient(transport=httpx.ASGITransport(application(site)))
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF-1.7 a document")
    async with AsyncClient("http://quire.test", key, http=http) as client:
        task = await client.submit(file, "json", client_ref="may", pages="1-")
        assert tasks.contents[task.id] == file.read_bytes()
        assert tasks.asked[0].idempotency_key
        with pytest.raises(StillRunning):
            await client.wait(task, timeout=0)
        async with anyio.create_task_group() as group:
            group.start_soon(_finish, tasks, task.id)
            result = await client.wait(task)
        assert result.content == b"{}"
        failed = await client.submit(b"%PDF-1.7 another", filename="b.pdf")
        tasks.fail(failed.id, "The file is damaged.")
        with pytest.raises(TaskFailed, match="damaged") as caught:
            await client.wait(failed)
        assert caught.value.task_id == failed.id
        with pytest.raises(ApiError) as refused:
            await client.submit(b"no PDF", filename="c.pdf")
    assert (refused.value.status, refused.value.code) == (400, "unsupported_file_type")
    assert refused.value.request_id
    await site.companies.close()
    dispose(site)


async def _finish(tasks: FakeTasks, task_id: str) -> None:
    assert tasks.rows[task_id].status is TaskStatus.PENDING
    tasks.finish(task_id, b"{}")


# faults


def test_a_lost_answer_makes_no_second_task(tmp_path: Path):
    done = httpx.Response(200, json={"task_id": "t", "status": "pending"})
    client, got = answering(httpx.ReadError("lost"), httpx.Response(503), done)
    assert client.submit(b"%PDF", filename="a.pdf").id == "t"
    assert len({request.headers["idempotency-key"] for request in got}) == 1
    assert all(b"%PDF" in request.content for request in got)


def test_retry_after_is_followed_and_a_long_one_is_an_error(monkeypatch: pytest.MonkeyPatch):
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    refused = httpx.Response(429, headers={"retry-after": "7"}, json={"detail": "Rate limit exceeded."})
    client, _ = answering(refused, refused, httpx.Response(200, json={"secret": "whsec_"}))
    assert client.webhook_secret() == "whsec_"
    assert pauses == [7.0, 7.0]
    client, got = answering(httpx.Response(429, headers={"retry-after": "3600"}, json={"detail": "Quota used up."}))
    with pytest.raises(ApiError, match="Quota") as caught:
        client.webhook_secret()
    assert caught.value.status == 429
    assert len(got) == 1


@pytest.mark.anyio
async def test_the_asynchronous_client_meets_the_same_faults(tmp_path: Path):
    events = [
        b'id: 1\nevent: log\ndata: {"msg": "a"}\n\nid: 2\nevent: log\n',
        b'id: 2\nevent: log\ndata: text\n\nid: 3\nevent: done\ndata: {"status": "ready"}\n\n',
    ]
    done = {"status": "done", "filename": "a.md", "duration": 1.0, "images": {"images/p.png": "https://files.test/p"}}
    answers: list[httpx.Response | Exception] = [
        httpx.ReadError("lost"),
        httpx.Response(503),
        httpx.Response(200, json={"task_id": "t", "status": "pending"}),
        httpx.Response(200, json=done),
        httpx.Response(200, content=b"png"),
        httpx.Response(410, json={"detail": "Gone."}),
        httpx.ReadError("lost"),
        *[httpx.Response(200, content=content) for content in events],
        httpx.Response(404, json={"detail": "Not found"}),
    ]
    got: list[httpx.Request] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        await request.aread()
        got.append(request)
        one = answers.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    async with AsyncClient("http://quire.test", "secret", retries=NO_PAUSE, http=http) as client:
        with pytest.raises(ApiError, match="Gone"):
            await client.convert(b"%PDF", tmp_path / "a.md", filename="a.pdf", password="open sesame")
        assert len({request.headers["idempotency-key"] for request in got[:3]}) == 1
        assert all(b"open sesame" in request.content for request in got[:3])
        assert "authorization" not in got[4].headers
        assert [path.name for path in tmp_path.rglob("*")] == ["images", "p.png"]
        with pytest.raises(ConnectionLost):
            await client.build_wiki(b"# Book", lang="en", filename="book.md")
        assert [event.id async for event in client.events(7)] == ["1", "2", "3"]
        assert got[-1].headers["last-event-id"] == "2"
        with pytest.raises(ApiError):
            await anext(client.events(8))


def test_names_of_companies_are_reconciled():
    hit = {"id": "cn/830901", "name": "Lakeside", "score": 100, "match": True}
    figures = [{"item": "revenue", "value": "12.5"}]
    answers = [httpx.Response(200, json={"0": {"result": [hit]}, "1": {"result": []}})]
    answers += [httpx.Response(200, json={"observations": figures}), httpx.Response(300, json={})]
    client, got = answering(*answers)
    assert client.reconcile(["Lakeside", "Nobody"], market="cn", limit=3) == {"Lakeside": [hit], "Nobody": []}
    sent = json.loads(httpx.QueryParams(got[0].content.decode())["queries"])
    assert sent["1"] == {"query": "Nobody", "limit": 3, "type": "cn"}
    assert client.observations("830901") == figures
    assert got[1].url.params["form"] == "observations"
    with pytest.raises(ApiError, match="Several companies"):
        client.observations("Lakeside")


def test_what_cannot_be_repeated_is_sent_once():
    client, got = answering(httpx.ReadError("lost"))
    with pytest.raises(ConnectionLost):
        client.build_wiki(b"# Book", lang="en", filename="book.md")
    assert len(got) == 1
    client, got = answering(httpx.ConnectError("nobody"), httpx.Response(200, json={"job_id": 1, "wiki_slug": "book"}))
    assert client.build_wiki(b"# Book", lang="en", filename="book.md").wiki == "book"


def test_a_service_that_stays_away_is_an_error_after_the_last_attempt():
    client, got = answering(*[httpx.ConnectError("nobody")] * 3, retries=Retries(attempts=3, first=0.0))
    with pytest.raises(ConnectionLost):
        client.webhook_secret()
    assert len(got) == 3


def test_a_link_to_another_host_gets_no_key_and_a_broken_download_leaves_nothing(tmp_path: Path):
    task = httpx.Response(200, json={"task_id": "t", "status": "pending"})
    body = {
        "status": "done",
        "filename": "a.md",
        "duration": 1.0,
        "images": {"images/../../p.png": "https://files.test/p"},
    }
    client, got = answering(
        task,
        httpx.Response(200, json=body),
        httpx.Response(200, content=b"png"),
        httpx.Response(410, json={"detail": "Gone."}),
    )
    with pytest.raises(ApiError, match="Gone"):
        client.convert(b"%PDF", tmp_path / "a.md", filename="a.pdf")
    assert got[1].headers["authorization"] == "Bearer secret"
    assert "authorization" not in got[2].headers
    assert [path.name for path in tmp_path.rglob("*")] == ["images", "p.png"]


def test_a_broken_event_stream_goes_on_where_it_was():
    first = b'id: 1\nevent: log\ndata: {"msg": "a"}\n\nid: 2\nevent: log\n'
    second = b': ping\n\nid: 2\nevent: log\ndata: text\n\nid: 3\nevent: done\ndata: {"status": "ready"}\n\n'
    client, got = answering(httpx.Response(200, content=first), httpx.Response(200, content=second))
    events = list(client.events(7))
    assert [(event.id, event.type) for event in events] == [("1", "log"), ("2", "log"), ("3", "done")]
    assert events[1].data == "text"
    assert got[1].headers["last-event-id"] == "2"
    client, _ = answering(httpx.Response(404, json={"detail": "Not found."}))
    with pytest.raises(ApiError, match="Not found"):
        next(client.events(8))
    client, got = answering(*[httpx.Response(200, content=b"")] * 6)
    with pytest.raises(ConnectionLost):
        list(client.events(9))
    assert len(got) == 6


def test_wrong_use_is_a_sentence(tmp_path: Path):
    client, got = answering()
    for call in (
        lambda: client.parse(b"%PDF", "odt", filename="a.pdf"),
        lambda: client.parse(b"%PDF"),
        lambda: client.parse(tmp_path / "missing.pdf"),
        lambda: client.convert(b"%PDF", "a.odt", filename="a.pdf"),
    ):
        with pytest.raises(ClientError):
            call()
    assert got == []


# webhooks


def test_a_genuine_message_and_forged_ones():
    secret, body = secret_of(b"s" * 32, "lin"), b'{"type": "task.done", "data": {"task_id": "t"}}'
    headers = {
        "Webhook-Id": "msg_1",
        "webhook-timestamp": "1000",
        "webhook-signature": f"v1,AAAA {signature(secret, 'msg_1', 1000, body)}",
    }
    message = verify_webhook(secret, headers, body, now=1299)
    assert (message.id, message.type, message.data["task_id"]) == ("msg_1", "task.done", "t")
    forged = hmac.new(b"other", b"msg_1.1000." + body, hashlib.sha256).digest()
    for changed, content, now in (
        (headers, body, 1301),
        (headers, body + b" ", 1000),
        (headers | {"Webhook-Id": "msg_2"}, body, 1000),
        (headers | {"webhook-timestamp": "soon"}, body, 1000),
        (headers | {"webhook-signature": "v1," + base64.b64encode(forged).decode()}, body, 1000),
        ({}, body, 1000),
    ):
        with pytest.raises(WebhookRejected):
            verify_webhook(secret, changed, content, now=now)
