"""What a row and a column is, for documents, statements and invoices alike. See README.md in this folder."""

from quire.compiled_modules import prefer_compiled

prefer_compiled()
