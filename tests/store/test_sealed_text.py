"""Short secrets at rest."""

from __future__ import annotations

import pytest

from quire.store.sealed_text import seal, unseal

SECRET = b"s" * 32


def test_only_the_secret_opens_it_and_only_for_its_purpose() -> None:
    sealed = seal(SECRET, "密码 word", "task 1")
    assert "word" not in sealed
    assert unseal(SECRET, sealed, "task 1") == "密码 word"
    assert seal(SECRET, "密码 word", "task 1") != sealed
    for secret, purpose, text in (
        (b"t" * 32, "task 1", sealed),
        (SECRET, "task 2", sealed),
        (SECRET, "task 1", sealed[:-8] + "AAAAAAA="),
        (SECRET, "task 1", "no base64!"),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - base64 and the cipher say it in their own words
            unseal(secret, text, purpose)
