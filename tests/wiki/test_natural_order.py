"""The order of pages and names."""

from __future__ import annotations

from quire.wiki.natural_order import listing_sort_key, natural_sort_key


def test_numbers_in_names_are_in_order():
    assert sorted(["chapter-10", "chapter-9", "Chapter-1"], key=natural_sort_key) == [
        "Chapter-1",
        "chapter-9",
        "chapter-10",
    ]


def test_pages_are_in_the_order_of_types_and_then_of_names():
    pages = [
        ("person", "Ada"),
        ("chapter", "第10章"),
        ("chapter", "第２章"),
        ("chapter", "第2章"),
        ("chapter", "第1章"),
    ]
    assert sorted(pages, key=lambda one: listing_sort_key(*one)) == [
        ("chapter", "第1章"),
        ("chapter", "第２章"),
        ("chapter", "第2章"),
        ("chapter", "第10章"),
        ("person", "Ada"),
    ]
