"""The order of the checks, the carriers of keys, and the shape of errors."""

from __future__ import annotations

import errno
import json
import logging
import sqlite3

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from quire.access.keys import NewKey
from quire.access.permissions import Rate, Scope
from quire.clock import FakeClock
from quire.web import ROUTES, application
from quire.web.documents.conversion_routes import MAX_BYTES
from quire.web.http.operation import Door
from quire.web.state.site import Site
from quire.web.state.wrong_keys import WRONG_KEYS
from tests.web.fakes import FakeTasks, make_site

pytestmark = pytest.mark.anyio

OPEN_ROUTES = {
    ("GET", "/"),
    ("GET", "/docs"),
    ("GET", "/openapi.json"),
    ("GET", "/static/{name}"),
    ("GET", "/files/{task_id}/{name:path}"),
    ("GET", "/api/v1/health"),
    ("GET", "/livez"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
    ("GET", "/vocabulary"),
    ("GET", "/vocabulary/items"),
    ("GET", "/vocabulary/printed"),
    ("GET", "/vocabulary/fields"),
    ("GET", "/console"),
    ("GET", "/console/keys"),
    ("POST", "/console/keys"),
    ("POST", "/console/first"),
    ("POST", "/console/sign-in"),
    ("POST", "/console/sign-out"),
    ("POST", "/console/api-token"),
    ("GET", "/console/keys/{key_id}"),
    ("POST", "/console/keys/{key_id}"),
    ("POST", "/console/keys/{key_id}/revoke"),
    ("POST", "/console/keys/{key_id}/rotate"),
    ("GET", "/console/documents"),
    ("POST", "/console/documents/{word}"),
    ("POST", "/console/documents/archive"),
    ("POST", "/console/documents/delete"),
    ("POST", "/console/documents/{task_id}/delete"),
    ("GET", "/console/documents/{task_id}/truth"),
    ("POST", "/console/documents/{task_id}/retry"),
    ("GET", "/console/documents/{task_id}/json"),
    ("GET", "/console/documents/{task_id}/pages/{name}"),
    ("GET", "/console/documents/{task_id}/sharp/{page}"),
    ("GET", "/console/documents/{task_id}/result"),
    ("GET", "/console/documents/{task_id}/result/{page}"),
    ("GET", "/console/documents/{task_id}/images/{name}"),
    ("GET", "/console/documents/{task_id}/corrected/{to}"),
    ("POST", "/console/documents/{task_id}/correct"),
    ("POST", "/console/documents/{task_id}/approve"),
    ("POST", "/console/documents/{task_id}/convert/{word}"),
    ("GET", "/console/bin"),
    ("POST", "/console/bin"),
    ("GET", "/console/documents/review"),
    ("GET", "/console/documents/book/{to}"),
    ("GET", "/console/documents/{task_id}/file"),
    ("GET", "/console/wikis"),
    ("POST", "/console/wikis"),
    ("GET", "/console/wikis/{slug}"),
    ("POST", "/console/wikis/{slug}/{act}"),
    ("POST", "/console/samples/{name}"),
    ("GET", "/console/wikis/{slug}/read"),
    ("GET", "/console/wikis/{slug}/read/"),
    ("GET", "/console/wikis/{slug}/read/{name:path}"),
    ("GET", "/console/wikis/{slug}/search"),
    ("GET", "/console/wikis/{slug}/export/{to}"),
    ("GET", "/console/wikis/{slug}/settings"),
    ("POST", "/console/wikis/{slug}/settings"),
    ("POST", "/console/wikis/{slug}/plan"),
    ("POST", "/console/wikis/{slug}/delete"),
    ("GET", "/console/companies/import"),
    ("POST", "/console/companies/import"),
    ("GET", "/console/companies/import/{name}"),
    ("GET", "/console/companies/import/{name}/report"),
    ("GET", "/console/usage"),
    ("GET", "/console/administration"),
    ("GET", "/console/administration/people"),
    ("GET", "/console/administration/webhooks"),
    ("POST", "/console/administration/webhooks/{task_id}"),
    ("GET", "/console/administration/settings"),
    ("GET", "/console/companies"),
    ("GET", "/console/companies/{path:path}"),
    ("GET", "/console/"),
    ("GET", "/console/{rest:path}"),
}
"""Every route that asks for no key; the links check a signature, the console a session."""


def example_path(path: str) -> str:
    return path.replace("{name:path}", "a.md").replace("{task_id}", "1").replace("{key_id}", "1").replace("{name}", "x")


@pytest.mark.parametrize("operation", ROUTES, ids=lambda one: f"{one.method} {one.path}")
async def test_every_route_needs_a_key_but_those_in_the_list(nobody, secret, operation):
    is_open = operation.gate.door is Door.OPEN
    assert is_open == ((operation.method, operation.path) in OPEN_ROUTES)
    answer = await nobody.request(operation.method, example_path(operation.path))
    if not operation.path.startswith("/console"):  # a console form without a session is 401 too, of its own accord
        assert (answer.status_code == 401) == (not is_open)
    if not is_open:
        assert answer.headers["www-authenticate"].startswith("Bearer")


class Wire:
    """An ASGI connection that says how much of the body was read before the answer."""

    def __init__(self, body: bytes = b"x" * 1000) -> None:
        self.body = body
        self.read_before_answer = 0
        self.sent: list[dict] = []

    async def receive(self) -> dict:
        if not self.sent:
            self.read_before_answer += 1
        return {"type": "http.request", "body": self.body, "more_body": False}

    async def send(self, message: dict) -> None:
        self.sent.append(message)

    async def ask(self, site: Site, method: str, path: str, headers: dict[str, str], query: bytes = b"") -> int:
        headers = {"host": "quire.test"} | headers
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
            "client": ("192.0.2.1", 1),
            "server": ("quire.test", 80),
            "scheme": "http",
        }
        await application(site)(scope, self.receive, self.send)
        return self.sent[0]["status"]

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def answer(self) -> dict:
        return json.loads(b"".join(message.get("body", b"") for message in self.sent[1:]))


