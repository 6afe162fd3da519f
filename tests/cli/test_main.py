"""The program `quire`: start-up, help, and what goes wrong before a command."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from quire import __version__, cli
from tests.cli.conftest import pdf

QUIRE = [sys.executable, "-m", "quire"]


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run([*QUIRE, *words], capture_output=True, text=True, env=os.environ | environment, check=False)


def test_the_version_starts_at_once():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = run("--version")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert answer.stdout == f"quire {__version__}\n"
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < 0.25


@pytest.mark.parametrize("heavy", ["sqlalchemy", "uvicorn", "starlette", "pypdfium2", "docx", "rich", "jinja2"])
def test_looking_at_a_command_loads_nothing_heavy(heavy: str):
    script = (
        "import sys; sys.argv = ['quire', 'parse', 'a', '-o', 'b']\n"
        "from quire import cli\n"
        "import quire.cli.parse, quire.cli.keys, quire.cli.serve\n"
        f"sys.exit({heavy!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_help_names_every_command(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["quire", "--help"])
    assert cli.main() == 0
    text = capsys.readouterr().out
    assert all(command in text for command in cli.COMMANDS)


def test_an_unknown_command_is_wrong_usage():
    answer = run("convert")
    assert answer.returncode == 2
    assert "No such command" in answer.stderr


@pytest.mark.parametrize("command", ["serve", "api", "worker", "migrate"])
def test_a_bad_setting_is_one_sentence(command: str):
    answer = run(command, QUIRE_RATE_SUBMIT="many")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "quire: QUIRE_RATE_SUBMIT must be a whole number from 0 to 1000000, not 'many'.\n"


def test_a_data_folder_that_cannot_be(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    answer = run("serve", "--data-dir", str(tmp_path / "file" / "data"))
    assert answer.returncode == 2
    assert answer.stderr.startswith("quire: The data folder ")
    assert answer.stderr.count("\n") == 1


def test_a_port_that_is_taken(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = run("serve", "--port", str(port), "--data-dir", str(tmp_path))
    assert answer.returncode == 1
    assert answer.stderr == f"quire: Cannot listen on 127.0.0.1 port {port}: Address already in use.\n"
    assert list(tmp_path.iterdir()) == []


def test_an_interface_without_tables_says_what_to_do(tmp_path: Path):
    answer = run("api", "--data-dir", str(tmp_path))
    assert answer.returncode == 1
    assert answer.stderr == "quire: The database is not ready. Run “quire migrate” first.\n"


def test_a_failure_of_ours_shows_no_trace_unless_asked(monkeypatch, capsys):
    def broken(_asked: str) -> int:
        raise RuntimeError("inside")

    monkeypatch.setattr(cli, "_run", broken)
    monkeypatch.setattr("sys.argv", ["quire", "parse"])
    assert cli.main() == 1
    assert capsys.readouterr().err == "quire: Unexpected error (RuntimeError). Set QUIRE_LOG_LEVEL=debug for details.\n"
    monkeypatch.setenv("QUIRE_LOG_LEVEL", "debug")
    assert cli.main() == 1
    assert "RuntimeError: inside\n" in capsys.readouterr().err


def test_what_the_system_refuses_is_a_sentence(monkeypatch, capsys):
    def refused(_asked: str) -> int:
        raise FileNotFoundError(2, "No such file or directory", "/backup/x")

    monkeypatch.setattr(cli, "_run", refused)
    monkeypatch.setattr("sys.argv", ["quire", "backup"])
    assert cli.main() == 1
    assert capsys.readouterr().err == "quire: /backup/x: No such file or directory.\n"


def test_help_tells_the_version_option_and_the_exit_codes(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["quire", "-h"])
    assert cli.main() == 0
    text = capsys.readouterr().out
    assert "--version" in text
    assert "Exit codes: 0 done" in text


def test_a_reader_who_has_had_enough_gets_no_complaint(tmp_path):
    book = tmp_path / "a.pdf"
    pdf(book, *(f"Page {number}" for number in range(3)))
    script = (
        "import os, sys; from quire.cli import main; read, write = os.pipe(); os.close(read); os.dup2(write, 1); "
        f"sys.argv = ['quire', 'parse', {str(book)!r}, '--to', 'json', '-o', '-']; sys.exit(main())"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (1, "")
