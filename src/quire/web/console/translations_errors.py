"""Translates errors for the console: programs read them in English, people in the language of the page.

A sentence that people often meet has its own translation in `SENTENCES`. Any other is shown as the translation of its
code word, followed by the English sentence in brackets, which may say more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from quire.errors import QuireError

CODES: dict[str, str] = {
    "internal_error": "本服务内部出错，请稍后重试。",
    "bad_request": "请求无效。",
    "unsupported_file_type": "不支持此文件类型。",
    "not_authenticated": "请先登录。",
    "not_allowed": "此密钥没有执行该操作的权限。",
    "not_found": "未找到。",
    "method_not_allowed": "此处不允许该操作。",
    "request_stalled": "上传中断，请重试。",
    "conflict": "当前状态下无法执行该操作。",
    "not_ready": "结果尚未就绪。",
    "gone": "已过期。",
    "precondition_failed": "不支持该协议版本。",
    "too_large": "文件过大。",
    "unsupported_media_type": "请求的内容类型不正确。",
    "checksum_mismatch": "数据与校验和不符，请重新发送。",
    "range_not_satisfiable": "请求的范围超出文件。",
    "too_many_requests": "请求过多，请稍后重试。",
    "unavailable": "服务暂时不可用，请稍后重试。",
    "service_fault": "服务暂时出现故障，请稍后重试。",
    "storage_unavailable": "存储暂时不可用，请稍后重试。",
    "memory_unavailable": "服务器内存暂时不足，请稍后重试。",
    "worker_unavailable": "暂时无法启动处理进程，请稍后重试。",
    "model_away": "语言模型没有响应，请稍后重试。",
    "model_refused": "语言模型的服务拒绝了请求。",
    "bad_setting": "设置无效。",
    "backup_error": "无法完成备份或恢复。",
    "document_error": "无法处理该文档。",
    "damaged_document": "文件已损坏，或不是有效的文档。",
    "protected_document": "文件受密码保护。",
    "document_too_big": "文档过大，无法处理。",
    "out_of_cpu_time": "处理所用的处理器时间过长。",
    "out_of_time": "处理文档用时过长。",
    "out_of_memory": "处理文档所需的内存超出限制。",
    "worker_died": "处理文档的进程意外结束。",
    "cancelled": "任务已取消。",
    "interrupted": "任务多次中断，已停止。",
}
"""Chinese sentence by the code word of an error."""

SENTENCES: tuple[tuple[str, str], ...] = (
    (r"The form has expired\. Please try again\.", "表单已失效，请重试。"),
    (r"The form was sent from another site\.", "表单来自其他网站。"),
    (r"There is no file in the field “file”\.", "请选择文件。"),
    (r"The file is empty\.", "文件是空的。"),
    (r"Too many wrong keys\. Retry in (\d+) s\.", "密钥错误次数过多，请在 {} 秒后重试。"),
    (r"Rate limit exceeded\. Retry in (\d+) s\.", "请求过于频繁，请在 {} 秒后重试。"),
    (
        r"This address is not allowed\. It must begin with http:// or https://\.",
        "不允许该地址，地址须以 http:// 或 https:// 开头。",
    ),
    (
        r"This address is not allowed\. It must not have a user name or a password\.",
        "不允许该地址，地址中不能有用户名或密码。",
    ),
    (
        r"This address is not allowed\. The port must be 80, 443 or from 1024 to 65535\.",
        "不允许该地址，端口只能是 80、443 或 1024 至 65535。",
    ),
    (r"This address is not allowed\.", "不允许该地址。"),
    (r"The daily quota of this key is used up\.", "此密钥今天的提交次数已用完。"),
    (r"There is no storage space left\. Please try again later\.", "存储空间不足，请稍后重试。"),
    (r"“(.*)” is not a page range\..*", "“{}”不是有效的页码范围，请写成 1-5,8,12- 的形式，较小的页码在前。"),
    (r"The pages “(.*)” are outside the document, which has (\d+) pages?\.", "页码“{}”超出文档范围，文档共 {} 页。"),
    (r"The document has (\d+) pages; at most (\d+) can be processed\.", "文档共 {} 页，最多可处理 {} 页。"),
    (r"No financial statement was found in the document\.", "文档中没有找到财务报表。"),
    (r"No invoice was found in the document\.", "文档中没有找到发票。"),
    (
        r"Page (\d+) names a (.{4,60}), which was not found in the document\.",
        "第 {} 页提到的报表（{}）没有在文档中找到，请核对。",
    ),
    (
        r"Page (\d+) may show a statement \((.{4,60})\) whose title could not be read: none was found\.",
        "第 {} 页可能有一张标题无法识别的报表（{}），没有提取到，请核对。",
    ),
    (
        r"Much of page (\d+) could not be read: a statement may be missing\.",
        "第 {} 页大部分内容无法识别，可能缺少报表。",
    ),
    (
        r"Page (\d+) shows rows of figures from which no statement could be built\.",
        "第 {} 页有成行的数字，但没有整理成报表，请核对。",
    ),
    (r"No (.{4,60}) was found beside the other statements\.", "同组报表中没有找到 {}，请核对。"),
    (r"Pages? (.+) could not be read\.", "第 {} 页无法读取。"),
    (
        r"Pages? (.+) could only be read by recognition, which is off, failed or ran out of time\.",
        "第 {} 页需要文字识别，但识别已关闭、失败或时间已用完。",
    ),
    (r"Nothing could be read in the document\..*", "文档中没有可识别的内容，请检查文件是否完整清晰。"),
    (r"No text was found: the result is empty or shows only pictures\.", "没有找到文字：结果为空或只有图片。"),
    (
        r"Pages? (.+) could not be recognised within the time limit of one document: convert (?:it|them) separately\.",
        "第 {} 页来不及识别：已用完一份文档的处理时间。请单独转换这些页。",
    ),
    (r"Pages? (.+) could not be recognised: left as in the file\.", "第 {} 页无法识别，保留原样。"),
    (
        r"Page (\d+) holds text that cannot be seen.*",
        "第 {} 页有看不见的文字（被遮盖、裁掉、不可见或在隐藏图层中），未写入结果。",
    ),
    (
        r"\d+ pages hold text that cannot be seen.*\((.+)\)\.",
        "第 {} 页有看不见的文字（被遮盖、裁掉、不可见或在隐藏图层中），未写入结果。",
    ),
    (
        r"Page (\d+) has characters drawn as shapes.*",
        "第 {} 页有以图形绘制或字体未说明含义的字符，结果中缺少这些字符。",
    ),
    (
        r"\d+ pages have characters drawn as shapes.*\((.+)\)\.",
        "第 {} 页有以图形绘制或字体未说明含义的字符，结果中缺少这些字符。",
    ),
    (r"Page (\d+) was hard to read.*", "第 {} 页难以辨认（手写、印刷不清、未知文字），可能有错漏字。"),
    (r"\d+ pages were hard to read.*\((.+)\)\.", "第 {} 页难以辨认（手写、印刷不清、未知文字），可能有错漏字。"),
    (r"Page (\d+) is set in old type.*", "第 {} 页用旧式字体排印，许多词中的长 s（ſ）被读作 f。"),
    (r"\d+ pages are set in old type.*\((.+)\)\.", "第 {} 页用旧式字体排印，许多词中的长 s（ſ）被读作 f。"),
    (r"Page (\d+) has texts side by side.*", "第 {} 页有并排的文字，阅读顺序可能有误。"),
    (r"\d+ pages have texts side by side.*\((.+)\)\.", "第 {} 页有并排的文字，阅读顺序可能有误。"),
    (r"Page (\d+) has most of its text in a figure.*", "第 {} 页的文字大多在图中，只作为图的说明，未写入正文。"),
    (
        r"\d+ pages have most of their text in figures.*\((.+)\)\.",
        "第 {} 页的文字大多在图中，只作为图的说明，未写入正文。",
    ),
    (r"Page (\d+) has a formula that could not be read.*", "第 {} 页有未能可靠识别的公式，以图片显示。"),
    (r"\d+ pages have formulas that could not be read.*\((.+)\)\.", "第 {} 页有未能可靠识别的公式，以图片显示。"),
    (r"Page (\d+) has a table whose rows.*", "第 {} 页有表格的行、列或范围可能有误，请核对。"),
    (r"\d+ pages have tables whose rows.*\((.+)\)\.", "第 {} 页有表格的行、列或范围可能有误，请核对。"),
    (r"Page (\d+) has a heading that may not be one.*", "第 {} 页有可能不是标题的标题。"),
    (r"\d+ pages have headings that may not be headings.*\((.+)\)\.", "第 {} 页有可能不是标题的标题。"),
    (
        r"Page (\d+) mixes letters of two scripts.*",
        "第 {} 页的词中混有两种文字的字母：字体的编码可能有误，文字也可能有误。",
    ),
    (
        r"\d+ pages mix letters of two scripts.*\((.+)\)\.",
        "第 {} 页的词中混有两种文字的字母：字体的编码可能有误，文字也可能有误。",
    ),
    (r"The headings are uncertain: .*", "标题不可靠：有的可能不是标题，也可能有遗漏。"),
    (r"Page (\d+) shows only pictures.*", "第 {} 页只有图片，图中的文字未写入结果。"),
    (r"\d+ pages show only pictures.*\((.+)\)\.", "第 {} 页只有图片，图中的文字未写入结果。"),
    (r"Page (\d+) shows text that only recognition could read.*", "第 {} 页的文字只能通过识别读取。"),
    (r"\d+ pages show text that only recognition could read.*\((.+)\)\.", "第 {} 页的文字只能通过识别读取。"),
    (r"The pages of this document were not kept\.", "此文档没有保留页面，无法查看。"),
    (r"A key needs at least one permission, .*", "密钥至少需要一项权限，且不能超出其角色。"),
    (r"The day on which a key expires must be in the future\.", "密钥的到期日必须晚于今天。"),
    (r"The day must be written like 2026-12-31\.", "日期请写成 2026-12-31 的形式。"),
    (r"This is the only key that can manage keys\. .*", "这是唯一能管理密钥的密钥。请先为管理员新建一个密钥。"),
    (r"Unsupported file type: (\S+)", "不支持此文件类型：{}。"),
    (r"A document of this type has no pages to choose from\.", "此类文档没有页码可选。"),
    (r"A document of this type can become (.+), not (\w+)\.", "此类文档可转换为 {}，不能转换为 {}。"),
    (r"Messages are attached to each other too deeply\.", "邮件嵌套层数过多。"),
    (r"The file contains no text\.", "文件中没有文字。"),
    (r"The file is not text\.", "文件不是文本。"),
    (r"The company does not exist\.", "没有这家公司。"),
    (r"There is no page at this address\.", "此地址没有页面。"),
    (r"Only a failed task can be retried\.", "只有失败的任务可以重试。"),
    (r"The file is too large: at most (\d+ \w+)\. Compress or split it\.", "文件过大：最多 {}。请压缩或拆分后再提交。"),
    (r"There is no file in the field “file”; ignored: (.+)\.", "“file”栏没有文件；已忽略的栏：{}。"),
    (r"The password does not open the file\.", "密码不正确，无法打开文件。"),
    (r"password can have at most (\d+) bytes\.", "密码最多 {} 个字节。"),
    (r"There is no value at “(.*)”\.", "找不到要更正的位置“{}”。"),
    (r"There is no role “(.*)”\.", "没有“{}”这种类型。"),
    (
        r"(\d+) corrections? (?:was|were) left out, because this format has no such block\.",
        "有 {} 处更正未能写入此格式，因为其中没有对应的段落。",
    ),
    (r"Only some pages of this document were read\. .*", "此文档只读取了部分页面，请将这些页面单独保存为文件后提交。"),
    (r"Only Markdown and HTML can hold their pictures\. .*", "只有 Markdown 和 HTML 可以内嵌图片，请下载 ZIP 文件。"),
    (r"The pictures are too large for one file\. .*", "图片过大，无法内嵌，请下载 ZIP 文件。"),
    (r"(?:name|username) must be 1 to (\d+) printable characters\.", "名称和所有者须为 1 至 {} 个可显示的字符。"),
    (r"expires_in_days must be a whole number from (\d+) to (\d+)\.", "有效期须为 {} 至 {} 的整数（天）。"),
    (
        r"Days and limits must be whole numbers\.|quota must be a whole number, 0 or more\.",
        "有效期和各项限额须为整数。",
    ),
    (r"Only a valid key can be rotated\.", "只有有效的密钥才能更换。"),
    (r"wiki_name must have at most (\d+) printable characters\.", "知识库名称最多 {} 个可显示的字符。"),
    (r"The port must be a number from (\d+) to (\d+)\.", "端口须为 {} 至 {} 的数字。"),
    (r"The PORT (\d+) is already in use\.", "端口 {} 已被占用。"),
    (r"The wiki is not ready yet: its job is \w+\.", "知识库尚未就绪。"),
    (r"The butler is running already\.", "完善已在进行。"),
    (r"The job is \w+; only .*", "任务当前的状态不允许该操作。"),
    (r"The job took too long in its phase \w+\.", "任务用时过长，已停止。"),
    (r"The book contains no text\.", "书中没有文字。"),
    (r"There is no space left for the wiki\. .*", "知识库的存储空间不足。请清理空间后重新启动任务，将从停止处继续。"),
    (r"The wiki folder cannot be written to\. .*", "知识库目录无法写入。请解决后重新启动任务，将从停止处继续。"),
    (r"The book is encrypted \(DRM\);.*", "此书已加密（DRM），请使用没有保护的版本。"),
)
"""English sentences as regular expressions, with their Chinese; the groups go into the braces."""


def explain(sentence: str, code: str, language: str) -> str:
    """Why something was not done, in a language of the pages.

    Args:
        sentence: the error's, English.
        code: its code word; "" where it is not known.
        language: "en" gives the sentence itself.
    """
    if language != "zh" or not sentence:
        return sentence
    chinese = translated(sentence, language)
    if chinese != sentence:
        return chinese
    known = CODES.get(code, CODES["bad_request"])
    return known if sentence in _usual() else f"{known}（{sentence}）"


def translated(sentence: str, language: str) -> str:
    """A warning in a language of the pages; one without a translation stays English.

    Args:
        sentence: English.
        language: "en" gives the sentence itself.
    """
    return matched(sentence, SENTENCES) or sentence if language == "zh" else sentence


def matched(sentence: str, table: Sequence[tuple[str, str]]) -> str:
    """The translation of a sentence by a table such as `SENTENCES`; "" when none of its expressions fits."""
    for pattern, translation in table:
        if found := re.fullmatch(pattern, sentence):
            return translation.format(*found.groups())
    return ""


@cache
def _usual() -> frozenset[str]:
    """The sentences of the errors' classes, which say no more than their codes."""
    found, waiting = set[str](), [QuireError]
    while waiting:
        kind = waiting.pop()
        found.add(kind.sentence)
        waiting.extend(kind.__subclasses__())
    return frozenset(found)
