"""What a document can become in the console."""

from __future__ import annotations

from quire.access.permissions import Scope
from quire.web.documents import conversion_routes, finance_routes, invoice_routes
from quire.web.documents.submissions import SubmissionRules

SUBMISSIONS: dict[str, tuple[Scope, SubmissionRules]] = {
    **{word: (Scope.PARSE, conversion_routes.RULES[word]) for word in conversion_routes.CONVERSIONS},
    "statements": (Scope.FINANCE, finance_routes.RULES),
    "invoices": (Scope.INVOICE, invoice_routes.RULES),
}
"""The last word of a form's path, the scope that it needs, and what is accepted."""
