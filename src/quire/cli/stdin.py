"""A document that comes by standard input, where a command names it ``-``; a file of that name is ``./-``."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from quire.errors import BadRequest, QuireError

STDIN = Path("-")
NAME = "stdin"
"""What the document is called in messages and in names of outputs."""


@contextlib.contextmanager
def with_stdin(files: Sequence[Path]) -> Iterator[list[Path]]:
    """The files, where ``-`` is a copy of what standard input holds, which goes when the block ends.

    Raises:
        BadRequest: ``-`` stands there twice, or standard input is a terminal.
        QuireError: it cannot be read, or not be kept.
    """
    if STDIN not in files:
        yield [*files]
        return
    if files.count(STDIN) > 1:
        raise BadRequest("Standard input (-) can be named once only.")
    if sys.stdin is None or sys.stdin.isatty():
        raise BadRequest("Nothing comes by standard input (-): it is a terminal.")
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="quire-") as folder:
        copy = Path(folder, NAME)
        try:
            with copy.open("wb") as target:
                shutil.copyfileobj(sys.stdin.buffer, target)
        except OSError as error:
            raise QuireError(f"{NAME}: {error.strerror or 'it cannot be read'}.") from None
        yield [copy if file == STDIN else file for file in files]
