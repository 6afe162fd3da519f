"""Files that are embedded in a PDF, through pikepdf."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pikepdf

MAX_FILES = 32  # an invoice carries one or two
MAX_BYTES = 8 * 1024 * 1024  # of one file, decompressed; the largest e-invoice XML seen has 0.2 MB
_MAX_TREE = 1000  # nodes of the name tree
_MAX_ANNOTATED_PAGES = 50
_MAX_NAME = 200  # characters


def attachments(path: Path | str, *, password: str = "") -> list[tuple[str, bytes]]:
    """(name, bytes) of the files embedded in a PDF: associated files, the name tree, file annotations.

    Leaves out damaged files, files above `MAX_BYTES` and everything after `MAX_FILES`. [] if the file is no PDF or
    cannot be read. Source: ISO 32000-2, 7.11.4 and 14.13.
    """
    import pikepdf

    damage = (
        pikepdf.PdfError,
        pikepdf.PasswordError,
        OSError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        RecursionError,
    )
    found: list[tuple[str, bytes]] = []
    seen: set[tuple[int, int]] = set()
    try:
        with pikepdf.open(path, password=password) as document:
            for specification in _specifications(document):
                try:
                    file = _embedded(specification, seen)
                except damage:  # the other files may be intact
                    continue
                if file:
                    found.append(file)
                if len(found) >= MAX_FILES:
                    break
    except damage:  # keep what was found so far
        return found
    return found


def _specifications(document: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """File specifications of the whole document, the most important first."""
    root = document.Root
    yield from _array(root.get("/AF"))
    names = root.get("/Names")
    if names is not None and names.get("/EmbeddedFiles") is not None:
        yield from _tree(names["/EmbeddedFiles"])
    for index, page in enumerate(document.pages):
        if index >= _MAX_ANNOTATED_PAGES:
            return
        yield from _array(page.obj.get("/AF"))
        for note in _array(page.obj.get("/Annots")):
            if note.get("/Subtype") == "/FileAttachment" and note.get("/FS") is not None:
                yield note["/FS"]


def _array(value: pikepdf.Object | None) -> list[pikepdf.Object]:
    """The elements of an array; a single object is an array of one."""
    import pikepdf

    if value is None:
        return []
    return list(value.as_list()) if isinstance(value, pikepdf.Array) else [value]


def _tree(root: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """The values of a name tree; cycles end at `_MAX_TREE` nodes."""
    waiting, steps = [root], 0
    while waiting and steps < _MAX_TREE:
        node, steps = waiting.pop(0), steps + 1
        yield from _array(node.get("/Names"))[1::2]
        waiting.extend(_array(node.get("/Kids")))


def _embedded(specification: pikepdf.Object, seen: set[tuple[int, int]]) -> tuple[str, bytes] | None:
    """(name, bytes) of a file specification; None if it was seen before, embeds nothing, is too big or damaged."""
    streams = specification.get("/EF")
    stream = None if streams is None else streams.get("/F") or streams.get("/UF")
    if stream is None or (stream.objgen in seen and stream.objgen != (0, 0)):
        return None
    seen.add(stream.objgen)
    name = str(specification.get("/UF") or specification.get("/F") or "")
    data = _decompressed(stream)
    return None if data is None else (name[:_MAX_NAME], data)


def _decompressed(stream: pikepdf.Object) -> bytes | None:
    """A stream's content; None above the limit. Flate is decompressed up to the limit only: no bomb unfolds."""
    raw = bytes(stream.read_raw_bytes())
    filters = [str(f) for f in _array(stream.get("/Filter"))]
    if not filters:
        return _within_limit(raw)
    if len(raw) > MAX_BYTES or len(filters) > 1:
        return None
    if filters == ["/FlateDecode"] and stream.get("/DecodeParms") is None:
        return _inflate(raw)
    return _within_limit(bytes(stream.read_bytes()))


def _inflate(raw: bytes) -> bytes | None:
    try:
        return _within_limit(zlib.decompressobj().decompress(raw, MAX_BYTES + 1))
    except zlib.error:
        return None


def _within_limit(data: bytes) -> bytes | None:
    return data if len(data) <= MAX_BYTES else None
