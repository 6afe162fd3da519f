"""Headings and their levels, over a whole document."""
