"""The files that ``quire invoice`` writes: JSON bodies, one sheet for all, CSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from quire.cli.execution import body
from quire.clock import SystemClock
from quire.jobs import atomic_save, invoice_workbook
from quire.jobs.invoice_json import invoices
from quire.write import xlsx

RESULT, DETAILS = "result.json", "details.json"
"""What the handler leaves in its folder."""


class Result(NamedTuple):
    """What became of one file: its folder has the two arrays unless `error` says why not."""

    source: Path
    folder: Path
    error: str
    seconds: float


def save(target: Path, results: Sequence[Result], *, several: bool, details: bool) -> None:
    """Write `target` in the form that its suffix names; it appears whole or not at all.

    Raises:
        QuireError: it cannot be written; the sentence says why.
    """
    kind = target.suffix.lower()
    if kind == ".json":
        atomic_save.save(target, bodies(results, several=several, details=details))
    elif kind == ".csv":
        atomic_save.save(target, invoice_workbook.csv_bytes(_found(results)))
    else:
        with atomic_save.atomic_write(target) as part:
            xlsx.write(part, invoice_workbook.book(_found(results)), title=target.stem)


def bodies(results: Sequence[Result], *, several: bool, details: bool) -> bytes:
    """The body of a done result; of several files an array of them, each with the key `file` first."""
    if not several:
        return _body(results[0], details=details, named=False) + b"\n"
    return b"[" + b",\n".join(_body(result, details=details, named=True) for result in results) + b"]\n"


def _body(result: Result, *, details: bool, named: bool) -> bytes:
    head: dict[str, object] = {"file": str(result.source)} if named else {}
    if result.error:
        return _dumped(head | {"status": "failed", "error": result.error})
    array = (result.folder / (DETAILS if details else RESULT)).read_bytes()
    head |= body(result.source, SystemClock().now(), result.seconds)
    return _dumped(head)[:-1] + b', "result": ' + array + b"}"


def _dumped(values: dict[str, object]) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "replace")


def _found(results: Sequence[Result]) -> list[invoice_workbook.Found]:
    return [
        invoice_workbook.Found(result.source.name, (), result.error)
        if result.error
        else invoice_workbook.Found(result.source.name, invoices((result.folder / DETAILS).read_bytes()))
        for result in results
    ]
