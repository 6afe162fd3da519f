"""One task on a worker: published whole or not at all, whatever fails on the way."""

from __future__ import annotations

import errno
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from quire.errors import (
    BadRequest,
    Cancelled,
    DocumentError,
    MemoryUnavailable,
    OutOfMemory,
    OutOfTime,
    StorageUnavailable,
    UnsupportedType,
    WorkerDied,
    WorkerUnavailable,
)
from quire.store.file_store import FakeFiles
from quire.tasks import task_run as module
from quire.tasks.slots import READ, WRITE
from quire.tasks.task_run import TOO_LONG, ArrivedSource, HandlerResult, TaskRunner, retry_database


@pytest.fixture
def database(sqlite):
    return sqlite


class FakeSlot:
    """Does in this process what a handler does; each call takes the next of `acts`."""

    folder = None

    def __init__(self, *acts):
        self.acts = list(acts)
        self.requests = []

    def run(self, handler, request, run):
        self.requests.append((handler, request))
        act = self.acts.pop(0)
        if isinstance(act, BaseException):
            raise act
        return act(request, run)


def good(request, run):
    target = Path(request["target"])
    (target / "images").mkdir()
    (target / "images" / "1.png").write_bytes(b"png")
    (target / "result.md").write_bytes(b"# " + Path(request["source"]).read_bytes())
    run.on_progress(2, 2)
    return {"result": "result.md", "filename": "报告.md", "images": ["images/1.png"], "pages": 2, "warnings": ["w"]}


@pytest.fixture
def store():
    return FakeFiles()


@pytest.fixture
def ended():
    return []


@pytest.fixture
def make(ledger, tmp_path, ended):
    def make(store, **more):
        values = {
            "ledger": ledger,
            "files": store,
            "handlers": {"parse.md": "m:f"},
            "scratch": tmp_path / "scratch",
            "seconds": 5.0,
            "drop_uploads": True,
            "on_end": ended.append,
        }
        return TaskRunner(**(values | more))

    return make


@pytest.fixture
def task(add, store):
    store.kept["tasks/a/source"] = b"hello"
    return add("a", filename="报告.PDF", source_file="tasks/a/source", options={"pages": "1"})


def run(work, slot, stop=None, *, cores=1, name="a"):
    """One attempt at a task, as a worker makes it; how the row is afterwards, None when it is gone."""
    taken = work.ledger.claim(name, "w1")
    work.run(*taken, slot, stop or threading.Event(), cores=cores)
    return work.ledger.find(name) if work.ledger.existing([name]) else None


def test_done(make, store, ledger, task, ended, tmp_path):
    slot = FakeSlot(good)
    done = run(make(store), slot, cores=3)
    folder = done.result_file.removesuffix("/result.md")
    assert store.kept == {f"{folder}/images/1.png": b"png", f"{folder}/result.md": b"# hello"}
    assert (done.status, done.result_name, done.images, done.source_file) == ("done", "报告.md", ("images/1.png",), "")
    assert ended == ["a"]
    assert not [path for path in (tmp_path / "scratch").rglob("*") if path.name not in {READ, WRITE}]
    handler, request = slot.requests[0]
    assert handler == "m:f"
    assert request["options"] == {"pages": "1"}
    assert request["cores"] == 3
    assert request["source"].endswith("source.pdf")


def test_a_document_is_fetched_from_its_address(make, store, ledger, add):
    """The slot gets the file under the name that the server gives, and never the address."""
    asked = {"source_url": "https://example.org/x?secret=1", "source_types": "t", "source_limit": "9", "pages": "1"}
    add("u", filename="x", options=asked)

    def fetch(options, target):
        assert options == asked
        target.write_bytes(b"fetched")
        return ArrivedSource("Report.pdf", 7)

    slot = FakeSlot(good)
    done = run(make(store, fetch=fetch), slot, name="u")
    assert (done.status, done.filename, done.input_bytes) == ("done", "Report.pdf", 7)
    assert store.kept[done.result_file] == b"# fetched"
    _, request = slot.requests[0]
    assert (request["options"], request["filename"]) == ({"pages": "1"}, "Report.pdf")
    assert request["source"].endswith("source.pdf")
    assert "secret" not in repr(request)


@pytest.mark.parametrize("error", [BadRequest("The file could not be fetched."), UnsupportedType("Unsupported"), None])
def test_an_address_without_a_document_fails_at_once(make, store, ledger, add, error):
    add("u", filename="x", options={"source_url": "https://example.org/x"})

    def fetch(options, target):
        raise error

    failed = run(make(store, fetch=fetch if error else None), FakeSlot(), name="u")
    assert (failed.status, failed.attempts) == ("failed", 1)
    assert failed.error == (str(error) if error else "No worker can do this.")


def test_the_upload_can_stay(make, store, ledger, task):
    run(make(store, drop_uploads=False), FakeSlot(good))
    assert "tasks/a/source" in store.kept
    assert ledger.find("a").source_file


