"""A document of bench/scripts.py as flat OpenDocument, which LibreOffice prints."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

_ROOT = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
    ' office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">'
)


def flat(language: str, texts: dict[str, Any], *, font: str, rtl: bool, ruled: bool) -> str:
    """The document: title, heading, paragraphs, two lists, a table, a paragraph."""
    items = _list("B", texts["bullets"]) + _list("N", texts["steps"])
    body = (
        _block("h", "Title", texts["title"])
        + _block("h", "Section", texts["section"])
        + "".join(_block("p", "Text", one) for one in texts["text"])
        + items
        + _table(texts["table"])
        + _block("p", "Text", texts["more"])
    )
    return (
        f"{_ROOT}{_styles(language, font, rtl=rtl, ruled=ruled)}<office:body><office:text>{body}</office:text></office"
        f":body></office:document>"
    )


def _styles(language: str, font: str, *, rtl: bool, ruled: bool) -> str:
    mode = "rl-tb" if rtl else "lr-tb"
    border = 'fo:border="0.5pt solid #000000"' if ruled else 'fo:border="none"'

    side, other = ("right", "left") if rtl else ("left", "right")  # LibreOffice takes "start" for left everywhere

    def style(name: str, size: float, weight: str = "normal", align: str = side, above: float = 0.1) -> str:
        sizes = "".join(
            f' fo:font-size{kind}="{size}pt"' if not kind else f' style:font-size{kind}="{size}pt"'
            for kind in ("", "-asian", "-complex")
        )
        weights = f' fo:font-weight="{weight}" style:font-weight-asian="{weight}" style:font-weight-complex="{weight}"'
        faces = f' style:font-name="{font}" style:font-name-asian="{font}" style:font-name-complex="{font}"'
        country = {
            "ar": "SA",
            "fa": "IR",
            "he": "IL",
            "th": "TH",
            "hi": "IN",
            "bn": "BD",
            "ta": "IN",
            "ko": "KR",
            "ja": "JP",
        }.get(language, "")
        locale = (
            f' fo:language="{language}"'
            if not country
            else (
                f' fo:language="en" fo:country="US" style:language-complex="{language}" '
                f'style:country-complex="{country}"'
                f' style:language-asian="{language}" style:country-asian="{country}"'
            )
        )
        return (
            f'<style:style style:name="{name}" style:family="paragraph"><style:paragraph-properties '
            f'fo:text-align="{align}"'
            f' style:writing-mode="{mode}" fo:margin-top="{above}cm" fo:margin-bottom="0.2cm"/>'
            f"<style:text-properties{faces}{sizes}{weights}{locale}/></style:style>"
        )

    face = (
        f'<office:font-face-decls><style:font-face style:name="{font}" '
        f'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" '
        f"svg:font-family=\"'{font}'\"/></office:font-face-decls>"
    )
    level = (
        "<style:list-level-properties "
        'text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment'
        ' text:label-followed-by="listtab" text:list-tab-stop-position="1.2cm" fo:text-indent="-0.6cm" '
        'fo:margin-left="1.2cm"/>'
        "</style:list-level-properties>"
    )
    return (
        face
        + "<office:automatic-styles>"
        + style("Title", 20, "bold")
        + style("Section", 15, "bold", above=0.5)
        + style("Text", 11)
        + style("Head", 11, "bold")
        + style("Cell", 11)
        + style("Number", 11, align=other)
        + f'<style:style style:name="Table" style:family="table"><style:table-properties '
        f'style:writing-mode="{mode}" style:width="16cm" table:align="margins"/></style:style>'
        + f'<style:style style:name="Box" style:family="table-cell"><style:table-cell-properties fo:padding="0.1cm" '
        f"{border}/></style:style>" + f'<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" '
        f'text:bullet-char="•">{level}</text:list-level-style-bullet></text:list-style>'
        + f'<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" '
        f'style:num-suffix=".">{level}</text:list-level-style-number></text:list-style>'
        + '<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="21cm" '
        'fo:page-height="29.7cm" fo:margin="2.2cm"'
        + f' style:writing-mode="{mode}"/></style:page-layout></office:automatic-styles>'
        + '<office:master-styles><style:master-page style:name="Standard" '
        'style:page-layout-name="P"/></office:master-styles>'
    )


def _block(tag: str, style: str, text: str) -> str:
    level = ' text:outline-level="1"' if tag == "h" else ""
    return f'<text:{tag} text:style-name="{style}"{level}>{html.escape(text)}</text:{tag}>'


def _list(style: str, items: Sequence[str]) -> str:
    inside = "".join(f"<text:list-item>{_block('p', 'Cell', one)}</text:list-item>" for one in items)
    return f'<text:list text:style-name="{style}">{inside}</text:list>'


def _table(rows: Sequence[Sequence[str]]) -> str:
    def cell(row: int, col: int, text: str) -> str:
        style = "Head" if row == 0 and col == 0 else "Number" if col else "Cell"
        return f'<table:table-cell table:style-name="Box">{_block("p", style, text)}</table:table-cell>'

    lines = "".join(
        f"<table:table-row>{''.join(cell(i, k, one) for k, one in enumerate(row))}</table:table-row>"
        for i, row in enumerate(rows)
    )
    return (
        f'<table:table table:style-name="Table"><table:table-column '
        f'table:number-columns-repeated="{len(rows[0])}"/>{lines}</table:table>'
    )
