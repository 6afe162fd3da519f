"""Corrections of results, and workbooks of many: what `app.py` hands down from the jobs, over the log of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quire.tasks.review_log import ReviewLog

__all__ = ["DocumentCorrections", "ReviewLog", "Reviews"]


Changes = Iterable[tuple[str, str]]
"""Places and the texts there, in the order in which they were made."""

Content = Mapping[str, Any]
"""A page of the viewer; `quire.jobs.document_view` says what is in it."""


@dataclass(frozen=True, slots=True)
class DocumentCorrections:
    """What corrects documents: `quire.jobs.page_corrections`, `document_corrections.ROLES`, `truth_export`."""

    page: Callable[[int, Content, Changes], Content]
    texts: Callable[[int, Content], dict[str, str]]
    changed: Callable[[Mapping[int, Content], Sequence[tuple[str, str]]], list[dict[str, Any]]]
    packed: Callable[[Mapping[int, Content], Changes], str]
    truth: Callable[[str, bytes, Iterable[Content]], bytes]
    roles: tuple[str, ...]
    is_doubtful: Callable[[Content], bool]


@dataclass(frozen=True, slots=True)
class Reviews:
    """Attributes: the log; and the functions of `quire.jobs.result_review` with these names.

    `kinds` are the kinds of tasks whose tables can be corrected, `file` makes a file for `write_book`, `doubts` counts
    failed checks and values in doubt of an array.
    """

    log: ReviewLog
    kinds: frozenset[str]
    corrected: Callable[[str, bytes, Mapping[str, str]], bytes]
    texts: Callable[[str, bytes], dict[str, str]]
    file: Callable[[str, bytes, str], Any]
    write_book: Callable[[str, Sequence[Any], str, Path], None]
    doubts: Callable[[Sequence[Any]], tuple[int, int]]
    documents: DocumentCorrections