@pytest.mark.parametrize("error", [OutOfTime(), OutOfMemory(), BadRequest("no page 9"), DocumentError()])
def test_what_the_document_or_the_options_cannot_do_fails_at_once(make, store, ledger, task, ended, error):
    failed = run(make(store), FakeSlot(error))
    assert (failed.status, failed.error, failed.error_code, failed.attempts) == ("failed", str(error), error.code, 1)
    assert store.kept == {}
    assert ended == ["a"]


def test_a_slot_that_dies_is_forgiven_once(make, store, ledger, task):
    assert run(make(store), FakeSlot(WorkerDied())).status == "pending"
    run(make(store), FakeSlot(good))
    assert (ledger.find("a").status, ledger.find("a").attempts) == ("done", 2)


def test_a_document_that_kills_two_slots_has_failed(make, store, ledger, task, ended):
    for _ in range(2):
        run(make(store), FakeSlot(WorkerDied()))
    assert (ledger.find("a").status, ledger.find("a").error_code) == ("failed", "worker_died")
    assert ended == ["a"]


@pytest.fixture
def no_pauses(monkeypatch):
    monkeypatch.setattr(module, "HOLD_PAUSES", (0,) * 5)
    monkeypatch.setattr(module, "DATABASE_PAUSES", (0,) * 3)


def again(work, slot):
    """Run the task "a" as workers do: again after each fault of our own side; the faults that there were."""
    faults = []
    while True:
        waiting = run(work, slot)
        if waiting.status.final:
            return faults
        faults.append(waiting.waiting_for)
        assert (waiting.status, waiting.attempts) == ("pending", 0)
        assert waiting.waiting_for
        assert work.ledger.take("w2") is None  # not before a pause
        assert waiting.source_file in work.files.kept


@pytest.mark.parametrize(
    ("fail", "postponed"),
    [
        ({"fetch": 1}, 1),
        ({"fetch": range(1, 30)}, 29),
        ({"put_file": range(1, 5)}, 0),
        ({"put_file": range(2, 6)}, 0),
        ({"put_file": range(1, 9)}, 1),
        ({"fetch": range(1, 4), "put_file": range(1, 20)}, 6),
        ({"delete": range(1, 9)}, 0),
    ],
)
def test_an_outage_of_the_store_costs_nothing(make, ledger, add, ended, no_pauses, fail, postponed):
    store = FakeFiles(fail=fail)
    store.kept["tasks/a/source"] = b"hello"
    add("a", source_file="tasks/a/source")
    assert len(again(make(store), FakeSlot(*[good] * 9))) == postponed
    done = ledger.find("a")
    assert (done.status, done.attempts, done.waiting_for, ended) == ("done", 1, None, ["a"])
    assert store.kept[done.result_file] == b"# hello"


@pytest.mark.parametrize(
    "fault",
    [
        StorageUnavailable(),
        MemoryUnavailable(),
        WorkerUnavailable(),
        OSError(errno.ENOSPC, "full"),
        OSError(errno.ENOMEM, "no memory"),
        MemoryError(),
        OperationalError("s", {}, Exception()),
    ],
)
def test_faults_of_the_machine_cost_nothing_wherever_they_are_met(make, store, ledger, task, fault):
    assert len(again(make(store), FakeSlot(fault, fault, fault, good))) == 3
    assert (ledger.find("a").status, ledger.find("a").attempts) == ("done", 1)


def test_a_full_scratch_disk_costs_nothing(make, store, ledger, task, tmp_path, monkeypatch):
    mkdir, calls = Path.mkdir, []

    def full(self, *args, **more):
        if self.name == "out" and len(calls) < 5:
            calls.append(self)
            raise OSError(errno.ENOSPC, "full")
        mkdir(self, *args, **more)

    monkeypatch.setattr(Path, "mkdir", full)
    assert len(again(make(store), FakeSlot(good))) == 5
    assert (ledger.find("a").status, ledger.find("a").attempts) == ("done", 1)


def test_an_outage_beyond_the_patience_fails_the_task_and_keeps_its_upload(make, ledger, add, ended, clock):
    store = FakeFiles(fail={"fetch": range(1, 10)})
    store.kept["tasks/a/source"] = b"hello"
    add("a", source_file="tasks/a/source")
    work = make(store, patience=timedelta(hours=3))
    for _ in range(3):
        assert run(work, FakeSlot()).status == "pending"
        clock.advance(3600)
    failed = run(work, FakeSlot())
    assert (failed.status, failed.error_code, failed.error) == ("failed", "storage_unavailable", TOO_LONG)
    assert (failed.source_file, ended) == ("tasks/a/source", ["a"])
    assert "tasks/a/source" in store.kept
    clock.advance(86400)
    assert ledger.uploads_to_drop(ended_before=clock.now()) == []


def test_a_deleted_task_waits_for_nothing(make, ledger, add, no_pauses):
    store = FakeFiles(fail={"put_file": range(1, 10)})
    store.kept["tasks/a/source"] = b"hello"
    add("a", source_file="tasks/a/source")

    def delete(request, run):
        value = good(request, run)
        ledger.delete("a", None)
        return value

    run(make(store), FakeSlot(delete))
    assert (store.calls["put_file"], store.kept) == (1, {})


