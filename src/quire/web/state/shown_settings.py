"""A setting as the console shows it."""

from __future__ import annotations

from typing import NamedTuple


class ShownSetting(NamedTuple):
    """A setting as it holds in this process; secrets are masked.

    Attributes:
        name: of its field.
        variable: of the environment.
        value: as text.
        default: as text.
        is_set: whether it differs from the default.
        doc: what it does, in English.
    """

    name: str
    variable: str
    value: str
    default: str
    is_set: bool
    doc: str
