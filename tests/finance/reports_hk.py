"""Unseen reports of Hong Kong for `tests.finance.reports`: IFRS in Chinese, traditional and simplified characters."""

from __future__ import annotations

import random
from collections.abc import Callable

from quire.hanzi import simplified
from tests.finance.ledgers import Spec, rows_of
from tests.finance.report_words import ZH_CSS
from tests.finance.reports import Look, Report, table, truth, with_notes

POSITION: Spec = (
    ("非流動資產", None), ("物業、廠房及設備", "i"), ("投資物業", "i"), ("使用權資產", "i"), ("商譽", "i"), ("其他無形資產", "i"), ("於聯營公司的權益", "i"), ("按公平值計入其他全面收益的股本投資", "i"), ("遞延稅項資產", "i"), ("非流動資產總值", "T"),
    ("流動資產", None), ("存貨", "i"), ("貿易應收款項及應收票據", "i"), ("預付款項、按金及其他應收款項", "i"), ("按公平值計入損益的金融資產", "i"), ("受限制現金", "i"), ("現金及現金等價物", "i"), ("流動資產總值", "T"),
    ("流動負債", None), ("貿易應付款項及應付票據", "s"), ("其他應付款項及應計費用", "s"), ("合約負債", "s"), ("計息銀行借款", "s"), ("租賃負債", "s"), ("應付稅項", "s"), ("流動負債總額", "T"), ("流動資產淨值", "=流動資產總值-流動負債總額"),
    ("資產總值減流動負債", "=非流動資產總值+流動資產淨值"), ("非流動負債", None), ("計息銀行借款", "s"), ("租賃負債", "s"), ("遞延稅項負債", "s"), ("非流動負債總額", "T"), ("資產淨值", "=資產總值減流動負債-非流動負債總額"),
    ("權益", None), ("母公司擁有人應佔權益", None), ("股本", "s"), ("儲備", "=資產淨值-股本-非控股權益"), ("", "=資產淨值-非控股權益"), ("非控股權益", "s"), ("權益總額", "=資產淨值"),
)  # fmt: skip
PROFIT: Spec = (
    ("收益", "b"), ("銷售成本", "-"), ("毛利", "=收益+銷售成本"), ("其他收入及收益", "s"), ("銷售及分銷開支", "-s"), ("行政開支", "-s"), ("研發開支", "-s"), ("金融資產減值虧損淨額", "-s"), ("其他開支", "-s"), ("融資成本", "-s"), ("應佔聯營公司溢利及虧損", "n"),
    ("除稅前溢利", "=毛利+其他收入及收益+銷售及分銷開支+行政開支+研發開支+金融資產減值虧損淨額+其他開支+融資成本+應佔聯營公司溢利及虧損"), ("所得稅開支", "-s"), ("年內溢利", "=除稅前溢利+所得稅開支"), ("以下各方應佔：", None), ("母公司擁有人", "=年內溢利-非控股權益"), ("非控股權益", "s"),
    ("母公司普通權益持有人應佔每股盈利", None), ("每股基本盈利（港仙）", "e"), ("每股攤薄盈利（港仙）", "e"),
)  # fmt: skip
FLOWS: Spec = (
    ("經營活動所得現金流量", None), ("除稅前溢利", "b"), ("就以下各項作出調整：", None), ("融資成本", "s"), ("物業、廠房及設備折舊", "s"), ("使用權資產折舊", "s"), ("存貨增加", "-s"), ("貿易應收款項及應收票據增加", "-s"), ("貿易應付款項及應付票據增加", "s"), ("已付所得稅", "-s"), ("經營活動所得現金流量淨額", "T"),
    ("投資活動所得現金流量", None), ("購買物業、廠房及設備項目", "-s"), ("已收利息", "s"), ("添置其他無形資產", "-s"), ("投資活動所用現金流量淨額", "T"), ("融資活動所得現金流量", None), ("新增銀行借款", "s"), ("償還銀行借款", "-s"), ("租賃付款的本金部分", "-s"), ("已付股息", "-s"), ("融資活動所用現金流量淨額", "T"),
    ("現金及現金等價物增加淨額", "=經營活動所得現金流量淨額+投資活動所用現金流量淨額+融資活動所用現金流量淨額"), ("年初現金及現金等價物", "i"), ("匯率變動影響淨額", "n"), ("年末現金及現金等價物", "=現金及現金等價物增加淨額+年初現金及現金等價物+匯率變動影響淨額"),
)  # fmt: skip
SPECS: tuple[Spec, ...] = (POSITION, PROFIT, FLOWS)
TITLES = (
    ("綜合財務狀況表", "合併財務狀況表"),
    ("綜合損益表", "綜合收益表", "合併損益表", "綜合損益及其他全面收益表"),
    ("綜合現金流量表", "合併現金流量表"),
)
CONTENTS = "<h2>目錄</h2><p>獨立核數師報告 68</p><p>綜合損益表 73</p><p>綜合財務狀況表 75</p><p>綜合現金流量表 79</p><p>財務報表附註 82</p>"
SUMMARY = "<h2>五年財務概要</h2><table><tr><th></th><th>二零二三年</th><th>二零二二年</th><th>二零二一年</th></tr><tr><td>收益</td><td>4,120,310</td><td>3,900,112</td><td>3,511,009</td></tr><tr><td>除稅前溢利</td><td>412,310</td><td>390,112</td><td>351,009</td></tr><tr><td>資產總值</td><td>9,120,310</td><td>8,900,112</td><td>7,511,009</td></tr></table>"
NOTE = "<h2>5. 經營分部資料</h2><table><tr><th></th><th>零售<br>千港元</th><th>批發<br>千港元</th><th>總計<br>千港元</th></tr><tr><td>分部收益</td><td>3,000</td><td>2,000</td><td>5,000</td></tr><tr><td>分部業績</td><td>300</td><td>200</td><td>500</td></tr><tr><td>融資成本</td><td></td><td></td><td>(40)</td></tr><tr><td>除稅前溢利</td><td></td><td></td><td>460</td></tr></table>"


