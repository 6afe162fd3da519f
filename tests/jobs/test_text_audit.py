"""Every letter that is visible on a page is in its document: as text, running line, or inside a picture."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from quire.jobs.image_export import LazyPictures
from quire.jobs.text_audit import PageAudit, VisibleText, characters, has_text, texts_of
from quire.layout.pipeline import arrange
from quire.layout.text.text_rows import without_overprints
from quire.model.block import Figure, Formula, List, Paragraph, Place
from quire.model.document import Document
from quire.model.geometry import bounds
from quire.model.page import Page, Picture, PictureKind
from quire.model.span import Span
from quire.model.traversal import text_of, walk
from quire.read import open_source
from quire.write import WRITERS
from tests.documents import png
from tests.layout import golden_pages, golden_tables
from tests.layout.pages import META, block, line, page, prose, style

SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.pdf"))
GATE = sorted((Path(__file__).parents[2] / "quality" / "pages").glob("*/*.pdf"))
DOT = png(1, 1)
GOLDEN = {**golden_pages.CASES, **golden_tables.CASES}


RUN = re.compile(r"<[wm]:t(?:\s[^<>]*)?>([^<]*)</")
SHOWN = re.compile(r"<[am]:t(?:\s[^<>]*)?>([^<]*)</")
TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?>")
NAMES = ["Roses", "Oaks", "Ferns"]


def audits(pages: Iterable[Page], *, lose: int = 0) -> list[PageAudit]:
    """The audit of pages whose document loses so many of its last blocks."""
    seen = VisibleText()
    document = arrange(seen.noted(pages), meta=META)
    return seen.audit(replace(document, blocks=document.blocks[: len(document.blocks) - lose]))


def leaf(number: int) -> Page:
    text = block(prose(80, 450, start=5 * number), 72, 140)
    return page(
        line("The garden book", 72, 30, style(8.0)),
        line(f"{NAMES[number - 1]} and more", 72, 100, style(16.0)),
        *text,
        number=number,
    )


def test_text_and_running_lines_are_accounted_for() -> None:
    found = audits([leaf(n) for n in (1, 2, 3)])
    assert [one.nowhere for one in found] == [0, 0, 0]
    assert all(one.furniture == len("Thegardenbook") and one.text > 200 for one in found)
    assert "in headers, footers and margins" in found[0].sentence()


def test_what_a_document_lost_is_named() -> None:
    whole, short = audits([leaf(1)])[0], audits([leaf(1)], lose=1)[0]
    assert short.text + short.nowhere == whole.text
    assert short.missing[0] in {own.text for own in leaf(1).lines}
    assert "nowhere" in short.sentence()


def test_a_block_has_first_what_is_printed_at_its_places() -> None:
    """Text in a picture of the first page does not take the place of what a block has on the second."""
    first, second = leaf(1), leaf(2)
    seen = VisibleText()
    list(seen.noted([first, second]))
    places = [Place(own.number, bounds(one.box for one in own.lines)) for own in (first, second)]
    text = Paragraph((Span("".join(one.text for one in second.lines), style(10.0)),), tuple(reversed(places)))
    picture = Figure(Picture("p1-1", 1, places[0].box, PictureKind.DRAWING, 0, 0), (places[0],))
    document = replace(arrange([first], meta=META), blocks=(picture, text), furniture=())
    found = seen.audit(document)
    assert [(one.nowhere, one.twice) for one in found] == [(0, 0), (0, 0)]
    assert found[0].pictures == found[0].visible


def test_what_a_document_says_twice_is_told() -> None:
    seen = VisibleText()
    document = arrange(seen.noted([leaf(1)]), meta=META)
    (found,) = seen.audit(replace(document, blocks=(*document.blocks, document.blocks[-1])))
    assert found.twice > 0
    assert "more than once" in found.sentence()


def test_a_text_printed_twice_at_one_place_counts_once() -> None:
    own = block(prose(40, 450), 72, 140)
    assert audits([page(*own, *own)])[0] == audits([page(*own)])[0]


def test_whether_a_document_says_anything() -> None:
    assert has_text(arrange([leaf(1)], meta=META))
    assert not has_text(arrange([page()], meta=META))


@pytest.mark.parametrize("name", GOLDEN)
def test_no_letter_of_a_golden_page_is_lost(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = VisibleText()

    def noted(pages: Iterable[Page], **known: object) -> Document:
        return arrange(seen.noted(pages), **known)  # type: ignore[arg-type]

    monkeypatch.setattr(golden_pages, "arrange", noted)
    monkeypatch.setattr(golden_tables, "arrange", noted)
    found = seen.audit(GOLDEN[name]())
    assert found
    assert [(one.page, one.missing) for one in found if one.nowhere] == []


@pytest.mark.parametrize("path", SAMPLES + GATE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_letter_is_in_the_document_once_and_writers_keep_all(path: Path) -> None:
    seen = VisibleText()
    with open_source(path) as source:
        pages = [source.page(number) for number in range(1, source.page_count + 1)]
        document = arrange(seen.noted(pages), meta=source.meta, outline=source.outline)
    text = characters(texts_of(document))
    furniture = characters(text_of(one.spans) for one in document.furniture)
    printed = characters(word.text for one in pages for own in without_overprints(one.lines) for word in own.words)
    assert text + furniture - printed == {}
    formulas = [own for own in walk(document.blocks) if isinstance(own, Formula) and own.latex]
    text -= characters(own.text for own in formulas)  # writers show their LaTeX
    for name in ("md", "html", "json"):
        written = WRITERS[name].write(document, LazyPictures(document, lambda _: b"")).decode()
        plain = json.dumps(json.loads(written), ensure_ascii=False) if name == "json" else TAG.sub(" ", written)
        assert text - characters([html.unescape(plain)]) == {}, name
        whole = plain if name == "json" else html.unescape(written)
        shown = (json.dumps(own.latex, ensure_ascii=False) if name == "json" else own.latex for own in formulas)
        assert [latex for latex in shown if "".join(latex.split()) not in "".join(whole.split())] == [], name
    written = WRITERS["docx"].write(document, LazyPictures(document, lambda _: DOT))
    with zipfile.ZipFile(io.BytesIO(written)) as parts:
        assert parts.read("word/document.xml").count(b"<m:oMath>") >= len(formulas)
        runs = [run for part in ("document", "footnotes") for run in _runs(parts, f"word/{part}.xml")]
    lost = text - _markers(document) - characters(map(html.unescape, runs))
    assert [char for char in lost if not char.isdecimal()] == []  # Word counts items and headings by itself
    assert [(one.page, one.missing) for one in seen.audit(document) if one.nowhere] == []


@pytest.mark.parametrize("path", SAMPLES + GATE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_letter_is_on_the_slides_once(path: Path) -> None:
    seen = VisibleText()
    with open_source(path) as source:
        pages = [source.page(number) for number in range(1, source.page_count + 1)]
        document = arrange(seen.noted(pages), meta=source.meta, outline=source.outline, flow=False)
    text = characters(texts_of(document))
    furniture = characters(text_of(one.spans) for one in document.furniture)
    printed = characters(word.text for one in pages for own in without_overprints(one.lines) for word in own.words)
    assert text + furniture - printed == {}
    assert [(one.page, one.missing) for one in seen.audit(document) if one.nowhere] == []
    written = WRITERS["pptx"].write(document, LazyPictures(document, lambda _: DOT))
    with zipfile.ZipFile(io.BytesIO(written)) as parts:
        names = [name for name in parts.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)]
        runs = [run for name in names for run in SHOWN.findall(parts.read(name).decode())]
    assert text - _markers(document) - characters(map(html.unescape, runs)) == {}  # PowerPoint counts items by itself


def _markers(document: Document) -> Counter[str]:
    return characters(item.marker for own in walk(document.blocks) if isinstance(own, List) for item in own.items)


def _runs(parts: zipfile.ZipFile, name: str) -> list[str]:
    return RUN.findall(parts.read(name).decode()) if name in parts.namelist() else []
