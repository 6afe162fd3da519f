"""The choice between the compiled accelerator and the pure-Python reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Protocol, cast

from quire.model.page import Fill, Line, Rule, Word
from quire.read.matrices import Matrix
from quire.read.pdf.character_classes import BULLETS, DIVISION_SUFFIXES
from quire.read.pdf.path_shapes import DrawnPaths, Shape
from quire.read.pdf.raw_page import MakeStyle, PlacedImage, RawPage, RepairWords
from quire.read.pdf.spacing_thresholds import SPACING
from quire.read.pdf.structure_tree import Element, elements_of
from quire.read.pdf.visibility import ShowInk

ReadPage = Callable[[int, Matrix, float, float, MakeStyle, RepairWords, ShowInk | None], RawPage]
"""(FPDF_PAGE as an integer, view, width, height, make_style, repair_words, show_ink) -> everything on the page.

Without `show_ink`, painted text counts as visible."""

ReadElements = Callable[[int], list[Element]]
"""FPDF_PAGE as an integer -> its structure elements, parents first."""


class _Accelerator(Protocol):
    def bind(
        self,
        path: str,
        spacing: tuple[float, ...],
        types: tuple[type, ...],
        bullets: str,
        divisions: str,
        /,
    ) -> tuple[str, ...]: ...

    def read_page(  # noqa: PLR0913, PLR0917 - the C function's own signature
        self,
        page: int,
        view: Matrix,
        width: float,
        height: float,
        make_style: MakeStyle,
        repair_words: RepairWords,
        show_ink: ShowInk | None,
        /,
    ) -> tuple[
        list[Line],
        list[Line],
        tuple[list[Rule], list[Fill], list[Shape]],
        list[PlacedImage],
        int,
        int,
        int,
        tuple[int, int, int, int],
    ]: ...

    def read_elements(self, page: int, /) -> list[Element]: ...


def element_reader(lib: ModuleType, library: str) -> ReadElements:
    """The fastest available reader of a page's structure elements; arguments as for `page_reader`."""
    accelerator = _load(library)
    return partial(elements_of, lib) if accelerator is None else accelerator.read_elements


def page_reader(lib: ModuleType, library: str) -> ReadPage:
    """The fastest available reader of pages.

    Args:
        lib: PDFium's raw functions.
        library: path of the shared library that `lib` has loaded.
    """
    accelerator = _load(library)
    return python_page_reader(lib) if accelerator is None else accelerated_page_reader(accelerator)


def python_page_reader(lib: ModuleType) -> ReadPage:
    """The pure-Python reader."""
    from quire.read.pdf import python_reader

    def read(  # noqa: PLR0913, PLR0917 - ReadPage
        page: int, view: Matrix, width: float, height: float, make: MakeStyle, repair: RepairWords, show: ShowInk | None
    ) -> RawPage:
        return python_reader.read_page(lib, page, view, width, height, make, repair, show)

    return read


def accelerated_page_reader(accelerator: _Accelerator) -> ReadPage:
    """The accelerator as a reader of pages."""

    def read(  # noqa: PLR0913, PLR0917 - ReadPage
        page: int, view: Matrix, width: float, height: float, make: MakeStyle, repair: RepairWords, show: ShowInk | None
    ) -> RawPage:
        found = accelerator.read_page(page, view, width, height, make, repair, show)
        lines, hidden, drawn, images, *counts, turns = found
        return RawPage(lines, hidden, DrawnPaths(*drawn), images, counts[0], counts[1], counts[2], turns)

    return read


def _load(library: str) -> _Accelerator | None:
    """The accelerator bound to a loaded library; None if it was not built or fills other fields."""
    try:
        accelerator = cast("_Accelerator", import_module("quire.read.pdf._pdfium"))
    except ImportError:
        return None
    types = (Word, Line, Rule, Fill, Shape, PlacedImage)
    try:
        names = accelerator.bind(library, tuple(SPACING), types, BULLETS, DIVISION_SUFFIXES)
    except (ImportError, ValueError, TypeError):
        return None
    return accelerator if names == SPACING._fields else None
