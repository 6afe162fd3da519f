"""The loader against the real library; skipped where it is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.loaders.records import Options, records

pytest.importorskip("langchain_core", reason="the extra is not installed")
module = pytest.importorskip("quire.loaders.langchain")

SAMPLE = Path(__file__).parents[2] / "samples" / "annual-report-en.pdf"
OPTIONS = Options(tokens=200, pages="1-3", ocr=False, sandbox=False)


def expected():
    return [tuple(one) for one in records(SAMPLE, OPTIONS)]


@pytest.mark.filterwarnings("ignore")
def test_chunks_arrive_in_the_library():
    loaded = module.QuireLoader(SAMPLE, OPTIONS).load()
    documents = pytest.importorskip("langchain_core.documents")
    assert all(isinstance(one, documents.Document) for one in loaded)
    assert [(one.id, one.page_content, one.metadata) for one in loaded] == expected()
    store = pytest.importorskip("langchain_core.vectorstores").InMemoryVectorStore(
        pytest.importorskip("langchain_core.embeddings").DeterministicFakeEmbedding(size=8)
    )
    assert store.add_documents(loaded) == [one.id for one in loaded]
    assert store.get_by_ids([loaded[1].id])[0].metadata["previous"] == loaded[0].id
