"""A fast parser for simple ``quire parse`` calls: loading the command-line library costs as much as ten pages.

It accepts only unambiguous arguments: files, options followed by a value, numbers within bounds, no help. Everything
else, and every error message, is left to the library; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from quire.cli.convert import LEAST_MEMORY, LEAST_TIMEOUT, MOST_JOBS, Options
from quire.write import LEAST_CHUNK, MOST_CHUNK

Value = str | int | float

_WHOLE = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", re.ASCII)


def plain_options(words: Sequence[str]) -> Options | None:
    """The options that the words after ``quire parse`` give; None if the library must parse them."""
    files: list[Path] = []
    given: dict[str, Value] = {}
    left = iter(words)
    for word in left:
        if word in SWITCHES:
            name, on = SWITCHES[word]
            given[name] = on
        elif word in VALUES:
            name, parse_value = VALUES[word]
            value = parse_value(next(left, "-"))
            if value is None or (name == "output" and name in given):
                return None
            given[name] = value
        elif word and not word.startswith("-"):
            files.append(Path(word))
        else:
            return None
    if not files or "output" not in given:
        return None
    return Options(files, **given)  # type: ignore[arg-type]  # each parser returns its type


def _text(word: str) -> str | None:
    return None if word.startswith("-") else word


def _jobs(word: str) -> int | None:
    return int(word) if _WHOLE.fullmatch(word) and int(word) <= MOST_JOBS else None


def _chunk_tokens(word: str) -> int | None:
    return int(word) if _WHOLE.fullmatch(word) and LEAST_CHUNK <= int(word) <= MOST_CHUNK else None


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
    "--chunk-tokens": ("chunk_tokens", _chunk_tokens),
    "--timeout": ("timeout", _seconds),
    "--memory": ("memory", _megabytes),
}
"""By spelling: the field of `Options`, and the parser of its value (None: leave it to the library)."""

SWITCHES = {
    "--ocr": ("ocr", True),
    "--no-ocr": ("ocr", False),
    "--update": ("update", True),
    "--json": ("report", True),
    "--audit": ("audit", True),
    "--strict": ("strict", True),
    "--pictures-inside": ("pictures_inside", True),
    "--hidden-text": ("hidden", True),
}
