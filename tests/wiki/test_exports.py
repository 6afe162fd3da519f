"""Exports: a vault whose links and blocks exist, one file, an EPUB as the standard has it, and the command."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from lxml import etree, html

from quire.errors import BadRequest, NotFound
from quire.jobs.book_source import run_phase
from quire.wiki.exports import FORMATS, export
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import parse
from tests.wiki import shelves

MADE = {"english": shelves.english, "chinese": shelves.chinese, "hostile": shelves.hostile}
XHTML = "{http://www.w3.org/1999/xhtml}"
MATH = "{http://www.w3.org/1998/Math/MathML}math"
OPF = {"o": "http://www.idpf.org/2007/opf", "dc": "http://purl.org/dc/elements/1.1/"}


@pytest.fixture(params=MADE, scope="module")
def wiki(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a wiki."""
    return MADE[request.param](tmp_path_factory.mktemp(request.param) / "wiki").folder


def test_every_link_of_a_vault_has_its_note_and_block(wiki: Path, tmp_path: Path):
    export(wiki, "obsidian", tmp_path / "vault")
    notes = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "vault").rglob("*.md")}
    assert len(notes) == len([*(tmp_path / "vault").rglob("*.md")])  # names are unique in the vault
    blocks = {name: re.findall(r"(?m)(?:^| )\^(p\d+)$", text) for name, text in notes.items()}
    found = [one for inside in blocks.values() for one in inside]
    assert len(found) == len(set(found)) == len(Wiki.open(wiki).passages())
    seen = 0
    for name, text in notes.items():
        for target, block in re.findall(r"\[\[([^\[\]|#]+)(?:#\^(p\d+))?(?:\|[^\[\]]*)?\]\]", _outside_code(text)):
            assert target in notes, (name, target)
            assert not block or block in blocks[target]
            seen += bool(block)
    assert seen >= 3


def test_pages_of_a_vault_keep_their_front_matter(tmp_path: Path):
    export(shelves.english(tmp_path / "wiki").folder, "obsidian", tmp_path / "vault")
    text = (tmp_path / "vault/pages/concept/gear.md").read_text(encoding="utf-8")
    page = parse(text, id="gear")
    assert (page.title, page.aliases, page.summary) == ("Gear", ("Cog", "Toothed wheel"), "A wheel with teeth.")
    assert "with teeth. [[book 1 Gears#^p1|1]] It needs a [[bearing|bearing]]" in page.body
    assert "x = m[[1, 2]] and [^p1]" in page.body


def test_one_file_has_every_anchor_that_it_links_to(wiki: Path, tmp_path: Path):
    export(wiki, "html", tmp_path / "wiki.html")
    tree = html.fromstring((tmp_path / "wiki.html").read_bytes().decode())
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    inner = [one for one in tree.xpath("//@href") if not re.match(r"https?:", one)]
    assert {one[1:] for one in inner} <= set(ids)
    assert not tree.xpath("//script | //img | //link | //@style | //@*[starts-with(name(), 'on')]")
    assert "unsafe" not in tree.xpath("//meta[@http-equiv]/@content")[0]


def test_an_epub_is_as_the_standard_has_it(wiki: Path, tmp_path: Path):
    export(wiki, "epub", tmp_path / "wiki.epub")
    with zipfile.ZipFile(tmp_path / "wiki.epub") as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, archive.read(first)) == ("mimetype", 0, b"application/epub+zip")
        files = {name: archive.read(name) for name in archive.namelist()}
    container = etree.fromstring(files["META-INF/container.xml"])
    assert container.xpath("//*[local-name() = 'rootfile']/@full-path") == ["book/book.opf"]
    package = etree.fromstring(files["book/book.opf"])
    items = {one.get("id"): one for one in package.iterfind(".//o:manifest/o:item", OPF)}
    assert {f"book/{one.get('href')}" for one in items.values()} | {
        "mimetype",
        "META-INF/container.xml",
        "book/book.opf",
    } == set(files)
    assert [one.get("href") for one in items.values() if one.get("properties") == "nav"] == ["nav.xhtml"]
    spine = [one.get("idref") for one in package.iterfind(".//o:spine/o:itemref", OPF)]
    assert len(spine) > 3
    assert set(spine) <= items.keys()
    assert package.findtext(".//dc:language", namespaces=OPF) in {"en", "zh"}
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", package.findtext(".//dc:identifier", namespaces=OPF))
    _check_links({name: etree.fromstring(data) for name, data in files.items() if name.endswith(".xhtml")})


