"""What surrounds the article in HTML: head, style, table of contents, and labels in its language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from quire.model.document import Document
from quire.write.text_runs import clean

CONTENTS_FROM = 4
"""Number of headings from which a table of contents is shown."""

_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*\Z")  # BCP 47, in outline
_NOT_SLUG = re.compile(r"[^\w]+")
_RIGHT_TO_LEFT = frozenset(("ar", "dv", "fa", "he", "iw", "ps", "ur", "yi"))
_SLUG_LENGTH = 60

_POLICY = "default-src 'none'; img-src * data: blob:; style-src 'unsafe-inline'"


class Labels(NamedTuple):
    """The labels that the writer adds, in one language."""

    language: str
    untitled: str
    skip: str
    contents: str
    page: str
    notes: str
    back: str
    table: str
    picture: str


_WORDS = {
    "en": Labels(
        "en", "Document", "Skip to the content", "Contents", "Page {}", "Notes", "Back to the text of note {}", "Table",
        "Picture on page {}",
    ),
    "zh": Labels(
        "zh", "文档", "跳到正文", "目录", "第 {} 页", "注释", "返回注释 {} 的正文位置", "表格", "第 {} 页的图片",
    ),
}  # fmt: skip


class OutlineEntry(NamedTuple):
    """A heading for the table of contents."""

    level: int
    anchor: str
    text: str
    title: bool = False


def language_of(document: Document) -> str:
    """The document's language as a tag that HTML takes; "und" when it is not known."""
    for language in (document.language, document.meta.language):
        tag = clean(language).strip().replace("_", "-")
        if _TAG.match(tag):
            return tag
    return "und"


def labels_for(language: str) -> Labels:
    """The labels for a language; English if there are none."""
    return _WORDS.get(language.partition("-")[0].lower(), _WORDS["en"])


def slug(text: str, taken: set[str]) -> str:
    """An anchor made of the text, added to `taken`."""
    base = _NOT_SLUG.sub("-", text.lower()).strip("-")[:_SLUG_LENGTH].strip("-") or "section"
    if re.match(r"(p\d+|note-.*|ref-.*)\Z", base):  # these belong to pages and notes
        base = "section-" + base
    anchor, number = base, 2
    while anchor in taken:
        anchor, number = f"{base}-{number}", number + 1
    taken.add(anchor)
    return anchor


def is_right_to_left_language(language: str) -> bool:
    """Whether a language is written from right to left."""
    return language.partition("-")[0].lower() in _RIGHT_TO_LEFT


def html_page(document: Document, words: Labels, entries: Sequence[OutlineEntry], body: str) -> str:
    """The whole file around the article's content."""
    language = language_of(document)
    turned = ' dir="rtl"' if is_right_to_left_language(language) else ""
    own = "" if language.startswith(words.language) else f' lang="{words.language}"'
    contents = _contents(entries, words, own)
    outlined = ' class="outlined"' if contents else ""
    return "\n".join(
        filter(
            None,
            (
                "<!doctype html>",
                f'<html lang="{language}"{turned}>',
                _head(document, words, entries),
                f"<body{outlined}>",
                f'<a class="skip" href="#content"{own}>{words.skip}</a>' if contents else "",
                contents,
                '<main id="content" tabindex="-1">',
                "<article>",
                body,
                "</article>",
                "</main>",
                "</body>",
                "</html>",
                "",
            ),
        )
    ) + "\n"  # fmt: skip


def _head(document: Document, words: Labels, entries: Sequence[OutlineEntry]) -> str:
    titles = [entry.text for entry in entries if entry.title]
    headings = [entry.text for entry in entries]
    meta = document.meta
    title = next(filter(None, (*titles, " ".join(clean(meta.title).split()), *headings)), words.untitled)
    named = (("author", meta.author), ("description", meta.subject), ("keywords", meta.keywords))
    lines = [
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="generator" content="Quire">',
        *(f'<meta name="{name}" content="{escape(" ".join(clean(value).split()))}">' for name, value in named if value),
        f"<title>{escape(title, quote=False)}</title>",
        f"<style>\n{_style()}</style>",
        "</head>",
    ]
    return "\n".join(lines)


@cache
def _style() -> str:
    return (Path(__file__).parent / "html.css").read_text("utf-8")


def _contents(entries: Sequence[OutlineEntry], words: Labels, own: str) -> str:
    """The table of contents as nested lists; "" when there are few headings."""
    if len(entries) < CONTENTS_FROM:
        return ""
    lines = [
        f'<nav class="contents" aria-label="{words.contents}"{own}>',
        f"<details open><summary>{words.contents}</summary>",
    ]
    open_levels: list[int] = []
    for entry in entries:
        if entry.title:
            continue
        while open_levels and open_levels[-1] > entry.level:
            open_levels.pop()
            lines.append("</li></ol>")
        if open_levels and open_levels[-1] == entry.level:
            lines.append("</li>")
        elif not open_levels or open_levels[-1] < entry.level:
            open_levels.append(entry.level)
            lines.append("<ol>")
        lines.append(f'<li><a href="#{escape(entry.anchor)}">{escape(entry.text, quote=False)}</a>')
    lines.extend("</li></ol>" for _ in open_levels)
    lines.append("</details></nav>")
    return "\n".join(lines)
