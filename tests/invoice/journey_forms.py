"""Invented Chinese tickets and payment forms with their truth: `python -m tests.invoice.journey_forms FOLDER SEED COUNT [held]`.

Trains (paper and electronic), flights (paper and electronic, one and two legs), taxis, tolls, cars, bills of public offices
(非税收入), customs (海关专用缴款书). Where labels and values stand and what they are called comes from the seed; `held` draws
from the wordings and layouts that are kept for validation too. Every third document is a picture as well.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from quire.amounts import to_capitals
from tests.invoice import voucher_forms
from tests.invoice.voucher_set import SHOTS, shot
from tests.invoice.vouchers import CENT, Sheet, company, digits, pdf_of, tax_id

STATIONS = ("上海虹桥", "北京南", "杭州东", "武汉", "广州南", "西安北", "成都东", "乌鲁木齐", "齐齐哈尔南", "苏州园区")
AIRPORTS = ("上海虹桥", "北京首都", "广州白云", "深圳宝安", "成都天府", "昆明", "哈尔滨", "西安咸阳")
CARRIERS = (("东航", "MU"), ("国航", "CA"), ("南航", "CZ"), ("海航", "HU"), ("川航", "3U"), ("春秋", "9C"))
PEOPLE = ("王小明", "李雪", "欧阳测试", "赵一一", "陈示例")
CLASSES = ("二等座", "一等座", "商务座", "硬卧", "软卧", "硬座")
PLATES = ("沪A·D1234", "京B12345", "粤B·T8K21", "苏E6T883")
CITIES = ("上海市", "北京市", "苏州市", "成都市", "青岛市")
SOLD = ("诊察费", "考试费", "证照工本费", "培训费", "学费", "罚没收入", "住宿费")


class Form(NamedTuple):
    """A document: its page, the keys that it has, and the further ones."""

    sheet: Sheet
    fields: dict[str, Any]
    extra: dict[str, str]


class _Hand:
    """A seed's choices: wordings and places, those before "~" always, those behind it for validation only."""

    def __init__(self, rng: random.Random, *, held: bool) -> None:
        self.rng, self.held = rng, held

    def say(self, words: str) -> str:
        known, _, kept = words.partition("~")
        return self.rng.choice((f"{known}|{kept}" if self.held and kept else known).split("|"))

    def money(self, low: int, high: int) -> Decimal:
        return (Decimal(self.rng.randint(low * 100, high * 100)) / 100).quantize(CENT)

    def day(self) -> tuple[int, int, int]:
        return self.rng.randint(2018, 2025), self.rng.randint(1, 12), self.rng.randint(1, 28)

    def clock(self) -> str:
        return f"{self.rng.randint(6, 22):02d}:{self.rng.randint(0, 59):02d}"

    def colon(self) -> str:
        return self.rng.choice((":", "："))


def _iso(day: tuple[int, int, int]) -> str:
    return "{:04d}-{:02d}-{:02d}".format(*day)


def _han(day: tuple[int, int, int]) -> str:
    return "{:04d}年{:02d}月{:02d}日".format(*day)


