"""The type of a file, and whether it is safe to open: cheap checks of the bytes before any library reads them.

PDFium itself copes with cyclic page trees and with arrays and dictionaries nested a million deep (measured); absurd
page boxes are clamped when a page is read. It does not guard against decompression bombs: streams of gigabytes. Those
are detected here.
"""

from __future__ import annotations

import mmap
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from quire.errors import DamagedDocument, DocumentTooBig

_PDF_WINDOW = 1024  # bytes of junk that readers accept before %PDF- (ISO 32000-1, annex H, note 13)
_MAX_FILE = 1 << 30  # bytes; the services' own limits are far below
_MAX_STREAM = 512 << 20  # bytes decompressed: an uncompressed A0 scan at 300 dpi has 420 MB
_MAX_DECOMPRESSED = 2 << 30  # bytes of all suspicious streams of a file together
_MIN_PROBED = 400_000  # bytes compressed: zlib compresses at most 1,032 times, so less cannot reach the limit
_PROBE = 8_192  # bytes of a stream that show its compression ratio
_SUSPICIOUS_RATIO = 200  # text and drawings are compressed 3 to 20 times, blank images up to 1,000 times
_SLICE = 1 << 20  # bytes decompressed at a time
_DICTIONARY = 2_048  # bytes before "stream" that hold its dictionary
_MAX_STREAMS = 200_000

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"{\\rtf", "application/rtf"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
)
OFFICE_TYPES = {
    b"word/": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    b"ppt/": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    b"xl/": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
OFD = "application/ofd"
UNKNOWN = "application/octet-stream"
"""What `sniff` says of anything that it does not know."""
_OFD_PART = re.compile(
    rb"PK\x03\x04.{26}/?(?:OFD\.xml|Doc_0/)", re.DOTALL
)  # GB/T 33190-2016, 6: the parts of a package
_ZIP = re.compile(rb"PK(?:\x03\x04|\x05\x06|\x07\x08)")
_MIMETYPE = re.compile(rb"mimetype(application/[\w.+-]+?)PK[\x01-\x08]")
_MARKUP = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)", re.IGNORECASE | re.DOTALL)
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
_LENGTH = re.compile(rb"/Length\s+(\d{1,10})(?!\s+\d+\s+R)")


def sniff(head: bytes) -> str:
    """The media type of a file by its first bytes; "application/octet-stream" if unknown.

    About 4,000 bytes are enough. Names and declared types are ignored.
    """
    for magic, mime in _MAGIC:
        if head.startswith(magic):
            return mime
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if _ZIP.match(head):
        return _zip_kind(head)
    if b"%PDF-" in head[:_PDF_WINDOW]:
        return "application/pdf"
    if head.startswith(b"BM") and head[6:10] == b"\0\0\0\0":
        return "image/bmp"
    return _text_kind(head)


def _zip_kind(head: bytes) -> str:
    named = _MIMETYPE.search(head[:200])
    if named:
        return named.group(1).decode("ascii")
    for folder, mime in OFFICE_TYPES.items():
        if folder in head and (b"[Content_Types].xml" in head or b"_rels/" in head or b"docProps/" in head):
            return mime
    return OFD if _OFD_PART.search(head) else "application/zip"


def _text_kind(head: bytes) -> str:
    if not head or b"\0" in head:
        return UNKNOWN
    if _MARKUP.match(head):
        return "text/html"
    if head.lstrip().startswith(b"<?xml"):
        return "application/xml"
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 4:  # otherwise the end of the sample may split a character
            return UNKNOWN
    return "text/plain"


def preflight(path: Path) -> None:
    """Check that a PDF is safe to open.

    Raises:
        DamagedDocument: it is empty or has no PDF header.
        DocumentTooBig: the file, or a stream decompressed, is beyond any use.
    """
    size = path.stat().st_size
    if size == 0:
        raise DamagedDocument
    if size > _MAX_FILE:
        raise DocumentTooBig
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data.find(b"%PDF-", 0, _PDF_WINDOW + 5) < 0:
            raise DamagedDocument
        _check_streams(data)


def _check_streams(data: mmap.mmap) -> None:
    """Decompress suspicious streams without keeping the result.

    Raises:
        DocumentTooBig: one stream, or all of them together, exceed the limits.
    """
    total = 0
    for start, end, layers in _suspects(data):
        total += _decompressed_size(data, start, end, layers)
        if total > _MAX_DECOMPRESSED:
            raise DocumentTooBig


def _suspects(data: mmap.mmap) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of Flate filters of the streams that could be too big decompressed."""
    place = 0
    for _ in range(_MAX_STREAMS):
        found = data.find(b"stream", place)
        if found < 0:
            return
        start = found + 6
        if data[start : start + 2] == b"\r\n":
            start += 2
        elif data[start : start + 1] == b"\n":
            start += 1
        else:
            place = start
            continue
        head = data[max(0, found - _DICTIONARY) : found]
        head = head[head.rfind(b"obj") + 1 :]
        end = _end(data, start, head)
        layers = len(_FLATE.findall(head))
        if layers and (layers > 1 or end - start >= _MIN_PROBED):
            yield start, end, layers
        place = end


def _end(data: mmap.mmap, start: int, head: bytes) -> int:
    """The end of a stream: by its stated length if "endstream" follows, otherwise at the next "endstream"."""
    stated = _LENGTH.search(head)
    if stated:
        end = start + int(stated.group(1))
        if data[end : end + 20].lstrip().startswith(b"endstream"):
            return end
    end = data.find(b"endstream", start)
    return len(data) if end < 0 else end


def _decompressed_size(data: mmap.mmap, start: int, end: int, layers: int) -> int:
    """The decompressed size of a stream in bytes; 0 if it is plainly harmless.

    Raises:
        DocumentTooBig: more than any page needs.
    """
    if layers == 1:
        packed = data[start : min(end, start + _PROBE)]
        size = sum(map(len, _inflate(iter([packed]))))
        if size < _SUSPICIOUS_RATIO * len(packed):
            return 0
    pieces: Iterator[bytes] = (data[at : min(end, at + _SLICE)] for at in range(start, end, _SLICE))
    for _ in range(layers):
        pieces = _inflate(pieces)
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > _MAX_STREAM:
            raise DocumentTooBig
    return size


def _inflate(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The unpacked bytes in slices, up to the first error."""
    inflater = zlib.decompressobj()
    for piece in pieces:
        rest = piece
        while rest and not inflater.eof:
            try:
                out = inflater.decompress(rest, _SLICE)
            except zlib.error:
                return
            yield out
            rest = inflater.unconsumed_tail
