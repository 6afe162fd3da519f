"""Signs in front of list items: bullets, dashes, boxes to tick."""

from __future__ import annotations

BULLETS = "•●○◦▪▫■□☐☑◆◇►▶▷➢➤➔→⇨⇒➨➩➪✓✔✗❖∙‣⁃⚫⬤◼◾▸❏❐❑❒✦✧★☆♦￭￮⎯·\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06e\uf09f"
"""Signs that begin an item wherever they stand before text; the private ones are of Wingdings and Symbol."""

DASHES = "-‒–—―−⸺*o"
"""Signs that begin an item only before white space."""

BOXES = "□☐▢❏❐❑❒☑☒"
"""Boxes to tick, and ticked ones: before words on one row they are an answer, not the start of an item."""

_OTHERS = "+»›※⋅▹⚪✘❍⬥"  # bullets of office files, which text has elsewhere too
_ALL = frozenset(BULLETS + DASHES + _OTHERS) - {"o"}


def is_bullet(marker: str) -> bool:
    """Whether the marker of an item is a bullet: one sign that does not count, or any of a private symbol font.

    "o" is a letter, which writers keep where their format has no marker for it.
    """
    return len(marker) == 1 and (marker in _ALL or "\ue000" <= marker <= "\uf8ff")
