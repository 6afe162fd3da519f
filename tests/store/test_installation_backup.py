"""A backup of an installation that runs, restored into another one, is the same installation."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from quire.access.keys import Keys, NewKey
from quire.clock import FakeClock, SystemClock
from quire.store.backup_contents import BackupError, read_contents
from quire.store.database import connect, read, write
from quire.store.deletion_hold import are_deletions_held, hold_deletions
from quire.store.file_store import LocalFiles
from quire.store.installation_backup import Installation, back_up
from quire.store.installation_restore import restore, verify
from quire.store.row_copy import last_ids
from quire.store.schema import jobs, metadata, tasks, wikis, workers
from quire.tasks.engine import Tasks
from quire.tasks.task_states import NewTask, TaskStatus
from quire.tasks.task_table import Outcome, TaskTable

NOW = SystemClock().now()


class Place:
    """An installation in a folder of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        folder.mkdir()
        self.folder = folder
        self.engine = connect(url)
        self.files = LocalFiles(folder / "files")
        self.clock = FakeClock(NOW)
        self.tasks = Tasks(self.engine, self.files, clock=self.clock)
        self.ledger = TaskTable(self.engine, self.clock, timedelta(days=7))
        folders = {"wikis": folder / "wikis", "companies": folder / "companies"}
        contents = {"companies": lambda folder: [*folder.iterdir()]}
        names = lambda snapshot: [snapshot, snapshot.replace("json", "pack")]  # noqa: E731 - beside its use
        self.parts = Installation(self.engine, self.files, folders, contents, names)

    def submit(self, text: str):
        upload = self.folder / text
        upload.write_text(text)
        return self.tasks.submit(NewTask("ann", "k", "parse.md", "a.pdf", source=upload))

    def rows(self, table):
        with read(self.engine) as connection:
            key = list(table.primary_key.columns)
            return [dict(row) for row in connection.execute(sa.select(table).order_by(*key)).mappings()]

    def stored(self):
        names = (name for folder in ("tasks", "wikis") for name, _ in self.files.names(folder))
        return {name: b"".join(self.files.open(name)) for name in names}


@pytest.fixture
def place(tmp_path, database):
    made = []

    def make(name: str) -> Place:
        made.append(Place(tmp_path / name, database.fresh()))
        return made[-1]

    yield make
    for one in made:
        one.engine.dispose()


def busy(here: Place) -> Place:
    """Waiting, running and done tasks; a key, a wiki with its job, companies."""
    Keys(here.engine, here.clock).create(NewKey("t", "ann"))
    for number in range(3):
        here.submit(f"waiting {number}")
    running, done = here.submit("running"), here.submit("done")
    here.ledger.claim(running.id, "worker-1")
    _, claim = here.ledger.claim(done.id, "worker-1")
    for name in ("result.md", "images/1.png"):
        made = here.folder / Path(name).name
        made.write_text(f"made {name}")
        here.files.put_file(made, f"tasks/{done.id}/1/{name}")
    outcome = Outcome(f"tasks/{done.id}/1/result.md", "a.md", ["images/1.png"], 1, [], 0.5)
    assert here.ledger.finish(claim, outcome)
    here.files.delete(done.source_file)  # as a worker does when it has written the end, before it notes it
    for name in ("1.json", "1.pack"):
        (here.folder / name).write_text(f"snapshot {name}")
        here.files.put_file(here.folder / name, f"wikis/k/{name}")
    (here.folder / "wikis").mkdir()
    (here.folder / "wikis" / "a local copy").touch()
    (here.folder / "companies").mkdir()
    (here.folder / "companies" / "CURRENT").write_text("catalogue-000001.sqlite3")
    with write(here.engine) as connection:
        values = {"slug": "walden", "name": "Walden", "owner": "ann", "lang": "en", "filename": "w.txt", "fresh": False}
        values |= {"input_bytes": 1, "sha256": "0" * 64, "sketch": [1, 2], "ready": True, "created": here.clock.now()}
        values |= {"snapshot": "wikis/k/1.json"}
        connection.execute(sa.insert(wikis).values(values))
        connection.execute(sa.insert(wikis).values(values | {"slug": "gone", "sketch": None, "snapshot": None}))
        connection.execute(sa.delete(wikis).where(wikis.c.slug == "gone"))
        now = here.clock.now()
        values = {"executor": "worker-1", "host": "h", "pid": 1, "slots": 1, "started": now, "heard": now}
        connection.execute(sa.insert(workers).values(values))
    return here


def make(here: Place, folder: Path):
    return back_up(here.parts, folder, clock=here.clock, version="1")


def test_a_restored_backup_is_the_same_installation(place, tmp_path):
    here, there = busy(place("here")), place("there")
    head = make(here, tmp_path / "backup")
    assert head.missing == []
    restore(tmp_path / "backup", there.parts, clock=there.clock)
    for table in metadata.sorted_tables:
        if table not in {tasks, workers}:
            assert there.rows(table) == here.rows(table), table.name
    assert there.rows(workers) == []
    for before, after in zip(here.rows(tasks), there.rows(tasks), strict=True):
        if before["status"] == "processing":  # it waits again, and has lost no attempt
            before |= {"status": "pending", "attempts": 0, "executor": None, "started": None}
        if before["status"] == "done":
            before |= {"source_file": ""}
        assert after == before
    assert there.stored() == here.stored()
    assert not (there.folder / "wikis").exists()
    assert (there.folder / "companies/CURRENT").read_text() == "catalogue-000001.sqlite3"
    with read(here.engine) as before, read(there.engine) as after:
        assert last_ids(after) == last_ids(before) == {"quire_wikis": 2}  # no id is given twice


