"""Blocks of a text whose lines were wrapped by hand: paragraphs, verse, list items, program text.

The indents and ends of lines decide: prose is wrapped where the next word no longer fits.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from quire.model.block import Block, Code, Item, List, Paragraph
from quire.model.span import Span

__all__ = ["HardWrappedText", "joined_lines"]

_INDENT = 2
"""Columns by which lists and program text are indented from the text around them."""

_SURE = "*•●○▪◦‣·"
_BULLET = re.compile(rf"(?:[{_SURE}+–-]|o(?= ))\s{{1,4}}(?=\S)")
"""The beginnings of items. Ambiguous ones (minus, a dash of speech, a letter) have to be indented."""

_SIGNS = re.compile(r"[{}();=<>\[\]#$\\/|&*@%~^+_]")
_STRONG = re.compile(r"[{};=<>#$\\/|&*@%~^+]")
_SIGNED = 0.06
"""Share of such signs in program text; prose with some brackets and slashes has a third of it."""

_SHORTEST = 4  # characters of program text
_SHORTEST_ITEM = 2  # characters of an item
_SHORTEST_WORD = 2  # characters before the hyphen at the end of a line
_WIDTH_RANK = 0.95  # of the line that shows the width of a text
_LONG_LINE = 0.6  # of the width: such lines show the indent of a text
_RULED = 0.6
"""Share of the lines of a drawn table that begin with its rules."""

_COMMENTS = 0.3
"""Greatest share of Chinese characters in program text: its comments."""

_PROMPT = re.compile(r"\s*(?:[$#%>]|>>>|\w+@\w+[:~])\s+\S")
_CAPITALS = 0.85
"""Share of the lines that begin with a capital letter in verse; of prose it is one in eight."""

_VERSE = 3
"""Lines: with fewer, capitals do not tell."""

_ROOM = 0.8
"""Of the width: a line that fits with the next word in it was broken on purpose."""

_SHORT = 0.85
"""Of the width: the mean length of the lines of a few verses, at most; more verses need not be short."""
_MANY = 5

_NARROW = 0.4
"""Of the width: no quotation is as narrow."""

_OWN_ROOM = 0.7
"""Share of the lines that leave room within the longest of them: a narrower quotation has none."""

_WIDE = 0x2E7F
"""Characters above are Chinese, Japanese or Korean."""


class HardWrappedText:
    """The lines of one text.

    Args:
        lines: as they stand, with their indents.
        spans: makes the spans of a paragraph's text.
    """

    def __init__(self, lines: Sequence[str], spans: Callable[[str], tuple[Span, ...]]) -> None:
        full = [line for line in lines if line.strip()]
        sizes = sorted(len(line.strip()) for line in full) or [0]
        self._width = sizes[int(len(sizes) * _WIDTH_RANK)]
        long = [line for line in full if len(line.strip()) > _LONG_LINE * self._width]
        self._base = Counter(map(indent_of, long or full or [""])).most_common(1)[0][0]
        self._spans = spans

    def blocks(self, lines: Sequence[str]) -> Iterator[Block]:
        """The blocks of the lines between two empty ones."""
        if self._is_code(lines):
            yield Code(textwrap.dedent("\n".join(line.expandtabs() for line in lines)), ())
            return
        at = 0
        first = next((n for n, line in enumerate(lines) if _BULLET.match(line.strip())), len(lines))
        while at < len(lines):
            mark = self._mark(lines, at, first)
            end = next((n for n in range(at + 1, len(lines)) if self._mark(lines, n, first)), len(lines))
            texts = [line.strip() for line in lines[at:end]]
            texts[0] = texts[0][len(mark) :].strip()
            found = Paragraph(self._spans(self._text(texts)), ())
            yield List((Item(_shown(mark), (found,)),), ()) if mark else found
            at = end

    def _mark(self, lines: Sequence[str], at: int, first: int = 0) -> str:
        """The marker of the item that begins on a line; "" for none. `first`: the first line with a marker."""
        line = lines[at]
        hit = _BULLET.match(line.strip())
        if not hit or len(line.strip()) - hit.end() < _SHORTEST_ITEM:
            return ""
        in_list = first < at or at == 0
        sure = hit.group()[0] in _SURE and in_list
        return hit.group().strip() if sure or (indent_of(line) >= self._base + _INDENT and in_list) else ""

    def _is_code(self, lines: Sequence[str]) -> bool:
        """Whether lines are program text, or a table drawn with characters.

        Program text is indented or broken on purpose, and full of the signs of programs.
        """
        ruled = sum(line.lstrip().startswith(("|", "+-", "+=")) for line in lines)
        if len(lines) > 1 and ruled >= _RULED * len(lines):
            return True
        apart = min(map(indent_of, lines)) >= self._base + _INDENT
        if self._mark(lines, 0) or not (apart or self._on_purpose([line.strip() for line in lines])):
            return False
        text = "".join("".join(line.split()) for line in lines)
        if len(text) < _SHORTEST or sum(ord(char) > _WIDE for char in text) > _COMMENTS * len(text):
            return False
        signed = len(_SIGNS.findall(text)) >= _SIGNED * len(text) and _STRONG.search(text) is not None
        return signed or _PROMPT.match(lines[0]) is not None

    def _text(self, lines: Sequence[str]) -> str:
        return "\n".join(lines) if self._is_verse(lines) else joined_lines(lines)

    def _is_verse(self, lines: Sequence[str]) -> bool:
        """Whether lines are broken on purpose."""
        if len(lines) < _VERSE:
            return False
        cased = [line.lstrip("\"'“‘([_*-—")[:1] for line in lines]
        if sum(one.isupper() for one in cased) >= _CAPITALS * len(lines):
            mean = sum(map(len, lines[:-1])) / (len(lines) - 1)
            return len(lines) >= _MANY or mean <= _SHORT * self._width
        return self._on_purpose(lines)

    def _on_purpose(self, lines: Sequence[str]) -> bool:
        """Whether every line but the last leaves room for the next word."""
        own = max(map(len, lines))
        needed = [len(line) + 1 + len(after.split()[0]) for line, after in pairwise(lines) if ord(line[-1]) <= _WIDE]
        if len(lines) < _VERSE or len(needed) < len(lines) - 1:
            return False
        fits = sum(one <= own for one in needed)
        free = own < _NARROW * self._width or fits >= _OWN_ROOM * len(needed)
        return free and max(needed) < _ROOM * self._width


def joined_lines(lines: Sequence[str]) -> str:
    """Lines joined into one; words that were split at the end of a line are whole again."""
    out = lines[0]
    for line in lines[1:]:
        wide = ord(out[-1]) > _WIDE and ord(line[0]) > _WIDE
        if out.endswith("-") and line[0].islower() and len(out) > _SHORTEST_WORD and out[-2].isalpha():
            out = out[:-1] + line if not out.endswith("--") else out + line
        else:
            out += line if wide else f" {line}"
    return out


def _shown(mark: str) -> str:
    return "•" if mark in {"*", "o", "+", "·"} else mark


def indent_of(line: str) -> int:
    """The columns of white at the start of a line."""
    wide = line.expandtabs()
    return len(wide) - len(wide.lstrip())
