"""Printed tables of contents: rows of titles with page numbers at the right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from quire.layout.text.text_rows import Row, line_text
from quire.roman_numerals import roman_value

# Rows that make a table of contents; and without a heading or dot leaders.
_ROWS, _SURE_ROWS = 3, 6
# Characters of its heading at most.
_HEADING = 24
# Rows without a number between two entries at most: titles that wrap.
_WRAPPED = 2
# The right edges of entries differ by less, type sizes.
_ALIGNED = 1.5
# Digits of a page number that follows its title on the same piece.
_PAGE_DIGITS = 3
# Words in front of the number in its piece, at most.
_BEFORE = 1
# More pieces are cells; more such rows, as a share, a table.
_PIECES, _TABLE_ROWS = 3, 0.2
# Shares of entries: whose number is not less than the one before, with dot leaders, with a number of their own.
_RISING, _LEADERS, _DISTINCT = 0.85, 0.5, 0.6
_LEADER = re.compile(r"(?:[.…·•_‥]\s?){4,}")
# A page number as it is printed: "12", "xi", "- 12 -", "(12)", "p. 12", "第12页", or pages, "12-15"; what Word prints
# for a lost one.
_PLAIN = r"(?:\d{1,4}|[ivxlc]{1,7})"
_PRINTED = (
    rf"(?:{_PLAIN}|[-–—]\s?{_PLAIN}\s?[-–—]|[(（\[]\s?{_PLAIN}\s?[)）\]]|[Pp]{{1,2}}\.?\s?\d{{1,4}}|第\s?\d{{1,4}}\s?页"
    rf"|{_PLAIN}\s?[-–—]\s?{_PLAIN}"
    r"|错误\s?!\s?未定义书签。|Error! Bookmark not defined\.)"
)
# The end of an entry, of which so many characters are looked at; a number alone or behind a leader.
_LED, _LEADER_END = re.compile(rf"(?:[.…·•_‥]\s?){{7,40}}[.…·•_‥]\s{{0,40}}{_PRINTED}\s*$"), 64
_PAGE = re.compile(rf"(?:^|(?<=\s)|(?<![.…·_‥])(?P<dots>[.…·_‥]{{3,}})\s*)(?P<page>{_PRINTED})$")
# The last character of most that it can end with, beside digits; the other two end like sentences.
_LAST, _LOST_ENDS = frozenset("ivxlc-–—)）]页"), ("签。", "defined.")
_DIGITS = re.compile(r"\d+")
_RANGE = re.compile(r"\w\s?[-–—]\s?\w")
_LOST = 0  # the page number that Word lost
_TITLE = re.compile(
    r"^(?:table\s+of\s+)?contents?$|^index$|^目\s*录$|^目\s*錄$|^目\s*次$|^содержание$|^оглавление$|^inhalt\w*$|^inhoud(?:sopgave)?$|^indice$|^sumário$|^sommaire$|^índice$",
    re.IGNORECASE,
)


def contents_runs(rows: Sequence[Row], *, titled: bool = False) -> list[tuple[int, int]]:
    """Runs of rows, as (first, end), that are entries of a table of contents.

    Args:
        rows: Rows of a column from top to bottom.
        titled: A heading such as "Contents" is on the page.
    """
    found = _runs(rows, [_number(row, pages=titled) for row in rows], titled=titled, ragged=False)
    if titled and not found:
        found = _runs(rows, [_last_number(row) for row in rows], titled=titled, ragged=True)
    return found


def _runs(rows: Sequence[Row], numbers: Sequence[int | None], *, titled: bool, ragged: bool) -> list[tuple[int, int]]:
    """Runs of entries by their numbers; `ragged`: numbers follow their titles right away, and are many."""
    found: list[tuple[int, int]] = []
    start = 0
    while start < len(rows):
        if numbers[start] is None:
            start += 1
            continue
        end = _run_end(rows, numbers, start, ragged=ragged)
        if (not ragged or end - start >= _SURE_ROWS) and _is_contents(
            rows[start:end], numbers[start:end], titled=titled
        ):
            found.append((start, end))
        start = max(end, start + 1)
    return found


def has_contents_heading(rows: Sequence[Row]) -> bool:
    """Whether a row is the heading of a table of contents."""
    return any(names_contents(row.text) for row in rows)


def names_contents(text: str) -> bool:
    """Whether a text is that of the heading of a table of contents."""
    return len(text) < _HEADING and _TITLE.match(text.strip()) is not None


def entry_title(text: str) -> str:
    """An entry's text without leader and page number."""
    parts = _LEADER.split(text)
    if len(parts) > 1:
        return " ".join(parts[:-1]).strip()
    match = _PAGE.search(text)
    return text[: match.start()].rstrip(" .…·_‥") if match else text


