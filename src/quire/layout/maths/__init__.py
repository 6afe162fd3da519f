"""Formulas: from the places of their glyphs to LaTeX.

`signs`: what a character is called; `atoms`: words as parts of a formula; `setting`: parts to LaTeX by how they stand
to each other; `gather`: which lines of a page are one formula.
"""
