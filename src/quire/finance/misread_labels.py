"""Misread labels of recognised rows, as the known item that the reader's own likelihoods say they are.

Recognition takes one character for another that looks like it, and gives the right one as its second or third choice.
A known name takes the place of a label that is none where the line says it nearly as likely as what was read, and any
other item much less; what was read stays in a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from quire.finance.lexicon import canonical_item, lexicon, normalize_label
from quire.finance.line_likelihoods import Folded, Readings, best_path, letters_of, log_likelihood
from quire.finance.statement import Finding, Kind, Row, RowKind
from quire.hanzi import simplified, usual_forms
from quire.model.geometry import Box
from quire.model.page import Steps

__all__ = ["meant_title", "mended_labels", "mended_titles", "with_meant_labels"]

_BEFORE = re.compile(
    r"[^\w(（]*(?:[(（]?[一二三四五六七八九十\d]{1,3}[)）]?[、.．:：,，]|[(（][一二三四五六七八九十\d]{1,3}[)）])?\s*"
    r"(?:其中[:：,，、]?|[加减減][:：,，、])?\s*"
)  # the number of an item, and what it does in its sum
_BEHIND = re.compile(r"[(（\[【]")
Change = tuple[str, int, int, int, int]
"""What differs between a label and a name, as difflib tells it."""

_SHORTEST = {"zh": 2, "en": 5}  # characters of a name
_COST = {"zh": 2.3, "en": 1.0}  # for each character of a label: how much less likely a name may be than what was read
_COST_CHANGED = {"zh": 7.5, "en": 5.0}
"""For each character that differs: one that the reader did not see at all is less likely by 7.6 to 9.2."""

_APART = 3.0  # how much less likely the next other item is, at least
_UNREAD = 0.5  # of the characters of a name may be none of those that the reader saw
_LONGER = 0.25  # of the characters of a label: by so much the name may be longer or shorter
_NUMERALS = frozenset("一二三四五六七八九十")


def with_meant_labels(rows: Sequence[Row], kind: Kind, language: str, seen: Readings) -> list[Row]:
    """The rows, misread labels as the items that they are."""
    traditional = any(simplified(row.label) != row.label for row in rows)
    printed = "".join(row.label for row in rows)
    out = []
    for row in rows:
        meant = None if row.kind is RowKind.HEADER else _meant(row, kind, language, seen)
        if meant is not None:
            label, steps = meant
            if traditional:
                label = _in_traditional(label, row.label, [*printed, *steps])
            row = replace(row, cells=(replace(row.cells[0], text=label), *row.cells[1:]))  # noqa: PLW2901
        out.append(row)
    return out


def mended_labels(before: Sequence[Row], after: Sequence[Row], language: str) -> Iterator[Finding]:
    """A finding for each label that was mended: it says what was read."""
    for r, (old, new) in enumerate(zip(before, after, strict=True)):
        if old.label != new.label:
            text = (
                f"项目名称识别为“{old.label}”，按常用项目名称改为“{new.label}”"
                if language == "zh"
                else f"The label was read as {old.label}; it is taken for the usual {new.label}"
            )
            yield Finding("meant_label", text, ((r, 0),))


def mended_titles(
    titles: Sequence[str], meant: Iterable[tuple[str, str]], offset: int, language: str
) -> Iterator[Finding]:
    """A finding for each line of the titles of columns that was mended.

    Args:
        titles: Of the columns.
        meant: The lines as read, and what they were taken for.
        offset: The place of the first column in a row.
        language: "zh" or "en".
    """
    for read, known in meant:
        text = (
            f"列标题识别为“{read}”，按常用标题改为“{known}”"
            if language == "zh"
            else f"The title of a column was read as {read}; it is taken for the usual {known}"
        )
        yield Finding("meant_title", text, tuple((0, offset + c) for c, title in enumerate(titles) if known in title))


@lru_cache(maxsize=16)
def _names(kind: Kind, language: str) -> dict[str, str]:
    """The known names without spaces and marks, each with its item, or as one of its own where it is none."""
    held = lexicon(language)
    others = {name: name for items in held.items.values() for name in items}
    known = {**{name: name for name in held.labels}, **others, **held.items[kind]}
    return {bare: item for name, item in known.items() if len(bare := _bare(name)) >= _SHORTEST[language]}


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _meant(row: Row, kind: Kind, language: str, seen: Readings) -> tuple[str, list[str]] | None:
    """The label with the name that it nearly is, and the characters that the reader saw, the likeliest first."""
    cell = row.cells[0]
    if cell.box is None or canonical_item(row.label, kind, language):
        return None
    names = _names(kind, language)
    if _bare(normalize_label(row.label, language)) in names:
        return None
    return _as_name(row.label, language, seen.of_texts(cell.page, cell.box), names)


def meant_title(text: str, page: int, box: Box, seen: Readings) -> str:
    """A recognised line of the title of a Chinese column, a misread one as the known title that it is."""
    names = {name: name for name in lexicon("zh").columns}
    steps = seen.of_texts(page, box)
    if not steps or _bare(simplified(text)) in names:
        return text
    found = _as_name(text, "zh", steps, names)
    if found is None:
        return text
    meant, chars = found
    return _in_traditional(meant, text, [*text, *chars]) if simplified(text) != text else meant


def _as_name(label: str, language: str, read: Steps, names: Mapping[str, str]) -> tuple[str, list[str]] | None:
    """A text with the name that it nearly is, and the characters that the reader saw, the likeliest first.

    Args:
        label: What was read.
        language: "zh" or "en".
        read: Its steps.
        names: Without spaces and marks, each with what it stands for.
    """
    places, steps = _core(label, language, read)
    core = "".join(simplified(label[at]).lower() for at in places)
    if not steps or len(core) < _SHORTEST[language] or core in names:
        return None
    found = _likeliest(core, steps, names)
    if not found or any(names[other] != names[found[0][1]] and gap > found[0][0] - _APART for gap, other in found[1:]):
        return None
    gap, name = found[0]
    changes = _changes(core, name)
    changed = sum(max(i2 - i1, j2 - j1) for _, i1, i2, j1, j2 in changes)
    if gap < -min(_COST[language] * len(core), _COST_CHANGED[language] * changed):
        return None
    known = frozenset().union(*steps)
    if any(op == "insert" and not known.issuperset(name[j1:j2]) for op, _, _, j1, j2 in changes):
        return None
    if any(op == "delete" and not _is_number(core, i1, i2) for op, i1, i2, _, _ in changes):
        return None  # the plural of a name, or a longer one
    chars = sorted(((share, char) for step in read for char, share in step), reverse=True)
    return _mended(label, places, changes, name), [char for _, char in chars]


def _changes(core: str, name: str) -> list[Change]:
    """What differs between a label and a name: character by character where they are as long."""
    if len(core) == len(name):
        pairs = enumerate(zip(core, name, strict=True))
        return [("replace", at, at + 1, at, at + 1) for at, (read, char) in pairs if read != char]
    return [one for one in SequenceMatcher(None, core, name, autojunk=False).get_opcodes() if one[0] != "equal"]


def _is_number(core: str, start: int, end: int) -> bool:
    """Whether a part of a label is the number of an item, which no name has."""
    return not start and _NUMERALS.issuperset(core[:end])


def _core(label: str, language: str, steps: Steps) -> tuple[list[int], Folded]:
    """Where the characters of a label that count stand in it, and their steps; none if the steps say another text."""
    path = best_path(steps)
    if [simplified(c) for c, _, _ in path if c.isalnum()] != [simplified(c) for c in label if c.isalnum()]:
        return [], []
    first, last = 0, len(label)
    if language == "zh":
        start = _BEFORE.match(label)
        first = start.end() if start is not None else 0
        behind = _BEHIND.search(label, first)
        last = behind.start() if behind is not None else len(label)
    places = [at for at in range(first, last) if label[at].isalnum()]
    if not places:
        return [], []
    before = sum(map(str.isalnum, label[: places[0]]))
    read = [one for one in path if one[0].isalnum()]
    own = read[before : before + len(places)]
    left = (read[before - 1][2] + own[0][1]) // 2 if before else 0
    after = before + len(places)
    right = (own[-1][2] + read[after][1] + 1) // 2 if after < len(read) else len(steps)
    return places, letters_of(steps[left:right])


def _likeliest(core: str, steps: Folded, names: Mapping[str, str]) -> list[tuple[float, str]]:
    """Names of about the length of a label of which enough characters were seen, the likeliest first."""
    seen = frozenset().union(*steps)
    near = [
        name
        for name in names
        if abs(len(name) - len(core)) <= int(_LONGER * len(core))
        and sum(c not in seen for c in name) <= _UNREAD * len(name)
    ]
    own = log_likelihood(steps, core)
    return sorted(((log_likelihood(steps, name) - own, name) for name in near), reverse=True)


def _mended(label: str, places: Sequence[int], changes: Sequence[Change], name: str) -> str:
    """The label with the characters of a name where they differ; the number of an item stays."""
    text = list(label)
    for kind, i1, i2, j1, j2 in changes:
        put = name[j1:j2]
        if kind == "insert":
            at = places[max(0, i1 - 1)]
            text[at] = text[at] + put if i1 else put + text[at]
        elif kind != "delete":
            text[places[i1]] = put[:1].upper() + put[1:] if label[places[i1]].isupper() else put
            for at in places[i1 + 1 : i2]:
                text[at] = ""
    return "".join(text)


def _in_traditional(label: str, read: str, known: Sequence[str]) -> str:
    """A mended label of a traditional statement: what was put in takes the first known of its usual forms."""
    out = ""
    for char in label:
        forms = char if char in read else usual_forms(char)
        out += next((form for form in known if form and form in forms), forms[0])
    return out
