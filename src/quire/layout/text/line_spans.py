"""Lines to spans: line ends joined, text of one style and link merged."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from quire.layout.text.hyphen_compounds import keeps_hyphen
from quire.layout.text.note_marks import note_references
from quire.layout.text.text_rows import line_text
from quire.model.block import Span
from quire.model.page import Line, Link, Style, Word

# Scripts that are written without spaces between words: a line end inside them is no space.
# Kana, CJK ideographs with their punctuation and fullwidth forms, Thai, Lao, Khmer, Myanmar.
# First and last characters, the most frequent first. No regular expression: compiling it
# would take 3 ms of each start.
_TIGHT = (
    ("\u31a0", "\u9fff"),
    ("\uff00", "\uff60"),
    ("\u2e80", "\u303f"),
    ("\u3041", "\u30ff"),
    ("\u3100", "\u312f"),
    ("\uf900", "\ufaff"),
    ("\ufe30", "\ufe4f"),
    ("\uffe0", "\uffe6"),
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\U00020000", "\U0003ffff"),
)
_FIRST_TIGHT = "\u0e00"  # most characters come before
_HANGUL = (("\uac00", "\ud7af"), ("\u1100", "\u11ff"))
_KOREAN_WORD = re.compile("[\uac00-\ud7af]+")
# Particles that are no words of their own, and ends of verbs in polite speech.
_PARTICLES = frozenset(
    [
        "은",
        "는",
        "을",
        "를",
        "의",
        "에",
        "에서",
        "에게",
        "으로",
        "로",
        "와",
        "과",
        "도",
        "만",
        "까지",
        "부터",
        "처럼",
        "보다",
        "라고",
        "이라고",
        "라는",
        "이나",
        "이며",
        "입니다",
    ]
)
_VERB_ENDS = ("습니다", "니다")
_HYPHENS = "-\u2010\u00ad"
_COMPOUND = ("-", "\u2010")
_DASHES = "\u2014\u2013\u2012"
_WORD_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]++(?:['’][^\W\d_]++)?)[-\u2010\u00ad]$")
_WORD_AFTER = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"(?<!\S)(?>\S*?(?:https?://|www\.))\S*+$", re.IGNORECASE)
WIDE_GAP = 1.5  # of the height of a line: white between two texts of one row that is more than letters set apart
# Characters at the end of a line that hold its last word; if they are fewer, so many of the span before.
_TAIL, _SHORT_TAIL, _MORE_TAIL = 80, 30, 40
LEAST_WORD = 3  # characters; shorter ones may be letters of one word: 项 目


def spans_of(
    lines: Sequence[Line],
    *,
    links: Sequence[Link] = (),
    vocabulary: Container[str] = frozenset(),
    notes: Mapping[str, str] | None = None,
) -> tuple[Span, ...]:
    """The text of `lines`, in the order given, as runs of one style.

    Two lines on one baseline are joined with a space, two lines of a paragraph as `line_joint` decides.

    Args:
        lines: The lines of one paragraph or cell, in reading order.
        links: Link areas of the page; those that touch no word are ignored.
        vocabulary: Lower-case words of the document, evidence for undoing hyphenation.
        notes: Ids of footnotes by their printed mark; raised marks become references.
    """
    near = _links_at(lines, links) if links and lines else ()
    runs = _Runs()
    before: Line | None = None
    for line in lines:
        if before is not None:
            row = _same_row(before, line)
            apart = row and _are_apart(before, line)
            runs.end_line(line.words[0].text, same_row=row, apart=apart, vocabulary=vocabulary)
        _add_line(runs, line, near, notes or {})
        before = line
    return runs.spans()


def line_joint(before: str, after: str, vocabulary: Container[str] = frozenset()) -> tuple[int, str]:
    """How the end of a line and the start of the next are joined: (characters cut from `before`, text between).

    Args:
        before: Text that ends where the line ends.
        after: Text that starts the next line.
        vocabulary: Lower-case words of the document.
    """
    last, first = before[-1:], after[:1]
    if not last or not first or last.isspace() or first.isspace():
        return 0, ""
    if last in _HYPHENS:
        return _hyphen_joint(before, after, vocabulary)
    if _is_tight(last) or _is_tight(first):
        return 0, " " if _is_beside_thai(last, first) else ""
    if last in _DASHES and before[-2:-1].isalnum():
        return 0, ""
    if last in "/_" and before[-2:-1] not in ("", " "):
        return 0, ""
    if last in ".%#~:=&?" and first.isalnum() and _ADDRESS.search(before):
        return 0, ""
    if _is_hangul(last) and _is_hangul(first):
        return 0, "" if _is_ending(after) or _known_word(before, after, vocabulary) else " "
    return 0, " "


def _is_tight(char: str) -> bool:
    """Whether a character, or "", belongs to a script that is written without spaces between words."""
    return char >= _FIRST_TIGHT and any(first <= char <= last for first, last in _TIGHT)


def _is_beside_thai(last: str, first: str) -> bool:
    """Whether a figure, a Latin letter or an opening bracket meets Thai or Lao writing, which puts a space between."""
    if "\u0e00" <= last <= "\u0eff":
        return first.isascii() and (first.isalnum() or first == "(")
    return "\u0e00" <= first <= "\u0eff" and last.isascii() and (last.isalnum() or last == ")")


def _is_ending(after: str) -> bool:
    """Whether a line begins with what no Korean word begins with: a particle alone, the end of a verb."""
    match = _KOREAN_WORD.match(after)
    return match is not None and (match[0] in _PARTICLES or match[0].startswith(_VERB_ENDS))


def _is_hangul(char: str) -> bool:
    return any(first <= char <= last for first, last in _HANGUL)


def merge_spans(spans: Iterable[Span], vocabulary: Container[str] = frozenset()) -> tuple[Span, ...]:
    """Spans of two parts of one paragraph joined: a `Span` with text "" marks where a line end lies."""
    runs = _Runs()
    pending = False
    for span in spans:
        if not span.text:
            pending = True
            continue
        if pending:
            runs.end_line(span.text, same_row=False, vocabulary=vocabulary)
            pending = False
        runs.add(span.text, span.style, span.link, span.note)
    return runs.spans()


LINE_END = Span("")  # separates the parts given to `merged`


class _Runs:
    """Spans under construction."""

    __slots__ = ("_between", "_key", "_parts", "_spans")

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._parts: list[str] = []
        self._between = ""  # what is between the last line and the next
        self._key: tuple[Style | None, str | None, str | None] | None = None

    def add(self, text: str, style: Style | None, link: str | None = None, note: str | None = None) -> None:
        """Append text; a space at its start goes to the less emphatic neighbour."""
        key = (style, link, note)
        if self._between:
            text = self._between + text
            self._between = ""
        if key == self._key:
            self._parts.append(text)
            return
        if text.startswith(" ") and self._parts and _plainer(self._key, key):
            self._parts.append(" ")
            text = text[1:]
        self._flush()
        self._key = key
        self._parts = [text]

    def end_line(self, after: str, *, same_row: bool, vocabulary: Container[str], apart: bool = False) -> None:
        """Close a line whose successor starts with the word `after`; `apart`: white that means something is between."""
        if not self._parts:
            return
        self._parts = ["".join(self._parts)]
        if same_row:
            if apart or not (_is_tight(self._parts[0][-1:]) and _is_tight(after[:1])):
                self._between = " "
            return
        cut, between = line_joint(self._tail(), after, vocabulary)
        if cut:
            self._parts[0] = self._parts[0][:-cut]
        self._between = between

    def spans(self) -> tuple[Span, ...]:
        """What was added, without white space at either end."""
        self._flush()
        spans = self._spans
        while spans and not spans[-1].text.rstrip():
            spans.pop()
        if spans and spans[-1].text[-1].isspace():
            spans[-1] = spans[-1]._replace(text=spans[-1].text.rstrip())
        if spans and spans[0].text[0].isspace():
            spans[0] = spans[0]._replace(text=spans[0].text.lstrip())
        return tuple(span for span in spans if span.text)

    def _tail(self) -> str:
        """The last characters, far enough back to hold the last word."""
        tail = self._parts[0][-_TAIL:]
        if len(tail) < _SHORT_TAIL and self._spans:
            tail = self._spans[-1].text[-_MORE_TAIL:] + tail
        return tail

    def _flush(self) -> None:
        if self._key is not None and self._parts:
            style, link, note = self._key
            self._spans.append(Span("".join(self._parts), style, link, note))
        self._parts = []


_Key = tuple[Style | None, str | None, str | None]


def _plainer(before: _Key | None, after: _Key) -> bool:
    """Whether a space between two runs belongs to the first."""
    if before is None:
        return False
    return _weight(before) <= _weight(after)


def _weight(key: _Key) -> int:
    style, link, note = key
    emphasis = style is not None and (style.bold + style.italic + style.mono + (style.rise != 0))
    return 2 * (link is not None) + 4 * (note is not None) + int(emphasis)


def _add_line(runs: _Runs, line: Line, links: Sequence[Link], notes: Mapping[str, str]) -> None:
    style = line.words[0].style
    if not links and all(word.style is style for word in line.words) and not (notes and style.rise):
        runs.add(line_text(line), style)
        return
    for word in line.words:
        link = _link_of(word, links) if links else None
        lead = " " if word.space else ""
        if not notes or word.style.rise <= 0:
            runs.add(lead + word.text, word.style, link)
            continue
        for text, note in note_references(word.text, notes):
            runs.add(lead + text, word.style, link, note)
            lead = ""


def _same_row(a: Line, b: Line) -> bool:
    """Whether two lines are side by side."""
    return b.x0 > a.x1 - 1 and min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * min(a.y1 - a.y0, b.y1 - b.y0)


def _are_apart(a: Line, b: Line) -> bool:
    """Whether white between lines side by side separates words of a script without spaces, not spaced letters."""
    return b.x0 - a.x1 > WIDE_GAP * (a.y1 - a.y0) and len(a.text) >= LEAST_WORD and len(b.text) >= LEAST_WORD


def _links_at(lines: Sequence[Line], links: Sequence[Link]) -> Sequence[Link]:
    x0, y0 = min(line.x0 for line in lines), min(line.y0 for line in lines)
    x1, y1 = max(line.x1 for line in lines), max(line.y1 for line in lines)
    return [link for link in links if link.box.x0 < x1 and link.box.x1 > x0 and link.box.y0 < y1 and link.box.y1 > y0]


def _link_of(word: Word, links: Sequence[Link]) -> str | None:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    for link in links:
        if link.box.holds_point(x, y):
            return link.uri or (f"#p{link.page}" if link.page else None)
    return None


def _hyphen_joint(before: str, after: str, vocabulary: Container[str]) -> tuple[int, str]:
    """How a hyphen at a line's end is joined: removed inside a word, kept in compounds."""
    if before[-1] == "\u00ad":
        return 1, ""
    head, tail = _WORD_BEFORE.search(before), _WORD_AFTER.match(after)
    if not head or not tail:
        # "5-\n10" and "COVID-\n19" keep it; " -\nword" is a dash between words
        return (0, "") if before[-2:-1].isalnum() else (0, " ")
    if _is_tight(head[1][-1]):
        return 0, ""
    first, second = head[1].lower(), tail[0].lower()
    if first + second in vocabulary:
        return 1, ""
    if after[tail.end() : tail.end() + 1] in _COMPOUND:  # "out-\nof-lab"
        return 0, ""
    if f"{first}-{second}" in vocabulary or _is_compound(before[: head.start()], head[1], tail[0]):
        return 0, ""
    return 1, ""


def _is_compound(before: str, first: str, second: str) -> bool:
    """Whether a hyphen belongs to the word: "non-\nFrench", "CD-\nBörse", "state-of-the-\nart", "well-\nknown"."""
    if second[0].isupper() and not (first.isupper() and second.isupper()):
        return True
    return before.endswith(("-", "\u2010")) or keeps_hyphen(first.lower(), second.lower())


def _known_word(before: str, after: str, vocabulary: Container[str]) -> bool:
    return f"{before.rsplit(maxsplit=1)[-1]}{after.split(maxsplit=1)[0]}".lower() in vocabulary
