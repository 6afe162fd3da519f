"""The tree of errors: every class can cross a process or a database as two words of text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quire import errors
from quire.errors import QuireError, from_code


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
