"""Whether the service would start."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from quire.tasks import sandbox
from quire.tasks.sandbox_probe import ATTEMPTS
from tests.cli.conftest import Quire


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QUIRE_PORT", "0")


def test_all_is_well_and_nothing_is_made(quire: Quire, tmp_path: Path):
    code, out, err = quire("check", "--data-dir", tmp_path / "data")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line.rpartition(": ")[2] for line in lines if not line.startswith("slot")] == ["ok"] * 7
    assert lines[-1] == f"slot: {len(ATTEMPTS)} of {len(ATTEMPTS)} attempts refused" or sandbox.missing_here()
    assert not (tmp_path / "data").exists()


def test_every_setting_that_is_wrong_is_told(quire: Quire, monkeypatch: pytest.MonkeyPatch):
    for name, value in (("QUIRE_RATE_READ", "many"), ("QUIRE_OCR", "perhaps"), ("QUIRE_SLOT", "2")):
        monkeypatch.setenv(name, value)
    code, out, _ = quire("check")
    assert code == 1
    assert out.splitlines() == [
        "settings: QUIRE_RATE_READ must be a whole number from 0 to 1000000, not 'many'.",
        "settings: QUIRE_OCR must be 0 or 1, not 'perhaps'.",
        "settings: QUIRE_SLOT is not a setting; is QUIRE_SLOTS meant?",
    ]


def test_every_part_that_is_wrong_is_told(quire: Quire, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "broken").write_text("no database" * 1000)
    monkeypatch.setenv("QUIRE_DATABASE_URL", f"sqlite:///{tmp_path / 'broken'}")
    monkeypatch.setenv("QUIRE_LLM_MODEL", "some-model")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("QUIRE_PORT", str(taken.getsockname()[1]))
        code, out, _ = quire("check", "--data-dir", tmp_path / "file" / "data")
    said = dict(line.split(": ", 1) for line in out.splitlines())
    assert code == 1
    assert said["data folder"] == f"{tmp_path / 'file'} cannot be written to."
    assert said["database"].startswith("The database does not answer")
    assert "Address already in use" in said["address"]
    assert "QUIRE_LLM_BASE_URL" in said["model"]
    assert said["files"] == "ok"


def test_a_sandbox_that_is_required_must_be_whole(quire: Quire, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("QUIRE_SANDBOX", "required")
    monkeypatch.setattr(sandbox, "missing_here", lambda: (sandbox.FILES, sandbox.CALLS))
    code, out, _ = quire("check", "--data-dir", tmp_path / "data")
    assert code == 1
    assert "sandbox: QUIRE_SANDBOX=required, but this system does not offer: files, system calls." in out
    code, _, err = quire("serve", "--data-dir", tmp_path / "data")
    assert code == 2
    assert "does not offer: files, system calls." in err
