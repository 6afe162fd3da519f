"""Random pages as HTML: tables among text, side by side, in columns; and pages that look like tables and hold none."""

from __future__ import annotations

import html
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from learn.statement_html import SPECIAL
from learn.table_html import DRAWN, Truth, table
from learn.wording import Wording, wording

WIDTH, HEIGHT = 794, 1123  # CSS pixels of an A4 page
SPECIAL_SHARE = 0.4  # of the tables: statements, leaders, names with values


@dataclass(slots=True)
class PageTruth:
    """What a page was made as."""

    kind: str  # "tables", "drawn", or a reject class
    language: str
    tables: list[Truth] = field(default_factory=list)


def page(seed: int, *, drawn: bool = False) -> tuple[str, PageTruth]:
    """The body of a page and its truth, the same for the same seed.

    Args:
        seed: Of this page.
        drawn: Only tables whose cells are all closed, and no page without tables.
    """
    draw = random.Random(seed)
    words = wording(draw)
    if not drawn and draw.random() < 0.35:
        kind = draw.choice([*sorted(_REJECTS), "cover", "cover", "flow-chart"])
        body, truth = _REJECTS[kind](words), PageTruth(kind, words.language)
        before = _text(words) if draw.random() < 0.5 else ""
        return _styled(words, before + body + (_text(words) if draw.random() < 0.5 else "")), truth
    truth = PageTruth("drawn" if drawn else "tables", words.language)
    body = _tables(words, truth, drawn=drawn)
    return _styled(words, body), truth


def _styled(words: Wording, body: str) -> str:
    draw = words.draw
    size = draw.choice([10, 11, 12, 13, 13, 14, 15])
    side = draw.choice([40, 60, 76, 90])
    justify = "justify" if draw.random() < 0.4 else "left"
    look = (
        f"font-family:'{draw.choice(words.fonts)}';font-size:{size}px;line-height:{draw.choice([1.15, 1.3, 1.4, 1.6])};"
        f"padding:{draw.choice([50, 70])}px {side}px;text-align:{justify}"
    )
    return f'<section lang="{words.language}" style="{look}"><div>{body}</div></section>'


def _text(words: Wording) -> str:
    draw = words.draw
    parts = []
    if draw.random() < 0.5:
        parts.append(f"<h{(level := draw.choice([2, 3]))}>{words.phrase(1, 5)}</h{level}>")
    parts += [f"<p>{words.paragraph(draw.randint(1, 5))}</p>" for _ in range(draw.randint(1, 3))]
    if draw.random() < 0.15:
        parts.append("<ul>" + "".join(f"<li>{words.phrase(3, 12)}</li>" for _ in range(draw.randint(2, 5))) + "</ul>")
    return "".join(parts)


def _caption(words: Wording) -> str:
    draw = words.draw
    word = {"zh": "表", "ja": "表"}.get(words.language, draw.choice(["Table", "Table", "Figure"]))
    return f"<p>{word} {draw.randint(1, 30)}{draw.choice([':', '.', ''])} {words.phrase(2, 9)}</p>"


def _title(words: Wording) -> str:
    """A line right above a table that is none of its rows."""
    draw = words.draw
    look = draw.choice(["font-weight:bold", "font-style:italic", "text-align:center;font-weight:bold", ""])
    text = draw.choice([words.phrase(1, 6), f"{draw.randint(1, 40)}. {words.phrase(1, 4)}", words.sentence()])
    return f'<p style="margin:{draw.choice([1, 4, 8])}px 0;{look}">{text}</p>'


def _unit(words: Wording) -> str:
    """The unit of a whole table, right above it."""
    draw = words.draw
    unit = draw.choice(
        ["元", "万元", "千元", "RMB"] if words.language == "zh" else ["$'000", "EUR million", "%", "tonnes"]
    )
    text = draw.choice(
        [f"单位：{unit}", f"（{unit}）"] if words.language == "zh" else [f"(in {unit})", f"Unit: {unit}"]
    )
    return f'<p style="text-align:{draw.choice(["right", "right", "left", "center"])};margin:2px 0">{text}</p>'


