"""Traditional and simplified Chinese characters, and their pinyin.

One character stands for one: it is for comparing texts, not for showing them. Several traditional characters may have
one simplified form (後 and 后 are 后), so the way back gives all of them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["either_form", "pinyin", "simplified", "traditional_forms", "usual_forms", "variants"]


_ALSO = "著着"
"""Not in the table, since 著 stays in 著名; in traditional texts it is mostly the particle."""


def simplified(text: str) -> str:
    """The text with every traditional character in its simplified form; of the same length."""
    return text.translate(_table())


def traditional_forms(char: str) -> str:
    """The traditional characters whose simplified form a character is; "" for none."""
    return _forms().get(char, "")


def usual_forms(char: str) -> str:
    """A character as traditional texts print it, in each form that is in use; itself if none is."""
    return "".join(form for form in f"{char}{traditional_forms(char)}" if _is_usual(form)) or char


def _is_usual(char: str) -> bool:
    """Whether a character is among the 5,401 that Big5, the code of traditional texts, calls frequent."""
    try:
        return char.encode("big5") < b"\xc9"
    except UnicodeEncodeError:
        return False


def variants(text: str) -> dict[str, str]:
    """The traditional characters whose simplified form, or who themselves, occur in a text; each with that form."""
    used = set(simplified(text))
    return {chr(code): form for code, form in _table().items() if form in used}


def either_form(pattern: str) -> str:
    """A regular expression, written in simplified characters, that finds traditional ones as well.

    Each simplified character becomes a set of all its forms; the sets that the expression writes itself are extended.
    """
    forms = _forms()
    out: list[str] = []
    inside = escaped = False
    for char in pattern:
        own = forms.get(char, "")
        out.append(char + own if inside or not own else f"[{char}{own}]")
        inside = (escaped and inside) or (not escaped and (char == "[" or (inside and char != "]")))
        escaped = char == "\\" and not escaped
    return "".join(out)


def pinyin(text: str) -> list[str]:
    """The pinyin of each Chinese character, without tones; other text unchanged, in its place."""
    from pypinyin import lazy_pinyin

    return [*lazy_pinyin(text)]


@cache
def _table() -> dict[int, str]:
    lines = (files("quire.hanzi") / "traditional.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("#")]
    return {ord(pair[0]): pair[1] for line in (*kept, _ALSO) for pair in line.split()}


@cache
def _forms() -> dict[str, str]:
    """Each simplified character with its traditional ones, as one text."""
    out: dict[str, str] = {}
    for code, form in _table().items():
        if chr(code) != form:
            out[form] = out.get(form, "") + chr(code)
    return out
