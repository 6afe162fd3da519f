"""Labels of invoices and receipts in many languages, from the data files `lexicon/<language>.toml`.

A file has sections (`[totals]`, `[columns]` and so on) of named lists of regular expressions. Adding a language is one
file and its name in `LANGUAGES`; adding a label is one entry in a file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

LANGUAGES = (
    "en", "de", "fr", "nl", "es", "it", "pt", "pl", "sv", "da", "no", "fi", "cs", "sk", "hu", "ro", "hr", "sl", "bg",
    "el", "tr", "et", "lv", "lt", "id", "vi", "sq", "he", "ja", "zh", "common",
)  # fmt: skip
"""The data files, in the order in which their entries are tried; `common` has words that languages share."""

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
    return f"(?:{'|'.join(_entries(section, name))})"


def longest_of(section: str, *names: str) -> str:
    """As `any_of` for several names, whole words only, the longer entries tried first.

    Raises:
        KeyError: no file has one of the names.
    """
    found = sorted({entry for name in names for entry in _entries(section, name)}, key=lambda e: (-len(e), e))
    return rf"(?<![^\W\d_])(?:{'|'.join(found)})(?![^\W\d_])"


def _entries(section: str, name: str) -> list[str]:
    found = [entry for file in files() for entry in file.get(section, {}).get(name, ())]
    if not found:
        raise KeyError(f"{section}.{name}")
    return list(dict.fromkeys(found))


def names(section: str) -> tuple[str, ...]:
    """The names of a section in all files, in the order in which they first occur."""
    return tuple(dict.fromkeys(name for file in files() for name in file.get(section, {})))
