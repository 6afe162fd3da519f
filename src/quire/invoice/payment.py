"""When and where to a bill is to be paid, and where its parties live: due date, account, addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from quire.invoice.check_digits import is_iban
from quire.invoice.dates import dates_in, month_first
from quire.invoice.identifiers import Found, label_of, names_buyer, names_due_date, with_year
from quire.invoice.item_headers import headings_in
from quire.invoice.label_kinds import is_of
from quire.invoice.money import money_in
from quire.invoice.parties import DOMAIN
from quire.invoice.phrases import PagePhrases, Phrase

_IBAN = re.compile(r"(?<![A-Z\d])[A-Z]{2}\d{2}(?:[ \-]?[A-Z\d]{2,4}){3,8}(?![A-Z\d])")
"""Country, two check digits, up to 30 characters, often in groups of four (ISO 13616)."""

_SEPARATORS = re.compile(r"[ \-]")
_LIKELY = 0.5  # how likely a label is that of an address, or of another fact
_FACTS = ("contact", "tax_id", "register", "account", "number", "other_number", "date", "other_date")
_EDGE = 4.0  # points: lines of an address begin, or end, within it of its name
_CLOSE = 1.6  # heights between two lines of an address, at most
_LINES = 8  # below a name that may be its address
_LETTERS = 4  # of a line of an address, at least
_PHONE = re.compile(r"\+?[\d\s()/.\-]{7,}")


def due_date(prints: PagePhrases, issued: str, *, american: bool) -> Found | None:
    """The date that a label calls the last for payment, not before the date of issue; YYYY-MM-DD."""
    told = month_first(p.text for p in prints.phrases)
    for phrase in prints.phrases:
        for day in dates_in(with_year(prints, phrase), month_first=american if told is None else told):
            found = Found(day.iso, phrase, day.start, day.end)
            label = _own_label(phrase.text[: day.start]) or label_of(prints, found)
            if day.iso >= issued and names_due_date(label):
                return found
    return None


def accounts_on(prints: PagePhrases) -> list[Found]:
    """The accounts whose check digits are right (ISO 7064), without those that words near them call the buyer's."""
    found = []
    for phrase in prints.phrases:
        for match in _IBAN.finditer(phrase.text.upper()):
            code = _SEPARATORS.sub("", match[0])
            if is_iban(code) and not names_buyer(phrase.text):
                found.append(Found(code, phrase, match.start(), match.end()))
    return found


def address_of(prints: PagePhrases, name: Phrase, other: Phrase | None) -> str:
    """The lines of the address under a name, parted by commas, from the first with a figure; "" without one.

    Args:
        prints: the page.
        name: the name of a party.
        other: that of the other party, whose address is another one.
    """
    lines: list[str] = []
    for phrase in _under(prints, name):
        if (other and phrase.number == other.number) or _is_of_table(prints.row(phrase)):
            break
        text = _without_label(phrase.text)
        if not text or _is_fact(text):
            if lines:
                break
        elif lines or re.search(r"\d", text):
            lines.append(text)
    return ", ".join(line.strip(" ,;") for line in lines)


def _is_of_table(row: Sequence[Phrase]) -> bool:
    """Whether a row is the headings of line items, or one of them: two headings at least, or two amounts."""
    return max(sum(headings_in(p.text) for p in row), sum(bool(money_in(p.text)) for p in row)) > 1


def _under(prints: PagePhrases, name: Phrase) -> Sequence[Phrase]:
    """The lines that follow a name closely and begin or end at its x."""
    flush = [
        p
        for p in prints.phrases[name.number + 1 :]
        if p.box.y0 > name.middle and (abs(p.box.x0 - name.box.x0) < _EDGE or abs(p.box.x1 - name.box.x1) < _EDGE)
    ][:_LINES]
    for at, (upper, lower) in enumerate(pairwise([name, *flush])):
        if lower.box.y0 - upper.box.y1 > _CLOSE * max(upper.box.height, lower.box.height):
            return flush[:at]
    return flush


def _own_label(before: str) -> str:
    """The label right before a value in a line of several facts: "Date: 1/2/2020 | Due: 1/3/2020"."""
    return re.split(r"[|;•·]|\s{2,}|\d", before)[-1].strip()


def _without_label(text: str) -> str:
    """A line without its label "Address:"; "" where it is the label of another fact."""
    label, colon, value = text.partition(":")
    if not colon:
        return text
    return value.strip() if is_of(label, "address") > _LIKELY else ""


def _is_fact(text: str) -> bool:
    """Whether a line tells how to reach a party, a number, an amount or a date: no part of an address."""
    letters = sum(c.isalpha() for c in text)
    return (
        letters < _LETTERS
        or bool(DOMAIN.search(text) or _PHONE.fullmatch(text) or money_in(text) or dates_in(text))
        or is_of(text, *_FACTS) > _LIKELY
    )
