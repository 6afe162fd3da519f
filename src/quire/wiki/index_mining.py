"""What a book's own index and glossary list: the best list of terms there is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise

from quire.wiki.tokenization import STOP

__all__ = ["defined_as", "glossary_entries", "index_entries", "is_glossary_heading", "is_headword"]

_PAGES = re.compile(
    r"(?<![,，.…·\s])[,，.…·\s]+(?:\d{1,4}|[ivxlc]{1,7})"  # a page, from the begin of what separates it
    r"(?:\s*[-–—]\s*\d{1,4})?"  # to another one
    r"(?:\s*(?:ff?|n|note|passim|et seqq?|seqq?|sqq?)\b\.?)*(?=[\s,，;；.]|$)",
    re.IGNORECASE,
)
_SEE = re.compile(r"(?:[.,;]|(?<!\s))\s*\b(?:see(?: also)?|cf)\b\.?\s*", re.IGNORECASE)
_END = re.compile(r"\*{0,3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg", re.IGNORECASE)
_WINDOW, _PAGED, _UNPAGED = 20, 0.5, 0.15
"""Of an index with page numbers at least half of the lines end in one; of so many lines in a row hardly any: the index
is over, what follows is a licence, a publisher's note, the next part."""
_PAGE_END = re.compile(r"\d(?:\s*(?:ff?|n|passim|et seqq?)\b)?[\s.,;)\]]*$", re.IGNORECASE)
_NO_NAME = re.compile(r"[\d(\[.,;:*_-]|(?:https?:|www\.|et seq)", re.IGNORECASE)
_MOST_WORDS = 8
"""Words of an entry; longer ones are sentences."""

_LONGEST_NAME = 60
"""Characters of an entry."""

_GLOSSARY = re.compile(
    r"(?:[\dA-Z]{1,2}(?:\.\d+)*[.:]?\s+|附录\s*\w{1,2}\s+)?(?:glossary(?: of .*)?|list of terms|key terms|terminology"
    r"|术语表|术语|词汇表|关键术语|名词解释|术语英汉对照(?:表)?|術語表|術語|詞彙表|名詞解釋)",
    re.IGNORECASE,
)
_ENDS = ".!?。！？…:：;；"
_LONGEST_HEADWORD = 60
"""Characters of a headword that stands in a paragraph of its own."""

_MOST_TERM_WORDS = 6
"""Words of a term in a glossary; what has more before its colon is a sentence."""

_ARTICLES = frozenset({"a", "an", "the", "der", "die", "das", "le", "la"})
_RUN_ON = re.compile(r"(\d(?:\s*et seqq?\b)?)\.?\s+(?=(?:[A-Z\u3400-\u9fff]|[a-z\\-](?=\S))[^\d]{1,60}?[,，]\s*\d)")
_LEADERS = re.compile(r"(?<![.·…])(?<![.·…]\s)(?:\s?[.·…]){3,}\s*(?=[\divxl])")
"""Dots between an entry and its pages."""
_OPEN = frozenset(
    [
        "of",
        "in",
        "to",
        "for",
        "with",
        "from",
        "on",
        "by",
        "at",
        "as",
        "and",
        "or",
        "versus",
        "between",
        "into",
        "within",
        "among",
    ]
)
"""Words that a subentry begins or ends with ("arguments of", "in ordinary text"), and no entry."""
_LEFT_OVER = re.compile(r"^\d{1,4}(?:\s*et seqq?\b)?[.,;]*\s+(?=[A-Z])")
"""Pages of the entry before that went on to a new line."""
_FIRST_LETTER = re.compile(r"[A-Z]")
_DISORDER = 2
"""What a line out of order takes away: half the lines of running text are."""
_LETTER = re.compile(r"[A-Z]|[A-Z]\s*[-–]\s*[A-Z]")


def index_entries(lines: Iterable[str]) -> list[tuple[str, ...]]:
    """Main entries of an index, each with its forms: "Ball, W. W. R." is also "W. W. R. Ball".

    Subentries (indented or after a comma with a lower-case word) and page numbers go.
    """
    out = []
    for line in _entry_lines(lines):
        see = _SEE.search(line)
        name = _PAGES.split(line[: see.start()] if see else line)[0].strip(" ,;，；")
        name = re.sub(r"\s+", " ", name).rstrip(".")
        name += "." * bool(re.search(r"\b[A-Z]\. [A-Z]$", name))  # an initial keeps its stop
        if not 2 <= len(name) <= _LONGEST_NAME or _LETTER.fullmatch(name) or not re.search(r"[^\W\d_]{2}", name):
            continue
        words = name.split()
        if words[0] in _OPEN or (words[-1] in _OPEN and "," not in name):
            continue
        if _NO_NAME.match(name) or len(words) > _MOST_WORDS or all(word.lower().strip(",") in STOP for word in words):
            continue
        forms = [name]
        turned = re.fullmatch(r"([^,]{2,40}),\s+([^,]{1,40})", name)
        if turned and (turned.group(2).lower() in _ARTICLES or turned.group(2).split()[0].lower() in _OPEN):
            forms = [turned.group(1)]
        elif turned:
            forms = [f"{turned.group(2)} {turned.group(1)}", name]
        paired = re.fullmatch(r"(.{2,40}?)\s*[（(]([^()（）]{2,40})[)）]", name)
        if paired:
            forms = [paired.group(1), paired.group(2)]
        out.append(tuple(forms))
    return out


