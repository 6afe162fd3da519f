"""What a rule is worth: which functions are tried, and that a trial changes what it should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLASS = "text-notes"
"""A class of the gate whose pages need the rule that is tried."""


def run(*arguments: str) -> str:
    """The tool's output. A process of its own: the tool keeps the compiled layout from being loaded."""
    done = subprocess.run(
        [sys.executable, "-m", "quality.rule_worth", "--classes", CLASS, "--workers", "1", *arguments],
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
    assert any("footnotes._first_note = None" in line and " down   0 " not in line for line in lines), lines
    results = {tuple(one["trial"]): one for one in json.loads(out.read_text("utf-8"))}
    found = results["quire.layout.text.footnotes", "_first_note", "None"]
    assert found["changed"] > 0
    assert all(name.startswith(f"{CLASS}/") for name in found["changes"])
    assert min(found["changes"].values()) < 0


def test_a_function_that_finds_nothing_touches_no_page():
    lines = run("--only", "quire.layout.text.vertical_text").splitlines()
    (found,) = (line for line in lines if "vertical_text._paragraphs = []" in line)
    assert "changed    0 of    0 " in found
