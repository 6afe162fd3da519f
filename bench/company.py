"""What a company document costs: CPU for each request, beside nginx on the very same bytes.

python bench/company.py [--companies 100] [--seconds 2] [--rounds 3] [--connections 32]

Invented companies with statements and holders of the usual size (about 75 kB of JSON) are imported, the service runs
as its own process with keys, numbers and the access log as ever (only the rate is off), and the same client asks it
and nginx in turn: whole documents, gzip, and "unchanged". CPU is user and system time of the process and its children
over the requests answered. Where nginx is not installed a bare uvicorn application with the bodies in memory stands
in. Then: search by kind of query over the names of 13,000 invented companies, in this process.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import http.client
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from quire.company.company_names import CN, Name, normal
from quire.company.lookup import Query, Register
from quire.company.pinyin_syllables import readings

CASES = ("whole", "gzip", "unchanged")
BARE = """
import sys, pathlib, gzip, uvicorn
known = {"/" + str(path.relative_to(sys.argv[2])): path.read_bytes() for path in pathlib.Path(sys.argv[2]).rglob("json")}
packed = {path: gzip.compress(body) for path, body in known.items()}
async def app(scope, receive, send):
    headers = dict(scope["headers"])
    if b"if-none-match" in headers:
        await send({"type": "http.response.start", "status": 304, "headers": [(b"etag", b'"x"')]})
        return await send({"type": "http.response.body", "body": b""})
    body = (packed if headers.get(b"accept-encoding") == b"gzip" else known)[scope["path"]]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body)), (b"etag", b'"x"')]})
    await send({"type": "http.response.body", "body": body})
