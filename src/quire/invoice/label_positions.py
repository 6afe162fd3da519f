"""The labels of Chinese invoices and their positions in the rows of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from quire.invoice.character_rows import Row

_BUYER = "购买方|购货方|购方|买方|付款方|付款单位|购货单位|受票方|旅客|买方单位|交款人"
_SELLER = "销售方|销货方|销方|卖方|收款方|收款单位|销货单位|开票方|卖方单位"

_WORDS: dict[str, tuple[str, ...]] = {
    "invoice_code": ("发票代码",),
    "invoice_number": ("发票号码",),
    "bill_code": ("票据代码",),
    "bill_number": ("票据号码",),
    "payer": ("交款人", "缴款人", "付款人"),
    "print_number": ("机打号码",),
    "print_code": ("机打代码",),
    "invoice_date": ("开票日期", "填开日期", "填发日期", "开票时间", "填开时间", "开具日期"),
    "check_code": ("校验码",),
    "machine_code": ("机器编号", "机器编码", "税控装置编号"),
    "tax_id": (
        "纳税人识别号/统一社会信用代码/身份证明号码",
        "统一社会信用代码/纳税人识别号",
        "纳税人识别号/统一社会信用代码",
        "统一社会信用代码",
        "纳税人识别号",
        "纳税人识别码",
        "单位代码/身份证明号码",
        "单位代码/身份证号码",
        "税号",
    ),
    "name": ("名称及身份证号码/组织机构代码", "名称及身份证号码", "名称", "单位/个人"),
    "address_phone": ("地址、电话", "地址及电话", "地址电话", "地址,电话", "地址"),
    "bank_account": (
        "开户行及账号",
        "开户行及帐号",
        "开户银行及账号",
        "开户银行及帐号",
        "开户行、账号",
        "开户银行",
        "开户行",
    ),
    "payee": ("收款人", "收款员"),
    "reviewer": ("复核人", "复核"),
    "issuer": ("开票人", "开票员", "填票人"),
    "stamp": (
        "销售方:(章)",
        "销售方(章)",
        "收款单位(章)",
        "开票单位(章)",
        "销货单位(章)",
        "收款单位(公章)",
        "收款单位(盖章)",
        "执收单位(章)",
        "执收单位(盖章)",
        "执收单位(公章)",
    ),
    "small": ("合计(¥)", "(小写)", "合计金额(小写)", "小写"),
    "words": ("价税合计(大写)", "合计金额(大写)", "合计(大写)", "(大写)", "价税合计", "合计大写"),
    "passenger": ("旅客姓名", "乘机人姓名", "乘车人姓名"),
    "identity": ("有效身份证件号码", "有效身份证件号", "签注"),
    "ticket": ("电子客票号码", "电子客票号"),
    "fuel": ("燃油附加费",),
    "fund": ("民航发展基金", "机场建设费"),
    "levies": ("其他税费",),
    "plate": ("车牌号码", "车牌照号", "车牌号", "车牌:", "车号"),
    "model": ("厂牌型号",),
    "vin": ("车辆识别代号/车架号码", "车架号/车辆识别代码", "车辆识别代号", "车辆识别代码", "车架号码", "车架号"),
    "entry": ("入口收费站", "入口站", "入口"),
    "exit": ("出口收费站", "出口站", "出口"),
    "net": ("不含税价格", "不含税价", "不含税金额"),
    "vat": ("增值税税额",),
    "vat_rate": ("增值税税率或征收率", "增值税税率"),
    "fare": (
        "票价合计",
        "金额合计",
        "合计金额",
        "车价合计",
        "实收金额",
        "总金额",
        "收费金额",
        "通行费",
        "票价",
        "车费",
        "实付",
        "总计",
        "金额",
        "合计",
    ),
    "day": ("乘车日期", "出行日期", "乘车时间", "日期"),
    "order": ("订单号", "电话", "账号", "银行账号"),
    "third": ("二手车市场", "经营、拍卖单位", "经营拍卖单位", "代开机关"),
}
"""Which words label which field, the longer before the shorter."""

_NEEDS_COLON = frozenset({"address_phone", "payee", "reviewer", "issuer", "name", "order", "payer", "entry", "exit"})
_OWN = frozenset({"invoice_code", "invoice_number", "bill_code", "bill_number"})
_TOLERANT = frozenset({"invoice_code", "invoice_number", "invoice_date", "machine_code", "tax_id"})
_NO_NAME = re.compile(r"(?:项目|服务|货物|劳务|商品|产品|工程|目|务|路桥|品|行|银)$")
_OTHER = re.compile(r"(?:正数|蓝字|红冲|原)[一-鿿]{0,6}$")
"""Before the label of a code or number: that of the invoice which a red one takes back."""

_ENGLISH = (
    r"NAMEOFPASSENGER|ID\.?NO\.?|C(?:IVILAVIATION|AAC)DEVELOPMENTFUND|FUELSURCHARGE|OTHERTAXES|E-TICKETNO\.?|INSURANCE"
    r"|DATEOFISSUE|ISSUEDBY|SERIALNUMBER|FARE|TOTAL|CK\."
)
"""What itineraries print behind or below a label, without spaces."""

_NEAR = "_near"  # marks the groups of misread labels
_COLON = "[:;：]"
CAPTIONS = re.compile(f"(?:{_ENGLISH})+")
"""A row of captions in English, which are no values."""

_TOLERATED = 4  # characters of a label at least of which one may be misread
_LONG = 6  # characters of a label at least of which one may be lost


class Label(NamedTuple):
    """A label that was found: characters [start, end) of a row; the colon belongs to it."""

    kind: str
    party: str  # "buyer" or "seller" where the label itself says so
    row: int
    start: int
    end: int


def labels_of(rows: Sequence[Row], *, tolerant: bool) -> list[Label]:
    """All labels from top to bottom and from left to right, none overlapping.

    Args:
        rows: of the page.
        tolerant: whether one wrong character is forgiven, for recognised text.
    """
    found: list[Label] = []
    for number, row in enumerate(rows):
        found.extend(_in_row(row, number, tolerant=tolerant))
    return found


def _in_row(row: Row, number: int, *, tolerant: bool) -> list[Label]:
    taken: list[Label] = []
    for match in _pattern(tolerant).finditer(row.text):
        group = match.lastgroup or ""
        kind = group.removesuffix(_NEAR)
        party = "buyer" if match["buyer"] else "seller" if match["seller"] else ""
        if kind == "name" and (_NO_NAME.search(row.text[: match.start(group)]) and not party):
            continue
        if kind in _OWN and _OTHER.search(row.text[: match.start()]):
            continue
        if kind in _NEEDS_COLON and not party and not _closed(row, match.end(), match[0]):
            continue
        taken.append(Label(kind, party, number, match.start(), match.end()))
    return taken


def _closed(row: Row, end: int, text: str) -> bool:
    """Whether a label ends with a colon, or with a drawn line or white space as in tables."""
    return text[-1] in ":;：" or end in row.cuts or end == len(row.text) or row.gap(end) > 1.0


@cache
def _pattern(tolerant: bool) -> re.Pattern[str]:  # noqa: FBT001 - a cache key
    groups = [f"(?P<{kind}>{'|'.join(map(re.escape, words))})" for kind, words in _WORDS.items()]
    if tolerant:  # behind all exact ones: 发票号码 is no misread 发票代码
        for kind in sorted(_TOLERANT):
            forms = [form for w in _WORDS[kind] if len(w) >= _TOLERATED for form in _near(w)]
            groups.append(f"(?P<{kind}{_NEAR}>{'|'.join(forms)})")
    return re.compile(
        f"(?:(?P<buyer>{_BUYER})|(?P<seller>{_SELLER}))?(?:的|:)?(?:{'|'.join(groups)})/?(?:{_ENGLISH})?{_COLON}?"
    )


def _near(word: str) -> list[str]:
    """The word with one character replaced or, where it is long, left out."""
    forms = [re.escape(word[:i]) + r"[^\d:]" + re.escape(word[i + 1 :]) for i in range(len(word))]
    if len(word) >= _LONG:
        forms += [re.escape(word[:i] + word[i + 1 :]) for i in range(len(word))]
    return forms
