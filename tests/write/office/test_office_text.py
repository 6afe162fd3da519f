"""Text that XML can hold, scripts, widths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from quire.write.office.office_text import (
    escape,
    estimated_width,
    has_east_asian,
    has_latin,
    is_right_to_left,
    xml_text,
)


@pytest.mark.parametrize(
    ("text", "kept"),
    [("a\x00b\x0b", "ab"), ("\ud800x\ufffe", "x"), ("tab\tline\n", "tab\tline\n"), ("中\U0001f600", "中\U0001f600")],
)
def test_what_xml_cannot_hold_is_dropped(text: str, kept: str) -> None:
    assert xml_text(text) == kept


@given(st.text(st.characters(exclude_categories=())))
def test_escaped_text_is_always_well_formed(text: str) -> None:
    tree = etree.fromstring(f'<a b="{escape(text)}">{escape(text)}</a>'.encode())
    assert (tree.text or "").replace("\n", "") == xml_text(text).replace("\r\n", "\n").replace("\r", "\n").replace(
        "\n", ""
    )


def test_scripts() -> None:
    assert [has_east_asian(text) for text in ("abc", "é", "中", "한", "カ", "（")] == [
        False,
        False,
        True,
        True,
        True,
        True,
    ]
    assert [has_latin(text) for text in ("中", "中a", "1", "-")] == [False, True, True, False]
    assert is_right_to_left("שלום world") is False
    assert is_right_to_left("שלום עולם a") is True


def test_widths() -> None:
    assert estimated_width("中文", 10) == 20
    assert estimated_width("mono", 10, mono=True) == 24
    assert abs(estimated_width("The quick", 10) - 43.4) < 1.5  # as wide as Helvetica sets it
    assert estimated_width("W", 10) > 2 * estimated_width("i", 10)
    assert estimated_width("bold", 10, bold=True) > estimated_width("bold", 10)
