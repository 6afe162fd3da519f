"""What stands on one baseline."""

from __future__ import annotations

from pathlib import Path

from tests.read.making import raw_lines


def test_superscript_and_subscript(tmp_path: Path) -> None:
    content = "BT /F1 12 Tf 20 100 Td (x) Tj /F1 8 Tf 5 Ts (2) Tj -3 Ts (i) Tj 0 Ts /F1 12 Tf ( is here) Tj ET"
    [line] = raw_lines(tmp_path, content)
    assert line.text == "x2i is here"
    assert [word.style.rise for word in line.words] == [0, 1, -1, 0, 0]
    assert line.baseline == 100.0
