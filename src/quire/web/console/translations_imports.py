"""Reasons for which an import of companies refuses a row or remarks on it, in the language of a page."""

from __future__ import annotations

from quire.web.console.translations_errors import matched

REASONS: tuple[tuple[str, str], ...] = (
    (r"symbol is missing", "缺少股票代码"),
    (r"symbol is not a ticker", "股票代码无效"),
    (r"公司代码 is missing", "缺少公司代码"),
    (r"公司代码 is not a stock code", "公司代码无效"),
    (r"is not an object", "不是对象"),
    (r"is not JSON: (.+)", "不是 JSON：{}"),
    (r"is not UTF-8", "不是 UTF-8 编码"),
    (r"is empty: it holds no JSON object", "文件为空，没有 JSON 对象"),
    (r"is nested too deeply", "嵌套过深"),
    (r"is not a date", "不是日期"),
    (r"is not a date: (.*)", "不是日期：{}"),
    (r"is not a date, kept as text", "不是日期，按原文保留"),
    (r"is not an amount, kept as text: (.*)", "不是金额，按原文保留：{}"),
    (r"is not a list of reporting dates", "不是报告日期列表"),
    (r"is not a list of texts", "不是文字列表"),
    (r"is not text", "不是文字"),
    (r"is not a table: (.+)", "不是表格：{}"),
    (r"has no amount", "没有金额"),
    (r"has no sheet", "没有工作表"),
    (r"has rows out of order", "行的顺序有误"),
    (r"has no column of codes: .*", "没有代码列：需要“公司代码”或“证券代码”等表头"),
    (r"no key is known for: (.+); --column HEAD=KEY gives one", "无法识别的表头：{}"),
    (r"is not a readable workbook \((.+)\)", "无法读取工作簿（{}）"),
    (r"is not a readable data set \((.+)\)", "无法读取数据集（{}）"),
    (r"is not well-formed XML: (.+)", "XML 格式有误：{}"),
    (r"has a form that cannot be imported", "不支持导入此格式"),
    (r"is of a kind that cannot be imported", "不支持导入此类文件"),
    (r"is of a kind that cannot be imported from an archive", "不支持从压缩包导入此类文件"),
    (r"cannot be read: (.+)", "无法读取：{}"),
    (r"cannot be read on \((.+)\)", "读取中断（{}）"),
    (r"cannot be unpacked \((.+)\)", "无法解压（{}）"),
    (r"is larger than (\d+) MiB", "超过 {} MiB"),
    (r"is larger than (\d+) MiB unpacked", "解压后超过 {} MiB"),
    (r"needs more memory than an import may take", "所需内存超出导入的限制"),
    (r"no symbol is known for CIK (.+)", "CIK {} 没有对应的股票代码"),
    (r"no symbol is known for CUSIP (.+)", "CUSIP {} 没有对应的股票代码"),
    (r"does not name a filer or period", "没有申报人或期间"),
    (r"does not name a reporting owner", "没有申报的持有人"),
    (r"the issuer has no symbol", "发行人没有股票代码"),
    (
        r"the filer is not known: put primary_doc\.xml beside the table, or give --holder and --reported",
        "无法确定申报人：请把 primary_doc.xml 与表格放在一起，或使用 --holder 和 --reported",
    ),
    (
        r"no CUSIPs are known: give --cusips FILE with a CUSIP and a symbol on each line",
        "没有 CUSIP 对照表：请用 --cusips 指定文件，每行一个 CUSIP 和股票代码",
    ),
    (r"has no 13F information table and no form 3, 4 or 5", "没有 13F 信息表，也没有表格 3、4 或 5"),
    (r"has a document type, which no file of this kind has", "含有 DOCTYPE 声明，此类文件不应有"),
    (r"(.+) is larger than (\d+) GiB unpacked", "{} 解压后超过 {} GiB"),
    (r"a part of the workbook is larger than (\d+) MiB unpacked", "工作簿的一部分解压后超过 {} MiB"),
    (r"nested more than (\d+) levels deep", "嵌套超过 {} 层"),
    (r"(.+) is not a stock code", "{}不是有效的公司代码"),
    (r"the code (.+) is read as (.+)", "代码 {} 按 {} 读取"),
    (r"(.+) stands below a text", "{} 的上级是文字，不能再有下级"),
    (r"--column: no column is called (.+)", "--column：没有名为 {} 的列"),
    (r"the name holds NUL \((.+)\) at character (\d+)", "名称中含有 NUL（{}），位于第 {} 个字符"),
    (r"the name holds .+ \((.+)\) at character (\d+)", "名称中含有改变文字方向的控制字符（{}），位于第 {} 个字符"),
    (r"is not a result of quire finance", "不是 quire finance 的结果"),
    (
        r"has no units and periods: extract it with quire finance --details",
        "没有单位和期间：请用 quire finance --details 提取",
    ),
    (
        r"has no balance sheet, income statement or cash-flow statement with amounts",
        "没有带金额的资产负债表、利润表或现金流量表",
    ),
    (r"has no periods and rows", "没有期间和行"),
    (r"has details of another shape", "明细的格式不符"),
    (
        r"the report does not name a known company \((.+)\): give --company CODE",
        "报告中没有已知的公司（{}）：请用 --company 指定代码",
    ),
    (
        r"“(.+)” is the name of (\d+) companies \((.+)\): choose one with --company",
        "“{}”是 {} 家公司的名称（{}）：请用 --company 选择",
    ),
    (r"column “(.+)” is left out with (\d+) figures: its period is not known", "列“{}”未导入（{} 个数字）：期间未知"),
    (
        r"column “(.+)” is left out with (\d+) figures: a column of a longer period has the same end",
        "列“{}”未导入（{} 个数字）：另有截止日相同、期间更长的列",
    ),
    (
        r"is left out with (\d+) figures: the report has shown another “(.+)” of the same days",
        "未导入（{} 个数字）：报告中已有相同日期的另一张“{}”",
    ),
    (r"(\d+) rows are called “(.+)”; they are entered as (.+)", "有 {} 行都叫“{}”，录入为 {}"),
    (r"(.+) is listed on (.+), not on nyse or nasdaq", "{} 在 {} 上市，不在 nyse 或 nasdaq"),
)
"""English reasons, as expressions, with the Chinese ones; groups go into the braces."""


def reason(text: str, language: str) -> str:
    """A reason in the language of the page; one without a translation stays English."""
    return (matched(text, REASONS) or text) if language == "zh" else text
