"""What a rule is worth: which functions are tried, and that a trial changes what it should."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

from quality.extraction_cases import Kept, extraction_cases
from quire.finance.statement import Extraction
from tests.finance.sheets import OPERATIONS, operations

ROOT = Path(__file__).resolve().parents[2]
CLASS = "text-notes"
"""A class of the gate whose pages need the rule that is tried."""


def run(*arguments: str) -> str:
    """The tool's output. A process of its own: the tool keeps the compiled layout from being loaded."""
    pages = [] if "--extract" in arguments else ["--classes", CLASS]
    done = subprocess.run(
        [sys.executable, "-m", "quality.rule_worth", *pages, "--workers", "1", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout


def test_pages_of_notes_lose_without_the_rule_that_finds_them(tmp_path: Path):
    out = tmp_path / "worth.json"
    lines = run("--only", "quire.layout.text.footnotes", "--out", str(out)).splitlines()
    assert any("footnotes.mark_footnotes = []" in line and " down   0 " not in line for line in lines), lines
    results = {tuple(one["trial"]): one for one in json.loads(out.read_text("utf-8"))}
    found = results["quire.layout.text.footnotes", "mark_footnotes", "[]"]
    assert found["changed"] > 0
    assert all(name.startswith(f"{CLASS}/") for name in found["changes"])
    assert min(found["changes"].values()) < 0


def test_a_function_that_finds_nothing_touches_no_page():
    lines = run("--only", "quire.layout.text.vertical_text").splitlines()
    (found,) = (line for line in lines if "vertical_text._paragraphs = []" in line)
    assert "changed    0 of    0 " in found


def made_statement(folder: Path) -> None:
    """A statement as a page that was kept, with its truth."""
    (folder / "kept").mkdir(parents=True)
    (folder / "kept" / "page.pdf.pickle").write_bytes(pickle.dumps(Kept(pages=[operations().page()])))
    rows = [{"label": label, "values": [v.replace(",", "") for v in values]} for label, *values in OPERATIONS]
    columns = [f"Year Ended December 31, {year}" for year in (2023, 2022)]
    told = {"kind": 1, "scope": "consolidated", "title": "", "factor": 1_000_000, "columns": columns, "rows": rows}
    documents = [{"file": "page.pdf", "statements": [told]}]
    (folder / "truth.json").write_text(json.dumps({"documents": documents}), "utf-8")


def test_a_statement_that_is_read_whole_has_all_and_none_has_little(tmp_path: Path):
    made_statement(tmp_path / "made")
    ((name, make, judge),) = extraction_cases(tmp_path / "made")
    assert name.endswith("made/page")
    assert judge(make()) == 4  # found, facts, cells, told: all of each
    assert judge(Extraction()) < 1


def test_a_function_that_one_document_needs_is_tried_no_further(tmp_path: Path):
    made_statement(tmp_path / "one")
    made_statement(tmp_path / "two")
    folders = [str(tmp_path / name) for name in ("one", "two")]
    lines = run("--extract", *folders, "--only", "quire.finance.value_columns", "--enough", "1").splitlines()
    (found,) = (line for line in lines if "value_columns.value_columns = []" in line)
    assert "down   1 changed    1 of    2 " in found
