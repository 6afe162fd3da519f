"""A long document over several processes gives the same as in one."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from quire.errors import DamagedDocument, DocumentError, WorkerDied
from quire.jobs import parallel_conversion
from quire.jobs.conversion import Converted, convert
from quire.jobs.page_worker import PageWorker
from quire.jobs.parallel_conversion import processes_for
from quire.read.ocr_engine import FakeOcr, Pixels, Reading, rectangle
from quire.tasks import forked_workers
from quire.tasks.process_limits import RemoteFailure, run_limited

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")

PAGES = 3 * parallel_conversion.MIN_PAGES
SCANNED = (11, 60)  # pages that only recognition can read
ROOMY = 1 << 35
SENTENCE = "This was read in the picture."


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report whose paragraphs, lists and tables go on over its pages; some have pictures, some are scans."""
    path = tmp_path_factory.mktemp("report") / "report.pdf"
    picture = ImageReader(Image.effect_noise((80, 60), 60).convert("RGB"))
    dark = ImageReader(Image.new("RGB", (30, 40), (20, 20, 20)))
    canvas = Canvas(str(path), pagesize=(400, 500))
    canvas.setTitle("The report")
    for number in range(1, PAGES + 1):
        if number in SCANNED:
            canvas.drawImage(dark, 0, 0, 400, 500)
        else:
            _draw(canvas, number, picture)
        canvas.showPage()
    canvas.save()
    return path


def _draw(canvas: Canvas, number: int, picture: ImageReader) -> None:
    canvas.setFont("Helvetica", 7)
    canvas.drawString(40, 480, "The yearly report of a garden")
    canvas.drawString(200, 15, str(number))
    y = 450
    if number % 6 == 1:
        canvas.setFont("Helvetica-Bold", 15)
        canvas.drawString(40, y, f"{number // 6 + 1} Part about plants")
        canvas.bookmarkPage(f"p{number}")
        canvas.addOutlineEntry(f"{number // 6 + 1} Part about plants", f"p{number}")
        y -= 30
    canvas.setFont("Helvetica", 10)
    if number % 6 in {2, 3}:
        for row in range(20):
            canvas.drawString(44, 440 - 20 * row, f"plant {number} {row}" if row else "Name")
            canvas.drawString(244, 440 - 20 * row, str(100 * number + row) if row else "Sum")
        for row in range(21):
            canvas.line(40, 455 - 20 * row, 360, 455 - 20 * row)
        for x in (40, 240, 360):
            canvas.line(x, 55, x, 455)
        return
    if number % 6 == 4:
        for row in range(12):
            canvas.drawString(40, y - 30 * row, f"{row + 1}. entry of a list that says something")
        return
    for row in range(20):
        canvas.drawString(40, y - 14 * row, f"row {row} of page {number} of a text that goes on with the inter-")
    if number % 6 == 5:
        canvas.drawImage(picture, 100, 40, 160, 100)


def alone(work: Callable[[], Any], seconds: float = 120.0) -> Any:
    """The value of ``work()`` in a process that has one thread."""
    return run_limited(lambda progress: work(), seconds=seconds, memory=ROOMY)


