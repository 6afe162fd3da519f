"""Documents from files without pages to lay out: office files, web pages, e-mail with its attachments, books, text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from quire.errors import BadRequest, DocumentError, QuireError, UnsupportedType
from quire.model.block import Block, Heading
from quire.model.document import Document
from quire.read import READERS
from quire.read.books.emphasis_spans import plain_spans
from quire.read.file_preflight import sniff
from quire.read.office.document_kind import document_kind

NESTED = 3
"""Messages attached to messages that are read."""

_NEVER_TEXT = frozenset(
    {
        *(".pdf", ".docx", ".pptx", ".xlsx", ".epub"),
        *(".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"),
    }
)

Arrange = Callable[[Path], tuple[Document, tuple[str, ...]]]

FORMATS = frozenset({"md", "json", "html", "chunks"})
"""What such a document can become."""


def has_pages(path: Path) -> bool:
    """Whether a file is read page by page: a PDF or a picture."""
    with path.open("rb") as file:
        return sniff(file.read(4096)) in READERS


def read_document(path: Path, name: str, *, arrange: Arrange, depth: int = 0) -> Document:
    """The document of a file.

    Args:
        path: the file.
        name: its name, where the path has another one.
        arrange: gives the document of an attachment that has pages.
        depth: of the message that it is attached to.

    Raises:
        UnsupportedType: there is no reader for it. DocumentError: it cannot be read.
    """
    kind = document_kind(path, name)
    if kind == "eml":
        return _mail(path, arrange, depth)
    if kind == "docx":
        from quire.read.office.word_reader import read_word

        return read_word(path)
    if kind == "pptx":
        from quire.read.office.slides_reader import read_slides

        return read_slides(path)
    if kind == "xlsx":
        from quire.read.office.workbook_reader import read_workbook

        return read_workbook(path)
    if kind == "html":
        from quire.read.office.html_reader import read_html

        return read_html(path)
    if kind == "epub":
        from quire.read.books.epub_reader import read_epub

        return read_epub(path)
    if PurePath(name).suffix.lower() in _NEVER_TEXT:  # a failed download, perhaps
        raise UnsupportedType("Unsupported file type: text/plain")
    from quire.read.books.plain_text import read_plain

    return read_plain(path, markdown=kind == "md")


def chosen_pages(document: Document, ranges: str | None) -> Document:
    """The document with the named slides only.

    Raises:
        BadRequest: it has no pages, or not these.
    """
    from quire.jobs.page_ranges import page_numbers

    if not ranges or not ranges.strip():
        return document
    if not document.page_count:
        raise BadRequest("A document of this type has no pages to choose from.")
    wanted = set(page_numbers(ranges, document.page_count))
    blocks = tuple(one for one in document.blocks if one.places and one.places[0].page in wanted)
    return replace(document, pages=tuple(one for one in document.pages if one.number in wanted), blocks=blocks)


def _mail(path: Path, arrange: Arrange, depth: int) -> Document:
    """A message, followed by each attachment under its name."""
    from tempfile import TemporaryDirectory

    from quire.read.office.mail_reader import read_mail

    mail = read_mail(path)
    blocks, warnings = list(mail.document.blocks), list(mail.document.warnings)
    with TemporaryDirectory(prefix="quire-mail-") as folder:
        for number, one in enumerate(mail.attachments):
            file = Path(folder) / f"{number}"
            file.write_bytes(one.content)
            try:
                found, said = _attached(file, one.name, arrange, depth)
            except (DocumentError, UnsupportedType, BadRequest) as error:
                warnings.append(f"The attachment “{one.name}” was not read: {_sentence(error)}")
                continue
            finally:
                file.unlink()
            blocks += [Heading(2, plain_spans(one.name), ()), *map(_below, found.blocks)]
            warnings += [f"{one.name}: {sentence}" for sentence in said]
    return replace(mail.document, blocks=tuple(blocks), warnings=tuple(warnings))


def _attached(file: Path, name: str, arrange: Arrange, depth: int) -> tuple[Document, tuple[str, ...]]:
    if has_pages(file):
        return arrange(file)
    if depth >= NESTED:
        raise BadRequest("Messages are attached to each other too deeply.")
    found = read_document(file, PurePath(name).name, arrange=arrange, depth=depth + 1)
    return found, found.warnings


def _sentence(error: QuireError) -> str:
    text = str(error)
    return text if text.endswith(".") else f"{text}."


def _below(block: Block) -> Block:
    """A block of an attachment: its headings are below the attachment's, its places are not of this document."""
    moved: Block = _unplaced(block)
    if isinstance(moved, Heading):
        return replace(moved, level=min(moved.level + 2, 6), title=False)
    return moved


def _unplaced(value: Any) -> Any:  # noqa: ANN401 - a block or a part of one
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(map(_unplaced, value))
    if is_dataclass(value) and not isinstance(value, type):
        changes = {
            one.name: () if one.name == "places" else _unplaced(getattr(value, one.name))
            for one in fields(value)
            if one.name in {"places", "blocks", "items"}
        }
        return replace(value, **changes) if changes else value
    return value
