"""What the text of a setting may be: each function reads one, or raises a ValueError that says what it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

Models = tuple[tuple[str, str], ...]
"""Phase and model."""

Prices = tuple[tuple[str, float, float], ...]
"""Model, dollars for a million tokens in, and out."""

MAX_DIGITS = 20
"""Digits of a whole number from which on it is refused unread: no setting is so large."""


def text(value: str) -> str:
    """Words, without the white space around them."""
    return value.strip()


def secret(value: str) -> str:
    """The same, for what no listing may show."""
    return value.strip()


def folder(value: str) -> Path:
    """The path of a folder."""
    if not value.strip() or "\0" in value:
        raise ValueError("the path of a folder")
    return Path(value.strip()).expanduser()


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def parse(value: str) -> int:
        digits = value.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) < MAX_DIGITS and low <= int(digits) <= high):
            raise ValueError(f"a whole number from {low} to {high}")
        return int(digits)

    return parse


def decimal(low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers within bounds."""

    def parse(value: str) -> float:
        try:
            number = float(value.strip())
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return number

    return parse


def models(value: str) -> Models:
    """``phase=model`` pairs, separated by commas."""
    return tuple(pairs(value, "pairs such as boot=small,grow=large"))


def prices(value: str) -> Prices:
    """``model=input/output`` in dollars per million tokens, separated by commas."""
    form = "prices such as small=0.15/0.60,*=3/15"
    amount = decimal(0, 1e6)
    try:
        return tuple(
            (model, amount(price.partition("/")[0]), amount(price.partition("/")[2]))
            for model, price in pairs(value, form)
        )
    except ValueError:
        raise ValueError(form) from None


def pairs(value: str, form: str) -> list[tuple[str, str]]:
    """Pairs of ``name=text``; `form` says how they look."""
    pairs = [one.strip().rpartition("=") for one in value.split(",") if one.strip()]
    if not all(name.strip() and text.strip() for name, _, text in pairs):
        raise ValueError(form)
    return [(name.strip(), text.strip()) for name, _, text in pairs]


def level(value: str) -> str:
    """A level of the log."""
    if value.strip().lower() not in {"debug", "info", "warning", "error"}:
        raise ValueError("debug, info, warning or error")
    return value.strip().lower()


def address(value: str) -> str:
    """An http or https address without its last slash; "" for none."""
    address = value.strip().rstrip("/")
    parts = urlsplit(address)
    if address and (parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment):
        raise ValueError("an address such as https://quire.example.org")
    return address


def located(*schemes: str) -> Callable[[str], str]:
    """A reader of addresses of these schemes."""

    def parse(value: str) -> str:
        address = value.strip()
        if address and ("://" not in address or address.partition("://")[0].partition("+")[0] not in schemes):
            raise ValueError("an address that begins with " + " or ".join(f"{scheme}://" for scheme in schemes))
        return address

    return parse


def one_of(*words: str) -> Callable[[str], str]:
    """A reader of one of these words."""

    def parse(value: str) -> str:
        word = value.strip().lower()
        if word not in words:
            raise ValueError(" or ".join((", ".join(words[:-1]), words[-1])))
        return word

    return parse


def hosts(value: str) -> frozenset[str]:
    """Host names, separated by commas."""
    found = frozenset(host.strip().lower().rstrip(".") for host in value.split(",") if host.strip())
    if not all(re.fullmatch(r"[a-z0-9_.:-]+", host) for host in found):
        raise ValueError("host names, separated by commas")
    return found


def switch(value: str) -> bool:
    """0 or 1, or a word for it."""
    word = value.strip().lower()
    if word not in {"0", "1", "false", "true", "no", "yes", ""}:
        raise ValueError("0 or 1")
    return word in {"1", "true", "yes"}
