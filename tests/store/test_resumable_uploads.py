"""Files that arrive in parts, on both databases and every kind of file store."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

from quire import store
from quire.clock import FakeClock
from quire.errors import Conflict
from quire.store.database import connect
from quire.store.file_store import MEMORY, open_files
from quire.store.resumable_uploads import ResumableUploads


@pytest.fixture
def engine(database):
    url = database.empty()
    store.migrate(url)
    made = connect(url)
    yield made
    made.dispose()


@pytest.fixture(params=["directory", "objects"])
def files(request, tmp_path):
    return open_files(str(tmp_path / "files") if request.param == "directory" else MEMORY)


def test_many_senders_of_the_same_bytes_make_one_file(engine, files, tmp_path):
    """Each process has its own view; in every round all of them append at the offset that they see."""
    senders = [ResumableUploads(engine, files, FakeClock()) for _ in range(4)]
    upload = senders[0].create("lin", "a.pdf", 12)
    for round_ in range(4):
        part = tmp_path / f"part-{round_}"  # a directory links to it
        part.write_bytes(bytes([65 + round_]) * 3)
        found = [one.find(upload.id, "lin") for one in senders]

        def add(sender, seen, part=part):
            try:
                sender.append(seen, part)
            except Conflict:
                return 0
            return 1

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(add, senders, found)) == 1
    whole = senders[1].find(upload.id, "lin")
    senders[1].fetch(whole, tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == b"AAABBBCCCDDD"
    assert len([*files.names("uploads")]) == 4
    senders[2].delete(whole)
    assert [*files.names("uploads")] == []


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from quire.clock import FakeClock
    from quire.store.database import connect
    from quire.store.directory_store import LocalFiles
    from quire.store.resumable_uploads import ResumableUploads

    url, folder, upload_id, part = sys.argv[1:]

    class Dying(LocalFiles):
        def put_file(self, path, name):
            super().put_file(path, name)
            os.kill(os.getpid(), signal.SIGKILL)

    uploads = ResumableUploads(connect(url), Dying(Path(folder)), FakeClock())
    uploads.append(uploads.find(upload_id, "lin"), Path(part))
"""


def test_a_process_that_is_killed_between_part_and_row_leaves_nothing_wrong(database, tmp_path):
    url = database.empty()
    store.migrate(url)
    engine, clock = connect(url), FakeClock()
    uploads = ResumableUploads(engine, open_files(str(tmp_path / "files")), clock)
    upload = uploads.create("lin", "a.pdf", 6)
    part = tmp_path / "part"
    part.write_bytes(b"abc")
    upload = uploads.append(upload, part)
    command = [sys.executable, "-c", textwrap.dedent(KILLED), url, str(tmp_path / "files"), upload.id, str(part)]
    done = subprocess.run(command, env=os.environ, check=False)
    assert done.returncode == -signal.SIGKILL
    assert uploads.find(upload.id, "lin") == upload
    part = tmp_path / "other"
    part.write_bytes(b"def")
    upload = uploads.append(upload, part)
    uploads.fetch(upload, tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == b"abcdef"
    clock.advance(2 * 3600 + 1)
    uploads.expire()
    assert [*(tmp_path / "files" / "uploads").rglob("*")] == []
    engine.dispose()
