"""Recognises values again, larger, that a rule doubts; a rule then chooses among the readings."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from quire.invoice.checks import CENT, is_tax_id
from quire.invoice.invoice import Origin, Value
from quire.invoice.value_formats import amount, tax_id, value_of
from quire.model.geometry import Box

Look = Callable[[Box], Sequence[tuple[str, Box, float]]]
"""Reads a part of the page again, larger: (text, box, confidence) of each piece."""

_SUMS = ("amount", "tax_amount", "total_amount")
_MONEY = re.compile(r"-?[¥￥]?-?\d[\d,]{0,40}[.,]\d{2}(?!\d)")
_ID = re.compile(r"(?<![0-9A-Za-z])[0-9A-Za-z]{15,22}(?![0-9A-Za-z])")

_NUMBER = re.compile(r"(?<!\d)\d{20}(?!\d)")


def better_id(box: Box, look: Look) -> tuple[str, float] | None:
    """(taxpayer id, confidence) that a second look shows and whose check character is right; None when none is."""
    for text, _, confidence in look(box):
        for match in _ID.finditer(text.replace(" ", "")):
            found = tax_id(match[0], recognised=True)
            if found and is_tax_id(found):
                return found, confidence
    return None


def better_number(box: Box, look: Look) -> tuple[str, float] | None:
    """(20-digit invoice number, confidence) that a second look shows; None when it shows none.

    A number that the first look read with a digit too few or too many is read again.
    """
    for text, _, confidence in look(box):
        match = _NUMBER.search(re.sub(r"[^0-9A-Za-z]", "", text))
        if match:
            return match[0], confidence
    return None


def better_sums(fields: Mapping[str, Value], look: Look) -> dict[str, Value]:
    """Amount, tax and total where a second look makes them add up; {} when they do already, or still do not."""
    sums = [fields.get(key) for key in _SUMS]
    present = [value for value in sums if value is not None]
    if len(present) < len(_SUMS) or _adds_up(present) or all(v.source is not Origin.OCR for v in present):
        return {}
    choices = [[value, *_again(value, look)] for value in present]
    fitting = [combination for combination in itertools.product(*choices) if _adds_up(combination)]
    if not fitting:
        return {}
    best = max(fitting, key=lambda c: sum(a is b for a, b in zip(c, present, strict=True)))
    return {key: value for key, value, old in zip(_SUMS, best, present, strict=True) if value is not old}


def _adds_up(values: Iterable[Value]) -> bool:
    numbers = [value_of(value.value) for value in values]
    if any(number is None for number in numbers):
        return False
    net, tax, total = (number for number in numbers if number is not None)
    return abs(net + tax - total) <= CENT


def _again(value: Value, look: Look) -> list[Value]:
    """What else a second look reads at a value's place."""
    if value.box is None or value.source is not Origin.OCR:
        return []
    found = []
    for text, box, confidence in look(value.box):
        for match in _MONEY.finditer(text.replace(" ", "")):
            read = amount(re.sub(r",(?=\d{2}$)", ".", match[0]))
            if read and read != value.value:
                found.append(replace(value, value=read, printed=match[0], confidence=round(confidence, 4), box=box))
    return found
