"""A wiki as a Python program opens it."""

from __future__ import annotations

from pathlib import Path

import quire
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page


def test_pages_come_in_the_order_of_their_numbers(tmp_path: Path):
    (tmp_path / "whales.txt").write_text("Whales are mammals.")
    made = Wiki.create(tmp_path / "wiki", tmp_path / "whales.txt")
    for name in ("Chapter 10", "Chapter 2", "Ocean"):
        made.save(Page(name, name, "concept" if name == "Ocean" else "chapter", "Text."))
    wiki = quire.Wiki.open(tmp_path / "wiki")
    assert wiki.page_ids() == ["Chapter 2", "Chapter 10", "Ocean"]
    assert [page.id for page in wiki.pages()] == wiki.page_ids()