def _tables(words: Wording, truth: PageTruth, *, drawn: bool) -> str:
    draw = words.draw

    def one(columns: int | None = None, rows: int | None = None) -> str:
        if not drawn and columns is None and draw.random() < SPECIAL_SHARE:
            made = draw.choice(SPECIAL)(words)
        else:
            made = table(words, style=draw.choice(DRAWN) if drawn else None, columns=columns, rows=rows)
        truth.tables.append(made.truth)
        return made.markup

    roll = draw.random()
    if roll < 0.1:  # side by side
        pair = "".join(f"<div>{one(draw.choice([2, 3]), draw.randint(3, 8))}</div>" for _ in range(2))
        gap = draw.choice([16, 30, 50])
        body = f'<div style="display:grid;grid-template-columns:1fr 1fr;gap:{gap}px">{pair}</div>'
        return _text(words) + body + _text(words)
    if roll < 0.2:  # in a column of text
        inner = _text(words) + one(draw.choice([2, 3, 4]), draw.randint(3, 8)) + _text(words) + _text(words)
        return f'<div style="column-count:2;column-gap:{draw.choice([20, 36])}px">{inner}</div>'
    if roll < 0.23:  # over columns of text
        style = f"column-count:2;column-gap:{draw.choice([20, 36])}px"
        whole = f'<div style="column-span:all">{one()}</div>'
        return f'<div style="{style}">{_text(words)}{_text(words)}{whole}{_text(words)}{_text(words)}</div>'
    if roll < 0.27:  # beside text
        inner = f"<div>{_text(words)}</div><div>{one(2, draw.randint(3, 8))}</div>"
        return f'<div style="display:grid;grid-template-columns:1fr 1fr;gap:24px">{inner}</div>' + _text(words)
    return _stacked(words, one)


def _stacked(words: Wording, one: Callable[[], str]) -> str:
    """Tables one below the other, with captions, titles, units, notes and text between them."""
    draw = words.draw
    parts = [_text(words)] if draw.random() < 0.8 else []
    for _ in range(draw.choice([1, 1, 1, 2, 2, 3])):
        if draw.random() < 0.3:
            parts.append(_caption(words))
        elif draw.random() < 0.25:
            parts.append(_title(words))
        if draw.random() < 0.15:
            parts.append(_unit(words))
        parts.append(one())
        if draw.random() < 0.2:
            parts.append(f"<p style='font-size:80%'>{draw.choice(['Note: ', '* ', '1 '])}{words.sentence()}</p>")
        if draw.random() < 0.6:
            parts.append(_text(words))
        else:
            parts.append("<p>" + words.sentence() + "</p>")
    return "".join(parts)


def _prose(words: Wording) -> str:
    return "".join(_text(words) for _ in range(3))


def _columns(words: Wording) -> str:
    draw = words.draw
    rule = draw.choice(["none", "none", "1px solid #999"])
    style = f"column-count:{draw.choice([2, 2, 3])};column-gap:{draw.choice([18, 30])}px;column-rule:{rule}"
    return f'<div style="{style}">{"".join(_text(words) for _ in range(4))}</div>'


def _form(words: Wording) -> str:
    draw = words.draw
    look = draw.choice(["border-bottom:1px solid #000", "border:1px solid #777", "background:#eee"])
    colon = draw.choice([":", "：", ""])
    rows = "".join(
        f'<div style="display:flex;margin:9px 0"><span>{words.phrase(1, 3)}{colon}&nbsp;</span>'
        f'<span style="flex:1;height:17px;{look}"></span></div>'
        for _ in range(draw.randint(4, 12))
    )
    boxes = "".join(f"<p>☐ {words.phrase(1, 3)} &nbsp; ☐ {words.phrase(1, 3)}</p>" for _ in range(draw.randint(0, 3)))
    return rows + boxes


def _cards(words: Wording) -> str:
    draw = words.draw
    look = draw.choice(["border:1px solid #999", "background:#eef3f8", "border:1px solid #ccc;border-radius:6px"])
    cards = "".join(
        f'<div style="padding:12px;{look}"><b>{words.phrase(1, 3)}</b><p>{words.paragraph(draw.randint(1, 3))}</p></div>'
        for _ in range(draw.choice([2, 3, 4, 6]))
    )
    shape = f"display:grid;grid-template-columns:repeat({draw.choice([2, 3])},1fr);gap:{draw.choice([10, 16, 24])}px"
    return f'<div style="{shape}">{cards}</div>'


