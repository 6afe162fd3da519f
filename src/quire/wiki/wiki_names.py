"""Names of wikis: what people read, and what stands in addresses."""

from __future__ import annotations

import re
import unicodedata

from quire.errors import BadRequest

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_SLUG = 64
LONGEST_NAME = 200
DEFAULT_SLUG = "wiki"


def checked_slug(slug: str) -> str:
    """The slug itself.

    Raises:
        BadRequest: other characters than lower-case letters, digits and single hyphens between them, or too long.
    """
    if len(slug) > LONGEST_SLUG or not SLUG.fullmatch(slug):
        raise BadRequest(
            f"wiki_slug must be 1 to {LONGEST_SLUG} lower-case letters and digits, with single hyphens between them."
        )
    return slug


def checked_name(text: str) -> str:
    """A display name on one line.

    Raises:
        BadRequest: it is empty, too long or not printable.
    """
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadRequest(f"wiki_name must have 1 to {LONGEST_NAME} printable characters.")
    return name


def slug_of(name: str) -> str:
    """A slug for a display name: letters without accents, Chinese as pinyin, everything else as hyphens."""
    if any("\u3400" <= character <= "\u9fff" for character in name):
        from quire.hanzi import pinyin  # start-up time

        name = " ".join(pinyin(name[:LONGEST_SLUG]))
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    return slug[:LONGEST_SLUG].strip("-") or DEFAULT_SLUG
