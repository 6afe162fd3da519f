"""Lists as Word numbering that prints exactly the markers of the source.

Each ordered list has its own definition, so nothing counts across lists. Word's counters are simulated item by item;
where the next number would differ from the printed one (a continued list, a jump, another format), a new definition
starts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quire.write.office.marker_format import Marker, NumberFormat
from quire.write.office.office_text import estimated_width
from quire.write.word.wordprocessingml import part, tag, twips

LAST_LEVEL = 8  # the last of the nine levels that numbering has (ECMA-376-1, 17.9.6)
LEVEL_INDENT = 21.0  # points by which a level stands further in than the one above

_FORMATS = {
    NumberFormat.DECIMAL: "decimal",
    NumberFormat.ZERO: "decimalZero",
    NumberFormat.WIDE: "decimalFullWidth",
    NumberFormat.LOWER: "lowerLetter",
    NumberFormat.UPPER: "upperLetter",
    NumberFormat.LOWER_ROMAN: "lowerRoman",
    NumberFormat.UPPER_ROMAN: "upperRoman",
    NumberFormat.CHINESE: "chineseCountingThousand",
    NumberFormat.CIRCLED: "decimalEnclosedCircle",
    NumberFormat.BRACKETED: "decimalEnclosedParen",
    NumberFormat.STOPPED: "decimalEnclosedFullstop",
    NumberFormat.STEMS: "ideographTraditional",
    NumberFormat.HANGUL: "ganada",
    NumberFormat.CYRILLIC: "russianLower",
}

# Word's own bullets: as letters of text fonts they are smaller and lie elsewhere.
_BULLETS = {
    "•": ("Symbol", "\uf0b7"),
    "◦": ("Courier New", "o"),
    "▪": ("Wingdings", "\uf0a7"),
    "■": ("Wingdings", "\uf06e"),
    "➢": ("Wingdings", "\uf0d8"),
    "✓": ("Wingdings", "\uf0fc"),
    "❖": ("Wingdings", "\uf076"),
    "◆": ("Wingdings", "\uf075"),
    "❑": ("Wingdings", "\uf071"),
}


class Numbering:
    """The definitions of a document."""

    def __init__(self) -> None:
        self._definitions: list[_Definition] = []
        self._bullets: dict[str, _Definition] = {}

    def __bool__(self) -> bool:
        return bool(self._definitions)

    def begin(self) -> ListCounter:
        """The counting of a new top-level list."""
        return ListCounter(self)

    def define(self) -> _Definition:
        """A definition whose levels are still free."""
        definition = _Definition(len(self._definitions) + 1)
        self._definitions.append(definition)
        return definition

    def bullet(self, character: str) -> int:
        """The number (``w:numId``) of the list with this bullet on every level."""
        if character not in self._bullets:
            definition = self.define()
            definition.levels = {level: _Level("bullet", character, 1) for level in range(LAST_LEVEL + 1)}
            self._bullets[character] = definition
        return self._bullets[character].number

    def part(self) -> bytes:
        """The part numbering.xml."""
        abstract = "".join(definition.abstract() for definition in self._definitions)
        numbers = "".join(
            tag("w:num", tag("w:abstractNumId", w_val=d.number - 1), w_numId=d.number) for d in self._definitions
        )
        return part("w:numbering", abstract + numbers)


class ListCounter:
    """Which definition each item of a list belongs to."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._current: list[_Definition | None] = [None] * (LAST_LEVEL + 1)

    def number(self, marker: Marker, level: int) -> int:
        """The ``w:numId`` under which Word prints `marker` for the next item at `level`."""
        if marker.counter is NumberFormat.BULLET:
            return self._numbering.bullet(marker.before)
        definition = self._current[level] or (self._current[level - 1] if level else None)
        if definition is None or not definition.takes(marker, level):
            definition = self._numbering.define()
            definition.takes(marker, level)
        self._current[level:] = [definition] * (LAST_LEVEL + 1 - level)
        return definition.number


@dataclass(slots=True)
class _Level:
    """A level's format, the text around the number and the number of its first item."""

    format: str
    text: str
    start: int
    room: float = 18.0  # points for the marker


@dataclass(slots=True)
class _Definition:
    """One ``w:abstractNum`` with the one ``w:num`` that uses it, and where its counters stand."""

    number: int
    levels: dict[int, _Level] = field(default_factory=dict)
    counters: dict[int, int] = field(default_factory=dict)

    def takes(self, marker: Marker, level: int) -> bool:
        """Counts the item and returns True if Word would print `marker` for it; else changes nothing."""
        text, known = self._text(marker, level), self.levels.get(level)
        if known is None:
            self.levels[level] = known = _Level(_FORMATS[marker.counter], text, marker.value)
        value = self.counters[level] + 1 if level in self.counters else known.start
        if (known.format, known.text, value) != (_FORMATS[marker.counter], text, marker.value):
            return False
        known.room = max(known.room, estimated_width(f"{marker.before}00{marker.after} ", 10.5))
        self.counters = {at: count for at, count in self.counters.items() if at < level} | {level: value}
        return True

    def _text(self, marker: Marker, level: int) -> str:
        """``w:lvlText``: "%2." for "(b.", and "%1.%2" where the marker repeats the numbers above it."""
        above = re.fullmatch(r"((?:\d+\.)+)", marker.before)
        counts = [self.counters.get(at) for at in range(level)]
        before = marker.before
        if above and level and before == "".join(f"{count}." for count in counts):
            before = "".join(f"%{at + 1}." for at in range(level))
        return f"{before}%{level + 1}{marker.after}"

    def abstract(self) -> str:
        levels = "".join(self._level(at) for at in range(LAST_LEVEL + 1))
        kind = tag("w:multiLevelType", w_val="hybridMultilevel" if len(self.levels) < 2 else "multilevel")
        return tag("w:abstractNum", kind + levels, w_abstractNumId=self.number - 1)

    def _level(self, at: int) -> str:
        level = self.levels.get(at, _Level("decimal", f"%{at + 1}.", 1))
        left = LEVEL_INDENT * (at + 1)
        family, text = _BULLETS.get(level.text, ("Arial", level.text))
        font = ""
        if level.format == "bullet":
            font = tag("w:rFonts", w_ascii=family, w_hAnsi=family, w_cs=family, w_hint="default")
        return tag(
            "w:lvl",
            tag("w:start", w_val=level.start)
            + tag("w:numFmt", w_val=level.format)
            + tag("w:lvlText", w_val=text if font else level.text)
            + tag("w:lvlJc", w_val="left")
            + tag("w:pPr", tag("w:ind", w_left=twips(left), w_hanging=twips(min(level.room, left))))
            + (tag("w:rPr", font) if font else ""),
            w_ilvl=at,
        )
