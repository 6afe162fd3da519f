"""Pages with tables: each function draws one class."""

from __future__ import annotations

from html import escape

from quality.generate.markup import Entry, Page, Part, Row, grid, heading, paragraph, right
from quality.generate.wording import Writer

RULED = "table{border-collapse:collapse} td,th{border:0.75pt solid #000;padding:3pt 5pt;vertical-align:top}"
OPEN = (
    "table{border-collapse:collapse;width:100%} td,th{border:0;padding:2pt 6pt;vertical-align:top} td{font-weight:400}"
)
BOLD_TITLES = "th{font-weight:bold}"


def around(w: Writer, *tables: Part) -> list[Part]:
    """A heading and text, the tables, and text after them."""
    parts = [heading(1, w.title()), paragraph(w.paragraph(3))]
    for table in tables:
        parts += [table, paragraph(w.paragraph(2))]
    return parts


def columns(w: Writer, count: int) -> list[str]:
    """Titles: one of the labels, then years or words."""
    first = w.say("Item", "项目")
    years = [str(2026 - n) for n in range(count - 1)]
    return [first, *years] if w.random.random() < 0.5 else [first, *(w.label() for _ in years)]


def figures(w: Writer, rows: int, count: int) -> list[list[Entry | str]]:
    """Rows of a label and amounts."""
    return [[w.label(), *(right(w.figure()) for _ in range(count - 1))] for _ in range(rows)]


def grid_plain(w: Writer) -> Page:
    """Every rule drawn, one header row."""
    count = w.random.randint(3, 6)
    table = grid([columns(w, count), *figures(w, w.random.randint(4, 10), count)])
    return Page(around(w, table), RULED)


def grid_links(w: Writer) -> Page:
    """Every rule drawn; links are underlined in the cells, and one cell is tall."""
    head = [w.say("Topic", "主题"), w.say("Place", "地点"), w.say("Contact", "联系人"), w.say("Page", "网页")]
    rows: list[Row] = [head]
    for n in range(w.random.randint(3, 5)):
        address = f"www.example.org/{w.random.choice(['plan', 'report', 'news', 'data'])}/{w.year()}"
        link = Entry(address, html=f'<a href="https://{address}">{address}</a>')
        text = w.paragraph(4) if n == 1 else w.label()
        rows.append([text, w.place(), w.name(), link])
    return Page(around(w, grid(rows, attributes='border="1" width="100%"')), RULED + " td{width:25%}")


def grid_justified(w: Writer) -> Page:
    """Every rule drawn; justified sentences in narrow columns."""
    head = [w.label() for _ in range(4)]
    rows: list[Row] = [head, *([w.sentence() for _ in range(4)] for _ in range(w.random.randint(2, 4)))]
    table = grid(rows, attributes='border="1" width="100%"')
    return Page(around(w, table), RULED + " td{width:25%;text-align:justify}")


def grid_merged(w: Writer) -> Page:
    """Every rule drawn; labels over several rows and titles over several columns."""
    head: list[Row] = [
        [
            Entry(w.say("Area", "类别"), down=2),
            Entry(w.say("Item", "项目"), down=2),
            Entry(w.say("Amount", "金额"), across=2),
        ],
        ["2025", "2024"],
    ]
    body: list[Row] = []
    for _ in range(3):
        count = w.random.randint(2, 4)
        first, *rest = figures(w, count, 3)
        body += [[Entry(w.place(), down=count), *first], *rest]
    total = w.say("Total", "合计")
    body.append([Entry(total, across=2), right(w.figure()), right(w.figure())])
    return Page(around(w, grid([*head, *body], header_rows=2)), RULED)


def grid_tall(w: Writer) -> Page:
    """A ruled statement of nine columns with one tall cell."""
    count = 9
    rows = figures(w, 6, count)
    rows[2][0] = w.sentence()
    head = [w.say("Item", "项目"), *(f"{w.say('Q', '季')}{n}" for n in range(1, count))]
    return Page(around(w, grid([head, *rows], attributes='border="1" width="100%"')), RULED + "table{font-size:8pt}")


def grid_letters(w: Writer) -> Page:
    """Every rule drawn; narrow columns of single letters and marks."""
    head = [w.say("Requirement", "要求"), "N", "I", "L", w.say("Remark", "备注")]
    rows: list[Row] = [
        [w.label(), *(Entry(w.random.choice("NIL√×"), align="center") for _ in range(3)), w.place()] for _ in range(7)
    ]
    rows.insert(0, head)
    return Page(around(w, grid(rows)), RULED)


