"""Checks of Office packages for what makes Word and PowerPoint offer a repair.

The orders are those of the complex types of ECMA-376, part 1 (wml.xsd, dml-main.xsd, pml.xsd), written down
apart from the writers' own tables.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections import Counter
from collections.abc import Iterator

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"

ORDERS = {
    W + "p": "pPr *",
    W + "r": "rPr *",
    W + "pPr": "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs"
    " suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd"
    " snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment"
    " textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
    W
    + "rPr": "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid"
    " vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang"
    " eastAsianLayout specVanish oMath",
    W + "numPr": "ilvl numId",
    W + "tbl": "tblPr tblGrid tr",
    W + "tblPr": "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing"
    " tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription",
    W + "tblBorders": "top left start bottom right end insideH insideV",
    W + "tblCellMar": "top left start bottom right end",
    W + "tr": "tblPrEx trPr tc",
    W + "tc": "tcPr *",
    W
    + "tcPr": "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark",
    W + "sectPr": "headerReference|footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType"
    " pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings",
    W + "abstractNum": "nsid multiLevelType tmpl name styleLink numStyleLink lvl",
    W + "lvl": "start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr",
    W + "num": "abstractNumId lvlOverride",
    W + "numbering": "numPicBullet abstractNum num",
    W + "styles": "docDefaults latentStyles style",
    W
    + "style": "name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked"
    " personal rsid pPr rPr tblPr trPr tcPr tblStylePr",
    W + "settings": "writeProtection view zoom removePersonalInformation mirrorMargins defaultTabStop evenAndOddHeaders"
    " characterSpacingControl footnotePr endnotePr compat themeFontLang clrSchemeMapping decimalSymbol listSeparator",
    W + "compat": "doNotExpandShiftReturn compatSetting",
    W + "body": "p|tbl|bookmarkStart|bookmarkEnd sectPr",
    W + "pBdr": "top left bottom right between bar",
    W + "tcBorders": "top start left bottom end right insideH insideV tl2br tr2bl",
    W + "tcMar": "top start left bottom end right",
    W + "rPrDefault": "rPr",
    W + "docDefaults": "rPrDefault pPrDefault",
    W + "footnotes": "footnote",
    WP + "anchor": "simplePos positionH positionV extent effectExtent wrapNone|wrapSquare|wrapTopAndBottom docPr"
    " cNvGraphicFramePr graphic",
    M + "r": "rPr *",
    M + "rPr": "lit nor scr sty brk aln",
    M + "f": "fPr num den",
    M + "rad": "radPr deg e",
    M + "nary": "naryPr sub sup e",
    M + "naryPr": "chr limLoc grow subHide supHide ctrlPr",
    M + "d": "dPr e",
    M + "dPr": "begChr sepChr endChr grow shp ctrlPr",
    M + "sSub": "sSubPr e sub",
    M + "sSup": "sSupPr e sup",
    M + "sSubSup": "sSubSupPr e sub sup",
    M + "acc": "accPr e",
    M + "bar": "barPr e",
    M + "m": "mPr mr",
    M + "oMathPara": "oMathParaPr oMath",
    MC + "AlternateContent": "Choice Fallback",
    P + "sld": "cSld clrMapOvr transition timing extLst",
    P + "cSld": "bg spTree custDataLst controls extLst",
    P + "blipFill": "blip srcRect tile|stretch",
    A + "xfrm": "off ext chOff chExt",
    WP + "inline": "extent effectExtent docPr cNvGraphicFramePr graphic",
    A + "pPr": "lnSpc spcBef spcAft buClrTx|buClr buSzTx|buSzPct|buSzPts buFontTx|buFont buNone|buAutoNum|buChar|buBlip"
    " tabLst defRPr",
    A + "rPr": "ln noFill|solidFill|gradFill effectLst highlight uLnTx uLn uFillTx uFill latin ea cs sym hlinkClick"
    " hlinkMouseOver rtl",
    A + "p": "pPr r|br|fld|m endParaRPr",
    A + "r": "rPr t",
    A + "fld": "rPr pPr t",
    A + "tbl": "tblPr tblGrid tr",
    A + "tc": "txBody tcPr",
    A + "tcPr": "lnL lnR lnT lnB lnTlToBr lnBlToTr cell3D noFill|solidFill",
    A + "txBody": "bodyPr lstStyle p",
    P + "txBody": "bodyPr lstStyle p",
    P + "sp": "nvSpPr spPr style txBody",
    P + "spPr": "xfrm custGeom|prstGeom noFill|solidFill ln",
    P + "pic": "nvPicPr blipFill spPr",
    P + "graphicFrame": "nvGraphicFramePr xfrm graphic",
    P + "spTree": "nvGrpSpPr grpSpPr sp|pic|graphicFrame|AlternateContent",
}
RANKS = {
    name: {key: rank for rank, keys in enumerate(order.split()) for key in keys.split("|")}
    for name, order in ORDERS.items()
}


def parts(package: bytes) -> dict[str, bytes]:
    """The parts of a package by name."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len(names) == len(set(names))
        return {name: archive.read(name) for name in names}


