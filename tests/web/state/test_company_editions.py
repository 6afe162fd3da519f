"""What the process keeps of the companies, while editions come and go."""

from __future__ import annotations

import threading

import anyio
import anyio.to_thread
import pytest

from quire.clock import FakeClock
from quire.company.catalogue import Catalogue
from quire.company.edition import register_of
from quire.web.state import company_editions
from quire.web.state.company_editions import Companies
from tests.company.catalogues import make

pytestmark = pytest.mark.anyio


async def test_files_stay_open_while_a_register_is_read(tmp_path, monkeypatch):
    """A thread cannot be cancelled: SQLite ends the process when its files are closed under a running query."""
    make(tmp_path)
    begun, closed, ended = threading.Event(), threading.Event(), threading.Event()
    lengths = []

    def register(folder, catalogue: Catalogue):
        rows = catalogue.names()
        next(rows)
        begun.set()
        assert closed.wait(60)
        lengths.append(len([*rows]))
        ended.set()
        return register_of(folder, catalogue)

    monkeypatch.setattr(company_editions, "register_of", register)
    companies = Companies(tmp_path, FakeClock())
    companies.edition()
    await anyio.to_thread.run_sync(begun.wait, 60)
    await companies.close()
    await anyio.sleep(0)
    closed.set()
    await anyio.to_thread.run_sync(ended.wait, 60)
    assert lengths == [5]
