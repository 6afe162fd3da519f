"""The static site: every link leads somewhere, every citation opens its passage, hostile text stays text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from quire.errors import BadRequest, NotFound
from quire.wiki.link_graph import Edge, Graph, Node
from quire.wiki.passage import Passage
from quire.wiki.site.alphabetical_index import alphabetical_index
from quire.wiki.site.export_folder import replace_folder
from quire.wiki.site.graph_layout import draw_graph
from quire.wiki.site.markdown_html import bare_text, first_sentences, inline_html
from quire.wiki.site.reading_view import passage_html
from quire.wiki.site.site_content import SiteContent, file_stem
from quire.wiki.site.static_site import StaticSite
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page
from tests.wiki import shelves

MADE = {"english": shelves.english, "chinese": shelves.chinese, "hostile": shelves.hostile}


@pytest.fixture(params=MADE, scope="module")
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site on disk."""
    folder = tmp_path_factory.mktemp(request.param)
    _write(MADE[request.param](folder / "wiki"), folder / "site")
    return folder / "site"


@pytest.fixture
def site(tmp_path: Path) -> StaticSite:
    """The English site."""
    return StaticSite.open(shelves.english(tmp_path / "wiki").folder)


def test_every_link_leads_to_a_file_and_an_anchor(written: Path):
    anchors = {path: set(_tree(path).xpath("//@id")) for path in written.rglob("*.html")}
    broken, links = [], 0
    for path in anchors:
        for link in _tree(path).xpath("//@href | //@src"):
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme in {"http", "https", "mailto"}
                continue
            links += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in anchors[target]):
                broken.append((path.name, link))
    assert links > 50
    assert broken == []


def test_every_citation_opens_its_passage(written: Path):
    seen = 0
    for path in (written / "page").glob("*.html"):
        for link in _tree(path).xpath("//sup[@class='cite']/a/@href"):
            address, _, anchor = link.partition("#")
            assert re.fullmatch(r"p\d+", anchor)
            assert _tree(path.parent / address).xpath("//section[@class='passage']/@id[. = $id]", id=anchor)
            seen += 1
    assert seen >= 3


def test_nothing_runs_and_nothing_comes_from_outside(written: Path):
    scripts = {"assets/theme.js", "assets/text_search.js", "assets/site.js", "assets/reader.js"}
    for path in written.rglob("*.html"):
        tree = _tree(path)
        assert {one.removeprefix("../") for one in tree.xpath("//script/@src")} == scripts
        assert not [one for one in tree.xpath("//script") if one.text]
        assert not tree.xpath(
            "//img | //iframe | //object | //style | //base | //form | //@style | //@*[starts-with(name(), 'on')]"
        )
        policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
        assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self';")
        assert "unsafe" not in policy
        assert "http" not in policy
    style = (written / "assets/site.css").read_text(encoding="utf-8")
    assert "url(" not in style
    assert "@import" not in style


def test_hostile_titles_are_shown_as_they_are(tmp_path: Path):
    wiki = shelves.hostile(tmp_path / "wiki")
    site, content = StaticSite.open(wiki.folder), SiteContent.open(wiki.folder)
    for number, text in enumerate(shelves.HOSTILE, 1):
        tree = html.fromstring(site.file(f"page/{content.stems[f'h{number}']}.html").decode())
        assert "".join(tree.xpath("//article/h1//text()")) == text
        assert not tree.xpath("//article//*[contains(@href, 'javascript')]")


def test_file_names_are_safe_and_apart_without_regard_to_case(tmp_path: Path):
    wiki = shelves.hostile(tmp_path / "wiki")
    names = [*StaticSite.open(wiki.folder).names()]
    assert len({name.casefold() for name in names}) == len(names)
    assert all(re.fullmatch(r"(?:[\w-]+/){0,2}[\w-]+\.(?:html|css|js|svg)", name) for name in names)
    assert {"page/h1.html", "assets/search.js", "index.html"} <= set(names)


@given(st.text(max_size=150))
def test_a_file_stem_is_a_name_on_every_system(name: str):
    stem = file_stem(name)
    assert re.fullmatch(r"[\w-]+", stem)
    assert len(stem.encode()) <= 120
    assert stem.lower() not in {"con", "nul", "prn", "aux"}
    assert stem == file_stem(name)