def test_every_export_of_the_same_wiki_has_the_same_bytes(wiki: Path, tmp_path: Path):
    for to in ("html", "epub"):
        for name in ("one", "two"):
            export(wiki, to, tmp_path / name)
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_outputs_of_the_wrong_kind_are_refused(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki").folder
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    for to, output in (
        ("site", "file"),
        ("obsidian", "file"),
        ("html", "folder"),
        ("epub", "folder"),
        ("site", "wiki"),
    ):
        with pytest.raises(BadRequest):
            export(wiki, to, tmp_path / output)
    with pytest.raises(BadRequest):
        export(wiki, "pdf", tmp_path / "new")
    with pytest.raises(NotFound):
        export(tmp_path / "folder", "site", tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("to", FORMATS)
def test_an_empty_wiki_can_be_exported(to: str, tmp_path: Path):
    (tmp_path / "b.md").write_text("x")
    wiki = shelves.Wiki.create(tmp_path / "wiki", tmp_path / "b.md", lang="en")
    assert export(wiki.folder, to, tmp_path / "out") >= 1


def _outside_code(text: str) -> str:
    return re.sub(r"(?ms)^```.*?^```|`[^`\n]*`|^---\n.*?^---\n", "", text)


def _check_links(trees: dict[str, etree._Element]) -> None:
    ids = {name: set(tree.xpath("//@id")) for name, tree in trees.items()}
    for tree in trees.values():
        assert tree.tag == f"{XHTML}html"
        assert tree.findtext(f"{XHTML}head/{XHTML}title")
        for link in tree.iter(f"{XHTML}a"):
            address, _, anchor = link.get("href").partition("#")
            if not address.startswith("http"):
                assert f"book/{address}" in trees
                assert not anchor or anchor in ids[f"book/{address}"]


def test_a_title_without_words_still_gives_a_book(tmp_path: Path):
    wiki = shelves.english(tmp_path / "wiki")
    wiki.configure(NAME="\u0007")
    export(wiki.folder, "epub", tmp_path / "x.epub")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "x.epub").read_bytes())) as archive:
        assert etree.fromstring(archive.read("book/book.opf")).findtext(".//dc:title", namespaces=OPF)


FORMULAS = """# Rates

The slope $\\frac{a}{b}$ of a line is its rate. It is steep where $a < b$ does not hold.

$$
P(A | B) = \\frac{x_1}{|y|}
$$
"""


def test_formulas_of_a_book_are_elements_on_the_site_and_in_the_epub(tmp_path: Path):
    book = tmp_path / "rates.md"
    book.write_text(FORMULAS, "utf-8")
    made = Wiki.create(tmp_path / "wiki", book)
    run_phase(made.folder, "egg")
    export(made.folder, "site", tmp_path / "site")
    shown = html.parse(tmp_path / "site/book/1.html").xpath("//math")
    assert [one.get("data-latex") for one in shown] == [r"\frac{a}{b}", "a < b", FORMULAS.split("$$")[1].strip()]
    assert [one.get("display") for one in shown] == [None, None, "block"]

    export(made.folder, "epub", tmp_path / "book.epub")
    with zipfile.ZipFile(tmp_path / "book.epub") as archive:
        package = etree.fromstring(archive.read("book/book.opf"))
        told = {one.get("href") for one in package.iter("{*}item") if one.get("properties") == "mathml"}
        files = [name for name in archive.namelist() if name.endswith(".xhtml")]
        having = {name for name in files if list(etree.fromstring(archive.read(name)).iter(MATH))}
    assert having == {f"book/{name}" for name in told} != set()