def grid_empty_cells(w: Writer) -> Page:
    """Every rule drawn; half of the cells are empty, as in a form that is filled by hand."""
    head = columns(w, 5)
    rows: list[Row] = [head]
    rows += [[row[0], *(cell if w.random.random() < 0.5 else "" for cell in row[1:])] for row in figures(w, 6, 5)]
    return Page(around(w, grid(rows, attributes='border="1" width="100%"')), RULED)


def grid_check_boxes(w: Writer) -> Page:
    """Every rule drawn; a column of empty boxes to tick beside labels, and rows of values to fill in."""
    boxes: list[Row] = [["", w.label()] for _ in range(5)]
    names = (w.say("Name", "姓名"), w.say("Street", "街道"), w.say("Town", "城市"), w.say("Phone", "电话"))
    values: list[Row] = [[f"{name}:", "", f"{w.label()}:", ""] for name in names]
    first = grid(boxes, header_rows=0, attributes='border="1" width="60%"')
    second = grid(values, header_rows=0, attributes='border="1" width="100%"')
    return Page(around(w, first, second), RULED + "td{height:14pt}")


def open_pairs(w: Writer) -> Page:
    """Three rules only, pairs of columns repeated beside each other, and empty cells at the end."""
    head = [w.say("Variable", "变量"), w.say("Value", "系数")] * 2
    rows: list[Row] = [head]
    rows += [[w.label(), right(w.share()), w.label(), right(w.share())] for _ in range(4)]
    rows.append([w.label(), right(w.share()), "", ""])
    style = OPEN + "table{border-top:1pt solid;border-bottom:1pt solid} th{border-bottom:0.5pt solid}"
    return Page(around(w, grid(rows, attributes='border="0" width="70%" rules="groups" frame="hsides"')), style)


def shaded_rows(w: Writer) -> Page:
    """No rules; every second row has a fill."""
    count = w.random.randint(3, 5)
    body = figures(w, 9, count)
    marks = ['bgcolor="#d0d8e8"', *(['bgcolor="#f0f0f0"', ""] * 5)]
    return Page(around(w, grid([columns(w, count), *body], attributes='border="0" width="100%"', marks=marks)), OPEN)


def borderless(w: Writer) -> Page:
    """Columns that only white space sets apart, below a bold header row."""
    count = w.random.randint(3, 5)
    table = grid([columns(w, count), *figures(w, w.random.randint(6, 10), count)], attributes='border="0" width="90%"')
    return Page(around(w, table), OPEN + BOLD_TITLES)


def three_rules(w: Writer) -> Page:
    """Rules above and below the header row and at the end, as in papers."""
    count = w.random.randint(3, 6)
    rows = [columns(w, count), *figures(w, 7, count)]
    style = (
        OPEN + "table{border-top:1pt solid;border-bottom:1pt solid} th{border-bottom:0.5pt solid;font-weight:normal}"
    )
    return Page(around(w, grid(rows, attributes='border="0" width="80%" rules="groups" frame="hsides"')), style)


def wrapped_labels(w: Writer) -> Page:
    """No rules; labels run over two or three lines, their figures stand in the first line."""
    rows: list[Row] = [columns(w, 3)]
    for n in range(7):
        label = f"{w.label()}, {w.noun()}, {w.noun()}, {w.noun()}" if n % 2 else w.label()
        rows.append([label.replace(", ", "、") if w.language == "zh" else label, right(w.figure()), right(w.figure())])
    return Page(
        around(w, grid(rows, attributes='border="0" width="70%"')), OPEN + "td,th{width:25%} td:first-child{width:40%}"
    )


def header_levels(w: Writer) -> Page:
    """Header rows of three levels over open columns."""
    head: list[Row] = [
        [Entry(w.say("Item", "项目"), down=3), Entry(w.say("Consolidated", "合并"), across=4, align="center")],
        [Entry("2025", across=2, align="center"), Entry("2024", across=2, align="center")],
        [w.say("Plan", "计划"), w.say("Actual", "实际"), w.say("Plan", "计划"), w.say("Actual", "实际")],
    ]
    rule = "th{border-bottom:0.5pt solid}"
    return Page(
        around(w, grid([*head, *figures(w, 7, 5)], header_rows=3, attributes='border="0" width="100%"')), OPEN + rule
    )


def units_row(w: Writer) -> Page:
    """A row of years, then a row of units, as in filings."""
    head: list[Row] = [
        [
            "",
            right(w.say("As at 31 December 2025", "2025年12月31日")),
            right(w.say("As at 31 December 2024", "2024年12月31日")),
        ],
        ["", right(w.say("RMB'000", "人民币千元")), right(w.say("RMB'000", "人民币千元"))],
    ]
    rows = [*head, *figures(w, 7, 3)]
    return Page(
        around(w, grid(rows, header_rows=2, attributes='border="0" width="100%"')), OPEN + "th{font-weight:normal}"
    )