def glossary_entries(lines: Iterable[str]) -> list[tuple[str, str]]:
    """Terms of a glossary with their definitions: "term: definition", "term – definition", "中文，英文"."""
    out = []
    for line in lines:
        found = re.match(r"\s{0,12}[•*-]?\s{0,4}([^:：—–|]{2,60}?)\s{0,8}(?:[:：|]|\s[—–-]\s|——)\s*(\S.*)", line)
        pair = re.match(r"\s*([\u3400-\u9fff][^，,]{0,20})[，,]\s*([A-Za-z][\w ()/.-]{1,50})$", line)
        if pair:
            out.append((pair.group(1).strip(), pair.group(2).strip()))
        elif found and len(found.group(1).split()) <= _MOST_TERM_WORDS:
            out.append((found.group(1).strip(), found.group(2).strip()))
    return out


def is_glossary_heading(heading: str) -> bool:
    """Whether a glossary stands under a heading."""
    return _GLOSSARY.fullmatch(heading.strip(" .：:")) is not None


def is_headword(text: str) -> bool:
    """Whether a paragraph of a glossary is a headword, and its definition the next one."""
    bare = text.strip(" *_:：")
    few = 0 < len(bare) <= _LONGEST_HEADWORD and len(bare.split()) <= _MOST_TERM_WORDS
    return few and "\n" not in bare and bare[-1] not in _ENDS and not re.search(r"[:：。]|\s[—–-]\s|[,，] ", bare)


def defined_as(headword: str, definition: str, lang: str) -> str:
    """A headword and its definition as one paragraph: "gear: A wheel with teeth."."""
    end = "" if definition.rstrip("”’」』）)\"'` ").endswith(tuple(_ENDS)) else "。" if lang == "zh" else "."
    return f"{headword.strip(' *_:：')}{'：' if lang == 'zh' else ': '}{definition}{end}"


def _entry_lines(lines: Iterable[str]) -> Iterable[str]:
    """One line an entry: entries that a reader ran together are parted after their page numbers."""
    for line in _until_its_end([line for line in lines if line.strip()]):
        dotted = _LEADERS.sub(", ", line.replace("`", "").strip())
        rows = re.sub(r"(?<=\d) \| (?=\D)", "\n", dotted).replace(" | ", " ")  # of two columns
        for part in rows.split("\n"):
            yield from _RUN_ON.sub(r"\1\n", _LEFT_OVER.sub("", part)).split("\n")


def _until_its_end(lines: Sequence[str]) -> Sequence[str]:
    lines = lines[: next((at for at, line in enumerate(lines) if _END.match(line.strip())), len(lines))]
    lines = _in_order(lines)
    paged = [bool(_PAGE_END.search(line) or _SEE.search(line)) for line in lines]
    begin = paged[: 2 * _WINDOW]
    if len(begin) < _WINDOW or sum(begin) < _PAGED * len(begin):
        return lines
    for at in range(_WINDOW, len(lines) - _WINDOW):
        if sum(paged[at : at + _WINDOW]) < _UNPAGED * _WINDOW:
            return lines[: at + paged[at:].index(False)]
    return lines


def _in_order(lines: Sequence[str]) -> Sequence[str]:
    """The lines without those behind an index whose first letters are in no order, such as the notes of an EPUB.

    Each line in order counts one, each other takes two away; the index ends where the sum is the highest.
    """
    letters = [(at, hit[0]) for at, line in enumerate(lines) if (hit := _FIRST_LETTER.search(_plain(line)))]
    total = best = 0
    end = letters[-1][0] if letters else 0
    for (_, before), (at, letter) in pairwise(letters):
        total += 1 if before <= letter else -_DISORDER
        if total >= best:
            best, end = total, at
    return lines[: end + 1] if len(lines) - end > _WINDOW else lines


def _plain(line: str) -> str:
    """A line in capitals without accents."""
    return unicodedata.normalize("NFKD", line[:_LONGEST_NAME]).upper()
