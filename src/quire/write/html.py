"""HTML: one semantic, accessible file with its style inside; only its images stand beside it.

No script, no address but http, https and mailto, every text escaped, and a content security policy that would
stop what slipped through. Roles are those of the Digital Publishing WAI-ARIA Module 1.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from quire.latex import plain
from quire.latex.mathml import mathml
from quire.model.block import Block, Code, Figure, Formula, Heading, Item, List, Note, Paragraph, Quote, Span, Table
from quire.model.document import Document
from quire.model.table import Align
from quire.write.html_markup import dir_attribute, inline_html, superscript, table_html
from quire.write.html_page import (
    Labels,
    OutlineEntry,
    html_page,
    is_right_to_left_language,
    labels_for,
    language_of,
    slug,
)
from quire.write.linked_notes import note_labels
from quire.write.list_style import MarkerKind, Sublist, sublists
from quire.write.office.office_text import has_east_asian, has_latin, is_right_to_left
from quire.write.printed_contents import Contents, find_printed_lists
from quire.write.text_runs import Run, clean, heading_runs, is_typescript, plain_text, runs_of, without_fixed_pitch

PIXELS_PER_POINT = 96 / 72
"""CSS pixels are 1/96 inch (CSS Values and Units 4, 6.2)."""

_LEAST_INDENT = 10.0  # points; a first line that stands in by about two Chinese characters


def write(document: Document, pictures: Mapping[str, bytes]) -> bytes:  # noqa: ARG001 - every writer takes pictures
    """The document as a UTF-8 HTML file; figures link to ``images/<name>.png``."""
    return _Html(document).text().encode()


class _Html:
    """The writer's state: pages passed, anchors given away, notes to be written at the end."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._words: Labels = labels_for(language_of(document))
        self._leftward = is_right_to_left_language(language_of(document))
        self._pages = {page.number: page.label for page in document.pages}
        self._waiting = list(reversed(document.pages))
        self._labels = note_labels(document.blocks, links=lambda _: True)
        self._referred: set[str] = set()
        self._notes: list[Note] = []
        self._anchors: set[str] = {"content", "notes"}
        self._entries: list[OutlineEntry] = []
        self._typescript = is_typescript(document.blocks)
        self._kinds: dict[type[Block], Callable[..., str]] = {
            Heading: self._heading,
            Paragraph: self._paragraph,
            List: self._list,
            Table: self._table,
            Figure: self._figure,
            Quote: self._quote,
            Code: _code,
            Formula: _formula,
            Note: self._note,
        }

    def text(self) -> str:
        """The whole file."""
        parts: list[str] = []
        headings = [block for block in self._document.blocks if isinstance(block, Heading)]
        lists = find_printed_lists(self._document, headings)
        starts = {contents.start: contents for contents in lists}
        listed = {index for contents in lists for index in contents.blocks}
        for index, block in enumerate(self._document.blocks):
            parts.extend(self._page_breaks(block.places[0].page if block.places else 0))
            if index in starts:
                parts.append(self._contents(starts[index], headings, first=index == lists[0].start))
            if index not in listed:
                parts.append(self._kinds[type(block)](block))
        parts.extend(self._page_breaks(max(self._pages, default=0)))
        parts.append(self._endnotes())
        return html_page(self._document, self._words, self._entries, "\n".join(filter(None, parts)))

    def _page_breaks(self, page: int) -> list[str]:
        """An anchor for each page up to `page` that has none yet."""
        breaks: list[str] = []
        while self._waiting and self._waiting[-1].number <= page:
            info = self._waiting.pop()
            name = escape(self._words.page.format(clean(info.label) or info.number))
            anchor = f"p{info.number}"
            self._anchors.add(anchor)
            breaks.append(
                f'<div role="doc-pagebreak" id="{anchor}" data-page="{info.number}" aria-label="{name}"></div>'
            )
        return breaks

    def _inside(self, blocks: Iterable[Block]) -> str:
        return "\n".join(filter(None, (self._kinds[type(block)](block) for block in blocks)))

    def _runs(self, spans: Sequence[Span]) -> list[Run]:
        runs = without_fixed_pitch(runs_of(spans)) if self._typescript else runs_of(spans)
        if any(run.link and run.link.startswith("#") for run in runs):  # to pages that are not in the file
            return [run if self._is_reachable(run.link) else run._replace(link=None) for run in runs]
        return runs

    def _is_reachable(self, link: str | None) -> bool:
        return not link or not link.startswith("#p") or int(link[2:]) in self._pages

    def _inline(self, spans: Sequence[Span]) -> str:
        return inline_html(self._runs(spans), self._mark)

    def _mark(self, run: Run) -> str:
        label = self._labels.get(run.note or "")
        if not label:
            return superscript(run)
        anchor = "" if label in self._referred else f' id="ref-{label}"'
        self._referred.add(label)
        return f'<sup><a{anchor} href="#note-{label}" role="doc-noteref">{escape(run.text.strip())}</a></sup>'

    def _contents(self, contents: Contents, headings: Sequence[Heading], *, first: bool) -> str:
        """The printed contents or a list behind them: titles that lead to their pages, their numbers behind leaders."""
        top = min(entry.level for entry in contents.entries)
        items = []
        for entry in contents.entries:
            heading = None if entry.heading is None else headings[entry.heading]
            link = entry.link or (f"#p{heading.places[0].page}" if heading and heading.places else None)
            title = tuple(span._replace(link=link) for span in entry.title)
            page = f'<span class="page">{escape(entry.page)}</span>'
            items.append(f'<li class="level{entry.level - top + 1}">{self._inline(title)} {page}</li>')
        lines = "\n".join(items)
        if not first:
            return f'<nav class="toc">\n<ol>\n{lines}\n</ol>\n</nav>'
        return f'<nav class="toc" role="doc-toc" aria-label="{self._words.contents}">\n<ol>\n{lines}\n</ol>\n</nav>'

    def _heading(self, block: Heading) -> str:
        content = inline_html(heading_runs(self._runs(block.spans)), self._mark).replace("<br>", " ")
        if not content:
            return ""
        level = 1 if block.title else min(max(block.level, 1), 6)
        text = plain_text(span for span in block.spans if not span.note)
        anchor = slug(text, self._anchors)
        self._entries.append(OutlineEntry(level, anchor, text, title=block.title))
        return f'<h{level} id="{escape(anchor)}"{self._turn(text)}>{content}</h{level}>'

    def _paragraph(self, block: Paragraph) -> str:
        content = self._inline(block.spans)
        aligned = f' class="{block.align.value}"' if block.align in (Align.CENTER, Align.RIGHT) else ""
        if not aligned and block.indent > _LEAST_INDENT and has_east_asian(plain_text(block.spans)[:8]):
            aligned = ' class="indent"'
        return f"<p{aligned}{self._turn(plain_text(block.spans))}>{content}</p>" if content else ""

    def _turn(self, text: str) -> str:
        """The attribute of an element whose text runs otherwise than the document."""
        if not self._leftward:
            return dir_attribute(leftward=is_right_to_left(text), around=False)
        return dir_attribute(leftward=is_right_to_left(text) or not has_latin(text), around=True)

    def _list(self, block: List) -> str:
        return "\n".join(map(self._stretch, sublists(block)))

    def _stretch(self, stretch: Sublist) -> str:
        printed = stretch.kind is MarkerKind.PRINTED
        items = "\n".join(
            f"<li>{self._item(item, printed=printed or stretch.is_box(at))}</li>"
            for at, item in enumerate(stretch.items)
        )
        turned = self._turn(" ".join(plain_text(_first_spans(item)) for item in stretch.items))
        if stretch.kind is MarkerKind.NUMBER:
            start = f' start="{stretch.start}"' if stretch.start != 1 else ""
            style = ' class="paren"' if stretch.stop == ")" else ""
            return f"<ol{start}{style}{turned}>\n{items}\n</ol>"
        style = ' class="printed"' if printed else ""
        return f"<ul{style}{turned}>\n{items}\n</ul>"

    def _item(self, item: Item, *, printed: bool) -> str:
        mark = clean(item.marker).strip() if printed else ""
        mark = f'<span class="marker">{escape(mark)}</span> ' if mark else ""
        first, *rest = item.blocks or (None,)
        if isinstance(first, Paragraph) and all(isinstance(block, List | Note) for block in rest):
            below = self._inside(rest)
            return mark + self._inline(first.spans) + ("\n" + below if below else "")
        return mark + self._inside(item.blocks)

    def _table(self, block: Table) -> str:
        caption = self._inline(block.caption)
        if not block.grid.cells:
            return f"<p>{caption}</p>" if caption else ""
        if caption:
            side = "" if block.caption_above else ' class="below"'
            caption = f"<caption{side}>{caption}</caption>"
        name = escape(plain_text(block.caption) or self._words.table)
        table = table_html(block.grid, self._mark, runs=self._runs, caption=caption, scoped=True, rtl=self._leftward)
        return f'<div class="scroll" role="region" tabindex="0" aria-label="{name}">\n{table}\n</div>'

    def _figure(self, block: Figure) -> str:
        picture = block.picture
        alt = " ".join(clean(picture.alt).split()) or self._words.picture.format(picture.page)
        width, height = (max(1, round(side * PIXELS_PER_POINT)) for side in (picture.box.width, picture.box.height))
        source = f'src="images/{picture.name}.png" alt="{escape(alt)}"'
        image = f'<img {source} width="{width}" height="{height}" loading="lazy">'
        caption = self._inline(block.caption)
        parts = [image, f"<figcaption>{caption}</figcaption>"] if caption else [image]
        inner = "\n".join(reversed(parts) if block.caption_above else parts)
        return f"<figure>\n{inner}\n</figure>"

    def _quote(self, block: Quote) -> str:
        text = self._inside(block.blocks)
        return f"<blockquote>\n{text}\n</blockquote>" if text else ""

    def _note(self, block: Note) -> str:
        if block.id in self._labels:
            self._notes.append(block)
            return ""
        mark = superscript(Run(clean(block.mark)))
        return f'<aside class="note" role="doc-footnote">{mark} {self._inside(block.blocks)}</aside>'

    def _endnotes(self) -> str:
        """The notes that marks lead to, each with a way back; a note may hold marks of further notes."""
        entries: list[str] = []
        while self._notes:
            note = self._notes.pop(0)
            label = self._labels[note.id]
            mark = escape(clean(note.mark).strip()) or "•"
            back = escape(self._words.back.format(clean(note.mark).strip()))
            link = (
                f'<a class="mark" href="#ref-{label}" role="doc-backlink" aria-label="{back}"><sup>{mark}</sup> ↩</a>'
            )
            entries.append(f'<li id="note-{label}">{link} {self._note_text(note)}</li>')
        if not entries:
            return ""
        items = "\n".join(entries)
        name = escape(self._words.notes)
        section = f'<section class="notes" id="notes" role="doc-endnotes" aria-label="{name}">'
        return f"{section}\n<ol>\n{items}\n</ol>\n</section>"

    def _note_text(self, note: Note) -> str:
        if len(note.blocks) == 1 and isinstance(note.blocks[0], Paragraph):
            return self._inline(note.blocks[0].spans)
        return self._inside(note.blocks)


def _first_spans(item: Item) -> tuple[Span, ...]:
    """The text of an item without what is nested in it."""
    first = item.blocks[0] if item.blocks else None
    return first.spans if isinstance(first, Paragraph) else ()


def _code(block: Code) -> str:
    text = "\n".join(clean(line) for line in block.text.expandtabs(4).split("\n")).strip("\n")
    return f"<pre><code>{escape(text, quote=False)}</code></pre>" if text.strip() else ""


def _formula(block: Formula) -> str:
    text, latex, label = (clean(part).strip() for part in (block.text, block.latex, block.label))
    if not (text or latex or label):
        return ""
    number = f'<span class="label">{escape(label)}</span>' if label else ""
    shown = mathml(latex, block=True) if plain(latex) else escape(text or latex, quote=False)
    return f'<div class="formula">{shown} {number}</div>'
