"""Titles of statements: which line is one, of what kind, for whom."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from quire.finance.lexicon import lexicon
from quire.finance.statement import Kind, Scope
from quire.hanzi import simplified

MAX_TITLE = 160  # characters; a title with company, scope and date is shorter
_MIN_TITLE = 3  # characters of a title at least
HINTS_EN = (
    *("balance sheet", "statement", "account", "cash flow", "reconciliation of movements"),
    *("profit and loss", "profit & loss", "trial balance", "financial results", "other comprehensive"),
)
_LONG = 6  # characters of a Chinese title that is one even without its last character, 表
_LIKE = 0.78  # likeness of a misread word of a title and the word it is: one letter of five, two of nine
_MISREAD = 4  # letters of a word that may be misread, at least
_DIRT = " .,:;·'`_~-–—=|*"  # specks that are read at the ends of a title
_MARKS = "()[],.;:'-–—"  # around a word of a title
_SMALL_WORDS = frozenset({"of", "in", "and", "the", "for"})
_SHORTEST = 2  # letters of a word of a title
_SHARE = 0.5  # of the words of a misread title that are words of titles, at least

_REST = re.compile(r"(?:[(]?[一二三四五六七八九十\d]{0,2}[)]?[、.]?)?(?:合并|母公司|公司|银行)?(?:[(]?续表?[)]?)?")
_LISTED = re.compile(r"(?P<title>[^.…·]{4,100}?)[\s.…·]{1,120}(?:[A-Z]-)?\d{1,3}")
_LIST_NUMBER = re.compile(r"^(?:[一二三四五六七八九十]{1,3}、|[(（][一二三四五六七八九十\d]{1,3}[)）]|\d{1,2}[.、])\s*")


@dataclass(frozen=True, slots=True)
class Title:
    """A line that names a statement."""

    kind: Kind
    scope: Scope
    text: str  # as printed
    language: str
    continued: bool = False
    company: str = ""  # when the title names it


_ZH = (
    r"(?:[(]?[一二三四五六七八九十\d]{1,3}[)]?[、.:]?|§?\d{1,2}(?:[.．]\d{1,2}){1,3}、?|[(][a-z\d][)])?"
    r"(?P<company>.{2,40}?(?:公司|集团|银行|合作社|中心|厂|所|基金|协会|学校|大学|医院|合伙[)]?))??"
    r"(?:[(]?[一二三四五六七八九十\d]{1,3}[)]?[、.:]|[(][一二三四五六七八九十\d]{1,3}[)])?"
    r"(?:(?:截至)?\d{4}年.{0,14}?|\d{4}-\d{4}年度?)?"
    r"(?:未经审计的?|经审计的?|简明|中期|第[一二三四]季度|前三季度|半年度)?"
    r"(?P<scope>综合(?=财务状况|损益|全面收益|权益变动|现金流量)|合并及?(?:母公司|公司|银行|本行)|合并|母公司|本公司"
    r"|公司|银行|本行|本集团|集团|个别)?"
    r"(?:年初[到至]报告期末|本报告期|第[一二三四]季度|前三季度|半年度?|中期)?"
    r"(?:CORE)"
    r"(?P<suffix>(?:[(\-—–]*(?:续表?|未经审计|未审计|经审计|已审计|合并|母公司|公司|人民币|境内"
    r"|按?中国(?:企业)?会计准则|适用[^()]{2,24}|[月季年]报|会[企民政小村证银保金农]+\d{1,2}表)[一二三四\d]*[)]?)*)"
    r"(?:[-—–(]*\d{4}年.{0,16})?"
)
_LATIN_TAIL = re.compile(r"[A-Za-z][A-Za-z\d&,.'’()\s-]{8,200}$")
_TWICE = re.compile(r"合并(\w{2,12}?表)[及和](?:母公司|公司|银行|本行)?\1")
"""Of both the group and the parent: 合并资产负债表和资产负债表."""

_SUMMARY = re.compile(r"简表|摘要|主要|分析|补充|附表|明细|比较|调节|调整|汇总")
_COMPANY_END = (
    r"(?:subsidiar(?:y|ies)|inc\.?|ltd\.?|plc|p\.l\.c\.|company|companies|co\.|corp(?:oration|\.)?|limited|group|llc"
    r"|l\.p\.|lp|n\.v\.|s\.a\.|ag|se|trust|bank|bancorp|holdings?)[,’'s]*"
)
_EN = (
    r"(?:[(]?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+)?"
    rf"(?:(?P<company>(?:the\s)?[^:;”“\"]{{2,80}}?\b{_COMPANY_END})\s*[-–—:]?\s*)??"
    r"(?P<words>(?:(?:condensed|interim|unaudited|audited|abbreviated|abridged|filleted|consolidated|combined|group"
    r"|company|parent|separate|stand-?alone"
    r"|individual|statutory|only|annual|quarterly|half-year(?:ly)?|and|the|non-consolidated|unconsolidated|group['’]s"
    r"|company['’]s)[\s,]+)*)"
    r"(?:CORE)"
    r"(?P<suffix>\s*[,–—-]?\s*(?:(?:for|as|at|of)\s(?:the|of|at|an?|\d|fiscal|years?|three|six|nine|twelve|january"
    r"|february|march|april"
    r"|may|june|july|august|september|october|november|december)\b.*|years? ended .*|\d{1,2} \w+ \d{4}|(?:19"
    r"|20)\d\d.*|parent company(?: only)?))?"
)
_EN_BRACKETS = re.compile(
    r"[(\[][^()\[\]]*(?:unaudited|continued|cont[’']?d|concluded|audited|in (?:\w+\s)?(?:millions|thousands)|restated"
    r"|dollars|us\$|parent|company|registrant|expressed)[^()\[\]]*[)\]]"
)
_EN_MONEY = re.compile(
    r"(?<!\s)\s*+[-–—]\s*+(?:[a-z]{3}\s*+)?[(]\s*[^()a-z]{0,3}[a-z$€£¥₹]{0,3}[^()a-z]{0,3}[)]"
    r"(?:\s*(?:shares? in \w+,?\s*)?[$€£¥₹a-z]{0,4} in (?:thousands|millions|billions))?$"
)  # "- USD ($) $ in Millions", as the regulator's reader of filings titles its tables
_EN_NOT = re.compile(
    r"\b(?:selected|summary|summari[sz]ed|consolidating|pro forma|see|notes?|accompanying|our|these|following"
    r"|schedule|supplement(?:al|ary)|index|report|audit|items?|data|line|impact|effects?|extracts?|highlights"
    r"|parenthetical|reconciliation of (?!movements))\b"
)


_ROW_AS_WELL = re.compile(r"other comprehensive")  # a row and a section of other statements, too
_OF_A_PERIOD = re.compile(r"\bended\b|\b\d{4}\b")


@lru_cache(maxsize=4096)
def title_of(text: str, *, fuzzy: bool = False) -> Title | None:
    """The statement that a line names and nothing else; None for any other line.

    Args:
        text: The line, or a few lines of one heading joined by spaces.
        fuzzy: Also accept a title with a few wrong characters (recognised pages).
    """
    if not _MIN_TITLE <= len(text) <= MAX_TITLE:
        return None
    bare = unicodedata.normalize("NFKC", text)
    if any("\u4e00" <= c <= "\u9fff" for c in bare):
        return _chinese(_without_english(bare), text, fuzzy=fuzzy)
    return _english(bare, text) or (_english_misread(bare, text) if fuzzy else None)


def _english_misread(bare: str, printed: str) -> Title | None:
    """The title that a line is when its words become the words of titles that they nearly are."""
    words = bare.strip(_DIRT).split()
    meant = [_title_word(part) for word in words for part in _parted(word)]
    known = lexicon("en").title_words
    if meant == bare.split() or sum(word.lower() in known for word in meant) < _SHARE * len(meant):
        return None
    return _english(" ".join(meant), printed)


def _parted(word: str) -> tuple[str, ...]:
    """Two words of titles between which the blank was not read ("inequity", "of.Income"); else the word alone."""
    known = lexicon("en").title_words | _SMALL_WORDS
    lowered = word.lower()
    if lowered.strip(_MARKS) not in known:
        for at in range(_SHORTEST, len(word) - _SHORTEST + 1):
            if lowered[:at] in known and lowered[at:].strip(_MARKS) in known:
                return word[:at], word[at:].lstrip(_MARKS)
    return (word,)


@lru_cache(maxsize=4096)
def _title_word(word: str) -> str:
    """The word of titles that a word is but for a letter or two; itself if it is none."""
    core = word.strip(_MARKS)
    known = lexicon("en").title_words
    if len(core) < _MISREAD or core.lower() in known:
        return word
    near = get_close_matches(core.lower(), known, 1, _LIKE)
    return word.replace(core, near[0].capitalize() if core[:1].isupper() else near[0]) if near else word


def _without_english(text: str) -> str:
    """A Chinese title without the English one behind it."""
    match = _LATIN_TAIL.search(text)
    return text[: match.start()] if match and _english(match[0].strip(), text) else text


def may_hold_title(text: str) -> bool:
    """A quick look: whether a page's text could hold the title of a statement."""
    lowered = text.lower()
    return any(h in lowered for h in HINTS_EN) or "表" in text


