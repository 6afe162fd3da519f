"""Where the pictures of a book stand in its passages, and that they change no passage."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.model.block import Block, Figure, Heading, Paragraph
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.read.books.emphasis_spans import plain_spans
from quire.wiki.book import make_book

LONG = "A gear is a wheel with teeth that turns another wheel by pressing on its teeth. " * 6


def figure(name: str, caption: str = "", box: tuple[float, float, float, float] = (0, 0, 0, 0)) -> Figure:
    return Figure(Picture(name, 0, Box(*box), PictureKind.IMAGE, 640, 480), (), plain_spans(caption))


def words(text: str) -> Paragraph:
    return Paragraph(plain_spans(text), ())


def book(*blocks: Block) -> tuple[list[tuple[str, str, str]], list[str]]:
    """(picture, passage, the text before it) of each picture, and the passages; the same as without pictures."""
    made = make_book(Document((), blocks))
    plain = make_book(Document((), tuple(one for one in blocks if not isinstance(one, Figure) or one.caption)))
    assert made.passages == plain.passages
    by_id = {one.id: one.text for one in made.passages}
    return [(one.file, one.passage, by_id[one.passage][: one.at][-20:]) for one in made.figures], [*by_id.values()]


def test_a_picture_stands_behind_the_paragraph_before_it():
    plates, passages = book(
        Heading(1, plain_spans("One"), ()), words("Short."), figure("a"), words("Next."), figure("b")
    )
    assert passages == ["Short.\n\nNext."]
    assert plates == [("a", "p1", "Short."), ("b", "p1", "Short.\n\nNext.")]


def test_a_picture_stands_before_its_caption_which_is_text_once():
    plates, passages = book(words(LONG), figure("a", "Fig. 1. A gear."), words("Behind it."))
    assert plates == [("a", "p2", "")]
    assert passages[1] == "Fig. 1. A gear.\n\nBehind it."


def test_a_paragraph_that_is_parted_keeps_its_picture_at_its_end():
    plates, passages = book(words(LONG * 5), figure("a"), words("Behind."))
    assert len(passages) > 2
    assert [(one, text) for one, _, text in plates] == [("a", passages[-1].split("\n\n")[0][-20:])]


def test_pictures_under_headings_without_text_go_to_the_next_text_and_at_the_end_to_the_last():
    head = Heading(1, plain_spans("Plates"), ())
    plates, _ = book(head, figure("a"), Heading(1, plain_spans("One"), ()), words("Text."), head, figure("b"))
    assert plates == [("a", "p1", ""), ("b", "p1", "Text.")]


def test_the_size_on_paper_is_the_size_on_the_screen():
    made = make_book(Document((), (words("Text."), figure("a", box=(10, 10, 82, 46)))))
    assert [(one.width, one.height) for one in made.figures] == [(96, 48)]


BLOCKS = st.one_of(
    st.text(alphabet="ab .\n", max_size=600).map(words),
    st.sampled_from(["x", "y"]).map(figure),
    st.text(alphabet="ab .", max_size=30).map(lambda text: figure("z", text)),
    st.sampled_from(["One", "Two"]).map(lambda text: Heading(1, plain_spans(text), ())),
)


@given(st.lists(BLOCKS, max_size=12))
def test_pictures_change_no_passage_and_stand_inside_one(blocks: list[Block]):
    plates, passages = book(*blocks)
    assert all(int(passage[1:]) <= len(passages) for _, passage, _ in plates)
    assert [one for one, _, _ in plates] == [
        one.picture.name for one in blocks if isinstance(one, Figure)
    ] or not passages
