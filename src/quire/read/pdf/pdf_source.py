"""PDF documents through PDFium, which `quire.read.pdf.pdfium` loads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

from quire.errors import BadRequest, DamagedDocument, ProtectedDocument
from quire.model.geometry import Box
from quire.model.page import Backdrop, Metadata, OutlineItem, Page, Picture, PictureKind, Tag, TextSource
from quire.read import raster
from quire.read.matrices import Matrix, multiply
from quire.read.ocr_engine import Pixels
from quire.read.ocr_resolution import clipped_box
from quire.read.pdf import catalog, dingbats, pdfium, tounicode
from quire.read.pdf.drawn_blanks import with_blanks
from quire.read.pdf.drawn_marks import marks_of
from quire.read.pdf.font_pitch import with_true_pitch
from quire.read.pdf.font_program import program_name
from quire.read.pdf.font_styles import DocumentStyles
from quire.read.pdf.form_fields import with_fields
from quire.read.pdf.formula_sizes import with_text_sizes
from quire.read.pdf.layers import without_hidden_layers
from quire.read.pdf.link_areas import links_of
from quire.read.pdf.object_properties import address_of
from quire.read.pdf.outlined_glyphs import has_outlined_glyphs
from quire.read.pdf.page_reader import ReadElements, ReadPage, element_reader, page_reader
from quire.read.pdf.password_unlock import decrypted
from quire.read.pdf.path_shapes import without_repainted
from quire.read.pdf.pdf_objects import UnreadableObjects
from quire.read.pdf.picture_areas import pictures, pixel_rules
from quire.read.pdf.raw_page import PlacedImage, RawPage
from quire.read.pdf.rendered_ink import rendered_ink
from quire.read.pdf.structure_tree import StructureTree, tags_of
from quire.read.pdf.text_quality import assess_text, drawn_letters, has_letter_shapes, letters_and_digits
from quire.read.pdf.type3_fonts import named_file
from quire.read.pdf.word_repair import repair_words
from quire.read.source import ClosingSource

lib: ModuleType = pdfium
"""PDFium's functions."""

_PASSWORD_ERRORS = {lib.FPDF_ERR_PASSWORD, lib.FPDF_ERR_SECURITY}
_TURN_SHARE = 0.7  # of a page's glyphs in one direction: the page is read in that direction
_MIN_TURN_GLYPHS = 30  # fewer glyphs do not tell the direction
_MIN_SIDE, _MAX_SIDE = 3.0, 14_400.0  # points: the sides of a page (ISO 32000-1, annex C)
_SLACK = 1.0  # points by which what is drawn in an image may reach over its edge
_LETTER = (612.0, 792.0)  # points: the page size if the file's is unusable
_MAX_TRIED_PAGES = 20  # before a document without a loadable page counts as damaged
_MIN_DPI, _MAX_DPI = 8.0, 600.0  # of rendered pages

View = tuple[Matrix, float, float]
"""From user space to the visible page, and its width and height in points."""


