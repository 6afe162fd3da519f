"""Pictures on their way into the folder, and out of it: site, vault, one file, EPUB, preview."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from lxml import html

from quire.jobs.book_source import run_phase
from quire.web.preview_server import Preview
from quire.wiki import image_files
from quire.wiki.exports import export
from quire.wiki.figure import BookFigure
from quire.wiki.image_files import ImageFiles
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_registry import copy_result
from tests.read.books.test_book_images import picture
from tests.wiki.books import epub

GEAR, WORM, RULE = picture("PNG"), picture("JPEG", (200, 300)), picture("PNG", (300, 50), "black")


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Wiki:
    """The wiki of a pictured book."""
    folder = tmp_path_factory.mktemp("pictured")
    rule = '<p><img src="r.png"/></p>'
    text = "<p>A <em>gear</em> is a wheel with teeth that turns another wheel. The gear has thirty teeth.</p>"
    figure = '<figure><img src="g.png" alt="Two &lt;wheels&gt;"/><figcaption>Figure 1. A gear.</figcaption></figure>'
    worm = (
        "<p>A <em>worm gear</em> is turned by a screw, as Figure 1 cannot show. A worm gear is a wheel that a screw turns.</p><p><img "
        'src="w.jpg"/></p>'
    )
    book = epub(
        folder / "b.epub",
        {
            "a.xhtml": f"<h1>Gears</h1>{rule}{text}{figure}<p>The gear turns a shaft.</p>",
            "b.xhtml": f"<h1>Worms</h1>{rule}{worm}",
            "c.xhtml": f"<h1>Ends</h1>{rule}<p>Nothing more is said of gears.</p>{rule}",
        },
        extra={"OPS/g.png": GEAR, "OPS/w.jpg": WORM, "OPS/r.png": RULE},
    )
    made = Wiki.create(folder / "wiki", book, name="Gears")
    for phase in ("egg", "boot", "grow"):
        run_phase(made.folder, phase)
    return made


def test_the_folder_holds_what_the_book_shows_and_no_ornaments(wiki: Wiki):
    plates = wiki.figures()
    assert [(one.caption, one.alt, one.width, one.height) for one in plates] == [
        ("Figure 1. A gear.", "Two <wheels>", 120, 90),
        ("", "", 200, 300),
    ]
    assert [(wiki.pictures / one.file).read_bytes() for one in plates] == [GEAR, WORM]
    assert sorted(path.name for path in wiki.pictures.iterdir()) == sorted(one.file for one in plates)


def test_the_site_shows_them_in_the_text_and_on_the_pages_that_speak_of_them(wiki: Wiki, tmp_path: Path):
    export(wiki.folder, "site", tmp_path / "site")
    gear, worm = (one.file for one in wiki.figures())
    chapter = html.parse(tmp_path / "site/book/1.html")
    shown = chapter.xpath("//section[@class='passage']/figure/img")[0]
    assert (shown.get("src"), shown.get("alt"), shown.get("width")) == (f"../pictures/{gear}", "Two <wheels>", "120")
    assert chapter.xpath("//figure/figcaption/text()") == ["Figure 1. A gear."]
    assert "Figure 1. A gear." not in "".join(chapter.xpath("//section[@class='passage']/p//text()"))
    assert html.parse(tmp_path / "site/page/worm-gear.html").xpath("//aside//img/@src")[0] == f"../pictures/{worm}"
    assert (tmp_path / "site/pictures" / gear).read_bytes() == GEAR
    policy = chapter.xpath("//meta[@http-equiv]/@content")[0]
    assert "img-src 'self'" in policy


def test_every_export_carries_them(wiki: Wiki, tmp_path: Path):
    gear, worm = (one.file for one in wiki.figures())
    export(wiki.folder, "obsidian", tmp_path / "vault")
    assert (tmp_path / "vault/pictures" / worm).read_bytes() == WORM
    note = next((tmp_path / "vault/book").glob("*Gears.md")).read_text(encoding="utf-8")
    assert f"![Two \\<wheels\\>](../pictures/{gear})\n\nFigure 1. A gear.\n\n" in note
    export(wiki.folder, "html", tmp_path / "w.html")
    one = html.parse(tmp_path / "w.html")
    assert [src.partition(",")[0] for src in one.xpath("//img/@src")] == [
        "data:image/png;base64",
        "data:image/jpeg;base64",
    ]
    assert "img-src data:" in one.xpath("//meta[@http-equiv]/@content")[0]
    export(wiki.folder, "epub", tmp_path / "w.epub")
    with zipfile.ZipFile(tmp_path / "w.epub") as archive:
        assert archive.read(f"book/pictures/{gear}") == GEAR
        assert f'href="pictures/{worm}" media-type="image/jpeg"' in archive.read("book/book.opf").decode()
        assert f'<img src="pictures/{gear}"' in archive.read("book/text1.xhtml").decode()


def test_the_preview_serves_them_as_what_they_are(wiki: Wiki):
    preview = Preview(wiki.folder, "gears")
    gear = wiki.figures()[0].file
    answer = preview.answer("GET", f"/preview/gears/pictures/{gear}")
    assert (answer.status_code, answer.body, answer.headers["content-type"]) == (200, GEAR, "image/png")
    assert answer.headers["x-content-type-options"] == "nosniff"
    for name in ("../genes.jsonl", "..%2fsource%2fbook.epub", "x.png", "", "../local/config.md"):
        assert preview.answer("GET", f"/preview/gears/pictures/{name}").status_code == 404


@pytest.mark.parametrize(
    "mark",
    [
        '<item id="c" href="c.png" properties="cover-image"/>',
        '<meta name="cover" content="c"/><item id="c" href="c.png"/>',
    ],
)
def test_the_cover_stands_on_the_start_and_in_no_chapter(mark: str, tmp_path: Path):
    cover = picture("PNG", (90, 140), "navy")
    book = epub(
        tmp_path / "b.epub", {"a.xhtml": "<h1>One</h1><p>A gear is a wheel with teeth.</p>"}, extra={"OPS/c.png": cover}
    )
    with zipfile.ZipFile(book) as old:
        members = {name: old.read(name) for name in old.namelist()}
    members["OPS/book.opf"] = members["OPS/book.opf"].replace(b"<manifest>", b"<manifest>" + mark.encode())
    with zipfile.ZipFile(book, "w") as new:
        for name, data in members.items():
            new.writestr(name, data)
    made = Wiki.create(tmp_path / "wiki", book)
    run_phase(made.folder, "egg")
    assert (made.pictures / made.cover).read_bytes() == cover
    assert made.figures() == ()
    export(made.folder, "site", tmp_path / "site")
    assert html.parse(tmp_path / "site/index.html").xpath("//img/@src") == [f"pictures/{made.cover}"]
    assert not html.parse(tmp_path / "site/book/1.html").xpath("//img")
    export(made.folder, "epub", tmp_path / "w.epub")
    with zipfile.ZipFile(tmp_path / "w.epub") as archive:
        assert 'properties="cover-image"' in archive.read("book/book.opf").decode()
    made.configure(COVER="../local/config.md")
    assert made.cover == ""


def test_a_copy_of_the_wiki_has_them_too(wiki: Wiki, tmp_path: Path):
    other = Wiki.create(tmp_path / "other", wiki.source, name="Copy")
    cover = wiki.figures()[0].file
    wiki.configure(COVER=cover, TITLE="Gears", AUTHOR="Ann Gearwright")
    copy_result(wiki.folder, other.folder)
    assert (other.cover, other.config["TITLE"], other.config["AUTHOR"]) == (cover, "Gears", "Ann Gearwright")
    assert other.name == "Copy"
    assert other.figures() == wiki.figures() != ()


@pytest.mark.parametrize(
    "row", ['{"file": "../../x.png"}', '{"file": "a.html", "passage": "p1"}', "{}", '{"at": "x"}', "[1]"]
)
def test_a_list_that_somebody_changed_shows_nothing_else(row: str, tmp_path: Path):
    (tmp_path / "w/pictures").mkdir(parents=True)
    (tmp_path / "w/source").mkdir()
    (tmp_path / "w/pictures/a.html").write_text("<script>")
    (tmp_path / "x.png").write_bytes(GEAR)
    (tmp_path / "w/source/pictures.jsonl").write_text(row + "\n")
    assert Wiki(tmp_path / "w").figures() == ()


def test_what_is_no_picture_or_too_much_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    wiki = Wiki(tmp_path)
    taken = ImageFiles(wiki)
    taken.add("a", b"<html>")
    monkeypatch.setattr(image_files, "_MOST_BYTES", len(GEAR))
    small = ImageFiles(wiki)
    small.add("g", GEAR)
    small.add("w", WORM)
    hung = small.assign_files([BookFigure(name, "p1", 0, "", "", 1, 1) for name in "gw"])
    assert (taken.refused, small.refused, len(hung)) == (1, 1, 1)
    assert [path.read_bytes() for path in wiki.pictures.iterdir()] == [GEAR]
