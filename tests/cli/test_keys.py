"""``quire keys``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quire import cli
from quire.access.keys import Key
from quire.access.permissions import Role, Scope
from quire.app import key_store
from quire.cli.keys import _cells
from quire.clock import FakeClock
from quire.errors import NotAuthenticated
from quire.settings import Settings


@pytest.fixture
def quire(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """`quire(...)` runs the command over a fresh data folder: exit code, stdout, stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["quire", *words, "--data-dir", str(tmp_path / "data")])
        code = cli.main()
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_the_last_line_is_the_secret_alone(quire, tmp_path: Path):
    code, out, err = quire("keys", "create", "--name", "notebook", "--user", "lin", "--scopes", "parse,finance")
    assert (code, err) == (0, "")
    secret = out.splitlines()[-1]
    assert re.fullmatch(r"quire_[A-Za-z0-9_-]{43}", secret)
    with key_store(Settings(data_dir=tmp_path / "data")) as keys:
        key = keys.find(secret)
    assert (key.name, key.owner, sorted(key.scopes)) == ("notebook", "lin", ["finance", "parse"])


def test_list_and_revoke(quire, tmp_path: Path):
    secret = quire("keys", "create", "--name", "a", "--user", "root", "--role", "admin")[1].splitlines()[-1]
    out = quire("keys", "list")[1]
    assert secret not in out
    head, row = out.splitlines()
    assert head.startswith("ID ")
    assert row.endswith("valid")
    key_id = row.split()[0]
    assert quire("keys", "revoke", key_id)[0] == 0
    assert quire("keys", "list")[1].splitlines()[1].endswith("revoked")
    with key_store(Settings(data_dir=tmp_path / "data")) as keys, pytest.raises(NotAuthenticated):
        keys.find(secret)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("create", "--name", "a", "--user", "b", "--role", "x"), 2, "role must be user or admin."),
        (("create", "--name", "a", "--user", "b", "--scopes", "x"), 2, "scopes must be among"),
        (("create", "--name", "a", "--user", "b", "--expires-in-days", "0"), 2, "expires_in_days"),
        (("create", "--name", " ", "--user", "b"), 2, "name must be"),
        (("revoke", "unknown"), 1, "There is no such key."),
    ],
)
def test_what_is_wrong_is_one_sentence(quire, words, code, sentence):
    found, out, err = quire("keys", *words)
    assert (found, out) == (code, "")
    assert err.startswith("quire: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_cells_of_the_list_are_words():
    key = Key("1", "quire_abc", "n", "lin", Role.USER, frozenset({Scope.WIKI, Scope.PARSE}), FakeClock().now())
    assert _cells(key) == ("1", "quire_abc", "n", "lin", "user", "parse,wiki", "never", "never")


def test_the_data_folder_is_the_owners(quire, tmp_path: Path):
    quire("keys", "list")
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
