"""Signs that an engine confuses, mended by what stands round them."""

from __future__ import annotations

import re

from quire.text import is_cjk

_NOUGHT = re.compile(r"(?<=[\d,.])[Oo](?=[\d,.%)]|$)")
_CURLY = frozenset("“”‘’")


def mended(text: str) -> str:
    """The text of a piece: a lone dash is no "one", a letter O among digits is a nought, brackets and quotes match."""
    if text in {"一", "ー"}:
        return "—"
    if text in {"O", "o"}:
        return "0"
    return _matched(_NOUGHT.sub("0", text))


def is_curly(text: str) -> bool:
    """Whether a text has typographic quotation marks, so that the straight ones beside them are misread."""
    return any(letter in _CURLY for letter in text)


def curled(text: str) -> str:
    """The text with typographic marks in place of straight ones."""
    return re.sub(r"(?<=\w)'|'(?=\d)", "’", text) if "'" in text else text


def _matched(text: str) -> str:
    """Brackets as wide as their partners, and closing quotation marks curly where the opening ones are."""
    letters = list(text)
    opened: list[int] = []
    quoted = False
    for i, letter in enumerate(letters):
        if letter in "（(":
            opened.append(i)
        elif letter in "）)" and opened:
            _match(letters, opened.pop(), i)
        elif letter == "“":
            quoted = True
        elif letter in '"”' and quoted:
            letters[i], quoted = "”", False
    return "".join(letters)


def _match(letters: list[str], first: int, last: int) -> None:
    """Makes two brackets as wide as each other: full width among Chinese."""
    wide = (letters[first] == "（") + (letters[last] == "）")
    if wide != 1:
        return
    inside = letters[first + 1 : last] + letters[max(0, first - 1) : first]
    if any(is_cjk(ord(letter)) for letter in inside):
        letters[first], letters[last] = "（", "）"
    else:
        letters[first], letters[last] = "(", ")"
