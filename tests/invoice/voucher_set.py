"""Makes a set of unseen Chinese invoices with their truth: `python -m tests.invoice.voucher_set FOLDER [SEED] [COUNT]`.

Text PDFs and, from every second, a picture of one kind: clean, JPEG, turned by quarters, askew, a photograph in shade.
"""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from tests.invoice import voucher_forms as forms
from tests.invoice.vouchers import Facts, Sheet, digits, invent, pdf_of

Made = tuple[list[Sheet], list[dict[str, Any]]]


def truth(facts: Facts, page: int = 1, *, leave: tuple[str, ...] = (), rows: bool = True) -> dict[str, Any]:
    """The truth of a page: the keys, the title with and without its province, the rows of goods."""
    fields: dict[str, Any] = {key: value for key, value in facts.fields.items() if key not in leave}
    if set(facts.fields["tax_rate"].split(",")) <= {"免税", "不征税"} and "tax_amount" in fields:
        fields["tax_amount"] = ["0.00", "***"]
    if "invoice_type" in fields:
        fields["invoice_type"] = list({fields["invoice_type"], facts.title})
    made: dict[str, Any] = {"page": page, "fields": fields, "extra": {"amount_in_words": facts.words}}
    if rows:
        made["line_items"] = [
            {**row, "tax": ["0.00", "***", "*", ""] if row["tax_rate"] in ("免税", "不征税") else row["tax"]}
            for row in facts.rows
        ]
    return made


def _plain(kind: str, **how: Any) -> Callable[[random.Random], Made]:
    def make(rng: random.Random) -> Made:
        facts = invent(kind, rng, **how)
        _remarks(facts, rng)
        sheet = (forms.digital if kind.startswith("digital") else forms.paper)(facts, rng)
        return [sheet], [truth(facts)]

    return make


def _remarks(facts: Facts, rng: random.Random) -> None:
    choices = [
        [], [], ["购方开户银行:虚设银行江北支行; 银行账号:" + digits(rng, 19), "销方开户银行:虚设商业银行; 银行账号:" + digits(rng, 17)],
        ["订单号：" + digits(rng, 20), "合同编号 HT-2024-" + digits(rng, 8)], ["收款账户 " + digits(rng, 16) + " 电话 " + digits(rng, 8)],
    ]  # fmt: skip
    facts.remarks = rng.choice(choices)
    if facts.fields["total_amount"].startswith("-"):
        if facts.kind.startswith("digital"):
            facts.remarks = [
                "被红冲蓝字数电票号码：" + "2433" + digits(rng, 16) + " 红字发票信息确认单编号：" + digits(rng, 20)
            ]
        else:
            facts.remarks = [
                "开具红字增值税专用发票信息表编号" + digits(rng, 16),
                "对应正数发票代码:" + "3300" + digits(rng, 6) + "号码:" + digits(rng, 8),
            ]


def _construction(rng: random.Random) -> Made:
    facts = invent("digital-special", rng, rows=rng.randint(1, 2), rates=("9%",))
    facts.label = "建筑服务"
    for row in facts.rows:
        row |= {
            "name": "*建筑服务*工程款",
            "place": "浙江省示例市拟设区",
            "project": "拟设区实验小学改扩建工程（二期）",
        }
    facts.remarks = ["土地增值税项目编号：" + digits(rng, 18), "跨地（市）标志：否"]
    sheet = forms.digital(facts, rng, heads=("项目名称", "建筑服务发生地", "建筑项目名称", "金额", "税率/征收率", "税额"),
                          keys=("name", "place", "project", "amount", "tax_rate", "tax"), shares=(18, 20, 28, 13, 9, 12))  # fmt: skip
    made = truth(facts)
    made["line_items"] = [{k: r[k] for k in ("name", "amount", "tax_rate", "tax")} for r in facts.rows]
    return [sheet], [made]


