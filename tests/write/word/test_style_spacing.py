"""The usual spaces of a document."""

from __future__ import annotations

from quire.model.document import Document
from quire.write.word.source_flow import FlowStep
from quire.write.word.style_spacing import measure_spacing
from tests import documents as make


def steps(*gaps: float | None) -> list[FlowStep]:
    return [FlowStep(gap, new_page=False, drop=0.0) for gap in gaps]


def test_medians_of_gaps() -> None:
    blocks = (
        *[make.paragraph("x")] * 4,
        make.heading(2, "h"),
        make.paragraph("x"),
        make.heading(2, "h"),
        make.paragraph("x"),
    )
    found = measure_spacing(Document((), blocks, body_size=10.0), steps(None, 6, 6, 90, 20, 9, 22, 9))
    assert found.paragraph == 6
    assert found.before[2] == 21
    assert found.after[2] == 3


def test_lines_are_exact_in_chinese_text_only() -> None:
    found = [
        measure_spacing(Document((), (make.paragraph("x"),), language=x, body_size=10.0), steps(None))
        for x in ("zh", "en")
    ]
    assert [spacing.exact for spacing in found] == [True, False]
    assert found[1].line == 240
    assert found[0].attributes(18.0, 10.0) == {"w_line": 360, "w_lineRule": "exact"}
    assert found[1].attributes(17.25, 10.0) == {"w_line": 360, "w_lineRule": "auto"}


def test_chinese_text_is_known_by_its_characters() -> None:
    block = make.paragraph("委员会审查了季度数据，发现大多数部门都控制在预算之内。")
    assert measure_spacing(Document((), (block,), language="en-US", body_size=10.0), steps(None)).exact
