"""Texts joined of many documents, pages of a printer, titles at the margin: told by how lines are set."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from quire.model.block import Heading
from quire.read.books.joined_documents import joined_documents, outdented_titles, without_page_lines
from quire.read.books.plain_text import text_document

_PROSE = [
    "       Planing a board by hand begins with the side that is hollow, because it",
    "       does not rock on the bench.  The plane takes off the corners first, and",
    "       the board is turned when a straight edge shows no light below it.",
]


def _page(name: str) -> list[str]:
    head = f"{name}(1)                    Tools of the bench                    {name}(1)"
    parts = [line for part in ("NAME", "USE", "SEE ALSO") for line in (part, *_PROSE, "")]
    return [head, "", *parts, f"bench 2.0                   May 1999                   {name}(1)"]


def _help(number: int, title: str) -> list[str]:
    section = ["=" * 70, f"*{number:02}.1*\tHow it is held", "", *(line.strip() for line in _PROSE), ""]
    other = ["=" * 70, f"*{number:02}.2*\tHow it is cut", "", *(line.strip() for line in _PROSE), ""]
    head = [f"*tool_{number:02}.txt*\tFor the bench, version 2.", "", "\t\t     BENCH MANUAL", "", f"\t\t\t{title}", ""]
    return [*head, *(line.strip() for line in _PROSE), "", *section, *other]


def _headings(lines: list[str]) -> list[tuple[int, str]]:
    blocks = text_document("\n".join(lines)).blocks
    return [(one.level, "".join(span.text for span in one.spans)) for one in blocks if isinstance(one, Heading)]


def test_manual_pages_are_chapters_and_their_parts_sections():
    found = _headings([line for name in ("PLANE", "SAW", "CHISEL", "RASP") for line in _page(name)])
    inner = [(2, "NAME"), (2, "USE"), (2, "SEE ALSO")]
    assert found == [one for name in ("PLANE", "SAW", "CHISEL", "RASP") for one in ((1, f"{name}(1)"), *inner)]


def test_the_feet_of_manual_pages_are_no_text():
    blocks = text_document("\n".join(line for name in ("PLANE", "SAW", "CHISEL") for line in _page(name))).blocks
    assert not [one for one in blocks if "May 1999" in str(one)]


def test_help_files_are_named_by_what_stands_in_the_middle_and_their_rules_open_sections():
    titles = ("The plane", "The saw", "The chisel")
    found = _headings([line for at, title in enumerate(titles, 1) for line in _help(at, title)])
    assert found == [
        one
        for at, title in enumerate(titles, 1)
        for one in ((1, title), (2, f"{at:02}.1 How it is held"), (2, f"{at:02}.2 How it is cut"))
    ]


def test_nodes_with_titles_of_their_own_are_named_by_these():
    nodes = [
        [f"File: bench.info,  Node: {name},  Up: Top", "", f"{at} {name}", "*" * (len(name) + 2), "", *_PROSE, ""]
        for at, name in enumerate(("Planes", "Saws", "Chisels", "Rasps"), 1)
    ]
    lines = ["This is bench.info.", "", *(line for node in nodes for line in ("\x1f", *node))]
    assert _headings(lines) == [(1, "1 Planes"), (1, "2 Saws"), (1, "3 Chisels"), (1, "4 Rasps")]
    assert not [one for one in text_document("\n".join(lines)).blocks if "Node:" in str(one)]


def test_a_title_that_opens_each_document_is_replaced_by_the_name_below_it():
    lines = [
        line
        for name in ("plane - smooths a board", "saw - parts a board", "rasp - rounds a board")
        for line in ("NAME", f"       {name}", "", "USE", *_PROSE, "")
    ]
    found = [one for _, one in sorted(outdented_titles(lines, documents=False).items())]
    assert found[:3] == [(1, "plane - smooths a board"), (2, "USE"), (1, "saw - parts a board")]


def test_text_that_is_not_set_in_has_no_titles_at_its_margin():
    assert outdented_titles(["NAME", *(line.strip() for line in _PROSE), "", "USE", "", "END"], documents=False) == {}


def test_rows_of_a_table_open_no_documents():
    rows = [line for at in range(9) for line in (f"Item({at})   three of them   {at}", "")]
    assert joined_documents(rows).titles == {}


def test_lines_at_the_top_and_foot_of_pages_are_dropped_and_paragraphs_go_on():
    page = (
        "The saw is held\n{}with one hand, and the board\n\n\nSmith "
        "     [Page {}]\n\f\nNote 7      Saws      May 1999\n\n\n"
    )
    text = "".join(page.format("", at) for at in range(1, 7)) + "with care."
    plain = without_page_lines(text)
    assert "Smith" not in plain
    assert "May 1999" not in plain
    assert "and the board\nThe saw is held" not in plain
    assert plain.endswith("and the board\nwith care.")


def test_a_text_of_few_pages_stays_as_it_is():
    assert without_page_lines("one\ntop\n\f\ntop\ntwo") == "one\ntop\n\f\ntop\ntwo"


@given(some.lists(some.text(alphabet="aB1 (*:)\t=-\f", max_size=30), max_size=60))
def test_any_lines_are_read(lines: list[str]):
    joined = joined_documents(lines)
    assert set(joined.titles) <= joined.dropped <= set(range(len(lines)))
    assert all(level >= 1 for level, _ in outdented_titles(lines, documents=bool(joined.titles)).values())
    without_page_lines("\n".join(lines))


def test_paragraphs_in_one_line_open_no_documents():
    words = " ".join(["The miller looked at the gear and thought about the water"] * 3)
    lines = [line for _ in range(6) for line in (f"Once, {words}.  {words}.", *[""] * 5, f"{words} again.", "")]
    assert not joined_documents(lines).titles
