"""What the words of a line are in a formula: letters and signs of it, or running text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from quire.layout.maths.latex_symbols import (
    BOLD_FONT,
    FUNCTIONS,
    LIMITED,
    MATHS_FONT,
    MATHS_SIGN,
    OFFICE_FONT,
    OFFICE_SIGN,
    TEXT_ITALIC_FONT,
)
from quire.model.page import Line, Word

MATHS_SHARE, PROSE_SHARE = 0.4, 0.25  # of the words of a displayed formula: at least, at most
VARIABLE, VARIABLES = 2, 4  # letters of an italic word that is a variable, at most; of several right behind a sign
_NEUTRAL = re.compile(r"[\d.,:;+\-−±=<>~()\[\]{}/|*'′!%…·×\\ˆ˜¯˙¨ˇ˘←-⋿⎛-⎭⟀-⟯⦀-⫿]+")
_MARK = re.compile(r"[•∗*†‡§¶·,.;:()\[\]\d\s✓−-]*")
_WORDS = frozenset("aAIeEiKoOuUVwyYz")  # these are words in one language or other
_LONG_WORD = re.compile(r"[^\W\d_]{4}")  # letters of a word that counts as prose in a formula, at least
_PLAIN_WORD = re.compile(r"[\"'“‘(\[]?[^\W\d_𝐀-𝟿]{2,}(?:[’'-][^\W\d_]+)*[.,:;!?)\]\"'”’]*")
# Words in a row that are running text; such of a page in a font of formulas, and their share, that make it a text font.
_SENTENCE, _TEXT_WORDS, _TEXT_SHARE = 3, 12, 0.3
CAMBRIA_MATH, _TEXT_FONT = re.compile("Cambria ?Math"), "Cambria"
_SHORT_WORDS = frozenset(
    ["an", "as", "at", "be", "by", "do", "if", "in", "is", "it", "no", "of", "on", "or", "so", "to", "us", "we"]
)  # English, which italic text is full of
WORD_SPACE = 0.22  # of the size: the least space between words; TeX sets .17 behind the name of an operator
_GOES_ON = re.compile(r"\$?\s*(?:[=<>≤≥≈≡∼≠∝:+−×·/^_]|\\(?:[lg]eq|approx|equiv|sim|neq|propto|cdot|times)\b)")
_TERM = re.compile(r"[+−-]?[A-Za-z]{1,2}(?:[,+−=<>/(-][A-Za-z]{0,2})*")  # letters with signs between them
_OF_SIGN = re.compile(r"([^\W\d_])\([^\W_]?\)?[.,;]?")  # a letter with a sign in brackets: "Γ(1)"
_ITEM = re.compile(r"\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)]")
_ANSWER = re.compile(r"[A-H][.．、]")  # the marker of an answer to choose
_COUNT = re.compile(r"[\d.．、(（)）]+")  # the number of a question, which Chinese text follows without a space
_HAN_WORD = 2  # Chinese characters that count as a word
_HAN = re.compile("[\u4e00-\u9fff]")
LABEL = re.compile(r"[(（\[]\s*(?:[A-Z]\.?)?(?:\d{1,3}[.\-]){0,3}(?P<number>\d{1,3})[a-z]?\s*[)）\]]$")
"""The number of a formula at the margin, at the end of a text; `number` is what counts on."""


def is_mathematical(word: Word) -> bool:
    """Whether a word is set in a font of formulas, and is more than a bullet or a mark of a note."""
    font = word.style.font
    if MATHS_FONT.search(font) or (OFFICE_FONT in font and OFFICE_SIGN.search(word.text)):
        return True
    return not word.text.isascii() and len(word.text) <= VARIABLES and MATHS_SIGN.search(word.text) is not None


def with_text_fonts(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of a page; where Cambria Math sets running text, its words in the text font of its name.

    People choose it for ordinary text: then words of a language follow each other in it.
    """
    lettered: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for line in lines:
        run = 0
        for word in line.words:
            font = word.style.font
            if not CAMBRIA_MATH.search(font):
                run = 0
                continue
            lettered[font] += any(map(str.isalpha, word.text))
            run = run + 1 if word.space or not run else 1
            run = run if _PLAIN_WORD.fullmatch(word.text) and word.text not in FUNCTIONS else 0
            told[font] += _SENTENCE if run == _SENTENCE else run > _SENTENCE
    fonts = {font for font, count in told.items() if count >= max(_TEXT_WORDS, _TEXT_SHARE * lettered[font])}
    if not fonts:
        return lines
    return [line._replace(words=tuple([_in_text_font(word, fonts) for word in line.words])) for line in lines]


def _in_text_font(word: Word, fonts: set[str]) -> Word:
    style = word.style
    if style.font not in fonts:
        return word
    return word._replace(style=style._replace(font=CAMBRIA_MATH.sub(_TEXT_FONT, style.font)))


