"""Page furniture: running headers and footers, page numbers, logos, contents beside slides."""
