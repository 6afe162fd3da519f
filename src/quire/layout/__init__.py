"""Pages to a document: everything that is inferred, without I/O. See README.md in this folder."""

from quire.compiled_modules import prefer_compiled

prefer_compiled()
