"""Pages without a table, some of which look like one, and pages of text: each function draws one class."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO

from PIL import Image

from quality.content import Heading, Item, Paragraph
from quality.generate.markup import Page, Part, grid, heading, items, paragraph, raw
from quality.generate.wording import Writer


def cards(w: Writer) -> Page:
    """Framed boxes beside each other, each with a title and a sentence."""
    texts, html = [], ""
    for _ in range(6):
        title, text = w.label(), w.sentence()
        texts += [title, text]
        html += f'<div class="card"><b>{escape(title)}</b><br>{escape(text)}</div>'
    style = ".card{float:left;width:28%;height:90pt;margin:6pt;padding:6pt;border:1pt solid #888;border-radius:6pt;font-size:9pt}"
    parts = [
        heading(1, w.title()),
        paragraph(w.paragraph(2)),
        raw(texts, html),
        Part([], '<div style="clear:both"></div>'),
    ]
    return Page([*parts, paragraph(w.paragraph(2))], style)


def form(w: Writer) -> Page:
    """Labels with lines and boxes to fill in."""
    names = [
        w.say("Name", "姓名"),
        w.say("Date of birth", "出生日期"),
        w.say("Street", "街道"),
        w.say("Town", "城市"),
        w.say("Phone", "电话"),
    ]
    html = "".join(f'<p>{name}: <span class="line"></span></p>' for name in names)
    boxes = [w.label() for _ in range(4)]
    ticks = "".join(f'<p><span class="box"></span> {escape(box)}</p>' for box in boxes)
    style = ".line{display:inline-block;width:220pt;border-bottom:0.75pt solid} .box{display:inline-block;width:9pt;height:9pt;border:0.75pt solid}"
    fields = [raw([f"{name}:" for name in names], html), Part([Item(0, box) for box in boxes], ticks)]
    return Page([heading(1, w.title()), paragraph(w.sentence()), *fields], style)


def chart(w: Writer) -> Page:
    """A bar chart with ticks, a grid of lines and labels."""
    bars = "".join(
        f'<rect x="{60 + 60 * n}" y="{200 - h}" width="34" height="{h}" fill="#4a7ab0"/><text x="{62 + 60 * n}" y="216" font-size="9">{2018 + n}</text>'
        for n, h in enumerate(w.random.randint(30, 180) for _ in range(7))
    )
    ticks = "".join(
        f'<line x1="50" x2="480" y1="{y}" y2="{y}" stroke="#bbb"/><text x="20" y="{y + 3}" font-size="9">{200 - y}</text>'
        for y in range(0, 201, 40)
    )
    picture = Part([], f'<svg width="500" height="230">{ticks}{bars}</svg>')
    return Page([heading(1, w.title()), paragraph(w.paragraph(3)), picture, paragraph(w.paragraph(3))])


CODE = """def total(rows):
    result = {}
    for name, value in rows:
        if name not in result:
            result[name]  = 0
        result[name] += value   # sum by name
    return result

