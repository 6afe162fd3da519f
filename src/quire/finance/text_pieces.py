"""The texts of a page as pieces in visual rows: figures apart from words, ready for columns.

Lines of a page are already parted at wide gaps. What is left to do: figures that a reader joined are parted, currency
signs and closing brackets go to their figure, and pieces on one height become a row.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from quire.amounts import is_nil, parse
from quire.finance.lost_marks import FigureFormat, figure_format, mended_marks
from quire.hanzi import either_form
from quire.model.geometry import Box
from quire.model.page import Line, Page, TextSource, Word
from quire.tables.row_joining import is_cut_off
from quire.tables.visual_rows import Extent, group_rows

_NUMERALS = "一二三四五六七八九十"
_NOTE = re.compile(
    either_form(
        rf"\d{{1,2}}\([a-z\d]{{1,3}}\)|(?:附注)?[{_NUMERALS}]{{1,3}}(?:、\d{{1,2}}"
        rf"|、?[(（][{_NUMERALS}\d]{{1,3}}[)）])|[(（][{_NUMERALS}]{{1,3}}[)）]\d{{1,2}}"
    )
)  # a note beside its figure
_DIGIT_OR_NIL = re.compile(r"[\d‐‑‒–—―−─﹣－一ー无\-]")  # what a text with a figure or a nil mark has
_AMOUNT = re.compile(r"[(（\-–—−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?[)）]?|[(（\-–—−]?\d{1,40}\.\d{2}[)）]?")
_AMOUNT_FIRST = re.compile(r"[(（\-–—−]?\d")
_CJK = re.compile("(?![百千万亿]{0,8}元|[万亿]?股(?![份本东权票])|人民币)[\u4e00-\u9fff][\u4e00-\u9fff：:]")
_CJK_LETTER = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
_BEFORE_LABEL = re.compile(rf"([(（\-–—−]?\d{{1,3}}(?:,\d{{3}})+(?:\.\d{{1,2}})?[)）]?)[.,·\s]*(?={_CJK.pattern})")
APART = (
    0.5  # points; a label behind a figure of another cell stands so far away at least: spreadsheets leave 1.5, no space
)
LONGEST = 40  # characters of a figure
_FEW_DIGITS = re.compile(r"\d{1,2},?\d{3}")  # of a figure that no narrow cell breaks, as "3,9" over "10" would be one
_MOST_DIGITS = 15  # of an amount
WIDEST = 200  # pieces of a row; what has more is no table, and would take long
STROKE = 0.25  # of its height: the width of a digit is half of it and more
_STROKES = frozenset("1lI|!丨")
_DOLLARS = frozenset("Ss§")
"""What a recognised dollar sign is taken for; alone it is no label, and at a figure no part of it."""
_SPECK_BEFORE = re.compile(r"[.·]\s+(\d{1,3})")  # a recognised speck and a figure
_DOLLAR_BESIDE = re.compile(r"[Ss§]\s?(?=[(\d])|(?<=[\d)])\s?[Ss§$P](?:\s?\.*)$")
MINUS = 0.6  # of the size; a minus stands nearer to its figure, the dash of an empty cell farther from the next figure
_WORST = 0.93  # of recognised figures are right, at least, however low the score of their weakest character is
_BEYOND = 0.3  # of the size, by which the box of a recognised text may be too wide at either end
RECOGNISED = 0.999  # the highest confidence of recognised text; a text layer's is 1
CLEANED = 0.95  # confidence of a figure whose own marks are in order, with dirt beside it that was left out
MENDED = 0.9  # confidence of a figure whose separators were mended
_ENDS_A_FIGURE = re.compile(r"[\d)%\-–—年日]$")
_FIGURE = re.compile(r"[$€£¥￥₹]?\s{0,9}+[(（\-–—−△▲]?\s{0,9}+[$€£¥￥₹]?\s{0,9}+[\d.,'’ ]{0,60}[\d\-–—]\s*[)）%]*")
_YEAR_LAST = re.compile(r"(?<![\d,.])(?:19|20)\d\d(?:年度?)?$|[月日]$")
_ORDINARY = re.compile(r"[(\-–—−]?\d{1,3}(?:,\d{3})*(?:\.\d+)?[)%\-]*|[(\-–—−]?\d+(?:\.\d+)?[)%\-]*")
_GROUPED = re.compile(r"[(\-–—−]?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?[)%\-]*")
_SEPARATED = re.compile(r"\d[,.]\d")
_MIXED = re.compile(r"[(\-–—−]?\d{1,3}(?:[.,;:。' ]+\d{3})+(?:[.,;:。' ]\d{1,2})?[)\-]?")
_LEADERS = re.compile(r"[.·…]{6,}")
_CURRENCY = re.compile(
    either_form(r"(?:US|HK|NT|AU|CA|[ACSR])?[$€£¥￥₹₩₱]|RMB|USD|HKD|EUR|GBP|CNY|PHP|人民币|P\s?[=/]?|=\s?P")
)
_PESO = re.compile(r"^([(（\-–—−]?)\s*(?:P\s?[=/]|=\s?P?|₱|PHP|P(?=\s?\d{1,3},\d))\s*")
"""The sign of the peso, which is often set or drawn as P with a stroke."""
_OPEN_SIGN = re.compile(r"(?:(?:US|HK)?[$€£¥￥]\s*)?[(（\-–—−]?(?:(?:US|HK)?[$€£¥￥])?[(（]?")
_CLOSER = re.compile(r"[)）]?\s*[%％]?[)）]?")
_LEADING = re.compile(either_form(r"^(?:(?:US|HK|NT|[ACSR])?[$€£¥￥₹₩]|RMB|USD|人民币)\s*"), re.IGNORECASE)
_INNER = re.compile(either_form(r"^([(（\-–—−△▲])\s*(?:(?:US|HK)?[$€£¥￥₹]|RMB|人民币)\s*"))
_TRAILING = re.compile(r"(?<!\s)\s*+(?:[$€£¥￥₹]|元)$")


class Token(NamedTuple):
    """A word of a piece with its place."""

    text: str
    x0: float
    x1: float
    space: bool


class Piece(NamedTuple):
    """A text of one cell, or of a part of one."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    size: float
    bold: bool
    page: int
    confidence: float
    tokens: tuple[Token, ...]
    value: Decimal | None = None
    nil: bool = False

    @property
    def figure(self) -> bool:
        """Whether it is an amount or a nil dash."""
        return self.value is not None or self.nil

    @property
    def box(self) -> Box:
        """Its box."""
        return Box(self.x0, self.y0, self.x1, self.y1)

    @property
    def centre(self) -> float:
        """The middle from left to right."""
        return (self.x0 + self.x1) / 2


