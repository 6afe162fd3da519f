"""Fictitious Chinese invoices as text PDFs: right codes, ids, QR codes and XML, on forms of many measures.

`invent` makes the facts, `draw` a page of them; what differs from page to page (measures, rules, spacing of labels,
order of the text objects, values beside their boxes) comes from the random generator that is handed in.
"""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from pathlib import Path

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from quire.amounts import to_capitals
from quire.invoice.checks import check_character

FONT = "STSong-Light"  # needs no font file
CENT = Decimal("0.01")
CITIES = ("北京", "上海", "成都", "杭州", "西安", "长沙")
WORDS = ("青禾", "云岫", "松石", "拾光", "远帆", "白鹭")
TRADES = ("贸易", "软件", "建材", "餐饮管理", "物流", "文化传媒")
GOODS = (
    ("*餐饮服务*餐饮服务", "", "次"),
    ("*电子计算机*笔记本电脑", "X14 Pro", "台"),
    ("*钢材*热轧带肋钢筋", "HRB400 Φ16", "吨"),
    ("*纸制品*静电复印纸", "A4 70g", "包"),
    ("*信息技术服务*系统维护费", "", ""),
    ("*金属制品*不锈钢法兰盘及配套紧固件组合套装（含垫片螺栓螺母）", "DN100", "套"),
)
PROVINCES = {"11": "北京", "31": "上海", "51": "四川", "33": "浙江"}


@dataclass
class Facts:
    """What an invoice says: the twelve keys, the rows of goods, further keys."""

    kind: str  # special, ordinary, e-ordinary, e-special, digital, digital-special, roll
    fields: dict[str, str]
    rows: list[dict[str, str]]
    more: dict[str, str] = field(default_factory=dict)
    title: str = ""
    qr: str = ""


TITLES = {
    "special": ("01", "增值税专用发票"),
    "ordinary": ("04", "增值税普通发票"),
    "e-ordinary": ("10", "增值税电子普通发票"),
    "e-special": ("08", "增值税电子专用发票"),
    "digital": ("32", "电子发票（普通发票）"),
    "digital-special": ("31", "电子发票（增值税专用发票）"),
}


def tax_id(rng: random.Random) -> str:
    """A unified code of a company that does not exist, its check character right."""
    body = (
        "91"
        + rng.choice(("110105", "310115", "510104", "330106"))
        + "MA"
        + "".join(rng.choices("0123456789ABCDEFGHJKLMNPQRTUWXY", k=7))
    )
    return body + check_character(body)


def company(rng: random.Random, *, long: bool = False) -> str:
    name = rng.choice(CITIES) + rng.choice(WORDS) + "虚构" + rng.choice(TRADES)
    return name + (
        "股份有限公司" + rng.choice(CITIES) + "高新技术产业开发区第一分公司"
        if long
        else rng.choice(("有限公司", "有限责任公司", "（集团）有限公司"))
    )


