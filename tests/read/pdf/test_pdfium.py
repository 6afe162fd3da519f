"""PDFium's functions as described here, against how pypdfium2 describes them, and open documents."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import pypdfium2.raw as told
import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.read.pdf import pdfium

PLAIN = {
    ctypes.c_int: "i",
    ctypes.c_uint: "u",
    ctypes.c_ulong: "l",
    ctypes.c_float: "f",
    ctypes.c_double: "d",
    ctypes.c_void_p: "v",
    ctypes.POINTER(ctypes.c_int): "I",
    ctypes.POINTER(ctypes.c_uint): "U",
    ctypes.POINTER(ctypes.c_float): "F",
    ctypes.POINTER(ctypes.c_double): "D",
    ctypes.POINTER(ctypes.c_ulong): "L",
    ctypes.POINTER(ctypes.c_char): "C",
    ctypes.POINTER(ctypes.c_ubyte): "B",
    ctypes.POINTER(ctypes.c_ushort): "W",
    ctypes.POINTER(told.FS_RECTF): "R",
    ctypes.POINTER(told.FS_MATRIX): "M",
    ctypes.POINTER(told.FS_SIZEF): "S",
    ctypes.POINTER(told.FPDF_LINK): "H",
    ctypes.POINTER(told.FPDF_FORMFILLINFO): "v",
    None: "-",
}


def letter(kind):
    """The letter of a type of pypdfium2; any other pointer is a handle."""
    return PLAIN[kind] if kind in PLAIN else "h" if issubclass(kind, ctypes._Pointer) else "?"


@pytest.mark.parametrize("name", pdfium.FUNCTIONS)
def test_functions_are_what_pypdfium2_says(name):
    function = getattr(told, name)
    arguments = "".join(map(letter, function.argtypes))
    assert pdfium.FUNCTIONS[name] == f"{letter(function.restype)} {arguments}"


def test_every_function_that_the_reader_names_is_described():
    """Also those of the Python reader, which is used where the accelerator was not built."""
    folder = Path(pdfium.__file__).parent
    sources = [path.read_text(encoding="utf-8") for path in folder.glob("*.py") if path.name != "pdfium.py"]
    named = {name for source in sources for name in re.findall(r"\b_?lib\.(FPDF\w*_\w+)", source)}
    assert len(named) > 50
    assert {name for name in named if not hasattr(pdfium, name)} == set()


@pytest.mark.parametrize("name", ["FS_RECTF", "FS_MATRIX", "FS_SIZEF"])
def test_structures_are_what_pypdfium2_says(name):
    assert list(getattr(pdfium, name)._fields_) == list(getattr(told, name)._fields_)


def test_constants_are_what_pypdfium2_says():
    names = [name for name in vars(pdfium) if name.startswith(("FPDF_ERR", "FPDF_PAGEOBJ", "FORMTYPE"))]
    assert names
    assert {name: getattr(pdfium, name) for name in names} == {name: getattr(told, name) for name in names}
    assert (pdfium.FPDF_WCHAR, pdfium.FS_FLOAT) == (told.FPDF_WCHAR, told.FS_FLOAT)
    assert ctypes.sizeof(told.FPDF_FORMFILLINFO) <= pdfium._FORM_BYTES
    assert [kind for _, kind in pdfium._Config._fields_[:1]] == [
        kind for _, kind in told.FPDF_LIBRARY_CONFIG._fields_[:1]
    ]


def test_what_is_not_described_is_not_there():
    with pytest.raises(AttributeError):
        pdfium.FPDF_SaveAsCopy  # noqa: B018


@pytest.fixture
def form(tmp_path):
    path = tmp_path / "form 表.pdf"
    canvas = Canvas(str(path))
    canvas.acroForm.textfield(name="a", value="said", x=50, y=700)
    canvas.showPage()
    canvas.save()
    return path


def test_a_document_opens_from_a_path_and_from_bytes_and_closes_twice(form):
    for given in (form, form.read_bytes()):
        document = pdfium.Document(given)
        assert document.page_count == 1
        assert document.form is None
        document.open_form()
        assert document.form
        document.close()
        document.close()
        assert document.page_count == 0


def test_a_document_without_a_form_has_none(tmp_path):
    canvas = Canvas(str(tmp_path / "plain.pdf"))
    canvas.showPage()
    canvas.save()
    document = pdfium.Document(tmp_path / "plain.pdf")
    document.open_form()
    assert document.form is None
    del document  # forgotten ones are closed


def test_what_is_damaged_or_protected_is_refused(tmp_path):
    with pytest.raises(pdfium.OpenRefused):
        pdfium.Document(b"%PDF-1.4 and nothing else")
    path = tmp_path / "protected.pdf"
    canvas = Canvas(str(path), encrypt="secret")
    canvas.showPage()
    canvas.save()
    for password in (None, "guess"):
        with pytest.raises(pdfium.OpenRefused) as refused:
            pdfium.Document(path, password)
        assert refused.value.code == pdfium.FPDF_ERR_PASSWORD
    document = pdfium.Document(path, "secret")
    assert document.page_count == 1
    document.close()


def test_pypdfium2_itself_is_not_loaded():
    code = "import sys, quire.read.pdf.pdf_source; sys.exit(any(name.startswith('pypdfium2') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
