"""The part of the demonstration about wikis: two small books are opened up, searched, previewed and kept as static sites."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

HERE = Path(__file__).resolve().parent
BOOKS = (
    ("bookbinding-en.md", "A Short Handbook of Bookbinding", "en", "a quire of four sheets"),
    ("sunzi-zh.txt", "孙子兵法", "zh", "知彼知己"),
)
"""File, name, language, and what is searched for."""
PHASES = ("egg", "boot", "grow", "butler")
BUILD_SECONDS = 300.0


class Failed(Exception):
    """The wikis could not be shown; its text says why."""


def show(client: httpx.Client, data: Path, output: Path, console: Console) -> int:
    """Builds the wikis over HTTP, follows their events, prints what they hold, keeps their sites; how many files."""
    jobs = [_upload(client, file, name, lang) for file, name, lang, _ in BOOKS]
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[said]}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:
        for job in jobs:
            _follow(client, job, bars, bars.add_task(str(job["wiki_name"]), total=len(PHASES), said=""), console)
    table = Table("wiki", "pages", "coverage", "cited", "search", "first hit", "file")
    files = 0
    for job, (*_, wanted) in zip(jobs, BOOKS, strict=True):
        slug = str(job["wiki_slug"])
        overview = _ask(client, "GET", "/api/v1/wikis-overview")["wikis"]
        one = next(wiki for wiki in overview if wiki["slug"] == slug)
        hit = _ask(client, "GET", f"/api/v1/wiki/{slug}/search", params={"q": wanted})["results"][0]
        page = _ask(client, "GET", f"/api/v1/pages/{hit['page_id']}", params={"wiki": slug})
        _preview(client, data / "wikis" / slug, slug, str(hit["page_id"]), console)
        site = output / "wikis" / slug
        files += _export(data / "wikis" / slug, site)
        cited = str(len(page["sources"]))
        share = f"{one['coverage']:.0%}"
        table.add_row(
            str(one["wiki_name"]),
            str(one["page_count"]),
            share,
            cited,
            wanted,
            str(hit["title"]),
            str(site / "index.html"),
        )
    console.print(table)
    return files


def _upload(client: httpx.Client, file: str, name: str, lang: str) -> dict[str, Any]:
    files = {"file": (file, (HERE / "books" / file).read_bytes())}
    wish = {"wiki_name": name, "wiki_slug": Path(file).stem, "lang": lang}
    return _ask(client, "POST", "/api/v1/upload", files=files, data=wish)


def _follow(client: httpx.Client, job: dict[str, object], bars: Progress, bar: TaskID, console: Console) -> None:
    """Reads the stream of events of a job to its end."""
    began = time.monotonic()
    for kind, said in _events(client, int(str(job["job_id"]))):
        if time.monotonic() - began > BUILD_SECONDS:
            raise Failed(f"{job['wiki_name']} was not built within {BUILD_SECONDS:.0f} s.")
        if kind == "phase":
            done = PHASES.index(said["phase"]) + (said.get("status") == "ended") if said.get("phase") in PHASES else 0
            bars.update(bar, completed=done, said=f"{said.get('phase')} {said.get('status', '')}")
        if kind == "log" and not console.is_terminal:
            console.print(f"{job['wiki_name']}: {said.get('msg', '')}", highlight=False)
        if kind == "done":
            if said.get("status") not in {"completed", "ready"}:
                raise Failed(f"{job['wiki_name']} ended as {said.get('status')}.")
            bars.update(bar, completed=len(PHASES), said=str(said.get("status")))
            return
    raise Failed(f"The events of {job['wiki_name']} ended without a result.")


def _events(client: httpx.Client, job_id: int) -> Iterator[tuple[str, dict[str, object]]]:
    """The server-sent events of a job: their kinds and their data."""
    with client.stream("GET", f"/api/v1/jobs/{job_id}/stream", timeout=BUILD_SECONDS) as answer:
        if answer.status_code != 200:
            raise Failed(f"The stream of job {job_id}: {answer.status_code}")
        kind = ""
        for line in answer.iter_lines():
            if line.startswith("event:"):
                kind = line[6:].strip()
            elif line.startswith("data:") and kind:
                yield kind, json.loads(line[5:])


def _preview(client: httpx.Client, folder: Path, slug: str, page: str, console: Console) -> None:
    """Gives the wiki a port, starts its site, and reads a page there as a browser would."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    config = folder / "local" / "config.md"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("---\n", f'---\nPORT: "{port}"\n', 1), encoding="utf-8")
    url = str(_ask(client, "POST", f"/api/v1/wiki/{slug}/serve")["url"])
    answer = httpx.get(f"{url}page/{page}", timeout=30.0, trust_env=False)
    _ask(client, "POST", f"/api/v1/wiki/{slug}/serve/stop")
    if answer.status_code != 200 or "<html" not in answer.text:
        raise Failed(f"The preview {url} answered {answer.status_code}.")
    console.print(f"{url}page/{page}: {len(answer.content) / 1000:.1f} kB", highlight=False)


def _export(folder: Path, site: Path) -> int:
    """Writes the static site, and counts its files."""
    quire = str(Path(sys.executable).with_name("quire"))
    command: Sequence[str] = (quire, "wiki", "export", str(folder), "--to", "site", "-o", str(site))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(done.stderr.strip() or done.stdout.strip())
    return sum(path.is_file() for path in site.rglob("*"))


def _ask(client: httpx.Client, method: str, path: str, **options: Any) -> dict[str, Any]:
    answer = client.request(method, path, **options)
    if answer.status_code != 200:
        raise Failed(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
    return answer.json()
