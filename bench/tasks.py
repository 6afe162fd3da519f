"""Submissions while workers are killed by SIGKILL at random: does every task end, once, and how fast does it start.

python bench/tasks.py [--count 300] [--kills 6] [--database URL]      the engine alone, with a handler that does little
python bench/tasks.py --http [--folder DIR] [--count 300]             the whole service: an interface and two workers
python bench/tasks.py --url URL --key KEY --pids 12,34 [--folder DIR] a service that runs already; dead workers are
                                                                      restarted by whatever started them

As many tasks are in flight as there are slots, so that "submit to start" measures the queue and not the waiting for
others. The engine alone is also measured with nobody killed, for the throughput and the memory of the submitting
process.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import psutil

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "samples"
FORMATS = {"pdf2markdown": "md", "pdf2json": "json", "pdf2html": "html", "pdf2word": "docx", "pdf2ppt": "pptx"}
LONGEST = 300.0
"""Seconds after which a task counts as lost."""


class Ended(NamedTuple):
    """How one task ended: its id, state, attempts (0 when nobody tells), seconds from submission to start and to end."""

    id: str
    state: str
    attempts: int
    start: float | None
    total: float


@dataclass
class Report:
    """What was seen."""

    ended: list[Ended] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)  # MiB of the interface's process, over the run
    killed: int = 0
    seconds: float = 0.0

    def print(self, title: str) -> None:
        """The figures, and what is wrong."""
        states = Counter(one.state for one in self.ended)
        print(
            f"{title}: {len(self.ended)} tasks in {self.seconds:.1f} s ({len(self.ended) / self.seconds:.1f} a second)"
        )
        print(
            f"  {dict(states)}, {self.killed} workers killed, {sum(one.attempts > 1 for one in self.ended)} begun twice"
        )
        waits = sorted(one.start for one in self.ended if one.start is not None and one.attempts <= 1)
        if waits:
            print("  submit to start   " + _percentiles(waits))
        print("  submit to end     " + _percentiles(sorted(one.total for one in self.ended)))
        if len(self.memory) > 4:
            early, late = statistics.mean(self.memory[1:3]), statistics.mean(self.memory[-2:])
            print(f"  memory of the interface {early:.1f} -> {late:.1f} MiB")
        for fault in self.faults[:10]:
            print(f"  WRONG: {fault}")
        print(f"  {'FAILED' if self.faults else 'nothing lost, nothing done twice'}")


class Herd:
    """Worker processes that are killed at random and started again."""

    def __init__(self, start: Callable[[], subprocess.Popen[str]], size: int) -> None:
        self._start = start
        self.workers = [start() for _ in range(size)]

    def kill_one(self, chance: random.Random) -> None:
        """SIGKILL one, start another."""
        victim = self.workers.pop(chance.randrange(len(self.workers)))
        victim.kill()
        victim.wait()
        self.workers.append(self._start())

    def close(self) -> None:
        """End them."""
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.wait(60)


class Pids:
    """Worker processes that somebody else started and will start again."""

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids

    def kill_one(self, chance: random.Random) -> None:
        """SIGKILL one, if it lives."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(self._pids), signal.SIGKILL)


def main() -> int:
    """Measure and print; 1 when a task was lost or done twice."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--count", type=int, default=300)
    asked.add_argument("--kills", type=int, default=6)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--slots", type=int, default=1, help="of each worker")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--database", default="", help="an empty PostgreSQL database; a SQLite file when not given")
    asked.add_argument("--http", action="store_true")
    asked.add_argument("--url")
    asked.add_argument("--key")
    asked.add_argument("--pids", default="")
    asked.add_argument("--folder", type=Path, default=SAMPLES)
    asked.add_argument("--worker", nargs=2, metavar=("URL", "FOLDER"), help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.worker:
        url, folder = given.worker
        return _be_worker(url, folder, given.slots)
    if given.url:
        reports = {"service": _over_http(given, given.url, given.key, Pids(_numbers(given.pids)), None)}
    elif given.http:
        with _service(given) as (url, key, herd, interface):
            reports = {"service": _over_http(given, url, key, herd, interface)}
    else:
        reports = {
            "engine, nobody killed": _engine(given, kills=0),
            f"engine, {given.kills} killed": _engine(given, kills=given.kills),
        }
    for title, report in reports.items():
        report.print(title)
    return 1 if any(report.faults for report in reports.values()) else 0


def paint(request: dict[str, object], report: Callable[[int, int], None]) -> dict[str, object]:
    """The handler of the engine's own benchmark: a note that it ran, and a small file."""
    with Path(str(request["options"]["note"])).open("a") as note:  # type: ignore[index]
        note.write("run\n")
    target = Path(str(request["target"]))
    (target / "result.txt").write_bytes(Path(str(request["source"])).read_bytes().upper())
    time.sleep(0.05)
    report(1, 1)
    return {"result": "result.txt", "filename": "result.txt", "images": [], "pages": 1, "warnings": []}


