"""The handler of ``finance.xlsx`` tasks: the statements of one report as JSON and as a workbook, inside a slot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from quire.errors import DamagedDocument
from quire.finance.extract import extract_statements
from quire.finance.statement import Extraction
from quire.jobs import page_images
from quire.jobs.atomic_save import atomic_write, save
from quire.jobs.memory_errors import memory_errors
from quire.jobs.page_ranges import page_numbers
from quire.jobs.result_doubts import table_doubts
from quire.jobs.statement_json import array, element
from quire.jobs.statement_workbook import statement_workbook
from quire.jobs.tolerant_reading import Progress, TolerantReader, wanted_engine
from quire.read import open_source
from quire.read.ocr_engine import Ocr
from quire.write import xlsx

BOOK, RESULT, DETAILS = "result.xlsx", "result.json", "details.json"
"""The stored names of what a task makes; the interface reads the arrays by theirs."""

SECOND_LOOK = 2.0
"""How many times bigger than at first the engine is shown a cell that a check doubts."""

NOTHING = "No financial statement was found in the document."
UNREADABLE = "Nothing could be read in the document. Check that it is complete and legible."


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was found in a file."""

    extraction: Extraction
    pages: int  # that were read
    warnings: tuple[str, ...]
    facsimile: tuple[str, ...] = ()  # names of the pictures of its pages, and of their list


def extract_file(  # noqa: PLR0913 - one extraction, all of it keyword-only
    source: Path,
    *,
    pages: str | None = None,
    password: str = "",
    ocr: Ocr | None = None,
    page_cap: int = 0,
    progress: Progress | None = None,
    draw: Path | None = None,
) -> Extracted:
    """The statements of a file.

    Args:
        source: a PDF or a picture.
        pages: a range such as "1-5,8,12-"; None for all.
        password: opens a protected document.
        ocr: the engine for pages without usable text.
        page_cap: the most pages; 0 for any number.
        progress: called with (pages done, pages in all), first with 0 done.
        draw: folder for pictures of the pages with statements; None for none.

    Raises:
        BadRequest: a range that is none or lies outside the document.
        DocumentError: the document cannot be processed, or there is nothing at all to read in it.
    """
    with memory_errors(), open_source(source, password=password, ocr=ocr) as opened:
        numbers = page_numbers(pages, opened.page_count)
        reading = TolerantReader(opened, numbers, progress=progress, cap=page_cap)
        found = extract_statements(reading, look=lambda number, box: opened.look(number, box, scale=SECOND_LOOK))
        shown = sorted({number for statement in found.statements for number in statement.pages})
        drawn = page_images.draw_pages(opened, shown, reading.sizes, draw) if draw else ()
    if not found.statements and reading.hopeless:
        raise DamagedDocument(None if reading.broken else UNREADABLE)
    nothing = () if found.statements else (NOTHING,)
    return Extracted(found, len(numbers), (*nothing, *found.warnings, *reading.warnings), drawn)


def result_json(extraction: Extraction, *, details: bool = False) -> bytes:
    """The array ``result`` of the interface."""
    return array(element(statement, details=details) for statement in extraction.statements)


def save_book(target: Path, extraction: Extraction, *, title: str = "") -> None:
    """Write the workbook, which appears whole or not at all.

    Raises:
        QuireError: it cannot be written; the sentence says why.
    """
    with atomic_write(target) as part:
        xlsx.write(part, statement_workbook(extraction), title=title)


def run(request: Mapping[str, Any], report: Callable[[int, int], None]) -> dict[str, Any]:
    """Extract the statements of a task's source; see `quire.tasks.slot_process` for the form of request and value.

    Options: ``pages``, a range; ``page_cap``, the most pages; ``ocr``, "0" leaves pages without text as they are;
    ``facsimile``, "1" keeps pictures of the pages with statements, and the upload; ``password``, opens a protected
    document.

    Raises:
        BadRequest: the range lies outside the document.
        DocumentError: the document cannot be processed, or has too many pages.
    """
    options: Mapping[str, str] = request["options"]
    target, stem = Path(request["target"]), PurePath(request["filename"]).stem
    shown = options.get(page_images.OPTION) == "1"
    found = extract_file(
        Path(request["source"]),
        pages=options.get("pages"),
        password=options.get("password", ""),
        ocr=wanted_engine(options, request.get("seconds", 0.0)),
        page_cap=int(options.get("page_cap", "0")),
        progress=report,
        draw=target if shown else None,
    )
    kept = page_images.keep_source(Path(request["source"]), target) if shown else ()
    save(target / RESULT, result_json(found.extraction))
    details = result_json(found.extraction, details=True)
    save(target / DETAILS, details)
    failed, low = table_doubts(json.loads(details))
    save_book(target / BOOK, found.extraction, title=stem)
    return {
        "result": BOOK,
        "filename": f"{stem}.xlsx",
        "images": [RESULT, DETAILS, *found.facsimile, *kept],
        "pages": found.pages,
        "warnings": list(found.warnings),
        "doubts": [failed + len(found.warnings), low],
    }
