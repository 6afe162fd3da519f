"""The word lists: each that the code names is there, without duplicates, and none is left over."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest

from quire.wiki.subjects.lexicon import word_list

FOLDER = resources.files("quire.wiki.subjects")
LANGUAGES = ("en", "zh")


def lists(language: str) -> dict[str, list[str]]:
    """The lists of a language's file by key."""
    raw = tomllib.loads(FOLDER.joinpath("lexicon", f"{language}.toml").read_text("utf-8"))
    assert raw.pop("language") == language
    return raw


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_reads_every_list(language: str) -> None:
    folders = (FOLDER, resources.files("quire.wiki"))
    sources = [one.read_text("utf-8") for folder in folders for one in folder.iterdir() if one.name.endswith(".py")]
    named = {name for text in sources for name in re.findall(rf'word_list\("{language}", "(\w+)"\)', text)}
    assert named == set(lists(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_have_entries_and_no_duplicates(language: str) -> None:
    for name, entries in lists(language).items():
        assert entries, name
        assert len(entries) == len(set(entries)), name
        assert all(one and one == one.strip() for one in entries), name


def test_lists_keep_the_order_of_the_file() -> None:
    assert word_list("en", "titles_of_men")[:3] == ("Mr", "Sir", "Lord")
    assert word_list("zh", "titles")[0] == "皇叔"


def test_an_unknown_list_is_an_error() -> None:
    with pytest.raises(KeyError):
        word_list("en", "nothing")
