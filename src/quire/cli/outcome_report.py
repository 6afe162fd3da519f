"""The outcomes of a command: one line of JSON per document on stdout, and a summary on a terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from quire.cli.execution import Outcome, print_error


class Report:
    """Counts outcomes, and prints them.

    Args:
        printed: whether to print each outcome as a line of JSON on stdout at once.
    """

    def __init__(self, printed: bool) -> None:  # noqa: FBT001 - its only argument
        self._printed = printed
        self.done = self.failures = self.left = self.doubtful = 0

    def ended(self, source: Path, target: Path, outcome: Outcome) -> None:
        """Record the outcome of a document."""
        if outcome.error:
            self.failures += 1
            self._line(source, status="failed", error=outcome.error)
        else:
            self.done += 1
            self.doubtful += bool(outcome.warnings)
            audit = {"audit": list(outcome.audit)} if outcome.audit else {}
            self._line(source, status="done", output=str(target), warnings=list(outcome.warnings), **audit)

    def skipped(self, source: Path, target: Path) -> None:
        """Record a document that was skipped because its result exists."""
        self.left += 1
        self._line(source, status="skipped", output=str(target))

    def end(self) -> None:
        """Print a summary on a terminal if there was more than one document."""
        if self.done + self.failures + self.left > 1 and sys.stderr.isatty():
            skipped = f", {self.left} skipped" if self.left else ""
            print_error(f"{self.done} done, {self.failures} failed{skipped}.")

    def _line(self, source: Path, **values: object) -> None:
        if self._printed:
            sys.stdout.write(json.dumps({"input": str(source), **values}, ensure_ascii=False) + "\n")
            sys.stdout.flush()