def is_plain_mark(text: str) -> bool:
    """Whether a text is but bullets, marks of notes, figures and punctuation."""
    return _MARK.fullmatch(text) is not None


def is_prose(word: Word) -> bool:
    """Whether a word is of running text: letters that are neither variables nor a function's name."""
    text = word.text
    if is_mathematical(word) or _is_variable(word) or _NEUTRAL.fullmatch(text) or text.strip("()[]{},.") in FUNCTIONS:
        return False
    return len(text.strip("().,;")) > 1 or word.space or not text.isascii()


def begins_with_text(words: Sequence[Word]) -> bool:
    """Whether a line begins with running text, not with a name that is part of an equation or has an argument."""
    if is_answer(words):
        return True
    if is_item_number(words):
        return any(len(word.text) > 1 and is_prose(word) for word in words)
    if len(words) > 1 and _COUNT.fullmatch(words[0].text) and _HAN.match(words[1].text):
        return True
    end = next((at for at, word in enumerate(words) if not is_prose(word)), 0)
    if end == 0 or words[0].text.strip("()[]{},.:") in LIMITED or _GOES_ON.match(words[end].text):
        return False
    gap = words[end].x0 - words[end - 1].x1
    return gap > WORD_SPACE * words[end].style.size or _HAN.search(words[end - 1].text) is not None


def is_item_number(words: Sequence[Word]) -> bool:
    """Whether the first word of a line is the number of an item: "2." or "(b)", with a space and no sign behind it."""
    if len(words) < 2 or not _ITEM.fullmatch(words[0].text) or words[0].style.rise:
        return False
    return words[1].x0 - words[0].x1 > WORD_SPACE * words[0].style.size and not _GOES_ON.match(words[1].text)


def is_answer(words: Sequence[Word]) -> bool:
    """Whether a line begins with the marker of an answer to choose: "B." in the type of the text."""
    return (
        len(words) > 1
        and _ANSWER.fullmatch(words[0].text) is not None
        and not (words[0].style.italic or is_mathematical(words[0]))
    )


def prose_of(words: Sequence[Word]) -> float:
    """How many words of running text are among the words of a line; Chinese, which has no spaces, by its characters."""
    found = 0.0
    for word in words:
        if is_prose(word):
            found += _han_words(word) or float(_LONG_WORD.search(word.text) is not None)
    return found


def is_han(word: Word) -> bool:
    """Whether a word has Chinese characters."""
    return _HAN.search(word.text) is not None


def _han_words(word: Word) -> float:
    return len(_HAN.findall(word.text)) / _HAN_WORD


def _is_variable(word: Word) -> bool:
    """Whether a word is one or two letters, italic or bold: variables where the letters of formulas are of the text."""
    letters = word.text.strip("().,;:[]|'")
    if (called := _OF_SIGN.fullmatch(word.text)) is not None:
        letters = called[1]
    if word.style.italic and not letters.isalpha() and _TERM.fullmatch(letters):
        return not TEXT_ITALIC_FONT.search(word.style.font)
    if len(letters) == 1 and ("Α" <= letters <= "ϖ" or letters == "µ"):
        return True  # a Greek letter that is no word
    if not (letters.isalpha() and letters.isascii()):
        return False
    if word.style.italic:
        if letters.lower() in _SHORT_WORDS or TEXT_ITALIC_FONT.search(word.style.font):
            return False
        return len(letters) <= (VARIABLE if word.space else VARIABLES)
    if is_bold_symbol(word):
        return True
    return len(letters) == 1 and letters not in _WORDS


def is_bold_symbol(word: Word) -> bool:
    """Whether a word is a letter, or a matrix and what it is multiplied with, in a bold font of TeX."""
    letters = word.text.strip("().,;:[]|'")
    short = len(letters) == 1 or (len(letters) == VARIABLE and letters[0].isupper())
    return short and letters.isascii() and letters.isalpha() and BOLD_FONT.search(word.style.font) is not None


def is_symbol(word: Word) -> bool:
    """Whether a word shows that a run is a formula: upright letters and figures alone do not."""
    if is_mathematical(word) or is_bold_symbol(word):
        return True
    return _is_variable(word) and (word.style.italic or not word.text.isascii())


def are_formula(maths: int, words: Sequence[Word]) -> bool:
    """Whether words of which so many are mathematical are a displayed formula."""
    count = sum(_han_words(word) or 1.0 for word in words)
    return maths >= MATHS_SHARE * count and prose_of(words) <= PROSE_SHARE * count


def is_fragment(line: Line) -> bool:
    """Whether a line holds no word of running text."""
    return not line.angle and not any(is_prose(w) and w.style.rise == 0 for w in line.words)
