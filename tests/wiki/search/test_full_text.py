"""Search: the right things are found, and any text is a query."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.clock import FakeClock
from quire.hanzi import pinyin
from quire.jobs.book_source import run_phase
from quire.wiki.phases import PHASES
from quire.wiki.search.full_text import SearchIndex
from quire.wiki.search.query_tokens import display_text, index_terms, snippet
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page
from tests.wiki import books


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("books")
    found = {}
    for name, path in books.files(folder).items():
        if name in {"manual.md", "textbook.md"}:
            Wiki.create(folder / f"w-{name}", path)
            for phase in PHASES:
                run_phase(folder / f"w-{name}", phase, clock=FakeClock())
            found[name] = folder / f"w-{name}"
    return found


def test_english_words_are_found_in_any_form(folders: dict[str, Path]):
    with SearchIndex.open(folders["manual.md"]) as search:
        hits = search.passages("bronze tubes", 3)
        assert "bronze" in hits[0].snippet
        assert search.pages("what is a worm gear", 3)[0].page_id.endswith(("worm-gear", "worm-gears"))


@pytest.mark.parametrize("query", ["bronez tubes", "bronnze tubes", "bronxe tubes"])
def test_a_letter_may_be_wrong(folders: dict[str, Path], query: str):
    with SearchIndex.open(folders["manual.md"]) as search:
        assert search.passages(query, 3) == search.passages("bronze tubes", 3)
        assert search.pages(query, 3) == search.pages("bronze tubes", 3)


def test_a_word_that_is_like_no_other_finds_nothing(folders: dict[str, Path]):
    with SearchIndex.open(folders["manual.md"]) as search:
        assert search.pages("xylophones") == []


def test_a_word_longer_than_any_is_looked_up_as_it_is(folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("quire.wiki.search.full_text.one_edit_away", pytest.fail)
    with SearchIndex.open(folders["manual.md"]) as search:
        assert search.pages("q" * 2000) == []


def test_an_index_that_cannot_be_made_leaves_nothing_behind(
    folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    shutil.copytree(folders["manual.md"], tmp_path / "w")
    before = {path.name for path in (tmp_path / "w" / ".quire").iterdir()}
    monkeypatch.setattr("quire.wiki.search.full_text.shutil.copyfile", full)
    with pytest.raises(OSError, match="No space"):
        SearchIndex.build(Wiki.open(tmp_path / "w"))
    assert {path.name for path in (tmp_path / "w" / ".quire").iterdir()} == before


@pytest.mark.parametrize("query", ["噪", "混叠", "滤波", "怎样避免混叠"])
def test_short_chinese_queries_work(folders: dict[str, Path], query: str):
    with SearchIndex.open(folders["textbook.md"]) as search:
        assert query[-2:] in search.passages(query)[0].snippet
        assert search.pages(query)


def test_a_question_in_one_kind_of_characters_finds_a_book_in_the_other(tmp_path: Path):
    for at, (text, query) in enumerate(
        [("機器學習的結果取決於數據。", "机器学习"), ("机器学习的结果取决于数据。", "機器學習")]
    ):
        book = tmp_path / f"{at}.md"
        book.write_text(f"# 一\n\n{text * 8}\n\n# 二\n\n{'今天天氣很好。' * 20}\n", encoding="utf-8")
        Wiki.create(tmp_path / f"w{at}", book)
        run_phase(tmp_path / f"w{at}", "egg", clock=FakeClock())
        with SearchIndex.open(tmp_path / f"w{at}") as search:
            assert search.passages(query)[0].id == "p1"
            assert search.pages(query)[0].snippet


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    st.text(max_size=60)
    | st.sampled_from(['"', "gear AND", "NOT", "a* OR (", "NEAR(x y)", "'; DROP TABLE pages;--", "的", "\0"])
)
def test_any_text_is_a_query(folders: dict[str, Path], query: str):
    with SearchIndex.open(folders["manual.md"]) as search:
        scores = [hit.score for hit in search.pages(query, 5)]
        assert scores == sorted(scores, reverse=True)
        assert len(search.passages(query, 5)) <= 5


def test_a_changed_page_is_found(folders: dict[str, Path]):
    wiki = Wiki.open(folders["textbook.md"])
    wiki.save(Page("new", "量子", "concept", "量子比特。 [^p1]", summary="量子比特。"))
    with SearchIndex.open(wiki.folder) as search:
        assert search.pages("量子")[0].page_id == "new"
    wiki.remove("new")


def test_a_page_is_found_by_the_question_for_it(folders: dict[str, Path]):
    with SearchIndex.open(folders["manual.md"]) as search:
        page = next(iter(one for one in Wiki.open(folders["manual.md"]).pages() if one.type == "concept"))
        for query in (page.title, f"What is a {page.title}?", f"what is the {page.title.upper()}"):
            assert search.pages(query, 1)[0].page_id == page.id


@pytest.mark.parametrize("write", ["".join, " ".join, lambda parts: "".join(parts).upper()])
def test_a_chinese_name_is_found_by_its_pinyin(folders: dict[str, Path], write: Callable[[list[str]], str]):
    with SearchIndex.open(folders["textbook.md"]) as search:
        page = next(one for one in Wiki.open(folders["textbook.md"]).pages() if one.type == "concept")
        assert search.pages(write(pinyin(page.title)), 1)[0].page_id == page.id


def test_exercises_stand_behind_what_answers_them(tmp_path: Path):
    book = tmp_path / "book.md"
    text = "Backlash is the play between two teeth of a pair of gears, and it wears the flanks of both of them down."
    book.write_text(
        f"# Gears\n\n## Exercises\n\nHow is the backlash of two gears measured in a shop? {'Say why. ' * 12}\n\n"
        f"## Play\n\n{text} {'A gauge shows it. ' * 6}\n\n# Oil\n\n{'Oil keeps the bearings cool. ' * 20}\n",
        encoding="utf-8",
    )
    Wiki.create(tmp_path / "w", book)
    run_phase(tmp_path / "w", "egg", clock=FakeClock())
    with SearchIndex.open(tmp_path / "w") as search:
        assert "play between two teeth" in search.passages("backlash of gears")[0].snippet


def test_snippets_show_the_words_asked_for():
    text = "start " * 60 + "the bronze sleeve " + "end " * 60
    shown = snippet(text, dict.fromkeys(index_terms("bronze"), 1.0))
    assert "bronze" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 200


def test_an_index_that_has_no_room_is_a_full_disk(folders: dict[str, Path], tmp_path: Path, monkeypatch):
    folder = tmp_path / "w"
    shutil.copytree(folders["manual.md"], folder)
    (folder / ".quire" / "search.sqlite").unlink()

    def small(database: sqlite3.Connection) -> None:
        database.execute("PRAGMA max_page_count = 2")
        database.execute("CREATE TABLE one (a)")
        database.execute("CREATE TABLE other (a)")

    monkeypatch.setattr("quire.wiki.search.full_text._create", small)
    with pytest.raises(OSError, match="No space left") as told:
        SearchIndex.build(Wiki.open(folder))
    assert told.value.errno == errno.ENOSPC
    assert not [*(folder / ".quire").glob("search*")]


def test_a_page_that_came_for_its_passage_shows_words_as_they_stand_there(folders: dict[str, Path]):
    with SearchIndex.open(folders["manual.md"]) as search:
        hit = search.pages("how are tubes of bronze made fast", 1)[0]
        texts = [display_text(one.text) for one in Wiki.open(folders["manual.md"]).passages()]
        for part in (one.strip() for one in hit.snippet.split("…") if one.strip()):
            assert any(part in text for text in texts), part