def test_tasks_that_waited_are_done_after_the_restore(place, tmp_path):
    here, there = busy(place("here")), place("there")
    make(here, tmp_path / "backup")
    restore(tmp_path / "backup", there.parts, clock=there.clock)
    for row in there.rows(tasks):
        if row["status"] == "pending":
            task, claim = there.ledger.claim(row["id"], "worker-2")
            assert b"".join(there.files.open(task.source_file)).startswith((b"waiting", b"running"))
            assert claim.attempt == 1
    assert there.ledger.counts()[TaskStatus.PROCESSING] == 4


def test_what_a_backup_needs_is_not_deleted_while_it_is_made(place, tmp_path):
    here = place("here")
    task = here.submit("short-lived")

    class Slow(LocalFiles):
        """A store in which the task ends between the rows and the first file."""

        def open(self, name, start=0, end=None):
            _, claim = here.ledger.claim(task.id, "worker-1")
            assert are_deletions_held(here.engine, here.clock)
            here.ledger.finish(claim, Outcome(task.source_file, "a.md", [], 1, [], 0.1))
            return super().open(name, start, end)

    parts = Installation(here.engine, Slow(here.folder / "files"), {})
    assert back_up(parts, tmp_path / "backup", clock=here.clock, version="1").missing == []
    assert (tmp_path / "backup" / "files" / task.source_file).read_text() == "short-lived"
    assert not are_deletions_held(here.engine, here.clock)
    assert [row["name"] for row in here.rows(metadata.tables["quire_settings"])] == []


def test_a_folder_that_gets_another_edition_while_it_is_copied_is_copied_anew(place, tmp_path):
    here = place("here")
    folder = here.folder / "companies"
    folder.mkdir()
    for name in ("CURRENT", "1", "2"):
        (folder / name).write_text("1")
    calls = []

    def contents(_):
        calls.append(len(calls))
        if len(calls) == 2:
            (folder / "CURRENT").write_text("2")
        return [folder / (folder / "CURRENT").read_text(), folder / "CURRENT"]

    parts = Installation(here.engine, here.files, {"companies": folder}, {"companies": contents})
    back_up(parts, tmp_path / "backup", clock=here.clock, version="1")
    copy = tmp_path / "backup" / "companies"
    assert {path.name for path in copy.iterdir()} == {"2", "CURRENT"}
    assert (copy / "CURRENT").read_text() == "2"


def test_a_hold_that_nobody_renews_ends(place):
    here = place("here")
    with hold_deletions(here.engine, here.clock) as renew:
        here.clock.advance(600)
        renew()
        here.clock.advance(600)
        assert are_deletions_held(here.engine, here.clock)
        here.clock.advance(901)
        assert not are_deletions_held(here.engine, here.clock)


def test_what_people_delete_meanwhile_is_not_in_the_backup_and_what_is_lost_is_told(place, tmp_path):
    here = place("here")
    deleted, lost = here.submit("deleted"), here.submit("lost")
    here.files.delete(lost.source_file)

    class Slow(LocalFiles):
        """A store in which a task is deleted between the rows and the first file."""

        def open(self, name, start=0, end=None):
            if name == deleted.source_file:
                here.tasks.delete(deleted.id, owner="ann")
            return super().open(name, start, end)

    parts = Installation(here.engine, Slow(here.folder / "files"), {})
    assert back_up(parts, tmp_path / "backup", clock=here.clock, version="1").missing == [lost.source_file]
    there = place("there")
    restore(tmp_path / "backup", there.parts, clock=there.clock)
    assert [row["id"] for row in there.rows(tasks)] == [lost.id]


def test_a_backup_is_for_its_owner_and_whole_or_not_there(place, tmp_path, monkeypatch):
    monkeypatch.setattr("os.umask", lambda _: 0)
    here = busy(place("here"))
    make(here, tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
    with pytest.raises(BackupError, match="not empty"):
        make(here, tmp_path / "backup")

    class Broken(LocalFiles):
        """A store that fails in the middle."""

        def open(self, name, start=0, end=None):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        back_up(Installation(here.engine, Broken(tmp_path / "x"), {}), tmp_path / "b", clock=here.clock, version="1")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith((".b", "b.")) or path.name == "b"]
    assert not are_deletions_held(here.engine, here.clock)


def test_a_damaged_backup_is_refused_before_anything_is_changed(place, tmp_path):
    here, there = busy(place("here")), place("there")
    make(here, tmp_path / "backup")
    _, listing = read_contents(tmp_path / "backup")
    one = next(tmp_path / "backup" / file.path for file in listing if file.path.startswith("files/"))
    one.write_bytes(b"x" + one.read_bytes()[1:])
    with pytest.raises(BackupError, match="is damaged"):
        restore(tmp_path / "backup", there.parts, clock=there.clock)
    one.unlink()
    with pytest.raises(BackupError, match="is missing"):
        verify(tmp_path / "backup")
    assert there.rows(tasks) == []
    (tmp_path / "backup" / "manifest.json").write_text(json.dumps({"format": 1}))
    with pytest.raises(BackupError, match="contain a complete backup"):
        verify(tmp_path / "backup")


def test_an_installation_that_holds_something_is_replaced_only_when_told(place, tmp_path):
    here, there = busy(place("here")), busy(place("there"))
    make(here, tmp_path / "backup")
    with pytest.raises(BackupError, match="is running"):
        restore(tmp_path / "backup", there.parts, clock=there.clock, replace=True)
    there.clock.advance(60)
    with pytest.raises(BackupError, match="not empty"):
        restore(tmp_path / "backup", there.parts, clock=there.clock)
    restore(tmp_path / "backup", there.parts, clock=there.clock, replace=True)
    assert {row["id"] for row in there.rows(tasks)} == {row["id"] for row in here.rows(tasks)}
    assert there.rows(jobs) == []