class PdfSource(ClosingSource):
    """An open PDF; see `quire.read.Source`. Pages are read when asked for and not kept.

    With `hidden`, text that cannot be seen is read like any other. `read_page` replaces the fastest available reader
    of pages, for comparisons.
    """

    def __init__(
        self, path: Path, *, password: str = "", hidden: bool = False, read_page: ReadPage | None = None
    ) -> None:
        self._read_page = read_page or _read_page()
        self._path = path
        self._document = _open(path, password)
        seen = None if hidden else without_hidden_layers(path, password)
        self._whole: PdfSource | None = None  # the file with what is on hidden layers
        if seen is not None:
            self._document.close()
            self._document = pdfium.Document(seen)
            self._whole = PdfSource(path, password=password, hidden=True, read_page=read_page)
        self._styles = DocumentStyles(lambda font: program_name(lib, font))
        self._turned: dict[int, int] = {}
        self._with_hidden = hidden
        self._as_written = seen is None  # whether the document is the file itself; False once it is repaired
        try:
            self.meta: Metadata = catalog.metadata(lib, self._document.handle)
            self._repair_maps()
            self._document.open_form()
            self.page_count = _page_count(self._document)
            self._labelled = bool(catalog.page_label(lib, self._document.handle, 0))
        except BaseException:
            self.close()
            raise

    def _repair_maps(self) -> None:
        """Open the document again with repaired ToUnicode maps, if PDFium would refuse them."""
        data = tounicode.repaired_file(self._path) if tounicode.AFFECTED_PRODUCER in self.meta.producer else None
        if data is not None:
            self._document.close()
            self._document = pdfium.Document(data)
            self._as_written = False

    def _name_fonts(self) -> bool:
        """Open the document again with names for its Type 3 fonts, if it has any with descriptors; tried once."""
        found = named_file(self._path) if self._as_written else None
        self._as_written = False
        if found is None:
            return False
        try:
            document = pdfium.Document(found.data)
        except pdfium.OpenRefused:
            return False
        self._document.close()
        self._document = document
        self._document.open_form()
        self._styles.described = found.fonts
        return True

    @cached_property
    def outline(self) -> tuple[OutlineItem, ...]:
        """The bookmarks in order, with levels."""
        return tuple(catalog.outline(lib, self._document.handle, self.page_count))

    def page(self, number: int) -> Page:
        """The page with this number, 1-based; an empty one if the file has lost it but not all others."""
        page = self._loaded_page(number)
        if self._styles.has_nameless_fonts and self._as_written and self._name_fonts():
            return self._loaded_page(number)
        return page

    def _loaded_page(self, number: int) -> Page:
        with self._loaded(number) as handle:
            if not handle:
                return Page(number, *_LETTER, source=TextSource.NONE)
            return self._page(number, handle)

    def letters(self, number: int) -> int:
        """Letters and digits that can be seen on a page."""
        with self._loaded(number) as handle:
            if not handle:
                return 0
            (_, width, height), raw, _ = self._upright(handle)
            return letters_and_digits(assess_text(raw, width, height, with_hidden=self._with_hidden).lines)

    def _upright(self, handle: object) -> tuple[View, RawPage, int]:
        """The view in which most of the text stands upright, the page in it, and degrees turned clockwise for it."""
        view = _view(handle)
        raw = self._read(handle, view)
        turned = _turn_of(raw.quarter_turns)
        if turned:
            view = _turned(view, turned)
            raw = self._read(handle, view, turned)
        return view, raw, turned

    def _page(self, number: int, handle: object) -> Page:
        (matrix, width, height), raw, turned = self._upright(handle)
        self._turned[number] = turned
        quality = assess_text(raw, width, height, with_hidden=self._with_hidden)
        hidden = quality.hidden
        if self._whole is not None:
            hidden = max(0, self._whole.letters(number) - letters_and_digits(quality.lines))
        tags = self._tags(number, handle) if self.meta.tagged else {}
        lines = dingbats.with_shown_signs(quality.lines) if self._styles.has_sign_fonts else quality.lines
        lines = with_true_pitch(lines) if self._styles.has_fixed_fonts else lines
        lines = with_text_sizes(lines) if self._styles.has_web_formulas else lines
        if lib.FPDFPage_GetAnnotCount(handle):
            lines = with_fields(lines, lib, handle, self._document.form, matrix, self._styles.make)
        document = self._document.handle
        art = (raw.drawn.shapes, raw.drawn.rules, raw.drawn.fills)
        images = [] if quality.source is TextSource.HIDDEN else raw.images
        shown = pictures(number, (width, height), images, art, lines, tags=tags)
        marks = marks_of(lines, raw.drawn, raw.images)
        lines, rules = with_blanks(lines, raw.drawn.rules)
        taken: list[Box] = []
        if raw.drawn.shapes:  # of few pages
            taken = [*(one.box for one in shown), *(one.box for one in lines), *(one.box for one in marks)]
        return Page(
            number=number,
            width=width,
            height=height,
            label=catalog.page_label(lib, document, number - 1) if self._labelled else "",
            lines=lines,
            rules=(*rules, *pixel_rules(raw.images)),
            fills=tuple(
                [f for f in without_repainted(raw.drawn.fills) if f[4] < _PAPER or not _is_paper(f, width, height)]
            ),
            pictures=shown,
            marks=marks,
            links=tuple(links_of(lib, document, handle, matrix, self.page_count)),
            tags=tags,
            source=quality.source,
            needs_ocr=quality.needs_ocr,
            turned=turned,
            hidden=hidden,
            unknown=raw.unmapped + drawn_letters(raw.drawn.shapes, taken),
        )

    def _tags(self, number: int, handle: object) -> Mapping[int, Tag]:
        structure = self._structure
        return tags_of(_read_elements()(address_of(handle)), number) if structure is None else structure.tags(number)

    @cached_property
    def _structure(self) -> StructureTree | None:
        """The structure tree in the file's own tables; None if only PDFium can read it."""
        try:
            return StructureTree(self._path, self.page_count)
        except (UnreadableObjects, OSError):
            return None

    def _read(self, handle: object, view: View, turned: int = 0) -> RawPage:
        def show(items: Collection[int]) -> tuple[int, int, bytes]:
            return rendered_ink(lib, handle, view[1:], items, turned=turned)

        show_ink = None if self._with_hidden else show
        raw = self._read_page(address_of(handle), *view, self._styles.make, repair_words, show_ink)
        if raw.images:
            raw = raw._replace(images=[one for one in raw.images if not self._is_empty(one, raw, handle)])
        if not (has_letter_shapes(raw.drawn.shapes) and has_outlined_glyphs(lib, handle, view[0])):
            return raw
        from quire.read.pdf import python_reader  # of few pages

        return python_reader.read_page(
            lib, address_of(handle), *view, self._styles.make, repair_words, show_ink, read_outlines=True
        )

    def _is_empty(self, image: PlacedImage, raw: RawPage, handle: object) -> bool:
        """Whether an image shows nothing, and nothing is drawn in it that it would hold together."""
        if not raster.is_transparent(lib, self._document.handle, handle, image.path):
            return False
        box = Box(image.x0, image.y0, image.x1, image.y1)
        return not any(box.holds(Box(*shape[:4]), _SLACK) for shape in raw.drawn.shapes)

    def picture(self, picture: Picture | Backdrop) -> bytes:
        """The picture as PNG; an image object keeps its own resolution, up to 3,000 pixels a side."""
        with self._loaded(picture.page, needed=True) as handle:
            turned = self._turn(picture.page, handle)
            view = _turned(_view(handle), turned)
            if isinstance(picture, Backdrop):
                return raster.backdrop_png(lib, handle, view, picture, turned=turned)
            if picture.kind is PictureKind.IMAGE:
                data = raster.image_object_png(
                    lib, self._document.handle, handle, picture.objects, view=view[0], box=picture.box
                )
                if data is not None:
                    return data
        with self._loaded(picture.page, needed=True) as handle:
            return raster.region_png(lib, handle, view[1:], picture.box, turned=turned)

    def render(self, number: int, dpi: float) -> tuple[int, int, bytes]:
        """Width, height and RGB bytes of a page as `page` describes it; `dpi` is kept within 8 to 600."""
        width, height, pixels = self._drawn(number, dpi, None)
        return width, height, bytes(pixels)

    def image(self, number: int, dpi: float = 200.0, box: Box | None = None) -> Pixels:
        """A page or a box of it as an array, as `render` draws it."""
        import numpy as np

        width, height, pixels = self._drawn(number, dpi, box)
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)

    def look(self, number: int, box: Box, *, scale: float = 1.0) -> list[tuple[str, Box, float]]:  # noqa: ARG002 - see `Source`
        """Nothing: no engine was given."""
        return []

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._document.close()
        if self._whole is not None:
            self._whole.close()

    def _drawn(self, number: int, dpi: float, box: Box | None) -> tuple[int, int, bytearray]:
        """Width, height and RGB bytes of a page or of a box of it."""
        with self._loaded(number, needed=True) as handle:
            turned = self._turn(number, handle)
            _, width, height = _turned(_view(handle), turned)
            dpi = min(max(dpi, _MIN_DPI), _MAX_DPI)
            whole = Box(0.0, 0.0, width, height)
            part = whole if box is None else clipped_box(box, width, height)
            return raster.render_region(
                lib, handle, (width, height), part, dpi=dpi, turned=turned, form=self._document.form
            )

    def _turn(self, number: int, handle: object) -> int:
        """The turn of a page as `page` finds it, cached."""
        if number not in self._turned:
            self._turned[number] = _turn_of(self._read(handle, _view(handle)).quarter_turns)
        return self._turned[number]

    @contextmanager
    def _loaded(self, number: int, *, needed: bool = False) -> Iterator[object]:
        if not 1 <= number <= self.page_count:
            raise BadRequest(f"The document has {self.page_count} pages; there is no page {number}.")
        handle = lib.FPDF_LoadPage(self._document.handle, number - 1)
        if not handle and (needed or not self._has_pages):
            raise DamagedDocument
        try:
            yield handle
        finally:
            if handle:
                lib.FPDF_ClosePage(handle)

    @cached_property
    def _has_pages(self) -> bool:
        """Whether any of the first pages can be loaded."""
        for index in range(min(self.page_count, _MAX_TRIED_PAGES)):
            handle = lib.FPDF_LoadPage(self._document.handle, index)
            if handle:
                lib.FPDF_ClosePage(handle)
                return True
        return False