def _engine(given: argparse.Namespace, *, kills: int) -> Report:
    """Submit in this process; workers are other processes."""
    from quire import store
    from quire.store.database import connect
    from quire.store.file_store import LocalFiles
    from quire.tasks.engine import Tasks
    from quire.tasks.task_states import NewTask, TaskFilter

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = given.database or f"sqlite:///{folder / 'quire.db'}"
        store.migrate(url)
        files = LocalFiles(folder / "files")
        tasks = Tasks(connect(url), files)
        upload = folder / "upload"
        upload.write_bytes(b"text")
        herd = Herd(lambda: _worker(url, folder, given.slots), given.workers)

        def one(number: int) -> tuple[Ended, list[str]]:
            note = folder / f"note-{number}"
            began = time.monotonic()
            task = tasks.submit(NewTask("bench", "k", "bench", "a.txt", upload, {"note": str(note)}))
            while not task.status.final and time.monotonic() - began < LONGEST:
                time.sleep(0.05)
                task = tasks.get(task.id, owner="bench")
            start = (task.started - task.created).total_seconds() if task.started else None
            ended = Ended(task.id, str(task.status), task.attempts, start, time.monotonic() - began)
            return ended, _faults(task, note, [name for name, _ in files.names(f"tasks/{task.id}")])

        report = _run(given, one, herd, kills, psutil.Process())
        herd.close()
        if tasks.list(TaskFilter("bench"), limit=1)[1] < given.count:
            report.faults.append("tasks are missing")
        return report


def _faults(task: object, note: Path, names: list[str]) -> list[str]:
    """What is wrong with an ended task of the engine's own benchmark."""
    status, attempts = str(task.status), task.attempts  # type: ignore[attr-defined]
    runs = len(note.read_text().split()) if note.exists() else 0
    wrong = []
    if status not in {"done", "failed"}:
        wrong.append(f"{task.id} did not end")  # type: ignore[attr-defined]
    if status == "failed" and task.error_code != "worker_died":  # type: ignore[attr-defined]
        wrong.append(f"{task.id} failed: {task.error}")  # type: ignore[attr-defined]
    if runs > attempts:
        wrong.append(f"{task.id} ran {runs} times in {attempts} attempts")  # type: ignore[attr-defined]
    if status == "done" and task.result_file not in names:  # type: ignore[attr-defined]
        wrong.append(f"{task.id} has no result")  # type: ignore[attr-defined]
    return wrong


def _over_http(
    given: argparse.Namespace, url: str, key: str, herd: Herd | Pids, interface: psutil.Process | None
) -> Report:
    """Submit PDFs in turn to the five formats; wait, download, and compare what is the same document twice."""
    import httpx

    papers = sorted(given.folder.rglob("*.pdf"))
    if not papers:
        raise SystemExit(f"no PDF in {given.folder}")
    client = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=90)
    seen: dict[str, str] = {}
    lock = threading.Lock()

    def one(number: int) -> tuple[Ended, list[str]]:
        paper, operation = papers[number % len(papers)], [*FORMATS][number % len(FORMATS)]
        began = time.monotonic()
        with paper.open("rb") as file:
            task_id = _ok(client.post(f"/api/parse/{operation}", files={"file": (paper.name, file)}))["task_id"]
        start = None
        while time.monotonic() - began < LONGEST:
            answer = client.get(f"/api/parse/result/{task_id}", params=None if start is None else {"wait": 20})
            body = _ok(answer)
            if start is None and body["status"] != "pending":
                start = time.monotonic() - began
            if body["status"] in {"done", "failed"}:
                break
            if start is None:
                time.sleep(0.01)
        ended = Ended(task_id, body["status"], 0, start, time.monotonic() - began)
        if body["status"] == "failed":
            return ended, [] if "worker died" in body["error"] else [f"{paper.name} to {operation}: {body['error']}"]
        if body["status"] != "done":
            return ended, [f"{task_id} did not end"]
        content = client.get(body["download_url"]).content
        return ended, _compare(seen, lock, f"{paper.name} {operation}", content, FORMATS[operation])

    report = _run(given, one, herd, given.kills, interface)
    total = _ok(client.get("/api/tasks", params={"limit": 1}))["total"]
    if len({one.id for one in report.ended}) != given.count or total < given.count:
        report.faults.append(f"{given.count} submitted, {len(report.ended)} ended, {total} listed")
    return report


