"""The loader against the real library; skipped where it is not installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quire.loaders.records import Options, records

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
pytest.importorskip("haystack", reason="the extra is not installed")
module = pytest.importorskip("quire.loaders.haystack")

SAMPLE = Path(__file__).parents[2] / "samples" / "annual-report-en.pdf"
OPTIONS = Options(tokens=200, pages="1-3", ocr=False, sandbox=False)


def expected():
    return [tuple(one) for one in records(SAMPLE, OPTIONS)]


@pytest.mark.filterwarnings("ignore")
def test_chunks_arrive_in_the_library():
    library = pytest.importorskip("haystack")
    pipeline = library.Pipeline()
    pipeline.add_component("read", module.QuireConverter(OPTIONS))
    writer = pytest.importorskip("haystack.components.writers").DocumentWriter
    store = pytest.importorskip("haystack.document_stores.in_memory").InMemoryDocumentStore()
    pipeline.add_component("write", writer(store))
    pipeline.connect("read.documents", "write.documents")
    assert pipeline.run({"read": {"sources": [SAMPLE]}})["write"]["documents_written"] == len(expected())
    kept = {one.id: (one.content, one.meta) for one in store.filter_documents()}
    assert kept == {f"{SAMPLE}#{name}": (text, metadata) for name, text, metadata in expected()}