def train_electronic(hand: _Hand) -> Form:
    """电子发票（铁路电子客票）."""
    rng, colon = hand.rng, hand.colon()
    sheet = Sheet(rng, 600.0, 340.0)
    start, end = rng.sample(STATIONS, 2)
    issued, gone, clock = hand.day(), hand.day(), hand.clock()
    number, train, person = "24" + digits(rng, 18), rng.choice("GDC") + digits(rng, 3).lstrip("0"), rng.choice(PEOPLE)
    train = train if len(train) > 1 else train + "7"
    seat, kind, price = (
        f"{rng.randint(1, 16):02d}车{rng.randint(1, 19):02d}{rng.choice('ABCDF')}号",
        rng.choice(CLASSES[:3]),
        hand.money(20, 1500),
    )
    buyer, code, ticket = company(rng), tax_id(rng), digits(rng, 22)
    kept = hand.held and rng.random() < 0.5
    sheet.put(300, 40, "电子发票（铁路电子客票）", 18, at="middle", form=True)
    sheet.put(60, 75, f"发票号码{colon}{number}")
    sheet.put(400, 75, f"开票日期{colon}{_han(issued)}")
    y = 110
    for x, name in ((150.0, start), (440.0, end)):
        sheet.put(x, y, name + hand.say("站|站| 站"), 16, at="middle")
        sheet.put(x, y + 14, "Pinyin", 9, at="middle")
    sheet.put(300, y - (3 if not kept else 6), train, 14, at="middle")
    y = 150
    if kept:
        sheet.put(60, y, f"{_han(gone)} {clock}开", 11)
        sheet.put(330, y, f"{seat} {kind}", 11)
    else:
        for x, text in ((60, _han(gone)), (180, f"{clock}开"), (300, seat), (420, kind)):
            sheet.put(x, y, text, 11)
    refund = rng.random() < 0.15
    label = hand.say("退票费~改签费") if refund else "票价"
    sheet.put(60, y + 26, f"{label}{colon}￥{price}", 12)
    sheet.put(60, y + 52, f"3101011990****{digits(rng, 3)}X", 11)
    sheet.put(210 if not kept else 190, y + 52, person, 11)
    sheet.put(60, y + 76, f"电子客票号{colon}{ticket}", 10)
    sheet.put(60, y + 98, f"购买方名称{colon}{buyer}", 10)
    sheet.put(340, y + 98, f"统一社会信用代码{colon}{code}", 10)
    sheet.put(300, y + 130, hand.say("买票请到12306 发货请到95306|中国铁路祝您旅途愉快"), 9, at="middle")
    fields = {
        "invoice_type": "电子发票（铁路电子客票）", "invoice_code": "", "invoice_number": number, "invoice_date": _iso(issued),
        "buyer_name": buyer, "buyer_tax_id": code, "total_amount": str(price),
    }  # fmt: skip
    extra = {
        "passenger": person, "departure": f"{start}站", "destination": f"{end}站", "journey_number": train,
        "journey_date": _iso(gone), "journey_time": clock, "seat": seat, "seat_class": kind, "ticket_number": ticket,
    } | ({} if refund else {"fare": str(price)})  # fmt: skip
    return Form(sheet, fields, extra)


def train_paper(hand: _Hand) -> Form:
    """A red or blue ticket of paper."""
    rng = hand.rng
    sheet = Sheet(rng, 560.0, 350.0)
    start, end = rng.sample(STATIONS, 2)
    gone, clock, person = hand.day(), hand.clock(), rng.choice(PEOPLE)
    number, train = (
        rng.choice("ABEZ") + digits(rng, hand.rng.choice((6, 9))),
        rng.choice(("G", "D", "K", "T", "Z")) + str(rng.randint(1, 9999)),
    )
    kind, price = rng.choice(CLASSES), hand.money(10, 900)
    seat = (
        f"{rng.randint(1, 16):02d}车{rng.randint(1, 19):02d}{rng.choice('ABCDF')}号"
        if "卧" not in kind
        else f"{rng.randint(1, 16):02d}车{rng.randint(1, 22):03d}号{rng.choice('上中下')}铺"
    )
    sheet.put(40, 40, number, 13)
    sheet.put(420, 40, hand.say(f"检票:{rng.randint(1, 20)}A|检票口{rng.randint(1, 20)}B~{start}售"), 11)
    apart = hand.say("0|6~12")
    for x, name in ((130.0, start), (430.0, end)):
        at = sheet.put(x, 84, name, 18, at="middle")
        sheet.put(at + float(apart), 84, "站", 14)
        sheet.put(x, 102, "Pinyin", 9, at="middle")
    sheet.put(285, 82, train, 16, at="middle")
    at = sheet.put(
        40, 132, _han(gone) if not hand.held or rng.random() < 0.5 else "{} 年 {:02d} 月 {:02d} 日".format(*gone), 12
    )
    sheet.put(at + 8, 132, f"{clock}开" if not hand.held else rng.choice((f"{clock}开", f"{clock} 开")), 12)
    sheet.put(360, 132, seat, 12)
    sheet.put(40, 160, f"￥{price}元", 12)
    sheet.put(240, 160, hand.say("网|~学"), 10)
    sheet.put(360, 160, kind, 12)
    sheet.put(40, 186, hand.say("限乘当日当次车|仅供报销使用"), 10)
    identity = f"3101011990****{digits(rng, 3)}X"
    if rng.random() < 0.5:
        sheet.put(40, 220, f"{identity} {person}", 12)
    else:
        sheet.put(40, 220, identity, 12)
        sheet.put(190, 220, person, 12)
    sheet.put(150, 256, "报销凭证 遗失不补" if not hand.held else "买票请到12306 发货请到95306", 10, at="middle")
    sheet.put(40, 300, f"{digits(rng, 14)}{rng.choice('ABCD')}{digits(rng, 6)} {start}售", 11)
    fields = {"invoice_code": "", "invoice_number": number, "invoice_date": _iso(gone), "total_amount": str(price)}
    extra = {
        "passenger": person, "departure": f"{start}站", "destination": f"{end}站", "journey_number": train, "journey_date": _iso(gone),
        "journey_time": clock, "seat": seat, "seat_class": kind, "fare": str(price),
    }  # fmt: skip
    return Form(sheet, fields, extra)


