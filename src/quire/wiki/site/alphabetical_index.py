"""The alphabetical index of names: letters for Latin names, the first letter of the pinyin for Chinese ones."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from typing import NamedTuple

from quire.hanzi import pinyin
from quire.wiki.natural_order import natural_sort_key
from quire.wiki.site.site_content import SiteContent
from quire.wiki.wiki_page import Page

__all__ = ["IndexEntry", "alphabetical_index"]


_LONGEST_READ = 6
"""Characters of a name whose pinyin is shown; titles of events are sentences, and theirs take two lines."""


class IndexEntry(NamedTuple):
    """A name in the index."""

    name: str
    reading: str  # the pinyin of a Chinese name, else ""
    page: Page
    alias: bool  # the name is not the page's title


def alphabetical_index(content: SiteContent) -> dict[str, list[IndexEntry]]:
    """The titles and aliases of all subject pages by their first letter; "#" holds what begins with no letter."""
    groups: dict[str, list[tuple[tuple[object, ...], IndexEntry]]] = defaultdict(list)
    for page in content.pages.values():
        if not page.subject:
            continue
        for name in dict.fromkeys(page.names):
            reading = _reading(name)
            sound = _folded(reading or name)
            letter = sound[:1].upper() if "a" <= sound[:1] <= "z" else "#"
            if name != page.title and _beside(sound, _folded(_reading(page.title) or page.title)):
                continue
            shown = reading if reading != name and len(name) <= _LONGEST_READ else ""
            groups[letter].append((_key(sound, name, page), IndexEntry(name, shown, page, name != page.title)))
    order = sorted(groups, key=lambda letter: (letter == "#", letter))
    return {letter: [entry for _, entry in sorted(groups[letter], key=lambda pair: pair[0])] for letter in order}


def _beside(alias: str, title: str) -> bool:
    """Whether an alias would stand right beside its page's title: "assert!" and "assert! macro"."""
    return title.startswith(alias) or alias.startswith(title)


def _key(sound: str, name: str, page: Page) -> tuple[object, ...]:
    return (natural_sort_key(sound), name, page.id)


def _folded(text: str) -> str:
    """Small letters without accents, from the first letter or digit on."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one)).lower()
    begin = next((at for at, one in enumerate(plain) if one.isalnum()), 0)
    return plain[begin:]


def _reading(name: str) -> str:
    if not any("\u3400" <= one <= "\u9fff" for one in name):
        return ""
    return " ".join(pinyin(name)).strip()
