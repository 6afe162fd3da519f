"""OFD files (GB/T 33190-2016), the format of Chinese electronic invoices: the text and the rules of their pages.

An OFD file is a ZIP of XML: `OFD.xml` names documents, a document its pages and templates, a page its objects. Lengths
are millimetres from the top left corner. Text is written as characters with their steps, so no font is needed.
Pictures, seals and annotations are left out.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quire.errors import DamagedDocument
from quire.model.page import Line, Page, Rule, Style, Word
from quire.read.office.office_package import check_package

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["OfdFile", "read_ofd"]

MAX_PAGES = 200
MAX_SIGNS = 200_000
"""Characters of a file: an invoice has a thousand."""

_POINTS = 72 / 25.4  # of a millimetre
_DEPTH = 40  # blocks within blocks; a page of an invoice has two
_LINE_GAP = 1.0  # em: a wider gap ends a line, as in other readers
_WORD_GAP = 0.3  # em: a wider gap is a word space
_SAME_LEVEL = 0.3  # em between baselines of one line
_SAME_SIZE = 1.5  # times the smaller size: a title and a small label beside it are two lines
_NEAR_ROWS = 4  # rows of other sizes that may stand on one level
_ASCENT, _DESCENT = 0.86, 0.14  # em above and below the baseline
_WIDE = 0x2E80  # characters from here on are one em wide, others half
_STRAIGHT = 0.3  # millimetres: a stroke that leans less is horizontal or vertical
_SHORTEST = 2.0  # millimetres of a rule
_PLAIN = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_Matrix = tuple[float, float, float, float, float, float]


class OfdFile(NamedTuple):
    """What an OFD file holds."""

    pages: tuple[Page, ...]
    attachments: tuple[tuple[str, bytes], ...]  # name and bytes of the attached XML files


class _Sign(NamedTuple):
    """A character on the page, points."""

    text: str
    x: float
    baseline: float
    size: float


def read_ofd(path: Path) -> OfdFile:
    """The pages and attached XML files of an OFD file.

    Raises:
        DamagedDocument: it is none, or is built to exhaust memory.
        DocumentTooBig, ProtectedDocument: as `check_package`.
    """
    check_package(path)
    with zipfile.ZipFile(path) as package:
        parts = _Parts(package)
        pages: list[Page] = []
        attached: list[tuple[str, bytes]] = []
        for body in _all(parts.xml("OFD.xml"), "DocBody"):
            root = parts.join("", _text(body, "DocRoot"))
            document = parts.xml(root)
            templates = {
                one.get("ID", ""): parts.join(root, one.get("BaseLoc", "")) for one in _all(document, "TemplatePage")
            }
            for one in _all(document, "Page")[: MAX_PAGES - len(pages)]:
                place = parts.join(root, one.get("BaseLoc", ""))
                pages.append(_page(parts, place, document, templates, len(pages) + 1))
            listed = _text(document, "Attachments")
            if listed:
                attached += _attached(parts, parts.join(root, listed))
    if not pages:
        raise DamagedDocument
    return OfdFile(tuple(pages), tuple(attached))


class _Parts:
    """The parts of a package by their paths."""

    def __init__(self, package: zipfile.ZipFile) -> None:
        self._package = package
        self._names = {name.lstrip("/").replace("\\", "/"): name for name in package.namelist()}

    def bytes(self, place: str) -> bytes:
        """A part.

        Raises:
            DamagedDocument: it is not there, or cannot be decompressed.
        """
        try:
            return self._package.read(self._names[place])
        except (KeyError, zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError) as error:
            raise DamagedDocument from error

    def xml(self, place: str) -> _Element:
        """The root of an XML part.

        Raises:
            DamagedDocument: it is not there, or is no XML.
        """
        from lxml import etree

        parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False)
        try:
            return etree.fromstring(self.bytes(place), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise DamagedDocument from error

    def join(self, beside: str, place: str) -> str:
        """The path of a part that another one names: from the root of the package, or beside the naming part."""
        if place.startswith("/"):
            return posixpath.normpath(place).lstrip("/")
        return posixpath.normpath(posixpath.join(posixpath.dirname(beside), place)).lstrip("/")


def _local(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _all(root: _Element, name: str) -> list[_Element]:
    return [one for one in root.iter() if isinstance(one.tag, str) and _local(one) == name]


def _text(root: _Element, name: str) -> str:
    """The text of the first element of a name; "" without one."""
    return next(((one.text or "").strip() for one in _all(root, name)), "")


def _attached(parts: _Parts, place: str) -> Iterator[tuple[str, bytes]]:
    """The attached XML files; one that is named and not there is passed over."""
    for one in _all(parts.xml(place), "Attachment"):
        name, file = one.get("Name", ""), _text(one, "FileLoc")
        try:
            found = parts.bytes(parts.join(place, file))
        except DamagedDocument:
            continue
        if found.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
            yield name, found


def _page(parts: _Parts, place: str, document: _Element, templates: Mapping[str, str], number: int) -> Page:
    """A page with what its templates show on it."""
    root = parts.xml(place)
    box = _numbers(_text(root, "PhysicalBox") or _text(document, "PhysicalBox"))
    if len(box) != 4 or min(box[2:]) <= 0:
        raise DamagedDocument
    layers = [
        parts.xml(templates[one.get("TemplateID", "")])
        for one in _all(root, "Template")
        if one.get("TemplateID", "") in templates
    ]
    signs: list[_Sign] = []
    rules: list[Rule] = []
    for layer in [*layers, root]:
        for one in _objects(layer):
            if _local(one) == "TextObject":
                signs += _signs(one)
            else:
                rules += _rules(one)
        if len(signs) > MAX_SIGNS:
            raise DamagedDocument
    return Page(number, box[2] * _POINTS, box[3] * _POINTS, lines=tuple(_lines(signs)), rules=tuple(rules))


def _objects(root: _Element) -> Iterator[_Element]:
    """The texts and paths of a page in the order of the file."""
    for content in (one for one in root if isinstance(one.tag, str) and _local(one) == "Content"):
        waiting = [(content, 0)]
        while waiting:
            block, depth = waiting.pop()
            if _local(block) in {"TextObject", "PathObject"}:
                yield block
            elif depth < _DEPTH:
                inner = [one for one in block if isinstance(one.tag, str)]
                waiting += [(one, depth + 1) for one in reversed(inner)]


def _signs(element: _Element) -> Iterator[_Sign]:
    """The characters of a text object; white space stands nowhere."""
    boundary = _numbers(element.get("Boundary", ""))
    matrix = _matrix(element)
    if len(boundary) != 4:
        return
    em = _number(element.get("Size", "0"))
    size = em * (abs(matrix[3]) or abs(matrix[2]) or 1.0)
    x = y = 0.0
    for code in _all(element, "TextCode"):
        text = code.text or ""
        x, y = _number(code.get("X", str(x))), _number(code.get("Y", str(y)))
        across, down = _steps(code.get("DeltaX", ""), len(text)), _steps(code.get("DeltaY", ""), len(text))
        left, top = x, y
        for index, char in enumerate(text):
            if not char.isspace():
                right = matrix[0] * left + matrix[2] * top + matrix[4] + boundary[0]
                level = matrix[1] * left + matrix[3] * top + matrix[5] + boundary[1]
                yield _Sign(char, right * _POINTS, level * _POINTS, size * _POINTS)
            left += across[index] if index < len(across) else 0.0 if across or down else _width(char) * em
            top += down[index] if index < len(down) else 0.0


def _steps(text: str, most: int) -> list[float]:
    """The steps of a list such as "3.175 g 4 1.5": "g" repeats a step so many times."""
    found: list[float] = []
    words = iter(text.split())
    for word in words:
        if word == "g":
            count, step = _number(next(words, "0")), _number(next(words, "0"))
            found += [step] * min(most, max(0, int(count)))
        else:
            found.append(_number(word))
        if len(found) >= most:
            break
    return found


def _matrix(element: _Element) -> _Matrix:
    found = _numbers(element.get("CTM", ""))
    return (found[0], found[1], found[2], found[3], found[4], found[5]) if len(found) == 6 else _PLAIN


def _rules(element: _Element) -> Iterator[Rule]:
    """The straight strokes of a path that run along the page."""
    boundary, matrix = _numbers(element.get("Boundary", "")), _matrix(element)
    if len(boundary) != 4 or element.get("Stroke", "true").lower() == "false":
        return
    width = _number(element.get("LineWidth", "0.353")) * _POINTS
    for start, end in _strokes(_text(element, "AbbreviatedData").split()):
        ends = sorted(
            (
                matrix[0] * x + matrix[2] * y + matrix[4] + boundary[0],
                matrix[1] * x + matrix[3] * y + matrix[5] + boundary[1],
            )
            for x, y in (start, end)
        )
        wide, high = ends[1][0] - ends[0][0], abs(ends[1][1] - ends[0][1])
        if min(wide, high) <= _STRAIGHT and max(wide, high) >= _SHORTEST:
            top, bottom = sorted((ends[0][1], ends[1][1]))
            level = (top + bottom) / 2
            sides = (ends[0][0], level, ends[1][0], level) if wide >= high else (ends[0][0], top, ends[0][0], bottom)
            x0, y0, x1, y1 = (side * _POINTS for side in sides)
            yield Rule(x0, y0, x1, y1, width, 0)


def _strokes(words: Sequence[str]) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight lines of path data: S and M start, L draws, C closes; curves only move."""
    start = at = (0.0, 0.0)
    index = 0
    counts = {"S": 2, "M": 2, "L": 2, "Q": 4, "B": 6, "A": 7, "C": 0}
    while index < len(words):
        kind = words[index]
        count = counts.get(kind)
        if count is None:
            index += 1
            continue
        values = [_number(word) for word in words[index + 1 : index + 1 + count]]
        index += 1 + count
        if len(values) < count:
            return
        to = start if kind == "C" else (values[-2], values[-1])
        if kind in {"L", "C"} and to != at:
            yield at, to
        if kind in {"S", "M"}:
            start = to
        at = to


