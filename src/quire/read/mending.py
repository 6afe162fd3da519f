"""Repairs of a line's words that grouping by place cannot do; shared by the accelerator and its twin."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from quire.model.page import Word
from quire.text import fold, is_rtl

RTL, SPACED, ODD = 1, 2, 4  # why a line is handed over

_FEWEST = 5  # letters with spaces between that make a spaced title
_APART = 1.5  # a gap this many times the usual one between the letters parts two words
# Runs that read from the left inside a right-to-left word: figures and Latin letters with the punctuation inside.
# Percent and currency signs belong to figures in Hebrew only: behind Arabic letters figures are no European ones to
# the bidirectional algorithm (Unicode annex 9, W2 and W5).
_KEPT = r"(?:\d|(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe])[^\W\d_])"
_RUN = re.compile(rf"({_KEPT}(?:{_KEPT}|[.,:/])*)|.", re.DOTALL)
_HEBREW_RUN = re.compile(rf"((?:[%$€£₪](?=\d))?{_KEPT}(?:{_KEPT}|[.,:/])*(?:(?<=\d)[%‰°$€£₪])?)|.", re.DOTALL)
_ARABIC = re.compile(r"[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefe]")
_OPEN, _CLOSE = "([{«‹<", ")]}»›>"


def mend(words: tuple[Word, ...], wants: int) -> tuple[Word, ...]:
    """The words of a line after repair; () when nothing readable is left.

    Args:
        words: from left to right as grouped.
        wants: RTL has right-to-left letters, SPACED many single letters, ODD characters to fold.
    """
    if wants & RTL:
        words = _logical(words)
    if wants & ODD:
        words = _folded(words)
    if wants & SPACED and not wants & RTL:
        words = _closed_up(words)
    return words


def _folded(words: tuple[Word, ...]) -> tuple[Word, ...]:
    kept: list[Word] = []
    owed = False  # the space of a word that vanished
    for word in words:
        text = unicodedata.normalize("NFC", fold(word.text)).strip()
        if not text:
            owed = owed or word.space
            continue
        kept.append(word._replace(text=text, space=bool(kept) and (word.space or owed)))
        owed = False
    return tuple(kept)


# Right to left


def _logical(words: Sequence[Word]) -> tuple[Word, ...]:
    """Words from left to right put into reading order.

    Runs of right-to-left words are turned round; Latin words and figures inside keep their own order. Where
    such words lead, the whole line is read from the right.
    """
    run_of = _RUN if any(_ARABIC.search(word.text) for word in words) else _HEBREW_RUN
    kinds = _filled([_direction(word.text) for word in words])
    leads = sum(kind == "R" for kind in kinds) * 2 >= len(kinds)
    units: list[tuple[str, list[Word]]] = []
    for word, kind in zip(words, kinds, strict=True):
        if units and units[-1][0] == kind:
            units[-1][1].append(word)
        else:
            units.append((kind, [word]))
    if leads:
        units.reverse()
    ordered: list[Word] = []
    for kind, run in units:
        ordered.extend([_turned(word, run_of) for word in reversed(run)] if kind == "R" else run)
    return _spaced_again(_faced(ordered) if leads else ordered, words)


def _faced(words: Sequence[Word]) -> list[Word]:
    """The words of a line with its brackets facing their content."""
    text = _paired("".join(word.text for word in words))
    out: list[Word] = []
    for word in words:
        out.append(word._replace(text=text[: len(word.text)]))
        text = text[len(word.text) :]
    return out


def _direction(text: str) -> str:
    """R or L for a word with letters of that direction, N (number) or O (neither) for others."""
    for char in text:
        if is_rtl(ord(char)) and not unicodedata.category(char).startswith("N"):
            return "R"
        if char.isalpha():
            return "L"
    return "N" if any(char.isdigit() for char in text) else "O"


def _filled(kinds: list[str]) -> list[str]:
    """Directions with neutral words taken into the run round them; figures read from the left but belong to it."""
    found = list(kinds)
    for i, kind in enumerate(kinds):
        if kind == "O":
            before = next((k for k in reversed(kinds[:i]) if k in "RL"), "")
            after = next((k for k in kinds[i + 1 :] if k in "RL"), "")
            found[i] = "R" if "R" in {before, after} and "L" not in {before, after} else "L"
        elif kind == "N":
            near = {k for k in (*kinds[max(0, i - 1) : i], *kinds[i + 1 : i + 2]) if k in "RL"}
            found[i] = "R" if near == {"R"} else "L"
    return found


def _turned(word: Word, run_of: re.Pattern[str]) -> Word:
    """A right-to-left word in reading order: its characters from the right, figures and Latin runs kept."""
    runs = [(bool(match[1]), match[0]) for match in run_of.finditer(word.text)]
    text = "".join(_tail_first(run) if keeps else run for keeps, run in reversed(runs))
    return word._replace(text=_marks_behind(text))


def _tail_first(run: str) -> str:
    """A run of figures with the punctuation at its end moved to where it stands when read from the right."""
    body = run.rstrip(".,:/")
    return run[len(body) :] + body


def _marks_behind(text: str) -> str:
    """Combining marks, which come first when characters are turned round, behind their letters again."""
    if not any(unicodedata.combining(char) for char in text):
        return text
    out: list[str] = []
    waiting: list[str] = []
    for char in text:
        if unicodedata.combining(char):
            waiting.append(char)
        else:
            out.extend((char, *waiting))
            waiting = []
    return "".join((*out, *waiting))


def _paired(text: str) -> str:
    """Brackets facing their content: PDFium mirrors some of them and not others."""
    out = list(text)
    opened: list[int] = []
    for i, char in enumerate(out):
        pair = _OPEN.find(char) if char in _OPEN else _CLOSE.find(char)
        if pair < 0:
            continue
        if opened and _OPEN.find(out[opened[-1]]) == pair:
            out[i] = _CLOSE[pair]
            opened.pop()
        elif char in _CLOSE and i > 0 and pair not in {_OPEN.find(c) for c in out[i + 1 :]}:
            continue
        else:
            out[i] = _OPEN[pair]
            opened.append(i)
    for i in opened:  # the partner stands in another word
        if i == len(out) - 1 and len(out) > 1:
            out[i] = _CLOSE[_OPEN.find(out[i])]
    return "".join(out)


def _spaced_again(ordered: Sequence[Word], words: Sequence[Word]) -> tuple[Word, ...]:
    """The reordered words with spaces between the same neighbours as before."""
    place = {(word.x0, word.y0, word.x1): i for i, word in enumerate(words)}
    out: list[Word] = []
    last = -1
    for word in ordered:
        i = place[word.x0, word.y0, word.x1]
        space = bool(out) and (words[max(i, last)].space if abs(i - last) == 1 else True)
        out.append(word._replace(space=space))
        last = i
    return tuple(out)


# Spaced letters


def _closed_up(words: Sequence[Word]) -> tuple[Word, ...]:
    """Words with runs of single letters joined: "C O N T E N T S" is one word."""
    out: list[Word] = []
    run: list[Word] = []
    for word in (*words, None):
        if word is not None and _continues(run, word):
            run.append(word)
            continue
        out.extend(_joined(run))
        run = []
        if word is not None:
            run.append(word)
    return tuple(out)


def _continues(run: Sequence[Word], word: Word) -> bool:
    if not run:
        return True
    return len(word.text) == 1 and word.text.isalpha() and len(run[-1].text) == 1 and word.style == run[-1].style


def _joined(run: Sequence[Word]) -> list[Word]:
    if len(run) < _FEWEST or not run[0].text.isalpha() or _is_alphabet(run):
        return list(run)
    gaps = [b.x0 - a.x1 for a, b in pairwise(run)]
    usual = sorted(gaps)[len(gaps) // 2]
    if usual <= 0.0:
        return list(run)
    parts: list[list[Word]] = [[run[0]]]
    for gap, word in zip(gaps, run[1:], strict=True):
        if gap > _APART * usual:
            parts.append([word])
        else:
            parts[-1].append(word)
    if max(len(part) for part in parts) < 3:
        return list(run)
    return [
        part[0]._replace(
            text="".join(w.text for w in part),
            x1=max(w.x1 for w in part),
            y0=min(w.y0 for w in part),
            y1=max(w.y1 for w in part),
        )
        for part in parts
    ]


def _is_alphabet(run: Sequence[Word]) -> bool:
    """Whether single letters follow each other as in an index or a row of column names."""
    codes = [ord(word.text.lower()) for word in run]
    rising = sum(0 < b - a <= 2 for a, b in pairwise(codes))
    return rising >= 0.7 * (len(codes) - 1) or len(set(codes)) == 1
