"""Whether a folder takes new files."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from quire.store.free_space import MIN_FREE_BYTES, has_room


def file_system(monkeypatch, *, free=1 << 40, names=1000, all_names=2000):
    state = SimpleNamespace(f_bavail=free // 4096, f_frsize=4096, f_favail=names, f_files=all_names)
    monkeypatch.setattr(os, "statvfs", lambda _: state)


def test_a_folder_with_space(tmp_path, monkeypatch):
    file_system(monkeypatch)
    assert has_room(tmp_path)
    assert has_room(tmp_path / "not" / "there" / "yet")


@pytest.mark.parametrize(
    ("free", "names", "all_names", "fits"),
    [
        (MIN_FREE_BYTES, 1, 9, True),
        (MIN_FREE_BYTES - 4096, 1, 9, False),
        (0, 1, 9, False),
        (MIN_FREE_BYTES, 0, 9, False),  # every name of the file system is taken
        (MIN_FREE_BYTES, 0, 0, True),  # a file system that does not count them
    ],
)
def test_a_full_one(tmp_path, monkeypatch, free, names, all_names, fits):
    file_system(monkeypatch, free=free, names=names, all_names=all_names)
    assert has_room(tmp_path) is fits


def test_one_that_cannot_be_written_to(tmp_path, monkeypatch):
    file_system(monkeypatch)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert not has_room(tmp_path)


def test_the_real_file_system_answers(tmp_path):
    assert has_room(tmp_path, least=0)
    assert not has_room(tmp_path, least=1 << 70)
