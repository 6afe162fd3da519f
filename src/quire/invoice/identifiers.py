"""Invoice numbers, dates of issue and tax ids of invoices in any language, by their labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from quire.invoice.dates import dates_in
from quire.invoice.lexicon import any_of
from quire.invoice.phrases import PagePhrases, Phrase

_NO = any_of("numbers", "number_word")
_NUMBER_LABELS = (
    # (weight, pattern): the heavier label wins
    (10, re.compile(rf"(?i)(?<!\w){any_of('numbers', 'label')}\s*[:.#]*\s*")),
    (9, re.compile(rf"(?i)(?<!\w){any_of('numbers', 'invoice')}\s?-?\s?{_NO}\s*[:.#]*\s*")),
    (7, re.compile(
        r"(?i)(?<!\w)(?:n\.?º|n°|numéro|número|numero|núm\.?|num\.|no\.?|n\."
        r"|réf\.?(?:érence)?)\s?(?:de\s)?(?:la\s)?(?:factura|facture|fattura|fatura|rechnung|documento)\s*[:.]*\s*")),
    (6, re.compile(rf"(?i)(?<!\w){any_of('numbers', 'receipt')}\s?-?\s?{_NO}\s*[:.#]*\s*")),
    (3, re.compile(
        r"(?i)^(?:numéro|nummer|número|numero|number|n[uú]mer|[čc][íi]slo|broj|[šs]tevilka|num[ăa]r|nr\.?|n[º°]\.?|[čc]\.)"
        r"\s*:?\s*(?=$|\S*\d)")),
    (3, re.compile(rf"(?i)^\W*{any_of('documents', 'offers')}\s?{_NO}\s*[:.#]*\s*(?=$|\S*\d)")),
    (5, re.compile(r"(?i)^(?:tax\s)?(?:invoice|rechnung|facture|factuur|factura|fattura)\s*[:#]?\s+(?=\S*\d)")),
    (4, re.compile(r"(?i)^(?:invoice|factuur|rechnung|facture|factura)\s*[:#]?$")),
    (3, re.compile(rf"(?i)^(?:check|chk|bill|tab)\s?{_NO}\s*[:.#]*\s*")),
    (2, re.compile(r"^[\s\-–]*#\s*")),
)  # fmt: skip
_ID = re.compile(r"(?=[\w/#.\-]*\d)[#A-Za-z0-9][\w/.\-]*[\w]|\d")
_AND_DATE = re.compile(r"(?i)^\s*(?:and|&|/|und|et|e|y|en)\s(?:date|datum|data|fecha)\s*$")
"""What a heading names besides a number: "Invoice No. and Date"."""

_NOT_ID = re.compile(
    r"(?i)\b(?:gst|vat|tax|reg|account|order|customer|kunden|po|phone|tel|id)\s?(?:reg|id|no|nr|number)?$"
)

_ACCOUNT = re.compile(rf"(?i)\b{any_of('numbers', 'account')}\b")

_DATE_LABELS = (
    (9, re.compile(
        r"(?i)(?:invoice|inv\.?|bill|tax invoice|receipt|rechnungs?|factuur|facturation|facture|factura|fattura|issue"
        r"|ausstellungs|beleg)[\s\-]?(?:date|datum|data)|date\s?(?:of\s)?(?:the\s)?(?:invoice|issue"
        r"|de\s?(?:la\s)?facture|d'émission|facture)|fecha\s(?:de\s)?(?:la\s)?(?:emisión|factura|emision|expedición)"
        r"|data\s(?:fattura|emissione)|rechnung\s?vom|invoiced?\son|issued\s?(?:on)?"
        rf"|(?<!\w){any_of('dates', 'issue')}")),
    (6, re.compile(rf"(?i)(?<!\w)(?:date|datum|fecha|data|dato|תאריך|{any_of('dates', 'plain')})(?!\w)\s*[:.]?")),
    (4, re.compile(r"(?i)(?:\bdu\b|\bvom\b|\bvan\b|\bden\b)\s*$")),
)  # fmt: skip
_DAY_MONTH = re.compile(
    r"(?i)\b\d{1,2}(?:\.|st|nd|rd|th|º)?\s(?:de\s|of\s)?[^\W\d_]{3,10}\.?,?(?:\sde)?$|\b[^\W\d_]{3,9}\.?\s\d{1,2},?$"
)
"""The end of a line with a day and a month and no year behind them."""

_DAY = re.compile(r"(?:^|[:\s])\d{1,2}\.?$")
_YEAR, _MONTH_YEAR = re.compile(r"20\d\d"), re.compile(r"[^\W\d_]{3,10}\.?,? 20\d\d")

_DUE = re.compile(rf"(?i)(?<![^\W\d_]){any_of('dates', 'due')}")
_NO_DATE = re.compile(rf"(?i){any_of('dates', 'due')}|{any_of('dates', 'not_issue')}")
"""Words beside a date that is not the date of issue."""

_TAX_WORD = (
    rf"(?:(?<!\w){any_of('parties', 'tax_id')}(?!\w)"
    r"|\bvat|\bv\.a\.t\.?|\bgst(?:in)?|\bsst|btw|\bu(?:st|id)|umsatzsteuer|tva|\biva|\babn|\btin|\bcif|\bnif"
    r"|\bn\.i\.f|\bc\.i\.f|p\.?\s?iva|partita iva|\bein\b|\btrn\b|tax\s(?:id|reg|registration)|steuer-?(?:nr|nummer"
    r"|id)|עוסק מורשה|ח\.פ)"
)
_TAX_LABEL = re.compile(rf"(?i){_TAX_WORD}[^:\d\n]{{0,32}}?[:#.)]*\s*(?=[A-Z]{{0,3}}[\s\-]?[\dF])")
_TAX_WORDS = re.compile(rf"(?i){_TAX_WORD}")
_TAX_NAMED = re.compile(rf"(?i)(?<!\w){any_of('parties', 'tax_id')}(?!\w)")
_OTHER_NUMBER = re.compile(rf"(?i)(?<!\w)(?:{any_of('numbers', 'other')}|{any_of('numbers', 'law')}(?!\w))")
_TAX_ID = re.compile(r"(?:[A-Z]{2,3}[\s\-]?)?[A-Z\d](?:[\s.\-/]?[A-Z\d]){6,17}")
_TAX_ALONE = re.compile(
    r"(?i)(?:gstin|vat|btw|ust-?id(?:nr)?|tva|abn|trn|nif|cif|vat (?:no|number|id)|gst (?:no|number|id)"
    rf"|{any_of('parties', 'tax_id')})\W*(?:no|nr|number)?\W*"
)
"""The label of a tax id and nothing else."""

_TAX_NAME = re.compile(r"(?<=\d)(?:MWST|MVA|TVA|IVA)$")
"""The name of a tax behind an id: CHE-123.456.789 MWST."""

_EU = re.compile(
    r"(?<![A-Z\d])(?:ATU\d{8}|BE[01]?\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|EE\d{9}|EL\d{9}"
    r"|ES[A-Z\d]\d{7}[A-Z\d]|FI\d{8}|FR[A-Z\d]{2}\d{9}"
    r"|GB\d{9}|HR\d{11}|HU\d{8}|IE\d[A-Z\d]\d{5}[A-Z]{1,2}|IT\d{11}|LT(?:\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT\d{8}"
    r"|NL\d{9}B\d{2}|PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}|CHE\d{9})(?![A-Z\d])"
)  # EU and Swiss VAT ids: the structures that the tax authorities publish (VIES)
_PARTED_ID = re.compile(r"(?<![A-Z\d])(?:[A-Z]{2}|CHE)[\s.\-]?[A-Z\d](?:[\s.\-]?[A-Z\d]){6,12}(?![A-Z\d])")
"""What may be such an id, its parts set apart: BE 0412.773.310, NL 8123.45.678.B01."""

_BUYERS = re.compile(rf"(?i)\b{any_of('parties', 'buyer_words')}\b|לכבוד")
_SELLERS = re.compile(rf"(?i){any_of('parties', 'seller_words')}")

_FOOT = 0.8  # of the page's height: what stands below is the seller's
_FLUSH = 4.0  # points: lines of a block begin, or end, at the same x
_HEADED = 14.0  # heights from the heading of a party to its id
_CLOSE = 0.9  # heights between two lines of a block
_FACT = re.compile(
    rf"(?i)(?:{any_of('dates', 'issue')}|{any_of('dates', 'plain')}|date|datum|{any_of('numbers', 'other')})"
    r"\s*(?:[:.#]|\d)"
)
"""The label of a date or of another number than that of the invoice, with its value."""

_LABEL_WORD = re.compile(r"[^\W\d_]{3,}")
_OVER = 3.5  # heights between a heading and what stands below it
_EXACT = 4  # weight of a label of a number; behind a heavier one its phrase has the number or nothing else
_CERTAIN = 8  # weight of a label of a date; beside a heavier one the words for other dates do not count
_NEAR_LABEL = 40  # characters; the phrase with a number beside or below its label is shorter
_SHORTEST_ID = 2  # characters of an invoice number at least
_LONGEST_ID = 40  # characters of an invoice number at most
_DATE_PHRASE = 80  # characters; a date without a label is not that of issue in a longer phrase
_DATE_HEAD = 40  # characters; the heading of a column with a date is shorter
_TAX_DIGITS = 6  # digits of a tax id at least
_SAME_LEFT = 12  # points: what begins within it of an id may be the heading of its party
_SAME_RIGHT = 4  # points: what ends within it of an id may be the heading of its party
_PARTY_HEAD = 28  # characters; the heading of a party is shorter


class Found(NamedTuple):
    """A value that was found: what it is, and the phrase and characters that say so."""

    value: str
    phrase: Phrase
    start: int
    end: int


def invoice_number(prints: PagePhrases) -> Found | None:
    """The invoice number: the token after its label, right of it or below it."""
    best: tuple[int, Found] | None = None
    for phrase in (*prints.phrases, *prints.stacked()):
        for weight, pattern in _NUMBER_LABELS:
            match = pattern.search(phrase.text)
            if not match or (best and best[0] >= weight) or _NOT_ID.search(phrase.text[: match.start()]):
                continue
            found = _identifier(prints, phrase, match.end(), exact=weight > _EXACT)
            if found:
                best = (weight, found)
                break
    return best[1] if best else None


def _identifier(prints: PagePhrases, phrase: Phrase, start: int, *, exact: bool) -> Found | None:
    """The token behind a label: in the phrase, right of it, or below it."""
    rest = _AND_DATE.sub("", phrase.text[start:])
    match = _ID.match(rest.lstrip(" :#.№"))
    if match and rest.strip():
        skipped = len(rest) - len(rest.lstrip(" :#.№"))
        return _whole(prints, _id_at(phrase, start + skipped, start + skipped + match.end()))
    if rest.strip(" :#.") and exact:
        return None
    for other in [*prints.right(phrase)[:1], *_under(prints, phrase), *islice(prints.of_rank(phrase), 1)]:
        match = _ID.match(other.text.lstrip("# :"))
        lead = len(other.text) - len(other.text.lstrip("# :"))
        if match and not dates_in(other.text[:12]) and len(other.text) < _NEAR_LABEL:
            return _whole(prints, _id_at(other, lead, lead + match.end()))
    return None


def _whole(prints: PagePhrases, found: Found | None) -> Found | None:
    """A number that a narrow cell breaks behind a hyphen or slash, with its rest on the line below."""
    if not found or found.phrase.text[found.start :].strip() not in (f"{found.value}-", f"{found.value}/"):
        return found
    below = next(prints.below(found.phrase), None)
    rest = _ID.fullmatch(below.text) if below and below.box.y0 - found.phrase.box.y1 < found.phrase.box.height else None
    return found._replace(value=found.phrase.text[found.start :].strip() + rest[0]) if rest else found


def _under(prints: PagePhrases, phrase: Phrase) -> list[Phrase]:
    """The phrase right below one, if there is one."""
    return [*islice(prints.below(phrase), 1)]


def _id_at(phrase: Phrase, start: int, end: int) -> Found | None:
    value = phrase.text[start:end].strip("#.:")
    return (
        Found(value, phrase, start, end)
        if _SHORTEST_ID <= len(value) <= _LONGEST_ID and any(c.isdigit() for c in value)
        else None
    )


def labelled_number(text: str) -> str | None:
    """The invoice number behind its label in a text; "" for the label alone, None without one."""
    for weight, pattern in _NUMBER_LABELS:
        match = pattern.search(text) if weight >= _CERTAIN else None
        if match and not _NOT_ID.search(text[: match.start()]):
            token = _ID.match(text[match.end() :].lstrip(" :#.№"))
            rest = text[match.end() :].strip(" :#.№")
            return token[0] if token else None if rest else ""
    return None


def number_weight(prints: PagePhrases, phrase: Phrase, value: str) -> int:
    """How strongly a label beside or above a number names it the invoice's, 0 to 10."""
    at = phrase.text.find(value)
    row = [p.text for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1][-1:]
    above = [p.text for p in prints.phrases if _stands_over(p, phrase)][-2:]
    texts = [phrase.text[: max(at, 0)], *row, " ".join(above), *above]
    return max((w for text in texts if text.strip() for w, p in _NUMBER_LABELS if p.search(text)), default=0)