_Leg = tuple[str, str, str, str, tuple[int, int, int], str]
"""From, to, carrier, flight, day, time."""


def _legs(hand: _Hand) -> list[_Leg]:
    """One or two flights."""
    rng = hand.rng
    count = 2 if rng.random() < 0.35 else 1
    places = (
        rng.sample(AIRPORTS, 2) if count == 1 else [*(pair := rng.sample(AIRPORTS, 2)), rng.choice((pair[0], "昆明"))]
    )
    if count == 2 and places[2] == places[1]:
        places[2] = places[0]
    carrier, code = rng.choice(CARRIERS)
    return [
        (places[i], places[i + 1], carrier, f"{code}{rng.randint(1001, 9999)}", hand.day(), hand.clock())
        for i in range(count)
    ]


def _flight(hand: _Hand, sheet: Sheet, top: float, *, electronic: bool) -> tuple[dict[str, Any], dict[str, str]]:
    """The table of legs and sums of an itinerary."""
    rng, legs, person = hand.rng, _legs(hand), hand.rng.choice(PEOPLE)

    def both(han: str, latin: str) -> str:
        return han if electronic else f"{han} {latin}"

    heads = (
        (40, "旅客姓名", "NAME OF PASSENGER", person),
        (220, "有效身份证件号码", "ID.NO.", f"3101011990****{digits(rng, 3)}X"),
        (400, "签注", "ENDORSEMENTS/RESTRICTIONS", hand.say("不得签转|变更退票收费~Q/不得签转")),
    )
    for x, han, latin, value in heads:
        sheet.put(x, top, both(han, latin), 8, form=True)
        sheet.put(x + 4, top + 13, value, 10)
    y = _print_legs(hand, sheet, top + 34, legs, electronic=electronic)
    fields, extra = _print_sums(hand, sheet, y + 26, electronic=electronic)
    ticket = f"{rng.randint(700, 999)}{hand.say('-|')}{digits(rng, 10)}"
    feet = (
        (40, both("电子客票号码", "E-TICKET NO.") + hand.say("| ~:"), ticket),
        (290, both("验证码", "CK.") + hand.say(":| "), digits(rng, 4)),
        (420, both("保险费", "INSURANCE") + " ", "CNY 0.00"),
    )
    for x, label, value in feet:
        sheet.put(sheet.put(x, y + 68, label, 8, form=True) + 3, y + 68, value, 9)
    extra |= {
        "passenger": person, "departure": ",".join(leg[0] for leg in legs), "destination": ",".join(leg[1] for leg in legs),
        "journey_number": ",".join(leg[3] for leg in legs), "journey_date": ",".join(_iso(leg[4]) for leg in legs),
        "journey_time": ",".join(leg[5] for leg in legs), "ticket_number": ticket,
    }  # fmt: skip
    return fields, extra


