"""The library reads the samples, in a sandbox and without one."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.errors import BadRequest, DocumentError, OutOfTime, WorkerDied
from quire.library import model_pickle

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
LIBRARY_PAGE = (SAMPLES.parent / "docs" / "library.md").read_text(encoding="utf-8")
REPORT = SAMPLES / "annual-report-en.pdf"


def die(request: dict[str, Any], report: Any) -> dict[str, Any]:
    """A handler that a hostile file has killed."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def surroundings(request: dict[str, Any], report: Any) -> dict[str, Any]:
    """What a handler sees of the caller's process."""
    return {"pid": os.getpid(), "secret": os.environ.get("SECRET", "")}


def test_a_document_is_the_same_with_and_without_a_sandbox(sandbox: quire.Sandbox):
    seen: list[tuple[int, int]] = []
    inside = quire.parse(REPORT, pages="3-5", sandbox=sandbox, progress=lambda *at: seen.append(at))
    outside = quire.parse(REPORT, pages="3-5", sandbox=False)
    assert inside.model == outside.model
    assert (seen[0], seen[-1]) == ((0, 3), (3, 3))
    assert (inside.page_count, [page.number for page in inside.pages]) == (13, [3, 4, 5])
    assert "412,000 people" in inside.to_markdown()
    assert inside.to_html().startswith("<!doctype html>")
    assert json.loads(inside.to_json())["page_count"] == 13
    assert inside.to_chunks(300)[0].headings[-1].startswith("1.1")


def test_pages_hold_all_blocks_once(sandbox: quire.Sandbox):
    document = quire.parse(REPORT, sandbox=sandbox)
    assert document.title == "Annual Report"
    assert document.language == "en"
    assert tuple(block for page in document.pages for block in page.blocks) == document.blocks
    assert "412,000 people" in document.pages[2].to_markdown()
    assert len(document.tables) == sum(len(page.tables) for page in document.pages) == 6


def test_a_table_is_rows_and_markdown(sandbox: quire.Sandbox):
    table = quire.parse(REPORT, pages="3", sandbox=sandbox).tables[0]
    assert (table.caption, table.pages, table.header_rows) == ("Table 1: Bursts and loss by district", (3,), 2)
    rows = table.to_rows()
    assert rows[2] == ["Greyquay", "58,400", "71", "52", "2,310", "1,840"]
    assert {len(row) for row in rows} == {6}
    assert rows[0].count("Bursts") == 1
    assert table.to_rows(repeat_spans=True)[0].count("Bursts") == 2
    assert table.to_markdown().splitlines()[0].startswith("| District | Households | Bursts / 2029/30 |")


def test_a_table_is_a_frame():
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = quire.parse(REPORT, pages="3", sandbox=False).tables[0].to_pandas()
    assert list(frame.columns)[:3] == ["District", "Households", "Bursts / 2029/30"]
    assert frame.iloc[0, 2] == "71"


def test_pictures_come_when_they_are_asked_for(sandbox: quire.Sandbox):
    document = quire.parse(REPORT, pages="4", sandbox=sandbox)
    images = document.images()
    assert list(images) == list(document.image_names) == ["p4-1"]
    assert images["p4-1"].startswith(b"\x89PNG")
    assert "images/p4-1.png" in document.to_markdown()


@pytest.mark.parametrize("name", ["report.docx", "report.pptx", "report.md", "report.jsonl"])
def test_a_file_is_converted_by_its_suffix(name: str, tmp_path: Path, sandbox: quire.Sandbox):
    assert quire.convert(REPORT, tmp_path / name, pages="4", sandbox=sandbox) == ()
    assert (tmp_path / name).stat().st_size > 0
    assert (tmp_path / "images" / "p4-1.png").exists() == (name == "report.md")


def test_statements_have_figures_and_checks(sandbox: quire.Sandbox):
    found = quire.statements(SAMPLES / "statements" / "statements-en.pdf", sandbox=sandbox)
    assert [one.kind for one in found] == ["balance_sheet", "income_statement", "cash_flow_statement"]
    balance = found[0]
    assert (balance.currency, balance.multiplier) == ("USD", 1_000_000)
    at = next(at for at, row in enumerate(balance.to_rows()) if row[0] == "Total assets")
    assert balance.values()[at] == [None, Decimal(11711), Decimal(7492)]
    assert all(check.holds for check in balance.checks)
    assert found.workbook.startswith(b"PK")


def test_invoices_have_fields_and_items(sandbox: quire.Sandbox):
    (found,) = quire.invoices(SAMPLES / "invoices" / "digital-invoice.pdf", sandbox=sandbox)
    assert found.fields["invoice_number"] == "25442000000031104017"
    assert found.confidences["invoice_number"] > 0.5
    assert found.line_items[0]["amount"] == "8560.00"


def test_a_wiki_is_built_searched_and_read(tmp_path: Path, sandbox: quire.Sandbox):
    built = quire.Wiki.build(
        SAMPLES / "books" / "bookbinding-en.md", tmp_path / "wiki", lang="en", rounds=1, sandbox=sandbox
    )
    assert built.coverage is not None
    assert built.coverage > 0.5
    wiki = quire.Wiki.open(tmp_path / "wiki")
    page = wiki.page(wiki.search("glue of the spine")[0].page_id)
    assert "glue" in page.markdown
    assert page.sources
    assert [page.id for page in wiki.pages()] == wiki.page_ids()


def test_errors_are_one_sentence(tmp_path: Path, sandbox: quire.Sandbox):
    with pytest.raises(FileNotFoundError):
        quire.parse(tmp_path / "none.pdf")
    wrong = tmp_path / "wrong.pdf"
    wrong.write_bytes(b"%PDF-1.7 nothing")
    for where in (sandbox, False):
        with pytest.raises(quire.QuireError, match="not a valid document"):
            quire.parse(wrong, sandbox=where)
    with pytest.raises(BadRequest, match="outside the document"):
        quire.parse(REPORT, pages="99", sandbox=sandbox)
    with pytest.raises(BadRequest, match=r"\.docx"):
        quire.convert(REPORT, tmp_path / "x.odt", sandbox=sandbox)
    wrong.write_bytes(b"")
    with pytest.raises(DocumentError, match="empty"):
        quire.parse(wrong, sandbox=sandbox)


def test_the_sandbox_is_another_process_that_may_die(sandbox: quire.Sandbox, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2]))
    with quire.Sandbox() as own:
        seen = own.run(f"{__name__}:surroundings", {})
        assert (seen["pid"] == os.getpid(), seen["secret"]) == (False, "")
        with pytest.raises(WorkerDied):
            own.run(f"{__name__}:die", {})
        assert own.run(f"{__name__}:surroundings", {})["pid"] != seen["pid"]


def test_the_sandbox_has_its_time(tmp_path: Path):
    with quire.Sandbox(seconds=0.001) as hasty, pytest.raises(OutOfTime):
        quire.parse(REPORT, sandbox=hasty)


@pytest.mark.parametrize("block", re.findall(r"^```python\n(.*?)^```", LIBRARY_PAGE, re.MULTILINE | re.DOTALL))
def test_the_examples_of_the_documentation_run(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "samples").symlink_to(SAMPLES)
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "docs/library.md", "exec"), {})


class Evil:
    """What would run a command when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("echo evil",)


@pytest.mark.parametrize("body", [b"", b"junk", pickle.dumps({}), pickle.dumps(Evil()), pickle.dumps(Path("x"))])
def test_nothing_but_a_document_comes_out_of_the_sandbox(body: bytes):
    with pytest.raises(WorkerDied):
        model_pickle.load(body)
