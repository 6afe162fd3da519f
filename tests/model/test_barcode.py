"""Machine-readable codes."""

from __future__ import annotations

from quire.model.barcode import Code
from quire.model.geometry import Box


def test_a_code_is_a_qr_code_unless_its_symbology_is_told():
    box = Box(10.0, 10.0, 60.0, 60.0)
    assert Code("01,31", box).kind == "qr"
    assert Code("01,31", box, "datamatrix") != Code("01,31", box)