Row = list[Piece]
"""Pieces on one height, from left to right."""


def pieces_of(page: Page) -> list[Piece]:
    """All upright texts of a page as pieces."""
    confidences = page.confidences
    form = figure_format(line.text for line in page.lines if page.source is TextSource.OCR)
    found: list[Piece] = []
    for index, line in enumerate(page.lines):
        if line.angle or line.vertical or not line.words:
            continue
        if page.source is TextSource.OCR and (
            line.text in _DOLLARS or _is_stroke(line.text, line.x1 - line.x0, line.y1 - line.y0)
        ):
            continue
        first = line.words[0].style
        words = _without_mark(line)
        tokens = tuple(Token(w.text, w.x0, w.x1, w.space) for w in words)
        piece = Piece(
            text=line.text if len(words) == len(line.words) else Line(words, *line[1:]).text,
            x0=line.x0,
            y0=line.y0,
            x1=words[-1].x1,
            y1=line.y1,
            baseline=line.baseline,
            size=first.size or (line.y1 - line.y0),
            bold=first.bold,
            page=page.number,
            confidence=min(confidences[index], RECOGNISED) if index < len(confidences) else 1.0,
            tokens=tokens,
        )
        if page.source is not TextSource.OCR:
            found += split_figures(piece)
            continue
        found += [part for one in _at_leaders(piece) for part in _recognised(one, form)]
    return _with_drawn_pesos(found)