PATH = "/api/parse/pdf2json"
HUGE = str(MAX_BYTES * 2)
FORM = "multipart/form-data; boundary=B"


@pytest.fixture
def finance(site: Site) -> str:
    return site.keys.create(NewKey("f", "lin", scopes=frozenset({Scope.FINANCE})))[1]


async def test_a_request_with_everything_wrong_meets_the_checks_in_order(tmp_path, site: Site, finance: str):
    """401, 403, 429, 413, 400: each request is wrong in this and all later ways, and no body is read for any."""
    limited = make_site(tmp_path / "limited", rate_submit=Rate.submissions(1))
    parse = limited.keys.create(NewKey("p", "lin", scopes=frozenset({Scope.PARSE})))[1]
    only_finance = limited.keys.create(NewKey("f", "lin", scopes=frozenset({Scope.FINANCE})))[1]
    wrong = {"content-length": HUGE, "content-type": "text/plain", "host": "a b"}
    expected = [
        ({"authorization": "Bearer nobody"}, 401, "not_authenticated"),
        ({"authorization": f"Bearer {only_finance}"}, 403, "not_allowed"),
        ({"authorization": f"Bearer {parse}"}, 413, "too_large"),
        ({"authorization": f"Bearer {parse}"}, 429, "too_many_requests"),
    ]
    for headers, status, code in expected:
        wire = Wire()
        assert await wire.ask(limited, "POST", PATH, wrong | headers) == status
        assert wire.headers["x-error-code"] == code
        assert wire.headers["connection"] == "close"
        assert wire.read_before_answer == 0
    limited.keys._engine.dispose()


async def test_wrong_headers_are_400_before_the_body(site: Site, secret: str):
    hosts = ({"host": "a b"}, {"host": "a:99999999"}, {"host": ""})
    for bad in ({"content-length": "x"}, {"content-length": "-1"}, *hosts):
        wire = Wire()
        headers = {"authorization": f"Bearer {secret}", "content-type": FORM} | bad
        assert await wire.ask(site, "POST", PATH, headers) == 400
        assert wire.read_before_answer == 0


