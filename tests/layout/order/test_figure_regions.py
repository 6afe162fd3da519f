"""Figures and the lines inside."""

from __future__ import annotations

from quire.layout.order import figure_regions
from quire.model.geometry import Box
from quire.model.page import Fill, Picture, PictureKind
from tests.layout.pages import MONO, block, line, page, prose, style


def picture(box, kind=PictureKind.IMAGE, alt=""):
    return Picture(f"p1-{int(box.x0)}", 1, box, kind, 100, 100, alt=alt)


def chosen(lines, *pictures, tables=(), **more):
    return figure_regions.find_figures(page(lines, pictures=pictures, **more), lines, tables)


BODY = block(prose(200, 460), 72, 400)


def test_labels_in_a_drawing_belong_to_it_and_describe_it():
    drawing = picture(Box(72, 100, 400, 300), PictureKind.DRAWING)
    (placed,) = chosen([line("2023", 100, 280), line("45 %", 200, 150), *BODY], drawing)
    assert placed.lines == {0, 1}
    assert placed.picture.alt == "45 % 2023"


def test_the_files_own_description_is_kept():
    drawing = picture(Box(72, 100, 400, 300), PictureKind.DRAWING, alt="A chart")
    (placed,) = chosen([line("2023", 100, 280), *BODY], drawing)
    assert placed.picture.alt == "A chart"


def test_paragraphs_in_a_box_are_text():
    box = picture(Box(60, 90, 560, 300), PictureKind.DRAWING)
    assert chosen([*block(prose(150, 460), 72, 110), *BODY], box) == []


def test_a_program_in_a_box_is_text():
    box = picture(Box(60, 90, 560, 300), PictureKind.DRAWING)
    program = block(["{", '"name": "Larkspur",', '"height": 12,', '"colours": ["blue", "white"],', "}"], 72, 110, MONO)
    assert chosen([*program, *BODY], box) == []
    comment = [line("/*", 200, 110, MONO), line("begins */", 260, 110, MONO)]
    assert chosen([*comment, *program[1:], *block(["Its fields", "are set."], 68, 230), *BODY], box) == []


def test_titles_on_bars_and_short_texts_on_a_ground_are_text_and_names_in_a_drawing_are_not():
    bar = picture(Box(60, 100, 560, 134), PictureKind.DRAWING)
    assert chosen([line("Needs", 66, 123, style(20.0)), *BODY], bar) == []
    two = picture(Box(60, 100, 560, 160), PictureKind.DRAWING)
    titles = [line("Needs", 66, 123, style(20.0)), line("Those of readers", 66, 152, style(16.0))]
    assert chosen([*titles, *BODY], two) == []
    high = picture(Box(60, 100, 560, 200), PictureKind.DRAWING)
    assert len(chosen([*titles, *BODY], high)) == 1
    beside = [line("Needs", 66, 123, style(20.0)), line("Means", 300, 123, style(20.0))]
    assert len(chosen([*beside, *BODY], bar)) == 1


def test_small_thin_and_background_pictures_are_no_figures():
    assert chosen(BODY, picture(Box(72, 100, 80, 108))) == []
    assert chosen(BODY, picture(Box(72, 100, 540, 118), PictureKind.DRAWING)) == []
    assert chosen(BODY, picture(Box(0, 0, 612, 792))) == []


def test_the_picture_of_a_scanned_page_is_kept():
    assert len(chosen([], picture(Box(0, 0, 612, 792)), needs_ocr=True)) == 1


def test_a_part_of_another_picture_and_a_drawing_in_a_table_are_dropped():
    outer = picture(Box(72, 100, 400, 300))
    assert [one.picture for one in chosen(BODY, picture(Box(90, 120, 200, 200)), outer)] == [outer]
    assert chosen(BODY, picture(Box(90, 120, 200, 200), PictureKind.DRAWING), tables=[Box(72, 100, 540, 300)]) == []


def test_bars_are_charts_with_their_labels_and_stacked_charts_are_parted():
    bars = [Fill(100 + 30 * n, top - 10 * n, 112 + 30 * n, top + 100, 0x3366AA) for top in (200, 500) for n in range(6)]
    labels = [line(f"{n}00", 76, 300 - 25 * n, style(7.0)) for n in range(5)]
    lines = [*labels, *BODY[:3]]
    found = figure_regions.find_figures(page(lines, fills=tuple(bars)), lines, ())
    assert len(found) == 2
    upper = min(found, key=lambda one: one.picture.box.y0)
    assert upper.lines == {0, 1, 2, 3, 4}
    assert upper.picture.box.x0 == 76


def test_low_drawings_one_below_the_other_are_one():
    bars = [picture(Box(128, 620 + 40 * n, 480, 640 + 40 * n), PictureKind.DRAWING) for n in range(3)]
    assert [one.picture.box for one in chosen(BODY, *bars)] == [Box(128, 620, 480, 720)]


