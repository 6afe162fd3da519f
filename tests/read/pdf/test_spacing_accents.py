"""Accents that are glyphs of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2.raw as lib
import pytest

from quire.read.pdf import page_reader
from quire.read.pdf import pdf_source as pdf
from quire.read.pdf.font_styles import DocumentStyles
from quire.read.pdf.object_properties import address_of
from quire.read.pdf.spacing_accents import ACCENT_MARKS, composed
from quire.read.pdf.word_repair import repair_words
from tests.read.making import raw, raw_lines

OVER_U = "[(M) -111 (\xa8) 444 (uller)] TJ"  # in Helvetica the accent is 333 wide, the letter 556


def test_letters_with_accents() -> None:
    assert [chr(composed(ord(a), ord(b))) for a, b in ("¨u", "´E", "ˇc", "¸c", "˝o", "¨ı")] == list("üÉčçőï")
    assert composed(ord("¨"), ord("q")) == composed(ord("-"), ord("u")) == composed(ord("´"), ord("я")) == 0


def test_the_accelerators_table_is_the_same() -> None:
    header = (Path(page_reader.__file__).parent / "native" / "spacing_accents.h").read_text("utf-8")
    rows = {}
    for cases, row in re.findall(r"((?:\s*case 0x[0-9A-F]+:)+)\s*return (\d+);", header):
        rows |= dict.fromkeys((int(one, 16) for one in re.findall(r"0x([0-9A-F]+)", cases)), int(row))
    table = header[header.index("ACCENTED[") : header.index("};")]
    lists = [[int(one, 16) for one in re.split(r",\s*", row)] for row in re.findall(r"\{([0-9A-Fx,\s]+)\}", table)]
    letters = [*range(0x41, 0x5B), *range(0x61, 0x7B)]
    assert rows.keys() == ACCENT_MARKS.keys()
    assert all(lists[rows[a]] == [composed(a, letter) for letter in letters] for a in ACCENT_MARKS)


@pytest.mark.parametrize(
    "content",
    [
        f"BT /F1 10 Tf 20 100 Td {OVER_U} ET",
        "BT /F1 10 Tf 20 100 Td (M) Tj 9.44 0.4 Td (\xa8) Tj -1.11 -0.4 Td (uller) Tj ET",  # raised
        "BT /F1 10 Tf 20 100 Td (Muller) Tj 9.44 0.4 Td (\xa8) Tj ET",  # behind all
    ],
)
def test_an_accent_over_a_letter_is_part_of_it(tmp_path: Path, content: str) -> None:
    [line] = raw_lines(tmp_path, content)
    assert line.text == "Müller"


def test_accents_beside_letters_stay(tmp_path: Path) -> None:
    assert raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td (it\xb4s a ~b ^c) Tj ET")[0].text == "it´s a ~b ^c"


def test_the_accelerator_and_its_twin_give_the_same(tmp_path: Path) -> None:
    path = raw(
        tmp_path / "a.pdf", f"BT /F1 10 Tf 20 100 Td {OVER_U} 0 -20 Td {OVER_U} (it\xb4s) Tj ET".encode("latin-1")
    )
    with pdf.PdfSource(path) as source, source._loaded(1) as handle:
        ways = (pdf._read_page(), page_reader.python_page_reader(lib))
        quick, plain = (
            way(address_of(handle), *pdf._view(handle), DocumentStyles().make, repair_words, None) for way in ways
        )
    assert quick == plain
    assert [line.text for line in quick.lines] == ["Müller", "Müllerit´s"]
