"""The rules that an invoice should keep; each that applies gives a finding, and none rejects anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from quire.amounts import parse_capitals
from quire.invoice.check_digits import has_right_digits
from quire.invoice.invoice import Check, Item, Origin, Value
from quire.invoice.invoice_kinds import is_customs
from quire.invoice.value_formats import value_of

CENT = Decimal("0.01")
"""By how much a printed product may be off: prices are rounded to the digits that are printed."""

EVEN = 0.5
"""Confidence below which a value is more likely wrong than right: a finding."""

DOUBTFUL = "doubtful"
"""The rule of the finding about values that are more likely wrong than right."""

ROWS = "rows"
"""The rule of the finding about rows of goods that do not make the sums."""

REQUIRED = ("invoice_number", "invoice_date", "seller_name", "total_amount")
"""What an invoice states whatever its country; a receipt may lack a number, which its reader then misses as well."""

OPTIONAL = ("buyer_name", "seller_tax_id", "buyer_tax_id", "amount", "tax_amount", "tax_rate", "currency")
"""What most invoices state as well."""

_FORM, _OTHER_FORM = re.compile("增值税|电子发票"), re.compile("卷|铁路|航空|客票|通用|清单|缴款书")
"""Titles of VAT invoices; those of rolls and tickets, which state fewer things."""

_NO_INVOICE = re.compile("票据|缴款书")
_ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY"  # GB 32100-2015: no I, O, S, V, Z
_WEIGHTS = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)
_UNIFIED, _LEGACY = 18, (15, 20)  # characters: unified social credit codes, and the ids before 2015
_REGIONS = frozenset({
    "11", "12", "13", "14", "15", "21", "22", "23", "31", "32", "33", "34", "35", "36", "37", "41", "42", "43", "44",
    "45", "46", "50", "51", "52", "53", "54", "61", "62", "63", "64", "65", "71", "81", "82",
})  # fmt: skip
_SALES_TAX = frozenset({"USD", "CAD"})
"""Currencies of countries whose invoices with a tax need no tax id of the seller."""

_FREE = frozenset({"免税", "不征税", "***", "0%"})
_ROUNDED = 2 * CENT  # sources round differently; by so much they still agree
_COIN = Decimal("0.05")  # tills round what is paid to coins
_NAME = 4  # characters; a longer name may stand in the other source with its legal form or without
_SPACES = re.compile(r"[\s()（）]")  # brackets stand in one source and not in another, as spaces do


def findings(
    fields: Mapping[str, Value],
    items: Sequence[Item],
    *,
    chinese: bool,
    today: date | None = None,
    others: Sequence[Mapping[str, Value]] = (),
    printed: Callable[[], Collection[Decimal]] = tuple,
) -> tuple[Check, ...]:
    """The findings, in a fixed order.

    Args:
        fields: of the invoice.
        items: its rows of goods.
        chinese: whether the rules for Chinese codes, numbers and ids apply.
        today: later dates of issue are a finding; None leaves that rule out.
        others: what other sources said, to compare: the code's and the print's fields.
        printed: the amounts of the page, without their signs: one that makes up the difference of a sum explains it.
    """
    sums = _sums(fields, items, chinese=chinese)
    if not chinese:  # prices with tax, discounts and carriage below the rows: only what agrees is said
        sums = (check for check in sums if check.holds or (check.rule == "sum" and not _made_up(fields, printed())))
    structured = any(value.source is Origin.XML for value in fields.values())
    lines = _lines(items, chinese=chinese)
    if structured and not chinese:  # rows of EN 16931 have allowances and charges of their own
        lines = (check for check in lines if check.rule != "item_products")
    found = [*sums, *lines]
    if not chinese and fields and not structured:
        found += [*rows_off(fields, items, printed), *_check_digits(fields), *missing(fields), *doubts(fields)]
    if chinese:
        found += [*_words(fields), *_ids(fields), *_codes(fields), *_missing_of_form(fields)]
    issued = fields.get("invoice_date")
    if issued and today:
        late = issued.value > today.isoformat()
        found.append(Check("date", f"issued on {issued.value}", not late, ("invoice_date",)))
    return (*found, *_agreement(fields, others))


def missing(fields: Mapping[str, Value]) -> Iterator[Check]:
    """What every invoice has and this one lacks; one with a rate or an id of tax also states its sums.

    A bill with a number or a tax has a buyer. One with a tax states the seller's tax id, but not in America. The taxes
    of several rates may stand alone, without their sum; a net amount that is the total leaves none.
    """
    rates = fields["tax_rate"].value.count(",") + 1 if "tax_rate" in fields else 0
    wanted = list(REQUIRED)
    taxed = rates or "seller_tax_id" in fields
    if taxed or "total_amount" not in fields:  # without the total the other sums were hardly found either
        untaxed = _number(fields, "amount") is not None and _number(fields, "amount") == _number(fields, "total_amount")
        wanted += ["amount", *(["tax_amount"] if rates <= 1 and not untaxed else [])]
    title = fields["invoice_type"].value.casefold() if "invoice_type" in fields else ""
    recognised = any(value.source is Origin.OCR for value in fields.values())
    if "receipt" not in title and (title or not recognised):  # the strip of a till has no title and no buyer
        if taxed or title or "invoice_number" in fields:
            wanted.append("buyer_name")
        if taxed and _number(fields, "tax_amount") and _text(fields, "currency") not in _SALES_TAX:
            wanted.append("seller_tax_id")
    if _number(fields, "tax_amount") or "seller_tax_id" in fields:
        wanted.append("tax_rate")
    if "invoice_number" in fields or taxed:
        wanted.append("currency")
    lacking = tuple(key for key in wanted if key not in fields)
    if lacking:
        yield Check("missing", f"not found: {', '.join(lacking)}", holds=False, keys=lacking)


def _missing_of_form(fields: Mapping[str, Value]) -> Iterator[Check]:
    """What the form of a Chinese VAT invoice has a field for and this one lacks, and sums that were not read."""
    title = fields["invoice_type"].value if "invoice_type" in fields else ""
    if _FORM.search(title) and not _OTHER_FORM.search(title):
        lacking = tuple(key for key in (*REQUIRED, "amount", "tax_amount") if key not in fields)
        if lacking:
            yield Check("missing", f"not found: {', '.join(lacking)}", holds=False, keys=lacking)
    for key, value in fields.items():
        if value.source is Origin.DERIVED:
            yield Check(
                "derived",
                f"{key} {value.value} was not read; the other two sums leave it over",
                holds=True,
                keys=(key,),
            )


def doubts(fields: Mapping[str, Value]) -> Iterator[Check]:
    """Values that are more likely wrong than right, each with what else it may be."""
    doubted = {key: value for key, value in fields.items() if value.confidence < EVEN}
    if doubted:
        said = ", ".join(
            f"{key} ({round(100 * value.confidence)} % sure{f'; or {value.others[0][0]}' if value.others else ''})"
            for key, value in doubted.items()
        )
        yield Check(DOUBTFUL, f"look at {said}", holds=False, keys=tuple(doubted))


def check_character(code: str) -> str:
    """The 18th character that a unified social credit code with these 17 has; "" when they are none (GB 32100-2015)."""
    if len(code) < len(_WEIGHTS) or not set(code[:17]) <= set(_ALPHABET):
        return ""
    total = sum(_ALPHABET.index(c) * w for c, w in zip(code[:17], _WEIGHTS, strict=True))
    return _ALPHABET[-total % 31]


def is_tax_id(code: str) -> bool:
    """Whether a Chinese taxpayer id is well formed: 18 characters with the right last one, or an older form."""
    if len(code) == _UNIFIED:
        return code[17] == check_character(code) or bool(re.fullmatch(r"\d{17}[\dX]", code) and _is_person(code))
    return len(code) in _LEGACY


def is_invoice_code(code: str) -> bool:
    """Whether an invoice code is well formed: region, year and batch in 10 digits, or in 12 with a nought before."""
    if not re.fullmatch(r"\d{10}|[01]\d{11}", code):
        return False
    return code[-10 if len(code) == 10 else 1 :][:2] in _REGIONS


def _text(fields: Mapping[str, Value], key: str) -> str:
    return fields[key].value if key in fields else ""


def _number(fields: Mapping[str, Value], key: str) -> Decimal | None:
    value = fields.get(key)
    return value_of(value.value) if value else None


def _is_person(code: str) -> bool:
    """Whether an 18-digit id is that of a person (GB 11643-1999): sole traders have it as their tax id."""
    total = sum(
        int(c) * w for c, w in zip(code[:17], (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2), strict=True)
    )
    return "10X98765432"[total % 11] == code[17]


def _sums(fields: Mapping[str, Value], items: Sequence[Item], *, chinese: bool) -> Iterator[Check]:
    net, tax, total = (_number(fields, key) for key in ("amount", "tax_amount", "total_amount"))
    derived = any(
        key in fields and fields[key].source is Origin.DERIVED for key in ("amount", "tax_amount", "total_amount")
    )
    keys = ("amount", "tax_amount", "total_amount")
    if chinese and "invoice_type" in fields and is_customs(fields["invoice_type"].value):
        if tax is not None and total is not None:
            yield Check("sum", f"the levies add up to {tax}, to be paid is {total}", tax == total, keys[1:])
    elif net is not None and tax is not None and total is not None and not derived:
        slack = CENT if chinese else _COIN
        yield Check("sum", f"{net} + {tax} = {total}", abs(net + tax - total) <= slack, keys)
    for key, own, wanted in (("amount", "amount", net), ("tax", "tax_amount", tax)):
        parts = [value_of(getattr(item, key) or "") for item in items]
        if wanted is not None and parts and all(part is not None for part in parts):
            added = sum((part for part in parts if part is not None), Decimal(0))
            yield Check(
                f"items_{key}", f"the rows add up to {added}, printed is {wanted}", abs(added - wanted) <= CENT, (own,)
            )
    rate = fields.get("tax_rate")
    if rate and tax is not None and set(rate.value.split(",")) <= _FREE:
        yield Check("tax_free", f"{rate.value}: the tax is {tax}", tax == 0, ("tax_rate", "tax_amount"))


def rows_off(
    fields: Mapping[str, Value], items: Sequence[Item], printed: Callable[[], Collection[Decimal]]
) -> Iterator[Check]:
    """Rows that make no sum: see `rows_make`."""
    if rows_make(fields, items, printed) is False:
        added = sum((value_of(item.amount) or Decimal(0) for item in items), Decimal(0))
        wanted = [_text(fields, key) for key in ("amount", "total_amount") if key in fields]
        said = f"the rows add up to {added}, printed is {' or '.join(dict.fromkeys(wanted))}"
        yield Check(ROWS, said, holds=False, keys=("line_items",))


def rows_make(
    fields: Mapping[str, Value], items: Sequence[Item], printed: Callable[[], Collection[Decimal]] = tuple
) -> bool | None:
    """Whether the rows make the net amount or the total, or do so with the tax or one more printed amount: a discount.

    None where that cannot be told: a row without an amount, no sums.
    """
    wanted = [sum_ for key in ("amount", "total_amount") if (sum_ := _number(fields, key)) is not None]
    parts = [part for item in items if (part := value_of(item.amount)) is not None]
    if not parts or not wanted or len(parts) < len(items):
        return None
    off = [abs(sum_ - sum(parts, Decimal(0))) for sum_ in wanted]
    tax = _number(fields, "tax_amount")
    if min(off) <= _COIN or (tax is not None and min(abs(one - tax) for one in off) <= _COIN):
        return True
    return any(one in printed() for one in off)


def _made_up(fields: Mapping[str, Value], printed: Collection[Decimal]) -> bool:
    """Whether a printed amount makes up the difference of a sum: a discount, a deposit, the tax of another rate."""
    net, tax, total = (_number(fields, key) or Decimal(0) for key in ("amount", "tax_amount", "total_amount"))
    return abs(total - net - tax) in printed


def _lines(items: Sequence[Item], *, chinese: bool) -> Iterator[Check]:
    wrong_product, wrong_tax, products, taxes = [], [], 0, 0
    for number, item in enumerate(items, 1):
        quantity, price, amount = (value_of(t) for t in (item.quantity, item.unit_price, item.amount))
        if quantity is not None and price is not None and amount is not None:
            products += 1
            off = abs(quantity * price - amount) > _slack(item.unit_price, quantity)
            if off and (chinese or not _explained(item, quantity * price, amount, quantity)):
                wrong_product.append(str(number))
        rate, tax = value_of(item.tax_rate.rstrip("%")) if item.tax_rate.endswith("%") else None, value_of(item.tax)
        if rate is not None and tax is not None and amount is not None:
            taxes += 1
            if abs(amount * rate / 100 - tax) > CENT:
                wrong_tax.append(str(number))
    if products:
        yield Check(
            "item_products", _rows("quantity x price = amount", wrong_product), not wrong_product, ("line_items",)
        )
    if taxes:
        yield Check("item_taxes", _rows("amount x rate = tax", wrong_tax), not wrong_tax, ("line_items",))


def _explained(item: Item, product: Decimal, amount: Decimal, quantity: Decimal) -> bool:
    """Whether a row of a foreign bill may differ from its product: a discount, a price for many, tax in the amount.

    A price of few decimals may have been rounded: then a row is off by half its last digit for each piece.
    """
    if abs(amount) < abs(product):
        return True
    rate = value_of(item.tax_rate.rstrip("%")) if item.tax_rate.endswith("%") else None
    gross = product * (100 + rate) / 100 if rate is not None else product
    _, _, decimals = item.unit_price.partition(".")
    rounded = abs(quantity) * Decimal(10) ** -max(len(decimals), 2) / 2
    return min(abs(product - amount), abs(gross - amount)) <= max(_ROUNDED, rounded)


def _slack(price: str, quantity: Decimal) -> Decimal:
    """How far a product may be off: a cent, and what the rounding of the printed price makes of the quantity."""
    _, _, decimals = price.partition(".")
    return CENT + abs(quantity) * Decimal(10) ** -len(decimals) / 2 if len(decimals) > 2 else CENT


def _rows(rule: str, wrong: Sequence[str]) -> str:
    return f"{rule} does not hold in row {', '.join(wrong)}" if wrong else f"{rule} in every row"


def _words(fields: Mapping[str, Value]) -> Iterator[Check]:
    words, total = fields.get("amount_in_words"), _number(fields, "total_amount")
    if words and total is not None:
        said = parse_capitals(words.value.replace("(负数)", "负").replace("（负数）", "负"))
        holds = said is not None and abs(said) == abs(total)  # red invoices print their words without a sign too
        yield Check(
            "capitals", f"{words.value} = {said}, printed is {total}", holds, ("amount_in_words", "total_amount")
        )


def _ids(fields: Mapping[str, Value]) -> Iterator[Check]:
    for key in ("buyer_tax_id", "seller_tax_id"):
        if key in fields:
            code = fields[key].value
            yield Check(
                key,
                f"{code}: {'well formed' if is_tax_id(code) else 'wrong check character or length'}",
                is_tax_id(code),
                (key,),
            )


def _check_digits(fields: Mapping[str, Value]) -> Iterator[Check]:
    """Tax ids whose form names their country and whose check digits are wrong, or right."""
    for key in ("buyer_tax_id", "seller_tax_id"):
        right = has_right_digits(fields[key].printed) if key in fields else None
        if right is not None:
            said = "right" if right else "wrong"
            yield Check(key, f"{fields[key].value}: {said} check digits", right, (key,))


def _codes(fields: Mapping[str, Value]) -> Iterator[Check]:
    title = fields["invoice_type"].value if "invoice_type" in fields else ""
    if _NO_INVOICE.search(title) or (not title and "seat" in fields):
        return  # bills of public offices, payment forms and tickets of trains count otherwise
    if "invoice_code" in fields:
        code = fields["invoice_code"].value
        yield Check(
            "invoice_code",
            f"{code}: 10 or 12 digits that begin with a region",
            is_invoice_code(code),
            ("invoice_code",),
        )
    if "invoice_number" in fields:
        number = fields["invoice_number"].value
        holds = bool(re.fullmatch(r"\d{20}" if "invoice_code" not in fields else r"\d{8}", number))
        yield Check("invoice_number", f"{number}: 8 digits beside a code, 20 without", holds, ("invoice_number",))


def _agreement(fields: Mapping[str, Value], others: Sequence[Mapping[str, Value]]) -> Iterator[Check]:
    """Whether the sources say the same, for each pair that speaks of the same keys."""
    for other in others:
        for source in dict.fromkeys(value.source for value in other.values()):
            keys = [
                key
                for key, value in other.items()
                if value.source is source
                and key in fields
                and fields[key].source is not source
                and key not in ("invoice_type", "remarks", "tax_rate", "buyer_address_phone", "seller_address_phone")
            ]
            wrong = [key for key in keys if not _same(fields[key].value, other[key].value)]
            if keys:
                said = f"differs in {', '.join(wrong)}" if wrong else f"agrees in {', '.join(keys)}"
                yield Check(f"{source}_agrees", f"the {source} source {said}", not wrong, tuple(wrong or keys))


def _same(left: str, right: str) -> bool:
    a, b = value_of(left), value_of(right)
    if a is not None and b is not None and "." in left:
        return abs(a - b) <= _ROUNDED
    one, other = (_SPACES.sub("", text).casefold() for text in (left, right))
    return one == other or (len(one) > _NAME and len(other) > _NAME and (one in other or other in one))
