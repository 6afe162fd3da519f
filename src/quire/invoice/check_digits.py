"""Check digits of tax ids whose form alone names their country, and of accounts.

The formulas are those of the authorities that assign the numbers: the EU's description of VAT numbers by member state,
ISO 7064 (MOD 11,10 and MOD 97-10), GSTN (GSTIN), the Australian Business Register (ABN), Receita
Federal (CNPJ), eCH-0097 (UID).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_IRISH = "WABCDEFGHIJKLMNOPQRSTUV"
_CIF = "JABCDEFGHI"


def has_right_digits(code: str) -> bool | None:
    """Whether the check digits of a tax id are right; None where its form does not tell what they should be."""
    if re.fullmatch(r"\d\d( \d{3}){3}", code):
        return _australian(code.replace(" ", ""))
    bare = re.sub(r"[\s.\-/]", "", code).upper()
    bare = re.sub(r"(?<=\d)(?:MWST|TVA|IVA)$", "", bare) if bare.startswith("CHE") else bare
    for form, check in _FORMS.items():
        if match := re.fullmatch(form, bare):
            return check(match[1])
    return None


def is_iban(code: str) -> bool:
    """Whether a code without separators is an account number with right check digits (ISO 13616)."""
    form = re.fullmatch(r"[A-Z]{2}\d{2}[A-Z\d]{11,30}", code)
    return form is not None and _rest_of_97(code[4:] + code[:4]) == 1


def _rest_of_97(text: str) -> int:
    return int("".join(str(_LETTERS.index(c)) for c in text)) % 97


def _weighed(code: str, weights: Iterable[int]) -> int:
    return sum(int(c) * w for c, w in zip(code, weights, strict=False))


def _luhn(code: str) -> bool:
    """ISO 7812: every second digit from the right counts twice, by the sum of its digits."""
    return sum(sum(divmod(int(c) * (1 + at % 2), 10)) for at, c in enumerate(reversed(code))) % 10 == 0


def _german(code: str) -> bool:
    """ISO 7064, MOD 11,10."""
    rest = 10
    for c in code[:8]:
        rest = (int(c) + rest) % 10 or 10
        rest = 2 * rest % 11
    return (11 - rest) % 10 == int(code[8])


def _austrian(code: str) -> bool:
    total = sum(sum(divmod(int(c) * (1 + at % 2), 10)) for at, c in enumerate(code[:7]))
    return (96 - total) % 10 == int(code[7])


def _french(code: str) -> bool:
    return _luhn(code[2:]) and (12 + 3 * (int(code[2:]) % 97)) % 97 == int(code[:2])


def _british(code: str) -> bool:
    rest = (_weighed(code, range(8, 1, -1)) + int(code[7:9])) % 97
    return rest in (0, 97 - 55)


def _irish(code: str) -> bool:
    second = _IRISH.index(code[8]) if len(code) > 8 else 0
    return _IRISH[(_weighed(code[:7], range(8, 1, -1)) + 9 * second) % 23] == code[7]


def _spanish(code: str) -> bool:
    """A person's letter is the rest of 23; a company's sign that of 10, as a figure or as a letter."""
    if code[0].isdigit() or code[0] in "XYZ":
        return _DNI[int(code[:-1].translate(str.maketrans("XYZ", "012"))) % 23] == code[-1]
    odd = sum(sum(divmod(2 * int(c), 10)) for c in code[1:8:2])
    rest = -(odd + sum(int(c) for c in code[2:8:2])) % 10
    return code[8] in (str(rest), _CIF[rest])


def _dutch(code: str) -> bool:
    rest = _weighed(code, range(9, 1, -1)) % 11
    return rest == int(code[8]) or _rest_of_97("NL" + code) == 1


def _belgian(code: str) -> bool:
    return 97 - int(code[:8]) % 97 == int(code[8:])


def _portuguese(code: str) -> bool:
    return (11 - _weighed(code[:8], range(9, 1, -1)) % 11) % 11 % 10 == int(code[8])


def _polish(code: str) -> bool:
    return _weighed(code, (6, 5, 7, 2, 3, 4, 5, 6, 7)) % 11 == int(code[9])


def _danish(code: str) -> bool:
    return _weighed(code, (2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0


def _finnish(code: str) -> bool:
    return _weighed(code, (7, 9, 10, 5, 8, 4, 2, 1)) % 11 == 0


def _swedish(code: str) -> bool:
    return _luhn(code[:10])


def _swiss(code: str) -> bool:
    return (11 - _weighed(code[:8], (5, 4, 3, 2, 7, 6, 5, 4)) % 11) % 11 == int(code[8])


def _australian(code: str) -> bool:
    return (_weighed(code, (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)) - 10) % 89 == 0


def _indian(code: str) -> bool:
    """Base 36: every second character from the left counts twice, by the sum of its digits in that base."""
    total = sum(sum(divmod(_LETTERS.index(c) * (1 + at % 2), 36)) for at, c in enumerate(code[:14]))
    return _LETTERS[-total % 36] == code[14]


def _brazilian(code: str) -> bool:
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    rests = [_weighed(code[:length], weights[13 - length :]) % 11 for length in (12, 13)]
    return code[12:] == "".join(str(0 if rest < 2 else 11 - rest) for rest in rests)


_FORMS: Mapping[str, Callable[[str], bool]] = {
    r"DE(\d{9})": _german,
    r"ATU(\d{8})": _austrian,
    r"FR(\d{11})": _french,
    r"GB(\d{9})(?:\d{3})?": _british,
    r"IE(\d{7}[A-W][A-IW]?)": _irish,
    r"IT(\d{11})": _luhn,
    r"ES([A-Z\d]\d{7}[A-Z\d])": _spanish,
    r"NL(\d{9}B\d{2})": _dutch,
    r"BE([01]\d{9})": _belgian,
    r"PT(\d{9})": _portuguese,
    r"PL(\d{10})": _polish,
    r"DK(\d{8})": _danish,
    r"FI(\d{8})": _finnish,
    r"SE(\d{12})": _swedish,
    r"CHE(\d{9})": _swiss,
    r"(\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[A-Z\d])": _indian,
    r"(\d{8}0001\d{2})": _brazilian,
}
"""Form without separators: the group is what is checked."""
