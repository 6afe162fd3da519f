"""The handler of ``invoice.json`` tasks: the fields of every page of a file, inside a slot.

No page is ever dropped: one that cannot be read is an element with the twelve keys empty and a check that says so.
Only a file none of whose pages can be read is a damaged document.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from quire.clock import SystemClock
from quire.errors import FATAL, DamagedDocument
from quire.invoice.belonging import NOTHING as NO_VALUE
from quire.invoice.belonging import join_pages
from quire.invoice.embedded_xml import MAX_BYTES
from quire.invoice.extract import BEFORE, read_invoices, read_xml
from quire.invoice.invoice import Check, Invoice
from quire.jobs import page_images
from quire.jobs.atomic_save import save
from quire.jobs.invoice_json import result_json
from quire.jobs.memory_errors import memory_errors
from quire.jobs.page_ranges import page_numbers
from quire.jobs.result_doubts import table_doubts
from quire.jobs.tolerant_reading import Progress, TolerantReader, wanted_engine
from quire.model.barcode import Barcode
from quire.model.geometry import Box
from quire.model.page import Page, TextSource
from quire.read import Source, open_source
from quire.read.file_preflight import OFD, sniff
from quire.read.ocr_engine import Ocr
from quire.read.ofd_reader import read_ofd
from quire.read.pdf.attachments import attachments
from quire.read.scan.barcode_reader import page_qr_codes

if TYPE_CHECKING:
    from quire.jobs.invoice_assist import Assistance

RESULT, DETAILS = "result.json", "details.json"
"""The stored names of what a task makes; the interface reads the arrays by theirs."""

SECOND_LOOK = 2.0
"""How many times bigger than at first the engine is shown a part of a page that is doubted."""

CODE_SIDE = 28.0
"""Points of the side of the smallest printed code: 21 modules of a third of a millimetre, and its white margin."""

CODE_SHAPE = 1.33
"""The longer side of a picture that is only a code against the shorter one, margins and distortion included."""

_WIDE_PICTURE = 3
"""What the width of a page is divided by: a picture whose shorter side is that long may hold a code."""

DRAWN_CODE = 150
"""Rectangles and lines on a page that may draw a code: 21 x 21 modules give about 200, the form of an invoice 40."""

_HEAD = 4096  # bytes that are enough to detect the type of a file

NOTHING = "No invoice was found in the document."

UNREADABLE = Check("page_readable", "The page could not be read.", holds=False)

_CERTAIN = ("invoice_number", "invoice_date", "total_amount")
"""What a code says too: a page whose text lacks one of these is looked through for codes."""

_NO_CODE = frozenset({"missing", "doubtful", "item_products", "rows"})
"""Findings that no code helps with: only Chinese invoices have one, and they have none of these."""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was found in a file."""

    invoices: tuple[Invoice, ...]  # one a page, in order; several where a page holds several
    warnings: tuple[str, ...]
    facsimile: tuple[str, ...] = ()  # names of the pictures of its pages, and of their list