def _print_legs(hand: _Hand, sheet: Sheet, y: float, legs: list[_Leg], *, electronic: bool) -> float:
    """Print the rows of an itinerary; gives the base line of the last."""
    rng = hand.rng
    columns = (("承运人", 150), ("航班号", 210), ("座位等级", 270), ("日期", 330), ("时间", 410), ("客票级别/客票类别", 455), ("免费行李", 550))  # fmt: skip
    for name, x in columns:
        sheet.put(x, y, name, 7.5, form=True)
    y += 16
    space = 3 if hand.say("close|close~apart") == "close" else 16
    for at, (start, _, carrier, flight, day, clock) in enumerate(legs):
        label = ("自", "至")[at > 0] + ("" if electronic else (" FROM", " TO")[at > 0]) + hand.say(":|：|~")
        if label in ("自", "至"):
            label += ":"
        here = sheet.put(40, y, label, 8, form=True)
        sheet.put(here + space, y, hand.say("|~T2 ") + start, 10)
        stamp = _iso(day) if not electronic or rng.random() < 0.4 else _han(day)
        cells = (carrier, flight, rng.choice("YVKM"), stamp, clock, "YRT", "20KG")
        for (_, x), text in zip(columns, cells, strict=True):
            sheet.put(x + 2, y, text, 9)
        y += 18
    here = sheet.put(40, y, "至" + ("" if electronic else " TO") + hand.say(":|："), 8, form=True)
    sheet.put(here + space, y, legs[-1][1], 10)
    sheet.put(210, y, "VOID", 9)
    return y


def _print_sums(hand: _Hand, sheet: Sheet, y: float, *, electronic: bool) -> tuple[dict[str, Any], dict[str, str]]:
    """Print the sums of an itinerary, above each other with their labels."""
    rng = hand.rng
    paid, fund = Decimal(rng.randint(300, 3000)).quantize(CENT), Decimal("50.00")
    fuel = Decimal(rng.choice((20, 30, 60, 110))).quantize(CENT)
    tax = (paid + fuel - (paid + fuel) / Decimal("1.09")).quantize(CENT) if electronic else Decimal(0)
    fare, total = paid - tax, paid + fuel + fund
    cny = "CNY "
    sums = {
        "票价": ("FARE", f"{cny}{fare}"), "民航发展基金": ("CIVIL AVIATION DEVELOPMENT FUND", f"{cny if electronic else 'CN '}{fund}"),
        "燃油附加费": ("FUEL SURCHARGE", f"{cny if electronic else 'YQ '}{fuel}"), "增值税税率": ("", "9%"), "增值税税额": ("", f"{cny}{tax}"),
        "其他税费": ("OTHER TAXES", f"{cny}0"), "合计": ("TOTAL", f"{cny}{total}"),
    }  # fmt: skip
    order = "票价|燃油附加费|增值税税率|增值税税额|民航发展基金|其他税费|合计" if electronic else "票价|民航发展基金|燃油附加费|其他税费|合计"  # fmt: skip
    if hand.say("without|without|with") == "without":
        order = order.replace("|其他税费", "")
    beside = hand.say("below|below~beside") == "beside" and not electronic
    names = order.split("|")
    for index, han in enumerate(names):
        x = 40 + index * (540 / len(names))
        latin, text = sums[han]
        end = sheet.put(x, y, han, 7.5, form=True)
        if beside:
            sheet.put(end + 3, y, text, 8.5)
            continue
        if not electronic:
            sheet.put(x, y + 8, latin, 4.5, form=True)
        sheet.put(x, y + 20, text, 9)
    fields = {"total_amount": str(total)} | ({"tax_rate": "9%", "tax_amount": str(tax)} if electronic else {})
    return fields, {"fare": str(fare), "fuel_surcharge": str(fuel), "development_fund": str(fund)}


def flight_electronic(hand: _Hand) -> Form:
    """电子发票（航空运输电子客票行程单）."""
    rng, colon = hand.rng, hand.colon()
    sheet = Sheet(rng, 620.0, 380.0)
    issued, number, buyer, code = hand.day(), "25" + digits(rng, 18), company(rng), tax_id(rng)
    sheet.put(310, 36, "电子发票（航空运输电子客票行程单）", 16, at="middle", form=True)
    sheet.put(40, 62, f"发票号码{colon}{number}")
    sheet.put(260, 62, f"国内国际标识{colon}国内", 8)
    sheet.put(440, 62, f"开票状态{colon}正常", 8)
    fields, extra = _flight(hand, sheet, 84, electronic=True)
    y = 300
    sheet.put(40, y, f"填开单位{colon}" + "中国示例航空股份有限公司", 8.5)
    sheet.put(400, y, f"填开日期{colon}{_han(issued)}", 8.5)
    sheet.put(40, y + 22, f"购买方名称{colon}{buyer}", 8.5)
    sheet.put(300, y + 22, f"{hand.say('统一社会信用代码/纳税人识别号')}{colon}{code}", 8.5)
    fields |= {
        "invoice_type": "电子发票（航空运输电子客票行程单）", "invoice_code": "", "invoice_number": number, "invoice_date": _iso(issued),
        "buyer_name": buyer, "buyer_tax_id": code,
    }  # fmt: skip
    return Form(sheet, fields, extra)


