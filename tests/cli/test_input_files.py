"""Documents that a command works on."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.cli.input_files import expand_folders
from quire.errors import BadRequest

KINDS = frozenset({".pdf", ".png"})


def test_files_stay_as_they_are_named_and_folders_open(tmp_path: Path):
    for name in ("in/b.PNG", "in/a.pdf", "in/x/c.pdf", "in/notes.txt", "in/d.pdf/e.pdf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    gone = tmp_path / "gone.txt"
    found = expand_folders([gone, tmp_path / "in"], KINDS)
    assert [path.relative_to(tmp_path).as_posix() for path in found] == [
        "gone.txt",
        "in/a.pdf",
        "in/b.PNG",
        "in/d.pdf/e.pdf",
        "in/x/c.pdf",
    ]


def test_a_folder_without_documents_is_wrong_usage(tmp_path: Path):
    (tmp_path / "notes.txt").touch()
    with pytest.raises(BadRequest, match=r"\(PDF, PNG\)"):
        expand_folders([tmp_path], KINDS)
