"""What a Markdown text becomes: pictures that it holds itself, marks of its builders."""

from __future__ import annotations

import base64

import pytest

from quire.model.block import Code, Figure, Heading, Paragraph
from quire.model.traversal import text_of
from quire.read.books.markdown_reader import read_markdown
from tests.read.books.test_book_images import picture

PNG = base64.b64encode(picture("PNG")).decode()


def test_a_picture_in_a_data_uri_is_a_figure_behind_its_paragraph():
    kept: dict[str, bytes] = {}
    text = f"# T\n\nOne ![A pond](data:image/png;base64,{PNG}) goes on.\n\nTwo."
    document = read_markdown(text, keep=kept.__setitem__)
    assert [type(one).__name__ for one in document.blocks] == ["Heading", "Paragraph", "Figure", "Paragraph"]
    figure = next(one for one in document.blocks if isinstance(one, Figure))
    assert (figure.picture.alt, figure.picture.width) == ("A pond", 120)
    assert kept == {figure.picture.name: picture("PNG")}
    texts = [text_of(one.spans) for one in document.blocks if isinstance(one, Paragraph)]
    assert texts == [text_of(one.spans) for one in read_markdown(text).blocks if isinstance(one, Paragraph)]


@pytest.mark.parametrize(
    "address",
    [
        "pond.png",
        "../../etc/passwd",
        "http://example.org/a.png",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:image/png;base64,####",
        "data:image/png;base64,iVBORw0KGgo=",
        f"data:text/html;base64,{PNG}",
    ],
)
def test_other_addresses_are_none(address: str):
    kept: dict[str, bytes] = {}
    document = read_markdown(f"Text ![x]({address}) here.", keep=kept.__setitem__)
    assert [type(one) for one in document.blocks] == [Paragraph]
    assert kept == {}


def test_the_pages_of_a_site_in_one_text_are_chapters_with_the_titles_of_their_fields():
    pages = [
        "---\nlayout: default\ntitle: Sets\n---\n\nSets\n===\n\nOn sets.\n\nFunctions\n===\n\nOn them.",
        '---\ntitle: "Orders"\ntags:\n  - maths\n---\n\n## Chains\n\nOn chains.',
        "---\ntitle: Logic\n---\nOn logic.\n\n---\n\nNote: a rule.\n\n---",
    ]
    document = read_markdown("\n\n".join(pages))
    found = [(one.level, text_of(one.spans)) for one in document.blocks if isinstance(one, Heading)]
    assert found == [(1, "Sets"), (2, "Functions"), (1, "Orders"), (2, "Chains"), (1, "Logic")]
    assert document.meta.title == ""
    named = [one.replace("title: Sets", "title: Sets | Maths | A Site") for one in pages[:1]]
    named += ["--- \ntitle: Chains | Maths | A Site\n---\n\nOn chains."]
    heads = [one for one in read_markdown("\n\n".join(named)).blocks if isinstance(one, Heading) and one.level == 1]
    assert [text_of(one.spans) for one in heads] == ["Sets", "Chains"]
    single = read_markdown(pages[0].replace("---", "--- ", 1))
    assert [one.level for one in single.blocks if isinstance(one, Heading)] == [1, 1]
    assert single.meta.title == "Sets"
    shown = read_markdown(f"# Sites\n\n```\n{pages[0]}\n\n{pages[1]}\n```\n")
    assert [text_of(one.spans) for one in shown.blocks if isinstance(one, Heading)] == ["Sites"]


def test_text_for_slides_only_is_left_out_and_struck_text_has_no_marks():
    text = "(~~The sum~~) The sum is [**five**]. It was ~~four~~ before. See [~~this~~](a.html)."
    (paragraph,) = read_markdown(text).blocks
    assert "".join(span.text for span in paragraph.spans).strip() == "The sum is five. It was four before. See this."


def test_a_drawing_in_the_text_is_a_picture_and_its_labels_are_no_words():
    kept: dict[str, bytes] = {}
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120">'
        '<title>Gear</title><rect width="90" height="9"/><text>Label</text></svg>'
    )
    document = read_markdown(f"Before {drawing} after.\n\n{drawing}\n\n```\n{drawing}\n```\n", keep=kept.__setitem__)
    assert [type(block) for block in document.blocks] == [Paragraph, Figure, Figure, Code]
    assert [block.picture.alt for block in document.blocks if isinstance(block, Figure)] == ["Gear", "Gear"]
    assert len(kept) == 1
    without = read_markdown(f"Before {drawing} after, <svg and ![x](drawing:9) more.")
    assert "Label" not in str(without.blocks)
    assert "more" in str(without.blocks)


def test_a_hard_break_stays_and_a_soft_one_does_not():
    (verse, prose) = read_markdown("Tiger, tiger,  \nburning bright\n\nOne line\nand the next.").blocks
    assert isinstance(verse, Paragraph)
    assert isinstance(prose, Paragraph)
    assert (text_of(verse.spans), text_of(prose.spans)) == ("Tiger, tiger,\nburning bright", "One line and the next.")


def test_a_fence_that_is_never_closed_ends_before_the_prose() -> None:
    prose = "This sentence explains what the program above does, and why it has to do it that way."
    text = f"# One\n\n```python\nx = 1\n\n{prose}\n\n## Two\n\n```go\ny := 2\n```\n\n# Three\n\n{prose}\n"
    blocks = read_markdown(text).blocks
    assert [one.text for one in blocks if isinstance(one, Code)] == ["x = 1", "y := 2"]
    assert [one.level for one in blocks if isinstance(one, Heading)] == [1, 2, 1]