async def test_unknown_paths_and_methods_are_told_to_keys_only(nobody, secret):
    assert (await nobody.get("/api/nothing")).status_code == 401
    nobody.headers["x-api-key"] = secret
    unknown = await nobody.get("/api/nothing")
    assert (unknown.status_code, unknown.json()) == (404, {"detail": "Not found"})
    wrong = await nobody.put("/api/parse/pdf2json")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
    uploaded = await nobody.post("/api/parse/pdf2nothing", files={"file": ("a.pdf", b"%PDF" + b" " * 200_000)})
    assert uploaded.status_code == 404  # and not too large for a path without uploads
    assert wrong.json() == {"detail": "This method is not allowed here."}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"authorization": "Bearer {key}"}, 200),
        ({"authorization": "bearer   {key} "}, 200),
        ({"x-api-key": "{key}"}, 200),
        ({"authorization": "Bearer {key}", "x-api-key": "{key}"}, 200),
        ({"authorization": "Bearer {key}", "x-api-key": "{other}"}, 401),
        ({"authorization": "Basic {key}"}, 401),
        ({"authorization": "Bearer"}, 401),
        ({"authorization": "{key}"}, 401),
        ({"authorization": "Bearer {key}x"}, 401),
        ({"authorization": "Basic x", "x-api-key": "{key}"}, 401),
        ({"api_key": "{key}"}, 401),
    ],
)
async def test_carriers_of_a_key(site: Site, secret: str, finance: str, headers: dict[str, str], status: int):
    filled = {name: value.format(key=secret, other=finance) for name, value in headers.items()}
    assert await Wire().ask(site, "GET", "/api/v1/auth/me", filled) == status


@pytest.mark.parametrize(
    ("path", "headers", "query", "status"),
    [
        ("/company/430002/json", {"api_key": "{key}"}, "", 404),
        ("/us/nyse/ibm", {}, "api_key={key}", 404),
        ("/us/nyse", {"api_key": "{key}"}, "api_key={other}", 401),
        ("/us/nyse", {}, "access_token={key}", 401),
        ("/api/v1/jobs/7/stream", {}, "access_token={key}", 404),
        ("/api/v1/jobs/7/stream", {}, "api_key={key}", 401),
        ("/api/v1/jobs/7/log", {}, "access_token={key}", 401),
        ("/api/v1/auth/me", {}, "api_key={key}", 401),
        ("/api/tasks", {}, "access_token={key}", 401),
    ],
)
async def test_keys_in_query_strings_only_where_they_belong(site, secret, finance, path, headers, query, status):
    filled = {name: value.format(key=secret, other=finance) for name, value in headers.items()}
    found = await Wire().ask(site, "GET", path, filled, query.format(key=secret, other=finance).encode())
    assert found == status


async def test_a_key_in_the_query_of_a_post_counts_for_nothing(site, secret):
    assert await Wire().ask(site, "POST", "/us/nyse", {}, f"api_key={secret}".encode()) == 401


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("/company/430002/json", Scope.COMPANY),
        ("/us/nyse/ibm", Scope.COMPANY),
        ("/api/finance/result/1", Scope.FINANCE),
        ("/api/invoice/result/1", Scope.INVOICE),
        ("/api/parse/result/1", Scope.PARSE),
        ("/api/v1/jobs/7/stream", Scope.WIKI),
    ],
)
async def test_each_service_needs_its_scope(site: Site, path: str, scope: Scope):
    right = site.keys.create(NewKey("r", "lin", scopes=frozenset({scope})))[1]
    wrong = site.keys.create(NewKey("w", "lin", scopes=frozenset({s for s in Scope if s is not scope})))[1]
    assert await Wire().ask(site, "GET", path, {"x-api-key": right}) == 404
    assert await Wire().ask(site, "GET", path, {"x-api-key": wrong}) == 403


