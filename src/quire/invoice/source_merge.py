"""One invoice from several sources: the best source first; others fill what it lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quire.invoice.invoice import EXTRAS, KEYS, Origin, Value


def merge_sources(sources: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    """The fields in the order of the contract, each from the first of `sources` that has it."""
    fused: dict[str, Value] = {}
    for key in (*KEYS, *EXTRAS):
        value = next((source[key] for source in sources if key in source), None)
        if value:
            fused[key] = value
    return fused


def order(print_: Mapping[str, Value], code: Mapping[str, Value]) -> list[Mapping[str, Value]]:
    """The print and the QR code, the better first for each field.

    The code is exact, as it corrects its own errors, and better than recognised text; a text layer is as exact and
    says more. Where the code names no kind, a recognised title does.
    """
    exact = {key: value for key, value in print_.items() if value.source is Origin.TEXT}
    rest = {key: value for key, value in print_.items() if value.source is not Origin.TEXT}
    return [exact, code, rest]
