"""Figures whose separators or brackets were lost, by the format of their page."""

import pytest

from quire.finance.lost_marks import FigureFormat, figure_format, mended_marks

CENTS = FigureFormat(cents=True, grouped=True, brackets=False)
PLAIN_CENTS = FigureFormat(cents=True, grouped=False, brackets=False)
BRACKETS = FigureFormat(cents=False, grouped=True, brackets=True)


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("7.882.492.50181", "7,882,492,501.81"),
        ("43.091952 47", "43,091,952.47"),
        ("173110351107", "1,731,103,511.07"),
        (".80.072.03763", "80,072,037.63"),
        ("-45 046.75218", "-45,046,752.18"),
    ],
)
def test_marks_stand_before_the_cents_and_each_third_digit(read: str, meant: str) -> None:
    assert mended_marks(read, CENTS) == meant


@pytest.mark.parametrize(
    "read", ["1,234,567", "1,234.56", "20231231", "12", "1,234.56 7,890.12", "12.34.56.78", "合计"]
)
def test_other_figures_and_texts_stay(read: str) -> None:
    assert mended_marks(read, CENTS) is None


def test_a_page_without_groups_has_cents_alone() -> None:
    assert mended_marks("30366285:09", PLAIN_CENTS) == "30366285.09"
    assert mended_marks("56361384 72", PLAIN_CENTS) == "56361384.72"
    assert mended_marks("3036628509", PLAIN_CENTS) is None


@pytest.mark.parametrize(
    ("read", "meant"),
    [("1143.667)", "(143,667)"), ("(908.6223", "(908,622)"), ("159.5261", "(59,526)"), ("C34.2241", "(34,224)")],
)
def test_a_digit_too_many_is_a_bracket(read: str, meant: str) -> None:
    assert mended_marks(read, BRACKETS) == meant


@pytest.mark.parametrize(
    ("read", "meant"), [("(11", "(11)"), ("(119,079", "(119,079)"), ("891,009)", "(891,009)"), ("−(142)", "(142)")]
)
def test_a_bracket_alone_lost_the_other_one_and_a_stroke_before_both_is_a_rule(read: str, meant: str) -> None:
    assert mended_marks(read, BRACKETS) == meant
    assert mended_marks(read, CENTS) is None


@pytest.mark.parametrize("read", ["(143,667)", "(11)", "11)", "5(a", "159,526", "1,595,261", "2023"])
def test_whole_figures_keep_their_digits(read: str) -> None:
    assert mended_marks(read, BRACKETS) is None


def test_most_amounts_of_a_page_tell_its_format() -> None:
    amounts = [f"{n},234,567.{n}0" for n in range(1, 9)]
    assert figure_format([*amounts, "1.234.56789"]) == CENTS
    assert figure_format(amounts[:3]) == FigureFormat(cents=False, grouped=False, brackets=False)
    assert figure_format([*(f"{n},234,567" for n in range(1, 9)), "(1,234)", "(56)", "(78,901)"]) == BRACKETS
