"""A document as a book."""

from __future__ import annotations

from quire.read.plain import read_book_text
from quire.wiki.book import make_book, same_work, sketch
from quire.wiki.mining import glossary_entries, index_entries
from tests.wiki import books


def test_passages_are_numbered_in_order_and_stay_in_their_section():
    book = make_book(read_book_text(books.MANUAL.encode(), markdown=True))
    assert [one.id for one in book.passages] == [f"p{at + 1}" for at in range(len(book.passages))]
    assert [one.title for one in book.chapters] == ["Gears and Shafts", "Bearings"]
    assert ("Bearings", "Ball Bearings") in {one.headings for one in book.passages}
    assert any("```\nratio" in one.text for one in book.passages)


def test_the_fingerprint_is_that_of_the_text_and_not_of_its_form():
    text = books.STORY
    one = make_book(read_book_text(text.encode(), markdown=False))
    other = make_book(read_book_text(("\ufeff" + text.replace("\n", "\r\n")).encode("utf-16"), markdown=False))
    assert one.fingerprint == other.fingerprint
    assert same_work(one.sketch, other.sketch) == 1.0


def test_the_same_work_is_known_by_its_sketch():
    words = " ".join(f"word{n * 7919 % 4001} goes{n}" for n in range(6000))
    changed = words.replace("word13 ", "WORD thirteen ").replace("goes77 ", "")
    other = " ".join(f"line{n * 104729 % 5003} stands{n}" for n in range(6000))
    assert same_work(sketch(words), sketch(changed)) >= 0.95
    assert same_work(sketch(words), sketch(other)) < 0.2


def test_index_entries_lose_their_pages_and_turn_names():
    lines = [
        "A",
        "Abscissa, 93",
        "Ball, W. W. R., 120, 148",
        "Lever, see Statics",
        "Long division (division), 3-5, 17",
        "12",
    ]
    assert index_entries(lines) == [
        ("Abscissa",), ("W. W. R. Ball", "Ball, W. W. R."), ("Lever",), ("Long division", "division"),
    ]  # fmt: skip


def test_glossary_entries():
    assert glossary_entries(["Gear: a wheel with teeth", "鞍点，saddle point", "no entry here"]) == [
        ("Gear", "a wheel with teeth"),
        ("鞍点", "saddle point"),
    ]
