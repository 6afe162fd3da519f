"""The order in which pages are listed: chapter 2 before chapter 10. Sites, the API and the library use the same one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["natural_sort_key", "page_order"]


def natural_sort_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers inside names by their value."""
    parts = re.split(r"(\d{1,15})", unicodedata.normalize("NFKC", text).casefold())
    return tuple((0, int(one), "") if one.isdecimal() else (1, 0, one) for one in parts if one)


@lru_cache(maxsize=1 << 14)  # the keys take longer than all else of a list of pages
def page_order(page_type: str, page_id: str) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """A key that sorts pages by type, and those of a type by the natural order of their ids."""
    return page_type, natural_sort_key(page_id)
