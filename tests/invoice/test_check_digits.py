"""Check digits of tax ids and accounts, by examples of the authorities and with one figure changed."""

import pytest

from quire.invoice.check_digits import has_right_digits
from tests.invoice.tax_codes import with_right_digits

RIGHT = (
    "DE136695976", "ATU13585627", "FR40303265045", "GB980780684", "IE6433435F", "IT00743110157", "ESB58378431",
    "ES54362315K", "NL004495445B01", "BE0428759497", "PT501964843", "PL8567346215", "DK13585628",
    "FI20774740", "SE123456789701", "CHE-100.155.212 MWST", "27AAPFU0939F1ZV", "11.222.333/0001-81", "51 824 753 556",
)  # fmt: skip


@pytest.mark.parametrize("code", RIGHT)
def test_right_digits_are_told_from_wrong_ones(code: str) -> None:
    assert has_right_digits(code) is True
    at = next(i for i, c in enumerate(code) if i > 3 and c.isdigit())
    changed = code[:at] + str((int(code[at]) + 1) % 10) + code[at + 1 :]
    assert has_right_digits(changed) is False


@pytest.mark.parametrize("code", ["12345678", "RO12345678", "DE12345", "", "FACTURA 17"])
def test_a_form_without_a_rule_tells_nothing(code: str) -> None:
    assert has_right_digits(code) is None


def test_a_dutch_person_has_the_digits_of_the_whole_number() -> None:
    assert (has_right_digits("NL123456789B13"), has_right_digits("NL123456789B12")) == (True, False)


def test_made_ids_keep_their_form() -> None:
    made = with_right_digits("NL123456789B01")
    assert (made[:2], made[-3:], has_right_digits(made)) == ("NL", "B01", True)
    assert with_right_digits("M12345678A") == "M12345678A"
