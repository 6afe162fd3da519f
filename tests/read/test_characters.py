"""Characters with a meaning of their own."""

from __future__ import annotations

from pathlib import Path

from quire.read.characters import LARGE, is_large
from tests.read.making import page_of, raw_lines, text, texts


def test_a_hyphen_at_the_end_of_a_line_is_kept(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "of a long-"), text(40, 62, "winded sentence"))
    assert texts(page) == ["of a long-", "winded sentence"]


def test_a_soft_hyphen_that_is_printed_is_a_hyphen(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 12 Tf 20 100 Td (co\xadoperate) Tj ET")
    assert line.text == "co-operate"


def test_large_signs_have_no_map_to_unicode() -> None:
    assert len(LARGE) == 48
    assert (LARGE[0], LARGE[0x12], LARGE[0x13], LARGE[0x1A]) == ("(", "(", ")", "{")
    assert is_large("CMEX10")
    assert is_large("LMMathExtension10-Regular")
    assert not is_large("CMR10")
    assert not is_large("Arial-ExtraBold")
