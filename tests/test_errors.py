"""The tree of errors: every class can cross a process or a database as two words of text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from quire import errors
from quire.errors import EXTRAS, QuireError, from_code, missing_extra

ROOT = Path(__file__).resolve().parent.parent


def tree(root: type[QuireError] = QuireError) -> Iterator[type[QuireError]]:
    yield root
    for child in root.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from tree(child)


@pytest.mark.parametrize("kind", [*tree()])
def test_an_error_comes_back_from_its_code(kind: type[QuireError]) -> None:
    assert type(from_code(kind.code)) is kind
    assert str(from_code(kind.code)) == kind.sentence
    assert str(from_code(kind.code, "another sentence")) == "another sentence"


def test_codes_are_one_for_each_class() -> None:
    kinds = list(tree())
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_an_unknown_code_is_the_base() -> None:
    assert type(from_code("of a later release")) is QuireError


@pytest.mark.parametrize("kind", [*tree()])
def test_the_drawing_shows_every_class(kind: type[QuireError]) -> None:
    assert errors.__doc__ is not None
    assert kind.__name__ in errors.__doc__
    assert kind.code in errors.__doc__


def test_a_missing_library_is_named_with_its_extra():
    assert "pip install 'quire[ocr]'" in (missing_extra(ModuleNotFoundError(name="zxingcpp")) or "")
    assert "pip install 'quire[server]'" in (missing_extra(ModuleNotFoundError(name="uvicorn.protocols")) or "")
    assert missing_extra(ModuleNotFoundError(name="quire.nothing")) is None


def test_every_library_of_an_extra_is_known():
    """The importable names of what the extras of the product install are those that `missing_extra` knows."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    names = {
        Requirement(line).name.lower()
        for extra in ("ocr", "wikis", "companies", "server", "mcp")
        for line in extras[extra]
    }
    covered = {re.sub(r"[-_.]+", "-", one.lower()) for top in EXTRAS for one in packages_distributions().get(top, [])}
    assert names - covered - {"quire"} == set()
