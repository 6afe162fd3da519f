"""Machine-readable codes on a page."""

from __future__ import annotations

from typing import NamedTuple

from quire.model.geometry import Box


class Barcode(NamedTuple):
    """A QR code, data matrix or bar code that was decoded."""

    text: str
    box: Box  # in points of its page
    kind: str = "qr"  # "qr" or another word for the symbology, lower case
