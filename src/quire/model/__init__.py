"""The document as plain frozen data: what readers fill, layout infers and writers render.

Units are PDF points (1/72 inch). The origin is the top left corner of the page, y grows down.
Page numbers are 1-based. The modules: `geometry` (boxes), `page` (what a reader saw on a page),
`block` and `table` (what layout inferred), `document` (the whole), `walk` (iteration), `native`
(a text form for golden files).
"""
