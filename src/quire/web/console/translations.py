"""The texts of the pages in English and Chinese, and the choice between them."""

from __future__ import annotations

from starlette.requests import Request

from quire.web.console.translations_administration import ADMINISTRATION
from quire.web.console.translations_books import BOOKS
from quire.web.console.translations_companies import COMPANIES
from quire.web.console.translations_console import CONSOLE
from quire.web.console.translations_results import RESULTS
from quire.web.console.translations_work import WORK

COOKIE = "quire_lang"

LANGUAGES: dict[str, str] = {"en": "English", "zh": "中文"}

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "key_list": "Access keys",
        "api_docs": "API docs",
        "docs_signed_in": "Calls that you try out here run with the key that you signed in with.",
        "docs_signed_out": "To try calls out, sign in to the console first, or enter a key under Authorize.",
        "language": "Language",
        "skip": "Skip to content",
        "sign_in": "Sign in",
        "sign_in_about": "Enter an access key. Administrators manage all keys; other people manage their own.",
        "sign_out": "Sign out",
        "signed_in": "Signed in as",
        "wrong_key": "This access key is not valid.",
        "secret": "Access key",
        "create_first": "Create the first access key",
        "create_first_about": "This service has no access keys yet. The first key belongs to an administrator.",
        "shown_once": "This is your new access key. Copy it now: it is shown only once.",
        "back_to_keys": "Back to access keys",
        "create_key": "Create an access key",
        "name": "Name",
        "name_about": "What the key is for, for example “notebook”.",
        "owner": "Owner",
        "owner_about": "Who owns the tasks submitted with this key.",
        "role": "Role",
        "user": "User: sees their own tasks",
        "admin": "Administrator: sees everything",
        "scopes": "Permissions",
        "scope_parse": "Document conversion",
        "scope_finance": "Financial statements",
        "scope_invoice": "Invoices",
        "scope_wiki": "Wikis",
        "scope_company": "Company data",
        "scope_admin": "Manage access keys",
        "admin_badge": "Admin",
        "expires": "Expires",
        "expires_about": "Number of days; leave empty for a key that never expires.",
        "quota": "Daily submissions",
        "quota_about": "Leave empty for no limit.",
        "create_this_key": "Create key",
        "prefix": "Starts with",
        "created": "Created",
        "last_used": "Last used",
        "never_used": "Never used",
        "status": "Status",
        "actions": "Actions",
        "valid": "Active",
        "revoked": "Revoked",
        "expired": "Expired",
        "never_expires": "Never expires",
        "no_limit": "No limit",
        "revoke": "Revoke",
        "replace": "Replace",
        "replace_about": "Creates a new key with the same permissions and revokes this one.",
        "change": "Change",
        "expires_day_about": "The last day of the key (UTC); leave empty for a key that never expires.",
        "change_key": "Change “{name}”",
        "save": "Save",
        "rate_submit": "Submissions a minute",
        "rate_submit_about": "Leave empty for the default of this service; 0 is no limit.",
        "copy_key": "Copy key",
        "next_step": "Next: keep it where your programs find it, for example:",
        "to_documents": "Convert a document",
        "keep_it": "Keep it",
        "revoke_question": "Revoke the key “{name}”?",
        "revoke_goes": "Programs and sessions that use this key stop working at once. This cannot be undone.",
        "own_key_goes": "You are signed in with this key, so you will be signed out.",
        "replace_question": "Replace the key “{name}”?",
        "replace_goes": "Programs that use this key stop working until they have the new one. The new key has the same "
        "permissions and is shown once.",
        "no_keys": "There are no access keys yet.",
        "times": "All times are UTC.",
    },
    "zh": {
        "key_list": "访问密钥",
        "api_docs": "API 文档",
        "docs_signed_in": "在此试用的调用使用您登录时的密钥。",
        "docs_signed_out": "如需试用，请先登录控制台，或在 Authorize 中填写密钥。",
        "language": "语言",
        "skip": "跳到正文",
        "sign_in": "登录",
        "sign_in_about": "请输入访问密钥。管理员可以管理所有密钥，其他用户只能管理自己的密钥。",
        "sign_out": "退出登录",
        "signed_in": "当前用户：",
        "wrong_key": "访问密钥无效。",
        "secret": "访问密钥",
        "create_first": "创建第一个访问密钥",
        "create_first_about": "本服务还没有访问密钥。第一个密钥具有管理员权限。",
        "shown_once": "这是新的访问密钥。请立即复制，它只显示一次。",
        "back_to_keys": "返回访问密钥",
        "create_key": "新建访问密钥",
        "name": "名称",
        "name_about": "密钥的用途，例如“笔记本电脑”。",
        "owner": "所有者",
        "owner_about": "用此密钥提交的任务归谁所有。",
        "role": "角色",
        "user": "用户：只能查看自己的任务",
        "admin": "管理员：可以查看全部内容",
        "scopes": "权限",
        "scope_parse": "文档转换",
        "scope_finance": "财务报表",
        "scope_invoice": "发票识别",
        "scope_wiki": "知识库",
        "scope_company": "公司数据",
        "scope_admin": "管理访问密钥",
        "admin_badge": "管理员",
        "expires": "有效期",
        "expires_about": "有效天数；留空则永不过期。",
        "quota": "每日提交次数",
        "quota_about": "留空则不限。",
        "create_this_key": "创建密钥",
        "prefix": "密钥前缀",
        "created": "创建时间",
        "last_used": "上次使用",
        "never_used": "从未使用",
        "status": "状态",
        "actions": "操作",
        "valid": "有效",
        "revoked": "已撤销",
        "expired": "已过期",
        "never_expires": "永不过期",
        "no_limit": "不限",
        "revoke": "撤销",
        "replace": "更换",
        "replace_about": "新建一个权限相同的密钥，并撤销此密钥。",
        "change": "修改",
        "expires_day_about": "密钥有效的最后一天（UTC）；留空则永不过期。",
        "change_key": "修改“{name}”",
        "save": "保存",
        "rate_submit": "每分钟提交次数",
        "rate_submit_about": "留空则使用本服务的默认值；0 为不限。",
        "copy_key": "复制密钥",
        "next_step": "下一步：保存到程序能读取的位置，例如：",
        "to_documents": "去转换文档",
        "keep_it": "保留",
        "revoke_question": "撤销密钥“{name}”？",
        "revoke_goes": "使用此密钥的程序和会话将立即失效，且无法恢复。",
        "own_key_goes": "您正在使用此密钥登录，撤销后将退出登录。",
        "replace_question": "更换密钥“{name}”？",
        "replace_goes": "使用此密钥的程序在换用新密钥之前无法工作。新密钥权限相同，只显示一次。",
        "no_keys": "还没有访问密钥。",
        "times": "所有时间均为 UTC。",
    },
}


for _more in (ADMINISTRATION, BOOKS, COMPANIES, CONSOLE, RESULTS, WORK):
    for _code, _texts in _more.items():
        TEXTS[_code] |= _texts


def language(request: Request) -> str:
    """The language of a page: ``?lang=``, the cookie of an earlier choice, or ``Accept-Language``; else English."""
    for choice in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if choice in LANGUAGES:
            return str(choice)
    return accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The language that ``Accept-Language`` prefers among ours (RFC 9110, section 12.5.4)."""
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
