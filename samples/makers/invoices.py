"""Chinese invoices of invented companies: a fully digital one, an electronic ordinary one, and that one as a scan.

Identifiers have the right form and check character (GB 32100-2015), the codes say what the print says.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageFilter
from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

SIZE = (210 * mm, 140 * mm)
BROWN = HexColor(0x8B4513)
BLACK = HexColor(0x111111)
ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY"
WEIGHTS = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)
SCAN_DPI = 170


@dataclass(frozen=True)
class Party:
    """A seller or a buyer."""

    name: str
    code: str  # the first 17 characters of its identifier
    address: str
    bank: str

    @property
    def identifier(self) -> str:
        """The unified social credit code with its check character."""
        rest = sum(ALPHABET.index(char) * weight for char, weight in zip(self.code, WEIGHTS, strict=True)) % 31
        return self.code + ALPHABET[(31 - rest) % 31]


@dataclass(frozen=True)
class Goods:
    """A line of goods or services; the amount is without tax."""

    name: str
    spec: str
    unit: str
    quantity: int
    price: Decimal
    rate: int

    @property
    def amount(self) -> Decimal:
        """Quantity times price."""
        return (self.price * self.quantity).quantize(Decimal("0.01"))

    @property
    def tax(self) -> Decimal:
        """Tax on the amount."""
        return (self.amount * self.rate / 100).quantize(Decimal("0.01"))


SELLER = Party(
    "青屿湾仪表有限公司", "91440300MA5QYW01X", "青屿市湾前路18号 0755-20031104", "湾前银行营业部 4400123456789012"
)
BUYER = Party(
    "灰码头水务技术有限公司", "91330100MA2HMT07D", "灰码头市磨坊桥街6号 0571-20310306", "磨坊桥银行 3301987654321098"
)
LINES = (
    Goods("*仪器仪表*超声波流量计", "DN300", "台", 2, Decimal("4280.00"), 13),
    Goods("*仪器仪表*听漏仪", "TL-20", "台", 1, Decimal("6150.50"), 13),
)
MEAL = (Goods("*餐饮服务*餐费", "", "次", 1, Decimal("452.83"), 6),)


def digital(path: Path) -> None:
    """Draws a fully digital special invoice: a number of 20 digits, no code."""
    number, day = "25442000000031104017", ("2025", "03", "06")
    canvas, total = _canvas(path, "电子发票（增值税专用发票）"), _total(LINES)
    _qr(canvas, f"01,31,,{number},{total},{''.join(day)},,5F3A,")
    _title(canvas, "电子发票（增值税专用发票）")
    _pair(canvas, 150, 128, "发票号码：", number)
    _pair(canvas, 150, 121, "开票日期：", f"{day[0]}年{day[1]}月{day[2]}日")
    _frame(canvas, (8, 9, 202, 112), rows=(96, 42, 32, 20), columns=((14, 96, 112), (105, 96, 112), (111, 96, 112)))
    for left, word, party in ((8, "购买方信息", BUYER), (105, "销售方信息", SELLER)):
        _upright(canvas, left + 1.2, 110, word)
        _pair(canvas, left + 8, 106, "名称：", party.name)
        _pair(canvas, left + 8, 99, "统一社会信用代码/纳税人识别号：", party.identifier)
    _goods(
        canvas,
        LINES,
        top=92,
        heads=("项目名称", "规格型号", "单 位", "数 量", "单 价", "金 额", "税率/征收率", "税 额"),
    )
    _sums(canvas, LINES, 35)
    _in_words(canvas, total, 25)
    _upright(canvas, 9, 19.5, "备注")
    _pair(canvas, 16, 15, "", "合同号：QY-2025-0306")
    _pair(canvas, 20, 4, "开票人：", "陆青禾")
    canvas.save()


def ordinary(path: Path) -> None:
    """Draws an electronic ordinary invoice: a code of 12 digits, a number of 8, a check code."""
    code, number, day, check = "044032500111", "31104206", ("2025", "03", "06"), "60713 42095 88120 36514"
    canvas, net = _canvas(path, "增值税电子普通发票"), sum(line.amount for line in MEAL)
    _qr(canvas, f"01,10,{code},{number},{net},{''.join(day)},{check.replace(' ', '')},9C21,")
    _title(canvas, "青屿增值税电子普通发票")
    for at, (label, value) in enumerate(
        (
            ("发票代码：", code),
            ("发票号码：", number),
            ("开票日期：", f"{day[0]} 年 {day[1]} 月 {day[2]} 日"),
            ("校 验 码：", check),
        )
    ):
        _pair(canvas, 148, 131 - 5 * at, label, value)
    _pair(canvas, 34, 116, "机器编号：", "499098803110")
    _frame(canvas, (8, 14, 202, 112), rows=(86, 48, 40), columns=((14, 86, 112), (118, 86, 112), (124, 86, 112)))
    _upright(canvas, 9.2, 108, "购买方")
    _party(canvas, BUYER, 107)
    _upright(canvas, 119.2, 108, "密码区")
    _password(canvas)
    _goods(
        canvas,
        MEAL,
        top=82,
        heads=("货物或应税劳务、服务名称", "规格型号", "单位", "数 量", "单 价", "金 额", "税率", "税 额"),
    )
    _sums(canvas, MEAL, 51)
    _in_words(canvas, _total(MEAL), 43)
    _upright(canvas, 9.2, 36, "销售方")
    _party(canvas, SELLER, 35)
    for left, label, name in ((12, "收款人：", "许言"), (62, "复核：", "何潮"), (108, "开票人：", "陆青禾")):
        _pair(canvas, left, 8, label, name)
    canvas.drawString(158 * mm, 8 * mm, "销售方：（章）")
    canvas.save()


def scanned(path: Path) -> None:
    """Draws the ordinary invoice as a scanner shows it: a little askew, grey, noisy."""
    source = path.with_suffix(".tmp.pdf")
    ordinary(source)
    with pdfium.PdfDocument(source) as document:
        page = document[0].render(scale=SCAN_DPI / 72).to_pil().convert("L")
    source.unlink()
    chance = random.Random(7)
    sheet = Image.new("L", (page.width + 120, page.height + 160), 246)
    sheet.paste(page, (60, 70))
    sheet = sheet.rotate(-0.8, Image.Resampling.BICUBIC, fillcolor=244).filter(ImageFilter.GaussianBlur(0.5))
    grain = Image.frombytes("L", sheet.size, chance.randbytes(sheet.width * sheet.height))
    sheet = Image.blend(sheet, grain, 0.03).quantize(12)
    sheet.save(path, dpi=(SCAN_DPI, SCAN_DPI), optimize=True)


def _canvas(path: Path, title: str) -> Canvas:
    canvas = Canvas(str(path), pagesize=SIZE, invariant=1)
    canvas.setTitle(title)
    canvas.setSubject("虚构的公司与数据，仅供演示")
    canvas.setCreator("samples/make.py")
    canvas.setLineWidth(0.6)
    return canvas


def _qr(canvas: Canvas, text: str) -> None:
    side = 20 * mm
    widget = QrCodeWidget(text, barLevel="M")
    x0, y0, x1, y1 = widget.getBounds()
    drawing = Drawing(side, side, transform=[side / (x1 - x0), 0, 0, side / (y1 - y0), 0, 0])
    drawing.add(widget)
    renderPDF.draw(drawing, canvas, 9 * mm, 115 * mm)


def _title(canvas: Canvas, title: str) -> None:
    canvas.setFillColor(BROWN)
    canvas.setStrokeColor(BROWN)
    canvas.setFont("Song", 17)
    canvas.drawCentredString(SIZE[0] / 2, 124 * mm, title)
    width = canvas.stringWidth(title, "Song", 17) / 2 + 8
    for y in (122, 121):
        canvas.line(SIZE[0] / 2 - width, y * mm, SIZE[0] / 2 + width, y * mm)


def _pair(canvas: Canvas, x: float, y: float, label: str, value: str) -> None:
    """A label in the colour of the form and its value in black; millimetres from the bottom left."""
    canvas.setFont("Song", 9)
    canvas.setFillColor(BROWN)
    canvas.drawString(x * mm, y * mm, label)
    left = x * mm + canvas.stringWidth(label, "Song", 9)
    canvas.setFillColor(BLACK)
    canvas.drawString(left, y * mm, value)


def _frame(
    canvas: Canvas,
    box: tuple[float, float, float, float],
    *,
    rows: Sequence[float],
    columns: Sequence[tuple[float, float, float]],
) -> None:
    left, bottom, right, top = box
    canvas.rect(left * mm, bottom * mm, (right - left) * mm, (top - bottom) * mm)
    for y in rows:
        canvas.line(left * mm, y * mm, right * mm, y * mm)
    for x, low, high in columns:
        canvas.line(x * mm, low * mm, x * mm, high * mm)


def _upright(canvas: Canvas, x: float, top: float, word: str) -> None:
    canvas.setFont("Song", 7.5 if len(word) > 3 else 9)
    canvas.setFillColor(BROWN)
    step = 3.2 if len(word) > 3 else 5.5
    for at, char in enumerate(word):
        canvas.drawString(x * mm, (top - 3 - step * at * 0.86) * mm, char)


def _party(canvas: Canvas, party: Party, top: float) -> None:
    for at, (label, value) in enumerate(
        (
            ("名　　　　称：", party.name),
            ("纳税人识别号：", party.identifier),
            ("地 址、电 话：", party.address),
            ("开户行及账号：", party.bank),
        )
    ):
        _pair(canvas, 16, top - 5.8 * at, label, value)


def _password(canvas: Canvas) -> None:
    chance = random.Random(11)
    canvas.setFont("Mono", 9)
    canvas.setFillColor(BLACK)
    for at in range(4):
        text = "".join(chance.choice("0123456789+-*/<>") for _ in range(27))
        canvas.drawString(127 * mm, (106 - 5.5 * at) * mm, text)


_COLUMNS = (9, 56, 78, 98, 118, 140, 166, 200)  # left edges of texts, right edges of figures from the fourth on


def _goods(canvas: Canvas, lines: Sequence[Goods], *, top: float, heads: Sequence[str]) -> None:
    canvas.setFont("Song", 9)
    canvas.setFillColor(BROWN)
    for at, (x, head) in enumerate(zip(_COLUMNS, heads, strict=True)):
        (canvas.drawRightString if at > 2 else canvas.drawString)(x * mm, top * mm, head)
    canvas.setFillColor(BLACK)
    for at, line in enumerate(lines):
        y = (top - 6 - 5 * at) * mm
        texts = (line.name, line.spec, line.unit, str(line.quantity), f"{line.price:.2f}", f"{line.amount:.2f}")
        for column, (x, text) in enumerate(zip(_COLUMNS, (*texts, f"{line.rate}%", f"{line.tax:.2f}"), strict=True)):
            (canvas.drawRightString if column > 2 else canvas.drawString)(x * mm, y, text)


def _sums(canvas: Canvas, lines: Sequence[Goods], y: float) -> None:
    canvas.setFillColor(BROWN)
    canvas.drawString(22 * mm, y * mm, "合　　　　计")
    canvas.setFillColor(BLACK)
    canvas.drawRightString(_COLUMNS[5] * mm, y * mm, f"¥{sum(line.amount for line in lines):.2f}")
    canvas.drawRightString(_COLUMNS[7] * mm, y * mm, f"¥{sum(line.tax for line in lines):.2f}")


def _in_words(canvas: Canvas, total: Decimal, y: float) -> None:
    _pair(canvas, 18, y, "价税合计（大写）　", _capitals(total))
    _pair(canvas, 138, y, "（小写）", f"¥{total:.2f}")


def _total(lines: Sequence[Goods]) -> Decimal:
    return sum((line.amount + line.tax for line in lines), Decimal(0))


def _capitals(amount: Decimal) -> str:
    """An amount below ten million in the numerals of cheques."""
    digits, units = "零壹贰叁肆伍陆柒捌玖", ("", "拾", "佰", "仟", "万", "拾", "佰")
    whole, cents = divmod(int(amount * 100), 100)
    text, gap = "", False
    for at, char in enumerate(reversed(str(whole))):
        if char != "0":
            text, gap = digits[int(char)] + units[at] + ("零" if gap and text else "") + text, False
        else:
            gap = True
            text = "万" + text if at == 4 else text
    jiao, fen = divmod(cents, 10)
    tail = (digits[jiao] + "角" if jiao else "零" if fen else "") + (digits[fen] + "分" if fen else "")
    return f"{text}圆{tail or '整'}" if fen or not tail else f"{text}圆{tail}整"