def files(folder: Path) -> dict[str, bytes]:
    """What a conversion wrote; of an archive its members."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                found |= {name: archive.read(name) for name in archive.namelist() if name != "docProps/core.xml"}
        elif path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def made(report: Path, folder: Path, to: str, cores: int, **more: Any) -> tuple[Converted, list[int], list[int]]:
    """A conversion: its value, how many mates were asked for, and what was told of its progress."""
    folder.mkdir()
    recruited: list[int] = []
    told: list[int] = []
    original = forked_workers.fork_workers

    def recruit(number: int, work: Any) -> Any:
        recruited.append(number)
        return original(number, work)

    def run() -> tuple[Converted, list[int], list[int]]:
        forked_workers.fork_workers = recruit
        value = convert(
            report, folder / f"out.{to}", to=to, cores=cores, progress=lambda done, _: told.append(done), **more
        )
        return value, recruited, told

    value: tuple[Converted, list[int], list[int]] = alone(run)
    return value


@pytest.mark.parametrize("to", ["md", "json", "docx", "pptx"])
def test_the_same_bytes(report: Path, tmp_path: Path, to: str) -> None:
    one, nobody, _ = made(report, tmp_path / "one", to, 1)
    many, recruited, told = made(report, tmp_path / "many", to, 3)
    assert (nobody, recruited) == ([], [2])
    assert files(tmp_path / "many") == files(tmp_path / "one")
    assert many.warnings == one.warnings
    assert many.needs_ocr == one.needs_ocr == SCANNED
    assert [image.name for image in many.images] == [image.name for image in one.images]
    assert (told[0], told[-1]) == (0, PAGES)
    assert told == sorted(told)


def test_some_of_its_pages(report: Path, tmp_path: Path) -> None:
    wanted = f"2-{PAGES - 3},{PAGES}"
    made(report, tmp_path / "one", "json", 1, pages=wanted, prefix="a-")
    _, recruited, _ = made(report, tmp_path / "many", "json", 2, pages=wanted, prefix="a-")
    assert recruited == [1]
    assert files(tmp_path / "many") == files(tmp_path / "one")


def test_pages_are_recognised_by_the_engine_of_the_first_process(report: Path, tmp_path: Path) -> None:
    pid = os.getpid()

    def answer(image: Pixels) -> list[Reading]:
        assert os.getpid() != pid
        asked.append(os.getpid())
        height, width = image.shape[:2]
        return [Reading(SENTENCE, rectangle(0.1 * width, 0.1 * height, 0.9 * width, 0.15 * height), 0.9)]

    asked: list[int] = []

    def recognised(cores: int, folder: Path) -> tuple[Converted, set[int], int]:
        folder.mkdir()
        asked.clear()
        value = convert(report, folder / "out.json", to="json", cores=cores, ocr=FakeOcr(answer))
        return value, set(asked), os.getpid()

    one, _, _ = alone(lambda: recognised(1, tmp_path / "one"))
    many, processes, own = alone(lambda: recognised(3, tmp_path / "many"))
    assert processes == {own}
    assert files(tmp_path / "many") == files(tmp_path / "one")
    assert many.needs_ocr == one.needs_ocr == ()
    assert SENTENCE in (tmp_path / "many" / "out.json").read_text("utf-8")


@pytest.mark.parametrize(("error", "kind"), [(DamagedDocument(), DamagedDocument), (ValueError("oh"), DocumentError)])
def test_what_goes_wrong_in_a_mate_is_told(report: Path, tmp_path: Path, error: Exception, kind: type) -> None:
    def fail(*_: object) -> None:
        raise error

    def run() -> None:
        PageWorker.do = fail  # type: ignore[method-assign, assignment]
        convert(report, tmp_path / "out.md", to="md", cores=2)

    with pytest.raises(kind) as caught:
        alone(run)
    assert isinstance(caught.value.__cause__, RemoteFailure) is (kind is DocumentError)
    assert not (tmp_path / "out.md").exists()


def test_a_mate_that_dies_ends_the_conversion_and_leaves_nothing(report: Path, tmp_path: Path) -> None:
    def run() -> str:
        PageWorker.do = lambda *_: os.abort()  # type: ignore[method-assign, assignment]
        try:
            convert(report, tmp_path / "out.md", to="md", cores=3)
        except WorkerDied:
            return Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii")
        return "nothing died"

    assert alone(run) == ""
    assert not (tmp_path / "out.md").exists()


def test_a_mate_that_dies_of_a_picture_ends_the_conversion(report: Path, tmp_path: Path) -> None:
    def run() -> None:
        PageWorker.draw = lambda *_: os.abort()  # type: ignore[method-assign, assignment]
        convert(report, tmp_path / "out.docx", to="docx", cores=2)

    with pytest.raises(WorkerDied):
        alone(run)
    assert not (tmp_path / "out.docx").exists()


def test_without_room_for_processes_one_does_it(report: Path, tmp_path: Path) -> None:
    def run() -> None:
        forked_workers.fork_workers = lambda *_: []
        convert(report, tmp_path / "many" / "out.md", to="md", cores=3)

    (tmp_path / "many").mkdir()
    alone(run)
    made(report, tmp_path / "one", "md", 1)
    assert files(tmp_path / "many") == files(tmp_path / "one")


def test_short_documents_and_single_cores_need_no_mates() -> None:
    def numbers() -> list[int]:
        least = parallel_conversion.MIN_PAGES
        return [
            processes_for(2 * least - 1, 8),
            processes_for(2 * least, 8),
            processes_for(1000, 1),
            processes_for(1000, 4),
            processes_for(2 * parallel_conversion.WORTH_PAGES - 1, 4, parallel_conversion.WORTH_PAGES),
        ]

    assert alone(numbers) == [1, 2, 1, 4, 1]
