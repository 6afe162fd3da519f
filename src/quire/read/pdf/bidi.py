"""Words in visual order to reading order: the reverse of the Unicode bidirectional algorithm.

Unicode annex 9 tells how text in reading order is displayed. The reverse: in a right-to-left line everything is
reversed except figures and runs of Latin letters; in a left-to-right line only the runs between right-to-left letters
are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from quire.model.page import Word
from quire.text import is_rtl

_OPEN, _CLOSE = "([{«‹<", ")]}»›>"
_BEHIND_CLOSE = " .,:;!?،؛؟…"
_ARABIC = re.compile(r"[\u0600-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb50-\ufdff\ufe70-\ufefe]")
# Figures with their separators. Percent and currency signs belong to figures in Hebrew only: after Arabic letters
# figures are not European ones to the bidirectional algorithm (W2 and W5).
_FIGURE = re.compile(r"\d+(?:[.,:/٫٬]\d+)*")
_HEBREW_FIGURE = re.compile(r"[%$€£₪]?\d+(?:[.,:/]\d+)*[%‰°$€£₪]?")
# A run of Latin text and figures, from its first to its last letter or digit, with the signs between them.
_LATIN = re.compile(r"[ln](?:[lno ]*[ln])?")


def to_reading_order(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words of a line with right-to-left letters or Arabic figures, in reading order.

    Args:
        words: In visual order from left to right, and the characters of each as well.
    """
    text, owners = _laid_out(words)
    kinds = "".join(map(_kind, text))
    figure = _FIGURE if _ARABIC.search(text) else _HEBREW_FIGURE
    if "r" not in kinds:
        return _without_letters(words)
    if _is_rtl_line(text):
        order = _reversed_run(text, kinds, 0, len(text), figure)
        return _regrouped(words, _with_facing_brackets("".join(text[i] for i in order)), [owners[i] for i in order])
    order = []
    at = 0
    for match in re.finditer("r(?:[rno ]*r)?", kinds):
        order += [*range(at, match.start()), *_reversed_run(text, kinds, match.start(), match.end(), figure)]
        at = match.end()
    order += range(at, len(text))
    return _regrouped(words, "".join(text[i] for i in order), [owners[i] for i in order])


def _laid_out(words: Sequence[Word]) -> tuple[str, list[int]]:
    """The text of a line in visual order, and the word index of each character; -1 for spaces."""
    text = ""
    owners: list[int] = []
    for index, word in enumerate(words):
        if word.space and text:
            text += " "
            owners.append(-1)
        text += word.text
        owners += [index] * len(word.text)
    return text, owners


def _kind(char: str) -> str:
    """Class of a character: r and l for letters by direction, n for digits, a space, o for others."""
    if char == " ":
        return " "
    category = unicodedata.category(char)
    if category == "Nd":
        return "n"
    if is_rtl(ord(char)) and category[0] in "LM":
        return "r"
    return "l" if category[0] in "LM" else "o"


def _is_rtl_line(text: str) -> bool:
    """Whether a line reads from the right: at least as many words with right-to-left letters as with other letters."""
    words = text.split()
    rtl = [any(_kind(char) == "r" for char in word) for word in words]
    others = sum(not own and any(char.isalpha() for char in word) for own, word in zip(rtl, words, strict=True))
    return sum(rtl) >= others


def _reversed_run(text: str, kinds: str, start: int, end: int, figure: re.Pattern[str]) -> list[int]:
    """The indices from `start` to `end` in reading order: from the right, except figures and Latin text."""
    units: list[range] = []
    at = start
    for match in _LATIN.finditer(kinds, start, end):
        kept = _unreversed(text, kinds, match, figure)
        units += [range(i, i + 1) for i in range(at, kept[0].start)]
        units += kept
        at = kept[-1].stop
    units += [range(i, i + 1) for i in range(at, end)]
    return [i for unit in reversed(units) for i in unit]


def _unreversed(text: str, kinds: str, match: re.Match[str], figure: re.Pattern[str]) -> list[range]:
    """The parts of a run that keep their order: all of it if it has letters, otherwise each of its figures."""
    start, end = match.span()
    if "l" in match[0]:
        return [range(start, end)]
    units: list[range] = []
    low, high = start - 1 if start and kinds[start - 1] == "o" else start, end + (kinds[end : end + 1] == "o")
    at = start
    for number in figure.finditer(text, low, high):
        units += [range(i, i + 1) for i in range(at, number.start())]
        units.append(range(number.start(), number.end()))
        at = number.end()
    return units


def _regrouped(words: Sequence[Word], text: str, owners: Sequence[int]) -> tuple[Word, ...]:
    """The words of characters in reading order; a word whose characters are now separated becomes several."""
    out: list[Word] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and owners[end] == owners[start]:
            continue
        if owners[start] >= 0:
            space = bool(out) and owners[start - 1] < 0
            own = _marks_behind(text[start:end])
            out.append(words[owners[start]]._replace(text=own, space=space))
        start = end
    return tuple(out)


def _marks_behind(text: str) -> str:
    """The text with combining marks, which come first after reversing, behind their letters again."""
    if not any(map(unicodedata.combining, text)):
        return text
    out: list[str] = []
    waiting: list[str] = []
    for char in text:
        if unicodedata.combining(char) and is_rtl(ord(char)):
            waiting.append(char)
        else:
            out.extend((char, *reversed(waiting)))
            waiting = []
    return "".join((*out, *waiting))


def _with_facing_brackets(text: str) -> str:
    """The text with brackets that face their content: PDFium mirrors some of them and not others.

    White space beside a bracket tells its side; otherwise the open bracket does.
    """
    out = list(text)
    opened: list[int] = []
    for i, char in enumerate(out):
        pair = _OPEN.find(char) if char in _OPEN else _CLOSE.find(char)
        if pair < 0:
            continue
        free_before = i == 0 or out[i - 1] == " "
        free_behind = i + 1 == len(out) or out[i + 1] in _BEHIND_CLOSE
        opens = free_before if free_before != free_behind else not (opened and opened[-1] == pair)
        if opens:
            opened.append(pair)
        elif opened and opened[-1] == pair:
            opened.pop()
        out[i] = (_OPEN if opens else _CLOSE)[pair]
    return "".join(out)


def _without_letters(words: Sequence[Word]) -> tuple[Word, ...]:
    """A line of Arabic figures and signs, which read from the left, with the percent sign after its figure."""
    return tuple(
        word._replace(text=word.text[1:] + word.text[0]) if word.text[0] in "٪%" and len(word.text) > 1 else word
        for word in words
    )
