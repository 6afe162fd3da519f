"""AsciiDoc to documents."""

from __future__ import annotations

from quire.model.block import Code, Heading, List, Paragraph
from quire.read.books.asciidoc_reader import is_asciidoc, read_asciidoc
from quire.read.books.plain_text import read_book_text

_TEXT = """\
:toc:
[[ch01]]
== The [.keep-together]#First Chapter#

((("wallets", "seeds in")))A _wallet_ holds ((keys)), see <<ch02,the next chapter>> and
link:https://example.org/[the site].

[source,rust]
----
fn main() { println!("== no title"); }
----

// a comment
[NOTE]
====
Keep `+cargo+` up to date.
====

=== Lists

* one
** inner
. first

Nonce:: A number used once.

== The Second Chapter

////
hidden
////
Text.footnote:[A note.]
"""


def test_titles_code_and_prose() -> None:
    blocks = read_asciidoc(_TEXT).blocks
    heads = [(one.level, "".join(span.text for span in one.spans)) for one in blocks if isinstance(one, Heading)]
    assert heads == [(2, "The First Chapter"), (3, "Lists"), (2, "The Second Chapter")]
    assert [one.text for one in blocks if isinstance(one, Code)] == ['fn main() { println!("== no title"); }']
    said = ["".join(span.text for span in one.spans) for one in blocks if isinstance(one, Paragraph)]
    assert said == [
        "A wallet holds keys, see the next chapter and the site.",
        "Keep cargo up to date.",
        "Nonce: A number used once.",
        "Text. (A note.)",
    ]
    assert sum(isinstance(one, List) for one in blocks) >= 1


def test_signs_behind_a_title_are_none_of_it() -> None:
    text = "= A Book =\n\n[[one]]\n== One ==\n\nText.\n\n== C = D\n\n[[two]]\n=== Two ==\n"
    titles = [
        "".join(span.text for span in one.spans) for one in read_asciidoc(text).blocks if isinstance(one, Heading)
    ]
    assert titles == ["A Book", "One", "C = D", "Two =="]


def test_only_asciidoc_is_asciidoc() -> None:
    assert not is_asciidoc("== One\n\ntext\n\n== Two\n\ntext\n\n== Three\n\n[[wiki]] text\n")
    assert is_asciidoc("[[a]]\n== One\n\ntext\n\n[[b]]\n== Two\n\ntext\n\n== Three\n")
    assert not any("====" in str(one) for one in read_book_text(f"{_TEXT}\n== More\n".encode(), markdown=False).blocks)


def test_a_long_frame_of_a_table_makes_no_title_of_the_line_above() -> None:
    blocks = read_asciidoc(
        "== Security\n\n|=======\n| `principal`\n|\n\n_Not for production!_\n|=======\n\nText.\n"
    ).blocks
    assert [one.level for one in blocks if isinstance(one, Heading)] == [2]


def test_titles_of_two_lines_and_no_fence_below_a_line() -> None:
    text = """\
The Book
========

[[one]]
The First Chapter
-----------------

A paragraph
----
code
----

A Section
~~~~~~~~~

目录与索引
----------

[NOTE]
Text.

|#|Category
|1|Phones

Longer lines of prose
-----
are no titles
-----

///////
hidden
////
Not Shown
---------
///////

The Last Chapter
----------------
"""
    assert is_asciidoc(f"[[book]]\n{text}")
    blocks = read_asciidoc(text).blocks
    heads = [(one.level, "".join(span.text for span in one.spans)) for one in blocks if isinstance(one, Heading)]
    wanted = [(1, "The Book"), (2, "The First Chapter"), (3, "A Section"), (2, "目录与索引"), (2, "The Last Chapter")]
    assert heads == wanted
    assert [one.text for one in blocks if isinstance(one, Code)] == ["code", "are no titles"]


def test_a_lone_dash_below_an_entry_makes_no_title_of_it() -> None:
    blocks = read_asciidoc("== Errors\n\nThe file cannot be read::\n-\n\nIt is missing.\n").blocks
    assert [one.level for one in blocks if isinstance(one, Heading)] == [2]
