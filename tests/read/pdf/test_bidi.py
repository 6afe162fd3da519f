"""Lines as they are seen, put into reading order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.page import Style, Word
from quire.read.pdf.bidi import to_reading_order

STYLE = Style("F", 10.0, False, False, False, 0)


def seen(*texts: str) -> tuple[Word, ...]:
    """Words from left to right with spaces between; one that begins with "+" follows without."""
    return tuple(
        Word(t.lstrip("+"), 40.0 * i, 0.0, 40.0 * i + 30, 10.0, 8.0, STYLE, i > 0 and not t.startswith("+"))
        for i, t in enumerate(texts)
    )


def read(*texts: str) -> str:
    return "".join(" " + w.text if w.space else w.text for w in to_reading_order(seen(*texts)))


def back(text: str) -> str:
    return text[::-1]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("3,450-ל", back("והגיעו")), "והגיעו ל-3,450"),
        (("3", "+,", "+450", "+-ל", back("והגיעו")), "והגיעו ל-3,450"),  # a comma of another font
        (("۳٬۴۵۰", back("به")), "به ۳٬۴۵۰"),
        (("۱۲٫۵", back("با")), "با ۱۲٫۵"),
        ((back("مقابل") + ")", "2024"), "2024 (مقابل"),  # closed on the next line; the bracket is not mirrored
        ((back("مقابل") + "(", "2024"), "2024 (مقابل"),
        ((back("ويعود"), "،)2023"), "2023)، ويعود"),  # opened on the line before
        ((back("الفروع"), back("في"), "Siemens", "AG", back("نظام")), "نظام Siemens AG في الفروع"),
        ((back("ברשת"), "www.example.com", back("באתר")), "באתר www.example.com ברשת"),
        (("(ג)", ")ב)", "א"), "א (ב) (ג)"),
    ],
)
def test_figures_names_and_brackets(words: tuple[str, ...], expected: str) -> None:
    assert read(*words) == expected


def test_a_line_of_arabic_figures_is_read_from_the_left() -> None:
    assert read("۳٬۴۵۰") == "۳٬۴۵۰"
    assert read("٪۱۲٫۵") == "۱۲٫۵٪"
    assert read("۱۲٫۵٪") == "۱۲٫۵٪"


def test_marks_stay_behind_their_letters() -> None:
    assert read("א\u05b8" + "ב\u05bc\u05b0") == "ב\u05bc\u05b0א\u05b8"


def test_a_latin_line_keeps_its_order_around_a_hebrew_name() -> None:
    assert read("The", "name", back("שלום"), back("עולם"), "is", "here") == "The name עולם שלום is here"


@given(
    st.lists(st.text(alphabet="אבגابة123,.()%abc ", min_size=1, max_size=6).filter(str.strip), min_size=1, max_size=9)
)
def test_no_character_is_lost(texts: list[str]) -> None:
    words = seen(*(text.strip() for text in texts))
    faces = str.maketrans("()", "||")
    before = sorted("".join(word.text for word in words).translate(faces))
    after = to_reading_order(words)
    assert sorted("".join(word.text for word in after).translate(faces)) == before
    assert not after[0].space
