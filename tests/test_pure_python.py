"""The pure-Python path: with everything compiled hidden, the samples give the same results, byte by byte.

A wheel without compiled parts (`docs/architecture.md`) runs this way: the pages are read by
`quire.read.pdf.python_reader`, and the layout runs from its sources.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running_service import environment

SAMPLES = Path(__file__).resolve().parent.parent / "samples"

PROGRAM = """
import hashlib, json, sys
from pathlib import Path

samples, target, hidden = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "hidden"
if hidden:
    sys.modules["quire.read.pdf._pdfium"] = sys.modules["quire.layout.tables._boosted_trees"] = None
import quire.layout
import quire.tables
if hidden:
    own = "quire.compiled_modules"
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != own]

import quire
from quire.layout import pipeline

if hidden:
    assert pipeline.__file__.endswith(".py"), pipeline.__file__
made = {}
for name in ("annual-report-en", "annual-report-zh", "briefing-slides"):
    for suffix in ("json", "md", "docx"):
        file = target / f"{name}.{suffix}"
        quire.convert(samples / f"{name}.pdf", file, sandbox=False, ocr=False)
        made[file.name] = file.read_bytes()
for name in ("statements-en", "statements-zh"):
    found = quire.statements(samples / "statements" / f"{name}.pdf", sandbox=False, ocr=False)
    made[name] = repr([(one.kind, one.values(), one.checks) for one in found]).encode()
files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items() if module}
native = [name for name, file in files.items() if name.startswith("quire") and file.endswith((".so", ".pyd"))]
print(json.dumps({"native": native, "made": {name: hashlib.sha256(body).hexdigest() for name, body in made.items()}}))
"""


def made(folder: Path, way: str) -> dict:
    """What the program says of its results, with what is compiled or with it hidden."""
    folder.mkdir()
    command = [sys.executable, "-c", PROGRAM, str(SAMPLES), str(folder), way]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_samples_are_the_same_without_anything_compiled(tmp_path: Path):
    compiled = made(tmp_path / "compiled", "as it is")
    if not compiled["native"]:
        pytest.skip("nothing is compiled here")
    plain = made(tmp_path / "plain", "hidden")
    assert plain["native"] == []
    assert plain["made"] == compiled["made"]
    assert len(set(plain["made"].values())) == 11
