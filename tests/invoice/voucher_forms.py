"""The forms of `tests.invoice.vouchers`: where each kind of Chinese invoice prints what."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from decimal import Decimal

from quire.amounts import to_capitals
from tests.invoice.vouchers import CENT, Facts, Sheet, cipher, company, digits, invent, tax_id, wrap

INKS = (
    ("#000000", "#000000"),
    ("#1a1a1a", "#8b4513"),
    ("#000000", "#7a3b12"),
    ("#10106a", "#000000"),
    ("#222222", "#a0522d"),
)
HEADS = ("项目名称", "规格型号", "单位", "数量", "单价", "金额", "税率/征收率", "税额")
KEYS = ("name", "spec", "unit", "quantity", "unit_price", "amount", "tax_rate", "tax")
FIGURES = ("quantity", "unit_price", "amount", "tax")


def sheet_of(rng: random.Random, width: float, height: float) -> Sheet:
    sheet = Sheet(rng, width, height)
    sheet.ink, sheet.form = rng.choice(INKS)
    return sheet


def date_of(facts: Facts, rng: random.Random) -> str:
    year, month, day = facts.fields["invoice_date"].split("-")
    return rng.choice(
        (
            f"{year}年{month}月{day}日",
            f"{year}年 {month}月 {day}日",
            f"{year} 年 {month} 月 {day} 日",
            f"{year}-{month}-{day}",
        )
    )


def labelled(
    sheet: Sheet,
    x: float,
    y: float,
    label: str,
    value: str,
    *,
    size: float = 9.0,
    gap: float | None = None,
    room: float = 0.0,
) -> None:
    """A label of the form and its value behind it, close or apart."""
    end = sheet.put(x, y, label, size, form=True)
    at = end + (sheet.rng.choice((0.0, 1.5, 5.0)) if gap is None else gap)
    if room:
        sheet.wrapped(at, y, value, size, room - (at - x))
    else:
        sheet.put(at, y, value, size)


def table(sheet: Sheet, facts: Facts, area: tuple[float, float, float, float], *, heads: Sequence[str] = HEADS, keys: Sequence[str] = KEYS,
          shares: Sequence[float] = (24, 12, 6, 10, 12, 13, 10, 13), ruled: bool = True, sums: bool = True, size: float = 8.0,
          sum_word: str = "合        计", step: float = 2.5) -> list[float]:  # fmt: skip
    """The table of goods with its heading and its row of sums; gives the x of its borders."""
    rng = sheet.rng
    x0, y0, x1, y1 = area
    edges = [x0]
    for share in shares:
        edges.append(edges[-1] + (x1 - x0) * share / sum(shares))
    for index, head in enumerate(heads):
        word = (" " * rng.randint(1, 4)).join(head) if len(head) == 2 else head
        at = rng.choice(("middle", "middle", "left")) if not ruled else "middle"
        sheet.put(
            (edges[index] + edges[index + 1]) / 2 if at == "middle" else edges[index] + 2,
            y0 + 11,
            word,
            size,
            at=at,
            form=True,
        )
    y = y0 + 14 + size
    for row in facts.rows:
        last = y
        for index, key in enumerate(keys):
            left, right = edges[index] + 2, edges[index + 1] - 2
            value = row.get(key, "")
            if key == "tax" and row["tax_rate"] in ("免税", "不征税"):
                value = rng.choice(("***", "*"))
            if key in FIGURES:
                sheet.put(right, y, value, size, at="right")
            elif key in ("unit", "tax_rate"):
                sheet.put((left + right) / 2, y, value, size, at="middle")
            else:
                last = max(last, sheet.wrapped(left, y, value, size, right - left))
        y = last + size + step
    if sums:
        free = set(facts.fields["tax_rate"].split(",")) <= {"免税", "不征税"}
        sign = rng.choice(("¥", "￥"))
        sheet.put((edges[0] + edges[1]) / 2, y1 - 5, sum_word, size, at="middle", form=True)
        sheet.put(edges[keys.index("amount") + 1] - 2, y1 - 5, sign + facts.fields["amount"], size, at="right")
        sheet.put(edges[-1] - 2, y1 - 5, "***" if free else sign + facts.fields["tax_amount"], size, at="right")
    if ruled:
        sheet.lines += [(x, y0, x, y1) for x in edges[1:-1]]
    return edges


def in_words(sheet: Sheet, facts: Facts, x0: float, y: float, x1: float) -> None:
    rng = sheet.rng
    sheet.put(x0 + 12, y, rng.choice(("价税合计（大写）", "价税合计(大写)", "价 税 合 计（大写）")), 9, form=True)
    sheet.put(x0 + (x1 - x0) * 0.28, y, rng.choice(("ⓧ", "⊗", "", "")) + facts.words, 9)
    end = sheet.put(x0 + (x1 - x0) * 0.68, y, rng.choice(("（小写）", "(小写)")), 9, form=True)
    sheet.put(end + rng.choice((2, 14)), y, rng.choice(("¥", "￥")) + facts.fields["total_amount"], 9)


def party(sheet: Sheet, facts: Facts, who: str, area: tuple[float, float, float, float], *, old: bool) -> None:
    """The four lines of a party on paper and older electronic forms, two on digital ones."""
    rng, f = sheet.rng, facts.fields
    x0, y0, x1, y1 = area
    size = rng.choice((8.0, 8.5, 9.0))
    colon = rng.choice((":", "："))
    spread = rng.choice(("名        称", "名 称", "名称", "名　　称")) if old else rng.choice(("名称", "名 称"))
    number = "纳税人识别号" if old else "统一社会信用代码/纳税人识别号"
    lines = [(spread, f[f"{who}_name"]), (number, f[f"{who}_tax_id"])]
    if old:
        full = rng.random() < 0.75
        lines += [(rng.choice(("地 址、电 话", "地址、电话")), "示例市拟设区建设大道88号 0571-87650000" if full else ""),
                  (rng.choice(("开户行及账号", "开户行及帐号")), "虚设农村商业银行城北支行 " + digits(rng, 19) if full else "")]  # fmt: skip
    step = (y1 - y0) / (len(lines) + (0 if old else 0.2))
    gap = rng.choice((None, 62.0)) if old else rng.choice((None, 0.0))
    for index, (label, value) in enumerate(lines):
        y = y0 + step * index + 0.5 * step + size / 3
        if gap is not None and old:
            sheet.put(x0 + 3, y, label + colon, size, form=True)
            sheet.wrapped(x0 + 3 + max(gap, sheet.wide(label + colon, size)) + 2, y, value, size, x1 - x0 - gap - 6)
        else:
            labelled(sheet, x0 + 3, y, label + colon, value, size=size, gap=gap, room=x1 - x0 - 6)


def paper(facts: Facts, rng: random.Random) -> Sheet:
    """Paper special and ordinary invoices, and electronic ones of the same form, with all the lines of the table."""
    sheet = sheet_of(rng, *rng.choice(((684.0, 396.0), (620.0, 380.0), (595.0, 397.0))))
    f, w, h = facts.fields, sheet.width, sheet.height
    left, right = 0.06 * w, 0.95 * w
    electronic = facts.kind.startswith("e-")
    sheet.put(
        w / 2, 40, (" " * rng.choice((0, 0, 1))).join(facts.title), rng.choice((17, 19, 21)), at="middle", form=True
    )
    sheet.lines += [(w * 0.32, 46, w * 0.68, 46), (w * 0.32, 48.5, w * 0.68, 48.5)]
    x = w * rng.uniform(0.70, 0.74)
    if electronic:
        colon = rng.choice((":", "："))
        for index, (label, value) in enumerate((("发票代码", f["invoice_code"]), ("发票号码", f["invoice_number"]), ("开票日期", date_of(facts, rng)),
                                                ("校 验 码", " ".join(facts.check[i : i + 5] for i in range(0, 20, 5))))):  # fmt: skip
            labelled(sheet, x, 24 + 14 * index, label + colon, value)
        labelled(sheet, left, 66, "机器编号" + colon, digits(rng, 12))
    else:
        sheet.put(w * 0.15, 36, f["invoice_code"], 15)
        sheet.put(x, 36, rng.choice(("№ ", "No ", "№")) + f["invoice_number"], 15, form=False)
        sheet.put(right - 4, 47, f["invoice_code"], 8, at="right")
        sheet.put(right - 4, 57, f["invoice_number"], 8, at="right")
        labelled(sheet, x, 68, "开票日期" + rng.choice((":", "：")), date_of(facts, rng))
        if facts.kind == "ordinary":
            labelled(sheet, left, 66, "校验码 ", " ".join(facts.check[i : i + 5] for i in range(0, 20, 5)), gap=2)
    t0, t1, t2, t3, t4, t5 = 74.0, 134.0, h - 116, h - 98, h - 44, h - 20
    name = rng.choice(("购买方", "购货单位"))
    middle = left + (right - left) * 0.6
    for y0, y1 in ((t0, t1), (t1, t2), (t2, t3), (t3, t4)):
        sheet.box(left, y0, right, y1)
    sheet.lines += [(left + 16, t0, left + 16, t1), (middle, t0, middle, t1), (middle + 16, t0, middle + 16, t1),
                    (left + 16, t3, left + 16, t4), (middle, t3, middle, t4), (middle + 16, t3, middle + 16, t4)]  # fmt: skip
    sheet.upright(left + 8, t0, t1, name, 8)
    sheet.upright(middle + 8, t0, t1, "密码区", 8)
    for index, line in enumerate(cipher(rng)):
        sheet.put(middle + 20, t0 + 13 + 13 * index, line, 9)
    party(sheet, facts, "buyer", (left + 16, t0, middle, t1), old=True)
    head = rng.choice(("货物或应税劳务、服务名称", "货物或应税劳务、服务名称", "项目名称"))
    table(
        sheet,
        facts,
        (left, t1, right, t2),
        heads=(head, *HEADS[1:6], rng.choice(("税率", "税率", "税率/征收率")), "税额"),
    )
    in_words(sheet, facts, left, t2 + 13, right)
    sheet.upright(left + 8, t3, t4, "销售方" if name == "购买方" else "销货单位", 8)
    party(sheet, facts, "seller", (left + 16, t3, middle, t4), old=True)
    sheet.upright(middle + 8, t3, t4, "备注", 8)
    for index, line in enumerate(facts.remarks[:4]):
        sheet.put(middle + 20, t3 + 12 + 11 * index, line, 7.5)
    for index, (label, value) in enumerate(
        (("收款人：", "甲测试"), ("复核：", "乙测试"), ("开票人：", "丙测试"), ("销售方：（章）", ""))
    ):
        labelled(sheet, left + 20 + (right - left) * 0.25 * index, t5 - 10, label, value)
    return sheet


def digital(facts: Facts, rng: random.Random, *, extra: Callable[[Sheet, Facts, float, float, float], None] | None = None,
            last: bool = True, pages: tuple[int, int] = (1, 1), tall: float = 0.0, **shape: object) -> Sheet:  # fmt: skip
    """A fully digital invoice: buyer and seller side by side, code and date at the right."""
    sheet = sheet_of(rng, *rng.choice(((595.0, 397.0), (609.0, 394.0), (595.0, 842.0), (640.0, 420.0))))
    if tall:
        sheet.height = tall
    f, w = facts.fields, sheet.width
    h = tall or min(sheet.height, 420.0)
    left, right = rng.uniform(12, 30), w - rng.uniform(12, 30)
    middle = (left + right) / 2
    sheet.put(w / 2, 44, facts.title, rng.choice((16, 18, 20)), at="middle", form=True)
    if facts.label:
        sheet.put(left + 80, 20, facts.label, 10, form=True)
    colon = rng.choice((":", "："))
    x = w * rng.uniform(0.68, 0.72)
    labelled(sheet, x, 30, "发票号码" + colon, f["invoice_number"])
    labelled(sheet, x, 48, "开票日期" + colon, date_of(facts, rng))
    if pages[1] > 1:
        sheet.put(x, 62, f"共{pages[1]}页 第{pages[0]}页", 8, form=True)
    t0, t1, t2, t3, t4 = 66.0, rng.uniform(106, 122), h - 120, h - 98, h - 40
    sheet.box(left, t0, right, t4)
    for y in (t1, t2, t3):
        sheet.lines.append((left, y, right, y))
    sheet.lines += [(x, t0, x, t1) for x in (left + 18, middle, middle + 18)]
    for who, word, x0, x1 in (("buyer", "购买方信息", left, middle), ("seller", "销售方信息", middle, right)):
        sheet.upright(x0 + 9, t0, t1, word, 7)
        party(sheet, facts, who, (x0 + 18, t0, x1, t1), old=False)
    table(sheet, facts, (left, t1, right, t2), ruled=rng.random() < 0.3, sums=last, **shape)  # type: ignore[arg-type]
    if not last:
        net, tax = (sum((Decimal(r[k]) for r in facts.rows), Decimal(0)) for k in ("amount", "tax"))
        sheet.put(left + 60, t2 - 5, "小        计", 8, at="middle", form=True)
        sheet.put(left + (right - left) * 0.77, t2 - 5, f"¥{net}", 8, at="right")
        sheet.put(right - 2, t2 - 5, f"¥{tax}", 8, at="right")
    else:
        in_words(sheet, facts, left, t2 + 14, right)
    if extra:
        extra(sheet, facts, left, t3 - 76, right)
    sheet.lines.append((left + 18, t3, left + 18, t4))
    sheet.upright(left + 9, t3, t4, "备注", 8)
    for index, line in enumerate(facts.remarks[:4]):
        sheet.put(left + 22, t3 + 12 + 12 * index, line, 8)
    labelled(sheet, left + 40, t4 + 14, "开票人" + colon, "丁测试")
    return sheet


def grid(
    sheet: Sheet, y: float, left: float, right: float, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """A small table under the goods."""
    step = (right - left) / len(heads)
    for number, row in enumerate((heads, *rows)):
        for index, text in enumerate(row):
            sheet.put(left + step * (index + 0.5), y + 11 * number, text, 7.5, at="middle", form=not number)


def transport(sheet: Sheet, facts: Facts, left: float, y: float, right: float) -> None:
    grid(
        sheet,
        y,
        left,
        right,
        ("运输工具种类", "运输工具牌号", "起运地", "到达地", "运输货物名称"),
        [("公路运输", "浙A6T883", "浙江省杭州市", "湖北省武汉市", "*钢材*卷板")],
    )


def journey(sheet: Sheet, facts: Facts, left: float, y: float, right: float) -> None:
    grid(sheet, y, left, right, ("出行人", "有效身份证件号", "出行日期", "出发地", "到达地", "等级", "交通工具类型"),
         [("周测试", "330106199001011234", "2024-03-05", "杭州东", "上海虹桥", "经济舱", "网约车"), ("吴测试", "330106199202022345", "2024-03-06", "上海虹桥", "杭州东", "经济舱", "网约车")])  # fmt: skip


def roll(facts: Facts, rng: random.Random) -> Sheet:
    """A narrow roll: labels and values one below the other, goods with tax, the total in figures and in words."""
    sheet = sheet_of(rng, rng.choice((162.0, 215.0)), 420.0)
    f, x, y = facts.fields, 8.0, 24.0
    sheet.put(sheet.width / 2, y, facts.title.replace("（卷票）", ""), 12, at="middle", form=True)
    sheet.put(sheet.width / 2, y + 13, rng.choice(("发票联", "")), 10, at="middle", form=True)
    y += 30
    colon = rng.choice((":", "："))
    size = 7.5
    for label, value in (("发票代码", f["invoice_code"]), ("发票号码", f["invoice_number"]), ("机打号码", f["invoice_number"]), ("机器编号", digits(rng, 12)),
                         ("销售方名称", f["seller_name"]), ("纳税人识别号", f["seller_tax_id"]), ("开票日期", f["invoice_date"]), ("收款员", "戊测试"),
                         ("购买方名称", f["buyer_name"]), ("纳税人识别号", f["buyer_tax_id"])):  # fmt: skip
        end = sheet.put(x, y, label + colon, size, form=True)
        y = sheet.wrapped(end, y, value, size, sheet.width - end - 6) + 12
    for at, head in zip((0.0, 0.45, 0.62, 0.98), ("项目", "数量", "单价", "金额"), strict=True):
        sheet.put(x + at * (sheet.width - 16), y, head, size, at="right" if at > 0.9 else "left", form=True)
    y += 12
    for row in facts.rows:
        total = Decimal(row["amount"]) + Decimal(row["tax"])
        y = sheet.wrapped(x, y, row["name"], size, sheet.width - 16) + 10
        sheet.put(x + 0.45 * (sheet.width - 16), y, row["quantity"] or "1", size)
        sheet.put(x + 0.62 * (sheet.width - 16), y, row["unit_price"] or str(total), size)
        sheet.put(x + 0.98 * (sheet.width - 16), y, str(total), size, at="right")
        y += 12
    labelled(sheet, x, y + 4, "合计金额(小写)" + colon, "¥" + f["total_amount"], size=size)
    labelled(sheet, x, y + 16, "合计金额(大写)" + colon, facts.words, size=size, room=sheet.width - 14)
    labelled(sheet, x, y + 38, "校验码" + colon, facts.check, size=size)
    return sheet


def vehicle(rng: random.Random) -> tuple[Facts, Sheet]:
    """A paper invoice for the sale of a motor vehicle."""
    facts = invent("special", rng, rows=1, rates=("13%",))
    f = facts.fields
    net = Decimal(rng.randint(5_000_000, 50_000_000)) / 100
    tax = (net * Decimal("0.13")).quantize(CENT)
    f |= {
        "invoice_type": "机动车销售统一发票",
        "amount": str(net),
        "tax_amount": str(tax),
        "total_amount": str(net + tax),
        "invoice_code": "1330" + digits(rng, 2) + "22" + digits(rng, 4),
    }
    facts.words = to_capitals(net + tax)
    sheet = sheet_of(rng, 610.0, 520.0)
    sheet.put(305, 40, "机动车销售统一发票", 19, at="middle", form=True)
    labelled(sheet, 420, 66, "发票代码 ", f["invoice_code"])
    labelled(sheet, 420, 80, "发票号码 ", f["invoice_number"])
    labelled(sheet, 40, 80, "开票日期 ", f["invoice_date"])
    left, right, y, step = 40.0, 570.0, 92.0, 24.0
    cells: list[list[tuple[float, str, float, str]]] = [
        [(0, "机打代码", 0.14, f["invoice_code"]), (0.55, "税控码", 0.62, "03<-/*8+<2-1+47/*98<5")],
        [(0, "机打号码", 0.14, f["invoice_number"]), (0.55, "机器编号", 0.66, digits(rng, 12))],
        [(0, "购买方名称", 0.16, f["buyer_name"]), (0.6, "纳税人识别号/|统一社会信用代码/|身份证明号码", 0.78, f["buyer_tax_id"])],
        [(0, "车辆类型", 0.12, "轿车"), (0.3, "厂牌型号", 0.4, "虚设牌XS7150A"), (0.7, "产地", 0.8, "浙江宁波")],
        [(0, "合格证号", 0.12, "WAC" + digits(rng, 12)), (0.4, "进口证明书号", 0.55, ""), (0.7, "商检单号", 0.8, "")],
        [(0, "发动机号码", 0.14, digits(rng, 7)), (0.45, "车辆识别代号/车架号码", 0.68, "LVXMAZAB0" + digits(rng, 8))],
        [(0, "价税合计", 0.14, "⊗" + facts.words), (0.7, "小写", 0.78, "¥" + f["total_amount"])],
        [(0, "销货单位名称", 0.16, f["seller_name"]), (0.65, "电话", 0.75, "0571-88990011")],
        [(0, "纳税人识别号", 0.16, f["seller_tax_id"]), (0.55, "账号", 0.66, digits(rng, 19))],
        [(0, "地址", 0.12, "示例市拟设区汽车城1号"), (0.5, "开户银行", 0.62, "虚设银行西湖支行")],
        [(0, "增值税税率或征收率", 0.2, "13%"), (0.3, "增值税税额", 0.42, "¥" + f["tax_amount"]), (0.6, "主管税务机关及代码", 0.78, "国家税务总局示例市税务局 1330106")],
        [(0, "不含税价", 0.12, "小写¥" + f["amount"]), (0.4, "完税凭证号码", 0.55, ""), (0.65, "吨位", 0.72, ""), (0.8, "限乘人数", 0.93, "5")],
    ]  # fmt: skip
    for number, row in enumerate(cells):
        top = y + step * number
        sheet.lines.append((left, top, right, top))
        for at, label, where, value in row:
            parts = label.split("|")
            for line, part in enumerate(parts):
                sheet.put(
                    left + 4 + at * (right - left),
                    top + (15 if len(parts) == 1 else 7 + 8 * line),
                    part,
                    8 if len(parts) == 1 else 7,
                    form=True,
                )
            room = min([other for other, *_ in row if other > at], default=1.0) - where
            for line, part in enumerate(wrap(value, room * (right - left) - 4, 9, sheet.font)):
                sheet.put(
                    left + 4 + where * (right - left), top + 15 + 9 * line - (4 if len(value) > 24 else 0), part, 9
                )
    sheet.box(left, y, right, y + step * len(cells))
    labelled(sheet, 60, y + step * len(cells) + 16, "开票人：", "己测试")
    return facts, sheet


def used_car(rng: random.Random) -> tuple[Facts, Sheet]:
    """A paper invoice for the sale of a used car: no tax, no table of goods."""
    facts = invent("special", rng, rows=1)
    f = facts.fields
    total = Decimal(rng.randint(100, 3000) * 100)
    f |= {
        "invoice_type": "二手车销售统一发票",
        "amount": "",
        "tax_rate": "",
        "tax_amount": "",
        "total_amount": f"{total:.2f}",
        "invoice_code": "0330" + digits(rng, 2) + "00" + "0117",
    }
    f.pop("amount")
    facts.words = to_capitals(total)
    sheet = sheet_of(rng, 600.0, 480.0)
    sheet.put(300, 40, "二手车销售统一发票", 19, at="middle", form=True)
    labelled(sheet, 420, 66, "发票代码：", f["invoice_code"])
    labelled(sheet, 420, 80, "发票号码：", f["invoice_number"])
    labelled(sheet, 40, 80, "开票日期：", date_of(facts, rng))
    left, right, y, step = 36.0, 566.0, 94.0, 25.0
    cells: list[list[tuple[float, str, float, str]]] = [
        [(0, "买方单位/个人", 0.18, f["buyer_name"]), (0.55, "单位代码/身份证号码", 0.76, f["buyer_tax_id"])],
        [(0, "买方单位/个人住址", 0.22, "示例市拟设区解放路9号"), (0.65, "电话", 0.76, "13900001234")],
        [(0, "卖方单位/个人", 0.18, f["seller_name"]), (0.55, "单位代码/身份证号码", 0.76, f["seller_tax_id"])],
        [(0, "卖方单位/个人住址", 0.22, "示例市虚设县人民路10号"), (0.65, "电话", 0.76, "13900005678")],
        [
            (0, "车牌照号", 0.14, "浙B7K21M"),
            (0.35, "登记证号", 0.48, digits(rng, 12)),
            (0.7, "车辆类型", 0.82, "小型轿车"),
        ],
        [
            (0, "车架号/车辆识别代码", 0.24, "LSVAM4187C2184847"),
            (0.5, "厂牌型号", 0.62, "虚设牌"),
            (0.74, "转入地车辆管理所名称", 0.97, ""),
        ],
        [(0, "车价合计（大写）", 0.2, facts.words), (0.65, "小写", 0.76, "¥" + f["total_amount"])],
        [(0, "经营、拍卖单位", 0.2, ""), (0, "", 0, "")],
        [(0, "二手车市场", 0.2, company(rng)), (0.55, "纳税人识别号", 0.7, tax_id(rng))],
    ]
    for number, row in enumerate(cells):
        top = y + step * number
        sheet.lines.append((left, top, right, top))
        for at, label, where, value in row:
            sheet.put(left + 4 + at * (right - left), top + 16, label, 8, form=True)
            room = min([other for other, *_ in row if other > at], default=1.0) - where
            for line, part in enumerate(wrap(value, room * (right - left) - 4, 8.5, sheet.font)):
                sheet.put(left + 4 + where * (right - left), top + 14 + 9 * line, part, 8.5)
    sheet.box(left, y, right, y + step * len(cells))
    return facts, sheet
