"""Machine-readable codes."""

from __future__ import annotations

from quire.model.barcode import Barcode
from quire.model.geometry import Box


def test_a_code_is_a_qr_code_unless_its_symbology_is_told():
    box = Box(10.0, 10.0, 60.0, 60.0)
    assert Barcode("01,31", box).kind == "qr"
    assert Barcode("01,31", box, "datamatrix") != Barcode("01,31", box)
