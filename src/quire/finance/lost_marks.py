"""Recognised figures whose separators or brackets were lost, mended by the format that their page prints.

On a page whose amounts have cents, the last two digits of an amount are its cents and each third one before them ends a
group: a figure is mended where every mark that was read stands at such a place ("7.882.492.50181", "56361384 72"). On a
page with amounts in brackets, a digit too many at either end is a bracket ("1143.667)", "(908.6223"), a bracket alone
lost the other one ("(11", "891,009)"), and a stroke before both is a rule through the row ("-(142)"). No other digit is
changed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from quire.amounts import parse

__all__ = ["FigureFormat", "figure_format", "mended_marks"]

_FIGURE = re.compile(r"[(\-–—−]?\d[\d.,]*\d[)\-]?")
_LONG = 5  # digits of an amount that shows the format
_FEWEST = 8  # of such amounts
_FEWEST_BRACKETS = 3  # amounts in brackets
_CENTS = re.compile(r"\.\d\d[)\-]?$")
_USUAL_CENTS = 0.6  # of the amounts have cents, where marks are lost as well
_USUAL_GROUPS = 0.5  # of them have a mark after a third digit
_GROUP = re.compile(r"\d[.,]\d{3}(?!\d)")
_BRACKETS = re.compile(r"\(\d{1,3}(?:[.,]\d{3})*\)")
_BROKEN = re.compile(r"(?P<before>[(\-–—−]?)(?P<figure>\d[\d.,;:' ]*\d)(?P<after>[)\-]?)")
_MARKS = ".,;:' "
_ORDINARY = re.compile(r"[(\-–—−]?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d[)\-]?")
_DAY = re.compile(r"(?:19|20)\d{6}")
_UNMARKED = 7  # digits of an amount of which all marks were lost, at least
_WHOLE = r"\d{1,3}(?:[.,]\d{3})+"
_OPENED = re.compile(rf"\((?P<figure>{_WHOLE})\d")
_CLOSED = re.compile(rf"[1lICcJfrt\[{{](?P<figure>{_WHOLE})\)")
_BOTH = re.compile(rf"[1lICcJfrt\[{{](?P<figure>{_WHOLE})[1lIJ\]}}]")
_ALONE = re.compile(rf"[-–—−]?\((?P<figure>\d{{1,3}}|{_WHOLE})\)?|(?P<closed>{_WHOLE})\)")


class FigureFormat(NamedTuple):
    """How a page prints its amounts."""

    cents: bool
    grouped: bool
    brackets: bool  # negative ones


def figure_format(texts: Iterable[str]) -> FigureFormat:
    """The format of the amounts of a page, by the texts of its lines."""
    bare = [unicodedata.normalize("NFKC", text).strip() for text in texts]
    long = [text for text in bare if _FIGURE.fullmatch(text) and sum(map(str.isdigit, text)) >= _LONG]
    count = max(_FEWEST, len(long))
    cents = sum(bool(_CENTS.search(text)) for text in long) >= _USUAL_CENTS * count
    return FigureFormat(
        cents,
        sum(bool(_GROUP.search(text)) for text in long) >= _USUAL_GROUPS * count,
        not cents and sum(bool(_BRACKETS.fullmatch(text)) for text in bare) >= _FEWEST_BRACKETS,
    )


def mended_marks(text: str, form: FigureFormat) -> str | None:
    """A recognised figure with the marks that its page prints; None if it needs none, or is no such figure."""
    bare = unicodedata.normalize("NFKC", text).strip()
    if form.brackets:
        found = _OPENED.fullmatch(bare) or _CLOSED.fullmatch(bare) or _BOTH.fullmatch(bare)
        alone = _ALONE.fullmatch(bare) if found is None and not _BRACKETS.fullmatch(bare) else None
        figure = found["figure"] if found is not None else (alone["figure"] or alone["closed"]) if alone else None
        return f"({figure.replace('.', ',')})" if figure is not None else None
    bare = bare.strip(_MARKS)
    broken = _BROKEN.fullmatch(bare)
    if not form.cents or broken is None or _ORDINARY.fullmatch(bare):
        return None
    digits = "".join(filter(str.isdigit, bare))
    if len(digits) < _LONG:
        return None
    whole, cents = digits[:-2], digits[-2:]
    ends = {len(whole)} | (set(range(len(whole), 0, -3)) if form.grouped else set())
    read = _marked(broken["figure"])
    if not read <= ends or (not read and (not form.grouped or len(digits) < _UNMARKED or _DAY.fullmatch(digits))):
        return None
    amount = f"{int(whole):,}" if form.grouped else whole
    mended = f"{broken['before']}{amount}.{cents}{broken['after']}"
    return mended if parse(mended) is not None and whole[0] != "0" else None


def _marked(figure: str) -> set[int]:
    """The numbers of digits after which a mark was read."""
    count, places = 0, set()
    for char in figure:
        if char.isdigit():
            count += 1
        else:
            places.add(count)
    return places
