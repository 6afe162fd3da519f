"""Random tables of the kinds that reports hold: statements under periods and units, dot leaders, names with values."""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Mapping

from learn.table_html import Made, Truth
from learn.wording import Wording

_UNITS = {
    "zh": ("元", "千元", "万元", "人民币千元", "%"),
    "": ("RMB’000", "$'000", "£m", "€ million", "US$", "HK$’000", "%", "USD", "(audited)"),
}
_OVER = {
    "zh": ("本集团", "本公司", "合并", "母公司", "截至12月31日止年度", "于12月31日"),
    "": ("Consolidated", "Company", "Group", "Year ended 31 December", "As at 30 June", "Six months ended 30 June"),
}
_NOTES = {"zh": ("附注", "注释"), "": ("Note", "Notes", "Ref.")}


def _of(words: Wording, texts: Mapping[str, tuple[str, ...]]) -> str:
    return words.draw.choice(texts.get(words.language, texts[""]))


class _Sheet:
    """Rows of cells with their mark-up, written from the top."""

    def __init__(self, cols: int, style: str) -> None:
        self.truth = Truth(0, cols, 0, drawn=False, style=style)
        self.markup: list[str] = []

    def row(self, cells: list[tuple[str, int, int, str, str]], tag: str = "td") -> None:
        """Add a row of (text, row span, column span, style, mark-up or nothing) in their columns."""
        parts, col = [], 0
        for text, down, across, look, inner in cells:
            if down:  # none for a place that a cell above covers
                self.truth.cells.append((self.truth.rows, col, down, across, text))
                spans = f' rowspan="{down}"' * (down > 1) + f' colspan="{across}"' * (across > 1)
                parts.append(f'<{tag}{spans} style="{look}">{inner or html.escape(text)}</{tag}>')
            col += across
        self.truth.rows += 1
        self.markup.append(f"<tr>{''.join(parts)}</tr>")

    def made(self, css: str, look: str, draw: random.Random) -> Made:
        """The table, with rules of its own."""
        ident = f"t{draw.randrange(10**9)}"
        rules = css.replace("#T", f"#{ident}")
        return Made(
            f'<style>{rules}</style><table id="{ident}" style="{look}">{"".join(self.markup)}</table>', self.truth
        )


def _led(text: str) -> str:
    """A label with dots up to the end of its cell."""
    dots = f'<span style="flex:1;width:0;overflow:hidden;white-space:nowrap">{" ." * 120}</span>'
    return f'<div style="display:flex"><span>{html.escape(text)}</span>{dots}</div>'


def _period(words: Wording, year: int, form: int) -> str:
    if words.language == "zh":
        return (f"{year}", f"{year}年", f"{year}年12月31日", f"{year}年度", "本期金额", "期末余额")[form]
    return (f"{year}", f"{year}", f"31.12.{year}", f"FY{year}", f"31 December {year}", f"Dec. {year % 100}")[form]


def statement(words: Wording) -> Made:
    """Labels before columns of figures, below periods, units and what is over them; sums; dot leaders at times."""
    draw = words.draw
    periods = draw.choice([1, 2, 2, 2, 3, 4, 4])
    noted = draw.random() < 0.3
    leaders = draw.random() < 0.3
    sheet = _Sheet(1 + noted + periods, "leaders" if leaders else "statement")
    right = f"text-align:right;{draw.choice(['', 'padding-left:24px;', 'width:84px;'])}"
    if draw.random() < 0.9 or not leaders:
        _head(words, sheet, periods, noted=noted, right=right)
    _body(words, sheet, periods, noted=noted, leaders=leaders, right=right)
    rules = draw.choice(["", "", "#T th{border-bottom:1px solid #000}", "#T th:not(:first-child){border-bottom:1px solid #000}",
        "#T tr:nth-child(even) td{background:#eef2f6}", "#T{border-top:1px solid #000;border-bottom:1px solid #000}",
        "#T td{border-bottom:.5px solid #bbb}"])  # fmt: skip
    pad = f"#T td,#T th{{padding:{draw.choice([0.5, 1, 2, 3, 5])}px {draw.choice([2, 4, 8])}px;vertical-align:bottom}}"
    weight = f"#T th{{font-weight:{draw.choice(['bold', 'bold', 'normal'])}}}"
    width = draw.choice(["100%", "100%", "90%", "70%"])
    if draw.random() < 0.3 and not leaders:
        rules += f"#T td:first-child{{width:{draw.choice([110, 150, 190])}px}}"
        width = "auto"
    space = f"#T{{border-collapse:{draw.choice(['collapse', 'separate'])};border-spacing:{draw.choice([0, 6])}px 0}}"
    return sheet.made(pad + weight + space + rules, f"width:{width};font-size:{draw.choice([85, 100, 100])}%", draw)