def _lease(rng: random.Random) -> Made:
    facts = invent("digital", rng, rows=rng.randint(1, 2), rates=(rng.choice(("5%", "9%")),))
    facts.label = "不动产经营租赁服务"
    for row in facts.rows:
        row |= {
            "name": "*经营租赁*房屋租金",
            "spec": "浙（2021）示例市不动产权第" + digits(rng, 7) + "号",
            "unit": "平方米",
        }
    facts.remarks = [
        "不动产地址：浙江省示例市拟设区建设路88号",
        "租赁期起止：2024-01-01 至 2024-12-31",
        "跨地（市）标志：否",
    ]
    heads = ("项目名称", "产权证书/不动产权证号", "面积单位", "数量", "单价", "金额", "税率/征收率", "税额")
    made = truth(facts)
    made["line_items"] = [{k: r[k] for k in ("name", "amount", "tax_rate", "tax")} for r in facts.rows]
    return [forms.digital(facts, rng, heads=heads, shares=(18, 22, 8, 8, 12, 12, 9, 12))], [made]


def _extra(
    label: str, goods: str, extra: Callable[[Sheet, Facts, float, float, float], None], *rates: str
) -> Callable[[random.Random], Made]:
    def make(rng: random.Random) -> Made:
        facts = invent("digital", rng, rows=1, rates=rates)
        facts.label = label
        facts.rows[0]["name"] = goods
        return [forms.digital(facts, rng, extra=extra)], [truth(facts)]

    return make


def _toll(rng: random.Random) -> Made:
    digital = rng.random() < 0.5
    facts = invent(
        "digital" if digital else "toll", rng, rows=rng.randint(1, 2), rates=rng.choice((("3%",), ("5%",), ("不征税",)))
    )
    facts.label = "通行费"
    for row in facts.rows:
        row |= {"name": "*经营租赁*通行费", "car": "浙A6T883", "type": "客车", "from": "20240105", "till": "20240131"}
    heads = ("项目名称", "车牌号", "类型", "通行日期起", "通行日期止", "金额", "税率", "税额")
    keys = ("name", "car", "type", "from", "till", "amount", "tax_rate", "tax")
    made = truth(facts)
    made["line_items"] = [
        {k: made["line_items"][n][k] for k in ("name", "amount", "tax_rate", "tax")} for n in range(len(facts.rows))
    ]
    if digital:
        return [forms.digital(facts, rng, heads=heads, keys=keys)], [made]
    return [_toll_paper(facts, rng, heads, keys)], [made]


def _toll_paper(facts: Facts, rng: random.Random, heads: tuple[str, ...], keys: tuple[str, ...]) -> Sheet:
    facts.kind = "e-ordinary"
    table = forms.table
    try:
        forms.table = lambda sheet, facts, area, **_: table(sheet, facts, area, heads=heads, keys=keys)  # type: ignore[assignment]
        return forms.paper(facts, rng)
    finally:
        forms.table = table


def _roll(rng: random.Random) -> Made:
    facts = invent("roll", rng, rows=rng.randint(1, 3), rates=("3%",), person=rng.random() < 0.3)
    made = truth(facts, leave=("amount", "tax_rate", "tax_amount"), rows=False)
    made["fields"]["invoice_type"] = [f"{a}增值税普通发票{b}" for a in ("", facts.title[:2]) for b in ("", "（卷票）")]
    return [forms.roll(facts, rng)], [made]


def _pages(rng: random.Random) -> Made:
    """A digital invoice of two pages: the sums of the first are its own, the whole stands on the second."""
    facts = invent("digital", rng, rows=9, rates=("13%",))
    first = Facts(facts.kind, facts.fields, facts.rows[:6], facts.title, facts.words)
    second = Facts(facts.kind, facts.fields, facts.rows[6:], facts.title, facts.words)
    a = forms.digital(first, rng, last=False, pages=(1, 2), tall=420)
    b = forms.digital(second, rng, pages=(2, 2), tall=420)
    return [a, b], [truth(first, leave=("amount", "tax_amount", "total_amount")), truth(second, 2)]


