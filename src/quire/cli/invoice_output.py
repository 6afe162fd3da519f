"""The output of ``quire invoice``: JSON, one workbook, CSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from quire.cli.execution import result_head
from quire.clock import SystemClock
from quire.jobs import atomic_save, invoice_workbook
from quire.jobs.invoice_json import invoices
from quire.write import xlsx

RESULT, DETAILS = "result.json", "details.json"
"""The files that the handler writes into its folder."""


class Result(NamedTuple):
    """The outcome of one file: its folder has the two arrays unless there is an `error`."""

    source: Path
    folder: Path
    error: str
    seconds: float


def write_output(target: Path, results: Sequence[Result], *, several: bool, details: bool) -> None:
    """Write `target` in the format of its suffix, atomically.

    Raises:
        QuireError: it cannot be written.
    """
    kind = target.suffix.lower()
    if kind == ".json":
        atomic_save.save(target, result_bodies(results, several=several, details=details))
    elif kind == ".csv":
        atomic_save.save(target, invoice_workbook.csv_bytes(_found(results)))
    else:
        with atomic_save.atomic_write(target) as part:
            xlsx.write(part, invoice_workbook.invoice_workbook(_found(results)), title=target.stem)


def result_bodies(results: Sequence[Result], *, several: bool, details: bool) -> bytes:
    """The body of a finished result; for several files an array of them, each with `file` as its first key."""
    if not several:
        return _body(results[0], details=details, named=False) + b"\n"
    return b"[" + b",\n".join(_body(result, details=details, named=True) for result in results) + b"]\n"


def _body(result: Result, *, details: bool, named: bool) -> bytes:
    head: dict[str, object] = {"file": str(result.source)} if named else {}
    if result.error:
        return _dumped(head | {"status": "failed", "error": result.error})
    array = (result.folder / (DETAILS if details else RESULT)).read_bytes()
    head |= result_head(result.source, SystemClock().now(), result.seconds)
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
