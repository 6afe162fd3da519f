"""Values of form fields and free-text notes as lines: they are visible on the page but not in its content."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import NamedTuple

from quire.bullets import BOXES
from quire.model.geometry import Box
from quire.model.page import Line, Style, Word
from quire.read.matrices import Matrix, map_box, rounded
from quire.read.pdf.catalog import utf16_string
from quire.text import fold, is_cjk

_FREE_TEXT, _WIDGET = 3, 20  # FPDF_ANNOT_*
_CHECKBOX, _RADIO, _COMBO, _LIST, _TEXT = 2, 3, 4, 5, 6  # FPDF_FORMFIELD_*
_INVISIBLE = 0x01 | 0x02 | 0x20  # annotation flags invisible, hidden, no view (ISO 32000-1, table 165)
_PASSWORD_FIELD = 1 << 13  # field flag (table 228)
_MAX_ANNOTATIONS = 4_000  # of a page
_MARKS = {(_CHECKBOX, True): "☑", (_CHECKBOX, False): "☐", (_RADIO, True): "◉", (_RADIO, False): "○"}
_SET, _PRINTED = "☑◉", BOXES + "○◯◻"  # marks of what is chosen; printed boxes
_ASIDE = 2.0  # points by which a check box may miss the printed one
_MIN_SIZE, _MAX_SIZE = 5.0, 14.0  # points, if the field does not state its size
_SIZE_SHARE = 0.65  # of the height of the field, the same
_LEADING = 1.2  # of the size, from line to line
_WIDE, _NARROW, _SPACE = 1.0, 0.5, 0.3  # em: approximate widths of characters and spaces, to place the words
_ASCENT, _DESCENT = 0.8, 0.2  # em: the box of a word around its baseline
_BELOW_MIDDLE = 0.35  # em from the middle of a field to the baseline of its only line


class FieldText(NamedTuple):
    """A text in a box of the page."""

    text: str
    box: Box
    size: float  # points; 0: to fit the box


def with_fields(  # noqa: PLR0917 - of one page
    lines: Sequence[Line],
    lib: ModuleType,
    page: object,
    form: object,
    view: Matrix,
    make_style: Callable[[str, int, int, int, int, int, int, int], Style],
) -> tuple[Line, ...]:
    """The lines of a page with those of its filled-in fields and notes behind them, in the order of the file.

    A check box over a printed one is that: where it is ticked, so is the printed one.
    """
    found = list(lines)
    added: list[Line] = []
    for value in _values(lib, page, form, view):
        if value.text not in _MARKS.values() or not _tick(found, value):
            added += _lines(value, make_style)
    return (*found, *added)


def _tick(lines: list[Line], field: FieldText) -> bool:
    """Whether a check box lies over a printed box, which is replaced by a ticked one if need be."""
    x0, y0, x1, y1 = field.box
    for at, line in enumerate(lines):
        if line.y1 < y0 or line.y0 > y1 or line.x1 < x0 or line.x0 > x1:
            continue
        for index, word in enumerate(line.words):
            wide = (word.x1 - word.x0) / len(word.text)
            for place, sign in enumerate(word.text):
                middle = word.x0 + (place + 0.5) * wide, word.baseline - _BELOW_MIDDLE * word.style.size
                if sign in _PRINTED and Box(x0 - _ASIDE, y0 - _ASIDE, x1 + _ASIDE, y1 + _ASIDE).holds_point(*middle):
                    shown = field.text if field.text in _SET else sign
                    text = word.text[:place] + shown + word.text[place + 1 :]
                    words = (*line.words[:index], word._replace(text=text), *line.words[index + 1 :])
                    lines[at] = line._replace(words=words)
                    return True
    return False


def _values(lib: ModuleType, page: object, form: object, view: Matrix) -> Iterator[FieldText]:
    for i in range(min(lib.FPDFPage_GetAnnotCount(page), _MAX_ANNOTATIONS)):
        note = lib.FPDFPage_GetAnnot(page, i)
        if not note:
            continue
        try:
            value = _value(lib, note, form, view)
        finally:
            lib.FPDFPage_CloseAnnot(note)
        if value is not None:
            yield value


def _value(lib: ModuleType, note: object, form: object, view: Matrix) -> FieldText | None:
    kind = lib.FPDFAnnot_GetSubtype(note)
    if kind not in {_FREE_TEXT, _WIDGET} or lib.FPDFAnnot_GetFlags(note) & _INVISIBLE:
        return None
    rect = lib.FS_RECTF()
    if not lib.FPDFAnnot_GetRect(note, rect):
        return None
    box = Box(*map_box(view, rect.left, rect.bottom, rect.right, rect.top))
    text = _string(lib, note, b"Contents") if kind == _FREE_TEXT else _field_value(lib, note, form)
    if not text.strip() or box.width < 1.0 or box.height < 1.0:
        return None
    size = ctypes.c_float()
    if kind == _WIDGET and form:
        lib.FPDFAnnot_GetFontSize(form, note, size)
    return FieldText(text, box, size.value)


def _string(lib: ModuleType, note: object, key: bytes) -> str:
    """A string or name of an annotation's dictionary."""
    kind = ctypes.POINTER(lib.FPDF_WCHAR)

    def call(buffer: object, size: int) -> int:
        pointer = None if buffer is None else ctypes.cast(buffer, kind)  # type: ignore[arg-type]  # a string buffer
        return int(lib.FPDFAnnot_GetStringValue(note, key, pointer, size))

    return utf16_string(call)


