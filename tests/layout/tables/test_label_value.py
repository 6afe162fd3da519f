"""Tables of short labels and wrapped texts, without rules."""

import pytest

from quire.layout.tables.label_value import may_label
from quire.layout.tables.unruled import find_certain
from quire.model.page import Style
from tests.layout.table_pages import BOLD, PLAIN, line, page, row, texts

LABEL, TEXT = 72, 180
FULL = "every device that holds data is listed with its place and its"  # as long as the column is wide
TERMS = (
    ("Availability", (FULL, "owner in the register.")),
    ("Latency", ("Measured at the edge.",)),
    ("Audit trail", (FULL, FULL, "keeper.")),
    ("Backup", ("Kept for a year.",)),
    ("Access rights", (FULL, "date.")),
)


def table(terms=TERMS, *, gap=4.0, start=100.0, style=PLAIN, at=TEXT):
    lines, y = [], start
    for label, cell in terms:
        lines.append(line(label, LABEL, y, style=style))
        lines += [line(text, at, y + 12 * i) for i, text in enumerate(cell)]
        y += 12 * len(cell) + gap
    return lines


def found_on(lines):
    return find_certain(page(lines), lines)


def joined(terms=TERMS):
    return [[label, " ".join(cell)] for label, cell in terms]


def test_bold_headings_over_both_columns_are_taken():
    lines = [*row(100, ("No.", LABEL), ("Description", 260), style=BOLD), *table(start=116)]
    (found,) = found_on(lines)
    assert texts(found) == [["No.", "Description"], *joined()]
    assert found.table.grid.header_rows == 1


def test_numbers_are_labels_below_headings_only():
    numbered = tuple((f"10.{i}", cell) for i, (_, cell) in enumerate(TERMS, 1))
    heads = row(100, ("Exhibit", LABEL), ("Description", 260), style=BOLD)
    assert found_on(table(numbered)) == []
    (found,) = found_on([*heads, *table(numbered, start=116)])
    assert texts(found)[1:] == joined(numbered)


def test_a_label_wraps_beside_its_text():
    terms = (("Principal place of", (FULL, "owner in the register.")), *TERMS)
    lines = table(terms)
    lines.append(line("business", LABEL, 112))
    (found,) = found_on(lines)
    assert texts(found)[0] == ["Principal place of business", " ".join(terms[0][1])]


def test_columns_of_text_that_flow_on_are_no_table():
    left = [line("Samples from the plot", LABEL, 100 + 12 * i) for i in range(12)]
    right = [line(FULL, TEXT, 100 + 12 * i) for i in range(12)]
    assert found_on([*left, *right]) == []
    beside = [line("A note in the margin", LABEL, 100 + 36 * i) for i in range(5)]
    assert found_on([*beside, *(line(FULL, TEXT, 88 + 12 * i) for i in range(18))]) == []


def test_sections_of_several_paragraphs_are_no_table():
    cell = (FULL, "It ends here.", FULL, "It ends there.", FULL, "It ends.")
    terms = tuple((name, cell) for name in ("Scope", "Terms", "Duties", "Costs"))
    assert found_on(table(terms, gap=14)) == []


@pytest.mark.parametrize(
    "labels", ["Q A Q A Q", "John Mary John Mary John", "1. 2. 3. 4. 5.", "[Abc01] [Bcd02] [Cde03] [Def04] [Efg05]"]
)
def test_speakers_markers_and_references_are_no_labels(labels):
    terms = tuple((label, cell) for label, (_, cell) in zip(labels.split(), TERMS, strict=True))
    assert found_on(table(terms)) == []


def test_programs_are_no_table():
    mono = Style("Mono", 10.0, bold=False, italic=False, mono=True, color=0)
    lines = [one._replace(words=tuple(w._replace(style=mono) for w in one.words)) for one in table()]
    assert found_on(lines) == []
    assert found_on(table(tuple((name, tuple(f"= {t}" for t in cell)) for name, cell in TERMS))) == []


def test_a_caption_ends_the_table():
    lines = [*table(), line("Table 2: Terms", LABEL, 250), line("as used here", TEXT, 250)]
    (found,) = found_on(lines)
    assert texts(found) == joined()


def test_most_pages_hold_no_labels():
    assert not may_label([line(FULL, LABEL, 100 + 12 * i) for i in range(30)])
    assert may_label(table())


def test_labels_that_wrap_are_told_by_white_that_is_the_same_between_all_rows():
    rows = (("Scrubbing", "Write"), ("Person",), ("Select", "Lot"), ("Account",), ("Cover", "Ending"), ("Useful",))
    lines, y = [], 100.0
    for label in rows:
        lines += [line(text, LABEL, y + 12 * i) for i, text in enumerate(label)]
        lines += [line(text, TEXT, y + 12 * i) for i, text in enumerate((FULL, "owner in the register."))]
        y += 29
    (found,) = found_on(lines)
    assert texts(found) == [[" ".join(label), f"{FULL} owner in the register."] for label in rows]
