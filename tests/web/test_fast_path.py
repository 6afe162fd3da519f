"""The fast lane gives the bytes of the long way, or leaves a request to it."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.access.keys import NewKey
from quire.access.permissions import Rate, Scope
from quire.clock import FakeClock
from quire.web import application
from quire.web.fast_path import FastPath
from quire.web.http.raw_send import RawConnection
from quire.web.http_protocol import Protocol
from quire.web.state.site import Site
from tests.company.catalogues import CHINESE, make
from tests.web.fakes import dispose, make_site

pytestmark = pytest.mark.anyio

PATH = "/company/838006/json"
CHANGING = re.compile(rb"(?<=\r\nx-request-id: )[0-9a-f]{32}|(?<=\r\ndate: )[^\r]*")


class Counting(FastPath):
    """A lane that knows how many requests it answered."""

    served = 0

    def serve(self, data: bytes, wire: RawConnection, date: bytes) -> bool:
        done = super().serve(data, wire, date)
        self.served += done
        return done


class Two:
    """One site behind two servers: `fast` has the lane, `slow` has not."""

    def __init__(self, site: Site, secret: str) -> None:
        self.site, self.secret = site, secret
        self.fast_path = Counting(site)
        self._servers: list[tuple[uvicorn.Server, asyncio.Task[None]]] = []
        self.ports: dict[str, int] = {}

    async def start(self) -> None:
        for name, lane in (("fast", self.fast_path), ("slow", None)):
            kind = type("Protocol", (Protocol,), {"fast_path": lane})
            config = uvicorn.Config(
                application(self.site), http=kind, ws="none", lifespan="off", log_config=None, access_log=False,
                server_header=False,
            )  # fmt: skip
            server = uvicorn.Server(config)
            listener = socket.create_server(("127.0.0.1", 0))
            config.load()
            server.lifespan = config.lifespan_class(config)
            await server.startup(sockets=[listener])
            self.ports[name] = listener.getsockname()[1]
            self._servers.append((server, asyncio.create_task(server.main_loop())))
            await server.on_tick(0)

    async def stop(self) -> None:
        for server, task in self._servers:
            server.should_exit = True
            await task
            await server.shutdown()
        await self.site.companies.close()

    async def ask(self, name: str, *requests: bytes, pause: bool = False) -> bytes:
        """What one connection says to these requests, until it is idle."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.ports[name])
        said = b""
        for request in requests:
            writer.write(request[: len(request) // 2] if pause else request)
            if pause:
                await writer.drain()
                await asyncio.sleep(0.02)
                writer.write(request[len(request) // 2 :])
            answer = await _answer(reader, head_only=request.startswith(b"HEAD"))
            said += answer
            if not answer or b"\r\nconnection: close" in answer:
                break
        writer.close()
        return CHANGING.sub(b"-", said)

    async def same(self, *requests: bytes) -> bytes:
        """What both say to the requests, which is the same."""
        fast, slow = await self.ask("fast", *requests), await self.ask("slow", *requests)
        assert fast == slow
        return fast


async def _answer(reader: asyncio.StreamReader, *, head_only: bool) -> bytes:
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    except asyncio.IncompleteReadError as end:
        return end.partial
    length = re.search(rb"\r\ncontent-length: (\d+)", head)
    status = int(head.split(b" ", 2)[1])
    size = int(length.group(1)) if length and status != 304 and not head_only else 0
    return head + await asyncio.wait_for(reader.readexactly(size), 10)


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Two]:
    big = {**CHINESE[0], "公司代码": "838888", "公司简介": "长" * 2_000_000}
    make(tmp_path / "companies", [*CHINESE, big])
    site = make_site(tmp_path, rate_read=Rate.reads(0))
    made = Two(site, site.keys.create(NewKey("t", "lin"))[1])
    await made.start()
    yield made
    await made.stop()
    dispose(site)


def request(secret: str, *lines: str, path: str = PATH, method: str = "GET", carrier: str = "api_key: ") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: quire.test", f"{carrier}{secret}", *lines, "", ""]).encode()


async def test_documents_and_unchanged_ones(two: Two):
    plain = request(two.secret)
    first = await two.same(plain, plain, plain)
    assert two.fast_path.served == 2
    assert first.count(b"HTTP/1.1 200 OK") == 3
    tag = re.search(rb"\r\netag: ([^\r]*)", first).group(1).decode()
    for spelling in ("If-None-Match", "if-none-match"):
        known = request(two.secret, f"{spelling}: {tag}")
        before = two.fast_path.served
        assert (await two.same(known, known)).count(b"304 Not Modified") == 2
        assert two.fast_path.served == before + 2  # the head without its tag was known
    for coding in ("gzip", "br", "zstd", "gzip, deflate, br;q=0.1"):
        coded = request(two.secret, f"Accept-Encoding: {coding}")
        before = two.fast_path.served
        await two.same(coded, coded)
        assert two.fast_path.served > before


async def test_a_body_larger_than_the_socket_takes(two: Two):
    big = request(two.secret, path="/company/838888/json")
    said = await two.same(big, big, big, big)
    assert two.fast_path.served >= 2
    assert len(said) > 4 * 6_000_000


async def test_every_carrier_is_known(two: Two):
    for carrier in ("api_key: ", "X-API-Key: ", "Authorization: Bearer ", "authorization: bearer   "):
        one = request(two.secret, carrier=carrier)
        before = two.fast_path.served
        await two.same(one, one)
        assert two.fast_path.served == before + 1


LINES = st.sampled_from([
    "Accept: */*", "Accept: application/problem+json", "Accept-Encoding: gzip",
    "accept-encoding: br;q=0, gzip;q=0.5",
    "Accept-Encoding: identity;q=0", "Connection: keep-alive", "Connection: close", "Connection: upgrade",
    "Upgrade: h2c",
    "Range: bytes=0-3", "Range: bytes=9999-", 'If-Range: "x"', "If-None-Match: *", 'If-None-Match: "x"',
    'If-None-Match: W/"x", "y"', 'If-None-Match:"x"', "If-None-Match: ",
    "If-Modified-Since: Fri, 06 Mar 2027 08:30:02 GMT",
    "If-Modified-Since: x", "X-Request-Id: abcdefgh1234", "X-Request-Id: !", "X-Forwarded-For: 1.2.3.4",
    "Host: other.test",
    "Content-Length: 0", "Content-Length: x", "X-API-Key: quire_other", "api_key: quire_other", "Expect: 100-continue",
    "User-Agent: a\tb", "X-Empty:", "Cookie: a=b", "TE: trailers", "Authorization: Basic eA==",
])  # fmt: skip
PATHS = st.sampled_from([
    PATH, "/company/838006/rdf", "/company/838006/jsonld", "/company/838006/xml", "/company/000000/json",
    "/company/838006.OC/json", "/company/%E6%99%A8%E5%85%89%E6%A0%B7%E4%BE%8B/json", PATH + "?version=1", PATH + "?x",
    "/company/%ff/json", "/us/nyse/x", "/livez", "*",
])  # fmt: skip


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_any_head_gives_the_same_answers(two_in_thread, data):
    secrets = (two_in_thread.secret, two_in_thread.narrow, "quire_wrong", "")
    asked = [
        request(
            data.draw(st.sampled_from(secrets)),
            *data.draw(st.lists(LINES, max_size=4)),
            path=data.draw(PATHS),
            method=data.draw(st.sampled_from(("GET", "GET", "GET", "HEAD", "POST", "DELETE"))),
        )
        for _ in range(data.draw(st.integers(1, 2)))
    ]
    two_in_thread.same(*asked, *asked)


class InThread:
    """The two servers on a loop of their own, for tests that are not async."""

    def __init__(self, two: Two, runner: asyncio.Runner, narrow: str) -> None:
        self.secret, self.narrow, self._two, self._runner = two.secret, narrow, two, runner

    def same(self, *requests: bytes) -> None:
        self._runner.run(self._two.same(*requests))


@pytest.fixture
def two_in_thread(tmp_path: Path):
    make(tmp_path / "companies")
    site = make_site(tmp_path, rate_read=Rate.reads(0))
    narrow = site.keys.create(NewKey("narrow", "lin", scopes=frozenset({Scope.PARSE})))[1]
    made = Two(site, site.keys.create(NewKey("t", "lin"))[1])
    with asyncio.Runner() as runner:
        runner.run(made.start())
        yield InThread(made, runner, narrow)
        runner.run(made.stop())
    dispose(site)


async def test_pieces_and_pipelines_go_the_long_way(two: Two):
    plain = request(two.secret)
    await two.same(plain, plain)
    before = two.fast_path.served
    await two.ask("fast", plain, plain, pause=True)
    assert two.fast_path.served == before
    pipeline = await two.ask("fast", plain + plain + plain)
    assert pipeline.startswith(b"HTTP/1.1 200 OK")
    assert two.fast_path.served == before


async def test_two_heads_in_one_piece_are_never_learned_as_one(two: Two):
    evil = request(two.secret)[:-2] + b"X: y\n\nGET /livez HTTP/1.1\r\nHost: a\r\n\r\n"
    for sent in (evil, request(two.secret) + request("quire_wrong"), request(two.secret).replace(b"\r\n", b"\n")):
        two.fast_path.learn(sent, [(b"host", b"quire.test"), (b"api_key", two.secret.encode())], "127.0.0.1")
    assert two.fast_path._heads == {}


async def test_a_revoked_key_is_refused_at_once(two: Two):
    plain = request(two.secret)
    await two.same(plain, plain)
    two.site.keys.revoke(two.site.keys.all()[0].id)
    assert b"401 Unauthorized" in await two.same(plain)


async def test_the_rate_counts_and_is_told(tmp_path: Path):
    make(tmp_path / "companies")
    clock = FakeClock()
    site = make_site(tmp_path, clock, rate_read=Rate.reads(3))
    made = Two(site, site.keys.create(NewKey("t", "lin"))[1])
    await made.start()
    plain = request(made.secret)
    said = await made.ask("fast", plain, plain, plain, plain)
    assert made.fast_path.served == 2
    assert re.findall(rb"ratelimit: ([^\r]*)", said) == [
        b'"read";r=2;t=20', b'"read";r=1;t=40', b'"read";r=0;t=60', b'"read";r=0;t=60',
    ]  # fmt: skip
    assert said.count(b"429 Too Many Requests") == 1
    clock.advance(60)
    assert await made.ask("fast", plain, plain) == await _fresh(made, clock, plain)
    await made.stop()
    dispose(site)


async def _fresh(made: Two, clock: FakeClock, plain: bytes) -> bytes:
    clock.advance(60)
    return await made.ask("slow", plain, plain)


async def test_a_new_edition_is_served_at_once(two: Two, tmp_path: Path):
    plain = request(two.secret)
    await two.same(plain, plain)
    make(tmp_path / "companies", [{**CHINESE[0], "公司简介": "新的"}])
    two.site.clock.advance(1)  # type: ignore[attr-defined]  # a fake
    assert "新的".encode() in await two.same(plain, plain)


async def test_numbers_and_the_log_have_every_request(two: Two, caplog):
    import logging

    caplog.set_level(logging.INFO, "quire.access")
    plain = request(two.secret)
    await two.ask("fast", plain, plain, plain)
    assert two.fast_path.served == 2
    lines = await logged(caplog, 3)
    shapes = {re.sub(r"\d+\.\d+ms [0-9a-f]{32}", "-", line) for line in lines}
    assert len(shapes) == 1
    assert two.secret not in caplog.text
    text = two.site.metrics.text().decode()
    route = "/company/{company_id:path}/{output_format}"
    assert f'quire_http_requests_total{{method="GET",route="{route}",status="200"}} 3.0' in text
    assert f'quire_http_seconds_count{{route="{route}"}} 3.0' in text


async def logged(caplog: pytest.LogCaptureFixture, count: int) -> list[str]:
    """The lines of the access log, once there are so many: they come in batches."""
    async with asyncio.timeout(60):
        while len(lines := [one.getMessage() for one in caplog.records if one.name == "quire.access"]) < count:
            await asyncio.sleep(0.02)
    assert len(lines) == count
    return lines


async def test_who_a_trusted_proxy_asks_for_stands_in_the_log(two: Two, caplog):
    import logging

    from quire.web.server import _named

    caplog.set_level(logging.INFO, "quire.access")
    two.fast_path._named = _named("127.0.0.1")
    plain = request(two.secret, "X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https")
    for port in ("fast", "slow"):
        await two.ask(port, plain, plain)
    assert two.fast_path.served == 1
    assert [line.split()[0] for line in await logged(caplog, 4)] == ["192.0.2.7"] * 4
    assert _named("10.0.0.1")("127.0.0.1", [(b"x-forwarded-for", b"192.0.2.7")]) == "127.0.0.1"


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
async def test_names_that_are_not_percent_encoded(two: Two, encoding):
    plain = request(two.secret).replace(b"838006", "南山例".encode(encoding))
    assert (await two.same(plain, plain)).startswith(b"HTTP/1.1 200 OK")


async def test_a_client_that_goes_away_harms_nobody(two: Two):
    big = request(two.secret, path="/company/838888/json")
    await two.ask("fast", big, big)
    for _ in range(3):
        _, writer = await asyncio.open_connection("127.0.0.1", two.ports["fast"])
        writer.write(big)
        await writer.drain()
        writer.transport.abort()
    assert (await two.same(request(two.secret))).startswith(b"HTTP/1.1 200 OK")