def _with_drawn_pesos(pieces: list[Piece]) -> list[Piece]:
    """The pieces; the P over which an equals sign is drawn goes to the figure behind that: "(P" and "=996,086)"."""
    for sign in [p for p in pieces if p.text in ("P", "(P")]:
        for at, piece in enumerate(pieces):
            over = sign.x0 <= piece.x0 <= sign.x1 and abs(sign.baseline - piece.baseline) < APART
            if piece is sign or not over:
                continue
            figure = piece if piece.figure else as_figure(_merge(sign, piece))
            if figure is not None:
                pieces[at] = figure
                pieces.remove(sign)
                break
    return pieces


def _at_leaders(piece: Piece) -> list[Piece]:
    """A recognised piece without the dots that lead from a label to its figure, as two."""
    at = next((n for n, token in enumerate(piece.tokens) if _LEADERS.fullmatch(token.text)), 0)
    if not 0 < at < len(piece.tokens) - 1:
        return [piece]
    return [sub_piece(piece, piece.tokens[:at]), *_at_leaders(sub_piece(piece, piece.tokens[at + 1 :]))]


def _recognised(piece: Piece, form: FigureFormat) -> list[Piece]:
    """A recognised piece as figures, marks that were taken for others ("32.995,634.28", "=1,234.00") mended."""
    text = repaired_figure(piece.text) or mended_marks(piece.text, form)
    if text is None:
        parts = split_figures(piece)
        if parts == [piece]:
            parts = _several_repaired(piece)
        if parts == [piece]:
            parts = _before_label(piece)
        return [p._replace(confidence=_right(p.confidence)) if p.figure or is_currency(p) else p for p in parts]
    tokens = (Token(text, piece.x0, piece.x1, space=False),)
    bare = unicodedata.normalize("NFKC", piece.text).strip()
    sure = CLEANED if text in bare and (_GROUPED.fullmatch(text) or _DOLLAR_BESIDE.sub("", bare) == text) else MENDED
    return split_figures(piece._replace(text=text, confidence=min(_right(piece.confidence), sure), tokens=tokens))


def _several_repaired(piece: Piece) -> list[Piece]:
    """A piece of several figures of which some need repair ("(866) (7,203)."), parted; else itself."""
    repaired = [t._replace(text=repaired_figure(t.text) or t.text) for t in piece.tokens]
    if len(repaired) < 2 or not all(_ORDINARY.fullmatch(t.text) for t in repaired):
        return [piece]
    parts = split_figures(sub_piece(piece._replace(confidence=min(piece.confidence, MENDED)), repaired))
    return parts if all(p.figure for p in parts) else [piece]


def _before_label(piece: Piece) -> list[Piece]:
    """A piece of an amount and the Chinese label of the next half that was joined to it, parted; else itself."""
    joined = _BEFORE_LABEL.match(piece.text)
    if joined is None:
        return [piece]
    label = piece.text[joined.end() :]
    widths = [1.0 if _CJK_LETTER.match(c) else 0.5 for c in piece.text]
    unit = (piece.x1 - piece.x0) / sum(widths)
    end, start = (piece.x0 + unit * sum(widths[:at]) for at in (joined.end(1), joined.end()))
    parts = (
        as_figure(sub_piece(piece, [Token(joined[1], piece.x0, end, space=False)])),
        sub_piece(piece, [Token(label, start, piece.x1, space=False)]),
    )
    return [p for p in parts if p is not None]


def _right(score: float) -> float:
    """The share of recognised figures that are right, by the score of their weakest character."""
    return round(min(_WORST + (1.0 - _WORST) * score, RECOGNISED), 3)


