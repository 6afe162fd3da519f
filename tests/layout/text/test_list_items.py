"""Which numbered paragraphs are items of lists."""

from __future__ import annotations

import pytest

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.list_items import hold_paragraphs
from quire.layout.text.text_rows import rows_of
from quire.model.page import Line, Metadata
from tests.layout.pages import BODY, line, of, width_of, word
from tests.layout.whole import mark_items


def numbered(marker: str, text: str, x: float, y: float, *, gap: float, blank: bool = False) -> Line:
    """A number, `gap` type sizes of white, with `blank` from a space glyph, and a text."""
    at = x + width_of(marker, BODY.size) + gap * BODY.size
    behind = word(text, at, y, BODY, space=gap > 0)._replace(blank=blank)
    return of([word(marker, x, y, BODY, space=False), behind])


def kinds(*rows: list[Line]) -> list[Kind]:
    drafts = [Draft(1, rows_of(lines), left=72.0, right=540.0) for lines in rows]
    mark_items(drafts)
    return [draft.kind for draft in drafts]


@pytest.mark.parametrize(
    ("creator", "producer", "hold"),
    [
        ("", "", True),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Skia/PDF m137", True),
        ("", "Skia/PDF m136 Google Docs Renderer", False),
        ("Typst 0.12.0", "", True),
        ("LaTeX with hyperref", "xdvipdfmx (20220710)", True),
        ("Microsoft Word", "", False),
        ("Writer", "LibreOffice 7.4", False),
    ],
)
def test_items_of_markup_may_hold_several_paragraphs(creator: str, producer: str, *, hold: bool) -> None:
    assert hold_paragraphs(Metadata(creator=creator, producer=producer)) is hold


def test_a_typed_number_in_front_of_a_paragraph_makes_no_item() -> None:
    first = [line("（1）公司治理的基本状况如下所述并经审核", 92, 100), line("无误的内容列示于此。", 72, 112)]
    second = [line("（2）公司的其他事项", 92, 124)]
    assert kinds(first, second) == [Kind.TEXT, Kind.TEXT]


def test_a_tab_behind_numbers_or_a_hanging_row_makes_items() -> None:
    tabbed = [[numbered(f"{n}.", "Entry", 90, 100 + 12 * n, gap=1.0)] for n in (1, 2)]
    assert kinds(*tabbed) == [Kind.ITEM, Kind.ITEM]
    indented = [numbered("（1）", "公司治理的基本状况如下", 92, 100, gap=0.7), line("所述并经审核。", 72, 112)]
    assert kinds(indented, [numbered("（2）", "公司的其他事项", 92, 124, gap=0.7)]) == [Kind.ITEM, Kind.ITEM]
    hanging = [line("（1）公司治理的基本状况如下", 72, 100), line("所述并经审核。", 102, 112)]
    assert kinds(hanging, [line("（2）公司的其他事项", 72, 124)]) == [Kind.ITEM, Kind.ITEM]


def test_numbered_rows_set_in_are_items_unless_paragraphs_begin_there() -> None:
    rows = [[line(f"（{n}）公司的其他事项", 92, 100 + 12 * n)] for n in (1, 2)]
    assert kinds(*rows) == [Kind.ITEM, Kind.ITEM]
    assert kinds([line("公司治理的基本状况", 92, 80)], *rows) == [Kind.TEXT, Kind.TEXT, Kind.TEXT]


def test_a_typed_space_behind_a_number_sets_no_text_off() -> None:
    def spaced(x: float, *, blank: bool) -> list[Kind]:
        return kinds(*([numbered(f"({n})", "输入模块", x, 100 + 12 * n, gap=0.3, blank=blank)] for n in (1, 2)))

    assert spaced(72, blank=False) == [Kind.ITEM, Kind.ITEM]
    assert spaced(72, blank=True) == [Kind.TEXT, Kind.TEXT]
    assert spaced(92, blank=True) == [Kind.ITEM, Kind.ITEM]  # set in, as lists of browsers


