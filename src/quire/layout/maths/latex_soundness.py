"""Whether TeX accepts LaTeX that was put together from signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import combining

from quire.layout.maths.latex_symbols import ACCENTS

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")


def signs_of(latex: str) -> list[str]:
    """The commands, letters and braces of LaTeX."""
    return _TOKEN.findall(latex)


def group_end(signs: Sequence[str], at: int) -> int:
    """The index of the brace that closes the group opened at `at`."""
    depth = 0
    for end in range(at, len(signs)):
        depth += (signs[end] == "{") - (signs[end] == "}")
        if depth == 0:
            return end
    return len(signs) - 1


def is_sound(latex: str) -> bool:
    """Whether no sign has two scripts of one side, and no mark stands without its letter."""
    marks = () if latex.isascii() else [at for at, character in enumerate(latex) if combining(character)]
    if any(latex[at] not in ACCENTS or not latex[at - 1 : at].isalpha() for at in marks):
        return False
    return not _has_double_script(signs_of(latex))


def _has_double_script(signs: Sequence[str]) -> bool:
    at, seen = 0, ""
    while at < len(signs):
        if signs[at] not in ("_", "^"):
            at, seen = at + 1, ""
            continue
        if signs[at] in seen:
            return True
        seen += signs[at]
        end = group_end(signs, at + 1)
        if _has_double_script(signs[at + 2 : end]):
            return True
        at = end + 1
    return False
