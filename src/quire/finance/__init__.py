"""Pages to financial statements: found, read cell by cell, checked; pure, no I/O.

`statement` holds what comes out, `extract.extract` makes it of pages. In between: `lexicon` (titles and items, from
`lexicon/*.toml`), `find` (which pages, which part of a page), `columns` and `rows` (geometry), `periods`, `units`,
`checks` (identities as findings).
"""
