"""What somebody may have meant by a word with one typing error."""

from __future__ import annotations

from string import ascii_lowercase

__all__ = ["one_edit_away"]


def one_edit_away(word: str) -> set[str]:
    """Every word of small letters that one wrong, missing, added or swapped letter makes of this one, without itself.

    Damerau: A technique for computer detection and correction of spelling errors (1964): four of five errors are one
    of these.
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = {a + b[1:] for a, b in cuts if b}
    found |= {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    found |= {a + one + b[1:] for a, b in cuts if b for one in ascii_lowercase}
    found |= {a + one + b for a, b in cuts for one in ascii_lowercase}
    return found - {word}