def ends_with_leader(text: str) -> bool:
    """Whether a text ends with dot leaders and the number of a page."""
    return _LED.search(text[-_LEADER_END:]) is not None


def without_leader(text: str) -> str:
    """A span of an entry with its leader dots as a tab; white space at its ends is between words, but beside dots."""
    parts = _LEADER.split(text)
    start = " " if parts[0].strip() and text[0].isspace() else ""
    end = " " if parts[-1].strip() and text[-1].isspace() else ""
    return start + "\t".join(part.strip() for part in parts) + end


def split_entries(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each entry: a title that takes several rows ends with the one that has the number."""
    parts: list[list[Row]] = []
    opened: list[Row] = []
    ragged = all(_number(row) is None for row in rows)
    for row in rows:
        if (_last_number(row) if ragged else _number(row)) is not None:
            wrapped = [one for one in opened if abs(one.x0 - row.x0) < 3 * row.size and one.size == row.size]
            parts += [[one] for one in opened if one not in wrapped]
            parts.append([*wrapped, row])
            opened = []
        else:
            opened.append(row)
    return parts + [[one] for one in opened]


def _run_end(rows: Sequence[Row], numbers: Sequence[int | None], start: int, *, ragged: bool) -> int:
    """The end of a run: at most two rows without a number (wrapped titles) are between entries."""
    last = start
    for index in range(start + 1, len(rows)):
        if numbers[index] is not None and (ragged or _aligned(rows[index], rows[last])):
            last = index
        elif index - last > _WRAPPED:
            break
    return last + 1


def _aligned(a: Row, b: Row) -> bool:
    return abs(a.x1 - b.x1) < _ALIGNED * a.size


def _number(row: Row, *, pages: bool = True) -> int | None:
    """The page number that an entry ends with: its last piece, or the number after a dot leader; None without one.

    `pages`: the first of several pages ("12-15") counts without a leader, too; under no title these may be any ranges.
    """
    last = line_text(row.lines[-1])
    if not (last[-1].isdecimal() or last[-1] in _LAST or last.endswith(_LOST_ENDS)):
        return None
    match = _PAGE.search(last)  # the leader may follow the title without a space
    if not match:
        return None
    apart = len(row.lines) > 1 and len(last[: match.start()].split()) <= _BEFORE
    led = match["dots"] or _LEADER.search(row.text)
    if not led and not (apart and (pages or not _RANGE.search(match["page"]))):
        return None
    digits = _DIGITS.search(match["page"])
    if digits:
        return int(digits[0])
    return _LOST if "!" in match["page"] else -1000 + roman_value(match["page"].strip("-–—()（）[] "))


def _last_number(row: Row) -> int | None:
    """The number that a short row of several words ends with; None without one."""
    words = row.lines[-1].words
    last = words[-1].text
    if len(words) < 2 or not words[-1].space or len(last) > _PAGE_DIGITS or not last.isdecimal():
        return None
    return int(last)


def _is_contents(rows: Sequence[Row], numbers: Sequence[int | None], *, titled: bool) -> bool:
    values = [number for number in numbers if number is not None]
    if len(values) < _ROWS or sum(len(row.lines) > _PIECES for row in rows) > _TABLE_ROWS * len(rows):
        return False
    rising = sum(a <= b or _LOST in (a, b) for a, b in pairwise(values))
    leaders = sum(bool(_LEADER.search(row.text)) for row in rows)
    if rising < _RISING * (len(values) - 1):
        return False
    if leaders >= _LEADERS * len(values) or titled:
        return True
    return (
        len(values) >= _SURE_ROWS
        and len(set(values)) > _DISTINCT * len(values)
        and values[-1] > values[0] + len(values)
    )
