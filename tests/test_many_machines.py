"""Two API processes and two workers with data folders of their own, over one database and one file store."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from tests.running_service import BIN, environment, first_key
from tests.tasks.test_preview_processes import free_port

T = TypeVar("T")


class Fleet:
    """The processes of an installation, each on a machine of its own as far as folders go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shared = environment() | {
            "QUIRE_DATABASE_URL": f"sqlite:///{folder / 'shared.db'}",
            "QUIRE_FILES_URL": (folder / "store").as_uri(),
            "QUIRE_BUTLER_ROUNDS": "0",
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.run("migrate", "m").wait()

    def run(self, command: str, name: str, *more: str) -> subprocess.Popen[bytes]:
        (self.folder / name).mkdir(exist_ok=True)
        with (self.folder / f"{name}.log").open("ab") as log:
            started = [BIN / "quire", command, "--data-dir", self.folder / name / "data", *more]
            self.running[name] = subprocess.Popen(started, env=self.shared, stdout=log, stderr=log)
        return self.running[name]

    def api(self, name: str) -> str:
        port = free_port()
        self.run("api", name, "--port", str(port))
        address = f"http://127.0.0.1:{port}"
        until(lambda: answers(f"{address}/livez"))
        return address

    def close(self) -> None:
        for one in self.running.values():
            one.kill()
            one.wait()


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    made = Fleet(tmp_path)
    yield made
    made.close()


def answers(address: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(address, trust_env=False).status_code == 200
    return False


def until(look: Callable[[], T], seconds: float = 240) -> T:
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def state(client: httpx.Client, job: int) -> dict[str, str]:
    return client.get(f"/api/v1/jobs/{job}").json()


def book(chapters: int) -> bytes:
    names = ["Alma Reed", "Tobias Finch", "Clara Moss", "Edgar Vale"]
    text = []
    for number in range(chapters):
        name, other = names[number % 4], names[(number + 1) % 4]
        line = f"{name} met {other} at the mill of Garnet Bridge in the year {1800 + number}. "
        text.append(f"Chapter {number + 1}\n\n" + "\n\n".join(f"{line} It was day {day}." for day in range(60)))
    return "\n\n".join(text).encode()


def test_any_process_serves_any_wiki_and_goes_on_with_any_job(fleet: Fleet):
    one, two = fleet.api("a1"), fleet.api("a2")
    headers = {"authorization": f"Bearer {first_key(one)}"}
    with (
        httpx.Client(base_url=one, headers=headers, trust_env=False, timeout=60) as first,
        httpx.Client(base_url=two, headers=headers, trust_env=False, timeout=60) as second,
    ):
        fleet.run("worker", "w1", "--slots", "1")
        made = first.post("/api/v1/upload", files={"file": ("mill.txt", book(40))}, data={"lang": "en"}).json()
        job, slug = made["job_id"], made["wiki_slug"]

        until(lambda: state(second, job)["phase"] != "egg")
        os.kill(fleet.running["w1"].pid, signal.SIGKILL)
        fleet.running["w1"].wait()
        fleet.run("worker", "w2", "--slots", "1")
        until(lambda: state(second, job)["status"] in {"ready", "completed", "failed"})
        assert state(second, job)["status"] != "failed"
        pages = [client.get("/api/v1/pages", params={"wiki": slug}).json() for client in (first, second)]
        assert pages[0] == pages[1]
        assert pages[0]["total"] > 4
        port = free_port()
        config = fleet.folder / "a1" / "data" / "wikis" / slug / "local" / "config.md"
        config.write_text(config.read_text().replace("---\n", f"---\nPORT: {port}\n", 1))
        served = first.post(f"/api/v1/wiki/{slug}/serve").json()
        until(lambda: answers(served["url"]))
        row = second.get("/api/v1/wikis-overview").json()["wikis"][0]
        assert (row["serve"]["running"], row["serve"]["url"]) == (True, served["url"])
        assert second.post(f"/api/v1/wiki/{slug}/serve/stop").json()["running"] is False
        until(lambda: not answers(served["url"]))
        assert second.post(f"/api/v1/wiki/{slug}/serve").json()["url"] == served["url"]  # the port came along
        second.post(f"/api/v1/wiki/{slug}/serve/stop")
