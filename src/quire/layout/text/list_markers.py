"""List markers, and runs of list items as nested lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quire.bullets import BOXES, BULLETS, DASHES
from quire.layout.text.block_drafts import Draft, Kind, Marker
from quire.layout.text.text_rows import Row
from quire.roman_numerals import roman_value

_CHOICE = re.compile(rf"^(?:[{BOXES}√✓✔■]\s*[^{BOXES}√✓✔■]{{1,40}}){{2,}}$")
_SECTION = re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,5})(?![\d.%])\s*\S")
_HAN = "一二三四五六七八九十百"
_BULLET = re.compile(rf"([{BULLETS}])\s*(?=\S|$)|([{DASHES}])\s+(?=\S)|(o)(?=[\u3041-\u9fff\uac00-\ud7af])")
# "3.5 million" and "2019." are no markers: at most three digits, and no digit right after the dot.
_NUMBER = re.compile(
    r"(?P<decimal>\d{1,3})(?P<end>[.)、．）])(?!\d)\s*(?=\S|$)"
    r"|[(（](?P<bracket>\d{1,3})[)）]\s*(?=\S|$)"
    r"|(?P<circled>[①-⑳⑴-⒇❶-❿➀-➉])\s*(?=\S|$)"
)
_HAN_NUMBER = re.compile(rf"[(（](?P<bracket>[{_HAN}]{{1,3}})[)）]\s*|(?P<comma>[{_HAN}]{{1,3}})、\s*")
_LETTER = re.compile(
    r"(?P<open>[(（])?(?P<letter>[ivxIVX]{1,5}|(?P<one>[A-Za-z])(?P=one)?)(?P<end>[.)、．）])(?:\s+(?=\S|$)|(?=[\u3400-\u9fff]))"
)
# Type sizes by which an item is indented against one of the same scheme to be nested in it, and against others.
_DEEPER, _SET_IN = 0.9, 0.5


@dataclass(slots=True)
class ListEntry:
    """An item of a list under construction: what belongs to it, and its nested entries."""

    draft: Draft
    more: list[Draft]
    children: list[ListEntry]


def marker_of(text: str) -> Marker | None:
    """The list marker that `text` starts with; None without one."""
    if not text:
        return None
    first = text[0]
    if first in BULLETS or first in DASHES:
        match = _BULLET.match(text)
        if match:
            mark = match[1] or match[2] or match[3]
            return Marker(mark, match.end(), "bullet" + mark, 0)
    if first.isdigit() or first in "(（" or "①" <= first <= "➉":
        return _numbered(text)
    if first in _HAN:
        return _han_numbered(text)
    return _lettered(text) if first.isalpha() else None


def is_next_section(above: str, text: str) -> bool:
    """Whether a text begins with the section number that follows that of the text above: "1.2.4" after "1.2.3"."""
    first, second = _SECTION.match(above), _SECTION.match(text)
    if not first or not second:
        return False
    a, b = (tuple(map(int, match[1].split("."))) for match in (first, second))
    return b in ((*a[:-1], a[-1] + 1), (*a, 1))


def is_choice(text: str) -> bool:
    """Whether a row holds several answers, each after its box or tick: "□适用 √不适用"."""
    return _CHOICE.match(text) is not None


def row_marker(row: Row) -> Marker | None:
    """The list marker of a row; None without one."""
    return marker_of(row.text)


def _numbered(text: str) -> Marker | None:
    match = _NUMBER.match(text)
    if not match:
        return _han_numbered(text) or _lettered(text)
    if match["circled"]:
        code = ord(match["circled"])
        start = next(s for s in (0x2460, 0x2474, 0x2776, 0x2780) if s <= code < s + 20)
        return Marker(match["circled"], match.end(), "circled", code - start + 1)
    printed = match[0].strip()
    if match["bracket"]:
        return Marker(printed, match.end(), "(decimal)", int(match["bracket"]))
    if match["end"] in ".)" and match.end() == len(printed) and len(text) > len(printed):
        rest = text[len(printed)]
        if not "\u2e80" <= rest <= "\uffef" and not rest.isupper():  # "3.rd" is none, "3.中" is one
            return None
    return Marker(printed, match.end(), "decimal" + match["end"].translate(_FOLD), int(match["decimal"]))


_FOLD = str.maketrans("．）", ".)")


def _han_numbered(text: str) -> Marker | None:
    match = _HAN_NUMBER.match(text)
    if not match:
        return None
    if match["bracket"]:
        return Marker(match[0].strip(), match.end(), "(han)", han_value(match["bracket"]))
    return Marker(match[0].strip(), match.end(), "han、", han_value(match["comma"]))


def _lettered(text: str) -> Marker | None:
    match = _LETTER.match(text)
    if not match:
        return None
    if match["open"] and match["end"] not in ")）":
        return None
    letter, end = match["letter"], match["end"].translate(_FOLD)
    shape = "(" if match["open"] else ""
    if match["one"] and len(letter) > 1:  # German laws: "aa)" below "a)"
        if letter.isupper():
            return None
        value, kind = ord(letter[0]) - 96, "letters"
    elif not match["one"]:
        value = roman_value(letter.lower())
        if not value:
            return None
        kind = "roman"
    else:
        value, kind = ord(letter.lower()) - 96, "letter"
    case = "A" if letter.isupper() else "a"
    return Marker(match[0].strip(), match.end(), f"{shape}{kind}{case}{end}", value)


def han_value(text: str) -> int:
    """The number that Chinese digits up to 99 stand for."""
    digits = {char: number for number, char in enumerate("一二三四五六七八九", 1)}
    if "十" in text:
        tens, _, ones = text.partition("十")
        return digits.get(tens, 1) * 10 + digits.get(ones, 0)
    value = 0
    for char in text:
        value = value * 10 + digits.get(char, 0)
    return value


def letter_value(marker: Marker) -> int:
    """The place in the alphabet of a marker of one letter; 0 for others."""
    letters = marker.text.strip("()（）.．、")
    return ord(letters.lower()) - 96 if len(letters) == 1 and letters.isascii() and letters.isalpha() else 0


def nest_items(drafts: Sequence[Draft]) -> list[ListEntry]:
    """Entries for a run of drafts of which the first is an item; deeper indents become children.

    Drafts that are no items (further paragraphs of an item) belong to the entry before them.
    """
    top: list[ListEntry] = []
    stack: list[ListEntry] = []
    for draft in drafts:
        if draft.kind is not Kind.ITEM:
            stack[-1].more.append(draft)
            continue
        entry = ListEntry(draft, [], [])
        level = _is_level(stack, draft)
        while stack and not _inside(stack, draft, level=level):
            stack.pop()
        (stack[-1].children if stack else top).append(entry)
        stack.append(entry)
    return top


def _is_level(stack: Sequence[ListEntry], draft: Draft) -> bool:
    """Whether an item begins where an open entry does."""
    near = _SET_IN * draft.rows[0].size
    return any(abs(entry.draft.rows[0].x0 - draft.rows[0].x0) < near for entry in stack)


def _inside(stack: Sequence[ListEntry], draft: Draft, *, level: bool) -> bool:
    """Whether an item is nested in the last entry: of another kind, and not of a kind that is open above."""
    last = stack[-1].draft
    if last.marker is None or draft.marker is None:
        return False
    size = draft.rows[0].size
    if draft.marker.kind == last.marker.kind or same_scheme(draft.marker, last.marker):
        deeper = _further_in(last, draft, level=level) > _DEEPER * size
        return deeper and (draft.marker.value <= 1 or _follows(stack[-1].children, draft))
    if any(same_scheme(draft.marker, entry.draft.marker) for entry in stack[:-1] if entry.draft.marker):
        return False
    if draft.page == last.page and draft.left > last.right:  # in a column further right: by what each is set in
        return _further_in(last, draft, level=level) > _SET_IN * size
    if not last.marker.value and draft.marker.value and draft.page == last.page:
        return text_start(draft) > text_start(last) + _SET_IN * size  # numbers under a bullet are further in
    return draft.page != last.page or draft.rows[0].x0 > last.rows[0].x0 - _SET_IN * size


def _further_in(last: Draft, draft: Draft, *, level: bool) -> float:
    """How much further in an item begins than another, points.

    In a further column each counts from its own edge. So it does on another page, whose margins may be others, unless
    it is level with an open entry.
    """
    apart = draft.rows[0].x0 - last.rows[0].x0
    own = draft.left > last.right if draft.page == last.page else not level
    return apart - (draft.left - last.left if own else 0.0)


def text_start(draft: Draft) -> float:
    """The left edge of the text after the marker, points."""
    words = [word for line in draft.rows[0].lines for word in line.words]
    return words[1].x0 if len(words) > 1 else draft.rows[0].x0


def _follows(entries: Sequence[ListEntry], draft: Draft) -> bool:
    """Whether an item counts on from the last of these entries: (ii) after the (i) under an (a)."""
    before = entries[-1].draft.marker if entries else None
    return before is not None and draft.marker is not None and draft.marker.value == before.value + 1


def same_scheme(a: Marker, b: Marker) -> bool:
    """Whether two markers can be of one numbering scheme: a roman "i." may follow a letter "h."."""
    return a.kind == b.kind or (a.kind.replace("roman", "letter") == b.kind.replace("roman", "letter"))
