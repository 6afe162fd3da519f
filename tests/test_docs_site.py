"""The documentation as a site: every page, a reference made from the code, and a strict build."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quire
from quire.cli import COMMANDS
from quire.web import ROUTES
from release import docs_site

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site") / "build" / "docs"
    docs_site.main(target)
    return target


def test_the_reference_has_everything_public(pages: Path):
    http = (pages / "reference" / "http.md").read_text(encoding="utf-8")
    paths = {f"### {route.method} {route.path.replace(':path}', '}')}" for route in ROUTES if not route.hidden}
    assert {path for path in paths if f"{path}\n" not in http} == set()
    commands = (pages / "reference" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"## quire {name}" not in commands and name != "remote"] == []
    python = (pages / "reference" / "python.md").read_text(encoding="utf-8")
    assert [name for name in quire.__all__ if f"## quire.{name}\n" not in python] == []


def test_the_tutorials_are_in_both_languages(pages: Path):
    """Same steps, with the samples of their language; each links to the other."""
    for name in ("documents", "wikis", "companies"):
        english, chinese = (
            (pages / "tutorials" / f"{name}{part}.md").read_text(encoding="utf-8") for part in ("", ".zh")
        )
        assert english.count("\n## ") == chinese.count("\n## ")
        assert english.count("```sh") == chinese.count("```sh")
        assert f"[中文]({name}.zh.md)" in english
        assert f"[English]({name}.md)" in chinese


def test_the_first_page_is_in_both_languages(pages: Path):
    assert "index.zh.md" in (pages / "index.md").read_text(encoding="utf-8")
    assert "index.md" in (pages / "index.zh.md").read_text(encoding="utf-8")
    assert (pages / "images" / "table.png").is_file()


def test_a_link_to_a_file_outside_is_its_words(tmp_path: Path):
    (tmp_path / "a.md").touch()
    text = "[a](a.md#b) [b](../src/b.py) [c](https://example.org) [d](#d)"
    assert docs_site.inside(text, tmp_path) == "[a](a.md#b) b [c](https://example.org) [d](#d)"


def test_the_site_is_built_strictly_and_loads_nothing_from_elsewhere(pages: Path):
    pytest.importorskip("mkdocs", reason="mkdocs is not installed")
    root = pages.parent.parent
    shutil.copy(ROOT / "mkdocs.yml", root)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(root / "mkdocs.yml")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    page = (root / "build" / "site" / "index.html").read_text(encoding="utf-8")
    assert 'src="http' not in page
    assert 'rel="stylesheet" href="http' not in page
