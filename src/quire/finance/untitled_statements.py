"""Statements without their title: a photograph of the second page, a part that was cut out, a title that a fold hides.

A page is weighed by its items: how many known ones of one kind its rows name, and how many of these take part in the
checks. Text layers lose no title, so their pages are looked at only in a document of few pages without any title: in a
report such tables are notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quire.finance.lexicon import canonical_item, check_role, misread_item
from quire.finance.speck_dashes import page_rows
from quire.finance.statement import Kind
from quire.finance.statement_tables import Block, read_blocks
from quire.finance.text_pieces import Row
from quire.model.page import Page, TextSource

__all__ = ["LONE_PAGES", "Untitled", "find_untitled", "untitled_on"]

LONE_PAGES = 3
"""A document of more pages is a report, where statements have titles."""

WHOLE = 12
"""Evidence of a statement: known items, those that take part in the checks counted twice. Of 264 pages of filings and
reports without statements one table of a segment has more; pages with statements have 14 to 60, or are a statement's
last few rows."""

LIKELY = 9
"""Evidence of a page that may show a statement: four of the 264 pages have as much."""

SHARE = 0.3
"""Of the rows with figures are known items at least."""

_KINDS = (Kind.BALANCE, Kind.INCOME, Kind.CASH_FLOW)
_CJK = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Untitled:
    """What a page shows of a statement by its items."""

    page: Page
    kind: Kind
    language: str
    blocks: list[Block]
    evidence: int

    @property
    def whole(self) -> bool:
        """Whether it surely is a statement."""
        return self.evidence >= WHOLE


def find_untitled(pages: Sequence[Page]) -> Iterator[Untitled]:
    """The pages whose rows are the items of one kind of statement, detected by the items alone.

    A few recognised pages alone are likely one: figures and labels that were not read take items away.
    """
    for page in pages:
        one = untitled_on(page)
        if one is not None and (one.whole or page.source is TextSource.OCR):
            yield one


def untitled_on(page: Page) -> Untitled | None:
    """What a page may show of a statement by its items; None where nothing speaks for it."""
    rows = page_rows(page)
    words = [row[0].text for row in rows if any(p.figure for p in row)]
    language = "zh" if sum(bool(_CJK.search(w)) for w in words) > len(words) / 2 else "en"
    best = max((_as(page, rows, kind, language) for kind in _KINDS), key=lambda one: one.evidence)
    return best if best.evidence >= LIKELY else None


def _as(page: Page, rows: list[Row], kind: Kind, language: str) -> Untitled:
    """The page read as a statement of that kind."""
    blocks = read_blocks(rows, page, kind, language)
    labels = [line.label for block in blocks for line in block.lines if line.values and line.label]
    concepts = [concept for label in labels if (concept := _concept(page, label, kind, language))]
    roles = {role for concept in concepts if (role := check_role(concept, language))}
    known = len(set(concepts)) + len(roles) if len(concepts) >= SHARE * len(labels) else 0
    return Untitled(page, kind, language, blocks, known)


def _concept(page: Page, label: str, kind: Kind, language: str) -> str:
    """The item that a label names, a few recognised characters aside."""
    found = canonical_item(label, kind, language)
    if found or page.source is not TextSource.OCR:
        return found
    return canonical_item(misread_item(label, kind, language), kind, language)