def flight_paper(hand: _Hand) -> Form:
    """航空运输电子客票行程单, the form that a printer fills."""
    rng = hand.rng
    sheet = Sheet(rng, 620.0, 340.0)
    issued, serial = hand.day(), digits(rng, 11)
    sheet.put(310, 32, "航空运输电子客票行程单", 15, at="middle", form=True)
    sheet.put(310, 44, "ITINERARY/RECEIPT OF E-TICKET FOR AIR TRANSPORT", 7, at="middle", form=True)
    sheet.put(440, 60, f"印刷序号{hand.say(':|：')}{serial}", 8)
    fields, extra = _flight(hand, sheet, 78, electronic=False)
    y = 296
    at = sheet.put(40, y, "销售单位代号 AGENT CODE ", 7.5, form=True)
    sheet.put(at, y, "SHA" + digits(rng, 3) + " " + digits(rng, 8), 8.5)
    at = sheet.put(250, y, "填开单位 ISSUED BY ", 7.5, form=True)
    sheet.put(at, y, "示例航空服务有限公司", 8.5)
    at = sheet.put(450, y, "填开日期 DATE OF ISSUE ", 7.5, form=True)
    sheet.put(at, y, _iso(issued), 8.5)
    fields |= {"invoice_type": "航空运输电子客票行程单", "invoice_code": "", "invoice_date": _iso(issued)}
    return Form(sheet, fields, extra)


def taxi(hand: _Hand) -> Form:
    """A strip of a taximeter."""
    rng = hand.rng
    city = rng.choice(CITIES)
    title = hand.say("出租汽车统一发票|客运出租汽车统一发票~出租汽车专用发票|巡游出租汽车发票")
    sheet = Sheet(rng, 190.0, 470.0)
    code, number, day, price = "131" + digits(rng, 9), digits(rng, 8), hand.day(), hand.money(11, 180)
    start, end, plate = hand.clock(), hand.clock(), rng.choice(PLATES)
    sheet.put(95, 34, city.removesuffix("市") + hand.say("市|") + title, 12, at="middle", form=True)
    sheet.put(95, 50, "发票联", 10, at="middle", form=True)
    wide = hand.say("close|apart~colon")
    extra_charge = hand.say("no|yes") == "yes"
    fee = Decimal("1.00") if extra_charge else Decimal(0)
    rows = [
        (hand.say("发票代码|代码"), code), (hand.say("发票号码|号码"), number), ("电话", "021-" + digits(rng, 8)), (hand.say("车号|车牌号~车 号"), plate),
        (hand.say("证号|工号"), digits(rng, 6)), (hand.say("日期~乘车日期"), f"{day[0]}年{day[1]:02d}月{day[2]:02d}日" if rng.random() < 0.6 else _iso(day)),
        *([("上车", start), ("下车", end)] if hand.say("two|one") == "two" else [("时间", f"{start}-{end}")]),
        ("单价", "2.50元/公里"), ("里程", f"{hand.money(1, 40)}公里"), (hand.say("等候|状态"), "00:03:12"), (hand.say("金额|车费~打表金额"), f"{price}元"),
    ]  # fmt: skip
    if extra_charge:
        rows += [("燃油附加费", f"{fee}元"), (hand.say("实收金额|合计~总计"), f"{price + fee}元")]
    for index, (label, value) in enumerate(rows):
        y = 78 + 22 * index
        at = sheet.put(16, y, label + (":" if wide == "colon" else ""), 10, form=True)
        sheet.put(80 if wide != "close" else at + 6, y, value, 10)
    fields = {
        "invoice_type": [title, city + title, city.removesuffix("市") + title], "invoice_code": code, "invoice_number": number, "invoice_date": _iso(day), "total_amount": str(price + fee),
    }  # fmt: skip
    extra = {"plate": plate} | ({"fare": str(price), "fuel_surcharge": str(fee)} if extra_charge else {})
    return Form(sheet, fields, extra)


