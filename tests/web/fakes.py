"""A site whose tasks are kept in memory and end when a test says so; everything else is the real thing."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa

from quire.access.ended_sessions import EndedSessions
from quire.access.keys import Keys
from quire.access.permissions import Rate
from quire.clock import FakeClock
from quire.errors import Conflict, Gone, NotFound, NotReady
from quire.fetch import Poster
from quire.jobs import result_review
from quire.jobs.result_doubts import table_doubts
from quire.store.database import connect
from quire.store.file_store import LocalFiles
from quire.store.resumable_uploads import ResumableUploads
from quire.store.schema import metadata
from quire.store.signed_links import Links
from quire.store.source_buckets import SourceBuckets
from quire.tasks.batches import Batches
from quire.tasks.review_log import ReviewLog
from quire.tasks.task_states import NewTask, Task, TaskFilter, TaskStatus
from quire.tasks.webhook_deliveries import Deliveries
from quire.web.state.result_reviews import DocumentCorrections, Reviews
from quire.web.state.site import Site
from tests.web.wikis import make_wikis


class FakeTasks:
    """The same methods as `quire.tasks.engine.Tasks` without an engine: `finish`, `fail` and `work` move tasks on."""

    def __init__(self, files: LocalFiles, clock: FakeClock) -> None:
        self._files, self._clock = files, clock
        self.rows: dict[str, Task] = {}
        self.asked: list[NewTask] = []
        self.contents: dict[str, bytes] = {}
        self._keys: dict[tuple[str, str], tuple[str, str]] = {}
        self.changed = asyncio.Event()
        self.approved: Callable[[Sequence[str]], set[str]] = lambda _: set()

    def submit(self, new: NewTask) -> Task:
        content = new.source.read_bytes() if new.source else b""
        asked = hashlib.sha256(repr((new.kind, sorted(new.options.items()), content)).encode()).hexdigest()
        if new.idempotency_key:
            known = self._keys.get((new.owner, new.idempotency_key))
            if known is not None:
                if known[1] != asked:
                    raise Conflict("This Idempotency-Key was used for another submission.")
                return self.rows[known[0]]
        task = Task(
            id=str(uuid.uuid5(uuid.NAMESPACE_URL, f"task {len(self.asked)}")),
            owner=new.owner,
            key_id=new.key_id,
            kind=new.kind,
            status=TaskStatus.PENDING,
            filename=new.filename,
            created=self._clock.now(),
            options=dict(new.options),
            client_ref=new.client_ref,
            input_bytes=len(content),
        )
        self.rows[task.id] = task
        self.asked.append(new)
        self.contents[task.id] = content
        if new.idempotency_key:
            self._keys[new.owner, new.idempotency_key] = (task.id, asked)
        return task

    def known(self, new: NewTask) -> Task | None:
        sent_before = new.idempotency_key and (new.owner, new.idempotency_key) in self._keys
        return self.submit(new) if sent_before else None

    def get(self, task_id: str, *, owner: str | None) -> Task:
        task = self.rows.get(task_id)
        if task is None or owner not in {None, task.owner} or task.binned:
            raise NotFound("Task not found")
        return task

    def list(
        self,
        wanted: TaskFilter,
        *,
        limit: int = 100,
        offset: int = 0,
    ) -> tuple[list[Task], int]:
        found = [
            task
            for task in reversed(self.rows.values())
            if wanted.owner in {None, task.owner}
            and wanted.kind in {None, task.kind, task.kind.partition(".")[0]}
            and wanted.status in {None, task.status}
            and wanted.text.lower() in f"{task.filename}\n{task.client_ref}".lower()
            and wanted.client_ref in {"", task.client_ref}
            and (not wanted.ids or task.id in wanted.ids)
            and wanted.binned == (task.binned is not None)
        ]
        return found[offset : offset + limit], len(found)

    def doubted(self, task_id: str, failed: int, low: int) -> None:
        self._move(task_id, failed_checks=failed, low_values=low)

    def uncounted(self, names: Iterable[str], *, owner: str | None, limit: int = 100) -> Sequence[Task]:
        """See `Tasks.uncounted`."""
        done = [one for one in self.rows.values() if one.status is TaskStatus.DONE and one.failed_checks is None]
        mine = [one for one in done if owner in {None, one.owner} and not one.binned]
        return [one for one in mine if {*names} & {*one.images}][:limit]

    def to_check(self, *, owner: str | None, client_ref: str = "", limit: int = 100) -> tuple[Sequence[Task], int]:
        done = [
            task
            for task in self.list(TaskFilter(owner, status=TaskStatus.DONE, client_ref=client_ref))[0]
            if task.failed_checks is not None
        ]
        approved = self.approved([task.id for task in done])
        found = [task for task in done if task.id not in approved]
        found.sort(key=lambda one: (-(one.failed_checks or 0), -(one.low_values or 0), one.created))
        return found[:limit], len(approved)

    def position(self, task_id: str) -> int:
        waiting = [task.id for task in self.rows.values() if task.status is TaskStatus.PENDING]
        return waiting.index(task_id) + 1 if task_id in waiting else 0

    def delete(self, task_id: str, *, owner: str | None) -> None:
        if task_id not in self.rows or owner not in {None, self.rows[task_id].owner}:
            raise NotFound("Task not found")
        del self.rows[task_id]

    def move_to_bin(self, task_id: str, *, owner: str | None) -> None:
        if not self.get(task_id, owner=owner).status.final:
            raise NotFound("Task not found")
        self._move(task_id, binned=self._clock.now())

    def restore(self, task_id: str, *, owner: str | None) -> None:
        task = self.rows.get(task_id)
        if task is None or owner not in {None, task.owner} or not task.binned:
            raise NotFound("Task not found")
        self._move(task_id, binned=None)

    async def wait(self, task_id: str, *, owner: str | None, seconds: float) -> Task:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.get(task_id, owner=owner).status.final:
                    await self.changed.wait()
                    self.changed.clear()
        return self.get(task_id, owner=owner)

    def result_file(self, task: Task) -> str:
        if task.status is not TaskStatus.DONE:
            raise NotReady(task.error)
        if task.expires is not None and task.expires <= self._clock.now():
            raise Gone("The result has expired.")
        return f"tasks/{task.id}/{task.result_name}"

    def image_file(self, task: Task, name: str) -> str:
        self.result_file(task)
        if name not in task.images:
            raise NotFound
        return f"tasks/{task.id}/{name}"

    def counts(self) -> Mapping[TaskStatus, int]:
        return {status: sum(task.status is status for task in self.rows.values()) for status in TaskStatus}

    def workers(self) -> Sequence[object]:
        return []

    def work(self, task_id: str, done: int, total: int) -> None:
        """The task is processed."""
        self._move(task_id, status=TaskStatus.PROCESSING, pages_done=done, pages_total=total)

    def finish(
        self,
        task_id: str,
        content: bytes,
        images: Mapping[str, bytes] | None = None,
        pages: int = 3,
        doubts: tuple[int | None, int | None] = (None, None),
    ) -> None:
        """The task has made a file, and images."""
        images = images or {}
        folder = Path(str(self._files.root)) / "tasks" / task_id
        for name, body in {"result": content, **images}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        self._move(
            task_id,
            status=TaskStatus.DONE,
            duration=1.25,
            pages_done=pages,
            pages_total=pages,
            result_name="result",
            images=tuple(images),
            failed_checks=doubts[0],
            low_values=doubts[1],
            finished=self._clock.now(),
            expires=self._clock.now() + timedelta(days=7),
        )

    def fail(self, task_id: str, sentence: str) -> None:
        """The task has failed."""
        self._move(task_id, status=TaskStatus.FAILED, error=sentence, error_code="damaged_document", duration=0.1)

    def keep_upload(self, task_id: str) -> None:
        """The task's upload lies in the store."""
        name = f"tasks/{task_id}/source"
        path = Path(str(self._files.root)) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.contents[task_id])
        self._move(task_id, source_file=name)

    def _move(self, task_id: str, **changes: object) -> None:
        self.rows[task_id] = replace(self.rows[task_id], **changes)
        self.changed.set()


