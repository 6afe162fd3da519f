"""Figures, columns and paragraphs of a page, in reading order."""