def toll(hand: _Hand) -> Form:
    """A toll ticket of a motorway."""
    rng, colon = hand.rng, hand.colon()
    sheet = Sheet(rng, 250.0, 330.0)
    province = rng.choice(("江苏省", "浙江省", "湖北省"))
    title = hand.say("高速公路通行费专用发票|车辆通行费专用发票~收费公路通行费统一发票")
    code, number, day, price = (
        "132" + digits(rng, 9),
        digits(rng, 8),
        hand.day(),
        hand.money(5, 400).quantize(Decimal(1)).quantize(CENT),
    )
    start, end = rng.sample(("南京", "无锡北", "杭州西", "嘉兴", "武汉北", "黄陂"), 2)
    sheet.put(125, 36, province + title, 11, at="middle", form=True)
    plate = rng.choice(PLATES)
    rows = [
        ("发票代码", code), ("发票号码", number), (hand.say("入口|入口站~入口收费站"), start), (hand.say("出口|出口站~出口收费站"), end),
        (hand.say("车型"), "客一"), (hand.say("车牌|车牌号~车牌号码"), plate), ("收费员", digits(rng, 5)), (hand.say("金额|通行费~收费金额"), f"{price}元"),
        (hand.say("时间|日期"), f"{_iso(day)} {hand.clock()}:11"),
    ]  # fmt: skip
    pairs = hand.say("one|one~two") == "two"
    x, y = 20.0, 64.0
    for index, (label, value) in enumerate(rows):
        sheet.put(x, y, f"{label}{colon}{hand.say('| ')}{value}", 9)
        if pairs and 2 <= index < 6 and index % 2 == 0:
            x = 130.0
            continue
        x, y = 20.0, y + 20
    fields = {
        "invoice_type": title, "invoice_code": code, "invoice_number": number, "invoice_date": _iso(day), "total_amount": str(price),
    }  # fmt: skip
    return Form(sheet, fields, {"departure": start, "destination": end, "plate": plate})


def fiscal(hand: _Hand) -> Form:
    """A bill of a public office: 非税收入, 资金往来, hospitals."""
    rng, colon = hand.rng, hand.colon()
    sheet = Sheet(rng, 620.0, 360.0)
    place = rng.choice(("江苏省", "北京市", "浙江省", "四川省"))
    bare = hand.say(
        "非税收入统一票据（电子）|医疗门诊收费票据（电子）|资金往来结算票据（电子）~非税收入通用票据|医疗住院收费票据（电子）|中央非税收入统一票据"
    )
    code, number, day = digits(rng, 8), digits(rng, 10), hand.day()
    payer, office = (
        company(rng),
        rng.choice(CITIES) + rng.choice(("人民医院", "市场监督管理局", "示例大学", "公安局交通警察支队")),
    )
    identity = tax_id(rng)
    prices = [hand.money(10, 3000) for _ in range(rng.randint(1, 4))]
    total = sum(prices, Decimal(0))
    sheet.put(310, 40, ("" if bare.startswith("中央") else place) + bare, 16, at="middle", form=True)
    sheet.put(40, 72, f"票据代码{colon}{code}")
    sheet.put(400, 72, f"票据号码{colon}{number}")
    sheet.put(40, 90, f"{hand.say('交款人统一社会信用代码~付款人统一社会信用代码')}{colon}{identity}")
    sheet.put(400, 90, f"校验码{colon}a{digits(rng, 5)}")
    sheet.put(40, 108, f"{hand.say('交款人|缴款人~付款人|缴费人')}{colon}{payer}")
    sheet.put(400, 108, f"开票日期{colon}{_iso(day)}")
    heads = (
        ("项目编码", 40),
        ("项目名称", 120),
        ("单位", 260),
        ("数量", 310),
        ("标准", 370),
        ("金额（元）", 450),
        ("备注", 540),
    )
    if hand.say("wide|narrow") == "narrow":
        heads = (("项目名称", 120), ("数量/单位", 280), ("金额（元）", 450))
    for name, x in heads:
        sheet.put(x, 138, name, 8.5, form=True)
    y = 156
    for price in prices:
        for name, x in heads:
            text = {
                "项目编码": digits(rng, 6),
                "项目名称": rng.choice(SOLD),
                "单位": "次",
                "数量": "1",
                "数量/单位": "1/次",
                "标准": str(price),
                "金额（元）": f"{price:,}",
            }.get(name, "")
            sheet.put(x, y, text, 9)
        y += 16
    words = to_capitals(total)
    sheet.put(60, 252, f"{hand.say('金额合计（大写）~合计人民币（大写）|合计金额（大写）')}{hand.say('| ')}{words}")
    sheet.put(400, 252, f"（小写）{hand.say('|￥~¥ ')}{total:,}")
    sheet.put(
        40,
        300,
        f"{hand.say('收款单位（章）|收款单位(章)~收款单位（公章）|开票单位（章）|执收单位（盖章）')}{colon}{office}",
    )
    sheet.put(310, 300, f"复核人{colon}陈某")
    sheet.put(460, 300, f"{hand.say('收款人|收款员~经办人')}{colon}赵某")
    fields = {
        "invoice_type": bare, "invoice_code": code, "invoice_number": number, "invoice_date": _iso(day), "buyer_name": payer,
        "buyer_tax_id": identity, "seller_name": office, "total_amount": str(total),
    }  # fmt: skip
    if bare.startswith("中央"):
        fields["invoice_type"] = bare
    return Form(sheet, fields, {"amount_in_words": words, "reviewer": "陈某"})