def _stands_over(upper: Phrase, lower: Phrase) -> bool:
    """Whether a phrase stands close above another."""
    return (
        0 < lower.box.y0 - upper.box.y0 < _OVER * lower.box.height
        and upper.box.x0 < lower.box.x1
        and upper.box.x1 > lower.box.x0
    )


def names_other_number(label: str) -> bool:
    """Whether a label names another number than the invoice's: of the customer, an order, an account, a tax id."""
    return bool(_OTHER_NUMBER.search(label) or _NOT_ID.search(label.rstrip(" :.#")) or _TAX_NAMED.search(label))


def names_account(text: str) -> bool:
    """Whether a text names an account or a bank: IBAN, BIC, Konto."""
    return bool(_ACCOUNT.search(text))


def tax_ids_on(prints: PagePhrases) -> list[str]:
    """Every labelled tax id of a page."""
    return [found.value for found, _ in labelled_tax_ids(prints)]


def names_tax_id(label: str) -> bool:
    """Whether a label names a tax or a tax id."""
    return bool(_TAX_WORDS.search(label))


def is_vat_id(code: str) -> bool:
    """Whether a code without separators has the form of a VAT id of the EU, of Britain or of Switzerland."""
    return bool(_EU.fullmatch(code))


def names_buyer(text: str) -> bool:
    """Whether a text has a word for the buyer."""
    return bool(_BUYERS.search(text))