def _box(words: Wording) -> str:
    draw = words.draw
    look = draw.choice(
        ["border:1px solid #333", "background:#f3efe2", "border-left:4px solid #1f4e79;background:#f4f6f8"]
    )
    inner = f"<b>{words.phrase(1, 4)}</b><p>{words.paragraph(3)}</p>"
    return "".join(f'<div style="padding:12px;margin:10px 0;{look}">{inner}</div>' for _ in range(draw.randint(1, 3)))


def _chart(words: Wording) -> str:
    draw = words.draw
    colour = draw.choice(["#4472c4", "#70ad47", "#c00000"])
    count = draw.randint(4, 9)
    if draw.random() < 0.5:
        bars = "".join(
            f'<div style="display:flex;margin:5px 0"><span style="width:130px">{words.phrase(1, 1)}</span><span style="'
            f'background:{colour};width:{(n := draw.randint(20, 330))}px;height:15px"></span>&nbsp;{n}</div>'
            for _ in range(count)
        )
        return f"<p>{words.phrase(2, 5)}</p>{bars}"
    bars = "".join(
        f'<div style="text-align:center"><div>{(n := draw.randint(20, 180))}</div><div style="background:{colour};width:'
        f'30px;height:{n}px;margin:auto"></div><small>{2000 + i}</small></div>'
        for i in range(count)
    )
    shape = "display:flex;align-items:flex-end;gap:18px;border-bottom:1px solid #000;height:240px"
    return f'<div style="{shape}">{bars}</div>'


def _listing(words: Wording) -> str:
    draw = words.draw
    names = [f"{draw.choice('abcdefgh')}{draw.choice(['_id', 'Count', '', 'List'])}" for _ in range(6)]
    lines = [
        "    " * draw.randint(0, 3)
        + draw.choice(
            [
                f"{draw.choice(names)} = {draw.choice(names)}({draw.choice(names)}, {draw.randint(0, 99)})",
                f"if {draw.choice(names)} > {draw.randint(0, 9)}:",
                f"return {draw.choice(names)}  # {words.phrase(1, 4)}",
                f"{draw.choice(names)}.append({draw.choice(names)})",
            ]
        )
        for _ in range(draw.randint(6, 20))
    ]
    if draw.random() < 0.4:
        lines = [f"{i:>3}  {text}" for i, text in enumerate(lines, 1)]
    ground = draw.choice(["#f5f5f5", "#fff"])
    text = html.escape("\n".join(lines))
    return f"<pre style=\"background:{ground};padding:8px;font-family:'Liberation Mono'\">{text}</pre>"


def _index(words: Wording) -> str:
    draw = words.draw
    rows = "".join(
        f"<div>{words.phrase(1, 3)}, {', '.join(str(n) for n in sorted(draw.sample(range(1, 400), draw.randint(1, 3))))}"
        "</div>"
        for _ in range(draw.randint(30, 60))
    )
    return f'<div style="column-count:{draw.choice([2, 3])}">{rows}</div>'


def _contents(words: Wording) -> str:
    draw = words.draw
    page_number = 1
    dots = draw.random() < 0.7
    parts = [f"<h2>{words.phrase(1, 1)}</h2>"]
    for entry in range(draw.randint(6, 24)):
        page_number += draw.randint(0, 9)
        leader = "." * 200 if dots else ""
        label = f"{entry + 1}. " if draw.random() < 0.6 else ""
        parts.append(
            f'<div style="display:flex"><span>{label}{words.phrase(1, 6)}</span><span style="flex:1;overflow:hidden;'
            f'white-space:nowrap;width:0">{leader}</span><span>{page_number}</span></div>'
        )
    return "".join(parts)


def _properties(words: Wording) -> str:
    draw = words.draw
    colon = draw.choice([":", "："])
    items = [f"<p><b>{words.phrase(1, 2)}{colon}</b> {words.phrase(1, 14)}</p>" for _ in range(draw.randint(4, 12))]
    return "".join(items)