def customs(hand: _Hand) -> Form:
    """海关进口增值税专用缴款书, or of the duty."""
    rng = hand.rng
    sheet = Sheet(rng, 640.0, 420.0)
    kind = hand.say("进口增值税|进口增值税|进口关税~进口消费税")
    office = rng.choice(("上海", "黄埔", "宁波", "青岛"))
    number, day = f"{digits(rng, 18)}-L{rng.randint(1, 9):02d}", hand.day()
    payer, account = company(rng), digits(rng, 17)
    rate = Decimal(13) if "增值" in kind else Decimal(rng.choice((5, 8, 10)))
    bases = [hand.money(2000, 90000) for _ in range(rng.randint(1, 3))]
    taxes = [(base * rate / 100).quantize(CENT) for base in bases]
    total, words = sum(taxes, Decimal(0)), to_capitals(sum(taxes, Decimal(0)))
    title = hand.say("one|split")
    if title == "one":
        sheet.put(320, 36, f"{office}海关 {kind} 专用缴款书", 15, at="middle", form=True)
    else:
        sheet.put(320, 36, f"海关{kind}专用缴款书", 15, at="middle", form=True)
    sheet.put(40, 62, hand.say("收入系统：税务系统|收入系统:海关系统"), 8.5)
    sheet.put(240, 62, f"填发日期{hand.say('：|:| ')}{_han(day) if hand.say('han|iso') == 'han' else _iso(day)}", 8.5)
    sheet.put(430, 62, f"{hand.say('号码No.|号码No：|号码 No. ~号码：')}{number}", 8.5)
    y = 84
    lines = (
        (("收款单位", ""), ("缴款单位（人）", "")),
        ((hand.say("收入机关"), "中央金库"), (hand.say("名称|名 称"), payer)),
        (("科目", kind), (hand.say("帐号|账号"), account)),
        (("收款国库", f"{office}分库"), ("开户银行", "虚设银行江北支行")),
    )
    for index, ((left, value), (right, other)) in enumerate(lines):
        sheet.put(60, y + 17 * index, left, 8.5, form=True)
        sheet.put(130, y + 17 * index, value, 9)
        sheet.put(330, y + 17 * index, right, 8.5, form=True)
        sheet.put(410, y + 17 * index, other, 9)
    y += 76
    columns = (
        ("税号", 40),
        ("货物名称", 120),
        ("数量", 240),
        ("单位", 290),
        (hand.say("完税价格（¥）|完税价格(￥)~完税价格"), 340),
        (hand.say("税率（%）|税率(%)~税率"), 430),
        (hand.say("税款金额（¥）|税款金额(￥)~税款金额"), 510),
    )
    for name, x in columns:
        sheet.put(x, y, name, 8.5, form=True)
    for base, tax in zip(bases, taxes, strict=True):
        y += 16
        for (_, x), text in zip(
            columns,
            (
                digits(rng, 10),
                "测试零件",
                str(rng.randint(1, 400)),
                "千克",
                f"{base}",
                f"{rate}.00" if hand.say("long|short") == "long" else f"{rate}",
                f"{tax}",
            ),
            strict=True,
        ):
            sheet.put(x, y, text, 9)
    y += 40
    sheet.put(40, y, f"金额人民币（大写）{hand.say('| ~：')}{words}", 9)
    sheet.put(
        430,
        y,
        f"{hand.say('合计（¥）|合计(￥)|合计¥~合计')}{hand.say(' |  ')}{total:,}"
        if hand.say("a|b") == "a"
        else f"合计（¥） {total}",
        9,
    )
    y += 22
    for x, text in ((40, "申请单位编号 " + digits(rng, 10)), (240, "报关单编号 " + digits(rng, 18)), (470, "填制单位")):
        sheet.put(x, y, text, 8.5)
    for x, text in (
        (40, "合同（批文）号 HT" + digits(rng, 6)),
        (240, "运输工具（号） UN" + digits(rng, 7)),
        (470, "制单人 " + digits(rng, 4)),
    ):
        sheet.put(x, y + 17, text, 8.5)
    for x, text in ((40, "缴款期限 2019年05月21日前"), (240, "提/装货单号 " + digits(rng, 9)), (470, "复核人 ")):
        sheet.put(x, y + 34, text, 8.5)
    fields = {
        "invoice_type": [f"海关{kind}专用缴款书", f"{office}海关{kind}专用缴款书"], "invoice_code": "", "invoice_number": number, "invoice_date": _iso(day),
        "buyer_name": payer, "tax_rate": f"{rate}%", "amount": str(sum(bases, Decimal(0))), "tax_amount": str(total), "total_amount": str(total),
    }  # fmt: skip
    return Form(sheet, fields, {"amount_in_words": words})


