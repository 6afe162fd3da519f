"""Pages to financial statements: found, read cell by cell, checked; pure, no I/O.

`extract.extract` is the entry point, `statement` holds its result; README.md lists the steps and modules.
"""