def _without_mark(line: Line) -> tuple[Word, ...]:
    """The words of a line, of a figure or a date without the raised mark of a footnote: 2022¹ is no 20221."""
    words = line.words
    count = len(words)
    while count > 1 and words[count - 1].style.rise > 0 and not words[count - 1].space:
        count -= 1
    if count == len(words) or not words[count - 1].text[-1:] or not _ENDS_A_FIGURE.search(words[count - 1].text):
        return words
    bare = Line(words[:count], *line[1:]).text
    whole = _FIGURE.fullmatch(bare) or _YEAR_LAST.search(bare)
    return words[:count] if whole else words


def _is_stroke(text: str, width: float, height: float) -> bool:
    """Whether a recognised character is a piece of a border: far narrower than a digit."""
    return text.strip() in _STROKES and width < STROKE * height


def repaired_figure(text: str) -> str | None:
    """A recognised figure with its marks repaired; None if it needs no repair or is not a figure.

    No digit is changed: three digits stand between two separators, the last one or two are decimals, and a leading
    double line is a minus with dirt.
    """
    printed = unicodedata.normalize("NFKC", text).strip()
    bare = _DOLLAR_BESIDE.sub("", printed)
    if bare != printed and parse(bare) is not None and _ORDINARY.fullmatch(bare):
        return bare
    if (behind := _SPECK_BEFORE.fullmatch(bare)) is not None:  # ". 38" is no .38
        return behind[1]
    stray = bare.endswith(".") and _SEPARATED.search(bare) is not None  # "3,477." with dirt behind it
    if not stray and (_ORDINARY.fullmatch(bare) or (parse(bare) is not None and not _MIXED.fullmatch(bare))):
        return None
    edges = "'`·:;, " + ("." if _SEPARATED.search(bare) else "")  # "10." may number an item; "73,400.10." may not
    bare = re.sub(r"^[=~_](?=[\d(])", "-", bare.strip(edges))
    if not _ORDINARY.fullmatch(bare):
        if not _MIXED.fullmatch(bare):
            return None
        head, _, tail = re.sub(r"[.,;:。' ]+", ".", bare).rpartition(".")
        if " " in bare and sum(map(str.isdigit, bare)) > _MOST_DIGITS:
            return None  # figures of two columns
        grouped = len(tail.rstrip(")%-")) == 3
        bare = head.replace(".", ",") + ("," if grouped else ".") + tail
    return bare if parse(bare) is not None else None


def split_figures(piece: Piece, *, noted: bool = True) -> list[Piece]:
    """A piece as separate figures if it holds nothing else but a note reference before them; else the piece itself."""
    whole = as_figure(piece)
    if whole is not None and not _after_nil(piece):
        return _without_sign_of_next(whole)
    if len(piece.tokens) < 2 or not _DIGIT_OR_NIL.search(piece.text):
        return [piece]
    at = _second_label(piece.tokens)
    if at:
        return [q for tokens in (piece.tokens[:at], piece.tokens[at:]) for q in split_figures(sub_piece(piece, tokens))]
    groups = _figure_groups(piece.tokens) or _figure_groups(_whole_words(piece.tokens))
    if groups is None:
        words = _whole_words(piece.tokens)
        if not noted or len(words) < 2 or not _NOTE.fullmatch(words[0].text):
            return [piece]
        rest = split_figures(sub_piece(piece, words[1:]), noted=False)
        return [sub_piece(piece, words[:1]), *rest] if all(p.figure for p in rest) else [piece]
    parts = [as_figure(sub_piece(piece, tokens)) for tokens in groups]
    if parts[-1] is None and len(parts) > 1:  # the sign of a figure that stands in the next piece
        sign = sub_piece(piece, groups[-1])
        parts[-1] = sign if is_currency(sign) else None
    return [p for p in parts if p is not None] if all(parts) else [piece]


