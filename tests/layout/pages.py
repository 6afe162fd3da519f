"""Hand-made pages: lines of text with plausible boxes."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Fill, Line, Link, Metadata, OutlineItem, Page, Picture, Rule, Style, Word

BODY = Style("Serif", 10.0, bold=False, italic=False, mono=False, color=0)
BOLD = BODY._replace(bold=True)
ITALIC = BODY._replace(italic=True)
MONO = BODY._replace(font="Mono", mono=True)
RAISED = BODY._replace(size=6.0, rise=1)

META = Metadata()

LOREM = [
    "The",
    "survey",
    "established",
    "a",
    "general",
    "profile",
    "of",
    "the",
    "firms",
    "that",
    "were",
    "interviewed",
    "and",
    "the",
    "respondents",
    "updated",
    "the",
    "interviewers",
    "on",
    "the",
    "state",
    "of",
    "their",
    "business",
    "in",
    "each",
    "phase",
    "of",
    "the",
    "work",
    "that",
    "followed",
    "while",
    "the",
    "size",
    "of",
    "a",
    "firm",
    "was",
    "told",
    "by",
    "the",
    "number",
    "of",
    "its",
    "staff",
    "at",
    "the",
    "time",
    "of",
    "the",
    "first",
    "interview",
]


def style(size: float = 10.0, **changes: object) -> Style:
    """The body style at another size, or changed otherwise."""
    return BODY._replace(size=size, **changes)


def width_of(text: str, size: float) -> float:
    """Points that a text takes: half the size for a Latin character, all of it for a CJK one."""
    return sum(size if "\u2e80" <= char <= "\uffef" else 0.5 * size for char in text)


def word(text: str, x: float, baseline: float, look: Style = BODY, *, space: bool = False, mcid: int = -1) -> Word:
    """A word whose left edge and baseline are given."""
    size = look.size
    return Word(
        text, x, baseline - 0.8 * size, x + width_of(text, size), baseline + 0.2 * size, baseline, look, space, mcid
    )


def line(text: str, x: float = 72.0, baseline: float = 100.0, look: Style = BODY, *, to: float | None = None) -> Line:
    """A line of words; with `to`, set to that right edge (justified)."""
    parts = text.split()
    size = look.size
    gap = 0.5 * size
    if to is not None and len(parts) > 1:
        gap = (to - x - sum(width_of(part, size) for part in parts)) / (len(parts) - 1)
    words = []
    for index, part in enumerate(parts):
        words.append(word(part, x, baseline, look, space=index > 0))
        x += width_of(part, size) + gap
    return of(words)


def of(words: list[Word]) -> Line:
    """A line of the given words."""
    return Line(
        tuple(words),
        words[0].x0,
        min(w.y0 for w in words),
        words[-1].x1,
        max(w.y1 for w in words),
        words[0].baseline,
    )


def block(
    text: list[str], x: float, baseline: float, look: Style = BODY, *, pitch: float = 1.2, to: float | None = None
) -> list[Line]:
    """Lines one below the other; with `to`, all but the last are set to that right edge."""
    step = pitch * look.size
    last = len(text) - 1
    return [
        line(row, x, baseline + index * step, look, to=to if index < last else None) for index, row in enumerate(text)
    ]


def prose(words: int, width: float, size: float = 10.0, start: int = 0) -> list[str]:
    """Running text broken into rows of about the given width; ends with a full stop."""
    rows: list[str] = []
    row = ""
    for index in range(words):
        part = LOREM[(start + index) % len(LOREM)]
        longer = f"{row} {part}".strip()
        if width_of(longer, size) > width:
            rows.append(row)
            row = part
        else:
            row = longer
    return [*rows, row + "."]


def page(
    *lines: Line | list[Line],
    number: int = 1,
    size: tuple[float, float] = (612.0, 792.0),
    rules: Sequence[Rule] = (),
    fills: Sequence[Fill] = (),
    pictures: Sequence[Picture] = (),
    links: Sequence[Link] = (),
    **more: object,
) -> Page:
    """A page of the given lines; what it holds is made to tuples, as the compiled layout wants them."""
    flat: list[Line] = []
    for one in lines:
        flat += one if isinstance(one, list) else [one]
    drawn = {"rules": tuple(rules), "fills": tuple(fills), "pictures": tuple(pictures), "links": tuple(links)}
    return Page(number, *size, lines=tuple(flat), **drawn, **more)


__all__ = [
    "BODY",
    "BOLD",
    "ITALIC",
    "LOREM",
    "META",
    "MONO",
    "RAISED",
    "OutlineItem",
    "block",
    "line",
    "of",
    "page",
    "prose",
    "style",
    "word",
]