width   = 120
height  = 80
depth   = 40"""


def listing(w: Writer) -> Page:
    """A program whose columns are aligned with spaces."""
    code = Part([Paragraph(CODE)], f"<pre>{escape(CODE)}</pre>")
    return Page([heading(1, w.title()), paragraph(w.paragraph(2)), code, paragraph(w.paragraph(2))])


def contents(w: Writer) -> Page:
    """A table of contents with leaders and page numbers."""
    texts, html, page = [], "", 1
    for chapter in range(1, 5):
        for section in range(3):
            number = f"{chapter}." if not section else f"{chapter}.{section}"
            page += w.random.randint(1, 6)
            text = f"{number} {w.title()}"
            texts.append(f"{text} {page}")
            html += f'<div class="row"><span>{escape(text)}</span><span class="dots">{"." * 160}</span><span>{page}</span></div>'
    style = ".row{display:flex;margin:3pt 0} .row span{white-space:nowrap} .dots{flex:1;overflow:hidden;padding:0 3pt}"
    return Page([heading(1, w.say("Contents", "目录")), raw(texts, html)], style)


def index(w: Writer) -> Page:
    """An index in two columns."""
    lines = []
    for _ in range(3):
        words = sorted(w.label() for _ in range(18))
        lines += [f"{word}, {w.random.randint(2, 90)}, {w.random.randint(91, 220)}" for word in words]
    html = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return Page(
        [heading(1, w.say("Index", "索引")), raw(lines, f'<div class="two">{html}</div>')],
        ".two{columns:2;column-gap:30pt;font-size:9pt}",
    )


def two_columns(w: Writer) -> Page:
    """Text in two columns with headings."""
    parts = [heading(1, w.title()), Part([], '<div class="two">')]
    for _ in range(3):
        parts += [heading(2, w.title()), paragraph(w.paragraph(4)), paragraph(w.paragraph(3))]
    return Page([*parts, Part([], "</div>")], ".two{columns:2;column-gap:24pt;text-align:justify;font-size:9.5pt}")


def short_lines(w: Writer) -> Page:
    """Names and addresses in three columns beside each other: lines of text, no table."""
    texts, html = [], ""
    for _ in range(3):
        lines = [w.name(), w.label(), f"{w.random.randint(1, 90)} {w.place()}", str(w.random.randint(10000, 99999))]
        texts.append(" ".join(lines))
        html += f'<div class="third">{"<br>".join(map(escape, lines))}</div>'
    parts = [
        heading(1, w.title()),
        paragraph(w.paragraph(3)),
        raw(texts, html),
        Part([], '<div style="clear:both"></div>'),
    ]
    return Page([*parts, paragraph(w.paragraph(3))], ".third{float:left;width:32%;margin-bottom:10pt}")


def headings(w: Writer) -> Page:
    """Numbered headings of three levels, and list items in bold that are none."""
    parts = [heading(1, w.title())]
    for chapter in (1, 2):
        parts += [heading(2, f"{chapter} {w.title()}"), paragraph(w.paragraph(3))]
        for section in (1, 2):
            parts += [heading(3, f"{chapter}.{section} {w.title()}"), paragraph(w.paragraph(2))]
        bold = [w.label() for _ in range(3)]
        drawn = items([(0, text) for text in bold])
        parts.append(Part(drawn.blocks, drawn.html.replace("<li>", "<li><b>").replace("</li>", "</b></li>")))
    return Page(parts, "h1{font-size:18pt} h2{font-size:14pt} h3{font-size:12pt}")


def same_size_headings(w: Writer) -> Page:
    """Headings that only weight and number set apart from the text."""
    parts = []
    for number in range(1, 5):
        parts += [heading(2, f"{number}. {w.title()}"), paragraph(w.paragraph(3)), paragraph(w.paragraph(2))]
    return Page([heading(1, w.title()), *parts], "h2{font-size:11pt;margin:8pt 0 2pt} body{font-size:11pt}")


def lists(w: Writer) -> Page:
    """Bulleted and numbered lists, nested, with items over several lines."""
    bullets = items([(0, w.sentence()), (0, w.label()), (1, w.sentence()), (1, w.label()), (0, w.sentence())])
    numbers = items([(0, w.sentence()) for _ in range(5)], ordered=True)
    return Page(
        [
            heading(1, w.title()),
            paragraph(w.sentence()),
            bullets,
            paragraph(w.paragraph(2)),
            numbers,
            paragraph(w.sentence()),
        ]
    )


_MARKERS = (
    "<path d='M1 1 L9 5 L1 9 Z' fill='#c03030'/>",  # a triangle
    "<path d='M1 5 L4 8 L9 2' fill='none' stroke='#208040' stroke-width='1.5'/>",  # a tick
    "<rect x='1' y='4.4' width='8' height='1.2' fill='#333'/>",  # a dash
    "<circle cx='5' cy='5' r='5' fill='#208040'/><path d='M3 5 L4.5 7 L8 3' fill='none' stroke='#fff'/>",  # a tick on a disc
    "<rect x='1' y='1' width='8' height='8' fill='none' stroke='#333'/>",  # a box
)
"""List markers that a browser draws as paths."""


def drawn_markers(w: Writer) -> Page:
    """Lists whose markers are drawn as paths, or set as small pictures."""
    dot = BytesIO()
    Image.new("RGB", (12, 9), "#2050a0").save(dot, "PNG")
    pictures = ["data:image/png;base64," + b64encode(dot.getvalue()).decode()]
    for shape in _MARKERS:
        drawn = f"<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'>{shape}</svg>"
        pictures.append("data:image/svg+xml;base64," + b64encode(drawn.encode()).decode())
    parts: list[Part] = []
    for number, picture in enumerate(pictures):
        listed = items([(0, w.sentence()), (0, w.label()), (0, w.paragraph(2)), (0, w.sentence())])
        style = f'<ul style="list-style-image:url({picture})">'
        parts += [heading(2, f"{number + 1} {w.title()}"), Part(listed.blocks, listed.html.replace("<ul>", style))]
    return Page([heading(1, w.title()), *parts, paragraph(w.sentence())])


def notes(w: Writer) -> Page:
    """Text with raised marks, and the list of its notes under a rule."""
    texts = [w.sentence() for _ in range(4)]
    parts = [heading(1, w.title())]
    for number, text in enumerate(texts, 1):
        html = f"<p>{escape(text)}<sup>{number}</sup> {escape(w.sentence())}</p>"
        said = html.replace("<sup>", "").replace("</sup>", "")[3:-4]
        parts.append(raw([said], html))
    ends = [f"{number} {w.name()}, {w.title()}, {w.year()}." for number in range(1, 5)]
    html = '<hr width="30%" align="left">' + "".join(
        f'<p class="note"><sup>{end[0]}</sup>{escape(end[1:])}</p>' for end in ends
    )
    return Page([*parts, raw(ends, html)], ".note{font-size:8pt;margin:0} hr{width:30%;margin-left:0}")


def running_heads(w: Writer) -> Page:
    """Four pages with a running head and foot; each page begins with a heading."""
    head, foot = w.title(), w.say("Example Ltd, annual report", "示例有限公司年度报告")
    parts: list[Part] = []
    pages = 4
    for number in range(1, pages + 1):
        text = f"{number} {w.title()}"
        drawn = heading(1, text)
        style = "page-break-before:always;padding-top:30pt" if number > 1 else "padding-top:30pt"
        parts.append(Part(drawn.blocks, drawn.html.replace("<h1>", f'<h1 style="{style}">')))
        parts += [paragraph(w.paragraph(5)) for _ in range(3)]
    html = f'<div class="head">{escape(head)}</div><div class="foot">{escape(foot)}</div>'
    style = ".head,.foot{position:fixed;left:0;right:0;text-align:center;font-size:8pt;color:#444} .head{top:0} .foot{bottom:0}"
    return Page(parts, style, [head, foot] * pages, html)


def page_numbers(w: Writer) -> Page:
    """Four pages with the page's number and the number of pages in the foot, and a short head at the right."""
    head, pages = w.label(), 4
    parts: list[Part] = []
    for number in range(1, pages + 1):
        brk = ' style="page-break-before:always"' if number > 1 else ""
        text = w.title()
        parts.append(Part([Heading(2, text)], f"<h2{brk}>{escape(text)}</h2>"))
        parts += [paragraph(w.paragraph(5)) for _ in range(4)]
    foot = w.say('"Page " counter(page) " of " counter(pages)', '"第 " counter(page) " 页，共 " counter(pages) " 页"')
    style = f"@page{{@top-right{{content:'{head}';font-size:8pt}} @bottom-center{{content:{foot};font-size:8pt}}}}"
    feet = [w.say(f"Page {n} of {pages}", f"第 {n} 页，共 {pages} 页") for n in range(1, pages + 1)]
    return Page(parts, style, [line for one in feet for line in (head, one)])