def _lists(words: Wording) -> str:
    draw = words.draw
    items = "".join(f"<li>{words.phrase(3, 25)}</li>" for _ in range(draw.randint(4, 14)))
    tag = draw.choice(["ul", "ol"])
    return f"<{tag}>{items}</{tag}>"


def _letter(words: Wording) -> str:
    right = "".join(f"<div>{words.phrase(1, 3)}</div>" for _ in range(4))
    left = "".join(f"<div>{words.phrase(1, 3)}</div>" for _ in range(3))
    return (
        f'<div style="display:flex;justify-content:space-between"><div>{left}</div><div>{right}</div></div>'
        f"<p>{words.draw.randint(1, 28)}.{words.draw.randint(1, 12)}.2024</p><p>{words.phrase(1, 2)},</p>{_prose(words)}"
    )


def _beside(blocks: list[str], gap: int) -> str:
    shape = f"display:grid;grid-template-columns:repeat({len(blocks)},1fr);gap:{gap}px"
    return f'<div style="{shape}">{"".join(f"<div>{block}</div>" for block in blocks)}</div>'


def _short_lines(words: Wording, least: int, most: int) -> str:
    draw = words.draw
    lines = [words.phrase(1, 4) for _ in range(draw.randint(least, most))]
    if draw.random() < 0.5:
        lines.append(f"{draw.randint(100, 99999)} {words.phrase(1, 1)}")
    if draw.random() < 0.4:
        lines.append(f"+{draw.randint(1, 99)} {draw.randint(100, 999)} {draw.randint(1000, 99999)}")
    first = f"<b>{lines[0]}</b>" if draw.random() < 0.4 else lines[0]
    return "<br>".join([first, *lines[1:]])


def _addresses(words: Wording) -> str:
    draw = words.draw
    count, align = draw.choice([2, 2, 3]), draw.choice(["left", "left", "center"])
    body = _beside([_short_lines(words, 3, 6) for _ in range(count)], draw.choice([20, 40, 80]))
    return f'<div style="text-align:{align}">{body}</div>'


def _authors(words: Wording) -> str:
    """A title with several people below it, side by side."""
    title = f'<h2 style="text-align:center">{words.phrase(3, 9)}</h2>'
    body = _beside([_short_lines(words, 2, 4) for _ in range(words.draw.choice([2, 3, 4]))], 12)
    return f'{title}<div style="text-align:center;font-size:90%">{body}</div>' + _prose(words)


def _short_cards(words: Wording) -> str:
    """Names with a line or two below, side by side, in boxes or none."""
    draw = words.draw
    look = draw.choice(["", "border:1px solid #999", "background:#eef3f8", "border-top:3px solid #1f4e79"])
    cards = [
        f'<div style="padding:8px;{look}"><b>{words.phrase(1, 3)}</b><br>{words.phrase(3, 14)}</div>' for _ in range(3)
    ]
    return "".join(_beside(draw.sample(cards, 3), 14) for _ in range(draw.randint(1, 3)))


def _two_lists(words: Wording) -> str:
    draw = words.draw
    mark = draw.choice(["disc", "decimal", "square"])
    lists = [
        f"<b>{words.phrase(1, 3)}</b><ul style='list-style:{mark}'>"
        + "".join(f"<li>{words.phrase(1, 8)}</li>" for _ in range(draw.randint(3, 7)))
        + "</ul>"
        for _ in range(draw.choice([2, 2, 3]))
    ]
    return _beside(lists, draw.choice([10, 30]))


def _signatures(words: Wording) -> str:
    line = "_" * words.draw.randint(12, 24)
    parts = [f"{words.phrase(1, 3)}:<br><br>{line}<br>{words.phrase(1, 3)}<br>{words.phrase(1, 2)}" for _ in range(2)]
    return _prose(words) + _beside(parts, 60)


def _timeline(words: Wording) -> str:
    """Years or numbers beside paragraphs, as headings at the side."""
    draw = words.draw
    rows = "".join(
        f'<div style="display:flex;margin:8px 0"><b style="width:{draw.choice([90, 90, 120])}px">{words.phrase(1, 2)}</b>'
        f"<span style='flex:1'>{words.paragraph(draw.randint(2, 4))}</span></div>"
        for _ in range(2)
    )
    return rows + _prose(words)


