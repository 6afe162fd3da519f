"""File names from clients and back."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.web.http.filenames import MAX_STEM, clean_filename, content_disposition, stem


@pytest.mark.parametrize(
    ("name", "cleaned", "its_stem"),
    [
        ("Report.pdf", "Report.pdf", "Report"),
        ("年度报告 2025.PDF", "年度报告 2025.PDF", "年度报告 2025"),
        ("report.v1.2", "report.v1.2", "report.v1.2"),
        ("../../etc/passwd", "passwd", "passwd"),
        ("C:\\Users\\lin\\a.pdf", "a.pdf", "a"),
        ("/absolute/a.pdf/", "a.pdf", "a"),
        ("..", "document", "document"),
        (".pdf", "document.pdf", "document"),
        ("", "document", "document"),
        ("a\x00b\r\nc.pdf", "abc.pdf", "abc"),
        ("invoice\u202efdp.exe", "invoicefdp.exe", "invoicefdp"),
        ("e\u0301.pdf", "é.pdf", "é"),
        ("  spaced .pdf", "spaced.pdf", "spaced"),
        (".hidden.pdf", "hidden.pdf", "hidden"),
        ("a\u2028b.pdf", "ab.pdf", "ab"),
        ("\ud83d.pdf", "document.pdf", "document"),
        ("👩‍👩‍👧.pdf", "👩‍👩‍👧.pdf", "👩‍👩‍👧"),
        ("x" * 300 + ".pdf", "x" * 200 + ".pdf", "x" * 200),
        ("报" * 100 + ".pdf", "报" * 66 + ".pdf", "报" * 66),
    ],
)
def test_names(name: str, cleaned: str, its_stem: str):
    assert clean_filename(name) == cleaned
    assert stem(name) == its_stem


ANY_TEXT = st.text(alphabet=st.characters(), max_size=400)
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@given(ANY_TEXT)
def test_a_cleaned_name_is_one_harmless_segment(name: str):
    cleaned = clean_filename(name)
    assert cleaned
    assert not set(cleaned) & set("/\\" + BIDI)
    assert not any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} for c in cleaned)
    assert cleaned == unicodedata.normalize("NFC", cleaned)
    assert not cleaned.startswith((".", " "))
    assert not cleaned.endswith((".", " "))
    assert len(stem(name).encode()) <= MAX_STEM
    assert clean_filename(cleaned) == cleaned


@given(ANY_TEXT.map(clean_filename))
def test_a_disposition_cannot_be_broken_and_comes_back(name: str):
    value = content_disposition(name)
    assert value.isascii()
    assert value.isprintable()
    found = re.fullmatch(r"attachment; filename=\"([^\"\\%]*)\"; filename\*=UTF-8''([A-Za-z0-9._~%-]*)", value)
    assert found is not None
    assert unquote(found.group(2)) == name
    assert found.group(1)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Report.docx", "Report.docx"),
        ("Übersicht é.docx", "Ubersicht e.docx"),
        ('a"b\\c%41.md', "a_b_c_41.md"),
        ("报告.docx", "document.docx"),
        ("报告 7.docx", "__ 7.docx"),
    ],
)
def test_the_ascii_form(name: str, plain: str):
    assert f'filename="{plain}"' in content_disposition(name)