def test_a_fence_that_is_never_closed_in_a_list_ends_there() -> None:
    text = "# One\n\n1.  Item:\n\n    ```go\n    x := 1\n\n\n# Two\n\n```go\ny := 2\n```\n"
    found = [text_of(one.spans) for one in read_markdown(text).blocks if isinstance(one, Heading)]
    assert found == ["One", "Two"]


def test_a_fence_without_a_beginning_goes() -> None:
    prose = "This sentence explains what the program above does, and why it has to do it that way."
    text = f"# One\n\n```\n\n{prose}\n\n# Two\n\n```go\ny := 2\n```\n\n# Three\n\n{prose}\n"
    blocks = read_markdown(text).blocks
    assert [one.text for one in blocks if isinstance(one, Code)] == ["y := 2"]
    assert len([one for one in blocks if isinstance(one, Heading)]) == 3


def test_a_longer_fence_holds_a_shorter_one() -> None:
    text = "````markdown\n```go\nx\n```\n````\n\n# Head\n"
    assert [one.text for one in read_markdown(text).blocks if isinstance(one, Code)] == ["```go\nx\n```"]


def test_a_comment_that_is_never_closed_hides_nothing():
    found = read_markdown("# One\n\n<!-- see there\n```C\nint a;\n```\ntext\n\n# Two\n\nend\n").blocks
    assert [text_of(one.spans) for one in found if isinstance(one, Heading)] == ["One", "Two"]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# Notices {.unlisted .unnumbered}", "Notices"),
        ("# Start {#start}", "Start"),
        ("# Preface {-}", "Preface"),
        ("# A *b* {#b key=1}", "A b"),
        ("# Sets {a, b}", "Sets {a, b}"),
        ("# The call `f{-}`", "The call f{-}"),
    ],
)
def test_attributes_of_headings_are_no_words_of_theirs(line: str, title: str):
    heading = read_markdown(f"{line}\n\nText.").blocks[0]
    assert isinstance(heading, Heading)
    assert text_of(heading.spans) == title


def test_marks_of_notes_and_keys_of_cited_works_are_no_text():
    said = "As shown [@knuth1984; -@b_c, p. 3] here.[^1] `[^x]` and [a link](b) stay.\n\n[^1]: A *note*."
    found = [one for one in read_markdown(f"# One\n\n{said}").blocks if isinstance(one, Paragraph)]
    assert [text_of(one.spans) for one in found] == ["As shown here. [^x] and a link stay.", "A note."]


def test_notes_in_the_text_roles_and_authors_by_their_keys() -> None:
    said = "As @knuth1984literate says,^[See chapter 3.] {func}`scipy.fft` is quick; `^[a b]` and x@y.org stay."
    found = [one for one in read_markdown(f"# One\n\n{said}").blocks if isinstance(one, Paragraph)]
    assert text_of(found[0].spans) == "As Knuth (1984) says, scipy.fft is quick; ^[a b] and x@y.org stay."


def test_lines_of_a_fence_in_a_list_may_stand_further_left():
    text = "* A call:\n\n  ~~~\n  get ⍬\n 1 two\nthree\n  ~~~\n\n# Next\n\nProse.\n"
    blocks = read_markdown(text).blocks
    assert [type(one).__name__ for one in blocks] == ["List", "Heading", "Paragraph"]
    assert "three" in next(one.text for one in blocks[0].items[0].blocks if isinstance(one, Code))


def test_boxes_and_tabs_of_mkdocs_are_their_titles_and_their_text() -> None:
    box = '!!! note inline "With care"\n    It is hot.\n\n    Mind it.\n\n    ???+ tip\n\n        Use a cloth.\n\n'
    tabs = '=== "Linux"\n\n    ```sh\n    === "ls"\n        -l\n    ```\n\nDone.\n\n    make\n'
    blocks = read_markdown(f"# Stoves\n\n{box}{tabs}").blocks
    assert [text_of(one.spans) if isinstance(one, Paragraph) else type(one).__name__ for one in blocks] == [
        "Heading", "With care", "It is hot.", "Mind it.", "Use a cloth.", "Linux", "Code", "Done.", "Code",
    ]  # fmt: skip
    assert blocks[6] == Code('=== "ls"\n    -l', ())
    said = read_markdown("Stop!!!\n\n!!! loud\n\nA title\n===\n\n    make\n").blocks
    assert [type(one).__name__ for one in said] == ["Paragraph", "Paragraph", "Heading", "Code"]


def test_marks_of_markua_are_no_text():
    aside = "T> # Tip\nT> Use the shell.\nT>\nT> Always.\n"
    text = f'{{mainmatter}}\n\n# Shells\n\n{{class: tip}}\n{{width="50%", #id}}\n{aside}\n~~~\nleanpub-start-insert\nls\n~~~\n'
    blocks = read_markdown(text).blocks
    assert [type(one).__name__ for one in blocks] == ["Heading", "Quote", "Code"]
    assert blocks[2] == Code("ls", ())
    said = read_markdown('X> 3 holds.\n\n{"nick": 1}\n').blocks
    assert [text_of(one.spans) for one in said if isinstance(one, Paragraph)] == ["X> 3 holds.", '{"nick": 1}']
