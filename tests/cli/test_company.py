"""The commands for companies, as programs: what they print, what they refuse, what stays after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from tests.company.making import MILL, RIVER, write

QUIRE = Path(sys.executable).with_name("quire")


def quire(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUIRE_")}
    command = [str(QUIRE), "company", *map(str, arguments), "--data-dir", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two companies."""
    folder = tmp_path_factory.mktemp("data")
    done = quire("import", write(folder / "in", "a.jsonl", RIVER, MILL), folder=folder)
    assert (done.returncode, done.stdout) == (0, "2 added; 0 rejected; edition 1 published\n")
    assert done.stderr == ""
    return folder


def test_documents_by_code_symbol_name_and_iri(data: Path):
    for text in ("830001", "830001.OC", "长河科技", RIVER["公司名称"], "http://localhost:8000/id/cn/830001"):
        assert json.loads(quire("get", text, folder=data).stdout) == RIVER
    assert json.loads(quire("get", "mill", folder=data).stdout)["symbol"] == "MILL"
    assert "@prefix schema:" in quire("get", "mill", "--format", "rdf", folder=data).stdout


def test_searching_and_dumping(data: Path):
    assert quire("search", "长河", folder=data).stdout.startswith("cn\t830001\t长河科技\t")
    assert json.loads(quire("dump", "cn", folder=data).stdout) == RIVER
    assert quire("dump", "us", "--format", "nquads", folder=data).stdout.count("/id/us/nyse/MILL") > 20


def test_verifying(data: Path):
    done = quire("verify", folder=data)
    assert (done.returncode, done.stdout) == (0, "2 companies, 0 faults\n")


def test_rejected_rows_are_told_and_kept(data: Path, tmp_path: Path):
    path = write(tmp_path, "a.jsonl", *({"公司代码": f"x{at}!\x1b[31m"} for at in range(12)))
    done = quire("import", path, folder=data)
    assert (done.returncode, done.stdout) == (1, "nothing; 12 rejected; edition 1 stands\n")
    assert done.stderr.count("rejected: ") == 10
    assert "... and 2 more" in done.stderr
    assert "\x1b" not in done.stderr
    quire("import", path, "--report", tmp_path / "report.jsonl", folder=data)
    report = [json.loads(line) for line in (tmp_path / "report.jsonl").read_text().splitlines()]
    assert [row["row"] for row in report] == [f"line {at}" for at in range(1, 13)]


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["import", "nowhere.jsonl"], 2, "there is no such file or folder"),
        (["import", ".", "--market", "lse"], 2, "nyse, nasdaq"),
        (["import", ".", "--column", "x"], 2, "HEAD=KEY"),
        (["import", "--company", "830001"], 2, "--company needs --statements"),
        (["get", "nothing"], 1, "No company"),
        (["get", "830001", "--format", "xml"], 2, "json, jsonld, rdf"),
        (["dump", "uk"], 2, "cn or us"),
    ],
)
def test_wrong_usage_ends_with_a_sentence(data: Path, arguments: list[str], code: int, word: str):
    done = quire(*arguments, folder=data)
    assert done.returncode == code
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_was_imported_yet(tmp_path: Path):
    for arguments in (["verify"], ["get", "1"], ["dump", "cn"]):
        done = quire(*arguments, folder=tmp_path)
        assert done.returncode == 1
        assert "No companies have been imported" in done.stderr


def test_a_killed_import_leaves_the_edition(tmp_path: Path):
    data = tmp_path / "data"
    quire("import", write(tmp_path, "a.jsonl", RIVER), folder=data)
    many = write(tmp_path, "b.jsonl", *({**RIVER, "公司代码": str(840000 + at)} for at in range(3000)))
    command = [str(QUIRE), "company", "import", str(many), "--jobs", "2", "--data-dir", str(data)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        end = time.monotonic() + 60
        while not list((data / "companies").glob("*.part")) and time.monotonic() < end:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(60)
    with Catalogue.open(data / "companies") as catalogue:
        assert (catalogue.edition, catalogue.count()) == (1, 1)
    end = time.monotonic() + 60
    while (left := members(process.pid)) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == [], "its workers end with it"


def members(session: int) -> list[int]:
    """The living processes of a session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found
