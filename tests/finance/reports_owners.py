"""More statements of changes in equity for `tests.finance.reports`: years side by side, banks, Hong Kong, Britain, Australia, a quarter of a 10-Q."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from decimal import Decimal

from tests.finance.ledgers import Row
from tests.finance.report_words import EN_CSS, ZH_CSS
from tests.finance.reports import Look, Report, table, truth, with_notes
from tests.finance.reports_more import moves

_MOVES_ZH = (
    "一、上年年末余额", "二、本年年初余额", "三、本年增减变动金额", "（一）综合收益总额", "（二）股东投入和减少资本", "1．股东投入的普通股", "2．其他权益工具持有者投入资本", "（三）利润分配", "1．提取盈余公积",
    "2．提取一般风险准备", "3．对股东的分配", "（四）其他", "四、本年年末余额",
)  # fmt: skip
_SUMS_ZH = {1: (0,), 4: (5, 6), 7: (8, 9, 10), 2: (3, 4, 7, 11), 12: (1, 2)}
_PARTS_SIDE = ("股本", "资本公积", "其他综合收益", "盈余公积", "未分配利润", "股东权益合计")
_PARTS_BANK = (
    "股本",
    "其他权益工具",
    "资本公积",
    "其他综合收益",
    "盈余公积",
    "一般风险准备",
    "未分配利润",
    "小计",
    "少数股东权益",
    "合计",
)
_PARTS_OTHER = (
    "股本",
    "优先股",
    "永续债",
    "其他",
    "资本公积",
    "减：库存股",
    "其他综合收益",
    "专项储备",
    "盈余公积",
    "未分配利润",
    "股东权益合计",
)
_PARTS_HK = ("股本", "股份溢價", "資本儲備", "匯兌儲備", "保留溢利", "總計", "非控股權益", "權益總額")
_MOVES_HK = (
    "於二零二二年一月一日", "年度溢利", "換算海外業務之匯兌差額", "年度全面收益總額", "已付股息", "以股份支付之款項", "於二零二二年十二月三十一日", "年度溢利", "換算海外業務之匯兌差額", "年度全面收益總額", "發行股份", "已付股息",
    "於二零二三年十二月三十一日",
)  # fmt: skip
_SUMS_HK = {3: (1, 2), 6: (0, 3, 4, 5), 9: (7, 8), 12: (6, 9, 10, 11)}
_PARTS_UK = ("Share capital", "Share premium account", "Own shares", "Hedging reserve", "Translation reserve", "Retained earnings", "Total", "Non-controlling interests", "Total equity")  # fmt: skip
_MOVES_UK = (
    "At 1 January 2022", "Profit for the year", "Exchange differences on translation of foreign operations", "Gains on cash flow hedges", "Total comprehensive income for the year", "Dividends to shareholders",
    "Purchase of own shares by the employee benefit trust", "At 31 December 2022", "Profit for the year", "Exchange differences on translation of foreign operations", "Total comprehensive income for the year",
    "Share-based payments, net of tax", "Dividends to shareholders", "At 31 December 2023",
)  # fmt: skip
_SUMS_UK = {4: (1, 2, 3), 7: (0, 4, 5, 6), 10: (8, 9), 13: (7, 10, 11, 12)}
_PARTS_AU = (
    "Issued capital",
    "Share-based payments reserve",
    "Foreign currency reserve",
    "Accumulated losses",
    "Total equity",
)
_MOVES_AU = (
    "Balance at 1 July 2022", "Loss after income tax expense for the year", "Other comprehensive income for the year, net of tax", "Total comprehensive loss for the year",
    "Contributions of equity, net of transaction costs (note 18)", "Share-based payments (note 31)", "Balance at 30 June 2023",
)  # fmt: skip
_SUMS_AU = {3: (1, 2), 6: (0, 3, 4, 5)}
_PARTS_US = ("Shares", "Amount", "Additional Paid-in Capital", "Accumulated Other Comprehensive Income (Loss)", "Retained Earnings", "Noncontrolling Interests", "Total Equity")  # fmt: skip
_MOVES_US = (
    "Balance, March 31, 2023", "Net income", "Other comprehensive loss", "Stock-based compensation", "Dividends declared ($0.12 per share)", "Distributions to noncontrolling interests", "Balance, June 30, 2023",
    "Net income", "Other comprehensive income", "Issuance of common stock, net", "Dividends declared ($0.12 per share)", "Balance, September 30, 2023",
)  # fmt: skip
_SUMS_US = {6: (0, 1, 2, 3, 4, 5), 11: (6, 7, 8, 9, 10)}


def _unused(rows: Sequence[Row], blank: Sequence[int], width: int) -> None:
    """Give rows columns without a figure."""
    for row in rows:
        own = iter(row.values)
        row.values = [None if c in blank else next(own) for c in range(width)]


def _kept(parts: Sequence[str], blank: Sequence[int]) -> tuple[str, ...]:
    return tuple(part for c, part in enumerate(parts) if c not in blank)


def side_zh(rng: random.Random, name: str) -> Report:
    """This year and the year before side by side."""
    report = Report(
        name,
        "zh",
        rng.choice(ZH_CSS) + "body{font-size:6.2pt!important}.st td:first-child{width:17%}.st td{padding:1px 2px}",
        landscape=True,
    )
    now, before = (moves(_MOVES_ZH, _PARTS_SIDE, _SUMS_ZH, rng, cents=False) for _ in range(2))
    rows = [Row(a.label, values=[*a.values, *b.values], total=a.total) for a, b in zip(now, before, strict=True)]
    heads = [["2023年度|6", "2022年度|6"], list(_PARTS_SIDE) * 2]
    title = rng.choice(("股东权益变动表", "合并股东权益变动表"))
    report.add(
        f"<h1>{title}</h1><p>编制单位：松风示例股份有限公司 <span style='float:right'>单位：人民币千元</span></p>"
        + table(rows, Look(rng, cents=False, minus=rng.choice("-("), nil=rng.choice(("", "-"))), heads, label="项目")
    )
    columns = [f"{year} {part}" for year in ("2023年度", "2022年度") for part in _PARTS_SIDE]
    report.statements.append(truth(rows, 3, "", title, columns, "千元", 1000))
    return report


def bank_zh(rng: random.Random, name: str) -> Report:
    """A bank's equity in millions with notes, one year."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + "body{font-size:7pt!important}.st td:first-child{width:22%}", landscape=rng.random() < 0.7)  # fmt: skip
    rows = moves(_MOVES_ZH, _PARTS_BANK, _SUMS_ZH, rng, cents=False)
    with_notes(rows, rng, "五、#")
    heads = [["归属于本行股东的权益|8", "", ""], list(_PARTS_BANK)]
    report.add(
        "<h1>合并股东权益变动表</h1><p style='text-align:center'>2023年度</p><p>（除特别注明外，金额单位均为人民币百万元）</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="-", notes="附注"), heads, label="项目")
    )
    columns = [f"归属于本行股东的权益 {p}" if i < 8 else p for i, p in enumerate(_PARTS_BANK)]
    report.statements.append(truth(rows, 3, "consolidated", "合并股东权益变动表", columns, "百万元", 10**6))
    return report


