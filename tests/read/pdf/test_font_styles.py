"""Styles from the names of fonts."""

from __future__ import annotations

import pytest

from quire.read.pdf.font_styles import DocumentStyles


@pytest.mark.parametrize(
    ("name", "bold"),
    [
        ("HelveticaNeueLTStd-Bd", True),
        ("ABCDEF+Univers-Bold", True),
        ("NimbusRomNo9L-Medi", True),
        ("Gotham-Medium", False),
        ("HelveticaNeueLTStd-Lt", False),
        ("Bdale", False),
        ("CMSSBX10", True),
        ("SFSX1440", True),
        ("SFSS1440", False),
        ("ABCDEF+LinBiolinumTB", True),
        ("LinLibertineT", False),
        ("LinLibertineO", False),
        ("HiraKakuPro-W6-Identity-H", True),
        ("LMRomanDemi10-Regular", True),
    ],
)
def test_bold_names(name: str, bold: bool) -> None:
    assert DocumentStyles().make(name, 0, 0, 0, 100, 0, 0, 0).bold is bold


@pytest.mark.parametrize(
    ("name", "italic", "mono"),
    [
        ("CMSSI10", True, False),
        ("CMITT10", True, True),
        ("LinLibertineTI", True, False),
        ("LinLibertineO", False, False),
        ("LinBiolinumTBO", True, False),
        ("NimbusRomNo9L-Regu-Slant_167", True, False),
        ("NimbusMonL-ReguObli", True, True),
        ("NimbusSanL-Regu", False, False),
        ("LMRomanSlant10-Regular", True, False),
        ("txtt", False, True),
        ("t1xbtt", False, True),
        ("txsy", False, False),
        ("a13f1d+mplus1mn-regular", False, True),
        ("Monaco", False, True),
        ("NSimSun", False, True),
        ("SimSun", False, False),
        ("Monotype Corsiva", False, False),
    ],
)
def test_italic_and_fixed_names(name: str, italic: bool, mono: bool) -> None:
    made = DocumentStyles().make(name, 0, 0, 0, 100, 0, 0, 0)
    assert (made.italic, made.mono) == (italic, mono)


def test_text_faces_that_call_themselves_fixed_are_not() -> None:
    assert not DocumentStyles().make("DejaVuSans", 1, 0, 0, 100, 0, 0, 0).mono
    assert DocumentStyles().make("DejaVuSansMono", 1, 0, 0, 100, 0, 0, 0).mono
    assert DocumentStyles().make("OCRB", 1, 0, 0, 100, 0, 0, 0).mono


@pytest.mark.parametrize(("name", "family"), [("宋体", "宋体"), ("黑体,Bold", "黑体,Bold"), ("微软雅黑", "微软雅黑")])
@pytest.mark.parametrize("encoding", ["gb18030", "utf-8"])
def test_chinese_names_in_either_encoding(name: str, family: str, encoding: str) -> None:
    given = name.encode(encoding).decode("utf-8", "surrogateescape")
    style = DocumentStyles().make(given, 1, 0, 0, 100, 0, 0, 0)
    assert style.font == family
    assert not style.mono  # although the flags say fixed
    assert style.bold is name.endswith("Bold")
