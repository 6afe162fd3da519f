"""Vectors on disk: what was added is found, whatever happened to the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.llm.vector_cache import VectorCache


def row(*numbers: float) -> np.ndarray:
    return np.array(numbers, dtype=np.float32)


def test_what_was_added_is_found(tmp_path: Path):
    store = VectorCache(tmp_path / "a" / "v.bin", "small")
    assert store.find(["gear"]) == {}
    store.add(["gear", "oil"], [row(1, 0), row(0, 1)])
    store.add(["shaft"], [row(0.5, 0.5)])
    found = VectorCache(tmp_path / "a" / "v.bin", "small").find(["shaft", "none", "gear"])
    assert {text: one.tolist() for text, one in found.items()} == {"shaft": [0.5, 0.5], "gear": [1, 0]}
    assert VectorCache(tmp_path / "a" / "v.bin", "other").find(["gear"]) == {}


@pytest.mark.parametrize("cut", [0, 3, 7, 8, 20, 33])
def test_a_torn_record_is_cut_off(tmp_path: Path, cut: int):
    store = VectorCache(tmp_path / "v.bin", "small")
    store.add(["gear", "oil"], [row(1, 0), row(0, 1)])
    data = (tmp_path / "v.bin").read_bytes()
    (tmp_path / "v.bin").write_bytes(data[:cut])
    store.add(["shaft"], [row(0, 1)])
    found = store.find(["gear", "oil", "shaft"])
    assert found["shaft"].tolist() == [0, 1]
    assert "oil" not in found


def test_vectors_of_another_length_begin_anew(tmp_path: Path):
    store = VectorCache(tmp_path / "v.bin", "small")
    store.add(["gear"], [row(1, 0)])
    store.add(["oil"], [row(1, 0, 0)])
    assert [*store.find(["gear", "oil"])] == ["oil"]


def test_no_more_are_kept_than_allowed(tmp_path: Path):
    store = VectorCache(tmp_path / "v.bin", "small", most=2)
    for text in ("gear", "oil", "shaft"):
        store.add([text], [row(1, 0)])
    assert [*store.find(["gear", "oil", "shaft"])] == ["gear", "oil"]


@given(st.binary(max_size=80))
def test_any_bytes_are_a_file(tmp_path_factory: pytest.TempPathFactory, data: bytes):
    path = tmp_path_factory.mktemp("v") / "v.bin"
    path.write_bytes(data)
    store = VectorCache(path, "small")
    store.find(["gear"])
    store.add(["gear"], [row(1, 0)])
    assert store.find(["gear"])["gear"].tolist() == [1, 0]
