"""Which code of a page is the number of the invoice: label, place, form and neighbours of each, weighed together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quire.invoice.dates import dates_in
from quire.invoice.field_choice import Candidate, Choice, Signs, choose
from quire.invoice.identifiers import (
    Found,
    invoice_number,
    label_of,
    names_other_number,
    number_weight,
    tax_ids_on,
)
from quire.invoice.lexicon import any_of
from quire.invoice.money import money_in
from quire.invoice.phrases import PagePhrases, Phrase

_CODE = re.compile(r"(?<![\w.,/@\-])#?(?=[\w/.\-]*\d)[A-Za-z0-9][\w/.\-]{0,28}[\w](?![\w@%]|[.,]\d)")
_CENTS = re.compile(r"[.,]\d\d")
_NUMBER_WORD = re.compile(rf"(?i){any_of('numbers', 'number_word')}\W*$")
_TITLES = any_of("documents", "titles")
_NAMED = re.compile(rf"(?i){any_of('numbers', 'invoice')}|{any_of('numbers', 'receipt')}|{_TITLES}")
_TITLE = re.compile(rf"(?i)^\W*{_TITLES}\b")
_ACCOUNT = re.compile(
    r"(?i)\b(?:iban|bic|swift|tel|phone|fax|mob|account|a/c|konto|kto|blz|sort|routing|www|http|hrb|hra|rcs|siret|siren)\b"
)
_PHONE = re.compile(rf"(?i)(?<![^\W\d_]){any_of('numbers', 'phone')}|\+\d{{1,3}}[\s(]")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])")
_TOWN = re.compile(r"[,\s]*[^\W\d_]{3}")
"""What follows a post code."""

_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DECIMAL = re.compile(r"\d+[.,]\d\d")
_WORDY = re.compile(r"_|[a-z]{4}")
_GROUP = re.compile(r"\d[\s)/\-]+$")
"""What stands before a later group of the figures of a telephone number, an account, a price."""

_OF_OTHERS = ("other", "account", "phone", "iban", "town", "tax_id", "money", "goes_on", "short")
"""Signs of a code that is something else: one without them on the whole page is likely the number."""

_PROSE = 60  # characters of a phrase with a fact at most
_MOST = 80  # codes of a page that are looked at, from its head
_NEAR = 3  # rows between a number and its date
_FLUSH = 8.0  # points: values of one column begin or end within it of each other
_REPEATS = 3  # repeats beyond it say no more
_LONG, _SHORT = 14, 4  # characters of a number


def number_of(prints: PagePhrases) -> Choice | None:
    """The number of the invoice."""
    return choose("invoice_number", number_candidates(prints))


def number_candidates(prints: PagePhrases) -> list[Candidate]:
    """The codes of a page with their signs."""
    labelled = _unless_money(invoice_number(prints))
    ids = {re.sub(r"\W", "", code) for code in tax_ids_on(prints)}
    dates = [p for p in prints.phrases if dates_in(p.text)]
    titles = {prints.row_of[p.number] for p in prints.phrases if _TITLE.match(p.text)}
    made: list[Candidate] = []
    for one in _codes(prints, labelled):
        phrase, row = one.phrase, prints.row_of[one.phrase.number]
        beside = [p for p in prints.row(phrase) if p.number != phrase.number]
        label = label_of(prints, one)
        by_rule = labelled is not None and one.value == labelled.value
        near = [d for d in dates if d.number != phrase.number and abs(prints.row_of[d.number] - row) <= _NEAR]
        signs: Signs = {
            "bias": 1.0,
            "rule": float(by_rule),
            "weight": number_weight(prints, phrase, one.value) / 10,
            "other": float(names_other_number(label)),
            "named": float(bool(_NAMED.search(label))),
            "word": float(bool(_NUMBER_WORD.search(label))),
            "colon": float(label.rstrip().endswith(":")),
            "unlabelled": float(not _WORD.search(label)),
            "title": float(row in titles),
            "below_title": float(row not in titles and bool({row - 1, row - 2} & titles)),
            "phone": float(bool(_PHONE.search(phrase.text) or (beside and _PHONE.search(beside[0].text)))),
            "iban": float(any(m.start() <= one.start < m.end() for m in _IBAN.finditer(phrase.text))),
            "town": float(one.value.isdigit() and bool(_TOWN.match(phrase.text[one.end :]))),
            "account": float(bool(_ACCOUNT.search(phrase.text) or (beside and _ACCOUNT.search(beside[0].text)))),
            "date_column": float(any(_in_column(d, phrase) for d in near)),
            "date_row": float(any(prints.row_of[d.number] == row for d in near)),
            "date_near": float(bool(near)),
            "letters": float(any(c.isalpha() for c in one.value)),
            "joined": float(bool(re.search(r"\d[\-/]|[\-/]\d", one.value))),
            "year": float(bool(_YEAR.search(one.value))),
            "short": float(len(one.value) < _SHORT),
            "long": float(len(one.value) > _LONG),
            "zeros": float(one.value.startswith("0")),
            "tax_id": float(re.sub(r"\W", "", one.value) in ids),
            "decimal": float(bool(_DECIMAL.fullmatch(one.value))),
            "wordy": float(bool(_WORDY.search(one.value))),
            "group": float(bool(_GROUP.search(phrase.text[: one.start]))),
            "money": float(any(money_in(p.text) for p in (phrase, *beside))),
            "whole": float(one.end - one.start >= len(phrase.text) - 1),
            "goes_on": float(bool(_WORD.search(phrase.text[one.end :]))),
            "high": 1.0 - phrase.middle / prints.height,
            "right": phrase.box.x0 / prints.width,
            "large": min(max(phrase.size / prints.usual_size - 1.0, 0.0), 1.0),
            "repeat": min(sum(one.value in p.text for p in prints.phrases) - 1, _REPEATS) / _REPEATS,
        }
        made.append(Candidate(one.value, phrase, one.start, one.end, signs))
    return with_sole(made)


def with_sole(made: Sequence[Candidate]) -> list[Candidate]:
    """The codes of a page with a sign for the only one that is nothing else."""
    plain = {one.value for one in made if not any(one.signs[sign] for sign in _OF_OTHERS)}
    return [one._replace(signs=one.signs | {"sole": float(plain == {one.value})}) for one in made]


def _unless_money(found: Found | None) -> Found | None:
    """What a label calls the number, but for an amount with its currency: "Fatura 1225.30 €" is a total."""
    amounts = money_in(found.phrase.text) if found else []
    return None if any(m.currency and m.start <= found.start < m.end for m in amounts if found) else found


def _codes(prints: PagePhrases, labelled: Found | None) -> Iterator[Found]:
    """The codes of a page: words with figures that are no dates and no amounts, and what a label names."""
    if labelled:
        yield labelled
    count = 0
    for phrase in prints.phrases:
        if len(phrase.text) > _PROSE or "@" in phrase.text:
            continue
        amounts = [m for m in money_in(phrase.text) if _CENTS.search(phrase.text[m.start : m.end])]
        taken = [(d.start, d.end) for d in dates_in(phrase.text)] + [(m.start, m.end) for m in amounts]
        for match in _CODE.finditer(phrase.text):
            if any(match.start() < end and match.end() > start for start, end in taken):
                continue
            value = match[0].strip("#.:")
            if labelled and phrase.number == labelled.phrase.number and value == labelled.value:
                continue
            yield Found(value, phrase, match.start(), match.end())
            count += 1
            if count == _MOST:
                return


def _in_column(first: Phrase, second: Phrase) -> bool:
    return abs(first.box.x0 - second.box.x0) < _FLUSH or abs(first.box.x1 - second.box.x1) < _FLUSH
