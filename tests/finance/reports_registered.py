"""Accounts as small companies file them, for `tests.finance.reports`: rows full of dashes, sums without a label, figures of one digit."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from decimal import Decimal

from tests.finance.ledgers import Row
from tests.finance.report_words import EN_CSS, ZH_CSS
from tests.finance.reports import Look, Report, table, truth, with_notes

_FIXED = ("Tangible assets", "Intangible assets", "Investments")
_CURRENT = ("Stocks", "Debtors", "Cash at bank and in hand")
_MOVES = (
    "Balance at 1 January 2022", "Profit for the year", "Other comprehensive income", "Dividends paid", "Balance at 31 December 2022", "Profit for the year", "Issue of shares", "Transfer to retained earnings", "Dividends paid",
    "Balance at 31 December 2023",
)  # fmt: skip
_PARTS = ("Called up share capital", "Share premium account", "Revaluation reserve", "Profit and loss account", "Total")
_MOVES_ZH = (
    "一、上年年末余额", "加：会计政策变更", "前期差错更正", "二、本年年初余额", "三、本年增减变动金额", "（一）综合收益总额", "（二）所有者投入和减少资本", "（三）利润分配", "1．提取盈余公积", "2．对所有者的分配", "（四）所有者权益内部结转", "四、本年年末余额",
)  # fmt: skip
_PARTS_ZH = (
    "实收资本",
    "其他权益工具",
    "资本公积",
    "减：库存股",
    "专项储备",
    "盈余公积",
    "未分配利润",
    "所有者权益合计",
)
_RULED = ".t.r{border-top:1px solid;border-bottom:1px solid}"


def _amount(rng: random.Random) -> Decimal:
    """Often of one to three digits."""
    return Decimal(
        rng.choice((rng.randint(1, 9), rng.randint(10, 999), rng.randint(1_000, 99_999), rng.randint(1_000, 9_999_999)))
    )


def _pair(rng: random.Random, blank: float = 0.0) -> list[Decimal | None]:
    return [None if rng.random() < blank else _amount(rng) for _ in range(2)]


def _summed(rows: Sequence[Sequence[Decimal | None]], signs: Sequence[int] = ()) -> list[Decimal | None]:
    signs = signs or [1] * len(rows)
    return [
        sum((s * (row[c] or 0) for s, row in zip(signs, rows, strict=True)), Decimal(0)) for c in range(len(rows[0]))
    ]


def small_sheet(rng: random.Random, name: str) -> Report:
    """A balance sheet whose sums of fixed and current assets have no label."""
    report = Report(name, "en", rng.choice(EN_CSS) + _RULED + ".st td:first-child{width:52%}")
    fixed = [_pair(rng, 0.25) for _ in _FIXED]
    current = [_pair(rng, 0.15) for _ in _CURRENT]
    owed, later, provisions = _pair(rng), _pair(rng, 0.3), _pair(rng, 0.5)
    fixed_sum, current_sum = _summed(fixed), _summed(current)
    net = _summed([current_sum, owed], (1, -1))
    left = _summed([fixed_sum, net])
    total = _summed([left, later, provisions], (1, -1, -1))
    shares = [Decimal(rng.choice((1, 2, 100, 1_000)))] * 2
    minus = [[-v if v else v for v in row] for row in (owed, later, provisions)]
    rows = [
        Row("Fixed assets"),
        *(Row(a, values=v) for a, v in zip(_FIXED, fixed, strict=True)),
        Row("", values=fixed_sum, total=True),
    ]
    rows += [
        Row("Current assets"),
        *(Row(a, values=v) for a, v in zip(_CURRENT, current, strict=True)),
        Row("", values=current_sum, total=True),
    ]
    rows += [
        Row("Creditors: amounts falling due within one year", values=minus[0]), Row("Net current assets", values=net, total=True), Row("Total assets less current liabilities", values=left, total=True),
        Row("Creditors: amounts falling due after more than one year", values=minus[1]), Row("Provisions for liabilities", values=minus[2]), Row("Net assets", values=total, total=True),
        Row("Capital and reserves"), Row("Called up share capital", values=shares), Row("Profit and loss account", values=_summed([total, shares], (1, -1))), Row("Shareholders’ funds", values=total, total=True),
    ]  # fmt: skip
    with_notes(rows, rng, "#")
    report.add(
        "<p>Registered number: 00"
        + str(rng.randint(100000, 999999))
        + "</p><h1>Balance sheet</h1><p>as at 31 December 2023</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="-", notes="Note"), [["2023", "2022"], ["£", "£"]])
        + "<p>These accounts were approved by the board of directors on 14 June 2024.</p>"
    )
    report.statements.append(truth(rows, 0, "", "Balance sheet", ["2023 £", "2022 £"], "£", 1))
    return report


def _moved(
    rng: random.Random,
    labels: Sequence[str],
    width: int,
    sums: dict[int, Sequence[int]],
    start: Sequence[int],
    used: Sequence[int],
) -> list[Row]:
    """Movements in a few columns, dashes in all others; the last column is the sum of the others."""
    values: dict[int, list[Decimal | None]] = {}
    for r in (*(r for r in range(len(labels)) if r not in sums), *sums):
        if r in sums:
            row: list[Decimal | None] = [v or None for v in _summed([values[i] for i in sums[r]])]
        else:
            share = 1.0 if r in start else rng.choice((0.0, 0.35, 0.35))
            row = [
                _amount(rng) * (1 if r in start else rng.choice((1, -1)))
                if c in used and rng.random() < share
                else None
                for c in range(width)
            ]
        own = [v for v in row[:-1] if v is not None]
        row[-1] = sum(own, Decimal(0)) if own else None
        values[r] = row
    return [Row(label, values=values[r], total=r in sums) for r, label in enumerate(labels)]


def dashed_equity(rng: random.Random, name: str) -> Report:
    """A statement of changes in equity of which most cells are dashes."""
    report = Report(name, "en", rng.choice(EN_CSS) + _RULED + ".st td:first-child{width:36%}.st th{width:12%}")
    rows = _moved(
        rng,
        _MOVES,
        5,
        {4: (0, 1, 2, 3), 9: (4, 5, 6, 7, 8)},
        (0,),
        rng.choice(((0, 3), (0, 1, 3), (0, 2, 3), (0, 1, 2, 3))),
    )
    unit = rng.choice(("£", "£000"))
    report.add(
        "<h1>Statement of changes in equity</h1><p>for the year ended 31 December 2023</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="-"), [list(_PARTS), [unit] * 5])
    )
    columns = [f"{part} {unit}" for part in _PARTS]
    report.statements.append(
        truth(rows, 3, "", "Statement of changes in equity", columns, unit, 1000 if "000" in unit else 1)
    )
    return report


def dashed_equity_zh(rng: random.Random, name: str) -> Report:
    """A Chinese one of a small company: dashes wherever nothing moved."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + ".st td:first-child{width:26%}")
    sums = {3: (0, 1, 2), 7: (8, 9), 4: (5, 6, 7, 10), 11: (3, 4)}
    rows = _moved(rng, _MOVES_ZH, 8, sums, (0,), rng.choice(((0, 6), (0, 5, 6), (0, 2, 5, 6))))
    report.add(
        "<h1>所有者权益变动表</h1><p style='text-align:center'>2023年度</p><p>编制单位：松风示例有限公司 <span style='float:right'>单位：元</span></p>"
        + table(rows, Look(rng, cents=True, minus="-", nil="-"), [list(_PARTS_ZH)], label="项目")
    )
    report.statements.append(truth(rows, 3, "", "所有者权益变动表", _PARTS_ZH, "元", 1))
    return report


REGISTERED: dict[str, Callable[[random.Random, str], Report]] = {
    "small-sheet": small_sheet, "dashed-equity": dashed_equity, "dashed-equity-zh": dashed_equity_zh,
}  # fmt: skip
