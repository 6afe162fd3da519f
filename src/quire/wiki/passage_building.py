"""Paragraphs of a section, out of its blocks, and the passages that they become: each with how it is set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quire.model.block import Block, List, Note, Paragraph, Quote, Table
from quire.wiki.block_style import NOTE_MARK, PLAIN_STYLE, QUOTE_MARK, BlockStyle, count_letters, shifted
from quire.wiki.passage_language import language_of
from quire.wiki.sentence_split import prose, split

__all__ = ["LONGEST_PASSAGE", "TextPiece", "append_code", "append_text", "ends_in_code", "leaf_blocks", "split_to_size"]

_SIZES = {"en": (350, 1100), "zh": (120, 420)}
"""Characters a passage should have at least (short paragraphs of a section are joined) and at most (longer ones
are parted at sentences): one look finds what a citation means, and search has enough to go by."""

LONGEST_PASSAGE = 4000
"""Characters that no passage exceeds: what has no end of a sentence up to there is cut at a space, or in a word."""

_APART = "\n\n"
"""What stands between the paragraphs of a passage."""


class TextPiece(NamedTuple):
    """A paragraph, with the program text and formulas that follow it; or a passage."""

    text: str
    page: int  # of the source, from 1; 0 unknown
    shapes: tuple[BlockStyle, ...] = ()  # of its paragraphs that are more than plain text


def leaf_blocks(
    block: Block, page: int = 0, shape: BlockStyle = PLAIN_STYLE
) -> Iterator[tuple[Block, int, BlockStyle]]:
    """The blocks that hold the text of a block, each with its page and how it is set."""
    page = block.places[0].page if block.places else page
    if isinstance(block, List):
        for item in block.items:
            mark = item.marker.strip()
            for inner in item.blocks:
                for found in leaf_blocks(inner, page, BlockStyle(depth=shape.depth + 1)):
                    begins = mark and found[2].depth == shape.depth + 1 and not found[2].mark
                    yield (*found[:2], found[2]._replace(mark=mark)) if begins else found
                    mark = ""
    elif isinstance(block, Quote | Note):
        mark = NOTE_MARK if isinstance(block, Note) else QUOTE_MARK
        for inner in block.blocks:
            yield from leaf_blocks(inner, page, shape._replace(mark=mark) if not shape.depth else shape)
    elif isinstance(block, Table):
        heads = any(cell.header for cell in block.grid.cells if not cell.row)
        yield block, page, BlockStyle(mark="|1" if heads else "|")
    elif isinstance(block, Paragraph):
        yield block, page, shape._replace(breaks=_breaks("".join(one.text for one in block.spans if one.note is None)))
    else:
        yield block, page, shape


def append_text(paragraph: TextPiece, text: str, shape: BlockStyle) -> TextPiece:
    """A paragraph with the program text or the formula that it shows."""
    at = len(paragraph.text) + len(_APART)
    shapes = (*paragraph.shapes, shape._replace(at=at)) if shape.is_styled else paragraph.shapes
    return TextPiece(f"{paragraph.text}{_APART}{text}", paragraph.page, shapes)


def ends_in_code(text: str) -> bool:
    """Whether a paragraph ends in program text, not in prose with a stray fence behind it."""
    return text.endswith("\n```") and "```\n" in text[:-4]


def append_code(paragraph: TextPiece, code: str) -> TextPiece:
    """A paragraph that ends in program text, with more of it behind, which only readers of the book see."""
    at = paragraph.text.rindex("```", 0, len(paragraph.text) - 3)
    shown = paragraph.text[at + len("```\n") : -len("\n```")]
    last = next((one for one in paragraph.shapes if one.at == at), BlockStyle(at))
    others = [one for one in paragraph.shapes if one.at != at]
    return paragraph._replace(shapes=(*others, last._replace(whole=(*(last.whole or (shown,)), code))))


def split_to_size(paragraphs: Sequence[TextPiece], lang: str) -> Iterator[TextPiece]:
    """Paragraphs of one section as passages: short ones of one language joined, long ones parted at sentences."""
    held: list[TextPiece] = []
    size, before = 0, lang
    for paragraph in paragraphs:
        own = language_of(prose(paragraph.text), lang)
        least, most = _SIZES[own]
        for piece in _parted(paragraph, own, most):
            if held and (own != before or size + len(piece.text) > most):
                yield _passage(held)
                held, size = [], 0
            held.append(piece)
            before = own
            size += len(piece.text)
            if size >= least:
                yield _passage(held)
                held, size = [], 0
    if held:
        yield _passage(held)


def _breaks(text: str) -> tuple[int, ...]:
    """Letters before each line break of a paragraph."""
    lines = text.strip().split("\n")
    out, before = [], 0
    for line in lines[:-1]:
        before += count_letters(line)
        out.append(before)
    return tuple(dict.fromkeys(one for one in out if one))


def _passage(pieces: Sequence[TextPiece]) -> TextPiece:
    shapes: list[BlockStyle] = []
    at = 0
    for one in pieces:
        shapes += shifted(one.shapes, at)
        at += len(one.text) + len(_APART)
    return TextPiece(_APART.join(one.text for one in pieces), pieces[0].page, tuple(shapes))


def _parted(paragraph: TextPiece, lang: str, most: int) -> Iterator[TextPiece]:
    code = paragraph.text.find(f"{_APART}```")
    if len(paragraph.text) <= most * 1.4 or ("```" in paragraph.text and len(paragraph.text) <= LONGEST_PASSAGE):
        yield paragraph
        return
    if code > 0:  # program text stays whole, what stands before it is parted
        said = tuple(one for one in paragraph.shapes if one.at < code)
        shown = shifted([one for one in paragraph.shapes if one.at >= code], -code - len(_APART))
        yield from _parted(TextPiece(paragraph.text[:code], paragraph.page, said), lang, most)
        paragraph = TextPiece(paragraph.text[code + len(_APART) :], paragraph.page, shown)
        if len(paragraph.text) <= LONGEST_PASSAGE:
            yield paragraph
            return
    shape = next((one for one in paragraph.shapes if not one.at), PLAIN_STYLE)
    before = 0
    for text in _runs(paragraph.text, lang, most):
        size = count_letters(text)
        inside = tuple(one - before for one in shape.breaks if before < one < before + size)
        mine = shape._replace(
            breaks=inside, mark=shape.mark if not before or shape.mark in {QUOTE_MARK, NOTE_MARK} else ""
        )
        yield TextPiece(text, paragraph.page, (mine,) if mine.is_styled else ())
        before += size


def _runs(text: str, lang: str, most: int) -> Iterator[str]:
    held = ""
    glue = "" if lang == "zh" else " "
    for sentence in split(text, lang):
        for part in _cut(sentence):
            if held and len(held) + len(part) > most:
                yield held
                held = ""
            held = f"{held}{glue}{part}" if held else part
    if held:
        yield held


def _cut(sentence: str) -> Iterator[str]:
    """A sentence, in pieces if it is longer than a passage may be."""
    while len(sentence) > LONGEST_PASSAGE:
        at = max(sentence.rfind(sign, LONGEST_PASSAGE // 2, LONGEST_PASSAGE) for sign in " ，,；;\n")
        at = at + 1 if at > 0 else LONGEST_PASSAGE
        yield sentence[:at].strip()
        sentence = sentence[at:]
    if sentence.strip():
        yield sentence