def invent(kind: str, rng: random.Random, *, red: bool = False, free: bool = False) -> Facts:
    """The facts of an invoice."""
    rates = ["免税"] if free else rng.choice((["13%"], ["6%"], ["9%"], ["13%", "6%"], ["1%"]))
    sign = -1 if red else 1
    rows = []
    for number in range(rng.randint(1, 4)):
        name, spec, unit = rng.choice(GOODS)
        rate = rates[number % len(rates)]
        share = Decimal(0) if free else Decimal(rate.rstrip("%")) / 100
        quantity = rng.randint(1, 99) * sign
        price = Decimal(rng.randint(100, 900_000)) / 100
        amount = (price * quantity).quantize(CENT, ROUND_HALF_UP)
        tax = (amount * share).quantize(CENT, ROUND_HALF_UP)
        row = {
            "name": name,
            "spec": spec,
            "unit": unit,
            "quantity": str(quantity),
            "unit_price": f"{price.normalize():f}",
            "amount": str(amount),
            "tax_rate": rate,
            "tax": str(tax),
        }
        rows.append(row)
    net = sum(Decimal(r["amount"]) for r in rows)
    tax_sum = sum(Decimal(r["tax"]) for r in rows)
    digital = kind.startswith("digital")
    region = rng.choice(sorted(PROVINCES))
    year = rng.randint(18, 24)
    code = (
        ""
        if digital
        else (
            region + "00" + f"{year}1320"
            if kind in ("special", "ordinary")
            else f"0{region}00{year}00{rng.choice(('111', '211', '311'))}"
        )
    )
    number = (
        f"{year}{region}2000000{rng.randint(0, 10**9 - 1):09d}" if digital else f"{rng.randint(10**6, 10**8 - 1):08d}"
    )
    date = f"20{year}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
    used = list(dict.fromkeys(r["tax_rate"] for r in rows))
    qr_kind, title = TITLES[kind]
    fields = {
        "invoice_type": title,
        "invoice_code": code,
        "invoice_number": number,
        "invoice_date": date,
        "buyer_name": company(rng, long=rng.random() < 0.2),
        "buyer_tax_id": tax_id(rng),
        "seller_name": company(rng, long=rng.random() < 0.2),
        "seller_tax_id": tax_id(rng),
        "amount": str(net),
        "tax_rate": ",".join(used),
        "tax_amount": str(tax_sum),
        "total_amount": str(net + tax_sum),
    }
    check = "" if digital else "".join(rng.choices("0123456789", k=20))
    more = {
        "amount_in_words": ("（负数）" if red else "") + to_capitals(abs(net + tax_sum)).replace("元", "圆"),
        "issuer": "王测试",
        "check_code": check,
    }
    if not digital:
        more |= {"payee": "李测试", "reviewer": "张测试"}
    sum_ = fields["total_amount"] if digital else fields["amount"]
    qr = f"01,{qr_kind},{code},{number},{sum_},{date.replace('-', '')},{check},1A2B,"
    return Facts(kind, fields, rows, more, ("" if digital else PROVINCES[region]) + title, qr)


class Pen:
    """Collects the text objects and rules of a page; y runs down from the top."""

    def __init__(self, rng: random.Random, width: float, height: float) -> None:
        self.rng, self.width, self.height = rng, width, height
        self.texts: list[tuple[float, float, str, float]] = []
        self.lines: list[tuple[float, float, float, float]] = []
        self.image: tuple[bytes, float, float, float] | None = None

    def text(
        self, x: float, y: float, text: str, size: float = 9.0, *, right: bool = False, center: bool = False
    ) -> None:
        wide = pdfmetrics.stringWidth(text, FONT, size)
        self.texts.append((x - wide if right else x - wide / 2 if center else x, y, text, size))

    def stack(self, x: float, y0: float, y1: float, word: str, size: float = 9.0) -> None:
        step = (y1 - y0) / (len(word) + 1)
        for index, char in enumerate(word):
            self.text(x, y0 + (index + 1) * step + size / 3, char, size, center=True)

    def box(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.lines += [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)]

    def save(self, canvas: Canvas) -> None:
        canvas.setPageSize((self.width, self.height))
        for x0, y0, x1, y1 in self.lines:
            canvas.line(x0, self.height - y0, x1, self.height - y1)
        for x, y, text, size in self.texts:
            canvas.setFont(FONT, size)
            canvas.drawString(x, self.height - y, text)
        if self.image:
            data, x, y, size = self.image
            canvas.drawImage(ImageReader(io.BytesIO(data)), x, self.height - y - size, size, size)
        canvas.showPage()


def qr_png(text: str) -> bytes:
    """A QR code as PNG."""
    import numpy as np
    import zxingcpp
    from PIL import Image

    made = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode)
    out = io.BytesIO()
    Image.fromarray(np.array(made.to_image(scale=6))).save(out, "PNG")
    return out.getvalue()


def spaced(word: str, rng: random.Random) -> str:
    """名称 as 名 称 or 名  称, sometimes."""
    return (" " * rng.randint(1, 3)).join(word) if rng.random() < 0.4 else word


def wrap(text: str, width: float, size: float) -> list[str]:
    lines, line = [], ""
    for char in text:
        if pdfmetrics.stringWidth(line + char, FONT, size) > width:
            lines.append(line)
            line = ""
        line += char
    return [*lines, line]


def draw(facts: Facts, rng: random.Random, canvas: Canvas, *, qr: bool = True, trouble: bool = True) -> None:
    """A page with the invoice."""
    width, height = rng.choice(((595.0, 397.0), (612.0, 396.0), (684.0, 420.0), (640.0, 440.0)))
    pen = Pen(rng, width, height)
    (_digital if facts.kind.startswith("digital") else _paper)(facts, pen)
    if qr:
        pen.image = (qr_png(facts.qr), 30, 15, 55)
    if trouble and rng.random() < 0.5:
        rng.shuffle(pen.texts)
    pen.save(canvas)


