"""Documents whose chapters only their words tell."""

from __future__ import annotations

from quire.jobs.chapter_detection import detect_chapters
from quire.model.block import Block, Heading, Paragraph
from quire.model.document import Document
from quire.model.span import Span
from quire.model.traversal import text_of

STORY = "话说天下大势，分久必合，合久必分，周末七国分争，并入于秦。"


def document(*texts: str, head: tuple[Block, ...] = ()) -> Document:
    """A document of paragraphs."""
    return Document((), (*head, *(Paragraph((Span(text),), ()) for text in texts)))


def headings(made: Document) -> list[str]:
    """The texts of its headings."""
    return [text_of(one.spans) for one in made.blocks if isinstance(one, Heading)]


def test_titles_by_their_words_become_headings():
    texts = [text for one in "一二三" for text in (f"第{one}回 宴桃园豪杰三结义", STORY)]
    made = detect_chapters(document(*texts))
    assert headings(made) == texts[::2]
    assert len(made.blocks) == len(texts)


def test_a_number_is_joined_to_its_name_below():
    texts = [
        text
        for one, name in (("I", "The Road"), ("II", "The Sea"), ("III", "The Way Home"))
        for text in (f"CHAPTER {one}", name, "They went on and on until the evening came.")
    ]
    assert headings(detect_chapters(document(*texts))) == [
        "CHAPTER I The Road",
        "CHAPTER II The Sea",
        "CHAPTER III The Way Home",
    ]


def test_a_document_that_shows_its_headings_stays():
    shown = tuple(Heading(1, (Span(text),), ()) for text in ("Tools", "Wood"))
    made = document("第一回 某事", STORY, "第二回 某事", STORY, "第三回 某事", head=shown)
    assert detect_chapters(made) is made


def test_prose_without_titles_stays():
    made = document(STORY, "Some words.", "7")
    assert detect_chapters(made).blocks == made.blocks
