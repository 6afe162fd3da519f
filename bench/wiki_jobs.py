"""Books into wikis while the interface and the workers are killed by SIGKILL at random; streams; reading.

python bench/wiki_jobs.py [--count 50] [--kills 20]     does every job end, is the order fair, are the streams without
gaps
python bench/wiki_jobs.py --streams 200                 the memory of the interface with so many clients
python bench/wiki_jobs.py --pages 1000                  seconds for a page and for a search in a wiki of so many pages
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
import psutil

OWNERS = ("ann", "bob", "cy")
PATIENCE = 240.0
"""Seconds after which a job counts as lost."""

MOST_WAIT = 30.0
CAPACITY = 2


class Service:
    """An interface and workers over one folder; each can be killed and comes again."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}/api/v1"
        self._log = (folder / "log").open("ab")
        self._run("migrate").wait()
        self.api = self._start_api()
        self.workers = [self._run("worker", "--slots", "1") for _ in range(workers)]
        self.wait_until_ready()

    def _run(self, *words: str) -> subprocess.Popen[bytes]:
        environment = os.environ | {
            "QUIRE_RATE_SUBMIT": "0",
            "QUIRE_RATE_READ": "0",
            "QUIRE_LOG_LEVEL": "warning",
            "QUIRE_QUEUE_CAPACITY": str(CAPACITY),
            "QUIRE_SHUTDOWN_SECONDS": "2",
        }
        command = [
            sys.executable,
            "-c",
            "import sys; from quire.cli import main; sys.exit(main())",
            *words,
            "--data-dir",
            str(self.folder / "data"),
        ]
        return subprocess.Popen(command, env=environment, stdout=self._log, stderr=self._log)

    def _start_api(self) -> subprocess.Popen[bytes]:
        return self._run("api", "--port", str(self.port))

    def wait_until_ready(self) -> None:
        """Return when the interface answers."""
        end = time.monotonic() + MOST_WAIT
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.base}/health", timeout=5).status_code == 200:
                    return
            time.sleep(0.1)
        sys.exit("the service was not ready: " + (self.folder / "log").read_text(errors="replace")[-2000:])

    def kill_one(self, chance: random.Random) -> str:
        """SIGKILL one process and start another in its place."""
        if chance.random() < 0.3:
            self.api.kill()
            self.api.wait()
            self.api = self._start_api()
            return "api"
        victim = self.workers.pop(chance.randrange(len(self.workers)))
        victim.kill()
        victim.wait()
        self.workers.append(self._run("worker", "--slots", "1"))
        return "worker"

    def close(self) -> None:
        """End everything."""
        for process in (self.api, *self.workers):
            process.send_signal(signal.SIGTERM)
        for process in (self.api, *self.workers):
            process.wait(60)
        self._log.close()

    def keys(self) -> dict[str, str]:
        """A key for each owner, and for "root"."""
        root = ask("POST", f"{self.base}/auth/tokens", "", json={"name": "r", "username": "root", "role": "admin"})
        found = {"root": root["token"]}
        for owner in OWNERS:
            body = {"name": owner, "username": owner, "role": "user"}
            found[owner] = ask("POST", f"{self.base}/auth/tokens", root["token"], json=body)["token"]
        return found


class Listener(threading.Thread):
    """Follows one job's stream to its end, connecting again with the last id whenever it breaks."""

    def __init__(self, base: str, job_id: int, secret: str) -> None:
        super().__init__(daemon=True)
        self._address = f"{base}/jobs/{job_id}/stream?access_token={secret}"
        self.ids: list[int] = []
        self.kinds: list[str] = []
        self.connections = 0

    def run(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self._listen():
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.2)

    def _listen(self) -> bool:
        headers = {"last-event-id": str(self.ids[-1])} if self.ids else {}
        with httpx.stream("GET", self._address, headers=headers, timeout=30) as answer:
            if answer.status_code == 204:
                return True
            if answer.status_code != 200:
                return False
            self.connections += 1
            kind = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("id: "):
                    self.ids.append(int(line[4:]))
                    self.kinds.append(kind)
        return False  # `done` is followed by one more connection, which must answer 204