def test_numbers_that_show_nothing_go_with_the_others_of_the_document() -> None:
    rows = [[line(f"{n}）一级标题", 92, 100 + 12 * n)] for n in (1, 2)]
    others = [[numbered(mark, "公司的其他事项", 72, 200 + 12 * n, gap=0)] for n, mark in enumerate(("（1）", "（2）"))]
    assert kinds(*rows) == [Kind.ITEM, Kind.ITEM]
    assert kinds(*rows, *others) == [Kind.TEXT] * 4
    tabbed = [[numbered(mark, "Entry", 72, 200 + 12 * n, gap=1.0)] for n, mark in enumerate(("a.", "b."))]
    assert kinds(*rows, *tabbed) == [Kind.ITEM] * 4


def test_indented_numbers_are_items_beside_typed_ones_of_their_kind() -> None:
    typed = [[line(f"{n}.买家可以查看全部的内容", 72, 100 + 12 * n)] for n in (1, 2)]
    indented = [[line(f"{n}. 参考资料", 84, 200 + 12 * n)] for n in (1, 2)]
    assert kinds(*typed, [line("参考资料如下所述", 72, 180)], *indented) == [Kind.TEXT] * 3 + [Kind.ITEM] * 2


def test_numbers_that_are_all_set_off_are_a_list_among_typed_ones_of_their_kind() -> None:
    def rows(gaps: list[float], y: float) -> list[list[Line]]:
        return [[numbered(f"（{n}）", "系统的安装盘", 72, y + 12 * n, gap=gap)] for n, gap in enumerate(gaps, 1)]

    typed = rows([0.0] * 6, 100)
    assert kinds(*typed, *rows([0.9, 0.9], 200)) == [Kind.TEXT] * 6 + [Kind.ITEM] * 2
    assert kinds(*typed, *rows([0.9, 0.0, 0.9], 200)) == [Kind.TEXT] * 9


def test_bullets_need_no_white_behind_them() -> None:
    assert kinds([line("•公司的其他事项", 72, 100)]) == [Kind.ITEM]


def test_formulas_behind_numbers_of_a_list_are_its_items() -> None:
    def formulas(*markers: str) -> list[Kind]:
        drafts = [
            Draft(
                1, rows_of([numbered(marker, "x=y", 90, 100 + 12 * n, gap=1.0)]), Kind.FORMULA, left=72.0, right=540.0
            )
            for n, marker in enumerate(markers)
        ]
        mark_items(drafts)
        return [draft.kind for draft in drafts]

    assert formulas("1.", "2.") == [Kind.ITEM, Kind.ITEM]
    assert formulas("1.", "5.") == [Kind.FORMULA, Kind.FORMULA]
    assert formulas("(1)", "(2)") == [Kind.FORMULA, Kind.FORMULA]
    assert formulas("●", "•") == [Kind.ITEM, Kind.ITEM]
    assert formulas("-", "·") == [Kind.FORMULA, Kind.FORMULA]


def test_tags_tell_counted_numbers_from_typed_ones() -> None:
    drafts = [
        Draft(1, rows_of([line(f"（{n}）公司的其他事项", 92, 100 + 12 * n)]), left=72.0, right=540.0) for n in (1, 2)
    ]
    for role, kind in (("LBody", Kind.ITEM), ("P", Kind.TEXT)):
        shown = [Draft(1, one.rows, left=72.0, right=540.0, role=role) for one in drafts]
        bullets = [Draft(1, rows_of([line("• Other", 92, 200)]), left=72.0, right=540.0, role="LBody")]
        mark_items([*shown, *bullets])
        assert [one.kind for one in shown] == [kind, kind]


def test_a_letter_o_that_texts_are_set_off_from_is_the_circle_of_a_second_level() -> None:
    def markers(gap: float, *, hanging: bool = False) -> list[str]:
        rows = [[numbered("o", "Entry", 90, 100 + 30 * n, gap=gap)] for n in (1, 2)]
        if hanging:
            rows = [[*lines, line("goes on here.", 108, 112 + 30 * n)] for n, lines in enumerate(rows, 1)]
        drafts = [Draft(1, rows_of(lines), left=72.0, right=540.0) for lines in rows]
        mark_items(drafts)
        return [draft.marker.text if draft.marker else "" for draft in drafts]

    assert markers(1.2) == ["◦", "◦"]
    assert markers(0.25, hanging=True) == ["◦", "◦"]
    assert markers(0.25) == ["o", "o"]  # a word of Portuguese, Spanish or Italian
