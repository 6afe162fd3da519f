"""Invented statements with right sums: rows as formulas, columns of figures, and how they are printed.

A row is (label, formula, note): None is the title of a section, "i" an item, "-" an item that is taken off (printed in
brackets or with a minus), "T" the sum of the items since the last sum or section, "=" with labels and signs the sum of
rows before it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

Spec = Sequence[tuple[str, str | None]]

BALANCE_ZH: Spec = (
    ("流动资产：", None), ("货币资金", "i"), ("交易性金融资产", "i"), ("应收票据", "i"), ("应收账款", "i"), ("预付款项", "i"), ("其他应收款", "i"), ("其中：应收利息", "o"), ("应收股利", "o"),
    ("存货", "i"), ("合同资产", "i"), ("一年内到期的非流动资产", "i"), ("其他流动资产", "i"), ("流动资产合计", "T"), ("非流动资产：", None), ("长期股权投资", "i"), ("其他权益工具投资", "i"),
    ("投资性房地产", "i"), ("固定资产", "i"), ("在建工程", "i"), ("使用权资产", "i"), ("无形资产", "i"), ("开发支出", "i"), ("商誉", "i"), ("长期待摊费用", "i"), ("递延所得税资产", "i"),
    ("其他非流动资产", "i"), ("非流动资产合计", "T"), ("资产总计", "=流动资产合计+非流动资产合计"), ("流动负债：", None), ("短期借款", "s"), ("应付票据", "s"), ("应付账款", "s"), ("合同负债", "s"),
    ("应付职工薪酬", "s"), ("应交税费", "s"), ("其他应付款", "s"), ("一年内到期的非流动负债", "s"), ("流动负债合计", "T"), ("非流动负债：", None), ("长期借款", "s"), ("租赁负债", "s"),
    ("递延收益", "s"), ("递延所得税负债", "s"), ("非流动负债合计", "T"), ("负债合计", "=流动负债合计+非流动负债合计"), ("所有者权益（或股东权益）：", None), ("实收资本（或股本）", "s"), ("资本公积", "s"),
    ("减：库存股", "o"), ("其他综合收益", "s"), ("盈余公积", "s"), ("未分配利润", "=资产总计-负债合计-实收资本（或股本）-资本公积-其他综合收益-盈余公积-少数股东权益"),
    ("归属于母公司所有者权益（或股东权益）合计", "=资产总计-负债合计-少数股东权益"), ("少数股东权益", "s"), ("所有者权益（或股东权益）合计", "=资产总计-负债合计"),
    ("负债和所有者权益（或股东权益）总计", "=资产总计"),
)  # fmt: skip
INCOME_ZH: Spec = (
    ("一、营业总收入", "b"), ("其中：营业收入", "=一、营业总收入"), ("利息收入", "o"), ("二、营业总成本", "=其中：营业成本+税金及附加+销售费用+管理费用+研发费用+财务费用"), ("其中：营业成本", "i"), ("税金及附加", "s"),
    ("销售费用", "s"), ("管理费用", "s"), ("研发费用", "s"), ("财务费用", "s"), ("其中：利息费用", "o"), ("利息收入", "o"), ("加：其他收益", "s"), ("投资收益（损失以“－”号填列）", "s"),
    ("其中：对联营企业和合营企业的投资收益", "o"), ("以摊余成本计量的金融资产终止确认收益（损失以“-”号填列）", "o"), ("公允价值变动收益（损失以“－”号填列）", "n"), ("信用减值损失（损失以“-”号填列）", "n"), ("资产减值损失（损失以“-”号填列）", "n"),
    ("三、营业利润（亏损以“－”号填列）", "=一、营业总收入-二、营业总成本+加：其他收益+投资收益（损失以“－”号填列）+公允价值变动收益（损失以“－”号填列）+信用减值损失（损失以“-”号填列）+资产减值损失（损失以“-”号填列）"),
    ("加：营业外收入", "s"), ("减：营业外支出", "s"), ("四、利润总额（亏损总额以“－”号填列）", "=三、营业利润（亏损以“－”号填列）+加：营业外收入-减：营业外支出"), ("减：所得税费用", "s"),
    ("五、净利润（净亏损以“－”号填列）", "=四、利润总额（亏损总额以“－”号填列）-减：所得税费用"), ("（一）按经营持续性分类", None), ("1.持续经营净利润（净亏损以“－”号填列）", "=五、净利润（净亏损以“－”号填列）"), ("2.终止经营净利润（净亏损以“－”号填列）", "o"),
    ("六、其他综合收益的税后净额", "n"), ("七、综合收益总额", "=五、净利润（净亏损以“－”号填列）+六、其他综合收益的税后净额"), ("八、每股收益：", None), ("（一）基本每股收益(元/股)", "e"), ("（二）稀释每股收益(元/股)", "e"),
)  # fmt: skip
CASH_ZH: Spec = (
    ("一、经营活动产生的现金流量：", None), ("销售商品、提供劳务收到的现金", "i"), ("收到的税费返还", "s"), ("收到其他与经营活动有关的现金", "s"), ("经营活动现金流入小计", "T"), ("购买商品、接受劳务支付的现金", "i"), ("支付给职工及为职工支付的现金", "s"),
    ("支付的各项税费", "s"), ("支付其他与经营活动有关的现金", "s"), ("经营活动现金流出小计", "T"), ("经营活动产生的现金流量净额", "=经营活动现金流入小计-经营活动现金流出小计"), ("二、投资活动产生的现金流量：", None), ("收回投资收到的现金", "s"),
    ("取得投资收益收到的现金", "s"), ("处置固定资产、无形资产和其他长期资产收回的现金净额", "s"), ("投资活动现金流入小计", "T"), ("购建固定资产、无形资产和其他长期资产支付的现金", "s"), ("投资支付的现金", "s"), ("投资活动现金流出小计", "T"),
    ("投资活动产生的现金流量净额", "=投资活动现金流入小计-投资活动现金流出小计"), ("三、筹资活动产生的现金流量：", None), ("吸收投资收到的现金", "s"), ("其中：子公司吸收少数股东投资收到的现金", "o"), ("取得借款收到的现金", "s"), ("筹资活动现金流入小计", "T"),
    ("偿还债务支付的现金", "s"), ("分配股利、利润或偿付利息支付的现金", "s"), ("筹资活动现金流出小计", "T"), ("筹资活动产生的现金流量净额", "=筹资活动现金流入小计-筹资活动现金流出小计"), ("四、汇率变动对现金及现金等价物的影响", "n"),
    ("五、现金及现金等价物净增加额", "=经营活动产生的现金流量净额+投资活动产生的现金流量净额+筹资活动产生的现金流量净额+四、汇率变动对现金及现金等价物的影响"), ("加：期初现金及现金等价物余额", "b"), ("六、期末现金及现金等价物余额", "=五、现金及现金等价物净增加额+加：期初现金及现金等价物余额"),
)  # fmt: skip
BANK_ZH: Spec = (
    ("资产：", None), ("现金及存放中央银行款项", "i"), ("存放同业款项", "i"), ("拆出资金", "i"), ("买入返售金融资产", "i"), ("发放贷款和垫款", "b"), ("金融投资：", None), ("—交易性金融资产", "o"), ("—债权投资", "o"), ("固定资产", "i"), ("其他资产", "i"),
    ("资产总计", "=现金及存放中央银行款项+存放同业款项+拆出资金+买入返售金融资产+发放贷款和垫款+固定资产+其他资产"), ("负债：", None), ("向中央银行借款", "s"), ("同业及其他金融机构存放款项", "s"), ("吸收存款", "s"), ("应付债券", "s"), ("负债合计", "T"),
    ("股东权益：", None), ("股本", "s"), ("一般风险准备", "s"), ("未分配利润", "=资产总计-负债合计-股本-一般风险准备"), ("股东权益合计", "=资产总计-负债合计"), ("负债和股东权益总计", "=资产总计"),
)  # fmt: skip
POSITION_EN: Spec = (
    ("Non-current assets", None), ("Property, plant and equipment", "i"), ("Right-of-use assets", "i"), ("Goodwill", "i"), ("Intangible assets", "i"), ("Investments accounted for using the equity method", "i"), ("Deferred tax assets", "i"), ("Total non-current assets", "T"),
    ("Current assets", None), ("Inventories", "i"), ("Trade and other receivables", "i"), ("Derivative financial instruments", "o0"), ("Cash and cash equivalents", "i"), ("Total current assets", "T"), ("Total assets", "=Total non-current assets+Total current assets"),
    ("Current liabilities", None), ("Trade and other payables", "s"), ("Borrowings", "s"), ("Lease liabilities", "s"), ("Current tax liabilities", "s"), ("Total current liabilities", "T"), ("Non-current liabilities", None), ("Borrowings", "s"), ("Lease liabilities", "s"),
    ("Deferred tax liabilities", "s"), ("Retirement benefit obligations", "s"), ("Total non-current liabilities", "T"), ("Total liabilities", "=Total current liabilities+Total non-current liabilities"), ("Net assets", "=Total assets-Total liabilities"),
    ("Equity", None), ("Share capital", "s"), ("Share premium", "s"), ("Retained earnings", "=Net assets-Share capital-Share premium-Non-controlling interests"), ("Equity attributable to owners of the Company", "=Net assets-Non-controlling interests"), ("Non-controlling interests", "s"), ("Total equity", "=Net assets"),
)  # fmt: skip
PROFIT_EN: Spec = (
    ("Revenue", "b"), ("Cost of sales", "-"), ("Gross profit", "=Revenue+Cost of sales"), ("Other operating income", "s"), ("Selling and distribution expenses", "-s"), ("Administrative expenses", "-s"), ("Net impairment losses on financial and contract assets", "-s"),
    ("Operating profit", "=Gross profit+Other operating income+Selling and distribution expenses+Administrative expenses+Net impairment losses on financial and contract assets"), ("Finance income", "s"), ("Finance costs", "-s"), ("Share of net profit of associates accounted for using the equity method", "s"),
    ("Profit before income tax", "=Operating profit+Finance income+Finance costs+Share of net profit of associates accounted for using the equity method"), ("Income tax expense", "-s"), ("Profit for the year", "=Profit before income tax+Income tax expense"), ("Profit attributable to:", None),
    ("Owners of the Company", "=Profit for the year-Non-controlling interests"), ("Non-controlling interests", "s"), ("Earnings per share (cents)", None), ("Basic", "e"), ("Diluted", "e"),
)  # fmt: skip
FLOWS_EN: Spec = (
    ("Cash flows from operating activities", None), ("Cash generated from operations", "b"), ("Interest paid", "-s"), ("Income taxes paid", "-s"), ("Net cash inflow from operating activities", "T"), ("Cash flows from investing activities", None), ("Payments for property, plant and equipment", "-s"),
    ("Payment for acquisition of subsidiary, net of cash acquired", "-s"), ("Proceeds from sale of property, plant and equipment", "s"), ("Net cash outflow from investing activities", "T"), ("Cash flows from financing activities", None), ("Proceeds from borrowings", "s"), ("Repayment of borrowings", "-s"),
    ("Principal elements of lease payments", "-s"), ("Dividends paid to the Company’s shareholders", "-s"), ("Net cash outflow from financing activities", "T"),
    ("Net increase in cash and cash equivalents", "=Net cash inflow from operating activities+Net cash outflow from investing activities+Net cash outflow from financing activities"), ("Cash and cash equivalents at the beginning of the financial year", "i"), ("Effects of exchange rate changes on cash and cash equivalents", "n"),
    ("Cash and cash equivalents at end of year", "=Net increase in cash and cash equivalents+Cash and cash equivalents at the beginning of the financial year+Effects of exchange rate changes on cash and cash equivalents"),
)  # fmt: skip
OPERATIONS_US: Spec = (
    ("Net revenues:", None), ("Products", "b"), ("Services", "i"), ("Total net revenues", "T"), ("Cost of revenues", "i"), ("Gross margin", "=Total net revenues-Cost of revenues"), ("Operating expenses:", None), ("Research and development", "s"), ("Sales and marketing", "s"), ("General and administrative", "s"),
    ("Amortization of acquisition-related intangibles", "s"), ("Total operating expenses", "T"), ("Income from operations", "=Gross margin-Total operating expenses"), ("Interest and other income (expense), net", "n"), ("Income before income taxes", "=Income from operations+Interest and other income (expense), net"), ("Provision for income taxes", "s"),
    ("Net income", "=Income before income taxes-Provision for income taxes"), ("Net income per share:", None), ("Basic", "e"), ("Diluted", "e"), ("Weighted-average shares used in computing net income per share:", None), ("Basic", "h"), ("Diluted", "h"),
)  # fmt: skip
SHEET_US: Spec = (
    ("ASSETS", None), ("Current assets:", None), ("Cash and cash equivalents", "i"), ("Short-term investments", "i"), ("Accounts receivable, net of allowances of $12.4 and $9.8, respectively", "i"), ("Inventories", "i"), ("Prepaid expenses and other current assets", "i"), ("Total current assets", "T"), ("Property and equipment, net", "i"), ("Operating lease right-of-use assets", "i"), ("Goodwill", "i"), ("Other assets", "i"),
    ("Total assets", "=Total current assets+Property and equipment, net+Operating lease right-of-use assets+Goodwill+Other assets"), ("LIABILITIES AND STOCKHOLDERS’ EQUITY", None), ("Current liabilities:", None), ("Accounts payable", "s"), ("Accrued compensation", "s"), ("Deferred revenue", "s"), ("Total current liabilities", "T"), ("Long-term debt", "s"), ("Other long-term liabilities", "s"),
    ("Total liabilities", "=Total current liabilities+Long-term debt+Other long-term liabilities"), ("Commitments and contingencies (Note 9)", None), ("Stockholders’ equity:", None), ("Preferred stock, $0.001 par value; 50 shares authorized; none issued and outstanding", "o0"), ("Common stock, $0.001 par value; 2,000 shares authorized; 512 and 508 shares issued and outstanding, respectively", "s"), ("Additional paid-in capital", "s"),
    ("Accumulated other comprehensive loss", "n0"), ("Retained earnings", "=Total assets-Total liabilities-Common stock, $0.001 par value; 2,000 shares authorized; 512 and 508 shares issued and outstanding, respectively-Additional paid-in capital"), ("Total stockholders’ equity", "=Total assets-Total liabilities"), ("Total liabilities and stockholders’ equity", "=Total assets"),
)  # fmt: skip
FLOWS_US: Spec = (
    ("Cash flows from operating activities:", None), ("Net income", "b"), ("Adjustments to reconcile net income to net cash provided by operating activities:", None), ("Depreciation and amortization", "s"), ("Stock-based compensation", "s"), ("Deferred income taxes", "-s"), ("Changes in operating assets and liabilities:", None), ("Accounts receivable", "-s"), ("Accounts payable and accrued liabilities", "s"),
    ("Net cash provided by operating activities", "=Net income+Depreciation and amortization+Stock-based compensation+Deferred income taxes+Accounts receivable+Accounts payable and accrued liabilities"), ("Cash flows from investing activities:", None), ("Purchases of property and equipment", "-s"), ("Maturities of investments", "s"), ("Acquisitions, net of cash acquired", "-s"), ("Net cash used in investing activities", "T"),
    ("Cash flows from financing activities:", None), ("Repurchases of common stock", "-s"), ("Proceeds from issuance of debt, net", "s"), ("Net cash used in financing activities", "T"), ("Effect of exchange rate changes on cash", "n"), ("Net change in cash and cash equivalents", "=Net cash provided by operating activities+Net cash used in investing activities+Net cash used in financing activities+Effect of exchange rate changes on cash"),
    ("Cash and cash equivalents, beginning of period", "i"), ("Cash and cash equivalents, end of period", "=Net change in cash and cash equivalents+Cash and cash equivalents, beginning of period"), ("Supplemental disclosures of cash flow information:", None), ("Cash paid for income taxes, net", "s"),
)  # fmt: skip
COMPREHENSIVE_US: Spec = (
    ("Net income", "b"), ("Other comprehensive income (loss), net of tax:", None), ("Foreign currency translation adjustments", "n"), ("Unrealized gains on available-for-sale securities", "s"), ("Total other comprehensive income (loss), net of tax", "=Foreign currency translation adjustments+Unrealized gains on available-for-sale securities"),
    ("Comprehensive income", "=Net income+Total other comprehensive income (loss), net of tax"),
)  # fmt: skip
SPECS = {
    ("zh", 0): BALANCE_ZH, ("zh", 1): INCOME_ZH, ("zh", 2): CASH_ZH, ("bank", 0): BANK_ZH, ("ifrs", 0): POSITION_EN, ("ifrs", 1): PROFIT_EN, ("ifrs", 2): FLOWS_EN, ("us", 0): SHEET_US,
    ("us", 1): OPERATIONS_US, ("us", 2): FLOWS_US, ("us", 4): COMPREHENSIVE_US,
}  # fmt: skip


@dataclass
class Row:
    """A row: its label, its reference to a note, one value for each column; no values is the title of a section."""

    label: str
    note: str = ""
    values: list[Decimal | None] = field(default_factory=list)
    total: bool = False


def rows_of(spec: Spec, rng: random.Random, columns: int, *, cents: bool, sparse: float = 0.12) -> list[Row]:
    """The rows of a statement with invented figures whose sums are right; some items have none."""
    made = [
        Row(label, values=[] if formula is None else [None] * columns, total=bool(formula) and formula[0] in "T=")
        for label, formula in spec
    ]
    gone = {
        label
        for label, formula in spec
        if formula in ("i", "s", "o", "n") and rng.random() < sparse and label[:1] not in "一加"
    }
    for column in range(columns):
        known: dict[str, Decimal] = {}
        pending: list[int] = []
        run = Decimal(0)
        for index, (label, formula) in enumerate(spec):
            if formula is None:
                run = Decimal(0)
                continue
            if formula == "T":
                value: Decimal | None = run
                run = Decimal(0)
            elif formula.startswith("="):
                pending.append(index)
                value = _sum(formula[1:], known)
                if value is None:
                    continue
            else:
                value = None if label in gone else _figure(formula, rng, cents=cents)
                run += value or Decimal(0)
            if value is not None:
                known.setdefault(label, value)
                made[index].values[column] = value
            elif label in gone:
                known.setdefault(label, Decimal(0))
        for index in pending:
            label, formula = spec[index]
            value = _sum((formula or "")[1:], known)
            made[index].values[column] = value
            known.setdefault(label, value or Decimal(0))
    return made


def _figure(formula: str, rng: random.Random, *, cents: bool) -> Decimal | None:
    if formula == "e":
        return Decimal(rng.randint(5, 400)) / 100
    if formula in ("o0", "n0"):
        return None
    large = {"b": (6_000_000, 9_000_000), "h": (500_000, 520_000), "i": (200_000, 1_900_000)}.get(
        formula.strip("-") or "i", (1_000, 160_000)
    )
    value = Decimal(rng.randint(*large)) * (1 if not cents else 100)
    if cents:
        value = value * 10 + Decimal(rng.randint(0, 99_999)) / 100
    if formula == "o" and rng.random() < 0.4:
        return None
    negative = formula.startswith("-") or (formula == "n" and rng.random() < 0.6)
    return -value if negative else value


def _sum(terms: str, known: dict[str, Decimal]) -> Decimal | None:
    """The sum of labels with signs; a label may hold a hyphen, so that the longest known one counts."""
    total, rest, sign = Decimal(0), terms, 1
    while rest:
        label = max(
            (k for k in known if rest.startswith(k) and (len(rest) == len(k) or rest[len(k)] in "+-")),
            key=len,
            default=None,
        )
        if label is None:
            return None
        total += sign * known[label]
        rest = rest[len(label) :]
        sign, rest = (-1 if rest[:1] == "-" else 1), rest[1:]
    return total
