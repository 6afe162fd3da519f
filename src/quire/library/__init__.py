"""Quire as a library: documents, statements, invoices and wikis as Python values.

    document = quire.parse("report.pdf")      # a Document: pages, tables, Markdown, chunks
    quire.convert("report.pdf", "report.docx")
    quire.statements("report.pdf")            # Statements, each with rows and checks
    quire.invoices("invoice.pdf")             # one Invoice for each page
    quire.Wiki.build("book.epub", "folder")   # a Wiki: pages with citations, search

Files are read in a process of its own with caps on time and memory, without network and without the environment
(`Sandbox`); ``sandbox=False`` reads them in the calling process.
"""

from __future__ import annotations

from quire.errors import QuireError
from quire.library.built_wiki import PageHit, Wiki, WikiPage
from quire.library.extraction_results import Invoice, Invoices, Statement, Statements, invoices, statements
from quire.library.parsed_document import Document, Page, Table, convert, parse
from quire.library.sandboxed_tasks import Sandbox
from quire.write.chunks import Chunk

__all__ = [
    "Chunk",
    "Document",
    "Invoice",
    "Invoices",
    "Page",
    "PageHit",
    "QuireError",
    "Sandbox",
    "Statement",
    "Statements",
    "Table",
    "Wiki",
    "WikiPage",
    "convert",
    "invoices",
    "parse",
    "statements",
]