def _head(facts: Facts, pen: Pen, colon: str) -> None:
    rng, f = pen.rng, facts.fields
    size = rng.choice((16, 18, 20))
    pen.text(pen.width / 2, 42, spaced(facts.title, rng) if rng.random() < 0.3 else facts.title, size, center=True)
    x, y, step = pen.width * rng.uniform(0.7, 0.73), rng.uniform(22, 26), rng.uniform(13, 17)
    year, month, day = f["invoice_date"].split("-")
    printed = rng.choice((f"{year}年{month}月{day}日", f"{year} 年{month} 月{day} 日", f"{year}年 {month}月 {day}日"))
    if facts.kind in ("special", "ordinary") and rng.random() < 0.6:
        pen.text(pen.width * 0.18, 38, f["invoice_code"], 13)
        pen.text(x, 38, rng.choice(("№ ", "No ", "N o.")) + f["invoice_number"], 13)
        pen.text(x + 60, 50, f["invoice_code"], 7)
        pen.text(x + 60, 58, f["invoice_number"], 7)
        pen.text(x, 72, f"开票日期{colon}{printed}", 9)
        facts.more["check_code"] = ""  # these forms do not print it
        return
    labels = [("发票代码", f["invoice_code"]), ("发票号码", f["invoice_number"]), ("开票日期", printed)]
    if facts.more["check_code"]:
        code = facts.more["check_code"]
        labels.append(
            (
                rng.choice(("校验码", "校 验 码")),
                " ".join(code[i : i + 5] for i in range(0, 20, 5)) if rng.random() < 0.6 else code,
            )
        )
    gap = rng.choice((0, 0, 6))
    for label, value in labels:
        if value:
            wide = pdfmetrics.stringWidth(label + colon, FONT, 9)
            pen.text(x, y, label + colon, 9)
            pen.text(x + wide + gap, y, value, 9)
            y += step


def _party(
    facts: Facts, pen: Pen, party: str, area: tuple[float, float, float, float], colon: str, *, digital: bool
) -> None:
    rng, f = pen.rng, facts.fields
    x0, y0, x1, y1 = area
    size = rng.choice((8, 9))
    id_label = "统一社会信用代码/纳税人识别号" if digital else "纳税人识别号"
    labels = [("名称", f[f"{party}_name"]), (id_label, f[f"{party}_tax_id"])]
    if not digital:
        labels += [
            ("地址、电话", "虚构市测试路8号 010-55550000"),
            (rng.choice(("开户行及账号", "开户行及帐号")), "虚构银行第一支行 6222000011112222"),
        ]
        if rng.random() < 0.4:
            labels = [(label, value if index < 2 else "") for index, (label, value) in enumerate(labels)]
    step = (y1 - y0) / len(labels)
    offset = rng.uniform(-2.5, 2.5) if rng.random() < 0.3 else 0.0
    own = 0.0 if digital else rng.choice((0.0, 62.0))
    for index, (label, value) in enumerate(labels):
        y = y0 + step * index + min(step, 14) * 0.75
        printed = (spaced(label, rng) if label == "名称" else label) + colon
        pen.text(x0 + 4, y, printed, size)
        at = x0 + 4 + max(own, pdfmetrics.stringWidth(printed, FONT, size) + rng.choice((0, 2)))
        for number, line in enumerate(wrap(value, x1 - at - 2, size) if value else []):
            pen.text(at, y + offset + number * size * 1.15, line, size)


