"""Layers (optional content) that a file switches off: its pages without what they draw, through pikepdf.

PDFium does not render hidden layers, but gives their text and paths like any other. Source: ISO 32000-2, 8.11.
"""

from __future__ import annotations

import io
import mmap
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pikepdf

_ROOT = re.compile(rb"/Root\s+(\d{1,10})\s+\d{1,5}\s+R")
_STREAM = re.compile(rb"stream\r?\n")
_LISTED = re.compile(rb"[\d\s]*")
_KEY = b"/OCProperties"
_DICTIONARY, _LIST = 1024, 8192  # bytes that hold the dictionary of an object stream, and the numbers of its objects
_OBJECT_STREAM = 4 << 20  # bytes of a decompressed object stream
_MAX_DEPTH = 20  # of forms inside forms, and of visibility expressions
_SHOWING = frozenset(["Tj", "TJ", "Do", "sh", "INLINE IMAGE", "EI"])
_NEXT_LINE = frozenset(["'", '"'])  # show text on the next line
_PAINTING = frozenset(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*"])


def without_hidden_layers(path: Path, password: str = "") -> bytes | None:
    """The file without what is on hidden layers; None if it has none, or cannot be read."""
    if not has_layers(path):
        return None
    import pikepdf

    try:
        with pikepdf.open(path, password=password) as document:
            layers = _Layers(document)
            if not layers.hidden:
                return None
            for page in document.pages:
                layers.clean(page.obj)
            out = io.BytesIO()
            document.save(out)
            return out.getvalue()
    except (pikepdf.PdfError, pikepdf.PasswordError, OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def has_layers(path: Path) -> bool:
    """Whether the catalog of a file names layers; a catalog in an object stream is looked for in those alone."""
    with path.open("rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (ValueError, OSError):  # an empty file
            return False
        with data:
            return data.find(_KEY) >= 0 or _KEY in _packed_catalog(data)


def _packed_catalog(data: mmap.mmap) -> bytes:
    """The object stream with the catalog, decompressed; nothing for a catalog that is not in one."""
    found = _ROOT.search(data, max(0, data.rfind(b"/Root")))
    at = data.rfind(b"/ObjStm")
    if found is None or at < 0 or data.find(b"\n%b 0 obj" % found[1]) >= 0:
        return b""
    while at >= 0:
        stream = _STREAM.search(data, at, at + _DICTIONARY)
        if stream is not None and found[1] in _numbers(data, stream.end()):
            return _inflated(data, stream.end(), _OBJECT_STREAM)
        at = data.rfind(b"/ObjStm", 0, at)
    return b""


def _inflated(data: mmap.mmap, start: int, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(data[start : start + most], most)
    except zlib.error:
        return b""


def _numbers(data: mmap.mmap, start: int) -> list[bytes]:
    """The numbers of the objects of an object stream, as its first bytes list them with their offsets."""
    listed = _LISTED.match(_inflated(data, start, _LIST))
    return listed[0].split()[::2] if listed else []


class _Layers:
    """The hidden layers of a document."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        """Find the state of each layer as a viewer shows it."""
        self._document = document
        properties: Any = document.Root.get("/OCProperties", {})
        default: Any = properties.get("/D", {})
        layers = {one.objgen: one for one in properties.get("/OCGs", [])}
        self.hidden = set(layers) if default.get("/BaseState") == "/OFF" else set()
        self.hidden |= {one.objgen for one in default.get("/OFF", [])}
        self.hidden -= {one.objgen for one in default.get("/ON", [])}
        for usage in default.get("/AS", []):
            if usage.get("/Event") == "/View":
                for one in usage.get("/OCGs", []):
                    self._switch(one)
        self._cleaned: set[tuple[int, int]] = set()

    def _switch(self, layer: Any) -> None:  # noqa: ANN401
        """Give a layer the state that its usage in a viewer says (8.11.4.4)."""
        state = layer.get("/Usage", {}).get("/View", {}).get("/ViewState")
        if state == "/OFF":
            self.hidden.add(layer.objgen)
        elif state == "/ON":
            self.hidden.discard(layer.objgen)

    def is_hidden(self, content: Any) -> bool:  # noqa: ANN401  whatever a file has there
        """Whether a layer, or a membership of several, is not shown."""
        if content is None or content.get("/Type") != "/OCMD":
            return content is not None and content.objgen in self.hidden
        if "/VE" in content:
            return not self._is_true(content.get("/VE"), _MAX_DEPTH)
        layers = content.get("/OCGs", [])
        layers = list(layers) if _is_array(layers) else [layers]
        shown = [one.objgen not in self.hidden for one in layers if one is not None]
        if not shown:
            return False
        policy = {"/AllOn": all(shown), "/AnyOff": not all(shown), "/AllOff": not any(shown)}
        return not policy.get(str(content.get("/P", "/AnyOn")), any(shown))

    def _is_true(self, expression: Any, depth: int) -> bool:  # noqa: ANN401
        """The value of a visibility expression (8.11.2.2)."""
        if not _is_array(expression) or depth == 0:
            return expression.objgen not in self.hidden
        kind, *rest = list(expression)
        values = [self._is_true(one, depth - 1) for one in rest]
        return any(values) if kind == "/Or" else not values[0] if kind == "/Not" else all(values)

    def clean(self, page: Any) -> None:  # noqa: ANN401
        """Take what is hidden off a page."""
        import pikepdf

        if "/Annots" in page:
            notes: list[Any] = list(page.Annots)
            page.Annots = pikepdf.Array([one for one in notes if not self.is_hidden(one.get("/OC"))])
        content = self._kept(page, _resources(page), 0)
        if content is not None:
            page.Contents = self._document.make_stream(content)

    def _kept(self, stream: pikepdf.Object, resources: Any, depth: int) -> bytes | None:  # noqa: ANN401
        """The operators of a page or form that may be seen; None where all may."""
        import pikepdf

        named = {name: self.is_hidden(one) for name, one in resources.get("/Properties", {}).items()}
        drawn = resources.get("/XObject", {})
        hidden = {name for name, one in drawn.items() if self.is_hidden(one.get("/OC"))}
        for name, one in drawn.items():
            if name not in hidden and one.get("/Subtype") == "/Form" and depth < _MAX_DEPTH:
                self._clean_form(one, resources, depth + 1)
        if not any(named.values()) and not hidden:
            return None
        kept: list[Any] = []
        open_marks: list[bool] = []
        for one in pikepdf.parse_content_stream(stream):
            operator = str(one.operator)
            if operator in {"BDC", "BMC"}:
                operands = [str(value) if isinstance(value, pikepdf.Name) else "" for value in one.operands]
                open_marks.append(operands[:1] == ["/OC"] and named.get(operands[-1], False))
            elif operator == "EMC" and open_marks:
                open_marks.pop()
            if any(open_marks):
                kept += _unseen(one, operator)
            elif operator != "Do" or str(one.operands[0]) not in hidden:
                kept.append(one)
        return pikepdf.unparse_content_stream(kept)

    def _clean_form(self, form: Any, resources: Any, depth: int) -> None:  # noqa: ANN401
        if form.objgen in self._cleaned:
            return
        self._cleaned.add(form.objgen)
        content = self._kept(form, form.get("/Resources", resources), depth)
        if content is not None:
            form.write(content)


def _is_array(value: Any) -> bool:  # noqa: ANN401
    import pikepdf

    return isinstance(value, (list, pikepdf.Array))


def _resources(page: Any) -> Any:  # noqa: ANN401
    """The resources of a page, its own or those that it inherits."""
    for _ in range(_MAX_DEPTH):
        if "/Resources" in page or "/Parent" not in page:
            break
        page = page.Parent
    return page.get("/Resources", {})


def _unseen(instruction: Any, operator: str) -> Iterable[Any]:  # noqa: ANN401
    """What is left of an operator on a hidden layer: everything but ink."""
    import pikepdf

    if operator in _SHOWING:
        return []
    if operator in _PAINTING:
        return [pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))]
    if operator in _NEXT_LINE:
        return [pikepdf.ContentStreamInstruction([], pikepdf.Operator("T*"))]
    return [instruction]