def recognise_file(  # noqa: PLR0913 - one recognition, all of it keyword-only
    source: Path,
    *,
    pages: str | None = None,
    password: str = "",
    ocr: Ocr | None = None,
    page_cap: int = 0,
    today: date | None = None,
    progress: Progress | None = None,
    help: Assistance | None = None,  # noqa: A002 - what it is
    draw: Path | None = None,
) -> Recognised:
    """The invoices of a file, one for each page, or several where a page holds several.

    Args:
        source: a PDF, a picture, an OFD file, or an invoice in XML.
        pages: a range such as "1-5,8,12-"; None for all.
        password: opens a protected document.
        ocr: the engine for pages without usable text.
        page_cap: the most pages; 0 for any number.
        today: later dates of issue are a finding; None asks the clock, and allows a day for other time zones.
        progress: called with (pages done, pages in all), first with 0 done.
        help: of a language model, for pages that the rules leave open.
        draw: folder for pictures of the pages; None for none.

    Raises:
        BadRequest: a range that is none or lies outside the document.
        DocumentError: the document cannot be processed.
    """
    latest = today or SystemClock().now().date() + timedelta(days=1)
    if is_xml(source):
        return _recognise_xml(source, pages, latest, progress)
    if is_ofd(source):
        return _recognise_ofd(source, pages, latest, progress)
    with memory_errors(), open_source(source, password=password, ocr=ocr) as opened:
        reading = TolerantReader(opened, page_numbers(pages, opened.page_count), progress=progress, cap=page_cap)
        embedded = attachments(source, password=password)
        invoices: list[Invoice] = []
        before: deque[Page] = deque(maxlen=BEFORE)
        for number, page in reading.each():
            if page is None:
                invoices.append(Invoice(number, checks=(UNREADABLE,)))
            else:
                invoices += _invoices(opened, page, embedded, [*before], today=latest, help=help)
                before.append(page)
        drawn = page_images.draw_pages(opened, [*reading.sizes], reading.sizes, draw) if draw else ()
    if reading.broken:
        raise DamagedDocument
    return _recognised_as(invoices, reading.warnings, drawn)


def _recognised_as(
    invoices: Sequence[Invoice], warnings: tuple[str, ...] = (), drawn: tuple[str, ...] = ()
) -> Recognised:
    """The invoices of all pages, with a warning when none of them says anything of an invoice."""
    found = join_pages(invoices)
    nothing = any(NO_VALUE in one.checks for one in found)
    return Recognised(found, (*((NOTHING,) if nothing else ()), *warnings), drawn)


def _head(source: Path) -> bytes:
    """The first bytes of a file; none of one that cannot be read, which is told later."""
    with contextlib.suppress(OSError), source.open("rb") as file:
        return file.read(_HEAD)
    return b""


def is_xml(source: Path) -> bool:
    """Whether a file begins as XML does; a picture and a PDF never do."""
    head = _head(source)[:64]
    return head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t").startswith(b"<")


def _recognise_xml(source: Path, pages: str | None, today: date, progress: Progress | None) -> Recognised:
    """The invoices of an XML file, each counting as a page.

    Raises:
        BadRequest: a range that is none or lies outside the file.
        DamagedDocument: it is none that is known, damaged, has a DTD, or is beyond a cap.
    """
    if source.stat().st_size > MAX_BYTES:
        raise DamagedDocument
    if progress:
        progress(0, 1)
    found = read_xml(source.read_bytes(), today=today)
    if not found:
        raise DamagedDocument
    wanted = set(page_numbers(pages, len(found)))
    found = [one for one in found if one.page in wanted]
    if progress:
        progress(1, 1)
    return Recognised(tuple(found), ())


def is_ofd(source: Path) -> bool:
    """Whether a file is an OFD package."""
    return sniff(_head(source)) == OFD


def _recognise_ofd(source: Path, pages: str | None, today: date, progress: Progress | None) -> Recognised:
    """The invoices of an OFD file, from the text of its pages and the XML attached to it; it has no pictures.

    Raises:
        BadRequest: a range that is none or lies outside the file.
        DamagedDocument: it is damaged.
    """
    opened = read_ofd(source)
    wanted = page_numbers(pages, len(opened.pages))
    invoices: list[Invoice] = []
    for done, number in enumerate(wanted):
        if progress:
            progress(done, len(wanted))
        invoices += read_invoices(opened.pages[number - 1], attachments=opened.attachments, today=today)
    if progress:
        progress(len(wanted), len(wanted))
    return _recognised_as(invoices)


