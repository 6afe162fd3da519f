"""What a text of a few words names on an invoice, whatever its language and wording: its number, a date, the buyer.

A linear model over the characters of a text, one for each kind: runs of two to four characters and whole words, hashed
into a table. It was fitted to translations of public programs (`learn/label_kinds.py`), so words that no lexicon has,
and compounds, are known by their parts. `label_kinds.json` holds the table: weights of one byte.
"""

from __future__ import annotations

import json
import re
from base64 import b85decode
from functools import cache, lru_cache
from importlib import resources
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from quire.invoice.field_choice import Signs

_LONGEST = 48  # characters: what is longer is prose
_REMEMBERED = 4096  # texts: those of a page are asked for several times
_OTHER = re.compile(r"[^\w%#&/]+")
_DIGIT = re.compile(r"\d")
SHARPNESS = 3.0  # of the weights of one text together
_FACTS = ("number", "other_number", "date", "other_date", "tax_id", "register", "contact", "account")
"""What names a fact and no party."""


def kinds_of(text: str) -> dict[str, float]:
    """Each kind of label with how likely a text is one, 0 to 1; empty for prose and for what has no letters."""
    bare = plain(text)
    return _kinds_of(bare) if 0 < len(bare) <= _LONGEST else {}


def is_of(text: str, *kinds: str) -> float:
    """How likely a text names any of some kinds, 0 to 1; of none given: whatever it names."""
    found = kinds_of(text)
    return max((found.get(kind, 0.0) for kind in kinds or found), default=0.0)


def label_signs(text: str) -> Signs:
    """What a label says of the value that it stands by."""
    found = kinds_of(text)
    signs = {f"by_{kind}": found.get(kind, 0.0) for kind in ("buyer", "seller", "delivery", "name")}
    return signs | {"by_fact": max((found.get(kind, 0.0) for kind in _FACTS), default=0.0)}


def plain(text: str) -> str:
    """A text as it is looked up: lower case, words with single spaces, figures as noughts."""
    return _DIGIT.sub("0", _OTHER.sub(" ", text.casefold())).strip()


def hashed(bare: str, size: int) -> list[int]:
    """The rows of a table of so many that a plain text adds up: its runs of characters and its words."""
    padded, words = f" {bare} ", bare.split()
    parts = {padded[i : i + n] for n in (2, 3, 4) for i in range(len(padded) - n + 1)}
    parts.update(f"={word}" for word in words)
    parts.update((f"^{words[0]}", f"${words[-1]}"))
    return sorted({crc32(part.encode()) % size for part in parts})


@lru_cache(maxsize=_REMEMBERED)
def _kinds_of(bare: str) -> dict[str, float]:
    kinds, table, bias = _table()
    rows = hashed(bare, len(table))
    odds = table[rows].sum(0) * (SHARPNESS / len(rows) ** 0.5)
    return dict(zip(kinds, (1.0 / (1.0 + np.exp(-(odds + bias)))).tolist(), strict=True))


@cache
def _table() -> tuple[list[str], NDArray[np.float32], NDArray[np.float32]]:
    """(kinds, weights by row and kind, bias by kind)."""
    held = json.loads(resources.files("quire.invoice").joinpath("label_kinds.json").read_text("utf-8"))
    weights = np.frombuffer(b85decode(held["weights"]), np.int8).reshape(-1, len(held["kinds"]))
    return held["kinds"], weights.astype(np.float32) * np.float32(held["step"]), np.array(held["bias"], np.float32)
