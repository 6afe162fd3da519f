"""The loader against the real library; skipped where it is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.loaders.records import Options, records

pytest.importorskip("llama_index.core", reason="the extra is not installed")
module = pytest.importorskip("quire.loaders.llama_index")

SAMPLE = Path(__file__).parents[2] / "samples" / "annual-report-en.pdf"
OPTIONS = Options(tokens=200, pages="1-3", ocr=False, sandbox=False)


def expected():
    return [tuple(one) for one in records(SAMPLE, OPTIONS)]


@pytest.mark.filterwarnings("ignore")
def test_chunks_arrive_in_the_library():
    nodes = module.QuireReader(OPTIONS).load_data(SAMPLE)
    assert [(one.node_id, one.text, one.metadata) for one in nodes] == expected()
    assert nodes[1].prev_node.node_id == nodes[0].node_id
    assert nodes[0].next_node.node_id == nodes[1].node_id
    assert nodes[0].prev_node is None
    schema = pytest.importorskip("llama_index.core.schema")
    read = nodes[0].get_content(schema.MetadataMode.EMBED)
    assert nodes[0].text in read
    assert "boxes" not in read
    store = pytest.importorskip("llama_index.core.storage.docstore").SimpleDocumentStore()
    store.add_documents(nodes)
    assert set(store.docs) == {one.node_id for one in nodes}
