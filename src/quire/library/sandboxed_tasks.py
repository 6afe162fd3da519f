"""Where the library reads files: in slots, as the service does, or in the calling process."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from quire.errors import DocumentError
from quire.tasks.slots import Caps, Run, Slots

Progress = Callable[[int, int], None]

SECONDS = 600.0
"""Time for one document: enough for hundreds of scanned pages."""

MEGABYTES = 3072
"""Memory for one document; recognition alone needs about 1 GB."""


class Sandbox:
    """Processes of their own that read files, one file at a time each; started at the first one and kept warm.

    A process has caps on time and memory, none of this one's environment, and no network where the kernel allows it. A
    file that kills it is a `DocumentError`; the next file gets a new process.

    Args:
        processes: files that are read at the same time, by threads of the caller.
        seconds: wall-clock time for one file.
        megabytes: memory for one file.
    """

    def __init__(self, processes: int = 1, *, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        if processes < 1:
            raise ValueError("processes must be at least 1.")
        self._processes = processes
        self._caps = Caps(seconds=seconds, memory=megabytes << 20)
        self._slots: Slots | None = None
        self._lock = threading.Lock()

    def run(self, handler: str, request: Mapping[str, object], progress: Progress | None = None) -> dict[str, Any]:
        """The value of a handler ("module:name") for a request; `progress` is called in a thread of the sandbox.

        Raises:
            QuireError: what the handler raised, or a cap was met.
        """
        with self._lock:
            if self._slots is None:
                self._slots = Slots(self._processes, self._caps)
            slots = self._slots
        stop = threading.Event()

        def work(slot: Any) -> dict[str, Any]:  # noqa: ANN401 - a slot
            seconds = self._caps.seconds
            run = Run(time.monotonic() + seconds, seconds=seconds, on_progress=progress, stop=stop)
            return dict(slot.run(handler, {**request, "seconds": seconds}, run))

        future = slots.submit(work)
        try:
            return future.result()
        except BaseException:
            stop.set()  # an interrupt of the caller ends the file too
            future.cancel()
            raise

    def close(self) -> None:
        """End the processes; the next file starts them again."""
        with self._lock:
            slots, self._slots = self._slots, None
        if slots is not None:
            slots.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_default = Sandbox()
"""What ``sandbox=True`` means: one for the whole process."""

Where = bool | Sandbox


def run_handler(
    handler: str, request: Mapping[str, object], *, sandbox: Where, progress: Progress | None = None
) -> dict[str, Any]:
    """The value of a handler, from the sandbox or, for False, from the calling process.

    Raises:
        QuireError: as the handler says; in the sandbox any other error of it is a `DocumentError`.
    """
    if sandbox is not False:
        return (_default if sandbox is True else sandbox).run(handler, request, progress)
    module, _, name = handler.partition(":")
    function = getattr(import_module(module), name)
    return dict(function({**request, "seconds": 0.0}, progress or (lambda _done, _total: None)))


@contextlib.contextmanager
def working_folder() -> Iterator[Path]:
    """An empty folder for a handler's files; deleted when the context ends."""
    with TemporaryDirectory(prefix="quire-") as folder:
        yield Path(folder)


def source_path(source: str | Path) -> Path:
    """The absolute path of a file that is there.

    Raises:
        FileNotFoundError: there is none. DocumentError: it is a folder, or empty.
    """
    path = Path(source).expanduser().absolute()
    if path.is_dir():
        raise DocumentError("This is a folder, not a document.")
    if path.stat().st_size == 0:
        raise DocumentError("The file is empty.")
    return path


def options(*, pages: str, password: str, ocr: bool) -> dict[str, str]:
    """The options of a handler."""
    given = {"pages": pages, "password": password, "ocr": "" if ocr else "0"}
    return {name: value for name, value in given.items() if value}
