"""Program text: rows in a fixed-pitch font; line ends and indentation are kept."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from quire.layout.text import program_lines
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.list_markers import marker_of
from quire.layout.text.text_rows import SAME_BASELINE, Row
from quire.model.page import Line, Page, Word
from quire.text import wide_characters

# Advance of a monospaced glyph in type sizes, when it cannot be measured (Courier: 0.6).
_ADVANCE = 0.6
# White, in characters, between two words; type sizes between two baselines at least.
_GAP, _LEAST_STEP = 0.5, 0.5
# Type sizes to the next row of a listing, at most, where paragraphs around it are further away, and over an empty line.
_NEXT_ROW, _NEXT_PART = 1.9, 3.8
# The same where lines have grounds of their own in turn: two programs have their padding and white between them.
_NEXT_GROUND = 2.5
# White between two programs, in lines: so high at least, and by so much more or less than whole ones.
_EMPTY, _UNEVEN = 2.5, 0.2
_COMMENT = re.compile(r"\d*\s*(?:#|//|/\*|\*|%|--|\"\"\")")
# Signs of a comment behind a line of a program.
_BEHIND = re.compile(r"#|//|/\*|<!--|--$|;;")
_SIGNS = frozenset("=(){};[]")
# So many characters tell how wide one is.
_MEASURED = 3
# So many rows that begin with 1, 2, 3 are numbered lines.
_NUMBERED = 3
# Wider white, at a change of pages or around something else, is no row of blank lines.
_MOST_BLANK = 3
# A fill that covers more of the page is its ground.
_WHOLE, _WHITE = 0.85, 0xFFFFFF


def join_comments(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page; comments that stand apart behind lines of programs are joined to these."""
    found: list[Line | None] = list(lines)
    comments = [
        at for at, one in enumerate(lines) if _BEHIND.match(one.words[0].text) and not (one.angle or one.vertical)
    ]
    rows = sorted((one.baseline, at) for at, one in enumerate(lines)) if comments else []
    for index in comments:
        line = lines[index]
        first = bisect_left(rows, (line.baseline - SAME_BASELINE,))
        level = [at for _, at in rows[first : bisect_right(rows, (line.baseline + SAME_BASELINE, len(lines)))]]
        beside = ((other.x1, at) for at in level if (other := found[at]) is not None and other.x1 <= line.x0)
        before = max(beside, default=None)
        program = found[before[1]] if before is not None else None
        if before is None or program is None or program.angle or not all(word.style.mono for word in program.words):
            continue
        words = (*program.words, line.words[0]._replace(space=True), *line.words[1:])
        y0, y1 = min(program.y0, line.y0), max(program.y1, line.y1)
        found[before[1]] = program._replace(words=words, y0=y0, x1=line.x1, y1=y1)
        found[index] = None
    return [line for line in found if line is not None]


def mark_code(drafts: Sequence[Draft], *, mono_body: bool) -> list[Draft]:
    """The drafts, with fixed-pitch ones marked as code and neighbours of one column joined.

    Args:
        drafts: The drafts of one page.
        mono_body: Most of the document is fixed-pitch (a typescript): nothing is code then.
    """
    if mono_body:
        return program_lines.split_programs(drafts)
    kept: list[Draft] = []
    for draft, program in zip(drafts, _programs(drafts), strict=True):
        before = kept[-1] if kept else None
        if not program and draft.kind is not Kind.CODE and not _is_next_number(before, draft):
            kept.append(draft)
            continue
        if before is not None and before.kind is Kind.CODE and before.column == draft.column:
            framed = before.item >= 0 or draft.item >= 0  # each in a frame of its own, or each line on a ground
            if _are_close(before, draft, _NEXT_GROUND) if framed else not _are_apart(before, draft):
                _extend(before, draft)
                continue
        draft.kind = Kind.CODE
        draft.marker = None
        kept.append(draft)
    for draft in kept:
        if draft.kind is Kind.CODE and draft.item < 0 and len(draft.rows) == 1 and not _code_like(draft.rows[0].text):
            draft.kind = Kind.TEXT
    return _whole_elements(program_lines.split_programs(kept))


def _extend(before: Draft, draft: Draft) -> None:
    before.rows = before.rows + draft.rows
    before.last_element = draft.last_element


