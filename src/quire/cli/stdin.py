"""Documents from stdin, which commands name ``-``; a file of that name is ``./-``."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from quire.errors import BadRequest, QuireError

STDIN = Path("-")
NAME = "stdin"
"""The document's name in messages and output names."""


@contextlib.contextmanager
def with_stdin(files: Sequence[Path]) -> Iterator[list[Path]]:
    """The files, with ``-`` replaced by a copy of stdin that is deleted when the block ends.

    Raises:
        BadRequest: ``-`` is given twice, or stdin is a terminal.
        QuireError: stdin cannot be read, or the copy cannot be written.
    """
    if STDIN not in files:
        yield [*files]
        return
    if files.count(STDIN) > 1:
        raise BadRequest("Standard input (-) can be given only once.")
    if sys.stdin is None or sys.stdin.isatty():
        raise BadRequest("Standard input (-) is a terminal; pipe a document into it.")
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="quire-") as folder:
        copy = Path(folder, NAME)
        try:
            with copy.open("wb") as target:
                shutil.copyfileobj(sys.stdin.buffer, target)
        except OSError as error:
            raise QuireError(f"{NAME}: {error.strerror or 'cannot be read'}.") from None
        yield [copy if file == STDIN else file for file in files]
