"""What is sent: files, folders, bytes, and addresses (of the web or of a bucket) that the service fetches."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeGuard
from urllib.parse import unquote, urlsplit

from quire_client.errors import ClientError

Source = str | Path | bytes

BUCKET = "s3://"

FORMATS = {
    "md": "pdf2markdown",
    "json": "pdf2json",
    "html": "pdf2html",
    "docx": "pdf2word",
    "pptx": "pdf2ppt",
    "chunks": "pdf2chunks",
}
"""What a document can become, and the last word of the path."""

STATEMENTS, INVOICES = "statements", "invoices"

SUFFIXES = {
    "parse": frozenset(
        {
            *(".pdf", ".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"),
            *(".docx", ".pptx", ".xlsx", ".html", ".htm", ".epub", ".eml"),
        }
    ),
    "finance": frozenset({".pdf", ".jpg", ".jpeg", ".png"}),
    "invoice": frozenset({".pdf", ".jpg", ".jpeg", ".png"}),
}
"""Of the files of a folder that each service takes."""


def is_url(source: object) -> TypeGuard[str]:
    """Whether a source is the address of a file that the service fetches."""
    return isinstance(source, str) and source.startswith(("http://", "https://", BUCKET))


def is_prefix(source: object) -> TypeGuard[str]:
    """Whether a source of a batch stands for all files below it, in a bucket."""
    return isinstance(source, str) and source.startswith(BUCKET)


def name_of(url: str) -> str:
    """The last part of an address's path; "" if it has none."""
    if is_prefix(url):  # its keys are not encoded
        return url.rpartition("/")[2]
    return unquote(urlsplit(url).path.rpartition("/")[2])


def content(source: Source, filename: str) -> tuple[str, Path | bytes]:
    """The name and the content of an upload.

    Raises:
        ClientError: bytes without a name, or no such file.
    """
    if isinstance(source, bytes):
        if not filename:
            raise ClientError("Bytes need a filename.")
        return filename, source
    path = Path(source).expanduser()
    if not path.is_file():
        raise ClientError(f"There is no file {path}.")
    return filename or path.name, path


NOTHING = "There is nothing to send: the folders have no file that this service takes."
"""The error for sources that `expand` finds empty."""


def expand(sources: str | Path | Iterable[str | Path], service: str) -> list[Path | str]:
    """The files and URLs that are named, and the files of named folders at any depth, sorted, hidden ones left out."""
    named = [sources] if isinstance(sources, str | Path) else list(sources)
    found: list[Path | str] = []
    for one in named:
        if is_url(one):
            found.append(one)
            continue
        path = Path(one).expanduser()
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES[service] and file.is_file())
            visible = (file for file in inside if not any(part[0] == "." for part in file.relative_to(path).parts))
            found += sorted(visible)
        else:
            found.append(path)
    return found


def service_of(to: str, name: str = "", *, any_type: bool = False) -> tuple[str, str]:
    """The service that makes something of a file of that name, and the path of its submissions.

    Args:
        to: what is made.
        name: of the file; another suffix than ``.pdf`` tells that it may be no PDF.
        any_type: it may be no PDF, whatever its name says.

    Raises:
        ClientError: none does.
    """
    if to in FORMATS:
        word = FORMATS[to]
        no_pdf = any_type or Path(name).suffix.lower() not in {"", ".pdf"}
        other = no_pdf and to in {"md", "json", "html", "chunks"}
        return "parse", f"/api/parse/{word.replace('pdf2', 'file2') if other else word}"
    if to == STATEMENTS:
        return "finance", "/api/finance/extract"
    if to == INVOICES:
        return "invoice", "/api/invoice/recognize"
    raise ClientError(f"Unknown format {to!r}. Choose one of {', '.join((*FORMATS, STATEMENTS, INVOICES))}.")
