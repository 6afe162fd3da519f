"""`quire remote` hands its arguments on; the commands themselves are tested in tests/test_python_client.py."""

from __future__ import annotations

import sys

import pytest

from quire.cli import main


def test_arguments_are_handed_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(
        sys, "argv", ["quire", "remote", "--server", "http://127.0.0.1:9", "--key", "k", "parse", "--help"]
    )
    assert main() == 0
    assert "--pages" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["quire", "remote", "parse"])
    assert main() == 2


def test_a_missing_client_package_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setitem(sys.modules, "quire_client", None)
    monkeypatch.setitem(sys.modules, "quire_client.command", None)
    monkeypatch.setattr(sys, "argv", ["quire", "remote", "tasks"])
    assert main() == 1
    assert "Install clients/python" in capsys.readouterr().err
