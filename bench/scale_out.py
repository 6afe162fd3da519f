"""Does nothing get lost, done twice or stuck when everything fails: a whole installation, killed piece by piece.

python bench/scale_out.py [--tasks 1000] [--books 20]             chaos: kills, outages, compared with a calm run
python bench/scale_out.py --before FOLDER                         the same, upgraded from another release while it works
python bench/scale_out.py --flood --minutes 60                    three keys, one of which floods: waits and memory

`bench/cluster.py` says what is started; with ``--before``, the ``src`` folder of the release that it starts from. Chaos
kills each kind of process by SIGKILL (the supervisor here starts it again), ends the database and the way to the store
for a while, and, at the end, makes a backup of the running service and restores it into an empty one.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from cluster import REPOSITORY, Cluster, Hook, Part, first_key

SAMPLES = REPOSITORY / "samples"
PATIENCE = 1800.0
"""Seconds after which a task or a job counts as stuck."""

KINDS = [
    *(
        ("parse", f"pdf2{to}", paper)
        for to in ("markdown", "json", "html", "word")
        for paper in ("annual-report-en.pdf",)
    ),
    ("parse", "pdf2markdown", "briefing-slides.pdf"),
    ("parse", "pdf2ppt", "briefing-slides.pdf"),
    ("finance", "extract", "statements/*.pdf"),
    ("invoice", "recognize", "invoices/digital-invoice.pdf"),
]
"""Service, operation, and the sample; a pattern stands for the first file of it."""


@dataclass
class Report:
    """What was seen."""

    results: dict[str, str] = field(default_factory=dict)  # what was asked for -> checksum of the result
    waits: dict[str, list[float]] = field(default_factory=dict)  # owner -> seconds from submission to start
    ids: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    refused: int = 0
    seconds: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Client:
    """Asks as a client should: again after 503, 429 and a lost connection, with an idempotency key."""

    def __init__(self, url: str, key: str, report: Report) -> None:
        limits = httpx.Limits(max_connections=64)
        self._client = httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=90, limits=limits, trust_env=False
        )
        self._report = report

    def ask(
        self, method: str, path: str, *, found: Callable[[], Any] = lambda: None, **more: Any
    ) -> httpx.Response | Any:
        """The answer; `found` is asked whether a request whose answer was lost has been done, before it is repeated."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self._client.request(method, path, **more)
            except httpx.HTTPError:
                answer = None
            if answer is not None and answer.status_code not in {429, 500, 502, 503, 504}:
                if answer.is_error and (done := found()):
                    return done
                answer.raise_for_status()
                return answer
            self._report.refused += 1
            if time.monotonic() > until:
                raise TimeoutError(path)
            time.sleep(0.5)


def submit(client: Client, number: int, run: str, hook: str = "") -> tuple[str, str]:
    """The name of what is asked for, and the task."""
    service, operation, pattern = KINDS[number % len(KINDS)]
    paper = min(SAMPLES.glob(pattern))
    name = f"{operation} {paper.name}"
    fields = {"callback_url": hook} if hook else {}
    with paper.open("rb") as file:
        content = file.read()
    more = {"files": {"file": (paper.name, content)}, "data": fields}
    headers = {"Idempotency-Key": f"{run}-{number}"}
    return name, str(client.ask("POST", f"/api/{service}/{operation}", headers=headers, **more).json()["task_id"])


def one_task(client: Client, report: Report, number: int, run: str, hook: str) -> None:
    """Submit, wait, download, note."""
    name, task_id = submit(client, number, run, hook)
    service = KINDS[number % len(KINDS)][0]
    until = time.monotonic() + PATIENCE
    while True:
        row = client.ask("GET", f"/api/{service}/result/{task_id}", params={"wait": 10}).json()
        if row["status"] in {"done", "failed"}:
            break
        if time.monotonic() > until:
            with report.lock:
                report.faults.append(f"{task_id} is stuck: {row['status']}")
            return
    with report.lock:
        report.ids.append(task_id)
    if row["status"] == "failed":
        with report.lock:
            report.faults.append(f"{name} failed: {row.get('error')}")
        return
    content = client.ask("GET", row["download_url"]).content if "download_url" in row else _plain(row, task_id)
    note(report, name, content)


def _plain(answer: dict[str, Any], task_id: str) -> bytes:
    """An answer that is the result itself, without what belongs to the task."""
    own = {"task_id", "created_at", "duration", "started_at", "finished_at", "expires_at", "files", "links"}
    kept = {name: value for name, value in answer.items() if name not in own}
    return json.dumps(kept, sort_keys=True).replace(task_id, "").encode()


