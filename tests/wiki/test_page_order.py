"""The order of pages: one for sites, the API and the library."""

from __future__ import annotations

import inspect

from quire.library import built_wiki
from quire.web.wiki import content_routes
from quire.wiki.page_order import natural_sort_key, page_order
from quire.wiki.site import site_content


def test_numbers_in_names_are_in_order():
    assert sorted(["chapter-10", "chapter-9", "Chapter-1"], key=natural_sort_key) == [
        "Chapter-1",
        "chapter-9",
        "chapter-10",
    ]


def test_pages_are_sorted_by_type_before_their_ids():
    pages = [("concept", "b"), ("chapter", "chapter-10"), ("chapter", "chapter-2"), ("concept", "a")]
    assert sorted(pages, key=lambda one: page_order(*one)) == [
        ("chapter", "chapter-2"),
        ("chapter", "chapter-10"),
        ("concept", "a"),
        ("concept", "b"),
    ]


def test_whoever_lists_pages_has_no_order_of_its_own():
    for module in (built_wiki, content_routes, site_content):
        source = inspect.getsource(module)
        assert "page_order(" in source
        assert "natural_sort_key" not in source
