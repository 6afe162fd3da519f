"""`quire mcp`: what is wrong before it serves; serving is tested in tests/mcp."""

from __future__ import annotations

import sys

import pytest

from quire.cli import main


def test_a_key_is_needed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("mcp", reason="quire[mcp] is not installed")
    monkeypatch.setattr(sys, "argv", ["quire", "mcp"])
    assert main() == 2
    assert "QUIRE_KEY" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--root", "nowhere"], "there is no folder"),
        (["--server", "localhost:8000"], "“localhost:8000” is not the address"),
    ],
)
def test_wrong_options_are_said_before_it_serves(monkeypatch, capsys, arguments: list[str], sentence: str):
    pytest.importorskip("mcp", reason="quire[mcp] is not installed")
    monkeypatch.setattr(sys, "argv", ["quire", "mcp", "--key", "k", *arguments])
    assert main() == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(("missing", "named"), [("mcp", "quire[mcp]"), ("quire_client", "clients/python")])
def test_a_missing_package_is_a_sentence(monkeypatch, capsys, missing: str, named: str):
    for name in [name for name in sys.modules if name.startswith(("quire.mcp", f"{missing}.")) or name == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr(sys, "argv", ["quire", "mcp", "--key", "k"])
    assert main() == 1
    assert f"Install {named}" in capsys.readouterr().err
