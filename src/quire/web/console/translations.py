"""The texts of the pages in English and Chinese, and the choice between them."""

from __future__ import annotations

from starlette.requests import Request

from quire.web.console.translations_console import CONSOLE
from quire.web.console.translations_results import RESULTS
from quire.web.console.translations_work import WORK

COOKIE = "quire_lang"

LANGUAGES: dict[str, str] = {"en": "English", "zh": "中文"}

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "key_list": "Keys",
        "docs": "Interface",
        "language": "Language",
        "skip": "Skip to the content",
        "sign_in": "Sign in",
        "sign_in_about": "Sign in with a key. An administrator's key manages every key, any other one its owner's.",
        "sign_out": "Sign out",
        "signed_in": "Signed in as",
        "wrong_key": "This key is not valid.",
        "secret": "Key",
        "first": "Make the first key",
        "first_about": "This service has no key yet. The first one is an administrator's.",
        "shown_once": "This is the new key. Copy it now: it is shown only this once.",
        "back": "Back to the keys",
        "create": "New key",
        "name": "Name",
        "name_about": "What it is for, such as “notebook”.",
        "owner": "Owner",
        "owner_about": "Who owns the tasks that it submits.",
        "role": "Role",
        "user": "User: sees its own tasks",
        "admin": "Administrator: sees everything",
        "scopes": "May use",
        "scope_parse": "Document conversion",
        "scope_finance": "Financial statements",
        "scope_invoice": "Invoices",
        "scope_wiki": "Wikis",
        "scope_company": "Company data",
        "scope_admin": "Administration",
        "expires": "Expires",
        "expires_about": "Days from today; empty for never.",
        "quota": "Submissions a day",
        "quota_about": "Empty for no limit.",
        "make": "Create the key",
        "prefix": "Begins with",
        "created": "Created",
        "last_used": "Last used",
        "state": "State",
        "actions": "Actions",
        "valid": "valid",
        "revoked": "revoked",
        "expired": "expired",
        "never": "never",
        "no_limit": "no limit",
        "revoke": "Revoke",
        "rotate": "Replace",
        "rotate_about": "Makes a new key with the same rights and revokes this one.",
        "none": "There are no keys.",
        "times": "All times are UTC.",
    },
    "zh": {
        "key_list": "密钥",
        "docs": "接口",
        "language": "语言",
        "skip": "跳到正文",
        "sign_in": "登录",
        "sign_in_about": "请用密钥登录。管理员的密钥可以管理所有密钥，其他密钥只能管理其所有者的密钥。",
        "sign_out": "退出",
        "signed_in": "当前用户",
        "wrong_key": "此密钥无效。",
        "secret": "密钥",
        "first": "创建第一个密钥",
        "first_about": "本服务还没有密钥。第一个密钥属于管理员。",
        "shown_once": "这是新的密钥。请立即复制：它只显示这一次。",
        "back": "返回密钥列表",
        "create": "新建密钥",
        "name": "名称",
        "name_about": "用途，例如“笔记本电脑”。",
        "owner": "所有者",
        "owner_about": "它提交的任务归谁所有。",
        "role": "角色",
        "user": "用户：只能看到自己的任务",
        "admin": "管理员：可以看到全部内容",
        "scopes": "可以使用",
        "scope_parse": "文档转换",
        "scope_finance": "财务报表",
        "scope_invoice": "发票识别",
        "scope_wiki": "知识库",
        "scope_company": "公司数据",
        "scope_admin": "管理",
        "expires": "有效期",
        "expires_about": "从今天起的天数；留空表示永久有效。",
        "quota": "每日提交次数",
        "quota_about": "留空表示不限。",
        "make": "创建密钥",
        "prefix": "开头",
        "created": "创建时间",
        "last_used": "最近使用",
        "state": "状态",
        "actions": "操作",
        "valid": "有效",
        "revoked": "已撤销",
        "expired": "已过期",
        "never": "从未",
        "no_limit": "不限",
        "revoke": "撤销",
        "rotate": "更换",
        "rotate_about": "创建权限相同的新密钥，并撤销此密钥。",
        "none": "没有密钥。",
        "times": "所有时间均为 UTC。",
    },
}


for _more in (CONSOLE, RESULTS, WORK):
    for _code, _texts in _more.items():
        TEXTS[_code] |= _texts


def language(request: Request) -> str:
    """The language of a page: ``?lang=``, else the cookie of an earlier choice, else ``Accept-Language``, else English."""
    for choice in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if choice in LANGUAGES:
            return str(choice)
    return accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The language of ours that ``Accept-Language`` likes best (RFC 9110, section 12.5.4)."""
    best, weight = "en", 0.0
    for part in header.split(","):
        tag, _, quality = part.strip().partition(";")
        primary = tag.strip().lower().partition("-")[0]
        try:
            liked = float(quality.strip().removeprefix("q=")) if quality else 1.0
        except ValueError:
            liked = 0.0
        if primary in LANGUAGES and liked > weight:
            best, weight = primary, liked
    return best
