"""A worker process for crash tests: ``python -m tests.tasks.worker URL FOLDER SLOTS`` works until SIGTERM."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path

from quire.store.database import connect
from quire.store.file_store import LocalFiles
from quire.tasks.engine import Capacity, Tasks

HANDLERS = {"parse.md": "tests.tasks.tricks:convert"}
MEMORY = 400 << 20


def capacity(folder: Path, slots: int = 2, **more) -> Capacity:
    values = {"seconds": 120.0, "memory": MEMORY, "grace": 5.0}
    # the handlers of the tests leave marks outside of their slot's folder
    return Capacity(slots=slots, scratch=folder / "scratch", sandbox=False, **(values | more))


def main(url: str, folder: str, slots: str) -> None:
    over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    tasks = Tasks(connect(url), LocalFiles(Path(folder) / "files"))
    tasks.launch(HANDLERS, capacity(Path(folder), int(slots)))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    over.wait()
    tasks.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
