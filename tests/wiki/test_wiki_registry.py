"""The shelf: rows and folders appear together, copies keep what is the owner's, the same text is found."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from quire.clock import FakeClock
from quire.errors import BadRequest, NotFound
from quire.store.database import connect
from quire.store.file_store import LocalFiles
from quire.store.usage_log import Amount, Consumer, UsageLog
from quire.tasks.builds.butler_table import Butlers
from quire.tasks.builds.job_states import JobStatus
from quire.tasks.builds.job_transitions import Builds, Missing
from quire.wiki.passage import Passage
from quire.wiki.text_fingerprint import sketch
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_names import checked_slug, slug_of
from quire.wiki.wiki_page import Page
from quire.wiki.wiki_registry import DedupScope, NewWiki, WikiRegistry, copy_result

TEXT = [" ".join(f"w{number * 7 % 911}" for number in range(start, start + 50)) for start in range(0, 2000, 50)]


@pytest.fixture
def engine(database):
    engine = connect(database.fresh())
    yield engine
    engine.dispose()


@pytest.fixture
def shelf(engine, tmp_path):
    return WikiRegistry(engine, FakeClock(), tmp_path / "wikis", files=LocalFiles(tmp_path / "files"))


@pytest.fixture
def builds(engine):
    return Builds(engine, FakeClock())


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "upload"
    path.write_text("# A book\n")
    return path


def new(owner="ann", sha="0" * 64, **more) -> NewWiki:
    return NewWiki(owner, "A book.md", sha, **more)


def ready(builds, shelf, added):
    """Let the job of a wiki end well, with a page."""
    wiki = Wiki.open(shelf.folder(added.entry.slug))
    wiki.save_passages([Passage(f"p{n + 1}", "One", n, text) for n, text in enumerate(TEXT)])
    wiki.save(Page("a", "A", "concept", "Text.[^p1]"))
    _, claim = builds.claim("w", 9)
    builds.begin(claim, "grow")
    builds.end(claim, JobStatus.READY)
    shelf.keep_sketch(added.entry.id, sketch(TEXT))
    return wiki


def test_a_new_wiki_has_its_folder_its_row_and_its_job(shelf, builds, book):
    added = shelf.add(new(), book, ".md")
    assert shelf.find("a-book") == added.entry
    wiki = Wiki.open(shelf.folder("a-book"))
    assert (wiki.name, wiki.lang, wiki.source.read_text(), wiki.config["SLUG"]) == (
        "A book",
        "zh",
        "# A book\n",
        "a-book",
    )
    job = builds.find(added.job_id)
    assert (job.slug, job.owner, job.status) == ("a-book", "ann", JobStatus.QUEUED)
    assert [one.slug for one in shelf.all("ann")] == ["a-book"]
    assert shelf.all("bob") == []
    with pytest.raises(NotFound):
        shelf.find("none")


def test_what_cannot_be_leaves_nothing(shelf, book, tmp_path, monkeypatch):
    with pytest.raises(BadRequest):
        shelf.add(new(lang="fr"), book, ".md")
    with pytest.raises(FileNotFoundError):
        shelf.add(new(), tmp_path / "none", ".md")
    assert list((tmp_path / "wikis").glob("*")) == []
    assert shelf.all() == []


def test_the_same_name_at_the_same_time(shelf, book):
    start = threading.Barrier(6)

    def add(number):
        start.wait()
        return shelf.add(new(sha=f"{number:064}"), book, ".md").entry.slug

    with ThreadPoolExecutor(6) as pool:
        slugs = list(pool.map(add, range(6)))
    assert sorted(slugs) == ["a-book", *(f"a-book-{n}" for n in range(2, 7))]


def test_the_same_file_is_taken_over_at_once(shelf, builds, book):
    first = shelf.add(new(), book, ".md")
    ready(builds, shelf, first)
    builds.complete(first.job_id)
    second = shelf.add(new(owner="bob"), book, ".md")
    assert (second.status, second.entry.ready) == (JobStatus.COMPLETED, True)
    assert Wiki.open(shelf.folder(second.entry.slug)).page("a").title == "A"
    assert builds.find(second.job_id).tokens == 0
    assert builds.left_ready() == []


def test_a_copy_of_a_ready_wiki_is_ready_and_stays_free(shelf, builds, engine, book):
    first = shelf.add(new(), book, ".md")
    ready(builds, shelf, first)
    second = shelf.add(new(owner="bob"), book, ".md")
    assert second.status is JobStatus.READY
    assert Butlers(engine, FakeClock()).find(second.entry.id).running is False
    assert [one.job_id for one in builds.left_ready() if one.lack is not Missing.DONE] == [first.job_id]


def test_the_same_text_in_another_file_is_known(shelf, builds, book):
    first = shelf.add(new(), book, ".md")
    ready(builds, shelf, first)
    second = shelf.add(new(owner="bob", sha="1" * 64), book, ".md")
    assert second.status is JobStatus.QUEUED
    alike = sketch(["A publisher's page that stands in this file alone", *TEXT])
    twin = shelf.same_work(second.entry.id, alike)
    assert twin == shelf.find(first.entry.slug)
    shelf.clone(second.entry.id, twin)
    assert shelf.find(second.entry.slug).ready
    assert len(Wiki.open(shelf.folder(second.entry.slug)).passages()) == len(TEXT)


@pytest.mark.parametrize(
    "other",
    [{"fresh": True}, {"lang": "en"}, {"sketch": sketch(TEXT[:5])}, {"sketch": []}, {"scope": DedupScope.OWNER}],
)
def test_what_is_not_the_same(shelf, builds, engine, book, other, tmp_path):
    other = dict(other)
    scope = other.pop("scope", DedupScope.GLOBAL)
    mine = other.pop("sketch", sketch(TEXT))
    first = shelf.add(new(), book, ".md")
    ready(builds, shelf, first)
    second = shelf.add(new(owner="bob", sha="1" * 64, **other), book, ".md")
    again = WikiRegistry(engine, FakeClock(), tmp_path / "wikis", scope, files=LocalFiles(tmp_path / "files"))
    assert again.same_work(second.entry.id, mine) is None


def test_nothing_of_the_other_owner_comes_along(shelf, builds, book):
    first = shelf.add(new(name="Secret name"), book, ".md")
    wiki = ready(builds, shelf, first)
    wiki.configure(PORT="8000")
    wiki.log("private")
    second = shelf.add(new(owner="bob", name="Mine"), book, ".md")
    copy = Wiki.open(shelf.folder(second.entry.slug))
    assert (copy.name, copy.config.get("PORT")) == ("Mine", None)
    assert not (copy.folder / "log").exists()
    assert all("Secret" not in path.read_text() for path in copy.folder.rglob("*") if path.is_file())


def test_taking_over_can_be_done_again(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name / "source").mkdir(parents=True)
        (tmp_path / name / "source" / "book.md").write_text(name)
        (tmp_path / name / "pages").mkdir()
        (tmp_path / name / "pages" / f"{name}.md").write_text(name)
    (tmp_path / "a" / "source" / "passages.jsonl").write_text("a")
    (tmp_path / "b" / ".part-left").mkdir()
    for _ in range(2):
        copy_result(tmp_path / "a", tmp_path / "b")
        found = {
            path.relative_to(tmp_path / "b").as_posix(): path.read_text()
            for path in (tmp_path / "b").rglob("*.*")
            if path.is_file()
        }
        assert found == {"source/book.md": "b", "source/passages.jsonl": "a", "pages/a.md": "a"}


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("A Book", "a-book"),
        ("紅樓夢", "hong-lou-meng"),
        ("Éa", "ea"),
        ("", "wiki"),
        ("🙂", "wiki"),
        ("-x-", "x"),
        ("a_b", "a-b"),
    ],
)
def test_slugs_of_names(name, slug):
    assert slug_of(name) == slug
    assert checked_slug(slug) == slug


def test_a_wiki_gets_another_name(shelf, book):
    entry = shelf.add(new(), book, ".md").entry
    shelf.rename(entry, "  In the   woods ")
    found = shelf.find(entry.slug)
    assert (found.name, Wiki.open(shelf.local(found)).name) == ("In the woods", "In the woods")
    assert found.snapshot != entry.snapshot
    for wrong in ("", "x" * 201, "a\0b"):
        with pytest.raises(BadRequest):
            shelf.rename(entry, wrong)


def test_a_deleted_wiki_leaves_nothing(shelf, builds, book, tmp_path):
    added, other = shelf.add(new(), book, ".md"), shelf.add(new(sha="1" * 64), book, ".md")
    shelf.delete(shelf.find(added.entry.slug))
    with pytest.raises(NotFound):
        shelf.find(added.entry.slug)
    assert builds.of_wiki(added.entry.id) is None
    assert not shelf.folder(added.entry.slug).exists()
    assert {path.parent.name for path in (tmp_path / "files" / "wikis").rglob("*.json")} == {
        other.entry.snapshot.split("/")[1]
    }
    again = shelf.add(new(sha="2" * 64), book, ".md").entry  # its name is free, and it is another wiki
    assert (again.slug, again.id != added.entry.id) == (added.entry.slug, True)
    assert Wiki.open(shelf.local(again)).source.read_text() == "# A book\n"


def test_a_wiki_waits_in_the_bin_for_a_day(engine, book, tmp_path):
    clock = FakeClock()
    shelf = WikiRegistry(engine, clock, tmp_path / "wikis", files=LocalFiles(tmp_path / "files"))
    first, second = (shelf.add(new(sha=str(n) * 64), book, ".md").entry for n in range(2))
    shelf.move_to_bin(first)
    assert [one.id for one in shelf.all()] == [second.id]
    assert shelf.find(first.slug, binned=True).binned == clock.now()
    with pytest.raises(NotFound):
        shelf.find(first.slug)
    assert shelf.add(new(sha="2" * 64), book, ".md").entry.slug not in {first.slug, second.slug}  # its name is kept
    shelf.save_all()
    clock.advance(86_399)
    shelf.empty_bin()
    shelf.move_to_bin(first, back=True)
    assert shelf.find(first.slug).binned is None
    shelf.move_to_bin(first)
    clock.advance(86_400)
    shelf.empty_bin()
    assert (shelf.all(binned=True), shelf.folder(first.slug).exists()) == ([], False)


def test_a_wiki_in_the_bin_is_not_taken_over(shelf, builds, book):
    first = shelf.add(new(), book, ".md")
    ready(builds, shelf, first)
    shelf.move_to_bin(shelf.find(first.entry.slug))
    assert shelf.add(new(), book, ".md").status is JobStatus.QUEUED


def test_a_book_counts_for_the_key_that_sent_it(shelf, engine, book):
    entry = shelf.add(new(key_id="k1"), book, ".md").entry
    clock = FakeClock()
    Builds(engine, clock).count_cpu(entry.id, 1.5)
    (row,) = UsageLog(engine, clock).since(clock.now().date())
    assert (row.consumer, row.amount) == (Consumer("k1", "ann", "wiki"), Amount(documents=1, cpu_ms=1500))
