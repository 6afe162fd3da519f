"""The handler of ``parse.*`` tasks: one document to one format, inside a slot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Any

from quire.jobs import page_images
from quire.jobs.conversion import Converted, convert
from quire.jobs.document_view import INDEX
from quire.jobs.parallel_conversion import WORTH_PAGES
from quire.jobs.result_doubts import page_doubts
from quire.jobs.tolerant_reading import check_cap, wanted_engine
from quire.tasks.forked_workers import free_cores
from quire.write import WRITERS

RESULT = "result"
"""The stored name of the result, without its suffix; the name to offer is told apart."""


def run(request: Mapping[str, Any], report: Callable[[int, int], None]) -> dict[str, Any]:
    """Convert the source of a task; see `quire.tasks.slot_process` for the form of request and value.

    Options: ``pages``, a range; ``page_cap``, the most pages that are converted; ``ocr``, "0" leaves pages without
    text as they are; ``password``, opens a protected document; ``chunk_tokens``, the size of chunks;
    ``hidden``, "1" converts text that cannot be seen, too;
    ``facsimile``, "1" keeps pictures and blocks of the pages, and the upload; ``corrections``, what people changed.

    Raises:
        BadRequest: the range lies outside the document.
        DocumentError: the document cannot be processed, or has too many pages.
    """
    options: Mapping[str, str] = request["options"]
    to = request["kind"].partition(".")[2]
    target = Path(request["target"])
    cap = int(options.get("page_cap", "0"))

    def progress(done: int, total: int) -> None:
        check_cap(total, cap)
        report(done, total)

    suffix, shown = WRITERS[to].suffix, options.get(page_images.OPTION) == "1"
    made = convert(
        Path(request["source"]),
        target / f"{RESULT}{suffix}",
        to=to,
        pages=options.get("pages"),
        password=options.get("password", ""),
        ocr=wanted_engine(options, request.get("seconds", 0.0)),
        cores=min(request.get("cores", 1), free_cores()),
        share=WORTH_PAGES,
        hidden=options.get("hidden") == "1",
        chunk_tokens=int(options.get("chunk_tokens", "0")),
        name=request["filename"],
        view=target if shown else None,
        corrections=options.get("corrections", ""),
        progress=progress,
    )
    kept = page_images.keep_source(Path(request["source"]), target) if shown else ()
    return {
        "result": made.file.name,
        "filename": PurePath(request["filename"]).stem + suffix,
        "images": [*(image.relative_to(target).as_posix() for image in made.images), *made.view, *kept],
        "pages": made.pages,
        "warnings": list(made.warnings),
        "doubts": _doubts(target, made) if made.view else None,
    }


def _doubts(target: Path, made: Converted) -> list[int]:
    """Warnings, and blocks in doubt."""
    return [len(made.warnings), page_doubts(json.loads((target / INDEX).read_bytes()))]
