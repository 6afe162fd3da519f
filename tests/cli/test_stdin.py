"""Documents that come by standard input."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from quire.cli.stdin import STDIN, with_stdin
from quire.errors import BadRequest
from tests.cli.conftest import Quire, pdf


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch):
    """Makes bytes come by standard input."""

    def type_(content: bytes, *, terminal: bool = False) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content), isatty=lambda: terminal))

    return type_


def test_files_are_left_alone(typed):
    typed(b"", terminal=True)
    with with_stdin([Path("a"), Path("b")]) as files:
        assert files == [Path("a"), Path("b")]


def test_its_copy_goes_at_the_end(typed):
    typed(b"content")
    with with_stdin([Path("a"), STDIN]) as files:
        assert files[0] == Path("a")
        assert (files[1].name, files[1].read_bytes()) == ("stdin", b"content")
    assert not files[1].exists()


def test_it_is_there_once_and_no_terminal(typed):
    typed(b"")
    with pytest.raises(BadRequest, match="once"), with_stdin([STDIN, STDIN]):
        pass
    typed(b"", terminal=True)
    with pytest.raises(BadRequest, match="terminal"), with_stdin([STDIN]):
        pass


def test_every_command_for_documents_takes_it(typed, quire: Quire, tmp_path: Path):
    content = pdf(tmp_path / "a.pdf", "Hello from the first page.").read_bytes()
    typed(content)
    code, out, err = quire("parse", "-", "--to", "md", "-o", "-")
    assert (code, out.strip(), err) == (0, "Hello from the first page.", "")
    typed(content)
    code, out, err = quire("finance", "-", "-o", "-", "--no-ocr")
    assert (code, json.loads(out)["filename"]) == (0, "stdin.xlsx")
    typed(content)
    code, out, err = quire("invoice", "-", "-o", "-", "--no-ocr")
    assert (code, len(json.loads(out)["result"]), err) == (
        0,
        1,
        "quire: stdin: No invoice was found in the document.\n",
    )


def test_what_is_wrong_with_it_is_one_sentence(typed, quire: Quire, tmp_path: Path):
    for command in ("parse", "finance", "invoice"):
        target = tmp_path / f"{command}.json"
        typed(b"", terminal=True)
        assert quire(command, "-", "-o", target)[0] == 2
        typed(b"GIF89a")
        code, _, err = quire(command, "-", "-o", target)
        assert (code, err.count("\n")) == (1, 1)
        assert err.startswith("quire: stdin: Unsupported file type: image/gif. Supported: ")
        assert not target.exists()


def test_what_cannot_be_read_is_one_sentence_for_every_command(monkeypatch, quire: Quire, tmp_path: Path):
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer) -> int:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    for command in ("parse", "finance", "invoice"):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Broken(), isatty=lambda: False))
        code, out, err = quire(command, "-", "-o", tmp_path / "o.json")
        assert (code, out, err) == (1, "", f"quire: stdin: {os.strerror(errno.EIO)}.\n")