def note(report: Report, name: str, content: bytes) -> None:
    """Note a checksum; two that differ are a fault."""
    found = checksum(content)
    with report.lock:
        if report.results.setdefault(name, found) != found:
            report.faults.append(f"{name}: two results differ")


def checksum(content: bytes) -> str:
    """Of an Office file that of its parts, without the moment of its making."""
    if not content:
        return "empty"
    if content[:2] != b"PK":
        return hashlib.sha256(content).hexdigest()
    total = hashlib.sha256()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in sorted(archive.namelist()):
            if name != "docProps/core.xml":
                total.update(name.encode() + archive.read(name))
    return total.hexdigest()


def one_book(client: Client, report: Report, number: int) -> None:
    """Upload a book of its own, follow its job, note its pages."""
    text = (SAMPLES / "books" / "bookbinding-en.md").read_text()
    slug = f"book-{number}"
    file = (f"{slug}.md", f"{text}\n\nThis is copy {number} of the book.\n".encode())
    wish = {"wiki_name": slug, "wiki_slug": slug, "lang": "en", "force": "true"}

    def job() -> dict[str, Any] | None:
        rows = client.ask("GET", "/api/v1/jobs", params={"limit": 200}).json()["jobs"]
        return next((row for row in rows if row["wiki_slug"] == slug), None)

    if job() is None:
        client.ask("POST", "/api/v1/upload", files={"file": file}, data=wish, found=job)
    until = time.monotonic() + PATIENCE
    while (row := job()) is None or row["status"] not in {"completed", "failed", "timeout"}:
        if time.monotonic() > until:
            with report.lock:
                report.faults.append(f"{slug} is stuck: {row and row['status']}")
            return
        if (
            row and row["status"] == "interrupted"
        ):  # for good, after three deaths in one phase: a person starts it again
            with contextlib.suppress(httpx.HTTPStatusError):
                client.ask("POST", f"/api/v1/jobs/{row['job_id']}/start")
        time.sleep(1)
    if row["status"] != "completed":
        with report.lock:
            report.faults.append(f"{slug} ended as {row['status']}")
        return
    listed = client.ask("GET", "/api/v1/pages", params={"wiki": slug, "limit": 200}).json()["pages"]
    pages = {}
    for page in listed:
        body = client.ask("GET", f"/api/v1/pages/{page['page_id']}", params={"wiki": slug}).json()
        pages[page["page_id"]] = [body.get("title"), body.get("content") or body.get("body") or body.get("markdown")]
    note(report, slug, json.dumps(pages, sort_keys=True).encode())


def work(cluster: Cluster, key: str, given: argparse.Namespace, run: str, hook: str = "") -> Report:
    """All tasks and books, so many at the same time."""
    report = Report()
    client = Client(cluster.url, key, report)
    began = time.monotonic()

    def guarded(step: Callable[..., None], *words: Any) -> None:
        try:
            step(client, report, *words)
        except Exception as problem:  # noqa: BLE001 - it is a fault of what is tested
            with report.lock:
                report.faults.append(f"{step.__name__} {words[0]}: {type(problem).__name__} {problem}"[:300])

    with ThreadPoolExecutor(given.at_once + 4) as pool:
        books = [pool.submit(guarded, one_book, number) for number in range(given.books)]
        tasks = [pool.submit(guarded, one_task, number, run, hook) for number in range(given.tasks)]
        for future in (*tasks, *books):
            future.result()
    report.seconds = time.monotonic() - began
    return report


class Chaos(threading.Thread):
    """Kills and stops parts until it is told to end; each kind in turn."""

    def __init__(self, cluster: Cluster, seed: int, every: float, outage: float) -> None:
        super().__init__(daemon=True)
        self._cluster, self._chance = cluster, random.Random(seed)
        self._every, self._outage = every, outage
        self.over = threading.Event()
        self.done: Counter[str] = Counter()

    def run(self) -> None:
        steps = self._steps()
        while not self.over.wait(self._every):
            name, step = next(steps)
            step()
            self.done[name] += 1

    def _steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        cluster = self._cluster
        while True:
            yield "workers killed", lambda: self._kill(self._chance.choice(cluster.workers))
            yield "interfaces killed", lambda: self._kill(self._chance.choice(cluster.apis))
            yield "slots killed", self._kill_slot
            yield "outages of the store", lambda: self._away(cluster.store, signal.SIGTERM)
            yield "workers stopped", lambda: self._away(self._chance.choice(cluster.workers), signal.SIGTERM)
            yield "outages of the database", lambda: self._away(cluster.database, signal.SIGINT)
            yield "proxies killed", lambda: self._kill(cluster.proxy)
            yield "databases killed", lambda: self._away(cluster.database, signal.SIGQUIT)

    def _kill(self, part: Part) -> None:
        part.end(signal.SIGKILL if part is not self._cluster.proxy else signal.SIGTERM)
        part.start()

    def _away(self, part: Part, number: int) -> None:
        part.end(number)
        self.over.wait(self._outage)
        part.start()

    def _kill_slot(self) -> None:
        import psutil

        pid = self._chance.choice(self._cluster.workers).pid
        with contextlib.suppress(psutil.Error):
            slots = psutil.Process(pid).children() if pid else []
            if slots:
                self._chance.choice(slots).kill()


