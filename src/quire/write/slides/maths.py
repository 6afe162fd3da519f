"""Formulas on slides: plain text on one line, for slides have no field that all programs show as a formula."""

from __future__ import annotations

import re

from quire.latex import plain
from quire.model.block import Span

_DOLLARS = re.compile(r"\$([^$]*)\$")


def seen(span: Span) -> str:
    """The text that a reader sees: of formulas their signs, without dollars and commands."""
    return _DOLLARS.sub(lambda found: plain(found[1]), span.text) if span.maths else span.text
