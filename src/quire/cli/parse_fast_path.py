"""The plain way to ask ``quire parse``, understood without the command-line library, whose start costs as much as ten pages.

Only what is beyond doubt is taken: files, options with a value of their own, numbers in their bounds, no help. Everything
else, and every complaint, is the library's; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from quire.cli.convert import LEAST_MEMORY, LEAST_TIMEOUT, MOST_JOBS, Options

Value = str | int | float

_WHOLE = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", re.ASCII)


def plain_options(words: Sequence[str]) -> Options | None:
    """What the words after ``quire parse`` ask; None when it is not plain."""
    files: list[Path] = []
    given: dict[str, Value] = {}
    left = iter(words)
    for word in left:
        if word in SWITCHES:
            name, on = SWITCHES[word]
            given[name] = on
        elif word in VALUES:
            name, understood = VALUES[word]
            value = understood(next(left, "-"))
            if value is None:
                return None
            given[name] = value
        elif word and not word.startswith("-"):
            files.append(Path(word))
        else:
            return None
    if not files or "output" not in given:
        return None
    return Options(files, **given)  # type: ignore[arg-type]  # each reader gives its type


def _text(word: str) -> str | None:
    return None if word.startswith("-") else word


def _jobs(word: str) -> int | None:
    return int(word) if _WHOLE.fullmatch(word) and int(word) <= MOST_JOBS else None


def _megabytes(word: str) -> int | None:
    return int(word) if _WHOLE.fullmatch(word) and int(word) >= LEAST_MEMORY else None


def _seconds(word: str) -> float | None:
    return float(word) if _DECIMAL.fullmatch(word) and float(word) >= LEAST_TIMEOUT else None


VALUES: dict[str, tuple[str, Callable[[str], Value | None]]] = {
    "--output": ("output", _text),
    "-o": ("output", _text),
    "--to": ("to", _text),
    "-t": ("to", _text),
    "--pages": ("pages", _text),
    "--password": ("password", _text),
    "--jobs": ("jobs", _jobs),
    "--cores": ("cores", _jobs),
    "--timeout": ("timeout", _seconds),
    "--memory": ("memory", _megabytes),
}
"""By spelling: the field of `Options`, and what reads its value (None: the library must see it)."""

SWITCHES = {
    "--ocr": ("ocr", True),
    "--no-ocr": ("ocr", False),
    "--update": ("update", True),
    "--json": ("report", True),
}
