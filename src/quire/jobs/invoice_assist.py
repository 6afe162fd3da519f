"""Help of a language model for pages of invoices that the rules leave open: off unless the operator turns it on.

The model sees the text of the page between fences and says where the open keys stand; `quire.invoice.model_fields`
takes only what the page says too. A model that does not answer changes nothing but a finding.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from quire.errors import ModelRefused, ModelUnavailable
from quire.invoice.invoice import Check, Invoice
from quire.invoice.model_fields import apply_model_fields, open_keys, page_text
from quire.llm.asker import Asker, Prompt, Stopped
from quire.llm.model_config import ModelSettings
from quire.llm.prompt_fence import RULE, fenced
from quire.llm.retry_policy import RetryPolicy
from quire.model.page import Page

__all__ = ["Assistance", "model_assistant"]

PHASE = "invoice"

MOST_SECONDS = 120.0
"""Seconds that the model may take for all pages of a file: its task has a deadline, which no help is worth."""

MOST_TEXT = 12_000
"""Characters of a page that are shown: an invoice has 500 to 4,000, what is longer is a list of goods."""

ONE_ANSWER = 45.0
"""Seconds of one answer at the most."""

_VERSION = "1"
_SYSTEM = (
    "You read one page of an invoice, receipt or ticket and copy values from it. Copy each value exactly as it is "
    "printed, with nothing added and nothing calculated. Where the page does not print a value, or you are not sure, "
    'give "". Never make up a value. ' + RULE
)
_MEANINGS = {
    "invoice_type": "the title that says which kind of invoice, receipt or ticket it is",
    "invoice_code": "the code (发票代码) of a Chinese invoice, 10 or 12 digits",
    "invoice_number": "the number of the invoice (发票号码)",
    "invoice_date": "the date of issue (开票日期), not of delivery or payment",
    "buyer_name": "name of the buyer (购买方名称), who pays",
    "buyer_tax_id": "tax number of the buyer (购买方纳税人识别号)",
    "seller_name": "name of the seller (销售方名称), who issues the invoice",
    "seller_tax_id": "tax number of the seller (销售方纳税人识别号)",
    "amount": "sum without tax (合计金额)",
    "tax_rate": "rate or rates of the tax (税率), such as 13%",
    "tax_amount": "sum of the tax (合计税额)",
    "total_amount": "sum with tax, what is to be paid (价税合计)",
}
_SILENT = Check("model", "The language model does not answer; the rules alone were used.", holds=False)
_LATE = Check("model", "The language model was not asked: the time limit of the file was reached.", holds=False)


class Assistance:
    """Asks about one page after the other. Use it as a context.

    Args:
        settings: of the model.
        folder: of the task, for answers.
        seconds: for all pages.
    """

    def __init__(self, settings: ModelSettings, folder: Path, *, seconds: float = MOST_SECONDS) -> None:
        self._until = time.monotonic() + seconds
        self._finding: Check | None = None
        quick = replace(settings, seconds=min(settings.seconds, ONE_ANSWER))
        self._asker: Asker = quick.asker(
            folder, PHASE, should_stop=self._is_over, patience=RetryPolicy(longest=5.0, away=10.0, least=2, most=4)
        )

    def __call__(self, page: Page, invoice: Invoice, *, today: date | None = None) -> Invoice:
        """The invoice with what the model found on the page, and the tokens that took."""
        keys = open_keys(page, invoice)
        if not keys:
            return invoice
        before = self._asker.usage
        told: Mapping[str, Any] | None = None
        if self._finding is None:
            try:
                told = self._asker.ask(_prompt(page, keys))
            except (ModelUnavailable, ModelRefused):
                self._finding = _SILENT
            except Stopped:
                self._finding = _LATE
        used = self._asker.usage - before
        if told:
            invoice = apply_model_fields(page, invoice, {key: str(told.get(key) or "") for key in keys}, today=today)
        if self._finding:
            invoice = replace(invoice, checks=(*invoice.checks, self._finding))
        return replace(invoice, total_tokens=invoice.total_tokens + used.input + used.output)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._asker.close()

    def _is_over(self) -> bool:
        return time.monotonic() >= self._until


def model_assistant(request: Mapping[str, Any]) -> Assistance | None:
    """The help that a task's request allows; None for none."""
    if not request.get("model"):
        return None
    return Assistance(ModelSettings.from_json(request["model"]), Path(request["target"]) / "model")


def _prompt(page: Page, keys: tuple[str, ...]) -> Prompt:
    schema = {
        "type": "object",
        "properties": {key: {"type": "string"} for key in keys},
        "required": [*keys],
        "additionalProperties": False,
    }
    wanted = "\n".join(f"- {key}: {_MEANINGS[key]}" for key in keys)
    text = fenced(page_text(page, MOST_TEXT), "page")
    return Prompt(PHASE, _VERSION, _SYSTEM, f"Copy these values:\n{wanted}\n\n{text}", schema, most_tokens=800)
