"""A client of a fake site, in the same process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Role
from quire.clock import FakeClock
from quire.web import application
from quire.web.state.site import Site
from tests.web.fakes import FakeTasks, dispose, make_site


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def site(tmp_path: Path, clock: FakeClock) -> Iterator[Site]:
    made = make_site(tmp_path, clock)
    yield made
    dispose(made)


@pytest.fixture
def tasks(site: Site) -> FakeTasks:
    assert isinstance(site.tasks, FakeTasks)
    return site.tasks


@pytest.fixture
def secret(site: Site) -> str:
    """The secret of a user's key with every scope of its role."""
    return site.keys.create(NewKey("test", "lin"))[1]


@pytest.fixture
def admin(site: Site) -> str:
    """The secret of an administrator's key."""
    return site.keys.create(NewKey("root", "root", Role.ADMIN))[1]


@pytest.fixture
async def nobody(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    """A client without a key."""
    transport = httpx.ASGITransport(application(site))
    async with httpx.AsyncClient(transport=transport, base_url="http://quire.test") as made:
        yield made
    await site.companies.close()


@pytest.fixture
async def client(nobody: httpx.AsyncClient, secret: str) -> httpx.AsyncClient:
    """A client with the user's key."""
    nobody.headers["authorization"] = f"Bearer {secret}"
    return nobody
