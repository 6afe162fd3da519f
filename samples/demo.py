"""The whole product in a minute: starts the service, sends it the samples over HTTP, shows what came back, stops it.

    python samples/demo.py [--output DIR] [--services parse,finance,invoice,company,wiki] [FILE.pdf ...]

It starts `quire serve` on a free port with a fresh data directory, makes the first key, submits every document to the five
conversions, reports to the extraction of statements and invoices to their recognition, shows how far they are, downloads
results, workbooks and pictures, prints what was found, fetches a company in three forms, and has two small books made into
wikis, with their previews. It speaks to the service as any client would; nothing of the
package is imported. Files that are named are converted only. Exit code 0: everything was done; 1: something was not.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import demo_companies
import demo_wikis

HERE = Path(__file__).resolve().parent
FORMATS = ("pdf2word", "pdf2ppt", "pdf2markdown", "pdf2json", "pdf2html")
SERVICES = {"finance": ("extract", "statements"), "invoice": ("recognize", "invoices")}
"""The last word of a submission's path, and the folder of the samples; conversions have theirs above."""
SHORT = {
    "extract": "xlsx",
    "recognize": "json",
    "pdf2word": "docx",
    "pdf2ppt": "pptx",
    "pdf2markdown": "md",
    "pdf2json": "json",
    "pdf2html": "html",
}
START_SECONDS = 300.0  # of a busy machine; a service that ends is noticed at once
CONVERT_SECONDS = 300.0
STOP_SECONDS = 40.0  # a little more than the service gives running tasks
POLL_SECONDS = 0.3  # one request for all tasks, so well below the 600 reads a minute of a key
MOST_RETRIES = 5
PLAIN_WIDTH = 110  # columns where there is no terminal to ask

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "starting": "Starting the service at {url}",
        "converting": "{documents} documents, {tasks} tasks",
        "done": "{count} files in {output}, {seconds:.1f} s in all. The log of the service: {log}",
        "stopped": "The service has stopped.",
        "dead": "The service ended before it was ready; its last words:\n{log}",
        "late": "The service was not ready within {seconds:.0f} s; its last words:\n{log}",
        "failed": "{name} to {format} failed: {error}",
        "slow": "Not everything was converted within {seconds:.0f} s.",
        "empty": "{name}: the file that was downloaded is empty or is no {format}.",
        "answer": "{method} {path} was answered with {status}: {detail}",
        "hung": "The service did not stop within {seconds:.0f} s after SIGTERM.",
        "missing": "{path} is not there.",
        "statements": ("document", "statement", "scope", "pages", "unit", "rows", "checks"),
        "invoices": ("document", "page", "number", "date", "seller", "tax", "total"),
        "scopes": {"consolidated": "consolidated", "parent": "parent", "": ""},
        "failing": "{failed} of {made} fail",
        "companies": "Companies: {line}",
        "columns": ("format", "pages", "seconds", "pages/s", "file", "kB", "images"),
    },
    "zh": {
        "starting": "启动服务：{url}",
        "converting": "{documents} 份文档，{tasks} 个任务",
        "done": "{output} 中共有 {count} 个文件，用时 {seconds:.1f} 秒。服务日志：{log}",
        "stopped": "服务已停止。",
        "dead": "服务未能启动，最后的日志：\n{log}",
        "late": "服务在 {seconds:.0f} 秒内没有就绪，最后的日志：\n{log}",
        "failed": "{name} 转换为 {format} 失败：{error}",
        "slow": "{seconds:.0f} 秒内没有全部转换完成。",
        "empty": "{name}：下载的文件为空，或者不是 {format}。",
        "answer": "{method} {path} 返回 {status}：{detail}",
        "hung": "服务在收到 SIGTERM 后 {seconds:.0f} 秒内没有停止。",
        "missing": "找不到 {path}。",
        "statements": ("文件", "报表", "口径", "页码", "单位", "行数", "检查"),
        "invoices": ("文件", "页", "发票号码", "开票日期", "销售方", "税额", "价税合计"),
        "scopes": {"consolidated": "合并", "parent": "母公司", "": ""},
        "failing": "{made} 项中 {failed} 项未通过",
        "companies": "公司数据：{line}",
        "columns": ("格式", "页数", "秒", "页/秒", "文件", "kB", "图片"),
    },
}
SAY = WORDS["zh" if os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("zh") else "en"]
SIGNS = {
    "xlsx": b"PK\x03\x04",
    "docx": b"PK\x03\x04",
    "pptx": b"PK\x03\x04",
    "json": b"{",
    "html": b"<!DOCTYPE html>",
    "md": b"",
}