def ask(method: str, address: str, secret: str, **more: object) -> dict:
    """The answer as JSON, asked again while the interface is away."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            answer = httpx.request(
                method, address, headers={"authorization": f"Bearer {secret}"} if secret else {}, timeout=30, **more
            )
            if answer.status_code < 500:
                return answer.json()
        except httpx.HTTPError:
            pass
        if time.monotonic() > end:
            sys.exit(f"no answer from {address}")
        time.sleep(0.2)


def book(number: int) -> bytes:
    """A small book of its own words."""
    chance = random.Random(number)
    words = [
        f"{chance.choice(('lo', 'ka', 'mi', 're'))}{chance.choice(('ton', 'vex', 'gram', 'dor'))}{n}" for n in range(40)
    ]
    lines = [f"# The book of {words[0]}\n"]
    for chapter in range(4):
        lines.append(f"## Chapter {chapter + 1} The {words[chapter]} rule\n")
        for _ in range(8):
            one, two, three = chance.sample(words, 3)
            lines.append(
                f"A {one} is a {two} that holds every {three}. The {three} of a *{one}* never meets its {two}.\n"
            )
    return "\n".join(lines).encode()


def jobs(count: int, kills: int, seed: int) -> int:
    """All jobs end, the order is fair, no stream has a gap."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="quire-wiki-") as folder:
        service = Service(Path(folder))
        keys = service.keys()
        began = time.monotonic()
        owners: dict[int, str] = {}
        sizes = (count - 2 * (count // 5), count // 5, count // 5)
        for owner, size in zip(OWNERS, sizes, strict=True):  # one owner comes first and with many
            for _ in range(size):
                number = len(owners)
                files = {"file": (f"{number}.md", book(number))}
                made = ask("POST", f"{service.base}/upload", keys[owner], files=files, data={"lang": "en"})
                owners[made["job_id"]] = owner
        listeners = {job_id: Listener(service.base, job_id, keys[owner]) for job_id, owner in owners.items()}
        for listener in listeners.values():
            listener.start()
        killed: Counter[str] = Counter()
        while any(one.is_alive() for one in listeners.values()) and time.monotonic() - began < PATIENCE:
            if sum(killed.values()) < kills:
                killed[service.kill_one(chance)] += 1
            time.sleep(chance.uniform(1, 3))
        service.wait_until_ready()
        found = {}
        for job_id, owner in owners.items():
            found[job_id] = ask("GET", f"{service.base}/jobs/{job_id}?include=details", keys[owner])
        seconds = time.monotonic() - began
        service.close()
    return report(found, owners, listeners, killed, seconds)


def report(found: dict, owners: dict, listeners: dict, killed: Counter, seconds: float) -> int:
    """Print what was seen; 1 when something is wrong."""
    states = Counter(one["status"] for one in found.values())
    attempts = Counter(one["details"]["attempt"] for one in found.values())
    print(
        f"{len(found)} jobs in {seconds:.0f} s: {dict(states)}; killed {dict(killed)}; runs of a job "
        f"{dict(sorted(attempts.items()))}"
    )
    wrong = []
    for job_id, listener in listeners.items():
        last = found[job_id]["details"]["events"]
        if (
            listener.ids != [*range(1, last + 1)]
            or listener.kinds[-1:] != ["done"]
            or listener.kinds.count("done") != 1
        ):
            wrong.append(
                f"stream of job {job_id}: {len(listener.ids)} of {last} events, ends with {listener.kinds[-1:]}"
            )
    wrong += [
        f"job {job_id} is {one['status']}"
        for job_id, one in found.items()
        if one["status"] in {"queued", "running", "starting"}
    ]
    connections = sum(listener.connections for listener in listeners.values())
    print(
        f"  {sum(len(one.ids) for one in listeners.values())} events over {connections} connections; gaps or "
        f"repetitions: {len(wrong)}"
    )
    # an owner who is alone is served alone: order is judged among the jobs that ended when all had been there
    there = max(one["details"]["created_at"] for one in found.values())
    ends = {job_id: one["details"]["finished_at"] for job_id, one in found.items()}
    late = sorted((job_id for job_id, end in ends.items() if end > there), key=lambda job_id: (ends[job_id], job_id))
    waiting = Counter(owners[job_id] for job_id in late)
    small = min(waiting[owner] for owner in OWNERS)
    half = Counter(owners[job_id] for job_id in late[: len(OWNERS) * small])
    print(f"  among the first {sum(half.values())} that ended when all were there: {dict(half)} (of {dict(waiting)})")
    if half[OWNERS[0]] > small + CAPACITY + sum(killed.values()):
        wrong.append("the owner of many books was served before the others")
    for fault in wrong[:10]:
        print(f"  WRONG: {fault}")
    print("  FAILED" if wrong else "  every job ended, no event lost or told twice")
    return 1 if wrong else 0


def streams(count: int) -> int:
    """Memory of the interface with so many clients of a job."""
    with tempfile.TemporaryDirectory(prefix="quire-wiki-") as folder:
        service = Service(Path(folder), workers=1)
        keys = service.keys()
        files = {"file": ("a.md", book(1))}
        made = ask(
            "POST", f"{service.base}/upload", keys["ann"], files=files, data={"lang": "en", "auto_start": "false"}
        )
        process = psutil.Process(service.api.pid)
        before = process.memory_info().rss
        listeners = [Listener(service.base, made["job_id"], keys["ann"]) for _ in range(count)]
        for listener in listeners:
            listener.start()
        while sum(listener.connections for listener in listeners) < count:
            time.sleep(0.1)
        time.sleep(1)
        open_ = process.memory_info().rss
        cpu = process.cpu_times()
        time.sleep(5)
        idle = sum(process.cpu_times()[:2]) - sum(cpu[:2])
        ask("POST", f"{service.base}/jobs/{made['job_id']}/start", keys["ann"])
        peak = 0
        while any(listener.is_alive() for listener in listeners):
            peak = max(peak, process.memory_info().rss)
            time.sleep(0.05)
        after = process.memory_info().rss
        whole = {tuple(listener.ids) for listener in listeners}
        service.close()
    mib = 2**20
    print(
        f"{count} clients: {before / mib:.1f} MiB without, {open_ / mib:.1f} with, {peak / mib:.1f} at most, "
        f"{after / mib:.1f} after"
    )
    print(
        f"  {(open_ - before) / count / 1024:.1f} KiB a client; {idle / 5:.3f} CPU seconds a second while nothing "
        f"happens"
    )
    print(f"  all had the same {len(next(iter(whole)))} events: {len(whole) == 1}")
    return 0 if len(whole) == 1 else 1


def reading(pages: int) -> int:
    """Seconds for a page and for a search, one after the other."""
    from quire.wiki.passage import Passage
    from quire.wiki.wiki_folder import Wiki
    from quire.wiki.wiki_page import Page

    chance = random.Random(1)
    parts = [f"{one}{two}" for one in "bdfgklmnprstvz" for two in "aeiou"][:27]
    words = [f"{a}{b}{c}" for a in parts for b in parts for c in parts]
    chance.shuffle(words)
    weights = [1 / (rank + 3) for rank in range(len(words))]  # as in a language: few words are everywhere
    with tempfile.TemporaryDirectory(prefix="quire-wiki-") as folder:
        service = Service(Path(folder), workers=0)
        keys = service.keys()
        files = {"file": ("a.md", book(1))}
        made = ask(
            "POST", f"{service.base}/upload", keys["ann"], files=files, data={"lang": "en", "auto_start": "false"}
        )
        wiki = Wiki.open(Path(made["target_dir"]))
        texts = [" ".join(chance.choices(words, weights, k=60)) for _ in range(4 * pages)]
        wiki.save_passages([Passage(f"p{n + 1}", f"Chapter {n // 100}", n, text) for n, text in enumerate(texts)])
        for number in range(pages):
            links = " ".join(f"[[page-{chance.randrange(pages)}]]" for _ in range(8))
            cites = " ".join(f"{chance.choice(texts)}[^p{chance.randrange(len(texts)) + 1}]" for _ in range(4))
            wiki.save(Page(f"page-{number}", f"Page {number}", "concept", f"{cites}\n\n{links}"))
        client = httpx.Client(headers={"authorization": f"Bearer {keys['ann']}"}, timeout=60)
        slug = made["wiki_slug"]
        process = psutil.Process(service.api.pid)
        sought = words[100:4000]  # nobody asks for the words that are everywhere
        asked = {
            "page": lambda: client.get(f"{service.base}/pages/page-{chance.randrange(pages)}?wiki={slug}"),
            "search": lambda: client.post(
                f"{service.base}/search", json={"query": " ".join(chance.sample(sought, 3)), "wiki": slug}
            ),
            "full text": lambda: client.get(f"{service.base}/wiki/{slug}/search", params={"q": chance.choice(sought)}),
            "list": lambda: client.get(f"{service.base}/pages?wiki={slug}"),
            "graph": lambda: client.get(f"{service.base}/graph?wiki={slug}"),
        }
        print(
            f"a wiki of {pages} pages and {len(texts)} passages, milliseconds (median; 90th percentile; CPU of the "
            f"service)"
        )
        for name, one in asked.items():
            spent = []
            assert one().status_code == 200  # opens the wiki, makes the index
            cpu = sum(process.cpu_times()[:2])
            for _ in range(200):
                began = time.perf_counter()
                assert one().status_code == 200
                spent.append(1000 * (time.perf_counter() - began))
            spent.sort()
            used = 1000 * (sum(process.cpu_times()[:2]) - cpu) / len(spent)
            print(f"  {name:10} {statistics.median(spent):8.1f} {spent[int(0.9 * len(spent))]:8.1f} {used:8.1f}")
        client.close()
        service.close()
    return 0


def main() -> int:
    """Measure and print; 1 when something is wrong."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--count", type=int, default=50)
    asked.add_argument("--kills", type=int, default=20)
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--streams", type=int, default=0)
    asked.add_argument("--pages", type=int, default=0)
    given = asked.parse_args()
    if given.streams:
        return streams(given.streams)
    if given.pages:
        return reading(given.pages)
    return jobs(given.count, given.kills, given.seed)


if __name__ == "__main__":
    sys.exit(main())
