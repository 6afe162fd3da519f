"""The chunks of files as plain values."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quire import QuireError
from quire.loaders.records import Options, records

SAMPLES = Path(__file__).parents[2] / "samples"
HERE = Options(tokens=200, pages="1-4", ocr=False, sandbox=False)


def test_each_chunk_says_where_it_stands():
    found = list(records(SAMPLES / "annual-report-en.pdf", HERE))
    assert {one.metadata["kind"] for one in found} == {"text", "table"}
    assert [one.metadata["next"] for one in found][:-1] == [one.id for one in found][1:]
    assert (found[0].metadata["previous"], found[-1].metadata["next"]) == ("", "")
    assert all(one.text and one.metadata["tokens"] <= 200 for one in found)
    assert all(isinstance(value, str | int) for one in found for value in one.metadata.values())
    pages = [int(page) for one in found for page in one.metadata["pages"].split(",")]
    assert (min(pages), max(pages)) == (1, 4)
    assert len(json.loads(found[0].metadata["boxes"])[0]["box"]) == 4


def test_files_in_their_order_and_errors(tmp_path):
    (tmp_path / "a.html").write_text("<html><h1>Walnut</h1><p>A nut.</p></html>")
    (tmp_path / "b.html").write_text("<html><h1>Hazel</h1><p>Another.</p></html>")
    found = list(records([tmp_path / "b.html", str(tmp_path / "a.html")], Options(sandbox=False)))
    assert [Path(one.metadata["source"]).name for one in found] == ["b.html", "a.html"]
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7 not a document")
    with pytest.raises(QuireError):
        list(records(tmp_path / "c.pdf", HERE))


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [("langchain", "langchain_core", "langchain"), ("llama_index", "llama_index", "llama-index"), ("haystack",) * 3],
)
def test_a_missing_library_is_named_with_its_extra(module, library, extra):
    code = f"import sys; sys.modules[{library!r}] = None\nimport quire.loaders.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"pip install 'quire[{extra}]'" in done.stderr
