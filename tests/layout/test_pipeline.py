"""Pages to a document."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from quire.layout.pipeline import arrange
from quire.model.block import Code, Figure, Formula, Heading, List, Note, Paragraph, Quote, Role, Table
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.model.traversal import text_of, walk
from tests.layout.pages import BODY, BOLD, META, MONO, RAISED, block, line, of, page, prose, style, word


def document(*pages, **more):
    return arrange(pages, meta=META, **more)


def kinds(found):
    return [type(one) for one in found.blocks]


def flat(block):
    """The texts of a block, markers and captions included."""
    texts = []
    for one in walk([block]):
        if isinstance(one, Paragraph | Heading):
            texts.append(text_of(one.spans))
        elif isinstance(one, Code | Formula):
            texts += [one.text, getattr(one, "label", "")]
        elif isinstance(one, List):
            texts += [item.marker for item in one.items]
        elif isinstance(one, Note):
            texts.append(one.mark)
        elif isinstance(one, Table):
            texts += [cell.text for cell in one.grid.cells] + [text_of(one.caption)]
        elif isinstance(one, Figure):
            texts += [text_of(one.caption), one.picture.alt]
    return texts


def letters(texts):
    return sorted("".join("".join(texts).split()).replace("-", ""))


def test_a_page_of_everything():
    mark = of(
        [
            word("with", 72, 230),
            word("a", 96, 230, space=True),
            word("note.", 106, 230, space=True),
            word("1", 132, 227, RAISED),
        ]
    )
    found = document(
        page(
            line("A handbook", 72, 40, style(8.0)),
            line("The title of it all", 72, 90, style(22.0)),
            block(prose(60, 460), 72, 130, to=540),
            line("1 First part", 72, 212, BOLD),
            mark,
            line("• one entry", 90, 260),
            line("• another entry", 90, 273),
            line("x = compute(1)", 72, 310, MONO),
            line("Figure 1: A picture", 72, 520),
            line("1 What the note says.", 72, 700, style(8.0)),
            line("12", 300, 760),
            pictures=(Picture("p1-1", 1, Box(72, 340, 300, 505), PictureKind.IMAGE, 10, 10),),
        )
    )
    assert kinds(found) == [Heading, Paragraph, Heading, Paragraph, List, Code, Figure, Note]
    assert found.blocks[0].title
    assert [piece.role for piece in found.furniture] == [Role.HEADER, Role.PAGE_NUMBER]
    assert found.blocks[3].spans[-1].note == found.blocks[-1].id
    assert text_of(found.blocks[6].caption) == "Figure 1: A picture"
    assert found.language == "en"
    assert found.body_size == 10.0


def test_flow_joins_over_pages_and_its_absence_does_not():
    first, second = page(block(["a sentence that is not"], 72, 100)), page(block(["over yet"], 72, 100), number=2)
    assert len(document(first, second).blocks) == 1
    assert len(document(first, second, flow=False).blocks) == 2


def test_without_flow_no_list_goes_on_on_the_next_page():
    pages = [page(line(f"• item {at}", 72, 100), line("• more", 72, 120), number=at) for at in (1, 2)]
    assert [len(block.places) for block in document(*pages, flow=False).blocks] == [1, 1]
    assert len(document(*pages).blocks) == 1


def test_items_of_several_paragraphs_and_nested_lists():
    found = document(
        page(
            line("1. The first item", 72, 100),
            line("A further paragraph of it", 84.5, 124),
            line("a) inner", 100, 148),
            line("b) inner too", 100, 160),
            line("2. The second item", 72, 184),
        )
    )
    (outer,) = found.blocks
    assert [item.marker for item in outer.items] == ["1.", "2."]
    assert [type(one) for one in outer.items[0].blocks] == [Paragraph, Paragraph, List]
    assert outer.ordered
    assert outer.start == 1


def test_quotations_and_page_facts():
    found = document(
        page(
            block(prose(60, 460), 72, 100),
            block(prose(60, 380, start=3), 108, 200),
            block(prose(60, 460), 72, 300),
            label="iv",
        )
    )
    assert kinds(found) == [Paragraph, Quote, Paragraph]
    assert found.pages[0].label == "iv"
    assert found.pages[0].margins.x0 == 72
    assert found.page_count == 1


def test_progress_is_told_after_each_page():
    told = []
    document(page(number=1), page(number=2), progress=told.append)
    assert told == [1, 2]


def test_an_empty_document():
    assert document().blocks == ()
    assert document(page()).pages[0].margins is None


places = st.lists(
    st.tuples(
        st.floats(10, 560),
        st.floats(15, 780),
        st.lists(
            st.sampled_from(["word", "inter-", "1.", "•", "12.5", "公司", "Figure", "a)", "Table", "1"]),
            min_size=1,
            max_size=7,
        ),
        st.sampled_from([BODY, BOLD, MONO, style(7.0), style(18.0)]),
    ),
    max_size=30,
)


@settings(max_examples=120, deadline=None)
@given(st.lists(places, min_size=1, max_size=3), st.booleans())
def test_no_text_is_lost_and_boxes_lie_on_their_pages(contents, flow):
    pages = [
        page(*(line(" ".join(words), x, y, look) for x, y, words, look in own), number=number)
        for number, own in enumerate(contents, 1)
    ]
    kept = [
        one
        for own in pages
        for one in {(round(piece.x0), round(piece.y0), piece.text): piece for piece in own.lines}.values()
    ]
    if len(kept) != sum(len(own.lines) for own in pages):
        return  # printed over each other
    found = document(*pages, flow=flow)
    texts = [text for one in found.blocks for text in flat(one)]
    texts += [text_of(piece.spans) for piece in found.furniture]
    assert letters(texts) == letters([one.text for own in pages for one in own.lines])
    for one in walk(found.blocks):
        for place in one.places:
            assert 1 <= place.page <= len(pages)
            assert place.box.x0 >= 0
            assert place.box.y0 >= 0
    assert found == document(*pages, flow=flow)


def test_a_footnote_does_not_part_a_list_that_goes_on_over_the_page():
    mark = of([word("1.", 72, 100), word("one", 86, 100, space=True), word("1", 101, 97, RAISED)])
    first = page(
        block(prose(60, 460), 72, 40 + 20), mark, line("2. two", 72, 113), line("1 A note on it.", 72, 700, style(8.0))
    )
    second = page(line("3. three", 72, 100), line("4. four", 72, 113), block(prose(60, 460), 72, 150), number=2)
    found = document(first, second)
    assert kinds(found) == [Paragraph, List, Note, Paragraph]
    assert [item.marker for item in found.blocks[1].items] == ["1.", "2.", "3.", "4."]


def test_paragraphs_know_their_lines() -> None:
    """What estimates from the width of the text would miss."""
    found = document(page(block(prose(120, 460), 72, 200), [line("One line.", 72, 600)]))
    assert [round(one.pitch, 1) for one in found.blocks if isinstance(one, Paragraph)] == [12.0, 0.0]