def _plot(words: Wording) -> str:
    """A line chart with ticks, numbers at its axes and a legend."""
    draw = words.draw
    ticks = "".join(
        f'<line x1="40" x2="500" y1="{y}" y2="{y}" stroke="#ccc"/><text x="8" y="{y + 4}" font-size="11">{(220 - y) * 5}'
        "</text>"
        for y in range(20, 221, 40)
    )
    labels = "".join(
        f'<text x="{60 + 70 * i}" y="238" font-size="11">{2015 + i if draw.random() < 0.9 else ""}</text>'
        for i in range(6)
    )
    points = " ".join(f"{60 + 70 * i},{draw.randint(30, 210)}" for i in range(6))
    legend = "".join(f'<text x="{60 + 150 * i}" y="262" font-size="11">{words.phrase(1, 2)}</text>' for i in range(3))
    line = f'<polyline points="{points}" fill="none" stroke="#4472c4"/>'
    return f'<svg width="560" height="280">{ticks}{labels}{line}{legend}</svg><p>{words.phrase(2, 6)}</p>'


def _equations(words: Wording) -> str:
    draw = words.draw
    rows = "".join(
        f'<div style="display:flex;justify-content:space-between;margin:10px 0 10px 60px"><i>{draw.choice("xyzuvw")} = '
        f"{draw.choice('abcd')}{draw.choice('+−')}{draw.choice('klmn')}</i><span>({i})</span></div><p>{words.sentence()}</p>"
        for i in range(1, draw.randint(3, 7))
    )
    return _text(words) + rows


def _cover(words: Wording) -> str:
    """A title with fields below it: one behind the other, or labels and values on edges of their own."""
    draw = words.draw
    colon = draw.choice([":", "：", "：", ""])
    fields = [(words.phrase(1, 2), words.cell(draw.choice(["label", "short", "code", "date"]))) for _ in range(6)]
    fields = fields[: draw.randint(2, 6)]
    title = f'<h1 style="text-align:center;margin:{draw.choice([40, 120])}px 0">{words.phrase(2, 7)}</h1>'
    if draw.random() < 0.35:
        look = draw.choice(["text-align:center", "margin-left:200px", ""])
        return title + f'<div style="{look}">' + "".join(f"<p>{a}{colon}&emsp;{b}</p>" for a, b in fields) + "</div>"
    spread = "display:flex;justify-content:space-between" if words.joint == "" and draw.random() < 0.5 else ""
    line = draw.choice(["", "border-bottom:1px solid #000", "text-decoration:underline"])
    cells = "".join(
        f'<div style="{spread}">{"".join(f"<span>{c}</span>" for c in a) if spread else a}{colon}</div>'
        f'<div style="text-align:{draw.choice(["left", "center"])};{line}">{b}</div>'
        for a, b in fields
    )
    shape = f"display:grid;grid-template-columns:{draw.choice([80, 120])}px {draw.choice([160, 260])}px"
    return f'{title}<div style="{shape};gap:{draw.choice([4, 10, 16])}px;margin-left:{draw.choice([0, 180])}px">{cells}</div>'


def _flow_chart(words: Wording) -> str:
    """Texts of a diagram whose boxes are pictures or none: a few words, wrapped, in loose columns."""
    draw = words.draw

    def box() -> str:
        at = f"margin:{draw.randint(4, 30)}px {draw.randint(4, 40)}px;width:{draw.choice([60, 90, 120])}px"
        return (
            f'<div style="{at};text-align:center">{words.phrase(1, 6)}</div>' if draw.random() < 0.8 else "<div></div>"
        )

    return "".join(_beside([box() for _ in range(draw.choice([2, 3, 4]))], 20) for _ in range(draw.randint(2, 5)))