def _goods(facts: Facts, pen: Pen, area: tuple[float, float, float, float], *, digital: bool, ruled: bool) -> None:
    rng, f = pen.rng, facts.fields
    x0, y0, x1, y1 = area
    size = rng.choice((7.5, 8, 8.5))
    name = "项目名称" if digital else rng.choice(("货物或应税劳务、服务名称", "项目名称", "货物或应税劳务名称"))
    rate = "税率/征收率" if digital else "税率"
    heads = [name, "规格型号", "单位", "数量", "单价", "金额", rate, "税额"]
    shares = [0.24 + rng.uniform(-0.02, 0.04), 0.12, 0.06, 0.09, 0.13, 0.14, 0.09, 0.12]
    total = sum(shares)
    edges = [x0]
    for share in shares:
        edges.append(edges[-1] + (x1 - x0) * share / total)
    for index, head in enumerate(heads):
        printed = spaced(head, rng) if len(head) == 2 else head
        pen.text((edges[index] + edges[index + 1]) / 2, y0 + 11, printed, size, center=True)
    keys = ("name", "spec", "unit", "quantity", "unit_price", "amount", "tax_rate", "tax")
    y = y0 + 23
    for row in facts.rows:
        tall = 1
        for index, key in enumerate(keys):
            left, right = edges[index] + 2, edges[index + 1] - 3
            value = "***" if key == "tax" and row["tax_rate"] == "免税" else row[key]
            if key in ("name", "spec"):
                lines = wrap(value, right - left, size)
                tall = max(tall, len(lines))
                for number, line in enumerate(lines):
                    pen.text(left, y + number * size * 1.2, line, size)
            elif key in ("unit", "tax_rate"):
                pen.text((left + right) / 2, y, value, size, center=True)
            else:
                pen.text(right, y, value, size, right=True)
        y += tall * size * 1.2 + 2
    bottom = y1 - 6
    gap = rng.choice(("合计", "合  计", "合      计"))
    pen.text((edges[0] + edges[1]) / 2, bottom, gap, size, center=True)
    sign = rng.choice(("¥", "￥"))
    free = f["tax_rate"] == "免税"
    shift = rng.uniform(-2, 2) if rng.random() < 0.3 else 0.0
    pen.text(edges[6] - 3, bottom + shift, sign + f["amount"], size, right=True)
    pen.text(edges[8] - 3, bottom + shift, "***" if free else sign + f["tax_amount"], size, right=True)
    if ruled:
        pen.lines += [(x, y0, x, y1) for x in edges[1:-1]]


def _foot(facts: Facts, pen: Pen, area: tuple[float, float, float, float]) -> None:
    x0, y0, x1, y1 = area
    y = (y0 + y1) / 2 + 3
    pen.text(x0 + 20, y, "价税合计（大写）", 9)
    pen.text(x0 + (x1 - x0) * 0.3, y, pen.rng.choice(("ⓧ", "")) + facts.more["amount_in_words"], 9)
    small = x0 + (x1 - x0) * 0.7
    pen.text(small, y, "（小写）", 9)
    pen.text(small + 42, y, pen.rng.choice(("¥", "￥")) + facts.fields["total_amount"], 9)


def _digital(facts: Facts, pen: Pen) -> None:
    rng = pen.rng
    colon = rng.choice((":", "："))
    _head(facts, pen, colon)
    left, right = 22.0, pen.width - 22.0
    tops = [78.0, 132.0, pen.height - 142.0, pen.height - 118.0, pen.height - 55.0]
    middle = (left + right) / 2
    for party, word, x0, x1 in (("buyer", "购买方信息", left, middle), ("seller", "销售方信息", middle, right)):
        pen.stack(x0 + 9, tops[0], tops[1], word, 8)
        _party(facts, pen, party, (x0 + 18, tops[0] + 4, x1, tops[1]), colon, digital=True)
    _goods(facts, pen, (left, tops[1], right, tops[2]), digital=True, ruled=rng.random() < 0.5)
    _foot(facts, pen, (left, tops[2], right, tops[3]))
    pen.stack(left + 9, tops[3], tops[4], "备注", 8)
    pen.text(left + 24, tops[3] + 14, "订单编号：TEST-2024-0001", 8)
    pen.text(left + 40, pen.height - 38, f"开票人{colon}{facts.more['issuer']}", 9)
    for top, bottom in pairwise(tops):
        pen.box(left, top, right, bottom)
    pen.lines += [
        (middle, tops[0], middle, tops[1]),
        (left + 18, tops[0], left + 18, tops[1]),
        (left + 18, tops[3], left + 18, tops[4]),
    ]


