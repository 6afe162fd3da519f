"""Styles, titles and pages that look alike, for `tests.finance.reports`."""

from __future__ import annotations

ZH_CSS = (
    "body{font-family:'Noto Serif CJK SC'}.st td,.st th{border:1px solid #555}", "body{font-family:'Noto Sans CJK SC';font-size:8.5pt}.st th{border-top:1px solid #000;border-bottom:1px solid #000}",
    "body{font-family:'Droid Sans Fallback'}.st tr{border-bottom:.5px solid #999}.s{font-weight:bold}", "body{font-family:'Noto Serif CJK SC';font-size:10pt}.st td,.st th{border:.5px solid #000}.t{font-weight:bold}",
)  # fmt: skip

ZH_TITLES = {0: "资产负债表", 1: "利润表", 2: "现金流量表"}

NOISE_ZH = (
    "<h1>目 录</h1><p>一、审计报告……1</p><p>二、合并资产负债表……6</p><p>三、合并利润表……8</p><p>四、合并现金流量表……9</p><p>五、财务报表附注……14</p>",
    ("<h2>第二节 公司简介和主要财务指标</h2><p>六、主要会计数据和财务指标</p><table class=st><tr><th>项目</th><th>2023年</th><th>2022年</th><th>本年比上年增减</th></tr><tr><td>营业收入（元）</td><td class=r>1,204,556,781.20</td><td class=r>1,104,123,998.45</td><td class=r>9.10%</td></tr>"
    "<tr><td>归属于上市公司股东的净利润（元）</td><td class=r>98,776,123.55</td><td class=r>80,112,009.31</td><td class=r>23.30%</td></tr><tr><td>资产总额（元）</td><td class=r>3,204,556,781.20</td><td class=r>3,104,123,998.45</td><td class=r>3.23%</td></tr></table>"),
    "<p>我们审计了松风示例股份有限公司财务报表，包括2023年12月31日的合并及公司资产负债表，2023年度的合并及公司利润表、合并及公司现金流量表、合并及公司股东权益变动表以及相关财务报表附注。</p>",
)  # fmt: skip

NOTES_ZH = ((
    "<h2>七、合并财务报表项目注释</h2><p>1、货币资金</p><table class=st><tr><th>项目</th><th>期末余额</th><th>期初余额</th></tr><tr><td>库存现金</td><td class=r>12,345.67</td><td class=r>23,456.78</td></tr><tr><td>银行存款</td><td class=r>98,765,432.10</td><td class=r>87,654,321.09</td></tr><tr><td>合计</td><td class=r>98,777,777.77</td><td class=r>87,677,777.87</td></tr></table>"
    "<p>79、现金流量表补充资料</p><table class=st><tr><th>补充资料</th><th>本期金额</th><th>上期金额</th></tr><tr><td>净利润</td><td class=r>8,765,432.10</td><td class=r>7,654,321.09</td></tr><tr><td>加：资产减值准备</td><td class=r>1,234.10</td><td class=r>4,321.09</td></tr><tr><td>经营活动产生的现金流量净额</td><td class=r>9,765,432.10</td><td class=r>8,654,321.09</td></tr></table>"),
)  # fmt: skip

EN_CSS = ("body{font-family:'Liberation Serif'}.t{font-weight:bold;border-top:1px solid #000}", "body{font-family:'Liberation Sans';font-size:8.5pt}.st tr{border-bottom:.5px solid #ccc}.s{font-weight:bold}",
          "body{font-family:'DejaVu Sans';font-size:7.5pt}.t{border-top:.7px solid #000}", "body{font-family:'Nimbus Roman';font-size:10pt}.r.t{border-top:1px solid;border-bottom:1px double}")  # fmt: skip

NOISE_EN = "<h1>Contents</h1><p>Consolidated statement of profit or loss 84</p><p>Consolidated statement of financial position 86</p><p>Consolidated statement of cash flows 88</p><p>Notes to the consolidated financial statements 89</p>"

HIGH_EN = ("<h2>Financial highlights</h2><table><tr><th></th><th class=r>2023</th><th class=r>2022</th></tr><tr><td>Revenue ($m)</td><td class=r>812.4</td><td class=r>790.1</td></tr><tr><td>Operating profit ($m)</td><td class=r>92.4</td><td class=r>80.1</td></tr><tr><td>Net debt ($m)</td><td class=r>(12.4)</td><td class=r>(20.1)</td></tr></table>"
           "<p>The consolidated statement of cash flows should be read in conjunction with the notes. Our balance sheets remain strong.</p>")  # fmt: skip

NOTE_EN = "<h2>5. Trade and other receivables</h2><table><tr><th></th><th class=r>2023</th><th class=r>2022</th></tr><tr><td>Trade receivables</td><td class=r>12,345</td><td class=r>11,222</td></tr><tr><td>Loss allowance</td><td class=r>(345)</td><td class=r>(222)</td></tr><tr><td></td><td class=r>12,000</td><td class=r>11,000</td></tr></table>"

IFRS_TITLES = {
    0: ("Consolidated statement of financial position", "CONSOLIDATED BALANCE SHEET", "Consolidated Statements of Financial Position", "Group balance sheet"), 1: ("Consolidated statement of profit or loss", "CONSOLIDATED INCOME STATEMENT", "Consolidated Statements of Income", "Group income statement"),
    2: ("Consolidated statement of cash flows", "CONSOLIDATED CASH FLOW STATEMENT", "Consolidated Statements of Cash Flows", "Group cash flow statement"),
}  # fmt: skip
