"""Reproducible zip packages, safe link addresses, colours."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import quote, urlsplit

_LEGIBLE = 0.2  # least difference of luminance between a text and its ground

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip entry can carry
_LONGEST_LINK = 2000  # characters; Word refuses addresses beyond 2,083
_SCHEMES = frozenset(("http", "https", "ftp", "mailto", "tel"))


def reproducible_zip(package: bytes, parts: Mapping[str, bytes] = MappingProxyType({})) -> bytes:
    """The same package with fixed times and attributes: equal documents give equal bytes.

    `parts` (name in the zip -> content) take the place of the package's own.
    """
    source = zipfile.ZipFile(io.BytesIO(package))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as target:
        for name in source.namelist():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            target.writestr(info, parts[name] if name in parts else source.read(name))
    return out.getvalue()


def safe_uri(link: str) -> str | None:
    """The address of a link as a URI that Office accepts; None for any other.

    Only addresses that are harmless to click on: no file, script or unknown scheme.
    """
    link = link.strip()
    if link.lower().startswith("www."):
        link = "https://" + link
    try:
        parts = urlsplit(link)
        known = parts.scheme.lower() in _SCHEMES and (parts.netloc or parts.scheme.lower() in ("mailto", "tel"))
        _ = parts.port
    except ValueError:
        return None
    if not known or len(link) > _LONGEST_LINK:
        return None
    try:
        return quote(link, safe="%/:?#[]@!$&'()*+,;=~-._")
    except UnicodeEncodeError:
        return None


def page_target(link: str) -> int | None:
    """The page that "#p12" names, or None for another kind of link."""
    match = re.fullmatch(r"#p(\d{1,6})", link)
    return int(match[1]) if match else None


def hex_color(color: int) -> str:
    """0xRRGGBB as "RRGGBB"."""
    return f"{color & 0xFFFFFF:06X}"


def luminance(color: int) -> float:
    """Relative brightness of 0xRRGGBB, 0 black to 1 white (ITU-R BT.601 weights)."""
    red, green, blue = color >> 16 & 255, color >> 8 & 255, color & 255
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def is_legible(color: int, ground: int | None) -> bool:
    """Whether a light text can be read on its ground; without a ground it stands on white."""
    return ground is not None and luminance(color) - luminance(ground) >= _LEGIBLE