def _list(rng: random.Random) -> Made:
    kind = rng.choice(("e-ordinary", "special"))
    facts = invent(kind, rng, rows=12, rates=("13%",))
    rows = facts.rows
    total = {key: str(sum((Decimal(r[key]) for r in rows), Decimal(0))) for key in ("amount", "tax")}
    facts.rows = [
        {
            "name": rng.choice(("（详见销货清单）", "(详见销货清单)")),
            "spec": "",
            "unit": "",
            "quantity": "",
            "unit_price": "",
            "tax_rate": "13%",
        }
        | total
    ]
    front = forms.paper(facts, rng)
    sheet = forms.sheet_of(rng, 595.0, 842.0)
    sheet.put(297, 50, "销售货物或者提供应税劳务、服务清单", 16, at="middle", form=True)
    f = facts.fields
    for y, label, value in ((80, "购买方名称：", f["buyer_name"]), (94, "销售方名称：", f["seller_name"])):
        forms.labelled(sheet, 40, y, label, value)
    forms.labelled(sheet, 40, 108, "所属增值税发票代码：", f["invoice_code"])
    forms.labelled(sheet, 260, 108, "号码：", f["invoice_number"])
    sheet.put(460, 108, "共 1 页 第 1 页", 9, form=True)
    for number, row in enumerate(rows, 1):
        row["no"] = str(number)
    listed = Facts(facts.kind, facts.fields, rows, facts.title, facts.words)
    forms.table(sheet, listed, (40, 120, 560, 700), heads=("序号", "货物（劳务）名称", *forms.HEADS[1:6], "税率", "税额"), keys=("no", *forms.KEYS),
                shares=(5, 22, 14, 6, 9, 11, 13, 7, 12), sum_word="小计")  # fmt: skip
    sheet.put(60, 720, "总计", 9, form=True)
    sheet.put(400, 720, "¥" + f["amount"], 9, at="right")
    sheet.put(556, 720, "¥" + f["tax_amount"], 9, at="right")
    back = truth(listed, 2)
    back |= {
        "role": "list",
        "fields": {},
        "extra": {},
        "line_items": [{k: v for k, v in r.items() if k != "no"} for r in rows],
    }
    return [front, sheet], [truth(facts, rows=False), back]


def _one(make: Callable[[random.Random], tuple[Facts, Sheet]]) -> Callable[[random.Random], Made]:
    def made(rng: random.Random) -> Made:
        facts, sheet = make(rng)
        return [sheet], [truth(facts, rows=False)]

    return made


KINDS: dict[str, Callable[[random.Random], Made]] = {
    "special": _plain("special"), "ordinary": _plain("ordinary"), "e-ordinary": _plain("e-ordinary"), "e-special": _plain("e-special"),
    "digital": _plain("digital"), "digital-special": _plain("digital-special"), "red-digital": _plain("digital", red=True), "red-paper": _plain("special", red=True),
    "free": _plain("digital", rates=("免税",)), "free-paper": _plain("e-ordinary", rates=("免税",)), "untaxed": _plain("digital", rates=("不征税",)),
    "rates": _plain("digital-special", rates=("13%", "9%", "6%"), rows=6), "person": _plain("digital", person=True), "person-e": _plain("e-ordinary", person=True),
    "construction": _construction, "lease": _lease, "transport": _extra("货物运输服务", "*运输服务*国内道路货物运输服务", forms.transport, "9%"),
    "journey": _extra("旅客运输服务", "*运输服务*客运服务费", forms.journey, "3%"), "toll": _toll, "roll": _roll, "pages": _pages, "list": _list,
    "vehicle": _one(forms.vehicle), "used car": _one(forms.used_car),
}  # fmt: skip
SHOTS = ("clean150", "clean200", "jpeg", "askew", "turned", "photo")