def names_seller(text: str) -> bool:
    """Whether a text has a word for the seller."""
    return bool(_SELLERS.search(text))


def label_of(prints: PagePhrases, one: Found) -> str:
    """What stands before a code: in its phrase, left of it, or close above."""
    before = one.phrase.text[: one.start]
    if _LABEL_WORD.search(before) or before.rstrip().endswith((":", "#")):
        return before
    left = [p.text for p in prints.row(one.phrase) if p.box.x1 <= one.phrase.box.x0 + 1][-1:]
    if left and not re.search(r"\d", left[0]):
        return left[0]
    above = [p.text for p in prints.phrases if _stands_over(p, one.phrase)]
    return above[-1] if above and not re.search(r"\d", above[-1]) else ""


def is_fact(text: str) -> bool:
    """Whether a phrase is the label of a number or date, with its value or a colon: no name."""
    if not re.search(r"\d|[:.#]\s*$", text):
        return False
    return any(pattern.match(text) for weight, pattern in _NUMBER_LABELS if weight > _EXACT) or bool(_FACT.match(text))


def with_year(prints: PagePhrases, phrase: Phrase) -> str:
    """A phrase's text, with the year, or month and year, that a narrow cell puts on the line below."""
    rest = _YEAR if _DAY_MONTH.search(phrase.text) else _MONTH_YEAR if _DAY.search(phrase.text) else None
    below = next(prints.below(phrase), None) if rest else None
    return f"{phrase.text} {below.text}" if rest and below and rest.fullmatch(below.text) else phrase.text