class Stopped(Exception):
    """The demo cannot go on; its text says why."""


@dataclass
class Work:
    """One document on its way to one format."""

    document: Path
    endpoint: str
    task_id: str
    answer: dict[str, Any] = field(default_factory=dict)
    pages: int = 0
    file: Path = Path()
    images: int = 0
    found: list[dict[str, Any]] = field(default_factory=list)  # statements or invoices, with details

    @property
    def service(self) -> str:
        """The word of the service in paths."""
        return next((service for service, (word, _) in SERVICES.items() if word == self.endpoint), "parse")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the demo; the exit code."""
    parser = argparse.ArgumentParser(description="Sends the samples to the service and shows what comes back.")
    parser.add_argument("--output", type=Path, default=Path("demo-output"), help="folder for the results")
    parser.add_argument("--services", default="parse,finance,invoice,company,wiki", help="what the samples are sent to")
    parser.add_argument("documents", nargs="*", type=Path, help="PDF files to convert; the samples when none is given")
    options = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH)
    try:
        wishes = [(path, word) for path in options.documents for word in FORMATS]
        services = options.services.split(",")
        shown = set() if wishes else {"company", "wiki"} & set(services)
        run(wishes or _samples(services), options.output, console, shown)
    except (Stopped, demo_companies.Failed, demo_wikis.Failed) as problem:
        console.print(str(problem), style="bold red", markup=False, highlight=False)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _samples(services: Sequence[str]) -> list[tuple[Path, str]]:
    """The samples, each with the endpoints that it is sent to."""
    wishes = [(path, word) for path in sorted(HERE.glob("*.pdf")) for word in FORMATS if "parse" in services]
    for service, (word, folder) in SERVICES.items():
        if service in services:
            wishes += [(path, word) for path in sorted((HERE / folder).iterdir())]
    return wishes


def run(wishes: Sequence[tuple[Path, str]], output: Path, console: Console, shown: AbstractSet[str]) -> None:
    """Starts the service, sends it every document, puts the results into `output`, prints tables, stops the service.

    `shown` says what is shown besides: "company", "wiki".
    """
    documents = dict.fromkeys(path for path, _ in wishes)
    for path in documents:
        if not path.is_file():
            raise Stopped(SAY["missing"].format(path=path))
    started = time.monotonic()
    _empty(output)
    log = output / "service.log"
    with (
        _service(log, console, companies="company" in shown) as (url, data),
        httpx.Client(base_url=url, timeout=60.0, trust_env=False) as client,
    ):
        client.headers["Authorization"] = f"Bearer {_first_key(client)}"
        if wishes:
            console.print(SAY["converting"].format(documents=len(documents), tasks=len(wishes)), highlight=False)
        works = [_submit(client, path, endpoint) for path, endpoint in wishes]
        _follow(client, works, console)
        for work in works:
            _fetch(client, work, output)
        for table in (_table(works), _statements(works), _invoices(works)):
            if table.row_count:
                console.print(table)
        count = sum(1 + work.images for work in works)
        if "company" in shown:
            count += demo_companies.show(client, output, console)
        if "wiki" in shown:
            count += demo_wikis.show(client, data, output, console)
    seconds = time.monotonic() - started
    console.print(
        SAY["done"].format(count=count, output=output, seconds=seconds, log=log), highlight=False, soft_wrap=True
    )
    console.print(SAY["stopped"])


def _empty(output: Path) -> None:
    """Removes what an earlier run left: only the folders that the demo itself makes."""
    output.mkdir(parents=True, exist_ok=True)
    for old in output.iterdir():
        made = old.name == "wikis" or any(name for kind in ("docx", "xlsx", "json") for name in old.glob(f"*.{kind}"))
        if old.is_dir() and made:
            shutil.rmtree(old)


@contextlib.contextmanager
def _service(log: Path, console: Console, *, companies: bool) -> Iterator[tuple[str, Path]]:
    """Runs the service with a fresh data directory; gives its address and that directory, stops it at the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    console.print(SAY["starting"].format(url=url), highlight=False)
    quire = Path(sys.executable).with_name("quire")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUIRE_")}
    with tempfile.TemporaryDirectory(prefix="quire-demo-") as data, log.open("wb") as lines:
        if companies:
            line = demo_companies.import_companies(Path(data) / "companies")
            console.print(SAY["companies"].format(line=line), highlight=False)
        command = [str(quire), "serve", "--host", "127.0.0.1", "--port", str(port), "--data-dir", data]
        process = subprocess.Popen(command, stdout=lines, stderr=subprocess.STDOUT, env=environment)
        try:
            _await_health(process, url, log)
            yield url, Path(data)
            _stop(process)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _await_health(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise Stopped(SAY["dead"].format(log=_last_words(log)))
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/api/v1/health", timeout=5.0, trust_env=False).status_code == 200:
                return
        time.sleep(0.1)
    raise Stopped(SAY["late"].format(seconds=START_SECONDS, log=_last_words(log)))


def _last_words(log: Path) -> str:
    return log.read_text(errors="replace")[-2000:].strip()


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        raise Stopped(SAY["hung"].format(seconds=STOP_SECONDS)) from None


def _ask(client: httpx.Client, method: str, path: str, **options: Any) -> httpx.Response:
    """The answer to a request, asked again when the service says so; anything but success ends the demo."""
    for _ in range(MOST_RETRIES):
        try:
            answer = client.request(method, path, **options)
        except httpx.HTTPError as problem:
            raise Stopped(SAY["answer"].format(method=method, path=path, status="-", detail=problem)) from None
        if answer.status_code != 429:
            break
        time.sleep(float(answer.headers.get("Retry-After", "1")))
    if answer.status_code != 200:
        detail = answer.text[:300]
        raise Stopped(SAY["answer"].format(method=method, path=path, status=answer.status_code, detail=detail))
    return answer


def _first_key(client: httpx.Client) -> str:
    wish = {"name": "demo", "username": "demo", "role": "admin"}
    return str(_ask(client, "POST", "/api/v1/auth/tokens", json=wish).json()["token"])


def _submit(client: httpx.Client, path: Path, endpoint: str) -> Work:
    work = Work(path, endpoint, "")
    files = {"file": (path.name, path.read_bytes())}
    work.task_id = _ask(client, "POST", f"/api/{work.service}/{endpoint}", files=files).json()["task_id"]
    return work


def _follow(client: httpx.Client, works: Sequence[Work], console: Console) -> None:
    """Polls until every task has ended, with a bar for each on a terminal and a line for each elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:
        shown = {work.task_id: bars.add_task(_name(work), total=None, start=False) for work in works}
        waiting = {work.task_id: work for work in works}
        end = time.monotonic() + CONVERT_SECONDS
        while waiting:
            if time.monotonic() > end:
                raise Stopped(SAY["slow"].format(seconds=CONVERT_SECONDS))
            for row in _ask(client, "GET", "/api/tasks", params={"limit": 500}).json()["tasks"]:
                bar = shown.get(row["task_id"])
                if bar is None or row["task_id"] not in waiting:
                    continue
                if row["status"] != "pending":
                    bars.start_task(bar)
                bars.update(bar, completed=row["pages_done"], total=row["pages_total"] or None)
                if row["status"] in {"done", "failed"}:
                    work = waiting.pop(row["task_id"])
                    _finish(client, work, int(row["pages_total"]))
                    bars.stop_task(bar)
                    if not console.is_terminal:
                        console.print(f"{_name(work)}: {row['duration']:.1f} s", highlight=False)
            time.sleep(POLL_SECONDS)


def _finish(client: httpx.Client, work: Work, pages: int) -> None:
    """Reads the result of a task that has ended."""
    work.answer = _ask(client, "GET", f"/api/{work.service}/result/{work.task_id}").json()
    work.pages = pages
    if work.answer["status"] == "failed":
        error = work.answer["error"]
        raise Stopped(SAY["failed"].format(name=work.document.name, format=SHORT[work.endpoint], error=error))


def _fetch(client: httpx.Client, work: Work, output: Path) -> None:
    """Downloads the result by its signed link, and the pictures into images/ beside it; or the answer itself."""
    folder = output / work.document.stem
    work.file = folder / str(work.answer.get("filename", f"{work.document.stem}.json"))
    if "download_url" in work.answer:
        _save(client, str(work.answer["download_url"]), work.file)
    else:
        _save(client, f"/api/{work.service}/result/{work.task_id}", work.file)
    if work.service != "parse":
        path = f"/api/{work.service}/result/{work.task_id}"
        work.found = _ask(client, "GET", path, params={"include": "details"}).json()["result"]
    images = work.answer.get("images") or {}
    for path, link in images.items():
        _save(client, link, folder / path)
    work.images = len(images)
    kind = SHORT[work.endpoint]
    content = work.file.read_bytes()
    if not content or not content.lower().startswith(SIGNS[kind].lower()):
        raise Stopped(SAY["empty"].format(name=work.file.name, format=kind))


def _save(client: httpx.Client, link: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_ask(client, "GET", link).content)


def _name(work: Work) -> str:
    return f"{work.document.name} → {SHORT[work.endpoint]}"


def _table(works: Iterable[Work]) -> Table:
    table = _headed(SAY["columns"], right={1, 2, 3, 5, 6})
    for work in works:
        seconds = float(str(work.answer["duration"]))
        table.add_row(
            SHORT[work.endpoint],
            str(work.pages),
            f"{seconds:.2f}",
            f"{work.pages / seconds:.1f}" if seconds else "-",
            work.file.name,
            f"{work.file.stat().st_size / 1000:.0f}",
            str(work.images),
        )
    return table


def _statements(works: Iterable[Work]) -> Table:
    """The statements that were found, and how their checks went."""
    table = _headed(SAY["statements"], right={5})
    for work in works:
        for one in work.found if work.service == "finance" else []:
            details = one["details"]
            made, failed = len(details["checks"]), sum(not check["holds"] for check in details["checks"])
            table.add_row(
                work.document.name,
                details["title"],
                SAY["scopes"][details["scope"]],
                ", ".join(map(str, details["pages"])),
                details["unit"],
                str(len(one["tables"][0])),
                SAY["failing"].format(made=made, failed=failed) if failed else str(made),
            )
    return table


def _invoices(works: Iterable[Work]) -> Table:
    """What the invoices say."""
    table = _headed(SAY["invoices"], right={1, 5, 6})
    for work in works:
        for one in work.found if work.service == "invoice" else []:
            fields = {entry["key"]: entry["value"] for entry in one["fields"]}
            keys = ("invoice_number", "invoice_date", "seller_name", "tax_amount", "total_amount")
            table.add_row(work.document.name, str(one["page"]), *(fields[key] for key in keys))
    return table


def _headed(names: Sequence[str], right: set[int]) -> Table:
    table = Table()
    for position, name in enumerate(names):
        table.add_column(name, justify="right" if position in right else "left", overflow="fold")
    return table


if __name__ == "__main__":
    sys.exit(main())
