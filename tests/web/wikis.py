"""The wiki service for tests: real rows and folders, no worker; what a worker would do the tests do themselves."""

from __future__ import annotations

from pathlib import Path

import anyio
import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import BadRequest
from quire.fetch import Fetched
from quire.store.database import write
from quire.store.file_store import LocalFiles
from quire.store.schema import wikis
from quire.tasks.builds.butler_table import Butlers
from quire.tasks.builds.job_events import JobEvents
from quire.tasks.builds.job_states import JobStatus
from quire.tasks.builds.job_transitions import Builds
from quire.tasks.builds.preview_processes import Previews
from quire.web.server import listen
from quire.web.state.event_streams import Streams
from quire.web.state.wiki_cache import WikiCache
from quire.web.state.wiki_services import WikiParts
from quire.wiki.passage import Passage
from quire.wiki.wiki_folder import HouseRule, Review, Wiki
from quire.wiki.wiki_page import Page
from quire.wiki.wiki_registry import DedupScope, WikiRegistry


class FakeFetch:
    """Has the files that a test puts in."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def __call__(self, address: str, target: Path) -> Fetched:
        if address not in self.files:
            raise BadRequest("This address is not allowed.")
        content = self.files[address]
        target.write_bytes(content)
        return Fetched(address.rpartition("/")[2], len(content), f"{hash(content):064x}"[-64:], content[:4096])


def make_wikis(engine: sa.Engine, clock: Clock, folder: Path, **changes: object) -> WikiParts:
    """The parts of the wiki service over a database."""
    story = JobEvents(engine)
    given: dict[str, object] = {
        "shelf": WikiRegistry(engine, clock, folder / "wikis", DedupScope.GLOBAL, files=LocalFiles(folder / "files")),
        "builds": Builds(engine, clock),
        "butlers": Butlers(engine, clock),
        "story": story,
        "previews": Previews(engine, "quire.web.preview_server", lambda port: listen("127.0.0.1", port)),
        "streams": Streams(story, poll=0.02, ping=0.2),
        "wiki_cache": WikiCache(clock),
        "fetch": FakeFetch(),
        "fetching": anyio.CapacityLimiter(2),
        "capacity": 2,
    }
    return WikiParts(**(given | changes))


def fill(parts: WikiParts, slug: str, clock: Clock) -> Wiki:
    """Write a small finished wiki into the folder of one that was uploaded; its job is completed."""
    wiki = Wiki.open(parts.shelf.folder(slug))
    wiki.save_passages(
        [
            Passage("p1", "The Ponds", 0, "The pond is a clear and deep green well."),
            Passage("p2", "The Ponds", 1, "Ice forms in December."),
            Passage("p3", "池塘", 2, "瓦尔登湖的水很清。"),
        ]
    )
    now = clock.now()
    pages = [
        Page("pond", "Pond", "place", "It is deep.[^p1] See [[Ice]].", ("the pond",), "A deep well.", now, now),
        Page("ice", "Ice", "concept", "It forms on the [[pond|water]].[^p2] [[nowhere]]", (), "Frozen.", now, now),
        Page("湖", "湖", "place", "瓦尔登湖。[^p3] <script>alert(1)</script>", (), "湖水。", now, now),
    ]
    for page in pages:
        wiki.save(page)
    wiki.add_review(Review("r1", "grow", "pond", "passed", 1.0, (), "2026-01-01T00:00:00Z"))
    wiki.save_house_rules([HouseRule("g1", "n", "title", "No generic titles.", "grow", 0.8, 3)])
    return wiki


def finish(parts: WikiParts, engine: sa.Engine, job_id: int, status: JobStatus = JobStatus.COMPLETED) -> None:
    """Let the job run to its end, without a worker."""
    _, claim = parts.builds.claim("w", 99)
    assert claim.key == job_id
    parts.builds.begin(claim, "egg")
    parts.builds.end(claim, JobStatus.READY)
    if status is JobStatus.COMPLETED:
        parts.builds.complete(job_id)
    with write(engine) as connection:
        assert connection.execute(
            sa.select(wikis.c.ready).where(wikis.c.id == parts.builds.find(job_id).wiki_id)
        ).scalar()
