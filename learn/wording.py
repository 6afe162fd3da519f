"""Random words, sentences and figures in twelve languages, from a seeded generator."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_WORDS: dict[str, dict[str, object]] = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
_RARE = tuple(language for language in _WORDS if language not in {"en", "zh"})
_RARE_SHARE = 0.2  # of the pages; English and Chinese share the rest evenly


class Wording(NamedTuple):
    """A language's words and how it writes: the source of all texts of a page."""

    language: str
    words: tuple[str, ...]
    fonts: tuple[str, ...]
    joint: str  # between words: a space, or nothing
    draw: random.Random

    def phrase(self, least: int, most: int) -> str:
        """From `least` to `most` words, the first with a capital letter half the time."""
        some = [self.draw.choice(self.words) for _ in range(self.draw.randint(least, most))]
        text = self.joint.join(some)
        return text[:1].upper() + text[1:] if self.draw.random() < 0.7 else text

    def sentence(self, least: int = 6, most: int = 18) -> str:
        """A sentence with its full stop."""
        text = self.phrase(least, most)
        return text[:1].upper() + text[1:] + ("。" if self.language in {"zh", "ja"} else ".")

    def paragraph(self, sentences: int) -> str:
        """So many sentences."""
        return ("" if self.joint == "" else " ").join(self.sentence() for _ in range(sentences))

    def figure(self) -> str:
        """A figure of a statement: grouped, negative in brackets, a dash for none."""
        draw = self.draw
        roll = draw.random()
        if roll < 0.07:
            return draw.choice(["-", "–", "—"])
        value = draw.randint(0, 10 ** draw.randint(1, 7))
        text = f"{value:,}" if roll < 0.8 else f"{value / 100:,.2f}"
        return f"({text})" if draw.random() < 0.12 else text

    def cell(self, kind: str) -> str:
        """The text of a table's cell of a kind of `KINDS`."""
        draw = self.draw
        makers: dict[str, Callable[[], str]] = {
            "figure": self.figure,
            "count": lambda: str(draw.randint(0, 999)),
            "percent": lambda: f"{draw.uniform(-20, 120):.{draw.choice([0, 1, 2])}f}%",
            "date": self._date,
            "code": lambda: f"{draw.choice('ABCDEFGHKLMNPQRSTWX')}{draw.choice('ABCXYZ-')}{draw.randint(10, 9999)}",
            "letter": lambda: draw.choice(["N", "I", "L", "Y", "X", "✓", "A", "B"]),
            "short": lambda: self.phrase(1, 2),
            "label": lambda: self.phrase(1, 5),
            "text": lambda: self.phrase(6, 22),
            "prose": lambda: self.paragraph(draw.randint(1, 3)),
        }
        return makers[kind]()

    def _date(self) -> str:
        draw = self.draw
        year, month, day = draw.randint(1998, 2029), draw.randint(1, 12), draw.randint(1, 28)
        return draw.choice([f"{year}-{month:02}-{day:02}", f"{day:02}/{month:02}/{year}", f"{day}.{month}.{year}"])


KINDS = ("figure", "count", "percent", "date", "code", "letter", "short", "label", "text", "prose")


def wording(draw: random.Random) -> Wording:
    """The wording of a page: English and Chinese evenly, ten other languages on every fifth page."""
    language = draw.choice(_RARE) if draw.random() < _RARE_SHARE else draw.choice(["en", "zh"])
    entry = _WORDS[language]
    return Wording(language, tuple(str(entry["words"]).split()), tuple(entry["font"]), str(entry["join"]), draw)  # type: ignore[arg-type]