def chaos(given: argparse.Namespace) -> int:
    """A calm run and one with chaos, on two installations; 1 when something was lost, done twice, stuck or different."""
    reports, messages, steps, restored = {}, {}, Counter(), ""
    for name in ("calm", "chaos"):
        source = given.before if given.before and name == "chaos" else REPOSITORY / "src"
        cluster = Cluster(source=source)
        hook = Hook(cluster.hook_port)
        try:
            cluster.start()
            key = first_key(cluster.quire("keys", "create", "--name", "bench", "--user", "ann", "--role", "admin"))
            kills = Chaos(cluster, given.seed, given.every, given.outage)
            upgrade = threading.Thread(target=_upgrade, args=(cluster, given.every), daemon=True)
            if name == "chaos":
                (upgrade if given.before else kills).start()
            reports[name] = work(cluster, key, given, name, f"http://127.0.0.1:{cluster.hook_port}/")
            kills.over.set()
            if name == "chaos" and given.before:
                upgrade.join()
            if kills.is_alive():
                kills.join()
            steps = kills.done
            _wait_for_messages(hook, given.tasks)
            messages[name] = dict(hook.seen)
            if name == "chaos":
                restored = _backup(cluster)
        finally:
            hook.close()
            if given.keep_log:
                Path(given.keep_log).write_text(cluster.log())
            cluster.close()
    calm, wild = reports["calm"], reports["chaos"]
    faults = [*calm.faults, *wild.faults]
    faults += [f"{name} differs" for name, found in calm.results.items() if wild.results.get(name) not in {found, None}]
    faults += [f"{name} is missing" for name in calm.results if name not in wild.results]
    faults += [f"{len(seen)} of {given.tasks} webhooks came" for seen in messages.values() if len(seen) != given.tasks]
    faults += [f"{len(wild.ids)} of {given.tasks} tasks ended"] if len(wild.ids) != given.tasks else []
    faults += ["a task was made twice"] if len(set(wild.ids)) != len(wild.ids) else []
    print(f"calm: {given.tasks} tasks and {given.books} books in {calm.seconds:.0f} s")
    print(f"chaos: the same in {wild.seconds:.0f} s; {dict(steps)}; {wild.refused} requests repeated")
    print(f"  webhooks {len(messages['chaos'])}, told twice {sum(count > 1 for count in messages['chaos'].values())}")
    print(f"  {len(calm.results)} different results compared; {restored}")
    for fault in faults[:20]:
        print(f"  WRONG: {fault}")
    print("  FAILED" if faults else "  0 lost, 0 twice, 0 stuck, all equal")
    return 1 if faults else 0


def _upgrade(cluster: Cluster, every: float) -> None:
    """Bring the schema to the present one while the old program works, then replace one process after the other."""
    time.sleep(2 * every)
    cluster.upgrade(REPOSITORY / "src")
    cluster.quire("migrate")
    for part in [*cluster.workers, *cluster.apis]:
        time.sleep(every)
        part.end()
        part.start()


def _wait_for_messages(hook: Hook, count: int) -> None:
    until = time.monotonic() + 120
    while len(hook.seen) < count and time.monotonic() < until:
        time.sleep(0.5)


def _backup(cluster: Cluster) -> str:
    """Back the running installation up and restore it in a folder and a SQLite file; what that says."""
    with tempfile.TemporaryDirectory() as place:
        began = time.monotonic()
        cluster.quire("backup", f"{place}/backup", QUIRE_DATA_DIR=f"{place}/from")
        cluster.quire("backup", "--verify", f"{place}/backup", QUIRE_DATA_DIR=f"{place}/from")
        made = time.monotonic() - began
        target = {"QUIRE_DATA_DIR": f"{place}/to", "QUIRE_DATABASE_URL": "", "QUIRE_FILES_URL": ""}
        cluster.quire("restore", f"{place}/backup", **target)
        files = sum(path.is_file() for path in Path(f"{place}/backup").rglob("*"))
        return f"backup of {files} files made and verified in {made:.1f} s, restored elsewhere"


