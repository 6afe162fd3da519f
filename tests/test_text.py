"""Characters: what is folded and what is left as printed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.text import fold, is_cjk, is_hangul, is_ideograph, is_rtl, wide_characters


@pytest.mark.parametrize(
    ("printed", "folded"),
    [
        ("\ufb01nal e\ufb03cient", "final efficient"),  # ligatures
        ("\u2f00\u2f08\u2f45", "一人方"),  # Kangxi radicals
        ("\u2f64\u7528\u6237", "用户"),  # all that one glyph stands for, as macOS writes
        ("\u2f8f\u884c\ufa08\u2f8f\u884c\ufa08", "行行"),
        ("\u7559\uf9cd\u5b58", "留存"),
        ("用用", "用用"),
        ("\u2ee9", "黄"),  # a radical of the supplement block
        ("\uf900", "豈"),  # a compatibility ideograph
        ("\ufe8d\ufedf", "ال"),  # Arabic presentation forms
        ("\ufe35a\ufe36", "(a)"),  # brackets turned for vertical writing
        ("\uf0b7 point", "• point"),  # Symbol's bullet
        ("\uf0fc", "✓"),  # Wingdings' tick
        ("\uf041", "A"),  # a symbol font over ASCII
    ],
)
def test_what_stands_for_something_else_is_folded(printed: str, folded: str):
    assert fold(printed) == folded


@pytest.mark.parametrize("text", ["①②", "x²", "１２３", "，。（）", "½", "™", "한국어", "ｶﾀｶﾅ", "é", "e\u0301"])
def test_what_is_meant_as_printed_stays(text: str):
    assert fold(text) == text


def test_unknown_private_codes_are_dropped():
    assert fold("a\ue123b\U000f0001c") == "abc"


def test_figures_and_small_capitals_of_adobes_private_use_are_what_they_show():
    assert fold("\uf731\uf739 \uf761\uf77a\uf7e9") == "19 azé"


@given(st.text())
def test_folding_twice_changes_nothing(text: str):
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet=st.characters(max_codepoint=0x2E7F, exclude_categories=["Co", "Cs"])))
def test_common_text_is_not_touched(text: str):
    changed = [char for char in text if fold(char) != char]
    assert all(unicodedata.decomposition(char) for char in changed)


def test_cjk_and_right_to_left_are_told():
    assert all(is_cjk(ord(char)) for char in "中あ한，（Ａ")
    assert not any(is_cjk(ord(char)) for char in "Aéאا①")
    assert all(is_hangul(ord(char)) for char in "가힣ㄱᄀ")
    assert not any(is_hangul(ord(char)) for char in "A中のא")
    assert all(is_rtl(ord(char)) for char in "אבا")
    assert not any(is_rtl(ord(char)) for char in "A中")


def test_ideographs_are_han_and_kana():
    assert all(is_ideograph(ord(char)) for char in "中⽂あカ𠀀")
    assert not any(is_ideograph(ord(char)) for char in "A한，。（Ａ﹁")


def test_wide_characters_are_those_of_chinese_texts():
    assert [wide_characters(text) for text in ("", "Plan", "“né”", "第1章，计划", "ａ")] == [0, 0, 0, 5, 1]
