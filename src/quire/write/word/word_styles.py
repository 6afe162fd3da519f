"""The styles of a document (ECMA-376-1, 17.7): the built-in names of Word with the document's own looks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from quire.model.table import Align
from quire.write.office.font_mapping import east_language, latin_language
from quire.write.office.font_scaling import UNSCALED
from quire.write.office.package import hex_color
from quire.write.word.cell_widths import CELL_MARGIN
from quire.write.word.document_look import Look, Looks
from quire.write.word.paragraph_borders import shading
from quire.write.word.style_spacing import FIXED_LINE, StyleSpacing
from quire.write.word.word_runs import run_fonts
from quire.write.word.wordprocessingml import part, properties, tag, twips

ALIGNMENT_VALUES = {Align.LEFT: "left", Align.CENTER: "center", Align.RIGHT: "right", Align.JUSTIFY: "both"}


def styles_part(looks: Looks, spacing: StyleSpacing, language: str) -> bytes:
    """The part styles.xml."""
    body = looks.body
    pieces: list[str | _Style] = [
        _defaults(body, language),
        _Style("Normal", "Normal", run=_run(body), default=True, quick=True, paragraph=_normal(body, spacing)),
        _Style("DefaultParagraphFont", "Default Paragraph Font", kind="character", default=True),
        _plain_table("TableNormal", "Normal Table", default=True),
        _Style("NoList", "No List", kind="numbering", default=True),
        *_heading_styles(looks, spacing),
        *_text_styles(looks, spacing),
        *_contents_styles(looks, spacing),
        _Style(
            "FootnoteReference",
            "footnote reference",
            kind="character",
            run={"vertAlign": _val("vertAlign", "superscript")},
        ),
        _Style("Hyperlink", "Hyperlink", kind="character", run=_link(looks.link)),
        _table("TableGrid", "Table Grid", _borders("single", 4, "auto", "top left bottom right insideH insideV")),
        _table("TablePlain", "Table Plain", ""),
    ]
    return part("w:styles", "".join(piece if isinstance(piece, str) else piece.markup() for piece in pieces))


def _defaults(body: Look, language: str) -> str:
    run = _run(body) | {
        "lang": tag("w:lang", w_val=latin_language(language), w_eastAsia=east_language(language), w_bidi="ar-SA")
    }
    return tag(
        "w:docDefaults",
        tag("w:rPrDefault", properties("w:rPr", run)) + tag("w:pPrDefault"),
    )


def _normal(body: Look, spacing: StyleSpacing) -> dict[str, str]:
    parts = {"spacing": _spacing(spacing.paragraph, spacing=spacing), "widowControl": tag("w:widowControl")}
    if body.align is not Align.LEFT:
        parts["jc"] = _val("jc", ALIGNMENT_VALUES[body.align])
    return parts


def _heading_styles(looks: Looks, spacing: StyleSpacing) -> list[_Style]:
    found = [
        _Style(
            "Title",
            "Title",
            based="Normal",
            follows="Normal",
            quick=True,
            paragraph={
                "keepNext": tag("w:keepNext"),
                "spacing": _own_line(looks.title, spacing, spacing.before[0], spacing.after[0]),
                "jc": _val("jc", "center"),
            },
            run=_run(looks.title),
        ),
        _Style(
            "Subtitle",
            "Subtitle",
            based="Normal",
            follows="Normal",
            quick=True,
            paragraph={
                "keepNext": tag("w:keepNext"),
                "spacing": _own_line(looks.subtitle, spacing, 6, 6),
                "jc": _val("jc", "left"),
            },
            run=_run(looks.subtitle),
        ),
    ]
    for level, look in enumerate(looks.headings, 1):
        paragraph = {
            "keepNext": tag("w:keepNext"),
            "keepLines": tag("w:keepLines"),
            "spacing": _own_line(look, spacing, spacing.before[level], spacing.after[level]),
            "jc": _val("jc", "left"),
            "outlineLvl": _val("outlineLvl", level - 1),
        }
        found.append(
            _Style(
                f"Heading{level}",
                f"heading {level}",
                based="Normal",
                follows="Normal",
                quick=True,
                paragraph=paragraph,
                run=_run(look),
            )
        )
    return found


def _text_styles(looks: Looks, spacing: StyleSpacing) -> list[_Style]:
    single = _spacing(0)
    cell = _own_line(looks.table, spacing, 0, 0)
    keep = tag("w:keepNext")
    left, center = _val("jc", "left"), _val("jc", "center")
    inset = tag("w:ind", w_left=480, w_right=480)
    shade = {"shd": shading(looks.ground)} if looks.ground is not None else {}
    return [
        _Style(
            "ListParagraph",
            "List Paragraph",
            based="Normal",
            quick=True,
            paragraph={"spacing": tag("w:spacing", w_before=twips(spacing.item)), "jc": left},
        ),
        _Style(
            "TableText",
            "Table Text",
            based="Normal",
            custom=True,
            quick=True,
            paragraph={"spacing": cell, "jc": left},
            run=_run(looks.table),
        ),
        _Style(
            "Caption",
            "caption",
            based="Normal",
            quick=True,
            paragraph={"spacing": _spacing(4, after=6), "jc": center},
            run=_run(looks.caption),
        ),
        _Style(
            "Figure",
            "Figure",
            based="Normal",
            custom=True,
            paragraph={"keepNext": keep, "spacing": _spacing(6, after=2), "jc": center},
        ),
        _Style("Quote", "Quote", based="Normal", quick=True, paragraph={"ind": inset}),
        _Style(
            "Code",
            "Code",
            based="Normal",
            custom=True,
            quick=True,
            paragraph={**shade, "spacing": _spacing(6, after=6), "jc": left},
            run=_run(looks.code),
        ),
        _Style(
            "Formula", "Formula", based="Normal", custom=True, paragraph={"spacing": _spacing(4, after=4), "jc": left}
        ),
        _Style(
            "FootnoteText",
            "footnote text",
            based="Normal",
            paragraph={"spacing": _own_line(looks.note, spacing, 0, 0)},
            run=_run(looks.note),
        ),
        _Style("Header", "header", based="Normal", paragraph={"spacing": single, "jc": left}, run=_run(looks.note)),
        _Style("Footer", "footer", based="Normal", paragraph={"spacing": single, "jc": left}, run=_run(looks.note)),
        _Style(
            "Spacer",
            "Spacer",
            based="Normal",
            custom=True,
            paragraph={"spacing": tag("w:spacing", w_before=0, w_after=0, w_line=40, w_lineRule="exact")},
            run={"sz": _val("sz", 4), "szCs": _val("szCs", 4)},
        ),
    ]


def _contents_styles(looks: Looks, spacing: StyleSpacing) -> list[_Style]:
    plain = _val("outlineLvl", 9)  # not in the contents itself, as in Word's own style
    found = [
        _Style(
            "TOCHeading",
            "TOC Heading",
            based="Heading1",
            follows="Normal",
            quick=True,
            paragraph={"spacing": _spacing(12, after=6), "outlineLvl": plain},
            run=_run(looks.contents),
        )
    ]
    for level in range(1, 10):
        paragraph = {
            "spacing": _own_line(looks.body, spacing, 2, 0),
            "ind": tag("w:ind", w_left=round(220 * (level - 1))),
            "jc": _val("jc", "left"),
        }
        found.append(_Style(f"TOC{level}", f"toc {level}", based="Normal", follows="Normal", paragraph=paragraph))
    return found


class _Style(NamedTuple):
    """A style (17.7.4.17)."""

    style_id: str
    name: str
    kind: str = "paragraph"
    based: str = ""
    follows: str = ""
    default: bool = False
    custom: bool = False
    quick: bool = False  # stands in Word's gallery of styles
    paragraph: Mapping[str, str] = MappingProxyType({})
    run: Mapping[str, str] = MappingProxyType({})

    def markup(self) -> str:
        inner = tag("w:name", w_val=self.name)
        if self.based:
            inner += tag("w:basedOn", w_val=self.based)
        if self.follows:
            inner += tag("w:next", w_val=self.follows)
        inner += tag("w:uiPriority", w_val=1 if self.quick else 99)
        if self.kind == "numbering" or self.style_id == "DefaultParagraphFont":
            inner += tag("w:semiHidden") + tag("w:unhideWhenUsed")
        if self.quick:
            inner += tag("w:qFormat")
        inner += properties("w:pPr", self.paragraph) + properties("w:rPr", self.run)
        flags = ({"w_default": 1} if self.default else {}) | ({"w_customStyle": 1} if self.custom else {})
        return tag("w:style", inner, w_type=self.kind, **flags, w_styleId=self.style_id)


def _plain_table(style_id: str, name: str, *, default: bool = False) -> str:
    margins = "".join(
        tag(f"w:{side}", w_w=width, w_type="dxa")
        for side, width in (("top", 0), ("left", twips(CELL_MARGIN)), ("bottom", 0), ("right", twips(CELL_MARGIN)))
    )
    inner = tag("w:name", w_val=name) + tag("w:uiPriority", w_val=99) + tag("w:semiHidden") + tag("w:unhideWhenUsed")
    inner += properties(
        "w:tblPr", {"tblInd": tag("w:tblInd", w_w=0, w_type="dxa"), "tblCellMar": tag("w:tblCellMar", margins)}
    )
    return tag("w:style", inner, w_type="table", **({"w_default": 1} if default else {}), w_styleId=style_id)


def _table(style_id: str, name: str, borders: str) -> str:
    inner = (
        tag("w:name", w_val=name)
        + tag("w:basedOn", w_val="TableNormal")
        + tag("w:uiPriority", w_val=39)
        + tag("w:qFormat")
    )
    inner += properties("w:tblPr", {"tblBorders": borders})
    flags = {} if style_id == "TableGrid" else {"w_customStyle": 1}
    return tag("w:style", inner, w_type="table", **flags, w_styleId=style_id)


def _borders(kind: str, size: int, color: str, sides: str) -> str:
    return tag(
        "w:tblBorders",
        "".join(tag(f"w:{side}", w_val=kind, w_sz=size, w_space=0, w_color=color) for side in sides.split()),
    )


def _run(look: Look) -> dict[str, str]:
    """A look as run properties, everything said: a style does not lean on what it is based on."""
    parts = {
        "rFonts": run_fonts(look.latin, look.east_asian),
        "sz": _val("sz", look.half_points),
        "szCs": _val("szCs", look.half_points),
    }
    for key, on in (("b", look.bold), ("i", look.italic)):
        parts[key] = tag(f"w:{key}", **({} if on else {"w_val": 0}))
        parts[key + "Cs"] = tag(f"w:{key}Cs", **({} if on else {"w_val": 0}))
    parts["color"] = _val("color", hex_color(look.color) if look.color else "auto")
    if look.scale != UNSCALED:
        parts["w"] = _val("w", look.scale)
    return parts


def _link(color: int) -> dict[str, str]:
    """Links keep the source's colour; the line below is there where the colour tells a link from text."""
    if not color:
        return {"color": _val("color", "auto")}
    return {"color": _val("color", hex_color(color)), "u": _val("u", "single")}


def _spacing(before: float, *, after: float = 0.0, spacing: StyleSpacing | None = None) -> str:
    line, rule = (spacing.line, "exact" if spacing.exact else "auto") if spacing else (240, "auto")
    return tag("w:spacing", w_before=twips(before), w_after=twips(after), w_line=line, w_lineRule=rule)


def _own_line(look: Look, spacing: StyleSpacing, before: float, after: float) -> str:
    """The spacing of text with a line of its own height: single, or exact where the document's lines are."""
    if not spacing.exact:
        return _spacing(before, after=after)
    line = twips(FIXED_LINE * look.half_points / 2)
    return tag("w:spacing", w_before=twips(before), w_after=twips(after), w_line=line, w_lineRule="exact")


def _val(name: str, value: str | int) -> str:
    return tag(f"w:{name}", w_val=value)