def run(request: Mapping[str, Any], report: Callable[[int, int], None]) -> dict[str, Any]:
    """Recognise the invoices of a task's source; see `quire.tasks.slot_process` for the form of request and value.

    Options: ``pages``, a range; ``page_cap``, the most pages; ``ocr``, "0" leaves pages without text as they are;
    ``facsimile``, "1" keeps pictures of the pages, and the upload.

    Raises:
        BadRequest: the range lies outside the document.
        DocumentError: the document cannot be processed, or has too many pages.
    """
    options: Mapping[str, str] = request["options"]
    target, shown = Path(request["target"]), options.get(page_images.OPTION) == "1"
    with contextlib.ExitStack() as stack:
        help_ = _assistance(request)
        found = recognise_file(
            Path(request["source"]),
            pages=options.get("pages"),
            password=options.get("password", ""),
            ocr=wanted_engine(options, request.get("seconds", 0.0)),
            page_cap=int(options.get("page_cap", "0")),
            progress=report,
            help=stack.enter_context(help_) if help_ else None,
            draw=target if shown else None,
        )
    kept = page_images.keep_source(Path(request["source"]), target) if shown else ()
    save(target / RESULT, result_json(found.invoices))
    details = result_json(found.invoices, details=True)
    save(target / DETAILS, details)
    failed, low = table_doubts(json.loads(details))
    return {
        "result": RESULT,
        "filename": f"{PurePath(request['filename']).stem}.json",
        "images": [DETAILS, *found.facsimile, *kept],
        "pages": len(found.invoices),
        "warnings": list(found.warnings),
        "doubts": [failed + len(found.warnings), low],
    }


def _assistance(request: Mapping[str, Any]) -> Assistance | None:
    """The help of a language model that the request allows; without one, what asks it is not loaded (60 ms)."""
    if not request.get("model"):
        return None
    from quire.jobs.invoice_assist import model_assistant

    return model_assistant(request)


def may_hold_code(page: Page) -> bool:
    """Whether a code may stand on a page: always on a recognised one, else where a square picture or a drawing does."""
    if page.source is not TextSource.NATIVE or len(page.fills) + len(page.rules) >= DRAWN_CODE:
        return True
    for picture in page.pictures:
        short, long = sorted((picture.box.width, picture.box.height))
        if short >= CODE_SIDE and (long <= CODE_SHAPE * short or short >= page.width / _WIDE_PICTURE):
            return True
    return False


def _invoices(
    source: Source,
    page: Page,
    embedded: Sequence[tuple[str, bytes]],
    before: Sequence[Page],
    *,
    today: date,
    help: Assistance | None,  # noqa: A002 - what it is
) -> list[Invoice]:
    """The invoices on a page; whatever goes wrong on it stays with it."""
    try:
        found = _recognised(source, page, embedded, before, today)
        return [help(page, found[0], today=today)] if help and len(found) == 1 else found
    except FATAL:
        raise
    except Exception:
        _logger.warning("page %d cannot be recognised", page.number, exc_info=True)
        return [Invoice(page.number, checks=(UNREADABLE,))]


def _recognised(
    source: Source, page: Page, embedded: Sequence[tuple[str, bytes]], before: Sequence[Page], today: date
) -> list[Invoice]:
    """From text and XML alone where these say everything: a picture of the page costs ten times as much as its text."""
    if page.source is TextSource.NATIVE and page.lines:
        plain = read_invoices(page, attachments=embedded, today=today, before=before)
        if all(_is_certain(invoice) for invoice in plain):
            return plain

    def look(box: Box) -> Sequence[tuple[str, Box, float]]:
        return source.look(page.number, box, scale=SECOND_LOOK)

    seen = _codes(source, page) if may_hold_code(page) else []
    return read_invoices(
        page,
        attachments=embedded,
        codes=seen,
        today=today,
        look=look if page.source is TextSource.OCR else None,
        before=before,
    )


def _is_certain(invoice: Invoice) -> bool:
    """Whether an invoice has what every one has, and breaks no rule."""
    return all(invoice.text(key) for key in _CERTAIN) and all(
        check.holds or check.rule in _NO_CODE for check in invoice.checks
    )


def _codes(source: Source, page: Page) -> list[Barcode]:
    """The codes on a page; none when its picture cannot be drawn."""
    try:
        return page_qr_codes(source, page)
    except FATAL:
        raise
    except Exception:
        _logger.warning("page %d cannot be looked through for codes", page.number, exc_info=True)
        return []
