"""Titles and line items of statements, from the data files `lexicon/*.toml`."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from quire.finance.statement import Kind
from quire.hanzi import simplified

KIND_NAMES: Mapping[str, Kind] = {
    "balance": Kind.BALANCE,
    "income": Kind.INCOME,
    "cash_flow": Kind.CASH_FLOW,
    "equity": Kind.EQUITY,
    "other": Kind.OTHER,
}
_MARKS = re.compile(r"^[\s*#△▲☆★◇※+\-—–]+")  # formats for state-owned enterprises mark items of some trades
_NUMBER = re.compile(
    r"^(?:[(（]?[一二三四五六七八九十]{1,3}[)）][、.．]?|[一二三四五六七八九十]{1,3}[、.．:：]"
    r"|[(（]\d{1,2}[)）]|\d{1,2}[.．、)）](?!\d)|[(（]?[ivx]{1,4}[)）])"
)
_PREFIX = re.compile(r"^(?:其中|加|减|加减|减去|包括|其中包括|less|add|including|of which|plus|deduct)\s*[:：]\s*")
_WORD_PREFIX = re.compile(r"^(?:less|add|plus|deduct)\s+")
_BRACKETS = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
_NOTE = re.compile(r"[(\[]\s{0,9}+(?:see\s+)?notes?[^)\]]{0,300}[)\]]|\bnotes?\s+\d+[a-z]?\b")
_BALANCE = re.compile(
    r"(?:total )?(?:equity )?(?:balances?|as at|at|opening|closing)\b.{0,200}(?:\d|beginning|end|year|period|balance)"
)
_PLAIN_EN = re.compile(r"[^a-z0-9]+")
_PLAIN_ZH = re.compile(r"[\s:：,，、。.．;；·\-—–－_/“”\"']")
_SUO = re.compile(r"所(?=支付|收到|收回|取得)")  # "购建……所支付的现金": the formats of 2006 print it, those of 2019 not
_FEWEST_CHARACTERS = 3  # of a label in which one may be misread
_CHARACTERS_PER_ERROR = {"zh": 5, "en": 12}  # of a label for each kind of error that may be in it
_WORD = re.compile(r"[a-z]{5,}")  # shorter words differ from others by one letter too often
_ALIKE = frozenset(
    "流量净总额及与和或、期年本上初末款项帐账金资公集股东入出收支长短0123456789"
)  # one for another in good labels, too


@dataclass(frozen=True, slots=True)
class Context:
    """Items that mean another one by their place: what they are called alone, and there."""

    shares: re.Pattern[str]  # headings about numbers of shares
    below_shares: Mapping[str, str]
    noncurrent: Mapping[str, str]  # after the total of current assets or liabilities
    liabilities: Mapping[str, str]  # after total assets


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language's titles and items."""

    language: str
    titles: Mapping[Kind, re.Pattern[str]]  # over the core of a title, see `titles.py`
    items: Mapping[Kind, Mapping[str, str]]  # normalised printed name to concept
    roles: Mapping[str, str]  # concept to its part in the checks
    minus: frozenset[str]  # concepts that are taken off in the sum they belong to
    context: Context | None  # what items mean by their place; None where labels say it
    details: frozenset[str]  # concepts that are parts of the item above them where "其中" begins such parts
    title_words: frozenset[str]  # words of titles, as which recognition may have misread others
    labels: frozenset[str]  # of sections and rows that are no items
    columns: frozenset[str]  # titles of columns, as which a misread one may be read
    plain_titles: Mapping[str, Kind]  # titles that are unmistakable with one character lost, added or changed


@lru_cache(maxsize=4)
def lexicon(language: str) -> Lexicon:
    """The lexicon of "zh" or "en".

    Raises:
        FileNotFoundError: there is none for the language.
    """
    raw = tomllib.loads(resources.files("quire.finance").joinpath("lexicon", f"{language}.toml").read_text("utf-8"))
    authority = raw["authority"] + ":" if raw["authority"] else ""
    items: dict[Kind, dict[str, str]] = {}
    for name, kind in KIND_NAMES.items():
        known = items.setdefault(kind, {})
        for concept, names in raw.get(name, {}).items():
            for printed in ([concept] if authority else []) + names:
                known.setdefault(normalize_label(printed, language), authority + concept)
    for lent in (Kind.INCOME, Kind.EQUITY):  # comprehensive income stands in either
        for printed, concept in items[lent].items():
            items[Kind.OTHER].setdefault(printed, concept)
    return Lexicon(
        language=language,
        titles={KIND_NAMES[k]: re.compile("|".join(f"(?:{p})" for p in v)) for k, v in raw["titles"].items()},
        items=items,
        roles={authority + concept: role for role, concepts in raw["roles"].items() for concept in concepts},
        minus=frozenset(authority + concept for concept in raw["minus"]["items"]),
        context=_context(raw) if "context" in raw else None,
        details=frozenset(authority + concept for concept in raw["details"]["items"]),
        title_words=frozenset(raw["recognised"].get("title_words", ())),
        labels=frozenset(normalize_label(name, language) for name in raw["recognised"].get("labels", ())),
        columns=frozenset(raw["recognised"].get("columns", ())),
        plain_titles={name: KIND_NAMES[k] for k, v in raw["recognised"].get("titles", {}).items() for name in v},
    )


