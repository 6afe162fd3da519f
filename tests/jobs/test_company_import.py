"""Imports and checks of companies as jobs: the caps, known symbols, faults that are told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quire.company.catalogue import current, pack_name
from quire.company.importers.import_context import Context
from quire.company.part_spool import Rejected
from quire.errors import BadSetting
from quire.jobs import company_import
from quire.jobs.company_import import Import, import_companies, verify_companies
from tests.company.making import BASE, MILL, MOMENT, RIVER, write


def test_an_import_knows_the_symbols_of_earlier_ones(tmp_path: Path):
    folder = tmp_path / "c"
    import_companies(folder, Import([write(tmp_path, "a.jsonl", MILL)], BASE, 3, MOMENT, workers=1))
    context = Context()
    rejected: list[Rejected] = []
    told: list[str] = []
    wish = Import([write(tmp_path, "b.jsonl", RIVER, {})], BASE, 3, MOMENT, context, 1, rejected.append, told.append)
    summary = import_companies(folder, wish)
    assert context.symbols == {"0000000042": ["MILL"]}
    assert (summary.edition, summary.rejected, len(rejected), told) == (2, 1, 1, ["b.jsonl"])


def test_a_base_that_cannot_be_one_is_refused(tmp_path: Path):
    with pytest.raises(BadSetting):
        import_companies(tmp_path, Import([tmp_path], "https://x.example/<>", 3, MOMENT))


@pytest.mark.parametrize("workers", [1, 2])
def test_faults_are_told_by_any_number_of_workers(tmp_path: Path, workers: int):
    folder = tmp_path / "c"
    many = ({**RIVER, "公司代码": str(840000 + at)} for at in range(70))
    import_companies(folder, Import([write(tmp_path, "a.jsonl", *many)], BASE, 3, MOMENT, workers=1))
    steps: list[tuple[int, int]] = []
    assert list(verify_companies(folder, workers, lambda *step: steps.append(step))) == []
    assert steps == [(64, 70), (70, 70)]
    pack = folder / pack_name(2)
    pack.write_bytes(pack.read_bytes().replace("长河科技".encode(), "长江科技".encode()))
    assert len({fault.path for fault in verify_companies(folder, workers, lambda *_: None)}) == 70


def test_caps_and_priority_are_lowered_for_good():
    script = (
        "import os, resource, quire.jobs.company_import as c; c.confine(); c.confine(); "
        "print(resource.getrlimit(resource.RLIMIT_AS)[0], os.nice(0))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    space, nice = map(int, done.stdout.split())
    assert space <= 4 << 30
    assert nice >= 10


def test_the_graph_store_is_built_before_the_edition_is_switched_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    built = []

    def run(command: list[str], *, check: bool) -> None:
        assert not check
        built.append((command[-4], command[-3], current(tmp_path / "c")))

    monkeypatch.setattr(company_import.sparql_engine, "needs_store", lambda _: True)
    monkeypatch.setattr(company_import.subprocess, "run", run)
    wish = company_import.Import([write(tmp_path, "a.jsonl", RIVER)], BASE, 3, MOMENT, workers=1)
    company_import.import_companies(tmp_path / "c", wish)
    assert built == [(str(tmp_path / "c"), "catalogue-000001.sqlite3", None)]
    assert current(tmp_path / "c") == "catalogue-000001.sqlite3"
