"""What becomes of work on a document: an outcome, whatever happens."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from quire.cli.running import attempt, body
from quire.errors import DamagedDocument


def failing(error: BaseException):
    def work(_: Path) -> tuple[str, ...]:
        raise error

    return work


def test_what_is_done_has_its_warnings(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    outcome = attempt(tmp_path / "a", lambda source: (source.name,))
    assert (outcome.error, outcome.warnings) == ("", ("a",))
    assert outcome.seconds >= 0


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (DamagedDocument(), "The file is damaged or not a valid document."),
        (PermissionError(13, "Permission denied"), "Permission denied."),
        (ValueError("inner detail"), "The document could not be processed."),
    ],
)
def test_an_error_is_a_sentence(tmp_path: Path, error: Exception, sentence: str):
    (tmp_path / "a").write_bytes(b"x")
    assert attempt(tmp_path / "a", failing(error)).error == sentence


def test_what_is_not_there_and_what_is_a_folder(tmp_path: Path):
    assert attempt(tmp_path / "a", lambda source: ()).error == "No such file or directory."
    assert attempt(tmp_path, lambda source: ()).error == "This is a folder, not a document."


def test_an_interrupt_goes_through(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(KeyboardInterrupt):
        attempt(tmp_path / "a", failing(KeyboardInterrupt()))


def test_the_body_names_the_content(tmp_path: Path):
    for name, content in (("a", b"x"), ("b", b"x"), ("c", b"y")):
        (tmp_path / name).write_bytes(content)
    moment = datetime(2026, 3, 6, 8, 30, tzinfo=UTC)
    first, second, third = (body(tmp_path / name, moment, 1.23456) for name in "abc")
    assert first == second
    assert first["task_id"] != third["task_id"]
    assert (first["created_at"], first["duration"]) == ("2026-03-06T08:30:00", 1.235)