def _context(raw: Mapping[str, Any]) -> Context:
    places = (raw[name] for name in ("below_shares", "noncurrent", "liabilities"))
    return Context(re.compile(raw["context"]["shares"], re.IGNORECASE), *places)


def normalize_label(label: str, language: str) -> str:
    """A label for comparison: lower case, without numbering, marks, "其中：", punctuation and spaces."""
    text = unicodedata.normalize("NFKC", label).strip().lower()
    text = _MARKS.sub("", text)
    if language == "zh":
        text = simplified("".join(text.split()))
        text = _MARKS.sub("", _NUMBER.sub("", text))
        text = _NUMBER.sub("", _PREFIX.sub("", text))
        return _PLAIN_ZH.sub("", text).replace("[", "(").replace("]", ")")
    text = _NOTE.sub(" ", text.replace("’", "'").replace("'", ""))
    text = _WORD_PREFIX.sub("", _PREFIX.sub("", _NUMBER.sub("", text)))
    return _PLAIN_EN.sub(" ", text).strip()


@lru_cache(maxsize=8192)
def canonical_item(label: str, kind: Kind, language: str) -> str:
    """The canonical item that a printed label names in a statement of that kind; "" if unknown.

    Explanations in brackets ("（损失以“－”号填列）", "(Note 9)") and, in English, what follows the first comma or
    semicolon, do not count.
    """
    known = lexicon(language).items[kind]
    for form in _forms(label, language):
        if form in known:
            return known[form]
    if kind is Kind.EQUITY and language == "en" and _BALANCE.match(normalize_label(label, language)):
        return "equity:Balance"
    return ""


@lru_cache(maxsize=8192)
def misread_item(label: str, kind: Kind, language: str, *, short: bool = False) -> str:
    """The known printed name that an unknown label equals but for a few substituted characters; "" without one.

    Recognition takes one character for another; a maker of statements who words an item in another way adds or leaves
    out some, or uses one of the words that mean the same.

    Args:
        label: As recognised.
        kind: Of the statement.
        language: Of the statement.
        short: One character may differ however short the label is: it is one of few that can stand there.
    """
    if canonical_item(label, kind, language):
        return ""
    text = _forms(label, language)[0]
    most = max(len(text) // _CHARACTERS_PER_ERROR[language], int(short and len(text) >= _FEWEST_CHARACTERS))
    for known in lexicon(language).items[kind] if most else ():
        if len(known) == len(text):
            changed = {pair for pair in zip(text, known, strict=True) if pair[0] != pair[1]}
            if len(changed) <= most and not any(a in _ALIKE and b in _ALIKE for a, b in changed):
                return known
    return ""


@lru_cache(maxsize=8192)
def misread_word(label: str) -> str:
    """The word of English statements that a word of a label equals but for one letter; "" without one."""
    known = _vocabulary()
    for word in _WORD.findall(label.lower()):
        for at in range(len(word) - 1) if word not in known[""] else ():  # the last letter inflects
            if (meant := known.get(f"{word[:at]}*{word[at + 1 :]}")) is not None:
                return next(iter(meant))
    return ""


@lru_cache(maxsize=1)
def _vocabulary() -> dict[str, set[str]]:
    """The words of the items under "", and under each word with one letter left open ("ta*es")."""
    words = {w for items in lexicon("en").items.values() for name in items for w in _WORD.findall(name)}
    found: dict[str, set[str]] = {"": words}
    for word in words:
        for at in range(len(word)):
            found.setdefault(f"{word[:at]}*{word[at + 1 :]}", set()).add(word)
    return found


def _forms(label: str, language: str) -> list[str]:
    """The normalized forms of a label, the most exact one first."""
    text = unicodedata.normalize("NFKC", label)
    bare = _BRACKETS.sub("", text)
    forms = [normalize_label(text, language), normalize_label(bare, language)]
    if language == "zh":
        forms += [re.sub(r"\(.*", "", forms[0])]
        forms += [_SUO.sub("", form) for form in forms]
    else:
        forms += [
            normalize_label(re.split(r"[,;:]|\s[-–—]\s", bare)[0], language),
            re.sub(r" (?:net|total)$", "", forms[1]),
        ]
        forms += [re.sub(r"^(?:total|net) ", "", f) for f in forms[:3]]
        forms += [
            re.sub(r" (?:attributable|available|applicable|allocable) to .*", "", f) for f in (forms[1], forms[-2])
        ]
    return forms


def check_role(concept: str, language: str) -> str:
    """The role that an item has in the checks ("total_assets"); "" for none."""
    return lexicon(language).roles.get(concept, "")


def is_deduction(concept: str, label: str, language: str) -> bool:
    """Whether an item is subtracted in its sum: by a printed "减：" or by its canonical item."""
    bare = unicodedata.normalize("NFKC", label).strip().lower()
    bare = _NUMBER.sub("", bare)
    return bare.startswith(("减", "減", "less")) or concept in lexicon(language).minus
