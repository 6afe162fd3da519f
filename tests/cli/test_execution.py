"""What becomes of work on a document: an outcome, whatever happens."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from quire.cli.execution import STDOUT, output_files, result_head, run_on_file
from quire.errors import BadRequest, DamagedDocument, QuireError


def failing(error: BaseException):
    def work(_: Path) -> tuple[str, ...]:
        raise error

    return work


def test_what_is_done_has_its_warnings(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    outcome = run_on_file(tmp_path / "a", lambda source: (source.name,))
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
    assert run_on_file(tmp_path / "a", failing(error)).error == sentence


def test_what_is_not_there_and_what_is_a_folder(tmp_path: Path):
    assert run_on_file(tmp_path / "a", lambda source: ()).error == "No such file or directory."
    assert run_on_file(tmp_path, lambda source: ()).error == "This is a folder, not a document."


def test_an_interrupt_goes_through(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(KeyboardInterrupt):
        run_on_file(tmp_path / "a", failing(KeyboardInterrupt()))


def test_the_body_names_the_content(tmp_path: Path):
    for name, content in (("a", b"x"), ("b", b"x"), ("c", b"y")):
        (tmp_path / name).write_bytes(content)
    moment = datetime(2026, 3, 6, 8, 30, tzinfo=UTC)
    first, second, third = (result_head(tmp_path / name, moment, 1.23456) for name in "abc")
    assert first == second
    assert first["task_id"] != third["task_id"]
    assert (first["created_at"], first["duration"]) == ("2026-03-06T08:30:00", 1.235)


def test_the_trace_of_a_failure_is_told_to_who_wants_it(tmp_path: Path, monkeypatch, capsys):
    (tmp_path / "a").write_bytes(b"x")
    run_on_file(tmp_path / "a", failing(ValueError("inner detail")))
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("QUIRE_LOG_LEVEL", "debug")
    run_on_file(tmp_path / "a", failing(ValueError("inner detail")))
    assert "ValueError: inner detail\n" in capsys.readouterr().err


def test_outputs_are_files_of_a_known_kind_and_never_an_input(tmp_path: Path):
    source = tmp_path / "a.json"
    source.write_bytes(b"{}")
    kinds = (".json", ".xlsx", ".csv")
    assert output_files([STDOUT, str(tmp_path / "new" / "b.CSV")], kinds, [source]) == (tmp_path / "new" / "b.CSV",)
    assert (tmp_path / "new").is_dir()
    with pytest.raises(BadRequest, match=r"a \.json, \.xlsx or \.csv file"):
        output_files([str(tmp_path / "b.pdf")], kinds, [source])
    with pytest.raises(BadRequest, match="overwrite an input"):
        output_files([str(source)], kinds, [source])
    with pytest.raises(QuireError, match="cannot be created"):
        output_files([str(source / "below" / "b.json")], kinds, [])