def sidebar(w: Writer) -> Page:
    """A framed box at the right, around which the text runs."""
    title, text = w.label(), w.paragraph(2)
    box = raw([title, text], f'<div class="side"><b>{escape(title)}</b><br>{escape(text)}</div>')
    style = ".side{float:right;width:32%;border:1pt solid #666;padding:6pt;margin:0 0 8pt 10pt;font-size:9pt}"
    return Page([heading(1, w.title()), box, *(paragraph(w.paragraph(5)) for _ in range(4))], style)


def caption_and_picture(w: Writer) -> Page:
    """A drawing with a caption below it, between paragraphs."""
    shapes = "".join(
        f'<circle cx="{w.random.randint(30, 370)}" cy="{w.random.randint(20, 120)}" r="{w.random.randint(6, 30)}" fill="#88aacc"/>'
        for _ in range(9)
    )
    caption = f"{w.say('Figure', '图')} 1{w.say('. ', ' ')}{w.title()}"
    parts = [
        paragraph(w.paragraph(4)),
        Part([], f'<svg width="400" height="150">{shapes}</svg>'),
        paragraph(caption, 'align="center"'),
    ]
    return Page([heading(1, w.title()), *parts, paragraph(w.paragraph(4))])


def table_in_columns(w: Writer) -> Page:
    """Text in two columns with a small open table in one of them."""
    rows = [[w.label(), w.figure(), w.figure()] for _ in range(5)]
    table = grid([[w.say("Item", "项目"), "2025", "2024"], *rows], attributes='border="0" width="100%"')
    parts = [
        heading(1, w.title()),
        Part([], '<div class="two">'),
        paragraph(w.paragraph(5)),
        table,
        paragraph(w.paragraph(8)),
    ]
    return Page([*parts, Part([], "</div>")], ".two{columns:2;column-gap:24pt;font-size:9pt} td,th{text-align:left}")


