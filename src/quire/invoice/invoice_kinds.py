"""Titles of Chinese invoices: what the print, the QR code and the XML say about the kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.invoice.character_rows import Row

_PROVINCE = re.compile(
    r"^(?:国家税务总局|全国统一发票监制章)?(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西"
    r"|山东|河南|湖北|湖南|广东|海南"
    r"|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|大连|青岛|宁波|厦门|深圳)(?:省|市|壮族自治区"
    r"|回族自治区|维吾尔自治区|自治区)?(?:地方|国家)?(?:税务局)?"
)
_TITLE = re.compile(
    r"电子发票\({1,2}[^()]{2,16}\){1,2}|航空运输电子客票行程单|[一-鿿]{0,12}?(?:增值税|机动车销售统一|二手车销售统一"
    r"|通用|定额|机打|客运|出租|通行费|电子客票|统一|门票|餐饮|服务业)"
    r"[一-鿿]{0,8}发票(?:\([^()]{2,8}\))?"
    r"|[一-鿿]{0,12}?(?:门诊|住院|医疗|非税收入|公益事业捐赠|资金往来|社会团体会费)[一-鿿]{0,8}票据(?:\([^()]{2,8}\))?"
    r"|[一-鿿]{0,6}?海关[一-鿿]{2,8}专用缴款书"
)
_LIST = re.compile(r"销[货售](?:货物或者提供应税劳务、?服务)?(?:货物)?清单|货物运输服务清单|应税劳务、?服务清单")
_KNOWN = (
    "增值税专用发票",
    "增值税普通发票",
    "增值税电子普通发票",
    "增值税电子专用发票",
    "增值税普通发票(卷票)",
    "电子发票(普通发票)",
    "电子发票(增值税专用发票)",
    "电子发票(铁路电子客票)",
    "电子发票(航空运输电子客票行程单)",
    "电子发票(机动车销售统一发票)",
    "电子发票(二手车销售统一发票)",
    "机动车销售统一发票",
    "二手车销售统一发票",
)
_PLACE = 4  # characters of the name of a province or city
_MISREAD = 8  # characters of a known title at least in which one may be wrong
_SHORTEST_TITLE = 6  # characters of a row at least that may hold a misread title
_LONGEST_TITLE = 40  # characters of a row at most that may hold a misread title
_LIST_TITLE = 40  # characters; the title of a list of goods stands in a shorter row
_LABEL = re.compile(r"(?:发票|票据)(?:代码|号码|联|专用章|监制章)")

_BY_CODE = {
    "01": "增值税专用发票",
    "03": "机动车销售统一发票",
    "04": "增值税普通发票",
    "08": "增值税电子专用发票",
    "10": "增值税电子普通发票",
    "11": "增值税普通发票（卷票）",
    "14": "增值税电子普通发票",
    "15": "二手车销售统一发票",
    "31": "电子发票（增值税专用发票）",
    "32": "电子发票（普通发票）",
    "51": "电子发票（铁路电子客票）",
    "61": "电子发票（航空运输电子客票行程单）",
}
"""Kind by the second field of the QR code."""


def is_customs(title: str) -> bool:
    """Whether a title is that of a payment form of the customs."""
    return title.endswith("专用缴款书")


def kind_of_code(code: str) -> str | None:
    """The title of the kind that a QR code names."""
    return _BY_CODE.get(code)


def wide_brackets(title: str) -> str:
    """The title with the brackets that it is printed with."""
    return title.replace("(", "（").replace(")", "）")


def known_title(title: str) -> str:
    """A recognised title as the known one that it can only be: the same but for brackets or one or two characters."""
    bare = re.sub(r"([()])\1+", r"\1", title.replace("（", "(").replace("）", ")"))
    if bare in _KNOWN:
        return wide_brackets(bare)
    ends = [known for known in _KNOWN if bare.endswith(known) and len(bare) - len(known) <= _PLACE]
    if ends:
        return wide_brackets(max(ends, key=len))  # what stands before it is the misread name of a province
    plain = re.sub(r"[()]", "", bare)
    for known in sorted(_KNOWN, key=len, reverse=True):
        other = re.sub(r"[()]", "", known)
        if plain == other or (len(other) >= _MISREAD and _distance(plain, other) <= 1):
            return wide_brackets(known)
    return title


def _distance(left: str, right: str) -> int:
    """Edits from one text to another, counted up to 2."""
    if abs(len(left) - len(right)) > 1:
        return 2
    if len(left) == len(right):
        return min(2, sum(a != b for a, b in zip(left, right, strict=True)))
    short, long = sorted((left, right), key=len)
    return 1 if any(long[:i] + long[i + 1 :] == short for i in range(len(long))) else 2


def title_of(rows: Sequence[Row]) -> tuple[str, int, int, int] | None:
    """(title without the province, row, start, end) of the title that is set largest; None when there is none.

    In recognised text a title with one or two wrong characters counts as the known one that it resembles.
    """
    best: tuple[float, tuple[str, int, int, int]] | None = None
    for number, row in enumerate(rows):
        for start, end, text in _titles(row):
            size = row.em * (1.0 if number <= len(rows) * 0.6 else 0.5)
            if best is None or size > best[0] * 1.15:
                best = (size, (text, number, start, end))
    return best[1] if best else None


def _titles(row: Row) -> list[tuple[int, int, str]]:
    found = []
    for match in _TITLE.finditer(row.text):
        text = _PROVINCE.sub("", match[0])
        if not _LABEL.search(row.text[match.end() - 2 : match.end() + 3]) and text != "发票":
            found.append((match.end() - len(text), match.end(), text))
    if not found and _SHORTEST_TITLE <= len(row.text) <= _LONGEST_TITLE and "发" in row.text:
        return _near(row.text)
    return found


def _near(text: str) -> list[tuple[int, int, str]]:
    """The known title that a part of a text resembles: as long, at most a fifth of its characters different."""
    best: tuple[int, int, int, str] | None = None
    for title in _KNOWN:
        for start in range(len(text) - len(title) + 1):
            part = text[start : start + len(title)]
            wrong = sum(a != b for a, b in zip(part, title, strict=True))
            if wrong * 5 <= len(title) and part[-2:] in title and (best is None or wrong < best[0]):
                best = (wrong, start, start + len(title), title)
    return [best[1:]] if best else []


def is_list(rows: Sequence[Row]) -> bool:
    """Whether the page is a list of goods that belongs to an invoice, not an invoice."""
    top = [row for row in rows[: max(4, len(rows) // 3)] if not row.text.startswith("(")]
    return any(_LIST.search(row.text) and len(row.text) < _LIST_TITLE and "详见" not in row.text for row in top)
