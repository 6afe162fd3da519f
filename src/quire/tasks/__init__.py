"""Tasks: what runs, where, and what became of it."""
