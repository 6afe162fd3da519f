"""The order in which the pages of a wiki are listed: by type, chapter 2 before chapter 10."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["listing_sort_key", "natural_sort_key"]


def listing_sort_key(page_type: str, page_id: str) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """A key that sorts pages by their types, and those of a type by their ids in natural order."""
    return page_type, _natural_sort_key_of_id(page_id)


def natural_sort_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers inside names by their value."""
    parts = re.split(r"(\d{1,15})", unicodedata.normalize("NFKC", text).casefold())
    return tuple((0, int(one), "") if one.isdecimal() else (1, 0, one) for one in parts if one)


_natural_sort_key_of_id = lru_cache(maxsize=1 << 14)(natural_sort_key)
"""The service lists the same pages again and again, and the keys take longer than all else of a list."""