def flood(given: argparse.Namespace) -> int:
    """Three keys: one keeps hundreds of tasks waiting, two submit one after the other."""
    cluster = Cluster()
    report, over = Report(waits={"flood": [], "ann": [], "bob": []}), threading.Event()
    memory: dict[str, list[float]] = {}
    try:
        cluster.start()
        keys = {
            name: first_key(cluster.quire("keys", "create", "--name", name, "--user", name)) for name in report.waits
        }

        def steady(owner: str) -> None:
            client, number = Client(cluster.url, keys[owner], report), 0
            while not over.is_set():
                number += 1
                service = KINDS[number % len(KINDS)][0]
                _follow(client, report, owner, service, submit(client, number, owner)[1])

        def flooding() -> None:
            client, number = Client(cluster.url, keys["flood"], report), 0
            while not over.is_set():
                waiting = client.ask("GET", "/api/tasks", params={"status": "pending", "limit": 1}).json()["total"]
                for _ in range(max(0, given.waiting - waiting)):
                    number += 1
                    submit(client, number, "flood")
                over.wait(2)

        threads = [threading.Thread(target=steady, args=(name,), daemon=True) for name in ("ann", "bob")]
        threads.append(threading.Thread(target=flooding, daemon=True))
        for thread in threads:
            thread.start()
        until = time.monotonic() + given.minutes * 60
        while time.monotonic() < until:
            time.sleep(min(15.0, given.minutes * 60 / 40))
            for part in [*cluster.apis, *cluster.workers]:
                memory.setdefault(part.name, []).append(part.memory())
        over.set()
        for thread in threads:
            thread.join(120)
        client = Client(cluster.url, keys["flood"], report)
        done = client.ask("GET", "/api/tasks", params={"status": "done", "limit": 1}).json()["total"]
    finally:
        cluster.close()
    _print_flood(given, report, memory, done)
    return 0


def _print_flood(given: argparse.Namespace, report: Report, memory: dict[str, list[float]], done: int) -> None:
    print(f"{given.minutes:g} minutes; the key that floods had {given.waiting} tasks waiting and {done} done")
    for owner in ("ann", "bob"):
        waits = sorted(report.waits[owner]) or [0.0]
        p95 = waits[min(len(waits) - 1, round(0.95 * (len(waits) - 1)))]
        print(f"  {owner}: {len(waits)} tasks, wait p50 {statistics.median(waits):.2f} s, p95 {p95:.2f} s")
    for name, found in memory.items():
        quarter = max(1, len(found) // 4)
        early, late = statistics.mean(found[quarter : 2 * quarter] or found), statistics.mean(found[-quarter:])
        print(f"  {name}: {early:.0f} MiB in the second quarter, {late:.0f} in the last, at most {max(found):.0f}")


def _follow(client: Client, report: Report, owner: str, service: str, task_id: str) -> None:
    """Wait for a task's end; note how long it waited before it began, to 0.1 s."""
    began, start = time.monotonic(), None
    path = f"/api/{service}/result/{task_id}"
    while (status := client.ask("GET", path).json()["status"]) not in {"done", "failed"}:
        if start is None and status != "pending":
            start = time.monotonic() - began
        time.sleep(0.1)
    with report.lock:
        report.waits[owner].append(time.monotonic() - began if start is None else start)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tasks", type=int, default=1000)
    asked.add_argument("--books", type=int, default=20)
    asked.add_argument("--at-once", type=int, default=24, help="tasks that clients follow at the same time")
    asked.add_argument("--every", type=float, default=10.0, help="seconds between two kills, or two replaced processes")
    asked.add_argument("--outage", type=float, default=15.0, help="seconds that a stopped part stays away")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--before", type=Path, help="src folder of the release to upgrade from")
    asked.add_argument("--flood", action="store_true")
    asked.add_argument("--minutes", type=float, default=60.0)
    asked.add_argument("--waiting", type=int, default=200, help="tasks that the flooding key keeps waiting")
    asked.add_argument("--keep-log", help="a file for what the processes wrote")
    given = asked.parse_args()
    return flood(given) if given.flood else chaos(given)


if __name__ == "__main__":
    sys.exit(main())