def _head(words: Wording, sheet: _Sheet, periods: int, *, noted: bool, right: str) -> None:
    """Entities or a span over the periods, the periods, their units: each but the periods may be missing."""
    draw = words.draw
    middle = "text-align:center"
    label = "" if draw.random() < 0.75 else words.phrase(1, 2)
    levels: list[list[tuple[str, int, int, str, str]]] = []
    if periods in {2, 4} and draw.random() < 0.35:
        first, second = draw.sample(_OVER.get(words.language, _OVER[""])[:4], 2)
        over = [first, second] if periods == 4 else [first]
        levels.append([(text, 1, periods // len(over), middle, "") for text in over])
    elif periods > 1 and draw.random() < 0.3:
        levels.append([(_of(words, _OVER), 1, periods, middle, "")])
    year, form, names = draw.randint(2001, 2026), draw.randrange(6), draw.random() < 0.2
    turn = 2 if periods == 4 else periods
    texts = [words.phrase(1, 2) if names else _period(words, year - at % turn, form) for at in range(periods)]
    levels.append([(text, 1, 1, right, "") for text in texts])
    if draw.random() < 0.4:
        unit = _of(words, _UNITS)
        levels.append([(unit, 1, 1, right, "") for _ in range(periods)])
    at = draw.randrange(len(levels))  # where the heading of the notes stands
    note = _of(words, _NOTES)
    for level, cells in enumerate(levels):
        lead = [(label if level == len(levels) - 1 else "", 1, 1, "text-align:left", "")]
        lead += [(note if level == at else "", 1, 1, middle, "")] * noted
        sheet.row([*lead, *cells], "th")
    sheet.truth.header_rows = len(levels)


def _body(words: Wording, sheet: _Sheet, periods: int, *, noted: bool, leaders: bool, right: str) -> None:
    draw = words.draw
    indent = draw.choice([0, 0, 8, 14])
    ruled = draw.choice(["", "border-top:1px solid #000;", "border-top:1px solid #000;border-bottom:3px double #000;"])
    strong = draw.choice(["", "font-weight:bold;"])
    slanted = draw.choice(["", "", "font-style:italic;"])
    titled = not leaders and draw.random() < 0.6
    longest = draw.choice([4, 6, 12])
    for _ in range(draw.choice([1, 1, 2, 3])):
        if titled:
            name = words.phrase(1, 4) + draw.choice(["", "", ":"])
            blank = [("", 1, 1, "", "")] * (noted + periods)
            sheet.row([(name, 1, 1, strong + slanted, ""), *blank])
        for _ in range(draw.randint(2, 7)):
            name = words.phrase(1, longest)
            note = str(draw.randint(1, 40)) if draw.random() < 0.6 else ""
            cells = [(name, 1, 1, f"padding-left:{indent if titled else 2}px", _led(name) if leaders else "")]
            cells += [(note, 1, 1, "text-align:center", "")] * noted
            cells += [(words.figure(), 1, 1, right, "") for _ in range(periods)]
            sheet.row(cells)
        if draw.random() < 0.7:
            name = "" if draw.random() < 0.15 else words.phrase(1, 3)
            cells = [(name, 1, 1, strong, _led(name) if leaders and name else "")] + [("", 1, 1, "", "")] * noted
            sheet.row([*cells, *((words.figure(), 1, 1, right + ruled + strong, "") for _ in range(periods))])


def properties(words: Wording) -> Made:
    """Names with their values, in one pair of columns or two, without a heading; colons only where rules part rows.

    Names with colons and without rules are most often fields of a cover or a letter, which is no table.
    """
    draw = words.draw
    pairs = draw.choice([1, 1, 1, 2])
    sheet = _Sheet(2 * pairs, "properties")
    rules = draw.choice(["", "", "#T td{border-bottom:1px solid #bbb}", "#T tr:nth-child(odd) td{background:#f2f2f2}"])
    colon = draw.choice(["", ":", "："]) if rules else ""
    strong = draw.choice(["", "font-weight:bold", "color:#555", "text-align:right"])
    kinds = draw.choice(
        [["short"], ["short", "label", "figure", "date", "code"], ["text", "label"], ["label", "prose"]]
    )
    for _ in range(draw.randint(4, 12)):
        cells = []
        for _ in range(pairs):
            cells.append((words.phrase(1, 3) + colon, 1, 1, strong, ""))
            cells.append((words.cell(draw.choice(kinds if pairs == 1 else kinds[:2])), 1, 1, "", ""))
        sheet.row(cells)
    pad = f"#T td{{padding:{draw.choice([1, 2, 4])}px {draw.choice([4, 8, 16])}px;vertical-align:top}}"
    names = f"#T td:nth-child(odd){{width:{draw.choice([100, 130, 160])}px}}"
    return sheet.made(pad + names + rules, f"width:{draw.choice(['100%', 'auto', '80%'])}", draw)


SPECIAL: tuple[Callable[[Wording], Made], ...] = (statement, statement, statement, properties)
"""The makers, as often as each is drawn."""
