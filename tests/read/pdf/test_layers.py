"""What is on hidden layers is not read, and what is shown is what the rendered page shows."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from quire.read import open_source
from quire.read.pdf.layers import has_layers, without_hidden_layers

DARK = 128  # of 255
WORDS = ("alpha", "bravo", "charlie")


def layered(
    path: Path, *, config: dict[str, list[int] | str], members: dict[str, object] | None = None, packed: bool = False
) -> Path:
    """A page with a word outside layers and one on each of two; `members`: an OCMD takes the place of the second.

    Numbers in `config` are indices of layers.
    """
    pdf = Pdf.new()
    page = pdf.add_blank_page(page_size=(300, 200)).obj
    layers = [pdf.make_indirect(Dictionary(Type=Name.OCG, Name=name)) for name in ("one", "two")]
    default = Dictionary(
        {
            f"/{key}": Name(value) if isinstance(value, str) else Array([layers[i] for i in value])
            for key, value in config.items()
        }
    )
    pdf.Root.OCProperties = Dictionary(OCGs=Array(layers), D=default)
    second = layers[1]
    if members is not None:
        second = pdf.make_indirect(Dictionary(Type=Name.OCMD, OCGs=Array(layers), **members))
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    form = pdf.make_stream(b"BT /F 14 Tf 20 60 Td (charlie) Tj ET")
    form.update(Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 300, 200], OC=second))
    form.Resources = Dictionary(Font=Dictionary(F=font))
    page.Resources = Dictionary(
        Font=Dictionary(F=font), Properties=Dictionary(One=layers[0]), XObject=Dictionary(X=form)
    )
    page.Contents = pdf.make_stream(
        b"BT /F 14 Tf 20 140 Td (alpha) Tj ET /OC /One BDC q BT /F 14 Tf 20 100 Td (bravo) Tj ET 100 100 80 9 re f Q EMC /X Do"
    )
    modes = pikepdf.ObjectStreamMode
    pdf.save(path, object_stream_mode=modes.generate if packed else modes.disable)
    return path


def read(path: Path, *, hidden: bool = False) -> list[str]:
    with open_source(path, hidden=hidden) as source:
        return sorted(word.text for line in source.page(1).lines for word in line.words)


def rendered(path: Path) -> list[str]:
    """The words whose place has ink in PDFium's rendering."""
    document = pdfium.PdfDocument(path)
    image = document[0].render(scale=1).to_pil().convert("L")
    document.close()
    places = {"alpha": 140, "bravo": 100, "charlie": 60}
    return [word for word, y in places.items() if image.crop((20, 188 - y, 60, 200 - y)).getextrema()[0] < DARK]


CONFIGS = [
    ({}, None, ["alpha", "bravo", "charlie"]),
    ({"OFF": [0]}, None, ["alpha", "charlie"]),
    ({"OFF": [1]}, None, ["alpha", "bravo"]),
    ({"BaseState": "/OFF"}, None, ["alpha"]),
    ({"BaseState": "/OFF", "ON": [0]}, None, ["alpha", "bravo"]),
    ({"OFF": [0]}, {"P": Name.AllOn}, ["alpha"]),
    ({"OFF": [0]}, {"P": Name.AnyOff}, ["alpha", "charlie"]),
    ({"OFF": [0]}, {}, ["alpha", "charlie"]),
]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("config", "members", "shown"), CONFIGS)
def test_what_is_read_is_what_the_rendered_page_shows(
    tmp_path: Path,
    config: dict[str, list[int] | str],
    members: dict[str, object] | None,
    shown: list[str],
    *,
    packed: bool,
) -> None:
    path = layered(tmp_path / "a.pdf", config=config, members=members, packed=packed)
    assert read(path) == shown
    assert rendered(path) == shown
    assert read(path, hidden=True) == list(WORDS)


def test_letters_on_hidden_layers_are_counted(tmp_path: Path) -> None:
    for config, hidden in (({}, 0), ({"OFF": [0]}, len("bravo")), ({"OFF": [0, 1]}, len("bravocharlie"))):
        with open_source(layered(tmp_path / "a.pdf", config=config)) as source:
            assert source.page(1).hidden == hidden


def test_paint_on_a_hidden_layer_is_gone(tmp_path: Path) -> None:
    shown, off = (layered(tmp_path / f"{n}.pdf", config=one) for n, one in enumerate(({}, {"OFF": [0]})))
    counts = []
    for path in (shown, off):
        with open_source(path) as source:
            counts.append(len(source.page(1).fills) + len(source.page(1).rules))
    assert counts == [1, 0]


@pytest.mark.parametrize("packed", [False, True])
def test_files_without_layers_are_not_opened_twice(tmp_path: Path, *, packed: bool) -> None:
    pdf = Pdf.new()
    pdf.add_blank_page()
    modes = pikepdf.ObjectStreamMode
    pdf.save(tmp_path / "a.pdf", object_stream_mode=modes.generate if packed else modes.disable)
    assert not has_layers(tmp_path / "a.pdf")
    assert without_hidden_layers(tmp_path / "a.pdf") is None


def test_a_broken_file_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 /OCProperties broken")
    assert without_hidden_layers(tmp_path / "a.pdf") is None
