"""Pages to statements: found, read, merged over pages, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quire.finance.cell_assembly import parted, statement_of, with_scope
from quire.finance.checks import checked, tied
from quire.finance.reread import Look, looked
from quire.finance.statement import Extraction, Scope, Statement
from quire.finance.statement_finder import find
from quire.model.page import Page

__all__ = ["Look", "extract"]


def extract(pages: Iterable[Page], *, look: Look | None = None) -> Extraction:
    """The statements of a document, in reading order.

    Args:
        pages: The pages in order; they are asked for one by one, and few are kept.
        look: Reads a box of a page again, for cells of recognised pages that a check doubts.
    """
    statements = [checked(s) for s in _scoped([s for f in find(pages) for s in parted(statement_of(f))])]
    if look is not None:
        statements = [looked(s, look) for s in statements]
    return Extraction(tuple(tied(statements)))


def _scoped(statements: Sequence[Statement]) -> list[Statement]:
    """Statements that name no scope beside consolidated ones of their kind are the parent's."""
    consolidated = {s.kind for s in statements if s.scope is Scope.CONSOLIDATED}
    return [
        with_scope(s, Scope.PARENT) if s.scope is Scope.NONE and s.kind in consolidated and s.language == "zh" else s
        for s in statements
    ]
