"""How documents ended."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from quire.cli.execution import Outcome
from quire.cli.outcome_report import Report


def fill(report: Report) -> Report:
    report.skipped(Path("a.pdf"), Path("a.md"))
    report.ended(Path("b.pdf"), Path("b.md"), Outcome(warnings=("Page 3 could not be read.",)))
    report.ended(Path("报告.pdf"), Path("c.md"), Outcome("The file is damaged."))
    report.end()
    return report


def test_each_end_is_a_line(capsys: pytest.CaptureFixture[str]):
    report = fill(Report(printed=True))
    assert (report.done, report.failures, report.left) == (1, 1, 1)
    out, err = capsys.readouterr()
    assert [json.loads(line) for line in out.splitlines()] == [
        {"input": "a.pdf", "status": "skipped", "output": "a.md"},
        {"input": "b.pdf", "status": "done", "output": "b.md", "warnings": ["Page 3 could not be read."]},
        {"input": "报告.pdf", "status": "failed", "error": "The file is damaged."},
    ]
    assert err == ""


def test_the_sum_is_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    fill(Report(printed=False))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    fill(Report(printed=False))
    assert capsys.readouterr() == ("", "quire: 1 done, 1 failed, 1 skipped.\n")
    Report(printed=False).end()
    assert capsys.readouterr() == ("", "")