def _paper(facts: Facts, pen: Pen) -> None:
    rng = pen.rng
    colon = rng.choice((":", "："))
    _head(facts, pen, colon)
    left, right = 32.0, pen.width - 32.0
    tops = [96.0, 158.0, pen.height - 140.0, pen.height - 118.0, pen.height - 48.0]
    cut = left + (right - left) * 0.6
    for party, words, top, bottom in (
        ("buyer", ("购买方", "购货单位"), tops[0], tops[1]),
        ("seller", ("销售方", "销货单位"), tops[3], tops[4]),
    ):
        pen.stack(left + 8, top, bottom, rng.choice(words), 8)
        _party(facts, pen, party, (left + 18, top + 2, cut, bottom), colon, digital=False)
    pen.stack(cut + 8, tops[0], tops[1], "密码区", 8)
    for index in range(4):
        pen.text(cut + 22, tops[0] + 13 + index * 14, "".join(rng.choices("0123456789+-*/<>", k=27)), 9)
    _goods(facts, pen, (left, tops[1], right, tops[2]), digital=False, ruled=rng.random() < 0.7)
    _foot(facts, pen, (left, tops[2], right, tops[3]))
    pen.stack(cut + 8, tops[3], tops[4], "备注", 8)
    pen.text(cut + 22, tops[3] + 14, "合同号：TEST-77", 8)
    y = pen.height - 30
    for x, label, key in (
        (left + 10, "收款人", "payee"),
        (left + 150, "复核", "reviewer"),
        (left + 280, "开票人", "issuer"),
    ):
        pen.text(x, y, f"{label}{colon}{facts.more[key]}", 9)
    pen.text(left + 420, y, "销售方：（章）", 9)
    for top, bottom in pairwise(tops):
        pen.box(left, top, right, bottom)
    pen.lines += [
        (cut, tops[0], cut, tops[1]),
        (cut, tops[3], cut, tops[4]),
        (left + 17, tops[0], left + 17, tops[1]),
        (left + 17, tops[3], left + 17, tops[4]),
    ]


def make(path: Path, kind: str, seed: int, *, red: bool = False, free: bool = False, qr: bool = True) -> Facts:
    """A PDF of one invoice, and its facts."""
    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    rng = random.Random(seed)
    facts = invent(kind, rng, red=red, free=free)
    canvas = Canvas(str(path))
    draw(facts, rng, canvas, qr=qr)
    canvas.save()
    return facts


def einvoice_xml(facts: Facts) -> bytes:
    """The facts in the XML of fully digital invoices."""
    f = facts.fields
    rows = "".join(
        f"<IssuItemInformation><ItemName>{r['name']}</ItemName><SpecMod>{r['spec']}</SpecMod><MeaUnits>{r['unit']}</MeaUnits><Quantity>{r['quantity']}</Quantity>"
        f"<UnPrice>{r['unit_price']}</UnPrice><Amount>{r['amount']}</Amount><TaxRate>{Decimal(r['tax_rate'].rstrip('%')) / 100}</TaxRate><ComTaxAm>{r['tax']}</ComTaxAm></IssuItemInformation>"
        for r in facts.rows
    )
    special = (
        "01</LabelCode><LabelName>增值税专用发票"
        if facts.kind == "digital-special"
        else "02</LabelCode><LabelName>普通发票"
    )
    return (
        f"<?xml version='1.0' encoding='UTF-8'?><EInvoice><Header><EIid>{f['invoice_number']}</EIid><InherentLabel><GeneralOrSpecialVAT><LabelCode>{special}</LabelName></GeneralOrSpecialVAT></InherentLabel></Header>"
        f"<EInvoiceData><SellerInformation><SellerIdNum>{f['seller_tax_id']}</SellerIdNum><SellerName>{f['seller_name']}</SellerName></SellerInformation>"
        f"<BuyerInformation><BuyerIdNum>{f['buyer_tax_id']}</BuyerIdNum><BuyerName>{f['buyer_name']}</BuyerName></BuyerInformation>"
        f"<BasicInformation><TotalAmWithoutTax>{f['amount']}</TotalAmWithoutTax><TotalTaxAm>{f['tax_amount']}</TotalTaxAm><TotalTax-includedAmount>{f['total_amount']}</TotalTax-includedAmount>"
        f"<RequestTime>{f['invoice_date']} 08:00:00</RequestTime></BasicInformation>{rows}</EInvoiceData>"
        f"<TaxSupervisionInfo><InvoiceNumber>{f['invoice_number']}</InvoiceNumber><IssueTime>{f['invoice_date']}</IssueTime></TaxSupervisionInfo></EInvoice>"
    ).encode()
