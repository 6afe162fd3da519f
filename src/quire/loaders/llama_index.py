"""A reader for LlamaIndex."""

from __future__ import annotations

from typing import Any

from quire.loaders.records import Files, Options, records

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
except ImportError as missing:
    raise ImportError("This reader needs LlamaIndex: pip install 'quire[llama-index]'") from missing

_UNREAD = ["boxes", "previous", "next", "tokens", "index"]
"""Metadata that neither a model nor an embedding is given."""


class QuireReader(BaseReader):
    """Reads files as nodes, one for each chunk, linked to their neighbours: they need no splitter.

    Args:
        options: how files are read.
    """

    def __init__(self, options: Options | None = None) -> None:
        self._options = options or Options()

    def load_data(self, files: Files, **_: Any) -> list[TextNode]:  # noqa: ANN401 - the signature of the library
        """The nodes of all files.

        Raises:
            QuireError: a file cannot be read.
        """
        nodes = []
        for one in records(files, self._options):
            node = TextNode(id_=one.id, text=one.text, metadata=one.metadata)
            node.excluded_embed_metadata_keys = node.excluded_llm_metadata_keys = list(_UNREAD)
            for relation, key in ((NodeRelationship.PREVIOUS, "previous"), (NodeRelationship.NEXT, "next")):
                if one.metadata[key]:
                    node.relationships[relation] = RelatedNodeInfo(node_id=str(one.metadata[key]))
            nodes.append(node)
        return nodes
