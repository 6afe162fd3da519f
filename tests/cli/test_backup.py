"""`quire backup` of a service with work in it, and `quire restore` into another data folder, which does that work."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from quire import app
from quire.access.keys import NewKey
from quire.settings import Settings
from quire.tasks.task_states import NewTask, TaskStatus
from quire.wiki.wiki_registry import NewWiki
from tests.cli.conftest import Quire, pdf


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two waiting tasks and a wiki that waits to be built."""
    settings = Settings(data_dir=tmp_path / "data")
    app.migrate(settings)
    book = tmp_path / "book.txt"
    book.write_text("Chapter 1\n\nThe pond lies in the woods.\n")
    with app.open_parts(settings) as made:
        made.keys.create(NewKey("t", "ann"))
        for number in range(2):
            upload = pdf(tmp_path / f"{number}.pdf", f"Page of document {number}.")
            made.tasks.submit(NewTask("ann", "k", "parse.md", f"{number}.pdf", source=upload))
        made.wikis.shelf.add(NewWiki("ann", "book.txt", "0" * 64, name="Pond", lang="en"), book, ".txt")
    return settings.data_dir


def test_work_that_waits_is_done_by_the_restored_service(quire: Quire, data: Path, tmp_path: Path):
    code, out, err = quire("backup", tmp_path / "backup", "--data-dir", data)
    assert (code, err) == (0, "")
    assert out.endswith("complete.\n")
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "backup").rglob("*"))
    assert quire("backup", tmp_path / "backup", "--verify")[0] == 0
    new = Settings(data_dir=tmp_path / "new", slots=1, butler_rounds=0)
    code, out, err = quire("restore", tmp_path / "backup", "--data-dir", new.data_dir)
    assert (code, err) == (0, "")
    with app.open_parts(new) as made:
        with app.working(new, made):
            until(lambda: made.tasks.counts()[TaskStatus.DONE] == 2)
            until(lambda: made.wikis.shelf.find("pond").ready)
        [first, second] = made.tasks.list(task_filter())[0]
        texts = {b"".join(made.files.open(made.tasks.result_file(one))) for one in (first, second)}
    assert texts == {b"Page of document 0.\n", b"Page of document 1.\n"}


def test_a_backup_that_is_none_is_refused(quire: Quire, tmp_path: Path):
    code, _, err = quire("restore", tmp_path, "--data-dir", tmp_path / "data")
    assert code == 1
    assert "does not contain a complete backup" in err


def task_filter():
    from quire.tasks.task_states import TaskFilter

    return TaskFilter(owner="ann")


def until(condition, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)
