"""Pages to financial statements: found, read cell by cell, checked; pure, no I/O.

`statement` holds what comes out, `extract.extract` makes it of pages. In between: `lexicon` (titles and items, from
`lexicon/*.toml`), `titles`, `find` and `untitled` (which pages, which part of a page), `pieces`, `columns`, `headers`, `labels`
and `tables` (from texts to rows and columns), `periods`, `units`, `assemble` (one statement over its pages), `sums` and `checks`
(identities as findings), `second` (a second look at what a check doubts).
"""
