"""Font names of PDF files as families."""

from __future__ import annotations

import pytest

from quire.write.office.fonts import UNKNOWN, companion, east_language, face, latin_language


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
        ("OpenSans-SemiBold", "Open Sans"),
        ("IBMPlexSans", "IBM Plex Sans"),
        ("SegoeUI-Light", "Segoe UI"),
    ],
)
def test_families(name: str, family: str) -> None:
    assert face(name).name == family


@pytest.mark.parametrize("name", ["F1", "TT0", "CIDFont+F3", "", "T3Font_0", "x"])
def test_made_up_names_say_nothing(name: str) -> None:
    assert face(name) == UNKNOWN


def test_companions_fit_in_weight_and_language() -> None:
    assert companion(face("Times"), "zh") == "SimSun"
    assert companion(face("Arial"), "zh-CN") == "SimHei"
    assert companion(face("Arial"), "ja") == "MS Gothic"
    assert companion(face("Times"), "zh-TW") == "PMingLiU"
    assert companion(face("Times"), "en") == "SimSun"


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
