"""OFD files (GB/T 33190-2016) of pages: each line a text object with its steps, rules as paths, on page or template."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from quire.model.page import Line, Page, Rule

NAMESPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'
MM = 25.4 / 72


def write_ofd(path: Path, pages: Sequence[Page], *, attached: bytes = b"", template: bool = True) -> None:
    """Write pages; with `template`, their rules stand on a template as forms have them."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:

        def put(name: str, body: str) -> None:
            package.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>\n{body}')

        put(
            "OFD.xml",
            f'<ofd:OFD {NAMESPACE} Version="1.1" DocType="OFD"><ofd:DocBody><ofd:DocInfo/>'
            "<ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>",
        )
        listed = "".join(f'<ofd:Page ID="{10 + n}" BaseLoc="Pages/Page_{n}/Content.xml"/>' for n in range(len(pages)))
        shared = '<ofd:TemplatePage ID="2" BaseLoc="Tpls/Tpl_0/Content.xml"/>' if template else ""
        files = "<ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments>" if attached else ""
        put(
            "Doc_0/Document.xml",
            f"<ofd:Document {NAMESPACE}><ofd:CommonData><ofd:PageArea><ofd:PhysicalBox>{_box(pages[0])}"
            f"</ofd:PhysicalBox></ofd:PageArea>{shared}</ofd:CommonData><ofd:Pages>{listed}</ofd:Pages>{files}"
            "</ofd:Document>",
        )
        if template:
            put("Doc_0/Tpls/Tpl_0/Content.xml", _content("".join(map(_path, pages[0].rules))))
        for number, page in enumerate(pages):
            texts = "".join(map(_object, page.lines))
            used = '<ofd:Template TemplateID="2" ZOrder="Background"/>' if template else ""
            drawn = "" if template else "".join(map(_path, page.rules))
            put(f"Doc_0/Pages/Page_{number}/Content.xml", _content(texts + drawn, used))
        if attached:
            put(
                "Doc_0/Attachs/Attachments.xml",
                f'<ofd:Attachments {NAMESPACE}><ofd:Attachment ID="1" Name="original_invoice" Format="xml">'
                "<ofd:FileLoc>original_invoice.xml</ofd:FileLoc></ofd:Attachment></ofd:Attachments>",
            )
            package.writestr("Doc_0/Attachs/original_invoice.xml", attached)


def _content(objects: str, above: str = "") -> str:
    return (
        f'<ofd:Page {NAMESPACE}>{above}<ofd:Content><ofd:Layer Type="Body">{objects}</ofd:Layer></ofd:Content>'
        "</ofd:Page>"
    )


def _box(page: Page) -> str:
    return f"0 0 {page.width * MM:.3f} {page.height * MM:.3f}"


def _object(line: Line) -> str:
    """A text object for each word, with a step for each character."""
    made = []
    for word in line.words:
        step = (word.x1 - word.x0) / len(word.text) * MM
        size, rise = word.style.size * MM, (word.baseline - word.y0) * MM
        steps = f' DeltaX="g {len(word.text) - 1} {step:.4f}"' if len(word.text) > 1 else ""
        made.append(
            f'<ofd:TextObject Boundary="{word.x0 * MM:.4f} {word.y0 * MM:.4f} {(word.x1 - word.x0) * MM:.4f} {size:.4f}"'
            f' Font="3" Size="{size:.4f}"><ofd:TextCode X="0" Y="{rise:.4f}"{steps}>{escape(word.text)}'
            "</ofd:TextCode></ofd:TextObject>"
        )
    return "".join(made)


def _path(rule: Rule) -> str:
    x0, y0, x1, y1 = (side * MM for side in (rule.x0, rule.y0, rule.x1, rule.y1))
    return (
        f'<ofd:PathObject Boundary="{x0:.4f} {y0:.4f} {max(0.1, x1 - x0):.4f} {max(0.1, y1 - y0):.4f}" LineWidth="0.25">'
        f"<ofd:AbbreviatedData>M 0 0 L {x1 - x0:.4f} {y1 - y0:.4f}</ofd:AbbreviatedData></ofd:PathObject>"
    )