def _car(make: Callable[[random.Random], tuple[Any, Sheet]], *, used: bool) -> Callable[[_Hand], Form]:
    def form(hand: _Hand) -> Form:
        facts, sheet = make(hand.rng)
        printed = [one.text for one in sheet.prints]
        number = next(text for text in printed if text.startswith(("LVX", "LSV")))
        extra = {"vehicle_number": number, "vehicle_model": "虚设牌" if used else "虚设牌XS7150A"}
        sums = {k: v for k, v in facts.fields.items() if k.endswith("amount") and v}
        fields = {k: v for k, v in facts.fields.items() if v} | {k: f"{Decimal(v):.2f}" for k, v in sums.items()}
        return Form(sheet, fields, extra | ({"plate": "浙B7K21M"} if used else {}))

    return form


KINDS: dict[str, Callable[[_Hand], Form]] = {
    "train-electronic": train_electronic, "train-paper": train_paper, "flight-electronic": flight_electronic, "flight-paper": flight_paper,
    "taxi": taxi, "toll": toll, "fiscal": fiscal, "customs": customs,
    "vehicle": _car(voucher_forms.vehicle, used=False), "used-car": _car(voucher_forms.used_car, used=True),
}  # fmt: skip


def form_of(kind: str, seed: int, *, held: bool = False) -> Form:
    """The form of a kind by its seed."""
    pdf_of([])  # registers the font
    return KINDS[kind](_Hand(random.Random(f"{kind}{seed}{held}"), held=held))


def main(folder: Path, seed: int, count: int, *, held: bool = False) -> None:
    """Write the documents and their truth: `count` of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number in range(count):
        for index, kind in enumerate(KINDS):
            form = form_of(kind, seed * 1000 + number, held=held)
            data, name = pdf_of([form.sheet]), f"{kind}_{number:03d}"
            page = {"page": 1, "fields": form.fields, "extra": form.extra}
            line = {"language": "zh", "scope": "page", "tags": [kind], "pages": [page]}
            (folder / f"{name}.pdf").write_bytes(data)
            lines.append({"file": f"{name}.pdf", "kind": "text_pdf"} | line)
            if (number + index) % 3 == 0:
                how = SHOTS[(number + index) // 3 % len(SHOTS)]
                suffix = "png" if how.startswith("clean") else "jpg"
                (folder / f"{name}_{how}.{suffix}").write_bytes(shot(data, how, random.Random(number)))
                lines.append({"file": f"{name}_{how}.{suffix}", "kind": how} | line)
    (folder / "truth.jsonl").write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), held=len(sys.argv) > 4)
