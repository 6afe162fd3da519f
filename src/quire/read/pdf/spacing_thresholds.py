"""The thresholds that decide where words and lines end; the accelerator gets the same tuple.

All distances are in em (the font size as rendered) unless the comment says points or degrees. They were chosen on
annual reports, papers, manuals, slides and table collections in English and Chinese.
"""

from __future__ import annotations

from typing import NamedTuple


class Spacing(NamedTuple):
    """Thresholds of glyph grouping; one instance, `SPACING`, is used everywhere."""

    upright_tolerance: float = 3.0  # degrees: a glyph turned by less counts as upright (skewed scans reach 2)
    least_size: float = 1.0  # points: smaller text cannot be read and is a hiding trick
    ascent_low: float = 0.7  # fonts state absurd ascents (0, 3.2); a line's top must stay near the letters
    ascent_high: float = 1.05
    descent_low: float = 0.12
    descent_high: float = 0.4
    double_print: float = 0.7  # points between two prints of a glyph that imitate bold type
    chain_baseline_step: float = 0.06  # between glyphs of a chain; a larger step starts a super- or subscript
    chain_gap: float = 0.5  # glyphs of a chain follow each other within this gap
    chain_back: float = 0.6  # kerning and compressed Chinese punctuation step back less than this
    row_baseline_step: float = 0.2  # between chains of a row: the baselines of one line's fonts differ by less
    row_baseline_step_hidden: float = (
        0.35  # the same in text layers of scans, which are placed word by word, less exactly
    )
    script_size: float = 0.86  # a super- or subscript is smaller than its neighbour by this factor
    script_up: float = 0.75  # and is at most this far above
    script_down: float = 0.45  # or below
    script_gap: float = 0.35  # and this near
    script_least_shift: float = 0.08  # the least shift that counts as raised or lowered
    line_gap_limit: float = 2.4  # of a justified line; wider gaps always end a line
    marker_gap_limit: float = 3.5  # the same between a list marker, or a heading's number, and its text
    line_gap: float = 0.9  # a gap (beyond a space glyph) that can end a line
    line_gap_near: float = 0.6  # the same between two figures, or if the file draws other text in between
    line_gap_certain: float = 1.55  # a gap that does end a line, unless all its gaps are as wide
    line_gap_ratio: float = 1.7  # a gap that is this many times the line's usual one ends the line
    line_gap_cjk: float = 1.3  # between two Chinese characters, where one em is a usual blank
    justified_count: float = 4.0  # gaps that show whether a line is justified
    justified_count_one_object: float = 2.0  # the same if the file draws the line as one text object
    figure_gap: float = 0.4  # the widest usual gap among figures: wider ones are columns
    justified_ratio: float = 1.35  # the gaps of a justified line differ by less than this factor
    space: float = 0.15  # the gap that is a space, beyond the letter spacing of the line (narrowest seen .17)
    space_reported: float = (
        0.1  # where PDFium reports a space, too: tight justified lines have .13; kerning is not reported
    )
    space_overhang: float = 0.05  # and beside a letter with an overhang (italic f), whose ink covers part of the white
    space_glyph: float = 0.04  # a space glyph counts if it leaves this much room
    space_cjk: float = 0.6  # between two Chinese characters: spread text has up to half an em
    space_cjk_glyph: float = 0.2  # with a space glyph between them
    space_mixed: float = 0.38  # between Chinese and Latin: the automatic quarter em is no space
    tracking_low: float = -0.1  # letter spacing that is taken into account
    tracking_high: float = 0.12
    tracking_spaced: float = 0.04  # more of it is a spaced line
    rule_overlap: float = 0.35  # a vertical rule separates two words if it covers this much of their height


SPACING = Spacing()
