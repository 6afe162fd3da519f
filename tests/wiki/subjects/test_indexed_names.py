"""Entries of an index that are persons and events."""

from __future__ import annotations

from quire.wiki.book import Book
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.subjects.indexed_names import with_types_of_names
from quire.wiki.subjects.subject_candidates import Candidate

TEXT = (
    "The romances of Nathaniel Hawthorne were read by the master in the year of the battle of Vittoria. "
    "“Nobody came,” said Fenwick. Fenwick laughed, and then Fenwick said nothing. "
    "The ninth symphony was new. In Symphony Hall the bow of Paganini was shown."
)


def test_names_of_an_index_have_the_types_of_what_they_name():
    book = Book("Music", "", "en", (Passage("p1", "One", 0, TEXT),), ())
    entries = [
        ("Nathaniel Hawthorne", "Hawthorne, Nathaniel"),
        ("Fenwick",),
        ("Battle of Vittoria", "Vittoria, battle of"),
        ("Ninth Symphony", "Symphony, Ninth"),
        ("Bow",),
    ]
    found = [Candidate(name, "concept", 30.0, [*others], ["index"]) for name, *others in entries]
    found.append(Candidate("Hawthorne", "concept", 1.0, ["Hawthorne, Nathaniel"], ["heading"]))
    types = [one.type for one in with_types_of_names(found, book, all_sentences(book.passages, "en"))]
    assert types == ["person", "person", "event", "concept", "concept", "concept"]
