"""Pages with exactly known tables, and what is learnt from them; no part of the wheel."""
