"""Formulas: from the places of their glyphs to LaTeX.

`formula_words`: letters and signs of formulas; `formula_regions`: which lines of a page are one formula; `atoms`:
words as parts of a formula; `latex_builder`: parts to LaTeX by their positions; `latex_symbols`: names of characters.
"""