def test_unchanged_input_gives_the_same_bytes(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    one, other = StaticSite.open(wiki.folder), StaticSite.open(wiki.folder)
    assert [*one.names()] == [*other.names()]
    assert {name: one.file(name) for name in one.names()} == {
        name: other.file(name) for name in reversed([*other.names()])
    }


def test_a_page_shows_its_marks_sources_and_backlinks(site: StaticSite):
    tree = html.fromstring(site.file("page/gear.html").decode())
    assert tree.xpath("//sup[@class='cite']/a/text()") == ["1", "2", "1"]
    assert tree.xpath("//sup[@class='cite']/text()") == ["?"]  # a passage that the book has not
    assert tree.xpath("//div[@class='body']//pre/code/text()") == ["x = m[[1, 2]] and [^p1]\n"]
    assert tree.xpath("//span[@class='missing']/text()") == ["nowhere"]
    assert [one.text_content() for one in tree.xpath("//section[@class='sources']//blockquote")] == [
        "A gear is a wheel with teeth. It turns another wheel.",
        "The ratio is driven / driving. x = m[[1, 2]] if a < b: pass",
    ]
    assert tree.xpath("//section[contains(@class, 'backlinks')]//a/@href") == [
        "../page/chapter-1-gears.html",
        "../page/bearing.html",
        "../page/ratio.html",
    ]
    assert tree.xpath("//div[@class='body']//a[text()='out']/@rel") == ["noopener noreferrer nofollow"]
    assert not tree.xpath("//div[@class='body']//a[text()='in']")


def test_a_chapter_shows_its_text_and_who_cites_it(site: StaticSite):
    tree = html.fromstring(site.file("book/1.html").decode())
    assert tree.xpath("//section[@class='passage']/@id") == ["p1", "p2"]
    assert tree.xpath("//section[@id='p2']//pre/code/text()") == ["x = m[[1, 2]]\nif a < b: pass"]
    assert tree.xpath("//section[@id='p1']//li/a/@href") == ["../page/chapter-1-gears.html", "../page/gear.html"]
    assert tree.xpath("//a[@rel='next']/@href") == ["../book/2.html", "../book/2.html"]
    second = html.fromstring(site.file("book/2.html").decode())
    assert second.xpath("//section[@id='p3']//td/text()") == ["kind", "load", "ball", "light", "sleeve", "heavy"]


def test_a_chapter_and_what_is_told_of_it_lead_to_each_other(site: StaticSite):
    digest = html.fromstring(site.file("page/chapter-1-gears.html").decode())
    assert digest.xpath("//p[@class='across']/a/@href") == ["../book/1.html#p1"]
    chapter = html.fromstring(site.file("book/1.html").decode())
    assert chapter.xpath("//p[@class='across']/a/@href") == ["../page/chapter-1-gears.html"]
    assert not html.fromstring(site.file("page/gear.html").decode()).xpath("//p[@class='across']")


def test_a_chapter_of_several_sections_begins_with_its_outline(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    heads = [("One",), ("One", "A"), ("One", "use `x`")]
    wiki.save_passages(Passage(f"p{at}", "One", at, "Text.", one) for at, one in enumerate(heads, 1))
    tree = html.fromstring(StaticSite.open(wiki.folder).file("book/1.html").decode())
    shown = [(one.get("href"), one.text_content()) for one in tree.xpath("//details[@id='toc']//a")]
    assert shown == [("#s1", "A"), ("#s2", "use x")]
    assert [one.get("id") for one in tree.xpath("//article/h2")] == ["s1", "s2"]


def test_program_text_in_titles_is_set_as_such(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    wiki.save(Page("use-x", "Use `x` & <b>", "section", "It is. [^p1]\n\nSee [[use-x|Use `x`]]."))
    tree = html.fromstring(StaticSite.open(wiki.folder).file("page/use-x.html").decode())
    assert tree.xpath("//h1//code/text()") == ["x"]
    assert tree.xpath("//h1")[0].text_content() == "Use x & <b>"
    assert tree.xpath("//title/text()")[0].startswith("Use x & <b>")
    assert tree.xpath("//div[@class='body']//a/code/text()") == ["x"]


def test_a_long_list_of_sources_is_links_alone(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    wiki.save_passages(Passage(f"p{at}", "One", at, f"It was {at}.", ("One",)) for at in range(1, 71))
    wiki.save(Page("timeline", "Timeline", "index", "\n".join(f"- It was {at}. [^p{at}]" for at in range(1, 71))))
    tree = html.fromstring(StaticSite.open(wiki.folder).file("page/timeline.html").decode())
    assert len(tree.xpath("//section[@class='sources']//li/a")) == 70
    assert not tree.xpath("//section[@class='sources']//blockquote")


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("Short.", 20, "Short."),
        ("It is one. It is another and goes on.", 20, "It is one."),
        ("It goes on and on and never ends at all", 20, "It goes on and on…"),
        ("他说：“走吧。”于是众人都走了，一路无话。", 12, "他说：“走吧。”"),
        ("一二三四五，六七八九十", 6, "一二三四五…"),
    ],
)
def test_an_opening_ends_with_a_sentence_where_it_can(text: str, longest: int, shown: str):
    assert first_sentences(text, longest) == shown


def test_headings_inside_a_chapter_stand_once_at_their_level(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    heads = [("One", "A"), ("One", "A", "use `x`"), ("One", "A", "y"), ("One", "B", "y"), ("One",)]
    wiki.save_passages(Passage(f"p{at}", "One", at, "Text.", one) for at, one in enumerate(heads, 1))
    tree = html.fromstring(StaticSite.open(wiki.folder).file("book/1.html").decode())
    shown = [(one.tag, one.text_content()) for one in tree.xpath("//article/*[self::h2 or self::h3]")]
    assert shown == [("h2", "A"), ("h3", "use x"), ("h3", "y"), ("h2", "B"), ("h3", "y")]
    assert tree.xpath("//h3/code/text()") == ["x"]


def test_the_start_names_lists_by_their_title_and_begins_with_what_is_defined(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    wiki.save(Page("glossary", "Glossary", "index", "A gear is a wheel. [^p1]"))
    wiki.save(Page("thing", "Thing", "concept", "It goes on. [^p1] [[gear]]", summary="It goes on."))
    wiki.save(Page("shaft", "Shaft", "concept", "A shaft is a bar. [^p3] [[thing]]", summary="A shaft is a bar."))
    for at in range(2):
        wiki.save(Page(f"more{at}", f"More {at}", "note", f"x {'[[shaft]]' if at else ''} [[thing]] [^p1]"))
    start = html.fromstring(StaticSite.open(wiki.folder).file("index.html").decode())
    assert "page/glossary.html" in start.xpath("//p[@class='types']/a/@href")
    cards = start.xpath("(//ul[@class='cards'])[1]/li/b/a/@href")
    assert cards.index("page/shaft.html") < cards.index("page/thing.html")


def test_an_alias_beside_its_title_is_not_listed_twice(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    wiki.save(Page("assert", "assert! macro", "code", "x [^p1]", aliases=("assert!", "check macro")))
    names = [one.name for entries in alphabetical_index(SiteContent.open(wiki.folder)).values() for one in entries]
    assert "assert!" not in names
    assert {"assert! macro", "check macro"} <= {*names}


@pytest.mark.parametrize(("name", "shown"), [("sunzi-zh", "孙子"), ("my_book", "孙子"), ("Rust notes", "Rust notes")])
def test_the_books_title_stands_where_the_name_is_that_of_a_file(name: str, shown: str, tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    wiki.configure(NAME=name, TITLE="孙子")
    assert SiteContent.open(wiki.folder).title == shown


def test_the_search_index_is_a_script_of_pure_data(written: Path):
    text = (written / "assets/search.js").read_text(encoding="utf-8")
    assert text.startswith("window.quireIndex=")
    assert "</" not in text
    data = json.loads(text.removeprefix("window.quireIndex=").removesuffix(";\n"))
    assert all(len(row) == 6 and 0 <= row[2] < len(data["types"]) for row in data["rows"])
    assert all((written / unquote(row[1].partition("#")[0])).is_file() for row in data["rows"])
    assert len(data["rows"]) == len([*written.glob("page/*")]) + len([*written.glob("book/*")])


def test_names_are_ordered_by_letter_and_by_pinyin(tmp_path: Path):
    english = alphabetical_index(SiteContent.open(shelves.english(tmp_path / "en").folder))
    assert {letter: [one.name for one in entries] for letter, entries in english.items()} == {
        "B": ["Bearing"],
        "C": ["Cog"],
        "G": ["Gear", "Gear ratio"],
        "T": ["Toothed wheel"],
    }
    chinese = alphabetical_index(SiteContent.open(shelves.chinese(tmp_path / "zh").folder))
    assert {letter: [(one.name, one.reading) for one in entries] for letter, entries in chinese.items()} == {
        "C": [("采样", "cai yang")],
        "L": [("滤波器", "lv bo qi")],
        "S": [("sampling", "")],
    }


def test_the_site_speaks_the_language_of_the_wiki(tmp_path: Path):
    start = StaticSite.open(shelves.chinese(tmp_path / "wiki").folder).file("index.html").decode()
    assert '<html lang="zh-Hans">' in start
    assert "拼音索引" in start


def test_a_file_that_is_not_there_is_not_found(site: StaticSite):
    for name in ("page/none.html", "../wiki/local/config.md", "assets/../index.html", "", "book/9.html"):
        with pytest.raises(NotFound):
            site.file(name)


def test_an_export_replaces_its_own_files_and_no_others(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    _write(wiki, tmp_path / "site")
    assert (tmp_path / "site/page/ratio.html").is_file()
    wiki.remove("ratio")
    _write(wiki, tmp_path / "site")
    assert not (tmp_path / "site/page/ratio.html").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("x")
    with pytest.raises(BadRequest):
        _write(wiki, tmp_path / "mine")
    assert [one.name for one in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_list_of_files_that_leads_out_removes_nothing_there(tmp_path: Path):
    (tmp_path / "precious").write_text("x")
    replace_folder(tmp_path / "out", [("a.html", b"a")])
    (tmp_path / "out/.quire-export").write_text(f"../precious\n{tmp_path}/precious\na.html\n")
    replace_folder(tmp_path / "out", [("b.html", b"b")])
    assert (tmp_path / "precious").exists()
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == [".quire-export", "b.html"]


def test_a_drawing_holds_all_dots_inside_and_apart():
    nodes = tuple(Node(f"n{at}", f"Name {at}", "concept", at % 5 + 1) for at in range(30))
    edges = tuple(Edge(f"n{at}", f"n{at // 2}", "concept") for at in range(1, 30))
    drawing = draw_graph(Graph(nodes, edges, truncated=False))
    assert len({(dot.x, dot.y) for dot in drawing.dots}) == 30
    assert all(0 <= dot.x <= drawing.width and 0 <= dot.y <= drawing.height for dot in drawing.dots)
    assert len(drawing.lines) == 29
    assert draw_graph(Graph((), (), truncated=False)).dots == ()


@given(st.text(alphabet="<>&\"'`|\n ab", max_size=60))
def test_text_of_a_passage_becomes_no_markup_of_its_own(text: str):
    tree = html.fragment_fromstring(passage_html(text), create_parent="div")
    assert {one.tag for one in tree.iter()} <= {
        "div",
        "p",
        "pre",
        "code",
        "span",
        "table",
        "tbody",
        "tr",
        "td",
        "sub",
        "sup",
    }
    shown, given_ = (re.sub(r"[\s`$|]", "", one) for one in (tree.text_content(), text))
    assert shown == given_


def _write(wiki: Wiki, folder: Path) -> int:
    site = StaticSite.open(wiki.folder)
    return replace_folder(folder, ((name, site.file(name)) for name in site.names()))


def _tree(path: Path) -> html.HtmlElement:
    return html.fromstring(path.read_bytes().decode())


def test_a_summary_has_the_signs_of_its_formulas():
    assert bare_text(r"the set $\mathbb{R}^n$ of `x`") == "the set ℝ^n of x"
    assert inline_html("costs $5 or $6") == "costs $5 or $6"
