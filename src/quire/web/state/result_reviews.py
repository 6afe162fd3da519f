"""Corrections of results, and workbooks of many: what `app.py` hands down from the jobs, over the log of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quire.tasks.review_log import ReviewLog

__all__ = ["ReviewLog", "Reviews"]


@dataclass(frozen=True, slots=True)
class Reviews:
    """Attributes: the log; and the functions of `quire.jobs.result_review` with these names.

    `kinds` are the kinds of tasks whose results can be corrected, `file` makes a file for `write_book`.
    """

    log: ReviewLog
    kinds: frozenset[str]
    corrected: Callable[[str, bytes, Mapping[str, str]], bytes]
    file: Callable[[str, bytes, str], Any]
    write_book: Callable[[str, Sequence[Any], str, Path], None]
