"""Tables of a page, with and without rules."""
