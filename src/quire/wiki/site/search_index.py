"""The search index of a site: one script of pure data, which `site.js` reads when somebody types.

    types     names of the page types, the last one that of the book's chapters
    rows      a page each, chapters after them: [title, address, number of its type, aliases, summary, reading]
    variants  traditional characters and the simplified ones that stand for them here, in turn
    text      what the search of the book's text must know of its files (`text_index.py`)

A reading is the pinyin of a title's Chinese characters, syllables parted by spaces: names are found by it and by its
initials. Only characters that the site has are among the variants, so that the script stays small.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from quire.hanzi import pinyin, variants
from quire.wiki.site.markdown_html import bare_text, first_sentences
from quire.wiki.site.site_content import BookPart
from quire.wiki.site.text_index import TextIndex
from quire.wiki.tokenization import HAN
from quire.wiki.wiki_page import Page

__all__ = ["Row", "index_rows", "search_script"]

_SUMMARY = 160
"""Characters of a summary: what a list of results shows on one line or two."""

_LONGEST_READ = 24
"""Characters of a title that are read: nobody types more of one."""

Row = list[str | int]


def index_rows(
    groups: Mapping[str, Sequence[Page]], parts: Iterable[BookPart], address: Callable[[Page | BookPart], str]
) -> Iterator[Row]:
    """The rows of all pages by type, then those of the chapters."""
    for kind, pages in enumerate(groups.values()):
        for page in pages:
            summary = bare_text(first_sentences(page.summary, _SUMMARY))
            yield [page.title, address(page), kind, "\n".join(page.aliases), summary, _reading(page.title)]
    for part in parts:
        yield [part.title, address(part), len(groups), "", "", _reading(part.title)]


def search_script(types: Sequence[str], rows: Iterable[Row], book: TextIndex | None = None) -> str:
    """The script; it holds no markup that would end it. `book` is the index of the text; None for a site without."""
    kept = [*rows]
    text = "".join(str(cell) for row in kept for cell in row[:5]) + (book.letters if book else "")
    pairs = variants(text) if HAN.search(text) else {}
    data: dict[str, object] = {
        "types": [*types],
        "rows": kept,
        "variants": "".join(chain.from_iterable(sorted(pairs.items()))),
    }
    if book:
        data["text"] = book.about
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"window.quireIndex={written.replace(chr(0x2028), ' ').replace(chr(0x2029), ' ')};\n"


def _reading(title: str) -> str:
    if not HAN.search(title):
        return ""
    told = pinyin(title[:_LONGEST_READ])
    return " ".join(word for one in told for word in re.findall(r"[a-z0-9]+", one.lower()))
