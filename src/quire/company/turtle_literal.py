"""Writes texts as literals of Turtle (RDF 1.1 Turtle, 2.5.1): whatever a name contains, it stays within its quotes."""

from __future__ import annotations

import re

_SPECIAL = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]')
_NAMED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    """Return a text as a string literal, with quotes, backslashes and control characters escaped."""
    if _SPECIAL.search(text):
        text = _SPECIAL.sub(_escape, text)
    return f'"{text}"'


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    return _NAMED.get(char) or f"\\u{ord(char):04X}"