def trees(package: bytes) -> dict[str, etree._Element]:
    """The XML parts of a package, parsed."""
    return {n: etree.fromstring(b) for n, b in parts(package).items() if n.endswith((".xml", ".rels"))}


def problems(package: bytes) -> list[str]:
    """What is wrong with a package; an empty list for a sound one."""
    found = trees(package)
    names = set(parts(package))
    out = list(_types(found["[Content_Types].xml"], names))
    for name, tree in found.items():
        if not name.endswith(".rels"):
            out += _orders(name, tree)
            out += _relations(name, tree, found, names)
    if "word/document.xml" in found:
        out += _word(found)
    for name, tree in found.items():
        if name.startswith("ppt/slides/slide"):
            out += _slide(name, tree)
    return out


def _types(tree: etree._Element, names: set[str]) -> Iterator[str]:
    defaults = {e.get("Extension").lower() for e in tree.iter(TYPES + "Default")}
    overrides = {e.get("PartName").lstrip("/") for e in tree.iter(TYPES + "Override")}
    yield from (f"no content type: {n}" for n in names - overrides if n.rpartition(".")[2].lower() not in defaults)
    yield from (f"content type of nothing: {n}" for n in overrides - names)


def _orders(name: str, tree: etree._Element) -> Iterator[str]:
    for element in tree.iter():
        ranks = RANKS.get(element.tag)
        if ranks is None:
            continue
        keys = [etree.QName(child).localname for child in element]
        other = ranks.get("*")
        known = [ranks.get(key, other) for key in keys]
        if None in known:
            yield f"{name}: {element.tag} holds {keys}"
        elif known != sorted(known):
            yield f"{name}: {element.tag} in the order {keys}"
        elif element.tag.endswith("Pr") and max(Counter(keys).values(), default=1) > 1 and "sectPr" not in element.tag:
            yield f"{name}: {element.tag} has one of {keys} twice"


def _relations(name: str, tree: etree._Element, found: dict[str, etree._Element], names: set[str]) -> Iterator[str]:
    folder, _, file = name.rpartition("/")
    rels = found.get(f"{folder}/_rels/{file}.rels")
    known = {}
    for relation in rels.iter(RELATIONS) if rels is not None else ():
        known[relation.get("Id")] = relation
        if relation.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join(folder, relation.get("Target"))).lstrip("/")
            if target not in names:
                yield f"{name}: relation to {target}, which is not there"
    for element in tree.iter():
        for key, value in element.attrib.items():
            if key.startswith(R) and value not in known:
                yield f"{name}: {element.tag} refers to {value}"


