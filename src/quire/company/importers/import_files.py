"""Finds, orders and opens the files of an import; it trusts nothing in them.

Packed files are read as streams with caps on their unpacked size, so that a small file cannot fill the memory.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from quire.company import us_document
from quire.company.record import Problem, clean

HEAD = 4096
"""Bytes by which a file is recognised."""

LARGEST_MEMBER = 512 << 20
"""Bytes that one JSON object or one member of an archive may have unpacked; the largest companyfacts file has 60 MB."""

_ZIP_HEAD = b"PK\x03\x04"
_GZIP_HEAD = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be imported.

    Attributes:
        path: Where it lies.
        name: Its name, for reports and provenance.
        market: ``nyse``, ``nasdaq`` or "", from an option, a folder ``us/<market>/`` or a name ``us-<market>.jsonl``.
        head: Its first bytes, unpacked.
        members: The names in it when it is an archive.
    """

    path: Path
    name: str
    market: str = ""
    head: bytes = b""
    members: tuple[str, ...] = field(default=(), repr=False)

    @property
    def suffix(self) -> str:
        """The ending of the name in lower case, without that of a packed file: ``.jsonl`` of ``x.jsonl.gz``."""
        path = Path(self.name.lower())
        return (path.with_suffix("") if path.suffix == ".gz" else path).suffix


def sources(paths: Sequence[Path], market: str) -> Iterator[tuple[Source | None, str, str]]:
    """Yield every file below `paths` with its name and, if it cannot be read, the reason.

    Walks folders in the order of names, and leaves out hidden files and links.
    """
    for path in paths:
        for file in _files(path):
            try:
                yield _source(file, market), clean(file.name), ""
            except (OSError, zlib.error, EOFError, zipfile.BadZipFile) as error:
                yield None, clean(file.name), f"cannot be read: {getattr(error, 'strerror', None) or error}"


def opened(source: Source) -> IO[bytes]:
    """Open the file's bytes, unpacked when it is a gzip file."""
    if _begins(source.path, len(_GZIP_HEAD)) == _GZIP_HEAD:
        return io.BufferedReader(gzip.open(source.path, "rb"))
    return source.path.open("rb")


def text(source: Source) -> io.TextIOWrapper:
    """Open the file as text: UTF-8 with or without a mark, UTF-16 with one, else GB18030 if its head is not UTF-8."""
    return io.TextIOWrapper(opened(source), encoding=encoding(source.head), errors="replace", newline="")


def encoding(head: bytes) -> str:
    """Return the encoding of a text by its first bytes."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        decoder.decode(head)
    except UnicodeDecodeError:
        return "gb18030"
    return "utf-8-sig"


def members(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes | Problem]]:
    """Yield each member's name and its bytes, or the reason why they cannot be read. Writes nothing to the disk."""
    for info in archive.infolist():
        if info.is_dir():
            continue
        try:
            yield clean(Path(info.filename).name), member(archive, info)
        except Problem as problem:
            yield clean(Path(info.filename).name), problem


def member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int = LARGEST_MEMBER) -> bytes:
    """Return the bytes of a member, read up to a cap, whatever its header says.

    Raises:
        Problem: it is too big, damaged or encrypted.
    """
    try:
        with archive.open(info) as stream:
            data = stream.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError) as error:
        raise Problem(f"cannot be unpacked ({type(error).__name__})") from None
    if len(data) > most:
        raise Problem(f"is larger than {most >> 20} MiB unpacked")
    return data


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for inner in sorted(path.iterdir()):
        if inner.name.startswith(".") or inner.is_symlink():
            continue
        yield from _files(inner)


def _source(path: Path, market: str) -> Source:
    head = _begins(path, HEAD)
    names: tuple[str, ...] = ()
    if head.startswith(_GZIP_HEAD):
        with gzip.open(path, "rb") as stream:
            head = stream.read(HEAD)
    elif head.startswith(_ZIP_HEAD):
        with zipfile.ZipFile(path) as archive:
            names = tuple(archive.namelist())
    return Source(path, clean(path.name), market or _market(path), head, names)


def _market(path: Path) -> str:
    for folder in path.resolve().parents:
        if folder.parent.name == "us" and folder.name.lower() in us_document.MARKETS:
            return folder.name.lower()
    stem = path.name.lower().partition(".")[0]
    return stem.removeprefix("us-") if stem.startswith("us-") and stem[3:] in us_document.MARKETS else ""


def _begins(path: Path, count: int) -> bytes:
    with path.open("rb") as stream:
        return stream.read(count)
