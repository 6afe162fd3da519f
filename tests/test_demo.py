"""The demonstration, as `make demo` runs it: the real service in its own process, over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "samples" / "demo.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    command = [sys.executable, str(DEMO), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=environment)


def test_it_converts_to_all_formats_and_stops_the_service(tmp_path: Path):
    done = run("--output", str(tmp_path), str(ROOT / "samples" / "briefing-slides.pdf"))
    assert done.returncode == 0, done.stdout + done.stderr
    folder = tmp_path / "briefing-slides"
    assert {path.suffix for path in folder.glob("briefing-slides.*")} == {".docx", ".pptx", ".md", ".json", ".html"}
    assert (folder / "briefing-slides.docx").read_bytes().startswith(b"PK")
    assert "Listening to a network" in (folder / "briefing-slides.md").read_text(encoding="utf-8")
    pictures = list((folder / "images").glob("*.png"))
    assert pictures
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures)
    assert "The service has stopped." in done.stdout


def test_companies_are_imported_and_shown_in_three_forms(tmp_path: Path):
    done = run("--services", "company", "--output", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 added; 0 rejected" in done.stdout
    assert {path.name for path in (tmp_path / "companies").iterdir()} == {"830901.json", "830901.jsonld", "830901.ttl"}
    assert "长河（样例）仪器股份有限公司".encode() in (tmp_path / "companies" / "830901.ttl").read_bytes()


def test_a_document_that_is_none_ends_with_a_sentence(tmp_path: Path):
    wrong = tmp_path / "wrong.pdf"
    wrong.write_text("not a PDF at all")
    done = run("--output", str(tmp_path / "out"), str(wrong))
    assert done.returncode == 1
    assert "Unsupported file type" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_file_that_is_missing_ends_with_a_sentence(tmp_path: Path):
    done = run("--output", str(tmp_path / "out"), str(tmp_path / "nothing.pdf"))
    assert done.returncode == 1
    assert "nothing.pdf" in done.stdout.replace("\n", "")


def test_it_shows_statements_and_downloads_their_workbooks(tmp_path: Path):
    done = run("--output", str(tmp_path), "--services", "finance")
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("statements-zh", "statements-en"):
        assert (tmp_path / name / f"{name}.xlsx").read_bytes().startswith(b"PK")
    for words in ("母公司资产负债表", "consolidated", "In millions"):
        assert words in done.stdout


def test_two_books_become_wikis_with_previews_and_sites(tmp_path: Path):
    done = run("--services", "wiki", "--output", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    for slug, words in (("bookbinding-en", "gathering of sheets"), ("sunzi-zh", "知彼知己")):
        pages = list((tmp_path / "wikis" / slug).rglob("*.html"))
        assert any(words in page.read_text(encoding="utf-8") for page in pages)
        assert f"/preview/{slug}/page/" in done.stdout
