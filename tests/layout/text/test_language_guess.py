"""Language guesses."""

from __future__ import annotations

import pytest

from quire.layout.text.language_guess import language_of


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("The size of the firm is told by the number of its staff.", "en"),
        ("公司治理的基本状况 EBITDA", "zh"),
        ("これは日本語の文章です。漢字も使います。", "ja"),
        ("이것은 한국어 문장입니다", "ko"),
        ("Это русский текст", "ru"),
        ("Der Umfang und die Zahl der Fälle ist nicht von den Daten", "de"),
        ("La taille de la société est donnée par les chiffres et des notes", "fr"),
        ("", ""),
        ("1234 5678", ""),
    ],
)
def test_languages(text, tag):
    assert language_of([text]) == tag
