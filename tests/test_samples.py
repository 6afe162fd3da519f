"""The sample documents hold what their README promises, seen by PDFium itself and not by the product."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from pypdfium2 import raw

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
ENGLISH, CHINESE, SLIDES = "annual-report-en", "annual-report-zh", "briefing-slides"
NAMES = (ENGLISH, CHINESE, SLIDES)
BUDGET = 2_000_000  # bytes of all documents: a clone stays small


@pytest.fixture(scope="module", params=NAMES)
def document(request: pytest.FixtureRequest):
    with pdfium.PdfDocument(SAMPLES / f"{request.param}.pdf") as opened:
        yield opened


def texts(name: str) -> list[str]:
    with pdfium.PdfDocument(SAMPLES / f"{name}.pdf") as opened:
        return [page.get_textpage().get_text_range() for page in opened]


def objects(name: str, kind: int) -> int:
    with pdfium.PdfDocument(SAMPLES / f"{name}.pdf") as opened:
        return sum(1 for page in opened for _ in page.get_objects(filter=[kind]))


def links(name: str) -> tuple[set[str], int]:
    """The addresses that areas lead to, and the number of areas that lead to a page of the document."""
    addresses: set[str] = set()
    inner = 0
    with pdfium.PdfDocument(SAMPLES / f"{name}.pdf") as opened:
        for page in opened:
            link, position = raw.FPDF_LINK(), ctypes.c_int(0)
            while raw.FPDFLink_Enumerate(page, position, link):
                action = raw.FPDFLink_GetAction(link)
                if action and raw.FPDFAction_GetType(action) == raw.PDFACTION_URI:
                    size = raw.FPDFAction_GetURIPath(opened, action, None, 0)
                    buffer = ctypes.create_string_buffer(size)
                    raw.FPDFAction_GetURIPath(opened, action, buffer, size)
                    addresses.add(buffer.value.decode())
                elif raw.FPDFLink_GetDest(opened, link):
                    inner += 1
    return addresses, inner


def test_they_are_the_documents_of_the_folder():
    assert sorted(path.stem for path in SAMPLES.glob("*.pdf")) == sorted(NAMES)
    assert sum(path.stat().st_size for path in SAMPLES.glob("*.pdf")) < BUDGET


@pytest.mark.parametrize(("name", "least"), [(ENGLISH, 12), (CHINESE, 8), (SLIDES, 8)])
def test_pages(name: str, least: int):
    pages = texts(name)
    assert len(pages) >= least
    assert all(text.strip() for text in pages)


def test_the_readme_counts_the_pages():
    counts = re.findall(r"`([\w-]+)\.pdf` \| (\d+)", (SAMPLES / "README.md").read_text(encoding="utf-8"))
    assert {name: len(texts(name)) for name in NAMES} == {name: int(count) for name, count in counts}


def test_they_say_that_they_are_invented(document):
    words = document.get_metadata_dict()["Subject"]
    assert "invented" in words or "虚构" in words


@pytest.mark.parametrize("name", [ENGLISH, CHINESE])
def test_reports_have_an_outline_of_three_levels(name: str):
    with pdfium.PdfDocument(SAMPLES / f"{name}.pdf") as opened:
        levels = [item.level for item in opened.get_toc()]
    assert set(levels) == {0, 1, 2}
    assert len(levels) > 20


@pytest.mark.parametrize(("name", "form"), [(ENGLISH, "Page {} of {}"), (CHINESE, "第 {} 页 共 {} 页")])
def test_reports_have_running_headers_and_page_numbers(name: str, form: str):
    pages = texts(name)
    for number, text in enumerate(pages[1:], 2):
        assert form.format(number, len(pages)) in text
    assert form.format(1, len(pages)) not in pages[0]


def test_the_english_report_has_what_is_promised():
    text = "\n".join(texts(ENGLISH))
    for words in (
        "2.1.3 Springs of the Upper Marr",
        "Table 3: Measuring stations",
        "its neighbours are added up every night, and",  # third level of a list
        "a good excuse",  # the quotation
        "def slow(readings, supplied):",
        "(2)",  # the label of a formula
        "A megalitre (Ml) is one thousand cubic metres",  # a footnote
    ):
        assert words in text
    heads = [page for page in texts(ENGLISH) if "Pressure, bar" in page]
    assert len(heads) == 2, "the heads of the table of stations are repeated on its second page"


def test_the_chinese_report_has_what_is_promised():
    text = "\n".join(texts(CHINESE))
    for words in ("第一章", "一、", "（一）", "单位：元", "利润表", "漏损率＝", "三、利润总额"):
        assert words in text
    assert len(re.findall(r"[\u4e00-\u9fff]", text)) > 3000


@pytest.mark.parametrize(("name", "least"), [(ENGLISH, 2), (CHINESE, 2), (SLIDES, 2)])
def test_pictures_and_vector_art(name: str, least: int):
    assert objects(name, raw.FPDF_PAGEOBJ_IMAGE) >= least
    assert objects(name, raw.FPDF_PAGEOBJ_PATH) > 50


@pytest.mark.parametrize("name", [ENGLISH, CHINESE])
def test_links_to_the_web_and_within(name: str):
    addresses, inner = links(name)
    assert any(address.startswith("https://") for address in addresses)
    assert any(address.startswith("mailto:") for address in addresses)
    assert inner > 20  # the table of contents


def test_slides_are_landscape():
    with pdfium.PdfDocument(SAMPLES / f"{SLIDES}.pdf") as opened:
        assert {opened.get_page_size(number) for number in range(len(opened))} == {(960.0, 540.0)}


ACCOUNTS = {"statements-zh": 9, "statements-en": 4}
INVOICES = ("digital-invoice.pdf", "ordinary-invoice.pdf", "scanned-invoice.png")


def lines_of(path: Path) -> list[str]:
    with pdfium.PdfDocument(path) as opened:
        return "\n".join(page.get_textpage().get_text_range() for page in opened).splitlines()


@pytest.mark.parametrize(("name", "pages"), ACCOUNTS.items())
def test_statements_have_their_pages_and_say_that_they_are_invented(name: str, pages: int):
    with pdfium.PdfDocument(SAMPLES / "statements" / f"{name}.pdf") as opened:
        assert len(opened) == pages
        subject = opened.get_metadata_dict()["Subject"]
    assert "invented" in subject or "虚构" in subject


@pytest.mark.parametrize(
    "words", ["合并资产负债表", "母公司资产负债表", "合并利润表", "母公司现金流量表", "单位：元", "七、40"]
)
def test_the_chinese_statements_have_what_is_promised(words: str):
    assert words in "\n".join(lines_of(SAMPLES / "statements" / "statements-zh.pdf"))


def test_the_figures_of_the_chinese_balance_sheets_fit_together():
    """Both sides are equal, on both sheets and in both years, as they stand on the page."""
    text = lines_of(SAMPLES / "statements" / "statements-zh.pdf")
    figure = re.compile(r"[\d,]+\.\d\d")
    sides = {
        word: [figure.findall(" ".join(text[at : at + 4]))[:2] for at, line in enumerate(text) if line.startswith(word)]
        for word in ("资产总计", "负债和所有者权益（或股东权益）总计")
    }
    assert len(sides["资产总计"]) == 2
    assert sides["资产总计"] == sides["负债和所有者权益（或股东权益）总计"]


def test_invoices_are_there_and_small():
    files = sorted((SAMPLES / "invoices").iterdir())
    assert [path.name for path in files] == sorted(INVOICES)
    assert sum(path.stat().st_size for path in files) < 1_000_000
    assert (SAMPLES / "invoices" / "scanned-invoice.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["digital-invoice.pdf", "ordinary-invoice.pdf"])
def test_identifiers_of_invoices_have_their_check_character(name: str):
    """GB 32100-2015: 31 characters, the weights are the powers of 3 modulo 31."""
    alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY"
    found = set(re.findall(r"\b91[0-9A-Z]{16}\b", "\n".join(lines_of(SAMPLES / "invoices" / name))))
    assert len(found) == 2
    for code in found:
        rest = sum(alphabet.index(char) * pow(3, at, 31) for at, char in enumerate(code[:17])) % 31
        assert alphabet[(31 - rest) % 31] == code[17]


def test_every_sample_is_in_the_readme():
    readme = (SAMPLES / "README.md").read_text(encoding="utf-8")
    for name in (*(f"statements/{stem}.pdf" for stem in ACCOUNTS), *(f"invoices/{name}" for name in INVOICES)):
        assert f"`{name}`" in readme
