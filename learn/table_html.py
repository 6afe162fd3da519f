"""Random tables as HTML with their exact cells: contents, header levels, spans, rules, fills, alignment."""

from __future__ import annotations

import html
import random
from dataclasses import dataclass, field

from learn.wording import Wording

DRAWN = ("grid", "thick", "double", "tiled", "boxed")  # every cell is closed by rules or by its own fill
OPEN = (
    "rows",
    "rows-outer",
    "book",
    "header",
    "columns",
    "striped",
    "shaded-head",
    "none",
    "none",
    "header-rows",
    "frame",
)


@dataclass(slots=True)
class Truth:
    """A table as it was written: `cells` are (row, column, row span, column span, text), header rows lead."""

    rows: int
    cols: int
    header_rows: int
    drawn: bool
    style: str
    cells: list[tuple[int, int, int, int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Made:
    """The HTML of a table and its truth."""

    markup: str
    truth: Truth


class _Maker:
    def __init__(self, words: Wording, style: str, *, columns: int | None = None, rows: int | None = None) -> None:
        self.words, self.draw, self.style = words, words.draw, style
        draw = self.draw
        self.cols = columns or draw.choice([2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9])
        self.body = rows or draw.choice([2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 12, 14])
        self.kinds = self._kinds()
        self.place: dict[tuple[int, int], tuple[int, int, int, int, str, str]] = {}  # start -> cell with its mark-up
        self.taken: set[tuple[int, int]] = set()
        self.row = 0

    def _kinds(self) -> list[str]:
        draw = self.draw
        mood = draw.choice(["figures", "figures", "mixed", "texts", "words"])
        first = draw.choice(["label", "label", "short", "code", "count", "text"] if mood != "figures" else ["label"])
        pools = {
            "figures": ["figure", "figure", "figure", "percent", "count"],
            "mixed": ["figure", "short", "label", "date", "code", "letter", "percent", "text"],
            "texts": ["text", "label", "prose" if self.cols < 4 else "text", "short"],
            "words": ["short", "label", "letter", "code"],
        }
        if mood == "figures" and draw.random() < 0.6:
            return [first] + [draw.choice(["figure", "figure", "percent"])] * (self.cols - 1)
        return [first] + [draw.choice(pools[mood]) for _ in range(self.cols - 1)]

    def put(self, row: int, col: int, rows: int, cols: int, text: str, *, markup: str | None = None) -> None:
        """Place a cell."""
        self.place[row, col] = (row, col, rows, cols, text, html.escape(text) if markup is None else markup)
        self.taken.update((r, c) for r in range(row, row + rows) for c in range(col, col + cols))

    def header(self) -> int:
        """Write the header rows; their number."""
        draw, levels = self.draw, self.draw.choice([0, 1, 1, 1, 1, 2, 2, 3])
        if levels == 0:
            return 0
        years = draw.random() < 0.3 and self.kinds[-1] in {"figure", "percent"}
        year = draw.randint(2001, 2026)
        for level in range(levels - 1):
            col = 1
            if level == 0:
                self.put(0, 0, levels, 1, "" if draw.random() < 0.4 else self.words.phrase(1, 2))
            while col < self.cols:
                span = min(draw.choice([1, 2, 2, 3, self.cols - 1]), self.cols - col)
                self.put(level, col, 1, span, self.words.phrase(1, 3))
                col += span
        last = levels - 1
        for col in range(self.cols):
            if (last, col) not in self.taken:
                text = str(year - col) if years and col else self.words.phrase(1, 3 if draw.random() < 0.8 else 6)
                if col == 0 and draw.random() < (0.4 if levels == 1 else 0.2):
                    text = ""
                self.put(last, col, 1, 1, text)
        if draw.random() < 0.15 and self.kinds[-1] == "figure":
            unit = draw.choice(["£'000", "$m", "元", "%", "RMB’000", "€ million", "千元"])
            for col in range(self.cols):
                self.put(levels, col, 1, 1, unit if col else "")
            levels += 1
        return levels

    def fill(self, headers: int) -> int:
        """Write the body rows; the number of all rows."""
        draw = self.draw
        merged = draw.random() < 0.2
        sections = self.cols > 2 and draw.random() < 0.2
        groups = self.kinds[0] == "label" and draw.random() < 0.25
        tall = draw.randrange(self.body) if draw.random() < 0.2 else -1
        hole = draw.choice([0.0, 0.0, 0.0, 0.08, 0.3])
        row = headers
        end = headers + self.body
        while row < end:
            if (
                sections
                and draw.random() < 0.2
                and row < end - 1
                and not any((row, c) in self.taken for c in range(self.cols))
            ):
                self.put(row, 0, 1, self.cols, self.words.phrase(1, 4))
                row += 1
                continue
            if groups and row < end - 1 and draw.random() < 0.25 and (row, 0) not in self.taken:
                name = self.words.phrase(1, 4) + draw.choice(["", "", ":"])
                self.put(row, 0, 1, 1, name, markup=f"<b>{html.escape(name)}</b>" if draw.random() < 0.5 else None)
                for col in range(1, self.cols):
                    if (row, col) not in self.taken:
                        self.put(row, col, 1, 1, "")
                self.indented = True
                row += 1
                continue
            for col in range(self.cols):
                if (row, col) not in self.taken:
                    self._cell(row, col, end, merged=merged, tall=row - headers == tall, hole=hole)
            row += 1
        return end

    def _cell(self, row: int, col: int, end: int, *, merged: bool, tall: bool, hole: float) -> None:
        draw, kind = self.draw, self.kinds[col]
        down, across = 1, 1
        if merged and col < min(2, self.cols - 1) and row < end - 1 and draw.random() < 0.25:
            down = min(draw.randint(2, 4), end - row)
            while any((row + d, col) in self.taken for d in range(down)):
                down -= 1
        elif merged and col and draw.random() < 0.06 and col < self.cols - 1 and (row, col + 1) not in self.taken:
            across = 2
        if tall and col == draw.randrange(self.cols):
            kind = "prose"
        text = self.words.cell(kind)
        if col and draw.random() < hole:
            text = ""
        if col == 0 and row == end - 1 and kind == "label" and draw.random() < 0.3:
            text = "Total"
        markup = None
        if text and kind in {"short", "label", "text", "prose"} and draw.random() < self.links:
            at = text.find(" ", len(text) // 3)
            at = at if at > 0 else len(text)
            markup = f'<a href="https://example.org/">{html.escape(text[:at])}</a>{html.escape(text[at:])}'
        elif text and kind in {"text", "prose"} and draw.random() < 0.08:
            parts = [self.words.phrase(2, 6) for _ in range(draw.randint(2, 4))]
            text, markup = " ".join(parts), "<br>".join(map(html.escape, parts))
        if col == 0 and self.indented and draw.random() < 0.7 and markup is None:
            markup = f'<span style="display:block;padding-left:{self.indent}px">{html.escape(text)}</span>'
        self.put(row, col, down, across, text, markup=markup)

    links = 0.0
    indented = False  # labels below that of a group
    indent = 0


_COLOURS = ("#dde6f0", "#eeeeee", "#f4e9d8", "#e2efda", "#fce4d6", "#d9d9d9", "#ddebf7", "#f2f2f2")
_DARK = ("#1f4e79", "#333333", "#7a1f1f", "#2e5d34")


def table(words: Wording, *, style: str | None = None, columns: int | None = None, rows: int | None = None) -> Made:
    """A random table."""
    draw = words.draw
    style = style or draw.choice([draw.choice(DRAWN), draw.choice(OPEN), draw.choice(OPEN)])
    maker = _Maker(words, style, columns=columns, rows=rows)
    maker.links = draw.choice([0.0, 0.0, 0.0, 0.5])
    maker.indent = draw.choice([0, 6, 10, 16])
    headers = maker.header()
    total = maker.fill(headers)
    cells = [(r, c, a, b, t) for r, c, a, b, t, _ in sorted(maker.place.values())]
    truth = Truth(total, maker.cols, headers, style in DRAWN, style, cells)
    _drop_covered_rows(truth)
    return Made(_markup(maker, headers, total), truth)


def _drop_covered_rows(truth: Truth) -> None:
    """Take out rows in which no cell begins: browsers give them no height."""
    starts = {row for row, *_ in truth.cells}
    for gone in [row for row in reversed(range(truth.rows)) if row not in starts]:
        truth.cells = [
            (r - (r > gone), c, a - (r < gone < r + a), b, t) for r, c, a, b, t in truth.cells
        ]  # fmt: skip
        truth.rows -= 1
        truth.header_rows -= gone < truth.header_rows


def _markup(maker: _Maker, headers: int, total: int) -> str:
    draw, style = maker.draw, maker.style
    ident = f"t{draw.randrange(10**9)}"
    aligns = [_align(draw, kind, col) for col, kind in enumerate(maker.kinds)]
    heads = draw.choice(["same", "center", "center", "left"])
    rows = []
    for row in range(total):
        cells = []
        for col in range(maker.cols):
            cell = maker.place.get((row, col))
            if cell is None:
                continue
            _, _, down, across, _, inner = cell
            tag = "th" if row < headers else "td"
            align = aligns[col] if across == 1 else "left" if row >= headers else "center"
            if row < headers and heads != "same":
                align = heads if col else "left"
            spans = (f' rowspan="{down}"' if down > 1 else "") + (f' colspan="{across}"' if across > 1 else "")
            cells.append(f'<{tag}{spans} style="text-align:{align}">{inner or _EMPTY}</{tag}>')
        odd = "odd" if (row - headers) % 2 else "even"
        rows.append(f'<tr class="{"head" if row < headers else odd}">{"".join(cells)}</tr>')
    rules = [f"#{ident}{rule if rule[0] == '{' else ' ' + rule}" for rule in _css(draw, style, maker)]
    css = "".join(rules).replace("#IDENT", f"#{ident}")
    return f'<style>{css}</style><table id="{ident}">{"".join(rows)}</table>'


def _align(draw: random.Random, kind: str, col: int) -> str:
    if kind in {"figure", "count", "percent"} and col:
        return "right" if draw.random() < 0.75 else draw.choice(["center", "left"])
    if kind in {"text", "prose"}:
        return draw.choice(["left", "left", "justify"])
    return draw.choice(["left", "left", "left", "center", "justify"])


_EMPTY = "&nbsp;"  # a cell without text is as high as a line, as word processors make it: its row can be seen
_ALL = "td,#IDENT th"
_STYLES: dict[str, tuple[str, ...]] = {
    "grid": (_ALL + "{border:$line}",),
    "boxed": (_ALL + "{border:$line}",),
    "thick": (_ALL + "{border:1px solid $ink}", "{border:2.5px solid $ink}"),
    "double": (
        "{border-collapse:separate;border-spacing:$gappx;border:1px solid $ink}",
        _ALL + "{border:1px solid $ink}",
    ),
    "tiled": (
        "td{background:$shade;border:$thickpx solid #fff}",
        "th{background:$dark;color:#fff;border:1.5px solid #fff}",
    ),
    "rows": ("td{border-bottom:$line}",),
    "header-rows": ("td{border-bottom:$line}", "tr.head th{background:$shade;border-bottom:$line}"),
    "rows-outer": (_ALL + "{border-top:$line;border-bottom:$line}",),
    "book": (
        "{border-top:1.5px solid $ink;border-bottom:1.5px solid $ink}",
        "tr.head:has(+ tr.even) th{border-bottom:1px solid $ink}",
    ),
    "header": ("tr.head th{border-bottom:$line}",),
    "columns": ("td+td,#IDENT th+th,#IDENT th+td{border-left:$line}",),
    "striped": ("tr.$odd td{background:$shade}", "th{background:$head}"),
    "shaded-head": ("th{background:$shade}",),
    "frame": ("{border:$line}",),
}  # of table_html's styles: rules after the table's own selector


def _css(draw: random.Random, style: str, maker: _Maker) -> list[str]:
    ink = draw.choice(["#000", "#000", "#888", "#bbb", "#1f4e79", "#ccc"])
    width = draw.choice(["0.5px", "1px", "1px", "1.5px"])
    line = f"{width} {draw.choice(['solid', 'solid', 'solid', 'solid', 'dotted', 'dashed'])} {ink}"
    shade, dark = draw.choice(_COLOURS), draw.choice(_DARK)
    wide = any(kind in {"text", "prose"} for kind in maker.kinds) or maker.cols > 5
    extent = draw.choice(["100%", "auto", "80%", "60%"]) if not wide else draw.choice(["100%", "100%", "auto"])
    pad = f"{draw.choice([0.5, 1, 2, 3, 4, 6])}px {draw.choice([2, 4, 6, 8, 12])}px"
    bold = draw.choice(["bold", "bold", "bold", "normal"])
    rules = [
        f"{{border-collapse:collapse;width:{extent};margin:{draw.choice([4, 8, 14])}px {draw.choice(['0', '0', 'auto'])};}}",
        f"td{{padding:{pad};vertical-align:{draw.choice(['top', 'top', 'middle', 'bottom'])};}}",
        f"th{{padding:{pad};font-weight:{bold};vertical-align:{draw.choice(['top', 'middle', 'bottom'])};}}",
    ]
    values = {
        "ink": ink,
        "line": line,
        "shade": shade,
        "dark": dark,
        "odd": draw.choice(["odd", "even"]),
        "head": draw.choice([dark, shade]),
        "gap": str(draw.choice([1, 2])),
        "thick": str(draw.choice([1, 1.5, 2])),
    }
    for template in _STYLES.get(style, ()):
        rule = template
        for name, value in values.items():
            rule = rule.replace(f"${name}", value)
        rules.append(rule)
    rules += _details(draw, maker)
    if draw.random() < 0.15 and style in {"grid", "thick"}:
        rules.append(f"tr.odd td{{background:{shade}}}")
    if draw.random() < 0.3 and style in {"grid", "boxed", "thick"}:
        rules.append(f"th{{background:{shade}}}")
    return rules


def _details(draw: random.Random, maker: _Maker) -> list[str]:
    """Rules for what authors vary beside the style: bold labels and totals, narrow labels, small or coloured heads."""
    rules = []
    if draw.random() < 0.25:
        rules.append("tr td:first-child{font-weight:bold}")
    if maker.kinds[-1] == "figure" and draw.random() < 0.3:
        rules.append("tr:last-child td{font-weight:bold;" + draw.choice(["", "border-top:1px solid #000", ""]) + "}")
    if maker.kinds[0] == "label" and draw.random() < 0.35:
        rules.append(f"tr td:first-child{{width:{draw.choice([80, 100, 130])}px}}")
    if draw.random() < 0.25:
        rules.append(f"th{{font-size:{draw.choice([75, 85, 90, 110])}%}}")
    if draw.random() < 0.2 and maker.style not in {"tiled", "striped"}:
        rules.append(f"th{{color:{draw.choice(['#1f4e79', '#7a1f1f', '#666'])}}}")
    if draw.random() < 0.1:
        rules.append("th{font-style:italic}")
    if draw.random() < 0.15:
        rules.append(f"{{font-size:{draw.choice([80, 90])}%}}")
    return rules
