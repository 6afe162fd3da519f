"""Facts of fictitious Chinese invoices of further kinds, and a page of print that is drawn at places.

What differs from `tests.invoice.forms`: kinds with extra rows (construction, transport, lease, journeys), paper forms
with drawn tables, rolls, tolls, vehicles, remarks full of numbers that look like ids, values set apart from labels.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from quire.amounts import to_capitals
from quire.invoice.checks import check_character

FONT = "STSong-Light"
CENT = Decimal("0.01")
CITIES = ("杭州", "苏州", "武汉", "青岛", "厦门", "贵阳", "郑州", "沈阳")
NAMES = ("澜石", "知微", "北斗星", "禾木", "星野", "泊岸", "栖霞", "万象")
TRADES = ("装饰工程", "供应链管理", "医疗器械", "数字科技", "酒店管理", "汽车销售服务", "商业运营", "教育咨询")
TAILS = ("有限公司", "有限责任公司", "股份有限公司", "（有限合伙）", "分公司", "集团有限公司武汉第三分公司")
REGIONS = {"33": "浙江", "32": "江苏", "42": "湖北", "37": "山东", "52": "贵州", "41": "河南", "21": "辽宁"}
GOODS = (
    ("*汽油*95号汽油(VIB)", "95号", "升"), ("*医疗仪器器械*一次性使用无菌注射器", "5ml/支", "盒"), ("*家具*办公桌", "1400*700*750", "张"),
    ("*物流辅助服务*收派服务费", "", ""), ("*住宿服务*住宿费", "", "天"), ("*供电*电费", "", "千瓦时"), ("*日用杂品*垃圾袋", "45x50cm", "卷"),
    ("*计算机配套产品*固态硬盘", "1TB M.2 NVMe", "块"), ("*研发和技术服务*技术服务费", "无", "项"), ("*化学药品制剂*复方氨酚烷胺胶囊", "12粒x2板", "盒"),
    ("*企业管理服务*代理记账服务费（2024年第三季度）", "", "季"), ("*通信设备*千兆以太网交换机（24口全网管型含光模块及机架安装附件）", "S5735-L24T4X-A1", "台"),
)  # fmt: skip


@dataclass
class Facts:
    """What an invoice says: the twelve keys, rows of goods as cells, and what its form prints besides."""

    kind: str
    fields: dict[str, str]
    rows: list[dict[str, str]]
    title: str
    words: str
    check: str = ""
    code_text: str = ""
    label: str = ""
    remarks: list[str] = field(default_factory=list)


def company(rng: random.Random) -> str:
    return (
        rng.choice(CITIES)
        + rng.choice(("", "市"))
        + rng.choice(NAMES)
        + "示例"
        + rng.choice(TRADES)
        + rng.choice(TAILS)
    )


def tax_id(rng: random.Random) -> str:
    body = (
        "91"
        + rng.choice(("330106", "320505", "420111", "370202"))
        + rng.choice(("MA", "7X", "05"))
        + "".join(rng.choices("0123456789ABCDEFGHJKLMNPQRTUWXY", k=7))
    )
    return body + check_character(body)


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def invent(
    kind: str, rng: random.Random, *, rows: int = 0, red: bool = False, rates: Sequence[str] = (), person: bool = False
) -> Facts:
    """Facts of a kind: special, ordinary, e-ordinary, e-special, digital, digital-special, roll, toll."""
    rates = rates or rng.choice((("13%",), ("6%",), ("9%",), ("3%",), ("1%",), ("13%", "9%"), ("6%", "13%")))
    sign = -1 if red else 1
    made = []
    for number in range(rows or rng.randint(1, 4)):
        name, spec, unit = rng.choice(GOODS)
        rate = rates[number % len(rates)]
        share = Decimal(rate.rstrip("%")) / 100 if rate.endswith("%") else Decimal(0)
        quantity = Decimal(rng.randint(1, 400)) * sign if unit else Decimal(sign)
        price = Decimal(rng.randint(80, 90_000)) / 100
        amount = (quantity * price).quantize(CENT, ROUND_HALF_UP)
        bare = not unit and rng.random() < 0.6
        made.append({
            "name": name, "spec": spec, "unit": unit, "quantity": "" if bare else f"{quantity:f}", "unit_price": "" if bare else f"{price.normalize():f}",
            "amount": str(amount), "tax_rate": rate, "tax": str((amount * share).quantize(CENT, ROUND_HALF_UP)),
        })  # fmt: skip
    net, tax = (sum((Decimal(r[key]) for r in made), Decimal(0)) for key in ("amount", "tax"))
    digital = kind.startswith("digital")
    region, year = rng.choice(sorted(REGIONS)), rng.randint(19, 25)
    titles = {
        "special": "增值税专用发票", "ordinary": "增值税普通发票", "e-ordinary": "增值税电子普通发票", "e-special": "增值税电子专用发票",
        "digital": "电子发票（普通发票）", "digital-special": "电子发票（增值税专用发票）", "roll": "增值税普通发票（卷票）", "toll": "增值税电子普通发票",
    }  # fmt: skip
    paper = kind in ("special", "ordinary")
    code = (
        ""
        if digital
        else f"{region}00{year}{rng.choice((1, 2, 3))}{1 if kind == 'special' else 6}{rng.choice((3, 2))}0"
        if paper
        else f"0{region}00{year}00{rng.choice((1, 3))}{ {'e-ordinary': '11', 'e-special': '13', 'roll': '07', 'toll': '12'}[kind] }"
    )
    number = f"{year}{region}2000000{digits(rng, 9)}" if digital else f"{rng.randint(10**5, 10**8 - 1):08d}"
    date = f"20{year}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
    buyer = rng.choice(("个人", "张三（个人）", "个人（李小梅）")) if person else company(rng)
    fields = {
        "invoice_type": titles[kind], "invoice_code": code, "invoice_number": number, "invoice_date": date, "buyer_name": buyer,
        "buyer_tax_id": "" if person else tax_id(rng), "seller_name": company(rng), "seller_tax_id": tax_id(rng), "amount": str(net),
        "tax_rate": ",".join(dict.fromkeys(r["tax_rate"] for r in made)), "tax_amount": str(tax), "total_amount": str(net + tax),
    }  # fmt: skip
    words = ("（负数）" if red else "") + to_capitals(abs(net + tax)).replace("元", rng.choice("圆元"))
    return Facts(
        kind,
        fields,
        made,
        ("" if digital else REGIONS[region]) + titles[kind],
        words,
        "" if digital else digits(rng, 20),
    )


@dataclass
class Print:
    """A run of print: left x and base line from the top, in points."""

    x: float
    y: float
    text: str
    size: float
    color: str = "#000000"
    bold: bool = False


class Sheet:
    """A page that is drawn: runs of print and lines, y down from the top."""

    def __init__(self, rng: random.Random, width: float, height: float, *, font: str = FONT) -> None:
        self.rng, self.width, self.height, self.font = rng, width, height, font
        self.prints: list[Print] = []
        self.lines: list[tuple[float, float, float, float]] = []
        self.ink, self.form = "#000000", "#000000"

    def wide(self, text: str, size: float) -> float:
        return float(pdfmetrics.stringWidth(text, self.font, size))

    def put(self, x: float, y: float, text: str, size: float = 9.0, *, at: str = "left", form: bool = False) -> float:
        """Prints a text at its left, right or middle; gives the x of its end. `form` is print of the form itself."""
        wide = self.wide(text, size)
        x -= wide if at == "right" else wide / 2 if at == "middle" else 0.0
        if text.strip():
            self.prints.append(Print(x, y, text, size, self.form if form else self.ink))
        return x + wide

    def upright(self, x: float, y0: float, y1: float, word: str, size: float = 9.0) -> None:
        step = (y1 - y0) / (len(word) + 0.6)
        for index, char in enumerate(word):
            self.put(x, y0 + (index + 0.8) * step + size / 3, char, size, at="middle", form=True)

    def box(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.lines += [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)]

    def wrapped(self, x: float, y: float, text: str, size: float, room: float) -> float:
        """Prints a text over as many lines as it needs; gives the y of the last."""
        for line in wrap(text, room, size, self.font):
            self.put(x, y, line, size)
            y += 1.2 * size
        return y - 1.2 * size

    def pdf(self, canvas: Canvas) -> None:
        canvas.setPageSize((self.width, self.height))
        for x0, y0, x1, y1 in self.lines:
            canvas.setStrokeColor(HexColor(self.form))
            canvas.setLineWidth(0.6)
            canvas.line(x0, self.height - y0, x1, self.height - y1)
        for one in self.prints:
            canvas.setFont(self.font, one.size)
            canvas.setFillColor(HexColor(one.color))
            canvas.drawString(one.x, self.height - one.y, one.text)
        canvas.showPage()


def wrap(text: str, room: float, size: float, font: str = FONT) -> list[str]:
    lines, line = [], ""
    for char in text:
        if line and pdfmetrics.stringWidth(line + char, font, size) > room:
            lines.append(line)
            line = ""
        line += char
    return [*lines, line]


def cipher(rng: random.Random) -> Iterator[str]:
    """The four lines of the cipher area."""
    for _ in range(4):
        yield "".join(rng.choices("0123456789<>*/+-", k=28))


def pdf_of(sheets: Sequence[Sheet]) -> bytes:
    """The sheets as the pages of a PDF."""
    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for sheet in sheets:
        sheet.pdf(canvas)
    canvas.save()
    return out.getvalue()
