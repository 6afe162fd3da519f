"""What ``import quire`` offers: the same names and arguments from one release to the next, and no cost before use."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import pytest

import quire
from quire import library

HEAVY = ("numpy", "cv2", "onnxruntime", "lxml", "sqlalchemy", "starlette", "typing", "quire.library")
"""Modules that ``import quire`` must not load."""

SIGNATURES = {
    "parse": ["source", "pages", "password", "ocr", "sandbox", "progress"],
    "convert": ["source", "target", "pages", "password", "ocr", "sandbox", "progress"],
    "statements": ["source", "pages", "password", "ocr", "sandbox", "progress"],
    "invoices": ["source", "pages", "password", "ocr", "sandbox", "progress"],
}
MEMBERS = {
    "Chunk": "following headings id index places previous table text to_dict tokens",
    "Document": "blocks image_names images language page_count pages tables title to_chunks to_html to_json to_markdown",
    "Invoice": "checks confidences fields line_items page",
    "Invoices": "count index",
    "Page": "blocks tables to_markdown",
    "Sandbox": "close run",
    "Statement": "checks company currency kind multiplier pages title to_pandas to_rows values",
    "Statements": "count index",
    "Table": "caption confidence header_rows pages to_markdown to_pandas to_rows",
    "Wiki": "build name open page page_ids pages search",
}
"""Taking a name away, or renaming one, breaks programs: it needs a new major version."""


def test_the_package_offers_what_the_library_does():
    assert list(quire.__all__) == library.__all__
    assert all(getattr(quire, name) is getattr(library, name) for name in quire.__all__)
    assert set(quire.__all__) <= set(dir(quire))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = quire.nothing


@pytest.mark.parametrize("name", SIGNATURES)
def test_functions_keep_their_arguments(name: str):
    found = inspect.signature(getattr(quire, name)).parameters
    assert list(found) == SIGNATURES[name]
    positional = [one for one in found.values() if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    assert len(positional) == (2 if name == "convert" else 1)


@pytest.mark.parametrize("name", MEMBERS)
def test_classes_keep_their_members(name: str):
    members = {one for one in dir(getattr(quire, name)) if not one.startswith("_")}
    assert members == set(MEMBERS[name].split())


@pytest.mark.parametrize("name", quire.__all__)
def test_every_public_name_is_documented(name: str):
    assert inspect.getdoc(getattr(quire, name))


def test_importing_the_package_loads_nothing_else():
    code = f"import sys, quire, json; print(json.dumps([one for one in {HEAVY!r} if one in sys.modules]))"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout) == []


ROOT = inspect.getfile(quire).rpartition("/quire/")[0]
