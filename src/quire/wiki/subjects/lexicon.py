"""Word lists of the rules for subjects, as the data files beside this module hold them (`lexicon/*.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

__all__ = ["word_list"]


def word_list(language: str, name: str) -> tuple[str, ...]:
    """A word list in the order of its file; rows of single characters are joined by those who use them.

    Args:
        language: "en" or "zh".
        name: the list's key in the file.

    Raises:
        KeyError: the language has no list of that name.
    """
    return tuple(_lists(language)[name])


@cache
def _lists(language: str) -> Mapping[str, list[str]]:
    text = resources.files("quire.wiki.subjects").joinpath("lexicon", f"{language}.toml").read_text("utf-8")
    return tomllib.loads(text)