def hong_kong(rng: random.Random, name: str, *, plain: bool = False, interim: bool = False) -> Report:
    """A report of a company listed in Hong Kong; `plain` in simplified characters."""
    written: Callable[[str], str] = simplified if plain else str
    report = Report(name, "zh", rng.choice(ZH_CSS))
    report.pages += [written(CONTENTS), written(SUMMARY)]
    unit, factor = rng.choice(
        (("千港元", 1000), ("人民幣千元", 1000), ("百萬港元", 1_000_000), ("千美元", 1000), ("人民幣百萬元", 1_000_000))
    )
    unit = written(unit)
    capital = rng.random() < 0.7
    notes = written(rng.choice(("附註", "附註", "")))
    for kind in (1, 0, 2):
        rows = rows_of(SPECS[kind], rng, 2, cents=False)
        for row in rows:
            row.label = written(row.label)
        look = Look(rng, cents=False, minus="(", nil=rng.choice(("–", "-", "—")), notes=notes)
        if notes:
            with_notes([r for r in rows if r.label], rng, rng.choice(("#", "#(a)")))
        heads = _heads(kind, unit, capital=capital, interim=interim)
        heads = [[written(h) for h in head] for head in heads]
        columns = [" ".join(parts) for parts in zip(*heads, strict=True)]
        title = written(("簡明" if interim else "") + rng.choice(TITLES[kind]))
        day = _day(kind, capital=capital, interim=interim)
        report.add(
            f"<h1>{title}</h1><p>{written(day)}</p>"
            + table(rows, look, heads)
            + written(
                rng.choice(
                    ("<p>隨附的附註為該等綜合財務報表的組成部分。</p>", "<p>王某某 董事 &nbsp; 李某某 董事</p>", "")
                )
            )
        )
        report.statements.append(truth(rows, kind, "consolidated", title, columns, unit, factor))
    report.add(written(NOTE))
    return report


def _heads(kind: int, unit: str, *, capital: bool, interim: bool) -> list[list[str]]:
    years = ["二零二三年", "二零二二年"] if capital else ["2023年", "2022年"]
    if interim and kind == 0:
        days = (
            ["二零二三年<br>六月三十日", "二零二二年<br>十二月三十一日"]
            if capital
            else ["2023年6月30日", "2022年12月31日"]
        )
        return [[d.replace("<br>", "") for d in days], [unit] * 2]
    return [years, [unit] * 2]


def _day(kind: int, *, capital: bool, interim: bool) -> str:
    end = "六月三十日" if interim else "十二月三十一日"
    if not capital:
        end = "6月30日" if interim else "12月31日"
    year = "二零二三年" if capital else "2023年"
    if kind == 0:
        return f"{'於' if capital else ''}{year}{end}"
    return f"截至{year}{end}止{'六個月' if interim else '年度'}"


HONG_KONG: dict[str, Callable[[random.Random, str], Report]] = {
    "hk": hong_kong, "hk-simplified": lambda r, n: hong_kong(r, n, plain=True), "hk-interim": lambda r, n: hong_kong(r, n, interim=True),
}  # fmt: skip
