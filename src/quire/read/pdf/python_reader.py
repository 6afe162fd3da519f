"""The Python reader: a whole page through ctypes, with the same results as the accelerator.

It is about ten times slower, because it calls PDFium for every glyph. `lib` is the module of PDFium's raw functions,
which `quire.read.pdf.pdf_source` passes in.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from types import ModuleType

from quire.model.page import Style
from quire.read.matrices import Matrix
from quire.read.pdf.glyph_lines import lines_of
from quire.read.pdf.object_properties import address_of, bounds_of
from quire.read.pdf.python_reader_objects import ObjectReader
from quire.read.pdf.python_reader_text import TextReader
from quire.read.pdf.raw_page import MakeStyle, RawPage, RepairWords
from quire.read.pdf.spacing_thresholds import SPACING
from quire.read.pdf.visibility import Ink, ShowInk, VisibilityCheck

_RECENT_OBJECTS = 12  # earlier text objects that a new one is compared with; PDFium compares fewer
_LEAST_OFFSET = 0.02  # points between two prints that make type bold
_MAX_GROWTH = 0.05  # points by which the boxes of two prints may differ in size


def read_page(  # noqa: PLR0913, PLR0917 - the accelerator's signature
    lib: ModuleType,
    page: int,
    view: Matrix,
    width: float,
    height: float,
    make_style: MakeStyle,
    repair: RepairWords,
    show_ink: ShowInk | None = None,
    *,
    read_outlines: bool = False,
) -> RawPage:
    """The content of a loaded page.

    Args:
        lib: PDFium's raw functions.
        page: the FPDF_PAGE as an integer.
        view: from the page's user space to points from the top left corner of what is visible.
        width: of the visible page, points.
        height: of the visible page, points.
        make_style: makes a style from a font's properties.
        repair: repairs the words of a line, see `glyph_lines.lines_of`.
        show_ink: says what can be seen of text objects; None: all.
        read_outlines: read outlines that are glyphs of fonts of formulas as text, see `outlined_glyphs`.
    """
    handle = ctypes.cast(page, lib.FPDF_PAGE)
    check = VisibilityCheck(width, height, wanted=show_ink is not None)
    art = ObjectReader(lib, view, (width, height), check, read_outlines=read_outlines)
    art.read(handle)
    text = TextReader(lib, view, width, height)
    suspects = [address_of(place.item) for place in check.texts if place.suspect]
    shown = show_ink(suspects) if suspects and show_ink is not None else None
    doubted = {address_of(place.item): place for place in check.texts if place.suspect or place.cut or place.drawn}
    text.doubt(Ink(shown, width, height), doubted)
    texts = [place.item for place in check.texts]
    _read_text(lib, handle, text, texts)
    _restore(lib, texts, text)
    if art.outlined:
        text.add_outlines(art.outlined, texts)

    def style_of(index: int, rise: int) -> Style:
        return text.fonts.make(index, rise, make_style)

    bars = [(r.x0, r.y0, r.x1, r.y1) for r in art.drawn.rules]
    turns = text.quarter_turns
    return RawPage(
        lines_of(text.visible, bars, style_of, repair),
        lines_of(text.invisible, bars, style_of, repair, hidden=True),
        art.drawn,
        art.images,
        text.glyph_count,
        text.unmapped,
        text.guessed,
        (turns[0], turns[1], turns[2], turns[3]),
    )


def _read_text(lib: ModuleType, page: object, reader: TextReader, texts: Sequence[object]) -> None:
    text = lib.FPDFText_LoadPage(page)
    if text:
        try:
            reader.read(text, texts)
        finally:
            lib.FPDFText_ClosePage(text)


def _restore(lib: ModuleType, texts: Sequence[object], reader: TextReader) -> None:
    """Make text bold that is drawn twice: PDFium drops a text object that repeats a recent one.

    It drops the second of two like letters that are objects of their own and overlap, too ("ff"): this gets its place.
    """
    for i, item in enumerate(texts):
        if address_of(item) in reader.text_objects:
            continue
        for other in texts[max(0, i - _RECENT_OBJECTS) : i]:
            objects = reader.text_objects.get(address_of(other))
            step = _step(lib, item, other) if objects else None
            if not objects or step is None:
                continue
            if max(map(abs, step)) <= SPACING.double_print:
                bold = {id(one.run): one.bold_run for one in objects}
                reader.visible = [g._replace(run=bold.get(id(g.run), g.run)) for g in reader.visible]
                break
            if other is texts[i - 1] and step[0] > 0.0 and abs(step[1]) <= _LEAST_OFFSET:
                reader.repeat_letter(objects[0].run, step[0])


def _step(lib: ModuleType, item: object, other: object) -> tuple[float, float] | None:
    """How far apart the boxes of two text objects are, if they are of the same size and not in one place."""
    a, b = bounds_of(lib, item), bounds_of(lib, other)
    if a is None or b is None:
        return None
    step = a[0] - b[0], a[1] - b[1]
    growth = max(abs((a[2] - a[0]) - (b[2] - b[0])), abs((a[3] - a[1]) - (b[3] - b[1])))
    return step if max(map(abs, step)) > _LEAST_OFFSET and growth <= _MAX_GROWTH else None
