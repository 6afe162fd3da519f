"""Word: a document as a .docx file whose structure is Word's own.

The only module that imports python-docx. It owns the package: parts, relations, pictures, core
properties. What stands in the parts is written in `quire.write.word`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence

import docx
from docx.document import Document as WordDocument
from docx.image.exceptions import InvalidImageStreamError, UnexpectedEndOfFileError, UnrecognizedImageError
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.parts.image import ImagePart

from quire.model.block import Span
from quire.model.document import Document
from quire.write.office.core_timestamps import utc_time
from quire.write.office.office_text import xml_text
from quire.write.office.package import reproducible_zip
from quire.write.word.header_pictures import RepeatedPicture, repeated_pictures
from quire.write.word.header_rules import HeaderRule
from quire.write.word.headers_footers import HeaderFooter, HeaderLine, PageHeaders, header_part, page_headers
from quire.write.word.heading_styles import promote_headings
from quire.write.word.inline_pictures import anchored_picture
from quire.write.word.main_part import MainPart
from quire.write.word.sections import PageGroup, Section, header_distance, page_number_type, section_properties
from quire.write.word.word_runs import PartLinks, Runs
from quire.write.word.word_settings import settings_part
from quire.write.word.word_styles import styles_part

# Parts of python-docx's template that our files do not need.
_SUPERFLUOUS = ("stylesWithEffects", "customXml", "numbering", "thumbnail", "webSettings", "fontTable")
_ORNAMENT = 1_000_000  # numbers of pictures in headers begin here: those of the text come before
_LONGEST = 255  # characters of a core property that python-docx accepts


def write(document: Document, pictures: Mapping[str, bytes]) -> bytes:
    """The bytes of a .docx file; `pictures` are PNG files by name, a missing one leaves its caption."""
    document = promote_headings(document)
    package = _Package(pictures)
    body = MainPart(document, relate=package.relate, picture=package.picture)
    sides = _Sides(document, body, package, repeated_pictures(document, pictures))
    main = body.part(sides.end_of)
    for name, notes in body.notes.items():
        if notes:
            package.add(name, body.notes_part(notes), body.note_links)
    if body.numbering:
        package.add("numbering", body.numbering.part())
    told = "".join(notes.settings() for notes in body.notes.values())
    package.add("styles", styles_part(body.looks, body.spacing, document.language))
    package.add("settings", settings_part(document.language, notes=told, even=sides.even, mirrored=body.mirrored))
    package.describe(document)
    return package.save(main)


class _Package:
    """A .docx package under construction."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._pictures = pictures
        self._word: WordDocument = docx.Document()
        self._main = self._word.part
        self._known: dict[str, str | None] = {}
        for owner in (self._main.rels, self._main.package.rels):
            for key in [k for k, rel in owner.items() if any(name in rel.target_ref for name in _SUPERFLUOUS)]:
                del owner[key]

    def relate(self, address: str) -> str:
        """The relationship id of an outside address."""
        found: str = self._main.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        return found

    def picture(self, name: str) -> str | None:
        """The relationship id of a picture, None when there are no pixels for it."""
        if name not in self._known:
            image = self._image(name)
            self._known[name] = self._main.relate_to(image, RELATIONSHIP_TYPE.IMAGE) if image else None
        return self._known[name]

    def add(self, name: str, xml: bytes, links: Iterable[str] = (), pictures: Iterable[str] = ()) -> str:
        """Adds a part ("styles", "header1" ...), in the place of the template's own; its relationship id.

        `links` are the addresses that the part calls rId1, rId2 ...; the names of its `pictures` follow.
        """
        kind = name.rstrip("0123456789")
        reltype = getattr(RELATIONSHIP_TYPE, kind.upper())
        for key in [k for k, rel in self._main.rels.items() if rel.reltype == reltype and kind == name]:
            del self._main.rels[key]
        content = getattr(CONTENT_TYPE, f"WML_{kind.upper()}")
        part = Part(PackURI(f"/word/{name}.xml"), content, xml, self._main.package)
        for address in links:
            part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        for number, picture in enumerate(pictures, len(part.rels) + 1):
            image = self._image(picture)
            if image is not None:
                part.load_rel(RELATIONSHIP_TYPE.IMAGE, image, f"rId{number}")
        found: str = self._main.relate_to(part, reltype)
        return found

    def shows(self, name: str) -> bool:
        """Whether there are pixels for a picture."""
        return self._image(name) is not None

    def describe(self, document: Document) -> None:
        """Fills in the core properties; dates are the source's."""
        core, meta = self._word.core_properties, document.meta
        core.title = xml_text(meta.title)[:_LONGEST]
        core.author = core.last_modified_by = xml_text(meta.author)[:_LONGEST]
        core.subject, core.keywords = xml_text(meta.subject)[:_LONGEST], xml_text(meta.keywords)[:_LONGEST]
        core.language = xml_text(document.language or meta.language)[:_LONGEST]
        core.comments, core.category = "", ""
        core.revision = 1
        core.created = utc_time(meta.created)
        core.modified = utc_time(meta.modified or meta.created)

    def save(self, main: bytes) -> bytes:
        """The package's bytes with `main` as document.xml, the same for the same content.

        The main part never becomes python-docx's tree: putting a long body into it took seven seconds.
        """
        out = io.BytesIO()
        self._word.save(out)
        return reproducible_zip(out.getvalue(), {"word/document.xml": main})

    def _image(self, name: str) -> ImagePart | None:
        png = self._pictures.get(name)
        if not png:
            return None
        try:
            found: ImagePart = self._main.package.get_or_add_image_part(io.BytesIO(png))
        except (UnrecognizedImageError, InvalidImageStreamError, UnexpectedEndOfFileError):
            return None
        return found


