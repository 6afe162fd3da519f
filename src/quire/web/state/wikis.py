"""The parts of the wiki service, as the site holds them."""

from __future__ import annotations

from dataclasses import dataclass

import anyio

from quire.fetch import Fetch
from quire.tasks.builds.butlers import Butlers
from quire.tasks.builds.ledger import Builds
from quire.tasks.builds.previews import Previews
from quire.tasks.builds.story import Story
from quire.web.state.library import Library
from quire.web.state.streams import Streams
from quire.wiki.shelf import Shelf

MOST_FETCHES = 8
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
    """

    shelf: Shelf
    builds: Builds
    butlers: Butlers
    story: Story
    previews: Previews
    streams: Streams
    library: Library
    fetch: Fetch
    fetching: anyio.CapacityLimiter
    capacity: int