def _whole_elements(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with elements that begin as a program or a comment of one and end as a program in one draft."""
    kept: list[Draft] = []
    for draft in drafts:
        start = len(kept)
        while draft.kind is Kind.CODE and start and 0 <= draft.element == kept[start - 1].last_element:
            start -= 1
        if start == len(kept) or not (kept[start].kind is Kind.CODE or _COMMENT.match(kept[start].rows[0].text)):
            kept.append(draft)
            continue
        whole = replace(kept[start], kind=Kind.CODE, marker=None)
        for part in [*kept[start + 1 :], draft]:
            _extend(whole, part)
        kept[start:] = [whole]
    return kept


def background_color(draft: Draft, page: Page) -> int | None:
    """The colour drawn behind code, 0xRRGGBB; None for white and for the colour of the whole page."""
    row = draft.rows[0]
    x, y = (row.x0 + row.x1) / 2, row.middle
    for x0, y0, x1, y1, color in reversed(page.fills):
        if x0 <= x <= x1 and y0 <= y <= y1:
            whole = (x1 - x0) * (y1 - y0) > _WHOLE * page.width * page.height
            return None if color == _WHITE or whole else color
    return None


def code_text(rows: Sequence[Row]) -> str:
    """The rows as lines of text, words in their character columns, blank lines kept.

    Line numbers printed at the left are dropped.
    """
    advance = _advance(rows)
    shown = [_words(row) for row in rows]
    if _are_numbered(shown):
        edge = _edge_of_numbers(shown)
        shown = [words[1:] if words[0].x1 <= edge else words for words in shown]
    left = min((words[0].x0 for words in shown if words), default=0.0)
    blanks = _blank_lines(rows)
    return "\n".join(
        ["\n" * blank + _code_line(words, left, advance) for blank, words in zip(blanks, shown, strict=True)]
    )


def paragraph_starts(rows: Sequence[Row], elements: Sequence[int]) -> tuple[int, ...]:
    """The lines of `code_text` at which paragraphs begin; () where each line is one.

    Args:
        rows: Of the program.
        elements: The structure element of each row; -1 for none.
    """
    starts = [0]
    line = 0
    for blank, (above, own) in zip(_blank_lines(rows)[1:], pairwise(elements), strict=True):
        if own < 0 or own != above:
            starts += range(line + 1, line + 2 + blank)
        line += 1 + blank
    return tuple(starts) if len(starts) <= line else ()


def _blank_lines(rows: Sequence[Row]) -> list[int]:
    """How many blank lines are above each row."""
    pitch = _pitch(rows)
    steps = [b.baseline - a.baseline for a, b in pairwise(rows)] if pitch else [0.0] * (len(rows) - 1)
    return [0, *[max(min(round(step / pitch) - 1, _MOST_BLANK), 0) if pitch else 0 for step in steps]]


def _words(row: Row) -> list[Word]:
    return [word for line in row.lines for word in line.words]


def _code_line(words: Sequence[Word], left: float, advance: float) -> str:
    """A line of words, each in its column; those that follow without white stay joined.

    Chinese characters are not as wide as two others: behind them white counts, not the column.
    """
    text = ""
    end = left
    for word in words:
        column = round((word.x0 - left) / advance)
        if not text:
            text = " " * max(column, 0)
        elif word.space or word.x0 - end > _GAP * advance:
            wide = wide_characters(text) > 0
            text += " " * max(round((word.x0 - end) / advance) if wide else column - len(text), 1)
        text += word.text
        end = word.x1
    return text


def _are_numbered(rows: Sequence[Sequence[Word]]) -> bool:
    """Whether the rows begin with line numbers: in their own style, counting up, left of everything else.

    What a line has no room for goes on in rows without a number.
    """
    if not (rows and all(rows) and rows[0][0].text.isdecimal()):
        return False
    edge = _edge_of_numbers(rows)
    numbered = [words for words in rows if words[0].x1 <= edge]
    if len(numbered) < _NUMBERED or not all(words[0].text.isdecimal() for words in numbered):
        return False
    first = int(numbered[0][0].text)
    if any(int(words[0].text) != first + i for i, words in enumerate(numbered)):
        return False
    filled = [words for words in numbered if len(words) > 1]
    return bool(filled) and all(words[1].x0 > edge and words[0].style != words[1].style for words in filled)


def _edge_of_numbers(rows: Sequence[Sequence[Word]]) -> float:
    """The right edge of the numbers in front of rows, the first of which has one; they stand below each other."""
    first = rows[0][0]
    return max(words[0].x1 for words in rows if words[0].text.isdecimal() and words[0].x0 < first.x1)


def _pitch(rows: Sequence[Row]) -> float:
    """The line pitch, points: the lower quartile of baseline distances; 0 for a single row."""
    steps = sorted(step for a, b in pairwise(rows) if (step := b.baseline - a.baseline) > _LEAST_STEP * a.size)
    return steps[len(steps) // 4] if steps else 0.0


def _programs(drafts: Sequence[Draft]) -> list[bool]:
    """Which drafts are programs, rows with Chinese comments or strings right below or above others among them."""
    found = [_is_program(draft) for draft in drafts]
    steps = [(at, at + 1) for at in range(len(drafts) - 1)]
    for known, at in [*steps, *[(b, a) for a, b in reversed(steps)]]:
        if found[known] and not found[at]:
            upper, lower = drafts[min(known, at)], drafts[max(known, at)]
            found[at] = _is_mixed(drafts[at]) and (
                _are_close(upper, lower, _NEXT_ROW)
                or (_is_written(drafts[at]) and upper.size == lower.size and _are_close(upper, lower, _NEXT_PART))
            )
    return found


def _is_mixed(draft: Draft) -> bool:
    """Whether all rows of a draft begin in a fixed pitch, and only what has Chinese characters is set otherwise.

    Items of a list do not, but "*" begins a row of a comment; one behind a row may go on in the next.
    """
    if draft.kind not in (Kind.TEXT, Kind.ITEM) or not draft.rows:
        return False
    marker = marker_of(draft.rows[0].text)
    if marker is not None and marker.text not in ("-", "*"):
        return False
    rows = [_without_number(row) for row in draft.rows]
    others = [word for words in rows for word in words if not word.style.mono]
    fonts = {word.style.font for word in others if wide_characters(word.text) > 0}
    left = rows[0][0].x0
    starts = rows[0][0].style.mono and all(
        words[0].style.mono or words[0].x0 > left or _comment_place(above) is not None
        for above, words in pairwise(rows)
    )
    return starts and bool(others) and all(word.style.font in fonts for word in others)


def _without_number(row: Row) -> list[Word]:
    """The words of a row without the number of its line."""
    words = _words(row)
    return words[1:] if len(words) > 1 and words[0].text.isdecimal() else words


def _is_written(draft: Draft) -> bool:
    """Whether all rows of a draft are comments or have signs of a program, which sentences with a name have not."""
    return all(_COMMENT.match(text) or _SIGNS & set(text) for text in (row.text for row in draft.rows))


def _are_close(upper: Draft, lower: Draft, near: float) -> bool:
    """Whether the rows of two drafts of one column follow each other within so many type sizes."""
    if upper.column != lower.column or not upper.rows or not lower.rows:
        return False
    return 0.0 < lower.rows[0].baseline - upper.rows[-1].baseline < near * lower.size


def _are_apart(upper: Draft, lower: Draft) -> bool:
    """Whether the white between two programs is none of empty lines: these are whole lines high."""
    pitch = _pitch(upper.rows + lower.rows)
    lines = (lower.rows[0].baseline - upper.rows[-1].baseline) / pitch if pitch else 0.0
    return lines > _EMPTY and abs(lines - round(lines)) > _UNEVEN


def _is_program(draft: Draft) -> bool:
    if draft.kind not in (Kind.TEXT, Kind.ITEM) or not draft.rows or not all(map(_is_mono, draft.rows)):
        return False
    return draft.rows[0].text[0] != "•"  # an item that names something


def _is_mono(row: Row) -> bool:
    """Whether a row is set in a monospaced font, but for the number of the line in front and a comment behind."""
    words = _words(row)
    ends = [line.words[-1] for line in row.lines]
    if len(words) > 1 and words[0].text.isdecimal():
        ends = ends[ends[0] is words[0] :]
        words = words[1:]
    comment = _comment_place(words)
    if comment is not None:
        return all(word.style.mono for word in words[:comment])
    return row.style.mono and words[0].style.mono and all(word.style.mono for word in ends)


def _comment_place(words: Sequence[Word]) -> int | None:
    """Where a comment begins behind a line of a program; None without one."""
    return next((at for at, word in enumerate(words) if at and _BEHIND.match(word.text)), None)


def _is_next_number(before: Draft | None, draft: Draft) -> bool:
    """Whether a draft is the number of an empty line behind numbered ones."""
    if before is None or before.kind is not Kind.CODE or before.column != draft.column or len(draft.rows) != 1:
        return False
    last, own = _words(before.rows[-1])[0].text, draft.rows[0].text
    return last.isdecimal() and own.isdecimal() and int(own) == int(last) + 1


def _code_like(text: str) -> bool:
    return any(char in text for char in "=(){};<>$#/\\_|") or not text.endswith((".", ":"))


def _advance(rows: Sequence[Row]) -> float:
    """The width of one character, points."""
    words = [word for row in rows for word in _words(row) if word.style.mono]
    count = sum(len(word.text) for word in words)
    return sum(word.x1 - word.x0 for word in words) / count if count > _MEASURED else _ADVANCE * rows[0].size
