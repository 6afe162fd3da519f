"""Regular expressions kept compiled from one process to the next.

A conversion loads some 140 of them, and compiling them takes 30 ms of each process, as long as five pages. `keep` notes
what compiling gave, in a file that `compile_layout.py` makes; `recall` puts it where `re.compile` looks first. Only the time
changes: an expression is told by all of its text and its flags, so one that was edited is compiled as ever, and the file
counts only for the version of Python that made it. The notes are read by what stands behind `re` (`_sre`, `re._cache`),
which may be otherwise in another Python; then nothing happens here.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

FILE = os.path.join(os.path.dirname(__file__), "layout", "_compiled", f"patterns.{sys.implementation.cache_tag}")  # noqa: PTH118, PTH120 - pathlib is start-up time
"""Beside the compiled layout."""

_Handed = tuple[int, list[int], int, dict[str, int], list[str | None]]
"""What the engine gets besides the text: flags, code, number of groups, groups by name, names by group."""

_MOST = 400
"""Expressions that are kept; `re` remembers 512, and those of the caller must have room."""


def recall(file: str = FILE) -> int:
    """How many expressions the next `re.compile` need not compile; 0 where none were kept, or for another Python."""
    try:
        with open(file, "rb") as opened:  # noqa: PTH123
            made_by, notes = marshal.loads(opened.read())  # noqa: S302 - our own, as trusted as the byte code beside it
        return _recalled(notes) if made_by == sys.version else 0
    except (OSError, ValueError, TypeError, EOFError, AttributeError, ImportError, RuntimeError):
        return 0


def keep(modules: Sequence[str], file: str = FILE) -> int:
    """How many expressions were kept of those that are compiled while `modules` are imported.

    Call it in a process that has imported none of them.
    """
    import importlib

    with _noted() as noted:
        for module in modules:
            importlib.import_module(module)
        notes = [
            (key[1], int(key[2]), noted[id(pattern)])
            for key, pattern in re._cache.items()  # type: ignore[attr-defined]  # noqa: SLF001
            if id(pattern) in noted
        ][:_MOST]
    part = f"{file}.part"
    with open(part, "wb") as opened:  # noqa: PTH123
        opened.write(marshal.dumps((sys.version, notes)))
    os.replace(part, file)  # noqa: PTH105
    return len(notes)


def _recalled(notes: Sequence[tuple[str | bytes, int, _Handed]]) -> int:
    import _sre  # type: ignore[import-not-found]

    for text, asked, (flags, code, groups, index, names) in notes:
        found = _sre.compile(text, flags, code, groups, index, tuple(names))
        re._cache[type(text), text, asked] = found  # type: ignore[attr-defined]  # noqa: SLF001
    return len(notes)


@contextlib.contextmanager
def _noted() -> Iterator[dict[int, _Handed]]:
    """What is handed to the engine for each expression, by the identity of what comes back, while the block lasts."""
    import _sre

    compiling = _sre.compile
    noted: dict[int, _Handed] = {}
    kept = []

    def note(text: str | bytes, *handed: Any) -> object:  # noqa: ANN401 - `_Handed`
        pattern = compiling(text, *handed)
        kept.append(pattern)  # or its identity would be another's
        flags, code, groups, index, names = handed
        noted[id(pattern)] = (int(flags), [int(one) for one in code], groups, dict(index), list(names))
        return pattern

    _sre.compile = note
    try:
        yield noted
    finally:
        _sre.compile = compiling
