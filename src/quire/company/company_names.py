"""The names of a company, and the forms in which they are compared.

`normal` is what two spellings of one name have in common: Unicode compatibility forms (NFKC), letter case, spaces,
brackets and punctuation, the English “and” between words, traditional Chinese characters, and the marks that the
exchange puts before the short name of a company under special
treatment. `code` and `ticker` do the same for the two kinds of codes.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from quire.hanzi import simplified

CN, US = "cn", "us"
"""The two data sets: companies on the Chinese over-the-counter boards, and companies listed in the United States."""

IDENTIFIERS = ("cik", "lei", "ein", "isin", "cusip", "figi", "统一社会信用代码", "组织机构代码")
"""The keys of a record whose value identifies the company in a public register."""

LONGEST = 200
"""Characters of a name or a query that are looked at; the longest registered name has about 60."""

_SUFFIX = re.compile(r"\.(?:OC|NQ)$", re.IGNORECASE)  # how data vendors mark codes of the third board
_MARK = re.compile(r"^(?:s?st|pt)+(?=[\u3400-\u9fff])")  # ST, *ST, S*ST, SST, PT without their stars
_AND = re.compile(r"(?<=\S)\s+and\s+(?=\S)")  # JOHNSON & JOHNSON is typed so; & is punctuation
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_STATE = re.compile(r"(?<!\s)\s*[/\\][A-Z]{2,3}[/\\]?\s*+$")  # “/DE/” behind the names of the SEC
_LEGAL = re.compile(
    r"(?:(?<![\s,])[\s,]++(?:inc|incorporated|corp|corporation|co|company|companies|ltd|limited|plc|llc|l\.?p|n\.?v"
    r"|s\.?a|ag|se)\.?)+$",
    re.IGNORECASE,
)
_JUNK = re.compile(r"[\W_]+")


class Name(NamedTuple):
    """The names of a company, with its codes and facets.

    Attributes:
        dataset: `CN` or `US`.
        market: ``nyse`` or ``nasdaq``, "" for `CN`.
        code: stock code or ticker symbol as printed.
        name: full name; "" when unknown.
        short: short name; "" when the company has no short name.
        aliases: further names, such as former ones.
        facets: values that a search can be narrowed by, as (facet, value).
    """

    dataset: str
    market: str
    code: str
    name: str = ""
    short: str = ""
    aliases: tuple[str, ...] = ()
    facets: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every known name: the full name, the short name, the aliases."""
        return tuple(name for name in (self.name, self.short, *self.aliases) if name)


def normal(text: str) -> str:
    """Return the comparable form of a name; "" when it has only spaces and punctuation."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST]).casefold()
    if folded.isascii():
        return _MARK.sub("", _JUNK.sub("", _AND.sub(" ", folded)))
    return _MARK.sub("", _JUNK.sub("", simplified(folded)))


def core(text: str) -> str:
    """Return an English name's comparable form without its legal form: “Nvidia Corp” equals “NVIDIA CORPORATION”."""
    shown = unicodedata.normalize("NFKC", text[:LONGEST]).strip()
    return normal(_LEGAL.sub("", _STATE.sub("", _ARTICLE.sub("", shown)))) or normal(text)


def code(text: str) -> str:
    """Return the comparable form of a stock code: half-width, upper case, without ``.OC`` or ``.NQ``."""
    return _SUFFIX.sub("", unicodedata.normalize("NFKC", text[:LONGEST]).strip()).upper()


def ticker(text: str) -> str:
    """Return a ticker symbol's comparable form: upper case, a dash before the share class (``brk.b``, ``brk/b``)."""
    return re.sub(r"[./_\s]+", "-", unicodedata.normalize("NFKC", text[:LONGEST]).strip()).upper()