def test_a_worker_that_stops_does_not_hold_on(make, ledger, add):
    store = FakeFiles(fail={"put_file": range(1, 10)})
    store.kept["tasks/a/source"] = b"hello"
    add("a", source_file="tasks/a/source")
    stop = threading.Event()

    def stopped(request, run):
        stop.set()
        return good(request, run)

    run(make(store), FakeSlot(stopped), stop)
    assert (ledger.find("a").status, ledger.find("a").attempts) == ("pending", 0)


def test_an_end_that_could_not_be_written_is_taken_up_again(make, store, ledger, task, monkeypatch, no_pauses):
    """The database fails for longer than a worker holds on: the row still names this worker, and nothing is lost."""

    def away(*_):
        raise OperationalError("s", {}, Exception())

    for move in ("finish", "postpone"):
        monkeypatch.setattr(ledger, move, away)
    work = make(store)
    taken = ledger.claim("a", "w1")
    with pytest.raises(OperationalError):
        work.run(*taken, FakeSlot(good), threading.Event())
    monkeypatch.undo()
    assert ledger.find("a").status == "processing"
    work.give_back(taken[1])
    run(work, FakeSlot(good))
    assert (ledger.find("a").status, ledger.find("a").attempts) == ("done", 1)


def test_an_upload_that_is_lost_is_our_fault_not_the_documents(make, ledger, add):
    add("a", source_file="tasks/a/source")
    run(make(FakeFiles()), FakeSlot())
    failed = run(make(FakeFiles()), FakeSlot())
    assert (failed.status, failed.error_code, failed.attempts) == ("failed", "internal_error", 2)
    assert "source" not in failed.error


def test_a_bug_of_ours_does_not_cost_the_upload(make, store, ledger, task):
    for _ in range(2):
        run(make(store), FakeSlot(KeyError()))
    assert (ledger.find("a").status, ledger.find("a").error_code) == ("failed", "internal_error")
    assert "tasks/a/source" in store.kept


def test_an_upload_that_cannot_be_deleted_is_left_to_expiry(make, ledger, add):
    store = FakeFiles(fail={"delete": 1})
    store.kept["tasks/a/source"] = b"hello"
    add("a", source_file="tasks/a/source")
    run(make(store), FakeSlot(good))
    assert (ledger.find("a").status, ledger.find("a").source_file) == ("done", "tasks/a/source")


def test_an_unknown_kind_fails(make, store, ledger, add):
    add("a", kind="brew.coffee")
    assert run(make(store), FakeSlot()).status == "failed"


def test_a_stopped_worker_gives_the_task_back(make, store, ledger, task, ended):
    run(make(store), FakeSlot(Cancelled()))
    assert (ledger.find("a").status, ledger.find("a").attempts) == ("pending", 0)
    assert store.kept == {"tasks/a/source": b"hello"}
    assert ended == []


def test_deleted_while_it_runs_leaves_nothing(make, store, ledger, task):
    def delete(request, run):
        ledger.delete("a", None)
        raise Cancelled

    run(make(store), FakeSlot(delete))
    assert store.kept == {}


def test_deleted_at_the_last_moment_publishes_nothing(make, store, ledger, task):
    def delete(request, run):
        value = good(request, run)
        ledger.delete("a", None)
        store.delete("tasks/a")
        return value

    run(make(store), FakeSlot(delete))
    assert store.kept == {}


def test_given_to_another_worker_meanwhile_publishes_nothing_and_harms_nothing(make, store, ledger, task):
    def lose(request, run):
        value = good(request, run)
        ledger.lose(ledger.held()[0])
        ledger.claim("a", "w2")
        return value

    run(make(store), FakeSlot(lose))
    assert (ledger.find("a").status, ledger.find("a").executor) == ("processing", "w2")
    assert store.kept == {"tasks/a/source": b"hello"}


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"result": "../../secret", "filename": "x"},
        {"result": "/etc/passwd", "filename": "x"},
        {"result": "link", "filename": "x"},
        {"result": "folder/passwd", "filename": "x"},
        {"result": "none", "filename": "x"},
        {"result": "good", "filename": "x", "images": ["link"]},
        {"result": "good", "filename": "x", "pages": "many"},
        {"result": "good", "filename": "x", "images": 5},
    ],
)
def test_a_slot_cannot_hand_over_what_is_not_its_own(tmp_path, value):
    target = tmp_path / "out"
    target.mkdir()
    (target / "good").write_bytes(b"")
    (target / "link").symlink_to("/etc/passwd")
    (target / "folder").symlink_to("/etc")
    assert HandlerResult.read({"result": "good", "filename": "x"}, target) == HandlerResult("good", "x", (), 0, ())
    with pytest.raises(DocumentError):
        HandlerResult.read(value, target)


def test_insist_tries_again_and_gives_up_in_the_end(monkeypatch):
    monkeypatch.setattr(module, "DATABASE_PAUSES", (0, 0))
    answers = [1, OperationalError("s", {}, Exception()), OperationalError("s", {}, Exception())]

    def step():
        answer = answers.pop()
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert retry_database(step) == 1

    def away():
        raise OperationalError("s", {}, Exception())

    with pytest.raises(OperationalError):
        retry_database(away)