def listed_titles(text: str) -> list[Title]:
    """The statements that the lines of a list of contents name: title, then leaders or a blank, then a page number."""
    found = (_LISTED.fullmatch(line.strip()) for line in text.split("\n") if len(line) < MAX_TITLE)
    named = (title_of(_LIST_NUMBER.sub("", match["title"]).strip()) for match in found if match is not None)
    return [title for title in named if title is not None]


@lru_cache(maxsize=2)
def _pattern(language: str) -> re.Pattern[str]:
    """The shape of a whole title, with one named group for each kind of statement."""
    frame = _ZH if language == "zh" else _EN
    core = "|".join(f"(?P<{kind.name}>{pattern.pattern})" for kind, pattern in lexicon(language).titles.items())
    return re.compile(frame.replace("CORE", core))


def _kind(match: re.Match[str]) -> Kind:
    return next(kind for kind in Kind if match[kind.name] is not None)


def _chinese(bare: str, printed: str, *, fuzzy: bool) -> Title | None:
    squeezed = "".join(bare.split())
    bare = simplified(squeezed)
    if _SUMMARY.search(bare):
        return None
    if "表" not in bare:
        return _near(bare, printed) if fuzzy else None
    match = _pattern("zh").fullmatch(_TWICE.sub(r"合并及公司\1", bare))
    if match is None:
        return _near(bare, printed) if fuzzy else None
    suffix = match["suffix"] or ""
    scope = _scope_zh((match["scope"] or "") + suffix)
    if scope is Scope.NONE and bare != squeezed and bare.startswith("综合收益表", match.start(_kind(match).name)):
        scope = (
            Scope.CONSOLIDATED
        )  # 綜合收益表 in Hong Kong; 综合收益表 on the mainland is that of comprehensive income
    company = "" if match["company"] is None else squeezed[slice(*match.span("company"))]
    return Title(_kind(match), scope, printed.strip(), "zh", "续" in suffix, company)


