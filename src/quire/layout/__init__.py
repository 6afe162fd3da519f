"""Pages to blocks: everything that is inferred, without I/O."""

from quire.layout.compiled_modules import prefer_compiled

prefer_compiled()