class _Sides:
    """The headers and footers of the sections, as parts."""

    def __init__(
        self, document: Document, body: MainPart, package: _Package, repeated: Mapping[int, tuple[RepeatedPicture, ...]]
    ) -> None:
        self._sheets = body.sheets
        self._look = body.looks.note
        self._package = package
        repeated = {page: tuple(one for one in some if package.shows(one.name)) for page, some in repeated.items()}
        self._running: list[PageHeaders] = [
            page_headers(document, sheet.pages, sheet.text, repeated, body.rulings) for sheet in body.sheets
        ]
        self._made: set[int] = set()
        self._parts: dict[tuple[str | bytes, ...], str] = {}
        self.even = any(run.even is not None for run in self._running)

    def end_of(self, section: Section) -> str:
        """The ``w:sectPr`` of a section; the first on its sheet carries the headers, the others go on with them."""
        sheet = self._sheets[section.sheet]
        if section.sheet in self._made:
            return section_properties(section, sheet, references="", parts={})
        self._made.add(section.sheet)
        run = self._running[section.sheet]
        kinds = {"default": run.default, "first": run.first}
        if self.even:
            kinds["even"] = run.even or run.default
        references = "".join(self._references(kind, sides, sheet) for kind, sides in kinds.items() if sides is not None)
        parts = page_number_type(sheet) | ({"titlePg": "<w:titlePg/>"} if run.first is not None else {})
        return section_properties(section, sheet, references=references, parts=parts)

    def _references(self, kind: str, sides: HeaderFooter, sheet: PageGroup) -> str:
        if (
            sides == HeaderFooter()
            and kind == "default"
            and not any(run.default != HeaderFooter() for run in self._running)
        ):
            return ""
        header = self._part("header", sides.header, sheet, sides.strokes[0], sides.ornaments)
        footer = self._part("footer", sides.footer, sheet, sides.strokes[1])
        return (
            f'<w:headerReference w:type="{kind}" r:id="{header}"/><w:footerReference w:type="{kind}" r:id="{footer}"/>'
        )

    def _part(
        self,
        name: str,
        bands: Iterable[HeaderLine],
        sheet: PageGroup,
        strokes: Sequence[HeaderRule],
        shown: Sequence[RepeatedPicture] = (),
    ) -> str:
        links = PartLinks()
        runs = Runs(relate=links.relate, pages={})

        def spans(some: Iterable[Span]) -> str:
            return runs.write((span._replace(note=None) for span in some), self._look)

        lines = list(bands)
        kind, width = ("w:hdr" if name == "header" else "w:ftr"), sheet.text.width
        header_part(kind, lines, width, spans)  # fills the links, which come before the pictures
        count = len(list(links))
        drawings = "".join(
            anchored_picture(f"rId{count + at}", _ORNAMENT + at, one.box, alt=xml_text(one.alt))
            for at, one in enumerate(shown, 1)
        )
        xml = header_part(kind, lines, width, spans, drawings, rules=strokes, distance=header_distance(sheet))
        names = tuple(one.name for one in shown)
        key = (name, xml, *links, *names)
        if key not in self._parts:
            number = sum(known[0] == name for known in self._parts) + 1
            self._parts[key] = self._package.add(f"{name}{number}", xml, links, names)
        return self._parts[key]
