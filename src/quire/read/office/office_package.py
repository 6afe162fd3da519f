"""Checks of an Office Open XML package before a library opens it: sizes, and no document types (ECMA-376-2, 8.1.4)."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

from quire.errors import DamagedDocument, DocumentTooBig, ProtectedDocument

MAX_PARTS = 20_000
MAX_PART = 256 << 20
"""Bytes of one part, decompressed; a sheet of a million cells has about 60 MB."""
MAX_PACKAGE = 512 << 20
"""Bytes of all parts, decompressed."""

_HEAD = 1 << 16
"""Bytes in which a document type would stand: nothing but comments and white space may precede it."""
_MARKUP = (".xml", ".rels", ".vml")


def check_package(path: Path) -> None:
    """Nothing, when a package may be opened.

    Python's zip reader gives at most the declared size of a part, so declared sizes bound what is read.

    Raises:
        DamagedDocument: it is no package, or its markup has a document type. DocumentTooBig: it exceeds the limits.
        ProtectedDocument: its parts are encrypted.
    """
    try:
        with zipfile.ZipFile(path) as package:
            parts = package.infolist()
            sizes = [part.file_size for part in parts]
            if len(parts) > MAX_PARTS or max(sizes, default=0) > MAX_PART or sum(sizes) > MAX_PACKAGE:
                raise DocumentTooBig
            if any(part.flag_bits & 1 for part in parts):
                raise ProtectedDocument
            for part in parts:
                if part.filename.lower().endswith(_MARKUP):
                    with package.open(part) as file:
                        _check_markup(file.read(_HEAD))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError) as error:
        raise DamagedDocument from error


def _check_markup(head: bytes) -> None:
    wide = head[:2] in {b"\xff\xfe", b"\xfe\xff"} or b"\0" in head[:4]
    text = head.replace(b"\0", b"") if wide else head
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise DamagedDocument