def test_text_on_a_ground_that_runs_off_the_page_stays_text():
    text = line("Notes to the accounts", 300, 60)
    assert chosen([text, *BODY], picture(Box(0, 0, 612, 120), PictureKind.DRAWING)) == []
    (photo,) = chosen([text, *BODY], picture(Box(0, 0, 612, 120)))
    assert (photo.lines, photo.box) == (frozenset(), Box(0, text.y1, 612, 120))
    (corner,) = chosen([text, *BODY], picture(Box(280, 20, 612, 792)))
    assert (corner.lines, corner.picture.box) == (frozenset(), Box(280, 20, 612, 792))
    (ornament,) = chosen([text], picture(Box(280, 40, 612, 792)))
    assert ornament.box == Box(280, text.y1, 612, 792)
    (framed,) = chosen([text, *BODY], picture(Box(200, 20, 600, 120)))
    assert framed.lines == {0}


def test_an_image_with_labels_is_drawn_from_the_page_to_show_them():
    image = picture(Box(72, 100, 400, 300))
    labels = [line(str(number), 100 + 50 * number, 310) for number in range(5)]
    (placed,) = chosen([*labels, *BODY], image)
    assert placed.picture.kind is PictureKind.DRAWING
    assert placed.picture.box.y1 >= labels[0].y1
    assert chosen(BODY, image)[0].picture == image


def test_text_that_goes_on_over_a_picture_is_no_label():
    image = picture(Box(60, 150, 560, 300))
    rows = [line(f"{number}.1 Aims", 72, 100 + 20 * number) for number in range(1, 9)]
    (placed,) = chosen([*rows, *BODY], image)
    assert not placed.lines
    drawing = image._replace(kind=PictureKind.DRAWING)
    assert chosen([*rows, *BODY], drawing) == []
    beside = [one._replace(x0=one.x0 + 20 * number) for number, one in enumerate(rows[3:], 1)]
    assert chosen([*beside, *BODY], drawing)[0].lines


def test_an_image_that_rows_of_text_cover_is_their_shadow_and_no_figure():
    title = line("THE PROJECT", 100, 130, style(40), to=360)
    assert chosen([title, *BODY], picture(Box(96, 80, 366, 150))) == []


def test_a_signature_on_a_blank_is_a_figure():
    blank, name = line("_" * 40, 100, 130, style(12), to=300), line("(A. Choo)", 170, 145, style(12), to=230)
    signature = picture(Box(160, 105, 240, 140))
    assert [one.picture for one in chosen([blank, name, *BODY], signature)] == [signature]


def test_a_title_on_an_image_is_text_and_the_image_is_a_figure():
    image = picture(Box(72, 60, 540, 380))
    (placed,) = chosen([line("Requirements", 90, 330, style(24)), *BODY], image)
    assert placed.lines == frozenset()
    assert placed.picture == image


def test_a_column_of_rows_on_an_image_is_text_and_scattered_labels_are_not():
    image = picture(Box(60, 60, 300, 380))
    names = ["Version", "Team", "Documented by", "Approved by"]
    column = [line(name, 80, 100 + 30 * n) for n, name in enumerate(names)]
    (placed,) = chosen([*column, *BODY], image)
    assert placed.lines == frozenset()
    (placed,) = chosen([*(line(name, 80 + 25 * n, 100 + 60 * n) for n, name in enumerate(names)), *BODY], image)
    assert placed.lines == {0, 1, 2, 3}


def test_a_caption_inside_the_box_of_an_image_is_no_label():
    (placed,) = chosen([line("Figure 2 The login window", 90, 290), *BODY], picture(Box(72, 100, 400, 300)))
    assert placed.lines == frozenset()


def test_a_column_of_readings_in_a_plot_with_numbers_at_its_axis_is_part_of_it():
    plot = picture(Box(100, 100, 400, 300), PictureKind.DRAWING)
    axis = [line(str(number), 80, 110 + 45 * n) for n, number in enumerate((20, 0, -20, -40, -60))]
    readings = [
        line(text, 250, 150 + 12 * n) for n, text in enumerate(("System: Goi", "Gain: 18.5", "Phase (deg): 60"))
    ]
    (placed,) = chosen([*axis, *readings, *BODY], plot)
    assert placed.lines == frozenset(range(8))


def test_titles_of_axes_belong_to_a_drawing():
    drawing = picture(Box(100, 100, 400, 300), PictureKind.DRAWING)
    turned = line("Output voltage", 80, 200)._replace(angle=270, x0=80.0, x1=90.0, y0=150.0, y1=250.0)
    below = line("Temperature (°C)", 210, 316)
    (placed,) = chosen([turned, below, *BODY], drawing)
    assert placed.lines == {0, 1}
    assert "Output voltage" in placed.picture.alt
    far = turned._replace(x0=20.0, x1=30.0)
    (placed,) = chosen([far, below, *BODY], drawing)  # of the margin; and what is below may be text
    assert placed.lines == set()
