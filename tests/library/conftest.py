"""One sandbox for all tests of the library: a process takes half a second to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import quire


@pytest.fixture(scope="module")
def sandbox() -> Iterator[quire.Sandbox]:
    with quire.Sandbox() as made:
        yield made
