"""The index of a book's text for the search of its site: compressed scripts, of which a query loads the few it needs.

    assets/text/t<n>.js   postings of the terms whose hash is n: term to [passage, weight, passage, weight ...]
    assets/text/p<n>.js   passages, some 40,000 characters a file: [number of the chapter, id, text]

Each file calls `quireShard(name, data)`; the data is JSON, raw deflate (RFC 1951) and base64. Scripts, because a page
that is opened from a folder may load nothing else. Passages of postings are numbered by their differences, and a weight
is ten times the term's BM25 weight in the passage, so that the reader's browser multiplies and adds.

`text_search.js` has the same terms and the same hash: words without accents cut to six letters, Chinese characters
alone and in pairs, traditional ones as simplified ones. The headings above a passage count as its text, so that what is
found is what plain BM25 finds (`bench/search_floor.py`).
"""

from __future__ import annotations

import base64
import json
import re
import unicodedata
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from quire.hanzi import simplified
from quire.wiki.search.query_tokens import display_text
from quire.wiki.site.site_content import BookPart

__all__ = ["FOLDER", "TextIndex", "shard_of", "text_terms"]

FOLDER = "assets/text/"

_PER_SHARD = 60_000
"""Characters of the book for one file of postings; it has some 30 kB then, and a question loads about six."""
_MOST_SHARDS = 256
_PER_FILE = 40_000
"""Characters of passages in one file."""
_STEM = 6
"""Letters of a word that count: a stem for all languages with letters."""
_K1, _B = 1.2, 0.75
_SCALE = 10
_RUN = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+")


def text_terms(text: str) -> list[str]:
    """The terms of a text in its order, as `text_search.js` makes them of a query."""
    plain = unicodedata.normalize("NFKD", simplified(text)).lower()
    marks = {ord(one): None for one in set(plain) if unicodedata.category(one).startswith("M")}
    out: list[str] = []
    for run in _RUN.findall(plain.translate(marks) if marks else plain):
        if "\u3400" <= run[0] <= "\u9fff":
            out += (run[at : at + size] for size in (1, 2) for at in range(len(run) + 1 - size))
        else:
            out.append(run[:_STEM])
    return out


def shard_of(term: str, shards: int) -> int:
    """The number of the file that has a term: a hash over its UTF-16 units."""
    value = 0
    units = term.encode("utf-16-le")
    for at in range(0, len(units), 2):
        value = (value * 31 + units[at] + 256 * units[at + 1]) & 0xFFFFFFFF
    return value % shards


class TextIndex:
    """The files of the index of a book's chapters."""

    def __init__(self, parts: Sequence[BookPart]) -> None:
        self._passages = [(part.number, one.id, one.text) for part in parts for one in part.passages]
        self._headings = [" ".join(one.headings) for part in parts for one in part.passages]
        size = sum(len(text) for _, _, text in self._passages)
        self._shards = max(1, min(_MOST_SHARDS, size // _PER_SHARD)) if self._passages else 0
        self._starts: list[int] = []
        room = 0
        for at, (_, _, text) in enumerate(self._passages):
            if room <= 0:
                self._starts.append(at)
                room = _PER_FILE
            room -= len(text)

    @property
    def about(self) -> dict[str, object]:
        """What `text_search.js` must know: files of postings, number of passages, the first passage of each file."""
        return {"shards": self._shards, "passages": len(self._passages), "starts": self._starts}

    def names(self) -> Iterator[str]:
        """The files."""
        yield from (f"{FOLDER}t{at}.js" for at in range(self._shards))
        yield from (f"{FOLDER}p{at}.js" for at in range(len(self._starts)))

    def file(self, name: str) -> str:
        """The script of one of `names`."""
        bare = name.removeprefix(FOLDER).removesuffix(".js")
        return _script(bare, self._postings[int(bare[1:])] if bare[0] == "t" else self._texts(int(bare[1:])))

    def _texts(self, number: int) -> list[list[object]]:
        bounds = [*self._starts, len(self._passages)]
        inside = self._passages[bounds[number] : bounds[number + 1]]
        return [[part, id_, display_text(text)] for part, id_, text in inside]

    @cached_property
    def _postings(self) -> list[dict[str, list[int]]]:
        told = zip(self._headings, self._passages, strict=True)
        counts = [Counter(text_terms(f"{headings}\n{text}")) for headings, (_, _, text) in told]
        mean = sum(one.total() for one in counts) / len(counts) or 1.0
        found: defaultdict[str, list[int]] = defaultdict(list)
        before: Counter[str] = Counter()
        for number, one in enumerate(counts, 1):
            norm = _K1 * (1 - _B + _B * one.total() / mean)
            for term, count in one.items():
                weight = round(_SCALE * count * (_K1 + 1) / (count + norm))
                found[term] += (number - before[term], max(1, weight))
                before[term] = number
        out: list[dict[str, list[int]]] = [{} for _ in range(self._shards)]
        for term in sorted(found):
            out[shard_of(term, self._shards)][term] = found[term]
        return out

    @cached_property
    def letters(self) -> str:
        """Every character of the text, once."""
        return "".join(sorted(set().union(*self._headings, *(text for _, _, text in self._passages))))


def _script(name: str, data: object) -> str:
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    packed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = base64.b64encode(packed.compress(written) + packed.flush()).decode()
    return f'quireShard("{name}","{body}");\n'