def make_site(folder: Path, clock: FakeClock | None = None, **changes: object) -> Site:
    """A site in an empty folder, with a fresh database."""
    clock = clock or FakeClock()
    engine = connect(f"sqlite:///{folder / 'quire.sqlite3'}")
    metadata.create_all(engine)
    files = LocalFiles(folder / "files")
    given: dict[str, object] = {
        "keys": Keys(engine, clock),
        "ended_sessions": EndedSessions(engine, clock),
        "tasks": FakeTasks(files, clock),
        "files": files,
        "links": Links(b"k" * 32, clock),
        "clock": clock,
        "staging": folder / "staging",
        "secret": b"s" * 32,
        "check_pages": _check_pages,
        "check_address": Poster().check,
        "source_buckets": SourceBuckets(),
        "uploads": ResumableUploads(engine, files, clock),
        "deliveries": Deliveries(engine, clock),
        "batches": Batches(engine, clock),
        "ready": lambda: {"database": True, "files": True},
        "rate_submit": Rate.submissions(60),
        "rate_read": Rate.reads(600),
        "version": "9.9.9",
        "isolation": lambda: True,
        "reviews": Reviews(
            ReviewLog(engine, clock),
            result_review.KINDS,
            result_review.corrected,
            result_review.texts,
            result_review.ReviewedFile,
            result_review.write_book,
            table_doubts,
            DocumentCorrections(*result_review.DOCUMENTS),
        ),
        "wikis": make_wikis(engine, clock, folder),
    }
    site = Site(**(given | changes))
    if isinstance(site.tasks, FakeTasks) and site.reviews:
        site.tasks.approved = site.reviews.log.approved
    return site


def dispose(site: Site) -> None:
    """Close the database of a site."""
    engine: sa.Engine = site.keys._engine
    engine.dispose()


def _check_pages(ranges: str) -> None:
    from quire.jobs.page_ranges import check_ranges

    check_ranges(ranges)
