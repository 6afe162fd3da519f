"""Names and weights of Type 3 fonts, which PDFium does not read.

Browsers write variable fonts and large Chinese ones as Type 3 fonts, and their names and weights only in the font
descriptors (ISO 32000-1, 9.6.5). So they write the letters, too, that they make bold themselves because their font has
no bold face: a font that the file also holds as another type is bold as a Type 3 font. PDFium takes no descriptor of
such a font, but the name of any font from its BaseFont, which Type 3 fonts lack. So the reference to the descriptor
becomes a BaseFont that names the descriptor by its object number. The new entry is shorter, so nothing in the file
moves.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from quire.read.pdf.pdf_objects import PdfObjects, UnreadableObjects
from quire.read.pdf.pdf_tokens import Ref, Value

_MAX_FILE = 64 << 20  # bytes; the file with names is held in memory
_MAX_PACKED = 64 << 20  # bytes of all object streams that are searched, decompressed
_MAX_FONTS = 4096  # of a file; each costs a search through the bytes around it
_AROUND = 16 << 10  # bytes to the start and end of a font's object; with 256 glyphs it has about 6,000
_TYPE3 = re.compile(rb"/Type3(?![^\0\t\n\f\r ()<>\[\]{}/%])")
_DESCRIPTOR = re.compile(rb"/FontDescriptor[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R")
_FONT_NAME = re.compile(rb"/FontName[\0\t\n\f\r ]*/(?:[A-Z]{6}\+)?([^\0\t\n\f\r ()<>\[\]{}/%]+)")
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_MAX_VALUE = 1e6  # of a weight or an angle
_BOLD_WEIGHT = 600  # semibold
_ITALIC, _FORCE_BOLD = 1 << 6, 1 << 18  # flags of a descriptor (table 123)


class Described(NamedTuple):
    """What a font descriptor says; `flags` tell italic and bold only, since emoji count as of fixed pitch there."""

    name: str
    flags: int
    weight: int
    italic: int


class NamedFile(NamedTuple):
    """A file whose Type 3 fonts have names, and what these stand for."""

    data: bytes
    fonts: dict[str, Described]


def named_file(path: Path) -> NamedFile | None:
    """The file with a name for each Type 3 font that has a descriptor; None if there are none, or it is unreadable."""
    try:
        if not 0 < path.stat().st_size <= _MAX_FILE:
            return None
        objects = PdfObjects(path)
        data = path.read_bytes()
    except (UnreadableObjects, OSError):
        return None
    numbers: set[int] = set()
    changes = [*_plain_fonts(data, numbers), *_packed_fonts(objects, numbers)]
    if not changes:
        return None
    named = bytearray(data)
    for start, written in changes:
        named[start : start + len(written)] = written
    fonts = {_name(number): _described(objects, number) for number in numbers}
    twins = _fonts_of_other_types(data, objects, fonts.values())
    for name, font in fonts.items():
        if _SUBSET.sub("", font.name) in twins:
            fonts[name] = font._replace(flags=font.flags | _FORCE_BOLD)
    return NamedFile(bytes(named), fonts)


def _fonts_of_other_types(data: bytes, objects: PdfObjects, fonts: Collection[Described]) -> set[str]:
    """The names of Type 3 fonts that stand in the descriptors of other fonts, too; without the mark of a subset."""
    counts = Counter(_FONT_NAME.findall(data))
    left = _MAX_PACKED
    for _, _, text, _ in objects.object_streams():
        left -= len(text)
        if left < 0:
            break
        counts.update(_FONT_NAME.findall(text))
    own = Counter(_SUBSET.sub("", font.name) for font in fonts)
    return {name for name, count in own.items() if counts[name.encode("latin-1", "replace")] > count}


def _plain_fonts(data: bytes, numbers: set[int]) -> Iterator[tuple[int, bytes]]:
    """Type 3 fonts outside object streams, named: where each is, and what stands there instead."""
    for count, found in enumerate(_TYPE3.finditer(data)):
        if count == _MAX_FONTS:
            return
        start = data.rfind(b"obj", max(0, found.start() - _AROUND), found.start())
        end = data.find(b"endobj", found.end(), found.end() + _AROUND)
        if start >= 0 and end >= 0:
            old = data[start:end]
            new = _named(old, numbers)
            if new != old:
                yield start, new


def _packed_fonts(objects: PdfObjects, numbers: set[int]) -> Iterator[tuple[int, bytes]]:
    """The object streams with Type 3 fonts, named: where each is, and what stands there instead."""
    left = _MAX_PACKED
    for start, end, text, places in objects.object_streams():
        left -= len(text)
        if left < 0:
            return
        if not _TYPE3.search(text):
            continue
        here: set[int] = set()
        parts = zip(places, [*places[1:], len(text)], strict=True)
        packed = zlib.compress(text[: places[0]] + b"".join(_named(text[a:b], here) for a, b in parts), 9)
        if here and len(packed) <= end - start:
            numbers |= here
            yield start, packed


def _named(text: bytes, numbers: set[int]) -> bytes:
    """The source of an object, with a name if it is a Type 3 font; adds the number of the descriptor."""
    found = _DESCRIPTOR.search(text)
    if found is None or not _TYPE3.search(text) or b"/BaseFont" in text or b"stream" in text:
        return text
    number = int(found[1])
    numbers.add(number)
    entry = b"/BaseFont/%b" % _name(number).encode()
    return text[: found.start()] + entry.ljust(len(found[0])) + text[found.end() :]


def _name(number: int) -> str:
    return f"Type3.{number}"


def _described(objects: PdfObjects, number: int) -> Described:
    entries = objects.dictionary(Ref(number))
    name, flags = entries.get("FontName"), entries.get("Flags")
    weight = _whole(entries.get("FontWeight"))
    own = flags & (_ITALIC | _FORCE_BOLD) if isinstance(flags, int) else 0
    return Described(
        name if isinstance(name, str) else "",
        own | (_FORCE_BOLD if weight >= _BOLD_WEIGHT else 0),
        weight,
        _whole(entries.get("ItalicAngle")),
    )


def _whole(value: Value) -> int:
    """A number without its fraction; 0 for what is none, or beyond all weights and angles."""
    return int(value) if isinstance(value, int | float) and abs(value) <= _MAX_VALUE else 0
