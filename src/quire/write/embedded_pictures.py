"""Markdown and HTML that hold their pictures, as ``data:`` addresses (RFC 2397), instead of links to ``images/``."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

HOLDING = frozenset({"md", "html"})
"""The formats that can hold their pictures."""

_LINK = re.compile(rb'(?<=[("])images/([^"()\s]+)\.png(?=[)"])')


def embed_pictures(body: bytes, picture: Callable[[str], bytes | None]) -> bytes:
    """The text of a linked format with its pictures inside.

    Args:
        body: as the writer made it.
        picture: the PNG bytes by a picture's name; None for a name that is no picture of the document.
    """

    def inside(found: re.Match[bytes]) -> bytes:
        png = picture(found.group(1).decode())
        return found.group() if png is None else b"data:image/png;base64," + base64.b64encode(png)

    return _LINK.sub(inside, body)
