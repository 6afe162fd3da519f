"""The wording of running lines: page numbers, titles of reports and their parts, company names, notices."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.text.caption_binding import is_caption
from quire.layout.text.list_markers import row_marker
from quire.layout.text.text_rows import Row, line_text

# Running lines are shorter, characters; those with a phrase of reports a little longer; a longer text with a full stop
# is a sentence.
_SHORT, _LONGEST, _SENTENCE = 100, 120, 50

_NUMBER = re.compile(
    r"""^[-–—·•|/\s]*+(?:
      (?:page|p\.|pag\.|seite|página|стр\.?|страница)?\s*+(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]{1,2}-\d{1,3})
        (?:\s*+(?:of|/|von|sur|de|из|\|)\s*+\d{1,4})?
      | 第?\s*+\d{1,4}\s*+页?\s*+(?:[/，,、]?\s*+共\s*+\d{1,4}\s*+页|/\s*+\d{1,4})?
      | 第\s*[一二三四五六七八九十百〇]{1,5}\s*页
    )[-–—·•|/\s]*$""",
    re.IGNORECASE | re.VERBOSE,
)
_RUNNING = re.compile(
    r"""年度报告|半年度报告|季度报告|募集说明书|招股说明书|公开转让说明书|有限公司|annual\s+report|quarterly\s+report|form\s+10-[kq]
    |table\s+of\s+contents|confidential|all\s+rights\s+reserved|copyright|©|www\.|https?://|doi[:.]|issn|\bvol\.\s*\d
    |financial\s+statements|report\s+and\s+accounts|journal\s+of|proceedings\s+of""",
    re.IGNORECASE | re.VERBOSE,
)
# Titles that annual reports repeat on every page of a part.
_PART_TITLE = re.compile(
    r"^notes\s+(?:to|on)\s+(?:the\s+)?(?:\w+\s+){0,7}(?:financial\s+statements|accounts)\b|\((?:continued|cont['’]?d\.?|续|續)\)$",
    re.IGNORECASE,
)
# A part that continues from the page before; and what the row below such a title says.
_CONTINUED = re.compile(r"[(（]\s*(?:continued|cont['’]?d\.?|续|續)\s*[)）]|\bcontinued$", re.IGNORECASE)
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_PERIOD = re.compile(
    rf"""^(?:for\s+the\s+)?(?:years?|financial\s+year|period|quarter|(?:three|six|nine|twelve)\s+months)\s+end(?:ed|ing)\s
    |^(?:as\s+(?:at|of)\s+)?(?:{_MONTH}\s+\d{{1,2}},?|\d{{1,2}}\s+{_MONTH})\s+(?:19|20)\d\d$
    |^截至.{{4,16}}(?:止|日)""",
    re.IGNORECASE | re.VERBOSE,
)
_COMPANY = re.compile(r"\b(?:limited|ltd\.?|plc|inc\.?|corporation|berhad|s\.a\.|ag)$|有限公司$", re.IGNORECASE)
_HEADING_LIKE = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,2})+\.?\s|第.{1,4}[章节节篇部]|chapter\s|appendix\s|[一二三四五六七八九十]{1,3}、)",
    re.IGNORECASE,
)
# A footnote: its mark, and a sentence.
_NOTE = re.compile(r"^[\[(]?(?:\d{1,3}|[*†‡§])[\])]?\s?[A-Z“\"\u4e00-\u9fff].{12,}")
# What is between the caption of a Chinese statement and the statement.
_UNIT = re.compile(r"^(?:金额)?单位\s*[:：]")
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\b[ivxlc]{1,7}\b")
# A number of a page that a sign parts from a title; most rows have no such sign.
_PARTED = re.compile(r"[|•·/]")
_BESIDE_NUMBER = re.compile(r"^\d{1,4}\s*[|•·/]\s|^.*\s[|•·/]\s*\d{1,4}$")


def is_number(text: str) -> bool:
    """Whether a text is a page's number and nothing else."""
    return _NUMBER.match(text.strip()) is not None


def wording_evidence(row: Row, *, like_text: bool = False) -> float:
    """Evidence from its wording that a row is a running line, in the unit of `furniture_decision`.

    Args:
        row: At an end of a page.
        like_text: It is set as most of the document's text.
    """
    text = row.text.strip()
    if is_number(text):
        return 3.0
    if is_caption(text) or _UNIT.match(text):
        return -3.0
    evidence = 0.0
    if is_beside_number(row):
        evidence += 1.5
    elif _PARTED.search(text) and _BESIDE_NUMBER.match(text):
        evidence += 2.0
    if len(text) < _LONGEST and _RUNNING.search(text):
        evidence += 1.2
    if _HEADING_LIKE.match(text):
        evidence -= 1.5
    if text[-1] in ".。;；" and (like_text or len(text) > _SENTENCE):
        evidence -= 1.5
    if like_text and text[0].islower():
        evidence -= 1.5
    marker = row_marker(row)
    if marker is not None and marker.value == 0:
        evidence -= 2.0
    return evidence


def is_beside_number(row: Row) -> bool:
    """Whether a page number is at an end of a row, apart from the rest."""
    return len(row.lines) > 1 and any(map(is_number, (line_text(row.lines[0]), line_text(row.lines[-1]))))


def names_part(text: str) -> bool:
    """Whether a text is a title that reports repeat on the pages of a part."""
    return _PART_TITLE.search(text) is not None


def names_company(text: str) -> bool:
    """Whether a text ends as the name of a company does."""
    return _COMPANY.search(text) is not None


def is_heading_like(text: str) -> bool:
    """Whether a text begins as a numbered heading does."""
    return _HEADING_LIKE.match(text) is not None


def is_note(text: str) -> bool:
    """Whether a text is a footnote, not a page's number and the name of a company."""
    return _NOTE.match(text) is not None and not (len(text) < _SHORT and names_company(text.strip()))


def is_continued(text: str) -> bool:
    """Whether a short text is the heading of a part that continues from the page before."""
    if len(text) >= _SHORT or not ("cont" in text.lower() or "续" in text or "續" in text):
        return False  # most rows, without the search
    return _CONTINUED.search(text) is not None


def is_period(text: str) -> bool:
    """Whether a text says which period or day a report is about, as rows below its title do."""
    return len(text) < _SHORT and _PERIOD.match(text) is not None


def mirrored(pieces: Sequence[tuple[str, str]]) -> str:
    """The text of a row by its pieces, whatever their order: left pages mirror right ones."""
    texts = [text for _, text in pieces]
    return texts[0] if len(texts) == 1 else " ".join(sorted(texts, key=signature))


def signature(text: str) -> str:
    """The text with its numbers folded, which running lines share over pages."""
    return _ROMAN.sub("#", _DIGITS.sub("#", text.lower())).replace(" ", "")