def _word(found: dict[str, etree._Element]) -> Iterator[str]:
    body = found["word/document.xml"]
    styles = {s.get(W + "styleId") for s in found["word/styles.xml"].iter(W + "style")}
    numbers = {n.get(W + "numId") for t in _named(found, "numbering") for n in t.iter(W + "num")}
    notes = {n.get(W + "id") for t in _named(found, "footnotes") for n in t.iter(W + "footnote")}
    used = [r.get(W + "id") for r in body.iter(W + "footnoteReference")]
    if len(used) != len(set(used)) or set(used) - notes:
        yield f"footnotes {notes} for references {used}"
    for name, tree in found.items():
        if not name.startswith("word/"):
            continue
        for tag in ("pStyle", "rStyle", "tblStyle", "basedOn", "next"):
            yield from (
                f"{name}: no style {e.get(W + 'val')}" for e in tree.iter(W + tag) if e.get(W + "val") not in styles
            )
        yield from (
            f"{name}: no list {e.get(W + 'val')}" for e in tree.iter(W + "numId") if e.get(W + "val") not in numbers
        )
        yield from _tables(name, tree)
    marks = [e.get(W + "name") for e in body.iter(W + "bookmarkStart")]
    ids = [e.get(W + "id") for e in body.iter(W + "bookmarkStart")]
    if (
        len(set(marks)) != len(marks)
        or len(set(ids)) != len(ids)
        or sorted(ids) != sorted(e.get(W + "id") for e in body.iter(W + "bookmarkEnd"))
    ):
        yield f"bookmarks {marks} {ids}"
    anchors = {e.get(W + "anchor") for e in body.iter(W + "hyperlink")} - {None}
    yield from (f"no bookmark {a}" for a in anchors - set(marks))
    shapes = [e.get("id") for e in body.iter(WP + "docPr")]
    if len(set(shapes)) != len(shapes):
        yield f"shapes {shapes}"
    fields = Counter(e.get(W + "fldCharType") for e in body.iter(W + "fldChar"))
    if len(set(fields.values())) > 1:
        yield f"fields {fields}"


def _tables(name: str, tree: etree._Element) -> Iterator[str]:
    for table in tree.iter(W + "tbl"):
        cols = len(table.findall(f"{W}tblGrid/{W}gridCol"))
        follower = table.getnext()
        if follower is None or follower.tag not in (W + "p", W + "bookmarkStart"):
            yield f"{name}: no paragraph behind a table"
        for row in table.findall(W + "tr"):
            spans = [
                int(e.get(W + "val")) if e is not None else 1
                for e in (c.find(f"{W}tcPr/{W}gridSpan") for c in row.findall(W + "tc"))
            ]
            if sum(spans) != cols:
                yield f"{name}: a row of {spans} in {cols} columns"
            for cell in row.findall(W + "tc"):
                if len(cell) == 0 or cell[-1].tag != W + "p":
                    yield f"{name}: a cell that does not end with a paragraph"


def _slide(name: str, tree: etree._Element) -> Iterator[str]:
    fallback = f"ancestor::*[namespace-uri()='{MC[1:-1]}' and local-name()='Fallback']"  # in the place of its choice
    ids = [e.get("id") for e in tree.iter(P + "cNvPr") if not e.xpath(fallback)]
    if len(set(ids)) != len(ids):
        yield f"{name}: shapes {ids}"
    for table in tree.iter(A + "tbl"):
        cols = len(table.findall(f"{A}tblGrid/{A}gridCol"))
        for row in table.findall(A + "tr"):
            if len(row.findall(A + "tc")) != cols:
                yield f"{name}: a row of {len(row)} in {cols} columns"
    for extent in tree.iter(A + "ext"):
        if extent.get("cx") is not None and (int(extent.get("cx")) < 0 or int(extent.get("cy")) < 0):
            yield f"{name}: a negative size"


def _named(found: dict[str, etree._Element], name: str) -> list[etree._Element]:
    return [found[f"word/{name}.xml"]] if f"word/{name}.xml" in found else []
