"""How quick the console is for people: a long result opens and scrolls, a long list, a page that is zoomed in.

python bench/console.py [--pages 500] [--tasks 1000] [--runs 5]

Needs playwright and the system's Chromium. The service runs as its own process with a fresh data folder and one slot. The long document is the
English sample repeated; the tasks of the list are copies of one row. Every figure is the median of the runs, with the slowest one beside it, and the processor
time of the service; the load of the machine is printed, too, because wall times say little without it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pikepdf
import psutil
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.console.browsing import CHROMIUM, SAMPLES, first_key, service

PATIENCE = 900_000  # milliseconds for the long document


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--pages", type=int, default=500)
    asked.add_argument("--tasks", type=int, default=1000)
    asked.add_argument("--runs", type=int, default=5)
    given = asked.parse_args()
    if CHROMIUM is None:
        sys.exit("There is no Chromium on this machine.")
    folder = Path(tempfile.mkdtemp())
    try:
        with service(folder) as address, sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 844}, bypass_csp=True)
            page.set_default_timeout(PATIENCE)
            first_key(page, address)
            result = _long_result(page, address, folder, given.pages)
            _copy_tasks(folder / "data", given.tasks - 1)
            _measure(page, address, result, given.pages, given.runs)
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(page: Page, address: str, result: str, pages: int, runs: int) -> None:
    def opened() -> None:
        page.goto(f"{address}{result}", wait_until="domcontentloaded")
        page.locator("#b1 .block").first.wait_for()

    def pictured() -> None:
        page.goto(f"{address}{result}", wait_until="domcontentloaded")
        page.wait_for_function("document.querySelector('#p1 img').naturalWidth > 0")

    def listed() -> None:
        page.goto(f"{address}/console/documents", wait_until="domcontentloaded")
        page.locator("tbody tr").first.wait_for()

    def queued() -> None:
        page.goto(f"{address}/console/documents/review", wait_until="domcontentloaded")
        page.locator("tbody tr").first.wait_for()

    _print(f"a result of {pages} pages stands", opened, runs)
    _print("its first picture is there", pictured, runs)
    places = iter([1 + (pages // 2 + 31 * n) % pages for n in range(runs)])

    def gone() -> None:
        number = next(places)
        page.fill("#go", str(number))
        page.press("#go", "Enter")
        page.locator(f"#b{number}:not(.waiting)").wait_for()
        page.wait_for_function(f"document.querySelector('#p{number} img').naturalWidth > 0")

    _print("a page far away, with its picture and blocks", gone, runs)
    frames = page.evaluate(_SCROLL)
    print(f"scrolling 40 screens: {frames['median']:.0f} ms a frame, the slowest {frames['slowest']:.0f} ms")
    numbers = iter(range(2, 2 + runs))
    _print(
        "a sharp page, drawn for the first time",
        lambda: page.request.get(f"{address}{result.removesuffix('result')}sharp/{next(numbers)}").body(),
        runs,
    )
    _print(
        "a sharp page that is kept",
        lambda: page.request.get(f"{address}{result.removesuffix('result')}sharp/2").body(),
        runs,
    )
    _print("the list, a page of it", listed, runs)
    _print("the list on the server alone", lambda: page.request.get(f"{address}/console/documents").body(), runs)
    _print("the queue of what needs a look", queued, runs)


_SCROLL = """async () => {
  const side = document.querySelector('.leaves'), spent = [];
  for (let step = 0; step < 40; step++) {
    const before = performance.now();
    side.scrollTop += side.clientHeight;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    spent.push(performance.now() - before);
  }
  spent.sort((a, b) => a - b);
  return { median: spent[20], slowest: spent[39] };
}"""


def _print(what: str, do: Callable[[], object], runs: int) -> None:
    spent, processor = [], []
    for _ in range(runs):
        began, used = time.perf_counter(), _service_seconds()
        do()
        spent.append(1000 * (time.perf_counter() - began))
        processor.append(1000 * (_service_seconds() - used))
    figures = f"{statistics.median(spent):7.0f} ms   slowest {max(spent):7.0f} ms   service {statistics.median(processor):5.0f} ms"
    print(f"{what:48} {figures}   load {os.getloadavg()[0]:.0f}", flush=True)


def _service_seconds() -> float:
    """Processor time of the service so far, without the processes that read documents."""
    (one,) = [child for child in psutil.Process().children() if "serve" in child.cmdline()]
    times = one.cpu_times()
    return float(times.user + times.system)


def _long_result(page: Page, address: str, folder: Path, pages: int) -> str:
    """Convert a long document; the path of its result."""
    with pikepdf.open(SAMPLES / "annual-report-en.pdf") as source, pikepdf.new() as made:
        for number in range(pages):
            made.pages.append(source.pages[number % len(source.pages)])
        made.save(folder / "long.pdf")
    page.goto(f"{address}/console/documents")
    page.set_input_files("#file", folder / "long.pdf")
    page.click("button[formaction$='/pdf2markdown']")
    page.locator("tbody .state.done").wait_for()
    return str(page.locator("td.acts a[href$='/result']").get_attribute("href"))


def _copy_tasks(data: Path, number: int) -> None:
    """More tasks in the list: copies of the one row under other ids, without files."""
    (path,) = data.glob("*.sqlite3")
    with sqlite3.connect(path) as database:
        names = [row[1] for row in database.execute("PRAGMA table_info(quire_tasks)")]
        (row,) = database.execute(f"SELECT {', '.join(names)} FROM quire_tasks").fetchall()
        at = names.index("id")
        copies = [(*row[:at], str(uuid.uuid4()), *row[at + 1 :]) for _ in range(number)]
        database.executemany(f"INSERT INTO quire_tasks VALUES ({', '.join('?' * len(names))})", copies)
    database.close()


if __name__ == "__main__":
    main()
