"""Names and weights of Type 3 fonts, which PDFium does not read.

Browsers write variable fonts and large Chinese ones as Type 3 fonts, and their names and weights only in the font
descriptors (ISO 32000-1, 9.6.5). So they write the letters, too, that they make bold themselves because their font has
no bold face: a font that the file also holds as another type is bold as a Type 3 font. PDFium takes no descriptor of
such a font, but the name of any font from its BaseFont, which Type 3 fonts lack. So the reference to the descriptor
becomes a BaseFont that names the descriptor by its object number. The new entry is shorter, so nothing in the file
moves.

TeX writes fonts that it has as bitmaps only as Type 3 fonts, without a name or descriptor: mostly those of its encoding
T1, whose outlines are a package that small installations lack. Their widths tell bold and fixed pitch; a BaseFont in
place of their resources, which glyphs of one image do not use, tells the readers of glyphs how to read their codes.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from quire.read.pdf.character_classes import BITMAP_FONTS
from quire.read.pdf.pdf_objects import PdfObjects, UnreadableObjects
from quire.read.pdf.pdf_tokens import Ref, Value

_MAX_FILE = 64 << 20  # bytes; the file with names is held in memory
_MAX_PACKED = 64 << 20  # bytes of all object streams that are searched, decompressed
_MAX_FONTS = 4096  # of a file; each costs a search through the bytes around it
_AROUND = 16 << 10  # bytes to the start and end of a font's object; with 256 glyphs it has about 6,000
_TYPE3 = re.compile(rb"/Type3(?![^\0\t\n\f\r ()<>\[\]{}/%])")
_DESCRIPTOR = re.compile(rb"/FontDescriptor[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R")
_BITMAPS = re.compile(
    rb"[\0\t\n\f\r ]*".join((b"/Resources", b"<<", b"/ProcSet", rb"\[", b"/PDF", b"/ImageB", rb"\]", b">>"))
)
_WIDTHS = re.compile(rb"/Widths[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R")
_FIRST = re.compile(rb"/FirstChar[\0\t\n\f\r ]+(\d{1,3})")
_SCALE = re.compile(rb"/FontMatrix[\0\t\n\f\r ]*\[[\0\t\n\f\r ]*(\d{0,4}\.\d{1,8}|\d{1,4})[\0\t\n\f\r ]")
_UNUSED = re.compile(rb"/Name[\0\t\n\f\r ]*/F\d{1,9}(?=[\0\t\n\f\r /])")  # makes room for names that pack badly
_FONT_NAME = re.compile(rb"/FontName[\0\t\n\f\r ]*/(?:[A-Z]{6}\+)?([^\0\t\n\f\r ()<>\[\]{}/%]+)")
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_MAX_VALUE = 1e6  # of a weight or an angle
_BOLD_WEIGHT = 600  # semibold
_ITALIC, _FORCE_BOLD = 1 << 6, 1 << 18  # flags of a descriptor (table 123)
# Widths in em of TeX's letters at 10 points. Larger designs are down to .94 times as wide, that for 9 points 1.03
# times, smaller ones up to 1.4 times; bold ones of 9 points and more 1.05 to 1.15 times. The "m" of small capitals is
# narrow.
_TEX_WIDTHS = dict(zip(b"acdefghiklmnoprstuvxy", (
    .5, .444, .556, .444, .306, .5, .556, .278, .528, .278, .833, .556, .5, .556, .392, .394, .389, .556, .528,
    .528, .528,
), strict=True))  # fmt: skip
_BOLD_RATIO, _MIN_SIZE = 1.04, 8.9  # points
_MIN_FIXED, _SAME = 5, 0.001  # glyphs of a fixed font that show it; how far their widths differ
_PIXELS_PER_POINT = 600 / 72.27


class Described(NamedTuple):
    """What a font descriptor says; `flags` tell italic and bold only, since emoji count as of fixed pitch there."""

    name: str
    flags: int
    weight: int
    italic: int


class _Bitmaps(NamedTuple):
    """A font of TeX's bitmaps: the object with its widths, the code of the first, and the em to a pixel."""

    widths: int
    first: int
    scale: float


