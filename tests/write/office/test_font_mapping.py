"""Font names of PDF files as families."""

from __future__ import annotations

import pytest

from quire.write.office.font_mapping import UNKNOWN, east_asian_companion, east_language, font_family, latin_language


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("NimbusRomNo9L-Medi", "Times New Roman"),
        ("ABCDEF+TimesNewRomanPS-BoldMT", "Times New Roman"),
        ("ArialMT", "Arial"),
        ("ArialNarrow-Bold", "Arial Narrow"),
        ("CMR10", "Times New Roman"),
        ("CourierNewPSMT", "Courier New"),
        ("SimSun,Bold", "SimSun"),
        ("STSong-Light", "SimSun"),
        ("ËÎÌå", "SimSun"),
        ("微软雅黑", "Microsoft YaHei"),
        ("MS-Mincho", "MS Mincho"),
        ("SegoeUI-Light", "Segoe UI"),
        ("Wingdings-Regular", "Wingdings"),
    ],
)
def test_families(name: str, family: str) -> None:
    assert font_family(name).name == family


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("OpenSans-SemiBold", "Arial"),
        ("IBMPlexSans", "Arial"),
        ("IBMPlexMono", "Courier New"),
        ("SFRM1000", "Times New Roman"),
        ("SFSX1440", "Arial"),
        ("SFTT0900", "Courier New"),
        ("SFPro-Text", "Arial"),
        ("CMMI10", "Times New Roman"),
        ("t1xbtt", "Courier New"),
        ("LinLibertineT", "Times New Roman"),
        ("FandolSong-Bold", "SimSun"),
        ("SomeHouse-NeueSans", "Arial"),
        ("SomeHouse-Antiqua", "Times New Roman"),
        ("SomeHouse-CodeBook", "Courier New"),
    ],
)
def test_families_that_no_suite_has_become_the_most_similar_one(name: str, family: str) -> None:
    assert font_family(name).name == family


def test_equally_wide_glyphs_are_courier_whatever_the_name_says() -> None:
    assert font_family("F7", mono=True).name == "Courier New"
    assert font_family("House Book", mono=True).name == "Courier New"
    assert font_family("Consolas", mono=True).name == "Consolas"


@pytest.mark.parametrize("name", ["\ufffd\ufffd\ufffd\ufffd", "F1", "TT0", "CIDFont+F3", "", "T3Font_0", "x"])
def test_made_up_names_say_nothing(name: str) -> None:
    assert font_family(name) == UNKNOWN


def test_companions_fit_in_weight_and_language() -> None:
    assert east_asian_companion(font_family("Times"), "zh") == "SimSun"
    assert east_asian_companion(font_family("Arial"), "zh-CN") == "SimHei"
    assert east_asian_companion(font_family("Arial"), "ja") == "MS Gothic"
    assert east_asian_companion(font_family("Times"), "zh-TW") == "PMingLiU"
    assert east_asian_companion(font_family("Times"), "en") == "SimSun"


def test_languages() -> None:
    assert [east_language(x) for x in ("", "en", "zh", "ja", "ko-KR", "zh-TW")] == [
        "zh-CN", "zh-CN", "zh-CN", "ja-JP", "ko-KR", "zh-TW",
    ]  # fmt: skip
    assert [latin_language(x) for x in ("", "zh", "de", "en-GB", "bad tag<")] == [
        "en-US",
        "en-US",
        "de-DE",
        "en-GB",
        "en-US",
    ]
