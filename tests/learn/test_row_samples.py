"""The candidates of known pages: they are watched in the sources, whether the layout is compiled or not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "quality" / "pages"

COUNT = """
import sys
from pathlib import Path
from learn.row_samples import A_TABLE, pool_samples
found = list(pool_samples(Path(sys.argv[1])))
print(len(found), sum(one.roles is not None and one.share >= A_TABLE for one in found))
"""

COMPILED_FIRST = """
from types import SimpleNamespace
from learn import row_samples
row_samples.unruled.candidate_of = len  # as a function of the compiled library: not one of Python
row_samples.Recorder()
"""


def run(program, *arguments):
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=PAGES.parents[1],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def pool(tmp_path):
    """A page with an open table, and its truth as Markdown."""
    source = PAGES / "open" / "en-browser.pdf"
    (tmp_path / "pdf").mkdir()
    (tmp_path / "truth").mkdir()
    shutil.copy(source, tmp_path / "pdf" / "a.pdf")
    truth = json.loads(source.with_suffix(".json").read_text("utf-8"))
    cells = next(part for part in truth["blocks"] if part[0] == "table")[2]
    rows = {}
    for row, _, text, _, _ in cells:
        rows.setdefault(row, []).append(f"<td>{text}</td>")
    body = "".join(f"<tr>{''.join(cells)}</tr>" for _, cells in sorted(rows.items()))
    (tmp_path / "truth" / "a.md").write_text(f"<table>{body}</table>\n", "utf-8")
    return tmp_path


def test_the_candidates_of_a_page_are_seen_and_judged(pool):
    ended = run(COUNT, pool)
    assert ended.returncode == 0, ended.stderr
    every, tables = map(int, ended.stdout.split())
    assert every >= tables >= 1


def test_a_function_that_cannot_be_replaced_is_an_error():
    ended = run(COMPILED_FIRST)
    assert "in the sources of the layout only" in ended.stderr
