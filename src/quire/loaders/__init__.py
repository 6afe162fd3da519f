"""Loaders for LangChain, LlamaIndex and Haystack: the chunks of documents (docs/chunks.md) as they take them.

    from quire.loaders.langchain import QuireLoader          # pip install 'quire[langchain]'
    from quire.loaders.llama_index import QuireReader        # pip install 'quire[llama-index]'
    from quire.loaders.haystack import QuireConverter        # pip install 'quire[haystack]'

Each has the text of a chunk as content, and as metadata its id, headings, pages, boxes and neighbours.
"""
