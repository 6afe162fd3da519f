"""Whether an engine stands behind a source."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from quire.read.source import Source

if TYPE_CHECKING:
    from quire.read.scan.recognised_source import RecognisedSource


def ocr_source(source: Source) -> RecognisedSource | None:
    """The source as one whose pages and pictures an engine can read; None without an engine.

    What reads pictures takes 20 ms to load. It is not loaded for this question: a source with an engine has loaded it.
    """
    module = sys.modules.get("quire.read.scan.recognised_source")
    return source if module is not None and isinstance(source, module.RecognisedSource) else None
