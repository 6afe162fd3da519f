"""Letters shifted a little above or below their line, as in logos, joined with their neighbours.

The E of TeX and LaTeX is lowered by a fifth of the type size: too far for one baseline, too large for a subscript. The
reader gives such letters as lines of their own below lines with gaps. The A of LaTeX, raised as much, comes as a
superscript.
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line, Word

# A letter is moved by no more than this share of the type's size; a raised one that is no superscript by less.
_MOST, _RAISED = 0.36, 0.25
_OTHER_SIZE = 0.4  # of the size: letters of one word differ by less
_LETTERS = 2  # of a moved piece at most
_TOUCHES = 0.3  # of the size: how far it may be from its neighbours, or reach into them


def join_shifted_letters(lines: Sequence[Line]) -> list[Line]:
    """The lines in the order given, with shifted letters joined to the words that they belong to."""
    moved = [
        i for i, one in enumerate(lines) if len(one.words[0].text) <= _LETTERS and all(map(_is_candidate, one.words))
    ]
    if not moved:
        return list(lines)
    result: list[Line | None] = list(lines)
    for index in moved:
        hosts = [_host(word, result, index) for word in lines[index].words]
        if None in hosts:
            continue
        for word, host in zip(lines[index].words, hosts, strict=True):
            whole = result[host] if host is not None else None
            if host is not None and whole is not None:
                result[host] = _with_word(whole, word)
        result[index] = None
    return [line for line in result if line is not None]


def _is_candidate(word: Word) -> bool:
    return len(word.text) <= _LETTERS and word.text.isalpha()


def _host(word: Word, lines: Sequence[Line | None], own: int) -> int | None:
    """The line in which a word fits."""
    reach = _MOST * word.style.size
    for index, line in enumerate(lines):
        if line is None or index == own or abs(line.baseline - word.baseline) > reach or line.angle or line.vertical:
            continue
        if _place(word, line) is not None:
            return index
    return None


def _place(word: Word, line: Line) -> int | None:
    """The index of the word of a line that another word continues or lies in; None if it touches none."""
    size = word.style.size
    for index, one in enumerate(line.words):
        if one.x0 >= word.x0:
            return None
        if not one.text[-1].isalpha() or abs(one.style.size - size) > _OTHER_SIZE * size:
            continue
        if word.x1 < one.x1 and one.text.isupper() and len(one.text) > 1:
            return index
        after = line.words[index + 1] if index + 1 < len(line.words) else None
        free = after is None or after.x0 - word.x1 > -_TOUCHES * size
        if free and abs(one.x1 - word.x0) <= _TOUCHES * size:
            return index
    return None


def _with_word(line: Line, word: Word) -> Line:
    """The line with a word joined to the one that it touches, and to the next one if it touches that too."""
    place = _place(word, line)
    if place is None:
        return line
    words = list(line.words)
    one = words[place]
    if word.x1 < one.x1:
        at = round(((word.x0 + word.x1) / 2 - one.x0) / (one.x1 - one.x0) * len(one.text))
        words[place] = one._replace(text=one.text[:at] + word.text + one.text[at:])
    else:
        words[place] = one._replace(text=one.text + word.text, x1=max(one.x1, word.x1))
        if place + 1 < len(words) and words[place + 1].x0 - word.x1 < _TOUCHES * word.style.size:
            words[place : place + 2] = [_one(words[place], words[place + 1])]
    for at in range(len(words) - 1, 0, -1):
        if _is_raised(words[at - 1], words[at], line):
            words[at - 1 : at + 2] = [_one(words[at - 1], words[at], *words[at + 1 : at + 2])]
    return line._replace(words=tuple(words), x1=max(line.x1, word.x1))


def _is_raised(before: Word, word: Word, line: Line) -> bool:
    """Whether a word is a capital between capitals, raised by less than superscripts are."""
    if word.style.rise <= 0 or word.space or not (word.text.isupper() and len(word.text) == 1):
        return False
    return before.text[-1].isupper() and abs(line.baseline - word.baseline) < _RAISED * before.style.size


def _one(first: Word, *others: Word) -> Word:
    """Words as one, in the style of the first; what does not touch it has no part."""
    return first._replace(
        text=first.text + "".join(one.text for one in others),
        x1=max(first.x1, *(one.x1 for one in others)),
        y0=min(first.y0, *(one.y0 for one in others)),
        y1=max(first.y1, *(one.y1 for one in others)),
    )
