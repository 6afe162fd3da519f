"""Pages to blocks: everything that is inferred, without I/O."""
