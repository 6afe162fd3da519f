"""Blocks behind each other."""

from __future__ import annotations

from quire.model.document import Document
from quire.write.word.block_spacing import BlockSpacing
from quire.write.word.document_look import measure_looks
from quire.write.word.paragraph import Para
from quire.write.word.source_flow import FlowStep
from quire.write.word.style_spacing import measure_spacing
from tests import documents as make

BLOCK = make.paragraph("x")
DOCUMENT = Document((), (BLOCK,), body_size=10.0)
PLAIN = FlowStep(None, new_page=False, drop=0.0)


def joined(*pieces: tuple[Para | str, FlowStep], first: bool = False) -> list[Para | str]:
    joining = BlockSpacing(measure_looks(DOCUMENT), measure_spacing(DOCUMENT, [PLAIN]))
    out: list[Para | str] = []
    for piece, step in pieces:
        joining.add(out, [piece], step, first=first)
    return out


def test_a_forced_break_stands_before_the_paragraph() -> None:
    out = joined((Para(), PLAIN), (Para(), FlowStep(None, new_page=True, drop=0.0)))
    assert ["pageBreakBefore" in p.parts for p in out if isinstance(p, Para)] == [False, True]


def test_a_section_that_begins_a_page_needs_no_break() -> None:
    out = joined((Para(), FlowStep(None, new_page=True, drop=0.0)), first=True)
    assert "pageBreakBefore" not in out[0].parts


def test_tables_are_kept_apart_and_break_by_a_paragraph() -> None:
    assert [type(p) for p in joined(("<w:tbl/>", PLAIN), ("<w:tbl/>", PLAIN))] == [str, Para, str]
    out = joined((Para(), PLAIN), ("<w:tbl/>", FlowStep(None, new_page=True, drop=0.0)))
    assert "pageBreakBefore" in out[1].parts


def test_a_table_that_stands_low_on_the_first_page_of_a_section_keeps_its_place() -> None:
    out = joined(("<w:tbl/>", FlowStep(None, new_page=False, drop=200.0)), first=True)
    assert [type(p) for p in out] == [Para, str]
    assert 190 < out[0].before <= 200
    assert [type(p) for p in joined(("<w:tbl/>", PLAIN), first=True)] == [str]


def test_unusual_gaps_are_kept() -> None:
    out = joined(
        (Para(), PLAIN),
        (Para(), FlowStep(60.0, new_page=False, drop=0.0)),
        (Para(), FlowStep(4.0, new_page=False, drop=0.0)),
    )
    assert [p.before is None for p in out] == [True, False, True]
    assert 50 < out[1].before < 61


def test_the_white_above_a_picture_is_kept() -> None:
    out = joined((Para(), PLAIN), (Para("Figure"), FlowStep(60.0, new_page=False, drop=0.0)))
    assert 50 < out[1].before < 61


def test_a_drop_from_the_top_is_kept() -> None:
    assert joined((Para(), FlowStep(None, new_page=False, drop=200.0)))[0].before == 200


def test_equal_borders_of_neighbours_stay_two() -> None:
    """Word shows paragraphs of one border as one group, without the rules between them."""
    edge = '<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="{}" w:color="000000"/></w:pBdr>'
    out = joined(*((Para(parts={"pBdr": edge.format(3)}), PLAIN) for _ in range(3)))
    assert [one.parts["pBdr"] for one in out] == [edge.format(3), edge.format(2), edge.format(3)]


def test_what_a_border_takes_is_no_white() -> None:
    gap = FlowStep(60.0, new_page=False, drop=0.0)
    (_, bordered), (_, plain) = (
        joined((one, PLAIN), (two, gap)) for one, two in ((Para(below=12.0), Para(above=6.0)), (Para(), Para()))
    )
    assert plain.before - bordered.before == 18.0


def test_the_white_between_two_tables_is_kept() -> None:
    out = joined(("<w:tbl/>", PLAIN), ("<w:tbl/>", FlowStep(28.0, new_page=False, drop=0.0)))
    assert out[1].before == 26.0  # the paragraph between them is two points high


def test_white_above_a_table_at_the_foot_is_kept_nearly_whole() -> None:
    out = joined((Para(), PLAIN), ("<w:tbl/>", FlowStep(300.0, new_page=False, drop=0.0)))
    assert isinstance(out[0], Para)
    assert out[0].after is not None
    assert 270 < out[0].after < 300