def _lines(signs: Sequence[_Sign]) -> Iterator[Line]:
    """Characters on one level as lines; a wide gap ends a line."""
    rows: list[list[_Sign]] = []
    for sign in sorted(signs, key=lambda s: s.baseline):
        home = next((row for row in reversed(rows[-_NEAR_ROWS:]) if _is_level(row[0], sign)), None)
        if home is not None:
            home.append(sign)
        else:
            rows.append([sign])
    for row in rows:
        row.sort(key=lambda s: s.x)
        cuts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(row)) if _gap(a, b) > _LINE_GAP), len(row)]
        yield from (_line(row[a:b]) for a, b in pairwise(cuts))


def _is_level(first: _Sign, sign: _Sign) -> bool:
    """Whether a character stands on the line of another: at its baseline, in nearly its size."""
    small, large = sorted((first.size, sign.size))
    return abs(sign.baseline - first.baseline) <= _SAME_LEVEL * small and large <= _SAME_SIZE * small


def _line(signs: Sequence[_Sign]) -> Line:
    cuts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(signs)) if _gap(a, b) > _WORD_GAP), len(signs)]
    words = tuple(_word(signs[a:b], space=bool(a)) for a, b in pairwise(cuts))
    box = (words[0].x0, min(w.y0 for w in words), words[-1].x1, max(w.y1 for w in words))
    return Line(words, *box, words[0].baseline)


def _word(signs: Sequence[_Sign], *, space: bool) -> Word:
    first, last = signs[0], signs[-1]
    size = max(sign.size for sign in signs)
    style = Style("OFD", round(size, 1), bold=False, italic=False, mono=False, color=0)
    text = "".join(sign.text for sign in signs)
    top, bottom = first.baseline - _ASCENT * size, first.baseline + _DESCENT * size
    return Word(text, first.x, top, last.x + _width(last.text) * last.size, bottom, first.baseline, style, space)


def _gap(left: _Sign, right: _Sign) -> float:
    """The blank between two characters of a row, em."""
    return (right.x - left.x) / max(left.size, 0.1) - _width(left.text)


def _width(char: str) -> float:
    return 1.0 if ord(char) >= _WIDE else 0.5


def _numbers(text: str) -> list[float]:
    return [_number(word) for word in text.split()]


def _number(text: str) -> float:
    """A finite number of some thousands at most; 0 for anything else."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if abs(value) < 1e5 else 0.0
