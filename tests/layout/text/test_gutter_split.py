"""Lines that run over a gutter."""

from __future__ import annotations

from quire.layout.text.gutter_split import split_at_gutters
from tests.layout.pages import block, line, prose


def test_lines_over_a_narrow_gutter_are_cut_where_the_next_column_starts():
    merged = [line(f"left text number {n} ends here right column starts", 72, 100 + 12 * n) for n in range(4)]
    x = merged[0].words[6].x0
    merged = [
        one._replace(
            words=tuple(w._replace(x0=w.x0 + 4, x1=w.x1 + 4) if i >= 6 else w for i, w in enumerate(one.words))
        )
        for one in merged
    ]
    alone = [line("right column alone", x + 4, 148 + 12 * n) for n in range(3)]
    left = [line("left text alone", 72, 148 + 12 * n) for n in range(3)]
    result = split_at_gutters([*merged, *alone, *left])
    assert [one.text for one in result[:2]] == ["left text number 0 ends here", "right column starts"]
    assert len(result) == 14


def test_lines_of_one_column_stay_whole():
    lines = block(prose(200, 460), 72, 100, to=540)
    lines += [line("an indented item", 100, 400 + 12 * n) for n in range(4)]
    assert split_at_gutters(lines) == lines