@cache
def _read_page() -> ReadPage:
    return page_reader(lib, pdfium.library_path())


@cache
def _read_elements() -> ReadElements:
    return element_reader(lib, pdfium.library_path())


def _open(path: Path, password: str) -> pdfium.Document:
    """The document, tried without a password first, since many protected files open for reading.

    Raises:
        ProtectedDocument: it needs a password that was not given.
        DamagedDocument: PDFium cannot repair it.
    """
    try:
        return pdfium.Document(path)
    except pdfium.OpenRefused as error:
        if error.code not in _PASSWORD_ERRORS:
            raise DamagedDocument from None
    if not password:
        raise ProtectedDocument
    try:
        return pdfium.Document(path, password)
    except pdfium.OpenRefused as error:
        if error.code not in _PASSWORD_ERRORS:
            raise DamagedDocument from None
    data = decrypted(path, password)
    if data is None:
        raise ProtectedDocument("The password does not open the file.")
    return pdfium.Document(data)


def _page_count(document: pdfium.Document) -> int:
    """The number of pages.

    Raises:
        DamagedDocument: there are none.
    """
    count = document.page_count
    if count < 1:
        raise DamagedDocument
    return count


def _view(handle: object) -> View:
    """The view of a page; applies its rotation and crop box, and replaces absurd boxes."""
    rect = lib.FS_RECTF()
    lib.FPDF_GetPageBoundingBox(handle, rect)
    x0, y0, x1, y1 = rect.left, rect.bottom, rect.right, rect.top
    if not min(x1 - x0, y1 - y0) >= _MIN_SIDE:  # also if they are not numbers
        x0, y0, x1, y1 = 0.0, 0.0, *_LETTER
    x1, y1 = min(x1, x0 + _MAX_SIDE), min(y1, y0 + _MAX_SIDE)
    upright: View = ((1.0, 0.0, 0.0, -1.0, -x0, y1), x1 - x0, y1 - y0)
    return _turned(upright, 90 * (lib.FPDFPage_GetRotation(handle) & 3))