def _field_value(lib: ModuleType, note: object, form: object) -> str:
    """The value of a field; a box or a circle for check boxes and radio buttons."""
    if not form:
        return ""
    kind = lib.FPDFAnnot_GetFormFieldType(form, note)
    if kind in {_CHECKBOX, _RADIO}:
        return _MARKS[kind, _string(lib, note, b"AS") not in {"", "Off"}]
    if kind not in {_COMBO, _LIST, _TEXT} or lib.FPDFAnnot_GetFormFieldFlags(form, note) & _PASSWORD_FIELD:
        return ""
    pointer_kind = ctypes.POINTER(lib.FPDF_WCHAR)

    def call(buffer: object, size: int) -> int:
        pointer = None if buffer is None else ctypes.cast(buffer, pointer_kind)  # type: ignore[arg-type]  # a string buffer
        return int(lib.FPDFAnnot_GetFormFieldValue(form, note, pointer, size))

    return utf16_string(call)


def _lines(value: FieldText, make_style: Callable[[str, int, int, int, int, int, int, int], Style]) -> Iterator[Line]:
    box = value.box
    size = value.size or min(max(_SIZE_SHARE * box.height, _MIN_SIZE), _MAX_SIZE)
    style = make_style("", 0, 0, 0, int(size * 10.0 + 0.5), 0, 0, 0)
    rows = [row for row in fold(value.text.replace("\r\n", "\n").replace("\r", "\n")).split("\n") if row.strip()]
    middle = (box.y0 + box.y1) / 2.0
    baseline = middle + _BELOW_MIDDLE * size if len(rows) == 1 else box.y0 + size
    for row in rows:
        words = tuple(_words(row, box, baseline, size, style))
        if words:
            line = Line(words, words[0].x0, words[0].y0, words[-1].x1, words[0].y1, words[0].baseline)
            yield line
        baseline += _LEADING * size


def _words(row: str, box: Box, baseline: float, size: float, style: Style) -> Iterator[Word]:
    """The words of a row, placed by usual widths of characters and squeezed into the box."""
    parts = ["".join(c for c in part if c.isprintable()) for part in row.split()]
    parts = [part for part in parts if part]
    ems = [sum(_WIDE if is_cjk(ord(c)) else _NARROW for c in part) for part in parts]
    total = sum(ems) + _SPACE * (len(parts) - 1)
    em = min(size, box.width / total) if total > 0 else size
    x = box.x0
    for i, part in enumerate(parts):
        x1 = x + ems[i] * em
        top, bottom = rounded(baseline - _ASCENT * size), rounded(baseline + _DESCENT * size)
        yield Word(part, rounded(x), top, rounded(x1), bottom, rounded(baseline), style, i > 0)
        x = x1 + _SPACE * em