async def test_rates_are_told_and_kept(tmp_path):
    site = make_site(tmp_path, rate_read=Rate.reads(3))
    secret = site.keys.create(NewKey("a", "lin"))[1]
    for left in (2, 1, 0):
        wire = Wire()
        assert await wire.ask(site, "GET", "/api/v1/auth/me", {"x-api-key": secret}) == 200
        assert wire.headers["ratelimit"].startswith(f'"read";r={left};')
        assert wire.headers["ratelimit-policy"] == '"read";q=3;w=60;burst=3'
    wire = Wire()
    assert await wire.ask(site, "GET", "/api/v1/auth/me", {"x-api-key": secret}) == 429
    assert wire.headers["retry-after"] == "20"
    other = site.keys.create(NewKey("b", "lin"))[1]
    assert await Wire().ask(site, "GET", "/api/v1/auth/me", {"x-api-key": other}) == 200
    site.keys._engine.dispose()


async def test_wrong_keys_are_slowed_down_by_address(site: Site, clock: FakeClock):
    good = site.keys.create(NewKey("a", "lin"))[1]
    assert await Wire().ask(site, "GET", "/api/tasks", {"x-api-key": good}) == 200
    for number in range(WRONG_KEYS.burst):
        assert await Wire().ask(site, "GET", "/api/tasks", {"x-api-key": f"quire_{number}"}) == 401
    wire = Wire()
    assert await wire.ask(site, "GET", "/api/tasks", {"x-api-key": "quire_x"}) == 429
    assert wire.headers["retry-after"] == "6"
    assert await Wire().ask(site, "GET", "/api/tasks", {}) == 401
    clock.advance(4)  # the good key is no longer remembered by the keys, but here
    assert await Wire().ask(site, "GET", "/api/tasks", {"x-api-key": good}) == 200
    clock.advance(3)
    assert await Wire().ask(site, "GET", "/api/tasks", {"x-api-key": "quire_x"}) == 401


async def test_a_keys_own_rate_wins(tmp_path):
    site = make_site(tmp_path, rate_read=Rate.reads(1))
    free = site.keys.create(NewKey("a", "lin", rate_read=0))[1]
    for _ in range(5):
        wire = Wire()
        assert await wire.ask(site, "GET", "/api/v1/auth/me", {"x-api-key": free}) == 200
        assert "ratelimit" not in wire.headers
    site.keys._engine.dispose()


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("application/problem+json", "application/problem+json"),
        ("text/html, Application/Problem+JSON;q=0.5", "application/problem+json"),
        ("application/problem+json;q=0", "application/json"),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
    ],
)
async def test_problem_details_only_when_asked_for(nobody, accept, kind):
    answer = await nobody.get("/api/tasks", headers={"accept": accept})
    assert answer.headers["content-type"] == kind
    if kind == "application/problem+json":
        assert answer.json() == {
            "type": "about:blank",
            "title": "Unauthorized",
            "status": 401,
            "detail": "Could not validate credentials",
            "code": "not_authenticated",
        }
    else:
        assert answer.json() == {"detail": "Could not validate credentials"}


async def test_the_wiki_service_has_its_own_shape(nobody):
    answer = await nobody.get("/api/v1/auth/me")
    sentence = "Could not validate credentials"
    assert answer.json() == {"ok": False, "error": sentence, "detail": sentence}
    assert (await nobody.get("/api/v1x")).json() == {"detail": sentence}


async def test_the_request_id_is_the_clients_when_it_is_harmless(nobody):
    for given, kept in (("abc-123.X_y", True), ("short", False), ("a b c d e f g", False), ("x" * 65, False)):
        answer = await nobody.get("/livez", headers={"x-request-id": given})
        assert (answer.headers["x-request-id"] == given) is kept
        assert 8 <= len(answer.headers["x-request-id"]) <= 64


async def test_our_own_faults_show_no_trace(client, tasks: FakeTasks, monkeypatch, caplog):
    def broken(*_, **__):
        raise RuntimeError("/secret/path and trace")

    monkeypatch.setattr(tasks, "get", broken)
    with caplog.at_level(logging.ERROR):
        answer = await client.get("/api/parse/result/1")
    assert answer.status_code == 500
    assert answer.json() == {"detail": "Something went wrong on our side. Please try again later."}
    assert answer.headers["x-error-code"] == "internal_error"
    assert "/secret/path" in caplog.text
    assert answer.headers["x-request-id"] in caplog.text


