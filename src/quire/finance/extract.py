"""The entry point: finds statements, reads them, merges them over pages and checks them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from quire.finance.cell_assembly import assemble_statement, split_scopes
from quire.finance.checks import with_checks, with_cross_checks
from quire.finance.completeness import missing_statements, with_column_trust, with_lacks
from quire.finance.item_context import with_net_income
from quire.finance.learned_doubt import page_marks, with_learned_doubt
from quire.finance.likely_figures import with_likely_figures
from quire.finance.line_likelihoods import Readings
from quire.finance.reread import Look, reread_doubtful_cells
from quire.finance.statement import Extraction, Scope, Statement
from quire.finance.statement_finder import Missed, find_statements
from quire.model.page import Page

__all__ = ["Look", "extract_statements"]


def extract_statements(pages: Iterable[Page], *, look: Look | None = None) -> Extraction:
    """The statements of a document, in reading order.

    Args:
        pages: The pages in order; they are asked for one by one, and few are kept.
        look: Reads a box of a page again, for cells of recognised pages that a check doubts.
    """
    missed = Missed()
    found = find_statements(pages, missed)
    assembled = with_net_income(s for f in found for s in split_scopes(assemble_statement(f)))
    own = {part.page.number: part.page for one in found for part in one.parts}
    seen = Readings(own.values())
    statements = [with_likely_figures(with_checks(s), seen) for s in _scoped(assembled)]
    if look is not None:
        statements = [reread_doubtful_cells(s, look) for s in statements]
    marks = {number: page_marks(page) for number, page in own.items()}
    checked = [with_lacks(with_column_trust(s)) for s in with_cross_checks(statements)]
    whole = [with_learned_doubt(s, marks) for s in checked]
    return Extraction(tuple(whole), tuple(missing_statements(whole, missed)))


def _scoped(statements: Sequence[Statement]) -> list[Statement]:
    """Marks statements without a scope beside consolidated ones of their kind as the parent's."""
    consolidated = {s.kind for s in statements if s.scope is Scope.CONSOLIDATED}
    return [
        replace(s, scope=Scope.PARENT) if s.scope is Scope.NONE and s.kind in consolidated and s.language == "zh" else s
        for s in statements
    ]
