"""`quire watch`: files that arrive, change, fail, and are done already."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from quire.cli import main
from quire.cli.watch import WatchedFolder, _conversion

PAGE = "<html><h1>{}</h1></html>"


@pytest.fixture
def folder(tmp_path: Path) -> WatchedFolder:
    (tmp_path / "in").mkdir()
    return WatchedFolder(tmp_path / "in", tmp_path / "out", lambda file, to: _conversion(file, to, to="md", ocr=False))


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_file_is_converted_when_it_has_arrived_whole(folder: WatchedFolder, tmp_path: Path, capsys):
    file, result = tmp_path / "in" / "deep" / "a.html", tmp_path / "out" / "deep" / "a.html.md"
    (tmp_path / "in" / "notes.txt").write_text("no document")
    assert folder.look() == 0
    file.parent.mkdir()
    file.write_text(PAGE.format("half"))
    assert folder.look() == 0
    file.write_text(PAGE.format("whole"))
    assert folder.look() == 0
    assert folder.look() == 1
    assert result.read_text() == "# whole\n"
    assert folder.look() == 0
    assert [one["status"] for one in lines(capsys)] == ["done"]


def test_a_changed_file_is_converted_again_and_a_failed_one_when_it_changes(
    folder: WatchedFolder, tmp_path: Path, capsys
):
    file = tmp_path / "in" / "a.pdf"
    file.write_bytes(b"no document")
    assert [folder.look() for _ in range(3)] == [0, 1, 0]
    file.write_text(PAGE.format("fine now"))
    later = file.stat().st_mtime_ns + 10**9
    os.utime(file, ns=(later, later))
    assert [folder.look() for _ in range(3)] == [0, 1, 0]
    assert [one["status"] for one in lines(capsys)] == ["failed", "done"]


def test_once_and_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.html").write_text(PAGE.format("x"))
    (tmp_path / "in" / "notes.txt").write_text("left alone")
    monkeypatch.setattr(sys, "argv", ["quire", "watch", str(tmp_path / "in"), str(tmp_path / "out"), "--once"])
    assert main() == 0
    assert [one["status"] for one in lines(capsys)] == ["done"]
    assert main() == 0
    assert lines(capsys) == []
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.html.md"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing", "out"], "no such folder"),
        ([".", "./out"], "inside IN"),
        ([".", "../out", "--to", "odt"], "Unknown format"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["quire", "watch", *arguments])
    assert main() == 2
    assert words in capsys.readouterr().err