def diagram(w: Writer) -> Page:
    """Boxes with labels, joined by arrows."""
    shapes = ""
    for n in range(6):
        x, y = 20 + 160 * (n % 3), 20 + 90 * (n // 3)
        shapes += f'<rect x="{x}" y="{y}" width="110" height="44" fill="none" stroke="#000"/>'
        shapes += f'<text x="{x + 8}" y="{y + 26}" font-size="10">{escape(w.label())}</text>'
        shapes += (
            f'<line x1="{x + 110}" y1="{y + 22}" x2="{x + 160}" y2="{y + 22}" stroke="#000"/>' if n % 3 < 2 else ""
        )
    shapes += '<line x1="395" y1="64" x2="75" y2="110" stroke="#000"/>'
    picture = Part([], f'<svg width="490" height="180">{shapes}</svg>')
    caption = f"{w.say('Figure', '图')} 1{w.say('. ', ' ')}{w.title()}"
    return Page(
        [
            heading(1, w.title()),
            paragraph(w.paragraph(3)),
            picture,
            paragraph(caption, 'align="center"'),
            paragraph(w.paragraph(3)),
        ]
    )


def framed_listing(w: Writer) -> Page:
    """A program in a frame with a fill."""
    code = Part([Paragraph(CODE)], f'<pre class="frame">{escape(CODE)}</pre>')
    style = ".frame{border:0.75pt solid #888;background:#f4f4f4;padding:6pt}"
    return Page([heading(1, w.title()), paragraph(w.paragraph(2)), code, paragraph(w.paragraph(2))], style)


def printed_markers(w: Writer) -> Page:
    """Items whose markers are text before a hanging indent: letters and numbers in brackets, circles, dashes."""
    kinds = [["(a)", "(b)", "(c)"], ["1)", "2)", "3)"], ["o", "o", "o"], ["–", "–", "–"]]
    if w.language == "zh":
        kinds = [["（1）", "（2）", "（3）"], ["①", "②", "③"], ["a.", "b.", "c."], ["⚫", "⚫", "⚫"]]
    parts = [heading(1, w.title())]
    for markers in kinds:
        parts.append(paragraph(w.sentence()))
        for marker in markers:
            text = w.sentence()
            parts.append(Part([Item(0, text)], f'<p class="item"><span>{marker}</span>{escape(text)}</p>'))
    style = ".item{margin:2pt 0 2pt 40pt;text-indent:-22pt} .item span{display:inline-block;width:22pt;text-indent:0}"
    return Page(parts, style)


def lettered_headings(w: Writer) -> Page:
    """Headings with numerals of the language, in bold of body size, and bold words that begin a paragraph."""
    chapters, sections = (
        (["一、", "二、"], ["（一）", "（二）"]) if w.language == "zh" else (["I. ", "II. "], ["A. ", "B. "])
    )
    parts = [heading(1, w.title())]
    for chapter in chapters:
        parts += [heading(2, f"{chapter}{w.title()}"), paragraph(w.paragraph(2))]
        for section in sections:
            parts.append(heading(3, f"{section}{w.title()}"))
            lead, text = w.label() + w.say(": ", "："), w.paragraph(2)
            parts.append(Part([Paragraph(lead + text)], f"<p><b>{escape(lead)}</b>{escape(text)}</p>"))
    return Page(parts, "h2{font-size:12pt;margin:8pt 0 2pt} h3{font-size:10.5pt;margin:6pt 0 2pt}")


def repeated_openings(w: Writer) -> Page:
    """Pages that begin alike, with a heading that differs in its number, and no running heads."""
    name = w.say("Lesson", "第")
    parts: list[Part] = []
    for number in range(1, 5):
        text = f"{name} {number}" if w.language == "en" else f"{name}{number}课"
        style = ' style="page-break-before:always"' if number > 1 else ""
        parts.append(Part([Heading(1, text)], f"<h1{style}>{escape(text)}</h1>"))
        parts += [
            paragraph(w.say("What you will learn in this lesson:", "本课学习内容：")),
            paragraph(w.paragraph(4)),
            paragraph(w.paragraph(3)),
        ]
    return Page(parts)


def hidden(w: Writer) -> Page:
    """Text that nobody sees between what everybody does: in the colour of its background, covered, cut off."""

    def unseen(html: str) -> Part:
        return Part([], html)

    def words() -> str:
        return escape(w.paragraph(1))

    seen = [paragraph(w.paragraph(2)) for _ in range(6)]
    banner = w.title()
    parts = [
        heading(1, w.title()),
        seen[0],
        unseen(f'<p style="color:#fff">{words()}</p>'),
        seen[1],
        unseen(f'<p style="background:#205080;color:#205080">{words()}</p>'),
        Part([Paragraph(banner)], f'<p style="background:#205080;color:#fff">{escape(banner)}</p>'),
        seen[2],
        unseen(f'<div class="under"><p>{words()}</p><div class="cover"></div></div>'),
        seen[3],
        unseen(f'<div class="under"><p>{words()}</p><div class="cover paper"></div></div>'),
        seen[4],
        unseen(f'<div class="cut"><p>{words()}</p></div>'),
        seen[5],
    ]
    style = (
        ".under{position:relative} .cover{position:absolute;left:0;top:0;right:0;bottom:0;background:#000} "
        ".paper{background:#fff;border-radius:6pt} .cut{height:12pt;overflow:hidden} .cut p{margin-top:40pt}"
    )
    return Page(parts, style)


def cover(w: Writer) -> Page:
    """A title page with letter-spaced labels before underlined values, then a page of text."""
    title = w.title()
    names = ["姓名", "学号", "专业", "日期"] if w.language == "zh" else ["Name", "Number", "Subject", "Date"]
    values = [w.name(), str(w.random.randint(10**7, 10**8)), w.label(), f"{w.year()}-06-01"]
    html = "".join(
        f'<div class="line"><span class="name">{" ".join(name) if w.language == "zh" else name}：</span><u>&nbsp;&nbsp;{escape(value)}&nbsp;&nbsp;</u></div>'
        for name, value in zip(names, values, strict=True)
    )
    lines = raw([f"{name}：{value}" for name, value in zip(names, values, strict=True)], html)
    first = Part([Heading(1, title)], f'<h1 class="title">{escape(title)}</h1>')
    body = [Part([], '<div style="page-break-before:always"></div>'), heading(2, w.title()), paragraph(w.paragraph(4))]
    style = ".title{text-align:center;margin:120pt 0 100pt;font-size:24pt} .line{margin:10pt 0 10pt 130pt} .name{display:inline-block;width:70pt}"
    return Page([first, lines, *body, paragraph(w.paragraph(3))], style)
