"""Pages to blocks: everything that is inferred, without I/O."""

from quire.layout.compiled import prefer_compiled

prefer_compiled()
