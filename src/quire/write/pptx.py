"""Slides: one per page, at the page's proportions, with editable text, native tables and pictures in place.

The only module that imports python-pptx. It owns the package: slides, relations, pictures, core
properties. The shapes are written in `quire.write.slides`.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Mapping

import pptx
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.oxml.xmlchemy import BaseOxmlElement
from pptx.parts.image import Image, ImagePart
from pptx.slide import Slide
from pptx.util import Emu

from quire.model.block import Block
from quire.model.document import Document, PageInfo
from quire.write.office.core_timestamps import utc_time
from quire.write.office.link_style import link_color
from quire.write.office.office_text import xml_text
from quire.write.office.package import hex_color, page_target, reproducible_zip
from quire.write.slides.drawingml import NAMESPACES, background, emu
from quire.write.slides.slide_page import SlidePage

_TITLE_ONLY, _BLANK = 5, 6  # layouts of python-pptx's template
_TEMPLATE = (720.0, 540.0)  # points of its slides
_LEAST, _MOST = 72.0, 4032.0  # points; PowerPoint's limits of a slide's side (1 and 56 inches)
_LINK_COLORS = re.compile(rb"(<a:(hlink|folHlink)>).*?(</a:\2>)", re.DOTALL)
_LONGEST = 255  # characters of a core property that python-pptx accepts


def write(document: Document, pictures: Mapping[str, bytes]) -> bytes:
    """The bytes of a .pptx file; `pictures` are PNG files by name, a missing one leaves its caption.

    The document is arranged without flow: every block stands on one page.
    """
    deck = _Deck(document, pictures)
    for number in range(len(document.pages)):
        deck.fill(number)
    deck.describe(document)
    return deck.save()


class _Deck:
    """A .pptx package under construction: all slides exist from the start, because links lead to them."""

    def __init__(self, document: Document, pictures: Mapping[str, bytes]) -> None:
        self._document, self._pictures = document, pictures
        self._file = pptx.Presentation()
        self._size = _slide_size(document.pages)
        self._file.slide_width, self._file.slide_height = (Emu(emu(side)) for side in self._size)
        self._blocks: dict[int, list[Block]] = {page.number: [] for page in document.pages}
        at = document.pages[0].number if document.pages else 0
        for block in document.blocks:
            at = block.places[0].page if block.places and block.places[0].page in self._blocks else at
            if at in self._blocks:
                self._blocks[at].append(block)
        self._scale_layouts()
        self._pages = [
            SlidePage(document, page, self._blocks[page.number], self._size, number)
            for number, page in enumerate(document.pages, 1)
        ]
        layouts = self._file.slide_layouts
        self._slides: list[Slide] = [
            self._file.slides.add_slide(layouts[_TITLE_ONLY if page.has_title else _BLANK]) for page in self._pages
        ]
        self._images: dict[str, ImagePart] = {}  # by the digest of their bytes
        self._at = {page.number: slide for page, slide in zip(document.pages, self._slides, strict=True)}

    def fill(self, number: int) -> None:
        """Puts the shapes of the page with this index on its slide."""
        slide = self._slides[number]
        tree = slide.shapes.element
        for shape in list(slide.shapes):
            tree.remove(shape.element)
        relations = _Relations(slide, self._at, self._pictures, self._images)
        backdrop = self._document.pages[number].backdrop
        relation = relations.picture(backdrop.name) if backdrop else None
        if relation is not None:
            tree.addprevious(_element(background(relation)))
        dark = relation is not None
        for markup in self._pages[number].shapes(relations.link, relations.picture, dark=dark):
            tree.append(_element(markup))

    def describe(self, document: Document) -> None:
        """Fills in the core properties; dates are the source's."""
        core, meta = self._file.core_properties, document.meta
        core.title = xml_text(meta.title)[:_LONGEST]
        core.author = core.last_modified_by = xml_text(meta.author)[:_LONGEST]
        core.subject, core.keywords = xml_text(meta.subject)[:_LONGEST], xml_text(meta.keywords)[:_LONGEST]
        core.language = xml_text(document.language or meta.language)[:_LONGEST]
        core.revision = 1
        core.created, core.modified = utc_time(meta.created), utc_time(meta.modified or meta.created)

    def save(self) -> bytes:
        """The package's bytes, the same for the same content."""
        out = io.BytesIO()
        self._file.save(out)
        return reproducible_zip(out.getvalue(), self._themed())

    def _themed(self) -> dict[str, bytes]:
        """The theme with the colour that most links of the document have: programs show links in the theme's."""
        color = link_color(self._document.blocks)
        if color is None:
            return {}
        theme = self._file.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
        shown = rf'\1<a:srgbClr val="{hex_color(color)}"/>\3'.encode()
        return {theme.partname.lstrip("/"): _LINK_COLORS.sub(shown, theme.blob)}

    def _scale_layouts(self) -> None:
        """Fits the template's placeholders to the slide's size, for slides that are added by hand."""
        across, down = self._size[0] / _TEMPLATE[0], self._size[1] / _TEMPLATE[1]
        master = self._file.slide_master
        for holder in (master, *master.slide_layouts):
            for shape in holder.placeholders:
                if shape.element.spPr is not None and shape.element.spPr.find(_TRANSFORM) is not None:
                    shape.left, shape.width = (Emu(round(side * across)) for side in (shape.left, shape.width))
                    shape.top, shape.height = (Emu(round(side * down)) for side in (shape.top, shape.height))


