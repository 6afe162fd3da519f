"""The page's file."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.wiki_page import (
    LONGEST_ID,
    Page,
    citations,
    dump,
    front_matter,
    links,
    page_id,
    parse,
    plain_text,
    summary_of,
)

MOMENT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
words = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=40).map(str.strip)


@given(words.filter(bool), st.lists(words.filter(bool), max_size=4), words)
def test_what_is_written_is_read(title: str, aliases: list[str], summary: str):
    page = Page("some-id", title, "concept", "A body. [^p1]", tuple(aliases), summary, MOMENT, MOMENT, 3)
    assert parse(dump(page), id="some-id") == page


@given(st.text(max_size=200))
def test_ids_are_safe_names(title: str):
    name = page_id(title)
    assert name
    assert len(name.encode()) <= LONGEST_ID
    assert not name.startswith(".")
    assert not set(name) & set('/\\:*?"<>| \0\n')


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("println!", "println-macro"),
        ("Errors with `panic!`", "errors-with-panic-macro"),
        ("Hello, World!", "hello-world"),
        ("Stop!", "stop-macro"),
        ("记得备份！", "记得备份"),
    ],
)
def test_macros_are_told_from_calls(title: str, found: str):
    assert page_id(title) == found


def test_front_matter_as_people_write_it():
    values, body = front_matter(
        "---\ntitle: A Whale\naliases:\n  - Moby\n  - 'the white one'\ntags: [a, b]\n---\nText\n"
    )
    assert values == {"title": "A Whale", "aliases": ["Moby", "the white one"], "tags": ["a", "b"]}
    assert body == "Text\n"


def test_a_page_without_front_matter_is_all_body():
    page = parse("Only text.", id="x", type="place")
    assert (page.title, page.type, page.body, page.revision) == ("x", "place", "Only text.", 1)


def test_links_and_citations():
    body = "See [[a-b|the A]] and [[c]], [[d#part|D]]. [^p12][^p3] Again. [^p12]"
    assert [(one.target, one.label) for one in links(body)] == [("a-b", "the A"), ("c", "c"), ("d", "D")]
    assert citations(body) == ("p12", "p3")
    assert plain_text(body) == "See the A and c, D. Again."


def test_the_summary_is_the_first_paragraph():
    assert summary_of("# Title\n\nFirst **words**. [^p1]\n\nMore.") == "First words."
    assert summary_of("word " * 100, 30).endswith("…")


def test_many_brackets_take_no_long_time():
    start = time.process_time()
    for text in ("[" * 60_000, "[](" * 20_000, "[[" * 30_000 + "x"):
        assert plain_text(text)
    assert time.process_time() - start < 5
    assert plain_text("![A gear](a.png) and [the [mill](https://a.example/b)") == "A gear and [the mill"


def test_chinese_sentences_of_a_summary_stand_together():
    assert (
        summary_of("齿轮有齿。 [^p1]它转动。 [^p2]“好。” [^p3]《书》里说。 [^p4]")
        == "齿轮有齿。它转动。“好。”《书》里说。"
    )
    assert summary_of("It has teeth. [^p1] It turns.") == "It has teeth. It turns."
