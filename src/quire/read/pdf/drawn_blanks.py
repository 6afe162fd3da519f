"""Blanks to fill in that are drawn and not written: a rule on the baseline of a row, in a gap of its text.

Word underlines spaces, TeX and examination papers draw rules. As text they are underscores, and the texts on both sides
of one are one line, which a gap of such a width would end.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from quire.model.page import Line, Rule, Word
from quire.read.pdf.character_classes import LIBERTINE_FONT, TEX_BITMAP_FONT, TEXT_FONT, WINDOWS_FONT, font_kind
from quire.text import is_cjk

_WIDTH = 1.5  # points of a rule at most
_SHORTEST = 1.4  # em: shorter ones are parts of formulas and signs
_ABOVE, _BELOW = 0.08, 0.38  # em: where a blank may be, above and below the baseline
_EMPTY = 0.75  # em above a blank without other text
_UNDER = 0.85  # em: text under a rule with a baseline so near has it as its bar
_OVERLAP = 0.45  # em of a blank's end under a full-width comma that is set half as wide
_NEAR = 0.8  # em between a blank and the text that it belongs to
_TOUCH = 1.5  # points between pieces of one rule, or rules that meet
_SIGN = 0.5  # em of an underscore
_FEWEST, _MOST = 3, 60  # underscores of a blank
_MOST_RULES = 600  # horizontal ones of a page; more are a drawing
_SPACE = 0.2  # em that part a blank from Latin text
_FAR = 40.0  # points from a rule to the baselines of lines that it may have to do with
_REACH = 0.5  # of a line's height below it: where its blanks are at most
_ROOTS = "√∛∜"  # their bars are no blanks
_TEXT_FONTS = {TEXT_FONT, LIBERTINE_FONT, WINDOWS_FONT, TEX_BITMAP_FONT}  # others have roots and braces
_OPENING = ":：(（"  # at the end of a text that a blank completes
_CLOSING = ".。,，;；、)）"  # behind a blank that begins a row


class _Blank(NamedTuple):
    x0: float
    x1: float
    y: float
    rules: tuple[Rule, ...]


def with_blanks(lines: tuple[Line, ...], rules: Sequence[Rule]) -> tuple[tuple[Line, ...], Sequence[Rule]]:
    """The lines of a page with the blanks that its rules draw, and the rules that draw none."""
    flat: list[Rule] = []
    upright: list[Rule] = []
    for rule in rules:
        x0, y0, x1, y1, width, _ = rule
        if x1 - x0 < y1 - y0:
            upright.append(rule)
        elif width <= _WIDTH and y1 - y0 <= _WIDTH:
            flat.append(rule)
    if not flat or len(flat) > _MOST_RULES:
        return lines, rules
    flat.sort(key=lambda rule: (round(rule.y0, 1), rule.x0))
    rows = sorted((line for line in lines if not line.angle and not line.vertical), key=attrgetter("baseline"))
    levels = [line.baseline for line in rows]
    reach = min(_FAR, (1.0 + _REACH) * max((line.y1 - line.y0 for line in rows), default=0.0))
    near = [(one, row) for one in _joined(flat) if (row := _row_at(one.y, rows, levels, reach))]
    near = [(one, row) for one, row in near if _nearest(row, one.x0, left=True) or _nearest(row, one.x1, left=False)]
    near = [(one, row) for one, row in near if not any(_meets(one, rule) for rule in upright)]
    found = [one for one, _ in near]
    kept = [
        one
        for one, row in near
        if _belongs(one, row, found)
        and _is_free(one, rows[bisect_left(levels, one.y - _FAR) : bisect_right(levels, one.y + _FAR)])
    ]
    if not kept:
        return lines, rules
    drawn = {id(rule) for one in kept for rule in one.rules}
    return _completed(lines, kept), [rule for rule in rules if id(rule) not in drawn]


def _joined(flat: Iterable[Rule]) -> Iterator[_Blank]:
    """Rules on one level that touch are one."""
    now: list[Rule] = []
    end = level = 0.0
    for rule in flat:
        if now and (abs(rule.y0 - level) > _TOUCH / 3 or rule.x0 - end > _TOUCH):
            yield _blank(now)
            now = []
        end, level = max(end, rule.x1) if now else rule.x1, rule.y0
        now.append(rule)
    if now:
        yield _blank(now)


def _blank(rules: Sequence[Rule]) -> _Blank:
    ends = [rule.x1 for rule in rules]
    return _Blank(rules[0].x0, max(ends), (rules[0].y0 + rules[0].y1) / 2, tuple(rules))


def _meets(blank: _Blank, rule: Rule) -> bool:
    """Whether an upright rule meets it: it is of a table or frame."""
    return blank.x0 - _TOUCH <= rule.x0 <= blank.x1 + _TOUCH and rule.y0 - _TOUCH <= blank.y <= rule.y1 + _TOUCH


def _row_at(y: float, rows: Sequence[Line], levels: Sequence[float], reach: float) -> list[Word]:
    """The words on whose baseline a rule at this height is a blank; no line reaches further from its baseline."""
    near = rows[bisect_left(levels, y - reach) : bisect_right(levels, y + reach)]
    near = [line for line in near if line.y0 <= y <= line.y1 + _REACH * (line.y1 - line.y0)]
    return [word for line in near for word in line.words if _is_at(y, word)]


def _is_at(y: float, word: Word) -> bool:
    size = word.style.size
    return -_ABOVE * size <= y - word.baseline <= _BELOW * size


def _is_free(blank: _Blank, lines: Iterable[Line]) -> bool:
    """Whether no text stands over a blank: what is there is not underlined, and the rule is no bar of a formula."""
    across = (line for line in lines if line.x1 > blank.x0 and line.x0 < blank.x1)
    for word in (word for line in across for word in line.words):
        size = word.style.size
        common = min(word.x1, blank.x1) - max(word.x0, blank.x0)
        covers = common > _OVERLAP * size or (common > 0 and common > word.x1 - word.x0 - _TOUCH)
        if covers and -_UNDER * size < blank.y - word.baseline <= _EMPTY * size:
            return False
    return True


def _belongs(blank: _Blank, row: Sequence[Word], all_blanks: Sequence[_Blank]) -> bool:
    """Whether text stands on both sides of a blank, or text that a blank completes, or one for each of its texts."""
    before = _nearest(row, blank.x0, left=True)
    after = _nearest(row, blank.x1, left=False)
    nearest = before or after
    if nearest is None or blank.x1 - blank.x0 < _SHORTEST * nearest.style.size:
        return False
    if before is None:
        return after is not None and after.text[0] in _CLOSING
    if after is not None or before.text[-1] in _OPENING:
        return True
    return any(char.isalpha() for char in before.text) and _has_twin(blank, row, all_blanks)


def _has_twin(blank: _Blank, row: Sequence[Word], all_blanks: Sequence[_Blank]) -> bool:
    """Whether another blank follows another text of the row."""
    return any(
        other is not blank and abs(other.y - blank.y) <= _TOUCH and _nearest(row, other.x0, left=True) is not None
        for other in all_blanks
    )


def _nearest(row: Iterable[Word], x: float, *, left: bool) -> Word | None:
    """The word of a row that ends, or begins, where a blank does."""
    near = [
        (gap, word)
        for word in row
        if (gap := abs(x - word.x1 if left else word.x0 - x)) <= _NEAR * word.style.size
        and font_kind(word.style.font) in _TEXT_FONTS
        and word.text[-1] not in _ROOTS
    ]
    return min(near, key=lambda one: one[0])[1] if near else None


def _completed(lines: tuple[Line, ...], blanks: Sequence[_Blank]) -> tuple[Line, ...]:
    """The lines with blanks as words; lines on both sides of one are one line."""
    out = list(lines)
    for blank in sorted(blanks, key=lambda one: one.x0):
        at = [
            index
            for index, line in enumerate(out)
            if not line.angle and not line.vertical and any(_is_at(blank.y, word) for word in line.words)
        ]
        left = _beside(out, at, blank.x0, left=True)
        right = _beside(out, at, blank.x1, left=False)
        home = right if left is None else left
        if home is None:
            continue
        before = [word for word in out[home].words if word.x0 < blank.x0]
        behind = [word for word in out[home].words if word.x0 >= blank.x0]
        parts = [out[home]]
        if right is not None and right != home:
            behind += out[right].words
            parts.append(out[right])
        words = [*before, _written(blank, before, behind), *_moved(behind, blank)]
        out[home] = out[home]._replace(
            words=tuple(words),
            x0=min(word.x0 for word in words),
            x1=max(word.x1 for word in words),
            y0=min(line.y0 for line in parts),
            y1=max(line.y1 for line in parts),
        )
        if right is not None and right != home:
            del out[right]
    return tuple(out)


def _beside(lines: Sequence[Line], at: Iterable[int], x: float, *, left: bool) -> int | None:
    """The line with the word nearest to an end of a blank."""
    found: list[tuple[float, int]] = []
    for index in at:
        for word in lines[index].words:
            gap = abs(x - word.x1 if left else word.x0 - x)
            if gap <= _NEAR * word.style.size:
                found.append((gap, index))
    return min(found)[1] if found else None


def _written(blank: _Blank, before: Sequence[Word], behind: Sequence[Word]) -> Word:
    """A blank as underscores in the style of the text beside it, but not that of a formula."""
    beside = before[-1] if before else behind[0]
    near = [*before[-1:], *behind[:1], *reversed(before[:-1])]
    style = next((one.style for one in near if not one.style.italic and "Symbol" not in one.style.font), beside.style)
    count = min(_MOST, max(_FEWEST, round((blank.x1 - blank.x0) / (_SIGN * style.size))))
    space = bool(before) and blank.x0 - beside.x1 > _SPACE * style.size and not is_cjk(ord(beside.text[-1]))
    return beside._replace(text="_" * count, x0=blank.x0, x1=blank.x1, style=style, space=space, blank=space)


def _moved(words: Sequence[Word], blank: _Blank) -> list[Word]:
    """The words behind a blank, the first parted from it by a space where it stands apart."""
    out = list(words)
    if out:
        first = out[0]
        space = first.x0 - blank.x1 > _SPACE * first.style.size and not is_cjk(ord(first.text[0]))
        out[0] = first._replace(space=space, blank=space)
    return out
