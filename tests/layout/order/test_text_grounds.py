"""Bars and panels filled behind texts."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.model.document import PageInfo
from quire.model.page import Fill, Rule
from tests.layout.pages import META, block, line, page, prose

TEXTS = [line("A title in a bar", 80, 114), *block(prose(60, 440), 80, 150)]
BAR = Fill(72.0, 98.0, 532.0, 120.0, 0x156082)


def laid_out(*fills: Fill, rules: tuple[Rule, ...] = ()) -> PageInfo:
    (info,) = arrange([page(TEXTS, fills=list(fills), rules=list(rules))], meta=META).pages
    return info


def test_a_bar_behind_a_text_is_found_without_the_rules_along_its_edges() -> None:
    info = laid_out(BAR, rules=(Rule(72.0, 98.0, 532.0, 98.0, 0.5, BAR.color), Rule(72.0, 300.0, 532.0, 300.0, 0.5, 0)))
    assert info.grounds == (BAR,)
    assert [rule.y0 for rule in info.rules] == [300.0]


def test_fills_of_successive_lines_are_one_ground() -> None:
    upper, lower = BAR._replace(y1=109.0), BAR._replace(y0=109.2)
    assert laid_out(upper, lower).grounds == (BAR,)


def test_white_small_and_high_fills_and_those_that_cut_a_text_are_none() -> None:
    assert laid_out(BAR._replace(color=0xFFFFFF)).grounds == ()
    assert laid_out(BAR._replace(x1=120.0)).grounds == ()
    assert laid_out(Fill(0.0, 0.0, 595.0, 842.0, 0xEEEEEE)).grounds == ()
    assert laid_out(BAR._replace(y1=160.0)).grounds == ()
