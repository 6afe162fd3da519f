"""The parts of the wiki service, as the site holds them."""

from __future__ import annotations

from dataclasses import dataclass

import anyio

from quire.fetch import Fetch
from quire.tasks.builds.butler_table import Butlers
from quire.tasks.builds.job_events import JobEvents
from quire.tasks.builds.job_transitions import Builds
from quire.tasks.builds.preview_processes import Previews
from quire.web.state.event_streams import Streams
from quire.web.state.wiki_cache import WikiCache
from quire.wiki.wiki_registry import WikiRegistry

MAX_FETCHES = 8
"""Files that one process fetches from other servers at the same time."""


@dataclass(frozen=True)
class WikiParts:
    """The parts of the wiki service.

    Attributes:
        shelf, builds, butlers, story, previews: the rows and processes.
        streams: the event streams of this process.
        library: opened wikis.
        fetch: fetches books from addresses.
        fetching: how many at once.
        capacity: jobs that run at the same time.
        model: name of the language model; "" is none.
        rounds: in which a new wiki is improved.
        budget_usd: that a model may cost for one wiki; 0 is no limit.
    """

    shelf: WikiRegistry
    builds: Builds
    butlers: Butlers
    story: JobEvents
    previews: Previews
    streams: Streams
    wiki_cache: WikiCache
    fetch: Fetch
    fetching: anyio.CapacityLimiter
    capacity: int
    model: str = ""
    rounds: int = 0
    budget_usd: float = 0.0
