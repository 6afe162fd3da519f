"""A wiki as an Obsidian vault: its pages with their front matter, the book as notes with a block id for each passage.

A citation becomes a link to the block, which Obsidian opens and previews; the file names are those of the wiki, so
that its links hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from quire.wiki.page_types import label
from quire.wiki.site.figure_placement import split_at_figures
from quire.wiki.site.site_content import BookPart, SiteContent
from quire.wiki.site.site_texts import TEXTS
from quire.wiki.wiki_page import Page, dump

__all__ = ["vault_files"]

_START = "Start here"
"""Names of notes that are no pages hold a space, which no page's file name does: `[[start]]` stays the page."""

_CITATION = re.compile(r"(?<![ \t])[ \t]*+\[\^(p\d{1,9})\](?!:)")
_LINK = re.compile(r"\[\[([^\[\]|#\n]+)((?:#[^\[\]|\n]*)?)(\|[^\[\]\n]*)?\]\]")
_SHOWN_BY_MARKDOWN = re.compile(r"([\\*_\[\]<>#~|^])")


def vault_files(content: SiteContent) -> Iterator[tuple[str, bytes]]:
    """The files of the vault: path and content."""
    chapters = {part.number: _chapter_name(content, part) for part in content.parts}
    for page in content.pages.values():
        name = f"pages/{_folder(page.type)}/{content.stems[page.id]}.md"
        yield name, dump(replace(page, body=_body(content, page, chapters))).encode("utf-8", "replace")
    for part in content.parts:
        yield f"book/{chapters[part.number]}.md", _chapter(content, part).encode("utf-8", "replace")
    for file in content.picture_files():
        yield f"pictures/{file}", content.picture(file)
    yield f"{_START}.md", _start(content, chapters).encode("utf-8", "replace")


def _folder(kind: str) -> str:
    return re.sub(r"[^\w-]+", "-", kind).strip("-_") or "page"


def _chapter_name(content: SiteContent, part: BookPart) -> str:
    """A file name of its own: the number keeps the order and keeps it apart from every page's."""
    title = re.sub(r'[\\/:*?"<>|#^\[\]\s.%]+', " ", part.title).strip()
    title = title.encode()[:90].decode(errors="ignore").strip()
    width = len(str(len(content.parts)))
    return f"book {part.number:0{width}} {title}".strip()


def _body(content: SiteContent, page: Page, chapters: dict[int, str]) -> str:
    numbers = {quote.passage.id: quote.number for quote in content.quotes(page)}

    def cite(found: re.Match[str]) -> str:
        passage = found.group(1)
        if passage not in numbers:
            return ""
        return f" [[{chapters[content.part_of[passage].number]}#^{passage}|{numbers[passage]}]]"

    def link(found: re.Match[str]) -> str:
        label = (found.group(3) or f"|{found.group(1)}").removeprefix("|").strip()
        target = content.resolve(found.group(1))
        return f"[[{content.stems[target]}|{label}]]" if target else label

    # program text between fences stays as it is
    pieces = re.split(r"(?ms)(^```.*?^```[^\n]*$)", page.body)
    pieces[::2] = [_CITATION.sub(cite, _LINK.sub(link, piece)) for piece in pieces[::2]]
    return "".join(pieces)


def _chapter(content: SiteContent, part: BookPart) -> str:
    out = [f"# {_escaped(part.title)}"]
    heads: tuple[str, ...] = ()
    for passage in part.passages:
        if passage.headings[1:] != heads:
            heads = passage.headings[1:]
            if heads:
                out.append(f"## {_escaped(' · '.join(heads))}")
        pieces = []
        for _, text, figure, caption in split_at_figures(passage.text, content.figures.get(passage.id, ())):
            pieces += [_text(text)] if text.strip() else []
            if figure:
                alt = " ".join(_escaped(figure.alt or figure.caption).split())
                pieces += [f"![{alt}](../pictures/{figure.file})", *([_text(caption)] if caption else [])]
        out.append(_block("\n\n".join(pieces), passage.id))
        citing = content.cited_by.get(passage.id, ())
        if citing:
            cited = " · ".join(f"[[{content.stems[one]}|{_label(content.pages[one].title)}]]" for one in citing)
            out.append(f"> [!quote]- {TEXTS[content.lang]['cited_by']} {len(citing)}\n> {cited}")
    return "\n\n".join(out) + "\n"


def _block(text: str, name: str) -> str:
    """A block with its id: at the end of a paragraph, on a line of its own after program text or a formula."""
    return f"{text}\n\n^{name}" if text.endswith(("```", "$$")) else f"{text} ^{name}"


def _start(content: SiteContent, chapters: dict[int, str]) -> str:
    words = TEXTS[content.lang]
    out = [f"# {_escaped(content.title)}"]
    if content.author:
        out.append(_escaped(content.author))
    out += [f"## {words['contents']}", "\n".join(f"- [[{name}]]" for name in chapters.values())]
    for kind, pages in content.by_type().items():
        items = "\n".join(f"- [[{content.stems[one.id]}|{_label(one.title)}]]" for one in pages)
        out += [f"## {_escaped(label(kind, content.lang))}", items]
    return "\n\n".join(out) + "\n"


def _text(text: str) -> str:
    """A passage as Markdown that shows it as it stands; program text keeps its fences."""
    pieces = re.split(r"(?ms)(^```.*?^```[^\n]*$|^\$\$.*?\$\$$|`[^`\n]+`|\$[^$\n]+\$)", text)
    pieces[::2] = [_escaped(piece) for piece in pieces[::2]]
    return "".join(pieces).strip()


def _escaped(text: str) -> str:
    return _SHOWN_BY_MARKDOWN.sub(r"\\\1", text)


def _label(title: str) -> str:
    return re.sub(r"[\[\]|]", " ", title)
