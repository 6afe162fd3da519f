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
    (r"is not a text", "不是文字"),
    (r"is not a table: (.+)", "不是表格：{}"),
    (r"has no amount", "没有金额"),
    (r"has no sheet", "没有工作表"),
    (r"has rows out of order", "行的顺序有误"),
    (r"has no column of codes: .*", "没有代码列：需要“公司代码”或“证券代码”等表头"),
    (r"no key is known for: (.+); --column HEAD=KEY gives one", "无法识别的表头：{}"),
    (r"is not a readable workbook \((.+)\)", "无法读取工作簿（{}）"),
    (r"is not a readable data set \((.+)\)", "无法读取数据集（{}）"),
    (r"is not well-formed XML: (.+)", "XML 格式有误：{}"),
    (r"is of no form that can be imported", "不支持导入此格式"),
    (r"is of no kind that can be imported from an archive", "不支持从压缩包导入此类文件"),
    (r"cannot be read: (.+)", "无法读取：{}"),
    (r"cannot be read on \((.+)\)", "读取中断（{}）"),
    (r"cannot be unpacked \((.+)\)", "无法解压（{}）"),
    (r"is larger than (\d+) MiB", "超过 {} MiB"),
    (r"is larger than (\d+) MiB unpacked", "解压后超过 {} MiB"),
    (r"needs more memory than an import may take", "所需内存超出导入的限制"),
    (r"no symbol is known for CIK (.+)", "CIK {} 没有对应的股票代码"),
    (r"no symbol is known for CUSIP (.+)", "CUSIP {} 没有对应的股票代码"),
    (r"names no filer or period", "没有申报人或期间"),
    (r"names no reporting owner", "没有申报的持有人"),
    (r"(.+) is listed on (.+), not on nyse or nasdaq", "{} 在 {} 上市，不在 nyse 或 nasdaq"),
)
"""English reasons, as expressions, with the Chinese ones; groups go into the braces."""


def reason(text: str, language: str) -> str:
    """A reason in the language of the page; one without a translation stays English."""
    return (matched(text, REASONS) or text) if language == "zh" else text