def _turned(view: View, degrees: int) -> View:
    """The view turned clockwise by a multiple of 90 degrees."""
    matrix, width, height = view
    match degrees:
        case 90:
            return multiply(matrix, (0.0, 1.0, -1.0, 0.0, height, 0.0)), height, width
        case 180:
            return multiply(matrix, (-1.0, 0.0, 0.0, -1.0, width, height)), width, height
        case 270:
            return multiply(matrix, (0.0, -1.0, 1.0, 0.0, 0.0, width)), height, width
        case _:
            return view


def _turn_of(quarters: tuple[int, int, int, int]) -> int:
    """Degrees clockwise that make most of the glyphs upright."""
    total = sum(quarters)
    most = max(range(4), key=lambda quarter: quarters[quarter])
    if most == 0 or total < _MIN_TURN_GLYPHS or quarters[most] < _TURN_SHARE * total:
        return 0
    return 360 - 90 * most


_WHITE = 0xFA  # a channel of the colour of paper
_PAPER = 0xFAFAFA  # a colour below has a darker channel
_COVERS = 0.9  # of the page: a fill so large is its background


def _is_paper(fill: tuple[float, float, float, float, int], width: float, height: float) -> bool:
    """Whether a fill is only the white ground of the page."""
    x0, y0, x1, y1, color = fill
    white = min(color >> 16, color >> 8 & 255, color & 255) >= _WHITE
    return white and (x1 - x0) * (y1 - y0) >= _COVERS * width * height