def shot(pdf: bytes, how: str, rng: random.Random) -> bytes:
    """A picture of the first page."""
    dpi = {"clean150": 150, "askew": 220, "photo": 240}.get(how, 200)
    document = pypdfium2.PdfDocument(pdf)
    image = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    if how == "turned":
        image = image.rotate(rng.choice((90, 180, 270)), expand=True)
    if how == "askew":
        image = image.rotate(
            rng.uniform(-3, 3), expand=True, fillcolor=(235, 235, 230), resample=Image.Resampling.BICUBIC
        )
    if how == "photo":
        image = _photo(image, rng)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=rng.randint(40, 75)) if how not in ("clean150", "clean200") else image.save(
        out, "PNG"
    )
    return out.getvalue()


def _photo(image: Image.Image, rng: random.Random) -> Image.Image:
    """The page on a table, from aside, in uneven light, with a stamp and some blur and noise."""
    w, h = image.size
    draw = ImageDraw.Draw(image, "RGBA")
    x, y, r = rng.uniform(0.7, 0.85) * w, rng.uniform(0.7, 0.85) * h, 0.07 * w
    draw.ellipse((x - 1.4 * r, y - r, x + 1.4 * r, y + r), outline=(210, 30, 30, 150), width=5)
    size = (int(1.16 * w), int(1.2 * h))
    corners = [(0.08 * w, 0.1 * h), (1.08 * w, 0.1 * h), (1.08 * w, 1.1 * h), (0.08 * w, 1.1 * h)]
    moved = [(cx + rng.uniform(-0.035, 0.035) * w, cy + rng.uniform(-0.035, 0.035) * h) for cx, cy in corners]
    rows, want = [], []
    for (sx, sy), (tx, ty) in zip([(0, 0), (w, 0), (w, h), (0, h)], moved, strict=True):
        rows += [[tx, ty, 1, 0, 0, 0, -sx * tx, -sx * ty], [0, 0, 0, tx, ty, 1, -sy * tx, -sy * ty]]
        want += [sx, sy]
    factors = np.linalg.solve(np.array(rows, float), np.array(want, float))
    table = rng.choice(((120, 90, 60), (70, 75, 80), (150, 140, 120)))
    laid = image.transform(size, Image.Transform.PERSPECTIVE, list(factors), Image.Resampling.BICUBIC, fillcolor=table)
    light = (
        np.linspace(rng.uniform(0.7, 0.85), 1.0, size[0])[None, :, None]
        * np.linspace(1.0, rng.uniform(0.8, 1.0), size[1])[:, None, None]
    )
    noise = np.random.default_rng(rng.randint(0, 9999)).normal(0, 4, (size[1], size[0], 1))
    shaded = Image.fromarray(np.clip(np.asarray(laid, float) * light + noise, 0, 255).astype(np.uint8))
    return shaded.filter(ImageFilter.GaussianBlur(0.6))


def main(folder: Path, seed: int, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    truths = []
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        rng = random.Random(seed * 1000 + number)
        pdf_of([])  # registers the font
        sheets, pages = KINDS[kind](rng)
        data = pdf_of(sheets)
        name = f"{number:03d}_{kind.replace(' ', '-')}"
        (folder / f"{name}.pdf").write_bytes(data)
        line = {"language": "zh", "scope": "page", "tags": [kind]}
        truths.append({"file": f"{name}.pdf", "kind": "text_pdf", "pages": pages} | line)
        how = SHOTS[number % len(SHOTS)] if number // len(KINDS) % 2 == 0 else SHOTS[(number + 3) % len(SHOTS)]
        suffix = "png" if how.startswith("clean") else "jpg"
        (folder / f"{name}_{how}.{suffix}").write_bytes(shot(data, how, rng))
        truths.append({"file": f"{name}_{how}.{suffix}", "kind": how, "pages": pages[:1]} | line)
    (folder / "truth.jsonl").write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in truths), "utf-8")


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        int(sys.argv[2]) if len(sys.argv) > 2 else 1,
        int(sys.argv[3]) if len(sys.argv) > 3 else len(KINDS),
    )