def _without_sign_of_next(figure: Piece) -> list[Piece]:
    """A figure, and apart from it the sign of a currency behind it: that of the next column, which stands there."""
    tokens = figure.tokens
    if len(tokens) < 2 or not _CURRENCY.fullmatch(tokens[-1].text):
        return [figure]
    bare = as_figure(sub_piece(figure, tokens[:-1]))
    return [figure] if bare is None else [bare, sub_piece(figure, tokens[-1:])]


def _second_label(tokens: Sequence[Token]) -> int:
    """The index where a Chinese label begins right after an amount, as in side-by-side tables; 0 without one."""
    if not _AMOUNT_FIRST.match(tokens[0].text):
        return 0
    word = tokens[0].text  # some readers give single characters: a word reaches to the next space
    for index, token in enumerate(tokens[1:], 1):
        apart = token.space or token.x0 - tokens[index - 1].x1 > APART
        if apart and _AMOUNT.fullmatch(word) and _CJK.match("".join(t.text for t in tokens[index : index + 2])):
            return index
        word = token.text if token.space else word + token.text
    return 0


def _after_nil(piece: Piece) -> bool:
    """Whether a dash belongs to an empty cell and not to the figure after it: they are far apart."""
    tokens = piece.tokens
    return len(tokens) == 2 and is_nil(tokens[0].text) and tokens[1].x0 - tokens[0].x1 > MINUS * piece.size


def _whole_words(tokens: Sequence[Token]) -> list[Token]:
    """Tokens, those without a space between them as one: some readers part "(62,379)" at its marks."""
    out: list[Token] = []
    for token in tokens:
        if out and not token.space and token.x0 - out[-1].x1 < APART:
            out[-1] = Token(out[-1].text + token.text, out[-1].x0, token.x1, out[-1].space)
        else:
            out.append(token)
    return out


def _figure_groups(tokens: Sequence[Token]) -> list[list[Token]] | None:
    """Tokens grouped to figures, trailing signs as the last group; None if a token is not part of a figure."""
    groups: list[list[Token]] = []
    waiting: list[Token] = []
    for token in tokens:
        if parse(token.text) is not None or is_nil(token.text):
            groups.append([*waiting, token])
            waiting = []
        elif _OPEN_SIGN.fullmatch(token.text) or _CURRENCY.fullmatch(token.text):
            waiting.append(token)
        elif groups and not waiting and _CLOSER.fullmatch(token.text):
            groups[-1].append(token)
        elif waiting and parse("".join(t.text for t in (*waiting, token)) + ")") is not None:
            groups.append([*waiting, token])
            waiting = []
        else:
            return None
    if not groups:
        return None
    return [*groups, waiting] if waiting else groups


def sub_piece(piece: Piece, tokens: Sequence[Token]) -> Piece:
    """A piece of some of the tokens of another."""
    text = "".join((" " if t.space and i else "") + t.text for i, t in enumerate(tokens))
    return piece._replace(text=text, x0=tokens[0].x0, x1=tokens[-1].x1, tokens=tuple(tokens), value=None, nil=False)


def as_figure(piece: Piece) -> Piece | None:
    """The piece with its value when its whole text is an amount or a nil dash."""
    text = _PESO.sub(r"\1", piece.text.strip())
    if not text or len(text) > LONGEST:
        return None
    if is_nil(text):
        return piece._replace(text=_printed(text), nil=True)
    value = parse(text)
    return None if value is None else piece._replace(text=_printed(text), value=value)


def _printed(text: str) -> str:
    """A figure as printed, without currency sign and spaces; full-width characters become ordinary ones."""
    bare = unicodedata.normalize("NFKC", text).strip()
    bare = _TRAILING.sub("", _INNER.sub(r"\1", _LEADING.sub("", bare)))
    if bare.count("(") != bare.count(")"):  # "$ (5)" keeps both, "($5)" too
        bare = unicodedata.normalize("NFKC", text).strip()
    return re.sub(r"(?<!\s)\s++(?=[)%])|(?<=[(\-–—−])\s++", "", bare) or "-"


