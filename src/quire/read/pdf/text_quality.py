"""Whether a page's text layer can be trusted, and which of its lines are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Line, TextSource
from quire.read.pdf.path_shapes import Shape
from quire.read.pdf.raw_page import PlacedImage, RawPage

_USELESS_SHARE = 0.5  # of the glyphs without a character: the others are useless, too
_DAMAGED_SHARE = 0.08  # of them: the text is kept, but should be recognised as well
_GUESSED_SHARE = 0.3  # of the glyphs known only by their font's code: the text must look like language
_SCAN_SHARE = 0.3  # of a page without text: an image so large is the page's content
_COVER_SHARE = 0.6  # the same for a page with only a stamp or a page number
_HIDDEN_RATIO = 4  # times as many hidden as visible letters: the hidden text is that of a scan
_PAIRS = frozenset(
    [
        "th", "he", "in", "er", "an", "re", "on", "at", "en", "nd", "st", "es", "or", "te", "of", "ed", "is", "it",
        "al", "ar", "se", "nt", "to", "ng", "ou", "le", "me", "de", "ri", "ro", "ti", "ne", "el", "la", "li", "ic",
        "ra", "io", "co", "ll", "ta", "as", "ve", "ns", "om", "ur", "et", "il", "us", "ch", "ei", "ie", "un", "ge",
        "no", "ce", "tr", "em", "ec", "si", "mi", "di", "ss", "ma", "so", "ho", "ac", "po", "pe", "pa", "su", "qu",
        "ca",
    ]
)  # fmt: skip
"""The most frequent pairs of letters in English, French, German, Spanish and Italian."""

_PAIRS_SHARE = 0.42  # of all pairs: words have at least half, even in programs; letters of a wrong map have a tenth
_MIN_PAIRS = 60  # fewer pairs do not tell
_MIN_LETTERS = 40  # fewer letters have any share of vowels
_VOWELS = (0.18, 0.62)  # of the letters of words
_WORD_CHARACTERS = 0.7  # of all characters of a text: letters and digits
_STAMP_BAND = 0.1  # of the page's height, at the top and bottom: the place of stamps and page numbers
_MAX_STAMP_LETTERS = 160  # of all stamps and page numbers of a page
_MIN_CURVES = 200  # small filled shapes on a page with a little text: letters drawn as curves
_MIN_OUTLINED = 20  # the same on a page without any text: a title, a few words
_CURVES_PER_LETTER = 4.0  # the same for each letter of the little text there is: a web address, a name in a logo
_MIN_OUTLINE = 3  # segments of a letter drawn as curves
_LETTER_HEIGHT, _MAX_LETTER_WIDTH = (1.5, 40.0), 60.0  # points
# Letters drawn among text: segments of most, and shapes that differ; dots, arrowheads and icons are alike. Of 266
# documents none has such shapes outside its pictures.
_LETTER_PARTS, _DIFFERENT = 8, 4


class TextQuality(NamedTuple):
    """The kept lines of a page, and how far they can be trusted."""

    lines: tuple[Line, ...]
    source: TextSource
    needs_ocr: bool
    hidden: int = 0  # letters and digits of the other lines, which cannot be seen


def assess_text(raw: RawPage, width: float, height: float, *, with_hidden: bool = False) -> TextQuality:
    """The usable lines of a page, their source, and whether recognition is needed.

    Args:
        raw: what was read.
        width: of the page, points.
        height: of the page, points.
        with_hidden: keep the lines that cannot be seen, too.
    """
    if raw.glyph_count and raw.unmapped > _USELESS_SHARE * raw.glyph_count:
        return TextQuality((), TextSource.NONE, needs_ocr=True)
    damaged = raw.unmapped > _DAMAGED_SHARE * raw.glyph_count
    lines = (*raw.lines, *raw.hidden_lines) if with_hidden else tuple(raw.lines)
    if raw.guessed > _GUESSED_SHARE * max(1, raw.glyph_count) and not looks_like_language(line.text for line in lines):
        return TextQuality((), TextSource.NONE, needs_ocr=True)
    cover = _cover(raw.images, width, height)
    if raw.hidden_lines and cover >= _SCAN_SHARE and _letters(lines) * _HIDDEN_RATIO <= _letters(raw.hidden_lines):
        return TextQuality((*raw.hidden_lines, *raw.lines), TextSource.HIDDEN, needs_ocr=False)
    hidden = 0 if with_hidden else _hidden_letters(raw)
    if not lines:
        drawn = cover >= _SCAN_SHARE or _is_curves(raw.drawn.shapes, fewest=_MIN_OUTLINED)
        return TextQuality((), TextSource.NONE, needs_ocr=drawn, hidden=hidden)
    few = _letters_up_to(lines, _MAX_STAMP_LETTERS) < _MAX_STAMP_LETTERS
    stamped = few and cover >= _COVER_SHARE and all(_is_stamp(n, height) for n in lines)
    curved = few and _is_curves(raw.drawn.shapes, least=_CURVES_PER_LETTER * _letters(lines))
    return TextQuality(lines, TextSource.NATIVE, needs_ocr=stamped or damaged or curved, hidden=hidden)


def _hidden_letters(raw: RawPage) -> int:
    """The letters and digits of hidden lines; those that are printed visibly, too, hide nothing."""
    if not raw.hidden_lines:
        return 0
    shown = {line.text for line in raw.lines}
    return letters_and_digits(line for line in raw.hidden_lines if line.text not in shown)


def letters_and_digits(lines: Iterable[Line]) -> int:
    """How many letters and digits lines have."""
    return sum(sum(map(str.isalnum, line.text)) for line in lines)


def _letters(lines: Iterable[Line]) -> int:
    return sum(len(word.text) for line in lines for word in line.words)


def _letters_up_to(lines: Iterable[Line], most: int) -> int:
    """The number of letters, counted up to `most`: nearly every page has many more."""
    count = 0
    for line in lines:
        for word in line.words:
            count += len(word.text)
        if count >= most:
            break
    return count


def _is_stamp(line: Line, height: float) -> bool:
    return line.y1 <= _STAMP_BAND * height or line.y0 >= (1.0 - _STAMP_BAND) * height


def _cover(images: Sequence[PlacedImage], width: float, height: float) -> float:
    """The share of the page under images; overlaps count twice, which does not matter for the thresholds."""
    return sum((i.x1 - i.x0) * (i.y1 - i.y0) for i in images) / max(1.0, width * height)


def _is_curves(shapes: Sequence[Shape], least: float = 0.0, fewest: int = _MIN_CURVES) -> bool:
    """Whether a page has many small filled shapes like letters: more than `least`, and `fewest` at least."""
    return sum(shape.parts >= _MIN_OUTLINE and _is_like_letter(shape) for shape in shapes) >= max(fewest, least)


def _is_like_letter(shape: Shape) -> bool:
    low, high = _LETTER_HEIGHT
    return shape.filled and low <= shape.y1 - shape.y0 <= high and shape.x1 - shape.x0 <= _MAX_LETTER_WIDTH


def has_letter_shapes(shapes: Iterable[Shape]) -> bool:
    """Whether a page has a shape that may be a letter."""
    return any(shape.parts >= _LETTER_PARTS and _is_like_letter(shape) for shape in shapes)


def drawn_letters(shapes: Sequence[Shape], others: Sequence[Box]) -> int:
    """How many letters a page draws as shapes, as browsers do formulas, outside `others`: pictures, texts, bullets."""
    looks: set[tuple[int, int, int]] = set()
    count = 0
    for shape in shapes:
        x, y = (shape.x0 + shape.x1) / 2, (shape.y0 + shape.y1) / 2
        if shape.parts < _LETTER_PARTS or not _is_like_letter(shape) or any(box.holds_point(x, y) for box in others):
            continue
        looks.add((round(shape.x1 - shape.x0), round(shape.y1 - shape.y0), shape.parts))
        count += 1
    return count if len(looks) >= _DIFFERENT else 0


def looks_like_language(texts: Iterable[str]) -> bool:
    """Whether ASCII text looks like words: by frequent pairs of letters, or else by its share of vowels."""
    whole = " ".join(texts)
    pairs = [a + b for a, b in pairwise(whole.lower()) if a.isalpha() and b.isalpha()]
    if len(pairs) >= _MIN_PAIRS and sum(map(_PAIRS.__contains__, pairs)) > _PAIRS_SHARE * len(pairs):
        return True
    text = "".join(whole.split())
    letters = sum(c.isalpha() for c in text)
    vowels = sum(c in "aeiouyAEIOUY" for c in text)
    digits = sum(c.isdigit() for c in text)
    if not text or letters + digits < _WORD_CHARACTERS * len(text):
        return False
    return letters < _MIN_LETTERS or _VOWELS[0] * letters <= vowels <= _VOWELS[1] * letters
