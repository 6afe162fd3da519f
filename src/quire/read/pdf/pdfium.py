"""PDFium's functions, by their own names: the only file that loads the library.

The library is the one that pypdfium2 ships. That package describes all of PDFium's functions to ctypes when it is
imported, which takes 36 ms in each process; here a function is described on first use, and only those that Quire calls.
A test compares each description with pypdfium2's.

Open documents are here, too, because PDFium reads from memory that has to live as long as they do.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, Structure
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY = 4, 5  # fpdfview.h
FORMTYPE_NONE = 0  # fpdf_formfill.h
FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_FORM = 1, 2, 5  # fpdf_edit.h
FPDF_WCHAR, FS_FLOAT = ctypes.c_ushort, ctypes.c_float

_FORM_BYTES = 1024
"""Room for FPDF_FORMFILLINFO, of 280 bytes in 2026: its version, then callbacks, all unset."""


class _Opaque(Structure):
    """Whatever a handle points to."""


FPDF_PAGE = FPDF_LINK = POINTER(_Opaque)


class FS_RECTF(Structure):  # noqa: N801 - PDFium's name
    """A rectangle in user space."""

    _fields_ = [(name, ctypes.c_float) for name in ("left", "top", "right", "bottom")]


class FS_MATRIX(Structure):  # noqa: N801
    """A matrix in the order of ISO 32000-1, 8.3.4."""

    _fields_ = [(name, ctypes.c_float) for name in "abcdef"]


class FS_SIZEF(Structure):  # noqa: N801
    """Width and height."""

    _fields_ = [("width", ctypes.c_float), ("height", ctypes.c_float)]


class _Config(Structure):
    """FPDF_LIBRARY_CONFIG in its second version (fpdfview.h)."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("fonts", ctypes.c_void_p),
        ("isolate", ctypes.c_void_p),
        ("slot", ctypes.c_uint),
    ]


TYPES: dict[str, Any] = {
    "-": None,
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "l": ctypes.c_ulong,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
    "v": ctypes.c_void_p,
    "h": POINTER(_Opaque),
    "I": POINTER(ctypes.c_int),
    "U": POINTER(ctypes.c_uint),
    "F": POINTER(ctypes.c_float),
    "D": POINTER(ctypes.c_double),
    "L": POINTER(ctypes.c_ulong),
    "B": POINTER(ctypes.c_ubyte),
    "C": POINTER(ctypes.c_char),
    "W": POINTER(ctypes.c_ushort),
    "R": POINTER(FS_RECTF),
    "M": POINTER(FS_MATRIX),
    "S": POINTER(FS_SIZEF),
    "H": POINTER(POINTER(_Opaque)),
}
"""The letters by which `FUNCTIONS` names types; "h" is any handle."""

