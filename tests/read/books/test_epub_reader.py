"""EPUB: order, headings, notes, matter, and files that mean harm."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from quire.errors import DamagedDocument, DocumentTooBig, ProtectedDocument
from quire.model.block import Figure, Heading, List, Note, Paragraph, Quote
from quire.model.traversal import text_of, walk
from quire.read.books import book_images
from quire.read.books import epub_reader as reader
from quire.read.books.epub_reader import read_epub
from tests.read.books.test_book_images import picture
from tests.wiki.books import epub


def test_the_spine_is_read_in_order_with_titles_from_the_contents(tmp_path: Path):
    path = epub(
        tmp_path / "b.epub",
        {
            "b.xhtml": "<p>First.</p>",
            "a.xhtml": "<h2>Two</h2><p>Second <em>word</em>.</p><blockquote><p>Said.</p></blockquote>",
        },
        nav='<li><a href="b.xhtml">One</a></li><li><a href="a.xhtml">Two</a></li>',
    )
    document = read_epub(path)
    assert [text_of(one.spans) for one in document.blocks if isinstance(one, Heading | Paragraph)] == [
        "One",
        "First.",
        "Two",
        "Second word.",
    ]
    assert [one.level for one in document.blocks if isinstance(one, Heading)] == [1, 1]
    assert isinstance(document.blocks[-1], Quote)
    assert (document.meta.title, document.meta.author) == ("Small Book", "A. Writer")


def test_headings_that_the_contents_list_in_one_file_have_its_levels(tmp_path: Path):
    body = (
        "<h1>Volume One</h1><h2>Chapter 1</h2><p>First.</p><h1>Chapter 2</h1><p>Second.</p><h1>Aside</h1><p>Third.</p>"
    )
    path = epub(
        tmp_path / "b.epub",
        {"a.xhtml": body},
        nav='<li><a href="a.xhtml">Volume One</a><ol><li><a href="a.xhtml#1">Chapter 1</a></li>'
        '<li><a href="a.xhtml#2">Chapter 2</a></li></ol></li>',
    )
    found = [(one.level, text_of(one.spans)) for one in read_epub(path).blocks if isinstance(one, Heading)]
    assert found == [(1, "Volume One"), (2, "Chapter 1"), (2, "Chapter 2"), (3, "Aside")]


def test_the_title_that_a_template_puts_above_a_numbered_one_is_no_heading(tmp_path: Path):
    body = "<h1>First Steps</h1><p>As PDF</p><h1>Contents</h1><p>2 First Steps</p><h1>2 First Steps</h1><p>Text.</p>"
    path = epub(tmp_path / "b.epub", {"a.xhtml": body}, nav='<li><a href="a.xhtml">2 First Steps</a></li>')
    said = [text_of(one.spans) for one in read_epub(path).blocks if isinstance(one, Heading | Paragraph)]
    assert said == ["Contents", "2 First Steps", "2 First Steps", "As PDF", "Text."]
    listed = '<li><a href="a.xhtml">First Steps</a></li><li><a href="a.xhtml#2">2 First Steps</a></li>'
    path = epub(tmp_path / "c.epub", {"a.xhtml": body}, nav=listed)
    assert text_of(next(one for one in read_epub(path).blocks if isinstance(one, Heading)).spans) == "First Steps"


def test_files_that_the_contents_lack_stand_below_the_entry_before(tmp_path: Path):
    files = {f"{name}.xhtml": f"<h1>{name}</h1><p>On {name}.</p>" for name in "abcdef"}
    inner = '<li><a href="b.xhtml">b</a></li>'
    rest = "".join(f'<li><a href="{name}.xhtml">{name}</a></li>' for name in "def")
    nav = f'<li><a href="a.xhtml">a</a><ol>{inner}</ol></li>{rest}'
    found = read_epub(epub(tmp_path / "b.epub", files, nav=nav)).blocks
    assert [one.level for one in found if isinstance(one, Heading)] == [1, 2, 3, 1, 1, 1]
    few = f'<li><a href="a.xhtml">a</a><ol>{inner}</ol></li>'  # such contents say nothing of the others
    found = read_epub(epub(tmp_path / "c.epub", files, nav=few)).blocks
    assert [one.level for one in found if isinstance(one, Heading)] == [1, 2, 1, 1, 1, 1]


def test_a_book_in_one_file_without_headings_has_the_titles_of_a_plain_text(tmp_path: Path):
    told = [
        f"<p>On day {day} he went down to the river in the rain, and saw nobody there but a ferryman.</p>"
        for day in range(110)
    ]
    chapters = [f"<p>CHAPTER {one}</p>{''.join(told)}" for one in "12345678"]
    nav = '<li><a href="a.xhtml">Cover</a></li><li><a href="b.xhtml">Pages</a></li>'
    path = epub(tmp_path / "b.epub", {"a.xhtml": "<p>A Tale</p>", "b.xhtml": "".join(chapters)}, nav=nav)
    document = read_epub(path)
    found = [text_of(one.spans) for one in document.blocks if isinstance(one, Heading)]
    assert found == [f"CHAPTER {one}" for one in "12345678"]
    assert document.levels_weighed
    short = epub(tmp_path / "c.epub", {"b.xhtml": "".join(chapters[:2])}, nav=nav)
    assert not read_epub(short).levels_weighed


def test_a_part_that_only_the_contents_name_stands_before_its_first_chapter(tmp_path: Path):
    path = epub(
        tmp_path / "b.epub",
        {
            "a.xhtml": "<h1>Foreword</h1><p>First.</p>",
            "b.xhtml": "<h1>Setting Out</h1><p>Second.</p>",
            "c.xhtml": "<h1>Stores</h1><p>Third.</p>",
            "d.xhtml": "<p>Fourth.</p>",
        },
        nav='<li><a href="a.xhtml">Foreword</a></li><li><a href="b.xhtml">The Voyage</a><ol>'
        '<li><a href="b.xhtml">Setting Out</a></li><li><a href="c.xhtml">Stores</a></li></ol></li>'
        '<li><a href="d.xhtml">The Return</a><ol><li><a href="d.xhtml">Landfall</a></li></ol></li>',
    )
    found = [(one.level, text_of(one.spans)) for one in read_epub(path).blocks if isinstance(one, Heading)]
    assert found == [
        (1, "Foreword"),
        (1, "The Voyage"),
        (2, "Setting Out"),
        (2, "Stores"),
        (1, "The Return"),
        (2, "Landfall"),
    ]


def test_headings_that_the_contents_do_not_list_are_sections(tmp_path: Path):
    path = epub(
        tmp_path / "b.epub",
        {
            "a.xhtml": "<h1>Foreword</h1><p>First.</p><h1>Thanks</h1><p>Second.</p>",
            "b.xhtml": "<h1>Setting Out</h1><p>Third.</p><h1>Stores</h1><p>Fourth.</p>",
            "c.xhtml": "<h1>The Ice</h1><p>Fifth.</p><h1>The Thaw of May</h1><p>Sixth.</p>",
        },
        nav='<li><a href="a.xhtml">Foreword</a></li><li><a href="b.xhtml">1.0 - On setting out</a></li>'
        '<li><a href="c.xhtml">The Ice</a></li><li><a href="c.xhtml#2">The Thaw</a></li>',
    )
    found = [(one.level, text_of(one.spans)) for one in read_epub(path).blocks if isinstance(one, Heading)]
    assert found == [
        (1, "Foreword"),
        (2, "Thanks"),
        (1, "Setting Out"),
        (2, "Stores"),
        (1, "The Ice"),
        (1, "The Thaw of May"),  # the contents say it in other words
    ]


def test_paragraphs_that_the_contents_list_are_headings(tmp_path: Path):
    body = (
        "<p><b>Volume One</b></p><p>Chapter 1</p><p>Chapter 2: Rain</p>"  # the book's own list of contents
        "<p>Chapter 1</p><p>First.</p><p><b>Chapter 2</b></p><p><b>Rain</b></p><p>Second.</p>"
    )
    path = epub(
        tmp_path / "b.epub",
        {"a.xhtml": body},
        nav='<li><a href="a.xhtml">Volume One</a><ol><li><a href="a.xhtml#1">Chapter 1</a></li>'
        '<li><a href="a.xhtml#2">Chapter 2: Rain</a></li></ol></li>',
    )
    blocks = read_epub(path).blocks
    found = [(one.level, text_of(one.spans)) for one in blocks if isinstance(one, Heading)]
    assert found == [(1, "Volume One"), (2, "Chapter 1"), (2, "Chapter 2: Rain")]
    said = [text_of(one.spans) for one in blocks if isinstance(one, Paragraph)]
    assert said == ["Chapter 1", "Chapter 2: Rain", "First.", "Second."]


def test_imprint_and_colophon_are_left_out_and_named(tmp_path: Path):
    path = epub(
        tmp_path / "b.epub",
        {
            "imprint.xhtml": (
                ' epub:type="frontmatter"><section epub:type="imprint"><h2>Imprint</h2><p>Made by us.</p></section>'
            ),
            "one.xhtml": "<h2>I</h2><p>Story.</p>",
            "end.xhtml": "<h2>Colophon</h2><p>Typeset.</p>",
        },
    )
    document = read_epub(path)
    assert [text_of(one.spans) for one in document.blocks if isinstance(one, Paragraph)] == ["Story."]
    assert "imprint" in document.warnings[0]


def test_a_file_that_opens_with_the_cover_and_holds_the_book_is_read(tmp_path: Path):
    path = epub(
        tmp_path / "b.epub",
        {
            "a.xhtml": "<p>A Small Book</p><h2>Chapter 1</h2><p>First.</p><h2>Chapter 2</h2><p>Second.</p>",
            "z.xhtml": "<h2>Contents</h2><p>Chapter 1, Chapter 2</p>",
        },
        nav='<li><a href="a.xhtml">Cover</a></li><li><a href="a.xhtml#1">Chapter 1</a></li>'
        '<li><a href="a.xhtml#2">Chapter 2</a></li><li><a href="z.xhtml">Contents</a></li>',
    )
    document = read_epub(path)
    assert [text_of(one.spans) for one in document.blocks if isinstance(one, Heading)] == ["Chapter 1", "Chapter 2"]
    assert document.warnings == ("Left out of the text: Contents.",)


def test_notes_are_notes(tmp_path: Path):
    body = (
        '<p>Word<a epub:type="noteref" href="#n1">1</a> more.</p>'
        '<aside epub:type="footnote" id="n1"><p>The note.</p></aside>'
    )
    document = read_epub(epub(tmp_path / "b.epub", {"a.xhtml": f"<h1>T</h1>{body}"}))
    spans = next(one.spans for one in document.blocks if isinstance(one, Paragraph))
    assert [span.text for span in spans if span.note] == ["1"]
    assert any(isinstance(one, Note) for one in walk(document.blocks))


def test_entities_are_not_expanded(tmp_path: Path):
    bomb = (
        b'<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b '
        b'"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">'
        b'<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>Safe &c;&x; text.</p></body></html>'
    )
    path = epub(tmp_path / "b.epub", {"a.xhtml": "<p>x</p>"})
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    members["OPS/a.xhtml"] = bomb
    with zipfile.ZipFile(path, "w") as new:
        for name, data in members.items():
            new.writestr(name, data)
    text = "".join(text_of(one.spans) for one in read_epub(path).blocks if isinstance(one, Paragraph))
    assert "Safe" in text
    assert "root:" not in text
    assert "aaaa" not in text


def test_a_bomb_ends_at_the_cap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader, "_MAX_FILE", 100_000)
    path = epub(tmp_path / "b.epub", {"a.xhtml": f"<p>{'a' * 200_000}</p>"})
    with pytest.raises(DocumentTooBig):
        read_epub(path)


def test_names_that_lead_out_lead_nowhere(tmp_path: Path):
    (tmp_path / "secret.xhtml").write_text("<p>secret</p>")
    path = epub(tmp_path / "b.epub", {"../../../secret.xhtml": "<p>inside</p>", "a.xhtml": "<p>Text.</p>"})
    assert "secret" not in str(read_epub(path).blocks)


def test_encrypted_text_is_said(tmp_path: Path):
    lock = b'<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/></EncryptedData></encryption>'
    with pytest.raises(ProtectedDocument, match="DRM"):
        read_epub(epub(tmp_path / "b.epub", {"a.xhtml": "<p>x</p>"}, extra={"META-INF/encryption.xml": lock}))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04broken", b"no zip at all"])
def test_what_is_no_epub_is_damaged(tmp_path: Path, data: bytes):
    (tmp_path / "b.epub").write_bytes(data)
    with pytest.raises(DamagedDocument):
        read_epub(tmp_path / "b.epub")


def test_broken_markup_is_read_as_far_as_it_goes(tmp_path: Path):
    document = read_epub(epub(tmp_path / "b.epub", {"a.xhtml": "<h1>T</h1><p>One<p>Two <b>bold</p>&nbsp;&unknown;"}))
    assert "Two bold" in " ".join(text_of(one.spans) for one in document.blocks if isinstance(one, Paragraph))


def pictured(path: Path, chapters: dict[str, str], **files: bytes) -> tuple[dict[str, bytes], tuple[Figure, ...], str]:
    """What is kept, the figures, and the warnings; the texts are the same with pictures and without."""
    epub(path, chapters, extra={f"OPS/img/{name.replace('_', '.')}": data for name, data in files.items()})
    kept: dict[str, bytes] = {}
    document = read_epub(path, keep=kept.__setitem__)
    assert texts(document.blocks) == texts(read_epub(path).blocks)
    figures = tuple(one for one in walk(document.blocks) if isinstance(one, Figure))
    return kept, figures, " ".join(document.warnings)


def texts(blocks: tuple[object, ...]) -> list[str]:
    spans = [getattr(one, "caption", None) or getattr(one, "spans", ()) for one in walk(blocks)]
    return [text for one in spans if (text := text_of(one))]


def test_pictures_stand_where_the_book_has_them(tmp_path: Path):
    body = (
        '<h2>T <img src="img/a.png"/></h2><p>One <img src="img/b.jpg" alt=" '
        'A  bee "/> goes on.</p><figure><div><img src="img/a.png"/></div>'
        "<figcaption>Figure 1. <em>An</em> a.</figcaption></figure>"
        '<p>Two.</p><svg><image xlink:href="img/b.jpg"/></svg>'
        '<ul><li><img src="img/a.png"/></li><li>Item</li></ul><table><tr><td><img src="img/a.png"/>x</td></tr></table>'
    )
    kept, figures, warnings = pictured(
        tmp_path / "b.epub",
        {"a.xhtml": f' xmlns:xlink="http://www.w3.org/1999/xlink">{body}'},
        a_png=picture("PNG"),
        b_jpg=picture("JPEG", (300, 200)),
    )
    assert len(kept) == 2
    assert warnings == ""
    assert [(one.picture.width, one.picture.alt, text_of(one.caption)) for one in figures] == [
        (120, "", ""),
        (300, "A bee", ""),
        (120, "", "Figure 1. An a."),
        (300, "", ""),
        (120, "", ""),
        (120, "", ""),
    ]


def test_a_figure_with_more_than_a_caption_is_read_like_any_text(tmp_path: Path):
    body = '<figure><img src="img/a.png"/><p>Words beside.</p><figcaption><p>One.</p><p>Two.</p></figcaption></figure>'
    _, figures, _ = pictured(tmp_path / "b.epub", {"a.xhtml": body}, a_png=picture("PNG"))
    assert [text_of(one.caption) for one in figures] == [""]


def test_a_file_with_a_plate_only_brings_no_heading_and_a_cover_nothing(tmp_path: Path):
    path = epub(
        tmp_path / "b.epub",
        {"c.xhtml": '<img src="a.png"/>', "a.xhtml": "<p>Text.</p>", "p.xhtml": '<img src="a.png"/>'},
        nav=(
            '<li><a href="c.xhtml">Cover</a></li><li><a href="a.xhtml">One</a>'
            '</li><li><a href="p.xhtml">Plate I</a></li>'
        ),
        extra={"OPS/a.png": picture("PNG")},
    )
    document = read_epub(path, keep=lambda _name, _data: None)
    assert [type(one) for one in document.blocks] == [Heading, Paragraph, Figure]


def test_pictures_that_mean_harm_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for one in (reader, book_images):
        monkeypatch.setattr(one, "MAX_PICTURE_BYTES", 50_000)
    (tmp_path / "out.png").write_bytes(picture("PNG"))
    wanted = ["../../out.png", "/etc/passwd", "http://example.org/a.png", "img/a.svg", "img/bomb.png", "img/cut.png"]
    body = "<p>Text.</p>" + "".join(f'<img src="{one}"/>' for one in wanted)
    kept, figures, warnings = pictured(
        tmp_path / "b.epub",
        {"a.xhtml": body},
        a_svg=b"<svg><script>alert(1)</script></svg>",
        bomb_png=picture("PNG")[:60] + bytes(200_000),
        cut_png=picture("PNG")[:20],
    )
    assert (kept, figures) == ({}, ())
    assert "6" in warnings


def test_what_is_said_of_a_term_is_a_list_without_a_mark(tmp_path: Path):
    body = "<h1>T</h1><dl><dt>saw</dt><dd><p>It cuts.</p></dd><dt>file</dt><dd>It smooths.</dd></dl>"
    found = read_epub(epub(tmp_path / "b.epub", {"a.xhtml": body})).blocks
    assert [type(one).__name__ for one in found] == ["Heading", "Paragraph", "List", "Paragraph", "List"]
    assert [one.items[0].marker for one in found if isinstance(one, List)] == ["", ""]


def test_a_heading_loses_the_mark_of_its_note(tmp_path: Path):
    body = "<h2>Pasture[9]</h2><p>First.</p><h2>Arrays [3]</h2><p>Second.</p>"
    path = epub(tmp_path / "b.epub", {"a.xhtml": body}, nav='<li><a href="a.xhtml">Pasture</a></li>')
    titles = [text_of(one.spans) for one in read_epub(path).blocks if isinstance(one, Heading)]
    assert titles == ["Pasture", "Arrays [3]"]


def test_headings_that_are_numbers_alone_get_their_names_from_the_contents(tmp_path: Path):
    body = (
        "<h2>190</h2><p>A note.</p><h3>The Fir Tree</h3><p>First.</p><h2>191</h2><h3>The Bell</h3><p>Second.</p>"
        "<h2>192</h2><p>Third.</p>"
    )
    path = epub(
        tmp_path / "b.epub",
        {"a.xhtml": body},
        nav='<li><a href="a.xhtml#1">190 The Fir Tree</a></li><li><a href="a.xhtml#2">191 The Bell</a></li>',
    )
    found = [(one.level, text_of(one.spans)) for one in read_epub(path).blocks if isinstance(one, Heading)]
    assert found == [(1, "190 The Fir Tree"), (5, "The Fir Tree"), (1, "191 The Bell"), (2, "192")]


@pytest.mark.parametrize("title", ["Praise for The Mill", "Other Books by A. Writer", "图书在版编目（CIP）数据"])
def test_advertisements_and_catalogue_entries_are_left_out(tmp_path: Path, title: str):
    files = {"a.xhtml": f"<h1>{title}</h1><p>Splendid.</p>", "b.xhtml": "<h1>I</h1><p>Story.</p>"}
    document = read_epub(epub(tmp_path / "b.epub", files))
    assert [text_of(one.spans) for one in document.blocks if isinstance(one, Paragraph)] == ["Story."]
    assert "a.xhtml" in document.warnings[0]
