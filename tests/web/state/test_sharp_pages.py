"""Sharp pictures of pages: drawn once, kept within a limit, the process and its folder go when nobody asks."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from quire.clock import FakeClock
from quire.errors import UnsupportedType
from quire.store.file_store import LocalFiles
from quire.web.state import sharp_pages
from quire.web.state.sharp_pages import SharpPage, SharpPages

pytestmark = pytest.mark.anyio

PAGE = SharpPage("t1", "tasks/t1/source", 1, 300.0, 400.0)


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    canvas = Canvas(str(tmp_path / "in.pdf"), pagesize=(300, 400))
    canvas.drawString(72, 300, "Page")
    canvas.save()
    (tmp_path / "bad").write_bytes(b"nothing")
    made = LocalFiles(tmp_path / "files")
    made.put_file(tmp_path / "in.pdf", PAGE.source)
    made.put_file(tmp_path / "bad", "tasks/t2/source")
    return made


async def test_a_page_is_drawn_in_a_process_that_goes(files: LocalFiles, tmp_path: Path) -> None:
    pages = SharpPages(files, tmp_path / "staging", FakeClock())
    try:
        with Image.open(io.BytesIO(await pages.picture(PAGE, "lin"))) as picture:
            assert picture.width == pytest.approx(300 * 220 / 72, abs=1)
        files.delete(PAGE.source)
        assert await pages.picture(PAGE, "lin")  # it is kept
        with pytest.raises(UnsupportedType):
            await pages.picture(PAGE._replace(task_id="t2", source="tasks/t2/source"), "lin")
        assert len(list((tmp_path / "staging").iterdir())) == 1
    finally:
        pages.rest()
    assert list((tmp_path / "staging").iterdir()) == []


async def test_what_is_kept_has_a_limit(files: LocalFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(page: SharpPage) -> bytes:
        drawn.append(page.number)
        return bytes(10)

    monkeypatch.setattr(sharp_pages, "KEPT_BYTES", 25)
    pages = SharpPages(files, tmp_path, FakeClock())
    monkeypatch.setattr(pages, "_drawn", draw)
    for number in (1, 2, 1, 3, 1, 2):
        await pages.picture(PAGE._replace(number=number), "lin")
    assert drawn == [1, 2, 3, 2]  # the one that was not looked at for longest goes
    pages.rest()