FUNCTIONS = {
    "FPDFAction_GetDest": "h hh",
    "FPDFAction_GetType": "l h",
    "FPDFAction_GetURIPath": "l hhvl",
    "FPDFAnnot_GetFlags": "i h",
    "FPDFAnnot_GetFontSize": "i hhF",
    "FPDFAnnot_GetFormFieldFlags": "i hh",
    "FPDFAnnot_GetFormFieldType": "i hh",
    "FPDFAnnot_GetFormFieldValue": "l hhWl",
    "FPDFAnnot_GetRect": "i hR",
    "FPDFAnnot_GetStringValue": "l hCWl",
    "FPDFAnnot_GetSubtype": "i h",
    "FPDFBitmap_CreateEx": "h iiivi",
    "FPDFBitmap_Destroy": "- h",
    "FPDFBitmap_FillRect": "i hiiiil",
    "FPDFBitmap_GetBuffer": "v h",
    "FPDFBitmap_GetFormat": "i h",
    "FPDFBitmap_GetHeight": "i h",
    "FPDFBitmap_GetStride": "i h",
    "FPDFBitmap_GetWidth": "i h",
    "FPDFBookmark_GetAction": "h h",
    "FPDFBookmark_GetDest": "h hh",
    "FPDFBookmark_GetFirstChild": "h hh",
    "FPDFBookmark_GetNextSibling": "h hh",
    "FPDFBookmark_GetTitle": "l hvl",
    "FPDFCatalog_GetLanguage": "l hWl",
    "FPDFCatalog_IsTagged": "i h",
    "FPDFClipPath_CountPathSegments": "i hi",
    "FPDFClipPath_CountPaths": "i h",
    "FPDFClipPath_GetPathSegment": "h hii",
    "FPDFDOC_ExitFormFillEnvironment": "- h",
    "FPDFDOC_InitFormFillEnvironment": "h hv",
    "FPDFDest_GetDestPageIndex": "i hh",
    "FPDFDest_GetLocationInPage": "i hIIIFFF",
    "FPDFFont_GetAscent": "i hfF",
    "FPDFFont_GetBaseFontName": "l hCl",
    "FPDFFont_GetDescent": "i hfF",
    "FPDFFont_GetFlags": "i h",
    "FPDFFont_GetFontData": "i hBlL",
    "FPDFFont_GetItalicAngle": "i hI",
    "FPDFFont_GetWeight": "i h",
    "FPDFFormObj_CountObjects": "i h",
    "FPDFFormObj_GetObject": "h hl",
    "FPDFImageObj_GetImageDataRaw": "l hvl",
    "FPDFImageObj_GetImageFilter": "l hivl",
    "FPDFImageObj_GetImageFilterCount": "i h",
    "FPDFImageObj_GetImagePixelSize": "i hUU",
    "FPDFImageObj_GetRenderedBitmap": "h hhh",
    "FPDFLink_Enumerate": "i hIH",
    "FPDFLink_GetAction": "h h",
    "FPDFLink_GetAnnotRect": "i hR",
    "FPDFLink_GetDest": "h hh",
    "FPDFPageObjMark_GetParamStringValue": "i hCWlL",
    "FPDFPageObj_CountMarks": "i h",
    "FPDFPageObj_GetBounds": "i hFFFF",
    "FPDFPageObj_GetClipPath": "h h",
    "FPDFPageObj_GetFillColor": "i hUUUU",
    "FPDFPageObj_GetMark": "h hl",
    "FPDFPageObj_GetMarkedContentID": "i h",
    "FPDFPageObj_GetMatrix": "i hM",
    "FPDFPageObj_GetStrokeColor": "i hUUUU",
    "FPDFPageObj_GetStrokeWidth": "i hF",
    "FPDFPageObj_GetType": "i h",
    "FPDFPageObj_SetIsActive": "i hi",
    "FPDFPageObj_SetMatrix": "i hM",
    "FPDFPage_CloseAnnot": "- h",
    "FPDFPage_CountObjects": "i h",
    "FPDFPage_GetAnnot": "h hi",
    "FPDFPage_GetAnnotCount": "i h",
    "FPDFPage_GetObject": "h hi",
    "FPDFPage_GetRotation": "i h",
    "FPDFPathSegment_GetClose": "i h",
    "FPDFPathSegment_GetPoint": "i hFF",
    "FPDFPathSegment_GetType": "i h",
    "FPDFPath_CountSegments": "i h",
    "FPDFPath_GetDrawMode": "i hII",
    "FPDFPath_GetPathSegment": "h hi",
    "FPDFTextObj_GetFont": "h h",
    "FPDFTextObj_GetTextRenderMode": "i h",
    "FPDFText_ClosePage": "- h",
    "FPDFText_CountChars": "i h",
    "FPDFText_GetCharBox": "i hiDDDD",
    "FPDFText_GetCharOrigin": "i hiDD",
    "FPDFText_GetFontSize": "d hi",
    "FPDFText_GetLooseCharBox": "i hiR",
    "FPDFText_GetMatrix": "i hiM",
    "FPDFText_GetTextObject": "h hi",
    "FPDFText_GetUnicode": "u hi",
    "FPDFText_HasUnicodeMapError": "i hi",
    "FPDFText_IsGenerated": "i hi",
    "FPDFText_LoadPage": "h h",
    "FPDF_CloseDocument": "- h",
    "FPDF_ClosePage": "- h",
    "FPDF_FFLDraw": "- hhhiiiiii",
    "FPDF_GetFormType": "i h",
    "FPDF_GetLastError": "l ",
    "FPDF_GetMetaText": "l hCvl",
    "FPDF_GetPageBoundingBox": "i hR",
    "FPDF_GetPageCount": "i h",
    "FPDF_GetPageLabel": "l hivl",
    "FPDF_GetPageSizeByIndexF": "i hiS",
    "FPDF_LoadDocument": "h CC",
    "FPDF_LoadMemDocument64": "h vlC",
    "FPDF_LoadPage": "h hi",
    "FPDF_RenderPageBitmap": "- hhiiiiii",
    "FPDF_StructElement_CountChildren": "i h",
    "FPDF_StructElement_GetAltText": "l hvl",
    "FPDF_StructElement_GetChildAtIndex": "h hi",
    "FPDF_StructElement_GetChildMarkedContentID": "i hi",
    "FPDF_StructElement_GetType": "l hvl",
    "FPDF_StructTree_Close": "- h",
    "FPDF_StructTree_CountChildren": "i h",
    "FPDF_StructTree_GetChildAtIndex": "h hi",
    "FPDF_StructTree_GetForPage": "h h",
}
"""By name: the type of the value, a space, the types of the arguments."""


