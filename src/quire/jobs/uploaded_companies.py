"""Imports the companies of an upload, in a process of its own: ``python -m quire.jobs.uploaded_companies FOLDER``.

`quire.web.state.company_imports` describes the folder. The process lowers its own caps and priority, takes what the
command ``quire company import`` takes, and leaves a result and a report.
"""

from __future__ import annotations

import fcntl
import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from quire.clock import SystemClock
from quire.company.importers.import_context import Context
from quire.company.part_spool import Rejected
from quire.errors import QuireError
from quire.jobs.company_import import Import, confine, import_companies


def main(place: Path) -> None:
    """Import the upload in a folder, and write what became of it."""
    about = json.loads((place / "import.json").read_text(encoding="utf-8"))
    upload = place / about["filename"]
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        confine()
        result = _imported(place, upload, about)
        upload.unlink(missing_ok=True)
        part = place / "result.part"
        part.write_text(json.dumps(result, ensure_ascii=False), encoding="utf-8")
        part.replace(place / "result.json")


def _imported(place: Path, upload: Path, about: dict[str, Any]) -> dict[str, Any]:
    with closing((place / "report.jsonl").open("w", encoding="utf-8")) as report:

        def reject(row: Rejected) -> None:
            line = asdict(row) | {"file": Path(row.file).name}
            report.write(json.dumps(line, ensure_ascii=False) + "\n")

        wish = Import(
            [upload],
            about["base"],
            about["keep"],
            SystemClock().now(),
            context=Context(market=about["context"].get("market", "")),
            reject=reject,
        )
        try:
            found = import_companies(place.parent.parent, wish)
        except QuireError as error:
            return {"error": str(error), "code": error.code}
        except Exception as error:  # noqa: BLE001 - whatever a file does, somebody waits for a sentence
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            return {"error": "The file could not be imported.", "code": QuireError.code}
    return {
        "outcomes": dict(found.outcomes),
        "parts": found.parts,
        "rejected": found.rejected,
        "remarks": found.remarks,
        "edition": found.edition,
        "published": found.published,
        "taken": found.taken,
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
