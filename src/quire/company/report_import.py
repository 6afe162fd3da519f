"""Enters the statements of one report into the record of one company, in a process of its own.

    python -m quire.company.report_import FOLDER

reads one line of JSON from the standard input, {"dataset", "key", "file", "name", "dry_run"}: the company, the file
with the result of a statements task (with details), the name under which it is listed as a source. It writes one line:
{"outcome", "edition", "changes", "remarks"} or {"error", "reasons"}. The service runs it in this way because an import
occupies the processor for a while.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from quire.clock import SystemClock
from quire.company.catalogue import Catalogue
from quire.company.edition import companies_named, keep_worthy_index
from quire.company.importers import read
from quire.company.importers.import_context import Context
from quire.company.part_spool import Rejected
from quire.company.publish import Plan, Summary, publish
from quire.company.record_build import REFUSED
from quire.errors import QuireError

KEPT_VERSIONS = 3
"""Earlier versions kept where the edition does not say how many its import was told to keep."""


def enter(folder: Path, request: dict[str, str | bool], moment: datetime) -> dict[str, object]:
    """Enter a report, or with ``dry_run`` only find the changes that it would make.

    Raises:
        Conflict: another import is running. NotFound: nothing was imported yet.
    """
    with Catalogue.open(folder) as catalogue:
        base, kept = catalogue.base, int(catalogue.meta.get("keep", KEPT_VERSIONS))
    path = Path(str(request["file"]))
    context = Context(company=str(request["key"]), statements=path)
    context.find = lambda text: companies_named(folder, text)
    remarks: list[Rejected] = []
    changes: list[dict[str, str | None]] = []
    plan = Plan(base, kept, 1, moment, reject=remarks.append, dry_run=True)
    plan = replace(plan, change=lambda one: changes.append(one._asdict()))
    summary = _publish(folder, path, context, plan, str(request["name"]))
    if summary.outcomes[REFUSED] or not summary.taken:
        return {"error": "The report cannot be entered.", "reasons": [row.reason for row in remarks]}
    if not request["dry_run"]:
        summary = _publish(folder, path, context, Plan(base, kept, 1, moment), str(request["name"]))
        if summary.published:
            keep_worthy_index(folder)
    for change in changes:
        change.pop("dataset"), change.pop("key")
    return {
        "outcome": next(iter(summary.outcomes)),
        "edition": summary.edition,
        "changes": changes,
        "remarks": [f"{row.row}: {row.reason}".removeprefix(": ") for row in remarks],
    }


def _publish(folder: Path, path: Path, context: Context, plan: Plan, name: str) -> Summary:
    parts = (replace(part, file=name) for part in read([path], context))
    return publish(folder, parts, plan)


def _main(folder: str) -> None:
    request = json.loads(sys.stdin.buffer.readline())
    try:
        found = enter(Path(folder), request, SystemClock().now())
    except QuireError as problem:
        found = {"error": str(problem), "code": problem.code}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    _main(sys.argv[1])
