"""Conditional requests, ranges and content codings of RFC 9110, as functions of header values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

from starlette.datastructures import Headers

_RANGE = re.compile(r"bytes=\s*(\d{0,99})\s*-\s*(\d{0,99})\s*", re.ASCII)
_WEIGHT = re.compile(r"\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", re.IGNORECASE)
_LONGEST = 1000
"""Characters of a header that are looked at; no honest list of codings or types is longer."""


def is_unmodified(headers: Headers, etag: str, modified: datetime) -> bool:
    """Whether the client has the file as it is; an ``If-None-Match`` makes the date meaningless (section 13.1.3)."""
    tags = headers.getlist("if-none-match")
    if tags:
        return matches_etag(",".join(tags), etag)
    since = http_date(headers.get("if-modified-since", ""))
    return since is not None and modified.replace(microsecond=0) <= since


def matches_etag(header: str, etag: str) -> bool:
    """Whether an ``If-None-Match`` names the tag; the comparison is weak (section 13.1.2)."""
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return header.strip() == "*" or etag in tags


def requested_range(headers: Headers, size: int, etag: str, modified: datetime) -> tuple[int, int] | None:
    """The start and end (exclusive) that are asked for, empty when they lie outside; None for the whole.

    One range is understood; of several the whole is sent.
    """
    found = _RANGE.fullmatch(headers.get("range", "").strip().lower())
    if found is None or not _unchanged(headers.get("if-range", ""), etag, modified):
        return None
    first, last = found.groups()
    if first:
        end = min(int(last) + 1, size) if last else size
        return None if last and int(last) < int(first) else (int(first), end)
    if not last:
        return None
    return (max(0, size - int(last)), size)


def http_date(header: str) -> datetime | None:
    """The moment of a date in HTTP; None when it is none."""
    try:
        found = parsedate_to_datetime(header)
    except (ValueError, TypeError):
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


@lru_cache(maxsize=256)
def content_coding(header: str, offered: Sequence[str]) -> str:
    """The content coding to send to a client with that ``Accept-Encoding`` (section 12.5.3).

    Args:
        header: the value, "" when there is none.
        offered: the codings there are, the best first; the last is ``identity``, which is sent when nothing else may.
    """
    weights = {"gzip" if name == "x-gzip" else name: weight for name, weight in _weights(header)}
    rest = weights.get("*", 0.0)
    best, best_weight = offered[-1], 0.0
    for name in offered:
        # identity needs no mention; unless it is refused it only counts as less wanted than anything named
        weight = weights.get(name, rest if name != "identity" else rest or 0.0001)
        if weight > best_weight:
            best, best_weight = name, weight
    return best


@lru_cache(maxsize=256)
def media_type(header: str, offered: Sequence[str]) -> str:
    """The media type of `offered` (default first) that an ``Accept`` prefers; "" for none (section 12.5.1)."""
    ranges = [(name.partition(";")[0], weight) for name, weight in _weights(header)]
    if not ranges:
        return offered[0]
    best, best_weight = "", 0.0
    for name in offered:
        family = name.partition("/")[0] + "/*"
        said = {kind: weight for kind, weight in reversed(ranges) if kind in {name, family, "*/*"}}
        weight = said.get(name, said.get(family, said.get("*/*", 0.0)))
        if weight > best_weight:
            best, best_weight = name, weight
    return best


def _weights(header: str) -> list[tuple[str, float]]:
    """The names in a list with weights, in lower case; a name without a weight has 1."""
    found = []
    for item in header[:_LONGEST].lower().split(","):
        name, *parameters = item.split(";")
        weight = next((match for match in map(_WEIGHT.fullmatch, parameters) if match), None)
        if name.strip():
            found.append((name.strip(), float(weight.group(1)) if weight else 1.0))
    return found


def _unchanged(if_range: str, etag: str, modified: datetime) -> bool:
    if not if_range or if_range == etag:
        return True
    if if_range.startswith(('"', "W/")):
        return False
    return modified.replace(microsecond=0) == http_date(if_range)