def date_weight(prints: PagePhrases, phrase: Phrase, start: int) -> int:
    """How surely a date is that of issue: by the words before it, left of it and above it; 0 is another date."""
    before = phrase.text[:start] if re.search(r"[^\W\d_]", phrase.text[:start]) else ""
    left = [p for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1]
    above = _head_above(prints, phrase)
    contexts = [before, before if before.strip() else (left[-1].text if left else ""), "" if before.strip() else above]
    for text in contexts:
        if text.strip():
            for weight, pattern in _DATE_LABELS:
                if pattern.search(text[-60:]) and (weight > _CERTAIN or not _NO_DATE.search(text[-40:])):
                    return weight
            if _NO_DATE.search(text[-40:]):
                return 0
    if _NUMBER_LABELS[0][1].search(before):
        return 5
    return 0 if len(phrase.text) > _DATE_PHRASE else 2


def names_due_date(text: str) -> bool:
    """Whether a text has a word for the last day for payment."""
    return bool(_DUE.search(text))


def names_other_date(text: str) -> bool:
    """Whether a text has a word for another date than that of issue."""
    return bool(_NO_DATE.search(text))


def _head_above(prints: PagePhrases, phrase: Phrase) -> str:
    """The heading of a date's column: a phrase without a date close above."""
    near = [
        p
        for p in prints.phrases
        if p.box.y1 <= phrase.middle
        and phrase.box.y0 - p.box.y1 < 2.5 * phrase.box.height
        and p.box.x0 < phrase.box.x1
        and p.box.x1 > phrase.box.x0
        and len(p.text) < _DATE_HEAD
        and not dates_in(p.text)
    ]
    return near[-1].text if near else ""


