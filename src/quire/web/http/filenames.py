"""File names that come from a client and go back to one."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

MAX_STEM = 200
"""Bytes (UTF-8) of a name without its extension."""

DEFAULT_NAME = "document"

_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")
_SEPARATORS = re.compile(r"[/\\]")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_DROPPED = frozenset({"Cc", "Cs", "Zl", "Zp"})  # control characters, halves of surrogate pairs, line separators
_EDGES = " .\t\u3000\xa0"


def clean_filename(name: str) -> str:
    """The name of an upload as it is kept and shown: NFC, one path segment, no control or bidi characters.

    The stem has at most `LONGEST` bytes of UTF-8; a name without one is `NAMELESS`. A leading or trailing dot or space
    goes, so the name is never hidden nor special.
    """
    last = _SEPARATORS.split(name.rstrip("/\\"))[-1]
    kept = "".join(c for c in last if c not in _BIDI and unicodedata.category(c) not in _DROPPED)
    normal = unicodedata.normalize("NFC", kept).rstrip(_EDGES)
    found = _SUFFIX.search(normal)
    suffix = found.group() if found else ""
    stem = _cut(normal[: len(normal) - len(suffix)].strip(_EDGES), MAX_STEM)
    return (stem or DEFAULT_NAME) + suffix


def stem(name: str) -> str:
    """A cleaned name without its extension."""
    return _SUFFIX.sub("", clean_filename(name))


def content_disposition(name: str) -> str:
    """The value of ``Content-Disposition`` that saves a file as `name` (RFC 6266).

    ``filename`` is ASCII for old clients, ``filename*`` is the name itself. Some clients decode percent signs in the
    first form, so they are replaced there.
    """
    normal = unicodedata.normalize("NFKD", name)
    plain = "".join(c for c in normal if not unicodedata.combining(c))
    ascii_name = re.sub(r"[^A-Za-z0-9 !#$&'()+,.;=@\[\]^_`{}~-]", "_", plain)
    if not re.search(r"[A-Za-z0-9]", _SUFFIX.sub("", ascii_name)):
        found = _SUFFIX.search(ascii_name)
        ascii_name = DEFAULT_NAME + (found.group() if found else "")
    return f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(name, safe='')}"


def _cut(text: str, most: int) -> str:
    """As many whole characters from the start as fit into `most` bytes of UTF-8."""
    return text.encode("utf-8")[:most].decode("utf-8", "ignore").rstrip(_EDGES)
