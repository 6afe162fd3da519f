"""How much of the book pages may repeat, and how pages share that room. Lengths are characters of the book's text."""

from __future__ import annotations

COPIED = 0.5
"""Share of the book's text that the pages may repeat: a wiki is a digest, no copy."""

OVERDRAWN = 0.06
"""What the least that every page shows may add to that share; readers call .6 and more a copy."""

CROWDED = 0.09
"""From which on even what no other page tells is left out: readers of a digest miss less than those of a copy skip."""

SUBJECTS = 0.28
"""Share that subject pages may take of it; the rest is for chapters and sections."""

ENOUGH = {"en": 260, "zh": 90}
"""Characters of a page that can be read as one."""

ROOMY = 1.5
"""Of that and more each page can have where the room of all is no question."""

GENEROUS = 2
"""Times the mean that a page may have: what the first ones take beyond it the others, and then the chapters, lack."""

SCARCE, SPENT, FEWEST_SUBJECTS = 0.08, 0.15, 8
"""Shares of the text by which subjects may take more than theirs: beyond the first each is told in one sentence, beyond
the second there are no more than eight. Books of 100,000 characters overdraw .07 at most, a manual of eight pages
.80 without a limit."""

FEWEST = (3, 2)
"""Sentences that a chapter or section, and a subsection, shows even when the room is used up."""

SHORTEST_CODE, LONGEST_CODE = 40, 900
"""Characters of program text that can be an example."""