def other_zh(rng: random.Random, name: str) -> Report:
    """A parent's equity in yuan; one of three other instruments has figures."""
    css = rng.choice(ZH_CSS) + "body{font-size:6pt!important}.st td:first-child{width:18%}.st td{padding:1px 2px}"
    report = Report(name, "zh", css, landscape=True)
    blank = sorted({1, rng.choice((2, 3)), *rng.sample([5, 7], rng.randint(1, 2))})
    for year in ("2023年度", "2022年度"):
        rows = moves(_MOVES_ZH, _kept(_PARTS_OTHER, blank), _SUMS_ZH, rng, cents=True)
        _unused(rows, blank, len(_PARTS_OTHER))
        heads = [[f"{year}|11"], ["", "其他权益工具|3", *[""] * 7], list(_PARTS_OTHER)]
        report.add(
            f"<h1>公司股东权益变动表</h1><p style='text-align:center'>{year}</p><p>单位：元</p>"
            + table(rows, Look(rng, minus="-", nil=rng.choice(("", "0.00"))), heads, label="项目")
        )
        columns = [f"其他权益工具 {p}" if 0 < i < 4 else p for i, p in enumerate(_PARTS_OTHER)]
        report.statements.append(truth(rows, 3, "parent", "公司股东权益变动表", columns, "元", 1))
    return report


