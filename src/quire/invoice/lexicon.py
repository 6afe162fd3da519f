"""Labels of invoices and receipts in many languages, from the data files `lexicon/<language>.toml`.

A file has sections (`[totals]`, `[columns]` and so on) of named lists of regular expressions. Adding a language is one
file and its name in `LANGUAGES`; adding a label is one entry in a file.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

LANGUAGES = (
    "en", "de", "fr", "nl", "es", "it", "pt", "pl", "sv", "da", "no", "fi", "cs", "sk", "hu", "ro", "hr", "sl", "bg",
    "el", "tr", "et", "lv", "lt", "id", "vi", "sq", "he", "ja", "zh", "common",
)  # fmt: skip
"""The data files, in the order in which their entries are tried; `common` has words that languages share."""

_UNMARKED = {"ł": "l", "đ": "d", "ø": "o", "ı": "i"}
"""Letters that have no mark of their own in Unicode, and what is printed for them."""

_Section = Mapping[str, Sequence[str]]


@cache
def files() -> tuple[Mapping[str, _Section], ...]:
    """The data files, in the order of `LANGUAGES`."""
    folder = resources.files("quire.invoice").joinpath("lexicon")
    return tuple(tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in LANGUAGES)


def any_of(section: str, name: str) -> str:
    """A regular expression, in a group of its own, for any entry of one name in all languages.

    Raises:
        KeyError: no file has such a name.
    """
    return f"(?:{'|'.join(map(_with_bare, _entries(section, name)))})"


def longest_of(section: str, *names: str) -> str:
    """As `any_of` for several names, whole words only, the longer entries tried first.

    Raises:
        KeyError: no file has one of the names.
    """
    found = sorted({entry for name in names for entry in _entries(section, name)}, key=lambda e: (-len(e), e))
    return rf"(?<![^\W\d_])(?:{'|'.join(map(_with_bare, found))})(?![^\W\d_])"


def _with_bare(entry: str) -> str:
    """An expression whose letters with marks also stand for those without: tills and Greek capitals have none."""
    made, in_class = [], False
    for at, char in enumerate(entry):
        if char in "[]" and entry[at - 1 : at] != "\\":
            in_class = char == "["
        bare = _UNMARKED.get(char) or unicodedata.normalize("NFD", char)[0]
        plain = bare == char or not (bare.isascii() or "α" <= bare <= "ω")
        made.append(char if plain else char + bare if in_class else f"[{char}{bare}]")
    return "".join(made)


def _entries(section: str, name: str) -> list[str]:
    found = [entry for file in files() for entry in file.get(section, {}).get(name, ())]
    if not found:
        raise KeyError(f"{section}.{name}")
    return list(dict.fromkeys(found))


def names(section: str) -> tuple[str, ...]:
    """The names of a section in all files, in the order in which they first occur."""
    return tuple(dict.fromkeys(name for file in files() for name in file.get(section, {})))