def in_lines_of(prints: PagePhrases, head: Phrase, phrase: Phrase) -> bool:
    """Whether a phrase is one of the lines that follow a name closely and begin or end at the same x."""
    last = head
    for other in prints.phrases[head.number + 1 :]:
        if abs(other.box.x0 - head.box.x0) > _FLUSH and abs(other.box.x1 - head.box.x1) > _FLUSH:
            continue
        if other.box.y0 - last.box.y1 > _CLOSE * max(last.box.height, other.box.height):
            return False
        if other.number == phrase.number:
            return True
        last = other
    return False


def labelled_tax_ids(prints: PagePhrases) -> Iterator[tuple[Found, bool]]:
    """Each tax id with a label, or in the form of a VAT id, with whether words near it say that it is the buyer's."""
    for phrase in prints.phrases:
        text = phrase.text
        for match in _TAX_LABEL.finditer(text):
            code = _TAX_ID.match(text.upper(), match.end())
            value = _shortened(code[0]) if code else ""
            if code and sum(c.isdigit() for c in value) >= _TAX_DIGITS and not re.search(r"(?i)invoice", match[0]):
                yield Found(value, phrase, code.start(), code.end()), _is_buyers(prints, phrase, match.start())
        for match in _PARTED_ID.finditer(text):
            whole = re.sub(r"[\s.\-]", "", match[0])
            if _EU.fullmatch(whole):
                yield Found(whole, phrase, match.start(), match.end()), _is_buyers(prints, phrase, match.start())
        if _TAX_ALONE.fullmatch(text):
            yield from _beside(prints, phrase)


def _shortened(printed: str) -> str:
    """A tax id without separators, and one of a known country without what was printed behind it."""
    value = _TAX_NAME.sub("", re.sub(r"[\s.\-/]", "", printed))
    ends = [len(printed), *(gap.start() for gap in re.finditer(r"\s", printed))]
    begun = (re.sub(r"[\s.\-/]", "", printed[:end]) for end in sorted(ends, reverse=True))
    return next((one for one in begun if _EU.fullmatch(one)), value)


def _beside(prints: PagePhrases, label: Phrase) -> Iterator[tuple[Found, bool]]:
    for other in [*prints.right(label)[:1], *_under(prints, label)]:
        if (
            re.fullmatch(r"[A-Z\d][A-Z\d\s.\-]{6,17}", other.text)
            and sum(c.isdigit() for c in other.text) >= _TAX_DIGITS
        ):
            yield Found(re.sub(r"[\s.\-]", "", other.text), other, 0, len(other.text)), _is_buyers(prints, label, 0)
            return


def _is_buyers(prints: PagePhrases, phrase: Phrase, start: int) -> bool:
    above = [
        p.text
        for p in prints.phrases
        if p.number < phrase.number
        and phrase.box.y0 - p.box.y0 < _HEADED * phrase.box.height
        and (abs(p.box.x0 - phrase.box.x0) < _SAME_LEFT or abs(p.box.x1 - phrase.box.x1) < _SAME_RIGHT)
    ]
    left = [p.text for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1][-1:]
    if any(_BUYERS.search(t) for t in (phrase.text[: start + 12], *left)):
        return True
    heads = [t for t in reversed(above[-8:]) if len(t) < _PARTY_HEAD and (_BUYERS.search(t) or _SELLERS.search(t))]
    return bool(heads) and not _SELLERS.search(heads[0])