def statement(w: Writer) -> Page:
    """A statement: sections, indented rows, empty rows and totals below a rule."""
    head: Row = [w.say("", ""), w.say("Note", "附注"), right("2025"), right("2024")]
    rows: list[Row] = [head]
    number = 4
    for section in (w.say("Revenue", "收入"), w.say("Expenses", "费用")):
        rows.append([section, "", "", ""])
        for _ in range(w.random.randint(3, 5)):
            label = w.label()
            entry = Entry(label, html=f"&nbsp;&nbsp;&nbsp;{escape(label)}")
            rows.append([entry, str(number), right(w.figure()), right(w.figure())])
            number += 1
        line = "border-top:0.5pt solid"
        total = [Entry(w.figure(999_999), align="right", style=line) for _ in range(2)]
        rows.append([w.say(f"Total {section.lower()}", f"{section}合计"), "", *total])
    return Page(around(w, grid(rows, attributes='border="0" width="100%"')), OPEN)


def leaders(w: Writer) -> Page:
    """A list of labels with dot leaders and two columns of figures, as in the notes of filings."""
    lines: list[Row] = [["", right("2025"), right("2024")]]
    html = '<tr><td></td><td align="right">2025</td><td align="right">2024</td></tr>'
    for _ in range(8):
        label, one, other = w.label(), w.figure(), w.figure()
        lines.append([label, right(one), right(other)])
        dots = "." * (70 - (2 if w.language == "zh" else 1) * len(label))
        html += f"<tr><td nowrap>{label} {dots}</td><td align=right>{one}</td><td align=right>{other}</td></tr>"
    cells = grid(lines).blocks
    return Page(around(w, Part(cells, f'<table border="0">{html}</table>')), "td{padding:1pt 6pt}")


def properties(w: Writer) -> Page:
    """Names and values in two open columns; an address of several lines."""
    names = [
        w.say("Company", "公司名称"),
        w.say("Address", "地址"),
        w.say("Chair", "董事长"),
        w.say("Founded", "成立日期"),
    ]
    street = [
        w.say("Example House", "示例大厦"),
        w.say("12 North Street", "北街12号"),
        w.say("Floor 3", "三层"),
        "100010",
    ]
    values = [w.say("Example Ltd", "示例有限公司"), " ".join(street), w.name(), str(w.year())]
    rows: list[Row] = []
    for name, value in zip(names, values, strict=True):
        rows.append([name, Entry(value, html="<br>".join(street) if value.startswith(street[0]) else "")])
    rows += [[w.say("Business", "主营业务"), w.sentence()], [w.say("Auditor", "审计师"), w.name()]]
    table = grid(rows, header_rows=0, attributes='border="0" width="80%"')
    return Page(around(w, table), OPEN + "td:first-child{width:30%;font-weight:bold}")


def two_tables(w: Writer) -> Page:
    """Two small ruled tables one after the other, with a caption above each."""
    parts = [heading(1, w.title()), paragraph(w.paragraph(2))]
    for number in (1, 2):
        parts.append(paragraph(f"{w.say('Table', '表')} {number}{w.say('. ', ' ')}{w.title()}", 'align="center"'))
        parts.append(grid([columns(w, 3), *figures(w, 4, 3)]))
        parts.append(paragraph(w.paragraph(2)))
    return Page(parts, RULED)


def two_pages(w: Writer) -> Page:
    """A ruled table over two pages that repeats its header row."""
    head = [w.say("No.", "序号"), w.say("Item", "项目"), w.say("Place", "地点"), w.say("Amount", "金额")]
    rows: list[Row] = [head]
    rows += [[str(n), w.label(), w.place(), right(w.figure())] for n in range(1, 48)]
    return Page(around(w, grid(rows, attributes='border="1" width="100%"')), RULED)


def one_column(w: Writer) -> Page:
    """A ruled column of shaded cells: a table of one column, or framed paragraphs in their order."""
    rows: list[Row] = [[w.sentence()] for _ in range(5)]
    marks = ['bgcolor="#dddddd"', ""] * 3
    return Page(around(w, grid(rows, header_rows=0, attributes='border="1" width="100%"', marks=marks)), RULED)


def side_by_side(w: Writer) -> Page:
    """Two open tables of the same rows beside each other: two tables, not one of six columns."""
    tables = [grid([columns(w, 3), *figures(w, 6, 3)], attributes='border="1" width="100%"') for _ in range(2)]
    html = "".join(
        f'<div style="float:{side};width:46%">{one.html}</div>'
        for one, side in zip(tables, ("left", "right"), strict=True)
    )
    blocks = [block for one in tables for block in one.blocks]
    return Page(
        around(w, Part(blocks, f'<div>{html}<div style="clear:both"></div></div>')), RULED + "table{font-size:9pt}"
    )
