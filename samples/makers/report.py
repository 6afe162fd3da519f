"""Turns the parts of a report (style, text) into what reportlab sets; the same for both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BalancedColumns,
    CondPageBreak,
    Flowable,
    ListFlowable,
    ListItem,
    Paragraph,
    Spacer,
    Table,
    XPreformatted,
)

from makers.sheet import INK, Heading, Imprint, Notes, Sheet, columns

LEVELS = {"h1": 0, "h2": 1, "h3": 2}
MOST_PASSES = 12  # footnotes move text, which moves footnotes; it settles after three or four
MARKS = {False: ("•", "–", "▪"), True: ("1", "a", "i")}


@dataclass(frozen=True)
class Report:
    """The parts that stay the same over a report."""

    imprint: Imprint
    styles: Mapping[str, ParagraphStyle]
    places: Mapping[str, Callable[[], Iterable[Flowable]]]
    notes: Mapping[str, str]
    list_font: str

    def write(self, path: Path, parts: Iterable[tuple[str, Any]]) -> None:
        """Sets the parts and writes the file."""
        style = self.styles["note"]
        texts = {m: Paragraph(f"<super size=6.5>{m}</super> {text}", style) for m, text in self.notes.items()}
        notes = Notes(texts)
        story: list[Flowable] = [notes]
        for number, (kind, value) in enumerate(parts):
            story += self._part(kind, value, number)
        Sheet(path, self.imprint, notes).multiBuild(story, maxPasses=MOST_PASSES)

    def _part(self, kind: str, value: Any, number: int) -> Iterator[Flowable]:
        if kind in LEVELS:
            yield CondPageBreak(90)
            key = re.match(r"(\d[\d.]*) ", str(value))
            yield Heading(
                str(value), self.styles[kind], level=LEVELS[kind], key=f"h-{key[1] if key else f'part{number}'}"
            )
        elif kind in {"p", "j", "quote"}:
            yield Paragraph(_inline(str(value)), self.styles[kind])
        elif kind in {"one", "two"}:
            yield from columns(kind)
        elif kind in {"list", "steps"}:
            yield self._list(value, numbered=kind == "steps")
            yield Spacer(0, 8)
        elif kind == "formula":
            formula, label = value
            row = ["", Paragraph(formula, self.styles["formula"]), Paragraph(label, self.styles["note"])]
            yield Table(
                [row],
                colWidths=[50, 366, 50],
                spaceBefore=4,
                spaceAfter=8,
                style=[("VALIGN", (0, 0), (-1, -1), "MIDDLE")],
            )
        elif kind == "code":
            yield XPreformatted(str(value).replace("<", "&lt;"), self.styles["code"])
        elif kind == "cols":
            texts = [Paragraph(text, self.styles["j"]) for text in value]
            yield BalancedColumns(texts, nCols=2, innerPadding=22, needed=72)
        else:
            yield from self.places[str(value or kind)]()

    def _list(self, items: Iterable[object], *, numbered: bool, depth: int = 0) -> ListFlowable:
        entries = []
        for item in items:
            text, below = item if isinstance(item, tuple) else (item, ())
            flowables: list[Flowable] = [Paragraph(_inline(str(text)), self.styles.get("item", self.styles["p"]))]
            if below:
                flowables.append(self._list(below, numbered=numbered, depth=depth + 1))
            entries.append(ListItem(flowables))
        mark = MARKS[numbered][depth]
        kind = {"bulletType": mark, "bulletFormat": "%s."} if numbered else {"bulletType": "bullet", "start": mark}
        return ListFlowable(
            entries, leftIndent=20, bulletFontName=self.list_font, bulletFontSize=10.5, bulletColor=INK, **kind
        )


def _inline(text: str) -> str:
    """Footnote calls and code in reportlab's marks."""
    text = re.sub(r"\{code:(.*?)\}", r'<font face="Mono" size="9">\1</font>', text)
    return re.sub(r"\{(\d+)\}", r'<super size=7>\1</super><onDraw name="note" label="\1"/>', text)
