"""Statements on single pages without their title: a photograph of the second page, a part that was cut out.

Only a document of few pages in which no title was found is looked at: in a report such tables are notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quire.finance.lexicon import canonical_item, check_role
from quire.finance.speck_dashes import page_rows
from quire.finance.statement import Kind
from quire.finance.statement_tables import Block, read_blocks
from quire.finance.text_pieces import Row
from quire.model.page import Page

__all__ = ["LONE_PAGES", "Untitled", "find_untitled"]

LONE_PAGES = 3
"""A document of more pages is a report, where statements have titles."""

KNOWN = 8
"""Known items at least: tables of notes and segments have fewer."""

ROLES = 2
"""Of them take part in the checks: totals, profit before tax, cash at the end."""

SHARE = 0.5
"""Of the rows with figures are known items at least."""

_KINDS = (Kind.BALANCE, Kind.INCOME, Kind.CASH_FLOW)
_CJK = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Untitled:
    """A page that shows a statement by its items."""

    page: Page
    kind: Kind
    language: str
    blocks: list[Block]


def find_untitled(pages: Sequence[Page]) -> Iterator[Untitled]:
    """The pages whose rows are the items of one kind of statement, detected by the items alone."""
    for page in pages:
        rows = page_rows(page)
        _, found = max((_as(page, rows, kind) for kind in _KINDS), key=lambda one: one[0])
        if found is not None:
            yield found


def _as(page: Page, rows: list[Row], kind: Kind) -> tuple[int, Untitled | None]:
    """(known items, the page read as a statement of that kind); None where it is not one."""
    words = [row[0].text for row in rows if any(p.figure for p in row)]
    language = "zh" if sum(bool(_CJK.search(w)) for w in words) > len(words) / 2 else "en"
    blocks = read_blocks(rows, page, kind, language)
    labels = [line.label for block in blocks for line in block.lines if line.values and line.label]
    concepts = [concept for label in labels if (concept := canonical_item(label, kind, language))]
    known = len(set(concepts))
    if (
        known < KNOWN
        or len(concepts) < SHARE * len(labels)
        or len({r for c in concepts if (r := check_role(c, language))}) < ROLES
    ):
        return known, None
    return known, Untitled(page, kind, language, blocks)
