"""Wikis, jobs and a craft for tests: rows without a shelf, and the builder of `tests.tasks.builders`."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from quire.store.database import write
from quire.store.schema import wikis
from quire.tasks.builds.build_hooks import Limits
from quire.tasks.builds.job_states import JobStatus, NewJob
from quire.tasks.builds.job_table import insert_job


def add_job(engine, clock, owner="ann", status=JobStatus.QUEUED, slug=None) -> int:
    """A wiki and its job; the job's id."""
    with write(engine) as connection:
        number = (connection.execute(sa.select(sa.func.max(wikis.c.id))).scalar() or 0) + 1
        values = {"slug": slug or f"w{number}", "name": "W", "owner": owner, "lang": "en", "filename": "a.txt"}
        more = {"input_bytes": 1, "sha256": "0", "fresh": False, "ready": False, "created": clock.now()}
        wiki_id = connection.execute(sa.insert(wikis).values(values | more).returning(wikis.c.id)).scalar_one()
        return insert_job(connection, NewJob(wiki_id, owner, status), clock.now())


class FakeCraft:
    """Wikis in folders below one, built by the builder for tests."""

    handler = "tests.tasks.builders:run"
    network = False

    def __init__(self, root: Path) -> None:
        self.root = root
        self.taken: dict[str, JobStatus] = {}

    def folder(self, slug):
        return self.root / slug

    def bring(self, slug):
        """There is one copy."""

    def save(self, slug, guard):
        return True

    def request(self, slug, phase, orders):
        self.folder(slug).mkdir(parents=True, exist_ok=True)
        return {"folder": str(self.folder(slug))}

    def ended(self, job, phase, value):
        return self.taken.get(phase)


def limits(folder: Path, **more) -> Limits:
    values = {"capacity": 2, "phase_seconds": 120.0, "memory": 400 << 20, "scratch": folder / "halt", "grace": 30.0}
    return Limits(**(values | more))