uvicorn.run(app, port=int(sys.argv[1]), http="httptools", loop="uvloop", lifespan="off", log_level="critical", access_log=False)
"""
CHARACTERS = "".join(chr(0x4E00 + 41 * step) for step in range(400))  # names use more than a few hundred
CITIES = ("北京", "上海", "江苏", "深圳", "山东", "重庆")


class Server(NamedTuple):
    """Something that serves the documents."""

    name: str
    port: int
    process: psutil.Process
    fields: str  # that each request carries


class Cost(NamedTuple):
    """What a round took."""

    cpu: float  # microseconds for each request
    each_second: float
    p99: float  # milliseconds


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("companies", 100), ("seconds", 2), ("rounds", 3), ("connections", 32)):
        asked.add_argument(f"--{name}", type=int, default=usual)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = _import(Path(folder), given.companies)
        with _service(Path(folder)) as service, _peer(Path(folder), service, paths) as peer:
            _compare([peer, service], paths, given)
    _search()


def _compare(servers: list[Server], paths: list[str], given: argparse.Namespace) -> None:
    rows: dict[tuple[str, str], list[Cost]] = {}
    ready = {(case, one.name): _requests(one, paths, case) for case in CASES for one in servers}
    for _ in range(given.rounds):
        for place, requests in ready.items():
            one = next(server for server in servers if server.name == place[1])
            rows.setdefault(place, []).append(_round(one, requests, given))
    print(f"{'case':10} {'who':8} {'CPU us':>7} {'each s':>7} {'p99 ms':>7}  ratio")
    for case in CASES:
        base = statistics.median(cost.cpu for cost in rows[case, servers[0].name])
        for one in servers:
            costs = rows[case, one.name]
            cpu, each, p99 = (statistics.median(column) for column in zip(*costs, strict=True))
            print(f"{case:10} {one.name:8} {cpu:7.1f} {each:7.0f} {p99:7.2f}  {cpu / base:5.2f}")


def _requests(server: Server, paths: list[str], case: str) -> list[bytes]:
    made = []
    for path in paths:
        more = "Accept-Encoding: gzip\r\n" if case == "gzip" else ""
        if case == "unchanged":
            more = f"If-None-Match: {_get(server, path)[1]['etag']}\r\n"
        made.append(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{server.fields}{more}\r\n".encode())
    return made


def _round(server: Server, requests: list[bytes], given: argparse.Namespace) -> Cost:
    before = _cpu(server.process)
    took = asyncio.run(_load(server.port, requests, given.connections, given.seconds))
    return Cost(
        (_cpu(server.process) - before) / len(took) * 1e6,
        len(took) / given.seconds,
        sorted(took)[int(len(took) * 0.99)] * 1000,
    )


async def _load(port: int, requests: list[bytes], connections: int, seconds: float) -> list[float]:
    """The seconds of each request that as many connections as given made, one after the other on each."""
    took: list[float] = []

    async def one(number: int, end: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while (began := time.perf_counter()) < end:
            writer.write(requests[number % len(requests)])
            number += connections
            head = await reader.readuntil(b"\r\n\r\n")
            if head[9:12] != b"304":
                await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
            took.append(time.perf_counter() - began)
        writer.close()

    end = time.perf_counter() + seconds
    await asyncio.gather(*(one(number, end) for number in range(connections)))
    return took


def _cpu(process: psutil.Process) -> float:
    return sum(sum(one.cpu_times()[:2]) for one in [process, *process.children(recursive=True)])


def _get(server: Server, path: str) -> tuple[bytes, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    fields = dict(line.split(": ", 1) for line in server.fields.splitlines())
    connection.request("GET", path, headers={"Accept-Encoding": "identity", **fields})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, body[:200]
    return body, {name.lower(): value for name, value in answer.getheaders()}


def _import(folder: Path, count: int) -> list[str]:
    """Import invented companies; the paths of their documents."""
    names = _names(count)
    with (folder / "companies.jsonl").open("w", encoding="utf-8") as file:
        for one in names:
            file.write(json.dumps(_document(one), ensure_ascii=False) + "\n")
    began = time.perf_counter()
    _quire(folder, "company", "import", str(folder / "companies.jsonl"))
    print(f"import of {count} documents: {time.perf_counter() - began:.1f} s")
    return [f"/company/{one.code}/json" for one in names]


def _document(one: Name) -> dict[str, object]:
    rng = random.Random(one.code)
    ends = [f"{year}-{day}" for year in range(2019, 2025) for day in ("06-30", "12-31")]
    statement = {f"项目{item}": {end: f"{rng.uniform(-1e8, 3e9):,.2f}" for end in ends} for item in range(30)}
    holders = [
        {
            "date": end,
            "holderNumber": "10",
            "detail": [
                {
                    "name": f"样例基金{rng.randint(1, 999)}",
                    "shareNumber": f"{rng.randint(1, 10**8):,}",
                    "ratio": "1.25%",
                }
                for _ in range(10)
            ],
        }
        for end in ends
    ]
    facts = {"公司代码": one.code, "公司简称": one.short, "公司名称": one.name, "机构股东": holders}
    return facts | dict.fromkeys(("资产负债表", "利润表", "现金流量表"), statement)


def _names(count: int) -> list[Name]:
    rng = random.Random(1)
    made = []
    for number in range(count):
        own = "".join(rng.choice(CHARACTERS) for _ in range(rng.randint(2, 4)))
        trade = rng.choice(("科技", "机械", "食品", "医药"))
        name = f"{rng.choice(CITIES)}{own}{trade}股份有限公司"
        made.append(Name(CN, "", f"{830000 + number}", name, own + trade[:1]))
    return made


def _quire(folder: Path, *words: str) -> str:
    environment = os.environ | {"QUIRE_DATA_DIR": str(folder / "data"), "QUIRE_RATE_READ": "0"}
    command = [str(Path(sys.executable).with_name("quire")), *words]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


@contextmanager
def _service(folder: Path) -> Iterator[Server]:
    _quire(folder, "migrate")
    secret = _quire(folder, "keys", "create", "--name", "bench", "--user", "bench").splitlines()[-1]
    port = _free_port()
    environment = os.environ | {"QUIRE_DATA_DIR": str(folder / "data"), "QUIRE_RATE_READ": "0"}
    command = [str(Path(sys.executable).with_name("quire")), "api", "--port", str(port)]
    with _running(command, port, environment) as process:
        yield Server("quire", port, process, f"api_key: {secret}\r\n")


@contextmanager
def _peer(folder: Path, service: Server, paths: list[str]) -> Iterator[Server]:
    """nginx over the bytes that the service answers with, or a bare application where it is not installed."""
    for path in paths:
        body, _ = _get(service, path)
        file = folder / "www" / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
        file.with_name("json.gz").write_bytes(gzip.compress(body, 6, mtime=0))
    port = _free_port()
    if shutil.which("nginx"):
        (folder / "nginx.conf").write_text(_configuration(folder, port))
        command = ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        name = "nginx"
    else:
        command, name = [sys.executable, "-c", BARE, str(port), str(folder / "www")], "bare"
    with _running(command, port, dict(os.environ)) as process:
        yield Server(name, port, process, "")


def _configuration(folder: Path, port: int) -> str:
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    return (
        f"{user} worker_processes 1; daemon off; pid {folder}/pid;\nevents {{ worker_connections 1024; }}\n"
        f"http {{ {temporary} default_type application/json; access_log off; sendfile on; tcp_nopush on; etag on;\n"
        f"keepalive_requests 1000000; open_file_cache max=20000 inactive=60s;\n"
        f"server {{ listen 127.0.0.1:{port}; root {folder}/www; location / {{ gzip_static on; gzip_vary on; }} }} }}\n"
    )


@contextmanager
def _running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[psutil.Process]:
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _await(port)
            yield psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(30)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _await(port: int) -> None:
    for _ in range(300):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/livez")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
        finally:
            connection.close()
    raise SystemExit(f"nothing listens on port {port}")


def _search() -> None:
    names = _names(13_000)
    began = time.process_time()
    register = Register(names)
    print(f"\nindex of {len(names)} names: {time.process_time() - began:.2f} s of CPU")
    rng = random.Random(2)
    chosen = rng.sample(names, 500)
    kinds = {
        "two": [(one.short[:2], one) for one in chosen],
        "beginning": [(one.name[:4], one) for one in chosen],
        "short name": [(one.short, one) for one in chosen],
        "one error": [(_wrong(one.name, rng), one) for one in chosen],
        "pinyin": [("".join(_read(one)), one) for one in chosen],
        "initials": [("".join(syllable[0] for syllable in _read(one)), one) for one in chosen],
        "mixed": [("".join(rng.choice((all_, all_[0])) for all_ in _read(one)), one) for one in chosen],
    }
    for kind, queries in kinds.items():
        took, hits = [], 0
        for text, one in queries:
            began = time.perf_counter()
            page = register.search(Query(text, limit=10))
            took.append((time.perf_counter() - began) * 1000)
            hits += one in [hit.name for hit in page.hits]
        found = f"  found among ten {hits / len(queries):.3f}" if kind not in {"two", "beginning"} else ""
        print(f"search, {kind:10} p50 {statistics.median(took):.3f} ms{found}")


def _read(one: Name) -> tuple[str, ...]:
    return readings(normal(one.short))[0]


def _wrong(name: str, rng: random.Random) -> str:
    at = rng.randrange(len(name))
    return name[:at] + rng.choice(CHARACTERS) + name[at + 1 :]


if __name__ == "__main__":
    main()
