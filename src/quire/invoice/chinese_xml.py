"""Chinese e-invoices in XML: the EInvoice format of fully digital invoices, and files that use the same words.

Element names follow published descriptions of the format (EInvoice, version 0.2 and later) and, for the older exchange
formats, the initials of the Chinese terms (FPHM 发票号码, KPRQ 开票日期, HJJE 合计金额 ...).
"""

from __future__ import annotations

import re

from quire.invoice.invoice import Invoice, Item
from quire.invoice.value_formats import ZERO, amount, rate
from quire.invoice.xml_tree import Node, invoice_of, trimmed

_WORDS: dict[str, tuple[str, ...]] = {
    "invoice_code": ("invoicecode", "fpdm"),
    "invoice_number": ("invoicenumber", "eiid", "einvoicenumber", "invoiceno", "fphm", "qdfphm"),
    "invoice_date": ("issuetime", "requesttime", "issuedate", "invoicedate", "kprq"),
    "buyer_name": ("buyername", "purchasername", "gmfmc", "ghfmc"),
    "buyer_tax_id": ("buyeridnum", "buyertaxid", "buyertaxno", "purchasertaxid", "gmfnsrsbh", "gmfsbh"),
    "seller_name": ("sellername", "xsfmc", "xhfmc"),
    "seller_tax_id": ("selleridnum", "sellertaxid", "sellertaxno", "xsfnsrsbh", "xsfsbh"),
    "amount": ("totalamwithouttax", "totalamountwithouttax", "hjje"),
    "tax_amount": ("totaltaxam", "totaltaxamount", "hjse"),
    "total_amount": ("totaltaxincludedamount", "jshj"),
    "amount_in_words": ("totaltaxincludedamountinchinese",),
    "check_code": ("checkcode", "jym"),
    "machine_code": ("machinecode", "jqbh"),
    "issuer": ("drawer", "kpr"),
    "payee": ("payee", "skr"),
    "reviewer": ("reviewer", "checker", "fhr"),
    "remarks": ("remark", "remarks", "bz"),
}
_LINE: dict[str, tuple[str, ...]] = {
    "name": ("itemname", "xmmc", "spmc"),
    "spec": ("specmod", "ggxh"),
    "unit": ("meaunits", "dw"),
    "quantity": ("quantity", "sl"),
    "unit_price": ("unprice", "unitprice", "dj"),
    "amount": ("amount", "je"),
    "tax_rate": ("taxrate", "slv"),
    "tax": ("comtaxam", "taxam", "taxamount", "se"),
}
_ENOUGH = 4  # fields that make a file an invoice
_SPECIAL = {"01": "增值税专用发票", "02": "普通发票"}


def read_einvoice(root: Node) -> Invoice | None:
    """The invoice; None when the file has not the words of one."""
    lines = [node for node in root.walk() if _is_line(node)]
    inside = {id(leaf) for line in lines for leaf in line.children}
    said: dict[str, str] = {}
    for node in root.walk():
        if not node.children and node.text and id(node) not in inside:
            said.setdefault(_plain(node.name), node.text)
    raw = {key: next((said[w] for w in words if w in said), "") for key, words in _WORDS.items()}
    if sum(bool(text) for text in raw.values()) < _ENOUGH or not raw["invoice_number"]:
        return None
    raw["invoice_type"] = _title(root)
    raw |= _parties(said)
    items = [_item(line) for line in lines]
    raw["tax_rate"] = ",".join(dict.fromkeys(item.tax_rate for item in items if item.tax_rate))
    if raw["tax_amount"].startswith("*"):
        raw["tax_amount"] = ZERO
    return invoice_of(raw, items)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _is_line(node: Node) -> bool:
    names = {_plain(child.name) for child in node.children}
    return bool(names & set(_LINE["name"])) and bool(names & set(_LINE["amount"]))


def _item(line: Node) -> Item:
    said = {_plain(child.name): child.text for child in line.children}
    raw = {key: next((said[w] for w in words if said.get(w)), "") for key, words in _LINE.items()}
    percent = rate(raw["tax_rate"]) or ""
    tax = amount(raw["tax"]) or (ZERO if raw["tax"].startswith("*") or percent in ("免税", "不征税") else "")
    return Item(
        raw["name"],
        raw["spec"],
        raw["unit"],
        trimmed(raw["quantity"]),
        trimmed(raw["unit_price"]),
        amount(raw["amount"]) or "",
        percent,
        tax,
    )


def _title(root: Node) -> str:
    """The title as it is printed, from the labels of the header: whether special or ordinary."""
    for node in root.walk():
        if node.name == "GeneralOrSpecialVAT":
            word = node.say("LabelName") or _SPECIAL.get(node.say("LabelCode"), "")
            return f"电子发票（{word}）" if word.endswith("发票") else ""
    return ""


def _parties(said: dict[str, str]) -> dict[str, str]:
    """Address with telephone and bank with account of both sides."""
    found = {}
    for party in ("buyer", "seller"):
        for key, parts in (("address_phone", ("addr", "telnum")), ("bank_account", ("bankname", "bankaccnum"))):
            found[f"{party}_{key}"] = " ".join(text for part in parts if (text := said.get(party + part, "")))
    return found
