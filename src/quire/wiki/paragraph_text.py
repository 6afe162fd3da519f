"""The text of a paragraph, a table or program text as a book has it, and the runs that it sets in another type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from quire.model.block import Block, Code, Figure, Formula, Heading, Paragraph, Table
from quire.model.span import Span
from quire.wiki.stressed_phrases import BEFORE, place_of

__all__ = ["CODE_LONGEST", "Runs", "paragraph_text", "spans_text"]

CODE_LONGEST = 1500
"""Characters of program text that stay with the paragraph that shows it."""

_LONGEST_TERM = 60
"""Characters of an emphasised run that can be a term."""

_COLONS = (":", "：")

_PLACES = 3
"""Places of a stressed run that are kept, the first ones."""

_RECENT = 10 * BEFORE
"""Characters before a stressed run that are at hand, more than tell its place."""


@dataclass(slots=True)
class Runs:
    """The short runs of a book in another type."""

    emphasised: Counter[str] = field(default_factory=Counter)  # in italics or bold
    coded: Counter[str] = field(default_factory=Counter)  # of program text
    places: dict[str, list[str]] = field(default_factory=dict)  # emphasised ones to where they stand, by `place_of`

    def stress(self, run: str, before: str) -> None:
        """Keep a run in italics or bold with what stands before it in its paragraph."""
        self.emphasised[run] += 1
        places = self.places.setdefault(run, [])
        if len(places) < _PLACES:
            places.append(place_of(before, run))


def paragraph_text(leaf: Block, runs: Runs | None = None) -> str:
    """The paragraph that a block without inner blocks is."""
    match leaf:
        case Paragraph():
            return spans_text(leaf.spans, runs)
        case Figure():
            # captions of pages do not say what a book emphasises: they are set apart as a whole
            return spans_text(leaf.caption, None if leaf.places else runs)
        case Heading():
            return spans_text(leaf.spans)
        case Table():
            rows: dict[int, list[str]] = {}
            for cell in leaf.grid.cells:
                rows.setdefault(cell.row, []).append(cell.text.replace("\n", " "))
            return "\n".join(" | ".join(row) for _, row in sorted(rows.items()))
        case Code():
            whole = len(leaf.text) <= CODE_LONGEST
            text = leaf.text if whole else leaf.text[:CODE_LONGEST].rsplit("\n", 1)[0] + "\n…"
            return f"```\n{text.replace('```', '` ` `')}\n```"
        case Formula():
            return f"$$\n{leaf.latex}\n$$" if leaf.latex else leaf.text
        case _:
            return ""


def _is_label(spans: Sequence[Span], at: int) -> bool:
    """Whether an emphasised run is the label of its paragraph (“**Note**: ...”): that stresses no term."""
    if any(one.text.strip() for one in spans[:at]):
        return False
    after = spans[at + 1].text if at + 1 < len(spans) else ""
    return spans[at].text.rstrip().endswith(_COLONS) or after.lstrip().startswith(_COLONS)


def spans_text(spans: Sequence[Span], runs: Runs | None = None) -> str:
    """The text of spans, program text between backticks; notes are left out.

    Args:
        spans: of a paragraph.
        runs: take the runs in another type.
    """
    out: list[str] = []
    recent = ""
    for at, span in enumerate(spans):
        if span.note is not None:
            continue
        text = span.text
        style = span.style
        if style and text.strip() and len(text) <= _LONGEST_TERM:
            if style.mono and "`" not in text and "\n" not in text:
                lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
                if runs is not None:
                    runs.coded[text.strip()] += 1
                text = f"{lead}`{text.strip()}`{tail}"
            elif (style.italic or style.bold) and runs is not None and not _is_label(spans, at):
                run = text.strip(" .,:;，。：；/_")
                runs.stress(run, recent + text[: text.find(run)])
        out.append(text)
        recent = (recent + text)[-_RECENT:]
    return re.sub(r"[ \t]{2,}", " ", "".join(out).replace("\n", " ")).strip()
