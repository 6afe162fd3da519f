"""Named tuples that cost less to make: pages, tables and runs of text are tens of thousands of them in a report.

A named tuple is made by a function in Python, which takes as long as a hundred steps of the machine for each of its
fields; `_replace` takes three times as long again. Where the extension `quire._tuples` was built, both are done in C for
the classes that are marked here, with the same results and the same errors; where it was not, they stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

_Class = TypeVar("_Class", bound=type)


def _as_it_is(kind: _Class) -> _Class:
    return kind


def _quicken() -> Callable[[_Class], _Class]:
    try:
        from quire._tuples import quicken
    except ImportError:
        return _as_it_is
    return cast("Callable[[_Class], _Class]", quicken)


quick = _quicken()
"""The decorator of a `NamedTuple` of which there are many; the class itself comes back."""
