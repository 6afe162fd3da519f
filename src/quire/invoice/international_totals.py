"""Amounts with their labels and the rates of tax in any language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import combinations, pairwise, permutations
from typing import NamedTuple

from quire.invoice.lexicon import any_of, longest_of
from quire.invoice.money import money_in, three_decimals, whole_money
from quire.invoice.phrases import PagePhrases, Phrase
from quire.text import is_rtl

_TAX_WORD = any_of("totals", "tax")
_TAX_SUM = f"^{any_of('totals', 'tax_sum')}"
_TOTAL = (
    # (weight, pattern): the first pattern that matches a label counts
    (9, any_of("totals", "payable")),
    (6, r"^\W*(?:total|totaal|totale|summe|gesamt|total\s?amount|amount\s?total|סה\"כ|suma|razem)\b"),
    (3, r"\b(?:total|totaal|summe|gesamt)\b"),
)  # fmt: skip
NET = any_of("totals", "net")
_NO_TOTAL = re.compile(rf"(?i){any_of('totals', 'not_total')}")
_NO_TAX = re.compile(rf"(?i){any_of('totals', 'not_tax')}")
_WITHIN = re.compile(rf"^{any_of('totals', 'included')}\s")
"""Before the name of a tax: a part of the total, not a total with tax."""

_TOTAL_NAME = re.compile(longest_of("totals", "total", "payable", "payable_label"))
_PAYABLE_NAME = re.compile(longest_of("totals", "payable_label"))
_OTHER_NAME = re.compile(longest_of("totals", "tax_label", "aside", "net"))
_TAX_NAME = re.compile(longest_of("totals", "tax_label", "tax"))
"""Whole names of sums: of two that fit a label the longer says what it is: "Celkem bez DPH" is no "Celkem"."""

_ROUNDING = re.compile(longest_of("totals", "rounding"))
_AS_LETTER = re.compile(r"(?<=[^\W\d_])[01](?=[^\W\d_])|(?<=[^\W\d_]{2})[01](?![\d.,]\d|\d)")
_MOST_ROUNDED = 1  # by which rounding changes a total

_CENTS_SHOWN = re.compile(r"\d[.,]\d{2}(?![\d.,%])")
"""An amount with decimals: on a page that has one, whole numbers without a currency are no amounts."""

_PERCENT = re.compile(r"(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%|%\)?:?\s?(\d{1,2}(?:\.\d{1,3})?)(?![\d.,])")
_BARE_RATE = re.compile(r"(\d{1,2}(?:[.,](?:\d|00|50|\d{3}))?)()")
_IN_BRACKETS = re.compile(r"\((\d{1,2}(?:[.,]\d{1,3})?)\)")
_TERMS = re.compile(rf"(?i){any_of('totals', 'payment_terms')}")
_FIGURES, _TRIED = 400, 40  # amounts of a page that are looked at, candidates of each kind that are tried
_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})\.\s+(?=[^\W\d_a-z])")  # the end of one before an amount
_STRIP = 2.0  # heights between a strip of headings and their amounts
_LABEL = 45  # characters: what is longer is prose
_PROSE = 60  # characters before an amount that are a sentence, not the name of a total
_SUM_HEAD = 30  # characters; a heading above sums is shorter
_RATE_HEAD = 25  # characters; a heading above tax rates is shorter
_HIGHEST_RATE = 40  # percent of tax at most
_TERMS_PROSE = 90  # characters; what is longer is prose about payment, not the name of a tax
_RATE_PHRASE = 40  # characters; a percentage whose row or column names the tax stands in a shorter phrase
_RATE_ROW = 60  # characters; the row that names the tax of a percentage is shorter
_WORTH = Decimal("1.00")  # a tax that proves its rate: of cents many shares are right
_CENTS, _HALF = Decimal("0.011"), Decimal("0.5")  # by which a product may be off; where money has no decimals


class LabelledAmount(NamedTuple):
    """An amount and the words beside it."""

    value: str
    label: str  # lower case: what stands left of it on its row, or its column's heading
    phrase: Phrase

    @property
    def number(self) -> Decimal:
        """Its value."""
        return Decimal(self.value)


class Totals(NamedTuple):
    """The three sums, each where one was found."""

    amount: LabelledAmount | None = None
    tax: LabelledAmount | None = None
    total: LabelledAmount | None = None


def labelled_amounts(prints: PagePhrases) -> list[LabelledAmount]:
    """All amounts of a page with their labels, from top to bottom."""
    found = []
    three, whole = three_decimals(prints.text()), not _CENTS_SHOWN.search(prints.text())
    for phrase in prints.phrases:
        money_here = money_in(phrase.text, three=three) or (whole_money(phrase.text) if whole else [])
        for money in money_here:
            before = _SENTENCE.split(phrase.text[: money.start])[-1]
            left = _since_amount(p.text for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1)
            if any(is_rtl(ord(c)) for p in prints.row(phrase) for c in p.text):
                left = [*left, *(p.text for p in prints.right(phrase))]
            label = " ".join([*left[-3:], before]) if not re.search(r"[^\W\d_]{2}", before) else before
            found.append(LabelledAmount(money.value, as_letters(label.strip().lower()), phrase))
    return found


def _since_amount(row: Iterable[str]) -> list[str]:
    """The texts of a row behind its last amount that words follow: those name the next amount."""
    texts = [*row]
    ends = [at for at, text in enumerate(texts) if money_in(text)]
    named = [at for at in ends if any(re.search(r"[^\W\d_]{2}", text) for text in texts[at + 1 :])]
    return texts[named[-1] + 1 :] if named else texts


def as_letters(label: str) -> str:
    """A label with the figures that recognition reads for letters within and at the end of words: "tota1", "t0tal"."""
    return _AS_LETTER.sub(lambda m: "l" if m[0] == "1" else "o", label)


class PageSums(NamedTuple):
    """The amounts of a page, and what labels and headings call them."""

    prints: PagePhrases
    figures: list[LabelledAmount]
    nets: list[LabelledAmount]
    taxes: list[LabelledAmount]
    by_rate: list[LabelledAmount]  # taxes with a label on their row
    named: list[LabelledAmount]  # taxes under a heading that names their sum
    headed: dict[Decimal, int]  # what stands under a heading that names a total: how surely
    rounding: frozenset[Decimal]

    @classmethod
    def of(cls, prints: PagePhrases) -> PageSums:
        """The sums of a page."""
        figures = labelled_amounts(prints)[-_FIGURES:]
        nets = [f for f in figures if re.search(NET, f.label) and not is_tax(f.label) and len(f.label) < _LABEL]
        taxes = [f for f in figures if is_tax(f.label) and len(f.label) < _LABEL]
        by_rate, headed = taxes, _under(prints, lambda head: is_tax(head) or bool(re.search(_TAX_SUM, head)))
        nets, taxes = (
            nets + _under(prints, lambda head: bool(re.search(NET, head))),
            taxes + headed,
        )
        strips = _strips(prints)
        nets += [f for f in strips if re.search(NET, f.label)]
        taxes += [f for f in strips if is_tax(f.label)]
        named = [f for f in headed if re.search(rf"{_TAX_WORD}\s?(?:amount|bedrag|betrag)$|{_TAX_SUM}", f.label)]
        weights: dict[Decimal, int] = {}
        for figure in (*_headed(prints), *strips):
            weights[figure.number] = max(weights.get(figure.number, 0), total_weight(figure.label))
        rounding = frozenset(
            f.number for f in figures if 0 < abs(f.number) < _MOST_ROUNDED and _ROUNDING.search(f.label)
        )
        return cls(prints, figures, nets[-_TRIED:], taxes[-_TRIED:], by_rate[-_TRIED:], named, weights, rounding)


def _strips(prints: PagePhrases) -> list[LabelledAmount]:
    """The amounts of a row of nothing else, each by the heading of the same rank: cells may be set left and right.

    Of several such rows below a row of headings the last one counts.
    """
    found: dict[int, list[LabelledAmount]] = {}  # by the number of the row of headings
    heading: dict[int, int] = {}  # row of amounts: row of headings
    for number, (upper, lower) in enumerate(pairwise(prints.rows), 1):
        above, values = ([prints.phrases[i] for i in row] for row in (upper, lower))
        amounts = [money_in(p.text) for p in values]
        near = values[0].box.y0 - above[0].box.y1 < _STRIP * above[0].box.height
        if len(above) != len(values) or len(above) < 2 or not near or not all(len(m) == 1 for m in amounts):
            continue
        top = heading.get(number - 1, number - 1)
        heads = [prints.phrases[i] for i in prints.rows[top]]
        if not any(money_in(h.text) for h in heads):
            heading[number] = top
            found[top] = [
                LabelledAmount(m[0].value, h.text.lower(), p) for h, p, m in zip(heads, values, amounts, strict=True)
            ]
    return [figure for figures in found.values() for figure in figures]


def _headed(prints: PagePhrases) -> list[LabelledAmount]:
    """The amounts under a heading that names the total with tax, the strongest heading first."""
    found = [
        (weight, figure)
        for head in prints.phrases
        if len(head.text) < _LABEL and not money_in(head.text) and (weight := total_weight(head.text.lower()))
        for figure in reversed(_column(prints, head))
    ]
    found.sort(key=lambda one: one[0], reverse=True)
    return [figure for _, figure in found]


def share_in(text: str) -> Decimal | None:
    """The percentage in a text; None without one."""
    match = _PERCENT.search(text)
    return Decimal((match[1] or match[2]).replace(",", ".")) if match else None


def total_weight(label: str) -> int:
    """How surely a label names the total with tax; 0 when it does not."""
    if _NO_TOTAL.search(label) and not re.search(r"grand\s?total|total\s?sales|round", label):
        return 0
    name = _reach(_TOTAL_NAME, label)
    if _reach(_OTHER_NAME, label) > name > 0:
        return 0
    known = next((weight for weight, pattern in _TOTAL if re.search(pattern, label)), 0)
    return known or (0 if not name else 7 if _PAYABLE_NAME.search(label) else 6)


def _reach(pattern: re.Pattern[str], label: str) -> int:
    """The length of the longest name in a label; 0 when it has none."""
    return max((match.end() - match.start() for match in pattern.finditer(label)), default=0)


def is_aside(label: str) -> bool:
    """Whether a label names a count, a saving or what was paid, whatever else it says."""
    return bool(_NO_TOTAL.search(label))


def names_net(label: str) -> bool:
    """Whether a label names the sum without tax."""
    return bool(re.search(NET, label)) and not is_tax(label)


def names_tax(label: str) -> bool:
    """Whether a label has the name of a tax, whatever else it says."""
    return bool(_TAX_NAME.search(label))


def is_within(label: str) -> bool:
    """Whether a label says that what it names is a part of the total."""
    return bool(_WITHIN.search(label))


def is_tax(label: str) -> bool:
    """Whether a label names a sum of tax."""
    label = _WITHIN.sub("", label)
    return (
        bool(re.search(rf"(?<![^\W\d_]){_TAX_WORD}(?![^\W\d_])", label))
        and not _NO_TAX.search(label)
        and _reach(_TOTAL_NAME, label) <= _reach(_TAX_NAME, label)
    )


def _under(prints: PagePhrases, fits: Callable[[str], bool]) -> list[LabelledAmount]:
    """Amounts that stand under a heading that fits, the lowest of each column first; "Ohne" may stand over "MwSt."."""
    found: list[LabelledAmount] = []
    negated = {below.number for above, below in prints.stacks() if _NO_TAX.search(above.text)}
    for head in prints.phrases:
        if (
            head.number not in negated
            and len(head.text) < _SUM_HEAD
            and not money_in(head.text)
            and fits(head.text.lower())
        ):
            found.extend(reversed(_column(prints, head)))
    return found


def _column(prints: PagePhrases, head: Phrase) -> list[LabelledAmount]:
    """The amounts that stand under a heading, from top to bottom.

    Where none does, the one in the next row that is set right in a column wider than its heading.
    """
    cells = [*prints.below(head)] or _right_in_column(prints, head)
    return [LabelledAmount(m[0].value, head.text.lower(), p) for p in cells if (m := money_in(p.text)) and len(m) == 1]


def _right_in_column(prints: PagePhrases, head: Phrase) -> list[Phrase]:
    """What the row below has between the end of a heading and the next heading in its row."""
    at = prints.row_of[head.number]
    beside = prints.right(head)[:1]
    if at + 1 == len(prints.rows) or len(prints.rows[at]) == 1:
        return []
    end = beside[0].box.x0 if beside else prints.width
    below = [prints.phrases[i] for i in prints.rows[at + 1]]
    near = below[0].box.y0 - head.box.y1 < _STRIP * head.box.height
    return [p for p in below if near and head.box.x1 <= p.box.x0 and p.box.x1 <= end]


def tax_rates(prints: PagePhrases, sums: Totals) -> list[tuple[str, Phrase]]:
    """The tax rates, each once: percentages beside the name of a tax or under a header that names one.

    Without any, the number of the page that the tax is of the amount in percent; without its sign it stands below or
    behind the name of a tax.
    """
    found: dict[str, Phrase] = {}
    for phrase, text in (*_tax_texts(prints), *_proven(prints)):
        for match in _PERCENT.finditer(text):
            number = Decimal((match[1] or match[2]).replace(",", "."))
            if number <= _HIGHEST_RATE:
                found.setdefault(f"{number.normalize():f}%", phrase)
    if not found and sums.amount and sums.tax and sums.tax.number:
        return _shares_printed(prints, sums.amount.number, sums.tax.number)
    return list(found.items())


def _shares_printed(prints: PagePhrases, net: Decimal, tax: Decimal) -> list[tuple[str, Phrase]]:
    """The first number that is the share of a tax in its net amount."""
    slack = _CENTS if _CENTS_SHOWN.search(prints.text()) else _HALF
    named = False
    for phrase in prints.phrases:
        named = named or names_tax(phrase.text.lower())
        bare = _BARE_RATE.fullmatch(phrase.text) or (
            names_tax(phrase.text.lower()) and _IN_BRACKETS.search(phrase.text)
        )
        share = share_in(phrase.text) or (
            Decimal(bare[1].replace(",", ".")) if bare and named and tax >= _WORTH else None
        )
        if share and abs(net * share / 100 - tax) <= slack:
            return [(f"{share.normalize():f}%", phrase)]
    return []


def _proven(prints: PagePhrases) -> Iterator[tuple[Phrase, str]]:
    """Percentages on whose row an amount is that share of another: a breakdown by rates, however it is headed."""
    for phrase in prints.phrases:
        match = _PERCENT.fullmatch(phrase.text) or _BARE_RATE.fullmatch(phrase.text)
        if not match:
            continue
        share = Decimal((match[1] or match[2]).replace(",", ".")) / 100
        row = [Decimal(m.value) for p in prints.row(phrase) for m in money_in(p.text)]
        pairs = (
            combinations(row, 2) if "%" not in phrase.text else permutations(row, 2)
        )  # the base stands before its tax
        if share and any(abs(base * share - tax) <= _CENTS and abs(tax) >= _WORTH for base, tax in pairs):
            yield phrase, phrase.text if "%" in phrase.text else f"{phrase.text}%"


def _tax_texts(prints: PagePhrases) -> Iterator[tuple[Phrase, str]]:
    word = re.compile(rf"(?i)(?<![^\W\d_]){_TAX_WORD}(?![^\W\d_])")
    heads = [
        p for p in prints.phrases if word.search(p.text) and len(p.text) < _RATE_HEAD and not _PERCENT.search(p.text)
    ]
    for head in heads:
        bare = (p for p in prints.below(head) if "%" in head.text and _BARE_RATE.fullmatch(p.text))
        yield from ((phrase, f"{phrase.text}%") for phrase in bare)
        yield from ((phrase, phrase.text) for phrase in prints.of_rank(head) if _PERCENT.fullmatch(phrase.text))
    for phrase in prints.phrases:
        if len(phrase.text) > _TERMS_PROSE or _TERMS.search(phrase.text):
            continue  # prose: terms of payment
        if word.search(phrase.text):
            yield phrase, phrase.text
        elif _PERCENT.search(phrase.text) and len(phrase.text) < _RATE_PHRASE:
            row = " ".join(p.text for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1)
            above = any(
                h.box.y1 <= phrase.box.y0 + 1 and h.box.x0 - 12 < (phrase.box.x0 + phrase.box.x1) / 2 < h.box.x1 + 12
                for h in heads
            )
            if above or (word.search(row) and len(row) < _RATE_ROW):
                yield phrase, phrase.text