async def test_a_full_disk_is_503(client, monkeypatch, site: Site):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device", str(site.staging))

    monkeypatch.setattr("quire.web.http.multipart.FormReader.write", full)
    answer = await client.post(PATH, files={"file": ("a.pdf", b"%PDF-1.7")})
    assert answer.status_code == 503
    assert answer.json() == {"detail": "There is no storage space left. Please try again later."}
    assert answer.headers["retry-after"]
    assert not site.staging.exists() or list(site.staging.iterdir()) == []


async def test_a_database_that_does_not_answer_is_503(client, tasks: FakeTasks, monkeypatch, caplog):
    def locked(*_, **__):
        raise OperationalError("SELECT secret", {}, sqlite3.OperationalError("database is locked"))

    monkeypatch.setattr(tasks, "get", locked)
    answer = await client.get("/api/parse/result/1")
    assert (answer.status_code, answer.headers["x-error-code"]) == (503, "unavailable")
    assert answer.headers["retry-after"]
    assert "locked" not in answer.text
    (said,) = [record for record in caplog.records if answer.headers["x-request-id"] in record.getMessage()]
    assert "database is locked" in said.getMessage()  # one line, without the statement and a trace
    assert "SELECT" not in caplog.text
    assert said.exc_info is None


async def test_a_refusal_has_each_header_once(client):
    big = {"content-length": "999999999"}
    for answer in (await client.post(PATH, headers=big, content=b"x"), await client.get("/api/nothing")):
        names = [name for name, _ in answer.headers.multi_items()]
        assert len(names) == len(set(names))
        assert "ratelimit" in names


async def test_no_secret_in_the_log(nobody, secret: str, caplog):
    with caplog.at_level(logging.DEBUG):
        await nobody.get(f"/us/nyse/ibm?api_key={secret}&q=x")
        await nobody.get(f"/api/v1/jobs/7/stream?access_token={secret}")
        await nobody.get("/api/v1/auth/me", headers={"authorization": f"Bearer {secret}"})
        await nobody.get("/files/1/a.md?expires=5&key=1&signature=abcdef0123")
        await nobody.post("/console/sign-in", content=f"secret={secret}")
    lines = [record.getMessage() for record in caplog.records if record.name == "quire.access"]
    assert len(lines) == 5
    ours = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith(("quire", "uvicorn")))
    assert secret not in ours
    assert "abcdef0123" not in ours
    assert "api_key=...&q=..." in lines[0]
    assert "expires=5" in lines[3]


async def test_a_line_in_the_log_is_one_line(nobody, caplog):
    with caplog.at_level(logging.INFO, logger="quire.access"):
        await nobody.get('/livez?a%0aINFO%20fake=1&wait=1%0a"x"')
    assert "\n" not in caplog.records[-1].getMessage()
    assert '"x"' not in caplog.records[-1].getMessage()


async def test_a_counted_body_is_cut_at_the_limit(site: Site, admin: str):
    """A body without Content-Length meets the limit while it comes."""

    class Endless(Wire):
        async def receive(self) -> dict:
            self.read_before_answer += not self.sent
            return {"type": "http.request", "body": b"x" * 65536, "more_body": self.read_before_answer < 100}

    wire = Endless()
    headers = {"authorization": f"Bearer {admin}", "transfer-encoding": "chunked"}
    assert await wire.ask(site, "POST", "/api/v1/auth/tokens", headers) == 413
    assert wire.read_before_answer == 2
    assert wire.headers["connection"] == "close"


async def test_metrics_count_routes_and_name_nobody(client: httpx.AsyncClient, secret: str):
    await client.get("/api/parse/result/some-task")
    await client.get("/etc/passwd")
    text = (await client.get("/metrics")).text
    assert 'quire_http_requests_total{method="GET",route="/api/parse/result/{task_id}",status="404"} 1.0' in text
    assert "passwd" not in text
    assert "some-task" not in text
    assert secret not in text