_TRANSFORM = "{http://schemas.openxmlformats.org/drawingml/2006/main}xfrm"


def _element(markup: str) -> BaseOxmlElement:
    """A shape's markup as python-pptx's element."""
    name = re.match(r"<[\w:]+", markup)
    end = name.end() if name else 0
    found: BaseOxmlElement = parse_xml(f"{markup[:end]} {NAMESPACES}{markup[end:]}")
    return found


class _Relations:
    """What a slide points at: addresses, other slides, pictures."""

    def __init__(
        self,
        slide: Slide,
        slides: Mapping[int, Slide],
        pictures: Mapping[str, bytes],
        images: dict[str, ImagePart],
    ) -> None:
        self._part, self._slides, self._pictures, self._images = slide.part, slides, pictures, images

    def link(self, target: str) -> str | None:
        """The relationship id of an address or of "#p12", None for a page that has no slide."""
        page = page_target(target)
        if page is None:
            return str(self._part.relate_to(target, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
        slide = self._slides.get(page)
        return str(self._part.relate_to(slide.part, RELATIONSHIP_TYPE.SLIDE)) if slide else None

    def picture(self, name: str) -> str | None:
        """The relationship id of a picture, None when there are no pixels for it."""
        png = self._pictures.get(name)
        if not png:
            return None
        image = Image.from_blob(png)
        try:
            part = self._images.get(image.sha1) or self._image_part(image)
        except (OSError, ValueError):  # Pillow cannot read it
            return None
        return str(self._part.relate_to(part, RELATIONSHIP_TYPE.IMAGE))

    def _image_part(self, image: Image) -> ImagePart:
        """A new part of the package; python-pptx would look through all parts for its number, for each picture."""
        name = PackURI(f"/ppt/media/image{len(self._images) + 1}.{image.ext}")
        part = ImagePart(name, image.content_type, self._part.package, image.blob, image.filename)
        self._images[image.sha1] = part
        return part


def _slide_size(pages: tuple[PageInfo, ...]) -> tuple[float, float]:
    """The size of most pages, scaled into what PowerPoint can show."""
    sizes = Counter((round(page.width, 1), round(page.height, 1)) for page in pages)
    width, height = sizes.most_common(1)[0][0] if sizes else _TEMPLATE
    width, height = max(width, 1.0), max(height, 1.0)
    scale = max(1.0, _LEAST / min(width, height))
    scale = min(scale, _MOST / max(width, height))
    return max(width * scale, _LEAST), max(height * scale, _LEAST)