def is_currency(piece: Piece) -> bool:
    """Whether a piece is a currency sign alone, perhaps with the opening bracket of its figure."""
    return bool(_CURRENCY.fullmatch(piece.text.strip("(（ ")))


def visual_rows(pieces: Iterable[Piece]) -> list[Row]:
    """Pieces as visual rows from top to bottom; currency signs and closing brackets are joined to their figures.

    A row of absurdly many pieces is left out.
    """
    every = list(pieces)
    extents = [_extent(p) for p in every]
    rows = [[every[i] for i in row] for row in group_rows(extents)]
    return _whole_figures([_joined(row) for row in rows if len(row) <= WIDEST])


def _extent(piece: Piece) -> Extent:
    """Where a piece stands; the boxes of recognised text reach a little beyond it, over their neighbours on noise."""
    beyond = _BEYOND * piece.size if piece.confidence <= RECOGNISED and piece.x1 - piece.x0 > piece.size else 0.0
    return Extent(piece.baseline, piece.y1 - piece.y0, piece.x0 + beyond, piece.x1 - beyond)


def _whole_figures(rows: list[Row]) -> list[Row]:
    """Rows whose figures that were broken over two lines of a narrow cell are whole: "1,858,221,567." over "60"."""
    for upper, lower in pairwise(rows):
        for piece in [p for p in lower if p.text[:1].isdigit()]:
            above = next((p for p in upper if _holds(p, piece) and is_cut_off(p.text, piece.text)), None)
            whole = (
                as_figure(_merge(above, piece)._replace(text=above.text + piece.text)) if above is not None else None
            )
            if (
                above is None
                or whole is None
                or _FEW_DIGITS.fullmatch(whole.text)
                or piece.baseline - above.baseline > 1.8 * piece.size
            ):
                continue
            upper[upper.index(above)] = whole._replace(x0=above.x0, x1=above.x1, y1=piece.y1)
            lower.remove(piece)
    return [row for row in rows if row]


def _holds(upper: Piece, lower: Piece) -> bool:
    """Whether a text stands below another one and is no wider."""
    return upper.x0 - 1 <= lower.x0 and lower.x1 <= upper.x1 + 1


def _joined(row: Row) -> Row:
    """Split signs and brackets of one row joined to the figures beside them."""
    out: Row = []
    for piece in row:
        last = out[-1] if out else None
        if last is not None and is_currency(last):
            merged = as_figure(_merge(last, piece)) or (as_figure(piece) if piece.figure else None)
            if merged is not None:
                out[-1] = merged._replace(x0=piece.x0) if piece.figure else merged
                continue
        if last is not None and _CLOSER.fullmatch(piece.text.strip()) and piece.x0 - last.x1 < piece.size:
            merged = as_figure(_merge(last, piece))
            if merged is not None:
                out[-1] = merged
                continue
        out.append(piece)
    return [p for p in out if not is_currency(p)]


def _merge(left: Piece, right: Piece) -> Piece:
    text = left.text + ("" if right.text.startswith((")", "%")) else " ") + right.text
    tokens = (*left.tokens, *right.tokens)
    return left._replace(
        text=text,
        y0=min(left.y0, right.y0),
        x1=right.x1,
        y1=max(left.y1, right.y1),
        tokens=tokens,
        confidence=min(left.confidence, right.confidence),
        value=None,
        nil=False,
    )


def with_leading_dash(dash: Piece, figure: Piece) -> Piece:
    """A figure with the dash left of it: its minus sign if close, else dirt or an empty cell's dash."""
    close = -MINUS * figure.size < figure.x0 - dash.x1 < MINUS * figure.size and (figure.value or 0) > 0
    whole = as_figure(_merge(dash, figure)) if close else None
    return whole if whole is not None else figure


def baseline_of(row: Row) -> float:
    """The mean baseline of a row."""
    return sum(p.baseline for p in row) / len(row)


def text_of(row: Row) -> str:
    """The row's texts joined by spaces."""
    return " ".join(p.text for p in row)