class OpenRefused(Exception):
    """PDFium refuses to open a document; `code` is from FPDF_GetLastError."""

    def __init__(self, code: int) -> None:
        super().__init__(f"PDFium error {code}.")
        self.code = code


class Document:
    """An open document.

    Attributes:
        handle: PDFium's handle; None once closed.
        form: The handle for reading form fields; None for a document without a form.

    Raises:
        Refused: it is damaged, or protected and the password is wrong.
    """

    def __init__(self, given: Path | bytes, password: str | None = None) -> None:
        secret = None if password is None else ctypes.create_string_buffer(password.encode())
        self._kept: list[object] = [given]  # PDFium reads from these while the document is open
        self.form: object | None = None
        if isinstance(given, bytes):
            self.handle = _call("FPDF_LoadMemDocument64", given, len(given), secret)
        else:
            path = ctypes.create_string_buffer(os.fsencode(given.expanduser().resolve()))
            self.handle = _call("FPDF_LoadDocument", path, secret)
        if self.page_count < 1:
            code = 0 if self.handle else int(_call("FPDF_GetLastError"))  # that of an earlier document stays
            self.close()
            raise OpenRefused(code)

    @property
    def page_count(self) -> int:
        """The number of pages; 0 for a closed document."""
        return int(_call("FPDF_GetPageCount", self.handle)) if self.handle else 0

    def open_form(self) -> None:
        """Set `form`, if the document has a form."""
        if _call("FPDF_GetFormType", self.handle) == FORMTYPE_NONE:
            return
        info = ctypes.create_string_buffer(_FORM_BYTES)
        ctypes.c_int.from_buffer(info).value = 2  # the version
        self._kept.append(info)
        self.form = _call("FPDFDOC_InitFormFillEnvironment", self.handle, info) or None

    def close(self) -> None:
        """Close the document; safe to call twice."""
        handle, self.handle = self.handle, None
        if handle:
            if self.form:
                _call("FPDFDOC_ExitFormFillEnvironment", self.form)
                self.form = None
            _call("FPDF_CloseDocument", handle)

    def __del__(self) -> None:
        """Close a forgotten document, but not while Python exits: the library may be gone by then."""
        if getattr(self, "handle", None) and not sys.is_finalizing():
            self.close()


def library_path() -> str:
    """The path of the library.

    Raises:
        ImportError: pypdfium2 is not installed.
    """
    spec = find_spec("pypdfium2_raw")
    name = {"win32": "pdfium.dll", "darwin": "libpdfium.dylib"}.get(sys.platform, "libpdfium.so")
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder, name)
        if path.exists():
            return str(path)
    from pypdfium2_raw import bindings  # for builds that link the system's library

    return str(bindings._libs["pdfium"]._name)  # noqa: SLF001 - the loader's record of what it opened


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(library_path())
    library.FPDF_InitLibraryWithConfig(ctypes.byref(_Config(version=2)))  # has no effect the second time
    return library


_LIBRARY = _load()


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever it gives
    """A function of PDFium, described on first use."""
    described = FUNCTIONS.get(name)
    if described is None:
        raise AttributeError(name)
    function = getattr(_LIBRARY, name)
    value, _, arguments = described.partition(" ")
    function.restype = TYPES[value]
    function.argtypes = [TYPES[letter] for letter in arguments]
    globals()[name] = function
    return function


def _call(name: str, *arguments: object) -> Any:  # noqa: ANN401 - as `FUNCTIONS` says
    function = globals().get(name) or __getattr__(name)
    return function(*arguments)
