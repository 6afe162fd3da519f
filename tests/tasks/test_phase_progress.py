"""How far a phase is, as a file."""

from __future__ import annotations

import pytest

from quire.tasks.builds.phase_progress import FILE, Progress, note, noted


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "log").mkdir()
    return tmp_path


def test_what_was_noted_is_read_for_its_phase_only(folder):
    note(folder, Progress("egg", 3, 10))
    note(folder, Progress("boot", 4, 10))
    assert noted(folder, "boot") == Progress("boot", 4, 10)
    assert noted(folder, "egg") is None
    assert [path.name for path in (folder / "log").iterdir()] == ["progress.json"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"phase": "egg"}',
        '{"phase": "egg", "done": "x", "total": 3}',
        '{"phase":"egg","done":4,"total":3}',
        '{"phase":"egg","done":0,"total":0}',
        '{"phase":"egg","done":-1,"total":3}',
    ],
)
def test_nonsense_is_no_progress(folder, content):
    (folder / FILE).write_text(content)
    assert noted(folder, "egg") is None


def test_a_folder_that_is_gone_is_no_trouble(tmp_path):
    note(tmp_path / "gone", Progress("egg", 1, 2))
    assert noted(tmp_path / "gone", "egg") is None
    assert not (tmp_path / "gone").exists()
