"""Formulas that stand between dollar signs in a text."""

from __future__ import annotations

import re

_DOLLARS = re.compile(r"\$([^$]*)\$")


def split_formulas(text: str) -> list[tuple[str, str]]:
    """A text of formulas between dollar signs in pieces: ("", text) and (LaTeX, "")."""
    out: list[tuple[str, str]] = []
    at = 0
    for found in _DOLLARS.finditer(text):
        out += [("", text[at : found.start()]), (found[1], "")]
        at = found.end()
    return [piece for piece in [*out, ("", text[at:])] if piece[0] or piece[1]]
