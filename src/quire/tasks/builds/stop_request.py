"""How a run in a slot is asked to end: a file that appears, and after a time of grace the end of its process."""

from __future__ import annotations

import contextlib
import shutil
import time
import uuid
from pathlib import Path

from quire.errors import Cancelled
from quire.tasks.slots import Places


class StopRequest:
    """Asks one run to end at its next unit. The run sees nothing of `scratch` but its own folder in it.

    Args:
        scratch: a local folder.
        grace: seconds until it is killed.
    """

    def __init__(self, scratch: Path, grace: float) -> None:
        self.folder = scratch / f"run-{uuid.uuid4().hex}"
        self.path = self.folder / "stop"
        self.temporary = self.folder / "tmp"
        self._grace = grace
        self._asked: float | None = None

    @property
    def asked(self) -> bool:
        """Whether the run was asked to end."""
        return self._asked is not None

    def ask(self, grace: float | None = None) -> None:
        """Ask it; again asked, the shorter grace counts."""
        if self._asked is None:
            self._asked = time.monotonic()
            with contextlib.suppress(OSError):  # without the file it is killed after the grace
                self.folder.mkdir(parents=True, exist_ok=True)
                self.path.touch()
        if grace is not None:
            self._grace = min(self._grace, grace)

    def check(self) -> None:
        """Nothing, while the run may go on.

        Raises:
            Cancelled: it was asked to end, and its grace is over.
        """
        if self._asked is not None and time.monotonic() - self._asked >= self._grace:
            raise Cancelled

    def places(self, wiki: Path) -> Places:
        """What the run's process sees: the file, a folder for temporary files, and the wiki's folder."""
        self.temporary.mkdir(parents=True, exist_ok=True)
        return Places((self.folder,), (self.temporary, wiki))

    def forget(self) -> None:
        """Remove the file and the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
