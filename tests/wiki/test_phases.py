"""The four phases over small books: what a wiki promises, and that it survives its own death."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.errors import BadRequest
from quire.jobs.book_source import run_phase
from quire.wiki import chapter_doubts
from quire.wiki.phases import PHASES, Event, run
from quire.wiki.review import check_page, review_wiki
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import citations, links
from tests.wiki import answering, books


def build(book: Path, folder: Path, **options) -> Wiki:
    Wiki.create(folder, book)
    for phase in PHASES:
        run_phase(folder, phase, clock=FakeClock(), **options)
    return Wiki.open(folder)


def files_of(wiki: Wiki) -> dict[str, bytes]:
    return {
        str(path.relative_to(wiki.folder)): path.read_bytes() for path in sorted((wiki.folder / "pages").rglob("*.md"))
    }


@pytest.fixture(scope="module")
def wikis(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Wiki]:
    folder = tmp_path_factory.mktemp("books")
    return {name: build(path, folder / f"wiki-{name}") for name, path in books.files(folder).items()}


@pytest.mark.parametrize("name", ["manual.md", "story.txt", "tale.txt", "textbook.md"])
def test_every_sentence_is_cited_and_every_link_leads_somewhere(wikis: dict[str, Wiki], name: str):
    wiki = wikis[name]
    passages, ids = {one.id: one for one in wiki.passages()}, wiki.page_ids()
    pages = list(wiki.pages())
    assert {page.id: check_page(page, passages, ids) for page in pages if check_page(page, passages, ids)} == {}
    found = review_wiki(wiki)
    assert found.coverage > 0.7
    assert min(found.cited, found.exact, found.links, found.reached, found.unique) == 1.0
    assert all(citations(page.body) for page in pages)


def test_what_the_reader_doubts_of_the_chapters_lowers_the_score(tmp_path: Path) -> None:
    prose = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n"
    heads = [f"{sign} = pack(boxes{at})" for at, sign in enumerate("abcdefg")]
    book = tmp_path / "doubtful.txt"
    book.write_text(prose * 200 + "".join(f"\n\n\n{head}\n\n{prose * 40}" for head in heads), "utf-8")
    Wiki.create(tmp_path / "wiki", book)
    run_phase(tmp_path / "wiki", PHASES[0], clock=FakeClock())
    found = review_wiki(Wiki.open(tmp_path / "wiki"))
    told = [one for one in found.issues if one.startswith("The chapters may be wrong: 7 lines such as")]
    assert len(told) == 1
    assert found.plausible < 1.0


def test_headings_that_allow_many_lists_of_chapters_lower_the_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chapter_doubts, "_MANY_WAYS", 2)
    prose = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n"
    book = tmp_path / "levels.md"
    book.write_text("".join(f"# Tool {one}\n\n## Use of {one}\n\n{prose * 40}" for one in "abcd"), "utf-8")
    Wiki.create(tmp_path / "wiki", book)
    run_phase(tmp_path / "wiki", PHASES[0], clock=FakeClock())
    found = review_wiki(Wiki.open(tmp_path / "wiki"))
    assert "The headings of the file allow 2 different lists of chapters: this one may be wrong." in found.issues
    assert found.plausible < 1.0


def names(wiki: Wiki) -> dict[str, set[str]]:
    return {page.title.lower(): {alias.lower() for alias in page.aliases} for page in wiki.pages() if page.subject}


def test_terms_of_a_manual_become_pages(wikis: dict[str, Wiki]):
    found = names(wikis["manual.md"])
    assert {"gear", "gear ratio", "shaft", "worm gear", "ball bearing", "sleeve bearing", "friction"} <= set(found)
    assert not {"a", "two", "turning", "cannot", "every", "without"} & set(found)
    gear = wikis["manual.md"].page("gear")
    assert gear.summary.startswith("A gear is a wheel with teeth")
    assert "worm-gear" in {link.target for link in links(gear.body)}


def test_persons_and_places_of_a_story_become_pages(wikis: dict[str, Wiki]):
    wiki = wikis["story.txt"]
    types = {page.title: page.type for page in wiki.pages()}
    assert types["Captain Vane"] == "person"
    assert types["Margaret Thornton"] == "person"
    assert types["Melbury"] == "place"
    assert "margaret" in names(wiki)["margaret thornton"]


def test_a_courtesy_name_belongs_to_its_bearer(wikis: dict[str, Wiki]):
    found = names(wikis["tale.txt"])
    assert {"伯远", "王伯远"} <= found["王茂"]
    assert "赵彪" in found
    assert not [name for one, others in found.items() for name in (one, *others) if len(name) == 1]


def test_chinese_terms_have_their_english(wikis: dict[str, Wiki]):
    found = names(wikis["textbook.md"])
    assert found["采样率"] == {"sampling rate"}
    assert {"混叠", "滤波器", "噪声"} <= set(found)
    assert "采样" in wikis["textbook.md"].page("采样率").body


def test_the_same_book_gives_the_same_wiki(wikis: dict[str, Wiki], tmp_path: Path):
    again = build(books.files(tmp_path)["manual.md"], tmp_path / "again")
    assert files_of(again) == files_of(wikis["manual.md"])


def test_a_stopped_build_goes_on_and_ends_the_same(wikis: dict[str, Wiki], tmp_path: Path):
    Wiki.create(tmp_path / "w", books.files(tmp_path)["manual.md"])
    for phase in PHASES:
        status, turns = "stopped", 0
        while status == "stopped":
            asked = iter(range(3))
            outcome = run_phase(
                tmp_path / "w", phase, clock=FakeClock(), should_stop=lambda asked=asked: next(asked, 3) >= 2
            )
            status, turns = outcome.status, turns + 1
            assert turns < 200
    stripped = {name: text.split(b"revision:")[1] for name, text in files_of(Wiki.open(tmp_path / "w")).items()}
    assert stripped == {name: text.split(b"revision:")[1] for name, text in files_of(wikis["manual.md"]).items()}


def test_a_killed_build_goes_on_and_ends_the_same(wikis: dict[str, Wiki], tmp_path: Path):
    book = books.files(tmp_path)["manual.md"]
    folder = tmp_path / "killed"
    script = (
        "import sys; from pathlib import Path; from quire.jobs.book_source import run_phase; from quire.wiki.phases "
        "import PHASES;"
        "from quire.clock import FakeClock; from quire.wiki.wiki_folder import Wiki;"
        "Wiki.create(Path(sys.argv[2]), Path(sys.argv[1]));"
        "[run_phase(Path(sys.argv[2]), phase, clock=FakeClock()) for phase in PHASES]"
    )
    done = folder / ".quire" / "done.jsonl"
    for lines in (2, 9, 14):
        child = subprocess.Popen([sys.executable, "-c", script, str(book), str(folder)])
        end = time.monotonic() + 30
        while child.poll() is None and time.monotonic() < end:
            if done.exists() and done.read_bytes().count(b"\n") >= lines:
                os.kill(child.pid, signal.SIGKILL)
                break
        child.wait(timeout=30)
    wiki = Wiki.open(folder)
    for phase in PHASES:
        run_phase(folder, phase, clock=FakeClock())
    assert {name.rsplit("/", 1)[-1] for name in files_of(wiki)} == {
        name.rsplit("/", 1)[-1] for name in files_of(wikis["manual.md"])
    }
    found = review_wiki(wiki)
    assert min(found.cited, found.exact, found.links, found.reached) == 1.0
    units = [json.loads(line)["unit"] for line in done.read_text().splitlines() if '"grow"' in line]
    assert len(units) == len(set(units))


def test_phases_run_in_order_and_tell_what_they_do(tmp_path: Path):
    Wiki.create(tmp_path / "w", books.files(tmp_path)["textbook.md"])
    with pytest.raises(BadRequest):
        run(tmp_path / "w", "grow")
    with pytest.raises(BadRequest):
        run(tmp_path / "w", "larva")
    events: list[Event] = []
    run_phase(tmp_path / "w", "egg", report=events.append, clock=FakeClock())
    phases = [event.data for event in events if event.kind == "phase"]
    assert phases == [{"phase": "egg", "status": "started"}, {"phase": "egg", "status": "ended", "duration_s": 0.0}]
    assert any(event.kind == "log" for event in events)
    assert run_phase(tmp_path / "w", "egg", clock=FakeClock()).units == 0


def test_without_a_model_the_wiki_is_the_one_that_was_reviewed(wikis: dict[str, Wiki], golden):
    for name in ("manual.md", "textbook.md"):
        files = files_of(wikis[name])
        golden(f"wikis/{name}", "".join(f"=== {path}\n{text.decode()}" for path, text in files.items()))


@pytest.mark.parametrize(
    "answer", ["", "I'm sorry, but I cannot help with that.", {"subjects": [], "sentences": [], "findings": []}]
)
def test_a_model_that_says_nothing_changes_nothing(wikis: dict[str, Wiki], tmp_path: Path, answer: object):
    Wiki.create(tmp_path / "w", books.files(tmp_path)["manual.md"])
    for phase in PHASES:
        with answering.asker(tmp_path / "w", phase, answer) as model:
            assert run_phase(tmp_path / "w", phase, clock=FakeClock(), model=model).status == "done"
    assert files_of(Wiki.open(tmp_path / "w")) == files_of(wikis["manual.md"])


def test_a_long_book_is_told_to_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("quire.wiki.reading_phase._LONG", 1000)
    Wiki.create(tmp_path / "w", books.files(tmp_path)["manual.md"])
    said: list[str] = []
    run_phase(tmp_path / "w", "egg", report=lambda event: said.append(str(event.data.get("msg", ""))))
    assert [line for line in said if line.startswith("A long book")]
