"""Opened wikis are kept, opened anew when they change, and opened once however many ask."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.errors import NotFound
from quire.web.state import wiki_cache as wiki_library
from quire.web.state.wiki_cache import REUSE_SECONDS, WikiCache
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page

BODY = "Words. [^p1]"


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    (tmp_path / "b.txt").write_text("Words.")
    made = [tmp_path / name for name in "abc"]
    for one in made:
        Wiki.create(one, tmp_path / "b.txt").save(Page("word", "Word", "concept", BODY))
    return made


def test_a_wiki_is_opened_anew_when_it_has_changed(folders: list[Path]):
    clock = FakeClock()
    library = WikiCache(clock)
    first = library.open(folders[0])
    Wiki.open(folders[0]).save(Page("other", "Other", "concept", BODY))
    assert library.open(folders[0]) is first, "within a second nobody looks"
    clock.advance(REUSE_SECONDS)
    second = library.open(folders[0])
    assert len(second.metadata) == 2
    clock.advance(REUSE_SECONDS)
    assert library.open(folders[0]) is second
    assert library.outline(folders[0]).pages == 2


def test_the_wikis_read_last_stay_open(folders: list[Path]):
    library = WikiCache(FakeClock(), kept=2)
    first, second = library.open(folders[0]), library.open(folders[1])
    assert library.open(folders[0]) is first
    library.open(folders[2])
    assert library.open(folders[0]) is first
    assert library.open(folders[1]) is not second
    with pytest.raises(NotFound):
        library.open(folders[0].parent)


def test_many_who_ask_at_once_open_it_once(folders: list[Path], monkeypatch: pytest.MonkeyPatch):
    opened: list[Path] = []
    ready = threading.Barrier(8)

    class Slow(wiki_library.OpenedWiki):
        def __init__(self, folder: Path, meaning: object = None) -> None:
            opened.append(folder)
            time.sleep(0.05)
            super().__init__(folder)

    def ask(folder: Path) -> wiki_library.OpenedWiki:
        ready.wait(60)
        return library.open(folder)

    monkeypatch.setattr(wiki_library, "OpenedWiki", Slow)
    library = WikiCache(FakeClock())
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(ask, [folders[0]] * 8))
    assert (len(found), opened) == (1, [folders[0]])
