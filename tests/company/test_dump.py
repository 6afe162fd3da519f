"""Dumps are every document of a data set, once, whole."""

from __future__ import annotations

import json
import subprocess
import sys

import pyoxigraph

from quire.company.catalogue import Catalogue
from quire.company.dump import lines
from tests.company.catalogues import AMERICAN, BASE, CHINESE, make


def test_lines_are_the_documents(tmp_path):
    make(tmp_path)
    with Catalogue.open(tmp_path) as catalogue:
        text = b"".join(lines(catalogue, "cn", "jsonl")).decode()
        assert [json.loads(line)["公司代码"] for line in text.splitlines()] == [one["公司代码"] for one in CHINESE]
        quads = list(pyoxigraph.parse(b"".join(lines(catalogue, "us", "nquads")), format=pyoxigraph.RdfFormat.N_QUADS))
    assert {quad.graph_name.value for quad in quads} == {f"{BASE}/id/us/nasdaq/EXMPL", f"{BASE}/id/us/nyse/BRX-B"}
    assert len(quads) == len(AMERICAN)


def test_the_process_writes_them(tmp_path):
    make(tmp_path)
    command = [sys.executable, "-m", "quire.company.dump", str(tmp_path), "us", "jsonl"]
    done = subprocess.run(command, check=True, capture_output=True)
    assert [json.loads(line)["symbol"] for line in done.stdout.splitlines()] == ["EXMPL", "BRX-B"]
