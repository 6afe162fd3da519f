"""Page ranges as people write them: "1-5,8,12-"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from quire.errors import BadRequest

_PART = re.compile(r"([0-9]{1,9})(?:\s*(-)\s*([0-9]{1,9})?)?|-\s*([0-9]{1,9})")
_TYPED = str.maketrans("，；;–—－〜~０１２３４５６７８９", ",,,-----0123456789")  # as typed on other keyboards


def page_numbers(ranges: str | None, page_count: int) -> range | list[int]:
    """The pages that `ranges` names, ascending, each once; all pages for None or "".

    Args:
        ranges: 1-based numbers and ranges between commas; "12-" goes to the end, "-3" starts at 1. A range that begins
            in the document and reaches beyond its last page ends there: "-5" is at most five pages of any file.
        page_count: how many pages the document has.

    Raises:
        BadRequest: it is not a range, or begins at a page that the document does not have.
    """
    if not ranges or not ranges.strip():
        return range(1, page_count + 1)
    wanted: set[int] = set()
    for part in ranges.translate(_TYPED).split(","):
        wanted.update(_range(part, page_count))
    return sorted(wanted)


def check_ranges(ranges: str) -> None:
    """Whether `ranges` can be read at all, before the document is known.

    Raises:
        BadRequest: it is not a range.
    """
    for part in ranges.translate(_TYPED).split(","):
        _bounds(part)


def name_pages(pages: Iterable[int], most: int = 10) -> str:
    """The numbers as a range is written, "1-5, 8"; at most `most` parts."""
    parts: list[list[int]] = []
    for page in sorted(set(pages)):
        if parts and parts[-1][1] == page - 1:
            parts[-1][1] = page
        else:
            parts.append([page, page])
    named = [str(first) if first == last else f"{first}-{last}" for first, last in parts]
    return ", ".join(named[:most]) + (" and others" if len(named) > most else "")


def _range(part: str, page_count: int) -> range:
    first, last = _bounds(part)
    if first > page_count:
        pages = "1 page" if page_count == 1 else f"{page_count} pages"
        raise BadRequest(f"The pages “{part.strip()}” are outside the document, which has {pages}.")
    return range(first, min(last or page_count, page_count) + 1)


def _bounds(part: str) -> tuple[int, int | None]:
    """First and last page; None when the range goes to the end."""
    found = _PART.fullmatch(part.strip())
    if not found:
        raise BadRequest(f"“{part.strip()[:40]}” is not a page range. Write it like 1-5,8,12-")
    start, dash, end, until = found.groups()
    if until:
        first, last = 1, int(until)
    else:
        first = int(start)
        last = int(end) if end else (None if dash else first)  # type: ignore[assignment]
    if first < 1 or (last is not None and last < first):
        raise BadRequest(f"“{part.strip()}” is not a page range. Pages count from 1, the smaller number first.")
    return first, last