class NamedFile(NamedTuple):
    """A file whose Type 3 fonts have names, and what these stand for."""

    data: bytes
    fonts: dict[str, Described]


_Found = dict[str, int | _Bitmaps]
"""The names of fonts, with the number of their descriptor or with their bitmaps."""


def named_file(path: Path) -> NamedFile | None:
    """The file with a name for each Type 3 font that tells one; None if there are none, or it is unreadable."""
    try:
        if not 0 < path.stat().st_size <= _MAX_FILE:
            return None
        objects = PdfObjects(path)
        data = path.read_bytes()
    except (UnreadableObjects, OSError):
        return None
    found: _Found = {}
    changes = [*_plain_fonts(data, found), *_packed_fonts(objects, found)]
    if not changes:
        return None
    named = bytearray(data)
    for start, written in changes:
        named[start : start + len(written)] = written
    fonts = {
        name: _tex_font(objects, font) if isinstance(font, _Bitmaps) else _described(objects, font)
        for name, font in found.items()
    }
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


def _plain_fonts(data: bytes, found: _Found) -> Iterator[tuple[int, bytes]]:
    """Type 3 fonts outside object streams, named: where each is, and what stands there instead."""
    for count, place in enumerate(_TYPE3.finditer(data)):
        if count == _MAX_FONTS:
            return
        start = data.rfind(b"obj", max(0, place.start() - _AROUND), place.start())
        end = data.find(b"endobj", place.end(), place.end() + _AROUND)
        if start >= 0 and end >= 0:
            old = data[start:end]
            new = _named(old, found)
            if new != old:
                yield start, new


def _packed_fonts(objects: PdfObjects, found: _Found) -> Iterator[tuple[int, bytes]]:
    """The object streams with Type 3 fonts, named: where each is, and what stands there instead."""
    left = _MAX_PACKED
    for start, end, text, places in objects.object_streams():
        left -= len(text)
        if left < 0:
            return
        if not _TYPE3.search(text):
            continue
        here: _Found = {}
        parts = zip(places, [*places[1:], len(text)], strict=True)
        packed = zlib.compress(text[: places[0]] + b"".join(_named(text[a:b], here) for a, b in parts), 9)
        if here and len(packed) <= end - start:
            found |= here
            yield start, packed


def _named(text: bytes, found: _Found) -> bytes:
    """The source of an object, with a name if it is a Type 3 font; adds what tells of it."""
    if not _TYPE3.search(text) or b"/BaseFont" in text or b"stream" in text:
        return text
    place = _DESCRIPTOR.search(text)
    if place is not None:
        number = int(place[1])
        name = f"Type3.{number}"
        found[name] = number
    else:
        place = _BITMAPS.search(text)
        widths, first, scale = _WIDTHS.search(text), _FIRST.search(text), _SCALE.search(text)
        if place is None or widths is None or first is None or scale is None:
            return text
        name = f"{BITMAP_FONTS}{int(widths[1])}"
        found[name] = _Bitmaps(int(widths[1]), int(first[1]), float(scale[1]))
    entry = b"/BaseFont/%b" % name.encode()
    named = text[: place.start()] + entry.ljust(len(place[0])) + text[place.end() :]
    return _UNUSED.sub(lambda old: b" " * len(old[0]), named)


def _tex_font(objects: PdfObjects, font: _Bitmaps) -> Described:
    """A font of bitmaps with the name of the outlines that belong to its encoding."""
    widths = {
        code: width * font.scale
        for code, width in enumerate(objects.array(Ref(font.widths)), font.first)
        if isinstance(width, int | float) and 0 < width < _MAX_VALUE
    }
    letters = {code: widths[code] / width for code, width in _TEX_WIDTHS.items() if code in widths}
    if len(widths) >= _MIN_FIXED and letters and max(widths.values()) - min(widths.values()) < _SAME:
        return Described("SFTT", 0, 0, 0)
    is_large = font.scale * _PIXELS_PER_POINT * _MIN_SIZE < 1
    is_bold = is_large and len(letters) > 1 and min(fmean(letters.values()), letters.get(ord("m"), 2)) > _BOLD_RATIO
    return Described("SFBX" if is_bold else "SFRM", 0, 0, 0)


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