def _compare(seen: dict[str, str], lock: threading.Lock, name: str, content: bytes, to: str) -> list[str]:
    """Whether a result is there, and for text formats the same as the last time."""
    if not content:
        return [f"{name}: the result is empty"]
    if to not in {"md", "html"}:  # the others carry moments
        return []
    with lock:
        first = seen.setdefault(name, hashlib.sha256(content).hexdigest())
    return [] if first == hashlib.sha256(content).hexdigest() else [f"{name}: two results differ"]


def _run(
    given: argparse.Namespace,
    one: Callable[[int], tuple[Ended, list[str]]],
    herd: Herd | Pids,
    kills: int,
    interface: psutil.Process | None,
) -> Report:
    """Do all, with as many in flight as there are slots, while a thread kills."""
    report = Report()
    chance = random.Random(given.seed)
    moments = sorted(chance.sample(range(given.count // 10, given.count * 9 // 10), kills))
    began = time.monotonic()
    with ThreadPoolExecutor(given.workers * given.slots) as pool:
        for future in [pool.submit(one, number) for number in range(given.count)]:
            ended, faults = future.result()
            report.ended.append(ended)
            report.faults += faults
            if interface and len(report.ended) % max(1, given.count // 20) == 0:
                report.memory.append(interface.memory_info().rss / 2**20)
            while moments and len(report.ended) >= moments[0]:
                moments.pop(0)
                herd.kill_one(chance)
                report.killed += 1
    report.seconds = time.monotonic() - began
    return report


@contextlib.contextmanager
def _service(given: argparse.Namespace) -> Iterator[tuple[str, str, Herd, psutil.Process]]:
    """An interface and workers of their own, over a fresh folder."""
    quire = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())"]
    with tempfile.TemporaryDirectory() as folder:
        off = {"QUIRE_RATE_SUBMIT": "0", "QUIRE_RATE_READ": "0", "QUIRE_LOG_LEVEL": "error", "QUIRE_DATA_DIR": folder}
        if given.database:
            off["QUIRE_DATABASE_URL"] = given.database
        surroundings = os.environ | off
        subprocess.run([*quire, "migrate"], env=surroundings, check=True, stdout=subprocess.DEVNULL)
        make = [*quire, "keys", "create", "--name", "bench", "--user", "bench"]
        made = subprocess.run(make, env=surroundings, check=True, capture_output=True, text=True)

        def start(*words: str) -> subprocess.Popen[str]:
            process = subprocess.Popen([*quire, *words], env=surroundings, stdout=subprocess.PIPE, text=True)
            assert process.stdout is not None
            process.line = process.stdout.readline().strip()  # type: ignore[attr-defined]
            return process

        interface = start("api", "--port", "0")
        herd = Herd(lambda: start("worker", "--slots", str(given.slots)), given.workers)
        try:
            address = re.search(r"http\S+", interface.line)  # type: ignore[attr-defined]
            assert address is not None, "the service did not start"
            yield address.group(), made.stdout.splitlines()[-1], herd, psutil.Process(interface.pid)
        finally:
            herd.close()
            interface.terminate()
            interface.wait(60)


def _worker(url: str, folder: Path, slots: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(HERE / "tasks.py"), "--slots", str(slots), "--worker", url, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def _be_worker(url: str, folder: str, slots: int) -> int:
    from quire.store.database import connect
    from quire.store.file_store import LocalFiles
    from quire.tasks.engine import Capacity, Tasks

    over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    tasks = Tasks(connect(url), LocalFiles(Path(folder) / "files"))
    scratch = Path(folder) / "scratch"
    tasks.launch(
        {"bench": "tasks:paint"}, Capacity(slots=slots, seconds=30, memory=512 << 20, scratch=scratch, sandbox=False)
    )
    print("ready", flush=True)
    over.wait()
    tasks.close()
    return 0


def _ok(answer: object) -> dict[str, object]:
    answer.raise_for_status()  # type: ignore[attr-defined]
    return answer.json()  # type: ignore[attr-defined, no-any-return]


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def _percentiles(sorted_seconds: list[float]) -> str:
    last = len(sorted_seconds) - 1
    return "   ".join(f"p{share} {sorted_seconds[round(share / 100 * last)] * 1000:.0f} ms" for share in (50, 90, 99))


if __name__ == "__main__":
    sys.exit(main())