def owners_hk(rng: random.Random, name: str) -> Report:
    """Hong Kong: traditional characters, the unit below each title, two years."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + ".st td:first-child{width:26%}.t.r{border-top:1px solid}")
    rows = moves(_MOVES_HK, _PARTS_HK, _SUMS_HK, rng, cents=False)
    for c in (5, 7):  # the totals of this module's parts
        for row in rows:
            own = [v for v in row.values[: 5 if c == 5 else 7] if v is not None]
            row.values[c] = sum(own, Decimal(0)) if own and c == 5 else row.values[c]
    for row in rows:
        own = [v for i, v in enumerate(row.values) if i in (5, 6) and v is not None]
        row.values[7] = sum(own, Decimal(0)) if own else None
        row.total = row.label.startswith("於")
    heads = [["本公司擁有人應佔|6", "", ""], list(_PARTS_HK), ["千港元"] * 8]
    report.add(
        "<h1>綜合權益變動表</h1><p>截至二零二三年十二月三十一日止年度</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil=rng.choice(("–", "—"))), heads)
    )
    columns = [f"本公司擁有人應佔 {p} 千港元" if i < 6 else f"{p} 千港元" for i, p in enumerate(_PARTS_HK)]
    report.statements.append(truth(rows, 3, "consolidated", "綜合權益變動表", columns, "千港元", 1000))
    return report


def owners_uk(rng: random.Random, name: str) -> Report:
    """A British group: notes, pounds in millions, titles of up to three lines, two years."""
    report = Report(
        name, "en", rng.choice(EN_CSS) + ".st td:first-child{width:25%}.t.r{border-top:1px solid}", landscape=True
    )
    blank = rng.choice(((), (2,), (3,)))
    rows = moves(_MOVES_UK, _kept(_PARTS_UK, blank), _SUMS_UK, rng, cents=False)
    _unused(rows, blank, len(_PARTS_UK))
    with_notes(rows, rng, "#")
    for row in rows:
        row.total = row.label.startswith("At ")
    heads = [["Attributable to owners of the parent|7", "", ""], list(_PARTS_UK), ["£m"] * 9]
    report.add(
        "<h1>Group statement of changes in equity</h1><p>for the year ended 31 December 2023</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil=rng.choice(("–", "-")), notes="Note"), heads)
    )
    columns = [f"Attributable to owners of the parent {p} £m" if i < 7 else f"{p} £m" for i, p in enumerate(_PARTS_UK)]
    report.statements.append(
        truth(rows, 3, "consolidated", "Group statement of changes in equity", columns, "£m", 10**6)
    )
    return report


def owners_au(rng: random.Random, name: str) -> Report:
    """An Australian company: narrow titles over two lines each, thousands of dollars."""
    report = Report(name, "en", rng.choice(EN_CSS) + ".st td:first-child{width:40%}.st th{width:12%}")
    rows = moves(_MOVES_AU, _PARTS_AU, _SUMS_AU, rng, cents=False)
    heads = [list(_PARTS_AU), ["$’000"] * 5]
    report.add(
        "<h1>Statement of changes in equity</h1><p>For the year ended 30 June 2023</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="-"), heads, label="Consolidated")
        + "<p>The above statement of changes in equity should be read in conjunction with the accompanying notes</p>"
    )
    columns = [f"{p} $’000" for p in _PARTS_AU]
    report.statements.append(truth(rows, 3, "", "Statement of changes in equity", columns, "$’000", 1000))
    return report


def quarter_us(rng: random.Random, name: str) -> Report:
    """A 10-Q: two quarters, preferred shares without a figure, dollars in columns of their own."""
    report = Report(name, "en", rng.choice(EN_CSS) + ".st td:first-child{width:26%}", landscape=True)
    preferred = rng.random() < 0.5
    rows = moves(_MOVES_US, _PARTS_US, _SUMS_US, rng, cents=False)
    for row in rows:
        own = [v for v in row.values[1:-1] if v is not None]
        row.values = [*row.values[:-1], sum(own, Decimal(0)) if own else None]
    if preferred:
        _unused(rows, (0,), len(_PARTS_US) + 1)
    heads = [
        [*(["Preferred Stock"] if preferred else []), "Common Stock|2", *[""] * 5],
        [*([""] if preferred else []), *_PARTS_US],
    ]
    title = "CONDENSED CONSOLIDATED STATEMENTS OF CHANGES IN EQUITY"
    report.add(
        f"<h1>{title}</h1><p style='text-align:center'>(in thousands) (unaudited)</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil=rng.choice(("—", "")), dollar=True), heads)
    )
    columns = [
        *(["Preferred Stock"] if preferred else []),
        "Common Stock Shares",
        "Common Stock Amount",
        *_PARTS_US[2:],
    ]
    report.statements.append(truth(rows, 3, "consolidated", title, columns, "in thousands", 1000))
    return report


OWNERS: dict[str, Callable[[random.Random, str], Report]] = {
    "side-zh": side_zh, "bank-zh": bank_zh, "other-zh": other_zh, "owners-hk": owners_hk, "owners-uk": owners_uk,
    "owners-au": owners_au, "quarter-us": quarter_us,
}  # fmt: skip