def _members(words: Wording) -> str:
    """Names of people with their numbers, below a title."""
    draw = words.draw
    rows = "".join(
        f'<div style="display:flex"><span style="width:190px">{words.phrase(2, 3)}</span>{draw.randint(10**6, 10**9)}</div>'
        for _ in range(draw.randint(2, 4))
    )
    return f"<h2>{words.phrase(1, 5)}</h2>{rows}" + _text(words)


def _key_figures(words: Wording) -> str:
    """Large figures with a line below each, side by side."""
    draw = words.draw
    look = draw.choice(["", "border:1px solid #999", "background:#eef3f8", "border-left:3px solid #1f4e79"])
    large = f"font-size:{draw.choice([140, 180, 220])}%"
    cards = [
        f'<div style="padding:8px;{look}"><div style="{large}">{words.cell(draw.choice(["figure", "percent", "count"]))}'
        f"</div>{words.phrase(1, 5)}</div>"
        for _ in range(draw.choice([2, 3, 4]))
    ]
    return "".join(_beside(cards, 16) for _ in range(draw.randint(1, 2)))


def _pairs_to_fill_in(words: Wording) -> str:
    """A form of two columns: labels with lines or boxes to write in."""
    draw = words.draw
    look = draw.choice(["border-bottom:1px solid #000", "border:1px solid #777", "background:#eee"])

    def field() -> str:
        space = f'<span style="flex:1;height:16px;margin-left:4px;{look}"></span>'
        return f'<div style="display:flex;margin:5px 0"><span>{words.phrase(1, 3)}</span>{space}</div>'

    return "".join(_beside([field(), field()], 20) for _ in range(draw.randint(3, 8)))


def _sections(words: Wording) -> str:
    """Short paragraphs under headings, side by side."""
    draw = words.draw
    parts = [f"<b>{words.phrase(1, 4)}</b><p>{words.paragraph(draw.randint(1, 4))}</p>" for _ in range(6)]
    count = draw.choice([2, 3, 3, 4])
    return "".join(_beside(draw.sample(parts, count), draw.choice([12, 24])) for _ in range(draw.randint(1, 3)))


def _questions(words: Wording) -> str:
    """Questions with their answers to choose from, in columns."""
    draw = words.draw
    parts = []
    for number in range(1, draw.randint(4, 9)):
        answers = [f"<div>{letter}{draw.choice(['.', ')'])} {words.phrase(1, 3)}</div>" for letter in "ABCD"]
        parts.append(f"<p>{number}. {words.sentence()}</p>{_beside(answers, 10)}")
    return "".join(parts)


def _speakers(words: Wording) -> str:
    """Who speaks, at the side, and what is said."""
    draw = words.draw
    names = [words.phrase(1, 2) for _ in range(2)]
    return "".join(
        f'<div style="display:flex;margin:6px 0"><b style="width:110px">{names[i % 2]}:</b>'
        f"<span style='flex:1'>{words.paragraph(draw.randint(1, 3))}</span></div>"
        for i in range(draw.randint(4, 8))
    )


def _letter_head(words: Wording) -> str:
    """An address beside reference lines, with the text of a letter."""
    draw = words.draw
    colon = draw.choice([":", "：", ""])
    lines = "".join(
        f"<div>{words.phrase(1, 2)}{colon} {words.cell(draw.choice(['date', 'code', 'short']))}</div>" for _ in range(3)
    )
    left, right = f"<div>{_short_lines(words, 3, 5)}</div>", f"<div>{lines}</div>"
    return f'<div style="display:flex;justify-content:space-between">{left}{right}</div>{_prose(words)}'


_REJECTS = {
    "key-figures": _key_figures, "form-pairs": _pairs_to_fill_in, "sections": _sections, "questions": _questions,
    "speakers": _speakers, "letter-head": _letter_head, "flow-chart": _flow_chart, "members": _members,
    "prose": _prose, "columns": _columns, "form": _form, "cards": _cards, "box": _box, "chart": _chart,
    "listing": _listing, "index": _index, "contents": _contents, "properties": _properties, "list": _lists,
    "letter": _letter, "addresses": _addresses, "authors": _authors, "short-cards": _short_cards, "two-lists": _two_lists,
    "signatures": _signatures, "timeline": _timeline, "plot": _plot, "equations": _equations, "cover": _cover,
}  # fmt: skip
