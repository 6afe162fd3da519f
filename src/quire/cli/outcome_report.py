"""How the documents of a command ended: one line of JSON for each on standard output, and a summary on a terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from quire.cli.execution import Outcome, say


class Report:
    """What became of some documents.

    Args:
        printed: whether each end is a line of JSON on standard output, as soon as it is known.
    """

    def __init__(self, printed: bool) -> None:  # noqa: FBT001 - its only argument
        self._printed = printed
        self.done = self.failures = self.left = 0

    def ended(self, source: Path, target: Path, outcome: Outcome) -> None:
        """A document has ended, well or not."""
        if outcome.error:
            self.failures += 1
            self._line(source, status="failed", error=outcome.error)
        else:
            self.done += 1
            self._line(source, status="done", output=str(target), warnings=list(outcome.warnings))

    def skipped(self, source: Path, target: Path) -> None:
        """A document was left out: its result is there."""
        self.left += 1
        self._line(source, status="skipped", output=str(target))

    def end(self) -> None:
        """Sum up, where somebody looks and there was more than one document."""
        if self.done + self.failures + self.left > 1 and sys.stderr.isatty():
            skipped = f", {self.left} skipped" if self.left else ""
            say(f"{self.done} done, {self.failures} failed{skipped}.")

    def _line(self, source: Path, **said: object) -> None:
        if self._printed:
            sys.stdout.write(json.dumps({"input": str(source), **said}, ensure_ascii=False) + "\n")
            sys.stdout.flush()