def _scope_zh(words: str) -> Scope:
    if re.search("合并|综合|集团", words):
        return Scope.CONSOLIDATED
    return Scope.PARENT if re.search("公司|银行|本行|个别", words) else Scope.NONE


def _near(bare: str, printed: str) -> Title | None:
    """A title with one character that is wrong, missing or too much."""
    for name, kind in lexicon("zh").plain_titles.items():
        for size in (len(name), len(name) - 1, len(name) + 1):
            for start in range(len(bare) - size + 1):
                rest = bare[:start] + bare[start + size :]
                sure = "表" in bare or (size == len(name) and (size >= _LONG or _scope_zh(rest) is not Scope.NONE))
                if sure and _differ_once(bare[start : start + size], name) and _REST.fullmatch(rest):
                    return Title(kind, _scope_zh(bare), printed.strip(), "zh", "续" in rest)
    return None


def _differ_once(text: str, name: str) -> bool:
    """Whether one change of a character makes a text a name."""
    if len(text) == len(name):
        return sum(a != b for a, b in zip(text, name, strict=True)) == 1
    longer, shorter = (text, name) if len(text) > len(name) else (name, text)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


def _english(bare: str, printed: str) -> Title | None:
    lowered = " ".join(bare.lower().replace("’", "'").split()).replace("'", "’")
    if not any(h in lowered for h in HINTS_EN) or lowered.endswith((":", ";", ",", ".")) or bare[:1].islower():
        return None
    lowered = _EN_MONEY.sub("", lowered)
    brackets = " ".join(_EN_BRACKETS.findall(lowered))
    plain = " ".join(_EN_BRACKETS.sub(" ", lowered).split()).strip(" .*-–—")
    continued = "continued" in lowered or "cont’d" in lowered or "concluded" in lowered
    plain = re.sub(r"(?<![\s,–—-])[\s,–—-]*+\b(?:continued|concluded|unaudited)$", "", plain)
    if _EN_NOT.search(lowered):
        return None
    match = _pattern("en").fullmatch(plain)
    if match is None or (_ROW_AS_WELL.match(plain) and not _OF_A_PERIOD.search(match["suffix"] or "")):
        return None
    words = (
        f"{match['words'] or ''} {brackets} {match['suffix'] or ''} "
        f"{plain if 'consolidated' in plain or 'standalone' in plain else ''}"
    )
    return Title(_kind(match), _scope_en(words), printed.strip(), "en", continued, match["company"] or "")


def _scope_en(words: str) -> Scope:
    if re.search(r"\bparent|registrant|separate|stand-?alone|individual|non-consolidated|unconsolidated", words):
        return Scope.PARENT
    if re.search(r"\bconsolidated|\bgroup\b|\bcombined", words):
        return Scope.CONSOLIDATED
    return Scope.PARENT if re.search(r"\bcompany\b", words) else Scope.NONE
